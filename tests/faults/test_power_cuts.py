"""Power cuts: whatever was not synced is reordered, lost or torn; nothing is half made, no saved label lost.

JURYBOX_CUTS sets how many cuts of each job the soak tries.
"""

import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from disk_model import Disk
from patience import PATIENCE
from told import told_by

SERVER = Path(__file__).with_name("power_cuts.py")
JOBS = (*("judge", "merge", "import", "export", "copy", "file"), *("new", "demo", "rescue", "report", "freeze", "ave"))


def _traces() -> bool:
    strace = shutil.which("strace")
    if strace is None:
        return False
    probe = [strace, "--seccomp-bpf", "-f", "-o", os.devnull, "true"]
    return subprocess.run(probe, capture_output=True, check=False).returncode == 0


traced = pytest.mark.skipif(not _traces(), reason="strace is not there, or may not trace")


def test_the_disk_keeps_what_was_synced_and_may_lose_the_rest(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    disk = Disk(tmp_path)
    a, b = tmp_path / "a", tmp_path / "b"
    disk.make(b)
    at = disk.node(b)
    assert at is not None
    disk.write(at, 0, b"new")
    disk.rename(b, a)
    dice = random.Random(1)
    seen = {tuple(sorted(disk.cut(dice).items(), key=str)) for _ in range(200)}
    assert (("a", b"old"),) in seen
    assert (("a", b""),) in seen
    assert (("a", b"new"),) in seen
    disk.sync(at)
    assert {disk.cut(dice)["a"] for _ in range(50)} == {b"old", b"new"}
    disk.sync(0)
    assert [disk.cut(dice) for _ in range(20)] == [{"a": b"new"}] * 20
    assert disk.tree() == {"a": b"new"}


def cut(jobs: tuple[str, ...], count: int, folder: Path) -> list[dict[str, Any]]:
    """Cut the power of each job so often, and return what was seen of each."""
    patience = 10 * PATIENCE + len(jobs) * count
    return told_by(SERVER, "cut", ",".join(jobs), count, 1, folder, patience=patience)


@traced
@pytest.mark.sweep
@pytest.mark.long
def test_cut_jobs_leave_nothing_half_made(tmp_path: Path) -> None:
    found = cut(("judge", "copy", "rescue", "export"), 20, tmp_path)
    assert [seen["faults"] for seen in found] == [[]] * 4
    assert found[0]["labels"] > 0


@traced
@pytest.mark.soak
def test_a_thousand_cuts_of_each_job(tmp_path: Path) -> None:
    found = cut(JOBS, int(os.environ.get("JURYBOX_CUTS", "1000")), tmp_path)
    assert [seen["faults"][:20] for seen in found] == [[]] * len(JOBS)
