"""Moving through the queue: keys, clicks, filters, search, history, the same answer elsewhere."""

from itertools import pairwise
from pathlib import Path

import pytest
from judge_bench import Asked, Bench, Given, Open, write_collection
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from sweeps import swept

from jurybox.commands import SetFact
from jurybox_gui.live_strip.strip import LiveStrip
from jurybox_gui.tables.queue_model import QueueRole


def walk(made: Bench, key: str, steps: int) -> list[int]:
    seen = [made.answer]
    for _ in range(steps):
        made.press(key)
        seen.append(made.answer)
    return seen


def test_arrows_pass_every_answer_and_stop_at_the_ends(bench: Open) -> None:
    made = bench()
    assert made.desk.queue_cursor.queue is not None
    order = made.desk.queue_cursor.queue.answers.tolist()
    assert walk(made, "Down", 7) == [*order, order[-1], order[-1]]
    assert walk(made, "Up", 7) == [*reversed(order), order[0], order[0]]


def test_sideways_arrows_pass_questions(bench: Open) -> None:
    made = bench()
    questions = made.session.catalog.answer_question
    seen = walk(made, "Right", 2)
    assert len({int(questions[a]) for a in seen}) == 3
    made.press("Left")
    assert int(questions[made.answer]) == int(questions[seen[1]])


def test_the_head_says_where_one_is(bench: Open) -> None:
    made = bench()
    queue = made.desk.queue_cursor.queue
    assert queue is not None
    for place in range(len(queue)):
        n, of = queue.position(place)
        question = made.session.catalog.questions[made.session.catalog.answer_question[made.answer]]
        assert f"Answer {n} of {of}" in made.desk.probe().said
        assert f"Question {question.name}" in made.desk.probe().said
        assert question.category in made.desk.probe().said
        assert made.desk.queue.list.currentIndex().data(QueueRole.NAME) == question.name
        made.press("Down")


def test_space_home_and_end_lead_to_open_answers(bench: Open) -> None:
    made = bench()
    assert made.desk.queue_cursor.queue is not None
    order = made.desk.queue_cursor.queue.answers.tolist()
    made.settings["advance"] = False
    made.press("1", "Down", "Down", "1", "End")
    assert made.answer == order[-1]
    made.press("1", "Home")
    assert made.answer == order[1]
    made.press("Space")
    assert made.answer == order[3]
    made.press("Space", "Space")
    assert made.answer == order[1]


def test_a_click_on_a_row_opens_its_question(bench: Open) -> None:
    made = bench()
    view = made.desk.queue.list
    row = view.model().index(2, 0)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(row).center())
    made.settle()
    question = made.session.catalog.answer_question[made.answer]
    assert made.session.catalog.questions[question].name == row.data(QueueRole.NAME)
    assert QApplication.focusWidget() is made.desk


def test_rows_show_questions_and_their_labels(bench: Open) -> None:
    made = bench()
    model = made.desk.queue.model
    made.qtbot.waitUntil(lambda: all(model.index(n).data(QueueRole.TITLE) for n in range(3)))
    made.press("1", "D")
    labels = [model.index(n).data(QueueRole.LABELS) for n in range(model.rowCount())]
    assert [label for row in labels for label in row] == ["correct", "deferred", "", "", "", ""]
    text = model.index(0).data(Qt.ItemDataRole.DisplayRole)
    assert "judged" in text
    assert model.index(0).data(QueueRole.NAME) in text


def test_going_back_through_ones_labels(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    second = made.answer
    made.press("2", "H")
    assert made.answer == second
    made.press("H")
    assert made.answer == first
    made.press("H")
    assert made.answer == second
    made.press("End")
    last = made.answer
    made.press("1", "H")
    assert made.answer == last


def test_the_history_shows_what_was_said_and_leads_there(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.press("1")
    second = made.answer
    made.press("J")
    rows = made.desk.panels.history.rows
    assert [(past.answer, past.label) for past in rows] == [(second, "junk"), (first, "correct")]
    assert made.desk.side.past.head._aside == "last 2 of 2"
    view = made.desk.side.history
    place = view.visualRect(view.model().index(1, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    made.settle()
    assert made.answer == first
    made.press("Backspace")
    assert [past.answer for past in made.desk.panels.history.rows] == [second]


def test_the_history_of_before_is_there_after_a_restart(bench: Open, tmp_path: Path) -> None:
    made = bench()
    first = made.answer
    made.press("1", "2")
    made.session.flush()
    made.close()
    again = bench(path=tmp_path / "judge.jury")
    history = again.desk.panels.history
    again.qtbot.waitUntil(lambda: len(history.rows) == 2 and not history.missing())
    assert history.rows[1].answer == first
    assert again.desk.queue.pace.figures[0] == ("2", "today")
    assert "2 of 6" in again.desk.probe().said


def test_the_same_words_elsewhere_are_shown_and_reached(bench: Open) -> None:
    made = bench()
    twins = sorted(answer for answer in range(6) if "wennerberg" in made.session.texts.answer(answer).text.casefold())
    made.desk.show_answer(twins[0])
    made.settle()
    made.qtbot.waitUntil(lambda: len(made.desk.queue_cursor.twins) == 1)
    assert made.desk.side.same.isVisible()
    made.press("Shift+E")
    assert made.answer == twins[1]
    made.qtbot.waitUntil(lambda: len(made.desk.queue_cursor.twins) == 1)
    made.press("1")
    made.desk.show_answer(twins[0])
    made.settle()
    made.qtbot.waitUntil(lambda: [row.label for row in made.desk.side.twin_rows] == ["correct"])
    row = made.desk.side.twin_rows[0]
    QTest.mouseClick(row, Qt.MouseButton.LeftButton)
    made.settle()
    assert made.answer == twins[1]
    made.press("Left")
    made.qtbot.waitUntil(lambda: not made.desk.side.same.isVisible())


def parts(made: Bench) -> dict[str, QAction]:
    """The entries of the filter menu by text, after the menu was opened by its key."""
    made.hit("F")
    (menu,) = made.desk.queue.findChildren(QMenu)
    made.qtbot.waitUntil(menu.isVisible)
    return {action.text(): action for action in menu.actions()}


def choose(made: Bench, text: str) -> None:
    actions = parts(made)
    actions[text].trigger()
    for menu in made.desk.queue.findChildren(QMenu):
        menu.close()
    made.qtbot.waitUntil(lambda: not made.desk.queue.findChildren(QMenu))
    made.settle()


def test_a_part_of_the_queue_is_chosen_from_a_menu(bench: Open) -> None:
    made = bench()
    first = made.answer
    made.press("D", "1")
    choose(made, "Deferred")
    assert made.desk.queue.part.text() == "Deferred"
    assert made.answer == first
    assert made.desk.queue.model.rowCount() == 1
    made.press("Down", "Space", "Right")
    assert made.answer == first
    choose(made, "person")
    assert made.desk.queue.part.text() in {"Deferred, person", "Deferred"}
    choose(made, "All answers")
    choose(made, "person")
    assert made.desk.queue.model.rowCount() == 1
    assert made.desk.queue.model.index(0).data(QueueRole.NAME) == "0045"
    entries = parts(made)
    assert entries["person"].isChecked()
    assert entries["All categories"].isCheckable()
    for menu in made.desk.queue.findChildren(QMenu):
        menu.close()


def test_a_part_without_answers_says_so(bench: Open) -> None:
    made = bench()
    here = made.answer
    choose(made, "Junk")
    assert made.desk.queue.empty.isVisible()
    assert "“Junk”" in made.desk.probe().heard
    assert made.answer == here
    choose(made, "All answers")
    assert not made.desk.queue.empty.isVisible()
    assert made.desk.queue.list.isVisible()


def test_notes_make_a_part_of_their_own(bench: Open) -> None:
    made = bench()
    made.press("Down")
    noted = made.answer
    made.press("N")
    made.type_text("hm")
    made.press("Enter", "Down", "Down")
    choose(made, "With a note")
    assert made.answer == noted
    assert made.desk.queue.model.rowCount() == 1


@pytest.mark.parametrize(
    ("query", "found"), [("GNOMON", {"0046"}), ("lift yard", set()), *swept([("cellar", {"0044"}), ("0045", {"0045"})])]
)
def test_searching_the_queue_leaves_what_was_found(bench: Open, query: str, found: set[str]) -> None:
    made = bench()
    made.hit("Ctrl+F")
    field = made.desk.queue.search
    assert QApplication.focusWidget() is field
    made.type_text(query)
    made.hit("Enter")
    model = made.desk.queue.model
    made.qtbot.waitUntil(lambda: made.desk.queue.part.text() == "Found")
    made.settle()
    assert {model.index(n).data(QueueRole.NAME) for n in range(model.rowCount())} == found
    made.press("Esc")
    assert not field.isVisible()
    assert model.rowCount() == 3
    assert QApplication.focusWidget() is made.desk


def test_somebody_else_sits_down(bench: Open) -> None:
    made = bench()
    made.press("1", "1")
    made.session.sit("Ben")
    made.settle()
    made.qtbot.waitUntil(lambda: made.desk.queue.count.text() == "0 of 6")
    assert made.desk.panels.history.rows == ()
    made.press("2")
    made.session.sit("Ana")
    made.qtbot.waitUntil(lambda: made.desk.queue.count.text() == "2 of 6")
    made.qtbot.waitUntil(lambda: len(made.desk.panels.history.rows) == 2)


def test_orders_differ_between_people(bench: Open, tmp_path: Path) -> None:
    many = [Asked(f"{n:04}", f"Question {n}?", [Given("a", "b")]) for n in range(60)]
    made = bench(many)
    assert made.desk.queue_cursor.queue is not None
    ana = made.desk.queue_cursor.queue.questions.tolist()
    made.session.sit("Ben")
    made.settle()
    ben = made.desk.queue_cursor.queue.questions.tolist()
    assert ana != ben
    assert sorted(ana) == sorted(ben)
    made.session.sit("Ana")
    made.settle()
    assert made.desk.queue_cursor.queue.questions.tolist() == ana
    assert any(a > b for a, b in pairwise(ana))


def test_only_what_is_assigned_is_shown(bench: Open, tmp_path: Path) -> None:
    asked = [Asked(f"q{n}", "Who?", [Given("a", "a b"), Given("c", "d")]) for n in range(4)]
    path = write_collection(tmp_path / "some.jury", asked, assigned=[(0, 1), (0, 3), (1, 2)])
    made = bench(path=path)
    names = {made.desk.queue.model.index(n).data(QueueRole.NAME) for n in range(made.desk.queue.model.rowCount())}
    assert names == {"q1", "q3"}
    assert "0 of 4" in made.desk.probe().said


def test_what_to_do_where_there_is_nothing_to_judge(bench: Open, tmp_path: Path) -> None:
    asked = [Asked("q0", "Who?", [Given("a", "a b")])]
    path = write_collection(tmp_path / "hers.jury", asked, assigned=[(1, 0)])
    made = bench(path=path)
    assert made.desk.stack.empty.isVisible()
    assert "Nothing is assigned to Ana." in made.desk.probe().said
    made.press("1", "Space", "Down", "H", "Shift+E", "Shift+T", "F")
    for menu in made.desk.queue.findChildren(QMenu):
        menu.close()
    assert len(made.session.ledger) == 0
    empty = bench(path=write_collection(tmp_path / "empty.jury", []))
    assert "empty" in empty.desk.stack.empty.accessibleName()
    nobody = bench(asked, assessor=None)
    assert "Who is judging?" in nobody.desk.probe().said
    nobody.session.sit("Cora")
    nobody.qtbot.waitUntil(lambda: not nobody.desk.stack.empty.isVisible())
    nobody.settle()
    nobody.press("1")
    assert nobody.label(0) == "correct"


def test_while_judging_nothing_tells_of_runs_or_ids(bench: Open, tmp_path: Path) -> None:
    asked = [Asked("q0", "Who?", [Given("a", "a b"), Given("b", "a b")])]
    path = write_collection(tmp_path / "blind.jury", asked, runs=["hidden-run-1", "hidden-run-2"])
    made = bench(path=path, strip=True)
    made.session.execute(SetFact("mode", "judging"))
    made.settle()
    made.press("1", "2", "Shift+G", "H")
    made.qtbot.rest()
    assert made.desk.side.hidden.isVisible()
    assert made.desk.side.strip is None or not made.desk.side.strip.isVisible()
    visible = [w for w in made.words() if "hidden-run" in w or "secret-" in w]
    assert visible == []


def test_in_an_open_collection_the_ranking_stands_beside(bench: Open, tmp_path: Path) -> None:
    asked = [Asked("q0", "Who?", [Given("a", "a b"), Given("b", "a b")])]
    path = write_collection(tmp_path / "open.jury", asked, runs=["one", "two"])
    made = bench(path=path, strip=True)
    made.qtbot.waitUntil(lambda: made.desk.side.strip is not None)
    strip = made.desk.side.strip
    assert strip is not None
    assert strip.isVisible()
    assert not made.desk.side.hidden.isVisible()
    made.qtbot.waitUntil(lambda: bool(strip.body.findChildren(LiveStrip)))
    (ranking,) = strip.body.findChildren(LiveStrip)
    made.press("Shift+R")
    assert not ranking.isVisible()
    assert strip.head.isVisible()  # with the key that brings it back
    made.qtbot.waitUntil(lambda: strip.height() < 60)
    strip.head.click()
    assert ranking.isVisible()
    assert made.settings["live_strip"]
