"""What the start page says of a recent collection, read on another thread and read-only."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from jurybox.collection.file import open_reading, read_header
from jurybox.errors import Refused
from jurybox.wording import count_of
from jurybox_gui.desks.start.rows import RowText


def describe(path: Path, key: str) -> RowText:
    """Return a row for a collection; one that cannot be read says why."""
    try:
        read_header(path)
        with closing(open_reading(path)) as db:
            return _describe(db, path, key)
    except (Refused, sqlite3.Error, OSError) as error:
        return RowText(path.stem, str(error), key)


def _describe(db: sqlite3.Connection, path: Path, key: str) -> RowText:
    def number(query: str) -> int:
        return int(db.execute(query).fetchone()[0] or 0)

    answers, runs = number("SELECT max(id) FROM answer"), number("SELECT max(id) FROM run")
    people = number("SELECT count(*) FROM assessor WHERE kind = 'person'")
    judged = number(
        "SELECT count(DISTINCT answer) FROM entry WHERE kind IN ('judgment', 'match') AND label IS NOT NULL"
    )
    (name,) = db.execute("SELECT value FROM local WHERE name = 'name'").fetchone() or (path.stem,)
    last = (
        number("SELECT at FROM entry ORDER BY id DESC LIMIT 1") if number("SELECT max(id) FROM entry") else 0
    )
    parts = (count_of(runs, "run"), count_of(answers, "answer"), count_of(people, "assessor"))
    return RowText(
        name,
        ", ".join((path.name, *parts)),
        key,
        figures="all" if answers and judged >= answers else f"{judged:,} of {answers:,}",
        when=_when(last),
        share=judged / answers if answers else 0.0,
    )


def _when(at: int) -> str:
    if not at:
        return ""
    then, today = datetime.fromtimestamp(at / 1000).astimezone(), datetime.now().astimezone()
    days = (today.date() - then.date()).days
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    return f"{then:%A}" if 0 < days < 7 else f"{then.day} {then:%B %Y}"
