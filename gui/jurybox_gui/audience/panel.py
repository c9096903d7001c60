"""The panel of the audience beside the picture: a code to scan, counts, an entry line, and buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.audience.qr_code import QrCode
from jurybox_gui.stage.buttons import StageButton
from jurybox_gui.stage.text import Passage, StageText
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.surface import Surface

_MARGIN = 0.6
_WIDE, _WIDER = 10.5, 20.0
"""Its width in units of the type size, and its width while the audience scans the code."""


@dataclass(frozen=True)
class Offer:
    """A button: its action, its key, and its name."""

    name: str
    key: str
    do: Callable[[], object]
    is_short: bool = False
    """Whether another short button fits beside it."""


@dataclass(frozen=True)
class PanelState:
    """The content of the panel. `code`: the text of the QR code; `asks`: what to type, "" for no field."""

    passages: tuple[Passage, ...] = ()
    code: str = ""
    asks: str = ""
    offers: tuple[Offer, ...] = ()
    is_wide: bool = False


class AudiencePanel(Surface):
    """Shows one state after another; emits `typed` with an entered line, `left` when typing is canceled."""

    typed = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", "left", parent)
        self.setAccessibleName(tr("Audience"))
        self.code = QrCode()
        self.words = StageText(tr("Votes"))
        self.field = Field(tr("Counts"))
        self.buttons: list[StageButton] = []
        self._px = 28
        self._state = PanelState()
        column = QVBoxLayout(self)
        column.addWidget(self.code, 1)
        column.addWidget(self.words)
        column.addWidget(self.field)
        self._offers = QGridLayout()
        self._offers.setColumnStretch(2, 1)
        column.addLayout(self._offers)
        self._rest = QWidget()
        column.addWidget(self._rest, 1)
        self.code.hide()
        self.field.hide()
        self.field.returnPressed.connect(lambda: self.typed.emit(self.field.text()))
        self.field.left.connect(self.left)
        theme().changed.connect(self.update)

    def show_state(self, state: PanelState) -> None:
        """Show a state; buttons are rebuilt only if they differ."""
        old, self._state = self._state, state
        self.words.show_passages(*state.passages)
        self.code.show_text(state.code)
        self.code.setVisible(bool(state.code))
        self._rest.setVisible(not state.code)
        if state.asks != old.asks:
            self.field.clear()
            self.field.setPlaceholderText(state.asks)
            self.field.setAccessibleName(state.asks)
            self.field.setVisible(bool(state.asks))
        if [(one.name, one.key) for one in state.offers] != [(one.name, one.key) for one in old.offers]:
            self._make_buttons(state.offers)
        self._set_width()

    def _make_buttons(self, offers: tuple[Offer, ...]) -> None:
        for one in self.buttons:
            self._offers.removeWidget(one)
            one.hide()
            one.deleteLater()
        self.buttons = []
        row, column = -1, 1
        for offer in offers:
            column = 1 if offer.is_short and column == 0 else 0
            row += column == 0
            button = StageButton(offer.name, offer.key, parent=self)
            button.set_px(self._button_px)
            button.clicked.connect(lambda _=False, key=offer.key: self._do(key))
            self._offers.addWidget(button, row, column, 1, 1 if offer.is_short else 2)
            self.buttons.append(button)
            column = column if offer.is_short else 1

    def _do(self, key: str) -> None:
        for offer in self._state.offers:
            if offer.key == key:
                offer.do()
                return

    @property
    def _button_px(self) -> int:
        return max(11, round(self._px * 0.75))

    def set_px(self, px: int) -> None:
        """Use this type size, px."""
        self._px = px
        self.words.set_px(px)
        self.field.setFont(font(px))
        for button in self.buttons:
            button.set_px(self._button_px)
        layout = self.layout()
        assert layout is not None  # noqa: S101 - made above
        layout.setContentsMargins(round(px * _MARGIN), 0, 0, 0)
        layout.setSpacing(round(px * 0.35))
        self._offers.setSpacing(round(px * 0.25))
        self._set_width()

    def _set_width(self) -> None:
        wide = round(self._px * (_WIDER if self._state.is_wide else _WIDE))
        self.setFixedWidth(wide)
        self.words.setFixedHeight(self.words.heightForWidth(wide - round(self._px * _MARGIN)))

    def sizeHint(self) -> QSize:
        return QSize(round(self._px * _WIDE), round(self._px * 12))
