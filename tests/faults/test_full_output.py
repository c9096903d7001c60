"""What is printed on a full disk: every command says so in one sentence, with status 2, and without a traceback."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE
from small import small_collection

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full needs Linux")

EACH_IN_A_CHILD = """
import json, os, sys
import click, pandas, numpy
from jurybox_gui.cli import program
from jurybox import frames, results, scoring
from jurybox.analysis import agreement_report

with click.Context(program) as context:  # once, not in each child
    for name in program.list_commands(context):
        program.get_command(context, name)
found = {}
for words in json.load(sys.stdin):
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, 1)
        os.dup2(writing, 2)
        sys.stdout = open(1, "w", buffering=1 if len(found) % 2 else -1, closefd=False)
        program.main(args=words, prog_name="jurybox")
    os.close(writing)
    with open(reading) as said:
        found[" ".join(words)] = [said.read(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]
print(json.dumps(found))
"""
SENTENCE = (
    "The output could not be written: No space left on device. No collection is harmed; make room, or send the output "
    "elsewhere.\n"
)


def test_every_command_says_so_in_one_sentence(tmp_path: Path) -> None:
    labels = [(who, at, "correct" if (at + who) % 3 else "incorrect") for who in (0, 1) for at in range(12)]
    file = str(small_collection(tmp_path / "s.jury", labels=labels))
    words = [
        *(["--help"], ["--version"], ["hub", "--help"], ["score", "--help"], ["help"], ["papers", "--format", "csv"]),
        *([name, file] for name in ("score", "log", "check", "assessors", "disagreements", "setup", "assign")),
        *(["score", file, "--format", form] for form in ("csv", "json", "latex", "markdown")),
        *(["new", str(tmp_path / "n.jury")], ["backup", file, "-o", str(tmp_path / "b.jury")]),
        ["export", file, "-o", str(tmp_path / "out")],
    ]
    done = subprocess.run(
        [sys.executable, "-c", EACH_IN_A_CHILD],
        input=json.dumps(words),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    found = json.loads(done.stdout)
    assert len(found) == len(words)
    assert {words: said for words, said in found.items() if said != [SENTENCE, 2]} == {}
    assert (tmp_path / "b.jury").exists()  # what was to be written was written


@pytest.mark.parametrize(("words", "status"), [(["score", "FILE"], 2), (["score", "nothing.jury"], 2)])
def test_nothing_is_said_where_nothing_can_be(words: list[str], status: int, tmp_path: Path) -> None:
    file = str(small_collection(tmp_path / "s.jury"))
    command = [sys.executable, "-m", "jurybox_gui", *(file if word == "FILE" else word for word in words)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=full, timeout=PATIENCE, check=False)
    assert done.returncode == status
