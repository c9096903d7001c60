"""Importing, for the command line and the window alike: prepare, look at the report, store."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Self

from jurybox.collection.file import check_is_ours, open_reading, open_writing
from jurybox.collection.findings import Report, printable
from jurybox.collection.import_store import Stored, store_import
from jurybox.collection.log import count_import
from jurybox.collection.own_schemes import stored_schemes
from jurybox.collection.preflight import preflight, state_of
from jurybox.collection.staging import OnContradiction, Staging
from jurybox.disk import NotRegularError, check_regular
from jurybox.errors import Refused
from jurybox.formats.child import reading
from jurybox.formats.column_maps import ColumnMap
from jurybox.formats.import_preview import FirstRows, FoundFile, files_of_plan, first_rows, runs_found
from jurybox.formats.label_words import Words
from jurybox.formats.mapped_tables import COLUMNS
from jurybox.formats.read_options import Order, ReadOptions, SecondColumn
from jurybox.formats.recognition import ImportPlan, plan
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, kinds_in, unread_files_in
from jurybox.formats.source_names import name_assessors, settle_names
from jurybox.formats.table_samples import table_trouble
from jurybox.formats.workbooks import is_sheet, is_workbook, notes_on, place_of
from jurybox.language import Sentence, tr, trf
from jurybox.lists import comma_list, sentences
from jurybox.watch import Watch

_MOST_NAMED = 12
_READ_WORDS = {COLUMNS.name, "label-studio"}
"""Formats whose readers know what words are labels; cells of others are read by them."""


@dataclass
class PreparedImport:
    """An import that was read and checked, and not stored yet. Close it, or use it as a context manager."""

    report: Report
    staging: Staging
    format: str
    files: tuple[FoundFile, ...]
    _state: tuple[int, ...]

    def first_rows(self, file: FoundFile) -> list[FirstRows]:
        """Return the first rows of a file as they are read: one table for each that it has rows of."""
        return first_rows(self.staging, file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Throw the staged data away."""
        self.staging.close()

    def store(self, db: sqlite3.Connection) -> Stored:
        """Store everything inside a transaction that the caller holds, on any one thread.

        If the collection has changed since the report, it is checked again first. Raises Refused, with
        nothing stored once the caller rolls back, if there is an error.
        """
        if state_of(db) != self._state:
            old = self.report
            self.report = replace(preflight(self.staging, db), format=old.format, decided=old.decided, runs=old.runs)
            self._state = state_of(db)
        if not self.report.ok:
            worst = next(found for found in self.report.findings if found.severity == "error")
            raise Refused(tr("Nothing was stored: {worst}", worst=worst))
        return store_import(self.staging, db)


def prepare(
    sources: Sequence[Path],
    *,
    as_format: str | None = None,
    into: Path | None = None,
    run: str | None = None,
    assessor: str | None = None,
    order: Order = "score",
    skip_bad_lines: bool = False,
    missing_matches_no: bool = False,
    on_contradiction: OnContradiction | None = None,
    second_column: SecondColumn | None = None,
    labels: str | None = None,
    columns: Sequence[ColumnMap] = (),
    by_hand: Mapping[Path, str] | None = None,
    control: str | None = None,
    words: Words = (),
    watch: Watch | None = None,
) -> PreparedImport:
    """Read files into a private temporary database and check them, alone and against a collection.

    `as_format` is one of `FORMATS`, by default that of each file as it is recognized; `into` is the
    collection that will take them (None: an empty one); `run` and `assessor` are used if the files name none,
    `order` sets how a run's answers are ordered, `skip_bad_lines` leaves out and lists lines that would make
    the file refused, `missing_matches_no` adds a no for pairs that a list of matches leaves out, and
    `second_column` is the meaning of the second column of qrels, detected by default; `labels` sets how
    grades are read: "letters", a scale such as 0..3, or a file with a label scheme. `columns` are the fields
    of columns in tables that no reader recognizes, and `by_hand` has the formats of single files; `control` is
    that of Label Studio whose labels are read, and `words` are the labels of words that are none. `watch`
    gets the step and the number of rows done, and is checked for a stop. Files of several formats are read
    one format after the other, and stored together. Raises Refused for sources that do not exist or are of no
    known format, and Stopped.
    """
    for source in sources:
        if not source.exists():
            raise Refused(
                tr(
                    "{printable} does not exist. Nothing was stored; correct the name.",
                    printable=printable(str(source)),
                )
            )
        try:
            check_regular(source)
        except NotRegularError as error:
            reason = tr(
                "{printable} cannot be imported: {reason}.", printable=printable(str(source)), reason=error.strerror
            )
            raise Refused(tr("{reason} Nothing was stored; put a file in its place.", reason=reason)) from error
    with reading(watch), ExitStack() as undo:
        staging = undo.enter_context(
            Staging(
                watch,
                skip_bad_lines=skip_bad_lines,
                missing_matches_no=missing_matches_no,
                on_contradiction=on_contradiction,
            )
        )
        if into:
            check_is_ours(into)
        existing = undo.enter_context(closing(open_reading(into))) if into else None
        planned = plan(sources, as_format, kinds_in(existing), columns, by_hand, partial(_documents_in, existing))
        if control is not None and all(part.format.name != "label-studio" for part in planned.parts):
            raise Refused(tr("--control is for exports of Label Studio, and there is none. Nothing was stored."))
        options = ReadOptions(run, assessor, order, second_column, labels, columns, control, words, existing)
        if existing:
            staging.schemes.update(stored_schemes(existing))
        with staging.guarded():
            for part in planned.parts:
                assert part.format.read  # noqa: S101 - the plan holds only what can be read
                staging.spread()  # the next reader may look at what is there
                staging.label_words = {} if part.format.name in _READ_WORDS else dict(words)
                part.format.read(FormatImport(staging, options), part.sources)
            formats = {part.format.name for part in planned.parts}
            name_assessors(staging)
            if formats.isdisjoint(("tables", "documents")):
                settle_names(staging, options, files_of(sources))
        _note_left_out(staging, planned, sources)
        _note_workbooks(staging, planned)
        state = state_of(existing) if existing else ()
        name = "+".join(part.format.name for part in planned.parts)
        checked = preflight(staging, existing)
        report = replace(checked, format=name, decided=planned.decided, runs=runs_found(staging, is_known=checked.ok))
        files = files_of_plan(staging, planned)
        if existing:
            existing.close()
        undo.pop_all()
    return PreparedImport(report, staging, name, files, state)


def import_into(
    path: Path,
    sources: Sequence[Path],
    *,
    as_format: str | None = None,
    run: str | None = None,
    assessor: str | None = None,
    labels: str | None = None,
) -> Stored:
    """Import files into a collection that nobody has open. Refused, with nothing stored, on any error."""
    with prepare(sources, as_format=as_format, into=path, run=run, assessor=assessor, labels=labels) as prepared:
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            stored = prepared.store(db)
            count_import(db)
            db.execute("COMMIT")
        return stored


def _note_left_out(staging: Staging, planned: ImportPlan, sources: Sequence[Path]) -> None:
    if planned.patterns:
        staging.findings.add(
            trf(
                "patterns-not-stored",
                "Answer patterns are not stored ({listed}): they propose labels on the Judge desk, "
                "Propose labels by answer patterns, and with jurybox patterns.",
                listed=_listed(planned.patterns),
            ),
            severity="note",
        )
    if planned.unknown:
        message = trf(
            "files-unknown",
            "Not read, because the format is different or unknown: {listed}.",
            listed=_listed(planned.unknown),
        )
        staging.findings.add(message, severity="warning")
    if planned.left_out:
        staging.findings.add(
            trf("files-left-out", "Left out as requested: {listed}.", listed=_listed(planned.left_out)), severity="note"
        )
    for source, proposed in islice(planned.unknown.items(), _MOST_NAMED):
        if remedy := proposed.words or table_trouble(source.path):
            said = Sentence(sentences((tr("Not read."), remedy)), "file-unknown-remedy")
            staging.findings.add(said, source.name, severity="warning")
    unread = unread_files_in(sources)
    if unread and not any(part.format.name == "tables" for part in planned.parts):  # which names its own
        staging.findings.add(trf("files-not-read", "Not read: {listed}.", listed=_listed(unread)), severity="note")


def _note_workbooks(staging: Staging, planned: ImportPlan) -> None:
    """Say of each workbook that is read which sheets are skipped or hidden."""
    left_out = {one.path for one in (*planned.left_out, *planned.unknown)}
    books: dict[Path, str] = {}
    for part in planned.parts:
        for one in files_of(part.sources):
            if one.path not in left_out and (is_sheet(one.path) or is_workbook(one.path)):
                book = one.path.parent if is_sheet(one.path) else one.path
                books.setdefault(book, str(place_of(one.name).parent) if is_sheet(one.path) else one.name)
    for book, name in books.items():
        for note in notes_on(book):
            staging.findings.add(note, name, severity="note")


def _listed(sources: Iterable[SourceFile]) -> str:
    return comma_list((printable(source.name) for source in sources), _MOST_NAMED)


def _documents_in(db: sqlite3.Connection | None) -> set[str]:
    """Return the ids of the answers of an open collection, and of the documents that they name."""
    rows = db.execute("SELECT name FROM answer UNION SELECT document FROM answer") if db else ()
    return {name for (name,) in rows if name}
