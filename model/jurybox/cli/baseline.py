"""The command `baseline`: a run of the organisers' that knows nothing of what is right."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jurybox.cli.common import collection
from jurybox.cli.printing import say
from jurybox.errors import Refused

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog
    from jurybox.scoring.baselines import BaselineRow

DRAWN = ("half-yes", "random")
"""Baselines that a seed decides."""

VALIDATING = ("all-yes", "half-yes")
"""Baselines that only decide; the others rank as well."""


@click.command()
@collection
@click.argument("kind", type=click.Choice(["all-yes", "half-yes", "random", "length", "time"]))
@click.option("--seed", default=0, show_default=True, help="Of what is drawn by lot.")
@click.option("--name", help="What the run is called; else as its kind.")
def baseline(file: Path, kind: str, seed: int, name: str | None) -> None:
    """Add a baseline run of the organisers' to a collection.

    random, length (longest answer first) and time (newest first) rank answers, and score those to validate;
    all-yes and half-yes validate.
    """
    from jurybox.collection.made_runs import add_made_run
    from jurybox.session import open_session

    with closing(open_session(file)) as session:
        rows = _rows(file, kind, session.catalog, seed)
        if not rows:
            kinds = "validation" if kind in VALIDATING else "ranked or validation"
            raise Refused(f"{file} has no {kinds} question, so {kind} has no answer. Nothing was added.")
        told = f"{kind}, seed {seed}" if kind in DRAWN else kind
        count = session.store(lambda db: add_made_run(db, name or kind, told, rows), "baseline")
    say(f"Run {name or kind} has {count:,} responses.")


def _rows(file: Path, kind: str, catalog: "Catalog", seed: int) -> "list[BaselineRow]":
    from jurybox.scoring import baselines

    if kind == "length":
        return baselines.length(catalog, [int(size or 0) for (size,) in _read(file, "length(text)")])
    if kind == "time":
        posted = [_seconds(moment) for (moment,) in _read(file, "posted_at")]
        if posted and not any(moment is not None for moment in posted):
            raise Refused("No answer says when it was posted, so none is newest. Nothing was added.")
        return baselines.time(catalog, posted)
    return baselines.baseline_rows(kind, catalog, seed)


def _read(file: Path, column: str) -> list[tuple[str | int | None]]:
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return db.execute(f"SELECT {column} FROM answer ORDER BY id").fetchall()  # noqa: S608 - our own names


def _seconds(moment: str | int | None) -> float | None:
    """Return a moment such as 2009-05-03T10:00:00 in seconds since 1970 (UTC); None for no moment."""
    try:
        found = datetime.fromisoformat(str(moment or ""))
    except ValueError:
        return None
    return (found.replace(tzinfo=None) - (found.utcoffset() or _ZERO) - _EPOCH).total_seconds()


_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - compared with moments whose offset is taken off
_ZERO = _EPOCH - _EPOCH
