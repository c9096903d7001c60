"""The tables that a collection is imported from: their names, columns and kinds of cells.

These are the files of the `tables` format. Readers of every other format fill the same tables, so that all
imports are checked and stored in one way.
"""

from dataclasses import dataclass

from jurybox.collection.cell_types import (
    ACTIVE_SECONDS,
    ID,
    IMPORTANCE,
    LABELS,
    MOMENT,
    REAL,
    SECONDS,
    STATE,
    SUPPORT,
    TEXT,
    UNIT,
    WEIGHT,
    WHOLE,
    YES_NO,
    CellType,
    words,
)
from jurybox.kinds import ASSESSOR_KINDS, KIND_NAMES
from jurybox.language import tr, tr_noop


@dataclass(frozen=True, slots=True)
class ImportColumn:
    """A column: `required` ones must be in every file, a cell of a `filled` one may not be empty."""

    name: str
    cell: CellType
    required: bool = False
    filled: bool = False


@dataclass(frozen=True, slots=True)
class ImportTable:
    """One table, and how its rows are matched with those of a collection.

    `extra`: columns of the staging database that no file has. `names`: what each row names, which is also the
    table of the collection that stores it; "" if rows only describe other rows. `id_column`: the column with
    that name; it is unique in the table or, where rows refer to a question, in the question, unless
    `repeats`. `refers`: the names of other rows in its cells. `compared`: columns that must equal those of a
    stored row with the same name.
    """

    name: str
    columns: tuple[ImportColumn, ...]
    extra: tuple[tuple[str, str], ...] = ()
    names: str = ""
    id_column: str = ""
    refers: tuple[str, ...] = ()
    compared: tuple[str, ...] = ()
    repeats: bool = False

    @property
    def column_names(self) -> tuple[str, ...]:
        """The columns that a file may have."""
        return tuple(column.name for column in self.columns)

    @property
    def in_question(self) -> bool:
        """Whether a name of this table belongs to a question."""
        return bool(self.names) and "question" in self.refers

    @property
    def required(self) -> tuple[str, ...]:
        """The columns that a file must have."""
        return tuple(column.name for column in self.columns if column.required)


def _same(*known: str) -> CellType:
    return words({word: word for word in known})


def _key(name: str, cell: CellType = ID) -> ImportColumn:
    return ImportColumn(name, cell, required=True, filled=True)


def _must(name: str, cell: CellType = TEXT) -> ImportColumn:
    return ImportColumn(name, cell, required=True)


def _may(cell: CellType, *names: str) -> tuple[ImportColumn, ...]:
    return tuple(ImportColumn(name, cell) for name in names)


_REMARKS = (
    ImportColumn("note", TEXT),
    ImportColumn("seconds_active", ACTIVE_SECONDS),
    ImportColumn("judged_at", MOMENT),
)

_ALL = (
    ImportTable(
        "questions",
        (
            _key("question"),
            _key("kind", _same(*KIND_NAMES)),
            _must("text"),
            *_may(TEXT, "series", "target", "target_type"),
            *_may(WHOLE, "position"),
            *_may(TEXT, "category"),
            *_may(YES_NO, "nil_correct"),
            *_may(TEXT, "lang", "guideline"),
            *_may(_same("unjudged"), "status"),
        ),
        names="question",
        id_column="question",
        compared=("kind", "text", "position", "category", "nil_correct", "lang", "guideline", "status"),
    ),
    ImportTable(
        "options",
        (_key("question"), _key("option"), _must("text")),
        names="option",
        id_column="option",
        refers=("question",),
        compared=("text",),
    ),
    ImportTable(
        "answers",
        (
            _key("question"),
            _must("answer", ID),
            _must("text"),
            *_may(TEXT, "document", "support", "author", "posted_at"),
            *_may(YES_NO, "best"),
        ),
        (("ref", "TEXT"),),
        names="answer",
        id_column="ref",
        refers=("question",),
        compared=("text", "document", "support", "author", "posted_at", "best"),
    ),
    ImportTable(
        "documents",
        (_key("document"), _must("text"), *_may(TEXT, "title", "url")),
        names="document",
        id_column="document",
        compared=("text", "title", "url"),
    ),
    ImportTable(
        "runs",
        (
            _key("run"),
            *_may(TEXT, "team", "description", "lang"),
            *_may(SECONDS, "seconds"),
            *_may(_same("submitted", "baseline"), "origin"),
        ),
        names="run",
        id_column="run",
        compared=("team", "description", "lang", "seconds", "origin"),
    ),
    ImportTable(
        "responses",
        (
            _key("run"),
            _key("question"),
            _must("rank", WHOLE),
            _must("answer", ID),
            *_may(TEXT, "text", "document", "support"),
            *_may(YES_NO, "answered", "decision", "selected"),
            *_may(UNIT, "confidence"),
            *_may(REAL, "score"),
        ),
        (("nil", "INTEGER DEFAULT 0"), ("pooled", "INTEGER DEFAULT 0")),
        refers=("run", "question", "answer"),
    ),
    ImportTable("times", (_key("run"), _key("question"), _key("seconds", SECONDS)), refers=("run", "question")),
    ImportTable(
        "assessors",
        (_key("assessor"), *_may(_same(*ASSESSOR_KINDS), "kind"), *_may(YES_NO, "panel")),
        names="assessor",
        id_column="assessor",
        compared=("kind",),
    ),
    ImportTable(
        "assignments",
        (_key("assessor"), _key("question"), *_may(ID, "answer")),
        refers=("assessor", "question", "answer"),
    ),
    ImportTable(
        "judgments",
        (
            _key("assessor"),
            _key("question"),
            _must("answer", ID),
            _must("label", LABELS),
            *_may(STATE, "state"),
            *_REMARKS,
            *_may(_same("judgment", "adjudication", "repeat"), "kind"),
        ),
        refers=("assessor", "question", "answer"),
    ),
    ImportTable(
        "nuggets",
        (
            _key("question"),
            _key("nugget"),
            _must("text"),
            _must("importance", IMPORTANCE),
            *_may(ID, "assessor"),
            *_may(WEIGHT, "weight"),
            *_may(TEXT, "source"),
            *_REMARKS,
            *_may(ID, "merged_into"),
            *_may(_same("importance", "adjudication"), "kind"),
        ),
        names="nugget",
        id_column="nugget",
        refers=("assessor", "question"),
        compared=("weight", "source"),
        repeats=True,
    ),
    ImportTable(
        "matches",
        (
            _key("assessor"),
            _key("question"),
            _key("answer"),
            _key("nugget"),
            _key("support", SUPPORT),
            *_REMARKS,
            *_may(YES_NO, "check"),
            *_may(_same("match", "adjudication"), "kind"),
        ),
        refers=("assessor", "question", "answer", "nugget"),
    ),
    ImportTable(
        "distinct",
        (
            _key("question"),
            _key("answer"),
            _key("group", TEXT),
            *_may(ID, "assessor"),
            *_REMARKS,
            *_may(_same("distinct", "adjudication"), "kind"),
        ),
        refers=("assessor", "question", "answer"),
    ),
    ImportTable(
        "instances",
        (_key("question"), _key("group", TEXT), _must("text")),
        names="instance",
        id_column="group",
        refers=("question",),
        compared=("text",),
    ),
    ImportTable("collection", (_key("key", TEXT), _must("value"))),
)

TABLES: dict[str, ImportTable] = {table.name: table for table in _ALL}
"""Every table by name, in the order in which they are read and stored."""

TABLE_OF: dict[str, str] = {table.names: table.name for table in _ALL if table.names}
"""The table that adds what has a name, such as answers for an answer."""

_NOUNS = {
    "answer": tr_noop("answer"),
    "assessor": tr_noop("assessor"),
    "document": tr_noop("document"),
    "instance": tr_noop("instance"),
    "nugget": tr_noop("nugget"),
    "option": tr_noop("option"),
    "question": tr_noop("question"),
    "run": tr_noop("run"),
    "series": tr_noop("series"),
}


def noun_of(name: str) -> str:
    """Return the displayed noun for items with a name: `answer`, in the language in force."""
    return tr(_NOUNS.get(name, name))
