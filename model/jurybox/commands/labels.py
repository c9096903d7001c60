"""The commands by which somebody labels an answer or rates a question."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from jurybox.collection.catalog import Catalog
from jurybox.collection.entries import STATES, Content, EntryKind, Subject
from jurybox.collection.facts import READ
from jurybox.commands.base import KEEP, CommandView, Keep, Statement, check_word, judged
from jurybox.errors import Refused
from jurybox.label_schemes import QUESTION_QUALITY
from jurybox.language import tr
from jurybox.lists import comma_list


@dataclass(frozen=True, slots=True)
class Judge:
    """Give answers of one kind of question a label or a state, or clear both (neither given).

    Raises Refused for a label that is not in the scheme of an answer's question.
    """

    answers: tuple[int, ...]
    label: str | None = None
    state: str | None = None
    note: str | Keep | None = KEEP
    seconds: float | None = None
    assessor: int | None = None
    kind: EntryKind = "judgment"

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield one statement for each answer."""
        who = view.speaker(self.assessor)
        if self.state is not None:
            check_word(self.state, STATES, tr("state of a judgment"))
        statements = []
        for answer in self.answers:
            check_label(view, answer, self.label)
            statements.append(judged(view, self, who, subject_of_answer(view.catalog, answer)))
        if self.kind != "adjudication":
            yield from stamp(view, statements)
        yield from statements


def check_label(view: CommandView, answer: int, label: str | None) -> None:
    """Refuse a label that is not in the scheme of an answer's question; None fits every scheme."""
    question = view.catalog.questions[view.catalog.answer_question[answer]]
    words = view.facts.scheme_of(question.kind).words
    if label is not None and label not in words:
        raise Refused(
            tr(
                "{label!r} is not a label for {kind} question {question}; choose from {words}.",
                label=label,
                kind=question.kind,
                question=question.name,
                words=comma_list(words),
            )
        )


@dataclass(frozen=True, slots=True)
class Annotate:
    """Change only the note to an answer.

    Raises Refused while two labels contradict each other: an entry replaces both.
    """

    answer: int
    note: str | None
    assessor: int | None = None
    kind: EntryKind = "judgment"

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the same judgment with the new note."""
        who, subject = view.speaker(self.assessor), subject_of_answer(view.catalog, self.answer)
        if view.contradicts_itself(self.kind, who, subject):
            raise Refused(tr("This answer has two labels that contradict each other. Settle it, then write a note."))
        content = view.content_in_force(self.kind, who, subject)
        yield Statement(who, self.kind, subject, replace(content, note=self.note or None))


@dataclass(frozen=True, slots=True)
class AnnotateDecisions:
    """Change the note to decisions in force, and nothing else of them.

    `subjects`: what each of them is about, as its entry names it.
    """

    subjects: tuple[Subject, ...]
    note: str | None
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield each decision again with the new note."""
        who = view.speaker(self.assessor)
        for subject in self.subjects:
            content = view.content_in_force("adjudication", who, subject)
            yield Statement(who, "adjudication", subject, replace(content, note=self.note or None))


def adjudicate(answers: tuple[int, ...], label: str | None, note: str | Keep | None = KEEP) -> Judge:
    """Return the command that settles what the gold label of answers is."""
    return Judge(answers, label, note=note, kind="adjudication")


def subject_of_answer(catalog: Catalog, answer: int) -> Subject:
    """Return an answer as the subject of an entry."""
    return Subject(int(catalog.answer_question[answer]), int(answer))


def stamp(view: CommandView, statements: Sequence[Statement]) -> Iterator[Statement]:
    """Yield the entry with the version of the guidelines under which labels are given, once per version.

    It precedes them in the assessor's own chain, whose order no clock and no merge changes, so that every
    later label of the chain is known to be given under it. Nothing is yielded if no version is set, or if no
    label changes.
    """
    version = view.facts.guideline_version
    if not version:
        return
    given = [one for one in statements if one.content.label is not None and _is_new(view, one)]
    if not given:
        return
    who, label = given[0].assessor, json.dumps(version, ensure_ascii=False)
    subject = Subject(fact=READ + view.catalog.assessors[who].code.hex())
    if view.content_in_force("fact", who, subject).label != label:
        yield Statement(who, "fact", subject, Content(label))


def _is_new(view: CommandView, one: Statement) -> bool:
    return view.content_in_force(one.kind, one.assessor, one.subject).label != one.content.label


@dataclass(frozen=True, slots=True)
class JudgeQuestion:
    """Rate how well a question is asked, A, B or C, give a state, or clear both (neither given).

    The good questions are those that a whole panel rates A. Raises Refused for any other label.
    """

    question: int
    label: str | None = None
    state: str | None = None
    note: str | Keep | None = KEEP
    seconds: float | None = None
    assessor: int | None = None
    kind: EntryKind = "judgment"

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the rating of the question."""
        name = view.catalog.questions[self.question].name
        check_word(self.label, QUESTION_QUALITY.words, tr("quality of a question ({name})", name=name))
        check_word(self.state, STATES, tr("state of a judgment"))
        statement = judged(view, self, view.speaker(self.assessor), Subject(self.question))
        if self.kind != "adjudication":
            yield from stamp(view, [statement])
        yield statement
