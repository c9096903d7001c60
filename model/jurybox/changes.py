"""The change record: what a command touched, sent once to everything that shows or scores it."""

from dataclasses import dataclass, field
from typing import Literal

What = Literal["labels", "adjudications", "catalog", "facts", "assignments", "saving"]
EVERYTHING: frozenset[What] = frozenset(("labels", "adjudications", "catalog", "facts", "assignments", "saving"))


@dataclass(frozen=True, slots=True)
class Changes:
    """What one command, or one read of another process's work, changed.

    `questions` and `answers` are positions in the catalog. An empty set with "catalog" in `what` means that
    everything may have moved and must be read again. `act` is how the assessor at this computer made the
    change; changes made in several ways count as done.
    """

    what: frozenset[What] = frozenset()
    questions: frozenset[int] = frozenset()
    answers: frozenset[int] = frozenset()
    act: Literal["do", "undo", "redo", "import"] = field(default="do", compare=False)

    def __or__(self, other: "Changes") -> "Changes":
        return Changes(
            self.what | other.what,
            self.questions | other.questions,
            self.answers | other.answers,
            self.act if other.act == self.act else "do",
        )

    def __bool__(self) -> bool:
        return bool(self.what)


def changes(*what: What, questions: frozenset[int] = frozenset(), answers: frozenset[int] = frozenset()) -> Changes:
    """Build a change record from words and positions."""
    return Changes(frozenset(what), questions, answers)
