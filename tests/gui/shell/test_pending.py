"""What is still to come: when a window is complete, and when that is only a matter of a pause."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest
from patience import PATIENCE
from person import Person
from PySide6.QtCore import QObject, QThreadPool
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small import small_collection

from jurybox_gui.core.pending import Delay, Pause, end_pauses, is_drawing, is_pausing


@pytest.fixture(autouse=True)
def nothing(qtbot: QtBot) -> None:
    """Begin when nothing of a test before is still to come."""
    end_pauses()
    qtbot.waitUntil(lambda: not is_drawing() and not is_pausing())


def test_a_delay_is_counted_until_it_has_called(qtbot: QtBot) -> None:
    owner, called = QObject(), []
    one = Delay(owner, 1, lambda: called.append(is_drawing()))
    assert not is_drawing()
    one.start()
    assert is_drawing()
    end_pauses()
    assert called == []
    qtbot.waitUntil(lambda: called == [False])
    one.start()
    owner.deleteLater()
    qtbot.waitUntil(lambda: not is_drawing())
    assert called == [False]


def test_a_pause_is_ended_once_and_waits_as_long_as_before_the_next_time(qtbot: QtBot) -> None:
    owner, called = QObject(), []
    one = Pause(owner, 3_600_000, lambda: called.append(1))
    one.start()
    assert is_pausing()
    assert not is_drawing()
    end_pauses()
    assert called == [1]
    assert not is_pausing()
    end_pauses()
    assert called == [1]
    one.start()
    assert one.remainingTime() > 1_800_000
    owner.deleteLater()
    qtbot.waitUntil(lambda: not is_pausing())


def test_a_label_is_settled_once_it_is_drawn_and_on_the_disk(come: Callable[..., Person], demo: Path) -> None:
    person = come(demo, assessor="visitor")
    assert person.program.is_settled
    before = len(person.session.ledger)
    QTest.keyClick(QApplication.focusWidget(), "1")
    assert not person.program.is_settled
    person.wait(lambda: person.program.is_settled)
    assert person.session.saving.pending == 0
    assert len(person.session.ledger) == before + 1
    assert person.desk.gate.open


def test_work_on_another_thread_is_waited_for_until_its_result_is_shown(
    come: Callable[..., Person], demo: Path
) -> None:
    person, go_on, got = come(demo), Event(), []
    person.program.run(lambda _: go_on.wait(PATIENCE), got.append, "Waiting")
    assert not person.program.is_settled
    go_on.set()
    person.wait(lambda: person.program.is_settled)
    assert got == [True]


def test_work_that_ends_after_the_last_window_comes_to_nothing(come: Callable[..., Person], demo: Path) -> None:
    person, go_on, got = come(demo), Event(), []
    person.program.run(lambda _: go_on.wait(PATIENCE), got.append, "Waiting")
    person.window.close()
    assert not person.program.windows
    go_on.set()
    QThreadPool.globalInstance().waitForDone()
    QApplication.sendPostedEvents()  # what the work hands over arrives now, or never
    QApplication.processEvents()
    assert person.program.bridge is None
    assert not got
    person.program.deleteLater()


def test_what_is_posted_counts_until_it_has_run(come: Callable[..., Person], demo: Path) -> None:
    person, ran = come(demo), []
    other = Thread(target=person.program.poster.post, args=[lambda: ran.append(1)])
    other.start()
    other.join()
    assert not person.program.is_settled
    person.wait(lambda: person.program.is_settled)
    assert ran == [1]


@pytest.mark.sweep
def test_half_a_desk_is_no_picture(tmp_path: Path) -> None:
    code = (
        "import jurybox_gui.shell.application as app, jurybox_gui.shot as shot\n"
        "from jurybox_gui.cli import main\n"
        "app.Application.is_settled = False; shot._PATIENCE = 0; main()"
    )
    path, target = small_collection(tmp_path / "a.jury"), tmp_path / "x.png"
    words = [sys.executable, "-c", code, "shot", str(path), "-o", str(target)]
    result = subprocess.run(words, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert result.returncode == 2
    assert result.stderr == "The desk was not complete after 0 s, so there is no picture of it.\n"
    assert not target.exists()
