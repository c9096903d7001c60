"""Agreement: the coefficients with their intervals, and below them one table of the details."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QRectF, QSize, Signal
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QTableView, QToolTip, QVBoxLayout, QWidget

from jurybox import results
from jurybox.analysis.label_matrix import SCHEMES, usual_scheme
from jurybox.results.agreement import FIGURES
from jurybox.results.cells import score_text, short
from jurybox.results.frame import rows_of
from jurybox.results.writing import Shown, shown
from jurybox_gui.desks.table_page import dress
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import LEFT, kept, paint_text
from jurybox_gui.widgets.surface import Surface
from jurybox_gui.widgets.tips import tip_text

if TYPE_CHECKING:
    import pandas as pd
    from PySide6.QtCore import QEvent

    from jurybox.analysis.agreement_report import AgreementReport
    from jurybox.results.agreement import Agreements
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.desks.disagreements.survey import SurveyTask

_HIGH, _TILE, _NAME = 92, 226, 220


ANYBODY = "anybody"


class AgreementPage(Surface):
    """Coefficients and a table; emits `part_chosen` for another table, `scheme_chosen` for other labels."""

    part_chosen = Signal()
    scheme_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surf", parent=parent)
        self.found: Agreements | None = None
        self.figures = FigureStrip()
        self.scheme, self.part = Combo("Agreement on"), Combo("Table")
        self.one, self.other = Combo("Assessor"), Combo("and")
        self.part.set_choices([(words, name) for name, words in PARTS.items()])
        self.why = PlainLabel("", px=Px.ASIDE, role="mid", wrap=True)
        self.notes = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True, keyed=True)
        self.table = QTableView(self)
        self._model = FigureTable()
        self._shown = ""
        self._sort: tuple[int, bool] | None = None
        self.table.clicked.connect(self._clicked)
        dress(self.table, self._model, "Agreement")
        self.part.activated.connect(lambda _: self.part_chosen.emit())
        for combo in (self.one, self.other):
            combo.setMaximumWidth(_NAME)
            combo.activated.connect(lambda _: self.part_chosen.emit())
        self.scheme.activated.connect(lambda _: self.scheme_chosen.emit(str(self.scheme.currentData())))
        self._lay_out()

    @property
    def two(self) -> tuple[int | None, int | None]:
        """The assessors chosen, None for anybody."""
        one, other = (combo.currentData() for combo in (self.one, self.other))
        return (None if one in {None, -1} else int(one), None if other in {None, -1} else int(other))

    def show_schemes(self, names: list[str], current: str) -> None:
        """Offer the schemes of labels that this collection has."""
        self.scheme.set_choices([(SCHEME_NAMES[name], name) for name in names], current)

    def show_agreements(self, agreements: Agreements) -> None:
        """Show the agreement that was computed."""
        self.found = agreements
        people = [(agreements.name_of(who), who) for who in agreements.report.matrix.assessors]
        for combo in (self.one, self.other):
            combo.set_choices([(ANYBODY, -1), *people], combo.currentData())
        self.figures.show_figures(agreements)
        self.why.setText(" ".join(agreements.notes[1:]))  # the first is in the tiles
        self.why.setVisible(bool(agreements.notes[1:]))
        self.show_part()

    def show_part(self) -> None:
        """Show the table that is chosen."""
        found = self.found
        if found is None:
            return
        name = str(self.part.currentData())
        frames = frames_of(found, name, self.two)
        self._name_the_two(found, pair_to_show(found.report, self.two) if name == "confusion" else None)
        many = len(found.report.matrix.assessors) > MATRIX_MOST
        self.one.setVisible(name in {"confusion", "drift"} or (name == "pairs" and many))
        for widget in (self.other, self._between):
            widget.setVisible(name == "confusion")
        if name != self._shown:
            self._shown, self._sort = name, None
        filled = [frame for frame in frames if len(frame)]
        can_sort = len(filled) == 1 and self._sort is not None and self._sort[0] < _columns(filled[0])
        self._model.set_tables([table_of(frame, self._sort if can_sort else None) for frame in filled])
        choose = " Choose others with {disagreements.one} and {disagreements.other}."
        self.notes.setText(notes_of(found, frames) + (choose if name == "confusion" and frames else ""))

    def _name_the_two(self, agreements: Agreements, shown: tuple[int, int] | None) -> None:
        """Name the two assessors shown where none were chosen: those who agree least."""
        chosen = [who for who in self.two if who is not None]
        left = [who for who in shown or () if who not in chosen]
        for combo, who in zip((self.one, self.other), self.two, strict=True):
            text = f"{agreements.name_of(left.pop(0))} (least agreement)" if who is None and left else ANYBODY
            combo.setItemText(0, text)

    def sort_by(self, column: int) -> None:
        """Sort the table by a column, largest first; a second time, in reverse."""
        if self._sort is not None and self._sort[0] == column:
            self._sort = (column, not self._sort[1])
        else:
            self._sort = (column, column > 0)
        self.part_chosen.emit()

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

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(Grid.TABLE_MARGIN, 0, Grid.TABLE_MARGIN, 10)
        column.setSpacing(8)
        column.addWidget(self.figures)
        column.addWidget(self.why)
        row = QHBoxLayout()
        row.setSpacing(7)
        self._between = PlainLabel("and", px=Px.ASIDE, role="text2")
        for words, combo in (("On", self.scheme), ("Table", self.part), ("", self.one)):
            if words:
                row.addWidget(PlainLabel(words, px=Px.ASIDE, role="text2"))
            row.addWidget(combo)
            row.addSpacing(6)
        row.addWidget(self._between)
        row.addWidget(self.other)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.notes)
        column.addWidget(self.table, 1)
        column.addWidget(HintRow(*_HINTS))


_HINTS = (
    ("disagreements.agreement", "Back to the list"),
    ("disagreements.part", "Another table"),
    ("disagreements.scheme", "Other labels"),
    ("disagreements.sort", "Sort by the next column"),
    ("disagreements.one", "Choose an assessor"),
)


class FigureStrip(QWidget):
    """The coefficients as large numbers, each with its interval or the reason why it is undefined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._tiles: list[tuple[str, str, str]] = []

    @property
    def tiles(self) -> list[tuple[str, str, str]]:
        """What is shown: number, name, and interval or reason."""
        return self._tiles

    def show_figures(self, agreements: Agreements) -> None:
        """Show the coefficients of all assessors together."""
        whole = agreements.report.overall
        self._tiles = []
        for name, title in FIGURES.items():
            figure, between = getattr(whole, name), agreements.report.intervals.get(name)
            known = between is not None and not math.isnan(between.low)
            aside = f"{score_text(between.low)} to {score_text(between.high)}" if between and known else ""
            aside = aside or ("no interval" if between else "")
            number = "undefined" if math.isnan(figure.value) else score_text(figure.value)
            self._tiles.append((number, title, ("" if figure.reason else aside)))
        noun = SCHEMES[agreements.report.matrix.scheme].noun
        self._tiles.append(
            (f"{whole.items:,}", noun, f"with two labels or more, {whole.assessors} assessors")
        )
        words = (f"{title} {number}{', ' + aside if aside else ''}" for number, title, aside in self._tiles)
        self.setAccessibleName("Agreement")
        self.setAccessibleDescription("; ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room for a row of numbers."""
        return QSize(_TILE * 5, _HIGH)

    def event(self, event: QEvent) -> bool:
        """Show the whole text of a tile."""
        if isinstance(event, QHelpEvent) and self._tiles:
            at = int(event.pos().x() // self._wide())
            number, title, aside = self._tiles[min(at, len(self._tiles) - 1)]
            QToolTip.showText(event.globalPos(), tip_text(f"{title}: {number}. {aside}"), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint number, name and interval of each."""
        del event
        tokens, painter, wide = theme().tokens, QPainter(self), self._wide()
        with kept(painter):
            for at, (number, title, aside) in enumerate(self._tiles):
                left = at * wide
                room = QRectF(left, 10, wide - 16, 36)
                px = 26 if number[:1] in ".-0123456789" else Px.ANSWER
                paint_text(painter, room, number, font(px, 600, tabular=True), tokens.text, LEFT)
                below = QRectF(left, 46, wide - 16, 18)
                paint_text(painter, below, title, font(Px.ASIDE, 600), tokens.text, LEFT)
                paint_text(painter, below.translated(0, 18), aside, font(Px.ASIDE), tokens.text2, LEFT)
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), color(tokens.line))
        painter.end()

    def _wide(self) -> float:
        return self.width() / max(1, len(self._tiles))


def _columns(frame: pd.DataFrame) -> int:
    return frame.index.nlevels + frame.shape[1]


def schemes_of(kinds: set[str]) -> list[str]:
    """Return the schemes of labels of these kinds of question."""
    return [name for name, scheme in SCHEMES.items() if kinds & set(scheme.kinds)]


SCHEME_NAMES = {
    "validation": "answers, correct or not",
    "quality": "answers, A to C",
    "correctness": "answers, correct to incorrect",
    "match": "nuggets found in answers",
    "importance": "nuggets, vital or okay",
    "groups": "which answers are equal",
    "question-quality": "questions, A to C",
    "nil": "whether NIL is right",
}
"""The name of each scheme of labels that agreement is computed on."""

PARTS = {
    "pairs": "pair by pair",
    "labels": "label by label",
    "categories": "category by category",
    "confusion": "two assessors",
    "assessors": "each against the others",
    "drift": "over time",
    "judges": "judges as runs",
    "others": "others against the judges",
}
"""The name of each table."""

MATRIX_MOST, _HEAD_MOST = 14, 16
"""The most assessors whose pairs are shown as a matrix; the most letters of a name above its column."""


def frames_of(agreements: Agreements, part: str, two: tuple[int | None, int | None]) -> list[pd.DataFrame]:
    """Return the tables of a part; `two` are the assessors chosen, for the parts about one or two of them."""
    match part:
        case "pairs":
            if len(agreements.report.matrix.assessors) > MATRIX_MOST:
                return [results.agreement_by_pair(agreements, two[0])]
            return [results.agreement_matrix(agreements), results.agreement_by_pair(agreements)]
        case "labels":
            return [results.agreement_by_label(agreements)]
        case "categories":
            return [results.agreement_by_category(agreements)]
        case "confusion":
            pair = pair_to_show(agreements.report, two)
            return [] if pair is None else [results.confusion(agreements, *pair)]
        case "assessors":
            return [results.agreement_by_assessor(agreements)]
        case "drift":
            return [results.agreement_over_time(agreements, two[0])]
        case "judges":
            return [results.judges_left_out(agreements)]
        case _:
            tables = (results.confusion_with_judges(agreements, one) for one in agreements.others)
            return [results.agreement_of_others(agreements), *tables]


def notes_of(agreements: Agreements, frames: list[pd.DataFrame]) -> str:
    """Return the notes of some tables, without those that hold for all tables of these labels."""
    if not frames:
        return "No two of these assessors labeled the same thing."
    notes = dict.fromkeys(note for frame in frames for note in frame.attrs["notes"])
    return " ".join(note for note in notes if note not in agreements.notes)


def table_of(frame: pd.DataFrame, sort: tuple[int, bool] | None = None) -> Shown:
    """Return a frame as it is painted; `sort`: by which column, and whether descending; undefined last."""
    head, rows, words = shown(frame, undefined="–")
    if sort is None:
        return Shown([short(name, _HEAD_MOST) for name in head], rows, words)
    import pandas as pd

    column, descending = sort
    values = pd.Series([row[column] for row in rows_of(frame)])
    order = values.sort_values(ascending=not descending, kind="stable").index
    head[column] += " ▾" if descending else " ▴"
    return Shown(head, [rows[at] for at in order], words)


def pair_to_show(report: AgreementReport, two: tuple[int | None, int | None]) -> tuple[int, int] | None:
    """Return the two assessors chosen; those not chosen are the ones who agree least."""
    wanted = [who for who in two if who is not None]
    known = [pair for pair in report.pairs if all(who in (pair.a, pair.b) for who in wanted)]
    if not known:
        return None
    worst = min(known, key=lambda pair: (pair.kappa.value != pair.kappa.value, pair.kappa.value))
    first = wanted[0] if wanted else worst.a
    return first, worst.b if first == worst.a else worst.a


class AgreementPanel:
    """Computes agreement while its `page` is `shown`."""

    def __init__(self, bridge: Bridge, survey_task: SurveyTask) -> None:
        self.page = AgreementPage()
        self.shown = False
        self._bridge, self._survey_task = bridge, survey_task
        self._scheme = ""
        survey_task.agreed.connect(self._agreed)
        self.page.part_chosen.connect(self._show_part)
        self.page.scheme_chosen.connect(self._choose_scheme)

    def toggle(self) -> None:
        """Show agreement, or the list again."""
        self.shown = not self.shown
        self.follow()

    def follow(self) -> None:
        """Compute agreement again, if it is shown."""
        if not self.shown:
            return
        catalog = self._bridge.session.catalog
        names = schemes_of({question.kind for question in catalog.questions})
        if self._scheme not in names:
            self._scheme = usual_scheme(catalog)
        self.page.show_schemes(names, self._scheme)
        self._survey_task.agree(self._scheme)

    def next_part(self) -> None:
        """Show the next table."""
        combo = self.page.part
        combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
        self._show_part()

    def next_scheme(self) -> None:
        """Show agreement on the next scheme of labels."""
        combo = self.page.scheme
        combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
        self._choose_scheme(str(combo.currentData()))

    def _agreed(self, agreements: Agreements) -> None:
        self.page.show_agreements(agreements)

    def _show_part(self) -> None:
        self.page.show_part()

    def _choose_scheme(self, scheme: str) -> None:
        self._scheme = scheme
        self.follow()
