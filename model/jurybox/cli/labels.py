"""`jurybox labels`: the labels by which answers are judged, listed or set."""

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.own_schemes import SCHEME, SCHEME_KINDS, scheme_as_json, scheme_of_text
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list

_USUAL = "usual"


@click.command()
@collection
@click.option(
    "--set",
    "chosen",
    nargs=2,
    multiple=True,
    metavar="KIND SCALE",
    help=tr(
        "Labels of a kind of question ({kinds}): a scale such as 0..3 or 0..1 by 0.1, names such as "
        "'Good, Fair, Poor', a file (JSON or CSV), each with the best label first, or {usual} for those of the papers.",
        kinds=comma_list(SCHEME_KINDS),
        usual=_USUAL,
    ),
)
@click.option("--by", type=click.Choice(["run"]), help=tr("How often each label was given to the answers of each run."))
@formats("table", "json", "csv")
def labels(file: Path, chosen: tuple[tuple[str, str], ...], by: str | None, form: str) -> None:
    """List the labels that answers are judged by, or set other ones; no label already given is lost."""
    if chosen:
        _set(file, chosen)
    with closing(State(file)) as state:
        if by == "run":
            frame = results.labels_by_run(state.collection)
        else:
            frame = results.label_schemes(state.catalog, state.facts)
    if form == "json":
        print_json({"labels": objects_of(frame)})
    else:
        print_frame(frame, form)


def _set(file: Path, chosen: tuple[tuple[str, str], ...]) -> None:
    from jurybox.commands import SetFact, Together
    from jurybox.session import open_session

    if len({kind for kind, _ in chosen}) < len(chosen):
        raise Refused(tr("A kind of question has one label scheme. Name it once; nothing was changed."))
    facts = [
        SetFact(f"{SCHEME}{kind}", None if scale == _USUAL else scheme_as_json(scheme_of_text(scale, kind)))
        for kind, scale in chosen
    ]
    with closing(open_session(file, assessor=ORGANIZER)) as session:
        session.execute(Together(tuple(facts)))
        session.flush()
