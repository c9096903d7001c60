"""The command `freeze`: fix the gold standard under a name, or say how far it has moved since."""

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.campaign.freezing import freezing, frozen_problems
from jurybox.cli.common import FOUND, collection, formats, writing
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.file import open_reading
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.language import tr


@click.command("freeze")
@collection
@click.argument("name", required=False)
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option("--differences", is_flag=True, help="List the answers that differ from the frozen gold standard.")
@formats("table", "json", "csv", "latex", "markdown")
@click.pass_context
def freeze_command(
    ctx: click.Context, file: Path, name: str | None, gold: str | None, *, differences: bool, form: str
) -> None:
    """Freeze the gold standard as NAME; without NAME list the frozen ones, with date and digest.

    From then on, tables, exports and reports say whether they use it, and --gold NAME scores by it, whatever is
    labeled later. Exit status 1 if the current gold standard differs from the frozen one.
    """
    if name is not None and differences:
        raise Refused(tr("Choose a NAME to freeze or --differences, not both. Nothing was changed."))
    if gold is not None and name is None:
        raise Refused(
            tr(
                "--gold chooses what to freeze, so give it a name, as in jurybox freeze FILE official. "
                "Nothing was changed."
            )
        )
    if name is not None:
        with writing(file) as session, closing(open_reading(file)) as db:
            keys = read_answer_keys(db)
            session.execute(freezing(session.collection, keys, name, gold=gold))
    with closing(State(file)) as state:
        frame = results.gold_differences(state) if differences else results.frozen_golds(state.collection)
        problems = frozen_problems(state)
    if form == "json":
        key = "differences" if differences else "frozen"
        print_json({key: objects_of(frame), "problems": problems})
    else:
        print_frame(frame, form)
    ctx.exit(FOUND if problems else 0)
