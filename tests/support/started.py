"""The program as a process that is stopped with Ctrl-C at a point of its work, not at a time."""

import os
import subprocess
import sys
from collections.abc import Mapping

from patience import PATIENCE

_PROGRAM = """
import os, runpy, signal, sys

left = [{times}]

def heard(event, _):
    if event == {event!r}:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(heard)  # from here on a signal meets the program, not Python on its way up
runpy.run_module('jurybox_gui', run_name='__main__', alter_sys=True)
"""


def interrupted(
    event: str, times: int, *words: str, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run `jurybox` with these words; when Python tells of this audit event that often, Ctrl-C is pressed."""
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(event=event, times=times), *words],
        capture_output=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **(env or {})},
    )
