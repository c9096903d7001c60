"""The bump chart: at its end it shows the ranks of today, and it begins where nobody has a rank."""

import math
from contextlib import closing
from pathlib import Path

from demo_file import demo_file

from jurybox.figures import rank_chart
from jurybox.gold import gold_in_force
from jurybox.measures import measure
from jurybox.pictures import PictureOptions, PictureSource, picture
from jurybox.scoring import Scoreboard, unjudged_in_force
from jurybox.session import open_session


def test_it_ends_with_the_ranks_that_scores_print(tmp_path: Path) -> None:
    with closing(open_session(demo_file(tmp_path / "demo.jury", "series"))) as session:
        made_from = session.collection
        gold = gold_in_force(session.catalog, session.facts)
        board = Scoreboard(made_from, gold, unjudged=unjudged_in_force(made_from))
        entries = [session.entry(at) for at in range(len(session.ledger))]
        source = PictureSource(board, entries=lambda: entries)
        one = measure("accuracy")
        figure = picture("bump").figure(source, PictureOptions(measures=(one,)))
        now = {row.name: row.rank for row in board.standing(one)}
    assert {line.name for line in figure.curves} == set(now)
    for line in figure.curves:
        assert math.isnan(line.y[0])
        same = [name for name, rank in now.items() if rank == now[line.name]]
        assert line.y[-1] == now[line.name] or len(same) > 1
        assert line.x[-1] == len(entries)


def test_ranks_of_different_length_are_refused() -> None:
    try:
        rank_chart([("a", 0), ("b", 1)], [[1.0], [1.0, 2.0]])
    except ValueError as error:
        assert "equally many" in str(error)  # noqa: PT017
    else:
        raise AssertionError
