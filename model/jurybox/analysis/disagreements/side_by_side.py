"""A question side by side: everybody's labels of each item in it, and accepting one column for all of it.

Rows are the answers of the question, and for lists and nuggets also groups, importance and matches; columns
are the judges with entries here. Accepting a column decides every open disagreement as one assessor, or the
majority, did, in one step (`Acceptance`; its command is in `decisions`). It leaves open:

    no label        the assessor gave none there
    no majority     no label has more than half of the votes
    NIL             it follows from the labels of answers, which are decided
    decided group   an answer of the group is in a group that was decided before

Decisions made before stay unless they are to be replaced.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from jurybox.analysis.disagreements.disputes import Dispute, find_disputes
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers
from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges
from jurybox.collection.ledger import Ledger
from jurybox.gold import gold_for
from jurybox.gold.lists import ListGold
from jurybox.gold.nuggets import NO, OKAY, PARTIAL, VITAL, YES, NuggetGold
from jurybox.gold.truth import TRUTH_WORDS
from jurybox.kinds import KINDS
from jurybox.scoring import Scoreboard

Key = tuple[str, int, int, int]
Source = int | None
"""Whose labels are accepted: an assessor by position; None for the majority."""
WhyOpen = Literal["no label", "no majority", "NIL", "decided group"]
"""Why accepting a column leaves a disagreement open."""

CONFLICTING = "conflict"
"""The cell of an assessor who gave an answer two contradictory labels."""
_IMPORTANCE = {VITAL: "vital", OKAY: "okay"}
_MATCH = {NO: "no", PARTIAL: "partial", YES: "yes"}


@dataclass(frozen=True)
class QuestionTable:
    """Everything in one question that can be decided, disputed rows first, in the order of the question.

    `people`: the judges with entries here, by position, in the order of the collection. A state in place of a
    label, such as *cannot tell*, is in `states` by (answer, assessor).
    """

    question: int
    people: tuple[int, ...]
    rows: tuple[Dispute, ...]
    states: Mapping[tuple[int, int], str] = field(default_factory=dict)

    @property
    def disputed(self) -> tuple[Dispute, ...]:
        """The rows that people disagree on."""
        return tuple(row for row in self.rows if row.is_disputed)

    @property
    def undisputed(self) -> tuple[Dispute, ...]:
        """The other rows."""
        return tuple(row for row in self.rows if not row.is_disputed)

    def said(self, row: Dispute, who: int) -> str:
        """Return the label of an assessor, else the state, else ""."""
        label = next((word for one, word in row.labels if one == who), "")
        return label or (self.states.get((row.answer, who), "") if row.kind.is_answer_label else "")


def side_by_side(collection: Collection, question: int) -> QuestionTable:
    """Return the table of a question; without rows if it is left unjudged on purpose."""
    catalog, ledger, facts = collection
    found = find_disputes(collection, (question,), undisputed=True).get(question)
    rows = () if found is None else tuple(sorted(found.disputes, key=lambda row: not row.is_disputed))
    known, states = judges(catalog, facts), {}
    answers = catalog.answers_of(question)
    for who in known:
        codes = ledger.labels[who, answers]
        # States are below 0, as is a conflict.
        for at in (codes < 0).nonzero()[0].tolist():
            states[int(answers[at]), who] = ledger.codes.word(int(codes[at]), CONFLICTING)
    spoke = {who for row in rows for who, word in row.labels if word} | {who for _, who in states}
    return QuestionTable(question, tuple(who for who in known if who in spoke), rows, states)


def gold_values(board: Scoreboard, rows: Iterable[Dispute]) -> dict[Key, str]:
    """Return the present gold value of each row; none for rows without a value.

    For answers *correct*, *incorrect*, *unjudged* or *left out*, for ranked ones the level; for nuggets and
    matches the label or *undecided*; for correct answers to lists the number of their group. Question quality
    and NIL have none of their own.
    """
    found: dict[Key, str] = {}
    boards: dict[int, dict[Key, str]] = {}
    for row in rows:
        if row.kind.is_answer_label:
            found[row.key] = gold_of_answer(board, row.answer)
        elif not row.kind.is_about_question:
            if row.question not in boards:
                boards[row.question] = _on_board(board, row.question)
            if row.key in boards[row.question]:
                found[row.key] = boards[row.question][row.key]
    return found


def gold_of_answer(board: Scoreboard, answer: int) -> str:
    """Return the truth of an answer, or its level such as `L2`."""
    catalog = board.catalog
    if not catalog.is_graded[catalog.answer_question[answer]]:
        return TRUTH_WORDS[int(board.truth[answer])]
    level = int(board.levels[answer])
    return f"L{level}" if level >= 0 else TRUTH_WORDS[level]


def _on_board(board: Scoreboard, question: int) -> dict[Key, str]:
    collection = board.collection
    catalog, facts = collection.catalog, collection.facts
    kind = catalog.questions[question].kind
    gold = gold_for(kind, board.gold, catalog, facts)
    answers = catalog.answers_of(question).tolist()
    found: dict[Key, str] = {}
    schemes = KINDS[kind].schemes
    if "match" in schemes:
        truth = NuggetGold(collection, gold).of(question, answers)
        for at, line in enumerate(truth.lines):
            word = _IMPORTANCE.get(truth.importance[at], "undecided")
            found["importance", question, -1, line.nugget] = word
            for row, answer in enumerate(answers):
                low, high = int(truth.low[row, at]), int(truth.high[row, at])
                key = ("match", question, answer, line.nugget)
                found[key] = _MATCH[low] if low == high else "undecided"
    if "groups" in schemes:
        correct = [answer for answer in answers if board.truth[answer] == 1]
        numbers = ListGold(collection, gold).of(question, correct).number
        found |= {("distinct", question, one, -1): f"group {at + 1}" for one, at in numbers.items()}
    return found


# Accepting a column


@dataclass(frozen=True)
class Acceptance:
    """The effect of accepting a column of a question, before it is done.

    `decided`: the disagreements with the label that each gets; `same`: the number already decided that way;
    `differing`: those decided differently before, which stay, or with `replaces` are among `decided`; `open`:
    those that stay open, and why.
    """

    question: int
    source: Source
    decided: tuple[tuple[Dispute, str], ...]
    same: int
    differing: tuple[Dispute, ...]
    open: tuple[tuple[Dispute, WhyOpen], ...]
    replaces: bool = False


def accepting(table: QuestionTable, source: Source, ledger: Ledger, *, replace: bool = False) -> Acceptance:
    """Return the effect of accepting a column; `replace`: on earlier decisions, too.

    `ledger` provides the answers in decided groups.
    """
    decided: list[tuple[Dispute, str]] = []
    left: list[tuple[Dispute, WhyOpen]] = []
    differing: list[Dispute] = []
    same = 0
    for row in table.disputed:
        word = row.majority if source is None else dict(row.labels).get(source, "")
        why = _why_open(row, word, source, ledger, replace=replace)
        if why is None and word == row.settled:
            same += 1
        elif row.settled and why is None:
            differing.append(row)
            decided += [(row, word)] if replace else []
        elif why is None:
            decided.append((row, word))
        elif not row.settled:
            left.append((row, why))
    return Acceptance(table.question, source, tuple(decided), same, tuple(differing), tuple(left), replace)


def _why_open(row: Dispute, word: str, source: Source, ledger: Ledger, *, replace: bool) -> WhyOpen | None:
    if row.kind.is_derived:
        return "NIL"
    if not word:
        return "no majority" if source is None else "no label"
    if row.kind.is_grouping and not replace and not row.settled:
        groups = ledger.board.settled_groups
        if any(answer in groups for answer in EqualAnswers.of_word(word).answers):
            return "decided group"
    return None


def sources(table: QuestionTable) -> Sequence[Source]:
    """Return the columns that can be accepted: the assessors, then the majority."""
    return (*table.people, None)
