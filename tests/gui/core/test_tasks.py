"""Work on other threads: its result, its failure, its end when nobody wants it any more."""

import threading
import weakref
from collections.abc import Iterator

import pytest
from patience import PATIENCE
from patient_bot import PatientBot
from PySide6.QtCore import QObject, QThread, QThreadPool

from jurybox_gui.core.main_thread import Poster
from jurybox_gui.core.tasks import Task, stop_all


@pytest.fixture(autouse=True)
def over() -> Iterator[None]:
    """Leave no thread behind."""
    yield
    stop_all()


class Told:
    """What a task told, in order."""

    def __init__(self, task: Task) -> None:
        self.said: list[object] = []
        self.threads: set[object] = set()
        task.done.connect(lambda result: self._hear(("done", result)))
        task.failed.connect(lambda error: self._hear(("failed", str(error))))
        task.progress.connect(lambda *step: self._hear(step))

    def _hear(self, what: object) -> None:
        self.said.append(what)
        self.threads.add(QThread.currentThread())


def test_result_and_progress_arrive_in_order_on_the_windows_thread(qtbot: PatientBot) -> None:
    def work(task: Task) -> int:
        assert threading.current_thread() is not threading.main_thread()
        for n in range(3):
            task.report("reading", n, 3)
        return 7

    task = Task(work)
    told = Told(task)
    task.start()
    qtbot.waitUntil(lambda: ("done", 7) in told.said)
    assert told.said == [("reading", 0, 3), ("reading", 1, 3), ("reading", 2, 3), ("done", 7)]
    assert told.threads == {QThread.currentThread()}


def test_a_failure_is_handed_over(qtbot: PatientBot) -> None:
    task = Task(lambda _: 1 // 0)
    told = Told(task)
    task.start()
    qtbot.waitUntil(lambda: bool(told.said))
    assert told.said == [("failed", "integer division or modulo by zero")]


@pytest.mark.parametrize("when", ["before the end", "after the end"])
def test_a_dropped_result_is_let_go_of_once_and_nothing_is_told(qtbot: PatientBot, when: str) -> None:
    go_on, dropped = threading.Event(), []

    def work(task: Task) -> str:
        go_on.wait(PATIENCE)
        task.report("late", 1, 1)
        return "result"

    task = Task(work, dropped=dropped.append)
    told = Told(task)
    task.start()
    if when == "before the end":
        task.cancel()
    go_on.set()
    QThreadPool.globalInstance().waitForDone()
    task.cancel()
    qtbot.rest()
    assert dropped == ["result"]
    assert told.said == []


def test_work_can_see_that_it_was_stopped(qtbot: PatientBot) -> None:
    started, seen = threading.Event(), []

    def work(task: Task) -> None:
        started.set()
        while not task.cancelled:
            threading.Event().wait(0.005)
        seen.append(True)

    Task(work).start()
    started.wait(PATIENCE)
    stop_all()
    assert seen == [True]


def test_a_task_ends_with_the_object_it_was_made_for(qtbot: PatientBot) -> None:
    owner, go_on = QObject(), threading.Event()
    task = Task(lambda _: go_on.wait(PATIENCE), owner)
    told = Told(task)
    task.start()
    owner.deleteLater()
    qtbot.waitUntil(lambda: task.cancelled)
    go_on.set()
    QThreadPool.globalInstance().waitForDone()
    qtbot.rest()
    assert told.said == []


def test_what_is_posted_runs_in_order_on_the_posters_thread(qtbot: PatientBot) -> None:
    poster, ran = Poster(), []

    def post(first: int) -> None:
        for n in range(first, first + 50):
            poster.post(lambda n=n: ran.append((n, threading.current_thread())))  # type: ignore[misc]

    thread = threading.Thread(target=post, args=(0,))
    thread.start()
    thread.join()
    assert ran == []
    qtbot.waitUntil(lambda: len(ran) == 50)
    assert ran == [(n, threading.main_thread()) for n in range(50)]


def test_the_last_to_hold_a_task_is_the_window_thread(qtbot: PatientBot) -> None:
    ended: list[bool] = []

    def over() -> None:
        ended.append(threading.current_thread() is threading.main_thread())

    for _ in range(200):
        task = Task(lambda _task: None)
        weakref.finalize(task, over)
        task.start()
        del task
        qtbot.wait(0)
    qtbot.waitUntil(lambda: len(ended) == 200)
    assert all(ended)
