"""The command `assessors`: who is there, of which kind, and whose labels make the gold standard."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jurybox import results
from jurybox.campaign.people import changing_kind, choosing_panel
from jurybox.campaign.progress import progress, read_paces
from jurybox.campaign.quality import campaign_quality
from jurybox.cli.common import collection, formats, writing
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.state import State
from jurybox.commands import Command
from jurybox.commands.base import Together
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.session import Session

if TYPE_CHECKING:
    import pandas as pd


@click.command()
@collection
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="NAME=KIND",
    help=tr("What an assessor is: {kinds}; may be given several times.", kinds=comma_list(ASSESSOR_KINDS)),
)
@click.option("--panel", "panel", multiple=True, metavar="A,B,C", help="Only their labels count.")
@click.option("--no-panel", is_flag=True, help="No panel: every person who judges counts.")
@click.option(
    "--progress", "shown", flag_value="progress", help="Progress of each assessor, and when they will be done."
)
@click.option(
    "--quality", "shown", flag_value="quality", help="Pace, agreement with others and themselves, calibration."
)
@click.option("--plan", "shown", flag_value="plan", help="Who judges which question.")
@click.option("--days", "shown", flag_value="days", help="Judgments of each assessor by day.")
@formats("table", "json", "csv", "latex", "markdown")
def assessors(
    file: Path, *, kinds: Sequence[str], panel: Sequence[str], no_panel: bool, shown: str | None, form: str
) -> None:
    """List the assessors; options set their kinds and the panel first.

    --progress, --quality, --plan and --days show the tables of the Campaign page instead.

    The changes are one step of the organizer in the log, which Ctrl+Z undoes in the window.
    """
    if panel and no_panel:
        raise Refused(tr("Choose --panel or --no-panel, not both. Nothing was changed."))
    if kinds or panel or no_panel:
        _change(file, kinds, panel, no_panel=no_panel)
    with closing(State(file)) as state:
        frame = _table(state, shown)
    if form == "json" and shown:
        print_json({shown: objects_of(frame)})
    elif form == "json":
        print_json({"assessors": frame.reset_index().to_dict("records")})
    else:
        print_frame(frame, form)


def _table(state: State, shown: str | None) -> pd.DataFrame:
    catalog, _, facts = state.collection
    if shown is None:
        return results.assessors(state.collection)
    if shown == "plan":
        return results.assigned_questions(catalog, facts)
    now = time.time_ns() // 1_000_000
    paces = read_paces(state.reader, fast=shown == "quality")
    listed = progress(state.collection, paces, now, kinds=tuple(ASSESSOR_KINDS))
    if shown == "quality":
        return results.quality(listed, campaign_quality(state.collection))
    return results.labels_by_day(listed) if shown == "days" else results.progress(listed)


def _change(file: Path, kinds: Sequence[str], panel: Sequence[str], *, no_panel: bool) -> None:
    with writing(file) as session:
        session.execute(Together(tuple(_commands(session, kinds, panel, no_panel=no_panel))))


def _commands(session: Session, kinds: Sequence[str], panel: Sequence[str], *, no_panel: bool) -> Iterator[Command]:
    named = set[str]()
    for text in kinds:
        name, equals, kind = text.rpartition("=")
        if not equals:
            raise Refused(tr("--kind {text} is not NAME=KIND, such as Ann=model. Nothing was changed.", text=text))
        if name in named:
            raise Refused(tr("--kind names {name} twice. Nothing was changed.", name=name))
        named.add(name)
        yield changing_kind(session, name, kind)
    if panel or no_panel:
        known = session.catalog.assessor_named
        # A name may hold a comma: what is a name as a whole is not taken apart.
        names = [name for text in panel for name in ([text] if text in known else text.split(","))]
        yield choosing_panel(session, [name if name in known else name.strip() for name in names])
