"""Actions are data; menus, shortcuts, key sheet and palette are built from them, and keys never collide."""

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPushButton, QTextBrowser, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.actions.keyboard_layouts import Press
from jurybox_gui.actions.keymap import KeyMap, is_typing
from jurybox_gui.actions.menus import fill_menus
from jurybox_gui.actions.registry import ActionRegistry, KeyCollisionError, SheetRow
from jurybox_gui.actions.router import KeyRouter
from jurybox_gui.actions.spec import EVERYWHERE, Action, AnyAction
from jurybox_gui.dialogs.palette_search import action_provider


class Log(list[str]):
    """What was done, which actions are `out` of the question now, and which are `on`."""

    def __init__(self) -> None:
        super().__init__()
        self.out: set[str] = set()
        self.on: set[str] = set()


def action(action_id: str, text: str, desk: str, *parts: object, **more: object) -> Action[Log]:
    """Return an action that notes its name."""
    return Action(
        action_id,
        text,
        desk,
        *parts,  # type: ignore[arg-type]
        **more,  # type: ignore[arg-type]
        do=lambda log: log.append(action_id),
        when=lambda log: action_id not in log.out,
        checked=lambda log: action_id in log.on,
    )


SPECS = [
    action("judge.fully", "Fully answers", "judge", ("1", "A"), "Judge", "Label"),
    action("judge.partly", "Partly answers", "judge", ("2", "B"), "Judge", "Label"),
    action("judge.next", "Next answer", "judge", ("Down",), "Judge", "Move", "Next, previous answer", repeat=True),
    action("judge.previous", "Previous answer", "judge", ("Up",), "Judge", "Move", "Next, previous answer"),
    action("scores.first", "First run", "scores", ("1",), "View", "Move"),
    action("find", "Find anything", EVERYWHERE, ("Ctrl+K",), "Edit", "Find", "Find anything", palette=False),
    action("dark", "Light & dark", EVERYWHERE, ("Ctrl+D",), "View", "Look", "Light & dark", checkable=True),
    action("hidden", "Without a key", EVERYWHERE, (), "", ""),
]


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def registry(qapp: object, log: Log) -> Iterator[ActionRegistry]:
    made = ActionRegistry()
    made.add(SPECS, target=log)
    made.set_desk("judge")
    yield made
    made.deleteLater()


def test_an_action_works_on_its_desk_only(registry: ActionRegistry, log: Log, qtbot: QtBot) -> None:
    with qtbot.waitSignal(registry.triggered) as emitted:
        assert registry.trigger("judge.fully")
    assert emitted.args == ["judge.fully"]
    assert not registry.trigger("scores.first")
    registry.set_desk("scores")
    assert registry.trigger("scores.first")
    assert not registry.trigger("judge.fully")
    assert registry.trigger("find")
    assert log == ["judge.fully", "scores.first", "find"]


def test_an_action_that_comes_first_has_a_key_of_another_while_it_can_be_done(log: Log) -> None:
    registry = ActionRegistry()
    below = action("judge.below", "Type below 0", "judge", ("Down",), "", "Label", first=True)
    registry.add([*SPECS, below], target=log)
    registry.set_desk("judge")
    press = Press(Qt.Key.Key_Down)
    assert registry.key_map().decide(press) == "judge.below"
    log.out.add("judge.below")
    assert registry.key_map().decide(press) == "judge.next"
    log.out.clear()
    registry.override_keys({"judge.next": ["N"]})
    assert registry.key_map().decide(press) == "judge.below"
    registry.override_keys({"judge.below": []})
    assert registry.key_map().decide(press) == "judge.next"


def test_what_is_not_possible_is_not_done(registry: ActionRegistry, log: Log) -> None:
    log.out.add("find")
    assert not registry.trigger("find")
    log.out.clear()
    assert registry.trigger("find")
    assert log == ["find"]


def test_one_key_has_one_action_on_every_desk(registry: ActionRegistry) -> None:
    here = registry.key_map()
    assert here.decide(Press(ord("1"))) == "judge.fully"
    assert here.decide(Press(ord("B"))) == "judge.partly"
    assert registry.key_map("scores").decide(Press(ord("1"))) == "scores.first"
    assert registry.key_map("scores").decide(Press(ord("B"))) is None
    down = Press(int(Qt.Key.Key_Down), repeat=True)
    assert here.decide(down) == "judge.next"
    assert here.decide(Press(int(Qt.Key.Key_Up), repeat=True)) is None


@pytest.mark.parametrize(
    "spec",
    [
        Action("judge.other", "Other", "judge", ("1",)),
        Action("judge.find", "Find", "judge", ("Ctrl+K",)),
        Action("one", "One", EVERYWHERE, ("A",)),
    ],
)
def test_two_actions_on_one_key_are_refused_by_name(registry: ActionRegistry, spec: AnyAction) -> None:
    with pytest.raises(KeyCollisionError, match=f"“{spec.text}”"):
        registry.add([spec])
    with pytest.raises(ValueError, match="no action"):
        registry.spec(spec.id)


def test_ids_are_unique_and_known(registry: ActionRegistry) -> None:
    with pytest.raises(ValueError, match="there already"):
        registry.add([SPECS[0]])
    with pytest.raises(ValueError, match="no action 'nobody'"):
        registry.spec("nobody")
    with pytest.raises(ValueError, match="id and a text"):
        registry.add([Action("", "Nothing")])


def test_users_may_have_other_keys(registry: ActionRegistry, qtbot: QtBot) -> None:
    with qtbot.waitSignal(registry.keys_changed):
        registry.override_keys({"judge.fully": ["F"], "find": ["Ctrl+P"], "gone.action": ["X"], "dark": []})
    assert registry.keys("judge.fully") == ("F",)
    assert registry.key_map().decide(Press(ord("F"))) == "judge.fully"
    assert registry.key_map().decide(Press(ord("1"))) is None
    assert registry.action("find").shortcut().toString() == "Ctrl+P"
    assert registry.action("dark").shortcut().isEmpty()
    with pytest.raises(KeyCollisionError):
        registry.override_keys({"judge.fully": ["2"]})
    with pytest.raises(ValueError, match="is not a key"):
        registry.override_keys({"judge.fully": ["Strg+2"]})
    assert registry.keys("judge.fully") == ("F",)
    registry.override_keys({})
    assert registry.keys("judge.fully") == ("1", "A")


def test_plain_keys_are_no_shortcuts(registry: ActionRegistry) -> None:
    assert registry.action("judge.fully").shortcuts() == []
    assert [key.toString() for key in registry.action("find").shortcuts()] == ["Ctrl+K"]


def test_the_key_sheet_is_built_from_the_actions(registry: ActionRegistry) -> None:
    sheet = registry.sheet("judge")
    assert list(sheet) == ["Label", "Move", "Everywhere"]
    assert sheet["Label"][0] == SheetRow("Fully answers", ("1", "A"))
    assert sheet["Move"] == [SheetRow("Next, previous answer", ("Down", "Up"))]
    assert [row.text for row in sheet["Everywhere"]] == ["Find anything", "Light & dark"]
    assert list(registry.sheet("scores")) == ["Move", "Everywhere"]


def test_menus_hold_the_actions_and_gray_what_is_not_possible(registry: ActionRegistry, log: Log, qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    log.out.add("judge.partly")
    log.on.add("dark")
    menus = fill_menus(registry, window.menuBar(), ["File", "Edit", "Judge"])
    assert list(menus) == ["Edit", "Judge", "View"]
    texts = [action.text().partition("\t")[0] for action in menus["Judge"].actions()]
    assert texts == ["Fully answers", "Partly answers", "", "Next answer", "Previous answer"]
    assert menus["View"].actions()[-1].text() == "&Light && dark"
    menus["Judge"].aboutToShow.emit()
    assert not registry.action("judge.partly").isEnabled()
    assert registry.action("judge.fully").isEnabled()
    menus["Judge"].aboutToHide.emit()
    assert registry.action("judge.partly").isEnabled()
    menus["View"].aboutToShow.emit()
    assert registry.action("dark").isChecked()
    assert not registry.action("scores.first").isEnabled()
    registry.action("judge.fully").trigger()
    assert log == ["judge.fully"]


def test_the_palette_offers_what_is_possible(registry: ActionRegistry, log: Log) -> None:
    provide = action_provider(registry, lambda desk: desk.capitalize())
    items = provide("")
    assert [item.text for item in items] == [
        "Fully answers",
        "Partly answers",
        "Next answer",
        "Previous answer",
        "Light & dark",
        "Without a key",
    ]
    assert items[0].detail == "Judge"
    assert items[4].detail == "View"
    items[1].do()
    assert log == ["judge.partly"]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    for child in (QTextBrowser(), QPushButton("Push"), QLineEdit()):
        column.addWidget(child)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    return made


@pytest.mark.parametrize("kind", [QTextBrowser, QPushButton])
def test_keys_reach_their_action_past_whoever_has_the_focus(qtbot: QtBot, window: QWidget, kind: type[QWidget]) -> None:
    taken: list[str] = []
    keys = KeyMap({"Space": "next", "Down": "down", "1": "one"})
    KeyRouter(window, lambda: keys, lambda action, _event: taken.append(action) is None)
    child = window.findChild(kind)
    assert child is not None
    child.setFocus()
    qtbot.waitUntil(child.hasFocus)
    pushed: list[bool] = []
    button = window.findChild(QPushButton)
    assert button is not None
    button.clicked.connect(pushed.append)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_1):
        qtbot.keyClick(child, key)
    assert taken == ["next", "down", "one"]
    assert pushed == []


def test_keys_rest_while_typing(qtbot: QtBot, window: QWidget) -> None:
    taken: list[str] = []
    keys = KeyMap({"1": "one", "A": "a"})
    router = KeyRouter(window, lambda: keys, lambda action, _event: taken.append(action) is None)
    line = window.findChild(QLineEdit)
    assert line is not None
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    qtbot.keyClicks(line, "a1")
    assert (line.text(), taken) == ("a1", [])
    line.setReadOnly(True)
    assert not is_typing(line)
    qtbot.keyClick(line, Qt.Key.Key_1)
    assert taken == ["one"]
    line.deleteLater()
    qtbot.waitUntil(lambda: window.findChild(QLineEdit) is None)
    window.setFocus()
    assert router.parent() is window


def test_a_key_that_is_not_taken_goes_on(qtbot: QtBot, window: QWidget) -> None:
    KeyRouter(window, lambda: KeyMap({"Space": "next"}), lambda _action, _event: False)
    button = window.findChild(QPushButton)
    assert button is not None
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, Qt.Key.Key_Space)


def test_a_menu_prints_plain_keys_too_without_making_shortcuts_of_them(qtbot: QtBot) -> None:
    registry = ActionRegistry()
    registry.add(
        [
            Action("a", "Skip & go", "judge", ("S", "Backspace")),
            Action("b", "Find", "judge", ("Ctrl+F",)),
            Action("c", "Keys", "judge", ("?", "F1")),
            Action("d", "Nothing", "judge"),
        ]
    )
    hint = "" if sys.platform == "darwin" else "\tS"
    assert registry.action("a").text() == f"Skip && go{hint}"
    assert registry.action("a").shortcuts() == []
    assert [registry.action(name).text() for name in "bcd"] == ["Find", "Keys", "Nothing"]
    registry.override_keys({"a": ["X"]})
    assert registry.action("a").text() == f"Skip && go{hint.replace('S', 'X')}"


def test_a_key_that_the_user_gave_away_stays_away_when_a_desk_is_loaded(qtbot: QtBot) -> None:
    del qtbot
    registry = ActionRegistry()
    registry.add([Action("find", "Find", EVERYWHERE, ("Ctrl+K",))])
    registry.override_keys({"find": ["G"]})
    registry.add([Action("scores.gold", "Gold", "scores", ("G", "Ctrl+G")), Action("x", "X", "scores", ("Y",))])
    assert registry.keys("find") == ("G",)
    assert registry.own_keys == {"find": ("G",), "scores.gold": ("Ctrl+G",)}
    assert registry.keys("scores.gold") == ("Ctrl+G",)
    assert registry.keys("x") == ("Y",)
    with pytest.raises(KeyCollisionError):
        registry.add([Action("y", "Y", "scores", ("Y",))])
