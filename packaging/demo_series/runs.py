"""Eight runs of five teams: what they answer, leave unanswered, keep back, and how sure they are."""

from dataclasses import dataclass
from random import Random

from demo_tables import stream

from demo_series.pool import Answer
from demo_series.texts import Question

NIL = "NIL"


@dataclass(frozen=True)
class System:
    """One run: how often it is right, how it fails, and when it would rather not answer."""

    name: str
    team: str
    description: str
    skill: float
    nil: float
    lists: float
    passages: int
    seconds: float
    silent_below: float = 0.0
    keeps_back: bool = False
    second: bool = False


@dataclass(frozen=True)
class Response:
    """One row of responses.csv; an empty answer and `answered` no: nothing was found."""

    run: str
    question: str
    rank: int
    answer: str
    answered: str
    confidence: float | None
    score: float | None


SYSTEMS = (
    System("fjord-1", "fjord", "reads the whole document", 0.66, 0.6, 0.72, 5, 6.0, second=True),
    System("fjord-2", "fjord", "careful", 0.66, 0.7, 0.66, 4, 6.4, silent_below=0.42, keeps_back=True),
    System("glade-1", "glade", "patterns for each type of question", 0.58, 0.3, 0.5, 3, 0.4),
    System("glade-2", "glade", "patterns, else passages", 0.62, 0.2, 0.55, 6, 0.9, second=True),
    System("heath-1", "heath", "asks a language model", 0.7, 0.1, 0.78, 7, 11.0),
    System("heath-2", "heath", "asks it twice", 0.68, 0.3, 0.7, 5, 21.0, silent_below=0.5, keeps_back=True),
    System("inlet-1", "inlet", "names near the words asked for", 0.46, 0.2, 0.4, 4, 0.2, silent_below=0.3),
    System("knoll-1", "knoll", "the first sentence that looks alike", 0.42, 0.05, 0.35, 8, 0.1, second=True),
)  # fmt: skip


def respond(system: System, questions: list[tuple[Question, list[Answer]]]) -> list[Response]:
    """Return all responses of a run."""
    rng = stream("series", f"run {system.name}")
    makers = {"factoid": _factoid, "list": _list, "other": _other}
    return [row for q, pool in questions for row in makers[q.kind](system, q, pool, rng)]


def _factoid(system: System, question: Question, pool: list[Answer], rng: Random) -> list[Response]:
    says_nil = rng.random() < (system.nil if question.nil else 0.04)
    label = _drawn_label(system, question, rng)
    chosen = rng.choice([answer for answer in pool if answer.label == label] or pool)
    sure = 0.62 if chosen.label == "correct" or (says_nil and question.nil) else 0.4
    confidence = round(min(0.99, max(0.01, rng.gauss(sure, 0.16))), 3)
    if confidence < system.silent_below:
        kept = chosen.name if system.keeps_back else ""
        return [Response(system.name, question.name, 1, kept, "no", confidence if kept else None, None)]
    first = NIL if says_nil else chosen.name
    score = None if says_nil else round(4 * confidence - 2, 3)
    rows = [Response(system.name, question.name, 1, first, "", confidence, score)]
    others = [answer for answer in pool if answer is not chosen and answer.text != chosen.text]
    if system.second and not says_nil and others:
        row = Response(system.name, question.name, 2, rng.choice(others).name, "", round(confidence * 0.5, 3), None)
        rows.append(row)
    return rows


def _drawn_label(system: System, question: Question, rng: Random) -> str:
    if question.nil:
        return "incorrect"
    drawn = rng.random()
    if drawn < system.skill:
        return "correct"
    rest = (drawn - system.skill) / (1 - system.skill)
    return "inexact" if rest < 0.16 else "unsupported" if rest < 0.34 else "incorrect"


def _list(system: System, question: Question, pool: list[Answer], rng: Random) -> list[Response]:
    wrongly = 0.55 - system.lists / 2
    found = [a for a in pool if rng.random() < (system.lists if a.label == "correct" else wrongly)]
    return _rows(system, question, found)


def _other(system: System, question: Question, pool: list[Answer], rng: Random) -> list[Response]:
    pull = {answer.name: len(answer.nuggets) * system.lists + rng.random() for answer in pool}
    found = sorted(pool, key=lambda answer: -pull[answer.name])[: system.passages - (rng.random() < 0.4)]
    return _rows(system, question, found)


def _rows(system: System, question: Question, found: list[Answer]) -> list[Response]:
    return [
        Response(system.name, question.name, rank, answer.name, "", None, None) for rank, answer in enumerate(found, 1)
    ]
