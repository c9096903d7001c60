"""The program as a process: wrong words, Ctrl-C, closed pipes, terminals that cannot print everything."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from small import small_collection
from started import interrupted
from sweeps import swept

from jurybox.cli.printing import print_table
from jurybox.results.cells import one_line, score_text, short

PROGRAM = (sys.executable, "-m", "jurybox_gui")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("scoer", "x.jury"), "There is no command and no file 'scoer'. Did you mean score?"),
        (("zzz",), "There is no command and no file 'zzz'. See jurybox --help."),
        (("score",), "Missing argument 'FILE'. See jurybox score --help."),
        (("log", "a", "b"), "Got unexpected extra argument (b). See jurybox log --help."),
    ],
)
def test_wrong_words_are_one_sentence(run: Any, words: tuple[str, ...], said: str) -> None:
    assert run(*words).refusal == said


def test_help_lists_every_command_and_loads_none() -> None:
    code = (
        "import sys; from jurybox_gui.cli import program\n"
        "try: program.main(args=['--help'], prog_name='jurybox')\n"
        "except SystemExit: pass\n"
        "assert not {'PySide6', 'numpy', 'jurybox.cli.files', 'jurybox.scoring'} & set(sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for name in ("backup", "baseline", "check", "demo", "export", "import", "log", "new", "open", "score", "shot"):
        assert f"\n  {name} " in told.stdout


def test_the_start_loads_neither_numpy_nor_qt() -> None:
    slow = "numpy", "PySide6", "sqlite3"
    code = f"import sys, jurybox_gui.cli; print([name for name in {slow} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX systems")
@pytest.mark.parametrize(
    ("event", "times"), [("import", 120), ("sqlite3.connect", 1), *swept([("import", 40), ("import", 300)])]
)
@pytest.mark.sweep
def test_ctrl_c_stops_a_command_without_a_trace(tmp_path: Path, event: str, times: int) -> None:
    child = interrupted(event, times, "demo", "--no-window", "--to", str(tmp_path / "demo.jury"))
    assert child.stderr.strip() == b""
    assert child.returncode in {130, -signal.SIGINT}
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name != "posix", reason="a shell's pipe")
@pytest.mark.parametrize(
    "words", [("log",), *swept([(("log", "--format", "json"),), (("score", "--format", "csv", "--by", "unit"),)])]
)
def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path, words: tuple[str, ...]) -> None:
    labels = [(at % 2, at, "correct") for at in range(600)]
    path = small_collection(tmp_path / "long.jury", questions=200, labels=labels)
    command, *more = words
    child = subprocess.Popen([*PROGRAM, command, str(path), *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stderr is not None
    assert child.stdout.readline()
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait(timeout=PATIENCE) == 0


def test_a_terminal_of_ascii_gets_escapes(tmp_path: Path) -> None:
    # Only the terminal is of ASCII: where file names are too (PYTHONUTF8=0), Python 3.13 loads no library
    # from a folder whose name has other letters, as that of the project may.
    path = small_collection(tmp_path / "ü.jury", assessors=("Zoë 眠", "Ben"), labels=[(0, 0, "correct")])
    told = subprocess.run(
        [*PROGRAM, "log", str(path)],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"},
        check=True,
    )
    assert b"Ben" not in told.stdout
    assert told.stderr == b""
    assert b"q1 / a1.1" in told.stdout


def test_control_characters_of_a_collection_never_reach_the_terminal(run: Any, tmp_path: Path) -> None:
    path = small_collection(
        tmp_path / "x.jury", runs=("\x1b]0;owned\x07", "b\u2028c"), labels=[(0, 0, "correct"), (1, 0, "correct")]
    )
    for words in (("score", path), ("score", path, "--explain", "zz", "q1"), ("score", path, "--by", "unit")):
        told = run(*words)
        assert not set(told.out + told.err) & {"\x1b", "\x07", "\u2028"}
        assert "\\x1b]0;owned\\x07" in told.out + told.err


def test_printing_helpers(capsys: pytest.CaptureFixture[str]) -> None:
    assert one_line("a\tb\u2029\udc80 é") == "a\\tb\\u2029\\udc80 é"
    assert short("x" * 61) == "x" * 59 + "…"
    assert (short("x" * 60), short(None)) == ("x" * 60, "")
    assert [score_text(value) for value in (0.5, -0.25, 1.0, 0.99951, float("nan"), None, 0.0)] == [
        ".500",
        "-.250",
        "1.000",
        "1.000",
        "-",
        "-",
        ".000",
    ]
    print_table(("name", "n"), [("眠り", 1), ("e\u0301x", None)], left=(0,))
    assert capsys.readouterr().out == "name  n\n眠り  1\ne\u0301x\n"
