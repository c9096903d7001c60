"""Labels of a collection as arrays: of answers, questions, nuggets, matches, equal answers, NIL."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.board_labels import (
    GROUP_WORDS,
    NIL_WORDS,
    Subjects,
    group_labels,
    match_labels,
    nil_labels,
    standing_nuggets,
    vote_labels,
)
from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.entries import EntryKind
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.gold import question_rating
from jurybox.kinds import DISPLAY_ORDER, KIND_NAMES, kind_code, kinds_with_scheme
from jurybox.label_schemes import CORRECTNESS, IMPORTANCE, QUALITY, QUESTION_QUALITY, SUPPORT, VALIDATION, Measurement
from jurybox.language import tr, tr_noop
from jurybox.lists import comma_list

Labels = NDArray[np.int8]
Positions = NDArray[np.int64]
Read = Callable[[Collection, Sequence[int]], tuple[Subjects, Labels]]
Slots = Callable[[Subjects], Positions]


class Scheme(NamedTuple):
    """Labels whose agreement is computed: words in order, what is labeled, kinds of question.

    `grades`: set for a collection's own schemes; none for those of the papers. `is_scale`: whether labels of
    a scheme of the papers are more than two steps of one scale, such as A, B and C.
    """

    words: tuple[str, ...]
    noun: str
    kinds: tuple[str, ...]
    measurement: Measurement = "ordinal"
    grades: tuple[float, ...] = ()
    is_scale: bool = False

    @property
    def intervals(self) -> tuple[float, ...]:
        """The grades of an interval scale, which define distances of labels; empty for any other."""
        return self.grades if self.measurement == "interval" else ()

    @property
    def steps(self) -> tuple[float, ...]:
        """The positions of labels on an ordered scheme's scale.

        For an interval scale these are the grades, for an ordinal one the positions; empty for other schemes.
        """
        if self.measurement == "nominal" or not (self.grades or self.is_scale):
            return ()
        return self.intervals or tuple(map(float, range(len(self.words), 0, -1)))


_SCALES = tuple(one.words for one in (QUALITY, SUPPORT, QUESTION_QUALITY) if one.is_ordinal and len(one.words) > 2)
_SCHEMES = {
    "validation": (VALIDATION.words, tr_noop("answers")),
    "quality": (QUALITY.words, tr_noop("answers")),
    "correctness": (CORRECTNESS.words, tr_noop("answers")),
    "match": (SUPPORT.words, tr_noop("pairs of answer and nugget")),
    "importance": (IMPORTANCE.words, tr_noop("nuggets")),
    "groups": (GROUP_WORDS, tr_noop("pairs of answers")),
    "question-quality": (QUESTION_QUALITY.words, tr_noop("questions")),
    "nil": (NIL_WORDS, tr_noop("questions")),
}
SCHEMES: dict[str, Scheme] = {
    name: Scheme(words, noun, kinds_with_scheme(name), is_scale=words in _SCALES)
    for name, (words, noun) in _SCHEMES.items()
}
"""What people can agree on: labels of answers first, then entries on boards and about whole questions.

These are the schemes of the papers; for a collection with others see `schemes_of`.
"""


def schemes_of(facts: Facts) -> dict[str, Scheme]:
    """Return what people can agree on in a collection, by name: label schemes of its own come first.

    Kinds with equal schemes share one; a kind with its own scheme does not use that of the papers.
    """
    own: dict[str, Scheme] = {}
    for kind, scheme in facts.schemes.items():
        name = facts.name_of_scheme(kind)
        kinds = (*own[name].kinds, kind) if name in own else (kind,)
        own[name] = Scheme(scheme.words, "answers", kinds, scheme.measurement, scheme.grades)
    rest = {}
    for name, one in SCHEMES.items():
        left = tuple(kind for kind in one.kinds if name in facts.kind(kind).schemes)
        rest[name] = one._replace(kinds=left)
    return own | {name: one for name, one in rest.items() if one.kinds and name not in own}


@dataclass(frozen=True)
class LabelMatrix:
    """Labels of one scheme: rows are `assessors` by position in the collection, columns are subjects.

    `subjects[column]`: question, answer, nugget and other answer by position, -1 for none; `labels`:
    positions in `words`, the labels in the order of the scheme; -1 for none.
    """

    scheme: str
    words: tuple[str, ...]
    assessors: tuple[int, ...]
    subjects: Subjects
    labels: Labels
    about: Scheme

    @property
    def question(self) -> Positions:
        """The question of each column."""
        return self.subjects[:, 0]

    @property
    def answers(self) -> Positions:
        """The answer of each column, -1 for none."""
        return self.subjects[:, 1]

    def of_questions(self, questions: frozenset[int]) -> "LabelMatrix":
        """Return the part about some questions, such as those of a category."""
        mine = np.isin(self.question, list(questions))
        return replace(self, subjects=self.subjects[mine], labels=self.labels[:, mine])


def usual_scheme(catalog: Catalog, facts: Facts) -> str:
    """Return the scheme by which most answers of a collection are judged."""
    kinds = np.bincount(catalog.kind_of_question[catalog.answer_question], minlength=len(KIND_NAMES))
    answers: dict[str, int] = {}
    for kind in DISPLAY_ORDER:
        shown_first = facts.kind(kind).schemes[0]
        answers[shown_first] = answers.get(shown_first, 0) + int(kinds[kind_code(kind)])
    return max(answers, key=lambda name: answers[name])


WhoCounts = Literal["judges", "judges and models", "everybody"]


def label_matrix(collection: Collection, scheme: str, who_counts: WhoCounts = "judges") -> LabelMatrix:
    """Return the labels of the judges (`jurybox.collection.judges`) with labels, optionally also of others.

    Raises Refused for an unknown scheme.
    """
    catalog, facts = collection.catalog, collection.facts
    known = schemes_of(facts)
    if scheme not in known:
        raise Refused(
            tr(
                "{scheme!r} is not a scheme of labels here; choose from {known}.",
                scheme=scheme,
                known=comma_list(known),
            )
        )
    about = known[scheme]
    chosen = set(judges(catalog, facts))
    people = [
        at
        for at, one in enumerate(catalog.assessors)
        if who_counts == "everybody" or at in chosen or (who_counts == "judges and models" and one.kind == "model")
    ]
    subjects, labels = _READERS.get(scheme, _answer_reader(about))(collection, people)
    labelers = np.flatnonzero((labels >= 0).any(axis=1))
    found = tuple(people[row] for row in labelers.tolist())
    return LabelMatrix(scheme, about.words, found, subjects, labels[labelers], about)


def in_order(catalog: Catalog, ledger: Ledger, matrix: LabelMatrix, row: int) -> Positions:
    """Return the columns that the assessor of a row labeled, in order of work, by their last label.

    For imported labels, that is the order of their times; those without times are left out. Labels about
    several subjects (equal answers, NIL) are placed at the last of their entries.
    """
    who = matrix.assessors[row]
    entries = ledger.said_by(who, _ENTRIES.get(matrix.scheme, "judgment"))
    mine = ledger.of_assessor(who)
    order, is_untimed = ledger.order_of_work(who), ledger.without_times(who)
    columns = [matrix.subjects[:, :3]]
    if matrix.scheme == "groups":
        columns.append(matrix.subjects[:, [0, 3, 2]])
    slot = _slots(catalog, ledger, matrix.scheme)
    times = np.full(len(matrix.subjects), -1, dtype=np.int64)
    known, last = np.unique(slot(entries[::-1, 1:]), return_index=True)
    newest = order[np.searchsorted(mine, entries[::-1, 0][last])]
    for subjects in columns if len(known) else ():
        wanted = slot(subjects)
        at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        times = np.maximum(times, np.where(known[at] == wanted, newest[at], -1))
    labeled = np.flatnonzero((matrix.labels[row] >= 0) & ~np.isin(times, order[is_untimed]))
    return labeled[np.argsort(times[labeled], kind="stable")]


def said_again(ledger: Ledger, matrix: LabelMatrix, row: int) -> Labels:
    """Return the labels an assessor gave when answers were shown again; -1 if they were not."""
    again, who = np.full(len(matrix.subjects), -1, dtype=np.int8), matrix.assessors[row]
    shown = ledger.said_by(who, "repeat")
    if matrix.about.noun != "answers" or not len(shown):
        return again
    codes = {ledger.codes.of(word): at for at, word in enumerate(matrix.words)}
    column_of = {answer: at for at, answer in enumerate(matrix.answers.tolist())}
    for position, _, answer, _ in shown.tolist():
        if answer in column_of and ledger.in_force("repeat", who, ledger.subject_of(position)) == (position,):
            again[column_of[answer]] = codes.get(ledger.code_of(position), -1)
    return again


def _answer_reader(scheme: Scheme) -> Read:

    def read(collection: Collection, people: Sequence[int]) -> tuple[Subjects, Labels]:
        catalog, ledger, _ = collection
        wanted = np.isin(catalog.kind_of_question, [kind_code(kind) for kind in scheme.kinds])
        answers: Positions = np.flatnonzero(wanted[catalog.answer_question] & (catalog.pooled_question >= 0))
        none = np.full(len(answers), -1)
        place = np.full(256, -1, dtype=np.int8)
        place[ledger.codes.of_all(scheme.words)] = np.arange(len(scheme.words))
        said = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
        subjects = np.column_stack((catalog.answer_question[answers], answers, none, none))
        return subjects.astype(np.int64), place[said.view(np.uint8)]

    return read


def _question_labels(collection: Collection, people: Sequence[int]) -> tuple[Subjects, Labels]:
    ledger = collection.ledger
    questions = sorted({ledger.subject_of(at).question or 0 for at in ledger.of_questions().tolist()})
    codes = {LABEL_CODES[word]: at for at, word in enumerate(QUESTION_QUALITY.words)}
    said = [[codes.get(question_rating(ledger, who, one), -1) for one in questions] for who in people]
    subjects = np.full((len(questions), 4), -1, dtype=np.int64)
    subjects[:, 0] = questions
    return subjects, np.array(said, dtype=np.int8).reshape(len(people), len(questions))


_READERS: dict[str, Read] = {
    "question-quality": _question_labels,
    "groups": group_labels,
    "importance": vote_labels,
    "match": match_labels,
    "nil": nil_labels,
}
_ENTRIES: dict[str, EntryKind] = {"importance": "importance", "match": "match", "groups": "distinct"}


def _slots(catalog: Catalog, ledger: Ledger, scheme: str) -> Slots:
    """Return one number for each subject of entries and columns, from their positions."""
    match scheme:
        case "question-quality":
            return lambda about: np.where((about[:, 1] < 0) & (about[:, 2] < 0), about[:, 0], -1)
        case "nil":
            return lambda about: about[:, 0]
        case "importance" | "match":
            merged_into = standing_nuggets(catalog, ledger)
            return lambda about: about[:, 1] * len(merged_into) + merged_into[about[:, 2]]
        case _:
            return lambda about: about[:, 1]
