"""What every tally is made of: the collection, the runs shown, truth, and what is selected."""

from collections.abc import Iterable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.gold import Gold, Standard, Truth
from jurybox.measures import Kind

Unjudged = Literal["wait", "nonrelevant", "condensed"]
UNJUDGED: tuple[Unjudged, ...] = ("wait", "nonrelevant", "condensed")
"""What becomes of answers that are not judged yet; only ranked lists know anything but to wait."""

Small = NDArray[np.int8]
Positions = NDArray[np.int64]
Mask = NDArray[np.bool_]


class Basis:
    """One object for all tallies of a scoreboard, renewed in place.

    `runs`: the runs shown, by position, in the order of the columns; `column_of`: the other way round.
    `truth`, `possible`: of every answer as in `jurybox.gold.Truth`, live.
    `wanted`: whether a question is selected, one element per question.
    """

    def __init__(
        self, catalog: Catalog, ledger: Ledger, facts: Facts, gold: Gold, unjudged: Unjudged = "wait"
    ) -> None:
        self.gold, self.unjudged = gold, unjudged
        self.questions: frozenset[int] | None = None
        self.read(catalog, ledger, facts)

    def read(self, catalog: Catalog, ledger: Ledger, facts: Facts) -> None:
        """Read everything anew."""
        self.catalog, self.ledger, self.facts = catalog, ledger, facts
        self.runs = tuple(run for run in range(len(catalog.runs)) if run not in facts.withdrawn)
        self.column_of = {run: column for column, run in enumerate(self.runs)}
        self.standard = Standard(catalog, ledger, facts, self.gold)
        self.truth, self.possible = self.standard.of_all()
        self.select(self.questions)

    def select(self, questions: frozenset[int] | None) -> None:
        """Want these questions; None: all."""
        self.questions = questions
        count = len(self.catalog.questions)
        self.wanted: Mask = (
            np.ones(count, dtype=np.bool_)
            if questions is None
            else np.isin(np.arange(count), list(questions))
        )

    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of the selected questions, in the order of `jurybox.collection.catalog.KINDS`."""
        found = set(self.catalog.kind_of_question[self.wanted].tolist())
        return tuple(kind for at, kind in enumerate(_KINDS) if at in found)

    def name_of(self, run: int) -> str:
        """Return the name of a run."""
        return self.catalog.runs[run].name

    def judge(self, answers: Positions) -> tuple[Positions, Positions]:
        """Judge the answers at these positions again, or all if the panel changed.

        Returns those whose possible outcomes moved, and those of them whose truth moved.
        """
        if self.standard.follow(answers):
            answers = np.arange(len(self.truth))
        judged = self.standard.of(answers) if len(answers) < len(self.truth) else self.standard.of_all()
        moved = judged.possible != self.possible[answers]
        answers, judged = answers[moved], Truth(judged.truth[moved], judged.possible[moved])
        turned = answers[judged.truth != self.truth[answers]]
        self.truth[answers], self.possible[answers] = judged
        return answers, turned

    def questions_of(self, answers: Positions, questions: Iterable[int] = ()) -> Positions:
        """Return these questions and those of the answers, in rising order."""
        asked = self.catalog.answer_question[answers].tolist()
        return np.array(sorted({*questions, *asked}), dtype=np.int64)


_KINDS: tuple[Kind, ...] = get_args(Kind)
"""The kinds of question, in the order of `jurybox.collection.catalog.KINDS`."""
