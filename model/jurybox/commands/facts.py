"""The commands that set a fact about the whole collection, and that rewrite the guidelines."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jurybox.collection.entries import Content, Subject
from jurybox.collection.facts import check_fact
from jurybox.commands.base import CommandView, Statement
from jurybox.errors import Refused


@dataclass(frozen=True, slots=True)
class SetFact:
    """Set a fact about the collection (see `jurybox.collection.facts`); None gives back the default."""

    name: str
    value: object
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the fact as JSON; refused for the runs withdrawn, which no Ctrl+Z may bring back."""
        if self.name == "withdrawn":
            raise Refused("A run is withdrawn on the Campaign page, after a backup. Nothing was changed.")
        label = None if self.value is None else check_fact(self.name, self.value)
        yield Statement(view.speaker(self.assessor), "fact", Subject(fact=self.name), Content(label))


@dataclass(frozen=True, slots=True)
class SetGuidelines:
    """Set the texts of labels that differ from what is in force (None or "": ours again), as one step.

    Where any does, the guidelines get the next version, which later labels carry.
    """

    texts: Mapping[str, str | None]
    assessor: int | None = None

    def statements(self, view: CommandView) -> Iterator[Statement]:
        """Yield the texts that changed, then the version; nothing where none changed."""
        now = view.facts.guidelines
        changed = {label: text for label, text in self.texts.items() if (text or "") != now.get(label, "")}
        for label, text in changed.items():
            yield from SetFact(f"guideline:{label}", text or None, self.assessor).statements(view)
        if changed:
            version = next_version(view.facts.guideline_version)
            yield from SetFact("guideline_version", version, self.assessor).statements(view)


def next_version(version: str) -> str:
    """Return the version after one: its last number raised by 1, or a 2 behind a word; "1" is the first."""
    if not version:
        return "1"
    found = re.fullmatch(r"(.*?)([0-9]+)", version, re.ASCII | re.DOTALL)
    return f"{found[1]}{int(found[2]) + 1}" if found else f"{version} 2"
