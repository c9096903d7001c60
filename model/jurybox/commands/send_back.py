"""Commands of sending back: ask an assessor to look again, and say that it stays as it is."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from jurybox.collection.entries import Content, EntryKind, Subject
from jurybox.collection.nuggets import current_nugget
from jurybox.commands.base import CommandView, Statement
from jurybox.errors import Refused
from jurybox.judging.sent_back import Returned, mark_of, mark_word
from jurybox.language import tr


@dataclass(frozen=True, slots=True)
class SendBack:
    """Ask assessors to judge a subject again, and why.

    `kind` and `subject`: a judgment of an answer or of a question itself, the importance of a nugget, the
    match of an answer and a nugget, or the group that an answer is in (distinct). It is back in their queue
    until they make a new entry. Raises Refused for an assessor without an entry about it; leaving an answer
    ungrouped counts as one.
    """

    subject: Subject
    to: tuple[int, ...]
    note: str | None = None
    kind: EntryKind = "judgment"
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield a mark for each assessor."""
        speaker = view.speaker(self.assessor)
        for who in self.to:
            subject, hash_ = self._sent_back(view, who)
            mark = mark_of(view.catalog, who, subject, self.kind)
            word = mark_word(self.kind, hash_)
            yield Statement(speaker, "adjudication", mark, Content(word, note=self.note or None))

    def _sent_back(self, view: CommandView, who: int) -> tuple[Subject, bytes]:
        """Return what the assessor spoke of, a nugget that was merged into this one too, and the entry."""
        for subject in _parts(view, self.subject):
            in_force = view.ledger.in_force(self.kind, who, subject)
            if in_force:
                return subject, view.ledger.hash_of(in_force[0])
        if self.kind == "distinct":
            return self.subject, b""
        name = view.catalog.assessors[who].name
        raise Refused(tr("{name} has given no label here that could be sent back. Nothing was changed.", name=name))


@dataclass(frozen=True, slots=True)
class SayAgain:
    """Say of something that was sent back what one said before: it stays as it is."""

    returned: Returned
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the same once more."""
        who, (kind, subject) = view.speaker(self.assessor), self.returned
        yield Statement(who, kind, subject, replace(view.content_in_force(kind, who, subject), seconds=None))


def _parts(view: CommandView, subject: Subject) -> Iterator[Subject]:
    yield subject
    line = None if subject.nugget is None else current_nugget(view.catalog.nuggets, view.ledger.board, subject.nugget)
    for part in () if line is None else line.parts[1:]:
        yield replace(subject, nugget=part)
