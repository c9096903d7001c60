"""From a key of the X server to the painted label, with and without a hub that the file is synced with.

Run by hand, with Xvfb installed: python tests/speed/bench_sync.py

Both files are one assessor's part. The synced one is woken after every label, and labels of the organizer
arrive meanwhile, so that the worker sends, receives and stores all the time.
"""

import os
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from bench_key import Child, press
from common import median, p99, report_ratio
from hub_people import Campaign, judge
from hub_server import drop_database, new_database
from x_keys import Screen, missing, x_server

from jurybox.hub.sync import Sync

BLOCKS, ROUNDS, WARM = 3, 50, 10
LABELS = ("correct", "incorrect")
_ORGANIZER = 2


def keep_busy(file: Path, over: threading.Event) -> None:
    """Let the organizer label ten answers a second and send each at once, until it is over."""
    sync = Sync(file, pause=0.05)
    sync.start()
    number = 0
    while not over.wait(0.1):
        with suppress(sqlite3.OperationalError):  # the worker is storing at this moment
            judge(file, [(number % 12, LABELS[number // 12 % 2])], assessor=_ORGANIZER)
            sync.wake()
            number += 1
    sync.stop()
    print(f"{number} labels of the organizer were sent meanwhile")


def measured(screen: Screen, display: str, file: Path, settings: Path, who: str) -> list[float]:
    """Return the seconds from key to painted label in one window."""
    window, times = Child(display, "judge", str(file), str(settings), who), []
    for number in range(ROUNDS + WARM):
        painted, _ = press(screen, window, "12"[number % 2], saved=True)
        times += [painted] if number >= WARM else []
        time.sleep(0.1)
    window.close()
    return times


def main(folder: Path) -> None:
    """Measure in turns and print."""
    os.environ["JURYBOX_HUB_PASSWORDS"] = str(folder / "passwords.json")
    address = new_database()
    campaign = Campaign(folder, address)
    part, plain, over = campaign.join("Ana"), folder / "plain.jury", threading.Event()
    shutil.copy(part, plain)
    forget_hub(plain)
    busy = threading.Thread(target=keep_busy, args=(campaign.home, over))
    busy.start()
    without: list[float] = []
    synced: list[float] = []
    with x_server(managed=False) as display:
        screen = Screen(display)
        for _ in range(BLOCKS):
            without += measured(screen, display, plain, folder / "one.json", "Ana")
            synced += measured(screen, display, part, folder / "two.json", "Ana")
        screen.close()
    over.set()
    busy.join()
    drop_database(address.database)
    for name, times in (("without a hub", without), ("while syncing", synced)):
        print(f"{name:14} median {median(times) * 1e3:.2f} ms, p99 {p99(times) * 1e3:.2f} ms")
    report_ratio("sync", "key to painted label, synced / not", median(synced) / median(without), 1.1)


def forget_hub(file: Path) -> None:
    """Let a copy belong to no hub."""
    from contextlib import closing

    from jurybox.collection.file import HUB, open_writing

    with closing(open_writing(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("DELETE FROM local WHERE name = ?", (HUB,))
        db.execute("COMMIT")


if __name__ == "__main__":
    if why := missing():
        sys.exit(why)
    with tempfile.TemporaryDirectory() as place:
        main(Path(place))
