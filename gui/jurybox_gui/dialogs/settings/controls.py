"""A control for each setting, by its type: a check box, a combo box, or a number field."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from jurybox.language import tr, trc
from jurybox.settings import Setting, Settings
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.choices import CheckBox
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.fields import Field

_WIDE = 150


class NumberField(QSpinBox):
    """A whole number between bounds, typed or changed with the arrows; the wheel changes nothing."""

    def __init__(self, name: str, low: int, high: int, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.lineEdit().setAccessibleName(name)  # the part of it that has the focus
        self.setRange(low, high)
        self.setFont(font(Px.BASE, tabular=True))
        self.setFixedWidth(90)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.lineEdit().setTextMargins(0, 0, 4, 0)
        if unit:
            self.setSuffix(f" {unit}")

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


_NAMES = {
    "system": trc("setting", "system"),
    "light": trc("setting", "light"),
    "dark": trc("setting", "dark"),
    "fitting": trc("setting", "fitting"),
    "column": trc("setting", "column"),
    "text": trc("setting", "text"),
    "page": trc("setting", "page"),
    "slide": trc("setting", "slide"),
}
"""The display names of choices, which are stored in English; languages have their own names."""


def control_of(
    setting: Setting, settings: Settings, *, named: bool = False
) -> tuple[QWidget, Callable[[], None]] | None:
    """Return the control that changes a setting at once and a function that shows its value.

    None for lists and maps. `named`: a check box has the label of the setting beside it, instead of *On* or
    *Off*.
    """
    value = settings[setting.key]
    if setting.choices:
        return _choice(setting, settings)
    if isinstance(value, bool):
        return _box(setting, settings, named=named)
    if isinstance(value, int):
        return _number(setting, settings)
    if isinstance(value, str):
        return _words(setting, settings)
    return None


def _box(setting: Setting, settings: Settings, *, named: bool) -> tuple[QWidget, Callable[[], None]]:
    box = CheckBox("")
    box.setAccessibleName(setting.label)
    box.toggled.connect(lambda on: settings.__setitem__(setting.key, on))

    def show() -> None:
        with QSignalBlocker(box):
            box.setChecked(bool(settings[setting.key]))
            state = tr("On") if box.isChecked() else tr("Off")
            box.setText(setting.label if named else state)
        box.update()

    show()
    return box, show


def _choice(setting: Setting, settings: Settings) -> tuple[QWidget, Callable[[], None]]:
    combo = Combo(setting.label)
    names = [_NAMES.get(name, name) for name in setting.names or setting.choices]
    combo.set_choices(list(zip(names, setting.choices, strict=True)), settings[setting.key])
    combo.setMinimumWidth(_WIDE)
    combo.activated.connect(lambda _: settings.__setitem__(setting.key, str(combo.currentData())))
    return combo, lambda: combo.choose(settings[setting.key])


def _number(setting: Setting, settings: Settings) -> tuple[QWidget, Callable[[], None]]:
    low = 0 if setting.low is None else setting.low
    high = 1_000_000 if setting.high is None else setting.high
    number = NumberField(setting.label, low, high, setting.unit)
    number.valueChanged.connect(lambda value: settings.__setitem__(setting.key, value))

    def show() -> None:
        with QSignalBlocker(number):
            number.setValue(int(settings[setting.key]))

    show()
    return number, show


def _words(setting: Setting, settings: Settings) -> tuple[QWidget, Callable[[], None]]:
    field = Field(setting.label)
    field.setMinimumWidth(_WIDE)
    field.editingFinished.connect(lambda: settings.__setitem__(setting.key, field.text()))
    show = partial(_show_words, field, setting, settings)
    show()
    return field, show


def _show_words(field: Field, setting: Setting, settings: Settings) -> None:
    if not field.hasFocus():
        field.setText(str(settings[setting.key]))
