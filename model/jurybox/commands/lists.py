"""Commands of list questions: which answers are equal, and correct instances that no run returned."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jurybox.collection.entries import Content, EntryKind, Subject, check_text
from jurybox.collection.nugget_state import GROUP
from jurybox.collection.nuggets import fresh_name, known_instances
from jurybox.commands.base import KEEP, CommandView, Keep, Statement
from jurybox.commands.labels import Judge
from jurybox.errors import Refused
from jurybox.kinds import KINDS
from jurybox.language import tr


@dataclass(frozen=True, slots=True)
class SetGroup:
    """Put answers of one list question into a group, under the name of the group; None removes them.

    The name of a known instance means that the answers are that instance. `settle` decides for everybody.
    Earlier notes stay.
    """

    answers: tuple[int, ...]
    name: str | None
    settle: bool = False
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield one statement for each answer."""
        question = _question_of(view, self.answers)
        check_text(self.name or "")
        if self.name is not None and not self.name.strip():
            raise Refused(tr("A group needs a name; nothing was changed."))
        who = view.speaker(self.assessor)
        kind: EntryKind = "adjudication" if self.settle else "distinct"
        for answer in self.answers:
            subject = Subject(question, answer, fact=GROUP if self.settle else None)
            yield Statement(who, kind, subject, Content(self.name, note=view.content_in_force(kind, who, subject).note))


@dataclass(frozen=True, slots=True)
class JoinGroups:
    """Make answers, and all that are in a group with one of them, one group."""

    answers: tuple[int, ...]
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the same group for each: a known instance among theirs, else the first, else a new one."""
        who = view.speaker(self.assessor)
        names = [name for name in (_name_of(view, who, answer) for answer in self.answers) if name]
        question = _question_of(view, self.answers)
        known = known_instances(view.catalog.instances, view.ledger.board, question)
        names.sort(key=lambda name: name not in known)
        members = [each for answer in self.answers for each in members_of(view, answer, who)]
        together = tuple(dict.fromkeys(members))
        yield from SetGroup(together, names[0] if names else fresh_name("g"), assessor=who).statements(view)


@dataclass(frozen=True, slots=True)
class SplitGroup:
    """Take answers out of their groups; several of them become a group of their own."""

    answers: tuple[int, ...]
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the new group, or none, for each."""
        name = fresh_name("g") if len(set(self.answers)) > 1 else None
        yield from SetGroup(self.answers, name, assessor=self.assessor).statements(view)


@dataclass(frozen=True, slots=True)
class ApplyToGroup:
    """Give an answer and all that are in one group with it the same label, one entry for each.

    Labels belong to answers: taking a member out of the group later leaves it its label.
    """

    answer: int
    label: str | None = None
    state: str | None = None
    note: str | Keep | None = KEEP
    seconds: float | None = None
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield a judgment for each member."""
        who = view.speaker(self.assessor)
        members = members_of(view, self.answer, who)
        yield from Judge(members, self.label, self.state, self.note, self.seconds, who).statements(view)


@dataclass(frozen=True, slots=True)
class AddInstance:
    """Add a correct instance that no run returned to what is known of a list question."""

    question: int
    text: str
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the text under a name that nobody else uses."""
        _check_list(view, self.question)
        check_text(self.text)
        if not self.text.strip():
            raise Refused(tr("An instance needs a text; nothing was changed."))
        subject = Subject(self.question, fact=fresh_name("i"))
        yield Statement(view.speaker(self.assessor), "instance", subject, Content(self.text))


@dataclass(frozen=True, slots=True)
class RemoveInstance:
    """Take a known instance, by its name, out again; one that was imported is marked as junk."""

    question: int
    name: str
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the entry that clears it."""
        imported = any((i.question, i.name) == (self.question, self.name) for i in view.catalog.instances)
        if not imported and self.name not in view.ledger.board.instances.get(self.question, {}):
            raise Refused(tr("There is no known instance {name!r}; nothing was changed.", name=self.name))
        content = Content(state="junk") if imported else Content()
        subject = Subject(self.question, fact=self.name)
        yield Statement(view.speaker(self.assessor), "instance", subject, content)


def members_of(view: CommandView, answer: int, assessor: int) -> tuple[int, ...]:
    """Return an answer and all that an assessor put into a group with it, in the order of the collection."""
    name = _name_of(view, assessor, answer)
    if name is None:
        return (answer,)
    question = int(view.catalog.answer_question[answer])
    here = view.catalog.answers_of(question).tolist()
    return tuple(each for each in here if _name_of(view, assessor, each) == name)


def _name_of(view: CommandView, assessor: int, answer: int) -> str | None:
    return view.ledger.board.groups.get(answer, {}).get(assessor)


def _question_of(view: CommandView, answers: Sequence[int]) -> int:
    questions = {int(view.catalog.answer_question[answer]) for answer in answers}
    if len(questions) != 1:
        raise Refused(tr("A group has answers to one question only; nothing was changed."))
    (question,) = questions
    _check_list(view, question)
    return question


def _check_list(view: CommandView, question: int) -> None:
    known = view.catalog.questions[question]
    if "groups" not in KINDS[known.kind].schemes:
        raise Refused(
            tr(
                "Question {known} is of kind {kind}, not a list; nothing was changed.",
                known=known.name,
                kind=known.kind,
            )
        )
