"""Baseline runs of the organizer: the scores of runs that know nothing of the answers.

They are made from positions in the catalog, stored like submitted runs, with the origin "baseline", and
scored like them. Adding one is bulk work with a backup, not undone by Ctrl+Z. The same seed gives the same
run on every machine and version: `random.Random.random` is the one generator that Python promises to keep.

References
    Á. Rodrigo et al. 2010, section 4.1: 100 % YES and 50 % YES.
    T. Sakai et al. 2010, section 1: BASELINE-1 at random, -2 by decreasing length, -3 by time, newest first.
"""

import random as chance
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from jurybox.collection.catalog import DECISION_NO, DECISION_NONE, DECISION_YES, Catalog
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.lists import comma_list, or_list
from jurybox.session import Session

_FROM_CATALOG = ("all-yes", "half-yes", "random")


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
    """Return a baseline that needs only the catalog, by its name: all-yes, half-yes or random.

    Raises Refused with the known ones for any other name.
    """
    if kind == "all-yes":
        return all_yes(catalog)
    if kind == "half-yes":
        return half_yes(catalog, seed)
    if kind == "random":
        return random_order(catalog, seed)
    raise Refused(
        tr(
            "{kind!r} is not a baseline that can be made of the catalog; choose from {from_catalog}.",
            kind=kind,
            from_catalog=comma_list(_FROM_CATALOG),
        )
    )


def all_yes(catalog: Catalog) -> list[BaselineRow]:
    """Return the run that validates every answer of the validation questions."""
    return [BaselineRow(question, answer, decision=DECISION_YES) for question, answer in _answers_decided(catalog)]


def half_yes(catalog: Catalog, seed: int = 0) -> list[BaselineRow]:
    """Return the run that validates a random half of the answers; with an odd number, the larger half."""
    answers = list(_answers_decided(catalog))
    drawn = _drawn(seed, len(answers))
    order = sorted(range(len(answers)), key=drawn.__getitem__)
    chosen = set(order[: (len(answers) + 1) // 2])
    return [
        BaselineRow(question, answer, decision=DECISION_YES if at in chosen else DECISION_NO)
        for at, (question, answer) in enumerate(answers)
    ]


def random_order(catalog: Catalog, seed: int = 0) -> list[BaselineRow]:
    """Return the run that ranks answers of ranked questions, and scores validation answers, at random.

    Scores are in [0, 1); a validation answer gets no decision.
    """
    drawn = _drawn(seed, catalog.answer_count)
    return _by_score(catalog, drawn.__getitem__)


def longest_first(catalog: Catalog, lengths: Sequence[int]) -> list[BaselineRow]:
    """Return the run that considers longer answers better; `lengths`: characters by answer."""
    return _by_score(catalog, lambda answer: float(lengths[answer]))


def newest_first(catalog: Catalog, posted: Sequence[float | None]) -> list[BaselineRow]:
    """Return the run that considers newer answers better.

    `posted`: when each answer was posted, in seconds since any moment; None if unknown, which is ranked last
    without a score.
    """
    return _by_score(catalog, posted.__getitem__)


def _by_score(catalog: Catalog, score: Callable[[int], float | None]) -> list[BaselineRow]:
    """Return ranks for ranked questions, highest score first (ties as in the collection), scores for all."""
    rows = []
    for question in range(len(catalog.questions)):
        kind = KINDS[catalog.questions[question].kind]
        answers = catalog.answers_of(question).tolist()
        if kind.decides:
            rows += [BaselineRow(question, answer, score=score(answer)) for answer in answers]
        elif kind.is_graded:
            scored = sorted(((score(answer), answer) for answer in answers), key=_highest_first)
            rows += [
                BaselineRow(question, answer, rank, score=value) for rank, (value, answer) in enumerate(scored, start=1)
            ]
    return rows


def _highest_first(scored: tuple[float | None, int]) -> tuple[bool, float]:
    value = scored[0]
    return value is None, -(value or 0.0)


def _answers_decided(catalog: Catalog) -> Iterator[tuple[int, int]]:
    """Yield question and answer where runs decide about answers, in the order of the collection."""
    for question, about in enumerate(catalog.questions):
        if KINDS[about.kind].decides:
            for answer in catalog.answers_of(question).tolist():
                yield question, answer


def _drawn(seed: int, count: int) -> list[float]:
    generator = chance.Random(seed)
    return [generator.random() for _ in range(count)]


BASELINES = {
    "random": tr("answers in random order"),
    "length": tr("longest answer first"),
    "time": tr("newest answer first"),
    "all-yes": tr("every answer validated"),
    "half-yes": tr("half of the answers validated, at random"),
}
"""The description of each kind of baseline; the first three score answers to validate, and rank the others.
"""

_DRAWN = ("half-yes", "random")
_VALIDATING = ("all-yes", "half-yes")


def adding_baseline(session: Session, kind: str, seed: int = 0, name: str = "") -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that adds a baseline (see `Session.store_later`) and returns its response count.

    `kind`: one of `BASELINES`, and the run's name if none is given; `seed`: of random choices. Raises Refused
    if no question can have such a run; the work does so if a run has that name, or if `kind` is "time" and no
    answer has a time of posting.
    """
    catalog, called = session.catalog, name or kind
    wanted = [one for one in KINDS.values() if one.decides or (one.is_graded and kind not in _VALIDATING)]
    if not catalog.asks(lambda one: one in wanted)[catalog.answer_question].any():
        listed = or_list(one.name for one in wanted)
        raise Refused(
            tr(
                "{path} has no {listed} question, so {kind} has no answer. Nothing was added.",
                path=session.path,
                listed=listed,
                kind=kind,
            )
        )
    message = f"{kind}, seed {seed}" if kind in _DRAWN else kind
    return lambda db: _add_run(db, called, message, _rows(db, kind, catalog, seed))


def _add_run(db: sqlite3.Connection, name: str, description: str, rows: Iterable[BaselineRow]) -> int:
    """Add a run in the caller's transaction and return its number of responses; refuse a name in use."""
    if db.execute("SELECT 1 FROM run WHERE name = ?", (name,)).fetchone():
        raise Refused(tr("There is a run {name!r} already. Nothing was added; choose another name.", name=name))
    run = db.execute(
        "INSERT INTO run (name, description, origin) VALUES (?, ?, 'baseline')", (name, description)
    ).lastrowid
    added = db.executemany(
        "INSERT INTO response (run, question, answer, nil, rank, answered, decision, selected, score) "
        "VALUES (?, ?, ?, 0, ?, 1, ?, 0, ?)",
        ((run, row.question + 1, row.answer + 1, row.rank, row.decision, row.score) for row in rows),
    )
    return added.rowcount


def _rows(db: sqlite3.Connection, kind: str, catalog: Catalog, seed: int) -> list[BaselineRow]:
    if kind == "length":
        sizes = db.execute("SELECT length(text) FROM answer ORDER BY id")
        return longest_first(catalog, [int(size or 0) for (size,) in sizes])
    if kind == "time":
        moments = db.execute("SELECT posted_at FROM answer ORDER BY id")
        posted = [_seconds(moment) for (moment,) in moments]
        if not any(moment is not None for moment in posted):
            raise Refused(tr("No answer says when it was posted, so none is newest. Nothing was added."))
        return newest_first(catalog, posted)
    return baseline_rows(kind, catalog, seed)


def _seconds(moment: str | None) -> float | None:
    """Return a time such as 2009-05-03T10:00:00 in seconds since 1970 (UTC); None for anything else."""
    try:
        found = datetime.fromisoformat(str(moment or ""))
    except ValueError:
        return None
    return (found.replace(tzinfo=None) - (found.utcoffset() or _ZERO) - _EPOCH).total_seconds()


_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - compared with moments whose offset is taken off
_ZERO = _EPOCH - _EPOCH
