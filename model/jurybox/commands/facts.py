"""The command that sets a fact about the whole collection."""

from collections.abc import Iterator
from dataclasses import dataclass

from jurybox.collection.entries import Said, Thing
from jurybox.collection.facts import check_fact
from jurybox.commands.base import Statement, View
from jurybox.errors import Refused


@dataclass(frozen=True, slots=True)
class SetFact:
    """Set a fact about the collection (see `jurybox.collection.facts`); None gives back the default."""

    name: str
    value: object
    assessor: int | None = None

    def statements(self, view: View) -> Iterator[Statement]:
        """Yield the fact as JSON; refused for the runs withdrawn, which no Ctrl+Z may bring back."""
        if self.name == "withdrawn":
            raise Refused("A run is withdrawn on the Campaign page, after a backup. Nothing was changed.")
        label = None if self.value is None else check_fact(self.name, self.value)
        yield Statement(view.speaker(self.assessor), "fact", Thing(fact=self.name), Said(label))
