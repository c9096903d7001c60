"""Withdrawing and restoring runs: bulk work with a backup, not undone by Ctrl+Z; nothing is deleted."""

import sqlite3
from collections.abc import Callable, Sequence

from jurybox.collection.log import enter_facts
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.session import Session


def withdraw(session: Session, runs: Sequence[str]) -> None:
    """Exclude runs from all scores from now on. Refused for an unknown run."""
    session.store(withdrawing(session, runs, withdrawn=True), "withdraw")


def restore(session: Session, runs: Sequence[str]) -> None:
    """Score withdrawn runs again. Refused for an unknown run."""
    session.store(withdrawing(session, runs, withdrawn=False), "withdraw")


def withdrawing(session: Session, runs: Sequence[str], *, withdrawn: bool) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that withdraws runs or scores them again: see `Session.store_later`."""
    for name in runs:
        if name not in session.catalog.run_named:
            raise Refused(tr("There is no run {name!r}. Nothing was changed.", name=name))
    names = {session.catalog.runs[at].name for at in session.facts.withdrawn}
    names = names | set(runs) if withdrawn else names - set(runs)
    listed = [run.name for run in session.catalog.runs if run.name in names]
    return lambda db: enter_facts(db, {"withdrawn": listed or None})
