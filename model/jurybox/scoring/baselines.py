"""The organisers' baseline runs: what a run is worth that knows nothing of the answers.

They are made of positions in the catalog, stored like any submitted run, with the origin "baseline", and
scored like any other. The same seed gives the same run on every machine and version: it draws with
`random.Random.random`, the one generator that Python promises to keep.

References
    Á. Rodrigo et al. 2010, section 4.1: 100 % YES and 50 % YES.
    T. Sakai et al. 2010, section 1: BASELINE-1 at random, -2 by decreasing length, -3 by time, newest first.
"""

import random as chance
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from jurybox.collection.catalog import DECISION_NO, DECISION_NONE, DECISION_YES, Catalog
from jurybox.errors import Refused

KINDS = ("all-yes", "half-yes", "random")


@dataclass(frozen=True, slots=True)
class BaselineRow:
    """One response of a baseline run, by positions in the catalog.

    `decision`: 1 yes, 0 no, -1 none; `rank` from 1, None for validation; `score`: None for decisions.
    """

    question: int
    answer: int
    rank: int | None = None
    decision: int = DECISION_NONE
    score: float | None = None


def baseline_rows(kind: str, catalog: Catalog, seed: int = 0) -> list[BaselineRow]:
    """Return a baseline that needs nothing but the catalog, by its name: all-yes, half-yes or random.

    Raises Refused with the known ones for any other name.
    """
    if kind == "all-yes":
        return all_yes(catalog)
    if kind == "half-yes":
        return half_yes(catalog, seed)
    if kind == "random":
        return random(catalog, seed)
    raise Refused(f"{kind!r} is no baseline that can be made of the catalog; known are {', '.join(KINDS)}.")


def all_yes(catalog: Catalog) -> list[BaselineRow]:
    """Return the run that validates every answer of the validation questions."""
    return [
        BaselineRow(question, answer, decision=DECISION_YES)
        for question, answer in _answers(catalog, "validation")
    ]


def half_yes(catalog: Catalog, seed: int = 0) -> list[BaselineRow]:
    """Return the run that validates a random half of the answers, of an odd number the larger half."""
    answers = list(_answers(catalog, "validation"))
    drawn = _drawn(seed, len(answers))
    order = sorted(range(len(answers)), key=drawn.__getitem__)
    chosen = set(order[: (len(answers) + 1) // 2])
    return [
        BaselineRow(question, answer, decision=DECISION_YES if at in chosen else DECISION_NO)
        for at, (question, answer) in enumerate(answers)
    ]


def random(catalog: Catalog, seed: int = 0) -> list[BaselineRow]:
    """Return the run that ranks the answers of ranked questions at random, and scores validation answers so.

    Scores are in [0, 1); a validation answer gets no decision.
    """
    drawn = _drawn(seed, catalog.answer_count)
    return _by_score(catalog, drawn.__getitem__)


def length(catalog: Catalog, lengths: Sequence[int]) -> list[BaselineRow]:
    """Return the run that holds the longer answer for the better one; `lengths`: characters by answer."""
    return _by_score(catalog, lambda answer: float(lengths[answer]))


def time(catalog: Catalog, posted: Sequence[float | None]) -> list[BaselineRow]:
    """Return the run that holds the newer answer for the better one.

    `posted`: when each answer was posted, in seconds since any moment; None where that is not known, which
    ranks last and has no score.
    """
    return _by_score(catalog, posted.__getitem__)


def _by_score(catalog: Catalog, score: Callable[[int], float | None]) -> list[BaselineRow]:
    """Return ranks for ranked questions, highest score first (ties as in the collection), scores for all."""
    rows = []
    for question in range(len(catalog.questions)):
        kind = catalog.questions[question].kind
        answers = catalog.answers_of(question).tolist()
        if kind == "validation":
            rows += [BaselineRow(question, answer, score=score(answer)) for answer in answers]
        elif kind == "ranked":
            scored = sorted(((score(answer), answer) for answer in answers), key=_highest_first)
            rows += [
                BaselineRow(question, answer, rank, score=value)
                for rank, (value, answer) in enumerate(scored, start=1)
            ]
    return rows


def _highest_first(scored: tuple[float | None, int]) -> tuple[bool, float]:
    value = scored[0]
    return value is None, -(value or 0.0)


def _answers(catalog: Catalog, kind: str) -> Iterator[tuple[int, int]]:
    """Yield question and answer for the questions of a kind, in the order of the collection."""
    for question, about in enumerate(catalog.questions):
        if about.kind == kind:
            for answer in catalog.answers_of(question).tolist():
                yield question, answer


def _drawn(seed: int, count: int) -> list[float]:
    generator = chance.Random(seed)
    return [generator.random() for _ in range(count)]
