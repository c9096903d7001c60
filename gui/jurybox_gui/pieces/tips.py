"""The one way to give a widget a tooltip."""

import html

from PySide6.QtWidgets import QWidget


def tip_text(text: str) -> str:
    """Return `text` so that Qt shows it letter by letter, whatever tags it holds."""
    return f"<qt>{html.escape(text)}</qt>" if text else ""


def set_tip(widget: QWidget, text: str) -> None:
    """Give `widget` a tooltip; Qt would read markup, and load files, from bare data."""
    widget.setToolTip(tip_text(text))
