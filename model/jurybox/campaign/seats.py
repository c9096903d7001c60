"""The assessor at this computer: the organizer, or an assessor from whom runs and scores are hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from jurybox.collection.organizer import ORGANIZER

if TYPE_CHECKING:  # called before the window's first painting, which must wait for as little as possible
    from jurybox.collection.catalog import Catalog
    from jurybox.collection.facts import Facts


class Seated(Protocol):
    """What is needed of a session."""

    assessor: int | None

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""

    @property
    def facts(self) -> Facts:
        """The organizer's settings."""


def organizes(session: Seated) -> bool:
    """Return whether the assessor at this computer is the organizer."""
    who = session.assessor
    return who is not None and session.catalog.assessors[who].name == ORGANIZER


def blind(session: Seated) -> bool:
    """Return whether runs, scores and others' labels are hidden from the assessor at this computer.

    They are in judging mode, for everybody but the organizer. The mode keeps assessors from accidentally
    seeing what would influence them; it locks nothing: those who must not be able to look get a handed-out
    file (`jurybox.campaign.handouts`), which has no runs.
    """
    return session.facts.mode == "judging" and not organizes(session)
