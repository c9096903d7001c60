"""Files that would hang a reader: pipes, devices, files that unpack to far more, lines without an end."""

import gzip
import os
from pathlib import Path

import pytest

from jurybox.errors import Refused
from jurybox.formats.delimited import open_bytes
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


def test_a_file_that_unpacks_to_far_more_is_refused(tmp_path: Path) -> None:
    """It is unpacked where memory, time and what can be written are limited."""
    assert "It is empty" in refusal(packed(tmp_path / "run.txt.gz", b"\n" * MEGABYTE, 4))
    long = packed(tmp_path / "long.txt.gz", b"1 Q0 d 1 1 r" * MEGABYTE, 4)
    assert "longer than 20,000,000 characters" in refusal(long)


def test_runs_unpack_however_many_there_are(tmp_path: Path) -> None:
    """A run of a track packs well, and is read to its end."""
    rows = ((at % 50, at, at % 1000, 1 / (1 + at)) for at in range(90_000))
    lines = b"".join(b"%d Q0 doc-%d %d %.4f bm25\n" % row for row in rows)
    source = packed(tmp_path / "run.gz", lines, 1)
    assert sum(1 for _ in lines_of(source)) == 90_000
    with open_bytes(source) as file:
        assert file.read() == lines


def test_a_line_of_millions_of_characters_is_no_pattern() -> None:
    """To compile a pattern of that length takes minutes."""
    assert are_patterns([r"1.1 Paris|City of Light"])
    assert not are_patterns(["1.1 " + "9" * 6_000_000])
