"""The pages of the Spaces desk: the two spaces, another picture, either as a table, or words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from jurybox.figures import Figure
from jurybox_gui.desks.spaces.one_picture import OnePicture
from jurybox_gui.desks.spaces.two_spaces import TwoSpaces
from jurybox_gui.desks.table_page import TablePage
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox_gui.plots.view import FigureView

_TWO, _EMPTY, _ONE, _TABLE = range(4)


class Pages(QStackedWidget):
    """Shows one page at a time; `two`: whether it is the page of the two spaces or of another picture."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.spaces, self.one, self.table = TwoSpaces(), OnePicture(), TablePage()
        self.empty = EmptyState("")
        ground = Surface("surf")
        inside = QVBoxLayout(ground)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.empty)
        for page in (self.spaces, ground, self.one, self.table):
            self.addWidget(page)

    def views(self, *, two: bool) -> list[FigureView]:
        """Return the painted figures of a page."""
        return [self.spaces.roc, self.spaces.precision_recall] if two else [self.one.view]

    def figures(self, *, two: bool) -> list[Figure]:
        """Return the figures shown; none if words are shown instead."""
        if self.currentIndex() == _EMPTY:
            return []
        return [view.figure for view in self.views(two=two) if view.figure is not None]

    def show_page(self, *, two: bool, as_table: bool) -> None:
        """Show the drawing, or the same as a table."""
        if as_table:
            drawn = (view.figure for view in self.views(two=two))
            self.table.show_figures([figure for figure in drawn if figure is not None])
        self.setCurrentIndex(_TABLE if as_table else _TWO if two else _ONE)

    def say(self, sentence: str, aside: str = "", offers: Sequence[tuple[str, str]] = ()) -> None:
        """Show words instead of a picture; `offers` are buttons: their captions and actions."""
        self.empty.set_text(sentence, aside, offers)
        self.setCurrentIndex(_EMPTY)

    def neighbor(self, run: int | None, rows: int, *, two: bool) -> int | None:
        """Return the run this many rows below another one; negative: above."""
        return (self.spaces.runs if two else self.one.rows).neighbor(run, rows)

    def zoom(self, factor: float | None, *, two: bool) -> None:
        """Zoom into the focused picture by a factor, or into all; None: show all of them whole."""
        views = self.views(two=two)
        for view in [view for view in views if factor and view.hasFocus()] or views:
            view.reset_zoom() if factor is None else view.zoom(factor)
