"""Assessors with real keys of an X server, in the real program: every kind that is judged answer by answer.

Each ends by reading the file: exactly the labels that were intended, one for each key.
"""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from person import labels_in
from reading_tests import write_reading_test
from x_collections import large_collection
from x_person import Come, Shown, XPerson

from jurybox.collection.file import create
from jurybox.formats.imports import import_into

pytestmark = pytest.mark.xkeys

Tell = Callable[..., None]
QUALITY = {"a": "A", "b": "B", "c": "C", "1": "A", "2": "B", "3": "C"}
# An occurrence is shown a third down the text, and the text is a line shorter while the desk says what the
# last label cost, which comes and goes on its own: the same place is the same within a third of that line.
_HALF_A_LINE = 13
CORRECTNESS = {"r": "correct", "x": "inexact", "u": "unsupported", "w": "incorrect", "4": "incorrect"}


def at_work(person: XPerson, not_at: int | None = None) -> Shown:
    """Wait until an answer is on the screen, another one than that."""
    return person.see(lambda s: s.get("painted", False) and s["answer"] != not_at, f"other than {not_at}")


def judge(
    person: XPerson, count: int, keys: str, first: Callable[[int], None] = lambda _n: None, here: int | None = None
) -> dict[int, str]:
    """Give labels by keys, round and round, after doing something `first`; return which answer got which.

    `here`: the answer judged last, which may be on the screen still.
    """
    given: dict[int, str] = {}
    for n, key in zip(range(count), cycle(keys), strict=False):
        here = at_work(person, here)["answer"]
        assert here is not None
        assert here not in given
        first(n)
        person.press(key)
        given[here] = key
    person.see(lambda s: s["saved"], "saved")
    return given


def join(person: XPerson, name: str) -> None:
    """Sit down by a name."""
    person.press("Ctrl+J")
    person.overlay("Ask")
    person.type(name)
    person.press("Return")
    person.see(lambda s: s["who"] == name and not s["overlay"], f"{name} sits here")


def test_a_hundred_answers_of_a_community(x_come: Come, tmp_path: Path, tell: Tell) -> None:
    path = large_collection(tmp_path, "ranked")
    before = labels_in(path, "a1")
    person = x_come()
    person.see(lambda s: s.get("desk") == "start", "the start page")
    person.press("6")
    demo = Path(person.opened()["path"])
    done = labels_in(demo, "visitor")
    given = judge(person, 24, "abc")
    assert labels_in(demo, "visitor") == done | {answer: QUALITY[key] for answer, key in given.items()}

    person.press("Ctrl+O")
    person.pick("Open a collection", path)
    person.see(lambda s: s["path"] == str(path), "the larger collection")
    person.opened()
    join(person, "a1")
    person.opened()
    rest, start = person.rested(), person.screen.pressed
    given = judge(person, 100, "abca1b2c3")
    tell("100 answers A/B/C", person, rest, start, len(given))
    assert len(given) == 100
    for _ in range(2):  # a slip is taken back, and said as it was meant
        slip = at_work(person)["answer"]
        person.press("c")
        at_work(person, slip)
        person.press("z")
        person.see(lambda s, slip=slip: s["answer"] == slip and s["painted"] and not s["label"], "taken back")
        person.press("a")
        given[slip] = "a"
        at_work(person, slip)
    person.leave()
    assert labels_in(path, "a1") == before | {answer: QUALITY[key] for answer, key in given.items()}


def test_fifty_factoid_answers_with_their_documents(x_come: Come, tmp_path: Path, tell: Tell) -> None:
    path = large_collection(tmp_path, "factoid", documents=True)
    before = labels_in(path, "a1")
    person = x_come(path, "--assessor", "a1")
    person.opened()

    def read(n: int) -> None:
        """Open the document, go to the occurrences of the answer; look for a word now and then."""
        person.press("T")
        shown = person.see(lambda s: s["document"] and s["found"].startswith("Answer string found"))
        places = [shown["scrolled"]]
        for key in "..,":
            person.press(key)
            places.append(person.see(lambda s, was=places[-1]: s["scrolled"] != was)["scrolled"])
        assert abs(places[3] - places[1]) < _HALF_A_LINE
        if n % 5 == 0:
            person.press("/")
            person.see(lambda s: s["said"] == "Find in the text")
            person.type("page 30")
            person.see(lambda s: s["hits"].startswith("1 of"))
            person.press("Return")
            person.see(lambda s: s["hits"].startswith("2 of"))
            person.press("Escape")
            person.see(lambda s: s["said"] != "Find in the text")

    rest, start = person.rested(), person.screen.pressed
    given = judge(person, 50, "wrx4wu", read)
    tell("50 factoid answers, each document opened and searched", person, rest, start, len(given))
    start = person.screen.pressed
    more = judge(person, 10, "wr", here=[*given][-1])
    tell("10 more, from the supporting text alone", person, rest, start, len(more))
    person.leave()
    given |= more
    assert len(given) == 60
    assert labels_in(path, "a1") == before | {answer: CORRECTNESS[key] for answer, key in given.items()}


def test_a_reading_test_of_twenty_questions(x_come: Come, tmp_path: Path, tell: Tell) -> None:
    write_reading_test(tmp_path / "tables", 20)
    path = tmp_path / "reading.jury"
    create(path, name="A reading test")
    import_into(path, [tmp_path / "tables"])
    person = x_come(path, "--assessor", "a1")
    entries = person.opened()["entries"]
    rest, start = person.rested(), person.screen.pressed
    chosen: dict[int, int] = {}
    question: int | None = None
    for _, key in zip(range(20), cycle("2314"), strict=False):
        shown = person.see(lambda s, was=question: s["painted"] and s["question"] != was and s["options"] == 4)
        question = shown["question"]
        chosen[question] = int(key)
        person.press(key)
    person.see(lambda s: s["saved"] and s["entries"] == entries + 80)
    tell("a reading test of 20 questions", person, rest, start, len(chosen))
    person.leave()
    wanted = {
        4 * question + option - 1: "correct" if option == right else "incorrect"
        for question, right in chosen.items()
        for option in range(1, 5)
    }
    assert len(chosen) == 20
    assert labels_in(path, "a1") == wanted
