"""A fork server that kills jobs: it has imported the program, so that each job begins at once.

Run as: python killing.py JOBS COUNT SEED FOLDER. Each round copies a collection, lets a child do the job, and
kills it with SIGKILL at a random moment; then it looks whether anything is half made. COUNT kills are
shared out to the jobs, fewer to those named in `SLOW`; only those count that came before the job had ended.
For each job there is a line of JSON with `rounds`, `kills`, `labels` (shown as saved), `faults` and `seconds`
a round.
"""

import json
import math
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / part) for part in ("model", "gui", "tests/support", "tests/faults")]

from small import small_collection  # noqa: E402

from jurybox.audience.seat import taking_seat  # noqa: E402
from jurybox.audience.verdict import AUDIENCE  # noqa: E402
from jurybox.campaign.assignments import Campaign, store_campaign  # noqa: E402
from jurybox.campaign.folder_follower import Follower  # noqa: E402
from jurybox.campaign.merges import merge_files  # noqa: E402
from jurybox.collection.assigned import give_back  # noqa: E402
from jurybox.collection.backup import backup, copy_to  # noqa: E402
from jurybox.collection.check import check  # noqa: E402
from jurybox.collection.file import check_is_ours, create, open_reading  # noqa: E402
from jurybox.collection.rescue import rescue  # noqa: E402
from jurybox.commands import Judge  # noqa: E402
from jurybox.demos import build_demo  # noqa: E402
from jurybox.disk import private_folder  # noqa: E402
from jurybox.formats.exports import making  # noqa: E402
from jurybox.formats.imports import import_into  # noqa: E402
from jurybox.formats.tables import export_tables  # noqa: E402
from jurybox.session import open_session  # noqa: E402

SLOWEST = 5.0
LABELS = 40
TRACE = "traceback.txt"


def judge(home: Path) -> None:
    """Give labels; write the hash of each that is saved."""
    session = open_session(home / "a.jury", assessor="Ana")
    for answer in range(LABELS):
        session.execute(Judge((answer,), ("correct", "incorrect")[answer % 2]))
        session.flush()
        os.write(1, f"saved {session.ledger.hash_of(len(session.ledger) - 1).hex()}\n".encode())
    session.close()


def window(home: Path) -> None:
    """Press keys in the real window."""
    import victim

    sys.argv = ["victim.py", str(home / "a.jury"), "Ana", "600"]
    victim.main()


def vote(home: Path) -> None:
    """Assign everything, and let a room judge in the place of Ana until she goes on herself."""
    with closing(open_session(home / "a.jury", assessor="Ana")) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ana", "Ben"), 1)))
        session.store(taking_seat(session))
        session.sit(AUDIENCE)
        for answer in range(0, 20, 2):
            session.execute(Judge((answer,), "correct", note="Votes: correct 2, incorrect 1"))
        session.store(give_back)


def merge(home: Path) -> None:
    """Merge what another copy says."""
    with closing(open_session(home / "a.jury")) as session:
        merge_files(session, [home / "other.jury"])


def import_tables(home: Path) -> None:
    """Import a folder of tables."""
    import_into(home / "new.jury", [home / "tables"])


def export(home: Path) -> None:
    """Export all tables."""
    export_tables(home / "a.jury", home / "exported")


def copy(home: Path) -> None:
    """Copy the collection, and make a backup beside it."""
    with closing(open_reading(home / "a.jury")) as db:
        copy_to(db, home / "copy.jury")
    backup(home / "a.jury")


def one_file(home: Path) -> None:
    """Write a file beside its target first."""
    with making(home / "whole.txt", folder=False) as part:
        part.write_text("whole\n" * 20_000)


JOBS: dict[str, Callable[[Path], object]] = {
    "judge": judge,
    "window": window,
    "vote": vote,
    "merge": merge,
    "import": import_tables,
    "export": export,
    "copy": copy,
    "file": one_file,
    "new": lambda home: create(home / "created.jury"),
    "demo": lambda home: build_demo("community", home / "demo.jury"),
    "rescue": lambda home: rescue(home / "a.jury", home / "rescued.jury"),
    "follow": lambda home: Follower(home, home / "a.jury").close(),
}
COMMANDS: dict[str, Callable[[Path], tuple[object, ...]]] = {
    "report": lambda home: ("report", home / "a.jury", "-o", home / "reported", "--draws", 50),
    "baseline": lambda home: ("baseline", home / "a.jury", "all-yes"),
    "withdraw": lambda home: ("withdraw", home / "a.jury", "one"),
    "check": lambda home: ("check", home / "a.jury"),
    "own files": lambda home: ("assign", home / "a.jury", "--hand-out-all", "-o", home / "own"),
    "freeze": lambda home: ("freeze", home / "a.jury", "official"),
    "handout": lambda home: ("stage", home / "a.jury", "--handout", home / "page.pdf"),
    "join": lambda home: ("hub", "join", home / "join.invite", home / "joined.jury"),
}
"""Jobs that are commands, as they are typed."""
IMPORTED = {
    "report": ("jurybox_gui.report", "jurybox_gui.run"),
    "handout": ("jurybox_gui.shot", "jurybox_gui.stage.handout", "jurybox_gui.stage.program"),
    "join": ("jurybox.hub.joining",),
}
"""What a command imports, so that what is killed is its work."""


def command(words: Callable[[Path], tuple[object, ...]]) -> Callable[[Path], object]:
    """Return the job that a command does."""

    def job(home: Path) -> None:
        from jurybox_gui.cli import program

        program.main([str(word) for word in words(home)], prog_name="jurybox", standalone_mode=False)

    return job


JOBS |= {name: command(words) for name, words in COMMANDS.items()}
SLOW = {"window": 2, "join": 4, "freeze": 4, "handout": 8, "report": 8}
"""Jobs that take long: they get so many times fewer kills."""
MOST_ROUNDS = 3
"""How many rounds are tried for each kill."""
WHOLE_TEXT = "whole\n" * 20_000


class Hub:
    """A campaign at a hub of this process, and an invitation to it for every round."""

    def __init__(self, folder: Path, rounds: int) -> None:
        import hub_people
        import hub_server

        folder.mkdir(parents=True)
        self._passwords = str(folder / "passwords.json")
        os.environ["JURYBOX_HUB_PASSWORDS"] = self._passwords
        names = [f"Person {number}" for number in range(rounds)]
        self._names = iter(names)
        self._campaign = hub_people.Campaign(folder, hub_server.new_database(), questions=30, assessors=names)

    def invite(self, home: Path) -> None:
        """Put an invitation into a round, at whose computer no password is known."""
        os.environ["JURYBOX_HUB_PASSWORDS"] = self._passwords
        self._campaign.invite(next(self._names)).rename(home / "join.invite")
        os.environ["JURYBOX_HUB_PASSWORDS"] = str(home / "passwords.json")


def make_base(base: Path) -> None:
    """Make what each round begins with."""
    base.mkdir(parents=True)
    small_collection(base / "a.jury", questions=40, labels=[(1, at, "correct") for at in range(30)])
    shutil.copy(base / "a.jury", base / "other.jury")
    with closing(open_session(base / "other.jury", assessor="Ben")) as session:
        for answer in range(40, 80):
            session.execute(Judge((answer,), "correct"))
    export_tables(base / "a.jury", base / "tables")
    create(base / "new.jury")


def problems_of(path: Path) -> list[str]:
    """Open a file as the next program does, and return what is wrong with it."""
    began = time.monotonic()
    try:
        check_is_ours(path)
        with closing(open_reading(path)) as db:
            found = check(db)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        return [f"{path.name}: {type(error).__name__}: {error}"]
    late = [f"{path.name} took long to open"] if time.monotonic() - began > SLOWEST else []
    return [f"{path.name}: {one}" for one in found] + late


def look(home: Path, job: str, shown: set[str]) -> list[str]:
    """Return what is half made or lost."""
    faults = [one for path in home.rglob("*.jury") if not _unnamed(path, home) for one in problems_of(path)]
    if shown and not faults:
        with closing(sqlite3.connect(home / "a.jury")) as db:
            kept = {hash_.hex() for (hash_,) in db.execute("SELECT hash FROM entry")}
        faults += [f"a label shown as saved is lost: {one}" for one in shown - kept]
    if job == "import":
        with closing(sqlite3.connect(home / "new.jury")) as db:
            counts = {db.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in ("answer", "response")}
        if counts not in ({0}, {120, 240}):
            faults.append(f"half an import is stored: {counts}")
    exported = home / "exported"
    if exported.is_dir() and {one.name for one in exported.iterdir()} != {
        one.name for one in (home / "tables").iterdir()
    }:
        faults.append("half an export has its name")
    whole = home / "whole.txt"
    if whole.exists() and whole.read_text() != WHOLE_TEXT:
        faults.append("half a file has its name")
    page = home / "page.pdf"
    if page.exists() and not (page.read_bytes().startswith(b"%PDF") and b"%%EOF" in page.read_bytes()[-32:]):
        faults.append("half a page has its name")
    if job == "check" and (home / "a.jury").read_bytes() != (home.parent / "base" / "a.jury").read_bytes():
        faults.append("the check changed the file")
    if job == "baseline":
        with closing(sqlite3.connect(home / "a.jury")) as db:
            counts = db.execute("SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM response)").fetchone()
        if counts not in {(2, 240), (3, 360)}:
            faults.append(f"half a baseline is stored: {counts}")
    return faults


def look_closer(job: str, home: Path, whole: Path) -> list[str]:
    """Return what else is half made by a job; `whole` is where nobody interrupted it."""
    own = home / "own"
    if own.is_dir() and {one.name for one in own.iterdir()} != {"a-Ana.jury", "a-Ben.jury"}:
        return ["half of the own files have their names"]
    if job == "vote":
        return look_at_vote(home / "a.jury")
    return look_at_report(home, whole) if job == "report" else []


def look_at_vote(path: Path) -> list[str]:
    """Return what the next one to open a collection lacks of what was lent to a room."""
    with closing(open_session(path, assessor="Ana")) as session:
        room = session.catalog.assessor_named.get(AUDIENCE)
        who, answers = session.catalog.assigned
        held = [] if room is None else answers[who == room].tolist()
        kept = [answer for answer in held if not session.content_of(answer, room).label]
    return [f"{len(kept)} answers stay with the room"] * bool(kept) + problems_of(path)


def look_at_report(home: Path, whole: Path) -> list[str]:
    """Return what a report that has its name lacks of one that nobody interrupted."""
    if not (home / "reported").is_dir():
        return []
    there, wanted = (
        {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        for folder in (home / "reported", whole / "reported")
    )
    return [f"half a report has its name: {len(there)} of {len(wanted)} files"] if there != wanted else []


def _unnamed(path: Path, home: Path) -> bool:
    return any(part.startswith(".jurybox.") for part in path.relative_to(home).parts)


def run(job: str, home: Path, seconds: float | None) -> tuple[int, set[str]]:
    """Do a job in a child; kill it after so many seconds, counted for labels from the first one shown.

    Return how it ended, as `os.waitstatus_to_exitcode` does, and what was shown as saved.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        os.dup2(writer, 1)
        sys.stdout = os.fdopen(1, "w", closefd=False)  # the one before may know the place in a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        code = 1
        try:
            JOBS[job](home)
            code = 0
        except SystemExit as ended:  # as commands end
            code = ended.code if isinstance(ended.code, int) else 0
        except BaseException:  # noqa: BLE001 - a child never goes on as its parent
            (home / TRACE).write_text(traceback.format_exc())
        finally:
            os._exit(code)
    os.close(writer)
    text = b""
    if job == "window":  # its first labels come when it is shown and has checked the file
        while b"ready\n" not in text and (part := os.read(reader, 65_536)):
            text += part
    if seconds is not None:
        time.sleep(seconds)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    while part := os.read(reader, 65_536):
        text += part
    os.close(reader)
    _, status = os.waitpid(child, 0)
    lines = text.decode().splitlines(keepends=True)
    shown = {line.split()[1] for line in lines if line.startswith("saved ") and line.endswith("\n")}
    return os.waitstatus_to_exitcode(status), shown


def trouble(home: Path) -> str:
    """Return the traceback of a job, or that it has none."""
    path = home / TRACE
    return path.read_text() if path.exists() else "it refused"


def kill_often(job: str, count: int, seed: int, folder: Path) -> dict[str, Any]:
    """Kill a job so often before its end, and return what was seen."""
    dice, base = random.Random(f"{job} {seed}"), folder / "base"
    make_base(base)
    for name in ("jurybox_gui.cli", *IMPORTED.get(job, ())) if job in COMMANDS else ():
        import_module(name)
    tempfile.tempdir = None  # in that of the job before, a server of another user could not start
    hub = Hub(folder / "hub", MOST_ROUNDS * count + 1) if job == "join" else None
    temporary = folder / "temporary"
    temporary.mkdir()
    tempfile.tempdir = str(temporary)
    longest, first = 0.6, folder / "first"
    if job != "window":
        shutil.copytree(base, first)
        if hub:
            hub.invite(first)
        began = time.monotonic()
        ended, _ = run(job, first, None)
        longest = (time.monotonic() - began) * 1.1
        if ended:
            raise RuntimeError(f"{job} fails where nobody kills it: {trouble(first)}")
    began = time.monotonic()
    number, kills, labels, faults = 0, 0, 0, []
    while kills < count and number < MOST_ROUNDS * count:
        number += 1
        home = folder / f"round{number}"
        shutil.copytree(base, home)
        if hub:
            hub.invite(home)
        ended, shown = run(job, home, dice.uniform(0, longest))
        was_killed = ended == -signal.SIGKILL
        kills += was_killed
        if job != "window":  # which never ends by itself
            longest *= 1.02 if was_killed else 0.95  # as busy as the computer is now, most kills come in time
        labels += len(shown)
        found = look(home, job, shown)
        found += [] if found else look_closer(job, home, first)
        if job == "join" and not (home / "joined.jury").exists():
            again, _ = run(job, home, None)
            found += look(home, job, shown) if not again else [f"joining again fails: {trouble(home)}"]
        faults += [f"{job}, round {number}: {one}" for one in found]
        shutil.rmtree(home)
    with private_folder():
        pass
    faults += [f"{job}: {path.name} stays among temporary files" for path in temporary.iterdir()]
    seen = {"job": job, "rounds": number, "kills": kills, "labels": labels, "faults": faults}
    return seen | {"seconds": (time.monotonic() - began) / max(1, number)}


def main() -> None:
    """Kill each of the jobs named, apart by commas, and print a line for each."""
    count, seed, folder = int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    shares = {job: 1 / SLOW.get(job, 1) for job in sys.argv[1].split(",")}
    for job, share in shares.items():
        kills = math.ceil(count * share / sum(shares.values()))
        print(json.dumps(kill_often(job, kills, seed, folder / job)), flush=True)


if __name__ == "__main__":
    main()
