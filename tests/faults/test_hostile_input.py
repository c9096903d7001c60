"""Files made up to do harm, of every kind: each is answered in time, and neither the program nor its child grows.

JURYBOX_HOSTILE sets which are tried, by how their names begin.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import hostile
import pytest

LONGEST = 30
"""Seconds of processor time within which a file has its answer."""
LARGEST = 1 << 20
"""Kilobytes of memory of the program, and of its child."""
READS = """
import json, resource, sys
from pathlib import Path
from jurybox.errors import Refused
from jurybox.formats.imports import prepare

def memory_and_time(of):
    found = resource.getrusage(of)
    return found.ru_maxrss, found.ru_utime + found.ru_stime

if __name__ == "__main__":
    try:
        with prepare([Path(sys.argv[1])]) as prepared:
            said = prepared.report.lines()
    except Refused as refused:
        said = [str(refused)]
    print(json.dumps([said, *memory_and_time(resource.RUSAGE_SELF), *memory_and_time(resource.RUSAGE_CHILDREN)]))
"""
SOME = (
    *("place-0.xlsx", "bomb.xlsx", "sheets.xlsx", "both-999999999.ods", "loop-0.xls"),
    *("directory.csv", "closed-a.xml", "levels.json"),
)


def tried(name: str, data: bytes, folder: Path) -> str:
    """Let a program of its own read a file, and return what it says."""
    path, script = folder / name, folder / "reads.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    script.write_text(READS)
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, script, path], capture_output=True, text=True, check=False, env=surroundings)
    path.unlink()
    assert done.returncode == 0, (name, done.returncode, done.stderr[-2_000:])
    said, here, used, of_child, used_there = json.loads(done.stdout)
    assert max(here, of_child) < LARGEST, (name, here, of_child)
    assert used + used_there < LONGEST, (name, used, used_there)
    return " ".join(said)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")
@pytest.mark.parametrize("name", SOME)
def test_a_hostile_file_is_one_sentence(name: str, tmp_path: Path) -> None:
    assert "Nothing was stored." in tried(name, dict(hostile.files())[name](), tmp_path)


@pytest.mark.soak
def test_hundreds_of_hostile_files(tmp_path: Path) -> None:
    began, count = time.monotonic(), 0
    for name, make in hostile.files():
        if name.startswith(os.environ.get("JURYBOX_HOSTILE", "")):
            assert tried(name, make(), tmp_path)
            count += 1
    print(f"{count} files in {time.monotonic() - began:.0f} s")
