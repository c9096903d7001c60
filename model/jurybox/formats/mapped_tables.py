"""Reading tables whose columns were matched with fields (`column_maps`): one row may fill several tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from sys import intern

from jurybox.collection.cell_types import moment, real
from jurybox.collection.entries import STATES
from jurybox.collection.findings import FoundWords, Severity, shown
from jurybox.collection.pooling import NIL, pool_key, pool_ref, pooled_text
from jurybox.collection.staging import Staging
from jurybox.csv_files import with_point
from jurybox.formats.bad_files import BadFile
from jurybox.formats.column_maps import FIELDS, ColumnMap, pairs_by_ending
from jurybox.formats.delimited import first_twice
from jurybox.formats.evidence import Signs
from jurybox.formats.format import Format
from jurybox.formats.grades import GradeScale, grade_scale, whole
from jurybox.formats.label_words import (
    LEFT_OUT,
    TICKS,
    choices,
    is_fault,
    is_yes,
    label_or_state,
    question_of_words,
    suggested,
)
from jurybox.formats.mentions import Mentions
from jurybox.formats.read_options import Cells, ReadOptions
from jurybox.formats.source_files import FormatImport, SourceFile, first_lines, questions_by_text, unfitting
from jurybox.formats.table_layouts import is_discarded, separator_in, states_in, texts_in, when
from jurybox.formats.table_samples import described, kind_of_rows, sample_of, separator_of, table_rows
from jurybox.formats.trec_qa_lines import CODES
from jurybox.formats.workbooks import error_among
from jurybox.kinds import KIND_NAMES, KINDS
from jurybox.label_schemes import LabelScheme
from jurybox.language import Sentence, tr, trf, trnf
from jurybox.lists import comma_list
from jurybox.wording import count_of

MOST_ROWS = 2_000_000
"""Rows of a table that are read; they are held in memory."""
_REPORTED = 5_000
_RIGHT = {True: "correct", False: "incorrect"}
_WORDS = {
    "r": "correct",
    "right": "correct",
    "x": "inexact",
    "u": "unsupported",
    "w": "incorrect",
    "wrong": "incorrect",
}
_RESPONSES = "run question rank answer text document support answered decision confidence score"
_STORED_RESPONSES = (
    "SELECT DISTINCT r.name, q.name FROM response s JOIN run r ON r.id = s.run JOIN question q ON q.id = s.question"
)
_JUDGMENTS = "assessor question answer label state note seconds_active judged_at"


@dataclass(slots=True)
class _Row:
    """One response or answer of a row, with its assessors' labels.

    All rows are in memory, so each keeps no cell that was read already, and equal names are stored once.
    """

    line: int
    places: Mapping[str, int]
    cells: Cells
    question: str
    run: str
    text: str
    labels: tuple[tuple[str, str], ...]

    def cell(self, name: str) -> str:
        """Return the cell in the column of a field; "" if the table has none."""
        at = self.places.get(name)
        return "" if at is None else self.cells[at]

    @property
    def answer(self) -> str:
        return self.cell("answer").strip()

    @property
    def document(self) -> str:
        return self.cell("document").strip()

    @property
    def support(self) -> str:
        return self.cell("support")

    @property
    def is_nil(self) -> bool:
        return NIL in (self.answer, self.text.strip())

    @property
    def is_empty(self) -> bool:
        return not self.answer and not self.text.strip()

    @property
    def ref(self) -> str:
        """The answer as judgments name it: its id, or that of what is pooled with it."""
        key = pool_key(self.question, self.text, self.document or None, self.support or None)
        return self.answer or pool_ref(key)


@dataclass
class _MappedTable:
    """The rows of one file, its map, and the kind of questions that are new."""

    source: SourceFile
    columns: ColumnMap
    kind: str
    heads: frozenset[str]
    rows: list[_Row]
    places: dict[str, int]
    """Where the cells of a row have what was not read when the row was."""
    pairs: Mapping[str, str]
    """The columns of labels that belong to several of texts; empty where every label is of the one text."""
    has_commas: bool
    """Whether a comma in a number is that before its decimals."""
    states: Sequence[str]
    """The columns that say of labels beside them whether they count."""
    undecided: int = 0
    """Labels that do not count, as such a column says."""

    @cached_property
    def is_unclear(self) -> bool:
        """Whether nobody knows what a yes or a 1 is here: it is said of faults, or all that is said are ticks."""
        said = {label.casefold() for row in self.rows for _, label in row.labels}
        return said <= TICKS or any(name == "label" and is_fault(column) for column, name in self.columns.columns)

    def number(self, row: _Row, name: str) -> str:
        """Return the number in the column of a field, with a point before its decimals."""
        text = row.cell(name).strip()
        return with_point(text) if self.has_commas else text


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Put what the columns of tables are said to be into a staging database."""
    _Import(reading.staging, reading.options).read(sources)


class _Import(FormatImport):
    def __init__(self, staging: Staging, options: ReadOptions) -> None:
        super().__init__(staging, options)
        self._tables: list[_MappedTable] = []
        self._names_by_text = questions_by_text(self)
        self._numbers = 0
        self._new: dict[str, tuple[int, str, str]] = {}
        self._responses: set[tuple[str, str]] | None = None

    def read(self, sources: Sequence[Path]) -> None:
        """Read every file, then store them one after the other: all grades are on one scale."""
        self.each(sources, self._read_table, "responses")
        scale = self._scale()
        self._note_words(scale)
        mentions = Mentions(self)
        for table in self._tables:
            self._store_questions(table)
            self._store_documents(table)
            self._store_responses(table, mentions)
            self._store_judgments(table, scale)
        mentions.store()

    def _read_table(self, source: SourceFile) -> None:
        rows = iter(table_rows(source.path))
        line, heads = next(rows, (1, []))
        columns = next((one for one in self.options.columns if one.fits(heads)), None)
        if columns is None:
            raise BadFile(
                trf(
                    "columns-unmatched",
                    "No columns were matched for {described}. Match them, or leave it out.",
                    described=described(heads),
                ),
                line,
            )
        twice = first_twice(heads)
        if twice is not None:
            raise BadFile(
                trf("column-twice", "The column {twice} appears twice. Remove one of the two.", twice=shown(twice)),
                line,
            )
        above = line - 1 - bool(separator_in("".join(first_lines(source.path, 1))))
        sample = sample_of(source.path)
        kind = kind_of_rows(sample, columns) if sample else columns.kind or KIND_NAMES[0]
        kept = [name for _, name in columns.columns if name not in _READ_AT_ONCE and not FIELDS[name].several]
        places = {
            name: at for at, name in enumerate(dict.fromkeys([*kept, *(["answer"] if columns.is_of_crowds else [])]))
        }
        pairs = pairs_by_ending(columns)
        states = [head for head in states_in(heads) if head not in dict(columns.columns)]
        table = _MappedTable(
            source, columns, kind, frozenset(heads), [], places, pairs, separator_of(source.path) == ";", states
        )
        for count, (line, cells) in enumerate(rows):
            if count == MOST_ROWS:
                raise BadFile(
                    trf(
                        "too-many-rows",
                        "There are more than {most_rows:,} rows. Import them as several files.",
                        most_rows=MOST_ROWS,
                    ),
                    line,
                )
            if not count % _REPORTED:
                self.staging.watch.report(source.name, count)
            if len(cells) != len(heads):
                message = trf(
                    "columns-row-width",
                    "This row has {cells} cells, the first line {heads}. Put cells that contain the "
                    "separator into quotation marks, or write the cells that are missing.",
                    cells=len(cells),
                    heads=len(heads),
                )
                self.bad("responses", source, line, message)
            elif trouble := unfitting("".join(cells)):
                self.bad("responses", source, line, trouble)
            elif any(cell.strip() for cell in cells):
                named = dict(zip(heads, cells, strict=True))
                if trouble := error_among((shown(column), named[column]) for column, _ in columns.columns):
                    self.bad("responses", source, line, trouble)
                    continue
                table.rows.extend(self._rows_of(table, line, named))
        self._tables.append(table)
        self._note_columns(table, heads, above)
        self._check_one_answer(table)

    def _check_one_answer(self, table: _MappedTable) -> None:
        """Say that the questions of a table without answers have one each; an error where they have more."""
        if not table.columns.is_of_crowds:
            return
        met: dict[tuple[str, str], int] = {}
        for row in table.rows:
            for assessor, _ in row.labels:
                if met.setdefault((assessor, row.question), row.line) != row.line:
                    raise BadFile(
                        trf(
                            "columns-no-answer",
                            "{assessor} labels question {question} again, as in line {line}, so a question has several "
                            "answers, and no column is an answer. Choose the column of its id or of its text.",
                            assessor=shown(assessor),
                            question=shown(row.question),
                            line=met[assessor, row.question],
                        ),
                        row.line,
                    )
        self.note(
            trf(
                "columns-one-answer",
                "No column is an answer: each question has one answer, with the id of the question.",
            ),
            table.source,
        )

    def _note_columns(self, table: _MappedTable, heads: Sequence[str], above: int) -> None:
        if above:
            self.note(
                trnf(
                    "columns-lines-above",
                    "{n} line above the names of the columns is left out.",
                    "{n} lines above the names of the columns are left out.",
                    above,
                ),
                table.source,
            )
        pairs = dict(table.columns.columns)
        matched = comma_list(f"{column} = {FIELDS[name].title}" for column, name in pairs.items())
        self.note(trf("columns-read-as", "Columns are read as: {matched}.", matched=matched), table.source)
        left = [head for head in heads if head not in pairs]
        if left:
            self.warn(
                trnf(
                    "columns-left-out",
                    "{n} column is left out: {described}.",
                    "{n} columns are left out: {described}.",
                    len(left),
                    described=described(left),
                ),
                table.source,
            )
        if table.undecided:
            self.warn(
                trnf(
                    "columns-undecided",
                    "{n} label is left out: it was rejected or ignored, as the column {columns} says.",
                    "{n} labels are left out: they were rejected or ignored, as the column {columns} says.",
                    table.undecided,
                    columns=comma_list(map(shown, table.states)),
                ),
                table.source,
            )

    def _rows_of(self, table: _MappedTable, line: int, named: dict[str, str]) -> Iterator[_Row]:
        """Yield the rows in a line of a file, one for each column of answer texts."""
        columns, source, options = table.columns, table.source, self.options
        cells = {name: named[column] for column, name in columns.columns if not FIELDS[name].several}
        question = self._question_of(table, line, cells)
        if not question:
            return
        texts, labels = columns.of("text"), columns.of("label")
        run = cells.get("run", "").strip()
        if "run" in cells and not run:
            self.bad("responses", source, line, trf("columns-no-run", "The run is missing. Write its name."))
            return
        if not labels and not run and (texts or columns.of("answer")):
            run = options.run or source.stem
        run = run or options.run or ""
        said = {
            column: (intern(self._assessor_of(table, column, cells)), intern(named[column].strip()))
            for column in labels
            if named[column].strip()
        }
        if any(is_discarded(named[state]) for state in table.states):
            table.undecided += len(said)
            said = {}
        if columns.is_of_crowds:
            cells["answer"] = question
        kept = tuple(cells[name] for name in table.places)
        for column in texts or ("",):
            yield _Row(
                line,
                table.places,
                kept,
                intern(question),
                intern(column if len(texts) > 1 else run),
                named[column] if column else "",
                tuple(said[label] for label in said if not table.pairs or table.pairs[column] == label),
            )

    def _assessor_of(self, table: _MappedTable, column: str, cells: dict[str, str]) -> str:
        if len(table.columns.of("label")) > 1 and len(table.columns.of("text")) < 2:
            return column
        return cells.get("assessor", "").strip() or self.assessor(table.source)

    def _question_of(self, table: _MappedTable, line: int, cells: dict[str, str]) -> str:
        """Return the id of a row's question, and remember the question if it is new; "" where it has none."""
        text, name = cells.get("question-text", ""), cells.get("question", "").strip()
        same = pooled_text(text)
        if not name and "question" not in cells and same:
            name = self._names_by_text.get(same, "") or self._next_name()
        if not name:
            if not ({"question", "question-text"} & cells.keys()):
                return _NO_QUESTION  # a table of documents
            self.bad(
                "questions",
                table.source,
                line,
                trf("columns-no-question", "The question is missing. Write its id or its text."),
            )
            return ""
        if same:
            self._names_by_text.setdefault(same, name)
        before = self._new.get(name)
        if before is None and name not in self.kinds:
            kind = cells.get("kind", "").strip().casefold() or table.kind
            self._new[name] = (line, kind, text)
        elif before is not None and text and before[2] and pooled_text(before[2]) != same:
            message = trf(
                "columns-question-text",
                "Question {name} has another text here than in line {before}. Correct one.",
                name=shown(name),
                before=before[0],
            )
            self.bad("questions", table.source, line, message)
            return ""
        elif before is not None and text and not before[2]:
            self._new[name] = (before[0], before[1], text)
        return name

    def _next_name(self) -> str:
        while True:
            self._numbers += 1
            name = f"q{self._numbers}"
            if name not in self.kinds and name not in self._new:
                return name

    def _kind_of(self, question: str) -> str:
        return self.kinds.get(question) or self._new[question][1]

    # Storing

    def _scale(self) -> GradeScale:
        """Return how numbers become labels of graded questions: those of all files are on one scale."""
        grades, files = Counter[int](), dict[str, None]()
        for table in self._tables:
            for row in table.rows:
                if row.question == _NO_QUESTION or not self._is_graded(row.question):
                    continue
                by_hand = dict(table.columns.words)
                given = [label for _, label in row.labels if label.casefold() not in by_hand]
                found = [grade for label in given if (grade := whole(label)) is not None]
                grades.update(found)
                files.update(dict.fromkeys([table.source.name] if found else []))
        return grade_scale(self, grades, list(files)) if grades else GradeScale({}, 2)

    def _is_graded(self, question: str) -> bool:
        kind = KINDS.get(self._kind_of(question))
        return kind is not None and kind.is_graded

    def _store_questions(self, table: _MappedTable) -> None:
        with self.sheet("questions", table.source, "question kind text category") as sheet:
            for row in table.rows:
                new = None if row.question in self.kinds else self._new.get(row.question)
                if new is not None:
                    sheet.row(row.line, (row.question, new[1], new[2], row.cell("category").strip()))
                    self.kinds[row.question] = new[1]

    def _store_documents(self, table: _MappedTable) -> None:
        if not table.columns.of("document-text"):
            return
        texts: dict[str, tuple[int, str]] = {}
        with self.sheet("documents", table.source, "document text") as sheet:
            for row in table.rows:
                text = row.cell("document-text")
                if not row.document or not text.strip():
                    continue
                line, before = texts.setdefault(row.document, (row.line, text))
                if line == row.line:
                    sheet.row(line, (row.document, text))
                elif before != text:
                    message = trf(
                        "columns-document-text",
                        "Document {document} has another text in line {line}. Correct one.",
                        document=shown(row.document),
                        line=line,
                    )
                    self.bad("documents", table.source, row.line, message)

    def _store_responses(self, table: _MappedTable, mentions: Mentions) -> None:
        """Store the answers, and what runs returned; what several assessors judged is one response."""
        answers: set[tuple[str, str]] = set()
        source = table.source
        with self.sheet("answers", source, "question answer text document support") as sheet:
            for row in table.rows:
                if row.question == _NO_QUESTION or row.is_empty or row.is_nil:
                    continue
                if not row.text.strip():
                    mentions.add(source, row.line, row.question, row.answer)
                elif (row.answer or not self._returns(table, row)) and (row.question, row.ref) not in answers:
                    answers.add((row.question, row.ref))
                    sheet.row(row.line, (row.question, row.answer, row.text, row.document, row.support))
        responses = ((row.line, self._response(table, row, rank)) for row, rank in self._ranked(table))
        self.put("responses", source, _RESPONSES, responses)

    def _ranked(self, table: _MappedTable) -> Iterator[tuple[_Row, str]]:
        """Yield the responses with their ranks: as given, else by score where there is one, else in order."""
        by_run: dict[tuple[str, str], list[_Row]] = {}
        met: set[tuple[str, str, str, str]] = set()
        for row in table.rows:
            if row.question == _NO_QUESTION or not self._returns(table, row):
                continue
            if table.columns.of("label"):
                key = (row.run, row.question, row.ref, row.cell("rank"))
                if key in met:
                    continue
                met.add(key)
            by_run.setdefault((row.run, row.question), []).append(row)
        for (_, question), rows in by_run.items():
            kind = KINDS.get(self._kind_of(question))
            if table.columns.of("rank") or (kind is not None and kind.decides):
                yield from ((row, row.cell("rank").strip()) for row in rows)
                continue
            if table.columns.of("score") and self.options.order == "score":
                rows.sort(key=lambda row: _score(table.number(row, "score")))
            yield from ((row, str(rank)) for rank, row in enumerate(rows, 1))

    def _returns(self, table: _MappedTable, row: _Row) -> bool:
        """Return whether a row is a response: not one that the collection has, of which only labels come."""
        if not row.run or not table.columns.of("label") or table.columns.of("rank"):
            return bool(row.run)
        into = self.options.into
        if self._responses is None:
            rows = into.execute(_STORED_RESPONSES).fetchall() if into else []
            self._responses = {(run, question) for run, question in rows}
        return (row.run, row.question) not in self._responses

    def _response(self, table: _MappedTable, row: _Row, rank: str) -> Cells:
        decision = row.cell("decision").strip()
        said = is_yes(decision) if decision else None
        if decision and said is None:
            message = trf(
                "columns-decision",
                "The decision is {decision}. Write yes or no, or leave it empty.",
                decision=shown(decision),
            )
            self.bad("responses", table.source, row.line, message)
        is_text = not row.answer and not row.is_nil and not row.is_empty
        return (
            row.run,
            row.question,
            rank,
            NIL if row.is_nil else row.answer,
            row.text if is_text else "",
            row.document if is_text else "",
            row.support if is_text else "",
            "no" if row.is_empty else "",
            "" if said is None else "yes" if said else "no",
            table.number(row, "confidence"),
            table.number(row, "score"),
        )

    def _store_judgments(self, table: _MappedTable, scale: GradeScale) -> None:
        said: dict[tuple[str, str, str], tuple[int, str]] = {}
        of_nothing, left_out, by_hand = Counter[str](), 0, dict(table.columns.words)
        codes = self._are_codes(table)
        with self.sheet("judgments", table.source, _JUDGMENTS) as sheet:
            for row, assessor, given in self._said(table):
                if row.is_empty or row.is_nil:
                    of_nothing["NIL" if row.is_nil else "empty"] += 1
                    continue
                key = (assessor, row.question, row.ref)
                line, before = said.setdefault(key, (row.line, given))
                if line != row.line:
                    self._note_repeat(table, row.line, line, (given, before))
                    continue
                if by_hand.get(given.casefold()) == LEFT_OUT:
                    left_out += 1
                    continue
                label = self._label(given, self._kind_of(row.question), scale, table, codes=codes)
                if isinstance(label, str):
                    self.bad("judgments", table.source, row.line, label)
                    continue
                note = "\n".join(filter(None, (label[2], texts_in(row.cell("note")))))
                judged_at = row.cell("judged-at").strip()
                times = (table.number(row, "seconds"), when(judged_at) or judged_at)
                sheet.row(row.line, (assessor, row.question, row.ref, label[0], label[1], note, *times))
        if left_out:
            self.note(
                trf("columns-labels-left-out", "{labels} left out, as asked.", labels=count_of(left_out, "label")),
                table.source,
            )
        for what, count in of_nothing.items():
            self.warn(
                trnf(
                    "columns-nil-labels",
                    "{n} label of a response NIL, which nobody judges: left out.",
                    "{n} labels of responses NIL, which nobody judges: left out.",
                    count,
                )
                if what == "NIL"
                else trnf(
                    "columns-empty-labels",
                    "{n} label of an empty answer, which nobody judges: left out.",
                    "{n} labels of empty answers, which nobody judges: left out.",
                    count,
                ),
                table.source,
            )

    def _earlier(self, table: _MappedTable) -> set[tuple[str, str, str, int]]:
        """Return assessor, question, answer and line of labels that the same person changed later.

        Only where the times of all labels of an answer are given; else the first is kept.
        """
        if not table.columns.of("judged-at"):
            return set()
        said: dict[tuple[str, str, str], list[tuple[int, int, str]]] = {}
        for row in table.rows:
            at = moment(when(row.cell("judged-at")) or _NEVER)
            for assessor, label in row.labels:
                said.setdefault((assessor, row.question, row.ref), []).append((at, row.line, label))
        timed = {key: found for key, found in said.items() if len(found) > 1 and min(found)[0] > moment(_NEVER)}
        return {(*key, line) for key, found in timed.items() for _, line, label in found if label != max(found)[2]}

    def _said(self, table: _MappedTable) -> Iterator[tuple[_Row, str, str]]:
        """Yield rows with who said what, but for what the same person changed later."""
        earlier = self._earlier(table)
        for row in table.rows:
            for assessor, given in row.labels:
                if (assessor, row.question, row.ref, row.line) not in earlier:
                    yield row, assessor, given
        if earlier:
            self.warn(
                trnf(
                    "columns-earlier",
                    "{n} label is left out: the same person labeled the same answer again, and the latest counts.",
                    "{n} labels are left out: the same person labeled the same answer again, and the latest counts.",
                    len(earlier),
                ),
                table.source,
            )

    def _note_repeat(self, table: _MappedTable, line: int, first: int, labels: tuple[str, str]) -> None:
        given, before = labels
        if given != before:
            self.warn(
                trf(
                    "columns-answer-twice",
                    "This answer is in line {first} too, labeled {before} there and {given} here: {before} is kept.",
                    first=first,
                    before=before,
                    given=given,
                ),
                table.source,
                line,
                kind="repeated answer with another label",
            )

    def _are_codes(self, table: _MappedTable) -> bool:
        """Return whether numbers of a table are codes of TREC QA (-1, 1, 2, 3), not just right and wrong."""
        found = {label for row in table.rows for _, label in row.labels}
        return bool(found & {"-1", "2", "3"}) and "0" not in found

    def _label(
        self, given: str, kind: str, scale: GradeScale, table: _MappedTable, *, codes: bool
    ) -> tuple[str, str, str] | Sentence:
        """Return label, state and note of a cell, for an answer of a question of a kind; or what is wrong."""
        of = KINDS.get(kind)
        if of is None:
            return "", "", ""  # the kind is an error of the question
        words = self._scheme_of(kind).words
        plain = given.casefold()
        by_hand = dict(table.columns.words).get(plain)
        if by_hand is not None:
            said = label_or_state(by_hand, words)
            listed = comma_list((*words, *STATES))
            return said or trf(
                "columns-mapped-label",
                "{given} is mapped to {by_hand}, which is not a label. Known labels: {listed}.",
                given=shown(given),
                by_hand=shown(by_hand),
                listed=listed,
            )
        if said := label_or_state(plain, words):
            return said
        grade = None if table.is_unclear else whole(given)
        if of.is_graded and grade is not None:
            by_scale = scale.said(grade, kind)
            return by_scale if isinstance(by_scale, str) else (by_scale.label, by_scale.state, by_scale.note)
        usual = CODES.get(given) if codes and not table.is_unclear else None
        yes = None if codes or table.is_unclear else is_yes(given)
        found = usual or (None if yes is None else _RIGHT[yes])
        if not table.is_unclear:
            found = found or _WORDS.get(plain)
        if found in words:
            return str(found), "", ""
        return trf(
            "columns-label", "The label is {given}. Write one of {words}.", given=shown(given), words=comma_list(words)
        )

    def _scheme_of(self, kind: str) -> LabelScheme:
        return self.staging.schemes.get(kind) or KINDS[kind].label_scheme

    def _note_words(self, scale: GradeScale) -> None:
        """Say what words became labels, where one is not called as its label."""
        counts, read_as, guesses = Counter[str](), dict[str, str](), dict[str, str]()
        heads, offered = dict[frozenset[str], None](), dict[str, str]()
        for table in self._tables:
            found = self._words_of(table)
            codes, words = self._are_codes(table), {word for word, _ in found}
            for (word, kind), count in found.items():
                counts[word] += count
                heads[table.heads] = None
                offered |= {value: name for name, value in choices(self._scheme_of(kind))}
                said = self._label(word, kind, scale, table, codes=codes)
                guess = None if table.is_unclear else suggested(word, self._scheme_of(kind), words)
                if not isinstance(said, str):
                    read_as[word] = said[0] or said[1]
                elif guess is not None:
                    guesses[word] = guess
        translated = {word: label for word, label in read_as.items() if word != label.casefold()}
        if len(read_as) == len(counts) and not translated:
            return
        listed = tuple((name, value) for value, name in offered.items())
        noted = FoundWords(tuple(heads), dict(counts.most_common()), read_as, guesses, listed)
        self.staging.words = noted
        if translated:
            known = comma_list(
                tr("{word} = {label}", word=shown(word), label=label or tr("left out"))
                for word, label in translated.items()
            )
            self.note(trf("columns-labels-read-as", "Labels are read as: {known}.", known=known))
        if noted.unknown:
            staging = self.staging
            severity: Severity = "note" if staging.skip_bad_lines else "error"
            first = next(table.source.name for table in self._tables if table.heads in heads)
            staging.findings.add(question_of_words(noted), first, 1, severity=severity)

    def _words_of(self, table: _MappedTable) -> Counter[tuple[str, str]]:
        """Return how often each word for a label of a kind of question occurs; grades are not words."""
        by_hand, found = dict(table.columns.words), Counter[tuple[str, str]]()
        for row in table.rows:
            kind = self._kind_of(row.question) if row.labels else ""
            found.update((given.casefold(), kind) for _, given in row.labels if kind in KINDS)
        return Counter(
            {
                (word, kind): count
                for (word, kind), count in found.items()
                if word in by_hand or not KINDS[kind].is_graded or whole(word) is None or table.is_unclear
            }
        )


_READ_AT_ONCE = {"question", "question-text", "kind", "run", "assessor"}
"""Fields that a row is asked for when it is read, and not again."""
_NEVER = "0001-01-02"
"""In place of a time that is not given, before any other."""
_NO_QUESTION = "\0"
"""Placeholder for the question of a row that only has a document."""


def _score(text: str) -> float:
    """Return what orders answers by their scores, the highest first; what is not a number goes last."""
    try:
        return -real(text)
    except ValueError:
        return float("inf")


COLUMNS = Format(
    "columns",
    tr("A table, columns matched by hand"),
    Signs(),
    stage="runs",
    shape=tr("a CSV or TSV file, JSON lines or sheets of a workbook with any columns"),
    imports=tr("questions, answers, documents, responses and judgments"),
    exports="-",
    example=("x.csv", "qid,response\nq1,Paris\n"),
    read=read,
)
"""Tables of any columns: in an import only where their columns were matched, so none of `FORMATS`."""
