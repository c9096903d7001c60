"""One label for each intended key, whatever keyboard and input method are in use.

The events are what Qt received from an X server with the layouts us, fr, ru and jp (kana): key, scan code.
"""

import pytest
from judge_bench import Asked, Bench, Given, Open
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication
from sweeps import swept

ANSWERS = [Given(f"a{n}", f"It is a{n}.") for n in range(6)]
OPTIONS = [(str(n), f"a{n - 1}") for n in range(1, 7)]
KINDS = {
    "ranked": Asked("q", "How?", [Given(f"a{n}") for n in range(6)], "ranked"),
    "factoid": Asked("q", "Who?", ANSWERS, "factoid"),
    "validation": Asked("q", "Is it?", ANSWERS),
}
READING = Asked("q", "Where?", ANSWERS, "factoid", options=OPTIONS)

NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier
_SCANS = {"q": 24, "w": 25, "r": 27, "u": 30, "i": 31, "a": 38, "k": 45, "x": 53, "c": 54, "b": 56}
_RUSSIAN = dict(zip("wruiakxcb", "ЦКГШФЛЧСИ", strict=True))
_KANA = dict(zip("wruiakxcb", "てすなにちのさそこ", strict=True))
_FRENCH_SCANS = _SCANS | {"a": 24, "w": 52}
_FRENCH_DIGITS = "&É\"'(-"

Press = tuple[int, Qt.KeyboardModifier, int]


def keys(layout: str, sign: str) -> Press:
    """Return key, modifiers and scan code of a letter or digit on a layout."""
    if layout == "number pad":
        return ord(sign), KEYPAD, 0x4F + int(sign)
    if sign.isdigit():
        code = ord(_FRENCH_DIGITS[int(sign) - 1]) if layout == "fr" else ord(sign)
        return code, NONE, 9 + int(sign)
    low = sign.lower()
    letter = {"ru": _RUSSIAN, "jp kana": _KANA}.get(layout, {}).get(low, low.upper())
    scans = _FRENCH_SCANS if layout == "fr" else _SCANS
    return ord(letter), SHIFT if sign.isupper() else NONE, scans[low]


def send(press: Press, *, repeat: bool = False) -> None:
    """Press a key, or go on holding it."""
    target = QApplication.focusWidget()
    assert target is not None
    code, modifiers, scan = press
    event = QKeyEvent(QEvent.Type.KeyPress, code, modifiers, scan, 0, 0, "", repeat)
    QApplication.sendEvent(target, event)


_DIGITS = {"1": "correct", "2": "inexact", "3": "unsupported", "4": "incorrect"}
SCHEMES = {
    "ranked": {"a": "A", "b": "B", "c": "C", "k": "cannot-tell", "1": "A", "2": "B", "3": "C"},
    "factoid": {"r": "correct", "x": "inexact", "u": "unsupported", "w": "incorrect", **_DIGITS},
    "validation": {"c": "correct", "i": "incorrect", "1": "correct", "2": "incorrect"},
}
LAYOUTS = ("us", "fr", "ru", "jp kana")


def shown(made: Bench) -> tuple[int, ...]:
    return tuple(made.session.content_of(answer).label is not None for answer in range(6))


@pytest.mark.parametrize("kind", ["validation", *swept(kind for kind in SCHEMES if kind != "validation")])
@pytest.mark.sweep
def test_every_key_gives_its_label_once_and_none_while_held(bench: Open, kind: str) -> None:
    made = bench([KINDS[kind]])
    made.settings["advance"] = False
    presses = [(layout, sign) for layout in LAYOUTS for sign in SCHEMES[kind]]
    presses += [("number pad", sign) for sign in SCHEMES[kind] if sign.isdigit()]
    for n, (layout, sign) in enumerate(presses):
        made.desk.show_answer(n % 6)
        made.settle()
        made.press("Backspace")
        entries = len(made.session.ledger)
        send(keys(layout, sign))
        for _ in range(3):
            send(keys(layout, sign), repeat=True)
        made.settle()
        assert made.label(n % 6) == SCHEMES[kind][sign], (layout, sign)
        assert len(made.session.ledger) == entries + 1


def test_every_option_of_a_reading_test(bench: Open) -> None:
    made = bench([READING])
    for n, layout in enumerate((*LAYOUTS, "number pad")):
        made.press("Backspace")
        entries = len(made.session.ledger)
        for place in range(6):
            send(keys(layout, str(place + 1)))
            for _ in range(3):
                send(keys(layout, str(place + 1)), repeat=True)
            made.settle()
            given = [button.given for button in made.desk.center.options.buttons]
            assert given == ["correct" if at == place else "incorrect" for at in range(6)], (n, layout)
        assert len(made.session.ledger) == entries + 6 + 5 * 2


def test_the_question_is_rated_with_shift_and_its_answer_is_not(bench: Open) -> None:
    made = bench([KINDS["ranked"]])
    for count, (layout, letter) in enumerate(((o, sign) for o in LAYOUTS for sign in "ABC"), 1):
        send(keys(layout, letter))
        send(keys(layout, letter), repeat=True)
        made.settle()
        assert made.desk.queue_cursor.quality(0) == letter, layout
        assert len(made.session.ledger) == count
    assert not any(shown(made))


@pytest.mark.parametrize("kind", ["validation", "reading", *swept(kind for kind in SCHEMES if kind != "validation")])
def test_an_input_method_has_nothing_to_compose_with(bench: Open, kind: str) -> None:
    made = bench([KINDS.get(kind, READING)])
    focus = QApplication.focusWidget()
    assert focus is not None
    assert not focus.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
    assert not focus.inputMethodQuery(Qt.InputMethodQuery.ImEnabled)
    composing = QInputMethodEvent("あ", [])
    composing.setCommitString("あ")
    QApplication.sendEvent(focus, composing)
    made.settle()
    assert len(made.session.ledger) == 0
    send(keys("jp kana", "1"))
    made.settle()
    assert len(made.session.ledger) in {1, 6}
