"""Every way to finish small collections of all kinds lies within the bounds, and exact ones are reached.

Lists with groups of several people, nuggets, series and differences of two runs among them.
"""

import math
import random
import shutil
from collections import Counter
from contextlib import closing
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from live_steps import missing
from mixed_tables import GOLDS, Mixed
from sweeps import swept

from jurybox.commands import Command, Judge, Together, adjudicate
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for
from jurybox.gold.panel import IS_MISSING, Panel
from jurybox.kinds import KINDS
from jurybox.scoring import Bounds, Scoreboard
from jurybox.session import Session, open_session

NEAR = 1e-12
Reached = dict[tuple[str, int, int], tuple[Bounds, list[float]]]


def finished(seed: int, path: Path, *, open_: int, ways: int, one_stream: bool = False) -> Counter[str]:
    """Leave some labels of a collection open, try all that they can be, and compare with the bounds."""
    draw = random.Random(seed)
    share = draw.choice([0.8, 0.95])
    mixed = Mixed(seed, share=share, most_answers=3, one_stream=one_stream)
    with closing(open_session(mixed.file(path), assessor="Ana")) as session:
        gold = Gold.parse(draw.choice(GOLDS))
        cells = settled_but_for(session, gold, draw, open_)
        if cells is None:
            return Counter()
        while cells and math.prod(map(len, cells)) > ways:
            session.execute(draw.choice(cells.pop()))
        decided = decisions(session, gold)  # what labels given meanwhile settled is none of them
        draw.shuffle(decided)
        while decided and math.prod(map(len, [*cells, *decided])) > ways:
            session.execute(draw.choice(decided.pop()))
        cells += decided
        reached = bounds_of(Scoreboard(session.catalog, session.ledger, session.facts, gold))
        for commands in product(*cells):
            session.execute(Together(tuple(commands)))
            note(Scoreboard(session.catalog, session.ledger, session.facts, gold), reached)
    return compared(reached, (seed, str(gold)))


def settled_but_for(session: Session, gold: Gold, draw: random.Random, open_: int) -> list[list[Command]] | None:
    """Give all labels but a few; return what can be said of these, None where there is no such standard."""
    try:
        Scoreboard(session.catalog, session.ledger, session.facts, gold)
        cells = missing(session, gold)
    except Refused:
        return None
    if not cells:
        return None
    draw.shuffle(cells)
    session.execute(Together(tuple(map(draw.choice, cells[open_:]))))
    left = missing(session, gold)
    assert left is not None
    return list(map(list, left))


def decisions(session: Session, gold: Gold) -> list[list[Command]]:
    """Return what an adjudication can say of answers that several judge and that are not settled."""
    found: list[list[Command]] = []
    catalog, ledger = session.catalog, session.ledger
    made_from = catalog, ledger, session.facts
    board = Scoreboard(*made_from, gold)
    for at, question in enumerate(catalog.questions):
        own = gold_for(question.kind, gold, catalog, session.facts)
        if question.kind == "other" or own.whose != "adjudicated" or question.status == "unjudged":
            continue
        answers = np.array(catalog.answers_of(at).tolist(), dtype=np.int64)
        panel = Panel(*made_from, own)
        several = panel.members(answers, panel.labels(answers)).sum(axis=0) > 1
        state = board.levels[answers] if question.kind == "ranked" else board.truth[answers]
        is_decided = ~IS_MISSING[ledger.adjudications[answers].view(np.uint8)]
        for answer in answers[several & (state < 0) & ~is_decided].tolist():
            said = [adjudicate((answer,), label) for label in KINDS[question.kind].labels]
            neither = Judge((answer,), None, "cannot-tell", kind="adjudication")
            found.append([*said, neither])
    return found


def bounds_of(board: Scoreboard) -> Reached:
    """Return the bounds of every score, and of every difference of two runs."""
    found: Reached = {}
    for one in board.measures:
        for run in board.runs:
            found[str(one), run, run] = board.bounds(one, run), []
        for a, b in combinations(board.runs, 2):
            found[str(one), a, b] = board.difference(one, a, b), []
    return found


def note(board: Scoreboard, reached: Reached) -> None:
    """Note what every score, and every difference, came to."""
    for one in board.measures:
        score = {run: board.score(one, run).value for run in board.runs}
        for a in board.runs:
            reached[str(one), a, a][1].append(score[a])
        for a, b in combinations(board.runs, 2):
            reached[str(one), a, b][1].append(score[a] - score[b])


def compared(reached: Reached, told: object) -> Counter[str]:
    """Compare; return how many bounds of each kind were exact, were outer ones, were of nothing."""
    done = Counter[str]()
    for key, (bounds, values) in reached.items():
        defined = [value for value in values if not math.isnan(value)]
        what = "of one" if key[1] == key[2] else "of two"
        if not defined:
            done[f"{what}: never defined"] += 1
            assert not bounds.exact or math.isnan(bounds.low), (told, key, bounds)
            continue
        low, high = min(defined), max(defined)
        assert bounds.low - NEAR <= low, (told, key, bounds, low, high)
        assert high <= bounds.high + NEAR, (told, key, bounds, low, high)
        if bounds.exact:
            assert abs(bounds.low - low) <= NEAR, (told, key, bounds, low, high)
            assert abs(bounds.high - high) <= NEAR, (told, key, bounds, low, high)
        done[f"{what}: {'exact' if bounds.exact else 'outer'}"] += 1
    return done


@pytest.mark.parametrize("seed", [1, *swept((2, 3, 4, 5))])
def test_every_completion_is_inside_the_bounds(seed: int, tmp_path: Path) -> None:
    assert finished(seed, tmp_path / "x.jury", open_=3, ways=16)


@pytest.mark.parametrize("seed", [2057, *swept((2064,))])
def test_completions_that_were_once_outside_are_inside_the_bounds(seed: int, tmp_path: Path) -> None:
    assert finished(seed, tmp_path / "x.jury", open_=5, ways=150, one_stream=True)


@pytest.mark.soak
def test_every_completion_of_three_hundred_collections_is_inside_the_bounds(tmp_path: Path) -> None:
    done, wrong = Counter[str](), list[object]()
    for seed in range(2000, 2300):
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            done += finished(seed, folder / "x.jury", open_=5, ways=150)
        except AssertionError as error:
            wrong.append(error.args[0] if error.args else error)
        shutil.rmtree(folder)
    print(sorted(done.items()))
    assert not wrong, wrong[:5]
    assert min(done.values()) >= 50
