"""A rewound judging: the same scores as those of the session, from any side; nothing is written."""

from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from small import small_collection

from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.gold import gold_in_force
from jurybox.judging.order import queue_order
from jurybox.measures import measure
from jurybox.scoring import Scoreboard, unjudged_in_force
from jurybox.session import open_session
from jurybox.stage.rewind import Moment, Rewind


def test_its_end_is_today_and_going_back_is_as_coming_from_the_beginning(tmp_path: Path) -> None:
    path = demo_file(tmp_path / "demo.jury", "series")
    one = measure("accuracy")
    with closing(open_session(path)) as session:
        gold = gold_in_force(session.catalog, session.facts)
        made_from = session.collection
        today = Scoreboard(made_from, gold, unjudged=unjudged_in_force(made_from)).standing(one)
        entries = len(session.ledger)
        rewind = Rewind(session, gold)
        middle = len(rewind) // 2
        rewind.seek(middle)
        then = rewind.board.standing(one)
        rewind.seek(len(rewind))
        assert repr(rewind.board.standing(one)) == repr(today)
        rewind.seek(middle)
        assert repr(rewind.board.standing(one)) == repr(then)
        assert len(session.ledger) == entries


def test_what_is_said_meanwhile_is_played_too(tmp_path: Path) -> None:
    with closing(open_session(demo_file(tmp_path / "demo.jury"), assessor="visitor")) as session:
        rewind = Rewind(session, gold_in_force(session.catalog, session.facts))
        rewind.seek(40)
        before, moment, count = rewind.board.standing(measure("F1")), rewind.moment, len(rewind)
        assert not rewind.catch_up()
        assert session.assessor is not None
        answer = queue_order(session.catalog, session.assessor).answers.tolist()[0]
        session.execute(Judge((answer,), label="correct", assessor=session.assessor))
        assert rewind.catch_up()
        assert (rewind.at, rewind.moment, len(rewind)) == (40, moment, count + 1)
        assert repr(rewind.board.standing(measure("F1"))) == repr(before)
        rewind.seek(len(rewind))
        assert rewind.moment == Moment("visitor", rewind.moment.question, answer, "correct")


def test_it_starts_where_something_moves(tmp_path: Path) -> None:
    with closing(open_session(demo_file(tmp_path / "demo.jury", "community"))) as session:
        rewind = Rewind(session, gold_in_force(session.catalog, session.facts))
        one = measure("nG@1")
        at = rewind.first_move(one)
        assert 0 < at < len(rewind) // 2
        assert len({row.rank for row in rewind.board.standing(one)}) > 1
        assert rewind.moment is not None


def test_where_nothing_was_judged_there_is_nothing_to_play(tmp_path: Path) -> None:
    with (
        closing(open_session(small_collection(tmp_path / "none.jury"))) as session,
        pytest.raises(Refused, match="nothing to play back"),
    ):
        Rewind(session, gold_in_force(session.catalog, session.facts))
