"""Keys go to what has the keyboard: nothing behind an open menu, list of choices or sheet hears them."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QMenu, QToolTip, QWidget
from sweeps import swept

from jurybox_gui.actions.menus import menu_of_desk
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.widgets.overlay import Overlay

Come = Callable[..., Person]
KEYS = [Qt.Key(ord(sign)) for sign in "123450ABCDEGHIJKLMNOPQRSTUVXYZ"]
ARROWS = [Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right]
ALT = Qt.KeyboardModifier.AltModifier
DESKS = ("judge", "lists", "nuggets", "scores", "disagreements", "spaces", "studies", "campaign")
LEFT_OUT = (
    "disagreements.back",  # not a sheet: the page itself asks, and rows can be gone through
    "file.quit",
    "file.restore",  # without backups a message, no sheet
    "file.demo",
    "file.start",
    "view.",
    "replay.",
    "edit.undo",
    "edit.redo",
    "help.about",
)


def strike(person: Person, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key as a keyboard does: it goes to the window in front, and Qt finds who gets it.

    What it does at once has been done then; `settle` waits for all that follows.
    """
    popup, active = QApplication.activePopupWidget(), QApplication.activeWindow()
    handle = (popup or active or person.window).windowHandle()
    QTest.keyClick(handle or QGuiApplication.focusWindow() or person.window.windowHandle(), key, held)


def own_letters(popup: QWidget | None) -> set[Qt.Key]:
    """Return the keys of the letters that choose entries of a menu."""
    texts = [action.text().replace("&&", "") for action in popup.actions()] if popup else []
    return {Qt.Key(ord(text.partition("&")[2][0].upper())) for text in texts if "&" in text}


def leave(person: Person) -> None:
    """Close whatever is open above the desk."""
    for _ in range(8):
        if QApplication.activePopupWidget() is None:
            break
        strike(person, Qt.Key.Key_Escape)
    for dialog in person.window.findChildren(QDialog):
        dialog.close()
    for sheet in person.window.findChildren(Overlay):
        sheet.dismiss()
    person.qtbot.wait(1)
    person.desk.setFocus()


def state(person: Person) -> tuple[object, ...]:
    """Return what a key on a desk could change: the log, and where one is."""
    desk = person.desk
    here = getattr(desk, "here", None) if person.window.desk in {"lists", "nuggets"} else None
    place = desk.queue_cursor.answer if person.window.desk == "judge" else here
    if person.window.desk == "disagreements":
        place = desk.view.currentIndex().row()
    return len(person.session.ledger), person.window.desk, place


def heard(person: Person, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the actions that keys bring to the desk from now on, whatever these do there."""
    desk, actions = person.desk, []
    admits = desk.admits

    def admitted(action: AnyAction, event: QKeyEvent) -> bool:
        actions.append(action.id)
        return bool(admits(action, event))

    monkeypatch.setattr(desk, "admits", admitted)
    return actions


def go_to(person: Person, desk: str) -> None:
    """Go to a desk of a collection with all kinds of question."""
    kind = {"judge": "factoid", "lists": "list", "nuggets": "other"}.get(desk)
    if kind:
        person.program.bridge.goto(int(person.session.catalog.answers_of(person.asked(kind))[0]))
    else:
        person.window.show_desk(desk)
    person.settle()
    assert person.window.desk == desk
    if desk == "disagreements":
        person.wait(lambda: bool(person.desk.view.list.disputes))
        person.settle()  # the first row is shown, and can be decided
        assert person.desk.dispute is not None


def popups(person: Person) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield every menu, list of choices and context menu that can be opened here, and how."""
    for action in person.window.menus.actions():
        menu = action.menu()
        if isinstance(menu, QMenu) and action.isVisible():
            yield action.text(), lambda action=action: person.window.menus.setActiveAction(action)
            letter = Qt.Key(ord(action.text().partition("&")[2][0].upper()))
            yield f"Alt {action.text()}", lambda letter=letter: strike(person, letter, ALT)
    for combo in person.desk.findChildren(QComboBox):
        if combo.isVisible() and combo.isEnabled():
            yield f"choice {combo.accessibleName()}", combo.showPopup
    if person.window.desk == "judge":
        yield "part of the queue", lambda: strike(person, Qt.Key.Key_F)
    yield (
        "context menu",
        lambda: menu_of_desk(person.window.registry, person.window).popup(
            person.window.mapToGlobal(person.window.rect().center())
        ),
    )


@pytest.mark.parametrize("desks", [("judge",), *swept([(DESKS,)])])
@pytest.mark.sweep
def test_no_desk_hears_the_keys_of_a_popup(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, desks: Sequence[str]
) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    for desk in desks:
        go_to(person, desk)
        opened, actions = 0, heard(person, monkeypatch)
        for name, opens in list(popups(person)):
            before = state(person)
            actions.clear()
            person.window.setUpdatesEnabled(False)  # to paint what is behind at each key proves nothing
            # In a list of choices they take the one that is chosen already.
            taking = (Qt.Key.Key_Space, Qt.Key.Key_Return) if name.startswith("choice") else ()
            for key in (*taking, *KEYS, *ARROWS):
                if QApplication.activePopupWidget() is None:
                    opens()
                    person.qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
                    opened += 1
                    actions.clear()
                popup = QApplication.activePopupWidget()
                if key in own_letters(popup):
                    continue  # chooses an entry, as it should
                strike(person, key)
                assert (actions, state(person)) == ([], before), f"{desk}, {name}: {key.name}, {popup}"
            strike(person, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            leave(person)
            person.window.setUpdatesEnabled(True)
            person.settle()
            assert (actions, state(person)) == ([], before), f"{desk}, {name}: Escape"
        assert opened > 12, desk
        strike(person, Qt.Key.Key_Down)
        assert actions, desk  # with nothing open the desk hears them


def test_the_menu_bar_alone_keeps_its_keys(come: Come, demo: Path) -> None:
    person = come(demo)
    before = state(person)
    for key in (Qt.Key.Key_1, Qt.Key.Key_S, Qt.Key.Key_J, Qt.Key.Key_Space, Qt.Key.Key_Down):
        strike(person, Qt.Key.Key_F10)
        assert isinstance(QApplication.activePopupWidget(), QMenu)
        strike(person, Qt.Key.Key_Escape)  # the menu is closed, the bar has the keyboard
        assert QApplication.focusWidget() is person.window.menus
        strike(person, key)
        person.settle()
        assert state(person) == before, key.name
        leave(person)
        strike(person, Qt.Key.Key_Escape)
        person.desk.setFocus()
    strike(person, Qt.Key.Key_1)
    person.settle()
    assert len(person.session.ledger) == before[0] + 1


@pytest.mark.parametrize("desk", ["judge", *swept(("disagreements", "nuggets"))])
@pytest.mark.sweep
def test_no_desk_hears_the_keys_of_sheets_and_dialogs(come: Come, tmp_path: Path, desk: str) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    registry = person.window.registry
    go_to(person, desk)
    opened = 0
    for spec in list(registry.specs(desk)):
        opens = spec.text.endswith("…") or spec.id in {"help.read", "help.keys", "edit.find"}
        skipped = (
            spec.id.startswith(LEFT_OUT) or (spec.desk == "judge" and spec.judges) or spec.id == "campaign.organise"
        )
        if skipped or not opens or not registry.possible(spec.id):
            continue
        registry.trigger(spec.id)
        person.wait(lambda: person.program.idle)
        person.qtbot.wait(1)
        before = state(person)
        opened += any(one.is_open for one in person.window.findChildren(Overlay))
        person.window.setUpdatesEnabled(False)
        for key in (*KEYS, *ARROWS, Qt.Key.Key_Space):
            strike(person, key)
            assert state(person) == before, f"{desk}, {spec.id}: {key.name}"
        leave(person)
        person.window.setUpdatesEnabled(True)
        person.settle()
        assert state(person) == before, f"{desk}, {spec.id}"
    assert opened > 4, desk


def test_a_label_goes_on_the_log_once_beneath_a_tooltip(come: Come, demo: Path) -> None:
    person = come(demo)
    person.program.settings["new_answer_ms"] = 0  # this key comes at once, and has a time stamp
    before = len(person.session.ledger)
    QToolTip.showText(person.window.mapToGlobal(person.window.rect().center()), "a tip", person.window)
    strike(person, Qt.Key.Key_1)
    person.settle()
    assert len(person.session.ledger) == before + 1


def test_a_text_that_is_composed_in_the_note_labels_nothing(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("N")
    before = state(person)
    note = QApplication.focusWidget()
    for sign in "1s2":
        QApplication.sendEvent(note, QInputMethodEvent(sign, []))
        strike(person, Qt.Key(ord(sign.upper())))
        assert state(person) == before
    composed = QInputMethodEvent("", [])
    composed.setCommitString("か")
    QApplication.sendEvent(note, composed)
    assert "か" in person.desk.center.bar.note.text()
    assert person.session.content_of(before[2]).label is None
