"""Staging: a private temporary database through which every import passes first.

Readers of all formats put the texts of cells into its tables, with the file and line of each row. Cells are
checked here as they arrive; conditions on several rows are checked by the pre-flight, in SQL, so that memory
stays constant however much is imported. SQLite deletes the database when it is closed, or when the program
dies.
"""

import gc
import json
import re
import sqlite3
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import compress
from shlex import quote
from types import TracebackType
from typing import Literal, NamedTuple, Self

from jurybox.collection.cell_types import LABELS, Value
from jurybox.collection.column_rows import ColumnRows, NamedAnswers, Numbered
from jurybox.collection.column_writes import insert_columns
from jurybox.collection.findings import Findings, FoundGrades, FoundWords, plain_kind, printable, shown
from jurybox.collection.import_tables import TABLES, ImportColumn, ImportTable
from jurybox.collection.judged_rows import JudgedAnswers
from jurybox.collection.met_answers import MetAnswers
from jurybox.collection.own_schemes import SCHEME, scheme_as_json
from jurybox.collection.pooling import NIL, is_pool_ref, may_hold_pool_ref, pool_key, pool_ref
from jurybox.collection.ranked_rows import RankedRows
from jurybox.disk import LARGEST_VALUE
from jurybox.errors import Refused
from jurybox.label_schemes import ANSWER_LABELS, LabelScheme
from jurybox.language import Sentence, tr, trf
from jurybox.watch import Stopped, Watch

OnContradiction = Literal["first", "later", "neither"]
ON_CONTRADICTION: tuple[OnContradiction, ...] = ("first", "later", "neither")
"""Which of rows counts that say different things of one item, or of one that the collection has."""

LARGEST_ROW = LARGEST_VALUE - 10_000
"""The most bytes of a staged row: what is stored from it must fit into a collection."""

_BATCH_ROWS = 5_000
_BATCH_CHARACTERS = 4_000_000
_REMEMBERED = 50_000
_STEPS = 200_000
_CACHE_KIB = 65_536
_PAGE_BYTES = 16_384
"""Rows come and go in long stretches: with pages of the usual 4,096 bytes, imports take longer."""
_OBJECTS = 100_000
"""Number of new objects between garbage collections: rows of an import contain no cycles, and come by the
thousands."""
_PAIR = ("assessor", "question", "answer", "nugget")
"""Whose match of what a row of matches is."""
_MAY_BE_EMPTY = {"label", "state", "note"}
"""Columns of which some cells may be empty where rows are staged as columns."""
_SHORTENED = {"question", "answer", "document"}
"""Columns of ids that may be long numbers."""
_SCIENTIFIC = re.compile(r"[0-9](?:[.,][0-9]+)?E\+[0-9]{2,3}|[0-9][.,][0-9]+e\+[0-9]{2,3}")
_BLANKS = " \t\n\r\u00a0\u3000"
"""What is dropped around the name of a person."""
_NO_VALUES: Mapping[str, Sequence[Value]] = {}
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


class UnnamedSource(NamedTuple):
    """A file without an assessor: the names that it suggests, and the placeholder until all is read.

    `stand_in` is "" where the file's name is taken at once; else every row has it in the place of the name.
    """

    file: str
    usual: str
    folder: str
    stand_in: str


class Staging:
    """The temporary database, what was found while it was filled, and which tables are not whole.

    `broken` holds the tables of which a row could not be taken in: that something is not found there is then no
    finding of its own. With `skip_bad_lines`, such a row is left out with a warning; `left_out` counts those, or
    those that would be, by table and by who said it ("": nobody, or not known). `on_contradiction` says which of
    rows counts that say different things of one item ("": none, it is an error). With `missing_matches_no`, pairs
    of answer and nugget that a list of matches leaves out are matched with no, but for those that a skipped line
    lists. `second_column` is what that of qrels was taken for, assessors or rounds, where it could be either.
    `schemes` are the label schemes that the collection has, or will have, of its own, by kind of question; `grades`
    and `words` are what grades and words became, where there was a choice; `controls` are those of which one is to
    be chosen, and `label_words` the labels of words (in lower case) that somebody named; `shortened` are ids that a
    spreadsheet spoiled: file, line and text. `found` counts rows read; `seen` are the tables of which there was a
    file; `given` the columns (table, name) of which a cell was filled, `left_empty` those of which one was not, so
    that nothing is looked for in vain; `models` are the assessors who are models unless a row or the collection
    says otherwise; `unnamed` are the files that name no assessor, `named_by_files` the names that they gave; `runs`
    are the pairs of file and run of which there are responses, runs in the order of their first rows. `ranked`,
    `judged` and `named` are the responses, judgments and answers that are staged as columns: all of them, or none
    (`spread`).
    """

    def __init__(
        self,
        watch: Watch | None = None,
        *,
        skip_bad_lines: bool = False,
        missing_matches_no: bool = False,
        on_contradiction: OnContradiction | None = None,
    ) -> None:
        self.watch = watch or Watch()
        self.skip_bad_lines = skip_bad_lines
        self.missing_matches_no = missing_matches_no
        self.on_contradiction = on_contradiction or ("first" if skip_bad_lines else "")
        self.second_column = ""
        self.schemes: dict[str, LabelScheme] = {}
        self.grades: FoundGrades | None = None
        self.words: FoundWords | None = None
        self.label_words: Mapping[str, str] = {}
        self.shortened: set[tuple[str, int, str]] = set()
        self.controls: tuple[str, ...] = ()
        self.findings = Findings()
        self.broken: set[str] = set()
        self.found: Counter[str] = Counter()
        self.seen: set[str] = set()
        self.given: set[tuple[str, str]] = set()
        self.left_empty: set[tuple[str, str]] = set()
        self.models: set[str] = set()
        self.unnamed: list[UnnamedSource] = []
        self.named_by_files: dict[str, None] = {}
        self.left_out = Counter[tuple[str, str]]()
        self.runs: dict[tuple[int, str], None] = {}
        self._files: dict[str, int] = {}
        self.db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        # A report shown when its window closes is released without notifying this object.
        weakref.finalize(self, self.db.close)
        self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_ROW)
        self.db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
        self.db.execute("PRAGMA journal_mode = OFF")
        self.db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        self.db.set_progress_handler(self.watch.cancelled, _STEPS)
        self.db.execute("CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT)")
        for table in TABLES.values():
            self.db.execute(_create(table))
        self.met = MetAnswers()
        self._begin_columns()
        self.db.execute("CREATE TABLE complete_item (file INT, line INT, assessor, question, answer)")
        self.db.execute("CREATE TABLE skipped_match (file INT, assessor, question, answer, nugget)")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Delete the temporary database."""
        self.db.close()

    def sheet(
        self, table: str, file: str, columns: Sequence[str], defaults: Mapping[str, str] | None = None
    ) -> "StagedSheet":
        """Return a sheet that takes rows for a table whose cells stand in the order of `columns`.

        `defaults` are texts for empty cells and missing columns. ValueError for a column the table lacks.
        """
        unknown = set(columns) - set(TABLES[table].column_names)
        if unknown:
            raise ValueError(f"{table} has no column {sorted(unknown)}")
        self.seen.add(table)
        return StagedSheet(self, TABLES[table], file, columns, defaults or {})

    def set_scheme(self, kind: str, scheme: LabelScheme, file: str, line: int = 1) -> None:
        """Set the scheme by which answers to questions of a kind are judged: it is stored with the import."""
        self.schemes[kind] = scheme
        with self.sheet("collection", file, ("key", "value")) as sheet:
            sheet.row(line, (f"{SCHEME}{kind}", json.dumps(scheme_as_json(scheme), ensure_ascii=False)))

    def complete_items(self, file: str, assessor: str, items: Iterable[tuple[int, str, str]]) -> None:
        """Note items (line, question, answer) of which a file lists every match: other nuggets are no."""
        number = self.file_number(file)
        self.db.execute("BEGIN")
        self.db.executemany(
            "INSERT INTO complete_item VALUES (?, ?, ?, ?, ?)",
            ((number, line, assessor, question, answer) for line, question, answer in items),
        )
        self.db.execute("COMMIT")

    def refuse(
        self,
        table: str | None,
        sentence: Sentence,
        file: str | None,
        line: int | None = None,
        *,
        kind: str | None = None,
    ) -> None:
        """Add an error that prevents a row, or a whole file, from being read."""
        if line is not None:
            self.left_out[table or "lines", ""] += 1
        if self.skip_bad_lines and line is not None:
            message = Sentence(f"Left out: {sentence}", sentence.code)
            self.findings.add(message, file, line, severity="warning", kind=kind or f"skipped {table}")
        else:
            self.refuse_file(table, sentence, file, line, kind=kind)

    def refuse_file(
        self,
        table: str | None,
        sentence: Sentence,
        file: str | None,
        line: int | None = None,
        *,
        kind: str | None = None,
    ) -> None:
        """Add an error after which a file is not read any further, and which cannot be skipped."""
        if table:
            self.broken.add(table)
        self.findings.add(sentence, file, line, kind=kind or plain_kind(sentence))

    def note_runs(self, after: int = 0) -> None:
        """Learn `runs` from the rows after one: where they were changed, or not stored as they came."""
        if not after:
            self.runs.clear()
        rows = self.db.execute(
            "SELECT file, run FROM in_responses WHERE row > ? AND run IS NOT NULL GROUP BY file, run ORDER BY min(row)",
            (after,),
        )
        self.runs.update(dict.fromkeys(rows))

    @property
    def as_columns(self) -> dict[str, ColumnRows]:
        """The rows that are staged as columns, by table."""
        return {rows.name: rows for rows in (self.ranked, self.judged, self.named)}

    def spread(self) -> None:
        """Write what is staged as columns as rows of the tables, for what changes them or looks at each."""
        if not any(self.as_columns.values()):
            return
        for table, rows in self.as_columns.items():
            count = 0
            for columns in rows.spread():
                self.watch.report(f"checking {table}", count)
                self.db.execute("BEGIN")
                insert_columns(self.db, in_name(table), columns)
                self.db.execute("COMMIT")
                count += len(columns["line"])
        self._begin_columns()

    def are_met(self, met: MetAnswers) -> bool:
        """Return whether answers with these numbers can be staged as columns, beside those that are."""
        if met is not self.met and not any(self.as_columns.values()):
            self.met = met
            self._begin_columns()
        return met is self.met

    def _begin_columns(self) -> None:
        self.ranked = RankedRows(self.db, self.met)
        self.judged = JudgedAnswers(self.db, self.met)
        self.named = NamedAnswers(self.db, self.met)

    def file_number(self, file: str) -> int:
        """Return the number of a file, as used in the rows."""
        if file not in self._files:
            self._files[file] = len(self._files) + 1
            self.db.execute("INSERT INTO file VALUES (?, ?)", (self._files[file], printable(file)))
        return self._files[file]

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """Turn a statement that the watch interrupted into Stopped.

        Raises KeyboardInterrupt if it was Ctrl-C, which SQLite treats as an interruption and does not pass
        on.
        """
        thresholds = gc.get_threshold()
        gc.set_threshold(max(_OBJECTS, thresholds[0]), *thresholds[1:])
        try:
            yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            raise (Stopped if self.watch.cancelled() else KeyboardInterrupt) from error
        finally:
            gc.set_threshold(*thresholds)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Like `stoppable`, and turn a full disk under the temporary database into a sentence."""
        try:
            with self.stoppable():
                yield
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in _NO_ROOM:
                raise
            raise Refused(
                tr(
                    "There is no room for the temporary data of the import. Nothing was stored; make "
                    "room in the folder for temporary files, or set TMPDIR to a larger one."
                )
            ) from error


class StagedSheet:
    """Takes the rows of one file in, many at a time. Use it as a context manager."""

    def __init__(
        self, staging: Staging, table: ImportTable, file: str, columns: Sequence[str], defaults: Mapping[str, str]
    ) -> None:
        self._staging = staging
        self._table = table
        self._file = file
        self._columns = tuple(columns)
        self._defaults = defaults
        self._parsers = {c.name: _Remembering(self._parser(c)) for c in table.columns if c.cell.parse}
        self._lines: list[int] = []
        self._rows: list[Sequence[str]] = []
        self._size = 0
        self._at: Sequence[int] = ()
        self._odd = set[int]()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self._flush()

    def _parser(self, column: ImportColumn) -> Callable[[str], Value]:
        """Return the parser of a cell: a collection's own label is returned unchanged, others in any case."""
        assert column.cell.parse  # noqa: S101 - only asked of columns that have one
        usual = column.cell.parse
        if column.cell is not LABELS:
            return usual
        own = {word for scheme in self._staging.schemes.values() for word in scheme.words}
        in_any_case = {word.casefold(): word for word in (*ANSWER_LABELS, *own)}
        by_hand = self._staging.label_words

        def parsed(text: str) -> Value:
            word = by_hand.get(text.casefold(), text)
            if word in own or not word:
                return word or None
            try:
                return usual(word)
            except ValueError:
                return usual(in_any_case.get(word.casefold(), word))

        return parsed

    def row(self, line: int, cells: Sequence[str]) -> None:
        """Take a row in: the line it begins in, and as many texts as there are columns ("" for none)."""
        self._lines.append(line)
        self._rows.append(cells)
        self._size += sum(map(len, cells))
        if len(self._rows) >= _BATCH_ROWS or self._size > _BATCH_CHARACTERS:
            self._flush()

    def columns(
        self,
        lines: Sequence[int],
        cells: Sequence[Sequence[str]],
        values: Mapping[str, Sequence[Value]] = _NO_VALUES,
        numbered: Numbered | None = None,
    ) -> None:
        """Take many rows in, column by column, each as long as `lines`; what `row` says holds for each.

        `values` are those columns, by name, whose cells the caller has read, none of them empty, or with a
        NUL; the others are in `cells`. With `numbered` answers, rows are kept as columns
        (`Staging.as_columns`) while all of a table are plain.
        """
        self._flush()
        if lines:
            unread = (name for name in self._columns if name not in values)
            self._take(lines, dict(zip(unread, cells, strict=True)), values, numbered)

    def skipped(self, cells: Sequence[str]) -> None:
        """Note the pair that a match names which was refused for its shape, as far as it can be read."""
        if self._table.name == "matches":
            texts = dict(zip(self._columns, cells, strict=False))
            self._note_skipped([[texts.get(name) or self._defaults.get(name) for name in _PAIR]])

    def _flush(self) -> None:
        if not self._rows:
            return
        lines, columns = self._lines, zip(*self._rows, strict=True)
        self._lines, self._rows, self._size = [], [], 0
        self._take(lines, dict(zip(self._columns, columns, strict=True)))

    def _take(
        self,
        lines: Sequence[int],
        texts: Mapping[str, Sequence[str]],
        read: Mapping[str, Sequence[Value]] = _NO_VALUES,
        numbered: Numbered | None = None,
    ) -> None:
        self._at, self._odd = lines, set()
        dropped: set[int] = set()
        nothing: list[Value] = [None] * len(lines)
        values = {
            column.name: list(read[column.name])
            if column.name in read
            else self._column(column, texts.get(column.name), nothing, dropped)
            for column in self._table.columns
        }
        for at, sentence in extra_values(self._table.name, values, dropped):
            self._refuse(at, sentence, dropped)
        self._staging.left_out[self._table.name, ""] += len(self._odd - dropped)
        empty = {name for name, cells in values.items() if cells is nothing or (name not in read and None in cells)}
        filled = {
            name: cells
            for name, cells in values.items()
            if name not in empty or (cells is not nothing and cells.count(None) < len(lines))
        }
        self._staging.given.update((self._table.name, name) for name in filled)
        self._staging.left_empty.update((self._table.name, name) for name in empty)
        is_whole = empty.isdisjoint(filled.keys() - _MAY_BE_EMPTY)
        if dropped or not (numbered and is_whole and self._pack(filled, numbered)):
            self._store(filled, dropped)
        if dropped and self._table.name == "matches":
            columns = [values[name] for name in _PAIR]
            self._note_skipped([[column[at] for column in columns] for at in sorted(dropped)])
        self._staging.found[self._table.name] += len(lines)
        self._staging.watch.report(self._file, self._staging.found[self._table.name])

    def _column(
        self, column: ImportColumn, texts: Sequence[str] | None, nothing: list[Value], dropped: set[int]
    ) -> list[Value]:
        default = self._defaults.get(column.name, "")
        if texts is None:
            if not (default or column.filled):
                return nothing
            texts = [default] * len(nothing)
        elif default:
            texts = [text or default for text in texts]
        values = self._parsed(column, texts, dropped)
        if column.filled and "" in texts:
            empty = [at for at, text in enumerate(texts) if not text]
            self._refuse_all(
                empty,
                trf("cell-missing", "{column} is missing. Write {wants}.", column=column.name, wants=column.cell.wants),
                dropped,
            )
        if column.name in _SHORTENED and "e+" in "".join(texts).lower():
            short = [at for at, text in enumerate(texts) if _SCIENTIFIC.fullmatch(text)]
            for at in short:
                place = (self._file, self._at[at], texts[at])
                if place in self._staging.shortened:  # said of another table
                    dropped.add(at)
                    continue
                self._staging.shortened.add(place)
                message = trf(
                    "id-shortened",
                    "The {column} is {text}: a spreadsheet shortened a long number. Format the column as text there, "
                    "and write the ids again.",
                    column=column.name,
                    text=shown(texts[at]),
                )
                self._refuse(at, message, dropped)
        if column.cell.parse is None and "\0" in "".join(texts):
            held = [at for at, text in enumerate(texts) if "\0" in text]
            message = trf("cell-nul", "The {column} contains a NUL character. Remove it.", column=column.name)
            self._refuse_all(held, message, dropped)
        return values

    def _parsed(self, column: ImportColumn, texts: Sequence[str], dropped: set[int]) -> list[Value]:
        parser = self._parsers.get(column.name)
        if column.name == "assessor":
            texts = [text.strip(_BLANKS) for text in texts]
        if parser is None:
            return [text or None for text in texts] if "" in texts else list(texts)
        if column.cell.parse_all and (numbers := column.cell.parse_all(texts)):
            return list(numbers)
        try:
            return list(map(parser.__getitem__, texts))
        except ValueError:
            return [self._one(column, parser, at, text, dropped) for at, text in enumerate(texts)]

    def _one(self, column: ImportColumn, parser: "_Remembering", at: int, text: str, dropped: set[int]) -> Value:
        try:
            return parser[text]
        except ValueError:
            wanted = column.cell.wants + ("" if column.filled else tr("; or leave it empty"))
            if column.cell is LABELS:
                wanted += tr("; or say which of these it is: --words {pair}", pair=quote(f"{text}=LABEL"))
            message = trf(
                "cell-value", "{column} is {text}. Write {wanted}.", column=column.name, text=shown(text), wanted=wanted
            )
            if self._staging.skip_bad_lines:
                self._refuse(at, message, dropped)
            else:
                self._odd.add(at)
                kind = f"{self._table.name}.{column.name}"
                self._staging.findings.add(message, self._file, self._at[at], kind=kind)
            return None

    def _refuse_all(self, where: Iterable[int], sentence: Sentence, dropped: set[int]) -> None:
        for at in where:
            self._refuse(at, sentence, dropped)

    def _refuse(self, at: int, sentence: Sentence, dropped: set[int]) -> None:
        if at not in dropped:
            dropped.add(at)
            self._staging.refuse(self._table.name, sentence, self._file, self._at[at])

    def _pack(self, values: Mapping[str, list[Value]], numbered: Numbered) -> bool:
        """Keep rows as columns; return False where they, or others, must be rows of the table."""
        staging, number, table = self._staging, self._staging.file_number(self._file), self._table.name
        if not staging.are_met(numbered.met):
            return False
        rows = staging.as_columns[table]
        if len(rows) < staging.found[table] or not rows.add(number, self._at, numbered, values):
            return False
        if table == "responses":
            self._note_runs(number, (values["run"][start] for start in numbered.lists[:-1]))
        return True

    def _note_runs(self, number: int, named: Iterable[Value]) -> None:
        runs = (run for run in dict.fromkeys(named) if run is not None)
        self._staging.runs.update(dict.fromkeys((number, str(run)) for run in runs))

    def _store(self, values: Mapping[str, list[Value]], dropped: set[int]) -> None:
        """Store rows by the columns of them that hold anything."""
        number, table = self._staging.file_number(self._file), in_name(self._table.name)
        if self._staging.as_columns.get(self._table.name):
            self._staging.spread()
        columns: dict[str, Sequence[Value]] = {"line": self._at, **values}
        if dropped:
            kept = [at not in dropped for at in range(len(self._at))]
            columns = {name: list(compress(cells, kept)) for name, cells in columns.items()}
        db = self._staging.db
        last = db.execute(f"SELECT max(row) FROM {table}").fetchone()[0] or 0
        db.execute("BEGIN")
        try:
            insert_columns(db, table, {"file": [number] * len(columns["line"]), **columns})
            if self._table.name == "responses":
                self._note_runs(number, columns.get("run", ()))
        except (UnicodeEncodeError, sqlite3.DataError):
            db.execute(f"DELETE FROM {table} WHERE row > ?", (last,))
            self._store_singly(values, dropped, number)
            self._staging.note_runs(last)
        finally:
            if db.in_transaction:
                db.execute("COMMIT")

    def _note_skipped(self, pairs: Iterable[Sequence[Value]]) -> None:
        """Note the pairs of answer and nugget in dropped lines: they do not mean no."""
        number = self._staging.file_number(self._file)
        self._staging.db.executemany(
            "INSERT INTO skipped_match VALUES (?, ?, ?, ?, ?)", ((number, *map(_storable, pair)) for pair in pairs)
        )

    def _store_singly(self, values: Mapping[str, list[Value]], dropped: set[int], number: int) -> None:
        """Store rows one by one, to find the one that cannot be stored."""
        insert = _insert(self._table, values)
        for at, row in enumerate(zip(self._at, *values.values(), strict=True)):
            if at in dropped:
                continue
            try:
                self._staging.db.execute(insert, (number, *row))
            except UnicodeEncodeError:
                message = trf(
                    "text-half-character",
                    "A text contains half a character (a lone surrogate), which cannot be stored. Repair it.",
                )
                self._refuse(at, message, dropped)
            except sqlite3.DataError:
                message = trf(
                    "row-too-long",
                    "This row is longer than {largest_row:,} bytes. Shorten it, or split the text.",
                    largest_row=LARGEST_ROW,
                )
                self._refuse(at, message, dropped)


def _storable(value: Value) -> Value:
    """Return a value as SQLite can hold it: no name that is known has half a character, or is that long."""
    if not isinstance(value, str):
        return value
    return None if len(value) > LARGEST_ROW // 16 else value.encode(errors="replace").decode()


class _Remembering(dict[str, Value]):
    """Parses texts and remembers the values, since most columns repeat a few of them."""

    def __init__(self, parse: Callable[[str], Value]) -> None:
        super().__init__({"": None})
        self._parse = parse

    def __missing__(self, text: str) -> Value:
        value = self._parse(text)
        if len(self) < _REMEMBERED:
            self[text] = value
        return value


def in_name(table: str) -> str:
    """Return the name of a table in the staging database, since some plain names are SQL keywords."""
    return f"in_{table}"


def _quoted(name: str) -> str:
    return f'"{name}"'


def _create(table: ImportTable) -> str:
    columns = [(column.name, column.cell.sql) for column in table.columns] + list(table.extra)
    listed = ", ".join(f"{_quoted(name)} {sql}" for name, sql in columns)
    return f"CREATE TABLE {in_name(table.name)} (row INTEGER PRIMARY KEY, file INTEGER, line INTEGER, {listed})"


def _insert(table: ImportTable, columns: Iterable[str]) -> str:
    names = ["file", "line", *columns]
    listed = ", ".join(map(_quoted, names))
    return f"INSERT INTO {in_name(table.name)} ({listed}) VALUES ({', '.join('?' * len(names))})"


_Columns = dict[str, list[Value]]

_NIL_ID = trf("nil-as-id", "NIL cannot be the id of an answer: it means that there is none. Give it another id.")
_NO_ANSWER = trf("answer-saying-nothing", "This answer has neither an id nor a text. Write one of them.")
_CHANGED = trf(
    "pooled-id-changed",
    "The id of this pooled answer is made from its question, text, document and support, one "
    "of which was changed. Leave the id empty, here and wherever it is named, or write an id "
    "of your own.",
)
_NIL_AND_TEXT = trf("nil-with-more", "NIL means no answer, but the {} is given too. Leave one of them out.")
_NO_RESPONSE = trf(
    "response-saying-nothing",
    "This response names no answer and has no text. Write the id or the text of an answer, "
    "or NIL; or write no under answered.",
)


def extra_values(table: str, values: _Columns, dropped: set[int]) -> Iterator[tuple[int, Sentence]]:
    """Add the extra columns of a table to `values`; yield position and sentence of each row to refuse."""
    if table == "answers":
        yield from _answers(values, dropped)
    elif table == "responses":
        yield from _responses(values, dropped)


def _ref(values: _Columns, at: int) -> str:
    question, text, document, support = (values[name][at] for name in ("question", "text", "document", "support"))
    return pool_ref(pool_key(str(question), str(text or ""), _text(document), _text(support)))


def _text(value: Value) -> str | None:
    return None if value is None else str(value)


def _answers(values: _Columns, dropped: set[int]) -> Iterator[tuple[int, Sentence]]:
    refs = list(values["answer"])
    values["ref"], values["answer"] = refs, list(refs)
    if None not in refs and NIL not in refs and not may_hold_pool_ref(map(str, refs)):
        return
    for at, (answer, text) in enumerate(zip(refs, values["text"], strict=True)):
        if at in dropped:
            continue
        if answer == NIL:
            yield at, _NIL_ID
        elif answer is None:
            if text is None:
                yield at, _NO_ANSWER
            refs[at] = _ref(values, at)
        elif is_pool_ref(str(answer)):
            if _ref(values, at) != answer:
                yield at, _CHANGED
            values["answer"][at] = None


def _responses(values: _Columns, dropped: set[int]) -> Iterator[tuple[int, Sentence]]:
    answers = values["answer"]
    if None not in answers and NIL not in answers:
        return
    answers = values["answer"] = list(answers)
    values["nil"] = [int(answer == NIL) for answer in answers]
    values["pooled"] = [0] * len(answers)
    for at, answer in enumerate(answers):
        if at in dropped or answer not in (None, NIL):
            continue
        given = [name for name in ("text", "document", "support") if values[name][at] is not None]
        if answer == NIL:
            answers[at] = None
            if given:
                yield at, Sentence(_NIL_AND_TEXT.format(given[0]), _NIL_AND_TEXT.code)
        elif "text" in given:
            answers[at] = _ref(values, at)
            values["pooled"][at] = 1
        elif given or values["answered"][at] != 0:
            yield at, _NO_RESPONSE
