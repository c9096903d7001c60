"""The painter for print: figures as SVG, PDF (fonts embedded), PGF or PNG, in millimeters; needs no display.

It draws the same description as the painter for the screen, with the same colors, markers and rules for
names. matplotlib is imported only to print, since it takes long to load.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from jurybox.disk import make_folder, write_whole
from jurybox.errors import Refused
from jurybox.figures import Figure, csv_of, keys_of
from jurybox.language import tr
from jurybox.lists import clauses, comma_list
from jurybox.resources import FONT_FAMILIES, font_files
from jurybox_gui.plots.paper import Paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet


FORMATS = ("svg", "pdf", "pgf", "png", "csv")
_LETTERS, _DRAWN = 42, 3
_EAST_ASIAN = "\u2e80"
# matplotlib searches for all fonts of the computer when it is loaded. It warns if that takes long, and if it
# cannot cache the result, so that it must search again the next time.
for _name in ("fontTools", "matplotlib"):
    logging.getLogger(_name).setLevel(logging.ERROR)

_ONE_AT_A_TIME = Lock()
_SERIF = "STIXGeneral"  # letters as in Times; included in matplotlib
_FAMILIES = re.compile(rb"font-family: [^;\"]*")
_SANS = b"'Jurybox Inter', Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"
_SERIFS = b"STIXGeneral, 'STIX Two Text', 'Times New Roman', Times, serif"
# For scripts that the program's fonts lack; the last is included in matplotlib.
_FACES = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Source Han Sans",
    "Yu Gothic",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Droid Sans Fallback",
    "IPAexGothic",
    "WenQuanYi Zen Hei",
    "Noto Sans Devanagari",
    "Noto Sans Arabic",
    "Arial Unicode MS",
    "Segoe UI Symbol",
    "DejaVu Sans",
)


def print_figure(figure: Figure | Sequence[Figure], form: str, paper: Paper | None = None) -> bytes:
    """Return a picture, or several in one, as the bytes of a file; the same figures give the same bytes.

    ValueError for a `form` that is not one of `FORMATS`.
    """
    if form not in FORMATS:
        raise ValueError(f"pictures are written as {', '.join(FORMATS)}, not as {form}")
    figures = (figure,) if not isinstance(figure, (list, tuple)) else tuple(figure)
    if form == "csv":
        return csv_of(*figures).encode()
    from jurybox_gui.plots.print_sheet import sheet_of

    used, out = paper or Paper(), io.BytesIO()
    with printing(figures, used):
        sheet: Sheet = sheet_of(figures, used)
        if form == "pgf":
            from jurybox_gui.plots.print_pgf import pgf_of

            return pgf_of(sheet).encode()
        sheet.savefig(out, format=form, dpi=used.dpi, facecolor=used.ground, metadata=_metadata(figures, form))
    made = out.getvalue()
    return _with_fallbacks(made, used) if form == "svg" else made


def write_picture(figure: Figure | Sequence[Figure], path: Path, paper: Paper | None = None) -> None:
    """Write a picture, or several in one file, in the format of the file's name.

    Raises Refused for a name that ends in none of `FORMATS`, and if the file cannot be written.
    """
    made = print_figure(figure, check_name(path), paper)
    try:
        make_folder(path.parent)
        write_whole(path, made)
    except OSError as error:
        raise Refused(tr("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)) from error


def check_name(path: Path) -> str:
    """Return the format of a file name's suffix. Refused for another suffix."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMATS:
        known = comma_list(f".{each}" for each in FORMATS)
        raise Refused(
            tr(
                "{path} does not say what to write; give the file a name that ends in {known}.",
                path=path.name,
                known=known,
            )
        )
    return form


@contextmanager
def printing(figures: Sequence[Figure], paper: Paper) -> Iterator[None]:
    """Set matplotlib's options for a picture and restore them afterwards; one picture at a time."""
    import matplotlib as mpl

    with _ONE_AT_A_TIME, warnings.catch_warnings():
        # A script that no font here covers is drawn as boxes; that is visible, and no reason to warn.
        warnings.filterwarnings("ignore", message=".*[Gg]lyph.*missing.*")
        eastern = _is_east_asian(figures)
        families = [*((_SERIF,) if paper.serif else ()), *_families(looks_again=eastern)]
        fonts: Any = {"font.family": families, "pdf.fonttype": _DRAWN if eastern else _LETTERS}
        with mpl.rc_context(_RC | fonts):
            yield


def _is_east_asian(figures: Sequence[Figure]) -> bool:
    """Return whether pictures have texts of East Asian scripts.

    Fonts of these have outlines that PDF readers reject as whole letters, which journals require; they are
    embedded as drawings of letters, which look the same.
    """
    texts = [text for one in figures for text in (one.title, one.caption, one.x.label, one.y.label)]
    texts += [text for one in figures for text in (*one.x.names, *one.y.names)]
    texts += [key.name for one in figures for key in keys_of(one)]
    return any(mark >= _EAST_ASIAN for text in texts for mark in text)


def _with_fallbacks(made: bytes, paper: Paper) -> bytes:
    """Name the same families in every SVG, whatever this computer has, and their fallbacks."""
    return _FAMILIES.sub(rb"font-family: " + (_SERIFS if paper.serif else _SANS), made)


_RC: dict[str, Any] = {
    "font.size": 8.0,
    "svg.fonttype": "none",
    "svg.hashsalt": "jurybox",
    "text.parse_math": False,
    "text.usetex": False,
    "axes.unicode_minus": True,
    "text.hinting": "none",  # a text is as wide, in points, at every resolution
    "path.simplify": True,
    "path.simplify_threshold": 0.1,
    "agg.path.chunksize": 20_000,
}


@lru_cache(maxsize=2)
def _families(*, looks_again: bool) -> tuple[str, ...]:
    """Register the fonts of the program with matplotlib; return the families in the order of preference.

    `looks_again`: if no font known is for other scripts, look for those installed since matplotlib listed
    the fonts of the computer, which it does once and for all.
    """
    from matplotlib import font_manager

    manager = font_manager.fontManager
    for file in font_files():
        manager.addfont(file)
    if looks_again and not set(_FACES[:-1]) & set(font_manager.get_font_names()):
        listed = {font.fname for font in manager.ttflist}
        for path in set(font_manager.findSystemFonts()) - listed:
            with suppress(OSError, RuntimeError):  # a font that matplotlib cannot read
                manager.addfont(path)
    there = set(font_manager.get_font_names())
    return *FONT_FAMILIES, *(face for face in _FACES if face in there)


def _metadata(figures: Sequence[Figure], form: str) -> dict[str, Any]:
    """Return title and program, without a time, so that the same picture gives the same file."""
    title = clauses(figure.title for figure in figures)
    if form == "svg":
        return {"Title": title, "Creator": "Jurybox", "Date": None}
    if form == "pdf":
        return {"Title": title, "Creator": "Jurybox", "CreationDate": None}
    return {"Title": title, "Software": "Jurybox"}
