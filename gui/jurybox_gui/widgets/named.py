"""A field or combo box with its name before it, also for screen readers."""

from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.labels import PlainLabel


def named(name: str | QLabel, field: QWidget) -> QWidget:
    """Return a label and its field side by side; a screen reader names the field by the label's text.

    A label that changes its text later needs `call_field` then.
    """
    label = PlainLabel(name, px=Px.ASIDE, role="text2") if isinstance(name, str) else name
    label.setBuddy(field)
    call_field(field, label.text())
    both = QWidget()
    both.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    line = QHBoxLayout(both)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    line.addWidget(label)
    line.addWidget(field)
    return both


def call_field(field: QWidget, name: str) -> None:
    """Give a field its name for screen readers, unless it has a longer one with this beginning."""
    if not field.accessibleName().startswith(name):
        field.setAccessibleName(name)
