r"""A sheet as PGF, the language below TikZ, for \input in LaTeX documents, which typeset its texts.

matplotlib's own output asks LaTeX for the width of each text. Here texts have the same positions as in the
other formats, so that LaTeX is not needed to make the file; each text has an anchor of its own, and may be as
wide as the fonts of the document make it.
"""

from __future__ import annotations

import io
from typing import Any

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.figure import Figure as Sheet

from jurybox.resources import BOLD
from jurybox.wording import escaped_latex

_HEAD = r"""%% Creator: Jurybox
%% \usepackage{pgf} in the preamble, and \input{...} of this file where the picture goes.
\begingroup%
\makeatletter%
\begin{pgfpicture}%
"""
_FOOT = r"""\end{pgfpicture}%
\makeatother%
\endgroup%
"""
_NO_WIDTH = "\u200b"
_ACROSS = {"left": "left", "right": "right", "center": ""}
_UP = {"top": "top", "bottom": "bottom", "baseline": "base", "center": "", "center_baseline": ""}


def pgf_of(sheet: Sheet) -> str:
    """Return the PGF of a sheet laid out at 72 dots an inch; nothing in it is an image."""
    for artist in sheet.findobj(lambda one: bool(one.get_rasterized())):
        artist.set_rasterized(False)
    out = io.StringIO()
    out.write(_HEAD)
    wide, high = sheet.get_figwidth(), sheet.get_figheight()
    out.write(rf"\pgfpathrectangle{{\pgfpointorigin}}{{\pgfqpoint{{{wide:f}in}}{{{high:f}in}}}}%" + "\n")
    out.write("\\pgfusepath{use as bounding box}%\n")
    sheet.draw(_PgfRenderer(sheet, out))
    out.write(_FOOT)
    return out.getvalue()


class _PgfRenderer(RendererPgf):
    """Draws as matplotlib does.

    Texts are measured in the fonts of the other formats and escaped for LaTeX.
    """

    def __init__(self, sheet: Sheet, out: io.StringIO) -> None:
        super().__init__(sheet, out)  # type: ignore[no-untyped-call]
        self._sizes: Any = RendererAgg(1, 1, 72)  # type: ignore[no-untyped-call]

    def get_text_width_height_descent(self, s: str, prop: Any, ismath: Any) -> tuple[float, float, float]:  # noqa: ANN401 - as in matplotlib
        """Return the size of a text in points."""
        wide, high, below = self._sizes.get_text_width_height_descent(s, prop, ismath)
        return float(wide), float(high), float(below)

    def draw_text(
        self,
        gc: Any,  # noqa: ANN401 - as in matplotlib
        x: float,
        y: float,
        s: str,
        prop: Any,  # noqa: ANN401
        angle: float,
        ismath: Any = False,  # noqa: ANN401, FBT002
        mtext: Any = None,  # noqa: ANN401
    ) -> None:
        """Write a text at its anchor, in the font of the document; size, slant and weight are set here."""
        del ismath
        sides = ("left", "base")
        if mtext is not None and (angle == 0 or mtext.get_rotation_mode() == "anchor"):
            x, y = mtext.get_transform().transform(mtext.get_unitless_position())
            sides = _ACROSS[mtext.get_horizontalalignment()], _UP[mtext.get_verticalalignment()]
        turned = f"rotate={angle:f}" if angle else ""
        place = ",".join(filter(None, (f"x={x:f}bp", f"y={y:f}bp", *sides, turned)))
        size = prop.get_size_in_points()
        style = rf"\fontsize{{{size:f}bp}}{{{1.2 * size:f}bp}}"
        style += r"\itshape" if prop.get_style() == "italic" else ""
        style += r"\bfseries" if prop.get_weight() == BOLD else ""
        red, green, blue = gc.get_rgb()[:3]
        text = escaped_latex(s.replace(_NO_WIDTH, ""))
        self.fh.write(
            "\\begin{pgfscope}%\n"
            rf"\definecolor{{textcolor}}{{rgb}}{{{red:f},{green:f},{blue:f}}}%"
            "\n"
            rf"\pgftext[{place}]{{{style}\selectfont\color{{textcolor}}{text}}}%"
            "\n\\end{pgfscope}%\n"
        )
