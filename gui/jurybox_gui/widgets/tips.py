"""The one way to give a widget a tooltip."""

from PySide6.QtWidgets import QWidget

# The standard library's html module reads a table of 2,231 entities when it is imported.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def tip_text(text: str) -> str:
    """Return `text` so that Qt shows it letter by letter, whatever tags it holds."""
    return f"<qt>{text.translate(_ESCAPES)}</qt>" if text else ""


def set_tip(widget: QWidget, text: str) -> None:
    """Give `widget` a tooltip; Qt would read markup, and load files, from bare data."""
    widget.setToolTip(tip_text(text))
