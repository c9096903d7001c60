"""Backups and copies: whole, verified, and thinned out as they age."""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from jurybox.collection.check import verify
from jurybox.collection.file import is_destroyed, open_reading, put_in_place
from jurybox.disk import make_folder, part_prefix, sweep
from jurybox.errors import NotOurs, Refused
from jurybox.language import tr

_STAMP = "%Y%m%d-%H%M%S"
KEEP_NEWEST = 10
KEEP_DAYS = 7
KEEP_WEEKS = 8


def copy_to(
    db: sqlite3.Connection,
    target: Path,
    add: Callable[[sqlite3.Connection], object] = lambda _: None,
    mode: int | None = None,
) -> None:
    """Copy the file behind an open connection, check the copy, and only then rename it to its target.

    `add` may add to the copy what the file lacks; `mode` as in `put_in_place`. Raises Refused if the target
    exists or cannot be written, and NotOurs if the copy is damaged.
    """
    try:
        sweep(target.parent)
        handle, part = tempfile.mkstemp(prefix=part_prefix(), suffix=".part", dir=target.parent)
    except OSError as error:
        raise Refused(tr("{target} cannot be written: {reason}.", target=target, reason=error.strerror)) from error
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
                        target=target.name,
                    )
                )
        put_in_place(copy_path, target, mode)
    except sqlite3.Error as error:
        raise Refused(tr("{target} cannot be written: {error}.", target=target, error=error)) from error
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
