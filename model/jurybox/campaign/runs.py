"""Withdrawing runs and taking them back: bulk work with a backup, no step of Ctrl+Z; nothing is deleted."""

from collections.abc import Sequence

from jurybox.campaign.entering import enter_facts
from jurybox.errors import Refused
from jurybox.session import Session


def withdraw(session: Session, runs: Sequence[str]) -> None:
    """Leave runs out of all scores from now on; refused for a name that no run has."""
    _set(session, {*_withdrawn(session), *_known(session, runs)})


def restore(session: Session, runs: Sequence[str]) -> None:
    """Score withdrawn runs again; refused for a name that no run has."""
    _set(session, {*_withdrawn(session)} - {*_known(session, runs)})


def _withdrawn(session: Session) -> list[str]:
    return [session.catalog.runs[at].name for at in session.facts.withdrawn]


def _known(session: Session, runs: Sequence[str]) -> Sequence[str]:
    for name in runs:
        if name not in session.catalog.run_named:
            raise Refused(f"There is no run {name!r}. Nothing was changed.")
    return runs


def _set(session: Session, names: set[str]) -> None:
    listed = [run.name for run in session.catalog.runs if run.name in names]
    session.store(lambda db: enter_facts(db, {"withdrawn": listed or None}), "withdraw")
