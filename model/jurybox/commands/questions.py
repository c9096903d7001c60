"""The command that says something of a question itself, apart from its answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from jurybox.collection.entries import QUALITY_LABELS, STATES, Kind, Said, Thing
from jurybox.commands.base import KEEP, Keep, Statement, View
from jurybox.commands.judging import stamp
from jurybox.errors import Refused


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
    kind: Kind = "judgment"

    def statements(self, view: View) -> Iterator[Statement]:
        """Yield what is said of the question."""
        name = view.catalog.questions[self.question].name
        if self.label is not None and self.label not in QUALITY_LABELS:
            known = ", ".join(QUALITY_LABELS)
            raise Refused(f"{self.label!r} is no quality of a question ({name}); known are {known}.")
        if self.state is not None and self.state not in STATES:
            raise Refused(f"{self.state!r} is no state of a judgment; known are {', '.join(STATES)}.")
        who, thing = view.speaker(self.assessor), Thing(self.question)
        note = view.now_said(self.kind, who, thing).note if isinstance(self.note, Keep) else self.note
        made = Statement(who, self.kind, thing, Said(self.label, self.state, note, self.seconds))
        if self.kind != "adjudication":
            yield from stamp(view, [made])
        yield made
