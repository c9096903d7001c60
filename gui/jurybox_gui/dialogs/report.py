"""The pre-flight report of an import: what was found, what is wrong with it, and then store it or not."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from jurybox.wording import count_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jurybox.collection.findings import Report

_WIDTH, _HEIGHT = 760, 560


class ReportSheet(Overlay):
    """Shows a report; `store` is called if it is accepted, `drop` if it is not."""

    def __init__(
        self,
        window: QWidget,
        report: Report,
        store: Callable[[], object],
        drop: Callable[[], object],
        choices: Mapping[str, Callable[[], object]],
    ) -> None:
        super().__init__(window)
        self._store, self._drop = store, drop
        self.setAccessibleName("What would be imported")
        column = QVBoxLayout(self.panel)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(12)
        column.addWidget(PlainLabel("What would be imported", px=19, weight=600))
        column.addWidget(_verdict(report))
        self.text = QPlainTextEdit("\n".join(report.lines()))
        self.text.setReadOnly(True)
        self.text.setFont(font(Px.BASE))
        self.text.setAccessibleName("Report")
        self.scrolled = self.text
        column.addWidget(self.text, 1)
        self.accept = PlainButton("Store", "Enter", main=True)
        self.accept.setEnabled(report.ok)
        self.accept.clicked.connect(self._accepted)
        self.refuse = PlainButton("Cancel" if report.ok else "Close", "Esc")
        self.refuse.clicked.connect(self.dismiss)
        row = QHBoxLayout()
        self.choices = [self._choice(text, choose) for text, choose in choices.items()]
        for button in self.choices:
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.refuse)
        row.addWidget(self.accept)
        column.addLayout(row)
        self._accepted_already = False
        self.closed.connect(self._over)

    @classmethod
    def open_for(
        cls,
        window: QWidget,
        report: Report,
        store: Callable[[], object],
        drop: Callable[[], object],
        choices: Mapping[str, Callable[[], object]] = MappingProxyType({}),
    ) -> ReportSheet:
        """Show the report above a window; each of `choices` reads the files again in another way."""
        made = cls(window, report, store, drop, choices)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return a size in which a report can be read."""
        return QSize(_WIDTH, _HEIGHT).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Let Enter store, or close where nothing can be stored."""
        return self.accept if self.accept.isEnabled() else self.refuse

    def _choice(self, text: str, choose: Callable[[], object]) -> PlainButton:
        button = PlainButton(text)

        def chosen() -> None:
            self.dismiss()
            choose()

        button.clicked.connect(chosen)
        return button

    def _accepted(self) -> None:
        self._accepted_already = True
        self.dismiss()
        self._store()

    def _over(self) -> None:
        if not self._accepted_already:
            self._drop()
        self.deleteLater()


def _verdict(report: Report) -> Banner:
    backup = "A backup is made before it is stored."
    if report.ok and report.warnings:
        return Banner(
            f"Ready to import, with {count_of(report.warnings, 'warning')}.", backup, kind="warning"
        )
    if report.ok:
        return Banner("Ready to import. No problems found.", backup, kind="good")
    what = f"{count_of(report.errors, 'error')}. Nothing was stored."
    return Banner(what, "Correct what is listed and import again.", kind="error")
