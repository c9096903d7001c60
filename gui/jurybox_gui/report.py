"""Reports with their pictures: the model defines their content, the printing painter draws."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal

from jurybox import results
from jurybox.campaign.freezing import altered
from jurybox.cli.asking import measure_named
from jurybox.collection.facts import Unjudged
from jurybox.collection.file import open_reading
from jurybox.errors import Refused
from jurybox.figures import Figure
from jurybox.language import LANGUAGE, OPTION, tr
from jurybox.pictures import Places, moved_names
from jurybox.reports.contents import report_of_file
from jurybox.reports.source import ReportChoices
from jurybox.reports.writing import differences, include_collection, made_with, write_report
from jurybox.settings import Settings
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.print_painter import print_figure
from jurybox_gui.report_pages import print_pages


@lru_cache(maxsize=64)
def draw(figure: Figure, form: Literal["svg", "pdf"]) -> bytes:
    """Return a picture of a report, without title and caption, which are in the text below it.

    The newest are cached: a picture is on a page and beside it, and again when the report is verified.
    """
    return print_figure(figure, form, Paper.of_report(figure))


def make_report(
    file: Path,
    folder: Path,
    gold: str | None = None,
    choices: ReportChoices | None = None,
    *,
    unjudged: Unjudged | None = None,
    collection: bool = True,
) -> int:
    """Write the report of a collection file into a folder; return the number of its files.

    `collection`: include a copy of the collection, so that others can recompute everything. Needs a
    QApplication.
    """
    made = choices or ReportChoices()
    if not made.moved:
        made = replace(made, moved=moved_names(Settings(), _identity(file)))
    files = report_of_file(file, gold, draw, made, unjudged=unjudged, pages=print_pages)
    write_report(folder, files, partial(include_collection, file if collection else None, folder))
    return len(files) + collection


def _places(text: str) -> dict[str, Places]:
    """Return the positions of names in pictures, as recorded in the manifest of a report."""
    return {
        picture: {run: (float(x), float(y)) for run, (x, y) in places.items()}
        for picture, places in json.loads(text).items()
    }


def _identity(file: Path) -> str:
    with closing(open_reading(file)) as db:
        found = db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()
    return str(found[0]) if found else ""


def broken(file: Path, folder: Path, chosen: dict[str, Any]) -> list[str]:
    """Return a sentence for each part of a report in a folder that the collection no longer reproduces.

    `chosen`: gold standard, measures, draws and seed; None means as the report was made.
    """
    kept = made_with(folder)
    _check_language(str(kept.get("language") or "en"))
    said = {name: kept.get(name) if value is None else value for name, value in chosen.items()}
    said["names moved"] = kept.get("names moved")
    choices, unjudged = choices_of(said), kept.get("unjudged")
    files = report_of_file(file, said["gold"], draw, choices, unjudged=unjudged, pages=print_pages)
    found = differences(folder, files, file)
    with results.opened(file) as state:
        board = results.scoreboard(state, said["gold"])
        problems, now, holds = altered(state.facts), board.frozen_text, board.is_frozen
    before = kept.get("frozen gold")
    if before and before != now:
        now = now or tr("No gold standard is frozen.")
        problems.append(tr("The report was made with: {before} Now: {now}", before=before, now=now))
    elif now and not holds:
        problems.append(now)
    return [*found, *(one.rstrip(".。") for one in problems)]


def _check_language(made_in: str) -> None:
    """Refuse to compare a report with one whose sentences are in another language."""
    if made_in != LANGUAGE:
        raise Refused(
            tr(
                "The report is in another language. Verify it with: jurybox {option} {language} report ...",
                option=OPTION,
                language=made_in,
            )
        )


def choices_of(chosen: dict[str, Any]) -> ReportChoices:
    """Return the choices of a report from their texts; the default for None."""
    names = chosen["measures"] or ()
    names = names.split("; ") if isinstance(names, str) else names
    default = ReportChoices()
    return ReportChoices(
        tuple(map(measure_named, names)),
        default.draws if chosen["draws"] is None else int(chosen["draws"]),
        default.seed if chosen["seed"] is None else int(chosen["seed"]),
        chosen["contact"] or "",
        _places(chosen.get("names moved") or "{}"),
    )
