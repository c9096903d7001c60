"""The one way to give a widget a tooltip."""

from PySide6.QtWidgets import QWidget

# The standard library's html module reads a table of 2,231 entities when it is imported.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>", '"': "&quot;", "'": "&#x27;"})

_TIP = "tipText"
"""The property with the tip that is the description of a widget, too."""


def tip_text(text: str) -> str:
    """Return `text` so that Qt shows it letter by letter, whatever tags it holds."""
    return f"<qt>{text.translate(_ESCAPES)}</qt>" if text else ""


def set_tip(widget: QWidget, text: str) -> None:
    """Give `widget` a tooltip; Qt would read markup, and load files, from bare data.

    A screen reader gets the bare text, unless the widget has a description of its own: Qt would read it the
    markup of the tip.
    """
    widget.setToolTip(tip_text(text))
    if widget.accessibleDescription() == (widget.property(_TIP) or ""):
        widget.setAccessibleDescription(text)
        widget.setProperty(_TIP, text)
