"""The description of a recent collection on the start page, read on another thread and read-only."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLocale

from jurybox.collection.file import open_reading, read_header
from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.language import LANGUAGE, tr
from jurybox.lists import comma_list
from jurybox.wording import count_of
from jurybox_gui.desks.start.rows import RowText


def describe(path: Path, key: str) -> RowText:
    """Return a row for a collection; one that cannot be read has the reason."""
    if not path.exists():
        return RowText(path.stem, tr("Moved or deleted: {path}", path=path), key)
    try:
        read_header(path)
        with closing(open_reading(path)) as db:
            return _describe(db, path, key)
    except (Refused, sqlite3.Error, OSError) as error:
        return RowText(path.stem, str(error), key)


def _describe(db: sqlite3.Connection, path: Path, key: str) -> RowText:
    def number(query: str, *values: object) -> int:
        return int(db.execute(query, values).fetchone()[0] or 0)

    answers, runs = number("SELECT max(id) FROM answer"), number("SELECT max(id) FROM run")
    people = number("SELECT count(*) FROM assessor WHERE kind = 'person' AND name != ?", ORGANIZER)
    parts = (count_of(runs, "run"), count_of(answers, "answer"), count_of(people, "assessor"))
    judged = number(_JUDGED)
    seat = _seat(db)
    if seat is not None:
        # The open work is the assessor's own: others may have judged all of it.
        answers, judged = number(_ASSIGNED, seat[0]), number(f"{_JUDGED} AND assessor = ?", seat[0])
    (name,) = db.execute("SELECT value FROM local WHERE name = 'name'").fetchone() or (path.stem,)
    last = number("SELECT at FROM entry ORDER BY id DESC LIMIT 1") if number("SELECT max(id) FROM entry") else 0
    return RowText(
        name,
        comma_list(
            (path.name, *parts, *((tr("your part as {assessor}", assessor=seat[1]),) if seat is not None else ()))
        ),
        key,
        figures=tr("all") if answers and judged >= answers else tr("{judged:,} of {all:,}", judged=judged, all=answers),
        when=_when(last),
        share=judged / answers if answers else 0.0,
    )


def _seat(db: sqlite3.Connection) -> tuple[int, str] | None:
    """Return the assessor at this file, if the file names one and part of it is theirs: id and name."""
    fact = db.execute("SELECT label FROM entry WHERE fact = 'seat' ORDER BY id DESC LIMIT 1").fetchone()
    if fact is None or fact[0] is None:
        return None
    found: tuple[int, str] | None = db.execute(
        "SELECT id, name FROM assessor WHERE name = ? AND id IN (SELECT assessor FROM assignment)",
        (json.loads(fact[0]),),
    ).fetchone()
    return found


_JUDGED = "SELECT count(DISTINCT answer) FROM entry WHERE kind IN ('judgment', 'match') AND label IS NOT NULL"
_ASSIGNED = """SELECT count(DISTINCT answer.id) FROM answer JOIN assignment
    ON answer.question = assignment.question AND (assignment.answer IS NULL OR assignment.answer = answer.id)
    WHERE assignment.assessor = ?"""


def _when(at: int) -> str:
    if not at:
        return ""
    then, today = datetime.fromtimestamp(at / 1000).astimezone(), datetime.now().astimezone()
    days = (today.date() - then.date()).days
    if days == 0:
        return tr("today {time}", time=f"{then:%H:%M}")
    if days == 1:
        return tr("yesterday")
    words = QLocale(LANGUAGE)
    if 0 < days < 7:
        return words.standaloneDayName(then.isoweekday())
    month = words.standaloneMonthName(then.month)
    return tr("{day} {month} {year}", day=then.day, month=month, year=then.year)
