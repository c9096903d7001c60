"""The one list of what keeps questions out of scores: every reason, who is awaited, and what would settle it.

The next step of a campaign, freezing, reports and the command line print this list and its counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from shlex import quote
from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import DROPPED_STATUS
from jurybox.gold import UNJUDGED, Panel, gold_for
from jurybox.gold.freezing import came_after, newest_frozen
from jurybox.gold.panel import CONTRADICTION, JUNK, LABEL, NO_LABEL, UNSURE, Mask, Positions, voices
from jurybox.kinds import KINDS
from jurybox.language import tr, trn
from jurybox.lists import and_list, clauses
from jurybox.measures import Kind, measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.not_scored import all_open, why_not
from jurybox.scoring.results import NO_SLOT, UNDECIDED_THEN, Unscored

Reason = Literal[
    "unjudged",
    "late",
    "conflict",
    "cannot-tell",
    "split",
    "nil",
    "match",
    "group",
    "importance",
    "frozen",
    "dropped",
    "no-decision",
    "undefined",
]
REASONS: dict[Reason, str] = {
    "unjudged": tr("labels are missing"),
    "late": tr("answers that came after the gold standard was frozen lack labels"),
    "conflict": tr("somebody's labels contradict each other"),
    "cannot-tell": tr("somebody cannot tell"),
    "split": tr("labels differ"),
    "nil": tr("nobody decided whether NIL is right"),
    "match": tr("matches are undecided"),
    "group": tr("groups are undecided"),
    "importance": tr("vital or okay is undecided"),
    "frozen": UNDECIDED_THEN,
    "dropped": tr("dropped"),
    "no-decision": tr("no label can decide it under this gold standard"),
    "undefined": tr("nothing can be found there, so that no run has a score"),
}
"""What each reason means, in the order of what has to be done first."""

_REASON_AT: tuple[Reason, ...] = tuple(REASONS)
_AT: dict[Reason, int] = {reason: at for at, reason in enumerate(REASONS)}

FINAL: frozenset[Reason] = frozenset(("frozen", "dropped", "no-decision", "undefined"))
"""The reasons that nobody has to do anything about."""


class KeptOut(NamedTuple):
    """One reason why a question is not scored.

    `answer`: its position, "NIL", or "" for none of the answers; `who`: those whose label is missing; `why` and
    `settles`: the reason and what would settle it, in one clause each.
    """

    question: int
    answer: int | str
    reason: Reason
    is_pending: bool
    why: str
    who: tuple[str, ...]
    settles: str


class Decision(NamedTuple):
    """One thing that is decided: an answer by its position, or another thing of a question by its name; and as what."""

    question: int
    answer: int | str
    said: str


def kept_out(board: Scoreboard) -> list[KeptOut]:
    """Return every reason why a selected question, or an answer to be validated, is not scored.

    In the order of the collection; several for one question where several things are open. By the typical measure
    of each kind of question.
    """
    found: list[KeptOut] = []
    readers = {kind: _ReasonsOfKind(board, kind) for kind in board.kinds}
    for question, asked in enumerate(board.catalog.questions):
        if board.questions is None or question in board.questions:
            found += readers[cast("Kind", asked.kind)].of(question)
    return found


class _ReasonsOfKind:
    """Finds the reasons for questions of one kind."""

    def __init__(self, board: Scoreboard, kind: Kind) -> None:
        self._board, self._kind = board, kind
        self._measure = measure(KINDS[kind].typical or KINDS[kind].measures[0])
        gold = gold_for(kind, board.gold, board.catalog, board.collection.facts)
        self._panel = Panel(board.collection, gold)
        values = board.unit_values(self._measure)
        nobody = np.isnan(values.values).all(axis=1) & bool(values.runs)
        self._undefined = set(values.units[nobody].tolist()) if values.unit == "question" else set()
        self._frozen = newest_frozen(board.collection.facts)
        self._is_late: Mask = np.zeros(board.catalog.answer_count, dtype=np.bool_)
        if self._frozen is not None and board.catalog.late is None:
            self._is_late = came_after(board.collection, self._frozen)

    def of(self, question: int) -> list[KeptOut]:
        """Return what keeps a question out."""
        board = self._board
        asked = board.catalog.questions[question]
        if asked.status == DROPPED_STATUS:
            why = board.collection.facts.dropped.get(asked.name, REASONS["dropped"])
            settles = "" if board.is_closed else tr("scoring it again")
            return [KeptOut(question, "", "dropped", is_pending=False, why=why, who=(), settles=settles)]
        if question in self._undefined:
            why = board.explain(self._measure, board.runs[0], question).score.reason
            return [KeptOut(question, "", "undefined", is_pending=False, why=why, who=(), settles="")]
        return [self._one(question, each) for each in why_not(board, self._measure, question)]

    def _one(self, question: int, found: Unscored) -> KeptOut:
        reason, who = self._reason(question, found)
        settles = _settles(reason, who)
        if reason == "late" and self._frozen is not None and self._frozen.kept:
            settles = tr("{labels}, or scoring by “{name}”, as frozen", labels=settles, name=self._frozen.name)
        return KeptOut(question, found.answer, reason, found.is_pending, found.why, who, settles)

    @cached_property
    def _waits_for_late(self) -> Mask:
        """Which questions have unjudged answers, all of them late: NIL waits for these alone."""
        board, found = self._board, np.zeros((2, len(self._board.catalog.questions)), dtype=np.bool_)
        for each, is_late in zip(found, (self._is_late, ~self._is_late), strict=True):
            each[board.catalog.answer_question[(board.truth == UNJUDGED) & is_late]] = True
        waits: Mask = found[0] & ~found[1]
        return waits

    def counts(self, questions: Sequence[int]) -> Counter[Reason]:
        """Return how many of these questions each reason keeps out; the same as by `of`, without the words."""
        board = self._board
        slots = all_open(board, self._measure, self._kind)
        if slots is None:
            return questions_by_reason([one for question in questions for one in self.of(question)])
        dropped = {at for at in questions if board.catalog.questions[at].status == DROPPED_STATUS}
        found: Counter[Reason] = Counter({"dropped": len(dropped)})
        undefined = (self._undefined & {*questions}) - dropped
        found["undefined"] = len(undefined)
        at = np.isin(slots.questions, [at for at in questions if at not in dropped | undefined])
        asked, answers, is_pending = slots.questions[at], slots.slots[at], slots.is_pending[at]
        reasons = np.where(self._waits_for_late[asked], _AT["late"], _AT["unjudged"])
        reasons[~is_pending] = _AT["nil"]
        is_answer = (answers >= 0) & (answers < board.catalog.answer_count)
        reasons[is_answer] = self._of_answers(answers[is_answer], is_pending[is_answer])[0]
        if board.is_closed:
            reasons[:] = _AT["frozen"]
        reasons[answers == NO_SLOT] = _AT["no-decision"]
        for reason, code in _AT.items():
            found[reason] += len(np.unique(asked[reasons == code]))
        return found

    def _reason(self, question: int, found: Unscored) -> tuple[Reason, tuple[str, ...]]:
        if found.what == "frozen":
            return "frozen", ()
        if found.answer == "NIL" and found.is_pending:
            return ("late" if self._waits_for_late[question] else "unjudged"), ()
        if found.answer == "NIL":
            return "nil", ()
        if found.what == "match" and found.is_pending and self._is_late[int(found.answer)]:
            return "late", ()
        if found.what != "answer":
            return cast("Reason", found.what), ()
        if not isinstance(found.answer, int):
            return ("unjudged" if found.is_pending else "no-decision"), ()
        (at,), who = self._of_answers(
            np.array([found.answer], dtype=np.int64), np.array([found.is_pending], dtype=np.bool_)
        )
        names = self._board.catalog.assessors
        return _REASON_AT[at], tuple(names[each].name for each in self._panel.people[who[:, 0]].tolist())

    def _of_answers(self, answers: Positions, is_pending: Mask) -> tuple[NDArray[np.int64], Mask]:
        """Return the reason of each answer, and of whom, by rows of the panel, one label is awaited."""
        codes = self._panel.labels(answers)
        members = self._panel.members(answers, codes)
        said = np.where(members, voices(codes), JUNK)
        contradicts, missing, is_label = said == CONTRADICTION, said == NO_LABEL, said == LABEL
        highest = np.where(is_label, codes, np.iinfo(np.int8).min).max(axis=0, initial=np.iinfo(np.int8).min)
        lowest = np.where(is_label, codes, np.iinfo(np.int8).max).min(axis=0, initial=np.iinfo(np.int8).max)
        is_split = is_label.any(axis=0) & (highest != lowest)
        reasons = np.where(is_split, _AT["split"], _AT["no-decision"])
        reasons[(said == UNSURE).any(axis=0)] = _AT["cannot-tell"]
        waits = is_pending | missing.any(axis=0)
        reasons[waits] = np.where(self._is_late[answers[waits]], _AT["late"], _AT["unjudged"])
        reasons[contradicts.any(axis=0)] = _AT["conflict"]
        lacks = np.isin(reasons, (_AT["unjudged"], _AT["late"]))
        return reasons, np.where(reasons == _AT["conflict"], contradicts, missing & lacks)


def _settles(reason: Reason, who: Sequence[str]) -> str:
    match reason:
        case "unjudged" | "late":
            return tr("labels of {names}", names=and_list(who)) if who else tr("labels")
        case "conflict":
            return tr("one label of {names}", names=and_list(who))
        case "nil":
            return tr("a decision on NIL")
        case "cannot-tell":
            return tr("a decision on the answer")
        case "split" | "match" | "group" | "importance":
            return tr("labels, or a decision on the disagreement")
    return ""


def count_by_reason(board: Scoreboard) -> Counter[Reason]:
    """Return how many selected questions each reason keeps out: those of `kept_out`, fast."""
    asked = [at for at in range(len(board.catalog.questions)) if board.questions is None or at in board.questions]
    found: Counter[Reason] = Counter()
    for kind in board.kinds:
        found += _ReasonsOfKind(board, kind).counts([at for at in asked if board.catalog.questions[at].kind == kind])
    return found


def questions_by_reason(found: Sequence[KeptOut]) -> Counter[Reason]:
    """Return how many questions each reason keeps out."""
    return Counter(reason for reason, _ in dict.fromkeys((one.reason, one.question) for one in found))


def counted(found: Sequence[KeptOut] | Mapping[Reason, int]) -> list[str]:
    """Return how many questions each reason keeps out, as clauses, those that wait for something first."""
    by = found if isinstance(found, Mapping) else questions_by_reason(found)
    return [
        trn("{n} question: {why}", "{n} questions: {why}", by[reason], why=words)
        for reason, words in REASONS.items()
        if by.get(reason)
    ]


def option_of_gold(board: Scoreboard) -> str:
    """Return the option with which commands use the same frozen gold standard; "" for any other."""
    return f" --gold {quote(board.gold.frozen)}" if board.is_closed else ""


def said_of(found: Sequence[KeptOut] | Mapping[Reason, int]) -> str:
    """Return what is not scored, in a sentence; "" where everything is."""
    return tr("Not scored: {reasons}.", reasons=clauses(counts)) if (counts := counted(found)) else ""
