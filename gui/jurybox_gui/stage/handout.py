"""The handout as PDF: ranking, pictures, what was judged, and how to get the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter, QPen, QTransform

from jurybox.disk import make_folder, write_whole
from jurybox.errors import Refused
from jurybox.language import tr, trn
from jurybox.lists import sentences
from jurybox.numbers import score_text
from jurybox_gui.live_strip.ranking import more_runs
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.tokens import LIGHT, run_style
from jurybox_gui.widgets.painting import LEFT, RIGHT, kept, on_lines, one_line, paint_text
from jurybox_gui.widgets.runmarks import marker_path

if TYPE_CHECKING:
    from jurybox_gui.stage.director import Director

_WIDE, _TALL, _EDGE = 595.0, 842.0, 42.0
_SCALE = 4
"""Units of the page per point."""
_ROW, _MOST_RUNS = 17.0, 14
_TITLE = tr("What the room found")
_HOW = tr(
    "Jurybox is free software (MIT license) and works without a network. From its folder, "
    "python3 run.py demo opens a demo, and pip install . installs the command jurybox. Then "
    "jurybox stage validation --story tells a story, and jurybox opens files of your own."
)


def write_handout(director: Director, path: Path) -> Path:
    """Write the page. Refused for a name that does not end in .pdf, and if it cannot be written."""
    if path.suffix.lower() != ".pdf":
        raise Refused(tr("{path} does not say what to write; give the page a name that ends in .pdf.", path=path.name))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(72 * _SCALE)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(_TITLE)
    writer.setCreator("Jurybox")
    painter = QPainter(writer)
    painter.scale(_SCALE, _SCALE)
    try:
        _paint(painter, director)
    finally:
        painter.end()
    try:
        make_folder(path.parent)
        write_whole(path, bytes(buffer.data().data()))
    except OSError as error:
        raise Refused(tr("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)) from error
    return path


def judged_here(director: Director) -> list[tuple[str, str, str]]:
    """Return question, answer and label of what the assessor on stage judged, in that order."""
    session, rows = director.session, []
    for answer in director.judged:
        said = session.content_of(answer).label
        if said:
            text = session.texts.answer(answer).text
            rows.append((director.asked(answer), text, director.label_name(answer, said)))
    return rows


def _paint(painter: QPainter, director: Director) -> None:
    width = _WIDE - 2 * _EDGE
    top = _line(painter, _TITLE, _EDGE, 22, 650, "text") + 4
    about = tr(
        "{collection}. {measure}: {basis}.",
        collection=director.session.path.stem,
        measure=director.head,
        basis=director.aside,
    )
    if director.whose:
        about = sentences((about, tr("{sentence}.", sentence=director.whose)))
    top = _line(painter, about, top, 10, 400, "text2") + 10
    end = _ranking(painter, director, QRectF(_EDGE, top, width * 0.4, 0))
    beside = QRectF(_EDGE + width * 0.46, top, width * 0.54, _MOST_RUNS * _ROW + 85)
    end = max(end, _judged(painter, director, beside)) + 18
    foot = _TALL - _EDGE - 62
    _pictures(painter, director, QRectF(_EDGE, end, width, foot - 10 - end))
    painter.setPen(QPen(color(LIGHT.line2), 0.8))
    painter.drawLine(QPointF(_EDGE, foot), QPointF(_WIDE - _EDGE, foot))
    foot = _line(painter, tr("Try this with your own systems"), foot + 6, 11, 600, "text")
    for line in on_lines(_HOW, font(10), width, 4):
        foot = _line(painter, line, foot, 10, 400, "text2")


def _line(painter: QPainter, text: str, top: float, px: int, weight: int, role: str, left: float = _EDGE) -> float:
    """Write a line; return where the next one begins."""
    high = px * 1.35
    box = QRectF(left, top, _WIDE - _EDGE - left, high)
    paint_text(painter, box, text, font(px, weight), getattr(LIGHT, role), LEFT)
    return top + high


def _ranking(painter: QPainter, director: Director, box: QRectF) -> float:
    """Write the ranking; return where it ends."""
    top, places = box.top(), director.places()
    for place in places[:_MOST_RUNS]:
        row = QRectF(box.left(), top, box.width(), _ROW)
        face = font(11, 600 if place.rank == 1 else 400)  # tabular digits cannot be copied from a PDF
        rank = QRectF(row.left(), top, 18, _ROW)
        paint_text(painter, rank, str(place.rank or "–"), face, LIGHT.text2, RIGHT)
        _marker(painter, QPointF(row.left() + 29, row.center().y()), place.run)
        paint_text(painter, row.adjusted(40, 0, -44, 0), place.name, face, LIGHT.text, LEFT)
        paint_text(painter, row, score_text(place.value), face, LIGHT.text, RIGHT)
        top += _ROW
    if len(places) > _MOST_RUNS:
        row = QRectF(box.left() + 40, top, box.width(), _ROW)
        paint_text(painter, row, more_runs(len(places) - _MOST_RUNS), font(10), LIGHT.text3, LEFT)
        top += _ROW
    return top


def _marker(painter: QPainter, center: QPointF, run: int) -> None:
    """Paint a run's marker as on paper, in any theme of the stage."""
    style = run_style(run, LIGHT)
    shape = QTransform.fromTranslate(center.x(), center.y()).scale(8, 8).map(marker_path(style.marker))
    with kept(painter):
        painter.setPen(Qt.PenStyle.NoPen if style.filled else QPen(color(style.color), 1.2))
        painter.setBrush(color(style.color) if style.filled else Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)


def _pictures(painter: QPainter, director: Director, box: QRectF) -> None:
    """Paint the spaces side by side, or the picture of the stage if there are none."""
    from jurybox_gui.plots.paper import Paper
    from jurybox_gui.plots.print_painter import print_figure

    figures, gap = director.pictures_to_keep(), 14.0
    wide = box.width() if len(figures) < 2 else (box.width() - gap) / 2
    paper = Paper((wide / 72 * 25.4, None), dpi=300, caption=False)
    for n, figure in enumerate(figures):
        image = QImage.fromData(print_figure(figure, "png", paper))
        scale = min(wide / max(image.width(), 1), box.height() / max(image.height(), 1))
        left = box.left() + n * (wide + gap)
        painter.drawImage(QRectF(left, box.top(), image.width() * scale, image.height() * scale), image)


def _judged(painter: QPainter, director: Director, box: QRectF) -> float:
    """List what was judged while there is room, then the number of the rest; return where it ends."""
    rows, top = judged_here(director), box.top()
    if not rows:
        return top
    judged = trn("What was judged: {n} answer", "What was judged: {n} answers", len(rows))
    top = _line(painter, judged, top, 11, 600, "text", box.left())
    for n, (question, answer, label) in enumerate(rows):
        if top + 40 > box.bottom() and n + 1 < len(rows):
            return _line(painter, tr("and {more:,} more", more=len(rows) - n), top, 9, 400, "text3", box.left())
        row = QRectF(box.left(), top, box.width(), 11)
        paint_text(painter, row, one_line(question), font(8), LIGHT.text2, LEFT)
        row.translate(0, 11)
        paint_text(painter, row.adjusted(0, 0, -66, 0), one_line(answer), font(9, 600), LIGHT.text, LEFT)
        paint_text(painter, row, label, font(9), LIGHT.text, RIGHT)
        top += 25
    return top
