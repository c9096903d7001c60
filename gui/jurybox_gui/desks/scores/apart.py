"""The chosen run below the table: whole, or one question or series of it taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.scores.bars import unit_bars
from jurybox_gui.desks.scores.telling import tell_unit, tell_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from jurybox.measures import Measure
    from jurybox.scoring import Bounds, Scoreboard
    from jurybox.scoring.results import Explanation
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.scores.bars import UnitBars
    from jurybox_gui.desks.scores.detail import Detail


class Apart:
    """Fills the panel below the table; `unit` is the question, or series, that is taken apart."""

    def __init__(self, bridge: Bridge, detail: Detail) -> None:
        self._bridge, self._detail = bridge, detail
        self.bars: UnitBars | None = None
        self.unit: int | None = None
        self._named: int | None = None
        self._listed = False
        self._shown: tuple[Scoreboard, Measure, int, Bounds | None] | None = None

    def show(self, board: Scoreboard, one: Measure, run: int, bounds: Bounds | None = None) -> None:
        """Take a run apart; nothing is shown where the measure does not score it."""
        self._shown = board, one, run, bounds
        session = self._bridge.session
        scored = board.kind_of(one) is not None
        stored = run < len(session.catalog.runs) or run in board.unit_values(one).runs
        self._detail.setVisible(scored and stored)
        if not (scored and stored):
            self.bars = None
            return
        self.bars = unit_bars(board, session.catalog, one, run)
        self._tell()

    def show_bounds(self, bounds: Bounds | None) -> None:
        """Tell other bounds of the run that is shown; its bars stay."""
        if self._shown is not None and self.bars is not None and bounds != self._shown[3]:
            self._shown = *self._shown[:3], bounds
            self._tell()

    def list_not_scored(self, *, listed: bool) -> None:
        """List what is not scored, once nobody has judged for a moment; not with the next label."""
        self._listed = listed
        if listed and self.unit is None:
            self._tell()

    def _tell(self) -> None:
        if self._shown is None or self.bars is None:
            return
        (board, one, run, bounds), session, place = self._shown, self._bridge.session, self.place()
        self._named = None
        if place is None or self.unit is None:
            told = tell_whole(board, session, one, run, bounds, listed=self._listed)
        else:
            told = tell_unit(board, session, one, run, self.unit)
            self._named = _first_answer(told.told)
        self._detail.show_run(board.name_of(run), run, self.bars, told, place)

    def place(self) -> int | None:
        """Return where the bar of the chosen question or series stands, None if it is not shown."""
        if self.bars is None or self.unit is None:
            return None
        found = np.flatnonzero(self.bars.units == self.unit)
        return int(found[0]) if len(found) else None

    def click(self, place: int) -> None:
        """Take the question of a bar apart; a second click goes to it."""
        if place == self.place():
            self.go()
        elif self.bars is not None:
            self.choose(int(self.bars.units[place]))

    def choose(self, unit: int | None) -> None:
        """Take a question apart, None for the whole score."""
        self.unit = unit
        self._tell()

    def step(self, way: int) -> None:
        """Take the question of the next bar apart, the first one at first."""
        if self.bars is None or not len(self.bars.units):
            return
        place = self.place()
        last = len(self.bars.units) - 1
        at = (0 if way > 0 else last) if place is None else max(0, min(place + way, last))
        self.choose(int(self.bars.units[at]))

    def go(self) -> None:
        """Go to the answer that the explanation names, such as the one the run returned first.

        Else to an answer of the question, or of any question of the series. Those of one's own queue come
        first, open ones before others; of the rest those that are not decided yet.
        """
        catalog, unit = self._bridge.session.catalog, self.unit
        if unit is None or self.bars is None:
            return
        asked = [unit]
        if self.bars.unit == "series":
            asked = [at for at, question in enumerate(catalog.questions) if question.series == unit]
        answers = [int(answer) for question in asked for answer in catalog.answers_of(question)]
        if answers:
            self._bridge.goto(min(answers, key=self._urgency()))

    def _urgency(self) -> Callable[[int], tuple[bool, bool, bool, bool]]:
        """Return what sorts answers: one's own first, then the one named, open ones, those not decided."""
        session, board, named = self._bridge.session, self._bridge.scoreboard, self._named
        catalog, who = session.catalog, session.assessor
        mine = None if who is None else catalog.assigned_to(who)
        ledger = session.ledger

        def of(answer: int) -> tuple[bool, bool, bool, bool]:
            own = who is not None and mine is not None and bool(mine[answer])
            done = own and bool(ledger.labels[who][answer])
            elsewhere = desk_of_answer(catalog, answer) != "judge"  # what is said on boards is not asked here
            decided = elsewhere or board is None or int(board.truth[answer]) >= 0
            return not own, answer != named, done, decided

        return of


def _first_answer(told: Explanation) -> int | None:
    """Return the first answer, by position, in the rows of an explanation, None where it names none."""
    if told.table is None or "answer" not in told.table.head:
        return None
    column = told.table.head.index("answer")
    answers = (row[column] for row in told.table.rows)
    return next((answer for answer in answers if isinstance(answer, int) and answer >= 0), None)
