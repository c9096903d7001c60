"""Importing, for the command line and the window alike: prepare, look at the report, store."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from jurybox.collection.file import check_is_ours, open_reading, open_writing
from jurybox.collection.findings import Report, printable
from jurybox.collection.intake import Stored, intake
from jurybox.collection.log import count_import
from jurybox.collection.preflight import preflight, state_of
from jurybox.collection.staging import Staging, Watch
from jurybox.errors import MixedFormats, Refused, UnknownFormat
from jurybox.formats.format import Format, Order, ReadOptions
from jurybox.formats.reading import files_of
from jurybox.formats.registry import FORMATS

_OF_FOLDERS = ("tables", "documents")
"""Formats that are known from a whole folder, not from its first file."""
_QUESTIONS_FIRST = ("tables", "trec-qa", "ave", "label-studio")
_MOST_NAMED = 12


@dataclass
class Prepared:
    """An import that was read and checked, and not stored yet. Close it, or use it as a context manager."""

    report: Report
    staging: Staging
    format: str
    _state: tuple[int, ...]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
            self.report = _with_decision(preflight(self.staging, db), self.report)
            self._state = state_of(db)
        if not self.report.ok:
            worst = next(found for found in self.report.findings if found.severity == "error")
            raise Refused(f"Nothing was stored: {worst}")
        return intake(self.staging, db)


def prepare(
    sources: Sequence[Path],
    *,
    as_format: str | None = None,
    into: Path | None = None,
    run: str | None = None,
    assessor: str | None = None,
    order: Order = "score",
    skip_bad_lines: bool = False,
    progress: Callable[[str, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Prepared:
    """Read files into a private temporary database and check them, alone and against a collection.

    `as_format` is one of `FORMATS`, by default the first that knows the sources again; `into` is the
    collection that will take them (None: an empty one); `run` and `assessor` stand where the files name
    none, `order` is what orders the answers of a run, and `skip_bad_lines` leaves out and lists lines that
    would refuse the file. `progress` gets what is being done and how many rows are done; `cancelled` is
    asked whether to stop. Raises Refused for sources that do not exist, are of no known format or of several
    formats, and Stopped.
    """
    for source in sources:
        if not source.exists():
            raise Refused(f"{printable(str(source))} does not exist. Nothing was stored; correct the name.")
    chosen, decided = _choose(sources, as_format)
    with ExitStack() as undo:
        staging = undo.enter_context(Staging(Watch(progress, cancelled), skip_bad_lines=skip_bad_lines))
        existing = undo.enter_context(closing(_open(into))) if into else None
        assert chosen.read  # noqa: S101 - _choose sees to it
        with staging.guarded():
            chosen.read(sources, staging, ReadOptions(run, assessor, order, existing))
        state = state_of(existing) if existing else ()
        report = replace(preflight(staging, existing), format=chosen.name, decided=decided)
        if existing:
            existing.close()
        undo.pop_all()
    return Prepared(report, staging, chosen.name, state)


def import_into(
    path: Path,
    sources: Sequence[Path],
    *,
    as_format: str | None = None,
    run: str | None = None,
    assessor: str | None = None,
) -> Stored:
    """Import files into a collection that nobody has open; Refused, with nothing stored, at any error."""
    with prepare(sources, as_format=as_format, into=path, run=run, assessor=assessor) as prepared:
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            stored = prepared.store(db)
            count_import(db)
            db.execute("COMMIT")
        return stored


def _with_decision(new: Report, old: Report) -> Report:
    return replace(new, format=old.format, decided=old.decided)


def _open(path: Path) -> sqlite3.Connection:
    check_is_ours(path)
    return open_reading(path)


def _choose(sources: Sequence[Path], as_format: str | None) -> tuple[Format, str]:
    names = ", ".join(name for name, known in FORMATS.items() if known.read)
    if not sources:
        raise Refused("No file to import was named.")
    if as_format is not None:
        named = FORMATS.get(as_format)
        if named is None or named.read is None:
            raise Refused(f"{as_format!r} is no format that can be imported. Known are {names}.")
        return named, f"Read as {named.name}, as asked."
    for known in FORMATS.values():
        reasons = [known.sniff(source) for source in sources] if known.read else [None]
        if all(reasons):
            if known.name not in _OF_FOLDERS:
                _refuse_mixture(sources, known)
            return known, f"Read as {known.name}, because {reasons[0]}."
    _refuse_mixture(sources, None)
    raise UnknownFormat(
        f"{printable(str(sources[0]))} is of no format that is known from its name or content. Nothing was "
        "stored. Tables are known by their names, such as questions.csv and answers.csv; of other files say "
        f"which format it is: {names}."
    )


def _refuse_mixture(sources: Sequence[Path], chosen: Format | None) -> None:
    """Refuse files, named or in a folder, of which some are of another format than others; say which."""
    of: dict[str, list[str]] = {}
    for source in files_of(sources):
        of.setdefault(_format_of(source.path, chosen), []).append(printable(source.path.name))
    unknown = of.pop("", [])
    if len(of) < 2 and not (of and unknown and chosen is None):
        return
    first = sorted(of, key=lambda name: name not in _QUESTIONS_FIRST)
    known = "; ".join(f"{name}: {_listed(of[name])}" for name in first)
    beside = f" Of no format that is known: {_listed(unknown)}." if unknown else ""
    raise MixedFormats(
        "These files are not all of one format, and an import reads one format. Nothing was stored. Import "
        f"the files format by format, those with the questions first. {known}.{beside}"
    )


def _format_of(path: Path, chosen: Format | None) -> str:
    """Return the name of a file's format, the chosen one if it fits; "" if none does."""
    asked = ([chosen] if chosen else []) + [known for known in FORMATS.values() if known.read]
    return next((known.name for known in asked if known.sniff(path)), "")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
