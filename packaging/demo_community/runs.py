"""Eight runs of five teams and the organizers' three baselines, which put answers in order."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from demo_tables import stream

from demo_community.texts import Answer, Question

BASELINE_SECONDS = 0.05


@dataclass(frozen=True)
class Team:
    """A run: how well it sees what an answer is worth, and what else pulls at it."""

    name: str
    team: str
    description: str
    noise: float
    length: float = 0.0
    early: float = 0.0
    seconds: float = 1.0


@dataclass(frozen=True)
class Run:
    """A run that was made: for each question its answers, best first, with scores and seconds."""

    name: str
    team: str
    description: str
    origin: str
    ranked: dict[str, list[str]]
    scores: dict[str, list[float]]
    seconds: dict[str, float]


TEAMS = (
    Team("alder-1", "alder", "reads question and answer together", 1.0, seconds=3.4),
    Team("alder-2", "alder", "as alder-1, shorter texts first", 1.0, length=-0.1, seconds=2.1),
    Team("birch-1", "birch", "likeness of words, and length", 1.1, length=0.3, seconds=0.3),
    Team("birch-2", "birch", "likeness of words", 1.6, seconds=0.2),
    Team("cedar-1", "cedar", "asks a language model for a grade", 0.95, length=0.08, seconds=9.0),
    Team("cedar-2", "cedar", "asks a small language model", 1.2, length=0.1, seconds=1.6),
    Team("dogwood-1", "dogwood", "who answers well elsewhere, and when", 1.7, early=0.25, seconds=0.1),
    Team("elm-1", "elm", "similar earlier questions", 1.15, length=0.1, seconds=0.7),
)


def make_runs(questions: list[Question]) -> list[Run]:
    """Return all runs, the baselines last."""
    made = [_submitted(team, questions) for team in TEAMS]
    rng = stream("community", "random baseline")
    baselines: list[tuple[str, str, Callable[[Answer], float]]] = [
        ("random", "the answers in random order", lambda _: rng.random()),
        ("length", "the longest answer first", lambda answer: float(len(answer.text))),
        ("time", "the first answer first", lambda answer: -float(answer.name.partition("-")[2])),
    ]
    return made + [_baseline(*baseline, questions) for baseline in baselines]


def _submitted(team: Team, questions: list[Question]) -> Run:
    rng = stream("community", f"run {team.name}")
    scores = {question.name: _scores(team, question, rng) for question in questions}
    seconds = {question.name: round(team.seconds * (0.5 + rng.random()), 3) for question in questions}
    return _run(team.name, team.team, team.description, "", scores, seconds)


def _scores(team: Team, question: Question, rng: Random) -> dict[str, float]:
    longest = max(len(answer.text) for answer in question.answers)
    return {
        answer.name: round(
            answer.worth
            + rng.gauss(0, team.noise)
            + 2 * team.length * len(answer.text) / longest
            - team.early * at / len(question.answers),
            4,
        )
        for at, answer in enumerate(question.answers)
    }


def _baseline(name: str, description: str, value: Callable[[Answer], float], questions: list[Question]) -> Run:
    scores = {q.name: {answer.name: value(answer) for answer in q.answers} for q in questions}
    return _run(name, "", description, "baseline", scores, {q.name: BASELINE_SECONDS for q in questions})


def _run(
    name: str, team: str, description: str, origin: str, scores: dict[str, dict[str, float]], seconds: dict[str, float]
) -> Run:
    ranked = {q: sorted(of, key=lambda answer: (-of[answer], answer)) for q, of in scores.items()}
    listed = {q: [scores[q][answer] for answer in answers] for q, answers in ranked.items()}
    return Run(name, team, description, origin, ranked, listed, seconds)
