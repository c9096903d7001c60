"""Highlighted parts of a text."""

from typing import Literal, NamedTuple

from PySide6.QtGui import QTextCharFormat

from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme

SpanKind = Literal["mark", "partial", "current", "found", "found-now"]


class Span(NamedTuple):
    """A part of the stored text, in code points, and its look."""

    start: int
    end: int
    kind: SpanKind = "mark"


def span_format(kind: SpanKind) -> QTextCharFormat:
    """Return the format of a kind of span in the theme in use."""
    tokens = theme().tokens
    grounds = {"mark": tokens.mark, "current": tokens.accsoft, "found": tokens.accsoft}
    lines = {"mark": tokens.markl, "partial": tokens.markl, "current": tokens.accent}
    made = QTextCharFormat()
    if kind in grounds:
        made.setBackground(color(grounds[kind]))
    if kind in lines:
        made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        made.setUnderlineColor(color(lines[kind]))
    if kind == "found-now":
        made.setBackground(color(tokens.accent))
        made.setForeground(color(tokens.onacc))
    return made
