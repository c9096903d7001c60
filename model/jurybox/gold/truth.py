"""The gold value of every answer, and its still possible values.

The labels of a panel are combined in `jurybox.gold.labels`; here they become correct or not.
"""

from typing import NamedTuple

import numpy as np

from jurybox.collection.catalog import Ints
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.kept_labels import as_frozen
from jurybox.gold.choosing import gold_by
from jurybox.gold.gold import Gold, Mapping
from jurybox.gold.labels import LabelStandard
from jurybox.gold.panel import Codes, Mask, Positions
from jurybox.kinds import KINDS
from jurybox.language import tr

CORRECT, INCORRECT, UNJUDGED, LEFT_OUT = 1, 0, -1, -2
"""Truth: unjudged if a missing label could decide it, left out if none can."""
TRUTH_WORDS = {CORRECT: "correct", INCORRECT: "incorrect", UNJUDGED: "unjudged", LEFT_OUT: "left out"}

CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT = 1, 2, 4
"""The outcomes of completions, as bits; a single bit means that nothing can change any more."""

STRETCH = 1 << 20
"""Labels processed at once when all answers are judged again; limits the memory, not the result."""

_MOST_KNOWN = 4096

_SAID_OF_NIL = {True: CAN_BE_CORRECT, False: CAN_BE_INCORRECT, None: 0}
"""The possible outcomes of NIL if the collection states them, 0 if answers decide."""

_TRUTH = np.full(8, UNJUDGED, dtype=np.int8)
_TRUTH[[CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT]] = CORRECT, INCORRECT, LEFT_OUT


class Truth(NamedTuple):
    """For each answer (or NIL of each question) asked for, its truth and its possible outcomes."""

    truth: Codes
    possible: Codes


class Standard:
    """A gold standard of correctness on one collection, for all questions except the graded ones.

    `gold` is the chosen standard if it concerns correctness, else the default one (`gold_by`). The ledger may
    grow while it is in use; the catalog may not. Under a frozen one, answers that came later are incorrect.
    """

    def __init__(self, collection: Collection, gold: Gold) -> None:
        self.gold = gold_by("binary", gold, collection.catalog, collection.facts)
        collection = as_frozen(collection, gold.frozen)
        catalog, _, facts = collection
        self._catalog = catalog
        self._nil: Codes = np.array([_SAID_OF_NIL[q.nil_correct] for q in catalog.questions], dtype=np.int8)
        if catalog.late is not None:  # what nobody decided when it was frozen is wrong
            self._nil[catalog.late.nil & (self._nil == 0)] = CAN_BE_INCORRECT
        self._nil[catalog.on_purpose] = CAN_STAY_OUT
        rows = _labels_of_kinds(facts, self.gold.mapping)
        self._right: Mask = np.array([right for _, right in rows])
        # Incorrect and unsupported are not a dispute where both are wrong, and count together in a majority.
        alike = [np.flatnonzero(mask).tolist() for mask in (self._right, ~self._right)]
        self._known: dict[bytes, Truth] = {}
        self._labels = LabelStandard(collection, self.gold, [word for word, _ in rows], alike, list(rows.values()))

    def follow(self, answers: Positions) -> bool:
        """Return whether labels of these answers changed who makes the standard, and so every answer."""
        return self._labels.follow(answers)

    def spread(self, answers: Positions) -> Positions:
        """Return the answers whose truth can change with the labels of these.

        They themselves and, for questions with a closed list of options, the others of the list.
        """
        return self._labels.spread(answers)

    def of_all(self) -> Truth:
        """Return truth and possible outcomes of every answer of the collection."""
        count = self._catalog.answer_count
        every = Truth(np.full(count, LEFT_OUT, dtype=np.int8), np.full(count, CAN_STAY_OUT, dtype=np.int8))
        answers = self._labels.asked_of()
        stretch = max(1, STRETCH // max(1, len(self._labels.panel.people)))
        for at in range(0, len(answers), stretch):
            part = answers[at : at + stretch]
            every.truth[part], every.possible[part] = self.of(part)
        return every

    def of(self, answers: Positions) -> Truth:
        """Return truth and possible outcomes of the answers at these positions.

        Answers of questions whose labels are not about correctness, or that are left unjudged on purpose,
        are left out. What the same labels of one answer came to before is known: live scores ask label by
        label.
        """
        said = self._labels.said_of(answers) if self._catalog.late is None else None
        found = None if said is None else self._known.get(said)
        if found is None:
            found = self._of(answers)
        if said is not None and len(self._known) < _MOST_KNOWN:
            self._known[said] = found
        return found

    def _of(self, answers: Positions) -> Truth:
        late = self._catalog.late
        possible = self._possible(answers, None if late is None else late.wrong)
        if late is not None:
            possible[late.right[answers]] = CAN_BE_CORRECT
        found = Truth(_TRUTH[possible], possible)
        for part in found:
            part.flags.writeable = False  # others may be told the same
        return found

    def _possible(self, answers: Positions, wrong: Mask | None) -> Codes:
        """Return the possible outcomes of answers, of which some are `wrong` whatever is said of them."""
        labels = self._labels.of(answers)
        correct, incorrect = (self._right @ labels.reachable), (~self._right @ labels.reachable)
        possible: Codes = correct * np.int8(1) + incorrect * np.int8(2) + labels.stays_out * np.int8(4)
        if wrong is not None:
            asked = ~self._catalog.on_purpose[self._catalog.answer_question[answers]]
            possible[wrong[answers] & asked] = CAN_BE_INCORRECT
        return possible

    def why(self, answer: int) -> str:
        """Return why an answer is neither correct nor incorrect, in one clause."""
        if self._catalog.late is not None and self._catalog.late.wrong[answer]:
            return tr("it came after the gold standard was frozen")
        return self._labels.why(answer)

    def nil(self, questions: Positions) -> Truth:
        """Return truth and possible outcomes of the response that these questions have no answer (NIL).

        Correct or incorrect if the collection states it; else incorrect once an answer of the question is
        correct, and undecided until then (left out if none can be). Formats page, section 14.
        """
        positions = np.asarray(questions, dtype=np.int64)
        possible = self._nil[positions]
        undecided = np.flatnonzero(possible == 0)
        answers = [self._catalog.answers_of(question) for question in positions[undecided].tolist()]
        possible[undecided] = self._nil_from(answers) if answers else 0
        if self.gold.for_bounds:  # it can still be stated, until an answer is correct for good
            possible[undecided[possible[undecided] != CAN_BE_INCORRECT]] = (
                CAN_BE_CORRECT | CAN_BE_INCORRECT | CAN_STAY_OUT
            )
        return Truth(_TRUTH[possible], possible)

    def _nil_from(self, answers: list[Ints]) -> Codes:
        """Return the possible outcomes of NIL, for each question from its answers."""
        question = np.repeat(np.arange(len(answers)), [len(each) for each in answers])
        asked = np.concatenate(answers).astype(np.int64)
        late = self._catalog.late
        possible = self.of(asked).possible if late is None else self._possible(asked, late.unknown)
        some, certain = np.zeros((2, len(answers)), dtype=np.bool_)
        some[question[(possible & CAN_BE_CORRECT) > 0]] = True
        certain[question[possible == CAN_BE_CORRECT]] = True
        outcome: Codes = some * np.int8(CAN_BE_INCORRECT) + ~certain * np.int8(CAN_STAY_OUT)
        return outcome


def _labels_of_kinds(facts: Facts, mapping: Mapping) -> dict[tuple[str, bool], list[str]]:
    """Return each label of the kinds that are not graded, with whether it is right, and their names.

    One word can be right in one scheme and wrong in another.
    """
    kinds: dict[tuple[str, bool], list[str]] = {}
    for name, kind in KINDS.items():
        scheme = facts.scheme_of(name)
        for word in () if kind.is_graded else scheme.words:
            kinds.setdefault((word, word in scheme.relevant(mapping)), []).append(name)
    return kinds


def truth_of(collection: Collection, gold: Gold) -> Truth:
    """Return for every answer its truth and its possible outcomes under a gold standard, two int8 arrays.

    Truth is `CORRECT`, `INCORRECT`, `UNJUDGED` (a missing label could decide it) or `LEFT_OUT` (none can);
    possible outcomes are the bits `CAN_BE_CORRECT`, `CAN_BE_INCORRECT`, `CAN_STAY_OUT`.
    Raises Refused if the gold standard names an assessor who is not there.
    """
    return Standard(collection, gold).of_all()
