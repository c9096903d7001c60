"""One assessor of a soak, as a process of its own: judges through a file while the real worker syncs it.

Called with the file, how many answers to judge, how many labels go into one write, the seconds between
writes and the name of the assessor. Prints when it has judged, and ends when the hub has all of it, with the
digest of what the assessor entered.
"""

import sys
import time
from contextlib import closing
from pathlib import Path

from jurybox.collection.entries import Content, Subject
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.log import LogWriter
from jurybox.errors import Busy
from jurybox.hub.campaign import push_file
from jurybox.hub.errors import Unreachable
from jurybox.hub.export import log_digest
from jurybox.hub.sync import Sync

LABELS = ("correct", "incorrect")
_PATIENCE = 3_600


def main() -> int:
    """Judge, wait until all of it is sent, and say so."""
    file, count, at_once, pause = Path(sys.argv[1]), *map(int, sys.argv[2:4]), float(sys.argv[4])
    sync = Sync(file)
    sync.start()
    with closing(open_reading(file)) as db:
        rows = db.execute("SELECT id - 1, question - 1 FROM answer ORDER BY id LIMIT ?", (count,)).fetchall()
    with closing(open_writing(file)) as db:
        db.execute("PRAGMA busy_timeout = 60000")
        log = LogWriter(db, act="do")
        for start in range(0, len(rows), at_once):
            db.execute("BEGIN IMMEDIATE")
            for answer, question in rows[start : start + at_once]:
                log.write(0, "judgment", Subject(question, answer), Content(LABELS[answer % 2]))
            db.execute("COMMIT")
            time.sleep(pause)
    print("judged", flush=True)
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and not (sync.state.connected and not sync.state.waiting):
        if sync.state.problem:
            print(sync.state.problem, flush=True)
        sync.wake()
        time.sleep(0.5)
    sync.stop(30)
    while time.monotonic() < end:
        try:
            if push_file(file) == 0:
                break
        except (Unreachable, Busy):
            time.sleep(1)
    with closing(open_reading(file)) as db:
        print(f"sent {log_digest(db, sys.argv[5])}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
