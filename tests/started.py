"""The program as a process that has begun: a signal meets the program, not Python on its way up."""

import os
import subprocess
import sys
from collections.abc import Mapping

_RUN = "runpy.run_module('jurybox_gui', run_name='__main__', alter_sys=True)"


def started(*words: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Start `jurybox` with these words and more of an environment; return when its first line is next."""
    child = subprocess.Popen(
        [sys.executable, "-c", f"import runpy; print(flush=True); {_RUN}", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(env or {})},
    )
    assert child.stdout is not None
    child.stdout.readline()
    return child
