"""A measure that is only declared has its column on the Scores desk, its explanation and its rows."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from added_measures import MISSED, added
from demo_file import demo_file
from person import Person, come
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.gold import Gold
from jurybox.scoring import Scoreboard

__all__ = ["come"]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    with added():
        yield


@pytest.mark.sweep
def test_it_is_chosen_ranks_and_follows_labels(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), desk="scores", assessor="organiser")
    desk = person.desk
    combo = desk.tools.measure
    assert "missed" in [combo.itemData(at) for at in range(combo.count())]
    person.press("Shift+M")
    QTest.keyClicks(QApplication.focusWidget(), "missed")
    person.press("Return")
    person.settle()
    assert desk.choice.measures[desk.choice.main] == MISSED
    session, bridge = person.session, person.program.bridge
    assert bridge is not None
    board = Scoreboard(session.collection, Gold.parse(bridge.gold))
    expected = [(row.run, row.rank, row.score) for row in board.standing(MISSED)]
    shown = [(row.run, row.rank, row.scores[desk.choice.main]) for row in desk.live.rows]
    assert shown == expected
    explanation = board.explain(MISSED, expected[0][0])
    assert explanation.formula == "(incorrect + unanswered) ÷ total"
    assert desk.live.chosen is not None
    person.press("Down")
    person.settle()
    assert desk.live.chosen == expected[1][0]
