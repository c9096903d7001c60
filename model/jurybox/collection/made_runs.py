"""Runs that the organisers make: entered beside the submitted ones, and marked as baselines."""

import sqlite3
from collections.abc import Iterable
from typing import Protocol

from jurybox.errors import Refused


class MadeResponse(Protocol):
    """One response of a made run, by positions; what does not apply is None."""

    @property
    def question(self) -> int:
        """The question."""

    @property
    def answer(self) -> int:
        """The answer."""

    @property
    def decision(self) -> int | None:
        """1 yes, 0 no."""

    @property
    def rank(self) -> int | None:
        """From 1."""

    @property
    def score(self) -> float | None:
        """That the answer is correct, on any scale."""


def add_made_run(db: sqlite3.Connection, name: str, description: str, rows: Iterable[MadeResponse]) -> int:
    """Enter a run in the caller's transaction and return how many responses it has; refuse a known name."""
    if db.execute("SELECT 1 FROM run WHERE name = ?", (name,)).fetchone():
        raise Refused(f"There is a run {name!r} already. Nothing was added; choose another name.")
    run = db.execute(
        "INSERT INTO run (name, description, origin) VALUES (?, ?, 'baseline')", (name, description)
    ).lastrowid
    made = db.executemany(
        "INSERT INTO response (run, question, answer, nil, rank, answered, decision, selected, score) "
        "VALUES (?, ?, ?, 0, ?, 1, ?, 0, ?)",
        ((run, row.question + 1, row.answer + 1, row.rank, row.decision, row.score) for row in rows),
    )
    return made.rowcount
