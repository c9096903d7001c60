"""TREC runs, `qid Q0 docno rank score run`: the score orders the answers, then the docno, never the rank."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, cast

import numpy as np

from jurybox.collection.cell_types import plain_reals, real
from jurybox.collection.column_rows import Numbered
from jurybox.collection.column_writes import equal_spans, insert_columns
from jurybox.collection.findings import shown
from jurybox.collection.staging import StagedSheet
from jurybox.formats.delimited import blocks_of
from jurybox.formats.evidence import Seen, Signs, are_numbered, cells_in
from jurybox.formats.exports import CollectionExport, ExportedResponse, columns_of, one_word, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import whole
from jurybox.formats.mentions import Mentions
from jurybox.formats.names import file_names
from jurybox.formats.read_options import Cells, Order
from jurybox.formats.source_files import (
    FormatImport,
    SourceFile,
    columns_in,
    plain_columns,
    rows_among,
    share_of,
    without_comments,
)
from jurybox.language import Sentence, tr, trf, trn_noop, trnf

_BY: dict[Order, str] = {
    "score": "score DESC, CASE WHEN nil THEN 'NIL' ELSE answer END DESC",
    "rank": "written IS NULL, written",
    "file": "line",
}
_SAID: dict[Order, str] = {
    "score": "their score, ties by the answer's id, both downwards; the rank column is not used",
    "rank": "their rank",
    "file": "their lines",
}
_WIDTH, _RANK, _SCORE, _TAG = 6, 3, 4, 5
_NAMES, _ENDINGS = r"(?<![a-z])(runs?|res)(?![a-z])", r"\.(runs?|res)(?![a-z])"
_SURELY_RANKS = 5
"""Lines of a question that a rank must count, for it to be no grade."""
_ZEROS = re.compile(r"(?<=[0-9])\.0+$")
_NUMBER = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(inf|nan)", re.IGNORECASE)

Rows = tuple[Sequence[int], Sequence[str], Sequence[str], Sequence[str], Sequence[float], Sequence[int]]
"""Lines, runs, questions, answers, scores, and numbers of the answers: columns of one length."""
_NO_ROWS: Rows = ([], [], [], [], [], [])


class RunRows:
    """Takes responses in and numbers the answers of each list: those of a run to a question in one file.

    A list is numbered as soon as it ends, since nearly all files hold one list after the other. If a list, or
    a run, continues after another, all are ordered at the end, in SQL, so that memory stays constant.
    """

    def __init__(self, reading: FormatImport) -> None:
        self._reading = reading
        self._mentions = Mentions(reading)
        self._db = reading.staging.db
        (self._before,) = self._db.execute("SELECT coalesce(max(row), 0) FROM in_responses").fetchone()
        self._sheet: StagedSheet | None = None
        self._source: SourceFile | None = None
        self._open = _NO_ROWS
        self._lists: set[tuple[str, str]] = set()
        self._runs: set[str] = set()
        self._last = ("", "")
        self._is_scattered = reading.options.order == "rank"
        self._db.execute("CREATE TABLE written_rank (file INTEGER, line INTEGER, written INTEGER)")

    def add(
        self, source: SourceFile, lines: Sequence[int], cells: Sequence[Sequence[str]], scores: Sequence[float]
    ) -> None:
        """Take responses of a file in: the six columns of many lines, and what their scores are."""
        questions, _, answers, ranks, _, runs = cells
        if self._source is not source:
            self.end_file()
            self._source = source
            self._sheet = self._reading.sheet("responses", source, "run question rank answer score")
        numbers = self._mentions.add_columns(source, lines, questions, answers)
        if self._reading.options.order == "rank":
            file = self._reading.staging.file_number(source.name)
            written = {"file": [file] * len(lines), "line": lines, "written": list(map(_rank, ranks))}
            insert_columns(self._db, "written_rank", written)
        new: Rows = (lines, runs, questions, answers, scores, numbers)
        rows = cast("Rows", tuple([*before, *more] for before, more in zip(self._open, new, strict=True)))
        starts = self._starts(rows)
        self._open = cast("Rows", tuple(column[starts[-1] :] for column in rows))
        self._number(rows, starts)

    def end_file(self) -> None:
        """Stage the last list of a file."""
        rows, self._open = self._open, _NO_ROWS
        if rows[0]:
            self._number(rows, [0, len(rows[0])])
        self._sheet = self._source = None

    def store(self) -> None:
        """Put what is only named here into the sheets, and the responses in order where they are not yet."""
        self.end_file()
        self._mentions.store()
        order = self._reading.options.order
        if self._lists:
            self._reading.note(trf("run-order", "The answers of a run are ordered by {said}.", said=_SAID[order]))
        if self._is_scattered:
            self._put_in_order(order)
        self._db.execute("DROP TABLE written_rank")

    def _number(self, rows: Rows, starts: Sequence[int]) -> None:
        """Stage the lists between neighbors among `starts`, each numbered from 1 and in its order."""
        assert self._sheet is not None  # noqa: S101 - there are rows of a file
        _, runs, questions, answers, scores, _ = rows
        end = starts[-1]
        is_by_score, order, changed = self._reading.options.order == "score", list(range(end)), False
        ranks: list[int] = []
        for start, stop in pairwise(starts):
            self._note_list((runs[start], questions[start]))
            ranks += range(1, stop - start + 1)
            given = scores[start:stop]
            if is_by_score and not all(map(float.__gt__, given, given[1:])):
                order[start:stop] = sorted(order[start:stop], key=lambda at: (scores[at], answers[at]), reverse=True)
                changed = True
        if not end:
            return
        columns: list[Sequence[Any]] = [each[:end] for each in rows]
        if changed:
            columns = [list(map(column.__getitem__, order)) for column in columns]
        lines, runs, questions, answers, scores, numbers = columns
        numbered = None if self._is_scattered else Numbered(self._mentions.met, numbers, starts)
        read: dict[str, Sequence[Any]] = {"run": runs, "question": questions, "rank": ranks, "score": scores}
        self._sheet.columns(lines, (answers,), read, numbered)

    def _starts(self, rows: Rows) -> list[int]:
        """Return where a list of answers begins among rows."""
        _, runs, *_, numbers = rows
        begins = np.diff(self._mentions.met.questions_of(numbers), prepend=-1) != 0
        begins[[start for start, _ in equal_spans(runs)]] = True
        found: list[int] = np.flatnonzero(begins).tolist()
        return found

    def _note_list(self, named: tuple[str, str]) -> None:
        """Note a list, and whether it, or its run, was there before and others since."""
        run, _ = named
        again = named in self._lists and named != self._last
        self._is_scattered |= again or (run in self._runs and run != self._last[0])
        self._lists.add(named)
        self._runs.add(run)
        self._last = named

    def _put_in_order(self, order: Order) -> None:
        """Give the answers of all lists new numbers, and put the lists of a run together."""
        self._reading.staging.spread()
        columns = "file, line, run, question, {}, answer, score, nil"
        self._db.execute("CREATE INDEX written_at ON written_rank (file, line)")
        self._db.execute(
            "CREATE TEMP TABLE unordered AS SELECT s.*, row_number() OVER (PARTITION BY run, question, "  # noqa: S608 - one of three orders
            f"s.file ORDER BY {_BY[order].replace('line', 's.line')}, s.row) AS number, "
            "min(row) OVER (PARTITION BY run) AS of_run, "
            "min(row) OVER (PARTITION BY run, question) AS of_list FROM in_responses s "
            "LEFT JOIN written_rank w ON w.file = s.file AND w.line = s.line WHERE row > ?",
            (self._before,),
        )
        self._db.execute("DELETE FROM in_responses WHERE row > ?", (self._before,))
        self._db.execute(
            f"INSERT INTO in_responses ({columns.format('rank')}) SELECT {columns.format('number')} "  # noqa: S608 - our own names
            "FROM unordered ORDER BY of_run, of_list, file, number"
        )
        self._db.execute("DROP TABLE unordered")


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have six columns, the second of which is Q0."""
    lines = rows_among(lines, _is_row)
    columns = columns_in(lines, _WIDTH)
    if columns and set(columns[1]) <= {"Q0", "q0"}:
        return 1.0
    return share_of(lines, _is_six_columns)


def _is_six_columns(line: str) -> bool:
    cells = line.split(None, _WIDTH)
    return len(cells) >= _WIDTH and cells[1].upper() == "Q0"


def near(lines: Sequence[str]) -> float:
    """Return the share of lines that are of a run or nearly: with any second column, or columns more or less."""
    lines = rows_among(lines, _is_row)
    columns = columns_in(lines, _WIDTH)
    if columns and plain_reals(columns[_SCORE]):
        return 1.0
    return share_of(lines, _is_nearly)


def _is_nearly(line: str) -> bool:
    cells = cells_in(line, _WIDTH)
    if len(cells) < _WIDTH - 2:
        return False
    numbers = [_NUMBER.fullmatch(cell) is not None for cell in cells]
    has_group = cells[1].upper() == "Q0"
    if len(cells) == _WIDTH - 2:
        return has_group and cells[_RANK].isdecimal()
    if len(cells) == _WIDTH - 1:
        return numbers[3] and (has_group or (numbers[1] and cells[1] != "0") or numbers[2] or numbers[4])
    if len(cells) == _WIDTH:
        return has_group or numbers[_SCORE] or (numbers[_RANK] and cells[1] != "0")
    return has_group or (numbers[3] and numbers[_SCORE]) or (numbers[-3] and numbers[-2])


def is_evident(seen: Seen) -> bool:
    """Return whether lines are of a run whatever their file is called: many logs and tables have six columns.

    They have Q0 and a score; or ranks that count up, and the same second column, or the same tag, in all of them.
    """
    rows = seen.rows
    if seen.is_named(_ENDINGS):
        return True
    if any(len(cells) == _WIDTH - 2 for cells in rows):
        return have_ranks(rows) and len(rows) >= _SURELY_RANKS * len({cells[0] for cells in rows})
    if any(len(cells) < _WIDTH or cells[1].upper() == "Q0" for cells in rows):
        return True
    is_same = 1 in (len({cells[1] for cells in rows}), len({cells[-1] for cells in rows}))
    return is_same and seen.path.suffix != ".log" and count_up([(cells[0], cells[-3]) for cells in rows])


def have_ranks(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether lines have six columns, or a fourth of fewer that counts the lines of each question."""
    if all(len(cells) >= _WIDTH for cells in rows):
        return True
    return all(len(cells) > _RANK for cells in rows) and count_up([(cells[0], cells[_RANK]) for cells in rows])


def count_up(ranks: Iterable[tuple[str, str]]) -> bool:
    """Return whether the ranks of each question count its lines, from 1 or from 0."""
    last: dict[str, int] = {}
    for question, rank in ranks:
        if rank not in (str(last.get(question, 0)), str(last.get(question, 0) + 1)):
            return False
        last[question] = int(rank)
    return True


def doubt(seen: Seen) -> str:
    """Return what speaks against the columns of a run: questions or scores in the place of others; or "".

    Scores that count the answers of each question are ranks, where its ranks are none and fall; and questions are
    what ranks count the lines of.
    """
    columns = seen.columns(_WIDTH)
    if not columns:
        return ""
    if odd := seen.odd_line(columns):
        return odd
    questions, _, answers, ranks, scores, tags = columns
    if len({*questions}) == 1 < len({*tags}) and are_numbered({*tags}) and not are_numbered({*questions}):
        return seen.exchanged(columns, 0, _TAG)
    if _are_judgments(columns):
        return tr(
            "its ranks are few as grades are, in no order, and its scores from 0 to 1: if they are judgments with "
            "confidences, write qrels with question, 0, answer and grade"
        )
    by_third = "2" in ranks and len({*answers}) > 1 and count_up(zip(answers, ranks, strict=True))
    if by_third and not count_up(zip(questions, ranks, strict=True)):
        return seen.exchanged(columns, 0, 2)
    if count_up(zip(questions, scores, strict=True)) and all(map(_NUMBER.fullmatch, ranks)):
        values = [float(rank.replace(",", ".")) for rank in ranks]
        pairs = pairwise(zip(questions, values, strict=True))
        falls = [before > after for (one, before), (other, after) in pairs if one == other]
        are_ranks = {*values} <= {*range(len(values) + 1)} if falls else all(map(float.is_integer, values))
        if all(falls) and not are_ranks:
            return seen.exchanged(columns, _RANK, _SCORE)
    return seen.doubt_of_ids(columns)


def _are_judgments(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether ranks look like grades, and scores like confidences, as participants of TREC RAG 2025 judged."""
    questions, _, _, ranks, scores, _ = columns
    if len({*ranks}) == 1 or not {*ranks} <= {*"01234"}:
        return False
    ordered = sorted(range(len(ranks)), key=lambda at: (questions[at], ranks[at]))
    falls = all(
        questions[one] != questions[other] or _score_of(scores[one]) >= _score_of(scores[other])
        for one, other in pairwise(ordered)
    )
    return not falls and all(0 <= _score_of(score) <= 1 for score in scores)


def _score_of(text: str) -> float:
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else inf


def _is_row(line: str) -> bool:
    return _problem(cells_in(line, _WIDTH)) is None


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take runs in; questions and answers that the collection lacks are added without a text, as ranked."""
    rows, by_rank = RunRows(reading), reading.options.order == "rank"

    def one(source: SourceFile) -> None:
        comments: list[int] = []
        longer: list[int] = []
        wordy: list[int] = []
        tags: set[str] = set()
        try:
            for of, held in blocks_of(source.path):
                lines, texts = of, cast("Sequence[str]", held)
                columns = plain_columns(held, _WIDTH)
                if columns is None:
                    lines, texts, dropped = without_comments(of, held, _is_row)
                    comments += dropped
                    columns = columns_in(texts, _WIDTH)
                scores = plain_reals(columns[_SCORE]) if columns else None
                words = _words_among(columns[_RANK]) if columns else ()
                if columns and scores and not (by_rank and words):
                    wordy += [line for line, rank in zip(lines, columns[_RANK], strict=True) if rank in words]
                    tags.update((columns[_TAG][0], columns[_TAG][-1]))
                    rows.add(source, lines, columns, scores)
                else:
                    split = [(line, cells_in(text, _WIDTH)) for line, text in zip(lines, texts, strict=True)]
                    tags.update(cells[_TAG] for _, cells in split if len(cells) == _WIDTH)
                    _add_singly(reading, rows, source, split, tags, longer, wordy)
        finally:
            rows.end_file()
        reading.note_comments(source, comments)
        if wordy and not by_rank:
            message = trnf(
                "run-rank-word",
                "The rank of {n} line is no whole number. Ranks are not used here.",
                "The ranks of {n} lines are no whole numbers; this is the first. Ranks are not used here.",
                len(wordy),
            )
            reading.warn(message, source, wordy[0])
        if longer:
            message = trnf(
                "run-more-columns",
                "What follows the sixth column is left out of {n} line.",
                "What follows the sixth column is left out of {n} lines; this is the first.",
                len(longer),
            )
            reading.warn(message, source, longer[0])

    reading.each(sources, one, "responses")
    rows.store()


def _add_singly(
    reading: FormatImport,
    rows: RunRows,
    source: SourceFile,
    split: Iterable[tuple[int, list[str]]],
    tags: Container[str],
    longer: list[int],
    wordy: list[int],
) -> None:
    """Add the lines that are right, and note those that are not.

    `longer` and `wordy` get the lines with more columns and those whose rank is a word. A longer line is right
    only if its sixth column is a tag that other lines end with: else a blank inside of a column has shifted the
    others.
    """
    by_rank = reading.options.order == "rank"
    kept, cells = list[int](), list[list[str]]()
    for line, row in split:
        is_longer = len(row) > _WIDTH and row[_TAG] in tags and whole(row[_RANK]) is not None
        if problem := _problem(row[:_WIDTH] if is_longer else row, by_rank=by_rank):
            reading.bad("responses", source, line, problem)
        else:
            kept.append(line)
            cells.append(row[:_WIDTH])
            if is_longer:
                longer.append(line)
            if _rank(row[_RANK]) is None:
                wordy.append(line)
    if kept:
        columns = list(zip(*cells, strict=True))
        rows.add(source, kept, columns, list(map(real, columns[_SCORE])))


def _problem(cells: Sequence[str], *, by_rank: bool = False) -> Sentence | None:
    if len(cells) != _WIDTH:
        return trf(
            "run-columns",
            "This line has {cells} columns. Write six: question, Q0, answer, rank, score, run.",
            cells=len(cells),
        )
    try:
        real(cells[_SCORE])
    except ValueError:
        if not any(map(_NUMBER.fullmatch, (cells[_RANK], cells[_SCORE]))):
            return trf(
                "run-head",
                "Neither the rank {rank} nor the score {score} is a number. If this line is a title or names the "
                "columns, remove it, or begin it with #.",
                rank=shown(cells[_RANK]),
                score=shown(cells[_SCORE]),
            )
        return trf("run-score", "The score is {cells}. Write a plain number such as 2.25.", cells=shown(cells[_SCORE]))
    if by_rank and _rank(cells[_RANK]) is None:
        return trf(
            "run-rank",
            "The rank is {rank}. Write a whole number, or order the answers by their score (--order score).",
            rank=shown(cells[_RANK]),
        )
    return None


def _words_among(ranks: Sequence[str]) -> set[str]:
    """Return the ranks that are no whole numbers."""
    if "".join(ranks).isdecimal():
        return set()
    return {rank for rank in set(ranks) if _rank(rank) is None}


def _rank(text: str) -> int | None:
    """Return a rank, which may be written as a decimal such as 2.0; None for anything else."""
    return whole(_ZEROS.sub("", text))


@writer(folder=True)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a new folder with one file for each run, whose scores give the order of its answers."""
    out.leave_out("runs", "scores")
    return {
        run: write_lines(part / f"{name}.run", _run_rows(out, run), " ".join, partial(columns_of, width=_WIDTH))
        for run, name in file_names(out.runs()).items()
    }


def _run_rows(out: CollectionExport, run: str) -> Iterator[Cells]:
    listed: dict[str, dict[str, ExportedResponse]] = {}  # by question, then answer
    for given in out.responses(run):
        before = listed.setdefault(given.question, {})
        if given.nil or given.answer is None or not given.answered:
            out.lose(
                trn_noop("{n} NIL or unanswered response is left out.", "{n} NIL or unanswered responses are left out.")
            )
        elif given.answer in before:
            out.lose(
                trn_noop("{n} repeated answer of one run is left out.", "{n} repeated answers of one run are left out.")
            )
        else:
            before[given.answer] = given
    name = one_word(run)
    if name != run:
        out.lose(
            trn_noop(
                "{n} run has blanks in its name, written as underscores.",
                "{n} runs have blanks in their names, written as underscores.",
            )
        )
    for question, by_answer in listed.items():
        given_list = list(by_answer.values())
        scores = _scores(out, given_list)
        for rank, (given, score) in enumerate(zip(given_list, scores, strict=True), 1):
            yield question, "Q0", given.answer or "", str(rank), score, name


def _scores(out: CollectionExport, given: list[ExportedResponse]) -> list[str]:
    """Return the run's own scores where they give its order, else whole numbers that do."""
    scores = [one.score for one in given]
    if None not in scores:
        keys = [(one.score or 0.0, (one.answer or "").encode()) for one in given]
        if all(before > after for before, after in pairwise(keys)):
            return [repr(float(score or 0.0)) for score in scores]
        if all(before[0] >= after[0] for before, after in pairwise(keys)):
            out.lose(_TIED)
            return _by_place(given)
    if any(score is not None for score in scores):
        out.lose(
            trn_noop(
                "{n} answer list is not in the order of its scores: new scores are written.",
                "{n} answer lists are not in the order of their scores: new scores are written.",
            )
        )
    return _by_place(given)


_TIED = trn_noop(
    "{n} answer list has equal scores, which a reader would order by the names of the answers: new scores are written.",
    "{n} answer lists have equal scores, which a reader would order by the names of "
    "the answers: new scores are written.",
)


def _by_place(given: list[ExportedResponse]) -> list[str]:
    """Return whole numbers that give the order."""
    return [str(len(given) - at) for at in range(len(given))]


FORMAT = Format(
    "trec-run",
    tr("TREC runs"),
    Signs(
        tr("its lines have the six columns of a TREC run"),
        lines=share,
        near=near,
        is_evident=is_evident,
        doubt=doubt,
        called=_NAMES,
    ),
    stage="runs",
    shape="`question Q0 answer rank score run`",
    imports=tr(
        "ordered by score, then answer, both downwards; `--order rank` or `--order file` asks for another order"
    ),
    exports=tr("a folder, a file for each run"),
    example=("x", "1 Q0 d 1 2.5 r\n1 Q0 e 2 2.0 r\n"),
    read=read,
    write=write,
)
