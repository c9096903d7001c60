"""The only way to give a widget a tool tip."""

from PySide6.QtWidgets import QWidget

# The standard library's html module reads a table of 2,231 entities when it is imported.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>", '"': "&quot;", "'": "&#x27;"})

_TIP = "tipText"
"""The property with the tool tip that is also the description of a widget."""


def tip_text(text: str) -> str:
    """Return `text` so that Qt shows it literally, whatever tags it contains."""
    return f"<qt>{text.translate(_ESCAPES)}</qt>" if text else ""


def set_tip(widget: QWidget, text: str) -> None:
    """Give `widget` a tool tip; Qt would interpret markup, and load files, from raw data.

    A screen reader gets the plain text, unless the widget has a description of its own: Qt would pass on the
    markup of the tool tip.
    """
    widget.setToolTip(tip_text(text))
    if widget.accessibleDescription() == (widget.property(_TIP) or ""):
        widget.setAccessibleDescription(text)
        widget.setProperty(_TIP, text)
