"""What a run decides of the answers of one validation question, beside what is true of them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.language import tr_noop
from jurybox.scoring.results import Table
from jurybox.scoring.scoreboard import Scoreboard

RIGHT = tr_noop("right")
_DECISION = {1: RIGHT, 0: tr_noop("wrong"), -1: tr_noop("silent")}


def decisions_on(board: Scoreboard, run: int, question: int) -> Table:
    """Return the answers of a question with their truth, what a run decides of each, and its score.

    Words are in English, for `tr`. An answer that is not scored has no truth and no decision that counts.
    With the score if the run gives any, NaN where it gives none. Raises KeyError for a run that is not shown.
    """
    catalog = board.catalog
    candidates = catalog.answers_of(question)
    decided = _decided(board, run, candidates)
    scores = board.scores(run)
    head = ("answer", "truth", "run") + (() if scores is None else ("score",))
    rows = []
    for answer in candidates.tolist():
        said = tr_noop("not settled"), tr_noop("not counted")
        if answer in decided:
            truth = tr_noop("correct") if board.truth[answer] == 1 else tr_noop("incorrect")
            said = truth, _DECISION[decided[answer]]
        rows.append((answer, *said) if scores is None else (answer, *said, float(scores[answer])))
    return Table(head, tuple(rows))


def _decided(board: Scoreboard, run: int, candidates: NDArray[np.integer[Any]]) -> dict[int, int]:
    """Return what a run decides of those of some answers that are scored: 1 right, 0 wrong, -1 not at all."""
    answers, values = board.decided(run)
    mine = np.isin(answers, candidates)
    return dict(zip(answers[mine].tolist(), values[mine].tolist(), strict=True))
