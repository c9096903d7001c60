"""What a killed program leaves behind goes when the next one starts; what is still in use stays."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

from jurybox.campaign.folder_follower import Follower
from jurybox.collection.backup import backup
from jurybox.collection.file import create
from jurybox.disk import part_prefix, private_folder, sweep, write_whole
from jurybox.formats.exports import making

pytestmark = pytest.mark.skipif(os.name != "posix", reason="on Windows nobody can ask whether a process runs")

FOLLOW = """
import sys
from pathlib import Path
from jurybox.campaign.folder_follower import Follower
follower = Follower(Path(sys.argv[1]))
print("following", flush=True)
sys.stdin.read()
"""


def dead() -> int:
    """Return the number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


def test_what_a_killed_program_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    prefix = part_prefix()
    of_dead = prefix.replace(f".{os.getpid()}.", f".{dead()}.")
    (tmp_path / f"{of_dead}1.part").write_text("half")
    (tmp_path / f"{of_dead}2.part").mkdir()
    (tmp_path / f"{of_dead}2.part" / "inside").write_text("half")
    kept = [f"{prefix}3.part", ".jurybox.00000000.1.part", ".jurybox.notes", "a.jury", f"x{of_dead}4.part"]
    for name in kept:
        (tmp_path / name).write_text("whole")
    sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)
    write_whole(tmp_path / "b.svg", b"x")
    assert len(list(tmp_path.iterdir())) == len(kept) + 1


def test_what_is_unfinished_is_private_and_what_is_finished_is_as_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    opened = os.open

    def watched(path: str, flags: int, mode: int = 0o777, **rest: int) -> int:
        descriptor = opened(path, flags, mode, **rest)
        if ".part" in str(path):
            seen.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return descriptor

    monkeypatch.setattr(os, "open", watched)
    content = b"x" * 100_000
    before = os.umask(0o026)
    try:
        write_whole(tmp_path / "a.svg", content)
        create(tmp_path / "a.jury")
        (tmp_path / "private.jury").write_bytes((tmp_path / "a.jury").read_bytes())
        (tmp_path / "private.jury").chmod(0o600)
        made = backup(tmp_path / "private.jury")
        with making(tmp_path / "out", folder=True) as part:
            (part / "b.csv").write_text("b")
            assert stat.S_IMODE(part.parent.stat().st_mode) == 0o700
    finally:
        os.umask(before)
    for name in ("a.svg", "a.jury", "out/b.csv"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == 0o751
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert seen[0] == 0o600


def test_a_follower_that_was_killed_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    shared = tmp_path / "shared"
    shared.mkdir()
    small_collection(shared / "a.jury")
    environment = {**os.environ, "TMPDIR": str(place), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", FOLLOW, str(shared)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "following\n"
        (left,) = place.iterdir()
        assert left.stat().st_mode & 0o077 == 0
        monkeypatch.setattr("tempfile.tempdir", str(place))
        other = Follower(shared)
        assert left.is_dir()
        other.close()
        process.kill()
    ends = time.monotonic() + PATIENCE
    assert left.is_dir()
    Follower(shared).close()
    assert time.monotonic() < ends
    assert list(place.iterdir()) == []


def test_a_private_copy_of_a_killed_program_goes_with_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with private_folder() as name:
        kept = Path(name)
        assert stat.S_IMODE(kept.stat().st_mode) == 0o700
        left = kept.with_name(kept.name.replace(f".{os.getpid()}.", f".{dead()}."))
        assert left != kept
        left.mkdir()
        (left / "a.jury").write_text("private")
        with private_folder():
            assert kept.is_dir()
            assert not left.exists()
    assert list(tmp_path.iterdir()) == []
