"""Scores of any choice of units, worked out from the exported tables by the oracle, choice by choice."""

import copy
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path

from oracle.naive import Oracle
from oracle.tables import OUT, WAITS, Score, Tables

from jurybox.formats.tables import export_tables

Subject = tuple[str, str]
BY_ANSWER = ("accuracy", "c@1", "UF", "UF01", "F1", "precision", "recall", "fpr", "AUC-point", "AUC")
"""Measures of validation whose unit is the answer."""


def tables_of(path: Path) -> Tables:
    """Export a collection and read the tables."""
    folder = path.with_suffix(".tables")
    if not folder.exists():
        export_tables(path, folder)
    return Tables(folder)


def other_world(oracle: Oracle) -> Oracle:
    """Return a copy of an oracle to which other things will be told: nothing it worked out is taken over."""
    other = copy.copy(oracle)
    for base in type(oracle).__mro__:
        for name, what in vars(base).items():
            if isinstance(what, cached_property):
                other.__dict__.pop(name, None)
    return other


class PlainUnits:
    """The units of a measure, and the score of a run over any of them: each time all is counted anew."""

    def __init__(self, tables: Tables, gold: str, kind: str, measure: str) -> None:
        self.tables, self.kind, self.measure = tables, kind, measure
        self.oracle = Oracle(tables, gold)
        for remembering in (self.oracle.labels, self.oracle.graded):
            remembering.of = cache(remembering.of)
        self.oracle.matches = cache(self.oracle.matches)  # of one question, whichever others there are
        self.runs = list(tables.runs)
        self.by_answer = kind == "validation" and measure in BY_ANSWER
        self.units = self._units()
        self.at = {unit: place for place, unit in enumerate(self.units)}

    def _units(self) -> list[Subject]:
        if self.kind == "series":
            every = [(name, "") for name in self.oracle.all_series()]
            return [one for one in every if self.score_of(self.runs[0], [one]) is not None]
        asked = [name for name in self.oracle.asked(self.kind) if not self.oracle.is_left_out(name)]
        if self.by_answer:
            pool = [(name, answer) for name in asked for answer in self.tables.pool[name]]
            return [one for one in pool if self.oracle.labels.truth(one) in (True, False)]
        return [(name, "") for name in asked if not self._state(name)]

    def _state(self, question: str) -> str:
        if self.kind in ("factoid", "list", "other"):
            state: str = getattr(self.oracle, f"state_of_{self.kind}")(question)
            return state
        if self.measure.startswith("citation-"):
            return self.oracle.state_of_citations(question)
        of = self.oracle.labels.truth if self.kind == "validation" else self.oracle.graded.of
        found = [of((question, answer)) for answer in self.tables.pool[question]]
        return OUT if OUT in found else WAITS if WAITS in found else ""

    def score_of(self, run: str, units: Sequence[Subject]) -> Score:
        """The score of a run if the collection held these units only."""
        chosen = {name for name, _ in units}
        part = copy.copy(self.tables)
        if self.kind == "series":
            part.questions = {n: row for n, row in self.tables.questions.items() if row["series"] in chosen}
        else:
            part.questions = {n: row for n, row in self.tables.questions.items() if n in chosen}
        if self.by_answer:
            part.pool = {name: [answer for one, answer in units if one == name] for name in part.questions}
        smaller = other_world(self.oracle)
        smaller.tables = part
        found = smaller.of_series() if self.kind == "series" else smaller.scores(self.kind)
        return found[self.measure](run)

    def score(self, run: int, units: Sequence[int]) -> Score:
        """The same by positions, as the studies' loops ask."""
        return self.score_of(self.runs[run], [self.units[at] for at in units])
