"""The most informative answers first: an order of judging, on or off, recomputed when judging pauses.

The method is that of minimal test collections (`jurybox.analysis.next_best`). While the order is on, the
judged answers are no fair sample, so tables show expected scores with their bounds, and never plain means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.campaign.seats import blind
from jurybox.changes import EVERYTHING, Changes
from jurybox.kinds import DISPLAY_ORDER, KINDS
from jurybox.language import tr, trn
from jurybox.measures import USUAL, Measure, measure
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask

if TYPE_CHECKING:
    from jurybox.analysis.next_best import NextBest
    from jurybox.scoring import Scoreboard
    from jurybox.session import Session

_PAUSE_MS = 300
_KINDS = tuple(kind for kind in DISPLAY_ORDER if KINDS[kind].desk == "judge")

UNFAIR = (
    tr("While the most informative answers are judged first, plain means are unfair."),
    tr("Scores shows expected scores and bounds; {judge.settle} on Judge goes back to the plain order."),
)
"""Two lines shown instead of scores."""
UNRANKED = tr("No plain ranking: most informative answers first")
"""The same if there is room for one."""


class NextBestOrder(QObject):
    """The most informative answers first, while it is `on`; `found` is the newest order, None until computed.

    Emits `changed` when switched and with every new order. `why`: the reason why there is no order; it is
    then off.
    """

    changed = Signal()

    def __init__(
        self, session: Session, scoreboard: Callable[[], Scoreboard | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._scoreboard = session, scoreboard
        self.on = False
        self.found: NextBest | None = None
        self.why = ""
        self._task = LatestTask(self, refused=self._refused)
        self._after = Pause(self, _PAUSE_MS, self._look)

    @property
    def measure(self) -> Measure | None:
        """The measure that answers inform: the default one of the first kind of question on Judge."""
        board = self._scoreboard()
        if board is None:
            return None
        usual = (measure(USUAL[kind][0]) for kind in _KINDS if kind in board.kinds)
        return next(usual, None)

    @property
    def text(self) -> str:
        """The method and the measure, or why there is no such order; "" while off or without a measure."""
        if not self.on or self.measure is None:
            return self.why
        return tr("Most informative answers for {measure} first (Carterette et al. 2006)", measure=self.measure)

    @property
    def certainty(self) -> str:
        """How certain the ranking is by now, and whether to stop; "" without an order."""
        board = self._scoreboard()
        if not self.on or self.found is None or board is None:
            return ""
        (sure, pairs), least = self.found.pairs, self.found.least_certain
        if least is None:
            return trn(
                "You can stop: {n} pair of runs is in order with a chance of 95\u00a0% or more.",
                "You can stop: all {n} pairs of runs are in order with a chance of 95\u00a0% or more.",
                pairs,
            )
        ahead, behind, chance = least
        return tr(
            "{sure:,} of {pairs:,} pairs of runs are certain (95\u00a0%). "
            "Least certain: {ahead} before {behind}, {chance}\u00a0%.",
            sure=sure,
            pairs=pairs,
            ahead=board.name_of(ahead),
            behind=board.name_of(behind),
            chance=int(100 * chance),
        )

    def reason(self, answer: int) -> str:
        """Why an answer is proposed, in words; "" if unknown."""
        board = self._scoreboard()
        pair = None if self.found is None or not self.on else self.found.narrows.get(answer)
        if pair is None or board is None:
            return ""
        question = self._session.catalog.questions[int(self._session.catalog.answer_question[answer])].name
        one, other = (board.name_of(run) for run in pair)
        return tr(
            "Next: {question}, which does most to separate {one} and {other}.", question=question, one=one, other=other
        )

    def toggle(self) -> None:
        """Switch it on or off."""
        self.on = not self.on
        self.found, self.why = None, ""
        self.close()
        self.changed.emit()
        if self.on:
            self._look()

    def close(self) -> None:
        """Stop computing."""
        self._after.stop()
        self._task.cancel()

    @property
    def why_no_means(self) -> str:
        """Why a table shows no plain means while it is on."""
        return tr("no plain means while the most informative answers are judged first; see the bounds")

    def expected(self, one: Measure) -> dict[int, float]:
        """Return the expected score of each run under a measure; empty for all measures but its own."""
        if self.found is None or self.found.measure != one:
            return {}
        return dict(zip(self.found.runs, self.found.scores.tolist(), strict=True))

    def on_changes(self, changes: Changes, _initiator: object = None) -> None:
        """Recompute the order at the next pause; give up if the collection now hides its scores.

        The reason why there is none goes with what is scored.
        """
        if self.on and "facts" in changes.what and blind(self._session):
            self.close()
            self._give_up("")  # blind assessors see nothing of a ranking, not even that it exists
        elif self.on and changes.what - {"saving"}:
            self._after.start()
        elif self.why and changes.what >= EVERYTHING:
            self._give_up("")  # under another gold standard, or of other questions, there may be an order

    def _look(self) -> None:
        from jurybox.analysis.frozen import Frozen
        from jurybox.analysis.next_best import next_best_answers

        self.close()
        board, one = self._scoreboard(), self.measure
        if board is None or one is None:
            self._give_up(tr("None of the questions scored here is judged on Judge."))
            return
        frozen = Frozen.of(board)
        self._task.start(lambda _watch: next_best_answers(frozen.board(), one), self._came)

    def _came(self, found: NextBest) -> None:
        self.found, self.why = found, ""
        self.changed.emit()

    def _refused(self, error: Exception) -> None:
        self._give_up(str(error))

    def _give_up(self, why: str) -> None:
        """Return to the plain order: without an order of its own, no means are withheld."""
        self.on, self.found, self.why = False, None, why
        self.changed.emit()
