"""The flat list of disagreements: its line, what is next, and what stays when something is decided."""

from dataclasses import replace

import pytest

from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, Turn
from jurybox_gui.tables.dispute_list import DisputeList


def dispute(answer: int, *, flips: int = 0, settled: str = "") -> Dispute:
    """Return a disagreement about an answer; every two answers are of one question."""
    turn = Turn("x", -1, 0.1, ((0, 1),) * flips, 0, 0)
    return Dispute("label", answer // 2, answer, -1, ((0, "a"), (1, "b")), 1.0, settled, (turn,))


def shown(*disputes: Dispute) -> DisputeList:
    rows = DisputeList(lambda one: f"answer {one.answer}")
    rows.show_disputes(disputes)
    return rows


def known(*disputes: Dispute) -> dict[int, QuestionDisputes]:
    """Return what is known of the questions of some disagreements."""
    questions = {one.question for one in disputes}
    mine = {at: tuple(one for one in disputes if one.question == at) for at in questions}
    return {at: QuestionDisputes(at, 0.0, 1, some) for at, some in mine.items()}


@pytest.mark.sweep
def test_the_line_is_below_the_last_row_that_can_change_the_ranking() -> None:
    first, second, third = dispute(0, flips=2), dispute(2, flips=1), dispute(4)
    rows = shown(first, second, third)
    assert (rows.swapping, rows.questions) == (2, 3)
    rows.renew(known(dispute(2)), [1])
    assert rows.swapping == 1
    rows.renew(known(dispute(4, flips=1)), [2])
    assert rows.swapping == 3
    rows.renew(known(dispute(4), dispute(0)), [0, 2])
    assert rows.swapping == 0


def test_a_decided_row_keeps_its_place_and_the_next_open_one_is_below_it() -> None:
    first, second, third = dispute(0), dispute(1), dispute(2)
    rows = shown(first, second, third)
    rows.renew(known(first, replace(second, settled="a")), [0])
    assert [one.settled for one in rows.disputes] == ["", "a", ""]
    assert [rows.after(at) for at in (-1, 0, 1, 2)] == [0, 2, 2, 0]
    assert rows.row_of(second.key) == 1
    assert rows.first_of(1) == 2


def test_the_only_open_row_is_its_own_next_one() -> None:
    first, second = dispute(0), dispute(1)
    rows = shown(first, second)
    rows.renew(known(first, replace(second, settled="a")), [0])
    assert rows.after(0) == 0


def test_what_is_no_longer_disputed_leaves_and_the_rest_stays() -> None:
    first, second, third = dispute(0), dispute(1), dispute(2)
    rows = shown(third, second, first)
    rows.renew(known(second), [0])
    assert [one.answer for one in rows.disputes] == [2, 1]
    assert rows.row_of(first.key) == -1
    rows.renew({}, [0, 1])
    assert rows.rowCount() == 0
    assert rows.after(-1) == -1
