"""Lists and Other questions that are somebody else's: no way leads to them, as none leads to a fact of others."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person, labels_in
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.commands import SetFact
from jurybox.session import open_session

Come = Callable[..., Person]
KINDS = {"lists": "list", "nuggets": "other", "judge": "factoid"}


def question_of_others(person: Person, desk: str) -> str:
    """Return the name of a question of a desk that is not assigned to the person."""
    catalog = person.session.catalog
    mine = set(catalog.answer_question[catalog.assigned_to(person.session.assessor)].tolist())  # type: ignore[arg-type]
    return next(
        one.name
        for at, one in enumerate(catalog.questions)
        if one.kind == KINDS[desk] and at not in mine and len(catalog.answers_of(at))
    )


def answer_to(person: Person, name: str) -> int:
    """Return the first answer to a question."""
    catalog = person.session.catalog
    return int(catalog.answers_of(catalog.question_named[name])[0])


def by_palette(person: Person, name: str) -> None:
    """Search the question in the palette and choose it."""
    person.press("Ctrl+K")
    QTest.keyClicks(QApplication.focusWidget(), name)
    person.press("Return")


def by_goto(person: Person, name: str) -> None:
    """Follow what leads to one of its answers, as from a score or a conflict."""
    person.program.bridge.goto(answer_to(person, name))  # type: ignore[union-attr]
    person.settle()


def by_own_question(person: Person, name: str) -> None:
    """Be at the same board with a question of one's own, and follow what leads to the other."""
    catalog = person.session.catalog
    kind = catalog.questions[catalog.question_named[name]].kind
    by_goto(person, catalog.questions[person.asked(kind)].name)
    by_goto(person, name)


WAYS = {"palette": by_palette, "goto": by_goto, "from a board": by_own_question}


@pytest.mark.parametrize("mode", ["judging", "open"])
@pytest.mark.parametrize("way", list(WAYS))
@pytest.mark.parametrize("desk", ["lists", "nuggets", "judge"])
def test_a_question_of_others_is_refused_on_every_way(
    come: Come, tmp_path: Path, desk: str, way: str, mode: str
) -> None:
    path = demo_file(tmp_path / "series.jury", "series")
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("mode", mode))
        session.flush()
    person = come(path, assessor="visitor")
    name = question_of_others(person, desk)
    WAYS[way](person, name)
    assert person.program.message.startswith(f"Question {name} is not in your queue.")
    if mode == "judging":
        assert person.program.message == f"Question {name} is not in your queue."
    board = getattr(person.desk, "question", None)
    assert board is None or person.session.catalog.questions[board].name != name
    before, asked = len(person.session.ledger), person.session.catalog.question_named[name]
    person.press("4", "Y", "1")
    new = [one.entry.subject.question for one in person.session.history(len(person.session.ledger) - before)]
    assert asked not in new


def test_a_board_is_left_with_the_seat_whose_question_it_shows(come: Come, tmp_path: Path) -> None:
    path = demo_file(tmp_path / "series.jury", "series")
    person = come(path, assessor="visitor")
    name = question_of_others(person, "lists")
    answer = answer_to(person, name)
    catalog = person.session.catalog
    owner = next(
        one.name
        for at, one in enumerate(catalog.assessors)
        if catalog.assigned_to(at)[answer] and one.name != "visitor"
    )
    person.program.sit(owner)
    person.settle()
    by_goto(person, name)
    assert (person.window.desk, person.desk.question) == ("lists", catalog.question_named[name])
    person.program.sit("visitor")
    person.settle()
    assert getattr(person.desk, "question", None) is None
    person.press("1")
    person.settle()
    assert labels_in(path, "visitor").get(answer) is None


def test_a_second_window_of_a_board_follows_no_way_to_others(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"), assessor="visitor")
    name = question_of_others(person, "lists")
    person.program.second_window("lists")
    person.settle()
    second = person.program.windows[1]
    second.desk_widget("lists").show_answer(answer_to(person, name))
    assert second.desk_widget("lists").question is None
