"""What is gathered from a scoreboard scores as the scoreboard does, for every measure and kind."""

import numpy as np
import pytest
from examples import examples
from hypothesis import HealthCheck, assume, given, settings
from mixed_worlds import mixed_worlds
from worlds import World, make_catalog, worlds

from jurybox.analysis.samples import gather
from jurybox.analysis.significance import randomization_test
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def board_of(world: World) -> Scoreboard:
    for edit in world.edits:
        edit.to(world.book)
    try:
        return Scoreboard(world.catalog, world.book.ledger, world.facts, Gold.parse(world.gold))
    except Refused:
        assume(False)
        raise


def check_all(world: World) -> None:
    board = board_of(world)
    for one in board.measures:
        for whole in (False, True):
            if one.base in ("MRRT", "by-type", "confidence-correlation"):
                with pytest.raises(Refused, match=r"no test|not a mean|nothing here"):
                    gather(board, world.catalog, one, whole_questions=whole)
                continue
            found = gather(board, world.catalog, one, whole_questions=whole)
            got = found.data.evaluate(np.ones((1, len(found.units)), dtype=np.int8))[0]
            expected = [board.score(one, run).value for run in found.runs]
            assert got == pytest.approx(expected, abs=1e-12, nan_ok=True)
            assert list(found.names) == [board.name_of(run) for run in found.runs]
            if whole and len(found.runs) > 1:
                apart = randomization_test(found.data.paired(0, 1), draws=3).difference
                assert apart == pytest.approx(expected[0] - expected[1], abs=1e-12, nan_ok=True)


@given(mixed_worlds())
@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
def test_everything_gathered_scores_as_the_scoreboard_does(world: World) -> None:
    check_all(world)


@given(worlds())
@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
def test_decisions_gathered_score_as_the_scoreboard_does(world: World) -> None:
    check_all(world)


def test_what_cannot_be_drawn_from_is_refused() -> None:
    catalog = make_catalog(["validation"], [0], runs=1, assessors=["person"])
    board = board_of(World(catalog, Facts(), [], "adjudicated"))
    with pytest.raises(Refused, match="MRR scores nothing here"):
        gather(board, catalog, measure("MRR"))
