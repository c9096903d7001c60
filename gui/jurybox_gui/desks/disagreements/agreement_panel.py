"""The agreement page, with the label schemes to choose from, and the control of when it is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QTableView, QVBoxLayout, QWidget

from jurybox.analysis.label_matrix import schemes_of, usual_scheme
from jurybox.collection.facts import Facts
from jurybox.figures import Figure
from jurybox.language import tr, trc
from jurybox.lists import sentences
from jurybox.results import estimated_labels
from jurybox.results.agreement import Agreements
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.disagreements.agreement_tables import (
    MATRIX_MOST,
    PARTS,
    all_frames,
    columns_of,
    frames_of,
    notes_of_tables,
    pair_to_show,
    picture_of,
    sorted_by,
    table_of,
)
from jurybox_gui.desks.disagreements.figure_strip import FigureStrip
from jurybox_gui.desks.disagreements.survey import SurveyTask
from jurybox_gui.desks.disagreements.toolbar import ANYBODY
from jurybox_gui.desks.export import TableFile
from jurybox_gui.desks.table_page import dress
from jurybox_gui.plots.view import FigureView
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    import pandas as pd


_NAME, _LEAST, _WIDEST, _BETWEEN = 220, 300, 520, 28
"""The greatest width of an assessor's name, the width of the matrix, and the gap beside it, px."""
_HIGH_ENOUGH = 480
"""Below this height, px, pairs are only a list, without the matrix, as where it has no room beside the list.
"""
_ABOVE = 14
"""Space above the first sentence if there are no figures above it."""
_OF_ASSESSORS = ("assessors", "errors")
"""Tables with a row for each assessor, in which a click chooses one."""


class AgreementPage(Surface):
    """Coefficients and a table; emits `redrawn` for another table, `scheme_chosen` for another scheme."""

    redrawn = Signal()
    scheme_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        self.found: Agreements | None = None
        self.frames: list[pd.DataFrame] = []
        """The tables that are shown, as they are sorted."""
        self.figures = FigureStrip()
        self.scheme, self.part = Combo(tr("Agreement on")), Combo(tr("Table"))
        self.one, self.other = Combo(tr("Assessor")), Combo(tr("and"))
        self.part.set_choices([(words, name) for name, words in PARTS.items()])
        self.why = PlainLabel("", px=Px.ASIDE, role="mid", wrap=True)
        self.notes = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self._hint = KeyedWords(self, self.show_part)
        self.figure: Figure | None = None
        """The matrix of pairs as it is exported; None with any other table."""
        self.picture = FigureView()
        self.copy = PlainButton(tr("Copy picture"), action="disagreements.copy_picture", quiet=True)
        self.table = QTableView(self)
        self._model = FigureTable()
        self._shown = ""
        self._sort: tuple[int, bool] | None = None
        self._tables = 0
        self._had_matrix = False
        self.table.clicked.connect(self._clicked)
        dress(self.table, self._model, tr("Agreement"), most=_NAME)
        self.part.activated.connect(lambda _: self.show_part())
        for combo, beside in ((self.one, self.other), (self.other, self.one)):
            combo.setMaximumWidth(_NAME)
            combo.activated.connect(lambda _, beside=beside: self._choose_beside(beside))
        self.scheme.activated.connect(lambda _: self.scheme_chosen.emit(str(self.scheme.currentData())))
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_picture()
        if self._has_matrix != self._had_matrix:
            self.show_part()
        low = self.height() < _HIGH_ENOUGH
        self.figures.set_low(low)
        self._column.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 2 if low else 10)

    @property
    def two(self) -> tuple[int | None, int | None]:
        """The assessors chosen, None for anybody."""
        return self.one.currentData(), self.other.currentData()

    def show_schemes(self, names: list[str], current: str) -> None:
        """List the label schemes of this collection."""
        titles = [(SCHEME_NAMES.get(name, tr("answers, {name}", name=name)), name) for name in names]
        self.scheme.set_choices(titles, current)

    def show_agreements(self, agreements: Agreements) -> None:
        """Show the agreement that was computed."""
        self.found = agreements
        people = [(agreements.name_of(who), who) for who in agreements.report.matrix.assessors]
        for combo in (self.one, self.other):
            combo.set_choices([ANYBODY, *people], combo.currentData())
        self.figures.show_figures(agreements)
        self.figures.setVisible(not agreements.nothing_shared)
        self.why.setContentsMargins(0, _ABOVE if agreements.nothing_shared else 0, 0, 0)
        # The first note repeats the counts of the tiles, or the reason why there are none.
        said = agreements.notes if agreements.nothing_shared else agreements.notes[1:]
        self.why.setText(sentences(said))
        self.why.setVisible(bool(said))
        self.show_part()

    @property
    def files(self) -> list[TableFile]:
        """What else can be exported: all tables at once, and the estimated labels in full."""
        found, two = self.found, self.two
        if found is None or not found.report.matrix.assessors:
            return []
        whole = TableFile(tr("All tables of agreement"), "agreement", lambda: all_frames(found, two), single=False)
        if self._shown != "estimates":
            return [whole]
        every = TableFile(tr("All estimated labels"), "estimated-labels", lambda: (estimated_labels(found),))
        return [every, whole]

    def show_part(self) -> None:
        """Show the chosen table."""
        found = self.found
        if found is None:
            return
        name = str(self.part.currentData())
        frames = frames_of(found, name, self.two)
        self._name_the_two(found, pair_to_show(found.report, self.two) if name == "confusion" else None)
        many = len(found.report.matrix.assessors) > MATRIX_MOST
        self.one.setVisible(name in {*_OF_ASSESSORS, "confusion", "drift"} or (name == "pairs" and many))
        for widget in (self.other, self._between):
            widget.setVisible(name == "confusion")
        if name != self._shown:
            self._shown, self._sort = name, None
        filled = [frame for frame in frames if not frame.attrs["void"]]
        # The matrix is shown as a picture; as a table it has no figure that the list lacks, so it is only
        # exported.
        matrix = filled[:-1] if name == "pairs" else []
        shown = filled[len(matrix) :]
        self._tables = len(shown)
        is_sorted = self.can_sort and self._sort is not None and self._sort[0] < columns_of(shown[0])
        sort = self._sort if is_sorted else None
        self.frames = [*matrix, *(sorted_by(frame, sort) for frame in shown)]
        self._model.set_tables([table_of(frame, sort) for frame in self.frames[len(matrix) :]])
        self.figure = picture_of(found) if name == "pairs" and not many and filled else None
        self._had_matrix = self._has_matrix
        drawn = bool(matrix) and self._has_matrix
        self.picture.setVisible(drawn)
        self.copy.setVisible(drawn)
        if drawn:
            self._fit_picture()
            self.picture.set_figure(picture_of(found, briefly=True))
            self.picture.setAccessibleName(tr("Agreement of each pair of assessors"))  # it has no title
        notes = notes_of_tables(found, frames if drawn or not matrix else shown)
        if name == "confusion" and frames:
            notes = f"{notes} " + self._hint(tr("Choose others with {disagreements.one} and {disagreements.other}."))
        self.notes.setText(notes)
        self.redrawn.emit()

    def _fit_picture(self) -> None:
        """Give the matrix the width that the table beside it leaves."""
        self.picture.setFixedWidth(max(_LEAST, min(_WIDEST, self._beside_table)))

    @property
    def _beside_table(self) -> int:
        """The width that the table leaves, px."""
        needed = self.table.horizontalHeader().length() + self.table.verticalScrollBar().sizeHint().width()
        return self.width() - 2 * Grid.TABLE_MARGIN - _BETWEEN - needed

    @property
    def _has_matrix(self) -> bool:
        """Whether the matrix of pairs has room above the hints and beside the table."""
        return self.height() >= _HIGH_ENOUGH and self._beside_table >= _LEAST

    def _choose_beside(self, beside: Combo) -> None:
        """Show the table of the chosen assessors; clear the other box if it has the same assessor."""
        if self.one.currentData() == self.other.currentData():
            beside.choose(None)
        self.show_part()

    def _name_the_two(self, agreements: Agreements, shown: tuple[int, int] | None) -> None:
        """Show the assessors of rows and columns if none were chosen: those who agree least."""
        combos = self.one, self.other
        for combo, chosen, who in zip(combos, self.two, shown or (None, None), strict=True):
            text = ANYBODY[0]
            if who is not None and chosen is None:
                text = tr("{name} (least agreement)", name=agreements.name_of(who))
            combo.setItemText(0, text)

    @property
    def can_sort(self) -> bool:
        """Whether one table is shown: several tables together cannot be sorted."""
        return self._tables == 1

    def sort_by(self, column: int) -> None:
        """Sort the table by a column, largest first; in reverse the second time."""
        if not self.can_sort:
            return
        if self._sort is not None and self._sort[0] == column:
            self._sort = (column, not self._sort[1])
        else:
            self._sort = (column, column > 0)
        self.show_part()

    def sort_by_next(self) -> None:
        """Sort the table by the column after the one it is sorted by."""
        columns = max(1, self._model.columnCount())
        self.sort_by(0 if self._sort is None else (self._sort[0] + 1) % columns)

    def sort_the_other_way(self) -> None:
        """Sort the table by the same column in reverse."""
        self.sort_by(0 if self._sort is None else self._sort[0])

    def _clicked(self, index: QModelIndex) -> None:
        if self._model.is_head(index.row()):
            self.sort_by(index.column())
        elif self._shown in _OF_ASSESSORS and self.found is not None:
            who = self.found.catalog.assessor_named.get(str(index.siblingAtColumn(0).data()))
            if who in self.found.report.matrix.assessors:
                self.one.choose(who)
                self.redrawn.emit()

    def _lay_out(self) -> None:
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 10)
        column.setSpacing(8)
        column.addWidget(self.figures)
        column.addWidget(self.why)
        row = QHBoxLayout()
        row.setSpacing(7)
        self._between = PlainLabel(tr("and"), px=Px.ASIDE, role="text2")
        for words, combo in ((trc("agreement", "On"), self.scheme), (tr("Table"), self.part), ("", self.one)):
            if words:
                row.addWidget(PlainLabel(words, px=Px.ASIDE, role="text2"))
            row.addWidget(combo)
            row.addSpacing(6)
        row.addWidget(self._between)
        row.addWidget(self.other)
        row.addStretch(1)
        row.addWidget(self.copy)
        column.addLayout(row)
        column.addWidget(self.notes)
        both = QHBoxLayout()
        both.setSpacing(_BETWEEN)
        both.addWidget(self.picture)
        both.addWidget(self.table, 1)
        column.addLayout(both, 1)
        column.addWidget(HintRow(*_HINTS))


_HINTS = (
    ("disagreements.agreement", tr("Back to the list")),
    ("disagreements.part", tr("Another table")),
    ("disagreements.scheme", tr("Other labels")),
    ("disagreements.sort", tr("Sort by the next column")),
    ("disagreements.one", tr("Choose an assessor")),
    ("disagreements.exclude", tr("Exclude them")),
    ("disagreements.export", tr("Export")),
)


def schemes_for(facts: Facts, kinds: set[str]) -> list[str]:
    """Return the label schemes of these kinds of question."""
    return [name for name, scheme in schemes_of(facts).items() if kinds & set(scheme.kinds)]


SCHEME_NAMES = {
    "validation": tr("answers, correct or not"),
    "quality": tr("answers, A to C"),
    "correctness": tr("answers, correct to incorrect"),
    "match": tr("nuggets found in answers"),
    "importance": tr("nuggets, vital or okay"),
    "groups": tr("which answers are equal"),
    "question-quality": tr("questions, A to C"),
    "nil": tr("whether NIL is right"),
}
"""The display name of each label scheme that agreement is computed on."""


class AgreementPresenter:
    """Computes agreement while its `page` is `shown`."""

    def __init__(self, bridge: Bridge, survey_task: SurveyTask) -> None:
        self.page = AgreementPage()
        self.shown = False
        self._bridge, self._survey_task = bridge, survey_task
        self._scheme = ""
        survey_task.agreed.connect(self.page.show_agreements)
        self.page.scheme_chosen.connect(self._choose_scheme)

    def toggle(self) -> None:
        """Show agreement, or the list again."""
        self.shown = not self.shown
        self.follow()

    def follow(self) -> None:
        """Compute agreement again, if it is shown."""
        if not self.shown:
            return
        catalog, facts = self._bridge.session.catalog, self._bridge.session.facts
        names = schemes_for(facts, {question.kind for question in catalog.questions})
        if self._scheme not in names:
            self._scheme = usual_scheme(catalog, facts)
        self.page.show_schemes(names, self._scheme)
        self._survey_task.agree(self._scheme)

    def next_part(self) -> None:
        """Show the next table."""
        combo = self.page.part
        combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
        self.page.show_part()

    def next_scheme(self) -> None:
        """Show agreement on the next label scheme."""
        combo = self.page.scheme
        combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
        self._choose_scheme(str(combo.currentData()))

    def _choose_scheme(self, scheme: str) -> None:
        self._scheme = scheme
        self.follow()
