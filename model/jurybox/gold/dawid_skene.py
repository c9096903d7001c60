"""Dawid and Skene's estimate of what is true behind the labels of a crowd, with the error rates of each.

A. P. Dawid, A. M. Skene: Maximum likelihood estimation of observer error-rates using the EM algorithm.
Applied Statistics 28 (1979), 20-28. Numbers of equations below are those of the paper.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold.multiple_choice import ClosedLists
from jurybox.gold.panel import Panel
from jurybox.kinds import KINDS, kind_code
from jurybox.label_schemes import LabelScheme

Floats = NDArray[np.float64]
Positions = NDArray[np.int64]

MOST_ITERATIONS = 2_000
"""After this many iterations an estimate that still changes is used as it is, and reported as not converged.
"""
STEADY = 1e-7
"""An estimate has converged when no probability of a label moves by more than this."""
FLAT = 1e-6
"""Labels whose probabilities differ by no more than this are equally likely: nothing is decided."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """What EM comes to, for things, assessors (in the order of their numbers) and labels.

    `posterior` (things, labels): how probable each label is; NaN for a thing without a label. `confusion`
    (assessors, labels, labels): how often an assessor gives the label of the column where that of the row is
    true; NaN where they met no such thing. `prevalence` (labels): the share of things. `iterations`: M steps
    made; `converged`: whether the last of them moved no probability by more than `STEADY`.
    """

    posterior: Floats
    confusion: Floats
    prevalence: Floats
    iterations: int
    converged: bool


def dawid_skene(
    assessor: Positions, thing: Positions, label: Positions, *, assessors: int, things: int, labels: int
) -> Estimate:
    """Return the maximum likelihood estimate from labels given, one element each in three arrays.

    It starts from the votes: a label is as probable as its share of the votes of a thing (eq. 3.1). Labels
    may be missing, and one assessor may label a thing several times. Where an assessor met no thing of a
    label, nothing is known of their errors there, and every label counts as equally likely. EM finds a
    maximum near the votes, which need not be the only one. Deterministic: sums run in the order given.
    Raises ValueError for a number out of range.
    """
    for name, numbers, size in (("assessor", assessor, assessors), ("thing", thing, things), ("label", label, labels)):
        if len(numbers) and not 0 <= int(numbers.min()) <= int(numbers.max()) < size:
            raise ValueError(f"{name} = {int(numbers.max())} is not among {size}")
    packed = [np.asarray(one, dtype=np.int32).tobytes() for one in (assessor, thing, label)]
    return _estimated(packed[0], packed[1], packed[2], assessors, things, labels)


@lru_cache(maxsize=12)
def _estimated(
    assessor_bytes: bytes, thing_bytes: bytes, label_bytes: bytes, assessors: int, things: int, labels: int
) -> Estimate:
    """Return the estimate; kept, as scores, bounds and tables of the same moment all ask for the same."""
    assessor, thing, label = (
        np.frombuffer(one, dtype=np.int32).astype(np.int64) for one in (assessor_bytes, thing_bytes, label_bytes)
    )
    votes = np.bincount(thing * labels + label, minlength=things * labels).reshape(things, labels)
    given = votes.sum(axis=1)
    known = given > 0
    posterior = np.zeros((things, labels))
    posterior[known] = votes[known] / given[known, None]
    cell = assessor * labels + label
    iterations, converged = 0, not known.any()
    confusion = np.full((assessors, labels, labels), np.nan)
    prevalence = np.full(labels, np.nan)
    while not converged and iterations < MOST_ITERATIONS:
        iterations += 1
        confusion, prevalence = _rates(posterior, known, thing, cell, assessors)
        moved = _expected(confusion, prevalence, known, assessor, thing, label)
        converged = float(np.abs(moved - posterior).max(initial=0.0)) <= STEADY
        posterior = moved
    posterior[~known] = np.nan
    for array in (posterior, confusion, prevalence):
        array.flags.writeable = False
    return Estimate(posterior, confusion, prevalence, iterations, bool(converged))


def _rates(
    posterior: Floats, known: NDArray[np.bool_], thing: Positions, cell: Positions, assessors: int
) -> tuple[Floats, Floats]:
    """Return the error rates (eq. 2.3) and the prevalences (eq. 2.4): the M step."""
    labels = posterior.shape[1]
    confusion = np.empty((assessors, labels, labels))
    for true in range(labels):
        weights = np.bincount(cell, weights=posterior[thing, true], minlength=assessors * labels)
        confusion[:, true] = weights.reshape(assessors, labels)
    met = confusion.sum(axis=2, keepdims=True)
    with np.errstate(invalid="ignore"):
        confusion = np.where(met > 0, confusion / met, np.nan)
    return confusion, posterior[known].sum(axis=0) / np.count_nonzero(known)


def _expected(
    confusion: Floats,
    prevalence: Floats,
    known: NDArray[np.bool_],
    assessor: Positions,
    thing: Positions,
    label: Positions,
) -> Floats:
    """Return how probable each label of each thing is (eq. 2.5): the E step, in logarithms."""
    things, labels = len(known), len(prevalence)
    with np.errstate(divide="ignore"):
        rates = np.log(np.where(np.isnan(confusion), 1.0 / labels, confusion))
        likelihood = np.tile(np.log(prevalence), (things, 1))
    for true in range(labels):
        likelihood[:, true] += np.bincount(thing, weights=rates[assessor, true, label], minlength=things)
    posterior = np.zeros((things, labels))
    some = likelihood[known]
    some = np.exp(some - some.max(axis=1, keepdims=True))
    posterior[known] = some / some.sum(axis=1, keepdims=True)
    return posterior


@dataclass(frozen=True, eq=False)
class Crowd:
    """The labels of a panel for all questions with one label scheme, and what they are estimated to mean.

    `kinds`: names of these kinds of question; `answers`: their answers by position, without questions that
    are left unjudged on purpose; `people`: the panel by position; `given`: how many labels each of them gave.
    Rows of the estimate are `answers` and `people`, its labels those of the scheme.
    """

    scheme: LabelScheme
    kinds: tuple[str, ...]
    answers: Positions
    people: Positions
    given: Positions
    estimate: Estimate


def crowds_of(collection: Collection, panel: Panel) -> tuple[Crowd, ...]:
    """Return the estimate for each label scheme by which answers of the collection are judged.

    Kinds of question with equal schemes share one, since an assessor makes the same errors there. *Cannot
    tell* and *junk* are not labels, and are ignored; an assessor who calls an option of a closed list correct
    calls the others incorrect.
    """
    catalog, ledger, facts = collection
    closed, made = ClosedLists(catalog), []
    judged = ~catalog.on_purpose
    for scheme, kinds in _schemes(catalog, facts).items():
        mine = judged & np.isin(catalog.kind_of_question, [kind_code(kind) for kind in kinds])
        asked = mine[catalog.answer_question]
        if catalog.late is not None:  # a frozen gold standard waits for none of these
            asked &= ~catalog.late.unknown
        answers: Positions = np.flatnonzero(asked)
        codes = panel.labels(answers)
        if closed and len(panel.people):
            codes = closed.completed(ledger.labels, panel.people, answers, codes)
        place = np.full(256, -1, dtype=np.int64)
        place[ledger.codes.of_all(scheme.words).view(np.uint8)] = np.arange(len(scheme.words))
        places = place[codes.view(np.uint8)]
        person, column = np.nonzero(places >= 0)
        estimate = dawid_skene(
            person,
            column,
            places[person, column],
            assessors=len(panel.people),
            things=len(answers),
            labels=len(scheme.words),
        )
        given = np.bincount(person, minlength=len(panel.people))
        made.append(Crowd(scheme, tuple(kinds), answers, panel.people, given, estimate))
    return tuple(made)


def _schemes(catalog: Catalog, facts: Facts) -> dict[LabelScheme, list[str]]:
    """Return the label schemes of the kinds of question of a collection whose answers are labeled."""
    found: dict[LabelScheme, list[str]] = {}
    for kind in catalog.kinds:
        if KINDS[kind.name].is_labeled:
            found.setdefault(facts.scheme_of(kind.name), []).append(kind.name)
    return found
