"""The decisions of the runs shown on the answers of one kind of question, as arrays for counting."""

from functools import cached_property
from typing import Self
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import DECISION_NO, DECISION_YES, Catalog
from jurybox.kinds import kind_code

YES, NO, SILENT = 0, 1, 2
"""Decisions as rows of a table of counts; no response and a response without a decision are both silent."""

Small = NDArray[np.int8]
Positions = NDArray[np.int64]
Places = NDArray[np.int32]
Scores = NDArray[np.float64]
Selected = NDArray[np.bool_]

_ROW_OF_DECISION = np.full(3, SILENT, dtype=np.int8)
_ROW_OF_DECISION[[DECISION_YES, DECISION_NO]] = YES, NO


class Submitted:
    """Decisions, selections and scores of the runs shown; withdrawn runs are not among them.

    A unit is a pooled answer of a question of `kind`, in the order of the collection; a column is a run. Where
    a run responds more than once to an answer, its first response counts.
    """

    def __init__(self, catalog: Catalog, withdrawn: frozenset[int], kind: str) -> None:
        responses, answers = catalog.responses, catalog.answer_question
        self._responses, self._withdrawn, self._outside = responses, withdrawn, catalog.outside
        self.runs = tuple(run for run in range(len(catalog.runs)) if run not in withdrawn)
        self.column_of = {run: column for column, run in enumerate(self.runs)}
        of_kind = catalog.kind_of_question[answers] == kind_code(kind)
        self.units: Positions = np.flatnonzero(of_kind & (catalog.pooled_question >= 0))
        self.unit_of: Places = np.full(catalog.answer_count, -1, dtype=np.int32)
        self.unit_of[self.units] = np.arange(len(self.units))
        column = np.full(len(catalog.runs), -1, dtype=np.int32)
        column[list(self.runs)] = np.arange(len(self.runs))
        shown = np.flatnonzero((responses.answer >= 0) & (column[responses.run] >= 0))
        shown = shown[self.unit_of[responses.answer[shown]] >= 0][::-1]
        self._rows: Positions = shown
        self._cells = self.unit_of[responses.answer[shown]], column[responses.run[shown]]

    @classmethod
    def of(cls, catalog: Catalog, withdrawn: frozenset[int], kind: str) -> Self:
        """Return what the runs of a catalog said; the same object as long as anybody still has it.

        No label touches it, so that boards of several gold standards and threads share one.
        """
        key = id(catalog.responses), withdrawn, kind
        found = _SHARED.get(key)
        if not (isinstance(found, cls) and found.is_of(catalog, withdrawn)):
            found = _SHARED[key] = cls(catalog, withdrawn, kind)
        return found

    def is_of(self, catalog: Catalog, withdrawn: frozenset[int]) -> bool:
        """Return whether this is what the runs of a catalog said; assessors and facts do not matter."""
        same = self._responses is catalog.responses and self._withdrawn == withdrawn
        same &= self._outside is catalog.outside
        return same and len(self.unit_of) == catalog.answer_count

    @cached_property
    def decisions(self) -> Small:
        """`YES`, `NO` or `SILENT` by unit and column."""
        said = np.full((len(self.units), len(self.runs)), SILENT, dtype=np.int8)
        said[self._cells] = _ROW_OF_DECISION[self._responses.decision[self._rows]]
        return said

    @cached_property
    def said(self) -> tuple[Positions, Positions]:
        """How many of the runs say yes, and how many no, by unit."""
        once = np.ones(len(self.runs), dtype=np.float32)
        yes, no = (np.dot((self.decisions == row).astype(np.float32), once) for row in (YES, NO))
        return yes.astype(np.int64), no.astype(np.int64)

    @cached_property
    def selections(self) -> Selected:
        """Whether a run selects an answer as the one for its question, by unit and column."""
        selected = np.zeros((len(self.units), len(self.runs)), dtype=np.bool_)
        selected[self._cells] = self._responses.selected[self._rows] == 1
        return selected

    def scores(self, column: int) -> Scores | None:
        """Return a run's scores in each unit being correct, NaN where it gives none; None without any.

        That is `score`; if the run gives no score at all, its confidence for a yes and 1 - confidence for
        a no. The two are not mixed in one run, since a score may be on any scale.
        """
        mine = self._cells[1] == column
        rows, responses = self._rows[mine], self._responses
        given = responses.score[rows]
        if np.isnan(given).all():
            confidence, decision = responses.confidence[rows], responses.decision[rows]
            # Rounded, so that a no of 0.513 ties with a yes of 0.487, as written; 1.0 - 0.513 is not 0.487.
            given = np.where(decision == DECISION_YES, confidence, np.round(1.0 - confidence, 15))
            given[(decision != DECISION_YES) & (decision != DECISION_NO)] = np.nan
        scores = np.full(len(self.units), np.nan)
        scores[self._cells[0][mine]] = given
        return None if np.isnan(scores).all() else scores


_SHARED: WeakValueDictionary[tuple[int, frozenset[int], str], Submitted] = WeakValueDictionary()
