"""The right half of the planner: each assessor's workload, as bars on a common scale."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from jurybox.campaign.plan import Dealt
from jurybox.language import tr
from jurybox.lists import clauses, comma_list
from jurybox.wording import count_of
from jurybox_gui.desks.campaign.sheet import MARGIN
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import RIGHT, paint_box, paint_text
from jurybox_gui.widgets.scrolled import scrolled

_ROW = 40
_FIGURES = 190


class PlanPreview(QWidget):
    """A line for each assessor, below them the changes, and a button to export with `beside` next to it."""

    def __init__(self, beside: QWidget) -> None:
        super().__init__()
        self._bars = _Bars()
        self.totals = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        self.export = PlainButton(tr("Export table…"))
        self.export.setEnabled(False)
        scroll = scrolled(self._bars)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, MARGIN, 12)
        column.setSpacing(6)
        column.addWidget(PlainLabel(tr("What each assessor gets"), weight=600))
        column.addWidget(scroll, 1)
        column.addWidget(self.totals)
        row = FlowLayout(gap=8)
        row.addWidget(self.export)
        row.addWidget(beside)
        column.addLayout(row)

    def show_dealt(self, dealt: Dealt, names: tuple[str, ...]) -> None:
        """Show the result of a plan."""
        rows = [(names[who], share.questions, share.answers, share.judged) for who, share in dealt.shares.items()]
        self._bars.show_rows(rows)
        self.export.setEnabled(True)
        total = sum(row[2] for row in rows)
        self.totals.setText(
            tr(
                "{judgments} in all, {given:,} of them already made; {assignments}, {dropped:,} removed.",
                judgments=count_of(total, "judgment"),
                given=sum(row[3] for row in rows),
                assignments=count_of(dealt.new, "new assignment"),
                dropped=dealt.dropped,
            )
        )

    def clear(self) -> None:
        """Show nothing, if the plan is impossible."""
        self._bars.show_rows([])
        self.export.setEnabled(False)
        self.totals.setText("")


class _Bars(QWidget):
    """Names with bars: the number of answers, and how many of them are judged."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, int, int, int]] = []

    def show_rows(self, rows: list[tuple[str, int, int, int]]) -> None:
        """Show rows of (name, questions, answers, judged)."""
        self._rows = rows
        self.setAccessibleName(
            clauses(
                tr("{name}: {figures}", name=name, figures=comma_list((count_of(q, "question"), count_of(a, "answer"))))
                for name, q, a, _ in rows
            )
        )
        self.setMinimumHeight(len(rows) * _ROW)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, len(self._rows) * _ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = theme().tokens, QPainter(self)
        most = max((row[2] for row in self._rows), default=0) or 1
        first, last = event.rect().top() // _ROW, event.rect().bottom() // _ROW
        for at in range(first, min(last + 1, len(self._rows))):
            name, questions, answers, judged = self._rows[at]
            top, wide = at * _ROW, self.width() - 8
            figures = comma_list((count_of(answers, "answer"), count_of(questions, "question")))
            face = font(Px.ASIDE, tabular=True)
            paint_text(painter, QRectF(wide - _FIGURES, top + 4, _FIGURES, 18), figures, face, tokens.text2, RIGHT)
            paint_text(painter, QRectF(0, top + 4, wide - _FIGURES - 8, 18), name, font(Px.BASE, 600), tokens.text)
            full = QRectF(0, top + 25, max(2.0, wide * answers / most), 6)
            paint_box(painter, full, 3, tokens.accent)
            if judged:
                paint_box(painter, QRectF(0, top + 25, max(2.0, wide * judged / most), 6), 3, tokens.good)
        painter.end()
