"""One label for each intended key: keys held down until the server repeats them, layouts, an input method."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from generator_plan import Kind
from person import labels_in
from x_collections import large_collection
from x_input_method import japanese, missing
from x_keys import Screen
from x_person import Come, Shown, XPerson

pytestmark = pytest.mark.xkeys

DIGITS = {"1": "correct", "2": "inexact", "3": "unsupported", "4": "incorrect"}
SCHEMES: dict[Kind, dict[str, str]] = {
    "ranked": {"a": "A", "b": "B", "c": "C", "1": "A", "2": "B", "3": "C"},
    "factoid": {"r": "correct", "x": "inexact", "u": "unsupported", "w": "incorrect", **DIGITS},
    "validation": {"c": "correct", "i": "incorrect", "1": "correct", "2": "incorrect"},
    "list": {"r": "correct", "x": "inexact", "u": "unsupported", "w": "incorrect", **DIGITS},
}
LAYOUTS = (("us",), ("fr",), ("ru",), ("jp",), ("jp", "kana"))
_DELAY_MS, _INTERVAL_MS, _HELD = 120, 25, 0.4
_KEYPAD = {"1": 87, "2": 88, "3": 89, "4": 83}


@pytest.fixture
def repeating(screen: Screen) -> Iterator[Screen]:
    """The keyboard, repeating held keys soon; as usual afterwards."""
    screen.repeat_soon(_DELAY_MS, _INTERVAL_MS)
    yield screen
    screen.repeat_soon(660, 40)


def use(screen: Screen, layout: tuple[str, ...]) -> Callable[[str], int]:
    """Use a layout; return what finds the key of a label on it.

    Digits are the keys of the digit row, whatever they print; letters are where they are printed, and on a
    layout without Latin letters where they would be.
    """
    screen.use_layout(*layout)
    time.sleep(0.3)
    where = dict(screen.place)
    if layout == ("fr",):
        where |= {"a": screen.place["q"], "w": screen.place["z"]}
    return where.__getitem__


def presses(shown: Shown) -> int:
    """Return how many presses came from the server; of a held key Qt takes some for new keys."""
    return int(shown["keys"] + shown["repeats"])


def at(person: XPerson, not_at: int | None = None) -> int:
    """Wait until an answer is on the screen, another one than that; return it."""

    def new(shown: Shown) -> bool:
        here = shown.get("answer")
        return shown.get("painted", False) and shown["saved"] and here is not None and here != not_at

    return int(person.see(new, f"other than {not_at}")["answer"])


@pytest.mark.parametrize("kind", SCHEMES)
def test_held_keys_on_every_layout(x_come: Come, repeating: Screen, tmp_path: Path, kind: Kind) -> None:
    path = large_collection(tmp_path, kind)
    before = labels_in(path, "a1")
    person = x_come(path, "--assessor", "a1")
    person.see(lambda s: s.get("answer") is not None and s["writable"])
    given: dict[int, str] = {}
    for layout in LAYOUTS:
        code = use(repeating, layout)
        for sign, label in SCHEMES[kind].items():
            here = open_answer(person, before | given)
            was = person.look()
            repeating.hold(code(sign), _HELD)
            given[here] = label
            now = person.see(lambda s, was=was: presses(s) - presses(was) > 4 and s["saved"])
            assert now["entries"] == was["entries"] + 1
    repeating.use_layout("us")
    repeating.press("Num_Lock")
    for sign, pad in _KEYPAD.items():
        if sign in SCHEMES[kind]:
            here = open_answer(person, before | given)
            entries = person.look()["entries"]
            repeating.strike(pad)
            given[here] = SCHEMES[kind][sign]
            person.see(lambda s, was=entries: s["saved"] and s["entries"] == was + 1)
    repeating.press("Num_Lock")
    person.leave()
    assert labels_in(path, "a1") == before | given
    assert len(given) == len(SCHEMES[kind]) * len(LAYOUTS) + sum(sign in SCHEMES[kind] for sign in _KEYPAD)


def open_answer(person: XPerson, said: dict[int, str]) -> int:
    """Be at an answer without a label, by Space where the desk stays at one that has one."""
    here = at(person)
    while here in said:
        person.press("space")
        here = at(person, here)
    return here


def test_the_digits_of_a_french_keyboard_with_shift_and_capitals(
    x_come: Come, repeating: Screen, tmp_path: Path
) -> None:
    path = large_collection(tmp_path, "factoid")
    before = labels_in(path, "a1")
    person = x_come(path, "--assessor", "a1")
    person.opened()
    repeating.use_layout("fr")
    time.sleep(0.3)
    given = {}
    for sign, label in DIGITS.items():
        here = at(person)
        repeating.press(sign)  # with Shift, as the layout prints them
        given[here] = label
        at(person, here)
    person.press("Ctrl+f")
    person.see(lambda s: s["focus"] == "SearchField")
    person.type("1122rw")
    person.see(lambda s: s["typed"] == "1122rw")
    person.press("Escape")
    person.leave()
    assert labels_in(path, "a1") == before | given


def test_a_japanese_input_method_labels_nothing_and_stops_no_label(
    x_come: Come, screen: Screen, display: str, home: Path, tmp_path: Path
) -> None:
    if why := missing():
        pytest.skip(why)
    path = large_collection(tmp_path, "ranked", text="japanese")
    before = labels_in(path, "a1")
    screen.use_layout("jp")
    with japanese(display, home) as environment:
        person = x_come(path, "--assessor", "a1", **environment)
        person.opened()
        given: dict[int, str] = {}
        notes = {at(person): write_note(person, "Zenkaku_Hankaku")}  # the key that turns Japanese on
        for n, key in enumerate("abcabcabcabc"):
            here = at(person)
            composed = person.look()["composed"]
            person.press(key)
            at(person, here)
            assert person.look()["composed"] == composed
            given[here] = "ABC"["abc".index(key)]
            if n % 4 == 3:
                here = at(person)
                notes[here] = write_note(person)
                assert person.look()["answer"] == here
        person.leave()
    assert labels_in(path, "a1") == before | given
    assert notes_in(path, notes) == notes
    assert all(any("\u3040" <= sign <= "\u9fff" for sign in note) for note in notes.values())


def write_note(person: XPerson, *first: str) -> str:
    """Write a note in Japanese: compose, convert, take it; then leave the note and return it."""
    composed = person.look()["composed"]
    person.press("n")
    person.see(lambda s: s["said"].startswith("Note to "))
    person.press(*first)
    for words in ("abakaba", "kyouto"):
        person.type(words)
        person.see(lambda s: s["composed"] > composed, "letters composed")
        person.press("space")
        time.sleep(0.3)  # the conversion comes from another process
        person.press("Return")
    person.press("Return")
    left = person.see(lambda s: s["focus"] == "JudgeDesk" and s["saved"] and s["note"], "the note left")
    return str(left["note"])


def notes_in(path: Path, wanted: dict[int, str]) -> dict[int, str | None]:
    """Return the notes to some answers, as a fresh reading of the file has them."""
    from contextlib import closing

    from jurybox.session import open_session

    with closing(open_session(path, assessor="a1")) as session:
        return {answer: session.content_of(answer).note for answer in wanted}
