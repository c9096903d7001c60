"""All answers of the question shown: their strip, their order by similarity, and the state of NIL."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox_gui.tables.answers_model import ShownAnswer

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog
    from jurybox.judging.likeness import Alike
    from jurybox.judging.queue import Queue
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.desks.judging.answer.center import Center
    from jurybox_gui.desks.judging.answer.labeling import AnswerLabeling
    from jurybox_gui.desks.judging.answer.side_panels import AnswerJobs
    from jurybox_gui.desks.judging.queue_cursor import QueueCursor

_AHEAD, _NEAR = 120, 30
"""Rows of the queue whose answers are sorted at once, and how many must be sorted ahead."""


class Neighbors(QObject):
    """Keeps the strip of answers in step, and puts similar answers of factoid and list questions together.

    Emits `arranged(rows)` when answers moved inside these rows of the queue, after the cursor was moved to
    the new place of its answer or, while nothing was done yet (`untouched`), to the first place of the
    question.
    """

    arranged = Signal(object)

    def __init__(
        self,
        bridge: Bridge,
        cursor: QueueCursor,
        labeling: AnswerLabeling,
        center: Center,
        jobs: AnswerJobs,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._cursor = cursor
        self._labeling = labeling
        self._center = center
        self._jobs = jobs
        self._alike: dict[int, Alike] = {}
        self._waiting: list[int] = []
        self.untouched = True
        self._catalog: Catalog | None = None
        self._with_nil: frozenset[int] = frozenset()

    @property
    def is_busy(self) -> bool:
        """Whether a search for similar answers is under way."""
        return bool(self._waiting)

    def begin(self) -> None:
        """Start sorting answers, for a new queue or a new catalog."""
        catalog = self._bridge.session.catalog
        self.untouched = True
        if catalog is not self._catalog:
            self._catalog, self._alike = catalog, {}
            nil = catalog.responses.question[catalog.responses.nil == 1]
            self._with_nil = frozenset(np.unique(nil).tolist())
        self._waiting = []
        self._look_ahead()

    def alike(self) -> list[int]:
        """Return the answers shown that are similar to the current one, itself included."""
        answer, question, here = self._cursor.answer, self._cursor.question, set(self._cursor.answers)
        groups = self._alike.get(-1 if question is None else question, [])
        found = next((group for group in groups if answer in group), [] if answer is None else [answer])
        return [one for one in found if one in here]

    def show(self) -> None:
        """Show the answers of the current row in their present state."""
        cursor, strip = self._cursor, self._center.strip
        self._look_ahead()
        page = self._labeling.page
        answers = page is not None and not page.options
        kind = KINDS[cursor.kind]
        wanted = answers and not kind.alone and len(cursor.answers) > 1
        strip.setVisible(wanted)
        self._show_nil(wanted=answers and "nil" in kind.schemes)
        if not wanted:
            return
        best = cursor.best()
        group_of = {
            answer: at for at, group in enumerate(self._alike.get(cursor.question or 0, [])) for answer in group
        }
        rows, before, glyphs = [], None, cursor.choices.glyphs
        for answer, label in zip(cursor.answers, cursor.labels(), strict=True):
            group = group_of.get(answer)
            rows.append(
                ShownAnswer(
                    answer,
                    label,
                    best=answer in best,
                    marked=answer in cursor.marked,
                    alike=group is not None and group == before,
                    now=answer == cursor.answer,
                    glyph=glyphs.get(label, ""),
                )
            )
            before = group
        self._center.answers.set_rows(rows)
        missing = self._center.answers.missing()
        if missing:
            self._jobs.read_strip(missing)

    def _show_nil(self, *, wanted: bool) -> None:
        cursor, question = self._cursor, self._cursor.question
        text = ""
        if wanted and question is not None:
            known = self._bridge.session.catalog.questions[question]
            if question in self._with_nil or known.nil_correct is not None:
                text = nil_text(known.nil_correct, any_correct="correct" in cursor.labels())
        self._center.card.set_nil(text)

    def _look_ahead(self) -> None:
        """Sort the answers of the coming questions, unless that is done or under way."""
        queue, row = self._cursor.queue, self._cursor.row
        if queue is None or row is None or self._waiting:
            return
        if self._unordered(queue, range(row, row + _NEAR)):
            self._waiting = self._unordered(queue, range(row, row + _AHEAD))
            self._jobs.read_alike(self._bridge.session.catalog, self._waiting)

    def _unordered(self, queue: Queue, rows: range) -> list[int]:
        """Return the questions of these rows whose answers can be similar and are not sorted yet."""
        catalog = self._bridge.session.catalog
        asked = dict.fromkeys(queue.questions[rows.start : rows.stop].tolist())
        return [q for q in asked if q not in self._alike and KINDS[catalog.questions[q].kind].strings_alike]

    def arrange(self, found: dict[int, Alike]) -> None:
        """Sort the answers of these questions; those that could not be read stay as they are."""
        queue, cursor = self._cursor.queue, self._cursor
        self._alike |= {question: [] for question in self._waiting} | found
        self._waiting = []
        if queue is None:
            return
        here, row = cursor.answer, cursor.row
        moved = []
        for question, groups in found.items():
            at = queue.row_of_question(question)
            if at is not None and queue.arrange(at, [answer for group in groups for answer in group]):
                moved.append(at)
        if row is not None and here is not None and row in moved:
            cursor.place = queue.enter(row) if self.untouched else queue.place_of(here)
        self.arranged.emit(moved)
        self._look_ahead()


def nil_text(nil_correct: bool | None, *, any_correct: bool) -> str:  # noqa: FBT001 - as the catalog has it
    """Return how the answer that the collection has no answer counts: it is decided, never judged."""
    if nil_correct:
        return tr("“No answer” (NIL) counts as correct here. Set by the organizer.")
    if nil_correct is False:
        return tr("“No answer” (NIL) counts as incorrect here. Set by the organizer.")
    if any_correct:
        return tr("“No answer” (NIL) counts as incorrect: you found a correct answer.")
    return tr("“No answer” (NIL) counts as incorrect once an answer is correct; it is not judged.")
