"""Finds disagreements and their effects on scores, and computes agreement, on a worker thread."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.disagreements.disputes import Dispute, Order, Turn, find_disputes
from jurybox.analysis.disagreements.effects import Survey, effects_together, survey, with_effects
from jurybox.analysis.disagreements.overview import Overview, overview
from jurybox.analysis.frozen import Frozen
from jurybox.measures import Measure
from jurybox.results.agreement import Agreements, find_agreements
from jurybox.watch import Watch
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.disagreements.sorting import DisputeFilter, sorted_disputes

_MANY = 1_000


class SurveyResult(NamedTuple):
    """A survey and its rows, filtered and sorted as chosen when the search began, and the agreement."""

    survey: Survey
    rows: list[Dispute]
    dispute_filter: DisputeFilter
    order: Order
    overview: Overview


class SurveyTask(QObject):
    """Keeps only the newest search. Emits `surveyed(SurveyResult)` and `agreed(Agreements)`."""

    surveyed = Signal(object)
    agreed = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._survey = LatestTask(self)
        self._agreement, self._columns = LatestTask(self), LatestTask(self)
        self._began = 0.0
        self.took = 0.0
        """Seconds that the last survey took."""

    @property
    def busy(self) -> bool:
        """Whether a survey is being computed."""
        return self._survey.is_running

    def start(self, measure: Measure | None, dispute_filter: DisputeFilter, order: Order) -> None:
        """Find all disagreements and their effects on a measure; filter and sort them."""
        self.drop()
        frozen = self._frozen()
        if frozen is None:
            return

        def work(watch: Watch) -> SurveyResult:
            found = survey(frozen, measure, watch)
            rows = sorted_disputes(found.questions, dispute_filter, order)
            for one in found.questions.values():
                one.count_now()
            agreed = overview(frozen.collection, frozen.questions)
            if len(found.questions) > _MANY:
                gc.freeze()  # they contain no cycles, and searching them all would block the window
            return SurveyResult(found, rows, dispute_filter, order, agreed)

        self._began = time.monotonic()
        self._survey.start(work, self._done)

    def agree(self, scheme: str) -> None:
        """Compute the agreement on the labels of a scheme, in the questions chosen."""
        session, chosen = self._bridge.session, self._bridge.questions
        collection = session.collection.frozen()

        def work(watch: Watch) -> Agreements:
            import pandas  # noqa: F401, ICN001 - loaded here, so that the window need not wait

            found = find_agreements(collection, scheme, questions=chosen, watch=watch)
            _ = found.estimate  # loaded here too: its tables are painted on the window's thread
            return found

        self._agreement.start(work, self.agreed.emit)

    def find_columns(
        self,
        measure: Measure,
        decided: Sequence[Sequence[tuple[Dispute, str]]],
        done: Callable[[tuple[tuple[Turn, ...], tuple[int, ...], str]], object],
    ) -> None:
        """Compute the effect of each of some sets of decisions on the scores, each set decided at once."""
        frozen = self._frozen()
        if frozen is not None:
            self._columns.start(lambda _: effects_together(frozen, measure, decided), done)

    def drop_columns(self) -> None:
        """Drop the effects of columns that are being computed."""
        self._columns.cancel()

    def _frozen(self) -> Frozen | None:
        board = self._bridge.scoreboard
        return None if board is None else replace(Frozen.of(board), humans=False)

    def drop(self) -> None:
        """Drop the survey that is being computed: it is out of date."""
        self._survey.cancel()

    def follow(self, survey: Survey, questions: frozenset[int]) -> Survey:
        """Return a survey in which these questions are read again and known effects are kept."""
        self.drop()
        session, chosen = self._bridge.session, self._bridge.questions
        mine = questions if chosen is None else questions & chosen
        now = find_disputes(session.collection, mine)
        before = {
            each.key: each
            for question in mine
            if question in survey.questions
            for each in survey.questions[question].disputes
        }
        kept = dict(survey.questions)
        for question in mine - set(now):
            kept.pop(question, None)
        return replace(survey, questions=kept | with_effects(now, before))

    def _done(self, result: SurveyResult) -> None:
        self.took = time.monotonic() - self._began
        self.surveyed.emit(result)
