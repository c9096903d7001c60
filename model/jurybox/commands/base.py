"""Commands: plain data that turns into statements of an assessor about a subject."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from jurybox.collection.catalog import Catalog
from jurybox.collection.entries import Content, EntryKind, Subject, kept_note
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list


class Keep(Enum):
    """Marks a note that stays unchanged."""

    KEEP = "keep"


KEEP = Keep.KEEP


@dataclass(frozen=True, slots=True)
class Statement:
    """One assessor's statement about one subject."""

    assessor: int
    kind: EntryKind
    subject: Subject
    content: Content


class CommandView(Protocol):
    """What a command may ask before it speaks."""

    @property
    def catalog(self) -> Catalog:
        """The questions, answers, runs and assessors."""

    @property
    def facts(self) -> Facts:
        """What the organizer set for the collection."""

    def speaker(self, assessor: int | None) -> int:
        """Return the assessor of a command: the one named, else the one at this computer."""

    @property
    def ledger(self) -> Ledger:
        """The log and what is in force."""

    def new_nugget(self, question: int, text: str, source: str, author: int) -> int:
        """Return the position of a nugget made for an entry that follows in the same step."""

    def content_in_force(self, kind: EntryKind, assessor: int, subject: Subject) -> Content:
        """Return what is in force; nothing if nothing is, or if two contradict each other."""

    def contradicts_itself(self, kind: EntryKind, assessor: int, subject: Subject) -> bool:
        """Return whether two or more entries about a subject are in force at once."""


class Command(Protocol):
    """What every command can do."""

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield what is to be entered, as one step that is undone as one."""


class LabelCommand(Protocol):
    """What the commands have in common by which one gives a label, or a state, and a note."""

    @property
    def label(self) -> str | None:
        """The label given, None for none."""

    @property
    def state(self) -> str | None:
        """The state given in its place, None for none."""

    @property
    def note(self) -> str | Keep | None:
        """The note, `KEEP` for the one there is."""

    @property
    def seconds(self) -> float | None:
        """How long it took, of active time."""

    @property
    def kind(self) -> EntryKind:
        """What it is entered as."""


def judged(view: CommandView, command: LabelCommand, who: int, subject: Subject) -> Statement:
    """Return the content of a command's entry about a subject."""
    note = command.note
    if isinstance(note, Keep):
        note = kept_note(view.content_in_force(command.kind, who, subject).note)
    return Statement(who, command.kind, subject, Content(command.label, command.state, note, command.seconds))


def check_word(word: str | None, known: tuple[str, ...], what: str) -> None:
    """Refuse a word that is not among those known of `what`; None is not a word."""
    if word is not None and word not in known:
        raise Refused(
            tr("There is no {what} {word!r}; choose from {known}.", word=word, what=what, known=comma_list(known))
        )


@dataclass(frozen=True, slots=True)
class Together:
    """Several commands as one step, which is undone as one."""

    commands: tuple[Command, ...]

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the statements of each, in order."""
        for command in self.commands:
            yield from command.statements(view)
