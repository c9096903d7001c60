"""Adding a baseline run of the organisers': bulk work with a backup, no step of Ctrl+Z."""

import sqlite3
from collections.abc import Callable, Iterable
from datetime import datetime

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.kinds import kind_code
from jurybox.scoring import baselines
from jurybox.scoring.baselines import BaselineRow
from jurybox.session import Session

BASELINES = {
    "random": "answers in an order drawn by lot",
    "length": "longest answer first",
    "time": "newest answer first",
    "all-yes": "every answer validated",
    "half-yes": "half of the answers validated, drawn by lot",
}
"""What each kind of baseline does; the first three score answers to validate, and rank the others."""

_DRAWN = ("half-yes", "random")
_VALIDATING = ("all-yes", "half-yes")


def adding_baseline(
    session: Session, kind: str, seed: int = 0, name: str = ""
) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that adds a baseline: see `Session.store_later`; it gives its number of responses.

    `kind`: one of `BASELINES`, and the run's name if none is given; `seed`: of what is drawn by lot. Raises
    Refused where no question can have such a run; the work does so where a run has that name, or where
    `kind` is "time" and no answer says when it was posted.
    """
    catalog, called = session.catalog, name or kind
    wanted = ("validation",) if kind in _VALIDATING else ("ranked", "validation")
    kinds = catalog.kind_of_question[catalog.answer_question]
    if not np.isin(kinds, [kind_code(one) for one in wanted]).any():
        listed = " or ".join(wanted)
        raise Refused(f"{session.path} has no {listed} question, so {kind} has no answer. Nothing was added.")
    message = f"{kind}, seed {seed}" if kind in _DRAWN else kind
    return lambda db: _add_run(db, called, message, _rows(db, kind, catalog, seed))


def _add_run(db: sqlite3.Connection, name: str, description: str, rows: Iterable[BaselineRow]) -> int:
    """Add a run in the caller's transaction and return its number of responses; refuse a name in use."""
    if db.execute("SELECT 1 FROM run WHERE name = ?", (name,)).fetchone():
        raise Refused(f"There is a run {name!r} already. Nothing was added; choose another name.")
    run = db.execute(
        "INSERT INTO run (name, description, origin) VALUES (?, ?, 'baseline')", (name, description)
    ).lastrowid
    added = db.executemany(
        "INSERT INTO response (run, question, answer, nil, rank, answered, decision, selected, score) "
        "VALUES (?, ?, ?, 0, ?, 1, ?, 0, ?)",
        ((run, row.question + 1, row.answer + 1, row.rank, row.decision, row.score) for row in rows),
    )
    return added.rowcount


def _rows(db: sqlite3.Connection, kind: str, catalog: Catalog, seed: int) -> list[BaselineRow]:
    if kind == "length":
        sizes = db.execute("SELECT length(text) FROM answer ORDER BY id")
        return baselines.length(catalog, [int(size or 0) for (size,) in sizes])
    if kind == "time":
        moments = db.execute("SELECT posted_at FROM answer ORDER BY id")
        posted = [_seconds(moment) for (moment,) in moments]
        if not any(moment is not None for moment in posted):
            raise Refused("No answer says when it was posted, so none is newest. Nothing was added.")
        return baselines.time(catalog, posted)
    return baselines.baseline_rows(kind, catalog, seed)


def _seconds(moment: str | None) -> float | None:
    """Return a moment such as 2009-05-03T10:00:00 in seconds since 1970 (UTC); None for no moment."""
    try:
        found = datetime.fromisoformat(str(moment or ""))
    except ValueError:
        return None
    return (found.replace(tzinfo=None) - (found.utcoffset() or _ZERO) - _EPOCH).total_seconds()


_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - compared with moments whose offset is taken off
_ZERO = _EPOCH - _EPOCH
