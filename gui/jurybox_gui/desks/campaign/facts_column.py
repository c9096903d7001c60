"""The column with the settings of the whole collection: mode, gold standard, setup, and the runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from jurybox.collection.judges import panel_of
from jurybox.language import grouped, tr, trc
from jurybox.lists import clauses, labeled
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.hub_sync import HubSync
from jurybox_gui.desks.campaign.words import MODES, hub_rows, label_rows, setup_of
from jurybox_gui.desks.gold_choices import UNJUDGED_CHOICES, gold_choices
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_text, text_width
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.side_column import SideColumn

_WIDE = 332
_LINE, _NAMES, _GAP = 24, 116, 8
"""In the setup: the height of a line, the width of the names, and the gap after them."""
_ROW, _MARKER, _WITHDRAWN = 27, 22, 76
"""In the list of runs: the height of a row, and the widths of the marker and of "withdrawn"."""
_GOLD_OF_KINDS = tr("Default of each kind of question")
_IS_WITHDRAWN, _NO_RUNS = trc("run", "withdrawn"), trc("runs", "None yet")


class FactsColumn(SideColumn):
    """Settings of the whole collection; each part that a key changes has that key in its heading."""

    mode_chosen = Signal(str)
    gold_chosen = Signal(str)
    unjudged_chosen = Signal(str)
    labels_wanted = Signal()
    run_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Settings of the collection"), parent, width=_WIDE)
        how = self.add_section(tr("What assessors see"), "people.mode")
        self.mode = Combo(tr("What assessors see"))
        self.mode.set_choices(MODES)
        self.mode.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.mode.activated.connect(lambda _: self.mode_chosen.emit(str(self.mode.currentData())))
        self.mode_aside = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        how.add(self.mode)
        how.add(self.mode_aside)
        gold = self.add_section(tr("Gold standard of the collection"), "people.gold")
        self.gold = Combo(tr("Gold standard of the collection"))
        self.gold.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.gold.activated.connect(lambda _: self.gold_chosen.emit(str(self.gold.currentData())))
        gold.add(self.gold)
        self.unjudged = Combo(tr("What unjudged answers of ranked lists count as"))
        self.unjudged.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.unjudged.activated.connect(lambda _: self.unjudged_chosen.emit(str(self.unjudged.currentData())))
        gold.add(self.unjudged)
        self.labels_section = self.add_section(tr("Labels"), "people.labels")
        self.labels = _Setup()
        body = self.labels_section.layout_of_body
        around = body.contentsMargins()
        around.setLeft(around.left() - RING_ROOM)  # the border of the button begins where names do
        body.setContentsMargins(around)
        names = QHBoxLayout()
        names.setContentsMargins(RING_ROOM, 0, 0, 0)
        names.addWidget(self.labels)
        body.addLayout(names)
        self.choose_labels = PlainButton(tr("Choose labels…"))
        self.choose_labels.clicked.connect(self.labels_wanted)
        self.labels_section.add(self.choose_labels)
        setup = self.add_section(tr("Setup"))
        self.setup = _Setup()
        setup.add(self.setup)
        self.hub_section = self.add_section(tr("Hub"), "people.hub")
        self._hub_sync: HubSync | None = None
        self.hub = _Setup()
        self.hub_section.add(self.hub)
        self.hub_section.hide()
        self.runs_section = self.add_section(tr("Runs"), "people.withdraw")
        self.runs = _Runs()
        self.runs.clicked.connect(self.run_clicked)
        self.runs_section.add(self.runs)

    def follow(self, bridge: Bridge) -> None:
        """Show the settings in force."""
        session = bridge.session
        catalog, facts = session.catalog, session.facts
        self.mode.choose(facts.mode)
        self.mode_aside.setText(
            tr("Assessors do not see runs and scores; the organizer always does.")
            if facts.mode == "judging"
            else tr("While it is open, assessors see runs and scores beside the answer.")
        )
        self.gold.set_choices(
            [(_GOLD_OF_KINDS, ""), *gold_choices(catalog, facts.gold, panel_of(catalog, facts), facts)], facts.gold
        )
        default = next(words for words, way in UNJUDGED_CHOICES if way == bridge.default_unjudged)
        ways = [(tr("Unjudged {words}", words=words), way) for words, way in UNJUDGED_CHOICES]
        self.unjudged.set_choices([(tr("Default: unjudged {default}", default=default), ""), *ways], facts.unjudged)
        self.unjudged.setVisible(catalog.has_graded)
        rows = label_rows(catalog, facts)
        self.labels.show_pairs(rows)
        self.labels_section.setVisible(bool(rows))
        self.setup.show_pairs(setup_of(catalog, facts))
        names = [(run.name, run.origin == "baseline") for run in catalog.runs]
        self.runs.show_runs(names, facts.withdrawn)
        gone = len(facts.withdrawn)
        self.runs_section.set_aside(tr("{count:,} withdrawn", count=gone) if gone else grouped(len(names)))

    def follow_hub(self, hub: HubSync) -> None:
        """Show the state of the collection at its hub, now and whenever that changes."""
        self._hub_sync = hub
        hub.changed.connect(self._show_hub)
        self._show_hub()

    def _show_hub(self) -> None:
        rows = [] if self._hub_sync is None else hub_rows(self._hub_sync)
        self.hub.show_pairs(rows)
        self.hub_section.setVisible(bool(rows))


class _Setup(QWidget):
    """The setup of the campaign, one line each."""

    def __init__(self) -> None:
        super().__init__()
        self._pairs: Sequence[tuple[str, str]] = ()

    def show_pairs(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Show these lines."""
        self._pairs = pairs
        self.setAccessibleName(clauses(labeled(what, how) for what, how in pairs))
        self.setFixedHeight(_LINE * len(pairs))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens, painter = theme().tokens, QPainter(self)
        for at, (what, how) in enumerate(self._pairs):
            box = QRectF(0, at * _LINE, self.width(), _LINE)
            name = QRectF(0, at * _LINE, _NAMES - _GAP, _LINE)
            paint_text(painter, name, what, font(Px.ASIDE), tokens.text2)
            paint_text(painter, box.adjusted(_NAMES, 0, 0, 0), how, font(Px.ASIDE, 500, tabular=True), tokens.text)
        painter.end()


class _Runs(QWidget):
    """The runs with their markers; withdrawn runs are struck out."""

    clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._names: Sequence[tuple[str, bool]] = ()
        self._gone: frozenset[int] = frozenset()

    def show_runs(self, names: Sequence[tuple[str, bool]], withdrawn: frozenset[int]) -> None:
        """Show these runs, given as name and whether it is a baseline."""
        self._names, self._gone = names, withdrawn
        parts = [tr("{name}, withdrawn", name=name) if at in withdrawn else name for at, (name, _) in enumerate(names)]
        self.setAccessibleName(clauses(parts) or tr("No runs"))
        self.setFixedHeight(max(1, len(names)) * _ROW)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, max(1, len(self._names)) * _ROW)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = int(event.position().y() // _ROW)
        if event.button() == Qt.MouseButton.LeftButton and at < len(self._names):
            self.clicked.emit(at)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = theme().tokens, QPainter(self)
        if not self._names:
            paint_text(painter, QRectF(self.rect()), _NO_RUNS, font(Px.ASIDE), tokens.text2)
        first, last = event.rect().top() // _ROW, event.rect().bottom() // _ROW
        for at in range(first, min(last + 1, len(self._names))):
            name, baseline = self._names[at]
            gone = at in self._gone
            box = QRectF(0, at * _ROW, self.width(), _ROW)
            spot = QPointF(box.left() + 8, box.center().y())
            paint_run_marker(painter, spot, 10, theme().run_style(at))
            face = QFont(font(Px.BASE, italic=baseline))
            face.setStrikeOut(gone)
            words = box.adjusted(_MARKER, 0, -_WITHDRAWN if gone else 0, 0)
            paint_text(painter, words, name, face, tokens.text3 if gone else tokens.text)
            if gone:
                wide = text_width(_IS_WITHDRAWN, font(Px.ASIDE))
                end = QRectF(box.right() - wide, box.top(), wide + 1, box.height())
                paint_text(painter, end, _IS_WITHDRAWN, font(Px.ASIDE), tokens.mid)
        painter.end()
