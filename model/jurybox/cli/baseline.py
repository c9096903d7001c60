"""The command `baseline`: a run of the organizers' that knows nothing of what is right."""

from pathlib import Path

import click

from jurybox.cli.common import collection, writing
from jurybox.cli.printing import say
from jurybox.language import tr


@click.command()
@collection
@click.argument("kind", type=click.Choice(["all-yes", "half-yes", "random", "length", "time"]))
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option("--name", help="The name of the run; default: its kind.")
def baseline(file: Path, kind: str, seed: int, name: str | None) -> None:
    """Add a baseline run of the organizers' to a collection.

    random, length (longest answer first) and time (newest first) rank answers, and score those to validate;
    all-yes and half-yes validate.
    """
    from jurybox.campaign.baselines import adding_baseline

    with writing(file) as session:
        count = session.store(adding_baseline(session, kind, seed, name or ""), "baseline")
    say(tr("Run {name} has {count:,} responses.", name=name or kind, count=count))
