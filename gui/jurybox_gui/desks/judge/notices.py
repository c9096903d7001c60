"""The one notice above the answer: what is wrong with it, why nothing can be said, or that all is done."""

from collections.abc import Callable
from dataclasses import dataclass

from jurybox.session import CHECKING
from jurybox_gui.desks.judge.course import Course
from jurybox_gui.desks.label_schemes import name_of
from jurybox_gui.desks.returned import asked_again, said_before
from jurybox_gui.widgets.banner import Choice, Kind

_RATE = "Rate it again with {judge.question.a}, {judge.question.b} or {judge.question.c}"
_THROUGH = "{judge.next-open} goes through them."


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, what it means for the person (actions in braces are shown as their keys), the kind."""

    kind: Kind
    sentence: str
    aside: str = ""
    choices: tuple[Choice, ...] = ()


def notice_of(
    course: Course, ways_on: Callable[[], tuple[Choice, ...]] = tuple, *, checking_told: bool
) -> Notice | None:
    """Return the notice that matters most now; the file's check is told of only if it takes long.

    `ways_on` returns the buttons where all is done.
    """
    answer = course.answer
    said = () if answer is None or course.here != "conflict" else course.contradiction(answer)
    if said:
        names = " and ".join(name_of(word, course.kind) for word in said)
        return Notice(
            "warning",
            f"You gave this answer two labels: {names}.",
            "They met when files were merged. Label it again, and that settles it.",
        )
    back = None if answer is None else course.sent_back(answer)
    if back is not None:
        again = "Label it again" if back.thing.answer is not None else _RATE
        aside = f"{said_before(course.session, back)} {again}, the same or otherwise.".strip()
        return Notice("note", asked_again(course.session, back), aside)
    saving = course.session.saving
    told = None if saving.damaged else saving.read_only  # the window itself speaks of damage
    if told is not None and (told != CHECKING or checking_told):
        return Notice("note", told, "Everything can be read meanwhile.")
    return _done(course, ways_on)


def _done(course: Course, ways_on: Callable[[], tuple[Choice, ...]]) -> Notice | None:
    if course.queue is None or not len(course.queue):
        return None
    progress = course.queue.progress
    if progress.open or course.queue.first_open() is not None:
        return None
    if progress.deferred:
        count = "One answer is" if progress.deferred == 1 else f"{progress.deferred:,} answers are"
        return Notice(
            "note",
            f"Only deferred answers are left: {count} to be judged.",
            _THROUGH,
        )
    return Notice(
        "good",
        f"All {progress.total:,} answers are done.",
        "You can still go back and change any label.",
        ways_on(),
    )
