"""The command `setup`: what holds for the collection as a whole."""

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.campaign.details import check_days
from jurybox.cli.common import collection, formats, writing
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.facts import MODES, UNJUDGED_WAYS
from jurybox.collection.state import State

_DEFAULT = "default"


@click.command("setup")
@collection
@click.option("--gold", help="The gold standard of the collection; 'default' for that of each kind of question.")
@click.option(
    "--unjudged",
    type=click.Choice([*UNJUDGED_WAYS, _DEFAULT]),
    help="What unjudged answers of ranked lists count as; 'default': what the data suggests.",
)
@click.option("--mode", type=click.Choice(MODES), help="Judging hides runs and scores from assessors.")
@click.option("--title", "name", help="The title of the campaign, for its window, handed-out files and reports.")
@click.option("--description", help="What the campaign is about, in a few sentences; '' for none.")
@click.option("--contact", help="Who receives returned files, with an address; '' for none.")
@click.option("--begins", metavar="DAY", help="Its first day, as 2026-11-23; '' for none.")
@click.option("--ends", metavar="DAY", help="Its last day; '' for none.")
@click.option(
    "--pass-mark",
    type=click.FloatRange(0, 1),
    help="The share of calibration answers to label as in the key; 0 for no pass mark.",
)
@formats("table", "json", "csv", "latex", "markdown")
def setup(file: Path, *, form: str, **chosen: str | float | None) -> None:
    """Set what applies to the whole collection, on every desk and in every command, or list it."""
    facts: dict[str, object] = {name: value for name, value in chosen.items() if value is not None}
    none = {"gold": _DEFAULT, "unjudged": _DEFAULT, "pass_mark": 0.0}
    facts = {name: None if value == none.get(name, "") else value for name, value in facts.items()}
    if facts:
        _set(file, facts)
    with closing(State(file)) as state:
        frame = results.setup(state.collection)
    if form == "json":
        print_json({"setup": objects_of(frame)})
    else:
        print_frame(frame, form)


def _set(file: Path, facts: dict[str, object]) -> None:
    from jurybox.commands import SetFact, Together

    with closing(State(file)) as state:
        check_days(state.facts, facts)
    named = facts.get("gold")
    if isinstance(named, str):
        with closing(State(file)) as state:
            facts["gold"] = str(results.scoreboard(state, named).gold)  # refused where it is none here
    with writing(file) as session:
        session.execute(Together(tuple(SetFact(name, value) for name, value in facts.items())))
