"""Errors that nothing caught, on a stage of its own: a sentence at the foot, ours with a report."""

import faulthandler
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

import pytest

from jurybox.errors import Refused
from jurybox.paths import data_folder
from jurybox_gui.crash import install_on_stage

Stage = Callable[..., Any]


@pytest.mark.sweep
def test_an_error_is_said_at_the_foot_and_the_stage_goes_on(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    traces: list[TextIO] = []
    monkeypatch.setattr(faulthandler, "enable", traces.append)
    here, before = stage(assessor="visitor"), (sys.excepthook, threading.excepthook)
    install_on_stage(here.program)
    try:
        refused = Refused("The disk is full. Free some room.")
        sys.excepthook(Refused, refused, None)
        here.settle()
        assert str(refused) in here.window.foot.words
        error = ZeroDivisionError("ours")
        sys.excepthook(ZeroDivisionError, error, None)
        here.settle()
        (report,) = data_folder().glob("crash-*.txt")
        assert "Something went wrong in Jurybox itself" in here.window.foot.words
        assert str(report) in here.window.foot.words
        assert "ZeroDivisionError: ours" in capsys.readouterr().err
        here.press("1")
        assert here.window.foot.words.startswith("Answer 1: correct")
    finally:
        sys.excepthook, threading.excepthook = before
        for trace in traces:
            trace.close()
