"""Files of others are read in a child process: what it gives is what the program would read, and it harms nobody."""

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import hostile
import numpy as np
import pytest
from fuzzing import SEEDS, mutated
from patience import PATIENCE, until

from jurybox.errors import Refused
from jurybox.formats import child
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import DelimitedReader, blocks_of
from jurybox.formats.imports import prepare
from jurybox.formats.registry import FORMATS
from jurybox.formats.table_samples import sample_of, table_rows
from jurybox.watch import Stopped, Watch

ODD = (
    'a,b\n"1\n2",x\n\n,\n"it\'s",""\n',
    "a,b\r\n1,2\r\n\r3,4\r",
    "\ufeffa,b\n1,\u2028\x0b\x85\n",
    'a,b\n1,2\n"open',
    'a,b\n1,2\n"x"y,2\n',
    "a,b\n1,\0\n3,4\n",
    " \n\t\n1 2\n\n  3\n",
    "",
    "\n",
    "x",
)
SLOW = hostile.bomb(b"a\n", 4000)
"""It unpacks to two thousand million lines."""


def told(name: str, path: Path) -> list[str]:
    """Return everything that is said of a file."""
    try:
        with prepare([path], as_format=name) as prepared:
            return [*prepared.report.lines(), *map(str, prepared.report.runs)]
    except Refused as refused:
        return [str(refused)]


def in_child(patch: pytest.MonkeyPatch) -> None:
    """Let the child read whatever is read."""
    patch.setattr(child, "MOST_READ_HERE", -1)


@pytest.mark.parametrize("name", SEEDS)
def test_child_and_program_say_the_same_of_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / FORMATS[name].example[0]
    for data in (SEEDS[name], *(mutated(name, number) for number in range(3))):
        path.write_bytes(data)
        with monkeypatch.context() as patch:
            here = told(name, path)
            in_child(patch)
            assert told(name, path) == here, data


@pytest.mark.parametrize("text", ODD)
def test_child_and_program_read_the_same_lines_and_rows(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.csv"
    path.write_text(text, encoding="utf-8", newline="")

    def read() -> list[object]:
        found: list[object] = []
        try:
            for numbers, texts in blocks_of(path):
                found += zip(numbers, texts, strict=True)
        except BadFile as error:
            found.append(error.with_line)
        try:
            reader = DelimitedReader(path)
            found.extend((line, cells, reader.apostrophe) for line, cells in reader)
        except BadFile as error:
            found.append(error.with_line)
        return found

    here = read()
    in_child(monkeypatch)
    assert read() == here


def test_a_sheet_that_ends_the_child_is_one_sentence_and_the_next_file_is_read(tmp_path: Path) -> None:
    """The library holds the rectangle around all cells, and ends its process where memory does not do."""
    far, good = tmp_path / "far.xlsx", tmp_path / "good.xlsx"
    far.write_bytes(hostile.xlsx('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1048576"><v>1</v></c></row>'))
    good.write_bytes(hostile.plain_xlsx())
    with child.reading():
        for _ in range(2):  # the second time nobody tries again
            with pytest.raises(BadFile, match=r"needs more than 768 MB of memory\. Delete what is far"):
                list(table_rows(far))
        sample = sample_of(good)
    assert sample is not None
    assert sample.heads == ("qid", "response")


@pytest.mark.parametrize("place", ["A999999999999", "ZZZZZZZ1", "A1048577", "A4294967296"])
def test_cells_where_no_sheet_has_any_are_refused(place: str, tmp_path: Path) -> None:
    path = tmp_path / "far.xlsx"
    path.write_bytes(hostile.xlsx(f'<row r="1"><c r="{place}"><v>1</v></c></row>'))
    with pytest.raises(Refused, match=r"A sheet reaches to row|No sheet has a row with|This is not a whole workbook"):
        prepare([path])


def test_json_that_fills_the_memory_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": [' + "[]," * 12_000_000 + "[]]}")
    with pytest.raises(Refused, match=r"needs more than 768 MB of memory\. If it is not damaged, split it\."):
        prepare([path])


def test_a_file_takes_no_longer_than_it_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked of a file counts together."""
    monkeypatch.setattr(child, "_SECONDS", 1)
    path = tmp_path / "x.csv.gz"
    path.write_bytes(hostile.bomb(b"a\n", 400))
    began = time.process_time()
    with child.reading(), pytest.raises(Refused, match=r"took more than 1 seconds of work and was stopped\."):
        prepare([path])
    assert time.process_time() - began < 10


def test_stopping_ends_the_child_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    path = tmp_path / "x.txt.gz"
    path.write_bytes(SLOW)
    with pytest.raises(Stopped):
        prepare([path], watch=Watch(cancelled=lambda: any(tmp_path.glob("*/*/lines"))))
    assert not multiprocessing.active_children()
    assert [*tmp_path.iterdir()] == [path]


READS = """
import multiprocessing, sys, threading
from pathlib import Path
from jurybox.formats.imports import prepare

def tell():
    while not multiprocessing.active_children():
        threading.Event().wait(0.01)
    print(multiprocessing.active_children()[0].pid, flush=True)

if __name__ == "__main__":
    threading.Thread(target=tell).start()
    prepare([Path(sys.argv[1])])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_child_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    """Also in the middle of a file."""
    path, script = tmp_path / "x.txt.gz", tmp_path / "reads.py"
    path.write_bytes(SLOW)
    script.write_text(READS)
    folder = tmp_path / "temporary"
    folder.mkdir()
    surroundings = {**os.environ, "TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, script, path], stdout=subprocess.PIPE, text=True, env=surroundings
    ) as program:
        assert program.stdout is not None
        process = int(program.stdout.readline())
        until(lambda: any(folder.glob("*/*/lines")))
        assert is_running(process)
        program.send_signal(signal.SIGKILL)
    until(lambda: not is_running(process))


def is_running(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def test_the_child_loads_little() -> None:
    """It is started for two lines, too."""
    code = (
        "import sys\nimport jurybox.formats.child_reader, jurybox.formats.delimited, jurybox.formats.json_text\n"
        "import jurybox.formats.xml_nodes, jurybox.formats.workbooks\n"
        "print(*{'numpy', 'pandas', 'sqlite3', 'PySide6', 'click', 'python_calamine'} & {*sys.modules})"
    )
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=surroundings)
    assert done.stdout.split() == []


def test_what_the_child_writes_is_never_unpickled(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.array([print]), allow_pickle=True)
    with pytest.raises(ValueError, match="allow_pickle"):
        child.Answer(tmp_path, {}).numbers("x.npy")


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (200, "It is a table with the columns c0, c1,"),
        (10_000, "There are 10,000 columns. Keep at most 200."),
        (500_000, "This row has 500,000 cells. Keep at most 16,384."),
    ],
)
@pytest.mark.parametrize("separator", [",", ";"])
def test_many_columns_are_refused_without_delay(count: int, said: str, separator: str, tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(separator.join(f"c{at}" for at in range(count)) + "\n" + separator.join("x" * count) + "\n")
    began = time.process_time()
    with pytest.raises(Refused) as refused:
        prepare([path])
    assert said in str(refused.value)
    assert time.process_time() - began < 10  # ten thousand took thirteen seconds


SCRIPT = """
from pathlib import Path
from jurybox.formats.imports import prepare
print("here")
with prepare([Path({path!r})], as_format="llm-judgments") as prepared:
    print(prepared.report.ok)
"""


@pytest.mark.parametrize("how", ["as a file", "from a pipe"])
def test_a_script_of_somebody_else_is_not_run_again_in_the_child(tmp_path: Path, how: str) -> None:
    path, script = tmp_path / "m.json", tmp_path / "script.py"
    path.write_text('[{"model": "m", "query": "q", "passage": "p", "judgment": 1}]')
    script.write_text(SCRIPT.format(path=str(path)))
    words = [sys.executable, str(script) if how == "as a file" else "-"]
    said = script.read_text()
    done = subprocess.run(words, input=said, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("here\nTrue\n", "")
