"""The stage beside the window: it follows the Judge desk, takes labels, and ends with the collection."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from small import small_collection

from jurybox.commands import SetFact
from jurybox_gui.stage.window import StageWindow

Come = Callable[..., Person]


def stage_of(person: Person) -> StageWindow:
    person.press("F5")
    stage = person.program.stage
    assert stage is not None
    return stage


@pytest.mark.sweep
def test_it_follows_the_judge_desk_and_says_what_its_label_did(come: Come, demo: Path) -> None:
    person = come(demo, assessor="visitor")
    stage = stage_of(person)
    judge = person.window.desk_widget("judge")
    first = judge.here
    assert stage.director.answer == first
    person.press("1")
    assert judge.here != first
    assert stage.director.answer == judge.here
    assert stage.foot.words.startswith("Answer 1: correct;")
    person.press("Up")
    assert stage.director.answer == judge.here == first


@pytest.mark.sweep
def test_a_label_from_the_stage_is_seen_in_the_window_and_n_moves_both(come: Come, demo: Path) -> None:
    person = come(demo, assessor="visitor")
    stage = stage_of(person)
    first = stage.director.answer
    QTest.keySequence(stage, QKeySequence("1"))
    person.settle()
    assert person.session.content_of(first).label == "correct"
    QTest.keySequence(stage, QKeySequence("N"))
    person.settle()
    assert stage.director.answer == person.window.desk_widget("judge").here != first


def test_it_closes_with_its_key_and_with_the_collection(come: Come, demo: Path, tmp_path: Path) -> None:
    person = come(demo, assessor="visitor")
    stage = stage_of(person)
    QTest.keySequence(stage, QKeySequence("Esc"))
    QTest.keySequence(stage, QKeySequence("Esc"))
    assert person.program.stage is None
    stage_of(person)
    person.program.open_file(small_collection(tmp_path / "other.jury"))
    person.wait(lambda: person.session.path.name == "other.jury")
    assert person.program.stage is None


@pytest.mark.sweep
def test_nothing_of_runs_or_scores_is_on_stage_while_judging_is_blind(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "blind.jury"), assessor="Ana")
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    stage = stage_of(person)
    assert stage.ranking.places == ()
    assert stage.picture.figure is None
    assert "hidden" in stage.ranking.words()


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["validation"])
def test_in_a_demo_a_key_starts_its_story_on_a_fresh_copy(name: str, come: Come) -> None:
    person = come()
    person.program.open_demo(name)
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    stage = stage_of(person)
    before = person.session.path
    stage.hooks["start_over"]()
    person.wait(lambda: person.program.stage not in {None, stage})
    again = person.program.stage
    assert again is not None
    assert again.director.telling is not None
    assert person.session.path != before


@pytest.mark.sweep
def test_a_show_of_hands_beside_the_window_ends_with_the_stage(come: Come, demo: Path) -> None:
    person = come(demo, assessor="visitor")
    stage = stage_of(person)
    host = person.program.audience
    assert host is not None
    QTest.keySequence(stage, QKeySequence("F"))
    person.wait(lambda: host.control is not None and host.control.mode == "hands")
    person.settle()
    assert host.control is not None
    answer = stage.director.answer
    assert answer is not None
    QTest.keyClicks(host.control.panel.field, "3 yes 2 no")
    QTest.keyClick(host.control.panel.field, "\r")
    person.settle()
    known = person.session.catalog.assessor_named
    assert person.session.content_of(answer, known["audience"]).note == ("Show of hands: correct 3, incorrect 2")
    assert person.session.content_of(answer, known["visitor"]).label is None
    stage.close()
    person.settle()
    assert person.session.assessor == known["visitor"]
    assert host.vote.server is None
