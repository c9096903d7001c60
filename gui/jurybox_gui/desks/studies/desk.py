"""The Studies desk: ask for a study above, the studies at the left, the result at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from jurybox.errors import Refused
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.studies.actions import ACTIONS, DESK
from jurybox_gui.desks.studies.form import StudyForm
from jurybox_gui.desks.studies.result import Result
from jurybox_gui.desks.studies.study_list import StudyList
from jurybox_gui.desks.studies.work import StudyWork, as_text
from jurybox_gui.desks.taking_away import TakeAway, ask_where
from jurybox_gui.pending import Pause
from jurybox_gui.pieces.banner import Banner
from jurybox_gui.pieces.empty_state import EmptyState
from jurybox_gui.pieces.ground import Ground
from jurybox_gui.pieces.hint_row import HintRow
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from jurybox.changes import Changes
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import ActionSpec, Question
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.desks.studies.work import Item
    from jurybox_gui.pieces.banner import Kind
    from jurybox_gui.pieces.fields import Field
    from jurybox_gui.theme.theme import Theme

_LIST = 252
_STALE_AFTER_MS = 700
_BESIDE = 2
"""How many studies can be held beside the one that is chosen."""
_HINTS = (
    ("studies.keep", "Keep"), ("studies.again", "Again"), ("studies.table", "Table"),
    ("studies.beside", "Hold beside"), ("studies.export", "Export"), ("studies.copy", "Copy"),
    ("studies.latex", "LaTeX"), ("studies.forget", "Take off"),
)  # fmt: skip


class StudiesDesk(Desk):
    """Studies of this collection. `chosen` is the one shown; those that are `held` stay beside it."""

    id: ClassVar[str] = DESK
    title: ClassVar[str] = "Studies"
    icon: ClassVar[str] = "studies"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.work = StudyWork(bridge, self)
        self.chosen: Item | None = None
        self.as_table = False
        self.form = StudyForm()
        self.list = StudyList()
        self.result, self.beside = Result(), tuple(Result() for _ in range(_BESIDE))
        self.held: list[Item] = []
        self.empty = EmptyState("")
        self.closed = EmptyState("")
        self.banner: Banner | None = None
        self.away = TakeAway(self)
        self._later = Pause(self, _STALE_AFTER_MS, self._look)
        self._lay_out()
        self._connect()

    @classmethod
    def action_specs(cls) -> Sequence[ActionSpec]:
        """Return the keys of this desk."""
        return ACTIONS

    def handlers(self) -> Mapping[str, Handler]:
        """Return what they do."""
        form = self.form
        named: dict[str, Handler] = {
            "run": self.run,
            "study": form.study.showPopup,
            "measure": form.measures[0].showPopup,
            "variant": form.variant.showPopup,
            "margin": form.margin.showPopup,
            "trials": lambda: _enter(form.trials),
            "size": lambda: _enter(form.set_size),
            "seed": lambda: _enter(form.seed),
            "above": lambda: self._step(-1),
            "below": lambda: self._step(1),
            "stop": self._stop,
            "keep": lambda: self._with(self.work.keep),
            "forget": lambda: self._with(self.work.forget),
            "again": self._again,
            "table": self._turn_over,
            "beside": self._hold,
            "export": self._export,
            "copy": lambda: self._copy(latex=False),
            "latex": lambda: self._copy(latex=True),
        }
        return {f"{DESK}.{name}": handler for name, handler in named.items()}

    def possible(self) -> Mapping[str, Question]:
        """Return when something can be done with the study chosen."""
        done = ("keep", "table", "beside", "export", "copy", "latex")
        found: dict[str, Question] = {f"{DESK}.{name}": self._has_result for name in done}
        found[f"{DESK}.stop"] = lambda: self.chosen is not None and self.chosen.is_running
        for name in ("forget", "again"):
            found[f"{DESK}.{name}"] = lambda: self.chosen is not None
        return found

    # What is done

    def run(self) -> None:
        """Do the study that is asked for; say why if it cannot be done."""
        self.setFocus()
        try:
            self.choose(self.work.start(self.form.requests()))
        except Refused as refusal:
            self.notice(str(refusal))
            return
        self.notice("")

    def choose(self, item: Item | None) -> None:
        """Show a study."""
        self.chosen = item
        self._show()

    def notice(self, sentence: str, kind: Kind = "error") -> None:
        """Show a sentence above the studies; an empty one takes it away."""
        if self.banner is not None:
            self._notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if sentence:
            self.banner = Banner(sentence, "", (), kind=kind)
            self._notices.addWidget(self.banner)

    def _again(self) -> None:
        self._with(lambda item: self.choose(self.work.again(item)))

    def _stop(self) -> None:
        if self.chosen is not None:
            self.work.stop(self.chosen)

    def _with(self, act: Callable[[Item], object]) -> None:
        """Do something with the chosen study; say why if it cannot be done."""
        if self.chosen is not None:
            try:
                act(self.chosen)
            except Refused as refusal:
                self.notice(str(refusal))

    def _turn_over(self) -> None:
        self.as_table = not self.as_table
        self._show()

    def _hold(self) -> None:
        """Hold the chosen study beside whichever is chosen next; again: let it go.

        Of too many the one that was held first is let go.
        """
        if self.chosen is not None:
            others = [item for item in self.held if item is not self.chosen]
            self.held = others if self.chosen in self.held else [*others, self.chosen][-_BESIDE:]
            for item in self.work.items:
                item.held = item in self.held
            self._show()

    def _step(self, way: int) -> None:
        items = self.work.items
        if items:
            at = items.index(self.chosen) if self.chosen in items else -1
            self.choose(items[max(0, min(at + way, len(items) - 1))])

    def _export(self) -> None:
        item = self.chosen
        if item is not None:
            ask_where(self, f"{item.title.lower().replace(' ', '-')}.svg", self.write_to)

    def write_to(self, path: Path) -> None:
        """Write the chosen study: its records as JSON, else its picture in the form that the name tells."""
        item, figure = self.chosen, self.result.figure
        if item is None:
            return
        if path.suffix == ".json":
            try:
                path.write_text(as_text(item), encoding="utf-8")
            except OSError as error:
                self.notice(
                    f"{path} cannot be written ({error.strerror}). Nothing is lost; choose another place."
                )
            else:
                self.notice(f"Written: {path}", "good")
        elif figure is not None:
            self.away.write((figure,), path)

    def _copy(self, *, latex: bool) -> None:
        rows = self.result.rows
        QGuiApplication.clipboard().setText(rows.as_latex() if latex else rows.as_text())
        self.notice("The table is on the clipboard" + (" as LaTeX." if latex else "."), "good")

    def _has_result(self) -> bool:
        return self.chosen is not None and bool(self.chosen.records)

    # What is shown

    def refresh(self, changes: Changes) -> None:
        """Look what is kept, and which studies are out of date, soon after a change."""
        if changes.what & {"catalog", "facts"}:
            self.form.show_measures(self.bridge.session.catalog)
            self.work.read_kept()
        elif changes.what & {"labels", "adjudications"}:
            self._later.start()
        self._show()

    def _look(self) -> None:
        self.work.look_for_changes()
        self._show()

    def _show(self) -> None:
        items = self.work.items
        if self.chosen not in items:
            self.chosen = items[0] if items else None
        board = self.bridge.scoreboard
        if board is None:
            self.closed.set_text(
                "Runs and scores are hidden while this collection is being judged.",
                "The organiser can open it when judging is done.",
            )
        self._pages.setCurrentIndex(1 if board is None else 0)
        self._middle.setCurrentIndex(1 if self.chosen is None else 0)
        self.list.show_items(items, self.chosen)
        if self.chosen is None or board is None:
            self.empty.set_text(
                "No study yet.",
                "Choose one above and press {studies.run}. {studies.stop} stops it again.",
            )
            return
        runs = {board.name_of(run): run for run in board.runs}
        self.result.show_item(self.chosen, runs, as_table=self.as_table)
        self.held = [item for item in self.held if item in items]
        others = [item for item in self.held if item is not self.chosen]
        for at, page in enumerate(self.beside):
            page.setVisible(at < len(others))
            if at < len(others):
                page.show_item(others[at], runs, as_table=self.as_table)

    def _changed(self, item: Item) -> None:
        if item is self.chosen or item.held:
            self._show()
        else:
            self.list.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground of the list."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), color(theme().tokens.win))
        painter.end()

    def _lay_out(self) -> None:
        page = QWidget()
        results = Ground("surf")
        both = QHBoxLayout()
        both.setContentsMargins(0, 0, 0, 0)
        both.setSpacing(1)
        both.addWidget(self.result, 1)
        for held in self.beside:
            both.addWidget(held, 1)
            held.hide()
        below = QVBoxLayout(results)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addLayout(both, 1)
        hints = HintRow(*_HINTS)
        hints.setContentsMargins(24, 0, 24, 10)
        below.addWidget(hints)
        middle = QWidget()
        self._middle = QStackedLayout(middle)
        self._middle.addWidget(results)
        self._middle.addWidget(self.empty)
        self.list.setFixedWidth(_LIST)
        across = QHBoxLayout()
        across.setSpacing(0)
        across.addWidget(self.list)
        across.addWidget(middle, 1)
        self._notices = QVBoxLayout()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.form)
        column.addLayout(self._notices)
        column.addLayout(across, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(page)
        self._pages.addWidget(self.closed)

    def _connect(self) -> None:
        self.form.asked.connect(self.run)
        self.form.left.connect(self.setFocus)
        self.list.item_chosen.connect(self.choose)
        self.work.changed.connect(self._changed)
        self.work.listed.connect(self._show)
        self.away.told.connect(lambda sentence: self.notice(sentence, "note"))
        self.destroyed.connect(self.work.stop_all)


def _enter(field: Field) -> None:
    """Give a field the keyboard as a key does: what is typed replaces what stands there."""
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)
