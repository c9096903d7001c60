"""The items of a ranking and the gain of each: answers with levels, or right and wrong.

Both sources use *slots*: the answers of the collection by position; after them, for factoid questions, one
slot per question for the response NIL; the last slot is empty.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.gold import CAN_BE_CORRECT, CAN_BE_INCORRECT, CAN_STAY_OUT, LEFT_OUT, UNJUDGED
from jurybox.gold.grading import NO_BEST
from jurybox.gold.patterns import Bits, levels_in, pattern_text
from jurybox.gold.why import returned_nil
from jurybox.kinds import kind_code
from jurybox.language import tr
from jurybox.measures import Kind
from jurybox.scoring.basis import Basis, Small
from jurybox.scoring.tallies.layout import Entries, Places, Positions, Rows

Gains = NDArray[np.float64]
Slots = NDArray[np.int32] | NDArray[np.int64]

SETTLED, OPEN, OUT = 0, 1, 2
"""States of a slot: its gain is known, a missing label could decide it, none can."""
_UNSETTLED = tr("an answer of the question cannot be settled")
_GAIN_OF_OUTCOME: dict[int, float | None] = {CAN_BE_CORRECT: 1.0, CAN_BE_INCORRECT: 0.0, CAN_STAY_OUT: None}


class Worth(NamedTuple):
    """For each slot asked for, its gain (0 while it is not known) and its state."""

    gain: Gains
    state: Small


class Grades(ABC):
    """Where a tally of rankings gets its slots and their worth from: the questions of a kind, and what runs returned.

    `made_columns`: those of runs made of labels.
    """

    @property
    def why_out(self) -> str:
        """Why a question is left out that is not left unjudged on purpose, in one clause."""
        return _UNSETTLED

    @property
    def least_relevant(self) -> float | None:
        """The least gain of a relevant answer; None: any gain above 0."""
        return None

    @property
    def lowest(self) -> float:
        """What counts where there is no answer, or none with a gain."""
        return 0.0

    @property
    def highest(self) -> float | None:
        """The highest gain that an answer can have; None where there is no scale."""
        return 1.0

    def __init__(self, basis: Basis, kind: Kind, slots: int) -> None:
        self.basis, self.kind, self.slots = basis, kind, slots
        self.columns = basis.submitted
        self.made_columns: list[int] = []
        of_kind = basis.catalog.kind_of_question == kind_code(kind)
        self.questions: Positions = np.flatnonzero(of_kind)
        self.local = np.full(len(of_kind), -1, dtype=np.int32)
        self.local[self.questions] = np.arange(len(self.questions))

    def made_rankings(self, question: int) -> Positions:
        """Return the slots that each run made of labels ranks for a question (by position), best first.

        One row for each of `made_columns`, -1 behind the last slot.
        """
        return self.basis.made_rankings(question)

    def slot_of(self, rows: Rows, question: Places) -> Places:
        """Return the slots of these responses to these questions: the answers; -1 for what ranks nothing."""
        del question
        return self.basis.catalog.responses.answer[rows]

    def entries(self) -> Iterator[Entries]:
        """Yield what each run shown ranked, in the order of the columns."""
        responses = self.basis.catalog.responses
        for run in self.basis.runs[: self.basis.submitted]:
            rows = responses.of_run(run)
            question = self.local[responses.question[rows]]
            slot = self.slot_of(rows, question)
            says = (slot >= 0) & (responses.answered[rows] == 1) & (question >= 0)
            if not says.all():
                rows = np.arange(len(responses), dtype=np.int32)[rows][says]
                question, slot = question[says], slot[says]
            yield Entries(rows, question, slot, responses.rank[rows], responses.score[rows])

    @abstractmethod
    def pools(self) -> tuple[Positions, Positions]:
        """Return the slots that the score of each question depends on, question by question; how many."""

    @abstractmethod
    def worth(self, slots: Slots) -> Worth:
        """Return what slots are worth now; nothing is settled and gains nothing."""

    def movable(self, slots: Slots, state: Small) -> NDArray[np.bool_]:
        """Return which slots in these states completions can still make something else of.

        Not the same as `OPEN`: a pattern of votes that is scaled up has a level while labels are missing.
        """
        del slots
        movable: NDArray[np.bool_] = state == OPEN
        return movable

    @abstractmethod
    def is_begun(self, slots: Slots) -> NDArray[np.bool_]:
        """Return which slots somebody labeled, decided or not: a rule for unjudged answers is about the others."""

    @abstractmethod
    def is_judged(self, slots: Slots, state: Small) -> NDArray[np.bool_]:
        """Return which slots in these states are judged: settled, or left out by somebody, such as junk."""

    @abstractmethod
    def bits(self, slots: Slots) -> Bits:
        """Return what completions can make of slots, as sets that `options` reads."""

    @abstractmethod
    def options(self, bits: int) -> list[float | None]:
        """Return the gains in such a set, each once; None for a completion that leaves the slot out."""

    @abstractmethod
    def depends(self, slots: Slots) -> bool:
        """Return whether what completions make of one of these slots depends on the others."""

    @abstractmethod
    def text(self, slot: int) -> str:
        """Return the value of a slot in words, such as the level of an answer: for tables."""

    @abstractmethod
    def why(self, slot: int) -> str:
        """Return why a slot is not settled, in one clause: because of what, and of which people or runs."""


class LevelGrades(Grades):
    """Graded answers: levels under the gold standard, and their gains; a score depends on the whole pool.

    The states without a level, -1 and -2, read the last two rows of the tables of gains and of states.
    """

    def __init__(self, basis: Basis, kind: Kind) -> None:
        super().__init__(basis, kind, basis.catalog.answer_count + 1)
        self.columns = len(basis.runs)
        self.made_columns = list(range(basis.submitted, self.columns))
        self._gains: Gains = np.empty(0)

    @property
    def worths(self) -> Gains:
        """What the levels are worth, from L0 up."""
        return np.zeros(1) if self.basis.graded is None else self.basis.graded.gains

    def pools(self) -> tuple[Positions, Positions]:
        """Return all answers of every question."""
        asked = self.basis.catalog.pooled_question
        owner = np.where(asked >= 0, self.local[asked], -1)
        order = np.argsort(owner, kind="stable")
        first = int(np.count_nonzero(owner < 0))
        return order[first:], np.bincount(owner[order[first:]], minlength=len(self.questions))

    def worth(self, slots: Slots) -> Worth:
        """Return gains and states of answers; nothing is settled and gains nothing."""
        if self.basis.graded is None:
            return Worth(np.zeros(len(slots)), np.zeros(len(slots), dtype=np.int8))
        gains = self.worths
        if gains is not self._gains:
            self._gains = gains
            self._gain_of = np.concatenate((gains, np.full(2, self.lowest)))
            self._state_of = np.full(len(gains) + 2, SETTLED, dtype=np.int8)
            self._state_of[[LEFT_OUT, UNJUDGED]] = OUT, OPEN
        level = self.basis.levels_of_slots[slots]
        return Worth(self._gain_of[level], self._state_of[level])

    def movable(self, slots: Slots, state: Small) -> NDArray[np.bool_]:
        """Return which answers can get more than one level, or a level or none, or are pending for one.

        A pattern that lacks a vote that changes nothing has one possible level, but does not have it yet.
        """
        bits = self.bits(slots)
        movable: NDArray[np.bool_] = (bits & (bits - 1) != 0) | (state == OPEN)
        return movable

    def is_begun(self, slots: Slots) -> NDArray[np.bool_]:
        """Return which answers somebody on the panel labeled."""
        begun = np.zeros(len(slots), dtype=np.bool_)
        is_answer = slots < len(self.basis.levels)
        if self.basis.graded is not None:
            begun[is_answer] = self.basis.graded.is_labeled(slots[is_answer].astype(np.int64))
        return begun

    def is_judged(self, slots: Slots, state: Small) -> NDArray[np.bool_]:
        """Return which answers are judged; nothing is not an answer."""
        is_answer = slots < len(self.basis.levels)
        judged: NDArray[np.bool_] = (state == SETTLED) & is_answer
        out = np.flatnonzero((state == OUT) & is_answer)
        if len(out) and self.basis.graded is not None:
            judged[out] = self.basis.graded.is_seen(slots[out].astype(np.int64))
        return judged

    def bits(self, slots: Slots) -> Bits:
        """Return the levels that completions can give answers; nothing is at L0."""
        is_answer = slots < len(self.basis.levels)
        return np.where(is_answer, self.basis.possible_levels[np.where(is_answer, slots, 0)], 1)

    def options(self, bits: int) -> list[float | None]:
        """Return the gains of the levels in a set."""
        every = self.worths.tolist()
        return list(dict.fromkeys(None if at is None else every[at] for at in levels_in(bits)))

    def depends(self, slots: Slots) -> bool:
        """Return whether one answer of a question decides about another: favorites do."""
        del slots
        return self.basis.graded is not None and self.basis.graded.gold.whose in ("UFA", "UFBA")

    @property
    def least_relevant(self) -> float | None:
        """The label scheme's definition of relevance, if not every gain counts as relevant."""
        return None if self.basis.graded is None else self.basis.graded.least_relevant

    @property
    def highest(self) -> float | None:
        """Return the largest worth of the levels."""
        return None if self.basis.graded is None else float(self.worths.max())

    @property
    def why_out(self) -> str:
        """Return why: under BA nobody can decide what the asker did not choose."""
        is_asker = self.basis.graded is not None and self.basis.graded.gold.whose == "BA"
        return NO_BEST if is_asker else _UNSETTLED

    def text(self, slot: int) -> str:
        """Return the level of an answer, and the pattern of votes behind it."""
        if self.basis.graded is None or slot >= len(self.basis.levels):
            return ""
        level = int(self.basis.levels[slot])
        pattern = pattern_text(self.basis.graded.patterns_of(np.array([slot]))[0])
        named = f"L{level}" if level >= 0 else "not judged" if level == UNJUDGED else "left out"
        return f"{named} ({pattern})" if pattern else named

    def why(self, slot: int) -> str:
        """Return why an answer has no level."""
        return "" if self.basis.graded is None else self.basis.graded.why(slot)


class TruthGrades(Grades):
    """Answers by correctness: 1 if correct, else 0; a score depends on what the runs shown returned."""

    def __init__(self, basis: Basis, kind: Kind) -> None:
        self._answers = basis.catalog.answer_count
        questions = int(np.count_nonzero(basis.catalog.kind_of_question == kind_code(kind)))
        super().__init__(basis, kind, self._answers + questions + 1)

    def slot_of(self, rows: Rows, question: Places) -> Places:
        """Return the answers, and behind them NIL of each question."""
        responses = self.basis.catalog.responses
        nil = np.where(responses.nil[rows] == 1, self._answers + question, -1)
        return np.where(responses.answer[rows] >= 0, responses.answer[rows], nil).astype(np.int32)

    def pools(self) -> tuple[Positions, Positions]:
        """Return all slots that a run shown returned, each once."""
        each = [np.unique(one.question.astype(np.int64) * self.slots + one.slot) for one in self.entries()]
        pairs = np.unique(np.concatenate([np.empty(0, dtype=np.int64), *each]))
        owner, slots = np.divmod(pairs, self.slots)
        return slots, np.bincount(owner, minlength=len(self.questions))

    def worth(self, slots: Slots) -> Worth:
        """Return 1 for correct, and states; nothing is settled and gains nothing."""
        truth = np.zeros(len(slots), dtype=np.int64)
        is_answer = slots < self._answers
        truth[is_answer] = self.basis.truth[slots[is_answer]]
        is_nil = self._is_nil(slots)
        if is_nil.any():
            truth[is_nil] = self.basis.standard.nil(self.questions[slots[is_nil] - self._answers]).truth
        state = ((truth == UNJUDGED) * OPEN + (truth == LEFT_OUT) * OUT).astype(np.int8)
        return Worth((truth == 1).astype(np.float64), state)

    def is_begun(self, slots: Slots) -> NDArray[np.bool_]:
        """Return all: no rule says what unjudged answers count as here."""
        return np.ones(len(slots), dtype=np.bool_)

    def is_judged(self, slots: Slots, state: Small) -> NDArray[np.bool_]:
        """Return which slots are settled: a question that is scored has no others."""
        judged: NDArray[np.bool_] = (state == SETTLED) & (slots < self.slots - 1)
        return judged

    def bits(self, slots: Slots) -> Bits:
        """Return the outcomes that completions can give answers and NIL."""
        bits = np.full(len(slots), CAN_BE_INCORRECT, dtype=np.int64)
        is_answer, is_nil = slots < self._answers, self._is_nil(slots)
        bits[is_answer] = self.basis.possible[slots[is_answer]]
        if is_nil.any():
            bits[is_nil] = self.basis.standard.nil(self.questions[slots[is_nil] - self._answers]).possible
        return bits

    def options(self, bits: int) -> list[float | None]:
        """Return 1 for correct, 0 for incorrect."""
        return [gain for bit, gain in _GAIN_OF_OUTCOME.items() if bits & bit]

    def depends(self, slots: Slots) -> bool:
        """Return whether NIL is among them, which depends on the answers."""
        return bool(self._is_nil(slots).any())

    def _is_nil(self, slots: Slots) -> NDArray[np.bool_]:
        is_nil: NDArray[np.bool_] = (slots >= self._answers) & (slots < self.slots - 1)
        return is_nil

    def text(self, slot: int) -> str:
        """Return whether an answer, or NIL, is correct."""
        worth = self.worth(np.array([slot]))
        said = ("incorrect", "correct")[int(worth.gain[0])]
        judged = said if worth.state[0] == SETTLED else "not judged" if worth.state[0] == OPEN else "left out"
        return f"NIL, {judged}" if self._answers <= slot < self.slots - 1 else judged

    def why(self, slot: int) -> str:
        """Return why an answer, or NIL of the runs that returned it, is neither correct nor incorrect."""
        if slot < self._answers:
            return self.basis.standard.why(slot)
        every = zip(self.basis.runs, self.entries(), strict=False)
        runs = [self.basis.name_of(run) for run, entries in every if (entries.slot == slot).any()]
        return returned_nil(runs, is_open=bool(self.worth(np.array([slot])).state[0] == OPEN))
