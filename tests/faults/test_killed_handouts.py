"""Handing out to everybody, killed in the middle: nobody has a file, and the same call can be made again."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

from jurybox.campaign.handouts import hand_out_all
from jurybox.cli.commands import Jurybox

KILLED = """
import os, signal, sys
from jurybox.campaign import handouts, messages
from jurybox.cli import assign
from jurybox.cli.commands import Jurybox

place, name, after = sys.argv[1], sys.argv[2], int(sys.argv[3])
module = {"handouts": handouts, "assign": assign}[place]
whole, calls = getattr(module, name), []

def dies(*words, **options):
    if len(calls) == after:
        os.kill(os.getpid(), signal.SIGKILL)
    calls.append(words)
    return whole(*words, **options)

setattr(module, name, dies)
Jurybox("jurybox").main(["assign", sys.argv[4], "--hand-out-all", "--message", "-o", sys.argv[5]])
"""
MOMENTS = (
    ("handouts", "hand_out", 0),
    ("handouts", "hand_out", 2),
    ("assign", "write_message", 3),
    ("handouts", "put_in_place", 1),
)


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: f"{moment[1]}-{moment[2]}")
def test_a_killed_call_leaves_no_file_and_can_be_repeated(moment: tuple[str, str, int], tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", assessors=("Ana", "Ben", "Cid", "Dan"))
    folder = tmp_path / "out"
    words = [sys.executable, "-c", KILLED, *map(str, moment), str(path), str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not folder.exists()
    with pytest.raises(SystemExit) as ended:
        Jurybox("jurybox").main(["assign", str(path), "--hand-out-all", "--message", "-o", str(folder)])
    assert ended.value.code == 0
    people = ("Ana", "Ben", "Cid", "Dan")
    expected = sorted(f"s-{name}.{ending}" for name in people for ending in ("jury", "txt"))
    assert sorted(one.name for one in folder.iterdir()) == expected
    message = (folder / "s-Ana.txt").read_text("utf-8")
    assert "s-Ana.jury" in message
    assert ".part" not in message
    left = sorted(one.name for one in tmp_path.iterdir())
    assert left == ["out", "s.jury"]  # nothing of the killed call either


def test_an_empty_folder_takes_the_files(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury")
    (tmp_path / "out").mkdir()
    made = hand_out_all(path, tmp_path / "out")
    assert [one.path for one in made] == [tmp_path / "out" / "s-Ana.jury", tmp_path / "out" / "s-Ben.jury"]
    assert all(one.path.is_file() for one in made)
