"""The name of a gold standard: whose judgments count, and how their labels map to correct and incorrect."""

from dataclasses import dataclass
from typing import Literal

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.errors import Refused

Whose = Literal["assessor", "majority", "adjudicated"]
Mapping = Literal["strict", "lenient"]

KNOWN = "assessor:NAME, majority and adjudicated, each also with +strict or +lenient"
_GROUPS: dict[str, Whose] = {"majority": "majority", "adjudicated": "adjudicated"}


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold standard by name; `str` prints it in full and `parse` reads that back.

    `whose`: one assessor (then `assessor` is the name), the majority of the panel, or the adjudication and
    else the panel's unanimous label. `mapping`: strict, only *correct* is correct; lenient, *inexact* too.
    """

    whose: Whose
    mapping: Mapping = "strict"
    assessor: str = ""

    @classmethod
    def parse(cls, text: str) -> "Gold":
        """Return the gold standard that a text names, e.g. `majority`, `assessor:Ann+lenient`.

        Without a mapping it is strict. Raises Refused with the known ones for anything else.
        """
        name = text.strip()
        mapping: Mapping = "lenient" if name.endswith("+lenient") else "strict"
        name = name.removesuffix(f"+{mapping}")
        if name in _GROUPS:
            return cls(_GROUPS[name], mapping)
        if name.startswith("assessor:") and name != "assessor:":
            return cls("assessor", mapping, name.removeprefix("assessor:"))
        raise Refused(f"{text!r} is no gold standard; known are {KNOWN}.")

    def __str__(self) -> str:
        whose = f"assessor:{self.assessor}" if self.whose == "assessor" else self.whose
        return f"{whose}+{self.mapping}"


def default_gold(catalog: Catalog, facts: Facts) -> Gold:  # noqa: ARG001 - ranked questions will ask them
    """Return the gold standard of a collection whose organiser chose none: `adjudicated+strict`."""
    return Gold("adjudicated")


def gold_in_force(catalog: Catalog, facts: Facts) -> Gold:
    """Return the gold standard that the organiser chose, else the default one.

    Raises Refused if what was chosen is no gold standard known here.
    """
    return Gold.parse(facts.gold) if facts.gold else default_gold(catalog, facts)
