"""Scores of rankings taken apart: rank by rank for one question, question by question for a mean."""

import math
from typing import TYPE_CHECKING

from jurybox.measures import Measure
from jurybox.scoring.results import NOT_ALL, Explanation, RunScore, Table

if TYPE_CHECKING:
    from jurybox.scoring.rankings import RankingTally

HEAD = ("rank", "answer", "said", "gain", "ideal gain", "part")
_MEANINGS = {
    "sum": "values of the questions, added up",
    "questions": "questions that are scored and have a value",
    "parts": "what the ranks count, added up",
    "below": "what they are divided by",
}
_BELOW = {"nDCG": "the same sum of the ideal ranking", "Q": "relevant answers", "AP": "relevant answers"}


def explained_mean(tally: "RankingTally", measure: Measure, column: int) -> Explanation:
    """Return how the mean of a column came about: the sum over questions, and each question's value."""
    score = tally.score(measure, column)
    questions, values = tally.values(measure)
    rows = [
        (question, value)
        for question, value in zip(questions.tolist(), values[:, column].tolist(), strict=True)
    ]
    total = math.fsum(value for _, value in rows if not math.isnan(value))
    numbers = f"{total:.4f} ÷ {score.units} {score.told}"
    counts = (("sum", total), ("questions", score.units))
    meanings = {name: _MEANINGS[name] for name, _ in counts}
    table = Table(("question", "value"), tuple(rows))
    return Explanation(measure, measure.formula, numbers, counts, meanings, score, None, table)


def explained_ranking(tally: "RankingTally", measure: Measure, column: int, place: int) -> Explanation:
    """Return how the value of one question came about: what stood at each rank and what it counts."""
    ranked, pooled = tally.layout.block(place)
    gains = tally.gains_of(ranked[None])[:, column, 0]
    ideal = tally.ideal_of(pooled[None])[:, 0]
    parts, below = parts_of(measure, gains.tolist(), ideal.tolist())
    score = _score(tally, measure, column, place)
    slots = tally.ranking(place, column)
    rows = [
        (rank, tally.name_of_slot(slot), tally.grades.text(slot), gain, best, part)
        for rank, (slot, gain, best, part) in enumerate(
            zip(
                slots,
                gains.tolist(),
                [*ideal.tolist(), *[0.0] * len(slots)],
                [*parts, *[0.0] * len(slots)],
                strict=False,
            ),
            start=1,
        )
    ]
    counts = (("parts", math.fsum(parts)), ("below", below))
    meanings = {"parts": _MEANINGS["parts"], "below": _BELOW.get(measure.base, _MEANINGS["below"])}
    numbers = _numbers(parts, below, score)
    return Explanation(
        measure,
        measure.formula,
        numbers,
        counts,
        meanings,
        score,
        int(tally.asked[place]),
        Table(HEAD, tuple(rows)),
    )


def parts_of(measure: Measure, gains: list[float], ideal: list[float]) -> tuple[list[float], float]:
    """Return what each rank adds to a score, and what the sum is divided by.

    As in section 12 and 13 of the measures: the score is the sum of the parts over the divisor.
    """
    cutoff = measure.options.get("cutoff")
    seen = gains[: int(cutoff)] if cutoff else gains
    relevant = sum(gain > 0 for gain in ideal)
    if measure.base == "nDCG":
        best = ideal[: int(cutoff)] if cutoff else ideal
        return _discounted(seen), math.fsum(_discounted(best))
    if measure.base == "Q":
        smallest = measure.options.get("normalise") == "min" and cutoff
        divisor = min(relevant, int(cutoff or 0)) if smallest else relevant
        return _blended(seen, ideal, float(measure.options.get("beta") or 0)), divisor
    if measure.base == "AP":
        return _blended(seen, ideal, 0.0), relevant
    if measure.base == "nG@1":
        return gains[:1], ideal[0] if ideal else 0.0
    if measure.base == "Hit@1":
        return [float(gain > 0) for gain in gains[:1]], 1
    first = next((rank for rank, gain in enumerate(seen, start=1) if gain > 0), 0)
    return [1 / rank if rank == first else 0.0 for rank in range(1, len(seen) + 1)], 1


def _discounted(gains: list[float]) -> list[float]:
    return [gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1)]


def _blended(gains: list[float], ideal: list[float], beta: float) -> list[float]:
    parts, hits, gained, best = [], 0, 0.0, 0.0
    for rank, gain in enumerate(gains, start=1):
        hits, gained = hits + (gain > 0), gained + gain
        best += ideal[rank - 1] if rank <= len(ideal) else 0.0
        parts.append((hits + beta * gained) / (rank + beta * best) if gain > 0 else 0.0)
    return parts


def _numbers(parts: list[float], below: float, score: RunScore) -> str:
    if not below and score.defined:
        return f"no answer of the question is relevant, which counts {score.told}"
    told = " + ".join(f"{part:.4g}" for part in parts if part) or "0"
    return f"({told}) ÷ {below:.4g} {score.told}"


def _score(tally: "RankingTally", measure: Measure, column: int, place: int) -> RunScore:
    """Return the score of one question alone."""
    value, status = tally.value_at(measure, place, column)
    if not math.isnan(value):
        return RunScore(value, "", 1, 0, 0)
    if status == "waits":
        return RunScore(value, NOT_ALL, 0, 1, 0)
    reason = tally.why_out(place) if status else tally.why_undefined(measure, place, column)
    return RunScore(value, reason, 0, 0, 1)
