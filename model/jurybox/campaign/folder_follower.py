"""Following a folder: the organizer's collection and the assessors' own files, merged in a private copy.

Nothing in the folder is ever written to. The collection is copied into a private temporary file, and each
assessor's log is merged into that copy, again whenever a file has changed. A file that is being written, or
does not belong here, is skipped for now and reported.
"""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.campaign.merges import merge_file
from jurybox.campaign.page_names import is_page_return
from jurybox.collection.backup import copy_to
from jurybox.collection.file import HANDED_OUT, SUFFIX, check_is_ours, open_reading, open_writing
from jurybox.collection.log import new_assessor
from jurybox.collection.organizer import ORGANIZER
from jurybox.disk import private_folder
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list

Stamp = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """The contents of a folder: the organizer's collection, and the files that belong to it."""

    collection: Path
    others: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """The result of one check of the folder.

    `copied_again`: the collection itself changed in more than its log (late runs, assignments), so that it
    was copied again and must be reopened.
    """

    added: int = 0
    copied_again: bool = False
    problems: dict[str, str] = field(default_factory=dict)


def find_files(folder: Path, collection: Path | None = None) -> FolderFiles:
    """Return the files to follow in a folder.

    The collection is the one file in it that was not handed out to somebody, unless it is named (it may then
    be elsewhere). Raises Refused if there is none, or more than one.
    """
    if not folder.is_dir():
        raise Refused(tr("{folder} is not a folder.", folder=folder))
    files = sorted(path for path in folder.glob(f"*{SUFFIX}") if path.is_file())
    if collection is None:
        whole = [path for path in files if not _handed_out(path)]
        if not whole:
            raise Refused(
                tr(
                    "{folder} contains no collection, only files of single assessors, or nothing. Name "
                    "the collection: jurybox follow FOLDER --collection FILE",
                    folder=folder,
                )
            )
        if len(whole) > 1:
            names = comma_list(path.name for path in whole[:5])
            raise Refused(
                tr(
                    "{folder} contains several collections: {names}. Name one of them with --collection.",
                    folder=folder,
                    names=names,
                )
            )
        collection = whole[0]
    check_is_ours(collection)
    return FolderFiles(collection, _beside(folder, collection))


def _beside(folder: Path, collection: Path) -> tuple[Path, ...]:
    """Return the files to follow in a folder beside the collection: assessors' own, and what pages returned."""
    files = sorted(path for path in folder.glob("*") if path.is_file())
    wanted = (path for path in files if path.suffix == SUFFIX or is_page_return(path))
    return tuple(path for path in wanted if path.resolve() != collection.resolve())


class Follower:
    """Keeps a private merged copy of a folder's contents. Use it on one thread, and close it at the end."""

    def __init__(self, folder: Path, collection: Path | None = None) -> None:
        self.folder = folder
        self._named = collection
        self.collection = find_files(folder, collection).collection
        self._place = private_folder()
        self._turn = 0
        self._seen: dict[Path, Stamp] = {}
        self._imports = ""
        self.path = self._copied()
        self.first = self.look()

    def close(self) -> None:
        """Delete the copy."""
        shutil.rmtree(self._place.name, ignore_errors=True)
        self._place.cleanup()

    def look(self) -> FolderChanges:
        """Merge what has changed since the last check; never raises for a single unreadable file."""
        problems: dict[str, str] = {}
        copied_again = False
        try:
            if self._imports_of(self.collection) != self._imports:
                self.path, copied_again = self._copied(), True
        except (Refused, sqlite3.Error, OSError) as error:
            problems[self.collection.name] = str(error)
        added = sum(self._merge(path, problems) for path in (self.collection, *_beside(self.folder, self.collection)))
        return FolderChanges(added, copied_again, problems)

    def _merge(self, path: Path, problems: dict[str, str]) -> int:
        """Merge one file if it has changed; return how many entries were new."""
        try:
            stamp = _stamp(path)
            if self._seen.get(path) == stamp:
                return 0
            with closing(open_writing(self.path)) as db:
                db.execute("BEGIN IMMEDIATE")
                added = merge_file(db, path).added
                db.execute("COMMIT")
        except (Refused, sqlite3.Error, OSError) as error:
            problems[path.name] = str(error)
            return 0
        self._seen[path] = stamp
        return added

    def _copied(self) -> Path:
        """Make a new private copy of the collection; one that is open elsewhere is not touched."""
        self._turn += 1
        target = Path(self._place.name) / str(self._turn) / self.collection.name
        target.parent.mkdir()
        self._imports = self._imports_of(self.collection)
        with closing(open_reading(self.collection)) as db:
            copy_to(db, target)
        with closing(open_writing(target)) as db:
            new_assessor(db, ORGANIZER)  # the follower is the assessor here, and nothing can be entered later
        self._seen.clear()
        return target

    def _imports_of(self, path: Path) -> str:
        check_is_ours(path)
        with closing(open_reading(path)) as db:
            row = db.execute("SELECT value FROM local WHERE name = 'imports'").fetchone()
        return row[0] if row else ""


def _stamp(path: Path) -> Stamp:
    """Return a value that changes with the file; a journal beside it means that it is being written."""
    state = path.stat()
    return state.st_mtime_ns, state.st_size, state.st_ino


def _handed_out(path: Path) -> bool:
    """Return whether a file was handed out to one assessor; an unreadable file is not a collection."""
    try:
        check_is_ours(path)
        with closing(open_reading(path)) as db:
            return db.execute("SELECT 1 FROM local WHERE name = ?", (HANDED_OUT,)).fetchone() is not None
    except (Refused, sqlite3.Error):
        return True
