"""One judge against the jury: how far they agree, whose labels put which run first, where they differ."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.agreement.assessors import leave_one_out
from jurybox.analysis.agreement.coefficients import label_counts, majority
from jurybox.analysis.label_matrix import label_matrix, usual_scheme
from jurybox.commands import subject_of_answer
from jurybox.errors import Refused
from jurybox.figures import Axis, Figure, rank_lines
from jurybox.gold import Gold
from jurybox.gold.why import listed
from jurybox.kinds import DISPLAY_ORDER
from jurybox.language import tr, trc
from jurybox.measures import Measure
from jurybox.numbers import score_text
from jurybox.scoring import Scoreboard, unjudged_in_force
from jurybox.scoring.results import RunRow
from jurybox.wording import count_of

if TYPE_CHECKING:
    from jurybox.session import Session

ENOUGH = 20
"""The number of labels after which an audience may ask how it did."""
YOU, JURY = trc("axis", "you"), trc("axis", "jury")
"""What the two ends of the slopes are called."""


@dataclass(frozen=True, slots=True)
class JuryVote:
    """The label of an answer by one member of the jury, with the note, "" without one."""

    name: str
    label: str
    note: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An answer on which the judge and the majority of the jury differ."""

    answer: int
    mine: str
    jury: str
    votes: tuple[JuryVote, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """`agreed` of `compared` labels are those of the jury's majority; `labels` were given in all.

    `kappa`: Cohen's, NaN where undefined. `mine` and `jury`: the rankings by `measure`, best first, by the
    judge's labels alone and by the gold standard of the collection.
    """

    name: str
    labels: int
    compared: int
    agreed: int
    kappa: float
    measure: Measure
    unit: str
    mine: tuple[RunRow, ...]
    jury: tuple[RunRow, ...]
    differences: tuple[Difference, ...]

    @property
    def sentence(self) -> str:
        """The reveal in one sentence."""
        said = tr(
            "You agree with the jury on {agreed:,} of {compared:,} (kappa {kappa})",
            agreed=self.agreed,
            compared=self.compared,
            kappa=tr("undefined") if math.isnan(self.kappa) else score_text(self.kappa, 2),
        )
        if not self.compared:
            said = tr("The jury judged none of your answers")
        first = [row.name for row in self.mine if row.rank == 1]
        if not first:
            return tr("{said}; your labels alone rank no run yet.", said=said)
        return tr("{said}; your labels would put {runs} first.", said=said, runs=listed(first))

    @property
    def basis(self) -> str:
        """On how much the two rankings rest, since they rest on different answers."""
        own, all_ = (max((row.score.units for row in rows), default=0) for rows in (self.mine, self.jury))
        return tr(
            "{measure}: by your labels on {own}, by the gold standard on {all:,}.",
            measure=self.measure,
            own=count_of(own, self.unit),
            all=all_,
        )

    def slopes(self) -> Figure:
        """Return both rankings as lines from the judge's ranks to those of the gold standard."""
        scores = {row.run: row.score.value for row in self.mine}
        runs = [(row.name, row.run) for row in self.jury]
        values = [[scores.get(row.run, math.nan), row.score.value] for row in self.jury]
        if self.measure.direction == "lower":
            values = [[-one for one in pair] for pair in values]
        figure = rank_lines(runs, (YOU, JURY), values, title=tr("You and the jury"), caption=self.basis)
        return figure.within(Axis("", 0.0, 1.0, (0.0, 1.0), names=(YOU, JURY)), figure.y)


def reveal(session: Session, assessor: int, measure: Measure, gold: Gold) -> Reveal:
    """Compare an assessor with the majority of the other judges, as `jurybox agreement --by assessor` does.

    `gold`: the standard of the second ranking. Raises Refused where the assessor gave no label that counts.
    """
    collection, catalog = session.collection, session.catalog
    matrix = label_matrix(collection, usual_scheme(catalog, collection.facts), "everybody")
    name = catalog.assessors[assessor].name
    if assessor not in matrix.assessors:
        raise Refused(tr("{name} has not labeled anything yet, so there is nothing to compare.", name=name))
    judged = label_matrix(collection, matrix.scheme)
    rows = [*(at for at in judged.assessors if at != assessor), assessor]
    labels = matrix.labels[[matrix.assessors.index(at) for at in rows]]
    kinds = len(matrix.words)
    own = leave_one_out(labels, kinds)[-1]
    others = label_counts(labels[:-1], kinds)
    settled = np.where(others.sum(axis=1) > 0, majority(others), -1)
    differ = np.flatnonzero((labels[-1] >= 0) & (settled >= 0) & (labels[-1] != settled))
    unjudged = unjudged_in_force(collection)
    boards = [Scoreboard(collection, one, unjudged=unjudged) for one in (Gold("assessor", assessor=name), gold)]
    mine, jury = (board.standing(measure) for board in boards)
    return Reveal(
        name,
        int((labels[-1] >= 0).sum()),
        own.items,
        int(np.trace(own.table)),
        own.kappa.value,
        measure,
        measure.unit_of(boards[0].kind_of(measure) or DISPLAY_ORDER[0]),
        mine,
        jury,
        tuple(
            Difference(
                int(matrix.answers[at]),
                matrix.words[int(labels[-1, at])],
                matrix.words[int(settled[at])],
                _votes(session, int(matrix.answers[at]), rows[:-1]),
            )
            for at in differ.tolist()
        ),
    )


def _votes(session: Session, answer: int, people: list[int]) -> tuple[JuryVote, ...]:
    subject, found = subject_of_answer(session.catalog, answer), []
    for who in people:
        said = session.content_in_force("judgment", who, subject)
        if said.label:
            found.append(JuryVote(session.catalog.assessors[who].name, said.label, said.note or ""))
    return tuple(found)
