"""Drill-down from a number in a view to the questions, runs and scores that it is made of, and back."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from jurybox.language import tr, trn
from jurybox.lists import sentences
from jurybox.measures import Measure
from jurybox.results.provenance import TABLE, Behind
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.scores.choice import VIEW, Choice
from jurybox_gui.desks.scores.live import LiveTable
from jurybox_gui.desks.scores.views import BY_NAME


@dataclass(frozen=True)
class _ViewState:
    """The state before a step down."""

    view: str
    measures: tuple[Measure, ...]
    one: Measure
    golds: tuple[str, ...]
    gold: str
    questions: frozenset[int] | None
    run: int | None
    other: int | None
    unit: int | None


class DrillDown(QObject):
    """Goes down from cells and comes back; `hint_changed` has the way back in words, "" at the top.

    Choosing another view by hand drops the way back.
    """

    hint_changed = Signal(str)

    def __init__(self, bridge: Bridge, choice: Choice, live: LiveTable) -> None:
        super().__init__(live)
        self._bridge, self._choice, self._live = bridge, choice, live
        self._places: list[_ViewState] = []
        self._moving = False
        choice.changed.connect(self._changed)

    def __bool__(self) -> bool:
        return bool(self._places)

    def follow(self, below: Behind) -> None:
        """Go down to what a cell is made of."""
        before = self._here()
        some = before.questions if below.questions is None else below.questions
        if below.questions is not None and before.questions is not None:
            some = below.questions & before.questions
        self._places.append(before)
        one = below.measure or before.one
        self._go(
            _ViewState(
                view=below.view,
                measures=before.measures if one in before.measures else (*before.measures, one),
                one=one,
                golds=before.golds,
                gold=below.gold or before.gold,
                questions=some,
                run=before.run if below.run is None else below.run,
                other=before.other if below.other is None else below.other,
                unit=below.unit,
            )
        )
        self._show_hint()

    def back(self) -> bool:
        """Go back one step; return whether there was one."""
        if not self._places:
            return False
        self._go(self._places.pop())
        self._show_hint()
        return True

    def _show_hint(self) -> None:
        """Show how many questions are shown after steps down, and what Esc goes back to."""
        if not self._places:
            self.hint_changed.emit("")
            return
        above, some = self._places[-1], self._bridge.questions
        back = tr("Press Esc to go back to {view}.", view=BY_NAME[above.view].title)
        if some is not None and some != above.questions:
            back = sentences((trn("{n} question selected.", "{n} questions selected.", len(some)), back))
        self.hint_changed.emit(back)

    def _here(self) -> _ViewState:
        choice, bridge, live = self._choice, self._bridge, self._live
        return _ViewState(
            choice.view,
            choice.measures,
            choice.one,
            choice.golds,
            bridge.gold,
            bridge.questions,
            live.chosen,
            choice.other,
            live.breakdown.unit,
        )

    def _go(self, to: _ViewState) -> None:
        """Show another place, the table first, so that no unnecessary view is made on the way."""
        choice, bridge = self._choice, self._bridge
        self._moving = True
        try:
            if choice.view != TABLE:
                choice.show_view(TABLE)
            if to.gold != bridge.gold:
                choice.name_gold(to.gold)
            if to.questions != bridge.questions:
                bridge.select_questions(to.questions)
            choice.show_measures(to.measures, to.one, to.golds, to.other)
            bridge.select_run(to.run)
            if to.view != TABLE:
                choice.show_view(to.view)
            else:
                self._live.breakdown.choose(to.unit)
        finally:
            self._moving = False

    def _changed(self, what: str) -> None:
        if what == VIEW and not self._moving:
            self._places.clear()
            self._show_hint()
