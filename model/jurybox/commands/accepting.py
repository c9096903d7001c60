"""The command that records from whom all decisions of a step were accepted.

It is an adjudication of the question with a fact of its own, entered after the decisions of its step: its
label is the code in hex of the assessor whose labels were accepted, or `MAJORITY`. So the log shows which
decisions were made one by one and which with a whole column, and undo reverts all of them together.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from jurybox.collection.acceptances import MAJORITY
from jurybox.collection.entries import Content, Subject
from jurybox.collection.nugget_state import ACCEPTED
from jurybox.collection.nuggets import fresh_name
from jurybox.commands.base import CommandView, Statement


@dataclass(frozen=True, slots=True)
class RecordAcceptance:
    """Record that the decisions before it in the step accept an assessor's labels; None: the majority's.

    Each record has a name of its own, so that two of one question, in two copies too, never contradict.
    """

    question: int
    source: int | None
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the record."""
        word = MAJORITY if self.source is None else view.catalog.assessors[self.source].code.hex()
        subject = Subject(self.question, fact=fresh_name(ACCEPTED))
        yield Statement(view.speaker(self.assessor), "adjudication", subject, Content(word))
