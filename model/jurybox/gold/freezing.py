"""Freezing a gold standard, and saying how far the one in force has moved from a frozen one."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import DROPPED_STATUS, Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.frozen_gold import FrozenGold, GoldLabels, coded, kept_digest
from jurybox.collection.kept_labels import as_frozen, frozen_named, kept_text
from jurybox.errors import Refused
from jurybox.gold.choosing import gold_by
from jurybox.gold.gold import Gold
from jurybox.gold.graded import Graded
from jurybox.gold.lists import ListGold
from jurybox.gold.nuggets import NuggetGold
from jurybox.gold.truth import CORRECT, INCORRECT, LEFT_OUT, UNJUDGED, Standard
from jurybox.gold.unjudged import unjudged_in_force
from jurybox.kinds import KINDS, GoldRule
from jurybox.language import tr, trn
from jurybox.lists import and_list, clauses
from jurybox.wording import count_of

Keys = NDArray[np.uint64]
_TRUTH = {CORRECT: "correct", INCORRECT: "incorrect", UNJUDGED: "unjudged", LEFT_OUT: "left out"}


@dataclass(frozen=True, slots=True)
class GoldChange:
    """How a gold standard differs from a frozen one.

    `answers`: those with another value, by position, as (answer, value then, value now); `questions`: names
    of those whose nuggets, matches, groups or NIL are others; `added`: how many answers the frozen one
    did not have yet; `gone`: how many of its answers and questions are not here.
    """

    frozen: FrozenGold
    answers: tuple[tuple[int, str, str], ...]
    questions: tuple[str, ...]
    added: int
    gone: int

    @property
    def is_none(self) -> bool:
        """Whether both say the same."""
        return not (self.answers or self.questions or self.added or self.gone)

    @property
    def text(self) -> str:
        """The sentence beside the scores of every table, export and report."""
        one = self.frozen
        if self.is_none:
            return tr(
                "Gold standard as frozen under “{name}” on {day} (digest {short_digest}).",
                name=one.name,
                day=one.day,
                short_digest=one.short_digest,
            )
        parts = [count_of(len(self.answers), "answer")] if self.answers else []
        if self.questions:
            parts.append(
                tr("nuggets, groups or NIL of {questions}", questions=count_of(len(self.questions), "question"))
            )
        said = [
            tr(
                "Differs from gold “{name}”, frozen on {day}, in {things}",
                name=one.name,
                day=one.day,
                things=and_list(parts),
            )
            if parts
            else tr("Differs from gold “{name}”, frozen on {day}", name=one.name, day=one.day)
        ]
        said += [trn("{n} is new since", "{n} are new since", self.added)] if self.added else []
        said += [trn("{n} of it is not here", "{n} of it are not here", self.gone)] if self.gone else []
        return tr("{sentence}.", sentence=clauses(said))


def gold_labels(collection: Collection, gold: Gold, keys: Keys) -> GoldLabels:
    """Return all labels of a gold standard on a collection; `keys` of its answers, by position.

    Answers of ranked questions have a level with its gain, others a truth. Raises Refused as the gold
    standard does.
    """
    collection = as_frozen(collection, gold.frozen)
    catalog, _, facts = collection
    if catalog.late is not None:  # what was not decided then is not wrong in the labels of then
        late = catalog.late
        asked = replace(late, wrong=late.unknown, right=np.zeros_like(late.right))
        catalog = replace(catalog, late=asked)
        collection = collection._replace(catalog=catalog)
    standard = Standard(collection, gold_by("binary", gold, catalog, facts))
    truth = standard.of_all().truth.tolist()
    values = [_TRUTH[one] for one in truth]
    if catalog.has_graded:
        graded = Graded(collection, gold)
        levels = graded.of_all().level.tolist()
        gains = [f"L{level}={gain:g}" for level, gain in enumerate(graded.gains.tolist())]
        for at in np.flatnonzero(catalog.is_graded[catalog.answer_question]).tolist():
            values[at] = gains[levels[at]] if levels[at] >= 0 else _TRUTH[levels[at]]
    codes, different = coded(values)
    return GoldLabels(keys, codes, different, dict(_on_boards(collection, gold, keys, truth)))


def freeze(collection: Collection, gold: Gold, keys: Keys, name: str, at: int) -> FrozenGold:
    """Return a gold standard as it is now, under a name; `at`: now, in ms since 1970."""
    if gold.frozen:
        raise Refused(
            tr("{name} is frozen already. Nothing was changed; choose what to freeze with --gold.", name=gold.frozen)
        )
    labels = gold_labels(collection, gold, keys)
    golds = {rule: str(gold_by(rule, gold, collection.catalog, collection.facts)) for rule in get_args(GoldRule)}
    kept = kept_text(collection, keys, unjudged_in_force(collection), golds)
    return FrozenGold(name, str(gold), at, labels.digest, labels, kept, kept_digest(kept))


def _age(one: FrozenGold) -> tuple[int, str]:
    return one.at, one.name


def newest_frozen(facts: Facts) -> FrozenGold | None:
    """Return the gold standard that was frozen last; None where none was."""
    return max(facts.frozen.values(), key=_age, default=None)


def came_after(collection: Collection, frozen: FrozenGold) -> NDArray[np.bool_]:
    """Return which answers a frozen gold standard does not know: they were not there, or in no pool, then."""
    with suppress(Refused):
        if (late := as_frozen(collection, frozen.name).catalog.late) is not None:
            return late.unknown
    now = collection.facts.answer_keys
    return np.isin([] if now is None else now, frozen.labels.keys, invert=True)


def change_since(collection: Collection, gold: Gold) -> GoldChange | None:
    """Return how a gold standard differs from the frozen one it is nearest to; None where none was frozen.

    That is the newest with the same digest, else the newest of all.
    """
    catalog, facts = collection.catalog, collection.facts
    if not facts.frozen or facts.answer_keys is None:
        return None
    if gold.frozen:
        return GoldChange(frozen_named(facts, gold.frozen), (), (), 0, 0)
    now = gold_labels(collection, gold, facts.answer_keys)
    newest = sorted(facts.frozen.values(), key=_age, reverse=True)
    digest = now.digest
    same = next((one for one in newest if one.digest == digest and one.labels.digest == digest), None)
    return difference(now, same or newest[0], catalog)


def is_rebuilt(collection: Collection, frozen: FrozenGold) -> bool:
    """Return whether what was kept of a frozen gold standard gives the labels with which it was frozen.

    Refused if it cannot be used.
    """
    gold = replace(Gold.parse(frozen.gold), frozen=frozen.name)
    seen, _, _ = as_frozen(collection, frozen.name)
    keys = np.empty(0, dtype=np.uint64) if collection.facts.answer_keys is None else collection.facts.answer_keys
    found = difference(gold_labels(collection, gold, keys), frozen, collection.catalog)
    changed = [at for at, *_ in found.answers if seen.late is None or not seen.late.unknown[at]]
    return not changed and not found.questions


def difference(now: GoldLabels, frozen: FrozenGold, catalog: Catalog) -> GoldChange:
    """Return what differs between labels in the order of a collection and frozen ones.

    Answers that only withdrawn runs returned are not new.
    """
    then = frozen.labels
    order = np.argsort(then.keys, kind="stable")
    known = then.keys[order]
    at = np.minimum(np.searchsorted(known, now.keys), max(0, len(known) - 1))
    there = known[at] == now.keys if len(known) else np.zeros(len(now.keys), dtype=np.bool_)
    before = np.array([*then.values, ""], dtype=object)
    old = before[then.codes[order][at]] if len(known) else np.full(len(now.keys), "", dtype=object)
    new = np.array([*now.values, ""], dtype=object)[now.codes]
    changed = np.flatnonzero(there & (old != new)).tolist()
    # A factoid is among them only where it is known whether NIL is right, and that can be decided since.
    asked_then = {catalog.questions[one].name for one in np.unique(catalog.answer_question[there]).tolist()}
    here = {question.name for question in catalog.questions}
    both = {*then.questions, *now.questions} & here & (asked_then | {*then.questions})
    return GoldChange(
        frozen,
        tuple((answer, str(old[answer]), str(new[answer])) for answer in changed),
        tuple(sorted(name for name in both if then.questions.get(name) != now.questions.get(name))),
        int(np.count_nonzero(~there & (catalog.pooled_question >= 0))),
        len(known) - len(np.intersect1d(known, now.keys)) + len(then.questions.keys() - here),
    )


def _on_boards(collection: Collection, gold: Gold, keys: Keys, truth: list[int]) -> Iterable[tuple[str, str]]:
    """Yield the name of each question that is more than labels of answers, with a digest of what it is."""
    catalog = collection.catalog
    late = None if catalog.late is None else catalog.late.unknown
    nuggets, lists = NuggetGold(collection, gold), ListGold(collection, gold)
    for at, question in enumerate(catalog.questions):
        schemes, parts = KINDS[question.kind].schemes, list[object]()
        answers = [one for one in catalog.answers_of(at).tolist() if late is None or not late[one]]
        if "match" in schemes:
            parts.append(_nuggets(catalog, nuggets, at, sorted(answers, key=lambda one: int(keys[one]))))
        if "groups" in schemes:
            correct = [one for one in answers if truth[one] == CORRECT]
            parts.append(_groups(lists, at, correct, keys))
        if question.nil_correct is not None:
            parts.append(question.nil_correct)
        if question.status == DROPPED_STATUS:
            parts.append(DROPPED_STATUS)
        if parts:
            text = repr(parts).encode("utf-8", "surrogatepass")
            yield question.name, hashlib.sha256(text).hexdigest()[:16]


def _nuggets(catalog: Catalog, gold: NuggetGold, question: int, answers: list[int]) -> Sequence[object]:
    """Return the nuggets of a question in a fixed order, each with importance, weight and matches."""
    found = gold.of(question, answers)
    weights = found.weights or (None,) * len(found.lines)
    return sorted(
        (
            catalog.nuggets[line.nugget].digest.hex(),
            found.importance[at],
            str(weights[at]),
            found.low[:, at].tolist(),
            found.high[:, at].tolist(),
        )
        for at, line in enumerate(found.lines)
    )


def _groups(gold: ListGold, question: int, answers: list[int], keys: Keys) -> list[object]:
    """Return which correct answers of a question are one instance, and the names of those not returned."""
    found = gold.of(question, answers)
    groups: dict[int, list[int]] = {}
    for answer in answers:
        groups.setdefault(found.number[answer], []).append(int(keys[answer]))
    return [sorted(sorted(group) for group in groups.values()), sorted(gold.unreturned(question)), found.known]
