"""What a long trial tells, line by line as it comes: what was seen so far is not lost if it is stopped."""

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any


def told_by(script: Path, *words: object, patience: float) -> list[dict[str, Any]]:
    """Run a script that prints lines of JSON, pass them on, and return them.

    It is killed after so many seconds; AssertionError unless it ends well.
    """
    command = [sys.executable, str(script), *map(str, words)]
    told: list[dict[str, Any]] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        limit = threading.Timer(patience, process.kill)
        limit.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("{"):
                    told.append(json.loads(line))
                    print(line, end="", flush=True)
        finally:
            limit.cancel()
    assert process.returncode == 0, f"{script.name} ended with {process.returncode}; what it said is above"
    return told
