"""The entries about nuggets, matches, groups and known instances: the part of the ledger with names.

Kept question by question and fed by the ledger alone, entry by entry, so that a board of hundreds of
nuggets and responses is looked at without a search. Codes are those of `jurybox.collection.codes`.

    importance    vital or okay, of a nugget, by assessor
    match         yes, partial or no, of an answer and a nugget, by assessor
    distinct      the name of the group that an answer is in, by assessor
    nugget        with a nugget alone: its wording, one for all; `INTO`: the nugget that it was merged into;
                  `CHECK` and an assessor's code: their match was given for another wording
    instance      with a name: a correct instance that no run returned; `junk`: it is none after all
    adjudication  of a nugget, of an answer and a nugget, or (`GROUP`) of an answer's group;
                  `BACK` and an assessor's code: what they said of it is sent back, see
                  `jurybox.judging.sent_back`; of a question, `ACCEPTED` and a random name: from whom all
                  decisions of the step were accepted, see `jurybox.commands.accepting`
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.codes import CONFLICT
from jurybox.collection.entries import EntryKind, Subject

INTO = "into"
GROUP = "group"
CHECK = "check:"
BACK = "back:"
ACCEPTED = "accepted:"
SETTLED = -1
"""The assessor index for the adjudication of a match."""

Codes = NDArray[np.int8]
Numbers = NDArray[np.int64]


class Saying(NamedTuple):
    """One entry in force as the board stores it: the code of its label or state, and its text."""

    code: int
    word: str | None


class Matches:
    """All matches of one question's answers and nuggets; it grows as needed."""

    def __init__(self) -> None:
        self._rows: dict[int, int] = {}
        self._columns: dict[int, int] = {}
        self._codes: Codes = np.zeros((2, 8, 8), dtype=np.int8)

    def put(self, assessor: int, answer: int, nugget: int, code: int) -> None:
        """Note an assessor's (or `SETTLED`) match of an answer and a nugget; 0: none."""
        at = (assessor + 1, self._rows.setdefault(answer, len(self._rows)))
        place = (*at, self._columns.setdefault(nugget, len(self._columns)))
        room = self._codes.shape
        if any(index >= size for index, size in zip(place, room, strict=True)):
            pairs = zip(place, room, strict=True)
            wanted = tuple(max(2 * size, index + 1) if index >= size else size for index, size in pairs)
            larger = np.zeros(wanted, dtype=np.int8)
            larger[: room[0], : room[1], : room[2]] = self._codes
            self._codes = larger
        self._codes[place] = code

    def copy(self) -> Self:
        """Return a copy in which later matches do not appear."""
        own = type(self)()
        own._rows, own._columns, own._codes = dict(self._rows), dict(self._columns), self._codes.copy()
        return own

    def load(self, assessors: Numbers, answers: Numbers, nuggets: Numbers, codes: Codes) -> None:
        """Note many at once, while nothing is noted yet; at most one per assessor, answer and nugget."""
        rows, at_row = np.unique(answers, return_inverse=True)
        columns, at_column = np.unique(nuggets, return_inverse=True)
        self._rows = {answer: row for row, answer in enumerate(rows.tolist())}
        self._columns = {nugget: column for column, nugget in enumerate(columns.tolist())}
        shape = int(assessors.max()) + 2, max(8, len(rows)), max(8, len(columns))
        self._codes = np.zeros(shape, dtype=np.int8)
        self._codes[assessors + 1, at_row, at_column] = codes

    def of(self, answers: Sequence[int], nuggets: Sequence[int], assessors: Sequence[int]) -> Codes:
        """Return codes in shape (assessors, answers, nuggets); 0 for none."""
        rows = np.array([self._rows.get(answer, -1) for answer in answers], dtype=np.int64)
        columns = np.array([self._columns.get(nugget, -1) for nugget in nuggets], dtype=np.int64)
        who = np.array([assessor + 1 for assessor in assessors], dtype=np.int64)
        known = who < len(self._codes)
        found: Codes = self._codes[np.where(known, who, 0)].take(rows, axis=1).take(columns, axis=2)
        found[~known] = 0
        found[:, rows < 0] = 0
        found[:, :, columns < 0] = 0
        return found

    def at(self, answer: int, nugget: int) -> Codes:
        """Return the matches of one answer and one nugget: `SETTLED` first, then each assessor."""
        row, column = self._rows.get(answer), self._columns.get(nugget)
        if row is None or column is None:
            return np.zeros(len(self._codes), dtype=np.int8)
        return self._codes[:, row, column]

    def given(self, nugget: int) -> list[tuple[int, int]]:
        """Return (assessor, answer) of each label, yes, partial or no, that was given to a nugget."""
        column = self._columns.get(nugget)
        if column is None:
            return []
        answers = {row: answer for answer, row in self._rows.items()}
        who, rows = np.nonzero(self._codes[1:, :, column] > 0)
        return [(int(a), answers[int(row)]) for a, row in zip(who, rows, strict=True)]

    def given_at(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return assessors (or `SETTLED`), answers, nuggets and codes of all that is noted, as columns."""
        who, rows, columns = np.nonzero(self._codes)
        answers, nuggets = list(self._rows), list(self._columns)
        return (
            (who - 1).tolist(),
            [answers[row] for row in rows.tolist()],
            [nuggets[column] for column in columns.tolist()],
            self._codes[who, rows, columns].tolist(),
        )

    def labeled(self, answers: Sequence[int], assessors: int) -> NDArray[np.bool_]:
        """Return which of this many assessors gave a label, or two contradictory ones, to each answer.

        Shape (assessors, answers). Labels of nuggets no longer on the board are included.
        """
        said = ((self._codes[1:] > 0) | (self._codes[1:] == CONFLICT)).any(axis=2)
        rows = np.array([self._rows.get(answer, -1) for answer in answers], dtype=np.int64)
        found = np.zeros((assessors, len(answers)), dtype=np.bool_)
        known = min(assessors, len(said))
        found[:known] = said[:known].take(rows, axis=1) & (rows >= 0)
        return found

    def assessors(self) -> list[int]:
        """Return the assessors with entries, in rising order."""
        return np.flatnonzero(self._codes[1:].any(axis=(1, 2))).tolist()


@dataclass
class NuggetState:
    """The entries in force about nuggets, matches, groups and instances. Only the ledger writes it.

    `votes[nugget][assessor]`, `settled_votes[nugget]`; `matches[question]`; `groups[answer][assessor]` and
    `settled_groups[answer]` are names, None where two contradict each other; `wordings[nugget]` holds the
    texts in force, normally one; `merged[nugget]` the name of the nugget it was merged into;
    `instances[question][name]` the texts of known instances, None for one that was taken out; `checks`
    (answer, nugget, assessor's code in hex); `sent_back[question, answer or -1, nugget or -1]`
    which entry is sent back, by assessor's code. `versions[question]` grows with every change of wordings,
    merges and votes there.
    """

    votes: dict[int, dict[int, int]] = field(default_factory=dict)
    settled_votes: dict[int, int] = field(default_factory=dict)
    matches: dict[int, Matches] = field(default_factory=dict)
    groups: dict[int, dict[int, str | None]] = field(default_factory=dict)
    settled_groups: dict[int, str | None] = field(default_factory=dict)
    wordings: dict[int, tuple[str, ...]] = field(default_factory=dict)
    merged: dict[int, str] = field(default_factory=dict)
    instances: dict[int, dict[str, str | None]] = field(default_factory=dict)
    checks: set[tuple[int, int, str]] = field(default_factory=set)
    sent_back: dict[tuple[int, int, int], dict[str, str]] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)

    def copy(self) -> Self:
        """Return a copy in which later changes do not appear."""
        own = type(self)()
        for name, kept in vars(self).items():
            if isinstance(kept, dict):
                inside = {key: _own(one) for key, one in kept.items()}
                setattr(own, name, inside)
            else:
                setattr(own, name, set(kept))
        return own

    def wording(self, nugget: int) -> str | None:
        """Return the text of a nugget; None if it was deleted, merged into another or never worded.

        Of two contradictory ones the alphabetically first is shown until one is decided.
        """
        texts = self.wordings.get(nugget)
        return min(texts) if texts and nugget not in self.merged else None

    def matches_of(self, question: int) -> Matches:
        """Return the matches of a question's answers and nuggets."""
        return self.matches.get(question) or Matches()

    def show(self, kind: EntryKind, assessor: int, subject: Subject, said: Sequence[Saying]) -> None:
        """Take over the entries in force about one subject (of anybody, for shared kinds)."""
        codes = {one.code for one in said}
        agreed = len(said) == 1 or (kind == "adjudication" and len(codes) == 1)
        code = codes.pop() if agreed else CONFLICT if codes else 0
        answer, nugget = subject.answer, subject.nugget
        if subject.question is not None and kind != "match":
            self.versions[subject.question] = self.versions.get(subject.question, 0) + 1
        if kind == "adjudication":
            self._settle(subject, code, said)
        elif kind == "importance" and nugget is not None:
            _put(self.votes.setdefault(nugget, {}), assessor, code)
        elif kind == "match" and answer is not None and nugget is not None:
            self._matches(subject.question).put(assessor, answer, nugget, code)
        elif kind == "distinct" and answer is not None:
            _put_word(self.groups.setdefault(answer, {}), assessor, said)
        elif kind == "nugget" and nugget is not None:
            self._word(answer, nugget, subject.fact, said)
        elif kind == "instance" and subject.fact is not None and subject.question is not None:
            here = self.instances.setdefault(subject.question, {})
            here.pop(subject.fact, None)
            if any(one.word is not None or one.code for one in said):
                here[subject.fact] = min((one.word for one in said if one.word is not None), default=None)

    def load_matches(
        self, questions: Numbers, assessors: Numbers, answers: Numbers, nuggets: Numbers, codes: Codes
    ) -> None:
        """Take over many matches at once, before any other entry about their questions."""
        order = np.argsort(questions, kind="stable")
        each_question, starts = np.unique(questions[order], return_index=True)
        for question, each in zip(each_question.tolist(), np.split(order, starts[1:]), strict=True):
            self._matches(question).load(assessors[each], answers[each], nuggets[each], codes[each])

    def _matches(self, question: int | None) -> Matches:
        assert question is not None  # noqa: S101 - whatever is said of a nugget names its question
        return self.matches.setdefault(question, Matches())

    def _settle(self, subject: Subject, code: int, said: Sequence[Saying]) -> None:
        if subject.fact is not None and subject.fact.startswith(BACK):
            self._send_back(subject, subject.fact.removeprefix(BACK), said)
        elif subject.nugget is None:
            if subject.answer is not None and subject.fact == GROUP:
                _put_word(self.settled_groups, subject.answer, said)
        elif subject.answer is None:
            _put(self.settled_votes, subject.nugget, code)
        else:
            self._matches(subject.question).put(SETTLED, subject.answer, subject.nugget, code)

    def _send_back(self, subject: Subject, code: str, said: Sequence[Saying]) -> None:
        answer, nugget = (-1 if at is None else at for at in (subject.answer, subject.nugget))
        key = (subject.question or 0, answer, nugget)
        marks = self.sent_back.setdefault(key, {})
        marks.pop(code, None)
        words = [one.word for one in said if one.word is not None]
        if words:
            marks[code] = min(words)
        if not marks:
            del self.sent_back[key]

    def _word(self, answer: int | None, nugget: int, fact: str | None, said: Sequence[Saying]) -> None:
        words = tuple(one.word for one in said if one.word is not None)
        if fact is None:
            self.wordings[nugget] = words
        elif fact == INTO:
            self.merged.pop(nugget, None)
            if words:
                self.merged[nugget] = min(words)
        elif answer is not None and fact.startswith(CHECK):
            mark = (answer, nugget, fact.removeprefix(CHECK))
            (self.checks.add if words else self.checks.discard)(mark)


def _own(kept: object) -> object:
    """Return a copy of a mutable value, and any other value unchanged."""
    return kept.copy() if isinstance(kept, (dict, Matches)) else kept


def _put(into: dict[int, int], key: int, code: int) -> None:
    if code:
        into[key] = code
    else:
        into.pop(key, None)


def _put_word(into: dict[int, str | None], key: int, said: Sequence[Saying]) -> None:
    words = {one.word for one in said if one.word is not None}
    into.pop(key, None)
    if words:
        into[key] = words.pop() if len(words) == 1 else None
