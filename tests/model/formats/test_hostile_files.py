"""Files that would hang a reader: pipes, devices, files that unpack to far more, lines without an end."""

import gzip
import os
from pathlib import Path
from typing import BinaryIO

import pytest

import jurybox.formats.delimited as delimited
from jurybox.errors import Refused
from jurybox.formats.delimited import EXPANDS_FREELY, MOST_EXPANSION, BadFile, is_bomb, open_bytes
from jurybox.formats.imports import prepare
from jurybox.formats.recognition import are_patterns
from jurybox.formats.source_files import lines_of

MEGABYTE = 1 << 20


def packed(path: Path, part: bytes, times: int) -> Path:
    """Write a file that unpacks to a part again and again."""
    with gzip.open(path, "wb") as file:
        for _ in range(times):
            file.write(part)
    return path


def refusal(source: Path) -> str:
    """Return why a file cannot be imported."""
    with pytest.raises(Refused) as refused:
        prepare([source])
    return str(refused.value)


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices are files on POSIX systems only")
def test_a_pipe_and_a_device_are_refused_without_waiting(tmp_path: Path) -> None:
    """An import of a pipe waited until somebody wrote into it, one of /dev/zero for ever."""
    pipe = tmp_path / "runs"
    os.mkfifo(pipe)
    assert refusal(pipe) == (
        f"{pipe} cannot be imported: it is a pipe, not a file. Nothing was stored; put a file in its place."
    )
    assert "/dev/zero cannot be imported: it is a device, not a file." in refusal(Path("/dev/zero"))


@pytest.mark.parametrize("part", [b"\n" * MEGABYTE, b" " * MEGABYTE, b"1 Q0 d 1 1 r" * MEGABYTE])
def test_a_file_that_unpacks_to_far_more_is_refused_early(tmp_path: Path, part: bytes) -> None:
    """It is not unpacked to its end: no more is read than a file of data comes to."""
    source = packed(tmp_path / "run.txt.gz", part, 40 if len(part) == MEGABYTE else 4)
    assert is_bomb(source)
    read = list[bytes]()
    with open_bytes(source) as file, pytest.raises(BadFile, match="more than 200 times as large"):
        read.extend(iter(lambda: file.read(1000), b""))
    assert sum(map(len, read)) <= max(EXPANDS_FREELY, MOST_EXPANSION * source.stat().st_size)
    if len(part) > MEGABYTE:  # lines that are not empty, which tell sooner that they are of no format
        assert "Unpacked, the file is more than 200 times as large" in refusal(source)


def test_runs_unpack_however_many_there_are(tmp_path: Path) -> None:
    """A run of a track packs well, and is read to its end."""
    rows = ((at % 50, at, at % 1000, 1 / (1 + at)) for at in range(90_000))
    lines = b"".join(b"%d Q0 doc-%d %d %.4f bm25\n" % row for row in rows)
    source = packed(tmp_path / "run.gz", lines, 1)
    assert not is_bomb(source)
    assert sum(1 for _ in lines_of(source)) == 90_000
    with open_bytes(source) as file:
        assert file.read() == lines


def test_a_line_of_millions_of_characters_is_no_pattern() -> None:
    """To compile a pattern of that length takes minutes."""
    assert are_patterns([r"1.1 Paris|City of Light"])
    assert not are_patterns(["1.1 " + "9" * 6_000_000])


@pytest.mark.sweep
def test_a_bomb_is_unpacked_no_more_often_than_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at it for a remedy unpacked it again: nine seconds of nothing but empty lines."""
    source = packed(tmp_path / "run.txt.gz", b"\n" * MEGABYTE, 40)
    opened = list[Path]()
    known = delimited.open_bytes

    def counted(path: Path) -> BinaryIO:
        opened.append(path)
        return known(path)

    monkeypatch.setattr(delimited, "open_bytes", counted)
    assert "Unpacked, the file is more than 200 times as large" in refusal(source)
    assert len(opened) <= 6
