"""Keys of real keyboards, as X11 reports them, mean the action that is printed on the cap.

The events are what Qt 6.11 received from an X server with the layouts us, fr, de, ru, gr, cz and jp.
"""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from jurybox_gui.actions.chords import Chord, Mod
from jurybox_gui.actions.keyboard_layouts import Press, place_of, readings
from jurybox_gui.actions.keymap import KeyMap

NONE, SHIFT, CTRL, ALT = Mod.NoModifier, Mod.ShiftModifier, Mod.ControlModifier, Mod.AltModifier
KEYPAD, ALTGR = Mod.KeypadModifier, Mod.GroupSwitchModifier
KEYS = {
    "1": "one",
    "2": "two",
    "6": "six",
    "A": "a",
    "N": "note",
    "Space": "next",
    "Shift+Space": "again",
    "Left": "left",
    "Return": "open",
    "?": "keys",
    "/": "find",
    "+": "larger",
    "-": "smaller",
    "[": "lower",
    "Ctrl+1": "desk1",
    "Ctrl+2": "desk2",
    "Ctrl+K": "palette",
    "F2": "explain",
}


@pytest.fixture
def keys() -> KeyMap:
    return KeyMap(KEYS, ["left"], "linux")


def event(
    key: int, mods: Mod = NONE, scan: int = 0, virtual: int = 0, text: str = "", *, repeat: bool = False
) -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, mods, scan, virtual, 0, text, repeat)


LAYOUTS = [
    ("us 1", 0x31, NONE, 10, "one"),
    ("us a", 0x41, NONE, 38, "a"),
    ("us Ctrl+1", 0x31, CTRL, 10, "desk1"),
    ("us ?", 0x3F, SHIFT, 61, "keys"),
    ("us +", 0x2B, SHIFT, 21, "larger"),
    ("us !", 0x21, SHIFT, 10, None),
    ("us &", 0x26, SHIFT, 16, None),
    ("us q", 0x51, NONE, 24, None),
    ("us Shift+a", 0x41, SHIFT, 38, None),
    ("fr 1 without Shift", 0x26, NONE, 10, "one"),
    ("fr 2 without Shift", 0xC9, NONE, 11, "two"),
    ("fr 6 without Shift, which prints -", 0x2D, NONE, 15, "six"),
    ("fr 1 with Shift", 0x31, SHIFT, 10, "one"),
    ("fr Ctrl+1 without Shift", 0x26, CTRL, 10, "desk1"),
    ("fr Ctrl+2 without Shift", 0xC9, CTRL, 11, "desk2"),
    ("fr Ctrl+1 with Shift", 0x31, CTRL | SHIFT, 10, "desk1"),
    ("fr a, where q is on us", 0x41, NONE, 24, "a"),
    ("fr q, where a is on us", 0x51, NONE, 38, None),
    ("fr /, with Shift", 0x2F, SHIFT, 60, "find"),
    ("de /, with Shift on 7", 0x2F, SHIFT, 16, "find"),
    ("de [, with AltGr on 8", 0x5B, ALTGR, 17, "lower"),
    ("de [ on Windows, AltGr is Ctrl+Alt", 0x5B, CTRL | ALT, 0, "lower"),
    ("ru ф, where a is", 0x424, NONE, 38, "a"),
    ("ru т, where n is", 0x422, NONE, 57, "note"),
    ("ru Ctrl+л, where k is", 0x41B, CTRL, 45, "palette"),
    ("ru й, where q is", 0x419, NONE, 24, None),
    ("ru ?, with Shift on 7", 0x3F, SHIFT, 16, "keys"),
    ("gr α", 0x391, NONE, 38, "a"),
    ("cz + where 1 is", 0x2B, NONE, 10, "one"),
    ("cz ě where 2 is", 0x11A, NONE, 11, "two"),
    ("jp a", 0x41, NONE, 38, "a"),
    ("jp kana ち where a is", 0x30C1, NONE, 38, "a"),
    ("number pad 1", 0x31, KEYPAD, 87, "one"),
    ("number pad 6", 0x36, KEYPAD, 85, "six"),
    ("number pad Enter", int(Qt.Key.Key_Enter), KEYPAD, 104, "open"),
    ("number pad -", 0x2D, KEYPAD, 82, "smaller"),
    ("number pad without Num Lock: End", int(Qt.Key.Key_End), KEYPAD, 87, None),
    ("Shift+Space", 0x20, SHIFT, 65, "again"),
    ("Alt alone", int(Qt.Key.Key_Alt), ALT, 64, None),
    ("F2", int(Qt.Key.Key_F2), NONE, 68, "explain"),
]


@pytest.mark.parametrize(("key", "mods", "scan", "action"), [row[1:] for row in LAYOUTS], ids=[r[0] for r in LAYOUTS])
def test_the_key_that_is_meant(keys: KeyMap, key: int, mods: Mod, scan: int, action: str | None) -> None:
    assert keys.decide(Press.of(event(key, mods, scan))) == action


def test_a_held_key_labels_once(keys: KeyMap) -> None:
    assert keys.decide(Press.of(event(0x31, scan=10, repeat=True))) is None
    assert keys.decide(Press.of(event(int(Qt.Key.Key_Left), repeat=True))) == "left"


def test_while_typing_only_chords_work(keys: KeyMap) -> None:
    assert keys.decide(Press(0x31, scan=10), typing=True) is None
    assert keys.decide(Press(0x424, scan=38), typing=True) is None
    assert keys.decide(Press(0x31, KEYPAD, 87), typing=True) is None
    assert keys.decide(Press(0x26, CTRL, 10), typing=True) == "desk1"
    assert keys.decide(Press(int(Qt.Key.Key_F2)), typing=True) == "explain"


def test_a_key_of_its_own_comes_before_the_place() -> None:
    # Shift+1 has its own action; without one it would mean 1 on a French keyboard.
    keys = KeyMap({"1": "one", "Shift+1": "all"}, (), "linux")
    assert keys.decide(Press(0x21, SHIFT, 10)) == "all"
    assert keys.decide(Press(0x31, SHIFT, 10)) == "all"
    assert keys.decide(Press(0x26, NONE, 10)) == "one"


@pytest.mark.parametrize(
    ("system", "press", "place"),
    [
        ("linux", Press(0, scan=19), "0"),
        ("linux", Press(0, scan=58), "M"),
        ("linux", Press(0, scan=61), ""),
        ("win32", Press(0, scan=2), "1"),
        ("win32", Press(0, scan=11), "0"),
        ("win32", Press(0, scan=30), "A"),
        ("win32", Press(0, scan=50), "M"),
        ("darwin", Press(0x31, virtual=18), "1"),
        ("darwin", Press(0x35, virtual=23), "5"),
        ("darwin", Press(0x30, virtual=29), "0"),
        ("darwin", Press(0x424, scan=1, virtual=0), "A"),
        ("darwin", Press(0x41), ""),
        ("linux", Press(0x31, KEYPAD, 10), ""),
    ],
)
def test_the_place_of_a_key(system: str, press: Press, place: str) -> None:
    assert place_of(press, system) == place


def test_every_letter_and_digit_has_one_place_on_every_system() -> None:
    for system in ("linux", "win32", "darwin"):
        places = [place_of(Press(0, scan=n or 1, virtual=n), system) for n in range(128)]
        found = [place for place in places if place]
        assert sorted(set(found)) == sorted("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), system
        if system != "darwin":
            assert len(found) == len(set(found))


def test_a_made_up_event_has_no_place() -> None:
    assert readings(Press(0x31), "linux") == (Chord(0x31),)
    assert readings(Press(0x424), "linux") == (Chord(0x424),)
