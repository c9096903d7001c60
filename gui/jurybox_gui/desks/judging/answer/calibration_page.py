"""The quiet page at the end of the calibration round: how far one agrees with the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.judging.calibration import CalibrationRound, calibration_questions, calibration_round

if TYPE_CHECKING:
    from jurybox_gui.desks.judging.queue_cursor import QueueCursor


class CalibrationWatch:
    """Knows when the last answer of the calibration round was judged."""

    def __init__(self, cursor: QueueCursor) -> None:
        self._cursor = cursor
        self._left = 0

    def begin(self) -> None:
        """Look how much of the round is left now; a round that is done already is not announced."""
        found = self._now()
        self._left = 0 if found is None else found.left

    def finished(self) -> tuple[str, str] | None:
        """Return a sentence and an aside the first time that nothing of the round is left, else None."""
        found = self._now()
        before, self._left = self._left, 0 if found is None else found.left
        return None if found is None or found.left or not before else result_in_words(found)

    def _now(self) -> CalibrationRound | None:
        session, queue = self._cursor.session, self._cursor.queue
        questions = calibration_questions(session.catalog, session.facts)
        if queue is None or not questions:
            return None
        return calibration_round(session.catalog, session.ledger, queue.assessor, questions)


def result_in_words(found: CalibrationRound) -> tuple[str, str]:
    """Say how a round went, in numbers that name nobody and no label."""
    sentence = f"The first round is done: {_counted(found.total, 'answer')}."
    if found.agreement is None:
        return (
            sentence,
            "No labels of others are in this file. The organizer compares them.",
        )
    people = "one other person" if found.others == 1 else f"{found.others:,} others"
    share = f"{found.agreement:.0%}".replace("%", " %")
    return sentence, (
        f"You agree with {people} in {found.same:,} of {_counted(found.compared, 'comparison')} ({share}). "
        "Where you differ, the organizer adds examples to the guidelines, which get a new version."
    )


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
