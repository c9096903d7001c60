"""A vote that is missing and can change nothing: its question waits, and the bounds know where it ends."""

import math
from contextlib import closing
from pathlib import Path

from demo_file import demo_file

from jurybox.collection.state import State
from jurybox.gold import Gold, Graded
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

NG = measure("nG@1")


def test_a_pattern_with_one_level_to_come_to_is_bounded_by_it(tmp_path: Path) -> None:
    with closing(State(demo_file(tmp_path / "c.jury", "community"))) as state:
        board = Scoreboard(state.collection, Gold("GA"))
        graded = Graded(state.collection, Gold("GA"))
        met = 0
        for question in range(len(state.catalog.questions)):
            levels = graded.of(state.catalog.answers_of(question))
            single = (levels.possible & (levels.possible - 1)) == 0
            if not single.all() or (levels.level >= 0).all():
                continue
            met += 1
            board.select(frozenset((question,)))
            run = board.runs[0]
            bounds = board.bounds(NG, run)
            assert board.score(NG, run).waiting == 1
            assert bounds.exact
            assert bounds.low == bounds.high
            assert not math.isnan(bounds.low)
        assert met
