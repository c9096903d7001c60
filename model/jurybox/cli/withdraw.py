"""The command `withdraw`: runs that are left out of all scores, and taken back."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.campaign.withdrawals import restore, withdraw
from jurybox.cli.common import collection, formats, writing
from jurybox.cli.printing import print_frame, print_json
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.language import tr


@click.command("withdraw")
@collection
@click.argument("runs", nargs=-1)
@click.option("--back", is_flag=True, help="Score these runs again.")
@formats("table", "json")
def withdraw_command(file: Path, runs: Sequence[str], *, back: bool, form: str) -> None:
    """Leave RUNS out of all scores; nothing is deleted. Without RUNS list which are left out.

    A backup is made before.
    """
    if runs:
        with writing(file) as session:
            (restore if back else withdraw)(session, runs)
    elif back:
        raise Refused(tr("Name the runs that are to be scored again. Nothing was changed."))
    with closing(State(file)) as state:
        frame = results.withdrawals(state.catalog, state.facts)
    if form != "json":
        print_frame(frame, form)
        return
    withdrawn_names = {state.catalog.runs[at].name for at in state.facts.withdrawn}
    print_json(
        {
            "runs": [
                {"run": run.name, "team": run.team or None, "withdrawn": run.name in withdrawn_names}
                for run in state.catalog.runs
            ]
        }
    )
