"""A visitor's way through a series with the keys that are printed: facts, a list, and what else is known."""

from collections.abc import Callable
from pathlib import Path

from demo_file import demo_file
from person import Person

Come = Callable[..., Person]


class Fingers:
    """Presses keys and counts them."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.count = 0

    def press(self, *keys: str) -> None:
        """Press keys."""
        self.count += len(keys)
        self.person.press(*keys)


def go_to_a_series_with_a_list(person: Person) -> None:
    """Go to the first fact of the first series that has a list in the visitor's queue."""
    catalog = person.session.catalog
    mine = set(catalog.answer_question[catalog.assigned_to(person.session.assessor)].tolist())
    listed = next(at for at in sorted(mine) if catalog.questions[at].kind == "list")
    series = catalog.questions[listed].name.partition(".")[0]
    first = next(at for at in sorted(mine) if catalog.questions[at].name.startswith(f"{series}."))
    assert catalog.questions[first].kind == "factoid"
    person.program.bridge.goto(int(catalog.answers_of(first)[0]))
    person.settle()


def to_the_list(person: Person, fingers: Fingers) -> int:
    """Judge facts until a list question is in front; return the answer judged last."""
    answer = -1
    while person.window.desk == "judge":
        answer = person.desk.queue_cursor.answer
        fingers.press("W")
        assert person.session.content_of(answer).label == "incorrect"
    assert person.window.desk == "lists"
    return answer


def test_a_series_is_gone_through_and_taken_back_from_every_desk(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    go_to_a_series_with_a_list(person)
    fingers = Fingers(person)
    last = to_the_list(person, fingers)
    facts = fingers.count
    assert facts >= 3

    # One key takes back what was said last, wherever that was.
    person.press("Z")
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.answer == last
    assert not person.session.content_of(last).label
    person.press("W")
    assert person.window.desk == "lists"

    answers = person.desk.work.left
    for _ in range(answers):
        fingers.press("4")
    assert person.desk.work.left == 0
    person.press("Z")
    assert person.desk.work.left == 1
    person.press("4")
    fingers.press("Space")
    assert fingers.count == facts + answers + 1

    assert person.window.desk == "nuggets"
    question, responses = person.desk.work.question, len(person.desk.work.answers)
    person.press("1")
    assert person.desk.work.matched(0, 0) == "yes"
    person.press("Z")
    assert person.desk.work.matched(0, 0) == ""
    for _ in range(responses):
        assert person.desk.work.question == question
        fingers.press("Shift+X")
    assert person.window.desk != "nuggets" or person.desk.work.question != question
    assert fingers.count == facts + answers + 1 + responses
    entries = person.session.saving.entries
    path = person.session.path
    person.close()
    again = come(path)
    assert again.session.saving.entries == entries
