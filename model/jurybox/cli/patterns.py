"""The command `patterns`: labels that answer patterns propose, listed or accepted for an answer key."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.cli.common import FOUND, collection, formats, writing
from jurybox.cli.printing import objects_of, print_frame, print_json, say
from jurybox.collection.state import State
from jurybox.gold.panel import has_labeled
from jurybox.judging.proposals import Patterns, ProposedAnswer, read_patterns, read_proposals
from jurybox.language import tr
from jurybox.scoring import scoreboard_of
from jurybox.wording import count_of


@click.command("patterns")
@collection
@click.argument("patterns", type=click.Path(path_type=Path))
@click.option("--open", "only_open", is_flag=True, help="Only answers without a label.")
@click.option("--accept", metavar="NAME", help="Store the proposals as labels of NAME, an answer key, in one step.")
@click.option("--gold", help="The gold standard to compare with; default: that of the collection.")
@formats("table", "json", "csv", "latex", "markdown")
@click.pass_context
def patterns_command(
    ctx: click.Context, file: Path, patterns: Path, accept: str | None, gold: str | None, *, only_open: bool, form: str
) -> None:
    """List the labels that the answer patterns of the file PATTERNS propose for factoid and list answers.

    Each line of PATTERNS has a question's name, a regular expression and, where known, the documents that
    support such an answer, as in TREC QA. Nothing is stored, unless --accept names whose labels they become:
    those of an answer key, which counts where it is put on the panel (jurybox assessors FILE --panel NAME) or
    named as gold standard. Ends with status 1 where lines of PATTERNS could not be used.
    """
    read = read_patterns(patterns)
    with closing(State(file)) as state:
        found = _proposed(state, read, only_open=only_open)
        frame = results.proposals(state, scoreboard_of(state.collection, gold), read, found)
    stored = None
    if accept is not None:
        stored = _accept(file, accept, found)
    if form == "json":
        problems = [{"line": line, "problem": why} for line, why in read.problems]
        print_json({"proposals": objects_of(frame), "problems": problems, "stored": stored})
    elif stored is None:
        print_frame(frame, form)
    else:
        say(
            tr(
                "{labels} of {accept} stored as one step; {labels2} there already.",
                labels=count_of(stored, "label"),
                accept=accept,
                labels2=count_of(len(found) - stored, "label"),
            ),
            *frame.attrs["notes"],
        )
    ctx.exit(FOUND if read.problems else 0)


def _proposed(state: State, patterns: Patterns, *, only_open: bool) -> list[ProposedAnswer]:
    found = read_proposals(state.reader, state.catalog, patterns)
    if not only_open:
        return found
    labels = state.ledger.labels
    return [one for one in found if not has_labeled(labels[:, one.answer]).any()]


def _accept(file: Path, name: str, found: list[ProposedAnswer]) -> int:
    from jurybox.campaign.pattern_labels import accept_proposals

    with writing(file) as session:
        return accept_proposals(session, name, found)
