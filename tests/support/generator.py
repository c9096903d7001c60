"""Generated collections of any size and kind, as tables: for tests of scale and for the benchmarks.

Every table is written from its own random numbers, drawn for one stretch of questions at a time, so that a
table can be had alone, and no size needs more memory than one stretch. Equal options give equal tables.
"""

import csv
from collections.abc import Callable, Iterator
from itertools import compress, repeat
from pathlib import Path

import numpy as np
from generator_plan import HEADERS, LABELS, Grades, Kind, Plan, Stretch, nil_correct
from generator_texts import Text, answer_text, language_of, question_text, support_text
from numpy.typing import NDArray

Row = tuple[str, ...]
Numbers = NDArray[np.float64]
Words = list[str]

CHAIR = "chair"
"""Who adjudicates."""
FIRST_JUDGMENT = np.datetime64("2026-03-02T08:00:00")
CATEGORIES = ("person", "location", "date", "quantity", "object", "definition")
STATES = ("skipped", "cannot-tell", "deferred")
MILLI = np.array([f"{i / 1000:.3f}" for i in range(1001)], dtype=object)
DECISIONS = np.array(["no", "yes", ""], dtype=object)
NUGGETS = 4
"""Nuggets of every "other" question; the first two are vital."""
RETURNED = 3
"""Answers that a run returns to a list question or an "other" question, at most."""
PER_SERIES = 7
"""Questions of one series."""
AGREEING = 0.95
"""How often an assessor sees the truth."""


def write_tables(
    folder: Path,
    *,
    kind: Kind = "validation",
    questions: int = 100,
    answers_per_question: int = 6,
    runs: int = 4,
    assessors: int = 3,
    judged: float = 0.9,
    correct: float = 0.08,
    seed: int = 0,
    abstain: float = 0.0,
    text: Text = "short",
) -> None:
    """Write a collection into a folder, which is made if need be, one CSV file for each table."""
    plan = Plan(
        kind=kind,
        questions=questions,
        answers_per_question=answers_per_question,
        runs=runs,
        assessors=assessors,
        judged=judged,
        correct=correct,
        seed=seed,
        abstain=abstain,
        text=text,
    )
    folder.mkdir(parents=True, exist_ok=True)
    for table, header in HEADERS[kind].items():
        with (folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as page:
            writer = csv.writer(page, lineterminator="\n")
            writer.writerow(header.split(","))
            writer.writerows(rows(plan, table))


def rows(plan: Plan, table: str) -> Iterator[Row]:
    """Yield the rows of one table of a plan, with the columns of `HEADERS[plan.kind][table]`."""
    if table not in HEADERS[plan.kind]:
        known = ", ".join(HEADERS[plan.kind])
        raise ValueError(f"a collection of kind {plan.kind} has the tables {known}, not {table!r}")
    yield from _ROWS[table](plan)


def question_name(question: int) -> str:
    """Return the id of a question by its position."""
    return f"q{question + 1:06d}"


def _names(plan: Plan, stretch: Stretch) -> tuple[Words, Words]:
    """Return for every answer of a stretch the ids of its question and its own."""
    number = plan.answers_per_question
    ids = [question_name(q) for q in range(stretch.first, stretch.first + stretch.size)]
    tails = [f"-{a + 1}" for a in range(number)]
    return [q for q in ids for _ in tails], [q + tail for q in ids for tail in tails]


def _assessor_names(plan: Plan) -> Words:
    return [f"a{k + 1}" for k in range(plan.assessors)]


def _questions(plan: Plan) -> Iterator[Row]:
    in_series = plan.kind in ("factoid", "list", "other")
    for q in range(plan.questions):
        head = (question_name(q), plan.kind, question_text(plan.text, q))
        category, lang = CATEGORIES[q % len(CATEGORIES)], language_of(plan.text, q).code
        if not in_series:
            yield (*head, category, lang)
            continue
        series, position = divmod(q, PER_SERIES)
        where = language_of(plan.text, series).where
        target = f"{where[series % len(where)]} {series + 1}"
        nil = "yes" if plan.kind == "factoid" and bool(nil_correct(np.array([q]))[0]) else ""
        yield (*head, f"s{series + 1:05d}", target, "location", str(position + 1), category, nil, lang)


def _answers(plan: Plan) -> Iterator[Row]:
    best = LABELS[plan.kind][-1]
    for stretch in plan.stretches():
        grades = plan.truth(stretch)
        for i, q in enumerate(range(stretch.first, stretch.first + stretch.size)):
            question, asker = question_name(q), int(np.argmax(grades[i]))
            for a, grade in enumerate(grades[i].tolist()):
                head = (question, f"{question}-{a + 1}", answer_text(plan.text, q, a))
                right = LABELS[plan.kind][grade] == best
                if plan.kind == "ranked":
                    said = support_text(plan.text, q, a, correct=right)
                    posted = f"2009-{q % 12 + 1:02d}-{a % 28 + 1:02d}T12:{q % 60:02d}:00Z"
                    yield (*head[:2], said, f"u{(q * 31 + a) % 997}", posted, "yes" if a == asker else "no")
                else:
                    yield (*head, f"d{q * 3 + a % 3:07d}", support_text(plan.text, q, a, correct=right))


def _runs(plan: Plan) -> Iterator[Row]:
    for r in range(plan.runs):
        yield f"run-{r + 1}", f"team-{r // 2 + 1}", f"Noise {_noise(plan, r):.2f}"


def _assessors(plan: Plan) -> Iterator[Row]:
    yield from ((name, "person", "yes") for name in _assessor_names(plan))
    if plan.assessors > 1:
        yield CHAIR, "person", "no"


def _assignments(plan: Plan) -> Iterator[Row]:
    for name in _assessor_names(plan):
        for q in range(plan.questions):
            yield name, question_name(q), ""


def _noise(plan: Plan, run: int) -> float:
    """Return how badly a run looks: the first ones see best."""
    return 0.15 + 1.2 * run / max(1, plan.runs - 1)


def _looks(plan: Plan, run: int, stretch: Stretch) -> Numbers:
    """Return how right every answer looks to a run, in [0, 1]."""
    grades = plan.truth(stretch) / (len(LABELS[plan.kind]) - 1)
    noise = plan.draws("looks", run, stretch.at).normal(size=grades.shape)
    limit = 0.65 - 0.4 * run / max(1, plan.runs)
    looks: Numbers = 1 / (1 + np.exp(-4 * (grades + _noise(plan, run) * noise - limit)))
    return looks


def _milli(values: Numbers) -> Words:
    words: Words = MILLI[np.rint(values * 1000).astype(np.int64).ravel()].tolist()
    return words


def _responses(plan: Plan) -> Iterator[Row]:
    of_stretch = {
        "validation": _validated,
        "factoid": _answered,
        "list": _returned,
        "other": _returned,
        "ranked": _returned,
    }[plan.kind]
    for r in range(plan.runs):
        for stretch in plan.stretches():
            yield from of_stretch(plan, r, stretch)


def _validated(plan: Plan, run: int, stretch: Stretch) -> Iterator[Row]:
    """Decide about every answer; half of the silence is an empty decision, half of it no row."""
    questions, answers = _names(plan, stretch)
    looks = _looks(plan, run, stretch)
    silence = plan.draws("silence", run, stretch.at).random(looks.shape)
    abstained, kept = silence < plan.abstain, (silence >= plan.abstain / 2).ravel()
    validated = (looks > 0.5) & ~abstained
    chosen = np.zeros_like(validated)
    best = np.argmax(np.where(validated, looks, -1.0), axis=1)
    chosen[np.arange(len(best)), best] = True
    decisions = DECISIONS[np.where(abstained, 2, validated).ravel()].tolist()
    selected = np.where((chosen & validated).ravel(), "yes", "").tolist()
    sure = _milli(np.maximum(looks, 1 - looks))
    confidences = [c if d else "" for c, d in zip(sure, decisions, strict=True)]
    head = (repeat(f"run-{run + 1}"), questions, repeat(""), answers)
    lines = zip(*head, decisions, selected, confidences, _milli(looks), strict=False)
    yield from compress(lines, kept.tolist())


def _answered(plan: Plan, run: int, stretch: Stretch) -> Iterator[Row]:
    """Answer every question once: with an answer, with NIL, or keeping a candidate back; or not at all."""
    looks = _looks(plan, run, stretch)
    best, look = np.argmax(looks, axis=1).tolist(), np.max(looks, axis=1)
    silence = plan.draws("silence", run, stretch.at).random((2, stretch.size)).tolist()
    scores = _milli(look)
    for i, (kept, nil) in enumerate(zip(*silence, strict=True)):
        if kept < plan.abstain / 2:
            continue
        question = question_name(stretch.first + i)
        answer = "NIL" if nil < 0.05 else f"{question}-{best[i] + 1}"
        answered = "no" if kept < plan.abstain else "yes"
        yield f"run-{run + 1}", question, "1", answer, answered, scores[i], scores[i]


def _returned(plan: Plan, run: int, stretch: Stretch) -> Iterator[Row]:
    """Rank the answers of a question: all of them, or the first few for list and "other" questions."""
    looks = _looks(plan, run, stretch)
    order = np.argsort(-looks, axis=1, kind="stable")
    scores = _milli(np.take_along_axis(looks, order, axis=1))
    number, every = plan.answers_per_question, plan.kind == "ranked"
    silence = plan.draws("silence", run, stretch.at).random((2, stretch.size)).tolist()
    name = f"run-{run + 1}"
    for i, (kept, length) in enumerate(zip(*silence, strict=True)):
        if kept < plan.abstain:
            continue
        question = question_name(stretch.first + i)
        count = number if every else min(number, 1 + int(length * RETURNED))
        for rank, answer in enumerate(order[i, :count].tolist()):
            score = scores[i * number + rank]
            yield name, question, str(rank + 1), f"{question}-{answer + 1}", "", "", score


def _times(plan: Plan) -> Iterator[Row]:
    for r in range(plan.runs):
        for stretch in plan.stretches():
            seconds = 0.2 + plan.draws("times", r, stretch.at).exponential(r + 1.0, stretch.size)
            for i, value in enumerate(seconds.tolist()):
                yield f"run-{r + 1}", question_name(stretch.first + i), f"{value:.2f}"


def _labels(plan: Plan, stretch: Stretch, assessor: int) -> tuple[Grades, Numbers]:
    """Return the grade that an assessor sees in every answer, and a draw that says whether it is given.

    Nobody calls an answer correct where the collection holds none.
    """
    grades = plan.truth(stretch).ravel()
    drawn = plan.draws("labels", assessor, stretch.at).random((3, grades.size))
    others = len(LABELS[plan.kind]) - 1
    shift = np.where(drawn[0] < AGREEING, 0, 1 + (drawn[1] * others).astype(np.int64))
    seen: Grades = (grades + shift) % (others + 1)
    if plan.kind == "factoid":
        without = nil_correct(np.arange(stretch.first, stretch.first + stretch.size))
        seen = np.where(np.repeat(without, plan.answers_per_question), np.minimum(seen, others - 1), seen)
    return seen, drawn[2]


def _judgments(plan: Plan) -> Iterator[Row]:
    """Label by label, stretch by stretch; of what is missing, a tenth is skipped or the like."""
    words = np.array(["", *LABELS[plan.kind]], dtype=object)
    for stretch in plan.stretches():
        questions, answers = _names(plan, stretch)
        given = np.full((plan.assessors, len(answers)), -1)
        for k, name in enumerate(_assessor_names(plan)):
            seen, drawn = _labels(plan, stretch, k)
            given[k] = np.where(drawn < plan.judged, seen, -1)
            rest = (drawn >= plan.judged) & (drawn < plan.judged + (1 - plan.judged) / 10)
            states = np.where(rest, np.resize(np.array(STATES), len(answers)), "").tolist()
            seconds, times = _working(stretch, drawn)
            labels = words[given[k] + 1].tolist()
            lines = zip(
                *(repeat(name), questions, answers, labels, states, repeat("")),
                *(seconds, times, repeat("")),
                strict=False,
            )
            yield from compress(lines, ((given[k] >= 0) | rest).tolist())
        if plan.assessors > 1 and plan.kind != "ranked":
            yield from _adjudications(plan, stretch, given)


def _working(stretch: Stretch, drawn: Numbers) -> tuple[Words, Words]:
    """Return active seconds and times of day of one assessor's labels, fourteen seconds apart."""
    first = FIRST_JUDGMENT + np.timedelta64(14, "s") * stretch.first * (len(drawn) // max(1, stretch.size))
    moments = np.datetime_as_string(first + np.timedelta64(14, "s") * np.arange(len(drawn)), unit="s")
    tenths = (30 + drawn * 90).astype(np.int64).tolist()
    return [f"{t // 10}.{t % 10}" for t in tenths], [f"{moment}Z" for moment in moments.tolist()]


def _adjudications(plan: Plan, stretch: Stretch, given: Grades) -> Iterator[Row]:
    """Settle half of the answers about which the assessors are divided, as they truly are."""
    questions, answers = _names(plan, stretch)
    low = np.where(given < 0, len(LABELS[plan.kind]), given).min(axis=0)
    divided = (given.max(axis=0) > low) & (given.max(axis=0) >= 0)
    drawn = plan.draws("adjudication", stretch.at).random(len(answers)) < 0.5
    truth = plan.truth(stretch).ravel()
    for i in np.flatnonzero(divided & drawn).tolist():
        label = LABELS[plan.kind][truth[i]]
        yield CHAIR, questions[i], answers[i], label, "", "", "9.0", "2026-06-01T09:00:00Z", "adjudication"


def _distinct(plan: Plan) -> Iterator[Row]:
    """Put the correct answers into groups, two neighbors together."""
    for stretch in plan.stretches():
        questions, answers = _names(plan, stretch)
        grades = plan.truth(stretch).ravel()
        for i in np.flatnonzero(grades == len(LABELS[plan.kind]) - 1).tolist():
            yield questions[i], answers[i], f"g{i % plan.answers_per_question // 2 + 1}"


def _instances(plan: Plan) -> Iterator[Row]:
    """Add to every third list question an instance that no run returned."""
    for q in range(0, plan.questions, 3):
        yield question_name(q), "more", answer_text(plan.text, q, 131)


def _nuggets(plan: Plan) -> Iterator[Row]:
    """Word the nuggets; the first assessor is their author, the others vote where they have judged."""
    for q in range(plan.questions):
        drawn = plan.draws("nuggets", q).random((max(1, plan.assessors), NUGGETS, 2)).tolist()
        for n in range(NUGGETS):
            fact = support_text("short", q, n, correct=True)
            for k, name in enumerate(_assessor_names(plan) or [""]):
                here, other = drawn[k][n]
                if k == 0 or here < plan.judged:
                    vital = (n < 2) == (other < AGREEING)
                    yield question_name(q), f"n{n + 1}", fact, "vital" if vital else "okay", name


def _matches(plan: Plan) -> Iterator[Row]:
    """Match every answer with every nugget of its question: a good answer has one of them."""
    for stretch in plan.stretches():
        questions, answers = _names(plan, stretch)
        for k, name in enumerate(_assessor_names(plan)):
            seen, _ = _labels(plan, stretch, k)
            drawn = plan.draws("matches", k, stretch.at).random((len(answers), NUGGETS)).tolist()
            for i, grade in enumerate(seen.tolist()):
                for n in range(NUGGETS):
                    if drawn[i][n] < plan.judged:
                        match = ("yes" if n else "partial") if grade and i % NUGGETS == n else "no"
                        yield name, questions[i], answers[i], f"n{n + 1}", match


_ROWS: dict[str, Callable[[Plan], Iterator[Row]]] = {
    "questions": _questions,
    "answers": _answers,
    "responses": _responses,
    "runs": _runs,
    "assessors": _assessors,
    "assignments": _assignments,
    "judgments": _judgments,
    "times": _times,
    "distinct": _distinct,
    "instances": _instances,
    "nuggets": _nuggets,
    "matches": _matches,
}
