"""What runs returned to list questions and to Other questions, read once for all sheets."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from jurybox.scoring.basis import Basis
from jurybox.scoring.tally import Positions


class Submissions(NamedTuple):
    """What the columns returned to one question: column and answer of every response, and its length."""

    column: Positions
    answer: Positions
    length: Positions


def submissions(basis: Basis, questions: Iterable[int]) -> dict[int, Submissions]:
    """Return what was returned to questions; responses left unanswered, and NIL, return nothing."""
    responses = basis.catalog.responses
    column = np.full(len(basis.catalog.runs), -1, dtype=np.int64)
    for run, at in basis.column_of.items():
        if run < len(column):
            column[run] = at
    wanted = (
        np.isin(responses.question, list(questions)) & (responses.answered == 1) & (responses.answer >= 0)
    )
    rows = (
        np.flatnonzero(wanted & (column[responses.run] >= 0)) if len(column) else np.empty(0, dtype=np.int64)
    )
    rows = rows[np.argsort(responses.question[rows], kind="stable")]
    asked, starts = np.unique(responses.question[rows], return_index=True)
    length = responses.length if len(responses.length) else np.zeros(len(responses), dtype=np.int32)
    return {
        int(question): Submissions(
            column[responses.run[each]],
            responses.answer[each].astype(np.int64),
            length[each].astype(np.int64),
        )
        for question, each in zip(asked, np.split(rows, starts[1:])[: len(asked)], strict=True)
    }


NOTHING = Submissions(*(np.empty(0, dtype=np.int64) for _ in range(3)))
