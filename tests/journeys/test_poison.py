"""No text of a collection opens a file or calls another computer, and every answer is shown as stored."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from PySide6.QtGui import QImage

STRACE = shutil.which("strace")
_RICH = """
import sys
from PySide6.QtWidgets import QApplication, QLabel

app = QApplication(["trap"])
label = QLabel("<img src='file://" + sys.argv[1] + "'> <img src='//jurybox-canary/share/canary.png'>")
label.grab()
"""


def _traces() -> bool:
    """Whether this computer lets one process look at another."""
    if STRACE is None:
        return False
    return (
        subprocess.run(
            [STRACE, "--seccomp-bpf", "-f", "-o", os.devnull, "true"], capture_output=True, check=False
        ).returncode
        == 0
    )


pytestmark = pytest.mark.skipif(not _traces(), reason="strace is not there, or may not trace")


def traced(folder: Path, *words: str) -> tuple[str, list[str], list[str]]:
    """Run Python in a folder; return what it printed, the canaries it opened, its calls elsewhere."""
    QImage(8, 8, QImage.Format.Format_RGB32).save(str(folder / "canary.png"))
    places = [str(Path(place).resolve()) for place in ("model", "gui", "tests/support")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "HOME": str(folder)}
    log = folder / "trace"
    calls = "trace=open,openat,stat,connect,sendto"
    child = subprocess.run(
        [str(STRACE), "--seccomp-bpf", "-f", "-qq", "-e", calls, "-o", str(log), sys.executable, *words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * PATIENCE,
    )
    assert child.returncode == 0, child.stderr
    lines = log.read_text("utf-8", "replace").splitlines()
    opened = [line for line in lines if re.search(r'canary\.png"', line)]
    called = [line for line in lines if re.search(r"\b(connect|sendto)\(", line) and "AF_UNIX" not in line]
    return child.stdout, opened, [line for line in called if "sa_family" in line]


def test_the_trap_works(tmp_path: Path) -> None:
    _, opened, _ = traced(tmp_path, "-c", _RICH, str(tmp_path / "canary.png"))
    assert any(str(tmp_path) in line for line in opened)
    assert any("//jurybox-canary/share" in line for line in opened)


@pytest.mark.sweep
@pytest.mark.long
def test_a_poisoned_collection_opens_nothing_and_is_shown_as_stored(tmp_path: Path) -> None:
    walk = Path(__file__).with_name("poison_walk.py")
    output, opened, called = traced(tmp_path, str(walk))
    found = json.loads(output.splitlines()[-1])
    assert opened == []
    assert called == []
    assert found["shown"] == found["letter by letter"] == 16
    for screen in ("judge", "document", "scores", "spaces", "palette", "banner", "report", "start"):
        assert found["screens"][screen] > 0
    assert any("&lt;img" in tip for tip in found["tips"])
    for tip in found["tips"]:
        assert "<img" not in tip
        assert tip.startswith("<qt>")
