"""How tests wait: for what is to come, never for a time, and so patiently that a busy machine fails nothing.

Every wait of every test ends as soon as what it waits for is there. `PATIENCE` is only how long a test that
has failed takes to say so; nothing that passes depends on it. JURYBOX_PATIENCE sets it, in seconds.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jurybox.session import Session

PATIENCE = float(os.environ.get("JURYBOX_PATIENCE", "120"))
"""Seconds after which something that did not come counts as never coming."""

_LONGEST_LOOK = 0.01


def until(come: Callable[[], object], *sessions: Session) -> None:
    """Wait until `come` holds, while these sessions take in what their writers hand over.

    Raises TimeoutError if it does not come at all.
    """
    pause = threading.Event()
    for look in looks():
        for session in sessions:
            session.saver.process()
        if come():
            return
        pause.wait(look)
    raise TimeoutError(f"{come} did not come true in {PATIENCE:.0f} s")


def looks(patience: float = PATIENCE) -> Iterator[float]:
    """Yield the seconds to pause after each look, longer and longer ones, while patience lasts."""
    ends, look, over = time.monotonic() + patience, 0.001, False
    while not over:
        over = time.monotonic() > ends  # then once more: the computer may have slept meanwhile
        yield look
        look = min(2 * look, _LONGEST_LOOK)
