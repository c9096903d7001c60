"""The calibration round, its quiet page, answers shown again, and the version of the guidelines."""

from contextlib import closing
from pathlib import Path

import pytest
from judge_bench import Asked, Bench, Given, Open, write_collection
from PySide6.QtTest import QTest

from jurybox.commands import Judge, SetFact
from jurybox.judging.calibration import CalibrationRound
from jurybox.session import open_session
from jurybox_gui.desks.judging.answer.notices import result_in_words
from jurybox_gui.tables.queue_model import QueueRole

QUESTIONS = [Asked(f"q{n}", f"Why {n}?", [Given("a"), Given("b")], "ranked") for n in range(30)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Thirty questions of two answers; q3 and q5 are the calibration round, and Ben has judged them."""
    file = write_collection(tmp_path / "round.jury", QUESTIONS)
    with closing(open_session(file, assessor="Ben")) as session:
        for answer, label in ((6, "A"), (7, "B"), (10, "C")):
            session.execute(Judge((answer,), label))
        session.execute(SetFact("calibration", ["q3", "q5"]))
        session.execute(SetFact("repeats", 0.2))
        session.execute(SetFact("mode", "judging"))
        session.flush()
    return file


@pytest.fixture
def made(bench: Open, path: Path) -> Bench:
    """The desk of Ana."""
    return bench(path=path)


def name(made: Bench) -> str:
    question = made.desk.queue_cursor.question
    assert question is not None
    return made.session.catalog.questions[question].name


def test_the_round_comes_first_and_ends_with_a_quiet_page(made: Bench) -> None:
    model = made.desk.queue.model
    assert model.index(0).data(QueueRole.HEADING) == "First, the same for everybody"
    assert {model.index(1).data(QueueRole.NAME), model.index(2).data(QueueRole.NAME)} == {"q3", "q5"}
    assert model.index(3).data(QueueRole.HEADING) == "Then"
    for _ in range(3):
        made.press("A")
        assert not made.desk.stack.pause.isVisible()
    made.press("A")
    assert made.desk.stack.pause.isVisible()
    assert "The first round is done: 4 answers." in made.desk.probe().said
    assert "You agree with one other person in 1 of 3 comparisons (33 %)" in made.desk.probe().heard
    before = len(made.session.ledger)
    made.press("1", "2", "Shift+A", "L", "D")
    assert len(made.session.ledger) == before
    made.press("Space")
    assert not made.desk.stack.pause.isVisible()
    assert name(made) not in {"q3", "q5"}
    made.press("1")
    assert len(made.session.ledger) == before + 1
    assert not made.desk.stack.pause.isVisible()


def test_arrows_leave_the_page_too_and_it_comes_without_going_on(made: Bench) -> None:
    made.settings["advance"] = False
    for _ in range(4):
        made.press("A", "Space")
    assert made.desk.stack.pause.isVisible()
    place = made.desk.queue_cursor.place
    made.press("Down")
    assert not made.desk.stack.pause.isVisible()
    assert made.desk.queue_cursor.place == place + 1


def test_a_round_that_is_done_is_not_shown_again(bench: Open, path: Path) -> None:
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((6, 7, 10, 11), "A"))
        session.flush()
    made = bench(path=path)
    made.press("1", "2")
    assert not made.desk.stack.pause.isVisible()


def test_the_page_names_nobody_and_no_label() -> None:
    assert result_in_words(CalibrationRound(4, 0, 0, 0, 0))[1].startswith("Others' labels are not in this file.")
    assert "with 3 others in 9 of 12 comparisons (75 %)" in result_in_words(CalibrationRound(4, 0, 3, 12, 9))[1]
    assert result_in_words(CalibrationRound(1, 0, 1, 1, 1))[0] == "The first round is done: 1 answer."


@pytest.mark.sweep
def test_repeats_come_among_later_answers_unmarked(made: Bench) -> None:
    queue = made.desk.queue_cursor.queue
    assert queue is not None
    total = made.desk.queue.count.text().split(" of ")[1]
    second = [place for place in range(len(queue)) if queue.is_repeat(place)]
    assert second
    first_words: dict[int, str] = {}
    kinds: list[str] = []
    for _ in range(len(queue)):
        course = made.desk.queue_cursor
        answer, again = made.answer, course.is_repeat
        if again:
            assert made.given() == ""
            assert answer not in {past.answer for past in made.desk.panels.history.rows}
            assert not made.desk.side.same.isVisible()
            assert not [word for word in made.words() if "repeat" in word.lower() or "again" in word.lower()]
            kinds.append(made.session.content_of(answer).label or "")
        word = "B" if again else "A"
        made.hit(word)
        if made.desk.labeling.paused:
            made.settle()
            made.hit("Space")
        made.settle()
        if not again:
            first_words[answer] = word
        assert made.desk.queue.count.text().split(" of ")[1] == total
        assert made.session.content_of(answer).label == "A"
        if again:
            assert made.session.content_of(answer, kind="repeat").label == "B"
    assert kinds == ["A"] * len(second)
    assert f"{total} of {total}" in made.desk.probe().said
    made.press("Ctrl+Z")
    assert made.desk.queue_cursor.is_repeat
    assert made.given() == ""
    made.press("N")
    QTest.keyClicks(made.desk.center.bar.note, "odd")
    made.press("Enter")
    assert made.session.content_of(made.answer, kind="repeat").note == "odd"
    assert made.session.content_of(made.answer).note is None


def test_a_row_of_repeats_is_reached_by_its_own_line(made: Bench) -> None:
    queue, model = made.desk.queue_cursor.queue, made.desk.queue.model
    assert queue is not None
    row = next(row for row in range(len(queue.questions)) if queue.again[row])
    line = model.line_of(row)
    assert line is not None
    made.desk.queue.list.clicked.emit(model.index(line))
    made.settle()
    assert made.desk.queue_cursor.row == row
    assert made.desk.queue.list.currentIndex().row() == line
    assert model.index(line).data(QueueRole.LABELS) == ("",) * len(queue.places_of(row))


def test_the_guidelines_show_their_version_and_labels_carry_it(made: Bench) -> None:
    made.press("A")
    made.session.execute(SetFact("guideline_version", "2", assessor=made.session.catalog.assessor_named["Ben"]))
    made.settle()
    made.qtbot.waitUntil(lambda: made.desk.side.guidelines.head._aside == "version 2")
    answer, before = made.answer, len(made.session.ledger)
    made.press("A")
    assert len(made.session.ledger) == before + 2
    made.press("Ctrl+Z")
    assert made.answer == answer
    assert made.label(answer) is None
