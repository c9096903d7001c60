"""Two hundred collections by lot, worked on at random: what all measures say of them by two gold standards.

Each is a `Mixed` of all kinds of question, with NIL, withdrawn runs, missing labels, *cannot tell* and decisions, on
which a `Walker` then works: labels, decisions, labels taken back, late answers and runs, people off the panel, copies
that are judged apart and merged, with conflicts. Equal seeds, equal collections.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from live_steps import SHARES, Walker
from mixed_tables import GOLDS, Mixed
from steady_codes import steady_codes

from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

MANY = 200
STEPS = 14
ALONE = {name: share for name, share in SHARES.items() if name != "beside"}
"""What a walker does, but for work in two programs at the same time: nobody knows who is first."""
SCORED, BOUNDED = 2, 9
"""Of every so many measures one is recorded with its scores, or its bounds; another one in the next campaign."""


def keys() -> Iterator[str]:
    """Yield the seeds."""
    yield from (f"seed {seed}" for seed in range(MANY))


def made(key: str) -> dict[str, Any]:
    """Return the steps of a campaign, its size, and what the measures say by two gold standards."""
    seed = int(key.split()[1])
    with TemporaryDirectory() as folder, steady_codes(key):
        path = Mixed(seed).file(Path(folder) / "c.jury")
        steps = worked_on(path, seed)
        with closing(State(path)) as state:
            catalog = state.catalog
            sizes = [len(catalog.questions), len(catalog.answer_question), len(catalog.runs), len(state.ledger)]
            first, other = GOLDS[seed % len(GOLDS)], GOLDS[(seed + 5) % len(GOLDS)]
            found = {"steps": dict(sorted(steps.items())), "sizes": sizes, first: scores(state, first, seed)}
            return {**found, f"bounds by {other}": bounds(state, other, seed)}


def worked_on(path: Path, seed: int) -> Counter[str]:
    """Let a walker work on a collection; return how often each step was done."""
    session = open_session(path, assessor="Ana")
    walker = Walker(session, seed)
    steps = Counter(walker.step(ALONE) for _ in range(STEPS))
    session.flush()
    session.close()
    return steps


def board_of(state: State, gold: str) -> Scoreboard | str:
    """Return the scores by a gold standard, or why there is none."""
    try:
        return Scoreboard(state.collection, Gold.parse(gold))
    except Refused as error:
        return str(error)


def scores(state: State, gold: str, seed: int) -> Any:
    """Return value, units, pending, excluded and rank of every run by half of the measures."""
    board = board_of(state, gold)
    if isinstance(board, str):
        return board
    found = {}
    for one in board.measures[seed % SCORED :: SCORED]:
        rows = board.standing(one)
        said = {
            row.name: [row.score.value, row.score.units, row.score.waiting, row.score.left_out, row.rank]
            for row in sorted(rows, key=lambda row: row.name)
        }
        if any(any(numbers[1:4]) for numbers in said.values()):
            found[str(one)] = said
    return found


def bounds(state: State, gold: str, seed: int) -> Any:
    """Return the bounds of the scores of every run by some of the measures."""
    board = board_of(state, gold)
    if isinstance(board, str):
        return board
    some = board.measures[seed % BOUNDED :: BOUNDED]
    limits = {one: {run: board.bounds(one, run) for run in board.runs} for one in some}
    return {
        str(one): {board.name_of(run): [each.low, each.high, each.exact] for run, each in of_runs.items()}
        for one, of_runs in limits.items()
    }
