"""What an assessor has said about answers, as their queue and the progress of all count it."""

from typing import NamedTuple

import numpy as np

from jurybox.collection.catalog import Bytes, Catalog, Ints
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.entries import Subject
from jurybox.collection.ledger import Ledger
from jurybox.judging.filters import Mask, is_open
from jurybox.judging.nugget_work import matched_with_all
from jurybox.judging.sent_back import sent_back

_MATCHED = LABEL_CODES["yes"]


class QueueCodes(NamedTuple):
    """The codes of answers, those of their first labels, and which repeats only have the state of the first."""

    codes: Bytes
    first: Bytes
    copied: Mask


def queue_codes(catalog: Catalog, ledger: Ledger, assessor: int, answers: Ints, again: Mask) -> QueueCodes:
    """Return what an assessor has said about these answers; `again`: which are met a second time.

    What was skipped the first time, or the like, is not asked again. A response counts as judged once it is
    matched with every nugget, and what the organizer returned is open until there is a new entry about it.
    """
    first = ledger.labels[assessor][answers].astype(np.int8)
    codes, copied = first.copy(), np.zeros(len(answers), dtype=np.bool_)
    for at in np.flatnonzero(again).tolist():
        answer = int(answers[at])
        subject = Subject(int(catalog.answer_question[answer]), answer)
        in_force = ledger.in_force("repeat", assessor, subject)
        state = int(first[at]) if CONFLICT < first[at] < 0 else 0
        copied[at] = not in_force
        codes[at] = CONFLICT if len(in_force) > 1 else ledger.code_of(in_force[0]) if in_force else state
    _see_boards(catalog, ledger, assessor, answers, codes)
    if ledger.board.sent_back:
        back = [one.subject.answer for one in sent_back(catalog, ledger, assessor) if one.subject.answer is not None]
        codes[np.isin(answers, back) & ~again] = 0
    return QueueCodes(codes, first, copied)


def code_of_list(codes: Bytes) -> int:
    """Return the code that a closed list of options has as a whole: that of an open one, else the highest."""
    waits = codes[is_open(codes)]
    return int(waits[0] if len(waits) else codes.max())


def _see_boards(catalog: Catalog, ledger: Ledger, assessor: int, answers: Ints, codes: Bytes) -> None:
    questions = catalog.answer_question[answers]
    on_board = catalog.is_matched[questions] & (codes == 0)
    for question in np.unique(questions[on_board]).tolist():
        if assessor not in ledger.board.matches_of(question).assessors():
            continue
        here = np.flatnonzero(on_board & (questions == question))
        codes[here[matched_with_all(catalog, ledger, question, answers[here].tolist(), assessor)]] = _MATCHED
