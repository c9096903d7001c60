"""The agreement of all assessors of a collection: figures, by pair, by assessor."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement import (
    Agreement,
    AgreementData,
    Coefficient,
    Consistency,
    LabelAlphas,
    PairAgreement,
    Stretch,
    agreement,
    drift,
    figures_of,
    label_agreements,
    label_counts,
    leave_one_out,
    majority,
    pair_agreements,
    self_consistency,
)
from jurybox.analysis.intervals import DRAWS, FEWEST_UNITS, Interval, intervals, why_no_interval
from jurybox.analysis.label_matrix import LabelMatrix, Scheme, in_order, said_again
from jurybox.collection.catalog import NO_GROUP, Catalog
from jurybox.collection.ledger import Ledger
from jurybox.language import grouped, tr
from jurybox.watch import Watch

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class AssessorReport:
    """One assessor: labels given, against the majority of the others, against their own, and over time.

    `untimed`: the number of labels imported together without times; `drift` covers the others.
    """

    assessor: int
    labels: int
    others: Consistency
    repeats: Consistency
    drift: tuple[Stretch, ...]
    untimed: int = 0


@dataclass(frozen=True)
class AgreementReport:
    """Everything about the agreement on a scheme's labels; assessors and pairs by position.

    `intervals`: by figure, from a bootstrap over questions; empty if they were not asked for. `labels`: for
    each label its own agreement and its alpha. `categories`: by category of question, in the order met.
    `label_intervals`: of the alphas of labels; `category_intervals`: by figure; empty like `intervals`.
    `no_interval`: why the figures over all things have none; empty if they have one.
    """

    matrix: LabelMatrix
    overall: Agreement
    intervals: dict[str, Interval]
    labels: tuple[tuple[str, Coefficient, Coefficient], ...]
    pairs: tuple[PairAgreement, ...]
    categories: tuple[tuple[str, Agreement], ...]
    label_intervals: tuple[Interval, ...] = ()
    category_intervals: tuple[dict[str, Interval], ...] = ()
    no_interval: str = ""

    @property
    def why_no_intervals(self) -> str:
        """Return why categories with a defined alpha have no interval, in one sentence.

        Empty if all have one.
        """
        pairs = zip(self.categories, self.category_intervals, strict=False)
        short = any(
            found.alpha_nominal.value == found.alpha_nominal.value
            and (each["alpha_nominal"].method, each["alpha_nominal"].undefined) == ("none", 0)
            for (_, found), each in pairs
            if each
        )
        sure = any(one.method == "no variation" for each in self.category_intervals for one in each.values())
        if short and sure:
            return tr(
                "A category of fewer than {fewest} questions or in which every draw of questions gives "
                "the same value has no interval.",
                fewest=FEWEST_UNITS,
            )
        if short:
            return tr("A category of fewer than {fewest} questions has no interval.", fewest=FEWEST_UNITS)
        same = tr("A category in which every draw of questions gives the same value has no interval.")
        return same if sure else ""

    @property
    def why_no_pair_intervals(self) -> str:
        """Return why pairs with a defined kappa have no interval, in one sentence; empty if all have one."""
        known = [pair for pair in self.pairs if pair.kappa.value == pair.kappa.value]
        short = any(pair.questions < FEWEST_UNITS for pair in known)
        sure = any(pair.questions >= FEWEST_UNITS and pair.low != pair.low for pair in known)
        if short and sure:
            return tr(
                "A pair that shares fewer than {fewest} questions or always agrees, or in which one gave "
                "a single label, has no interval.",
                fewest=FEWEST_UNITS,
            )
        if short:
            return tr("A pair that shares fewer than {fewest} questions has no interval.", fewest=FEWEST_UNITS)
        alike = tr("A pair that always agrees, or in which one gave a single label, has no interval.")
        return alike if sure else ""


def coefficients_of(about: Scheme) -> tuple[str, ...]:
    """Return the names of the coefficients of labels: no ordinal alpha if the labels are nominal."""
    every = figures_of(about.intervals)
    return tuple(name for name in every if name != "alpha_ordinal" or about.measurement != "nominal")


def agreement_report(
    catalog: Catalog, matrix: LabelMatrix, *, draws: int = DRAWS, seed: int = 0, watch: Watch | None = None
) -> AgreementReport:
    """Return the agreement over all items, by label, pair and category; 0 draws: no intervals.

    Only questions with an item that has two or more labels are drawn: others carry no information on
    agreement.
    """
    kinds, grades = len(matrix.words), matrix.about.intervals
    counts = label_counts(matrix.labels, kinds)
    shared = counts.sum(axis=1) >= 2

    def drawn(data: AgreementData | LabelAlphas) -> tuple[Interval, ...]:
        return tuple(map(_of_some_width, intervals(data, draws=draws, seed=seed, watch=watch)))

    def between(columns: Mask) -> dict[str, Interval]:
        """Return the intervals of the figures over some columns, drawn by questions."""
        if not draws:
            return {}
        columns = columns & shared
        questions, group = np.unique(matrix.question[columns], return_inverse=True)
        found = drawn(AgreementData(counts[columns], group, len(questions), grades))
        named = dict(zip(figures_of(grades), found, strict=True))
        return {name: named[name] for name in coefficients_of(matrix.about)}

    def of_labels() -> tuple[Interval, ...]:
        """Return the intervals of the alphas of labels; of two labels it is that of all."""
        if not draws or kinds == 2:
            return (found["alpha_nominal"],) * kinds if draws else ()
        questions, group = np.unique(matrix.question[shared], return_inverse=True)
        return drawn(LabelAlphas(counts[shared], group, len(questions)))

    found = between(np.ones(len(counts), dtype=np.bool_))
    own = label_agreements(matrix.labels, kinds)
    pairs = (
        pair._replace(a=matrix.assessors[pair.a], b=matrix.assessors[pair.b])
        for pair in pair_agreements(matrix.labels, kinds, matrix.question, matrix.about.steps)
    )
    overall, categories = agreement(matrix.labels, kinds, grades), _categories(catalog, matrix)
    several = len(categories) > 1
    return AgreementReport(
        matrix,
        overall,
        found,
        tuple((word, *figures) for word, figures in zip(matrix.words, own, strict=True)),
        tuple(pairs),
        tuple(
            (name, agreement(matrix.of_questions(questions).labels, kinds, grades) if several else overall)
            for name, questions in categories
        ),
        of_labels(),
        tuple(
            between(np.isin(matrix.question, list(chosen))) if several else found for _, chosen in categories if draws
        ),
        _why_none(matrix, shared) if draws else "",
    )


def _of_some_width(interval: Interval) -> Interval:
    """Return an interval, without ends if every draw gives the same: complete agreement bounds nothing."""
    return replace(interval, low=math.nan, high=math.nan) if interval.method == "no variation" else interval


def _why_none(matrix: LabelMatrix, shared: Mask) -> str:
    items = int(np.count_nonzero(shared))
    noun = tr(matrix.about.noun)
    return why_no_interval(len(np.unique(matrix.question[shared])), f"{grouped(items)} {noun}") if items else ""


def _categories(catalog: Catalog, matrix: LabelMatrix) -> list[tuple[str, frozenset[int]]]:
    members: dict[str, set[int]] = {}
    for at in np.unique(matrix.question).tolist():
        members.setdefault(catalog.questions[at].category or NO_GROUP, set()).add(at)
    return [(name, frozenset(questions)) for name, questions in members.items()]


def assessor_reports(
    catalog: Catalog, ledger: Ledger, matrix: LabelMatrix, *, stretches: int = 10
) -> tuple[AssessorReport, ...]:
    """Return one report for each assessor of a matrix, in its order."""
    kinds = len(matrix.words)
    counts = label_counts(matrix.labels, kinds)
    made = []
    for row, (who, others) in enumerate(zip(matrix.assessors, leave_one_out(matrix.labels, kinds), strict=True)):
        own = matrix.labels[row]
        mine = np.stack([own == kind for kind in range(kinds)], axis=1)
        reference = majority(counts - mine)
        order = in_order(catalog, ledger, matrix, row)
        repeats = self_consistency(own, said_again(ledger, matrix, row), kinds)
        made.append(
            AssessorReport(
                who,
                int(np.count_nonzero(own >= 0)),
                others,
                repeats,
                drift(own[order], reference[order], kinds, stretches=stretches),
                int(np.count_nonzero(own >= 0)) - len(order),
            )
        )
    return tuple(made)
