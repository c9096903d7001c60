"""The most informative answers first: where Space leads, what tables show meanwhile, and back."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from boards import list_collection
from fake_spaces import FakeBridge
from generated import generated_collection
from generator import write_tables
from person import Person
from pytestqt.qtbot import QtBot
from small import small_collection

from jurybox.analysis.next_best import next_best_answers
from jurybox.commands import SetFact
from jurybox.demos import demo_copy
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox_gui.core.next_best import UNFAIR, UNRANKED, NextBestOrder
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


@pytest.fixture
def half(come: Come, tmp_path: Path) -> Person:
    """A person at a validation collection that is judged in part by one assessor."""
    generated_collection(
        tmp_path / "c.jury", kind="validation", questions=30, runs=5, assessors=1, judged=0.5, correct=0.4
    )
    return come(tmp_path / "c.jury", assessor="a1")


def order_now(person: Person) -> list[int]:
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    return next_best_answers(board, measure("F1")).answers.tolist()


@pytest.mark.sweep
def test_space_and_labels_lead_where_most_is_settled(half: Person) -> None:
    person, desk = half, half.desk
    person.press("O")
    wanted = [at for at in order_now(person) if at != desk.queue_cursor.answer and not desk.queue_cursor.said(at)]
    person.press("Space")
    assert desk.queue_cursor.answer == wanted[0]
    assert "Most informative answers for F1 first" in desk.probe().heard
    found = next_best_answers(person.program.bridge.scoreboard, measure("F1"))  # type: ignore[union-attr, arg-type]
    standing = desk.queue.standing.text().replace("\N{NO-BREAK SPACE}", " ")
    sure, pairs = found.pairs
    assert standing.startswith("Next: ")
    assert f"{sure} of {pairs} pairs of runs are certain (95 %)" in standing
    for _ in range(4):
        here = desk.queue_cursor.answer
        person.press("1")
        person.wait(lambda: not person.program.bridge.next_best._after.isActive())  # type: ignore[union-attr]
        person.settle()
        assert person.session.content_of(here).label == "correct"
        person.press("Space")
        wanted = [at for at in order_now(person) if not desk.queue_cursor.said(at)]
        assert desk.queue_cursor.answer in wanted[:2]
    person.press("O")
    assert desk.queue.order.text() == ""
    place = desk.queue_cursor.place
    person.press("Space")
    assert desk.queue_cursor.place == desk.queue_cursor.queue.next_open(place)


@pytest.mark.sweep
def test_tables_show_expected_scores_and_never_plain_means(half: Person) -> None:
    person = half
    person.press("O", "Ctrl+2")
    bridge, desk = person.program.bridge, person.desk
    assert bridge is not None
    found = bridge.next_best.found
    assert found is not None
    rows = {row.run: row for row in desk.live.view.table.rows}
    expected = dict(zip(found.runs, found.scores.tolist(), strict=True))
    assert {run: row.scores[0].value for run, row in rows.items()} == expected
    assert all(math.isnan(score.value) for row in rows.values() for score in row.scores[1:])
    assert all(row.bounds.low - 1e-9 <= expected[run] <= row.bounds.high + 1e-9 for run, row in rows.items())
    ranks = [row.rank for row in desk.live.view.table.rows]
    assert ranks == sorted(ranks)  # type: ignore[type-var]
    assert any("Expected scores" in word or "expected ones" in word for word in painted_words(desk))
    assert not desk.live.detail.isVisible()
    person.press("Ctrl+1", "O", "Ctrl+2")
    board = bridge.scoreboard
    assert board is not None
    shown = {row.run: row.scores[0].value for row in desk.live.view.table.rows}
    assert shown == {run: board.score(measure("F1"), run).value for run in board.runs}
    assert desk.live.detail.isVisible()


@pytest.mark.sweep
def test_spaces_draw_no_plain_means_meanwhile_and_give_none_away(half: Person) -> None:
    person = half
    person.press("Ctrl+4")
    desk = person.desk
    assert len(desk.figures()) == 2
    person.press("Ctrl+1", "O", "Ctrl+4")
    assert UNFAIR[0] in desk.probe().words
    assert desk.figures() == []
    for _ in range(3):
        person.press("P")
        assert UNFAIR[0] in desk.probe().words
        assert desk.figures() == []
    person.press("Shift+P", "Shift+P", "Shift+P", "Ctrl+1", "O", "Ctrl+4")
    assert len(desk.figures()) == 2
    assert UNFAIR[0] not in desk.probe().words


@pytest.mark.sweep
def test_disagreements_draw_no_plain_ranking_meanwhile(come: Come, tmp_path: Path) -> None:
    generated_collection(
        tmp_path / "c.jury", kind="validation", questions=60, assessors=3, runs=9, judged=0.9, correct=0.4
    )
    person = come(tmp_path / "c.jury", desk="disagreements", assessor="a1")
    person.settle()
    desk = person.desk
    person.press("Space")
    assert desk.detail.slopes.isVisible()
    person.press("Ctrl+1", "O", "Ctrl+3")
    assert UNRANKED in desk.probe().words
    assert not desk.detail.slopes.isVisible()
    assert desk.detail.effects.effects == ()
    person.press("Ctrl+1", "O", "Ctrl+3")
    assert UNRANKED not in desk.probe().words
    assert desk.detail.slopes.isVisible()


def test_who_judges_blind_has_no_such_order(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "s.jury"), assessor="Ana")
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    person.press("O")
    bridge = person.program.bridge
    assert bridge is not None
    assert not bridge.next_best.on
    assert person.window.desk_widget("judge").queue.order.text() == ""


def test_where_nothing_can_be_settled_the_ranking_stays_and_says_why(come: Come, home: Path) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    desk, next_best = person.desk, person.program.bridge.next_best  # type: ignore[union-attr]
    person.wait(lambda: desk.side.strip is not None)
    person.press("O")
    person.wait(lambda: not next_best.on)
    person.settle()
    assert "This order works for rankings and decisions, not for accuracy" in desk.probe().heard
    assert ".." not in desk.probe().heard
    assert desk.side.strip is not None
    assert desk.side.strip.isVisible()


@pytest.mark.sweep
def test_the_order_ends_everywhere_when_its_questions_are_left_out(come: Come, tmp_path: Path) -> None:
    path = list_collection(tmp_path / "l.jury", answers=3)
    write_tables(tmp_path / "t", kind="validation", questions=30, runs=5, assessors=1, judged=0.5)
    (tmp_path / "t" / "assignments.csv").unlink()  # everybody judges everything
    import_into(path, [tmp_path / "t"])
    person = come(path, assessor="a1")
    bridge = person.program.bridge
    assert bridge is not None
    # The list question may come first; it is judged at a desk without this order.
    bridge.goto(int(person.session.catalog.answers_of(len(person.session.catalog.questions) - 1)[0]))
    person.press("O")
    person.wait(lambda: bridge.next_best.found is not None)
    person.press("Ctrl+2")
    assert "Carterette" in " ".join(person.words())
    catalog = person.session.catalog
    listed = frozenset(at for at, question in enumerate(catalog.questions) if question.kind == "list")
    bridge.select_questions(listed)
    person.settle()
    assert not bridge.next_best.on
    assert person.desk.live.detail.isVisible()
    reasons = {score.reason for row in person.desk.live.view.table.rows for score in row.scores}
    assert not any(reason.startswith("no plain means") for reason in reasons)
    assert not any("Carterette" in word for word in person.words())
    assert person.window.desk_widget("judge").queue.order.text() == bridge.next_best.why != ""


def test_an_order_without_a_measure_names_none(qtbot: QtBot) -> None:
    order = NextBestOrder(FakeBridge().session, lambda: None)  # type: ignore[arg-type]  # without a file
    order.on = True
    assert order.text == ""
