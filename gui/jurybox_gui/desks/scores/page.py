"""A view other than the live table: its title and caption, its picture, and the numbers below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox.results.provenance import Behind
from jurybox.results.writing import said_of, shown_with_places
from jurybox.watch import Progress, Watch
from jurybox_gui.core.tasks import LatestTask, time_left
from jurybox_gui.tables.plain_table import PlainTable, dress_table
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.direction import sentence
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox.results.views import ResultView, ViewRequest
    from jurybox_gui.plots.curve_names import CurveNames
    from jurybox_gui.plots.view import FigureView

_LEAST_WITH_PICTURE = 380
"""In a page lower than this, px, a picture cannot be read, and the numbers get its room."""
_UPRIGHT_NAMES = 120
"""What a picture needs in addition, px, if the names of many runs stand upright below it."""
_LEAST_FOR_BESIDE = 880
"""In a page at least this wide, px, a square picture has the numbers on its right."""
_NAMED = 24
"""Up to this many lines are named below a picture; with more runs, only under the pointer."""
_KEYS = (
    (("scores.cell_up", "scores.cell_down", "scores.cell_left", "scores.cell_right"), tr("Choose a number")),
    ("scores.show_unit", tr("Computed from")),
    ("scores.whole", tr("Back")),
)
_COMPARE = ("scores.against", tr("Compare with the next"))
_LEAVE = ("scores.without", tr("Leave the run out"))
_STALE = tr("Judgments have changed since this was computed.")


class SheetPage(Surface):
    """Makes sheets on another thread and shows them; until a sheet is ready, the one before stays, marked.

    Emits `run_chosen` with the run of a line or bar that is clicked, `opened` when a number is double-clicked
    to see what it is made of.
    """

    run_chosen = Signal(int)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        self.title = PlainLabel("", px=Px.LEAD, weight=600, elide=True)
        self.notes = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self.back = PlainButton(tr("Show runs by measures"), action="scores.view_table")
        self.back.hide()
        self.model = PlainTable(self)
        self.rows = dress_table(self.model, tr("The numbers of this view"), self)
        self.rows.doubleClicked.connect(self.opened)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.picture: FigureView | None = None
        self._names: CurveNames | None = None
        self.sheet: ResultView | None = None
        self._places: list[int] = []
        self.runs: Mapping[str, int] = {}
        """The runs by name: they have their markers in the table."""
        self._of: object = None
        self._task = LatestTask(self, progress=self._progressed, refused=self._refused)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(16, 12, 16, 8)
        self._column.setSpacing(6)
        for widget in (self.title, self.notes):
            self._column.addWidget(widget)
        self._column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        self._body = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._body.setSpacing(6)
        self._body.addWidget(self.rows, 2)
        self._column.addLayout(self._body, 5)
        self.keys = HintRow(*_KEYS, parent=self)
        self.compare, self.leave = (self.keys.add(*hint) for hint in (_COMPARE, _LEAVE))
        self.keys.hide()
        self._column.addWidget(self.keys)
        self._column.addStretch()  # a page of words only has them at the top

    @property
    def is_busy(self) -> bool:
        """Whether a sheet is being made."""
        return self._task.is_running

    def show_view(
        self, title: str, of: object, make: Callable[[ViewRequest], ResultView], ask: Callable[[Watch], ViewRequest]
    ) -> None:
        """Make a sheet of what `ask` returns, and show it; `of` identifies the view."""
        self.stop()
        self.back.hide()
        if of != self._of:
            self._of, self.sheet = of, None
            self.model.set_rows([], [])
            self.title.setText(title)
            self.notes.setText(tr("Computing…"))
            self._show_picture()
        else:
            self.mark_stale()
        self._task.start(lambda watch: make(ask(watch)), self._done)

    def show_keys(self, *, compare: bool, leave: bool) -> None:
        """Show the keys that work only in this view."""
        self.compare.setVisible(compare)
        self.leave.setVisible(leave)

    def mark_stale(self) -> None:
        """Mark the sheet as out of date, and drop the one being made."""
        self.stop()
        if self.sheet is not None:
            self.notes.setText(f"{_STALE} {said_of(self.sheet.frame)}")

    def scroll_rows(self, rows: int) -> None:
        """Move down through the table by this many rows; negative: up."""
        bar = self.rows.verticalScrollBar()
        bar.setValue(bar.value() + rows * self.rows.verticalHeader().defaultSectionSize())

    def step_cell(self, down: int, right: int) -> None:
        """Select the number below or to the right of the selected one, the first one initially."""
        now, last = self.rows.currentIndex(), (self.model.rowCount() - 1, self.model.columnCount() - 1)
        row, column = (now.row() + down, now.column() + right) if now.isValid() else (0, 1)
        index = self.model.index(max(0, min(row, last[0])), max(0, min(column, last[1])))
        self.rows.setCurrentIndex(index)
        self.rows.scrollTo(index)

    def behind(self) -> Behind | None:
        """Return what the selected number is made of, None if none is selected or it has no parts."""
        now = self.rows.currentIndex()
        if self.sheet is None or not now.isValid():
            return None
        return self.sheet.behind(now.row(), self._places[now.column()])

    def stop(self) -> None:
        """Drop the sheet being made."""
        self._task.cancel()

    def _progressed(self, progress: Progress) -> None:
        if self.sheet is None and progress.total > 1:
            share, left = f"{100 * progress.done // progress.total} %", time_left(progress.left)
            self.notes.setText(
                tr("Computing: {share}, {left}.", share=share, left=left)
                if left
                else tr("Computing: {share}.", share=share)
            )

    def _done(self, sheet: ResultView) -> None:
        self.sheet = sheet
        self.title.setText(sentence(sheet.frame.attrs["caption"]))
        self.notes.setText(sentence(said_of(sheet.frame)))
        now = self.rows.currentIndex()
        (head, rows, *_), self._places = shown_with_places(sheet.frame, undefined="–", units=False)
        first = {place: at for at, place in reversed([*enumerate(self._places)])}
        strong = frozenset((row, first[place]) for row, place in sheet.strong)
        self.model.set_rows(head, rows, strong, self.runs)
        self.rows.setCurrentIndex(self.model.index(now.row(), now.column()))
        self._show_picture()

    def _refused(self, error: Exception) -> None:
        self.sheet = None
        self.back.show()
        self.notes.setText(str(error))
        self.model.set_rows([], [])
        self._show_picture()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_picture()

    def _fit_picture(self) -> None:
        if self.picture is not None:
            has_picture = self.sheet is not None and self.sheet.figure is not None
            figure = None if self.sheet is None else self.sheet.figure
            least = _LEAST_WITH_PICTURE
            if figure is not None and len(figure.x.names) > _NAMED:
                least += _UPRIGHT_NAMES
            self.picture.setVisible(has_picture and self.height() >= least)
            beside = figure is not None and figure.square and self.width() >= _LEAST_FOR_BESIDE
            way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
            self._body.setDirection(way)
            self._body.setStretch(0, 1 if beside else 3)
            self._body.setStretch(2, 1 if beside else 2)

    def _show_picture(self) -> None:
        figure = None if self.sheet is None else self.sheet.picture
        if self.picture is None and figure is not None:
            from jurybox_gui.plots.curve_names import CurveNames
            from jurybox_gui.plots.view import FigureView

            self.picture = FigureView(parent=self)
            self.picture.run_chosen.connect(self.run_chosen)
            self._names = CurveNames(self, most=_NAMED)
            self._body.insertWidget(0, self.picture, 3)
            self._body.insertWidget(1, self._names)
        if self.picture is not None:
            self._fit_picture()
            if self._names is not None:
                self._names.show_figure(figure)
            if figure is not None:
                # The head of the page is the title; the figure must not repeat it.
                titled = sentence(figure.title) != self.title.text()
                self.picture.set_figure(figure if titled else replace(figure, title=""), at_once=True)
                self.picture.setAccessibleName(figure.title)
        for widget in (self.rows, self.keys):
            widget.setVisible(self.sheet is not None)
