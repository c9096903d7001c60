"""Shared functions have one key on all desks, that key does nothing else, and Space enters nothing."""

import re
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person

from jurybox_gui.actions.key_plan import RESERVED, Shared
from jurybox_gui.actions.spec import Action, ActionsOf, AnyAction
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.desks.label_schemes import LETTERS

Come = Callable[..., Person]
ROOT = Path(__file__).resolve().parents[3]
WHERE = {
    Shared.NEXT: {"judge", "lists", "nuggets", "disagreements"},
    Shared.DEFER: {"judge", "lists"},
    Shared.JUNK: {"judge", "lists"},
    Shared.CANNOT_TELL: {"judge", "lists", "disagreements"},
    Shared.CLEAR: {"judge", "lists", "nuggets", "disagreements"},
    Shared.UNDO: {"judge", "lists", "nuggets"},
    Shared.NOTE: {"judge", "lists", "nuggets", "disagreements"},
    Shared.NOTE_LAST: {"judge", "lists", "nuggets"},
    Shared.MARK: {"judge", "lists", "nuggets"},
    Shared.HISTORY: {"judge", "nuggets"},
    Shared.FIND: {"judge", "scores", "disagreements"},
    Shared.FILTER: {"judge", "lists", "nuggets", "disagreements"},
    Shared.ORDER: {"judge", "scores", "disagreements"},
    Shared.QUESTIONS: {"scores", "disagreements"},
    Shared.GOLD: {"scores", "disagreements", "campaign"},
    Shared.MEASURE: {"scores", "disagreements", "studies"},
    Shared.UNJUDGED: {"scores", "campaign"},
    Shared.TABLES: {"scores", "disagreements", "spaces", "studies", "campaign"},
    Shared.EXPORT: {"scores", "disagreements", "spaces", "studies"},
}
"""The desks that have a function, at least."""


def declared() -> list[AnyAction]:
    """Return the actions of all desks."""
    return [one for desk in DESKS for one in import_module(DESKS[desk].partition(":")[0]).ACTIONS]


def test_a_shared_function_has_its_key_on_every_desk_and_nothing_else_has_it() -> None:
    wrong = []
    for one in declared():
        first = one.shares.value.key if one.shares else None
        others = one.keys if first is None else one.keys[1:]
        if (first and one.keys[:1] != (first,)) or set(others) & RESERVED:
            wrong.append((one.id, one.keys))
    assert wrong == []


@pytest.mark.parametrize("shared", WHERE)
def test_the_desks_that_have_a_function_say_so(shared: Shared) -> None:
    assert {one.desk for one in declared() if one.shares is shared} >= WHERE[shared]


def test_one_desk_has_a_function_once() -> None:
    found = [(one.desk, one.shares) for one in declared() if one.shares]
    assert len(found) == len(set(found))


def test_a_key_of_the_plan_is_refused_where_an_action_is_declared() -> None:
    action = ActionsOf[object]("studies")
    with pytest.raises(ValueError, match=r"'studies.late': E is on every desk the key for “export") as found:
        action("late", "Late", "W", "E", do=print)
    assert "shares=Shared.EXPORT" in str(found.value)
    made = action("export", "Export", "W", shares=Shared.EXPORT, do=print)
    assert made.keys == ("E", "W")
    assert isinstance(made, Action)


def test_letters_of_labels_belong_to_no_other_function() -> None:
    assert {Shared.CANNOT_TELL.value.key} == {*LETTERS} & RESERVED
    assert len({one.value.key for one in Shared}) == len(Shared)


def test_the_help_lists_the_plan() -> None:
    page = (ROOT / "assets" / "help" / "keys.md").read_text("utf-8")
    part = page.partition("## The same on every desk")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(.+?)` \| (.+) \|$", part, re.MULTILINE))
    assert rows == {one.value.key: one.value.does for one in Shared}


def test_space_enters_nothing_on_any_desk(come: Come, tmp_path: Path) -> None:
    assert {one.shares for one in declared() if "Space" in one.keys} == {Shared.NEXT}
    assert not [one.id for one in declared() if one.shares is Shared.NEXT and (one.judges or one.types)]
    person = come(demo_file(tmp_path / "demo.jury", "series"), assessor="visitor")
    entries = len(person.session.ledger)
    catalog = person.session.catalog
    for kind in ("factoid", "list", "other"):
        person.program.bridge.goto(int(catalog.answers_of(person.asked(kind))[0]))  # type: ignore[union-attr]
        person.settle()
        person.press("Space")
    for desk in person.window.available():
        person.window.show_desk(desk)
        person.settle()
        person.press("Space")
    assert len(person.session.ledger) == entries
