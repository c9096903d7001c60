"""Where the assessor differs from others so that scores do not move: for the last label and at the end.

Only if everybody may see everything: in judging mode there are no scores to ask, so nothing is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.disagreements.disputes import Dispute, differing_from, find_disputes
from jurybox.campaign.seats import blind
from jurybox.gold import LEFT_OUT, gold_for
from jurybox.gold.why import listed
from jurybox.language import grouped, tr
from jurybox.watch import Watch
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.judging.queue_cursor import QueueCursor

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

_REST_MS = 120
_COST = {
    "adjudicated": (tr("left out until adjudicated"), tr("{out} of {count} answers left out until adjudicated")),
    "dawid-skene": (
        tr("left out, no label more probable"),
        tr("{out} of {count} answers left out, no label more probable"),
    ),
}
_NO_MAJORITY = (tr("left out, no majority"), tr("{out} of {count} answers left out, no majority"))
"""The cost of differing, for one answer and for several; the first by whose labels count."""


class Differing(QObject):
    """Computes, once keys rest, what differing costs; emits `sentence_changed(sentence)`, "" for no cost.

    `count`: the assessor's open disagreements, counted when nothing is left to judge; `counted` is emitted
    then.
    """

    sentence_changed = Signal(str)
    counted = Signal()

    def __init__(self, bridge: Bridge, cursor: QueueCursor, parent: QObject) -> None:
        super().__init__(parent)
        self.count = 0
        self._bridge = bridge
        self._cursor = cursor
        self._last: tuple[int, ...] = ()
        self._counting = LatestTask(self)
        self._rest = Pause(self, _REST_MS, self._look)
        self._rest_again = Pause(self, _REST_MS, self._count)

    def labeled(self, answers: Sequence[int]) -> None:
        """Note the answers of the assessor's own last step; none after an undo or others' changes."""
        self._last = tuple(answers)

    def follow(self) -> None:
        """Look again soon: another answer is shown, or something was labeled or decided."""
        if blind(self._bridge.session):
            self.sentence_changed.emit("")
        self._rest.start()

    def follow_all(self) -> None:
        """Count again soon, if nothing is left to judge."""
        queue = self._cursor.queue
        if queue is not None and len(queue) and not (queue.progress.open or queue.progress.deferred):
            self._rest_again.start()
        else:
            self.count = 0

    def _look(self) -> None:
        answer = self._cursor.answer
        if answer is None or self._cursor.is_repeat:
            self.sentence_changed.emit("")
        elif self._cursor.here:
            self.sentence_changed.emit(self._sentence((answer,)))
        else:
            self.sentence_changed.emit(self._sentence(self._last, before=True))

    def _sentence(self, answers: Sequence[int], *, before: bool = False) -> str:
        """Return what differing costs in these answers; `before`: they were labeled before the one shown."""
        session, board = self._bridge.session, self._bridge.scoreboard
        catalog, who = session.catalog, session.assessor
        if board is None or who is None or not answers:
            return ""
        question = int(catalog.answer_question[answers[0]])
        kind = catalog.questions[question].kind
        truth = board.levels if catalog.is_graded[question] else board.truth
        out = [one for one in answers if int(truth[one]) == LEFT_OUT and self._cursor.said(one)]
        if not out or all(session.ledger.adjudications[out]):
            return ""
        gold = gold_for(kind, board.gold, catalog, session.facts)
        disputes = self._disputes(question, who)
        others = {other for one in out if one in disputes for other in differing_from(disputes[one], who)}
        names = [catalog.assessors[other].name for other in sorted(others)]
        alone, several = _COST.get(gold.whose, _NO_MAJORITY)
        cost = alone
        if len(answers) > 1:
            cost = several.format(out=grouped(len(out)), count=grouped(len(answers)))
        if not before:
            return (
                tr("You differ from {people}: {cost}.", people=listed(names, len(names)), cost=cost)
                if names
                else tr("{cost}.", cost=f"{cost[0].upper()}{cost[1:]}")
            )
        asked = catalog.questions[question].name
        if not names:
            return tr("Last label ({question}): {cost}.", question=asked, cost=cost)
        return tr(
            "Last label ({question}): you differ from {people}: {cost}.",
            question=asked,
            people=listed(names, len(names)),
            cost=cost,
        )

    def _disputes(self, question: int, who: int) -> dict[int, Dispute]:
        session = self._bridge.session
        found = find_disputes(session.collection, (question,))
        disputes = found[question].disputes if question in found else ()
        return {one.answer: one for one in disputes if one.kind.is_answer_label and differing_from(one, who)}

    def _count(self) -> None:
        session, queue = self._bridge.session, self._cursor.queue
        who = session.assessor
        if self._bridge.scoreboard is None or queue is None or who is None:
            return
        collection = session.collection.frozen()
        mine = set(queue.questions.tolist())

        def work(_watch: Watch) -> int:
            found = find_disputes(collection, mine)
            return sum(
                not one.settled and bool(differing_from(one, who))
                for disputed in found.values()
                for one in disputed.disputes
            )

        self._counting.start(work, self._counted)

    def _counted(self, found: int) -> None:
        self.count = found
        self.counted.emit()
