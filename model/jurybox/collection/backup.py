"""Backups and copies: whole, verified, and thinned out as they age."""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.file import (
    busy,
    check_is_ours,
    is_destroyed,
    is_held,
    open_reading,
    put_in_place,
    refuse_too_long,
)
from jurybox.collection.soundness import verify
from jurybox.disk import flush, flush_folder, make_folder, opened_by, part_prefix, sweep, usual_mode
from jurybox.errors import Busy, NotOurs, Refused
from jurybox.language import tr

_STAMP = "%Y%m%d-%H%M%S"
_BESIDE = ("-journal", "-wal", "-shm")
"""How the names of files end that SQLite keeps beside a collection."""
KEEP_NEWEST = 10
KEEP_DAYS = 7
KEEP_WEEKS = 8


def copy_to(
    db: sqlite3.Connection,
    target: Path,
    add: Callable[[sqlite3.Connection], object] = lambda _: None,
    mode: int | None = None,
    shown: Path | None = None,
) -> None:
    """Copy the file behind an open connection, check the copy, and only then rename it to its target.

    `add` may add to the copy what the file lacks; `mode` as in `put_in_place`. Raises Refused if the target
    exists or cannot be written, and NotOurs if the copy is damaged; a refusal names `shown`, if the target will be
    renamed to that later.
    """
    shown = shown or target
    refuse_too_long(target)
    try:
        sweep(target.parent)
        handle, part = tempfile.mkstemp(prefix=part_prefix(), suffix=".part", dir=target.parent)
    except OSError as error:
        raise Refused(tr("{target} cannot be written: {reason}.", target=shown, reason=error.strerror)) from error
    os.close(handle)
    copy_path = Path(part)
    try:
        with closing(sqlite3.connect(copy_path)) as copy:
            _copy(db, copy)
            add(copy)
            copy.commit()
            damage = verify(copy)
            if damage:
                raise NotOurs(
                    tr(
                        "The collection is damaged: {damage} The copy to {target} was not kept; "
                        "rescue the collection into a new file.",
                        damage=damage[0],
                        target=shown.name,
                    )
                )
        put_in_place(copy_path, target, mode)
    except sqlite3.Error as error:
        raise Refused(tr("{target} cannot be written: {error}.", target=shown, error=error)) from error
    finally:
        copy_path.unlink(missing_ok=True)


def _copy(db: sqlite3.Connection, copy: sqlite3.Connection) -> None:
    try:
        db.backup(copy)
    except sqlite3.DatabaseError as error:
        if is_destroyed(error):
            raise NotOurs(tr("The collection is damaged ({error}). Rescue it into a new file.", error=error)) from error
        raise


def backup(path: Path, reason: str = "", at: datetime | None = None) -> Path:
    """Make a backup in the folder beside a collection, remove surplus older ones, and return its path."""
    folder = backup_folder(path)
    try:
        make_folder(folder)
    except OSError as error:
        raise Refused(
            tr("No backup can be made beside {path}: {reason}. Nothing was changed.", path=path, reason=error.strerror)
        ) from error
    at = at or datetime.now(UTC)
    words = "-".join(filter(None, (at.strftime(_STAMP), reason)))
    target, number = folder / f"{words}.jury", 2
    while target.exists():
        target, number = folder / f"{words}-{number}.jury", number + 1
    with closing(open_reading(path)) as db:
        copy_to(db, target, mode=stat.S_IMODE(path.stat().st_mode))  # a private collection, private backups
    for old in to_drop(sorted(folder.glob("*.jury")), at):
        if old != target:  # if the clock was set back, the newest backup may have the oldest name
            old.unlink()
    return target


def backup_folder(path: Path) -> Path:
    """Return the folder that holds the backups of a collection."""
    return path.with_name(f"{path.name}.backups")


class Backup(NamedTuple):
    """A backup of a collection: when and why it was made, and its entries; None where it cannot be read."""

    path: Path
    at: datetime | None
    reason: str
    entries: int | None


def backups_of(path: Path) -> list[Backup]:
    """Return the backups in the folder beside a collection, the newest first."""
    refuse_too_long(path)
    folder = backup_folder(path)
    return [_described(one) for one in sorted(folder.glob("*.jury"), reverse=True)] if folder.is_dir() else []


def _described(path: Path) -> Backup:
    at = _moment_of(path)
    reason = "-".join(path.stem.split("-")[2:]) if at else path.stem
    try:
        with closing(open_reading(path)) as db:
            entries = int(db.execute("SELECT count(*) FROM entry").fetchone()[0])
    except (sqlite3.Error, Refused, OSError):
        return Backup(path, at, reason, None)
    return Backup(path, at, reason, entries)


def local_time(at: datetime | None) -> str:
    """Return the time of a backup as the clock on the wall shows it; "" if it is not known."""
    return "" if at is None else at.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def backup_named(path: Path, name: str) -> Path:
    """Return the backup of a collection that is called so in the list of backups, or is at that path."""
    folder = backup_folder(path)
    for found in (folder / name, folder / f"{name}.jury", Path(name)):
        if found.is_file():
            return found
    raise Refused(
        tr("There is no backup {name}. Nothing was changed; jurybox restore {path} lists them.", name=name, path=path)
    )


def restore(path: Path, source: Path, at: datetime | None = None) -> Path | None:
    """Put a copy of a backup in the place of a collection; return where that is now, None if there was none.

    What is beside the collection, a journal above all, moves with it. Raises Refused, with nothing changed, while
    another program has it open, or if the backup is damaged.
    """
    refuse_too_long(path)
    path = path.resolve()
    if path.exists() and source.exists() and source.samefile(path):
        raise Refused(tr("{path} is the collection itself, not a backup. Nothing was changed.", path=path))
    _refuse_open(path)
    try:
        check_is_ours(source)
        sweep(path.parent)
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else usual_mode()
        with tempfile.TemporaryDirectory(prefix=part_prefix(), suffix=".part", dir=path.parent) as folder:
            part = Path(folder) / path.name
            with closing(open_reading(source)) as db:
                copy_to(db, part, mode=mode, shown=path)
            _refuse_open(path)
            return _exchange(part, path, at or datetime.now(UTC))
    except NotOurs as error:
        raise NotOurs(
            tr(
                "The backup {backup} is damaged, or no collection. Nothing was changed; choose another one, or rescue "
                "it into a new file.",
                backup=source.name,
            )
        ) from error
    except OSError as error:
        raise Refused(
            tr("{path} cannot be restored: {reason}. Nothing was changed.", path=path, reason=error.strerror)
        ) from error


def _refuse_open(path: Path) -> None:
    if other := opened_by(path):
        raise Busy(
            tr(
                "Another program has {path} open: {other}. Nothing was changed; close the collection there first.",
                path=path.name,
                other=other,
            )
        )
    if path.exists() and is_held(path):
        raise busy(path)


def _exchange(part: Path, path: Path, at: datetime) -> Path | None:
    """Rename a file and what is beside it, and then a finished one to its name.

    The old names stay until the new file is there, where the disk can give a file two: a program that dies in between
    leaves a whole pair of file and journal.
    """
    aside, number = path.with_name(f"{path.name}.before-restore-{at.strftime(_STAMP)}"), 1
    while aside.exists() or aside.with_name(f"{aside.name}-journal").exists():
        number += 1
        aside = path.with_name(f"{path.name}.before-restore-{at.strftime(_STAMP)}-{number}")
    endings = [end for end in ("", *_BESIDE) if path.with_name(path.name + end).exists()]
    moves = {path.with_name(path.name + end): aside.with_name(aside.name + end) for end in endings}
    linked = []
    try:
        for old, new in moves.items():
            os.link(old, new)
            linked.append(new)
    except OSError:  # such as on most sticks
        for new in linked:
            new.unlink()
        for old, new in moves.items():
            old.rename(new)
    part.replace(path)
    for old in moves:
        if old != path:
            old.unlink(missing_ok=True)
    flush(path)
    flush_folder(path.parent)
    return aside if moves else None


def to_drop(backups: list[Path], now: datetime) -> list[Path]:
    """Return the backups to delete: the newest ten stay, then one a day for a week, one a week for eight."""
    dated = sorted(((moment, path) for path in backups if (moment := _moment_of(path))), reverse=True)
    kept: set[tuple[str, object]] = set()
    drop = []
    for rank, (moment, path) in enumerate(dated):
        age = now - moment
        day, week = ("day", moment.date()), ("week", moment.isocalendar()[:2])
        young = age <= timedelta(days=KEEP_DAYS) and day not in kept
        recent = age <= timedelta(weeks=KEEP_WEEKS) and week not in kept
        if rank < KEEP_NEWEST or young or recent:
            kept |= {day, week}
        else:
            drop.append(path)
    return drop


def _moment_of(path: Path) -> datetime | None:
    """Return the time of a backup from its name; None for a file of another origin."""
    try:
        return datetime.strptime("-".join(path.stem.split("-")[:2]), _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
