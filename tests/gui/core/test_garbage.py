"""Garbage is collected in the window's thread alone, as long as there is a window."""

import gc
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable

from person import Person

from jurybox_gui.core.garbage import collect


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


def test_python_collects_again_when_the_last_window_is_gone() -> None:
    program = "\n".join(
        (
            "import gc",
            "from PySide6.QtCore import QCoreApplication, QObject",
            "from jurybox_gui.core.garbage import GarbageCollector",
            "app = QCoreApplication([])",
            "owners = [QObject(), QObject()]",
            "for owner in owners: GarbageCollector(owner)",
            "states = [gc.isenabled()]",
            "for owner in list(owners):",
            "    owner.deleteLater()",
            "    app.sendPostedEvents(owner, 52)",
            "    states.append(gc.isenabled())",
            "print(states)",
        )
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[False, False, True]", done.stderr


def test_nothing_is_collected_before_its_time() -> None:
    gc.collect()
    ring = weakref.ref(Ring())
    collect()
    assert ring() is not None
    gc.collect()
    assert ring() is None
