"""A collection with five labels of its own, judged with real keys and a real mouse, light and dark.

It ends by reading the file: exactly the labels that were intended.
"""

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from judge_bench import Asked, Given, write_collection
from patience import looks
from x_person import Come, XPerson

from jurybox.collection.state import State
from jurybox.commands import SetFact
from jurybox.session import open_session

pytestmark = pytest.mark.xkeys

Tell = Callable[..., None]
SCHEME = {
    "name": "web search",
    "labels": [
        {"label": "perfect", "name": "Perfect", "meaning": "the one to show", "key": "P", "grade": 4},
        {"label": "excellent", "name": "Excellent", "key": "X", "grade": 3},
        {"label": "good", "name": "Good", "grade": 2},
        {"label": "fair", "name": "Fair", "grade": 1, "relevant": "lenient"},
        {"label": "bad", "name": "Bad", "grade": 0},
    ],
}
KEYS = {"1": "perfect", "x": "excellent", "3": "good", "4": "fair", "5": "bad", "p": "perfect", "2": "excellent"}


def collection(path: Path) -> Path:
    """Write a collection of forty answers without a label."""
    asked = [
        Asked(f"Q{n}", f"What is {n}?", [Given(f"Answer {n}.{a}, in a sentence.") for a in range(8)], "ranked")
        for n in range(5)
    ]
    write_collection(path, asked, assessors=("Ana", "Ben"))
    with closing(open_session(path)) as session:
        session.execute(SetFact("scheme:ranked", SCHEME))
    return path


def labels_in(path: Path) -> dict[int, str]:
    """Return the labels of Ana as a fresh reading of the file has them."""
    with closing(State(path)) as state:
        word = state.ledger.codes.word
        row = state.ledger.labels[state.catalog.assessor_named["Ana"]]
        return {at: word(int(code)) for at, code in enumerate(row) if code}


def at_work(person: XPerson, not_at: int | None = None) -> int:
    """Wait until an answer is on the screen, another one than that; return it."""
    shown = person.see(lambda s: s.get("painted", False) and s["answer"] != not_at, f"other than {not_at}")
    return int(shown["answer"])


def button_of(person: XPerson, label: str) -> tuple[int, int]:
    """Return the middle of the button of a label as soon as it can be clicked."""
    for pause in looks():
        for name, at in person.where()["labels"]:
            if name.startswith(f"{label}, key"):
                return at
        time.sleep(pause)
    raise AssertionError(f"{label} can never be clicked; shown: {person.look()}")


def test_five_labels_with_keys_and_mouse_in_light_and_dark(x_come: Come, tmp_path: Path, tell: Tell) -> None:
    path = collection(tmp_path / "c.jury")
    person = x_come(path, "--assessor", "Ana")
    person.opened()
    rest, start, given = person.rested(), person.screen.pressed, dict[int, str]()
    here: int | None = None
    grounds = []
    for theme in ("light", "dark"):
        if theme == "dark":
            person.press("Ctrl+D")
            ground = person.where()["desk"]
            person.see(lambda _s, at=ground: person.screen.pixel(*at) != grounds[0], "the other theme")
        grounds.append(person.screen.pixel(*person.where()["desk"]))
        for key, label in KEYS.items():
            here = at_work(person, here)
            assert here not in given
            person.press(key)
            given[here] = label
        for label in ("Fair", "Bad", "Perfect"):
            here = at_work(person, here)
            person.screen.click(*button_of(person, label))
            given[here] = label.lower()
        slip = at_work(person, here)
        person.press("5")
        at_work(person, slip)
        person.press("z")
        person.see(lambda s, slip=slip: s["answer"] == slip and s["painted"] and not s["label"], "undone")
        here = None
    person.see(lambda s: s["saved"], "saved")
    tell("20 labels of a collection's own", person, rest, start, len(given))
    person.leave()
    assert len(given) == 20
    assert labels_in(path) == given
