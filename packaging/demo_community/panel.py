"""Four assessors, from lenient to strict: what they say of answers and questions, and what is left to do."""

import math
from dataclasses import dataclass
from itertools import pairwise

from demo_tables import Clock, stream

from demo_community.runs import Run
from demo_community.texts import Question
from jurybox.gold.patterns import ga_level
from jurybox.measures import ndcg

VISITOR = "visitor"
LENIENCY = {"Mirela Dobre": 0.35, "Tomás Ibarra": 0.0, "星野ゆき": -0.35, VISITOR: 0.05}
PANEL = tuple(LENIENCY)
WAITING = 24
"""Answers that are left for the visitor, one of a question."""
SPREAD = 0.38
SCHEDULE = dict(zip(PANEL, (f"2026-05-04T07:{minute:02}" for minute in (0, 3, 1, 6)), strict=True))
NEAR = 3.0
"""How far apart the four are in their order of the questions, which they work through in one room."""
NOTES = {
    "A": ["Says why, not only what.", "Complete, and I could use it at once.", ""],
    "B": ["Right but short.", "Would need one more step.", ""],
    "C": ["No answer to the question.", "Does not help.", ""],
}
NOTED = 0.05

Labels = dict[tuple[str, str], str]


@dataclass(frozen=True)
class Judgment:
    """One row of judgments.csv; an empty answer stands for the question itself."""

    assessor: str
    question: str
    answer: str
    label: str
    note: str
    seconds: float
    at: str


def labels_of(questions: list[Question]) -> Labels:
    """Return what each assessor would say of each answer, and of each question under its own name."""
    rng = stream("community", "labels")
    labels = {}
    for question in questions:
        subjects = [(question.name, question.quality), *((a.name, a.worth) for a in question.answers)]
        for name, worth in subjects:
            for assessor, leniency in LENIENCY.items():
                seen = worth + leniency + rng.gauss(0, SPREAD)
                labels[assessor, name] = "A" if seen > 1.5 else "B" if seen > 0.5 else "C"
    return labels


def left_over(questions: list[Question], labels: Labels, runs: list[Run]) -> set[str]:
    """Return the answers that wait for the visitor: those whose labels move the ranking most."""
    values = {question.name: _values(question, labels, runs) for question in questions}
    kept = {name: rows for name, rows in values.items() if not any(map(math.isnan, rows))}
    chosen: list[str] = []
    while len(chosen) < WAITING:
        rest = {name: rows for name, rows in kept.items() if name not in chosen}
        chosen.append(max(rest, key=lambda name: (_moves([*chosen, name], kept), name)))
    rng = stream("community", "left over")
    named = {question.name: question for question in questions}
    return {rng.choice(named[name].answers).name for name in chosen}


def judge(questions: list[Question], labels: Labels, waiting: set[str]) -> list[Judgment]:
    """Return what was said, in the order of time, all but what is left over."""
    rows = [row for name in PANEL for row in _judged_by(name, questions, labels, waiting)]
    return sorted(rows, key=lambda row: (row.at, row.assessor))


def _judged_by(name: str, questions: list[Question], labels: Labels, waiting: set[str]) -> list[Judgment]:
    rng = stream("community", f"sittings of {name}")
    clock = Clock(SCHEDULE[name], rng)
    rows = []
    order = {question.name: at + rng.gauss(0, NEAR) for at, question in enumerate(questions)}
    for question in sorted(questions, key=lambda question: order[question.name]):
        subjects = [("", question.name, question.text), *((a.name, a.name, a.text) for a in question.answers)]
        for answer, key, text in subjects:
            if name == VISITOR and key in waiting:
                continue
            label = labels[name, key]
            note = rng.choice(NOTES[label]) if answer and rng.random() < NOTED else ""
            rows.append(Judgment(name, question.name, answer, label, note, *clock.tick(len(text))))
    return rows


def _values(question: Question, labels: Labels, runs: list[Run]) -> list[float]:
    """Return nDCG of each run for one question, once all have judged it."""
    gains = {}
    for answer in question.answers:
        said = [labels[name, answer.name] for name in PANEL]
        gains[answer.name] = float(ga_level(said.count("A"), said.count("B")))
    return [ndcg([gains[name] for name in run.ranked[question.name]], list(gains.values())) for run in runs]


def _moves(waiting: list[str], values: dict[str, list[float]]) -> int:
    """Return how many of the waiting questions, judged first, change the order of the runs."""
    done = [rows for name, rows in values.items() if name not in waiting]
    sums = [math.fsum(column) for column in zip(*done, strict=True)]
    before = _order(sums)
    return sum(_order([a + b for a, b in zip(sums, values[name], strict=True)]) != before for name in waiting)


def _order(sums: list[float]) -> list[int]:
    order = sorted(range(len(sums)), key=lambda at: (-sums[at], at))
    return order if all(sums[a] != sums[b] for a, b in pairwise(order)) else []
