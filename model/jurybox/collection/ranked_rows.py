"""Plain lists of ranked answers, staged as columns of numbers: nearly all that the largest imports hold.

A response is its place in the files, the numbers of its run, question and answer among the names met, its
rank and its score. Blocks of them lie in the temporary database, so that memory grows with the names alone.
Such rows need no check one by one: every list comes whole and once, its answers differ, and all is given.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import Value

_COLUMNS = ("run", "question", "rank", "answer", "score")
_NAMES = ("run", "question", "answer")
_ROW = np.dtype(
    [("file", "i4"), ("line", "i8"), *((name, "i4") for name in (*_NAMES, "rank")), ("score", "f8")]
)
_BLOCK_ROWS = 65_536
_LONGEST = 10_000_000
"""Characters of names taken at once: of more, one might be too long for a collection."""
_NAMED_AT_ONCE = 20_000


class _Numbers(dict[str, int]):
    """The numbers of names, in the order in which they are met; `names` holds them all."""

    def __init__(self, names: list[str]) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self._names)
        self._names.append(name)
        return number


class RankedRows:
    """Takes lists of ranked answers in, as long as they are plain; true where it holds any.

    `of_file` counts the rows by the number of the file.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.of_file: Counter[int] = Counter()
        self._names: dict[str, list[str]] = {name: [] for name in _NAMES}
        self._runs, self._questions = (_Numbers(self._names[name]) for name in ("run", "question"))
        self._answers: list[_Numbers] = []
        self._lists: dict[tuple[int, int], int] = {}
        """How many rows there are by the numbers of run and question, in the order of the lists."""
        self._open: list[NDArray[np.void]] = []
        self._ids: dict[str, NDArray[np.int64]] = {}
        db.execute("DROP TABLE IF EXISTS ranked_block")
        db.execute("CREATE TABLE ranked_block (id INTEGER PRIMARY KEY, cells BLOB)")

    def __len__(self) -> int:
        return self.of_file.total()

    def add(
        self, file: int, lines: Sequence[int], starts: Sequence[int], columns: Mapping[str, Sequence[Any]]
    ) -> bool:
        """Take whole lists of a file in; return False, with nothing taken, where they are not plain.

        `starts` are where the lists begin among these rows, and the end; no cell is None.
        """
        if columns.keys() != set(_COLUMNS):
            return False
        runs, questions = ([columns[name][at] for at in starts[:-1]] for name in ("run", "question"))
        texts = "".join((*runs, *questions, *columns["answer"]))
        scores = np.array(columns["score"], dtype=np.float64)
        if len(texts) > _LONGEST or not (_is_storable(texts) and np.isfinite(scores).all()):
            return False
        named = map(self._runs.__getitem__, runs), map(self._questions.__getitem__, questions)
        lists = dict(zip(zip(*named, strict=True), np.diff(starts).tolist(), strict=True))
        numbers = self._numbered(starts, questions, columns["answer"])
        if len(lists) < len(runs) or len(numbers) < len(lines) or not lists.keys().isdisjoint(self._lists):
            return False
        block = np.empty(len(lines), dtype=_ROW)
        block["file"], block["line"], block["rank"], block["answer"] = file, lines, columns["rank"], numbers
        block["run"], block["question"] = np.repeat(np.array([*lists]), [*lists.values()], axis=0).T
        block["score"] = scores + 0.0  # no file holds -0.0
        self._lists |= lists
        self.of_file[file] += len(block)
        self._open.append(block)
        if sum(map(len, self._open)) >= _BLOCK_ROWS:
            cells = np.concatenate(self._open).tobytes()
            self._db.execute("INSERT INTO ranked_block (cells) VALUES (?)", (cells,))
            self._open.clear()
        return True

    def _numbered(self, starts: Sequence[int], questions: Sequence[str], answers: Sequence[str]) -> list[int]:
        """Return the numbers of answers, up to a list that holds one of them twice."""
        self._answers += [
            _Numbers(self._names["answer"]) for _ in range(len(self._answers), len(self._questions))
        ]
        numbers: list[int] = []
        for (start, stop), question in zip(pairwise(starts), questions, strict=True):
            given = answers[start:stop]
            if len(set(given)) < len(given):
                break
            numbers += map(self._answers[self._questions[question]].__getitem__, given)
        return numbers

    def _blocks(self) -> Iterator[NDArray[np.void]]:
        for (number,) in self._db.execute("SELECT id FROM ranked_block ORDER BY id").fetchall():
            (cells,) = self._db.execute("SELECT cells FROM ranked_block WHERE id = ?", (number,)).fetchone()
            yield np.frombuffer(cells, dtype=_ROW)
        yield from self._open

    def runs(self) -> dict[str, tuple[int, int]]:
        """Return how many questions each run has rows of, and how many rows, runs in the order of rows."""
        found: dict[str, tuple[int, int]] = {}
        for (run, _), count in self._lists.items():
            name = self._names["run"][run]
            questions, rows = found.get(name, (0, 0))
            found[name] = questions + 1, rows + count
        return found

    def with_names(self) -> Iterator[dict[str, list[Value]]]:
        """Yield all rows, a block at a time: columns as they were taken in, with file and line."""
        for block in self._blocks():
            yield {name: self._cells(block, name) for name in _ROW.names or ()}

    def first(self, file: int, count: int) -> list[dict[str, Value]]:
        """Return the first rows of a file as they were taken in."""
        found: list[dict[str, Value]] = []
        for block in self._blocks():
            rows = block[block["file"] == file][: count - len(found)]
            columns = [self._cells(rows, name) for name in _COLUMNS]
            found += (dict(zip(_COLUMNS, row, strict=True)) for row in zip(*columns, strict=True))
            if len(found) == count:
                break
        return found

    def _cells(self, rows: NDArray[np.void], column: str) -> list[Value]:
        cells: list[Value] = rows[column].tolist()
        return list(map(self._names[column].__getitem__, cells)) if column in _NAMES else cells  # type: ignore[arg-type]

    def resolve(self) -> bool:
        """Look the ids of all names up in the tables of names; return whether every one is known."""
        runs, questions = (
            dict(self._db.execute(f"SELECT name, id FROM known_{name}").fetchall())  # noqa: S608 - our own names
            for name in ("run", "question")
        )
        answers = np.zeros(len(self._names["answer"]), dtype=np.int64)
        numbers_of = {
            questions[name]: self._answers[at] for name, at in self._questions.items() if name in questions
        }
        rows = self._db.execute("SELECT id, question, name FROM known_answer")
        while part := rows.fetchmany(_NAMED_AT_ONCE):
            for row, question, name in part:
                number = numbers_of[question].get(name) if question in numbers_of else None
                if number is not None:
                    answers[number] = row
        self._ids = {
            "run": np.array([runs.get(name, 0) for name in self._names["run"]], dtype=np.int64),
            "question": np.array(
                [questions.get(name, 0) for name in self._names["question"]], dtype=np.int64
            ),
            "answer": answers,
        }
        return all(ids.all() for ids in self._ids.values())

    def with_ids(self, most: int) -> Iterator[dict[str, list[Value]]]:
        """Yield all rows, at most so many at a time, with the ids that `resolve` found."""
        for block in self._blocks():
            for start in range(0, len(block), most):
                rows = block[start : start + most]
                yield {name: ids[rows[name]].tolist() for name, ids in self._ids.items()} | {
                    name: rows[name].tolist() for name in ("rank", "score")
                }


def _is_storable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
