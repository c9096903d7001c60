"""The four outcomes of a run as a mosaic, and the measures they give."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.figures import OperatingPoint, accuracy_at
from jurybox.language import grouped, tr, trn
from jurybox.lists import comma_list
from jurybox.measures import measure
from jurybox.measures.inputs import Counts
from jurybox.measures.validation import auc_of_point
from jurybox.numbers import score_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import CENTER, LEFT, RIGHT, kept, paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker

_LINE = 16.0
_GAP = 2.0
_TOP, _FOOT = 46.0, 28.0
_RIGHT, _EDGE, _GAP_BESIDE = 74.0, 16.0, 8.0
_WIDEST = 420.0
_ERROR_EDGE = 0.6
"""Opacity of the edge of a band of errors."""
_SAID = (tr("said yes"), tr("said no"), tr("silent"))
_MEASURES = {
    tr("precision"): "precision",
    tr("recall = TPR"): "recall",
    "F": "F1",
    "FPR": "fpr",
    tr("accuracy"): "accuracy",
    tr("AUC of point"): "AUC-point",
}
"""The measures beside the outcomes, by their names there."""


@dataclass(frozen=True, slots=True)
class Band:
    """One outcome in the mosaic: its box, its name and count, and the tokens of its colors."""

    box: QRectF
    name: str
    said: str
    ground: str
    ink: str


def bands_of(counts: Counts, room: QRectF) -> list[Band]:
    """Divide `room` into one box for each outcome that occurs, with areas proportional to the counts.

    The left column has the correct answers, the right one the incorrect; in each, from the top, those that
    the run accepted, rejected, and left undecided.
    """
    columns = (
        (counts.yes_correct, counts.no_correct, counts.silent_correct),
        (counts.yes_incorrect, counts.no_incorrect, counts.silent_incorrect),
    )
    looks = (
        (("TP", "good", "onfill"), ("FN", "bads", "bad"), (_SAID[2], "slates", "slate")),
        (("FP", "bads", "bad"), ("TN", "line", "text"), (_SAID[2], "slates", "slate")),
    )
    shown = [(cells, look) for cells, look in zip(columns, looks, strict=True) if sum(cells)]
    wide = room.width() - _GAP * (len(shown) - 1)
    left, bands = room.left(), []
    for cells, look in shown:
        width = wide * sum(cells) / counts.total
        bands += _column(QRectF(left, room.top(), width, room.height()), cells, look)
        left += width + _GAP
    return bands


def expected_counts(counts: Counts, share: float) -> Counts:
    """Return the expected outcomes of the same number of answers at another share of correct ones.

    The rates stay the same. Counts are rounded to whole answers. They are unchanged if no answer is correct,
    or none incorrect, since a rate is then unknown.
    """
    if not counts.positives or not counts.negatives:
        return counts
    more, fewer = share * counts.total / counts.positives, (1 - share) * counts.total / counts.negatives
    return Counts(
        yes_correct=round(counts.yes_correct * more),
        no_correct=round(counts.no_correct * more),
        silent_correct=round(counts.silent_correct * more),
        yes_incorrect=round(counts.yes_incorrect * fewer),
        no_incorrect=round(counts.no_incorrect * fewer),
        silent_incorrect=round(counts.silent_incorrect * fewer),
    )


def row_totals(counts: Counts) -> dict[str, str]:
    """Return each decision of a run and its number, as `said yes 74`; without decisions it never made."""
    c = counts
    totals = (c.yes_correct + c.yes_incorrect, c.no_correct + c.no_incorrect, c.silent_correct + c.silent_incorrect)
    return {said: f"{said} {grouped(total)}" for said, total in zip(_SAID, totals, strict=True) if total}


def _column(room: QRectF, cells: tuple[int, int, int], looks: tuple[tuple[str, str, str], ...]) -> list[Band]:
    some = sum(cell > 0 for cell in cells)
    high, top, bands = room.height() - _GAP * (some - 1), room.top(), []
    for cell, said, (name, ground, ink) in zip(cells, _SAID, looks, strict=True):
        if cell:
            height = high * cell / sum(cells)
            box = QRectF(room.left(), top, room.width(), height)
            bands.append(Band(box, f"{name} {grouped(cell)}", said, ground, ink))
            top += height + _GAP
    return bands


class OutcomeMosaic(QWidget):
    """Paints the mosaic of the chosen run, its name above it and the column totals below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._point: OperatingPoint | None = None
        self._counts: Counts | None = None
        self._share: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_run(self, point: OperatingPoint | None, counts: Counts | None, share: float | None = None) -> None:
        """Show a run's outcomes, or nothing; `share`: those expected at another share of correct answers."""
        if counts is not None and share is not None:
            counts = expected_counts(counts, share)
        if (point, counts, share) == (self._point, self._counts, self._share):
            return
        self._point, self._counts, self._share = point, counts, share
        self.setAccessibleName(tr("The four outcomes"))
        self.setAccessibleDescription(self.words())
        self.update()

    def words(self) -> str:
        """Return the outcomes in words."""
        if self._point is None or self._counts is None:
            return ""
        c = self._counts
        name = self._point.name
        return tr(
            "{run}: {yes_correct} correct and {yes_incorrect} incorrect answers validated, {no_correct} "
            "correct and {no_incorrect} incorrect ones rejected, {silent_correct} correct and "
            "{silent_incorrect} incorrect ones left undecided",
            run=name if self._share is None else comma_list((name, self._about)),
            yes_correct=c.yes_correct,
            yes_incorrect=c.yes_incorrect,
            no_correct=c.no_correct,
            no_incorrect=c.no_incorrect,
            silent_correct=c.silent_correct,
            silent_incorrect=c.silent_incorrect,
        )

    @property
    def _about(self) -> str:
        """What the outcomes are: judged, or expected."""
        if self._share is None:
            return tr("the four outcomes")
        return tr("expected if {n:.1f} % were correct", n=100 * self._share)

    def sizeHint(self) -> QSize:
        return QSize(472, 160)

    def mosaic(self) -> QRectF:
        """Return the area of the mosaic: beside the names of rows and of cells too narrow for theirs."""
        if self._counts is None:
            return QRectF()
        face, small = font(Px.ASIDE), font(Px.ASIDE, 600)
        left = (
            _EDGE
            + _GAP_BESIDE
            + max((text_width(words, face) for words in row_totals(self._counts).values()), default=0)
        )
        room = self._room(left)
        beside = [band for band in bands_of(self._counts, room) if _on_side(band, room, left=True) and not _fits(band)]
        if beside:
            left += _GAP_BESIDE + max(text_width(band.name, small) for band in beside)
        return self._room(left)

    def _room(self, left: float) -> QRectF:
        wide = min(self.width() - left - _RIGHT, _WIDEST)
        return QRectF(left, _TOP, max(wide, 0.0), max(self.height() - _TOP - _FOOT, 0.0))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._point is None or self._counts is None or not self._counts.total:
            return
        painter = QPainter(self)
        self._title(painter, self._point)
        room = self.mosaic()
        bands = bands_of(self._counts, room)
        for band in bands:
            _fill(painter, band)
            _inside(painter, band)
        _rows(painter, self._counts, bands, room)
        for left in (True, False):
            _beside(painter, [b for b in bands if _on_side(b, room, left=left)], room, left=left)
        self._totals(painter, self._counts, room)
        painter.end()

    def _title(self, painter: QPainter, point: OperatingPoint) -> None:
        tokens, face = theme().tokens, font(Px.LEAD, 600, italic=point.baseline)
        paint_run_marker(painter, QPointF(24, 25), 13, theme().run_style(point.run), tokens.surf)
        about, small = self._about, font(Px.ASIDE)
        needed = text_width(about, small) + 4
        room = QRectF(40, 14, self.width() - 52 - needed, 22)
        wide = paint_text(painter, room, point.name, face, tokens.text)
        paint_text(painter, QRectF(40 + wide + 12, 14, needed, 22), about, small, tokens.text2)

    def _totals(self, painter: QPainter, counts: Counts, room: QRectF) -> None:
        code, face = theme().tokens.text2, font(Px.ASIDE)
        line = QRectF(room.left(), room.bottom() + 4, room.width(), _LINE)
        if counts.positives:
            paint_text(painter, line, trn("{n} correct", "{n} correct", counts.positives), face, code, LEFT)
        if counts.negatives:
            paint_text(painter, line, tr("{n:,} incorrect", n=counts.negatives), face, code, RIGHT)


def _fits(band: Band) -> bool:
    wide = text_width(band.name, font(Px.ASIDE, 600))
    return band.box.height() >= _LINE - 1 and band.box.width() >= wide + 8


def _fill(painter: QPainter, band: Band) -> None:
    """Paint a band; a band of errors has an edge, so that a thin one is visible on every background."""
    tokens = theme().tokens
    painter.fillRect(band.box, color(getattr(tokens, band.ground)))
    if band.ground == "bads" and band.box.width() >= 1 and band.box.height() >= 1:
        with kept(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
            painter.setPen(QPen(color(tokens.bad, _ERROR_EDGE), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(band.box.adjusted(0, 0, -1, -1))


def _inside(painter: QPainter, band: Band) -> None:
    if _fits(band):
        code = getattr(theme().tokens, band.ink)
        paint_text(painter, band.box, band.name, font(Px.ASIDE, 600), code, CENTER)


def _on_side(band: Band, room: QRectF, *, left: bool) -> bool:
    return (band.box.left() <= room.left()) if left else (band.box.right() >= room.right() - 0.5)


def _rows(painter: QPainter, counts: Counts, bands: list[Band], room: QRectF) -> None:
    """Name the rows at the far left, each with the number of such decisions over all answers."""
    at = room.top() - _LINE
    for said, words in row_totals(counts).items():
        band = next(one for one in bands if one.said == said)  # that of the left column, where there is one
        at = max(at + _LINE, band.box.center().y() - _LINE / 2)
        paint_text(painter, QRectF(_EDGE, at, room.left(), _LINE), words, font(Px.ASIDE), theme().tokens.text2, LEFT)


def _beside(painter: QPainter, bands: list[Band], room: QRectF, *, left: bool) -> None:
    """Write the names of cells that are too small for them beside the mosaic, at their height."""
    tokens, at = theme().tokens, room.top() - _LINE
    for band in bands:
        at = max(at + _LINE, band.box.center().y() - _LINE / 2)
        box = QRectF(0, at, room.left() - 6, _LINE) if left else QRectF(room.right() + 6, at, _RIGHT, _LINE)
        if not _fits(band):
            code = tokens.text if band.ink in {"text", "onfill"} else getattr(tokens, band.ink)
            paint_text(painter, box, band.name, font(Px.ASIDE, 600), code, RIGHT if left else LEFT)


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """A measure and its value, as printed."""

    name: str
    value: str
    strong: bool = False


def measure_rows(point: OperatingPoint, counts: Counts, share: float | None) -> list[MeasureRow]:
    """Return the measures of a run's decisions: as on Scores, or at another share of correct answers."""
    values = (
        [one.evaluate(counts).value for one in map(measure, _MEASURES.values())]
        if share is None
        else [
            point.precision,
            point.tpr,
            point.f,
            point.fpr,
            accuracy_at(point, share),
            auc_of_point(point.tpr, point.fpr),
        ]
    )
    return [
        MeasureRow(name, score_text(value), strong=name == "F") for name, value in zip(_MEASURES, values, strict=True)
    ]


class MeasureRows(QWidget):
    """Six measures of the chosen run, one below the other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[MeasureRow] = []
        self.setFixedWidth(166)
        self.setAccessibleName(tr("Measures of the chosen run"))

    @property
    def rows(self) -> list[MeasureRow]:
        """The rows shown."""
        return self._rows

    def show_rows(self, rows: list[MeasureRow]) -> None:
        """Show these measures."""
        if rows != self._rows:
            self._rows = rows
            self.setAccessibleDescription(comma_list(f"{row.name} {row.value}" for row in rows))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        for x in (0, self.width() - 1):
            painter.fillRect(x, 14, 1, self.height() - 28, color(tokens.line))
        for n, row in enumerate(self._rows):
            box = QRectF(14, 14 + 22 * n, self.width() - 34, 22)
            paint_text(painter, box, row.name, font(Px.ASIDE), tokens.text2, LEFT)
            face = font(Px.BASE, 650 if row.strong else 400, tabular=True)
            code = tokens.text if row.value[:1] in "-.0123456789" else tokens.text3
            paint_text(painter, box, row.value, face, code, RIGHT)
        painter.end()
