"""The quality of the questions themselves: the good ones are those that the whole panel rated A.

Sakai et al. 2010, section 3.2: 1,429 of 1,500 questions. If the quality of a question was adjudicated, that
replaces the panel's ratings, as it does for answers.
"""

import numpy as np

from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.entries import Subject
from jurybox.collection.ledger import Ledger
from jurybox.gold.gold import Gold
from jurybox.gold.panel import Panel


def question_rating(ledger: Ledger, assessor: int, question: int) -> int:
    """Return the code of an assessor's rating of a question, 0 for none, `CONFLICT` for two."""
    in_force = ledger.in_force("judgment", assessor, Subject(question))
    if len(in_force) > 1:
        return CONFLICT
    return ledger.code_of(in_force[0]) if in_force else 0


def settled_rating(ledger: Ledger, question: int) -> int:
    """Return the code of what a question's quality was settled as, 0 nothing, `CONFLICT` two things."""
    codes = {ledger.code_of(at) for at in ledger.in_force("adjudication", 0, Subject(question))}
    return codes.pop() if len(codes) == 1 else CONFLICT if codes else 0


def _spoken_of(ledger: Ledger) -> list[int]:
    """Return the questions of which anything was ever said; no other can be good."""
    about = (ledger.subject_of(at).question for at in ledger.of_questions().tolist())
    return sorted({question for question in about if question is not None})


def good_questions(collection: Collection) -> frozenset[int]:
    """Return the questions resolved as A, or rated A by everybody on the panel who judges them, by position.

    The judges of a question are those assigned to one of its answers, and those who have rated it. A missing
    or contradictory rating is not an A; a question without judges is not good. An adjudication overrides all.
    """
    catalog, ledger = collection.catalog, collection.ledger
    panel = Panel(collection, Gold("majority"))
    judges = np.ones((len(panel.people), len(catalog.questions)), dtype=np.bool_)
    if panel.has_assignments:
        judges[:] = False
        for row, who in enumerate(panel.people.tolist()):
            judges[row, catalog.answer_question[catalog.assigned_to(who)]] = True
    good = []
    for question in _spoken_of(ledger):
        settled = settled_rating(ledger, question)
        said = [question_rating(ledger, who, question) for who in panel.people.tolist()]
        codes = [code for code, judge in zip(said, judges[:, question], strict=True) if judge or code]
        if settled:
            codes = [settled]
        if codes and all(code == LABEL_CODES["A"] for code in codes):
            good.append(question)
    return frozenset(good)
