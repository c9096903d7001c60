"""Who sits here: the organizer, or an assessor from whom runs and scores are hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from jurybox.collection.organizer import ORGANIZER

if TYPE_CHECKING:  # the window asks here before its first painting, which waits for as little as can be
    from jurybox.collection.catalog import Catalog
    from jurybox.collection.facts import Facts


class Seated(Protocol):
    """What is asked of a session."""

    assessor: int | None

    @property
    def catalog(self) -> Catalog:
        """Questions, answers, runs and assessors."""

    @property
    def facts(self) -> Facts:
        """What the organizer set."""


def organizes(session: Seated) -> bool:
    """Return whether the one who sits here is the organizer."""
    who = session.assessor
    return who is not None and session.catalog.assessors[who].name == ORGANIZER


def blind(session: Seated) -> bool:
    """Return whether runs, scores and others' labels are hidden from the one who sits here.

    They are in judging mode, for everybody but the organizer. The mode keeps an assessor from seeing by
    accident what would sway them; it locks nothing: who must not be able to look gets a file that was
    handed out (`jurybox.campaign.handouts`), in which there are no runs.
    """
    return session.facts.mode == "judging" and not organizes(session)
