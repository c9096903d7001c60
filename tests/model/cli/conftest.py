"""The command line as somebody types it: words in, status and both streams out."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from demo_file import demo_file
from small import small_collection

from jurybox_gui.cli import program


@dataclass(frozen=True)
class Told:
    """What a command printed, and with which status it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object that was printed."""
        return json.loads(self.out)

    @property
    def refusal(self) -> str:
        """The one sentence of a refusal, and nothing else."""
        assert self.status == 2
        assert self.out == ""
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.strip()


Run = Callable[..., Told]


@pytest.fixture
def run(quick_pictures: None) -> Run:
    """Return a function that runs a command; only the program's own exits are let pass."""

    def run(*words: object) -> Told:
        result = CliRunner().invoke(program, [str(word) for word in words], prog_name="jurybox")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Told(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A collection of 4 questions with 3 answers each; Ana and Ben agree on some, not on others."""
    labels = [(who, answer, "correct" if answer % 3 else "incorrect") for who in (0, 1) for answer in range(8)]
    labels += [(0, 8, "correct"), (1, 8, "incorrect"), (0, 9, "correct")]
    return small_collection(tmp_path / "small.jury", labels=labels)


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A copy of the bundled demo."""
    return demo_file(tmp_path / "demo.jury")
