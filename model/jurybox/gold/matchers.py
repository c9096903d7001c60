"""Who matches the answers of Other questions: those who judge them, by the rule of the panel.

A match is a label: the assessor that the gold standard names; else the stored panel; else every judge
(`jurybox.collection.judges`) who is assigned to the question or at work on it. In a collection without people
except the organizer, who stands for imported files, a model at work on it takes their place if there is no
judge. Of these each matches the answers assigned to them and those they have begun to match unasked. With no
assignments in the collection a stored panel, or who is named, matches all answers; else each those that they
began, and all of them one that nobody began.
"""

from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from jurybox.collection.catalog import Ints
from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges, stand_ins
from jurybox.gold.gold import Gold
from jurybox.gold.panel import Mask, chosen_people


class Members(NamedTuple):
    """The people who match one question, by position, and which of its answers each (people, answers).

    Nobody at all means that somebody is still expected, who will match everything.
    """

    people: list[int]
    is_theirs: Mask


class Matchers:
    """A gold standard at work on who matches. The ledger may grow under it.

    Raises Refused if the gold standard names an assessor who is not there.
    """

    def __init__(self, collection: Collection, gold: Gold) -> None:
        catalog, ledger, facts = collection
        self._catalog, self._ledger = catalog, ledger
        self._chosen = chosen_people(catalog, facts, gold)
        self._everyone = not len(catalog.assigned[0])
        self._judges = _mask(judges(catalog, facts), len(catalog.assessors))
        self._stand_ins = _mask(stand_ins(catalog), len(catalog.assessors))

    def of(self, question: int) -> Members:
        """Return who matches a question, and which of all its answers."""
        answers = self._catalog.answers_of(question)
        board = self._ledger.board
        at_work = board.matches_of(question).labeled(answers.tolist(), len(self._judges))
        is_theirs = at_work | self._assigned_to(question, answers)
        people = self._chosen
        if not people:
            seen = is_theirs.any(axis=1)
            judging = seen & self._judges
            people = np.flatnonzero(judging if judging.any() else seen & self._stand_ins).tolist()
        is_member = is_theirs[people]
        if self._everyone:
            is_member = np.ones_like(is_member) if self._chosen else is_member | ~is_member.any(axis=0)
        return Members(people, is_member)

    def _assigned_to(self, question: int, answers: Ints) -> Mask:
        """Return to whom (all assessors, answers) the answers of a question are assigned."""
        found = np.zeros((len(self._judges), len(answers)), dtype=np.bool_)
        who, assigned = self._assigned.get(question, (answers[:0], answers[:0]))
        found[who, np.searchsorted(answers, assigned)] = True
        return found

    @cached_property
    def _assigned(self) -> dict[int, tuple[Ints, Ints]]:
        """By question who is assigned to which of its answers."""
        who, answers = self._catalog.to_judge
        question_of = self._catalog.answer_question[answers]
        order = np.argsort(question_of, kind="stable")
        who, answers = who[order], answers[order]
        questions, starts = np.unique(question_of[order], return_index=True)
        spans = pairwise([*starts.tolist(), len(order)])
        return {at: (who[a:b], answers[a:b]) for at, (a, b) in zip(questions.tolist(), spans, strict=True)}


def _mask(positions: tuple[int, ...], size: int) -> Mask:
    """Return a mask of this many assessors, true at these positions."""
    found = np.zeros(size, dtype=np.bool_)
    found[list(positions)] = True
    return found
