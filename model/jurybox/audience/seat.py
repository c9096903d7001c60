"""The seat of an audience: an assessor of its own, never a person's, that takes over open work.

Votes are labels of one assessor, entered by the ordinary commands. So that they move the ranking as the
demonstrator's labels would, the audience gets the demonstrator's open answers and a place on the same panel;
answers that the demonstrator has labeled stay theirs. Ratings of the questions of these answers are copied,
so that the same questions are good ones.
"""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from itertools import count

import numpy as np

from jurybox.audience.verdict import AUDIENCE, TAKEN_OVER, is_note_of_votes
from jurybox.collection.assigned import lend
from jurybox.collection.entries import Content, Subject, check_text
from jurybox.collection.log import LogWriter, enter_facts, new_assessor
from jurybox.errors import Refused
from jurybox.gold import default_gold
from jurybox.gold.panel import IS_MISSING
from jurybox.language import tr
from jurybox.session import Session


def check_seat(session: Session, name: str = AUDIENCE) -> None:
    """Refuse a name under which somebody has labeled answers without a vote.

    An audience that voted in this collection before continues under its name.
    """
    name = name.strip()
    if not name:
        raise Refused(tr("An audience needs a name."))
    check_text(name)
    who = session.catalog.assessor_named.get(name)
    if who is None:
        return
    if session.catalog.assessors[who].removed:
        raise Refused(tr("The assessor {name} was removed. Choose another name for the audience.", name=name))
    mine = session.ledger.of_assessor(who).tolist()
    labels = (session.entry(at) for at in mine)
    if any(e.kind != "fact" and e.content.label and not is_note_of_votes(e.content.note) for e in labels):
        raise Refused(
            tr(
                "There is an assessor {name} already, whose labels are not votes. Choose another "
                "name for the audience.",
                name=name,
            )
        )
    if who == session.assessor:
        raise Refused(tr("{name} is judging here now. Choose another name for the audience.", name=name))


def free_seat(session: Session, name: str = AUDIENCE) -> str:
    """Return the first of a name, `name 2`, `name 3` and so on under which an audience may vote here."""
    for number in count(1):
        found = name if number == 1 else f"{name} {number}"
        with suppress(Refused):
            check_seat(session, found)
            return found
    raise AssertionError  # numbers do not end


def taking_seat(session: Session, name: str = AUDIENCE) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work (see `Session.store`) that gives an audience its seat and returns its position.

    It takes over the open answers of the assessor at this computer until `give_back` of
    `jurybox.collection.assigned`. Raises Refused as `check_seat` does.
    """
    check_seat(session, name)
    return handing_over(session, session.assessor, name.strip(), returns=True)


def handing_over(
    session: Session, giver: int | None, name: str, *, returns: bool = False
) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that gives one person another's open answers, and a place on the same panel.

    Answers that the giver has labeled stay assigned to the giver. Without assignments, or if the giver is
    None, there is nothing to hand over. `returns` as in `lend`.
    """
    catalog, facts = session.catalog, session.facts
    panel = [] if giver is None or giver not in facts.panel else list(facts.panel)
    codes = [catalog.assessors[at].code.hex() for at in panel]
    gold = facts.gold or str(default_gold(catalog, facts))
    taken: list[int] = []
    if giver is not None:
        who, answers = catalog.to_judge
        mine = answers[who == giver]
        taken = mine[IS_MISSING[session.ledger.labels[giver].view(np.uint8)[mine]]].tolist()
    ratings = _ratings(session, giver, name, taken)

    def work(db: sqlite3.Connection) -> int:
        row = new_assessor(db, name)
        if giver is not None:
            lend(db, giver + 1, row, [answer + 1 for answer in taken], returns=returns)
        log = LogWriter(db) if ratings else None
        for question, content in ratings:
            assert log is not None  # noqa: S101 - there are ratings
            log.write(row - 1, "judgment", Subject(question), content)
        (code,) = db.execute("SELECT code FROM assessor WHERE id = ?", (row,)).fetchone()
        if codes and bytes(code).hex() not in codes:
            # The default gold standard depends on the size of the panel.
            enter_facts(db, {"gold": gold, "panel": [*codes, bytes(code).hex()]})
        return row - 1

    return work


def _ratings(session: Session, giver: int | None, name: str, answers: list[int]) -> list[tuple[int, Content]]:
    """Return how the giver rated the questions of answers, where the taker has not rated them."""
    catalog = session.catalog
    taker = catalog.assessor_named.get(name)
    found = []
    for question in sorted({int(catalog.answer_question[answer]) for answer in answers}):
        subject = Subject(question)
        if taker is not None and session.content_in_force("judgment", taker, subject).given:
            continue
        rated = None if giver is None else session.content_in_force("judgment", giver, subject).label
        if giver is not None and rated:
            note = f"{TAKEN_OVER}{catalog.assessors[giver].name}"
            found.append((question, Content(rated, note=note)))
    return found
