"""What one assessor entered before, read from the log in the background when a collection is opened."""

import sqlite3
from dataclasses import dataclass, field
from time import monotonic

from jurybox.collection.table_reads import last_row
from jurybox.judging.pace import Judged
from jurybox.judging.search import next_count
from jurybox.watch import Watch

_STATEMENT = """
SELECT id, answer - 1, at, label IS NOT NULL OR state IS NOT NULL,
       CASE WHEN id NOT IN (SELECT entry FROM superseded) THEN note END, nugget IS NOT NULL,
       CASE WHEN act = 'do' THEN nullif(seconds, 0) ELSE 0 END
FROM entry
WHERE id > ? AND id <= ? AND assessor = ? AND answer IS NOT NULL
      AND (kind = 'judgment' AND nugget IS NULL OR kind = 'match')
ORDER BY id
"""


@dataclass(slots=True)
class PastJudgments:
    """`said` are judgments, oldest first, with their active seconds (`jurybox.judging.pace.Judged`).

    For a response matched with nuggets it is the last match, given or cleared, with the seconds of all, as marked in
    `matched` by answer; the queue determines whether all nuggets are matched.
    """

    said: list[Judged] = field(default_factory=list)
    matched: set[int] = field(default_factory=set)
    notes: dict[int, str] = field(default_factory=dict)


def read_past_judgments(db: sqlite3.Connection, assessor: int, watch: Watch) -> PastJudgments:
    """Return an assessor's entries, read in batches so that no read stays open for long.

    The rest is left out when the watch is stopped.
    """
    past, matching = PastJudgments(), dict[int, float]()
    last = last_row(db, "entry")
    start, count = 0, 1024
    while start < last and not watch.cancelled():
        began = monotonic()
        rows = db.execute(_STATEMENT, (start, start + count, assessor + 1)).fetchall()
        start, count = start + count, next_count(count, monotonic() - began)
        for _, answer, at, given, note, is_match, seconds in rows:
            past.said.append((answer, at, bool(given), seconds))
            if is_match:
                past.matched.add(answer)
                matching[answer] = matching.get(answer, 0.0) + (seconds or 0.0)
            elif note:
                past.notes[answer] = note
    last_match = {answer: place for place, (answer, *_) in enumerate(past.said) if answer in past.matched}
    past.said = [
        (*one[:3], matching.get(one[0]) or one[3])
        for place, one in enumerate(past.said)
        if one[0] not in past.matched or place == last_match[one[0]]
    ]
    return past
