"""Commands about the file itself: new, check, backup, rescue, restore, log."""

from __future__ import annotations

import shlex
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from jurybox.campaign.freezing import frozen_problems
from jurybox.cli.common import FOUND, collection, formats
from jurybox.cli.printing import print_json, print_table, say
from jurybox.collection import backup as backups
from jurybox.collection.check import problems_of
from jurybox.collection.digests import without_digest
from jurybox.collection.entries import Entry
from jurybox.collection.file import create, open_reading
from jurybox.collection.log import guideline_versions, read_entries
from jurybox.collection.own_schemes import foreign_label
from jurybox.collection.rescue import rescue
from jurybox.collection.rescue_report import HEAD
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.language import grouped, tr, trc
from jurybox.lists import comma_list
from jurybox.results.cells import short
from jurybox.wording import count_of


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the collection.")
def new(file: Path, name: str | None) -> None:
    """Create an empty collection."""
    create(file, name=name)
    say(tr("{file} is ready. Next: jurybox import {quote} FOLDER", file=file, quote=shlex.quote(str(file))))


@click.command("check")
@collection
@formats("table", "json")
@click.pass_context
def check_command(ctx: click.Context, file: Path, form: str) -> None:
    """Check a collection: the database, the chains of the log, and everything computed from it.

    Also check whether the current gold standard is still the one that was frozen.
    """
    problems = problems_of(file)
    if not problems:
        with closing(open_reading(file)) as db:
            foreign = foreign_label(db)
        if foreign:
            label, kind, scheme = foreign
            problems.append(
                tr(
                    "Answers to {kind} questions are labeled {label!r}, which is not a label of the "
                    "scheme {scheme!r}: they count as not judged. Add the label to the scheme (jurybox "
                    "labels).",
                    kind=kind,
                    label=label,
                    scheme=scheme.name,
                )
            )
    if not problems:
        with closing(State(file)) as state:
            problems = frozen_problems(state)
    if form == "json":
        print_json({"ok": not problems, "problems": problems})
    elif problems:
        say(*problems)
    else:
        with closing(open_reading(file)) as db:
            entries = db.execute("SELECT count(*) FROM entry").fetchone()[0]
            unsure = without_digest(db)
        say(
            tr(
                "{file} is intact; the log of {entries} is unbroken.",
                file=file,
                entries=count_of(entries, "entry", "entries"),
            )
        )
        if unsure:
            say(unsure)
    ctx.exit(FOUND if problems else 0)


@click.command("backup")
@collection
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The copy; default: beside the collection.")
def backup_command(file: Path, output: Path | None) -> None:
    """Copy a collection and check the copy."""
    if output is None:
        output = backups.backup(file)
    else:
        with closing(open_reading(file)) as db:
            backups.copy_to(db, output)
    say(tr("{output} is a complete copy of {file}.", output=output, file=file))


@click.command("rescue")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The new collection.")
@formats("table", "json")
@click.pass_context
def rescue_command(ctx: click.Context, file: Path, output: Path, form: str) -> None:
    """Copy what can be read of a damaged collection into a new one; FILE is not changed.

    Print, for each kind of thing, how many there were, could be read, were saved, entered again and lost. The status is
    1 if anything was lost.
    """
    rescued = rescue(file, output)
    if form == "json":
        print_json(
            {
                "output": str(output),
                "whole": rescued.is_whole,
                "log": "unchanged" if rescued.log_whole else "re-entered",
                "kinds": rescued.objects(),
                "notes": rescued.notes(),
            }
        )
    else:
        print_table(HEAD, rescued.table(), left=[0])
        say(*rescued.notes(), _outcome(file, output, whole=rescued.is_whole))
    ctx.exit(0 if rescued.is_whole else FOUND)


def _outcome(file: Path, output: Path, *, whole: bool) -> str:
    if whole:
        return tr("{output} is ready.", output=output)
    return tr(
        "{output} has what could be saved, not everything. Keep {file}, and compare a backup.", output=output, file=file
    )


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("backup", required=False)
@formats("table", "json")
def restore_command(file: Path, backup: str | None, form: str) -> None:
    """Put a backup in the place of FILE, or without BACKUP list the backups, newest first.

    BACKUP is a name from that list, or the path of any copy of the collection. FILE and its journal are kept, as
    FILE.before-restore-DATE.
    """
    if backup is None:
        _list_backups(file, form)
        return
    source = backups.backup_named(file, backup)
    aside = backups.restore(file, source)
    if form == "json":
        print_json({"file": str(file), "backup": str(source), "before": None if aside is None else str(aside)})
        return
    say(tr("{file} is a copy of the backup {backup} now.", file=file, backup=source.name))
    if aside is not None:
        say(tr("What was there before is {aside}.", aside=aside))


def _list_backups(file: Path, form: str) -> None:
    found = backups.backups_of(file)
    if not found and not file.exists():
        folder = backups.backup_folder(file)
        raise Refused(tr("{file} does not exist, and has no backups in {folder}.", file=file, folder=folder))
    if form == "json":
        objects = [
            {
                "backup": one.path.stem,
                "at": None if one.at is None else one.at.isoformat(),
                "reason": one.reason,
                "entries": one.entries,
            }
            for one in found
        ]
        print_json({"backups": objects})
    elif found:
        rows = [(one.path.stem, backups.local_time(one.at), one.reason, _entries_of(one)) for one in found]
        print_table(["backup", "date", "reason", "entries"], rows, left=range(3))
    else:
        say(tr("{file} has no backups: there are none in {folder}.", file=file, folder=backups.backup_folder(file)))


def _entries_of(backup: backups.Backup) -> str:
    return tr("unreadable") if backup.entries is None else grouped(backup.entries)


@click.command()
@collection
@click.option("--assessor", help="Only what this assessor entered.")
@click.option("--last", type=click.IntRange(min=1), help="Only this number of newest entries.")
@formats("table", "json")
def log(file: Path, assessor: str | None, last: int | None, form: str) -> None:
    """List the log: who entered what about which answer, under which guidelines, and what it replaces."""
    with closing(open_reading(file)) as db:
        names = _EntryTexts(db)
        if assessor is not None and assessor not in names.assessors:
            raise Refused(
                tr(
                    "There is no assessor {assessor!r}; there are: {assessors}.",
                    assessor=assessor,
                    assessors=comma_list(names.assessors) or trc("assessors", "none"),
                )
            )
        newest = "e.id IN (SELECT id FROM entry WHERE {} ORDER BY id DESC LIMIT ?)"  # -1: no limit
        if assessor is None:
            rows = read_entries(db, newest.format("1"), (last or -1,))
        else:
            by = "assessor = (SELECT id FROM assessor WHERE name = ?)"
            rows = read_entries(db, newest.format(by), (assessor, last or -1))
        listed = [names.describe(row, entry) for row, entry in rows]
    if form == "json":
        print_json({"entries": listed})
        return
    head = ["id", "at", "assessor", "kind", "thing", "label", "state", "act", "replaces", "note"]
    if any(entry["guidelines"] for entry in listed):
        head.append("guidelines")
    for entry in listed:
        replaced = ", ".join(map(str, entry["replaces"]))
        entry |= {"label": short(entry["label"]), "note": short(entry["note"]), "replaces": replaced}
    print_table(head, [[entry[key] for key in head] for entry in listed], left=range(1, len(head)))


class _EntryTexts:
    """The names of what entries speak of."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.assessors = [name for (name,) in db.execute("SELECT name FROM assessor ORDER BY id")]
        self.questions = [name for (name,) in db.execute("SELECT name FROM question ORDER BY id")]
        self._answers = answer_names(db)
        self._nuggets = dict(db.execute("SELECT id, name FROM nugget"))
        self._rows = {hash_: row for row, hash_ in db.execute("SELECT id, hash FROM entry")}
        self._guidelines = guideline_versions(db)

    def describe(self, row: int, entry: Entry) -> dict[str, Any]:
        """Return an entry as an object of the listing."""
        return {
            "id": row,
            "assessor": self.assessors[entry.assessor],
            "kind": entry.kind,
            "thing": self._subject(entry),
            "label": entry.content.label,
            "state": entry.content.state,
            "note": entry.content.note,
            "seconds": entry.content.seconds,
            "replaces": [self._rows.get(hash_, hash_.hex()) for hash_ in entry.replaces],
            "at": datetime.fromtimestamp(entry.at / 1000, UTC).isoformat(timespec="milliseconds"),
            "act": entry.act,
            "guidelines": self._guidelines.get(row),
            "hash": entry.hash.hex(),
        }

    def _subject(self, entry: Entry) -> str:
        subject, parts = entry.subject, []
        if subject.question is not None:
            parts.append(self.questions[subject.question])
        if subject.answer is not None:
            parts.append(self._answers[subject.answer])
        if subject.nugget is not None:
            parts.append(self._nuggets[subject.nugget + 1])
        if subject.fact is not None:
            parts.append(subject.fact)
        return " / ".join(parts)
