"""The command `jurybox plot`: pictures of a collection or of a paper as SVG, PDF, PGF, PNG or CSV."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

from jurybox.analysis.intervals import DRAWS
from jurybox.cli.printing import print_listing
from jurybox.collection.check import damage_refused
from jurybox.collection.entries import Entry
from jurybox.collection.file import check_is_ours
from jurybox.collection.log import read_entries
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.figures import Figure
from jurybox.language import tr, tr_heads, trc
from jurybox.lists import comma_list
from jurybox.measures import Measure, measure
from jurybox.pictures import (
    PAPER_PICTURES,
    PICTURES,
    PictureOptions,
    PictureSource,
    moved_names,
    paper_picture,
    picture,
)
from jurybox.scoring import scoreboard_of
from jurybox.settings import Settings
from jurybox_gui.plots.paper import Paper
from jurybox_gui.plots.print_painter import check_name, write_picture

_SIZE = re.compile(r"(\d{2,4})x(\d{2,4})")
_NO_LINES = "none"


def plot_picture(
    what: Sequence[str],
    output: Path | None,
    *,
    measures: Sequence[str] = (),
    gold: str | None = None,
    run: str | None = None,
    iso: str | None = None,
    orientation: Literal["usual", "paper"] = "usual",
    share: float | None = None,
    r: float = 1.0,
    areas: bool = False,
    hull: bool = False,
    intervals: bool = False,
    draws: int | None = None,
    seed: int = 0,
    theme: str = "light",
    size: str | None = None,
    preset: str | None = None,
    serif: bool = False,
    gray: bool = False,
    title: bool = True,
    caption: bool = True,
) -> Path:
    """Write pictures, given by name or as a collection and names, into one file; return its path.

    Raises Refused for an unknown picture or option, and if the file cannot be written.
    """
    if not what:
        raise Refused(tr("Name a picture: jurybox plot FILE PICTURE -o PATH; jurybox plot --list names them."))
    if output is None:
        raise Refused(tr("Name the file of the picture: -o PATH, which ends in .svg, .pdf, .pgf, .png or .csv."))
    check_name(output)
    if preset and size:
        raise Refused(tr("Choose a preset or a size, not both: --preset has a width of its own."))
    paper = Paper.preset(preset or "", dark=theme == "dark", serif=serif, gray=gray, title=title, caption=caption)
    if size:
        paper = replace(paper, size=_millimeters(size))
    options = PictureOptions(
        iso="" if iso == _NO_LINES else iso,
        orientation=orientation,
        share=share,
        r=r,
        areas=areas,
        hull=hull,
        crosses=intervals,
        measures=_measures(measures),
        draws=DRAWS if draws is None else draws,
        seed=seed,
    )
    try:
        figures = _figures(what, options, gold, run)
    except ValueError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    write_picture(figures, output, paper)
    return output


def list_pictures(what: Sequence[str], gold: str | None, form: str) -> None:
    """Print the pictures by name; for a collection, with the reason why one is not available."""
    if what:
        with _opened(Path(what[0]), gold) as (source, _):
            rows = [[one.name, one.about, one.why_not(source)] for one in PICTURES]
        print_listing("pictures", tr_heads("picture", "shows", "not here, because"), rows, form)
        return
    files = [[one.name, "collection", one.about] for one in PICTURES]
    papers = [[one.name, "paper", one.about] for one in PAPER_PICTURES]
    print_listing("pictures", tr_heads("picture", "drawn of a", "shows"), files + papers, form)


def _figures(what: Sequence[str], options: PictureOptions, gold: str | None, run: str | None) -> list[Figure]:
    if len(what) == 1 or any(one.name == what[0] for one in PAPER_PICTURES):
        if any(one.name == what[0] for one in PICTURES):
            raise Refused(tr("The picture {what} needs a collection: jurybox plot FILE {what} -o PATH.", what=what[0]))
        return [paper_picture(name).figure(options) for name in what]
    wanted = [picture(name) for name in what[1:]]
    with _opened(Path(what[0]), gold) as (source, identity):
        chosen = _with_run(options, source, run)
        moved = moved_names(Settings(), identity)
        return [one.figure(source, chosen).with_names_at(moved.get(one.name, {})) for one in wanted]


@contextmanager
def _opened(file: Path, gold: str | None) -> Iterator[tuple[PictureSource, str]]:
    """Open a collection for reading, with its name; damage that stops the command is blamed on it."""
    with damage_refused(file):
        check_is_ours(file)
        with closing(State(file)) as state:
            board = scoreboard_of(state.collection, gold)

            def entries() -> list[Entry]:
                return [entry for _, entry in read_entries(state.reader, "1", ())]

            source = PictureSource(board, entries)
            yield source, state.local.get("collection", "")


def _with_run(options: PictureOptions, source: PictureSource, run: str | None) -> PictureOptions:
    if run is None:
        return options
    named = {source.board.name_of(at): at for at in source.board.runs}
    if run not in named:
        raise Refused(
            tr("There is no run {run!r}; there are: {named}.", run=run, named=comma_list(named) or trc("runs", "none"))
        )
    return replace(options, run=named[run])


def _measures(names: Sequence[str]) -> tuple[Measure, ...]:
    try:
        return tuple(measure(name) for name in dict.fromkeys(names))
    except ValueError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error


def _millimeters(size: str | None) -> tuple[float, float] | None:
    if size is None:
        return None
    found = _SIZE.fullmatch(size)
    if found is None or min(int(found[1]), int(found[2])) < 40:
        raise Refused(tr("{size!r} is not a size; write millimeters like 120x90, 40 at least.", size=size))
    return float(found[1]), float(found[2])
