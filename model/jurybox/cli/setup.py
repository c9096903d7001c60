"""The command `setup`: what holds for the collection as a whole."""

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.facts import MODES, UNJUDGED
from jurybox.collection.state import State

_DEFAULT = "default"


@click.command("setup")
@collection
@click.option("--gold", help="The gold standard in which everything is scored; 'default' for the usual one.")
@click.option(
    "--unjudged",
    type=click.Choice([*UNJUDGED, _DEFAULT]),
    help="What unjudged answers of ranked lists count; 'default': what the data suggests.",
)
@click.option("--mode", type=click.Choice(MODES), help="Judging hides runs and scores from assessors.")
@formats("table", "json", "csv", "latex", "markdown")
def setup(file: Path, gold: str | None, unjudged: str | None, mode: str | None, form: str) -> None:
    """Set what holds for the whole collection, on every desk and in every command; list it."""
    chosen = {"gold": gold, "unjudged": unjudged, "mode": mode}
    facts = {
        name: None if value == _DEFAULT else value for name, value in chosen.items() if value is not None
    }
    if facts:
        _set(file, facts)
    with closing(State(file)) as state:
        frame = results.setup(state.catalog, state.ledger, state.facts)
    if form == "json":
        print_json({"setup": objects_of(frame)})
    else:
        print_frame(frame, form)


def _set(file: Path, facts: dict[str, str | None]) -> None:
    from jurybox.commands import SetFact, Together
    from jurybox.session import open_session

    named = facts.get("gold")
    if named is not None:
        with closing(State(file)) as state:
            facts["gold"] = str(results.scoreboard(state, named).gold)  # refused where it is none here
    with closing(open_session(file)) as session:
        session.execute(Together(tuple(SetFact(name, value) for name, value in facts.items())))
