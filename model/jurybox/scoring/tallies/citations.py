"""The tally of citations: for every run the sentences of its responses, and the support of what they cite.

A response to a question is a list of sentences. A sentence is the answers of one rank (an answer without a
rank is a sentence of its own), one answer for each document that the sentence cites; the run says yes to what
it cites, and to an answer without a document nothing. So a citation is a response with the decision yes, and
its label says whether the document supports the sentence: in full where it is correct for a strict gold
standard, in part where it is for a lenient one alone, whichever of the two is chosen.

A question is scored when every answer that a run shown cites is decided for both; it waits while a missing
label could decide one, and is left out if nobody can, if it is left unjudged on purpose, or if no run cites
anything. A run that returns nothing has no sentence, and scores 0.

Bounds: support that is still open is none at worst, and the best that labels can come to.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import DECISION_YES
from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT, Standard
from jurybox.language import tr
from jurybox.measures import CitedResponse, Measure
from jurybox.scoring.results import ON_PURPOSE, Table, Unscored
from jurybox.scoring.tallies.question_units import (
    LEFT_OUT,
    SCORED,
    WAITING,
    Ends,
    QuestionSheet,
    QuestionUnits,
    Submissions,
)
from jurybox.scoring.tallies.tally import Positions, Touched

Halves = NDArray[np.int64]

_SUPPORT = ("no", "partial", "full")
_NOTHING_CITED = tr("no run cites anything")


class CitationTally(QuestionUnits):
    """Support of what all columns cite, over questions whose runs decide on answers."""

    def restart(self) -> None:
        """Make every sheet again; a question without answers is no unit, as where answers are selected."""
        self._all = [at for at in self._all if len(self._basis.catalog.answers_of(at))]
        super().restart()

    def prepare(self) -> None:
        """Read who judges, for a strict and for a lenient gold standard."""
        basis, gold = self._basis, self.gold
        self._standards = tuple(
            Standard(basis.collection, replace(gold, mapping=mapping)) for mapping in ("strict", "lenient")
        )

    def move(self, touched: Touched) -> bool:
        """Make the sheets of the touched questions again; all where it changed who judges."""
        changed = [standard.follow(touched.answers) for standard in self._standards]
        if any(changed):
            self.restart()
            return True
        return super().move(touched)

    def sheet(self, question: int) -> "CitationSheet":
        """Return the present sheet of a question."""
        given = self.returned(question)
        cited = np.unique(given.answer[given.decision == DECISION_YES])
        strict, lenient = (standard.of(cited).possible for standard in self._standards)
        on_purpose = self.is_on_purpose(question)
        return CitationSheet(given, cited, strict, lenient, self._basis.submitted, on_purpose=on_purpose)

    def why_open(self, question: int) -> list[Unscored]:
        """Return the cited answers whose support is not decided."""
        given = self.returned(question)
        cited = np.unique(given.answer[given.decision == DECISION_YES])
        found: dict[int, Unscored] = {}
        for standard in self._standards:
            possible = standard.of(cited).possible.tolist()
            for answer, outcomes in zip(cited.tolist(), possible, strict=True):
                if outcomes not in (CAN_BE_CORRECT, CAN_BE_INCORRECT):
                    is_pending = outcomes != CAN_STAY_OUT
                    found.setdefault(answer, Unscored(answer, is_pending, standard.why(answer)))
        return list(found.values())


class CitationSheet(QuestionSheet):
    """One question: the sentences of each column, what they cite, and how far that supports them."""

    def __init__(
        self,
        given: Submissions,
        cited: Positions,
        strict: NDArray[np.int8],
        lenient: NDArray[np.int8],
        columns: int,
        *,
        on_purpose: bool,
    ) -> None:
        self._status = SCORED
        stays_out = ((strict | lenient) & CAN_STAY_OUT) > 0
        is_out = (strict == CAN_STAY_OUT) | (lenient == CAN_STAY_OUT)
        low, high = (_halves(strict, lenient, at_best=at_best) for at_best in (False, True))
        if on_purpose:
            self._status, self.reason = LEFT_OUT, ON_PURPOSE
        elif not len(cited):
            self._status, self.reason = LEFT_OUT, _NOTHING_CITED
        elif is_out.any():
            self._status, self.reason = LEFT_OUT, tr("the support of a citation cannot be settled")
        elif stays_out.any() or (low != high).any():
            self._status = WAITING
        self._can_stay_out = bool(stays_out.any())
        each = [np.flatnonzero(given.column == column) for column in range(columns)]
        self._rows = [_CitedRows(given, rows, np.searchsorted(cited, given.answer[rows]), low, high) for rows in each]

    def status(self, measure: Measure) -> int:
        """Return whether it is scored, waits or is left out; the same for every measure."""
        del measure
        return self._status

    def data(self, measure: Measure, column: int) -> CitedResponse:
        """Return the sentences of a column, and the support of what they cite."""
        del measure
        return self._rows[column].worst

    def key(self, measure: Measure, column: int) -> object:
        """Return what the scores of a column depend on."""
        return self.data(measure, column)

    def ends(self, measure: Measure, column: int) -> Ends:
        """Return the response with the least and with the most support that labels can reach."""
        del measure
        rows = self._rows[column]
        return Ends(rows.worst, rows.best, can_be_out=self._can_stay_out, exact=True)

    def table(self, measure: Measure, column: int) -> Table:
        """Return the answers of a column with the number of their sentence, and their support."""
        del measure
        return Table(("answer", "sentence", "support"), tuple(self._rows[column].lines))


class _CitedRows:
    """What one column returned to a question, at worst and at best."""

    def __init__(self, given: Submissions, rows: Positions, places: Positions, low: Halves, high: Halves) -> None:
        cites = given.decision[rows] == DECISION_YES
        rank = given.rank[rows]
        # In the order of their ranks; what has none comes behind, each row a sentence of its own.
        last = rank.max(initial=0) + 1 + np.arange(len(rows))
        found, sentence = np.unique(np.where(rank >= 0, rank, last), return_inverse=True)
        count = len(found)
        ends = [_of_rows(end, cites, places) for end in (low, high)]
        self.worst, self.best = (_response(end, cites, sentence, count) for end in ends)
        words = [
            ("not judged" if least != most else _SUPPORT[least]) if cited else "no citation"
            for least, most, cited in zip(ends[0].tolist(), ends[1].tolist(), cites.tolist(), strict=True)
        ]
        self.lines = sorted(
            zip(given.answer[rows].tolist(), (sentence + 1).tolist(), words, strict=True), key=lambda line: line[1]
        )


def _response(halves: Halves, cites: NDArray[np.bool_], sentence: Positions, count: int) -> CitedResponse:
    best = np.zeros(count, dtype=np.int64)
    np.maximum.at(best, sentence, halves)
    full, partial = (int(np.count_nonzero(halves == worth)) for worth in (2, 1))
    supported, partly = (int(np.count_nonzero(best == worth)) for worth in (2, 1))
    return CitedResponse(count, int(np.count_nonzero(cites)), full, partial, supported, partly)


def _of_rows(halves: Halves, cites: NDArray[np.bool_], places: Positions) -> Halves:
    """Return the support of each row, 0 for one that cites nothing."""
    found = np.zeros(len(cites), dtype=np.int64)
    found[cites] = halves[places[cites]]
    return found


def _halves(strict: NDArray[np.int8], lenient: NDArray[np.int8], *, at_best: bool) -> Halves:
    """Return how far answers are supported, in halves: the best or worst that labels can reach."""
    ends = [(one & CAN_BE_CORRECT) > 0 if at_best else (one & CAN_BE_INCORRECT) == 0 for one in (strict, lenient)]
    return ends[0].astype(np.int64) + ends[1]
