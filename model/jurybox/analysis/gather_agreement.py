"""From a collection to labels as arrays, and what all its assessors' agreement comes to."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

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
from jurybox.analysis.watch import Watch
from jurybox.collection.catalog import KINDS, Catalog
from jurybox.collection.codes import KIND_CODES, LABEL_CODES
from jurybox.collection.entries import CORRECTNESS_LABELS, QUALITY_LABELS, VALIDATION_LABELS
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused

Labels = NDArray[np.int8]
Positions = NDArray[np.int64]

SCHEMES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "validation": (VALIDATION_LABELS, ("validation",)),
    "quality": (QUALITY_LABELS, ("ranked",)),
    "correctness": (CORRECTNESS_LABELS, ("factoid", "list", "other")),
}
"""The schemes of labels that answers get, and the kinds of question they are given to."""


@dataclass(frozen=True)
class LabelMatrix:
    """Labels of one scheme: rows are `assessors`, columns `answers`, both by position in the collection.

    `labels`: places in `words`, the labels in the order of the scheme; -1 where there is none. `question`: of
    each answer.
    """

    scheme: str
    words: tuple[str, ...]
    assessors: tuple[int, ...]
    answers: Positions
    question: Positions
    labels: Labels

    def of_questions(self, questions: frozenset[int]) -> "LabelMatrix":
        """Return the part about some questions, such as those of a category."""
        mine = np.isin(self.question, list(questions))
        return replace(
            self, answers=self.answers[mine], question=self.question[mine], labels=self.labels[:, mine]
        )


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


def usual_scheme(catalog: Catalog) -> str:
    """Return the scheme that most answers of a collection are labelled by."""
    kinds = np.bincount(catalog.kind_of_question[catalog.answer_question], minlength=len(KINDS))
    return max(SCHEMES, key=lambda name: sum(int(kinds[KINDS.index(kind)]) for kind in SCHEMES[name][1]))


def label_matrix(
    catalog: Catalog, ledger: Ledger, facts: Facts, scheme: str, *, models: bool = False
) -> LabelMatrix:
    """Return the labels of people and keys (with `models` also of models) who gave any.

    Whoever is on the panel is among them in any case. Refused for a scheme that is none.
    """
    if scheme not in SCHEMES:
        raise Refused(f"{scheme!r} is no scheme of labels; known are {', '.join(SCHEMES)}.")
    words, kinds = SCHEMES[scheme]
    wanted = np.isin(catalog.kind_of_question, [KINDS.index(kind) for kind in kinds])
    answers: Positions = np.flatnonzero(wanted[catalog.answer_question])
    place = np.full(256, -1, dtype=np.int8)
    place[[LABEL_CODES[word] for word in words]] = np.arange(len(words))
    kept = {"person", "key"} | ({"model"} if models else set())
    rows, found = [], []
    for at, one in enumerate(catalog.assessors):
        labels = place[ledger.labels[at, answers].view(np.uint8)]
        if (one.kind in kept or at in facts.panel) and (labels >= 0).any():
            rows.append(labels)
            found.append(at)
    labels = np.stack(rows) if rows else np.empty((0, len(answers)), dtype=np.int8)
    return LabelMatrix(
        scheme, words, tuple(found), answers, catalog.answer_question[answers].astype(np.int64), labels
    )


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
    ledger: Ledger, matrix: LabelMatrix, *, stretches: int = 10
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
        order = _in_order(ledger, matrix, who)
        repeats = self_consistency(own, _again(ledger, matrix, who), kinds)
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


def _columns(matrix: LabelMatrix) -> dict[int, int]:
    return {answer: at for at, answer in enumerate(matrix.answers.tolist())}


def _in_order(ledger: Ledger, matrix: LabelMatrix, who: int) -> Positions:
    """Return the columns that an assessor labelled, in the order of the log, each at its last label."""
    column_of, last = _columns(matrix), dict[int, int]()
    for position in ledger.of_assessor(who).tolist():
        answer = ledger.thing_of(position).answer
        if ledger.kind_of(position) == KIND_CODES["judgment"] and answer in column_of:
            column = column_of[answer]
            last.pop(column, None)
            last[column] = position
    row = matrix.assessors.index(who)
    return np.array([at for at in last if matrix.labels[row, at] >= 0], dtype=np.int64)


def _again(ledger: Ledger, matrix: LabelMatrix, who: int) -> Labels:
    """Return what an assessor said when answers were shown again."""
    again, column_of = np.full(len(matrix.answers), -1, dtype=np.int8), _columns(matrix)
    codes = {LABEL_CODES[word]: at for at, word in enumerate(matrix.words)}
    for position in ledger.of_assessor(who).tolist():
        if ledger.kind_of(position) != KIND_CODES["repeat"]:
            continue
        thing = ledger.thing_of(position)
        if thing.answer in column_of and ledger.in_force("repeat", who, thing) == (position,):
            again[column_of[thing.answer]] = codes.get(ledger.code_of(position), -1)
    return again


def names_of(catalog: Catalog, assessors: Sequence[int]) -> list[str]:
    """Return the names of assessors by position."""
    return [catalog.assessors[at].name for at in assessors]
