"""The sheet before a picture is exported: its print options, which are remembered, and a preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QKeyEvent, QPixmap
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox.settings import SETTINGS, Settings
from jurybox.watch import Watch
from jurybox_gui.core.pending import Pause
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.dialogs.settings.controls import control_of
from jurybox_gui.plots.paper import FITTING, Paper
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from jurybox.figures import Figure

_PRINT = "print_"
_WIDTH, _HEIGHT, _COLUMN, _MARGIN = 880, 560, 300, 26
_PAUSE_MS = 120
_SCREEN_DPI = 96


def paper_chosen(settings: Settings) -> Paper:
    """Return the paper chosen on this computer."""
    preset = settings["print_preset"]
    return Paper.preset(
        "" if preset == FITTING else preset,
        serif=settings["print_serif"],
        gray=settings["print_gray"],
        title=settings["print_title"],
        caption=settings["print_caption"],
    )


class PictureSheet(Overlay):
    """Asks for print options; `export` is called then, or `table` if that is chosen instead.

    The choice also applies to all pictures exported later.
    """

    def __init__(
        self,
        window: QWidget,
        settings: Settings,
        figures: Sequence[Figure],
        export: Callable[[], object],
        table: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(window)
        self.setAccessibleName(tr("Export"))
        self._settings, self._figures = settings, tuple(figures)
        self._export, self._table = export, table
        self.controls: dict[str, QWidget] = {}
        self._shows: dict[str, Callable[[], None]] = {}
        self.preview = QLabel()
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setAccessibleName(tr("Preview"))
        self._image = QImage()
        self._drawing = LatestTask(self)
        self._pause = Pause(self, _PAUSE_MS, self._draw)
        self._lay_out()
        stop = settings.subscribe(self._changed)
        self.destroyed.connect(stop)
        self.closed.connect(self._over)
        self._pause.start()

    def panel_size(self, room: QSize) -> QSize:
        """Return a size with room for a preview."""
        return QSize(_WIDTH, _HEIGHT).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the button that goes on to the file, for Enter."""
        return self.accept

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if not event.isAutoRepeat():
                self.accept.click()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: object) -> None:
        del event
        self._show_image()

    # --- preview -------------------------------------------------------------------------------

    def _changed(self, key: str) -> None:
        if key in self._shows:
            self._shows[key]()
            self._pause.start()

    def _draw(self) -> None:
        paper = replace(paper_chosen(self._settings), dpi=_SCREEN_DPI * self.devicePixelRatioF())

        def work(_watch: Watch) -> bytes:
            from jurybox_gui.plots.print_painter import print_figure

            return print_figure(self._figures, "png", paper)

        self._drawing.start(work, self._drawn)

    def _drawn(self, made: bytes) -> None:
        self._image = QImage.fromData(made)
        self._image.setDevicePixelRatio(self.devicePixelRatioF())
        self._show_image()

    def _show_image(self) -> None:
        if self._image.isNull():
            return
        whole = QPixmap.fromImage(self._image)
        ratio = whole.devicePixelRatio()
        room = self.preview.size() * ratio
        if whole.width() > room.width() or whole.height() > room.height():
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            whole = whole.scaled(room, keep, smooth)
            whole.setDevicePixelRatio(ratio)
        self.preview.setPixmap(whole)

    # --- closing ------------------------------------------------------------------------------

    def _accepted(self) -> None:
        self.dismiss()
        self._export()

    def _table_wanted(self) -> None:
        self.dismiss()
        if self._table is not None:
            self._table()

    def _over(self) -> None:
        self._pause.stop()
        self._drawing.cancel()
        self.deleteLater()

    # --- layout --------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(_MARGIN, 0, 20, 0)
        head.setSpacing(24)
        title = PlainLabel(tr("Export picture"), px=19, weight=600)
        title.setFixedHeight(52)
        head.addWidget(title)
        head.addWidget(PlainLabel(tr("Remembered on this computer."), role="text2", elide=True), 1)
        head.addWidget(KeyCap("Esc"))
        column.addLayout(head)
        column.addWidget(Hairline(raised=True))
        body = QHBoxLayout()
        body.setContentsMargins(_MARGIN, 12, _MARGIN, 12)
        body.setSpacing(24)
        body.addWidget(self._choices())
        self.preview.setMinimumSize(80, 80)
        body.addWidget(self.preview, 1)
        column.addLayout(body, 1)
        column.addWidget(Hairline(raised=True))
        foot = QHBoxLayout()
        foot.setContentsMargins(_MARGIN - 6, 8, _MARGIN - 6, 8)
        foot.setSpacing(8)
        self.accept = PlainButton(tr("Choose file…"), "Enter", main=True)
        self.accept.clicked.connect(self._accepted)
        self.table = PlainButton(tr("Export table instead…"))
        self.table.clicked.connect(self._table_wanted)
        if self._table is None:
            self.table.hide()  # not shown before it is in the panel: it would be a window
        foot.addWidget(self.table)
        foot.addStretch(1)
        foot.addWidget(self.accept)
        column.addLayout(foot)

    def _choices(self) -> QWidget:
        inside = QWidget()
        inside.setFixedWidth(_COLUMN)
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        row = 0
        for setting in SETTINGS:
            made = control_of(setting, self._settings, named=True) if setting.key.startswith(_PRINT) else None
            if made is None:
                continue
            self.controls[setting.key], self._shows[setting.key] = made
            if isinstance(setting.default, bool):
                grid.addWidget(made[0], row, 0, 1, 2)
            else:
                name = PlainLabel(setting.label, weight=600)
                name.setBuddy(made[0])
                grid.addWidget(name, row, 0)
                grid.addWidget(made[0], row, 1)
            grid.addWidget(PlainLabel(setting.help, px=Px.ASIDE, role="text2", wrap=True), row + 1, 0, 1, 2)
            grid.setRowMinimumHeight(row + 2, 8)
            row += 3
        grid.setRowStretch(row, 1)
        return inside
