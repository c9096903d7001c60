"""Work on other threads: its result, its failure, its end when nobody wants it any more."""

import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from patience import PATIENCE
from patient_bot import PatientBot
from PySide6.QtCore import QObject, QThread, QThreadPool
from shiboken6 import isValid

from jurybox.errors import Refused
from jurybox.watch import Progress, Stopped, Watch
from jurybox_gui.core import tasks
from jurybox_gui.core.poster import Poster
from jurybox_gui.core.tasks import LatestTask, Task, cancel_under, stop_all


@pytest.fixture(autouse=True)
def over() -> Iterator[None]:
    """Leave no thread behind."""
    yield
    stop_all()


class Recorder:
    """The signals of a task, in order."""

    def __init__(self, task: Task) -> None:
        self.said: list[object] = []
        self.threads: set[object] = set()
        task.done.connect(lambda result: self._hear(("done", result)))
        task.failed.connect(lambda error: self._hear(("failed", str(error))))
        task.progress.connect(lambda step: self._hear((step.what, step.done)))

    def _hear(self, what: object) -> None:
        self.said.append(what)
        self.threads.add(QThread.currentThread())


def test_result_and_progress_arrive_in_order_on_the_windows_thread(qtbot: PatientBot) -> None:
    def work(watch: Watch) -> int:
        assert threading.current_thread() is not threading.main_thread()
        for n in range(3):
            watch.report(f"reading {n}", n)
        return 7

    task = Task(work)
    recorder = Recorder(task)
    task.start()
    qtbot.waitUntil(lambda: ("done", 7) in recorder.said)
    assert recorder.said == [("reading 0", 0), ("reading 1", 1), ("reading 2", 2), ("done", 7)]
    assert recorder.threads == {QThread.currentThread()}


def test_a_failure_is_handed_over(qtbot: PatientBot) -> None:
    task = Task(lambda _: 1 // 0)
    recorder = Recorder(task)
    task.start()
    qtbot.waitUntil(lambda: bool(recorder.said))
    assert recorder.said == [("failed", "integer division or modulo by zero")]


@pytest.mark.parametrize("when", ["before the end", "after the end"])
def test_a_dropped_result_is_let_go_of_once_and_nothing_is_shown(qtbot: PatientBot, when: str) -> None:
    go_on, dropped = threading.Event(), []

    def work(watch: Watch) -> str:
        go_on.wait(PATIENCE)
        with suppress(Stopped):
            watch.report("late", 1)
        return "result"

    task = Task(work, dropped=dropped.append)
    recorder = Recorder(task)
    task.start()
    if when == "before the end":
        task.cancel()
    go_on.set()
    QThreadPool.globalInstance().waitForDone()
    task.cancel()
    qtbot.rest()
    assert dropped == ["result"]
    assert recorder.said == []


def test_work_can_see_that_it_was_stopped(qtbot: PatientBot) -> None:
    started, seen = threading.Event(), []

    def work(watch: Watch) -> None:
        started.set()
        while not watch.cancelled():
            threading.Event().wait(0.005)
        seen.append(True)

    Task(work).start()
    started.wait(PATIENCE)
    stop_all()
    assert seen == [True]


def test_a_task_ends_with_the_object_it_was_made_for(qtbot: PatientBot) -> None:
    owner, go_on = QObject(), threading.Event()
    task = Task(lambda _: go_on.wait(PATIENCE), owner)
    recorder = Recorder(task)
    task.start()
    owner.deleteLater()
    qtbot.waitUntil(lambda: task.cancelled)
    go_on.set()
    QThreadPool.globalInstance().waitForDone()
    qtbot.rest()
    assert recorder.said == []


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


def test_progress_of_the_same_work_is_reported_a_few_times_a_second(qtbot: PatientBot) -> None:
    seen: list[Progress] = []
    latest = LatestTask(owner := QObject(), progress=seen.append)

    def work(watch: Watch) -> None:
        watch.expect(10_000)
        for _ in range(10_000):
            watch.step(1)

    latest.start(work, lambda _: seen.append(Progress("over", 0)))
    qtbot.waitUntil(lambda: bool(seen) and seen[-1].what == "over")
    assert seen[0][:3] == ("", 0, 10_000)
    assert len(seen) < 1_000
    del owner


class Latest:
    """A `LatestTask` with all that it said, and work that waits until it may go on."""

    def __init__(self, refusals: tuple[type[Exception], ...] | None = None) -> None:
        self.owner = QObject()
        self.said: list[object] = []
        self.go_on = threading.Event()
        self.task = LatestTask(
            self.owner,
            refused=lambda error: self.said.append(("refused", str(error))),
            failed=lambda error: self.said.append(("failed", str(error))),
            refusals=refusals,
        )

    def start(self, result: object, dropped: Callable[[object], object] | None = None) -> None:
        """Start work that returns this, or raises it, when it may go on."""

        def work(_watch: Watch) -> object:
            self.go_on.wait(PATIENCE)
            if isinstance(result, Exception):
                raise result
            return result

        self.task.start(work, lambda found: self.said.append(("done", found)), dropped)

    def end(self, qtbot: PatientBot) -> list[object]:
        """Let everything end; return what was said of it."""
        self.go_on.set()
        QThreadPool.globalInstance().waitForDone()
        qtbot.waitUntil(lambda: not tasks.any_under_way())
        return self.said


def test_only_the_newest_start_is_heard(qtbot: PatientBot) -> None:
    latest, dropped = Latest(), list[object]()
    assert not latest.task.is_running
    latest.start("first", dropped.append)
    latest.start(Refused("second"))
    latest.start("third", dropped.append)
    assert latest.task.is_running
    assert latest.end(qtbot) == [("done", "third")]
    assert dropped == ["first"]
    assert not latest.task.is_running


def test_what_is_done_next_may_be_started_by_what_is_done(qtbot: PatientBot) -> None:
    owner, seen = QObject(), list[int]()
    latest = LatestTask(owner)

    def again(found: int) -> None:
        seen.append(found)
        assert not latest.is_running
        if found < 3:
            latest.start(lambda _watch: found + 1, again)

    latest.start(lambda _watch: 1, again)
    qtbot.waitUntil(lambda: seen == [1, 2, 3])


def test_a_refusal_is_handed_over_and_a_bug_is_raised(qtbot: PatientBot) -> None:
    latest = Latest()
    latest.start(Refused("The file is damaged."))
    assert latest.end(qtbot) == [("failed", "The file is damaged."), ("refused", "The file is damaged.")]
    assert not latest.task.is_running
    latest.said.clear()
    latest.start(ValueError("bug"))
    with qtbot.captureExceptions() as raised:
        assert latest.end(qtbot) == [("failed", "bug")]
    assert [type(error) for _, error, _ in raised] == [ValueError]


def test_other_errors_of_the_world_may_be_refusals(qtbot: PatientBot) -> None:
    latest = Latest(refusals=(OSError,))
    latest.start(OSError("gone"))
    assert latest.end(qtbot) == [("failed", "gone"), ("refused", "gone")]


def test_without_anyone_to_hear_it_a_refusal_is_a_bug(qtbot: PatientBot) -> None:
    owner = QObject()

    def work(_watch: Watch) -> None:
        raise Refused("No.")

    with qtbot.captureExceptions() as raised:
        LatestTask(owner).start(work, lambda _: None)
        qtbot.waitUntil(lambda: not tasks.any_under_way())
    assert [type(error) for _, error, _ in raised] == [Refused]


@pytest.mark.parametrize("how", ["cancel", "cancel_under", "its owner is gone"])
def test_after_its_end_nothing_is_heard(qtbot: PatientBot, how: str) -> None:
    latest, dropped = Latest(), list[object]()
    latest.start("late", dropped.append)
    if how == "cancel":
        latest.task.cancel()
    elif how == "cancel_under":
        cancel_under(latest.owner)
    else:
        latest.owner.deleteLater()
        qtbot.waitUntil(lambda: not isValid(latest.owner))
    assert not latest.task.is_running
    assert latest.end(qtbot) == []
    assert dropped == ["late"]


def test_what_is_posted_from_the_posters_own_thread_waits_for_its_turn(qtbot: PatientBot) -> None:
    poster, ran = Poster(), list[str]()
    thread = threading.Thread(target=lambda: poster.post(lambda: ran.append("other thread")))
    thread.start()
    thread.join()
    poster.post(lambda: ran.append("own thread"))
    assert ran == []
    assert poster.is_busy
    qtbot.waitUntil(lambda: not poster.is_busy)
    assert ran == ["other thread", "own thread"]
