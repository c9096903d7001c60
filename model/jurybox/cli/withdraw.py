"""The command `withdraw`: runs that are left out of all scores, and taken back."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from jurybox.campaign.withdrawals import restore, withdraw
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_json, print_table, say
from jurybox.collection.state import State
from jurybox.errors import Refused


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
        from jurybox.session import open_session

        with closing(open_session(file)) as session:
            (restore if back else withdraw)(session, runs)
    elif back:
        raise Refused("Name the runs that are to be scored again. Nothing was changed.")
    with closing(State(file)) as state:
        gone = {state.catalog.runs[at].name for at in state.facts.withdrawn}
        listed = [(run.name, run.team or "", run.name in gone) for run in state.catalog.runs]
    if form == "json":
        print_json({"runs": [{"run": name, "team": team or None, "withdrawn": is_gone}
                             for name, team, is_gone in listed]})  # fmt: skip
        return
    rows = [(name, team, "withdrawn" if is_gone else "") for name, team, is_gone in listed]
    print_table(("run", "team", "state"), rows)
    say(f"{len(gone):,} of {len(listed):,} runs are withdrawn.")
