"""Tables of agreement: coefficients, labels, categories, pairs, assessors, drift, others, judges as runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.agreement import Coefficient, Consistency, PairAgreement, unusual_assessors
from jurybox.analysis.agreement import confusion as confusion_of
from jurybox.analysis.agreement_report import (
    AgreementReport,
    AssessorReport,
    agreement_report,
    assessor_reports,
    coefficients_of,
)
from jurybox.analysis.gather_others import OtherReport, other_reports
from jurybox.analysis.intervals import DRAWS, Interval
from jurybox.analysis.label_matrix import LabelMatrix, label_matrix
from jurybox.analysis.left_out import LeftOut, left_out
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.judges import excluded_names, not_people
from jurybox.errors import Refused
from jurybox.gold.dawid_skene import FLAT, MOST_ITERATIONS, STEADY, Estimate, dawid_skene
from jurybox.language import tr, trn
from jurybox.lists import clauses, comma_list
from jurybox.results.frame import make_frame
from jurybox.watch import Watch
from jurybox.wording import capitalized, count_of

if TYPE_CHECKING:
    import pandas as pd


FIGURES = {
    "raw": tr("raw agreement"),
    "alpha_nominal": tr("Krippendorff's alpha, nominal"),
    "alpha_ordinal": tr("Krippendorff's alpha, ordinal"),
    "fleiss_kappa": tr("Fleiss' kappa"),
    "gwet_ac1": tr("Gwet's AC1"),
}
"""The coefficients of agreement: their names in JSON, and what they are called."""
_OF_GRADES = {"alpha_interval": tr("Krippendorff's alpha, interval"), "icc": tr("ICC(1), intraclass correlation")}
"""Those that interval scales have as well."""

_HEADS = {
    "raw": "raw",
    "alpha_nominal": "alpha nominal",
    "alpha_ordinal": "alpha ordinal",
    "alpha_interval": "alpha interval",
    "fleiss_kappa": "Fleiss",
    "gwet_ac1": "AC1",
    "icc": "ICC(1)",
}
"""Their heads in a table with one of them a column."""
_COUNTED_AS = {
    "groups": (
        tr(
            "Answers are compared in pairs, the same or different: raw agreement is the Rand index, "
            "and kappa of two assessors the adjusted one (Rand 1971; Hubert and Arabie 1985; Warrens "
            "2008)."
        )
    ),
    "nil": (
        tr(
            "An assessor who labeled an answer correct takes the question to have one; an assessor who "
            "labeled all its answers, and none correct, takes it to have none."
        )
    ),
}
_NAMED = 6
"""Assessors named in a sentence."""
_KINDS = {"key": "answer key", "model": "model", "asker": "asker", "excluded": "excluded"}
_UNUSUAL = tr(
    "Unusual, with 20 labels or more: agreement whose 99 % interval is more than .1 below that of the "
    "others; near random: estimated errors that hardly depend on the true label; one label only, where "
    "others gave several."
)
_NAN = float("nan")


@dataclass(frozen=True)
class Agreements:
    """Agreement of one scheme: the judges in `report` and `each`; `others` apart; `judges` as runs.

    `everybody`: the labels of all who gave one, judges or not; None: of the judges alone.
    """

    catalog: Catalog
    report: AgreementReport
    each: tuple[AssessorReport, ...]
    others: tuple[OtherReport, ...]
    judges: tuple[LeftOut, ...] = ()
    everybody: LabelMatrix | None = None

    @property
    def given(self) -> LabelMatrix:
        """All labels that two assessors can be compared by, whoever gave them."""
        return self.report.matrix if self.everybody is None else self.everybody

    def name_of(self, assessor: int) -> str:
        """Return the name of an assessor."""
        return self.catalog.assessors[assessor].name

    @cached_property
    def estimate(self) -> Estimate:
        """What the labels are estimated to mean (Dawid and Skene 1979); things are columns of the matrix."""
        labels = self.report.matrix.labels
        assessor, thing = np.nonzero(labels >= 0)
        return dawid_skene(
            assessor,
            thing,
            labels[assessor, thing].astype(np.int64),
            assessors=len(labels),
            things=labels.shape[1],
            labels=len(self.report.matrix.words),
        )

    @cached_property
    def unusual(self) -> dict[int, tuple[str, ...]]:
        """Why the labels of an assessor are unusual, by position; only those with a reason."""
        matrix, found = self.report.matrix, self.estimate
        others = tuple(one.others for one in self.each)
        reasons = unusual_assessors(matrix.labels, others, found.posterior, found.confusion)
        return {who: why for who, why in zip(matrix.assessors, reasons, strict=True) if why}

    @property
    def figures(self) -> dict[str, str]:
        """The coefficients that these labels have: their names in JSON, and what they are called."""
        titles = FIGURES | _OF_GRADES
        return {name: titles[name] for name in coefficients_of(self.report.matrix.about)}

    @property
    def notes(self) -> list[str]:
        """Sentences for every table: what was labeled, by how many, and why figures are undefined.

        If nothing can be computed, the first one has the reason.
        """
        whole, matrix = self.report.overall, self.report.matrix
        items = tr("{items:,} {noun} have several labels", items=whole.items, noun=tr(matrix.about.noun))
        counted = not_people(self.catalog, matrix.assessors)
        return [
            self.nothing_shared
            or tr(
                "{scheme}: {items}; {assessors}.",
                scheme=matrix.scheme,
                items=items,
                assessors=count_of(whole.assessors, "assessor"),
            ),
            *self.undefined,
            *([tr("{sentence}.", sentence=capitalized(why))] if (why := self.report.no_interval) else []),
            *self.without_variation,
            *self.excluded,
            *([tr("Not only people: {counted} among the judges.", counted=counted)] if counted else []),
            *([_COUNTED_AS[matrix.scheme]] if matrix.scheme in _COUNTED_AS else []),
        ]

    @property
    def excluded(self) -> list[str]:
        """A sentence that names the assessors who were excluded; empty without any."""
        names = excluded_names(self.catalog)
        return [tr("Excluded, and not among the judges: {names}.", names=comma_list(names))] if names else []

    @property
    def nothing_shared(self) -> str:
        """Why nothing can be computed, in a sentence; "" where something was labeled by two judges."""
        matrix = self.report.matrix
        if self.report.overall.items:
            return ""
        given = matrix.labels >= 0
        labelers = [matrix.assessors[row] for row in np.flatnonzero(given.any(axis=1)).tolist()]
        noun, things = tr(matrix.about.noun), int(given.any(axis=0).sum())
        why = tr("none of the {things:,} {noun} labeled has labels of two judges", things=things, noun=noun)
        if len(labelers) == 1:
            why = tr(
                "only {labelers} has labeled {noun} ({things:,}), and two judges are needed",
                labelers=self.name_of(labelers[0]),
                noun=noun,
                things=things,
            )
        elif not labelers:
            why = tr("no judge has labeled {noun} in this way yet", noun=noun)
        return tr("No agreement can be computed: {why}.", why=why)

    @property
    def undefined(self) -> list[str]:
        """Sentences that say why coefficients are undefined, those with one reason in one."""
        if self.nothing_shared:
            return []
        found: dict[str, list[str]] = {}
        for name, title in self.figures.items():
            reason = getattr(self.report.overall, name).reason
            if reason:
                found.setdefault(reason, []).append(title)
        return [self._undefined(titles, reason) for reason, titles in found.items()]

    def _undefined(self, titles: Sequence[str], reason: str) -> str:
        if len(titles) == len(self.figures):
            return tr("All figures are undefined: {reason}.", reason=reason)
        names = capitalized(comma_list(titles))
        if len(titles) > 1:
            return tr("{names} are undefined: {reason}.", names=names, reason=reason)
        return tr("{names} is undefined: {reason}.", names=names, reason=reason)

    @property
    def without_variation(self) -> list[str]:
        """A sentence on coefficients without an interval because no draw changes them; empty if none."""
        drawn = self.report.intervals
        same = [title for name, title in self.figures.items() if name in drawn and drawn[name].method == "no variation"]
        return [
            tr("No interval of {same}: every draw of questions gives the same value.", same=comma_list(same))
        ] * bool(same)


def find_agreements(
    collection: Collection,
    scheme: str,
    *,
    models: bool = False,
    questions: frozenset[int] | None = None,
    draws: int = DRAWS,
    seed: int = 0,
    as_runs: bool = True,
    watch: Watch | None = None,
) -> Agreements:
    """Return all that tables of agreement show about the labels of a scheme.

    `models`: count models among the judges; `questions`: only these, None for all; `draws` 0: no intervals;
    `as_runs`: also judges as runs (`judges_left_out`), which takes longest where many judge.
    Raises Stopped where `watch` is canceled.
    """
    catalog, ledger, facts = collection
    matrix = label_matrix(collection, scheme, "judges and models" if models else "judges")
    everybody = label_matrix(collection, scheme, "everybody")
    if questions is not None:
        matrix, everybody = matrix.of_questions(questions), everybody.of_questions(questions)
    return Agreements(
        catalog,
        agreement_report(catalog, matrix, draws=draws, seed=seed, watch=watch),
        tuple(assessor_reports(catalog, ledger, matrix)),
        other_reports(catalog, facts, everybody),
        left_out(collection, questions=questions) if as_runs and scheme == "quality" else (),
        everybody,
    )


def _frame_of(
    agreements: Agreements,
    name: str,
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[object]],
    words: Sequence[int] = (0,),
    notes: Iterable[str] = (),
    index: int = 1,
) -> pd.DataFrame:
    scheme = agreements.report.matrix.scheme.replace("-", " ")
    listed = [tuple(row) for row in rows]
    all_notes = [*agreements.notes, *notes]
    is_void = not listed
    if listed and _all_undefined(listed, words):
        # Notes on the figures are pointless if there are none; the reason may be the only note.
        is_void, all_notes = True, agreements.notes
        if not agreements.nothing_shared:
            all_notes = [tr("No figure of this table can be computed."), *all_notes, *notes]
    return make_frame(name, f"{caption}: {scheme} labels", head, listed, words, all_notes, index=index, void=is_void)


def _all_undefined(rows: Sequence[Sequence[object]], words: Sequence[int]) -> bool:
    """Return whether a table has figures, none of which is defined; counts are no figures."""
    figures = [
        cell
        for row in rows
        for at, cell in enumerate(row)
        if at not in words and (cell is None or isinstance(cell, float))
    ]
    return bool(figures) and all(cell is None or cell != cell for cell in figures)


def agreement_figures(agreements: Agreements) -> pd.DataFrame:
    """Return the coefficients over all judges with their 95 % intervals, NaN if there is none."""
    rows = []
    for name, title in agreements.figures.items():
        between = agreements.report.intervals.get(name)
        rows.append((title, getattr(agreements.report.overall, name).value, *_ends([between] if between else [])))
    drawn = any(one.method not in {"none", "no variation"} for one in agreements.report.intervals.values())
    notes = [tr("Low and high: 95 % intervals, bootstrap over questions.")] * drawn
    head = ("agreement", "value", "low", "high")
    return _frame_of(agreements, "agreement", tr("Agreement"), head, rows, notes=notes)


def agreement_by_label(agreements: Agreements) -> pd.DataFrame:
    """Return for each label how often it was given, its own agreement, and its alpha with an interval."""
    report = agreements.report
    rows = [
        (word, report.overall.labels[at], own.value, alpha.value, *_ends(report.label_intervals[at : at + 1]))
        for at, (word, own, alpha) in enumerate(report.labels)
    ]
    notes = [
        (
            tr(
                "Agreement of a label: where one assessor gave it, how often a second gave it, too. "
                "Its alpha is that of this label against all others together."
            )
        ),
        *_reasons(figure for _, own, alpha in report.labels for figure in (own, alpha)),
    ]
    head = ("label", "given", "agreement", "alpha", "low", "high")
    return _frame_of(agreements, "agreement-by-label", tr("Agreement by label"), head, rows, notes=notes)


def agreement_by_category(agreements: Agreements) -> pd.DataFrame:
    """Return the coefficients of each category of question; the interval is that of nominal alpha."""
    report = agreements.report
    rows = [
        (
            name,
            part.items,
            *(getattr(part, figure).value for figure in agreements.figures),
            *_ends([one["alpha_nominal"] for one in report.category_intervals[at : at + 1] if one]),
        )
        for at, (name, part) in enumerate(report.categories)
    ]
    notes = [
        tr("Questions of each category alone; the interval is that of nominal alpha.")
        if rows
        else tr("The questions have no categories."),
        report.why_no_intervals,
        *_reasons(getattr(part, figure) for _, part in report.categories for figure in agreements.figures),
    ]
    if agreements.nothing_shared and not rows:
        notes = []
    head = ("category", "things", *(_HEADS[figure] for figure in agreements.figures), "low", "high")
    return _frame_of(agreements, "agreement-by-category", tr("Agreement by category"), head, rows, notes=notes)


def _pair_notes(agreements: Agreements, pairs: Sequence[PairAgreement]) -> list[str]:
    return [
        *_reasons(pair.kappa for pair in pairs),
        agreements.report.why_no_pair_intervals,
        tr("Intervals by kappa's large-sample error (Fleiss, Cohen and Everitt 1969)."),
    ]


def agreement_by_pair(agreements: Agreements, who: int | None = None) -> pd.DataFrame:
    """Return raw agreement and Cohen's kappa of each pair of assessors, those who share most first.

    Of ordered schemes, such as A, B and C, weighted kappa as well. `who`: only the pairs of this
    assessor, None for all.
    """
    about = agreements.report.matrix.about
    mine = [pair for pair in agreements.report.pairs if who in {None, pair.a, pair.b}]
    rows = [
        (
            *(agreements.name_of(one) for one in (pair.a, pair.b)),
            pair.items,
            pair.raw.value,
            pair.kappa.value,
            pair.low,
            pair.high,
            *(one.value for one in (pair.linear, pair.quadratic) if one is not None),
        )
        for pair in sorted(mine, key=lambda pair: -pair.items)
    ]
    weighted = ("kappa linear", "kappa quadratic") if about.steps else ()
    head = ("assessor", "and", "things", "raw", "kappa", "low", "high", *weighted)
    notes = [tr("Cohen's kappa of the pairs that share anything, most first."), *_pair_notes(agreements, mine)]
    if not mine and not agreements.nothing_shared:
        notes = [tr("This assessor shares nothing with another judge.")]
    elif not mine:
        notes = []
    elif weighted:
        notes.append(
            tr(
                "Weighted kappa (Cohen 1968): the distance of two labels is that of their grades; "
                "linear uses this distance, quadratic its square."
            )
            if about.intervals
            else tr(
                "Weighted kappa (Cohen 1968): the distance of two labels is that of their places in "
                "the scheme; linear uses this distance, quadratic its square."
            )
        )
    return _frame_of(agreements, "agreement-by-pair", tr("Agreement by pair"), head, rows, (0, 1), notes, index=2)


def agreement_matrix(agreements: Agreements) -> pd.DataFrame:
    """Return assessors by assessors: Cohen's kappa above the diagonal, raw agreement below it."""
    people = agreements.report.matrix.assessors
    known = {frozenset((pair.a, pair.b)): pair for pair in agreements.report.pairs}
    rows: list[tuple[object, ...]] = []
    for row, one in enumerate(people):
        pairs = [known.get(frozenset((one, other))) for other in people]
        cells = [
            None if pair is None else (pair.kappa if column > row else pair.raw).value
            for column, pair in enumerate(pairs)
        ]
        rows.append((agreements.name_of(one), *cells))
    head = ("assessor", *map(agreements.name_of, people))
    notes = [
        tr("Upper triangle: Cohen's kappa; lower triangle: raw agreement."),
        *_pair_notes(agreements, agreements.report.pairs),
    ]
    return _frame_of(agreements, "agreement-matrix", tr("Agreement of each pair of assessors"), head, rows, notes=notes)


def agreement_by_assessor(agreements: Agreements) -> pd.DataFrame:
    """Return each assessor against the majority of the others, and against their own earlier labels."""
    rows = [
        (
            agreements.name_of(one.assessor),
            one.labels,
            *_same(one.others),
            *_same(one.repeats),
            "; ".join(agreements.unusual.get(one.assessor, ())),
        )
        for one in agreements.each
    ]
    head = ("assessor", "labels", "compared", "with the others", "kappa")
    notes = [
        (tr("Each is left out in turn and compared with the majority of the others, except where they are split.")),
        tr("Shown again: what was shown to them a second time."),
        _UNUSUAL if agreements.unusual else tr("Unusual: no assessor."),
        *_reasons(one.others.kappa for one in agreements.each),
    ]
    again = ("shown again", "with themselves", "kappa again", "unusual")
    caption = tr("Each assessor against the majority of the others")
    return _frame_of(agreements, "assessors", caption, (*head, *again), rows, (0, 8), notes if rows else ())


def agreement_over_time(agreements: Agreements, who: int | None = None) -> pd.DataFrame:
    """Return the labels of every assessor in the order of time, in parts; `who`: of one only.

    A row has the first and last label of the part, how many were compared with the majority of the others,
    how many of these are equal with the interval, and the share of each label.
    """
    rows = [
        (
            agreements.name_of(one.assessor),
            part.first + 1,
            part.last + 1,
            part.compared,
            part.raw.value,
            part.low,
            part.high,
            *part.shares,
        )
        for one in agreements.each
        if who in {None, one.assessor}
        for part in one.drift
    ]
    notes = [
        (
            tr(
                "The labels of each assessor in the order of time, in ten parts: how many equal the "
                "majority of the others, with its 95 % interval (from ten on), and the share of each "
                "label."
            )
        )
    ]
    notes = notes if rows else []
    chosen = [one for one in agreements.each if who in {None, one.assessor}]
    untimed = [
        tr("{name}, {labels}", name=agreements.name_of(one.assessor), labels=count_of(one.untimed, "label"))
        for one in chosen
        if one.untimed
    ]
    if untimed:
        named, more = clauses(untimed[:_NAMED]), len(untimed) - _NAMED
        if more > 0:
            named = trn("{names} and {n} more", "{names} and {n} more", more, names=named)
        notes.append(tr("No times: imported together ({named}).", named=named))
    head = ("assessor", "first", "last", "compared", "with the others", "low", "high")
    head_of_all = (*head, *agreements.report.matrix.words)
    return _frame_of(agreements, "agreement-over-time", tr("Agreement over time"), head_of_all, rows, notes=notes)


def agreement_of_others(agreements: Agreements) -> pd.DataFrame:
    """Return everybody who is not a judge (keys, models, people not on the panel) against the judges."""
    rows = [
        (agreements.name_of(one.assessor), _KINDS.get(one.kind, "not on the panel"), one.labels, *_same(one.judges))
        for one in agreements.others
    ]
    notes = [
        tr(
            "Keys, models and people who are not on the panel count in no figure above and in no "
            "majority. Each is compared with the label that more than half of the judges gave."
        )
        if rows
        else tr("Every assessor of these labels is a judge."),
        *_reasons(one.judges.kappa for one in agreements.others),
    ]
    head = ("assessor", "kind", "labels", "compared", "with the judges", "kappa")
    return _frame_of(agreements, "agreement-of-others", tr("Others against the judges"), head, rows, (0, 1), notes)


def judges_left_out(agreements: Agreements) -> pd.DataFrame:
    """Return judges as runs: score and rank with all labels of the panel, and without their own."""
    rows = [
        (
            agreements.name_of(one.assessor),
            each.measure,
            each.score,
            each.rank or None,
            each.left_out,
            each.left_out_rank or None,
            each.runs,
            one.questions,
            one.not_judged,
            ", ".join(each.passed),
        )
        for one in agreements.judges
        for each in one.standings
    ]
    panel = "GAW" if agreements.report.matrix.scheme == "quality" else "whole panel"
    head = ("judge", "measure", panel, "rank", "left out", "rank then", "of")
    more = ("questions", "not judged", "passed by")
    notes = [
        tr(
            "Each judge's own order of the answers is scored like a run: with all labels of the "
            "panel (GAW), then with the judge's own left out; at the end the runs that pass the "
            "judge then (Sakai et al. 2010, Tables 22 to 28). Only questions that the judge labeled "
            "count, for all runs of the row."
        )
        if rows
        else tr(
            "Judges are scored as runs on ranked questions, where two of them or more labeled A, B "
            "or C: GAW is defined by these."
        )
    ]
    return _frame_of(agreements, "judges-left-out", tr("Judges as runs"), (*head, *more), rows, (0, 1, 9), notes, 2)


def confusion(agreements: Agreements, first: int, second: int) -> pd.DataFrame:
    """Return how often the first of two assessors, judges or not, gave a label (rows) where the second gave another."""
    matrix = agreements.given
    labels = [matrix.labels[matrix.assessors.index(who)] for who in (first, second)]
    table = confusion_of(labels[0], labels[1], len(matrix.words))
    one, other = map(agreements.name_of, (first, second))
    pair = next((pair for pair in agreements.report.pairs if {pair.a, pair.b} == {first, second}), None)
    notes = [
        tr(
            "Rows: labels of {one}; columns: labels of {other} for the same {table:,} things.",
            one=one,
            other=other,
            table=int(np.sum(table)),
        ),
        *([] if pair is None else _reasons([pair.kappa])),
    ]
    return _counts(agreements, f"{one} / {other}", table.tolist(), notes)


def confusion_with_judges(agreements: Agreements, other: OtherReport) -> pd.DataFrame:
    """Return how often somebody who is not a judge gave a label (rows) where most judges gave another."""
    return _counts(agreements, f"{agreements.name_of(other.assessor)} / judges", other.judges.table.tolist(), ())


def _counts(agreements: Agreements, who: str, table: Sequence[Sequence[int]], notes: Iterable[str]) -> pd.DataFrame:
    words = agreements.report.matrix.words
    rows = [(word, *row) for word, row in zip(words, table, strict=True)]
    return _frame_of(agreements, "confusion", f"Labels of {who}", (who, *words), rows, notes=notes)


def _estimate_notes(agreements: Agreements) -> list[str]:
    """Return how the estimate was made: from how many labels, in how many iterations, whether to an end."""
    found, labels = agreements.estimate, agreements.report.matrix.labels
    given, things = np.count_nonzero(labels >= 0), np.count_nonzero((labels >= 0).any(axis=0))
    made = (
        tr(
            "EM from the votes, {iterations}, until no probability moved by more than {steady:g}.",
            iterations=count_of(found.iterations, "iteration"),
            steady=STEADY,
        )
        if found.converged
        else tr(
            "EM from the votes. Not converged: probabilities still moved after {most_iterations:,} iterations.",
            most_iterations=MOST_ITERATIONS,
        )
    )
    noun = tr(agreements.report.matrix.about.noun)
    return [
        (
            tr(
                "Estimated from {given:,} labels of {things:,} {noun} by {judges} (Dawid and Skene "
                "1979). {made} The labels of a scheme count without their order.",
                given=given,
                things=things,
                noun=noun,
                judges=count_of(len(labels), "judge"),
                made=made,
            )
        )
    ]


def estimated_prevalences(agreements: Agreements) -> pd.DataFrame:
    """Return the share of each label among those given, and the estimated share of things it is true of."""
    labels, found = agreements.report.matrix.labels, agreements.estimate
    given = np.bincount(labels[labels >= 0], minlength=len(agreements.report.matrix.words))
    total = max(1, int(given.sum()))
    rows = [
        (word, many, many / total, float(share))
        for word, many, share in zip(
            agreements.report.matrix.words, given.tolist(), found.prevalence.tolist(), strict=True
        )
    ]
    head = ("label", "given", "share of labels", "prevalence")
    caption = tr("Estimated prevalence of each label")
    notes = _estimate_notes(agreements)
    return _frame_of(agreements, "estimated-prevalences", caption, head, rows, notes=notes)


def estimated_errors(agreements: Agreements) -> pd.DataFrame:
    """Return for each assessor and label how often they give each label where that one is true.

    `labels` counts those of the assessor, `right` is the share estimated to be right, in all.
    """
    matrix, found = agreements.report.matrix, agreements.estimate
    rows = []
    for row, who in enumerate(matrix.assessors):
        mine = matrix.labels[row]
        given = np.flatnonzero(mine >= 0)
        right = float(found.posterior[given, mine[given]].sum()) / max(1, len(given))
        for at, word in enumerate(matrix.words):
            rates = found.confusion[row, at].tolist()
            rows.append((agreements.name_of(who), word, len(given), right, *rates))
    notes = [
        tr("Rows: the true label; last columns: how often the assessor then gives each label."),
        tr("Right: the share of all their labels estimated to be right."),
        *_estimate_notes(agreements),
    ]
    head = ("assessor", "true label", "labels", "right", *matrix.words)
    caption = tr("Estimated errors of each assessor")
    return _frame_of(agreements, "estimated-errors", caption, head, rows, (0, 1), notes, index=2)


def estimated_labels(agreements: Agreements, most: int | None = None) -> pd.DataFrame:
    """Return the probability of each label of each item, least certain first; `most`: how many at most."""
    matrix, found, catalog = agreements.report.matrix, agreements.estimate, agreements.catalog
    counts = (matrix.labels >= 0).sum(axis=0)
    posterior = found.posterior
    sure = np.where(counts > 0, posterior.max(axis=1, initial=0.0), np.nan)
    order = np.argsort(sure, kind="stable")
    order = order[counts[order] > 0]
    rows = []
    for at in order[:most].tolist():
        second = float(np.sort(posterior[at])[-2]) if posterior.shape[1] > 1 else 0.0
        tied = float(sure[at]) - second <= FLAT
        label = "" if tied else matrix.words[int(posterior[at].argmax())]
        question = catalog.questions[int(matrix.question[at])].name
        thing = _place_of(catalog, matrix.subjects[at].tolist())
        rows.append((question, thing, label, int(counts[at]), *posterior[at].tolist()))
    flat = sum(not row[2] for row in rows)
    notes = [
        tr("How probable each label is, the least certain first. #3 is the third answer of a question."),
        *([tr("{flat:,} without a label: two are equally probable.", flat=flat)] if flat else []),
        *(
            [tr("Only the first {rows:,} of {order:,}.", rows=len(rows), order=len(order))]
            if len(rows) < len(order)
            else []
        ),
        *_estimate_notes(agreements),
    ]
    head = ("question", "thing", "label", "labels", *matrix.words)
    caption = "Estimated labels"
    return _frame_of(agreements, "estimated-labels", caption, head, rows, (0, 1, 2), notes, index=2)


def _place_of(catalog: Catalog, subject: Sequence[int]) -> str:
    """Return which thing of its question a subject is: `#3` for its third answer, with a nugget its name."""
    question, answer, nugget, other = subject
    places = {at: f"#{n}" for n, at in enumerate(catalog.answers_of(question).tolist(), 1)}
    parts = [places[at] for at in (answer, other) if at >= 0]
    return " ".join([*parts, *([catalog.nuggets[nugget].name] if nugget >= 0 else [])])


def named_in(agreements: Agreements, name: str) -> int:
    """Return the assessor of a name; Refused for somebody who gave no label of the scheme."""
    who = agreements.catalog.assessor_named.get(name, -1)
    if who not in agreements.given.assessors:
        raise Refused(
            tr(
                "{name!r} has given no label of {scheme}. Nothing was changed.",
                name=name,
                scheme=agreements.report.matrix.scheme,
            )
        )
    return who


BY = {
    "figure": agreement_figures,
    "label": agreement_by_label,
    "category": agreement_by_category,
    "pair": agreement_by_pair,
    "assessor": agreement_by_assessor,
    "drift": agreement_over_time,
    "other": agreement_of_others,
    "left-out": judges_left_out,
    "prevalence": estimated_prevalences,
    "error": estimated_errors,
    "estimate": estimated_labels,
}
"""The tables by what their rows are."""


def _ends(intervals: Sequence[Interval]) -> tuple[float, float]:
    return (intervals[0].low, intervals[0].high) if intervals else (_NAN, _NAN)


def _same(consistency: Consistency) -> tuple[int, float, float]:
    return consistency.items, consistency.raw.value, consistency.kappa.value


def _reasons(figures: Iterable[Coefficient]) -> list[str]:
    reasons = dict.fromkeys(figure.reason for figure in figures if figure.reason)
    return [tr("Undefined (-): {reason}.", reason=reason) for reason in reasons]
