"""The command `assessors`: who is there, of which kind, and whose labels make the gold standard."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.campaign.people import changing_kind, choosing_panel
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_frame, print_json
from jurybox.collection.facts import ORGANIZER
from jurybox.collection.state import State
from jurybox.commands import Command
from jurybox.commands.base import Together
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.session import Session


@click.command()
@collection
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="NAME=KIND",
    help=f"What an assessor is: {', '.join(ASSESSOR_KINDS)}; may be given several times.",
)
@click.option("--panel", "panel", multiple=True, metavar="A,B,C", help="Only their labels count.")
@click.option("--no-panel", is_flag=True, help="No panel: everybody who judges counts.")
@formats("table", "json", "csv", "latex", "markdown")
def assessors(file: Path, *, kinds: Sequence[str], panel: Sequence[str], no_panel: bool, form: str) -> None:
    """List the assessors; with options say first what they are, and who is on the panel.

    The changes are one step of the organizer in the log, which Ctrl+Z undoes in the window.
    """
    if panel and no_panel:
        raise Refused("Choose --panel or --no-panel, not both. Nothing was changed.")
    if kinds or panel or no_panel:
        _change(file, kinds, panel, no_panel=no_panel)
    with closing(State(file)) as state:
        frame = results.assessors(state.catalog, state.ledger, state.facts)
    if form == "json":
        print_json({"assessors": frame.reset_index().to_dict("records")})
    else:
        print_frame(frame, form)


def _change(file: Path, kinds: Sequence[str], panel: Sequence[str], *, no_panel: bool) -> None:
    from jurybox.session import open_session

    with closing(open_session(file, assessor=ORGANIZER)) as session:
        session.execute(Together(tuple(_commands(session, kinds, panel, no_panel=no_panel))))
        session.flush()


def _commands(
    session: Session, kinds: Sequence[str], panel: Sequence[str], *, no_panel: bool
) -> Iterator[Command]:
    for text in kinds:
        name, equals, kind = text.rpartition("=")
        if not equals:
            raise Refused(f"--kind {text} is not NAME=KIND, such as Ann=model. Nothing was changed.")
        yield changing_kind(session, name, kind)
    if panel or no_panel:
        known = session.catalog.assessor_named
        # A name may hold a comma: what is a name as a whole is not taken apart.
        names = [name for text in panel for name in ([text] if text in known else text.split(","))]
        yield choosing_panel(session, [name if name in known else name.strip() for name in names])
