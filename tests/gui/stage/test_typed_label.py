"""A label that is typed on stage, where there are more labels than digit keys."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from small import small_collection

from jurybox.collection.own_schemes import scheme_as_json, scheme_of_text
from jurybox.commands import SetFact
from jurybox.session import open_session

Stage = Callable[..., Any]


@pytest.mark.sweep
def test_a_label_of_a_hundred_is_typed_and_enter_gives_it(stage: Stage, tmp_path: Path) -> None:
    hundred = scheme_as_json(scheme_of_text("0..100", "validation"))
    with closing(open_session(small_collection(tmp_path / "small.jury"))) as before:
        before.execute(SetFact("scheme:validation", hundred))
    here = stage(tmp_path / "small.jury", assessor="Ana")
    director = here.window.director
    session = director.session
    answer = director.answer
    assert director.choices.is_long
    assert here.window.prompt.isVisible()
    assert [button.name for button in here.window.labels] == ["Cannot tell"]
    here.press("4", "X", "7", "7", "Backspace", "2", "7")  # 477 and 427 are no labels
    assert "0 to 100, then Enter: 42" in here.window.prompt.words
    here.press("Return")
    assert session.content_of(answer).label == "42"
    assert here.window.foot.words.startswith("Answer 1: 42")
    here.press("N", "1", "0", "0", "0")
    assert "Enter: 100" in here.window.prompt.words
    here.press("N", "7")
    assert "Enter: 7" in here.window.prompt.words  # what was typed for one answer is not for the next
    assert here.window.rect().contains(here.window.prompt.geometry())
