"""The command that says something of a question itself, apart from its answers."""

from collections.abc import Iterator
from dataclasses import dataclass

from jurybox.collection.entries import QUALITY_LABELS, STATES, Kind, Thing
from jurybox.commands.base import KEEP, Keep, Statement, View, check_word, judged
from jurybox.commands.judging import stamp


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
        check_word(self.label, QUALITY_LABELS, f"quality of a question ({name})")
        check_word(self.state, STATES, "state of a judgment")
        made = judged(view, self, view.speaker(self.assessor), Thing(self.question))
        if self.kind != "adjudication":
            yield from stamp(view, [made])
        yield made
