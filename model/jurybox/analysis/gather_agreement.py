"""What the agreement of all assessors of a collection comes to: in figures, by pair, by assessor."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.agreement import (
    Agreement,
    AgreementData,
    Consistency,
    Figure,
    PairAgreement,
    Stretch,
    agreement,
    drift,
    label_agreements,
    label_counts,
    leave_one_out,
    majority,
    pair_agreements,
    self_consistency,
)
from jurybox.analysis.intervals import Interval, intervals
from jurybox.analysis.label_matrix import LabelMatrix, in_order, said_again
from jurybox.analysis.watch import Watch
from jurybox.collection.catalog import Catalog
from jurybox.collection.ledger import Ledger


@dataclass(frozen=True)
class AssessorReport:
    """One assessor: labels given, against the majority of the others, against their own, and over time."""

    assessor: int
    labels: int
    others: Consistency
    repeats: Consistency
    drift: tuple[Stretch, ...]


@dataclass(frozen=True)
class AgreementReport:
    """All that is said about the agreement of a scheme's labels; assessors and pairs by position.

    `intervals`: by figure, from a bootstrap over questions; empty if they were not asked for. `labels`: for
    each label its own agreement and its alpha. `categories`: by category of question, in the order met.
    """

    matrix: LabelMatrix
    whole: Agreement
    intervals: dict[str, Interval]
    labels: tuple[tuple[str, Figure, Figure], ...]
    pairs: tuple[PairAgreement, ...]
    categories: tuple[tuple[str, Agreement], ...]


def agreement_report(
    catalog: Catalog, matrix: LabelMatrix, *, draws: int = 1000, seed: int = 0, watch: Watch | None = None
) -> AgreementReport:
    """Return the agreement over all things, by label, by pair and by category; 0 draws: no intervals."""
    kinds = len(matrix.words)
    found = {}
    if draws:
        questions, group = np.unique(matrix.question, return_inverse=True)
        data = AgreementData(label_counts(matrix.labels, kinds), group, len(questions))
        names = ("raw", "alpha_nominal", "alpha_ordinal", "fleiss_kappa")
        found = dict(zip(names, intervals(data, draws=draws, seed=seed, watch=watch), strict=True))
    own = label_agreements(matrix.labels, kinds)
    pairs = (
        pair._replace(a=matrix.assessors[pair.a], b=matrix.assessors[pair.b])
        for pair in pair_agreements(matrix.labels, kinds)
    )
    return AgreementReport(
        matrix,
        agreement(matrix.labels, kinds),
        found,
        tuple((word, *figures) for word, figures in zip(matrix.words, own, strict=True)),
        tuple(pairs),
        tuple(
            (name, agreement(matrix.of_questions(questions).labels, kinds))
            for name, questions in _categories(catalog, matrix)
        ),
    )


def _categories(catalog: Catalog, matrix: LabelMatrix) -> list[tuple[str, frozenset[int]]]:
    members: dict[str, set[int]] = {}
    for at in np.unique(matrix.question).tolist():
        members.setdefault(catalog.questions[at].category or "(none)", set()).add(at)
    return [(name, frozenset(questions)) for name, questions in members.items()]


def assessor_reports(
    catalog: Catalog, ledger: Ledger, matrix: LabelMatrix, *, stretches: int = 10
) -> tuple[AssessorReport, ...]:
    """Return one report for each assessor of a matrix, in its order."""
    kinds = len(matrix.words)
    counts = label_counts(matrix.labels, kinds)
    made = []
    for row, (who, others) in enumerate(
        zip(matrix.assessors, leave_one_out(matrix.labels, kinds), strict=True)
    ):
        own = matrix.labels[row]
        mine = np.stack([own == kind for kind in range(kinds)], axis=1)
        reference = np.where((counts - mine).sum(axis=1) > 0, majority(counts - mine), -1)
        order = in_order(catalog, ledger, matrix, row)
        repeats = self_consistency(own, said_again(ledger, matrix, row), kinds)
        made.append(
            AssessorReport(
                who,
                int(np.count_nonzero(own >= 0)),
                others,
                repeats,
                drift(own[order], reference[order], kinds, stretches=stretches),
            )
        )
    return tuple(made)
