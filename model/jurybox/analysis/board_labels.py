"""Judgments on nuggets, matches, equal answers and NIL as labels: people by rows, subjects by columns.

Equality of answers is compared pair by pair: two people agree on two answers if both consider them the same,
or both different. The share of pairs they agree on is the Rand index (W. Rand, "Objective criteria for the
evaluation of clustering methods", 1971), and Cohen's kappa of these pairs is the adjusted Rand index of
Hubert and Arabie (M. Warrens, "On the equivalence of Cohen's kappa and the Hubert-Arabie adjusted Rand
index", 2008). Names of groups need not be matched for it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.disagreements.nuggets_and_groups import grouped_by, matches_by_line, votes_on
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.ledger import Ledger
from jurybox.collection.nuggets import current_nuggets

Labels = NDArray[np.int8]
Positions = NDArray[np.int64]
Subjects = NDArray[np.int64]
"""Question, answer, nugget, other answer of each column, by position; -1 for none."""

GROUP_WORDS = ("same", "apart")
NIL_WORDS = ("nil", "answer")
"""The two labels of NIL: no answer is correct, or one is."""

_VOTES = {LABEL_CODES["vital"]: 0, LABEL_CODES["okay"]: 1}
_YES = LABEL_CODES["yes"]
_RIGHT = LABEL_CODES["correct"]


def vote_labels(collection: Collection, people: Sequence[int]) -> tuple[Subjects, Labels]:
    """Return whether nuggets are vital (0) or okay (1); for merged ones, a person's vote on the result."""
    catalog, ledger, _ = collection
    subjects, found = [], []
    for question in _judged_on(catalog, "importance"):
        for line in current_nuggets(catalog.nuggets, ledger.board, question):
            votes = votes_on(ledger.board, line, people)
            subjects.append((question, -1, line.nugget, -1))
            found.append([_VOTES.get(votes.get(who, 0), -1) for who in people])
    return _subjects(subjects), np.array(found, dtype=np.int8).reshape(len(subjects), len(people)).T


def match_labels(collection: Collection, people: Sequence[int]) -> tuple[Subjects, Labels]:
    """Return how far answers contain nuggets, yes (0), partial, no, where anybody matched them."""
    catalog, ledger, _ = collection
    subjects, found = [_subjects([])], [np.empty((len(people), 0), dtype=np.int8)]
    for question in _judged_on(catalog, "match"):
        answers, lines, codes, _ = matches_by_line(catalog, ledger, people, question)
        given = np.where(codes > 0, codes - _YES, -1).astype(np.int8)
        at, place = np.nonzero((given >= 0).any(axis=0))
        nuggets = np.array([line.nugget for line in lines], dtype=np.int64)
        row = (np.full(len(at), question), np.array(answers, dtype=np.int64)[at], nuggets[place], np.full(len(at), -1))
        subjects.append(np.column_stack(row))
        found.append(given[:, at, place])
    return np.concatenate(subjects), np.concatenate(found, axis=1)


def group_labels(collection: Collection, people: Sequence[int]) -> tuple[Subjects, Labels]:
    """Return which answers of a question are the same (0) or apart (1), pair by pair.

    Only those who grouped anything in the question count; somebody who calls one of two answers wrong does
    not label the pair.
    """
    catalog, ledger, facts = collection
    subjects, found = [_subjects([])], [np.empty((len(people), 0), dtype=np.int8)]
    for question in _judged_on(catalog, "groups"):
        members, answers = grouped_by(collection, people, question)
        if not members or len(answers) < 2:
            continue
        scheme = facts.scheme_of(catalog.questions[question].kind)
        wrong = ledger.codes.of_all(("junk", *(set(scheme.words) - set(scheme.relevant("lenient")))))
        one, other = np.triu_indices(len(answers), 1)
        said = np.full((len(people), len(one)), -1, dtype=np.int8)
        for who in members:
            groups = _numbered(ledger, who, answers, wrong)
            consistent = (groups[one] != CONFLICT) & (groups[other] != CONFLICT)
            said[people.index(who)] = np.where(consistent, groups[one] != groups[other], -1)
        pair = np.full(len(one), question), answers[one], np.full(len(one), -1), answers[other]
        subjects.append(np.column_stack(pair))
        found.append(said)
    return np.concatenate(subjects), np.concatenate(found, axis=1)


def nil_labels(collection: Collection, people: Sequence[int]) -> tuple[Subjects, Labels]:
    """Return whether no answer of a question is right (0), or one is (1).

    Somebody who calls none correct and has not labeled all answers has not decided yet.
    """
    catalog, ledger, _ = collection
    questions = _judged_on(catalog, "nil")
    found = np.full((len(people), len(questions)), -1, dtype=np.int8)
    for at, question in enumerate(questions):
        codes = ledger.labels[np.array(people, dtype=np.int64)[:, None], catalog.answers_of(question)]
        finds, done = (codes == _RIGHT).any(axis=1), (codes > 0).all(axis=1)
        found[:, at] = np.where(finds, 1, np.where(done & (codes.shape[1] > 0), 0, -1))
    return _subjects([(question, -1, -1, -1) for question in questions]), found


def standing_nuggets(catalog: Catalog, ledger: Ledger) -> Positions:
    """Return for each nugget the one it was merged into on the board; itself if it was not merged."""
    merged_into = np.arange(len(catalog.nuggets), dtype=np.int64)
    for question in _judged_on(catalog, "importance") if ledger.board.merged else ():
        for line in current_nuggets(catalog.nuggets, ledger.board, question):
            merged_into[list(line.parts)] = line.nugget
    return merged_into


def _numbered(ledger: Ledger, who: int, answers: Positions, wrong: Labels) -> Positions:
    """Return a group number for each answer, a unique one for an ungrouped answer; `CONFLICT` if unknown.

    It is also unknown if the assessor gave one of the labels `wrong`, by code, or labeled others but not this
    one.
    """
    groups, numbers, found = ledger.board.groups, dict[str, int](), []
    for at, answer in enumerate(answers.tolist()):
        name = groups.get(answer, {}).get(who, "")
        found.append(CONFLICT if name is None else numbers.setdefault(name, at) if name else at)
    codes = ledger.labels[who, answers]
    alone = np.array([not groups.get(answer, {}).get(who) for answer in answers.tolist()], dtype=np.bool_)
    unsaid = alone & (codes <= 0) & (codes > 0).any()
    return np.where(np.isin(codes, wrong) | unsaid, CONFLICT, np.array(found, dtype=np.int64))


def _judged_on(catalog: Catalog, scheme: str) -> list[int]:
    """Return the questions of the kinds whose agreement is computed on a scheme."""
    return np.flatnonzero(catalog.asks(lambda kind: scheme in kind.schemes)).tolist()


def _subjects(rows: Sequence[tuple[int, int, int, int]]) -> Subjects:
    return np.array(rows, dtype=np.int64).reshape(-1, 4)
