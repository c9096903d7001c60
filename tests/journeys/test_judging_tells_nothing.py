"""Judging mode at every desk an assessor can reach: whatever is done there, nothing of runs is shown.

Every action that is possible is done, at every desk where questions are judged, and then all is read that
the windows show, say to a screen reader, would show when pointed at, or would find.
"""

import faulthandler
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TextIO

import pytest
from demo_file import demo_file
from hidden import nothing_is_given_away
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from sweeps import swept

from jurybox.commands import SetFact
from jurybox.session import open_session
from jurybox_gui.crash import install

Come = Callable[..., Person]

LEAVES = frozenset(
    ("file.quit", "file.demo", "file.start", "file.join", "view.close", "replay.start", "campaign.organise")
)
"""Actions that lead away from the collection, to its organizer, or list who may sit here."""


def judged(path: Path) -> Path:
    """Set a collection to judging mode, as its organizer does."""
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
        session.flush()
    return path


@pytest.fixture
def series(tmp_path: Path) -> Path:
    """The demo with facts, lists and other questions, in judging mode."""
    return judged(demo_file(tmp_path / "box.jury", "series"))


def go_to(person: Person, kind: str) -> int:
    """Go to an answer to a question of a kind that is one's own to judge."""
    catalog = person.session.catalog
    mine = catalog.assigned_to(person.session.assessor).nonzero()[0].tolist()
    answer = next(a for a in mine if catalog.questions[int(catalog.answer_question[a])].kind == kind)
    person.program.bridge.goto(answer)
    person.settle()
    return int(answer)


def tidy(person: Person) -> None:
    """Close what an action opened: menus, dialogs, further windows, fields, overlays."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for window in person.program.windows[1:]:
        window.close()
    for dialog in person.window.findChildren(QDialog):
        dialog.reject()
    person.settle()
    for _ in range(2):
        person.press("Esc")


def possible(person: Person) -> Iterator[str]:
    """Yield the actions that can be done here, as the menus, the keys and the palette offer them."""
    registry, here = person.window.registry, person.window.desk
    for spec in registry.specs():
        if spec.desk in {"", here} and spec.id not in LEAVES and registry.possible(spec.id):
            yield spec.id


@pytest.mark.parametrize(("kind", "desk"), [("list", "lists"), *swept((("factoid", "judge"), ("other", "nuggets")))])
def test_whatever_is_done_tells_nothing(come: Come, series: Path, kind: str, desk: str) -> None:
    person = come(series)
    answer = go_to(person, kind)
    assert person.window.desk == desk
    nothing_is_given_away(person, series)
    everywhere = desk == "judge"
    done = [action for action in possible(person) if everywhere or action.startswith(desk)]
    assert len([action for action in done if action.startswith(f"{desk}.")]) > 9
    for action in done:
        person.window.registry.trigger(action)
        person.settle()
        try:
            nothing_is_given_away(person, series)
        except AssertionError as error:
            raise AssertionError(f"{action} tells {error}") from error
        tidy(person)
        person.program.bridge.goto(answer)
        person.settle()
    assert set(person.window.available()) == {"judge", "lists", "nuggets"}


def test_nothing_is_found_by_a_name(come: Come, series: Path) -> None:
    person = come(series)
    catalog = person.session.catalog
    names = {run.name for run in catalog.runs} | {run.team for run in catalog.runs if run.team}
    names |= {who.name for who in catalog.assessors} | {"F(3)", "accuracy", "ROC", "ranking", "gold"}
    go_to(person, "list")
    person.press("Ctrl+K")
    field = QApplication.focusWidget()
    palette = person.window.findChild(type(person.window.shell._palette))
    for typed in sorted(names):
        field.clear()
        QTest.keyClicks(field, typed)
        assert "Runs" not in {hit.item.group for hit in palette.hits()}
        nothing_is_given_away(person, series, typed)


def test_the_help_and_the_start_page_name_no_run_of_the_collection(come: Come, series: Path) -> None:
    person = come(series)
    names = [run.name for run in person.session.catalog.runs]
    others = [who.name for who in person.session.catalog.assessors if who.name not in {"visitor", "organiser"}]
    for action in ("help.read", "help.keys", "edit.keys", "edit.settings", "file.start"):
        person.window.registry.trigger(action)
        person.settle()
        said = "\n".join(person.words())
        assert not [name for name in (*names, *others) if name in said], action
        person.press("Esc")
    assert person.window.desk == "start"


def test_an_order_that_was_switched_on_before_is_not_shown_any_more(come: Come, tmp_path: Path) -> None:
    path = demo_file(tmp_path / "box.jury", "validation")
    person = come(path)
    person.press("O")
    assert person.program.bridge is not None
    person.wait(lambda: person.program.bridge.next_best.found is not None)
    person.settle()
    assert "Carterette" in "\n".join(person.words())
    judged(path)
    person.wait(lambda: person.session.facts.mode == "judging")
    person.settle()
    nothing_is_given_away(person, path)
    assert "Carterette" not in "\n".join(person.words())
    for key in "12S":
        person.press(key)
        nothing_is_given_away(person, path)


def test_a_bug_is_shown_without_what_it_was_about(
    come: Come, series: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    traces: list[TextIO] = []
    monkeypatch.setattr(faulthandler, "enable", traces.append)
    for module in (sys, threading):
        monkeypatch.setattr(module, "excepthook", module.excepthook)
    person = come(series)
    install(person.program)
    name = person.session.catalog.runs[0].name
    sys.excepthook(KeyError, KeyError(name), None)
    person.wait(lambda: bool(person.program.message))
    assert name in capsys.readouterr().err
    assert "went wrong in Jurybox itself" in person.program.message
    nothing_is_given_away(person, series)
    traces.pop().close()
