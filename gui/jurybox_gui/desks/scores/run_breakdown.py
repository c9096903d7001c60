"""The chosen run below the table: its whole score, or one question or series of it, explained."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from jurybox.language import tr, tr_head, tr_noop, trn
from jurybox.lists import comma_list
from jurybox.measures import Measure
from jurybox.numbers import score_text
from jurybox.scoring import Bounds, Explanation, Scoreboard
from jurybox.scoring.coverage import coverage, judged_of
from jurybox.scoring.decisions import RIGHT, decisions_on
from jurybox.scoring.not_scored import not_scored
from jurybox.scoring.results import Table
from jurybox.session import Session
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.label_schemes import name_of
from jurybox_gui.desks.scores.bars import UnitBars, unit_bars
from jurybox_gui.desks.scores.explanation_panel import ShownExplanation
from jurybox_gui.desks.scores.run_detail import RunDetail


class RunBreakdown:
    """Fills the panel below the table; `unit` is the question or series explained."""

    def __init__(self, bridge: Bridge, detail: RunDetail) -> None:
        self._bridge, self._detail = bridge, detail
        self.bars: UnitBars | None = None
        self.unit: int | None = None
        self._named: int | None = None
        self._listed = False
        self._shown: tuple[Scoreboard, Measure, int, Bounds | None] | None = None

    def show(self, board: Scoreboard, one: Measure, run: int, bounds: Bounds | None = None) -> None:
        """Explain a run; nothing is shown if the measure does not score it."""
        self._shown = board, one, run, bounds
        session = self._bridge.session
        scored = board.kind_of(one) is not None
        stored = run < len(session.catalog.runs) or run in board.unit_values(one).runs
        self._detail.setVisible(scored and stored)
        if not (scored and stored):
            self.bars = None
            return
        self.bars = unit_bars(board, one, run)
        self._tell()

    def show_bounds(self, bounds: Bounds | None) -> None:
        """Show new bounds of the run shown; its bars stay."""
        if self._shown is not None and self.bars is not None and bounds != self._shown[3]:
            self._shown = *self._shown[:3], bounds
            self._tell()

    def list_not_scored(self, *, listed: bool) -> None:
        """List what is not scored, once judging has paused; not with the next label."""
        self._listed = listed
        if listed and self.unit is None:
            self._tell()

    def _tell(self) -> None:
        if self._shown is None or self.bars is None:
            return
        (board, one, run, bounds), session, place = self._shown, self._bridge.session, self.place()
        self._named = None
        if place is None or self.unit is None:
            shown = explain_whole(board, session, one, run, bounds, listed=self._listed)
        else:
            shown = explain_unit(board, session, one, run, self.unit)
            self._named = _first_answer(shown.explanation)
        self._detail.show_run(board.name_of(run), run, self.bars, shown, place)

    def place(self) -> int | None:
        """Return the position of the bar of the selected question or series, None if it is not shown."""
        if self.bars is None or self.unit is None:
            return None
        found = np.flatnonzero(self.bars.units == self.unit)
        return int(found[0]) if len(found) else None

    def click(self, place: int) -> None:
        """Explain the question of a bar; a second click goes to it."""
        if place == self.place():
            self.go()
        elif self.bars is not None:
            self.choose(int(self.bars.units[place]))

    def choose(self, unit: int | None) -> None:
        """Explain a question, None for the whole score."""
        self.unit = unit
        self._tell()

    def step(self, way: int) -> None:
        """Explain the question of the next bar, the first one initially."""
        if self.bars is None or not len(self.bars.units):
            return
        place = self.place()
        last = len(self.bars.units) - 1
        at = (0 if way > 0 else last) if place is None else max(0, min(place + way, last))
        self.choose(int(self.bars.units[at]))

    def go(self) -> None:
        """Go to the answer that the explanation names, such as the one the run returned first.

        Otherwise to an answer of the question, or of any question of the series. Answers of the assessor's
        own queue come first, open ones before others; then those that are not decided yet.
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
        """Return the sort key of answers: own ones first, then the one named, open ones, undecided ones."""
        session, board, named = self._bridge.session, self._bridge.scoreboard, self._named
        catalog, who = session.catalog, session.assessor
        mine = None if who is None else catalog.assigned_to(who)
        ledger = session.ledger

        def of(answer: int) -> tuple[bool, bool, bool, bool]:
            own = who is not None and mine is not None and bool(mine[answer])
            done = own and bool(ledger.labels[who][answer])
            elsewhere = desk_of_answer(catalog, answer) != "judge"  # boards are left out
            decided = elsewhere or board is None or int(board.truth[answer]) >= 0
            return not own, answer != named, done, decided

        return of


def _first_answer(explanation: Explanation) -> int | None:
    """Return the first answer, by position, in the rows of an explanation, None where it names none."""
    if explanation.table is None or "answer" not in explanation.table.head:
        return None
    column = explanation.table.head.index("answer")
    answers = (row[column] for row in explanation.table.rows)
    return next((answer for answer in answers if isinstance(answer, int) and answer >= 0), None)


_LONGEST_TEXT = 60
NOT_SCORED = tr_noop("not scored because")
MOST = 50
"""The most questions without a score that are listed."""


def explain_whole(
    board: Scoreboard, session: Session, one: Measure, run: int, bounds: Bounds | None = None, *, listed: bool = True
) -> ShownExplanation:
    """Explain a run's whole score, with its bounds if they are known by now.

    `listed`: include what is not scored and why, which takes longer the more questions there are. ValueError
    for a measure of kinds of question that the collection lacks.
    """
    explanation = board.explain(one, run)
    kind = board.kind_of(one)
    unit = one.unit if kind is None else one.unit_of(kind)
    if explanation.table is None or set(explanation.table.head) <= {"question", "series", "value"}:
        # The bars show these; they do not show what is not scored.
        gone = not_scored(board, one, run, most=MOST).rows if listed else ()
        whys = dict.fromkeys((question, why) for question, _, _, why in gone)
        explanation = replace(explanation, table=Table(("question", NOT_SCORED), tuple(whys)) if whys else None)
    title, judged = tr("{measure}, in numbers", measure=one.name), judged_of([coverage(board, one, run)])
    return _with_words(title, explanation, session, bounds=bounds, unit=unit, judged=judged)


def explain_unit(board: Scoreboard, session: Session, one: Measure, run: int, unit: int) -> ShownExplanation:
    """Explain what one question or series contributes to a run."""
    catalog = session.catalog
    if board.is_of_decisions(one):
        explanation = _decisions(board, session, one, run, unit)
        return _with_words(f"{one.name} · {catalog.questions[unit].name}", explanation, session)
    explanation = board.explain(one, run, unit)
    if board.unit_values(one).unit != "series":
        return _with_words(f"{one.name} · {catalog.questions[unit].name}", explanation, session)
    whys = {question: why for question, _, _, why in not_scored(board, one, run, unit).rows}
    if whys and explanation.table is not None:
        rows = tuple((*row, whys.get(row[0], "")) for row in explanation.table.rows)
        explanation = replace(explanation, table=Table((*explanation.table.head, NOT_SCORED), rows))
    return _with_words(f"{one.name} · {catalog.series[unit].name}", explanation, session)


def _decisions(board: Scoreboard, session: Session, one: Measure, run: int, question: int) -> Explanation:
    """Return the answers of a validation question with the run's decisions, and who gave which label."""
    table = decisions_on(board, run, question)
    explanation = board.explain(one, run)
    right = sum(row[2] == RIGHT for row in table.rows)
    numbers = trn(
        "{right} of {n} answer to this question decided correctly",
        "{right} of {n} answers to this question decided correctly",
        len(table.rows),
        right=right,
    )
    rows = tuple((*row, said_of(session, int(row[0]))) for row in table.rows)
    table = replace(table, head=(*table.head, tr("judged correct")), rows=rows)
    return replace(explanation, with_numbers=numbers, unit=question, table=table)


def said_of(session: Session, answer: int) -> str:
    """Return how many of an answer's judges consider it correct, and what was decided."""
    catalog, ledger, facts = session.collection
    kind = catalog.questions[int(catalog.answer_question[answer])].kind
    scheme = facts.scheme_of(kind)
    said = [ledger.codes.word(code) for code in ledger.labels[:, answer].tolist()]
    given = [word for word in said if word in scheme.words]
    right = sum(word in scheme.relevant("strict") for word in given)
    parts = [tr("{right} of {all}", right=right, all=len(given))] if given else []
    decided = ledger.codes.word(int(ledger.adjudications[answer]))
    decided = name_of(facts, decided, kind) if kind in facts.schemes else decided
    return comma_list([*parts, *([tr("decided {label}", label=decided)] if decided else [])]) or tr("by nobody")


def _with_words(
    title: str,
    explanation: Explanation,
    session: Session,
    *,
    bounds: Bounds | None = None,
    unit: str = "",
    judged: str = "",
) -> ShownExplanation:
    if explanation.table is None:
        return ShownExplanation(title, explanation, bounds, unit, judged)
    head = explanation.table.head
    scores = [any(map(_has_decimals, column)) for column in zip(*explanation.table.rows, strict=True)]
    rows = tuple(
        tuple(
            _cell(session, name, value, as_score=as_score)
            for name, value, as_score in zip(head, row, scores, strict=True)
        )
        for row in explanation.table.rows
    )
    heads = tuple(tr(name) if name == NOT_SCORED else tr_head(name) for name in head)
    return ShownExplanation(title, explanation, bounds, unit, judged, heads, rows)


def _has_decimals(value: float | str) -> bool:
    return isinstance(value, float) and math.isfinite(value) and not value.is_integer()


def _cell(session: Session, name: str, value: float | str, *, as_score: bool) -> str:
    """Return a cell as text: positions as names, numbers as scores in a column that has decimals."""
    if name == "answer" and isinstance(value, int):
        text = " ".join(session.texts.answer(value).text.split()) if value >= 0 else "NIL"
        return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 1]}…"
    if name == "question" and isinstance(value, int):
        return session.catalog.questions[value].name
    if name == "series" and isinstance(value, int):
        return session.catalog.series[value].name
    if name in {"truth", "run"} and isinstance(value, str):
        return tr(value)  # of decisions
    if name == "run" and isinstance(value, int):
        return session.catalog.runs[value].name
    if not isinstance(value, float):
        return str(value)
    if math.isnan(value):
        return "-"
    return score_text(value) if as_score or not value.is_integer() else str(int(value))
