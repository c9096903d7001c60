"""What the explanation panel tells of a run's score: the whole of it, or one question or series."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from jurybox.collection.codes import LABEL_OF_CODE
from jurybox.figures.numbers import score_text
from jurybox.measures import plural
from jurybox.scoring.decisions import RIGHT, decisions_on
from jurybox.scoring.results import Table
from jurybox_gui.desks.scores.explained import Told

if TYPE_CHECKING:
    from jurybox.measures import Measure
    from jurybox.scoring import Bounds, Explanation, Scoreboard
    from jurybox.session import Session

_LONGEST = 60
NOT_SCORED = "not scored because"
MOST = 50
"""So many questions that are not scored are listed."""


def tell_whole(
    board: Scoreboard,
    session: Session,
    one: Measure,
    run: int,
    bounds: Bounds | None = None,
    *,
    listed: bool = True,
) -> Told:
    """Tell a run's whole score, with its bounds where they are known by now.

    `listed`: with what is not scored and why, which takes longer the more questions there are. ValueError
    for a measure of questions that are not here.
    """
    told = board.explain(one, run)
    kind = board.kind_of(one)
    unit = one.unit if kind is None else one.unit_of(kind)
    if told.table is None or set(told.table.head) <= {"question", "series", "value"}:
        # The bars show these; what they do not show is what is not scored.
        gone = board.not_scored(one, run, most=MOST).rows if listed else ()
        whys = dict.fromkeys((question, why) for question, _, _, why in gone)
        told = replace(told, table=Table(("question", NOT_SCORED), tuple(whys)) if whys else None)
    return _told(f"{one.name}, in numbers", told, session, bounds=bounds, unit=plural(unit))


def tell_unit(board: Scoreboard, session: Session, one: Measure, run: int, unit: int) -> Told:
    """Tell what one question, or series, counts for a run."""
    catalog = session.catalog
    if board.kind_of(one) == "validation":
        told = _decisions(board, session, one, run, unit)
        return _told(f"{one.name} · {catalog.questions[unit].name}", told, session)
    told = board.explain(one, run, unit)
    if board.unit_values(one).unit != "series":
        return _told(f"{one.name} · {catalog.questions[unit].name}", told, session)
    whys = {question: why for question, _, _, why in board.not_scored(one, run, unit).rows}
    if whys and told.table is not None:
        rows = tuple((*row, whys.get(row[0], "")) for row in told.table.rows)
        told = replace(told, table=Table((*told.table.head, NOT_SCORED), rows))
    return _told(f"{one.name} · {catalog.series[unit].name}", told, session)


def _decisions(board: Scoreboard, session: Session, one: Measure, run: int, question: int) -> Explanation:
    """Return the answers of a validation question with what the run decides of each, and who said what."""
    table = decisions_on(board, session.catalog, run, question)
    told = board.explain(one, run)
    right = sum(row[2] == RIGHT for row in table.rows)
    numbers = f"{right} of {len(table.rows)} answers of this question are decided rightly"
    rows = tuple((*row, said_of(session, int(row[0]))) for row in table.rows)
    table = replace(table, head=(*table.head, "judged correct"), rows=rows)
    return replace(told, with_numbers=numbers, unit=question, table=table)


def said_of(session: Session, answer: int) -> str:
    """Return how many judge an answer correct, of how many who call it that or not, and what was decided."""
    ledger = session.ledger
    said = [LABEL_OF_CODE.get(code, "") for code in ledger.labels[:, answer].tolist()]
    correct, incorrect = said.count("correct"), said.count("incorrect")
    parts = [f"{correct} of {correct + incorrect}"] if correct + incorrect else []
    decided = LABEL_OF_CODE.get(int(ledger.adjudications[answer]), "")
    return ", ".join([*parts, *([f"decided {decided}"] if decided else [])]) or "by nobody"


def _told(
    title: str,
    told: Explanation,
    session: Session,
    *,
    bounds: Bounds | None = None,
    unit: str = "",
) -> Told:
    if told.table is None:
        return Told(title, told, bounds, unit)
    head = told.table.head
    rows = tuple(
        tuple(_cell(session, name, value) for name, value in zip(head, row, strict=True))
        for row in told.table.rows
    )
    return Told(title, told, bounds, unit, head, rows)


def _cell(session: Session, name: str, value: float | str) -> str:
    """Return a cell in words: positions as names, a number as short as it goes."""
    if name == "answer" and isinstance(value, int):
        text = " ".join(session.texts.answer(value).text.split()) if value >= 0 else "NIL"
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    if name == "question" and isinstance(value, int):
        return session.catalog.questions[value].name
    if name == "series" and isinstance(value, int):
        return session.catalog.series[value].name
    if name == "run" and isinstance(value, int):
        return session.catalog.runs[value].name
    if isinstance(value, float) and not value.is_integer():
        return "-" if math.isnan(value) else score_text(value)
    return str(int(value)) if isinstance(value, float) else str(value)
