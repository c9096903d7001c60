"""What the commands about scores share: measures, gold standards and runs by name, and progress."""

import sys

import click

from jurybox.collection.catalog import Catalog
from jurybox.errors import Refused
from jurybox.language import tr, trc
from jurybox.lists import comma_list
from jurybox.measures import Measure, measure
from jurybox.scoring import Scoreboard
from jurybox.watch import Progress, Watch


def measure_named(name: str) -> Measure:
    """Return a measure by name; refused with what is wrong with it."""
    try:
        return measure(name)
    except ValueError as error:
        message = str(error)
        start = "There is" if message.startswith("there is") else f"{name}: {message[:8]}"
        raise Refused(f"{start}{message[8:]}.") from error


def run_named(catalog: Catalog, board: Scoreboard, name: str) -> int:
    """Return the position of a run by name; refused if it is not there or is withdrawn."""
    if name not in catalog.run_named:
        raise Refused(
            tr(
                "There is no run {name!r}; there are: {run_named}.",
                name=name,
                run_named=comma_list(catalog.run_named) or trc("runs", "none"),
            )
        )
    run = catalog.run_named[name]
    if run not in board.runs:
        raise Refused(tr("The run {name!r} was withdrawn and is not scored.", name=name))
    return run


def adjudicator_named(catalog: Catalog, name: str | None) -> int | None:
    """Return the position of who decides, None for the organizer; refused if that one is not there."""
    at = None if name is None else catalog.assessor_named.get(name)
    if name is not None and (at is None or catalog.assessors[at].removed):
        raise Refused(tr("There is no assessor {name!r} to decide. Nothing was changed.", name=name))
    return at


def watch_on_terminal(what: str) -> Watch:
    """Return a watch that reports progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        return Watch()

    def tell(at: Progress) -> None:
        remaining = f", {at.left:.0f} s left" if at.left == at.left else ""
        end = "\n" if at.done >= at.total else ""
        click.echo(f"\r{what}: {100 * at.done // max(1, at.total)} %{remaining}   {end}", err=True, nl=False)

    return Watch(tell)
