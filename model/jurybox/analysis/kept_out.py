"""The one list of what keeps questions out of scores: every reason, who is awaited, and what would settle it.

The next step of a campaign, freezing, reports and the command line print this list and its counts.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.entries import STATES
from jurybox.gold import Panel, gold_for
from jurybox.gold.panel import IS_MISSING
from jurybox.kinds import KINDS
from jurybox.language import tr, trn
from jurybox.lists import and_list
from jurybox.measures import Kind, measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.not_scored import why_not
from jurybox.scoring.results import Unscored

Reason = Literal[
    "unjudged",
    "conflict",
    "cannot-tell",
    "split",
    "nil",
    "match",
    "group",
    "importance",
    "dropped",
    "no-decision",
    "undefined",
]
REASONS: dict[Reason, str] = {
    "unjudged": tr("labels are missing"),
    "conflict": tr("somebody's labels contradict each other"),
    "cannot-tell": tr("somebody cannot tell"),
    "split": tr("labels differ"),
    "nil": tr("nobody decided whether NIL is right"),
    "match": tr("matches are undecided"),
    "group": tr("groups are undecided"),
    "importance": tr("vital or okay is undecided"),
    "dropped": tr("dropped"),
    "no-decision": tr("no label can decide it under this gold standard"),
    "undefined": tr("nothing can be found there, so that no run has a score"),
}
"""What each reason means, in the order of what has to be done first."""

FINAL: frozenset[Reason] = frozenset(("dropped", "no-decision", "undefined"))
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
        self._board = board
        self._measure = measure(KINDS[kind].typical or KINDS[kind].measures[0])
        gold = gold_for(kind, board.gold, board.catalog, board.collection.facts)
        self._panel = Panel(board.collection, gold)
        values = board.unit_values(self._measure)
        nobody = np.isnan(values.values).all(axis=1) & bool(values.runs)
        self._undefined = set(values.units[nobody].tolist()) if values.unit == "question" else set()

    def of(self, question: int) -> list[KeptOut]:
        """Return what keeps a question out."""
        board = self._board
        name = board.catalog.questions[question].name
        if name in board.collection.facts.dropped:
            why = board.collection.facts.dropped[name]
            return [KeptOut(question, "", "dropped", is_pending=False, why=why, who=(), settles=tr("scoring it again"))]
        if question in self._undefined:
            why = board.explain(self._measure, board.runs[0], question).score.reason
            return [KeptOut(question, "", "undefined", is_pending=False, why=why, who=(), settles="")]
        return [self._one(question, each) for each in why_not(board, self._measure, question)]

    def _one(self, question: int, found: Unscored) -> KeptOut:
        reason, who = self._reason(found)
        return KeptOut(question, found.answer, reason, found.is_pending, found.why, who, _settles(reason, who))

    def _reason(self, found: Unscored) -> tuple[Reason, tuple[str, ...]]:
        if found.answer == "NIL":
            return ("unjudged" if found.is_pending else "nil"), ()
        if found.what != "answer":
            return cast("Reason", found.what), ()
        if not isinstance(found.answer, int):
            return ("unjudged" if found.is_pending else "no-decision"), ()
        answers = np.array([found.answer])
        codes = self._panel.labels(answers)
        members = self._panel.members(answers, codes)[:, 0]
        said = codes[members, 0]
        people = self._panel.people[members]
        return self._of_labels(said, people, is_pending=found.is_pending)

    def _of_labels(
        self, said: NDArray[np.int8], people: NDArray[np.int64], *, is_pending: bool
    ) -> tuple[Reason, tuple[str, ...]]:
        catalog, word = self._board.catalog, self._board.collection.ledger.codes.word
        contradict, missing = said == CONFLICT, IS_MISSING[said.view(np.uint8)]
        if contradict.any():
            return "conflict", tuple(catalog.assessors[at].name for at in people[contradict].tolist())
        if is_pending or missing.any():
            return "unjudged", tuple(catalog.assessors[at].name for at in people[missing].tolist())
        if (said == LABEL_CODES["cannot-tell"]).any():
            return "cannot-tell", ()
        labels = {int(code) for code in said.tolist() if word(int(code)) not in STATES}
        return ("split" if len(labels) > 1 else "no-decision"), ()


def _settles(reason: Reason, who: Sequence[str]) -> str:
    match reason:
        case "unjudged":
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


def counted(found: Sequence[KeptOut]) -> list[str]:
    """Return how many questions each reason keeps out, as clauses, those that wait for something first."""
    by: Counter[Reason] = Counter()
    for reason, _ in {(one.reason, one.question) for one in found}:
        by[reason] += 1
    return [
        trn("{n} question: {why}", "{n} questions: {why}", by[reason], why=words)
        for reason, words in REASONS.items()
        if by[reason]
    ]
