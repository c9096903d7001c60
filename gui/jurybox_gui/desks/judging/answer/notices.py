"""The one notice above the answer: what is wrong with it, why nothing can be said, or that all is done."""

from collections.abc import Callable
from dataclasses import dataclass

from jurybox_gui.desks.judging.labeling import READ_ONLY_ASIDE, why_read_only
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.judging.returned import asked_again, said_before
from jurybox_gui.desks.label_schemes import name_of
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
    cursor: QueueCursor, ways_on: Callable[[], tuple[Choice, ...]] = tuple, *, shows_check: bool
) -> Notice | None:
    """Return the notice that matters most now; the check of the file only if it takes long.

    `ways_on` returns the buttons where all is done.
    """
    answer = cursor.answer
    said = () if answer is None or cursor.here != "conflict" else cursor.contradiction(answer)
    if said:
        names = " and ".join(name_of(word, cursor.kind) for word in said)
        return Notice(
            "warning",
            f"You gave this answer two labels: {names}.",
            "They met when files were merged. Label it again, and that settles it.",
        )
    back = None if answer is None else cursor.sent_back(answer)
    if back is not None:
        again = "Label it again" if back.thing.answer is not None else _RATE
        aside = f"{said_before(cursor.session, back)} {again}, the same or otherwise.".strip()
        return Notice("note", asked_again(cursor.session, back), aside)
    reason = why_read_only(cursor.session, shows_check=shows_check)
    if reason:
        return Notice("note", reason, READ_ONLY_ASIDE)
    return _done(cursor, ways_on)


def _done(cursor: QueueCursor, ways_on: Callable[[], tuple[Choice, ...]]) -> Notice | None:
    if cursor.queue is None or not len(cursor.queue):
        return None
    progress = cursor.queue.progress
    if progress.open or cursor.queue.first_open() is not None:
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
