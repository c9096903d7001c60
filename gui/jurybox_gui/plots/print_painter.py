"""The painter for print: a figure as SVG, PDF (fonts embedded) or PNG, in millimeters; needs no display.

It draws the same description as the painter for the screen with the same colors, markers and rules for
names. matplotlib is imported when something is printed, since it takes long to load.
"""

from __future__ import annotations

import io
import logging
import warnings
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from jurybox.errors import Refused
from jurybox.figures import csv_of, keys_of
from jurybox.resources import FONT_FAMILIES, font_files
from jurybox_gui.plots.paper import Paper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from matplotlib.figure import Figure as Sheet

    from jurybox.figures import Figure

FORMATS = ("svg", "pdf", "png", "csv")
_LETTERS, _DRAWN = 42, 3
_EAST_ASIAN = "\u2e80"
# matplotlib looks for all fonts of the computer when it is loaded, and says so where that takes long.
for _name in ("fontTools", "matplotlib.font_manager"):
    logging.getLogger(_name).setLevel(logging.ERROR)

_ONE_AT_A_TIME = Lock()
# For scripts that the fonts of the program lack; the last comes with matplotlib.
_FACES = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Source Han Sans",
    "Yu Gothic",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Noto Sans Devanagari",
    "Noto Sans Arabic",
    "Arial Unicode MS",
    "Segoe UI Symbol",
    "DejaVu Sans",
)


def print_figure(figure: Figure, form: str, paper: Paper | None = None) -> bytes:
    """Return a picture as the bytes of an SVG, PDF, PNG or CSV file; the same figure, the same bytes.

    ValueError for another `form`.
    """
    if form not in FORMATS:
        raise ValueError(f"pictures are written as {', '.join(FORMATS)}, not as {form}")
    if form == "csv":
        return csv_of(figure).encode()
    from jurybox_gui.plots.print_sheet import sheet_of

    used, out = paper or Paper(), io.BytesIO()
    with _settings(figure):
        sheet: Sheet = sheet_of(figure, used, used.size_in_points(figure))
        sheet.savefig(out, format=form, dpi=used.dpi, facecolor=used.ground, metadata=_metadata(figure, form))
    return out.getvalue()


def write_picture(figure: Figure, path: Path, paper: Paper | None = None) -> None:
    """Write a picture in the format of the file's name.

    Raises Refused for a name that does not end in .svg, .pdf, .png or .csv, and where it cannot be written.
    """
    made = print_figure(figure, check_name(path), paper)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from error


def check_name(path: Path) -> str:
    """Return the format that the name of a file asks for; raises Refused for another ending."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMATS:
        known = ", ".join(f".{each}" for each in FORMATS)
        raise Refused(f"{path.name} does not say what to write; give the file a name that ends in {known}.")
    return form


@contextmanager
def _settings(figure: Figure) -> Iterator[None]:
    """Tell matplotlib how a picture is made; all of it is taken back at the end, one picture at a time."""
    import matplotlib as mpl

    with _ONE_AT_A_TIME, warnings.catch_warnings():
        # A script that no font here has is drawn as boxes; that is seen, and no reason to warn.
        warnings.filterwarnings("ignore", message=".*[Gg]lyph.*missing.*")
        fonts: Any = {"font.family": list(_families()), "pdf.fonttype": _font_type(figure)}
        with mpl.rc_context(_RC | fonts):
            yield


def _font_type(figure: Figure) -> int:
    """Return how fonts are embedded in a PDF: whole letters, as journals want them, where that is sound.

    Fonts of East Asian scripts come with outlines that readers take amiss in that form; theirs are embedded
    as drawings of letters, which look the same.
    """
    texts = (
        figure.title,
        figure.caption,
        *figure.x.names,
        *figure.y.names,
        *(k.name for k in keys_of(figure)),
    )
    return _DRAWN if any(mark >= _EAST_ASIAN for text in texts for mark in text) else _LETTERS


_RC: dict[str, Any] = {
    "font.size": 8.0,
    "svg.fonttype": "path",
    "svg.hashsalt": "jurybox",
    "text.parse_math": False,
    "text.usetex": False,
    "axes.unicode_minus": True,
    "path.simplify": True,
    "path.simplify_threshold": 0.1,
    "agg.path.chunksize": 20_000,
}


@lru_cache(maxsize=1)
def _families() -> tuple[str, ...]:
    """Give matplotlib the fonts of the program; return the families in the order they are tried."""
    from matplotlib import font_manager

    for file in font_files():
        font_manager.fontManager.addfont(file)
    there = set(font_manager.get_font_names())
    return *FONT_FAMILIES, *(face for face in _FACES if face in there)


def _metadata(figure: Figure, form: str) -> dict[str, Any]:
    """Give title and program, and no time, so that a picture made again is the same file."""
    if form == "svg":
        return {"Title": figure.title, "Creator": "Jurybox", "Date": None}
    if form == "pdf":
        return {"Title": figure.title, "Creator": "Jurybox", "CreationDate": None}
    return {"Title": figure.title, "Software": "Jurybox"}
