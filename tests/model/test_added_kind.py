"""A kind of question that is added is scored, judged and counted from its record, not by its name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUPPORT = Path(__file__).resolve().parents[1] / "support"


@pytest.mark.sweep
def test_kinds_that_mirror_others_come_out_as_they_do(tmp_path: Path) -> None:
    path = os.pathsep.join([str(SUPPORT), *filter(None, [os.environ.get("PYTHONPATH")])])
    checks = [str(SUPPORT / "mirrored_checks.py"), "-p", "mirrored_kinds", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *checks, "--basetemp", str(tmp_path / "checks")],
        env=os.environ | {"PYTHONPATH": path},
        cwd=SUPPORT.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
