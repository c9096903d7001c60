"""A key that can do nothing now says why, at the foot of the window and to a screen reader."""

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtGui import QAccessible

from jurybox_gui.actions.chords import chord
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.shell.campaign_actions import CAMPAIGN_ACTIONS
from jurybox_gui.shell.replay import REPLAY_ACTIONS
from jurybox_gui.shell.window_actions import SHELL_ACTIONS
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets import announce

Come = Callable[..., Person]
MOVES = {"Up", "Down", "Left", "Right", "PgUp", "PgDown", "Home", "End", "Tab", "Esc", "Return", "-"}
"""Keys that move, leave or begin to type; where they have nothing to do the widget in front may use them."""


def keyed() -> Iterator[AnyAction]:
    desks = [import_module(place.partition(":")[0]).ACTIONS for place in DESKS.values()]
    for action in [*SHELL_ACTIONS, *CAMPAIGN_ACTIONS, *REPLAY_ACTIONS, *(one for some in desks for one in some)]:
        moves = {name.rpartition("+")[2] or name for name in action.keys[:1]} <= MOVES
        if action.keys and action.when is not None and not moves:
            yield action


def test_every_key_that_can_be_in_vain_has_a_reason() -> None:
    actions = list(keyed())
    assert len(actions) > 150
    assert all(chord(action.keys[0]) for action in actions)
    assert [action.id for action in actions if not action.why_not] == []


def test_judge_says_why(come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: heard.append(event.message()))
    assert announce.is_heard()
    person = come(demo_file(tmp_path / "a.jury", "validation"))
    reasons = {
        "Shift+E": "No other text has the same answer.",
        "7": "The question shown has no label with this key.",
        "Backspace": "There is nothing to clear here.",
        "Shift+A": "Only questions with ranked answers are rated.",
        "Z": "There is nothing to undo.",
        "F7": "No replay is running.",
    }
    entries = len(person.session.ledger)
    for key, why in reasons.items():
        person.press(key)
        assert person.window.status.event_text == why
        assert heard[-1] == why
    assert len(person.session.ledger) == entries
    person.press("Down")
    assert person.window.status.event_text == ""


def test_reading_keys_say_where_nothing_changes(come: Come, tmp_path: Path) -> None:
    """The answer string is in sight, the column has no room for longer lines, type has a largest size."""
    person = come(demo_file(tmp_path / "a.jury", "validation"))
    assert person.desk.center.reader.has_hits
    person.press(".")
    assert person.window.status.event_text == "All occurrences are visible."
    assert not person.desk.center.has_room_for_wide
    person.press("V")
    assert person.window.status.event_text == "Wide text is on. You will see it in a wider window."
    person.press("V")
    assert person.window.status.event_text == "Wide text is off."
    person.program.settings["text_size"] = Px.ANSWER_MAX
    person.press("+")
    assert person.window.status.event_text == "Text cannot be larger."
    person.press("-")
    assert person.window.status.event_text == ""


@pytest.mark.sweep
def test_what_if_says_where_there_is_nothing_to_change(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "a.jury", "validation"), desk="spaces")
    person.settle()
    person.press("0")
    assert person.window.status.event_text == "The picture shows the scores as judged."
    person.press("]")
    assert person.window.status.event_text == ""
    person.press("0")
    assert person.desk.spaces.balance.share is None
    assert person.window.status.event_text == ""
    person.press("P")
    for key in ("[", "]", ",", ".", "0"):
        person.press("Down")
        person.press(key)
        assert person.window.status.event_text == "The picture shown does not have this."


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "desk", "reasons"),
    [
        (
            "series",
            "lists",
            {
                "Shift+I": "The answer set has no instance to choose yet.",
                "Del": "The answer set has no instance to choose yet.",
                "Shift+P": "This answer is in no group.",
                "Shift+K": "Nothing of this question was sent back.",
            },
        ),
        ("series", "nuggets", {"9": "No nugget has this key.", "Backspace": "There is nothing to clear here."}),
        (
            "community",
            "disagreements",
            {
                "Shift+T": "This works in the agreement tables; press T.",
                "T": "",
                "O": "Agreement is shown. T shows the list of disagreements.",
            },
        ),
        ("validation", "scores", {"X": "The view shown does not compare two runs."}),
        (
            "community",
            "spaces",
            {
                "R": "The picture shown is not an ROC space.",
                "X": "The picture shown does not have this.",
                "Shift+H": "No run is chosen. Choose one with ↓.",
            },
        ),
        ("community", "studies", {"E": "No study is chosen. Run one first."}),
    ],
)
def test_other_desks_say_why(come: Come, tmp_path: Path, name: str, desk: str, reasons: dict[str, str]) -> None:
    person = come(demo_file(tmp_path / "a.jury", name), desk=desk)
    for key, why in reasons.items():
        person.press(key)
        assert person.window.status.event_text == why
