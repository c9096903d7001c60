"""Reading and storing assignments: the input of a plan, and its result in the file."""

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from jurybox.campaign.plan import Dealt, Pair, Plan, Work, deal
from jurybox.campaign.progress import judged_answers
from jurybox.collection.assigned import assignments, rewrite_assignments
from jurybox.collection.catalog import Catalog, read_catalog
from jurybox.collection.facts import SQL_KIND
from jurybox.collection.ledger import read_ledger
from jurybox.collection.log import bring_back, enter_facts, new_assessor
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.pool import read_unasked
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.language import tr

_JUDGED = (
    "SELECT DISTINCT e.assessor - 1, e.question - 1 FROM entry e "  # noqa: S608 - our own words
    "WHERE e.question IS NOT NULL AND e.kind NOT IN ('fact', 'adjudication', 'nugget', 'instance') "
    "AND (e.label IS NOT NULL OR e.state IS NOT NULL) "
    "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id) "
    "AND NOT (e.act = 'import' AND (e.answer IS NULL "
    f"OR e.assessor IN (SELECT id FROM assessor WHERE name = ? OR {SQL_KIND} <> 'person')))"
)
"""Who has worked on which question. Imported labels of models and answer keys, entries imported in the name of
the organizer (the parameter), and those that are about no answer, such as whoever's votes on a list of nuggets,
take no question away from people.
"""


@dataclass(frozen=True, slots=True)
class Campaign:
    """A plan with everything stored beside it: names of new assessors, calibration set, share of repeats.

    `people` are the names that the positions in `plan.assessors` stand for, in the same order; a new name is
    added as a person. `repeats` and `calibration` None leave the settings unchanged.
    """

    people: tuple[str, ...]
    overlap: int = 1
    questions: frozenset[int] | None = None
    calibration: frozenset[int] | None = None
    repeats: float | None = None
    seed: int = 0
    add: bool = False
    most_questions: int | None = None
    most_answers: int | None = None
    together: bool = False

    def __post_init__(self) -> None:
        if len(set(self.people)) < len(self.people):
            raise Refused(tr("An assessor is named twice. Nothing was changed."))
        if any(not name.strip() for name in self.people):
            raise Refused(tr("An assessor needs a name. Nothing was changed."))


def read_work(db: sqlite3.Connection) -> Work:
    """Read, from an open collection file, what there is to assign."""
    answers = dict(
        db.execute("SELECT q.id - 1, count(a.id) FROM question q LEFT JOIN answer a ON a.question = q.id GROUP BY q.id")
    )
    unasked = read_unasked(db)
    for question, count in _questions_of(db, unasked).items():
        answers[question] -= count
    assigned = frozenset(db.execute("SELECT DISTINCT assessor - 1, question - 1 FROM assignment"))
    judged = frozenset(db.execute(_JUDGED, (ORGANIZER,)))
    series = dict(db.execute("SELECT id - 1, series FROM question WHERE series IS NOT NULL"))
    return Work(answers, judged, assigned or None, _done(db, {who for who, _ in judged}, unasked), series)


def _questions_of(db: sqlite3.Connection, answers: Collection[int]) -> Counter[int]:
    """Return how many of these answers each question has."""
    rows = db.execute("SELECT id, question - 1 FROM answer") if answers else ()
    return Counter(question for answer, question in rows if answer in answers)


def _done(db: sqlite3.Connection, people: Iterable[int], unasked: Collection[int]) -> dict[Pair, int]:
    """Return how many answers of each question these assessors have judged, as progress counts them."""
    catalog = read_catalog(db)
    ledger = read_ledger(db, len(catalog.assessors), catalog.answer_count)
    asked = ~np.isin(np.arange(1, catalog.answer_count + 1), list(unasked))
    counts = {who: np.bincount(catalog.answer_question[judged_answers(catalog, ledger, who) & asked]) for who in people}
    return {
        (who, question): int(count[question])
        for who, count in counts.items()
        for question in np.flatnonzero(count).tolist()
    }


def preview(db: sqlite3.Connection, campaign: Campaign) -> tuple[Dealt, tuple[str, ...]]:
    """Return the effect of storing it, and everybody's name by position; nothing is changed."""
    names = [name for (name,) in db.execute("SELECT name FROM assessor ORDER BY id")]
    names += [name for name in campaign.people if name not in names]
    return deal(_plan(db, campaign, names), read_work(db)), tuple(names)


def store_campaign(db: sqlite3.Connection, campaign: Campaign) -> Dealt:
    """Store who judges what, in the caller's transaction; new people are added.

    Assignments are for whole questions, so that answers that late runs add to a question are assigned like
    the others. Assignments of questions outside the plan are unchanged.
    """
    for name in campaign.people:
        new_assessor(db, name)
    bring_back(db, campaign.people)
    names = [name for (name,) in db.execute("SELECT name FROM assessor ORDER BY id")]
    work = read_work(db)
    plan = _plan(db, campaign, names)
    dealt = deal(plan, work)
    changed = set(work.answers) if plan.questions is None else set(plan.questions) | plan.calibration
    rows = [row for row in assignments(db) if row[1] - 1 not in changed]
    rows += [(who + 1, question + 1, None) for who, question in sorted(dealt.pairs) if question in changed]
    rewrite_assignments(db, rows)
    enter_facts(db, _facts(db, campaign))
    return dealt


def can_calibrate(catalog: Catalog, question: int) -> bool:
    """Return whether a question can be in a calibration set: only if its answers get labels."""
    return KINDS[catalog.questions[question].kind].is_labeled


def check_calibration(catalog: Catalog, questions: Iterable[int]) -> None:
    """Refuse a calibration set with a question whose answers get no labels."""
    for at in sorted(questions):
        if not can_calibrate(catalog, at):
            name = catalog.questions[at].name
            raise Refused(
                tr(
                    "{name} is matched with nuggets, so there is no label to compare with a key. Nothing was changed.",
                    name=name,
                )
            )


def store_calibration(db: sqlite3.Connection, questions: frozenset[int]) -> None:
    """Store the calibration set, in the caller's transaction, and let everybody judge its questions.

    Everybody means everyone with an assignment; without assignments everybody already judges everything.
    Questions that leave the set stay with their assessors.
    """
    query = "SELECT DISTINCT a.name FROM assignment x JOIN assessor a ON a.id = x.assessor ORDER BY a.id"
    people = tuple(name for (name,) in db.execute(query))
    set_now = Campaign(people, 1, questions, questions, add=True)
    if people and questions:
        store_campaign(db, set_now)
    else:
        enter_facts(db, _facts(db, set_now))


def assign_everything(db: sqlite3.Connection) -> None:
    """Remove all assignments: everybody judges everything."""
    rewrite_assignments(db, [])


def _plan(db: sqlite3.Connection, campaign: Campaign, names: list[str]) -> Plan:
    calibration = campaign.calibration
    if calibration is None:
        calibration = stored_calibration(db)
        if campaign.questions is not None:
            calibration &= campaign.questions
    return Plan(
        tuple(names.index(name) for name in campaign.people),
        campaign.overlap,
        campaign.questions,
        calibration,
        campaign.seed,
        campaign.add,
        campaign.most_questions,
        campaign.most_answers,
        campaign.together,
    )


def stored_calibration(db: sqlite3.Connection) -> frozenset[int]:
    """Return the questions of the calibration set in force."""
    query = (
        "SELECT q.id - 1 FROM entry e, json_each(e.label) j JOIN question q ON q.name = j.value "
        "WHERE e.kind = 'fact' AND e.fact = 'calibration' AND e.label IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
    )
    return frozenset(at for (at,) in db.execute(query))


def _facts(db: sqlite3.Connection, campaign: Campaign) -> dict[str, object]:
    facts: dict[str, object] = {}
    if campaign.calibration is not None:
        chosen = sorted(campaign.calibration)
        names = dict(db.execute("SELECT id - 1, name FROM question"))
        facts["calibration"] = [names[at] for at in chosen] or None
    if campaign.repeats is not None:
        facts["repeats"] = campaign.repeats or None
    return facts
