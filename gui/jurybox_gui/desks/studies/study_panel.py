"""The result of one study: a sentence, and the picture or the table of its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from jurybox import results
from jurybox.figures import Figure
from jurybox.language import tr
from jurybox.lists import labeled, sentences
from jurybox.pictures import study_figure
from jurybox.results.writing import shown
from jurybox_gui.desks.studies.captions import request_text, sentence_of
from jurybox_gui.desks.studies.work import Item
from jurybox_gui.plots.curve_names import CurveNames
from jurybox_gui.plots.view import FigureView
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    import pandas as pd


_WIDEST = 900
"""Width of sentences: longer lines are hard to follow."""


class StudyPanel(Surface):
    """Shows a study of the list. Its picture is made when first shown: its painter is slow to load."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        self.title = PlainLabel("", px=Px.LEAD, weight=600, elide=True)
        self.sentence = PlainLabel("", px=Px.BASE, wrap=True, keyed=True)
        self.aside = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True, keyed=True)
        self.pages = QStackedWidget()
        self.table = StudyTable()
        self.names = CurveNames(self)
        self.view: FigureView | None = None
        self.figure: Figure | None = None
        self.item: Item | None = None
        self._shown: tuple[object, ...] | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 14, 24, 10)
        column.setSpacing(6)
        column.addWidget(self.title)
        for said in (self.sentence, self.aside):
            said.setMaximumWidth(_WIDEST)
            line = QHBoxLayout()
            line.addWidget(said, 1)
            line.addStretch()
            column.addLayout(line)
        column.addWidget(self.names)
        column.addWidget(self.pages, 1)
        self.pages.addWidget(self.table)

    def show_item(self, item: Item, runs: Mapping[str, int], *, as_table: bool) -> None:
        """Show the state of an item, and its result once there is one."""
        self.item = item
        self.title.setText(labeled(item.title, item.measures))
        if not item.records:
            self.sentence.setText(
                item.problem or tr("Running, {state}. Press {{studies.stop}} to stop it.", state=item.state)
            )
            self.aside.setText("" if item.problem else tr("You can use everything else meanwhile."))
            self.pages.hide()
            self.names.show_figure(None)
            self._shown, self.figure = None, None
            return
        again = tr("Judgments have changed since. Press {studies.again} to run it again.")
        self.sentence.setText(sentences((sentence_of(item.records), again if item.stale else "")))
        self.aside.setText(request_text(*item.records))
        self.pages.show()
        shown = (item.records, as_table)
        if shown != self._shown:
            self._shown = shown
            self._show_records(item, runs, as_table=as_table)

    def _show_records(self, item: Item, runs: Mapping[str, int], *, as_table: bool) -> None:
        self.figure = study_figure(item.records, runs)
        self.table.show_frame(results.study(item.records))
        self.names.show_figure(None if as_table else self.figure)
        if as_table or self.figure is None:
            self.pages.setCurrentWidget(self.table)
            return
        if self.view is None:
            from jurybox_gui.plots.view import FigureView

            self.view = FigureView()
            self.pages.addWidget(self.view)
        self.view.set_figure(self.figure, at_once=True)
        self.pages.setCurrentWidget(self.view)


class StudyTable(QWidget):
    """The numbers of a study in columns, rounded; `frame` has them unrounded, None before the first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        from jurybox_gui.tables.plain_table import PlainTable, dress_table

        self.model = PlainTable(self)
        self.view = dress_table(self.model, tr("The numbers of the study"), self)
        self.frame: pd.DataFrame | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self.view)

    def show_frame(self, frame: pd.DataFrame) -> None:
        """Show other numbers."""
        self.frame = frame
        head, rows, *_ = shown(frame, undefined="–")
        self.model.set_rows(head, rows)
