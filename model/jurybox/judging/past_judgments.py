"""What one assessor entered before, read from the log in the background when a collection is opened."""

import sqlite3
from dataclasses import dataclass, field
from time import monotonic

from jurybox.judging.search import next_count
from jurybox.watch import Watch

_STATEMENT = """
SELECT id, answer - 1, at, label IS NOT NULL OR state IS NOT NULL,
       CASE WHEN id NOT IN (SELECT entry FROM superseded) THEN note END
FROM entry
WHERE id > ? AND id <= ? AND assessor = ? AND kind = 'judgment' AND answer IS NOT NULL AND nugget IS NULL
ORDER BY id
"""


@dataclass(slots=True)
class PastJudgments:
    """`said` are (answer, ms since 1970, whether a label or state was given), oldest first."""

    said: list[tuple[int, int, bool]] = field(default_factory=list)
    notes: dict[int, str] = field(default_factory=dict)


def read_past_judgments(db: sqlite3.Connection, assessor: int, watch: Watch) -> PastJudgments:
    """Return what an assessor entered, read stretch by stretch so that no read stays open for long.

    Once the watch says so the rest is left out.
    """
    past = PastJudgments()
    last = db.execute("SELECT max(id) FROM entry").fetchone()[0] or 0
    start, count = 0, 1024
    while start < last and not watch.cancelled():
        began = monotonic()
        rows = db.execute(_STATEMENT, (start, start + count, assessor + 1)).fetchall()
        start, count = start + count, next_count(count, monotonic() - began)
        for _, answer, at, given, note in rows:
            past.said.append((answer, at, bool(given)))
            if note:
                past.notes[answer] = note
    return past
