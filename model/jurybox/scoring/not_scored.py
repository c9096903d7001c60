"""Questions and answers on which a score does not rest, and because of whom: computed on request."""

from typing import cast

import numpy as np

from jurybox.gold.truth import UNJUDGED
from jurybox.kinds import KIND_NAMES, KINDS, SERIES_KINDS
from jurybox.language import tr, trn
from jurybox.measures import Confidences, Kind, Measure, Parts, measure
from jurybox.scoring.results import NO_SLOT, ON_PURPOSE, OpenSlots, Table, Unscored
from jurybox.scoring.scoreboard import Scoreboard
from jurybox.scoring.tallies.question_units import QuestionUnits
from jurybox.scoring.tallies.rankings import RankingTally

HEAD = ("question", "answer", "state", "why")
FURTHER = "…"
"""Instead of a question: the row has the number of further ones."""


def not_scored(board: Scoreboard, one: Measure, run: int, unit: int | None = None, *, most: int | None = None) -> Table:
    """Return what the score of a run leaves out, with the reason: columns as in `HEAD`.

    `unit`: the question or series examined; None: all selected ones. An answer is a position, NIL, a count of
    answers with the same reason (if all are examined), or "" for the question itself. `state`: pending or
    excluded. `most`: after this many questions, one row has the number of the others.
    """
    kind = board.kind_of(one)
    if kind is None or board.is_made(run):
        return Table(HEAD, ())
    score, averages_parts = board.score(one, run), one.accepts == (Parts,)
    if unit is None and not (score.waiting or score.left_out or one.unit == "series"):
        return Table(HEAD, ())
    questions = _questions(board, one, kind, unit)
    # Of one question every answer has a row; that it is undefined is the reason of its score already.
    is_one_question = unit is not None and one.unit != "series" and not averages_parts
    by_part = [measure(KINDS[part].typical) for part in board.kinds if part in SERIES_KINDS]
    undefined = {} if is_one_question else _undefined(board, by_part if averages_parts else [one], run)
    rows: list[tuple[int | float | str, ...]] = []
    seen = 0
    for at, question in enumerate(questions):
        if most is not None and seen == most:
            further = sum(_has_rows(board, one, each, undefined) for each in questions[at:])
            if further:
                more = trn("and {n} more question is not scored", "and {n} more questions are not scored", further)
                rows.append((FURTHER, "", "", more))
            break
        found = why_not(board, one, question) or undefined.get(question, [])
        seen += bool(found)
        rows += [
            (question, answer, "pending" if is_pending else "excluded", why)
            for answer, is_pending, why, _ in (found if is_one_question else _grouped(found))
        ]
    return Table(HEAD, tuple(rows))


def _questions(board: Scoreboard, one: Measure, kind: Kind, unit: int | None) -> list[int]:
    """Return the selected questions that a score depends on, in the order of the collection."""
    catalog = board.catalog
    kinds = SERIES_KINDS if one.accepts == (Parts,) else (kind,)
    selected = board.questions
    found = (
        at
        for at, question in enumerate(catalog.questions)
        if question.kind in kinds and (selected is None or at in selected)
    )
    if one.unit == "series":
        of_series = (at for at in found if catalog.questions[at].series is not None)
        return [at for at in of_series if unit is None or catalog.questions[at].series == unit]
    return [at for at in found if unit is None or at == unit]


def why_not(board: Scoreboard, one: Measure, question: int) -> list[Unscored]:
    """Return what keeps a question from being scored by a measure; empty for one that is scored."""
    now, scored = (each.questions[question].status for each in (board.collection.catalog, board.catalog))
    if board.is_closed and now != scored == "unjudged":
        return [Unscored("", is_pending=False, why=tr("the question came after the gold standard was frozen"))]
    found = _why_not(board, one, question)
    return [each.when_frozen() for each in found] if board.is_closed else found


def _why_not(board: Scoreboard, one: Measure, question: int) -> list[Unscored]:
    kind = KIND_NAMES[board.catalog.kind_of_question[question]]
    if _scores_each_answer(board, one, question):
        return board.answers_open(question)
    tally = board.tally(one, kind)
    if isinstance(tally, QuestionUnits):
        return tally.why_not(question, one)
    if not KINDS[kind].typical:
        return [Unscored("", is_pending=False, why=ON_PURPOSE)]
    if KINDS[kind].is_ordered:
        return cast("RankingTally", board.of_family("rankings", kind)).why_not(question)
    typical = measure(KINDS[kind].typical)
    tally = board.tally(typical, kind)
    return tally.why_not(question, typical) if isinstance(tally, QuestionUnits) else []


def all_open(board: Scoreboard, one: Measure, kind: Kind) -> OpenSlots | None:
    """Return what `why_not` names for all questions of a kind, without the reasons.

    None for a kind of which each question has to be asked.
    """
    if not KINDS[kind].typical:
        catalog = board.catalog
        of_kind = catalog.kind_of_question == KIND_NAMES.index(kind)
        answers = np.flatnonzero((board.truth < 0) & (of_kind & ~catalog.on_purpose)[catalog.answer_question])
        whole = np.flatnonzero(of_kind & catalog.on_purpose)
        return OpenSlots(
            np.concatenate((catalog.answer_question[answers], whole)),
            np.concatenate((answers, np.full(len(whole), NO_SLOT))),
            np.concatenate((board.truth[answers] == UNJUDGED, np.zeros(len(whole), dtype=np.bool_))),
        )
    if isinstance(board.tally(one, kind), QuestionUnits) or not KINDS[kind].is_ordered:
        return None
    return cast("RankingTally", board.of_family("rankings", kind)).all_open()


def _scores_each_answer(board: Scoreboard, one: Measure, question: int) -> bool:
    """Return whether each answer of a question is scored, and not the question as a whole or not at all."""
    kind = KIND_NAMES[board.catalog.kind_of_question[question]]
    if KINDS[kind].typical or board.catalog.on_purpose[question]:
        return False
    return not isinstance(board.tally(one, kind), QuestionUnits)


def _has_rows(board: Scoreboard, one: Measure, question: int, undefined: dict[int, list[Unscored]]) -> bool:
    """Return whether a question is listed; where each answer is scored, without working out the reasons."""
    if _scores_each_answer(board, one, question):
        return bool((board.truth[board.catalog.answers_of(question)] < 0).any())
    return bool(why_not(board, one, question) or undefined.get(question))


def _undefined(board: Scoreboard, measures: list[Measure], run: int) -> dict[int, list[Unscored]]:
    """Return the questions that are scored and have no value for the run, with the reason."""
    found: dict[int, list[Unscored]] = {}
    for one in measures:
        if one.of_each is not None:  # its questions are scored by the measure of one ranking
            found |= _undefined(board, [measure(one.of_each)(**one.options)], run)
            continue
        values = board.unit_values(one)
        if values.unit == "question" and run in values.runs:
            column = values.values[:, values.runs.index(run)]
            for at in values.units[column != column].tolist():
                found[at] = [Unscored("", is_pending=False, why=_why_undefined(board, one, run, at))]
    return found


def _why_undefined(board: Scoreboard, one: Measure, run: int, question: int) -> str:
    if Confidences in one.accepts:  # explained for the whole run only, and so is why it is undefined
        return board.score(one, run).reason
    return board.explain(one, run, question).score.reason


def _grouped(found: list[Unscored]) -> list[Unscored]:
    """Return one row for each reason: the answer where it is one, else how many answers there are."""
    by: dict[tuple[bool, str], list[int | str]] = {}
    for answer, is_pending, why, _ in found:
        by.setdefault((is_pending, why), []).append(answer)
    return [
        Unscored(answers[0] if len(answers) == 1 else f"{len(answers)} answers", is_pending, why)
        for (is_pending, why), answers in by.items()
    ]
