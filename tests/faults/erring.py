"""An assessor whose disk reports errors, as a process under strace: labels, and what is said of each.

Run as: python erring.py FILE LABELS. Prints `saved HASH` for what was shown as saved, `said SENTENCE` for
what was said, and `done` at the end.
"""

import sqlite3
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "model")]

from jurybox.collection.check import damage_refused  # noqa: E402
from jurybox.commands import Judge  # noqa: E402
from jurybox.errors import NotSaved, Refused  # noqa: E402
from jurybox.session import Session, open_session  # noqa: E402


def judge(session: Session, labels: int) -> None:
    """Give labels, whether or not they can be saved."""
    reported = len(session.ledger)
    for answer in range(labels):
        try:
            session.execute(Judge((answer,), ("correct", "incorrect")[answer % 2]))
            session.flush(20)
        except (NotSaved, sqlite3.DatabaseError) as error:  # the latter: a text cannot be read now
            print("said", error, flush=True)
        while reported < len(session.ledger) and session.ledger.rows[reported]:
            print("saved", session.ledger.hash_of(reported).hex(), flush=True)
            reported += 1


def main() -> None:
    """Open, judge and close; a sentence ends it."""
    path = Path(sys.argv[1])
    try:
        with damage_refused(path):
            session = open_session(path, assessor="Ana")
        try:
            judge(session, int(sys.argv[2]))
        finally:
            session.close()
    except Refused as error:
        print("said", error, flush=True)
    print("done", flush=True)


if __name__ == "__main__":
    main()
