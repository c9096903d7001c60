"""What the Scores desk should show: measures, gold standards, a view, whose scores, which two runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from jurybox.analysis.significance import Correction
from jurybox.analysis.standings import Test
from jurybox.collection.facts import Facts
from jurybox.errors import Refused
from jurybox.measures import Measure, measure
from jurybox.results.columns import GoldColumn, column_head
from jurybox.results.provenance import TABLE
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.measures import usual_measures
from jurybox_gui.desks.scores.options import NOBODY

MEASURE, VIEW, GOLDS, PEOPLE, RUNS, TEST = "measure", "view", "golds", "people", "runs", "test"
"""The parts of a choice."""


def gold_of(name: str, facts: Facts) -> str:
    """Return the gold standard of a column to compare with, such as BA of `Hit@1 under BA`."""
    return str(GoldColumn.parse(name, facts).gold)


class Choice(QObject):
    """The present choice; `changed` names the part that changed, `refused` why a choice is not possible.

    `main`: which of the `measures` ranks; `golds`: the gold standards shown beside the one in force;
    `people`: whether judges and the asker are ranked with the runs; `other`: the run to compare with;
    `without`: whether question difficulty leaves out the chosen run; `up`: the head of the column that
    questions are compared by, "" for the first possible one; `test`, `correction`: how runs are tested
    against each other.
    """

    changed = Signal(str)
    refused = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.measures = self._usual = usual_measures(bridge.session.catalog, bridge.session.facts)
        self.main = 0
        self.golds: tuple[str, ...] = ()
        self.view, self.people = TABLE, NOBODY
        self.other: int | None = None
        self.without = False
        self.up = ""
        self.test: Test = ""
        self.correction: Correction = "holm"

    @property
    def one(self) -> Measure:
        """The measure that ranks."""
        return self.measures[self.main]

    @property
    def humans(self) -> bool:
        """Whether judges and the asker are among the runs."""
        return self.people != NOBODY

    @property
    def boards(self) -> frozenset[tuple[str, bool]]:
        """The scoreboards shown, as the bridge identifies them."""
        facts = self._bridge.session.facts
        return frozenset(
            (gold, self.humans) for gold in (self._bridge.gold, *(gold_of(name, facts) for name in self.golds))
        )

    def rank_by(self, at: int) -> None:
        """Rank the runs by another of the measures shown."""
        self.main = at
        self.changed.emit(MEASURE)

    def step_measure(self, way: int) -> None:
        """Rank by the measure before or after."""
        self.rank_by((self.main + way) % len(self.measures))

    def leave_out(self) -> None:
        """Stop showing the measure that ranks, if there is another one."""
        kept = tuple(one for at, one in enumerate(self.measures) if at != self.main)
        if kept:
            self.measures = kept
            self.rank_by(min(self.main, len(kept) - 1))

    def show_measures(
        self, measures: tuple[Measure, ...], one: Measure, golds: tuple[str, ...], other: int | None
    ) -> None:
        """Show these measures, ranked by one of them, these gold standards beside, and compare with a run."""
        self.measures, self.golds, self.other = measures, golds, other
        self.rank_by(measures.index(one))

    def name_measure(self, name: str) -> None:
        """Rank by a measure and add it to those shown."""
        try:
            chosen = measure(name)
        except ValueError as error:
            self.refused.emit(f"{error}.")
            return
        if chosen not in self.measures:
            self.measures = (*self.measures, chosen)
        self.rank_by(self.measures.index(chosen))

    def name_gold(self, name: str) -> None:
        """Score under a gold standard, on all desks."""
        try:
            self._bridge.set_gold(name)
        except Refused as error:
            self.refused.emit(str(error))

    def toggle_gold_column(self, name: str) -> None:
        """Show or hide another gold standard beside the one in force; "": hide all.

        Accepts also a measure under another gold standard, such as `Hit@1 under BA`.
        """
        try:
            name = name and str(GoldColumn.parse(name, self._bridge.session.facts))
            if name:
                self._bridge.board(gold_of(name, self._bridge.session.facts), humans=self.humans)
        except Refused as error:
            self.refused.emit(str(error))
            return
        if not name:
            self.golds = ()
        elif name in self.golds:
            self.golds = tuple(gold for gold in self.golds if gold != name)
        else:
            self.golds = (*self.golds, name)
        self.changed.emit(GOLDS)

    def show_view(self, name: str) -> None:
        """Show another view."""
        self.view = name
        self.changed.emit(VIEW)

    def rank_people(self, people: str) -> None:
        """Rank judges and the asker with the runs, or not."""
        self.people = people
        self.changed.emit(PEOPLE)

    def test_by(self, test: Test) -> None:
        """Test runs against each other by another test."""
        self.test = test
        self.changed.emit(TEST)

    def correct_by(self, correction: Correction) -> None:
        """Correct the tests of all pairs in another way."""
        self.correction = correction
        self.changed.emit(TEST)

    def next_other(self, runs: Sequence[int]) -> None:
        """Compare with the next of these runs."""
        if runs:
            at = runs.index(self.other) if self.other in runs else -1
            self.other = runs[(at + 1) % len(runs)]
            self.changed.emit(RUNS)

    def next_up(self) -> None:
        """Compare questions by the next column that is shown."""
        others = [str(one) for one in self.measures if one != self.one]
        others += [column_head(name, self.one) for name in self.golds]
        if others:
            at = others.index(self.up) if self.up in others else 0
            self.up = others[(at + 1) % len(others)]
            self.changed.emit(RUNS)

    def turn_without(self) -> None:
        """Leave the chosen run out of question difficulty, or include it again."""
        self.without = not self.without
        self.changed.emit(RUNS)

    def follow_gold(self) -> None:
        """Drop the gold standard in force from those shown beside it, and frozen ones that are there no more."""
        self.golds = tuple(filter(self._is_another, self.golds))

    def _is_another(self, name: str) -> bool:
        try:
            return gold_of(name, self._bridge.session.facts) != self._bridge.gold
        except Refused:
            return False

    def follow_kinds(self) -> bool:
        """Show other measures if an import brought other kinds of question; return whether it did."""
        usual = usual_measures(self._bridge.session.catalog, self._bridge.session.facts)
        if usual == self._usual:
            return False
        self._usual = self.measures = usual
        self.main = 0
        return True
