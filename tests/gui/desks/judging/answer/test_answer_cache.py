"""Pages made ready in the background, and what happens when that goes wrong."""

import sqlite3
from collections.abc import Callable

import pytest
from judge_bench import Asked, Given, Open
from patient_bot import PatientBot
from PySide6.QtWidgets import QApplication
from worlds import make_catalog

from jurybox.collection.texts import AnswerText, QuestionText
from jurybox_gui.desks.judging.answer.answer_cache import AnswerCache, AnswerPage
from jurybox_gui.desks.judging.answer.side_panels import AnswerJobs


def test_what_comes_next_is_ready_before_it_is_asked_for(bench: Open) -> None:
    made = bench([Asked(f"q{n}", "?", [Given("a", "a b")]) for n in range(12)])
    queue, pages = made.desk.queue_cursor.queue, made.desk.cache
    assert queue is not None
    ahead = [int(a) for a in queue.answers[1:6]]
    made.qtbot.waitUntil(lambda: all(pages.get(answer) for answer in ahead))
    for _ in range(5):
        made.hit("Down")
        assert made.desk.page is not None
        made.settle()
    assert made.desk.queue_cursor.coming(5, 2) == [int(queue.answers[n]) for n in (6, 7, 8, 9, 10, 4, 3)]


def test_an_answer_that_is_not_ready_waits_and_takes_no_key(bench: Open) -> None:
    made = bench()
    made.desk.cache.forget()
    made.hit("End")
    assert made.desk.page is None
    made.hit("1")
    assert len(made.session.ledger) == 0
    made.settle()
    assert made.desk.page is not None
    made.hit("1")
    assert len(made.session.ledger) == 1


def test_an_answer_that_cannot_be_read_says_so(bench: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bench()

    def fail(_answer: int) -> AnswerText:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(made.session.texts, "answer", fail)
    made.desk.cache.forget()
    made.hit("End")
    made.qtbot.waitUntil(lambda: "cannot be read" in made.desk.probe().heard)
    made.hit("1")
    assert len(made.session.ledger) == 0
    monkeypatch.undo()
    made.hit("Up")
    made.settle()
    assert "cannot be read" not in made.desk.probe().heard


class Slow:
    """Texts that can be read when the test says so."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.asked: list[int] = []

    def question(self, question: int) -> QuestionText:
        return QuestionText(f"Question {question}?", None, b"")

    def answer(self, answer: int) -> AnswerText:
        self.asked.append(answer)
        if self.error is not None:
            raise self.error
        return AnswerText("id", "x" * 15_000_000, None, None, None, None, None, None, b"")


def make_pages(texts: Slow) -> AnswerCache:
    held = make_catalog(["validation"], [0] * 100)
    return AnswerCache(lambda: held, texts)


def test_an_earlier_wish_is_dropped(qtbot: PatientBot) -> None:
    texts = Slow()
    pages = make_pages(texts)
    received: list[AnswerPage] = []
    pages.ready.connect(received.append)
    for answer in range(4):
        pages.want(answer)
    qtbot.waitUntil(lambda: bool(received))
    qtbot.rest()
    assert [page.answer for page in received] == [3]
    assert received[0].length == "15,000,000 characters"


def test_large_texts_do_not_pile_up(qtbot: PatientBot) -> None:
    pages = make_pages(Slow())
    pages.prepare(range(6))
    qtbot.waitUntil(lambda: pages.get(5) is not None)
    assert [answer for answer in range(6) if pages.get(answer)] == [4, 5]


def test_an_answer_read_ahead_that_cannot_be_read_is_reported_when_it_is_wanted(qtbot: PatientBot) -> None:
    class Torn(Slow):
        def answer(self, answer: int) -> AnswerText:
            if answer == 1:
                raise sqlite3.OperationalError("disk I/O error")
            return AnswerText("id", f"text {answer}", None, None, None, None, None, None, b"")

    pages = make_pages(Torn())
    failed: list[Exception] = []
    pages.failed.connect(failed.append)
    pages.prepare([0, 1, 2])
    qtbot.waitUntil(lambda: pages.get(2) is not None)
    assert (failed, pages.get(1)) == ([], None)
    pages.want(1)
    qtbot.waitUntil(lambda: [str(error) for error in failed] == ["disk I/O error"])


@pytest.mark.parametrize("start", [lambda jobs: jobs.read_titles([1]), lambda jobs: jobs.read_texts([1])])
def test_bugs_in_the_background_are_raised(
    qtbot: PatientBot, start: Callable[[AnswerJobs], None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    class Broken(Slow):
        def question(self, question: int) -> QuestionText:
            raise AssertionError("a bug")

    jobs = AnswerJobs(tmp_path_factory.mktemp("x"), Broken(AssertionError("a bug")))
    with qtbot.capture_exceptions() as caught:
        start(jobs)
        qtbot.waitUntil(lambda: bool(caught))
    assert "a bug" in str(caught[0][1])


def test_a_closed_desk_lets_go_of_settings_and_session(bench: Open) -> None:
    made = bench()
    made.press("1")
    made.window.close()
    made.window.takeCentralWidget().deleteLater()
    QApplication.sendPostedEvents(None, 52)  # deferred deletions
    made.settings["text_size"] = 20
    made.session.sit("Ben")
    made.qtbot.rest()
