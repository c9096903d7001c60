"""The command `study`: stability, swaps, error rate, collection size, assessors; and those that were kept."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox import results
from jurybox.analysis.studies.records import Record, as_json, name_of, out_of_date
from jurybox.analysis.studies.requests import STUDIES, Request, sizes_of
from jurybox.analysis.studies.study import run_study
from jurybox.analysis.studies.workers import workers_at
from jurybox.cli.asking import measure_named, watch_on_terminal
from jurybox.cli.common import collection, formats, writing
from jurybox.cli.printing import print_frame, print_json
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.scoring import scoreboard_of

STORED = "stored"


@click.command()
@click.argument("name", metavar="STUDY", type=click.Choice([*STUDIES, STORED]))
@collection
@click.option("--measure", "names", multiple=True, help="A measure by name; may be given several times.")
@click.option("--variant", type=click.Choice(["one-subset", "disjoint"]), default="one-subset", show_default=True)
@click.option(
    "--margin", type=click.Choice(["larger", "larger-magnitude"]), default="larger", show_default=True,
    help="For stability: the fuzziness is a share of the larger score, or of the larger in magnitude.",
)  # fmt: skip
@click.option("--trials", type=int, help="Number of trials; default: that of the study.")
@click.option("--size", type=int, help="Units in a set (assessors in a group); default: half of all.")
@click.option("--sizes", metavar="A:B:STEP", help="For error-rate and collection-size: from A up to B.")
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option(
    "--cluster", metavar="ADDRESS", default="",
    help="Address of the scheduler of a Dask cluster; default: all cores of this computer.",
)  # fmt: skip
@click.option("--keep", is_flag=True, help="Keep the result in the collection, where the window shows it.")
@formats("table", "json", "csv", "latex", "markdown")
def study(
    file: Path,
    name: str,
    names: Sequence[str],
    gold: str | None,
    form: str,
    **options: Any,  # noqa: ANN401 - the rest of a Request, as click checks, and what to do with the result
) -> None:
    """Find out how far a measure can be trusted, by drawing units of a collection at random.

    STUDY is one of stability, swap, error-rate, collection-size, assessors, or stored: those that were kept.
    """
    if name == STORED:
        _list_kept(file, form)
        return
    if not names:
        raise Refused(tr("A study needs a measure: name one or more with --measure."))
    sizes, keep = sizes_of(options.pop("sizes")), options.pop("keep")
    workers = workers_at(options.pop("cluster"))
    with closing(State(file)) as state:
        board = scoreboard_of(state.collection, gold)
        records = [
            run_study(
                board,
                Request(study=name, measure=measure_named(one), sizes=sizes, **options),  # type: ignore[arg-type]  # click checks the choice
                watch_on_terminal(f"{name} of {one}"),
                workers,
            )
            for one in dict.fromkeys(names)
        ]
    if keep:
        _keep(file, records)
    if form == "json":
        print_json(records[0] if len(records) == 1 else {"study": name, "studies": records})
        return
    print_frame(results.study(records), form)


def _keep(file: Path, records: Sequence[Record]) -> None:
    from jurybox.collection.facts import STUDY
    from jurybox.commands import SetFact, Together

    with writing(file) as session:
        kept = (SetFact(f"{STUDY}{name_of(record)}", as_json(record)) for record in records)
        session.execute(Together(tuple(kept)))


def _list_kept(file: Path, form: str) -> None:
    with closing(State(file)) as state:
        kept = {name: dict(record) for name, record in state.facts.studies.items()}
        board = scoreboard_of(state.collection)
        if form != "json":
            print_frame(results.studies_kept(board), form)
            return
        stale = out_of_date(board, kept.values())
    with_stale = zip(kept.items(), stale, strict=True)
    print_json({"studies": [{"name": name, "stale": old, **record} for (name, record), old in with_stale]})
