"""Ten runs of six teams: what each answer looks like to them, what they decide, and how sure they are."""

import math
from dataclasses import dataclass
from random import Random

from demo_validation.pool import Answer, folded, overlap
from demo_validation.source import stream

TEMPTING = {
    "right": 1.0,
    "partial": 0.72,
    "unsupported": 0.55,
    "negated": 0.52,
    "other": 0.45,
    "garbled": 0.35,
    "wrong": 0.3,
    "unsaid": 0.28,
    "stray": 0.25,
    "type": 0.2,
    "sibling": 0.15,
    "far": 0.1,
}
"""How right an answer of each kind looks to a system that understands what it reads."""
TAKE = 8
"""Which throw of the dice: one whose runs lie so close that the visitor's labels exchange neighbors."""


@dataclass(frozen=True)
class Run:
    """One run: how it looks at answers, at which operating point it decides, how it states its confidence.

    `reading`, `overlap` and `found` weigh understanding, shared words of question and text, and the
    answer string standing in the text; `noise` is the rest. `yes_right` and `yes_wrong` are the answers
    validated among the right and the wrong ones that it decided on.
    """

    name: str
    team: str
    description: str
    reading: float
    overlap: float
    found: float
    noise: float
    yes_right: int
    yes_wrong: int
    confidence: str
    score: str = ""
    abstains: float = 0.0
    missing: float = 0.0


@dataclass(frozen=True)
class Response:
    """One row of responses.csv; decision None is an abstention."""

    answer: Answer
    decision: bool | None
    margin: float
    confidence: float | None
    score: float | None
    selected: bool


def respond(run: Run, answers: list[Answer]) -> list[Response]:
    """Respond as one run does, in the order of the answers, without those it left out."""
    draws = {answer.name: stream(f"{run.name} meets {answer.name}, take {TAKE}") for answer in answers}
    seen = {answer.name: _look(run, answer, draws[answer.name]) for answer in answers}
    left = {answer.name: _silence(run, draws[answer.name]) for answer in answers}
    kept = [answer for answer in answers if left[answer.name] != "missing"]
    decided = [answer for answer in kept if not left[answer.name]]
    edges = {
        truth: _edge(count, [seen[answer.name] for answer in decided if answer.correct == truth])
        for truth, count in ((True, run.yes_right), (False, run.yes_wrong))
    }
    rows = []
    for answer in kept:
        margin = seen[answer.name] - edges[answer.correct]
        decision = None if left[answer.name] else margin > 0
        confidence = None if decision is None else _confidence(run, margin, draws[answer.name])
        rows.append(Response(answer, decision, margin, confidence, _score(run, margin), selected=False))
    return _select(rows)


def _look(run: Run, answer: Answer, rng: Random) -> float:
    """How right the answer looks to the run, on a scale of its own."""
    noise = rng.random() + rng.random() + rng.random() - 1.5
    found = float(folded(answer.text) in folded(answer.support))
    return (
        run.reading * TEMPTING[answer.kind]
        + run.overlap * overlap(answer.asked, answer.support)
        + run.found * found
        + run.noise * noise
    )


def _silence(run: Run, rng: Random) -> str:
    """Empty for a decision, else how the run keeps silent."""
    draw = rng.random()
    if draw < run.missing:
        return "missing"
    return "abstained" if draw < run.missing + run.abstains else ""


def _edge(count: int, looks: list[float]) -> float:
    """Find the look that exactly `count` of the looks exceed."""
    looks = sorted(looks, reverse=True)
    if count == 0:
        return looks[0] + 0.05
    return (looks[count - 1] + looks[count]) / 2


def _confidence(run: Run, margin: float, rng: Random) -> float:
    """Confidence in the decision made, in [0, 1]."""
    sure = 1 / (1 + math.exp(-abs(margin) * 6))
    match run.confidence:
        case "honest":
            value = sure
        case "loud":
            value = 0.9 + 0.1 * rng.random()
        case "coarse":
            value = math.ceil(sure * 10) / 10
        case "inverted":
            value = 1.45 - sure
        case "loose":
            value = 0.5 * sure + 0.5 * rng.random()
        case _:
            value = rng.random()
    return round(min(1.0, max(0.0, value)), 3)


def _score(run: Run, margin: float) -> float | None:
    """Score the answer on the run's own scale: log odds, or points out of a hundred."""
    if run.score == "log odds":
        return round(6 * margin, 3)
    if run.score == "points":
        return round(100 / (1 + math.exp(-4 * margin)), 1)
    return None


def _select(rows: list[Response]) -> list[Response]:
    """Mark the best validated answer of every question."""
    best: dict[str, int] = {}
    for i, row in enumerate(rows):
        if row.decision:
            question = row.answer.question
            if question not in best or row.margin > rows[best[question]].margin:
                best[question] = i
    chosen = set(best.values())
    return [
        Response(row.answer, row.decision, row.margin, row.confidence, row.score, selected=i in chosen)
        for i, row in enumerate(rows)
    ]
