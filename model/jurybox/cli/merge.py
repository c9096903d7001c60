"""The command `merge`: what comes back from assessors, or from another copy, is added to a collection."""

from collections.abc import Sequence
from pathlib import Path

import click

from jurybox.campaign.merges import MergeReport, merge_files, preview_merge
from jurybox.cli.common import FOUND, collection, formats, writing
from jurybox.cli.printing import print_json, say
from jurybox.language import tr


@click.command()
@collection
@click.argument("others", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Only print what merging would add.")
@formats("table", "json")
@click.pass_context
def merge(ctx: click.Context, file: Path, others: Sequence[Path], form: str, *, dry_run: bool) -> None:
    """Add what OTHER files contain and FILE lacks; all of it or nothing, after a backup.

    Merging twice changes nothing. Contradictory labels are kept side by side and count as unjudged; the
    exit status is then 1.
    """
    if dry_run:
        report = preview_merge(file, others)
    else:
        with writing(file) as session:
            report = merge_files(session, others)
    if form == "json":
        print_json(_as_object(report))
    else:
        say(*report.lines(), *([tr("Preview: nothing was changed.")] if dry_run else []))
    ctx.exit(FOUND if report.conflicts else 0)


def _as_object(report: MergeReport) -> dict[str, object]:
    return {
        "files": [
            {
                "file": str(file.path),
                "added": file.added,
                "known": file.known,
                "new_assessors": list(file.assessors),
                "joined": file.joined,
                "dropped": file.dropped,
            }
            for file in report.files
        ],
        "added": report.added,
        "conflicts": report.conflicts,
        "new_conflicts": report.new_conflicts,
        "unjudged": report.unjudged,
        "importance_replaced": report.replaced,
    }
