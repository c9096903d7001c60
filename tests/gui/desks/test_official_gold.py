"""A frozen gold standard in the window: chosen by its name, beside others, and unmoved by later labels."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from demo_file import demo_file
from person import Person
from undecided import undecided_collection

from jurybox.campaign.freezing import freezing
from jurybox.collection.file import open_reading
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.commands import Judge
from jurybox.session import open_session
from jurybox_gui.desks.gold_choices import gold_choices
from jurybox_gui.widgets.combo import Combo


def choose(combo: Combo, name: str) -> None:
    """Choose an entry as a click on it does."""
    combo.setCurrentIndex(combo.findData(name))
    combo.activated.emit(combo.currentIndex())


def frozen(path: Path) -> Path:
    """Return the community demo with a gold standard frozen as official."""
    demo_file(path, "community")
    return frozen_as_official(path)


def frozen_as_official(path: Path) -> Path:
    """Freeze the gold standard of a collection as official."""
    with closing(open_session(path, assessor="organiser")) as session, closing(open_reading(path)) as db:
        keys = read_answer_keys(db)
        session.execute(freezing(session.collection, keys, "official"))
        session.flush()
    return path


def scores(person: Person) -> dict[str, float]:
    """Return the scores that the table shows, by run."""
    return {row.name: row.scores[0].value for row in person.desk.live.rows}


def test_it_is_chosen_by_its_name_and_does_not_move(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(frozen(tmp_path / "d.jury"), desk="scores", assessor="organiser")
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    facts = person.session.facts
    assert ("“official”, as frozen", "official") in gold_choices(person.session.catalog, "", (), facts)
    before = scores(person)
    desk.choice.toggle_gold_column("official")
    person.settle()
    assert desk.choice.golds == ("official",)
    for answer in range(person.session.catalog.answer_count):
        person.session.execute(Judge((answer,), "C", assessor=0))
    person.see()
    person.settle()
    assert scores(person) != before
    assert {row.name: row.gold_scores[0].score.value for row in desk.live.rows} == before
    choose(desk.tools.gold, "official")
    person.settle()
    assert bridge.gold == "official"
    assert scores(person) == before


def test_nothing_waits_under_it_and_no_score_has_a_range(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(frozen_as_official(undecided_collection(tmp_path)), desk="scores", assessor="organiser")
    desk = person.desk
    words = desk.probe().text
    assert "final range" in words
    assert "1 question: labels are missing" in words
    choose(desk.tools.gold, "official")
    person.settle()
    words = desk.probe().text
    assert "final range" not in words
    assert "question: labels are missing" not in words
    assert "6 questions: undecided when the gold standard was frozen" in words
    assert {row.scores[0].waiting for row in desk.live.rows} == {0}


def test_it_leaves_the_window_when_freezing_is_undone(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(frozen(tmp_path / "d.jury"), desk="scores", assessor="organiser")
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    usual = bridge.gold
    choose(desk.tools.gold, "official")
    desk.choice.toggle_gold_column(usual)
    person.settle()
    assert (bridge.gold, desk.choice.golds) == ("official", (usual,))
    person.session.undo()
    person.see()
    person.settle()
    assert (bridge.gold, desk.choice.golds) == (usual, ())
    person.session.redo()
    desk.choice.toggle_gold_column("official")
    person.settle()
    assert desk.choice.golds == ("official",)
    person.session.undo()
    person.see()
    person.settle()
    assert desk.choice.golds == ()


def test_labels_are_said_to_have_no_effect_under_it(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(frozen(tmp_path / "d.jury"), desk="scores", assessor="organiser")
    bridge, line = person.program.bridge, person.desk.live.last_label.text
    assert bridge is not None
    usual = bridge.gold
    assert "The effect of your next label appears here." in person.desk.probe().said
    choose(person.desk.tools.gold, "official")
    person.settle()
    assert "The gold standard is frozen: labels do not move its scores." in person.desk.probe().said
    assert line.accessibleName() in person.desk.probe().words
    person.press("Ctrl+1", "O")
    person.wait(lambda: not bridge.next_best.on)
    person.settle()
    assert person.desk.queue.order.text() == bridge.next_best.why
    assert bridge.next_best.why.startswith("This gold standard is frozen: labels do not move its scores")
    bridge.set_gold(usual)
    person.settle()
    assert bridge.next_best.why == person.desk.queue.order.text() == ""
    person.press("O")
    person.wait(lambda: bridge.next_best.found is not None)
    bridge.set_gold("official")
    person.wait(lambda: not bridge.next_best.on)
    person.press("Ctrl+2")
    person.settle()
    assert "The gold standard is frozen: labels do not move its scores." in person.desk.probe().said
