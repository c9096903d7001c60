"""Garbage is collected in the window's thread alone, as long as there is a window."""

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable

import pytest
from patience import PATIENCE
from person import Person
from PySide6.QtCore import QObject
from shiboken6 import delete

from jurybox_gui.core.garbage import collect, keep_frames


class Ring:
    """Something that only the collector of cycles can free."""

    def __init__(self) -> None:
        self.me = self


def test_other_threads_leave_garbage_to_the_window(come: Callable[..., Person]) -> None:
    person = come()
    freed_in: list[int] = []

    def work() -> None:
        for _ in range(20 * gc.get_threshold()[0]):
            ring = Ring()
            weakref.finalize(ring, lambda: freed_in.append(threading.get_ident()))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    person.wait(lambda: bool(freed_in))
    assert set(freed_in) == {threading.get_ident()}


def test_what_is_deleted_with_a_window_is_not_disturbed() -> None:
    """Qt holds a lock while it tells a sender that its receiver is gone; to delete others waits for it."""
    program = """
import gc
from PySide6.QtCore import QCoreApplication, QObject, QTimer
from jurybox_gui.core.garbage import collect_between_events

class Sender(QTimer):
    def disconnectNotify(self, signal):
        self.made = [[] for _ in range(10)]

app = QCoreApplication([])
window = QObject()
collect_between_events(window)
senders = [Sender() for _ in range(50)]
for sender in senders:
    sender.timeout.connect(QTimer(window).stop)
garbage = [QObject() for _ in range(3000)]
for one in garbage:
    one.me = one
    one.objectNameChanged.connect(app.quit)
gc.collect(0)
del garbage, one
gc.set_threshold(1, 50)
window.deleteLater()
app.sendPostedEvents(window, 52)
print("deleted")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        try:
            printed, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert printed.strip() == "deleted"


def test_nothing_is_collected_before_its_time() -> None:
    gc.collect()
    ring = weakref.ref(Ring())
    collect()
    assert ring() is not None
    gc.collect()
    assert ring() is None


@pytest.mark.sweep
def test_where_things_move_what_is_read_is_set_aside_and_looked_through_afterwards() -> None:
    owner = QObject()
    keep_frames(owner)
    collect()
    before = gc.get_freeze_count()
    read = [[] for _ in range(30_000)]
    ring = weakref.ref(Ring())
    collect()
    assert gc.get_freeze_count() - before >= len(read)
    gc.collect()
    assert ring() is not None
    delete(owner)
    collect()
    assert ring() is None


@pytest.mark.sweep
def test_what_is_read_bit_by_bit_is_set_aside_too() -> None:
    owner, other = QObject(), QObject()
    keep_frames(owner)
    keep_frames(other)
    collect()
    before = gc.get_freeze_count()
    read = []
    for _ in range(gc.get_threshold()[1] + 2):
        read.append([[] for _ in range(3_000)])
        collect()
    ring = weakref.ref(Ring())
    gc.collect(1)
    assert ring() is None, "what is new is looked through"
    assert gc.get_freeze_count() - before >= 3_000 * (len(read) - 1)
    delete(owner)
    ring = weakref.ref(Ring())
    collect()
    assert ring() is not None, "on another screen things still move"
    delete(other)
    collect()
    assert ring() is None
