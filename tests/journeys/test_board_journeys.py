"""A sitting at the boards, without the mouse: every key counted."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from boards import list_collection, other_collection
from person import Person
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.judging.nugget_work import NO, PARTIAL, YES

NUGGETS, RESPONSES, ANSWERS = 30, 10, 60
_KEYS = {YES: "Y", PARTIAL: "P", NO: "X"}


@pytest.mark.sweep
def test_thirty_nuggets_are_written_and_matched_with_ten_responses(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(other_collection(tmp_path / "o.jury", responses=RESPONSES), assessor="Ana")
    person.program.bridge.goto(int(person.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
    person.settle()
    desk, keys = person.desk, 0

    def press(*names: str) -> None:
        nonlocal keys
        keys += len(names)
        for name in names:
            key = QKeySequence(name)[0]
            QTest.keyClick(QApplication.focusWidget(), key.key(), key.keyboardModifiers())
            person.wait(lambda: desk.gate.open)  # nobody speaks of what is not on the screen yet

    for at in range(NUGGETS):
        press("I")
        QTest.keyClicks(QApplication.focusWidget(), f"Nugget number {at}")
        press("Return", *(("V",) if at % 3 else ("V", "V")))
    assert [row.importance for row in desk.work.rows] == ["vital"] * 20 + ["okay"] * 10
    written = keys
    wanted = np.random.default_rng(4).choice([YES, PARTIAL, NO, NO], (RESPONSES, NUGGETS))
    for response in range(RESPONSES):
        assert desk.response == response
        held = np.flatnonzero(wanted[response] != NO)
        for at in held.tolist():
            while desk.current != at:
                press("Down" if desk.current < at else "Up")
            press(_KEYS[int(wanted[response, at])])
        press("Shift+X")
    matches = keys - written
    print(f"{written / NUGGETS:.1f} keys for each nugget, {matches / (RESPONSES * NUGGETS):.2f} for each match")
    assert person.window.desk == "judge"
    person.program.bridge.goto(int(person.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
    person.settle()
    assert (person.desk.work.codes == wanted).all()
    assert person.desk.work.given.all()
    entries = len(person.session.ledger)
    while person.session.can_undo:
        person.session.undo()
    person.settle()
    assert person.desk.work.rows == []
    assert len(person.session.ledger) > entries


@pytest.mark.sweep
def test_a_list_question_of_sixty_answers_is_judged_and_grouped(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(list_collection(tmp_path / "l.jury", answers=ANSWERS), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    desk = person.desk
    keys = 0

    def press(*names: str) -> None:
        nonlocal keys
        keys += len(names)
        for name in names:
            key = QKeySequence(name)[0]
            QTest.keyClick(QApplication.focusWidget(), key.key(), key.keyboardModifiers())
            person.wait(lambda: desk.gate.open)  # nobody speaks of what is not on the screen yet

    order = [one.answer for one in desk.work.answers]
    while desk.answer != order[0]:
        press("Up")
    for group in desk.alike:
        right = group[0] % 2 == 0
        if len(group) > 1 and right:
            press("A")
        for answer in group:
            assert desk.answer == answer
            press("1" if right else "4")
    print(f"{keys} keys for {ANSWERS} answers, {keys / ANSWERS:.2f} for each")
    assert desk.work.left == 0
    correct = [group for group in desk.alike if group[0] % 2 == 0]
    assert sorted(len(one.answers) for one in desk.work.instances) == sorted(map(len, correct))
    person.settle()
    while person.session.can_undo:
        person.session.undo()
    person.settle()
    assert desk.work.left == ANSWERS
    assert not desk.work.instances


def test_without_nuggets_the_last_response_leads_to_the_next_question(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    person = come(other_collection(tmp_path / "o.jury", responses=2), assessor="Ana")
    person.program.bridge.goto(int(person.session.catalog.answers_of(1)[0]))  # type: ignore[union-attr]
    person.settle()
    person.press("Space")
    assert (person.window.desk, person.desk.response) == ("nuggets", 1)
    person.press("Space")
    assert person.window.desk == "judge"
