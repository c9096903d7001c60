"""T: a nugget board of 300 nuggets and 500 responses: one match entered and rescored, against one frame.

In processor time of the window's thread, which other programs on the machine do not change.

Run by hand: python tests/speed/bench_nuggets.py
"""

import csv
import random
import sys
import tempfile
import time
from pathlib import Path

from common import median, p99, report_ratio

from jurybox.collection.file import create
from jurybox.commands import EditNugget, Match, MatchRest, Together, Vote
from jurybox.formats.imports import import_into
from jurybox.gold import gold_in_force
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session

NUGGETS, RESPONSES, RUNS = 300, 500, 50
FRAME = 1 / 60
ROUNDS = 200
MEASURES = ("F(3)", "nugget-recall", "nugget-precision", "F-pyramid", "vital", "all", "series")


def main() -> None:
    """Build the board, and time what a key does to it."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        session = open_session(build(Path(folder)), assessor="Ana")
        print(f"built and opened in {time.perf_counter() - started:.1f} s, {len(session.ledger):,} entries")
        live = Scoreboard(session.collection, gold_in_force(session.catalog, session.facts))
        for name in MEASURES:
            live.score(measure(name), 0)
        rescored: list[float] = []
        session.subscribe(lambda changes, _: timed(rescored, live, session, changes))
        whole = [entered(session, number) for number in range(ROUNDS)]
        every_other = rescored[:: len(rescored) // ROUNDS]
        report_ratio("T", "one match rescored, 7 measures, of a frame", median(every_other) / FRAME, 0.5)
        report_ratio("T", "one match rescored, worst of a hundred", p99(every_other) / FRAME, 1.0)
        report_ratio("T", "one match entered and rescored", median(whole) / FRAME, 1.0)
        for name, command in (
            ("a vote", Vote(7, "okay")),
            ("an edit, which marks 500 matches", EditNugget(8, "another wording")),
            ("all of a response taken back", Together(tuple(Match(3, at) for at in range(NUGGETS)))),
            ("the rest of a response, 300 matches", MatchRest(3, "yes")),
        ):
            at = time.thread_time()
            session.execute(command)
            print(f"   {name}: {1000 * (time.thread_time() - at):.0f} ms")
        session.close()


def timed(into: list[float], live: Scoreboard, session: Session, changes: object) -> None:
    """Bring the scoreboard up to date and note how long that took."""
    at = time.thread_time()
    live.update(changes, session.collection)  # type: ignore[arg-type]
    for name in MEASURES:
        live.score(measure(name), 0)
    into.append(time.thread_time() - at)


def entered(session: Session, number: int) -> float:
    """Enter one match, and return how long that took."""
    dice = random.Random(number)
    word = ("yes", "partial", "no")[number % 3]
    at = time.thread_time()
    session.execute(Match(dice.randrange(RESPONSES), dice.randrange(NUGGETS), word))
    taken = time.thread_time() - at
    session.flush()
    return taken


def build(folder: Path) -> Path:
    """Return a collection with the board, nearly all of it matched."""
    cells = [(a, n) for a in range(RESPONSES) for n in range(NUGGETS)]
    tables = {
        "questions": ("question,kind,text,series", [("q", "other", "Other", "s"), ("f", "factoid", "F", "s")]),
        "answers": ("question,answer,text", [("q", f"a{at}", f"response {at}") for at in range(RESPONSES)]),
        "responses": (
            "run,question,rank,answer",
            [(f"r{at % RUNS}", "q", str(at // RUNS + 1), f"a{at}") for at in range(RESPONSES)],
        ),
        "nuggets": (
            "question,nugget,text,importance,assessor",
            [("q", str(at), f"nugget {at}", ("vital", "okay")[at % 2], "Ana") for at in range(NUGGETS)],
        ),
        "matches": (
            "assessor,question,answer,nugget,support",
            [("Ana", "q", f"a{a}", str(n), "no" if (a * 7 + n) % 11 else "yes") for a, n in cells],
        ),
    }
    source = folder / "tables"
    source.mkdir()
    for name, (header, rows) in tables.items():
        with (source / f"{name}.csv").open("w", encoding="utf-8", newline="") as page:
            writer = csv.writer(page, lineterminator="\n")
            writer.writerow(header.split(","))
            writer.writerows(rows)
    made = folder / "board.jury"
    create(made, name="Board")
    import_into(made, [source])
    return made


if __name__ == "__main__":
    sys.exit(main())
