"""What is said of a whole question: how well it is asked, and which option of a reading test is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.changes import Changes
from jurybox.collection.entries import Thing
from jurybox.collection.ledger import LABEL_OF_CODE
from jurybox.commands import JudgeQuestion, Together
from jurybox_gui.desks.label_schemes import GOOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox_gui.desks.judge.course import Course
    from jurybox_gui.desks.judge.pages import ShownOption

_CHOSEN = "Right option: "
"""Begins the note to a reading test whose right option no run chose: there is no answer to say it of."""


class OfQuestion:
    """Speaks of the question that a course is at; nothing is read from the file for what is shown."""

    def __init__(self, course: Course) -> None:
        self._course = course

    def rate(self, label: str | None, initiator: object) -> Changes:
        """Say how good the question itself is, or nothing any more."""
        course = self._course
        if course.question is None:
            return Changes()
        return course.session.execute(JudgeQuestion(course.question, label), initiator)

    def quality(self, question: int) -> str:
        """Return what is said of a question itself, "" for nothing, or for two things at once."""
        session = self._course.session
        if session.assessor is None:
            return ""
        standing = session.ledger.in_force("judgment", session.assessor, Thing(question))
        return LABEL_OF_CODE[session.ledger.code_of(standing[0])] if len(standing) == 1 else ""

    def good(self) -> frozenset[int]:
        """Return the ranked questions of the queue that one called good."""
        queue, catalog = self._course.queue, self._course.session.catalog
        asked = [] if queue is None else queue.questions.tolist()
        ranked = (question for question in asked if catalog.questions[question].kind == "ranked")
        return frozenset(question for question in ranked if self.quality(question) == GOOD)

    def choose(self, options: Sequence[ShownOption], at: int, initiator: object) -> Changes:
        """Say that an option of a reading test is right and the others are not, as one step."""
        course = self._course
        right = tuple(answer for answer in course.answers if answer in options[at].answers)
        wrong = tuple(answer for answer in course.answers if answer not in right)
        commands = [course.command(wrong, "incorrect"), course.command(right, "correct")]
        note = None if options[at].answers else _CHOSEN + options[at].name
        if course.question is not None and note != self._chosen_note():
            commands.append(JudgeQuestion(course.question, note=note))
        return course.session.execute(Together(tuple(commands)), initiator)

    def chosen(self, options: Sequence[ShownOption]) -> list[str]:
        """Return "correct", "incorrect" or "" for each option of the reading test shown."""
        said = dict(zip(self._course.answers, self._course.labels(), strict=True))
        done = bool(said) and all(said.values())
        found = []
        for option in options:
            mine = [said[answer] for answer in option.answers if answer in said]
            alone = done and not mine and self._chosen_note() == _CHOSEN + option.name
            found.append(mine[0] if mine else "correct" if alone else "incorrect" if done else "")
        return found

    def _chosen_note(self) -> str | None:
        who, question = self._course.session.assessor, self._course.question
        if who is None or question is None:
            return None
        note = self._course.session.now_said("judgment", who, Thing(question)).note
        return note if note and note.startswith(_CHOSEN) else None
