"""Reading tests: questions with a closed list of options, of which one is correct.

Labels are stored for each option that somebody labeled; calling one option correct implies that the others
are not (Peñas & Rodrigo 2011, section 2).
"""

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.gold.panel import IS_MISSING, Codes, Mask, Positions

_CORRECT, _INCORRECT = LABEL_CODES["correct"], LABEL_CODES["incorrect"]


class ClosedLists:
    """The questions of a collection that have a closed list; false if there are none."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._question = catalog.answer_question
        self._is_closed: Mask = np.zeros(len(catalog.questions), dtype=np.bool_)
        self._is_closed[list(catalog.closed)] = True

    def __bool__(self) -> bool:
        return bool(self._catalog.closed)

    def spread(self, answers: Positions) -> Positions:
        """Return these answers and, for closed lists, the others of their questions."""
        if not self:
            return answers
        questions = np.unique(self._question[answers])
        others = [self._catalog.answers_of(q) for q in questions[self._is_closed[questions]].tolist()]
        return np.unique(np.concatenate([answers, *others])).astype(np.int64)

    def completed(self, labels: Codes, rows: Positions, answers: Positions, codes: Codes) -> Codes:
        """Return `codes` of these answers completed by what follows from the options called correct.

        `labels` has all entries, `codes` its `rows` for `answers`. If a row calls an answer of a closed list
        correct, its missing labels of the others are incorrect.
        """
        closed = np.flatnonzero(self._is_closed[self._question[answers]])
        if not len(closed):
            return codes
        questions, at = np.unique(self._question[answers[closed]], return_inverse=True)
        marked = np.array(
            [(labels[rows[:, None], self._catalog.answers_of(q)] == _CORRECT).any(axis=1) for q in questions]
        )
        found = codes[:, closed]
        follows = marked[at].T & IS_MISSING[found.view(np.uint8)] & (found != CONFLICT)
        completed = codes.copy()
        completed[:, closed] = np.where(follows, np.int8(_INCORRECT), found)
        return completed
