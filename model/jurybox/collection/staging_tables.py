"""The tables that a collection is imported from: their names, columns and kinds of cells.

These are the files of the `tables` format. Readers of every other format fill the same tables, so that
whatever comes in is checked and stored in one way.
"""

from dataclasses import dataclass

from jurybox.collection.staging_cells import (
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
    Cell,
    words,
)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: `required` ones must be in every file, a cell of a `filled` one may not be empty."""

    name: str
    cell: Cell
    required: bool = False
    filled: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table; `extra` are columns of the staging database that no file has."""

    name: str
    columns: tuple[Column, ...]
    extra: tuple[tuple[str, str], ...] = ()

    @property
    def column_names(self) -> tuple[str, ...]:
        """The columns that a file may have."""
        return tuple(column.name for column in self.columns)

    @property
    def required(self) -> tuple[str, ...]:
        """The columns that a file must have."""
        return tuple(column.name for column in self.columns if column.required)


QUESTION_KINDS = ("factoid", "list", "other", "ranked", "validation")
ASSESSOR_KINDS = ("person", "model", "asker", "key")


def _same(*known: str) -> Cell:
    return words({word: word for word in known})


def _key(name: str, cell: Cell = ID) -> Column:
    return Column(name, cell, required=True, filled=True)


def _must(name: str, cell: Cell = TEXT) -> Column:
    return Column(name, cell, required=True)


def _may(cell: Cell, *names: str) -> tuple[Column, ...]:
    return tuple(Column(name, cell) for name in names)


_REMARKS = (Column("note", TEXT), Column("seconds_active", ACTIVE_SECONDS), Column("judged_at", MOMENT))

_ALL = (
    Table(
        "questions",
        (
            _key("question"),
            _key("kind", _same(*QUESTION_KINDS)),
            _must("text"),
            *_may(TEXT, "series", "target", "target_type"),
            *_may(WHOLE, "position"),
            *_may(TEXT, "category"),
            *_may(YES_NO, "nil_correct"),
            *_may(TEXT, "lang", "guideline"),
            *_may(_same("unjudged"), "status"),
        ),
    ),
    Table("options", (_key("question"), _key("option"), _must("text"))),
    Table(
        "answers",
        (
            _key("question"),
            _must("answer", ID),
            _must("text"),
            *_may(TEXT, "document", "support", "author", "posted_at"),
            *_may(YES_NO, "best"),
        ),
        (("ref", "TEXT"),),
    ),
    Table("documents", (_key("document"), _must("text"), *_may(TEXT, "title", "url"))),
    Table(
        "runs",
        (
            _key("run"),
            *_may(TEXT, "team", "description", "lang"),
            *_may(SECONDS, "seconds"),
            *_may(_same("submitted", "baseline"), "origin"),
        ),
    ),
    Table(
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
        (("nil", "INTEGER"), ("pooled", "INTEGER")),
    ),
    Table("times", (_key("run"), _key("question"), _key("seconds", SECONDS))),
    Table("assessors", (_key("assessor"), *_may(_same(*ASSESSOR_KINDS), "kind"), *_may(YES_NO, "panel"))),
    Table("assignments", (_key("assessor"), _key("question"), *_may(ID, "answer"))),
    Table(
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
    ),
    Table(
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
    ),
    Table(
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
    ),
    Table(
        "distinct",
        (
            _key("question"),
            _key("answer"),
            _key("group", TEXT),
            *_may(ID, "assessor"),
            *_REMARKS,
            *_may(_same("distinct", "adjudication"), "kind"),
        ),
    ),
    Table("instances", (_key("question"), _key("group", TEXT), _must("text"))),
    Table("collection", (_key("key", TEXT), _must("value"))),
)

TABLES: dict[str, Table] = {table.name: table for table in _ALL}
"""Every table by name, in the order in which they are read and stored."""
