"""The quality of each assessor's work: agreement with the others and with themselves, and the calibration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement import label_counts, majority
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT
from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges
from jurybox.collection.ledger import Ledger
from jurybox.judging.calibration import calibration_questions
from jurybox.judging.filters import DEFERRED

Positions = NDArray[np.int64]
Codes = NDArray[np.int8]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The calibration of one assessor, over the answers of the set that are assigned to them.

    They labeled `given` answers with a known key, of which `right` match it; `open` are still to be judged, and
    of `unknown`, open ones among them, the key is not known. What they set aside, such as *cannot tell*, is in
    none of these unless it is in dispute. `passed` is None while answers are open or keys unknown, if none
    was given, and without a pass mark.
    """

    given: int = 0
    right: int = 0
    open: int = 0
    unknown: int = 0
    passed: bool | None = None

    @property
    def share(self) -> float | None:
        """The share of right labels among those given; None for none, and while a key is unknown.

        Answers without a key are those in dispute: a share of the others would be of the easy ones.
        """
        return self.right / self.given if self.given and not self.unknown else None


@dataclass(frozen=True, slots=True)
class AssessorQuality:
    """What can be compared among one assessor's labels of answers.

    `shared` answers have a label of a majority of the other judges, `same` of them the same one; `again`
    answers were labeled a second time when they were shown again, `equal` of them alike.
    """

    shared: int = 0
    same: int = 0
    again: int = 0
    equal: int = 0
    calibration: Calibrated = Calibrated()

    @property
    def with_others(self) -> float | None:
        """The share of equal labels among the shared answers; None for none."""
        return self.same / self.shared if self.shared else None

    @property
    def with_themselves(self) -> float | None:
        """The share of equal labels among the answers shown again; None for none."""
        return self.equal / self.again if self.again else None


@dataclass(frozen=True, slots=True)
class CampaignQuality:
    """The quality of everybody who labeled an answer, by position, and the basis of the calibration.

    Of the `answers` of the calibration set, `by_decision` have a decision as key, `by_key` the label of answer
    keys, and `by_agreement` that of all judges who labeled them, two or more; the key of the others is unknown.
    On `disputed` of those, judges differ.
    """

    each: Mapping[int, AssessorQuality]
    questions: int
    answers: int
    by_decision: int
    by_key: int
    pass_mark: float
    by_agreement: int = 0
    disputed: int = 0

    def of(self, assessor: int) -> AssessorQuality:
        """Return the quality of one assessor; empty for one without labels."""
        return self.each.get(assessor, AssessorQuality())


def campaign_quality(collection: Collection) -> CampaignQuality:
    """Return how well each assessor works, where it can be compared; from labels of answers only."""
    catalog, ledger, facts = collection
    everybody = np.flatnonzero((ledger.labels > 0).any(axis=1)).tolist()
    questions = calibration_questions(catalog, facts)
    answers = [catalog.answers_of(question) for question in questions]
    chosen: Positions = np.concatenate(answers).astype(np.int64) if answers else np.empty(0, dtype=np.int64)
    key = known_keys(collection, chosen)
    others = _others(collection, everybody)
    found = {}
    for who in everybody:
        again, equal = _repeats(ledger, who)
        calibration = _calibrated(catalog, ledger, who, chosen, key, facts.pass_mark)
        found[who] = AssessorQuality(*others[who], again, equal, calibration)
    return CampaignQuality(
        found,
        len(questions),
        len(chosen),
        key.by_decision,
        key.by_key,
        facts.pass_mark,
        key.by_agreement,
        int(np.count_nonzero(key.disputed)),
    )


def _others(collection: Collection, everybody: list[int]) -> dict[int, tuple[int, int]]:
    """Return how many answers each shares with a majority of the other judges, and how many are equal."""
    catalog, ledger, facts = collection
    counting = [who for who in judges(catalog, facts) if who in set(everybody)]
    codes = np.unique(ledger.labels[everybody]) if everybody else np.empty(0, dtype=np.int8)
    codes = codes[codes > 0]
    kinds = len(codes)
    place = np.full(256, -1, dtype=np.int8)
    place[codes.view(np.uint8)] = np.arange(kinds)
    counts = label_counts(place[ledger.labels[counting].view(np.uint8)], kinds)
    found = {}
    for who in everybody:
        own = place[ledger.labels[who].view(np.uint8)]
        mine = own[:, None] == np.arange(kinds) if who in counting else 0
        reference = majority(counts - mine)
        shared = (own >= 0) & (reference >= 0)
        found[who] = int(np.count_nonzero(shared)), int(np.count_nonzero(shared & (own == reference)))
    return found


def _repeats(ledger: Ledger, who: int) -> tuple[int, int]:
    """Return how many answers were labeled again when they were shown again, and how many of them alike."""
    again = equal = 0
    for position, _, answer, _ in ledger.said_by(who, "repeat").tolist():
        if answer < 0 or ledger.in_force("repeat", who, ledger.subject_of(position)) != (position,):
            continue
        first, second = int(ledger.labels[who, answer]), ledger.code_of(position)
        if first > 0 and second > 0:
            again += 1
            equal += first == second
    return again, equal


class KnownKeys(NamedTuple):
    """The right labels of some answers: `codes`, 0 where unknown, with the number of answers by where they are from.

    `disputed`: of which answers the judges gave different labels, or one cannot tell, and nobody has decided.
    """

    codes: Codes
    by_decision: int
    by_key: int
    by_agreement: int
    disputed: Mask


def known_keys(collection: Collection, answers: Positions) -> KnownKeys:
    """Return the right label of each of these answers.

    A decision has priority; then the label of the answer keys, if all that labeled it agree; then the label
    of the judges, if two or more labeled it and all agree. With decisions alone only the answers that are hard
    to judge would count, since nobody decides what all agree on.
    """
    catalog, ledger, facts = collection
    decided = ledger.adjudications[answers]
    codes = np.where(decided > 0, decided, 0).astype(np.int8)
    keys = [at for at, one in enumerate(catalog.assessors) if one.kind == "key" and not one.removed]
    by_key, _ = _agreed(ledger, keys, answers, least=1)
    by_judges, differs = _agreed(ledger, [at for at in judges(catalog, facts) if at not in keys], answers, least=2)
    counts = [int(np.count_nonzero(codes))]
    for more in (by_key, by_judges):
        codes = np.where(codes > 0, codes, more).astype(np.int8)
        counts.append(int(np.count_nonzero(codes)))
    decisions, with_keys, known = counts
    return KnownKeys(codes, decisions, with_keys - decisions, known - with_keys, differs & (codes == 0))


def _agreed(ledger: Ledger, people: list[int], answers: Positions, *, least: int) -> tuple[Codes, Mask]:
    """Return the label that all of these people who judged an answer gave it, 0 for none; and where they differ.

    `least`: how many must have given it.
    """
    said = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
    given = said > 0
    high = np.where(given, said, 0).max(axis=0, initial=0)
    low = np.where(given, said, 127).min(axis=0, initial=127)
    count = np.count_nonzero(given, axis=0)
    aside = (_aside(said) & ~given).any(axis=0)
    differs: Mask = (count > 0) & ((high != low) | aside)
    return np.where((count >= least) & ~differs, high, 0).astype(np.int8), differs


def _calibrated(
    catalog: Catalog, ledger: Ledger, who: int, answers: Positions, keys: KnownKeys, pass_mark: float
) -> Calibrated:
    if catalog.assessors[who].kind == "key":
        return Calibrated()
    key, own = keys.codes, ledger.labels[who, answers]
    theirs = catalog.assigned_to(who)[answers]
    asked: Mask = theirs & ((own > 0) | ~_aside(own))
    given = asked & (own > 0) & (key > 0)
    unknown = asked & ~(key > 0) | theirs & keys.disputed
    masks = given, given & (own == key), asked & ~(own > 0), unknown
    labeled, right, left, missing = (int(np.count_nonzero(mask)) for mask in masks)
    over = pass_mark > 0 and labeled > 0 and not left and not missing
    return Calibrated(labeled, right, left, missing, right / labeled >= pass_mark if over else None)


def _aside(own: Codes) -> Mask:
    """Return which answers were skipped for good, such as cannot tell; conflicts and deferred are open."""
    aside: Mask = ~np.isin(own, (0, CONFLICT, DEFERRED))
    return aside
