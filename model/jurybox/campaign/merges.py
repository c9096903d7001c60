"""Merging what comes back: several files at once, all or nothing, and what it means in conflicts."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from jurybox.collection.entries import SHARED_KINDS
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.ledger import CONFLICT, KIND_CODES
from jurybox.collection.merge import Merged, merge_log
from jurybox.errors import Refused
from jurybox.session import Session

_SHARED = frozenset(KIND_CODES[kind] for kind in SHARED_KINDS)


@dataclass(frozen=True, slots=True)
class MergedFile:
    """What one file brought: entries that were new, entries known before, people who were not here yet."""

    path: Path
    added: int
    known: int
    assessors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What a merge did; `conflicts` are all there are now, `new_conflicts` those that it brought.

    A conflict is two entries in force of one assessor about one thing: both are kept, and the thing counts
    as unjudged until one entry settles it. `unjudged` counts the answers whose labels contradict themselves.
    """

    files: tuple[MergedFile, ...]
    conflicts: int
    new_conflicts: int
    unjudged: int

    @property
    def added(self) -> int:
        """Entries that were new, over all files."""
        return sum(file.added for file in self.files)

    def lines(self) -> list[str]:
        """Return what it did in words, a line for each file and one for the conflicts."""
        told = []
        for file in self.files:
            people = f"; new here: {', '.join(file.assessors)}" if file.assessors else ""
            told.append(f"{file.path.name}: {file.added:,} entries new, {file.known:,} known{people}.")
        return [*told, conflict_line(self.conflicts, self.new_conflicts)]


def conflict_line(conflicts: int, new: int) -> str:
    """Return what there is to settle, in words."""
    if not conflicts:
        return "Nothing contradicts itself."
    brought = f", {new:,} of them new" if new else ""
    return (
        f"{conflicts:,} {'thing is' if conflicts == 1 else 'things are'} said in two ways that contradict "
        f"each other{brought}: both are kept and count as unjudged until it is said once more."
    )


def merge_files(session: Session, paths: Sequence[Path]) -> MergeReport:
    """Add what files hold and the collection lacks; one backup before, and all of it or nothing.

    Merging a file twice changes nothing. Raises Refused for a file that is no part of this collection.
    """
    before = count_conflicts(session)
    merged = session.store(merging(session.path, paths), "merge")
    return merge_report(session, paths, merged, before)


def merging(home: Path, paths: Sequence[Path]) -> Callable[[sqlite3.Connection], list[Merged]]:
    """Return the bulk work that merges files into the collection at `home`: see `Session.store_later`."""

    def work(db: sqlite3.Connection) -> list[Merged]:
        merged = []
        for path in paths:
            if path.resolve() == home.resolve():
                raise Refused(f"{path.name} is the collection itself. Nothing was merged.")
            check_is_ours(path)
            with closing(open_reading(path)) as source:
                merged.append(merge_log(db, source))
        return merged

    return work


def merge_report(
    session: Session, paths: Sequence[Path], merged: Sequence[Merged], before: int = 0
) -> MergeReport:
    """Put together what a merge did, `before` being the conflicts there were."""
    files = tuple(
        MergedFile(path, one.added, one.known, tuple(one.assessors))
        for path, one in zip(paths, merged, strict=True)
    )
    now = count_conflicts(session)
    labels = session.ledger.labels
    return MergeReport(files, now, max(0, now - before), int((labels == CONFLICT).any(axis=0).sum()))


def count_conflicts(session: Session) -> int:
    """Return how many things are said in two ways: by one assessor, or in what is said for all of them.

    Two who adjudicate alike, or set a fact to the same value, agree.
    """
    ledger = session.ledger
    own = sum(ledger.kind_of(found[0]) not in _SHARED for found in ledger.conflicts())
    return own + int((ledger.adjudications == CONFLICT).sum()) + len(session.facts.disputed)
