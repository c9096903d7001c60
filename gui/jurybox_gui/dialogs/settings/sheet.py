"""The settings sheet: every setting with its control and a sentence, in groups; changes apply at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox.settings import SETTINGS, Setting, Settings, Value
from jurybox_gui.dialogs.settings.controls import control_of
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay
from jurybox_gui.widgets.scrolled import scrolled

_WIDTH = 720
_MARGIN = 26
_CONTROL = 160
_GROUP = 16
_DEFAULTS = tr("Restore defaults")


class SettingsSheet(Overlay):
    """The overlay; emits `keys_wanted` to change the keys. Tab moves between controls.

    `presets`: the choice of keys for labels.
    """

    keys_wanted = Signal()

    def __init__(self, window: QWidget, settings: Settings, presets: QWidget) -> None:
        super().__init__(window)
        self.setAccessibleName(tr("Settings"))
        self.presets = presets
        self._settings = settings
        self.controls: dict[str, QWidget] = {}
        self._shows: dict[str, Callable[[], None]] = {}
        self._before_reset: dict[str, Value] = {}
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head, self._foot = self._head_row(), self._foot_row()
        column.addLayout(self._head)
        column.addWidget(Hairline(raised=True))
        column.addWidget(self._rows(), 1)
        column.addWidget(Hairline(raised=True))
        column.addLayout(self._foot)
        stop = settings.subscribe(self._changed)
        self.destroyed.connect(stop)

    def panel_size(self, room: QSize) -> QSize:
        """Return a size that shows all settings, or as many as the window can hold."""
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        rows = self._inside.heightForWidth(_WIDTH - bar)
        around = self._head.sizeHint().height() + self._foot.sizeHint().height() + 2
        return QSize(_WIDTH, rows + around).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Return the first control."""
        return next(iter(self.controls.values()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: False, Qt.Key.Key_Down: True}
        if event.key() in steps:
            self.focusNextPrevChild(steps[Qt.Key(event.key())])
            return
        super().keyPressEvent(event)

    def reset(self) -> None:
        """Restore the defaults of every setting shown.

        Called again right after, restore the former values.
        """
        before, self._before_reset = self._before_reset, {}
        now = {key: self._settings[key] for key in self.controls}
        for key, value in (before or {one.key: one.default for one in SETTINGS if one.key in now}).items():
            self._settings[key] = value
        self._before_reset = {} if before else now
        self.defaults.setText(tr("Undo") if self._before_reset else _DEFAULTS)

    def _head_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(_MARGIN, 0, 20, 0)
        row.setSpacing(24)
        title = PlainLabel(tr("Settings"), px=19, weight=600)
        title.setFixedHeight(58)
        row.addWidget(title)
        row.addWidget(PlainLabel(tr("Saved on this computer."), role="text2", elide=True), 1)
        row.addWidget(KeyCap("Esc"))
        return row

    def _rows(self) -> QScrollArea:
        self._inside = QWidget()
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(_MARGIN, 8, _MARGIN, 8)
        column.setSpacing(0)
        group = ""
        for setting in SETTINGS:
            made = control_of(setting, self._settings)
            if made is not None:
                if setting.group != group:
                    group = setting.group
                    column.addWidget(_GroupHead(group, first=not self.controls))
                self.controls[setting.key], self._shows[setting.key] = made
                if isinstance(made[0], Field):
                    made[0].left.connect(self.dismiss)
                column.addWidget(_SettingRow(setting, made[0]))
        column.addStretch(1)
        self._scroll = scrolled(self._inside)
        return self._scroll

    def _foot_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(_MARGIN, 8, _MARGIN - 6, 8)
        row.setSpacing(8)
        self.keys = PlainButton(tr("Change keys…"))
        self.keys.clicked.connect(self._keys_clicked)
        self.defaults = PlainButton(_DEFAULTS, quiet=True)
        self.defaults.clicked.connect(self.reset)
        label = PlainLabel(tr("Keys for labels"), role="text2")
        label.setBuddy(self.presets)
        row.addWidget(label)
        row.addWidget(self.presets)
        row.addWidget(self.keys)
        row.addStretch(1)
        row.addWidget(self.defaults)
        return row

    def focusNextPrevChild(self, following: bool, /) -> bool:  # noqa: FBT001 -- Qt's own signature
        moved = super().focusNextPrevChild(following)
        now = self.focusWidget()
        if now is not None:
            self._scroll.ensureWidgetVisible(now, 0, 40)
        return moved

    def _keys_clicked(self) -> None:
        self.dismiss()
        self.keys_wanted.emit()

    def _changed(self, key: str) -> None:
        show = self._shows.get(key)
        if show is not None:
            show()
        if self._before_reset and key in self.controls:
            self._before_reset = {}  # later changes must not be undone with it
            self.defaults.setText(_DEFAULTS)


class _GroupHead(QWidget):
    """The heading of settings that belong together; a hairline above it, but not above the first."""

    def __init__(self, words: str, *, first: bool) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8 if first else 14, 0, 4)
        column.setSpacing(16)
        if not first:
            column.addWidget(Hairline(raised=True))
        column.addWidget(PlainLabel(words, px=_GROUP, weight=650))


class _SettingRow(QWidget):
    """The name and purpose of a setting, and its control in a column on the right."""

    def __init__(self, setting: Setting, control: QWidget) -> None:
        super().__init__()
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 6, 0, 6)
        across.setSpacing(24)
        words = QVBoxLayout()
        words.setSpacing(2)
        name = PlainLabel(setting.label, weight=600)
        name.setBuddy(control)
        words.addWidget(name)
        words.addWidget(PlainLabel(setting.help, px=Px.ASIDE, role="text2", wrap=True))
        across.addLayout(words, 1)
        # Check boxes, combo boxes and numbers share their left edge, so that the eye finds them in a column.
        place = QWidget()
        place.setFixedWidth(_CONTROL)
        beside = QHBoxLayout(place)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(control, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        across.addWidget(place, 0, Qt.AlignmentFlag.AlignVCenter)
