"""The Studies desk: ask for a study above, the studies at the left, the result at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from jurybox.disk import write_whole
from jurybox.errors import Refused
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.export import PICTURES, PictureExport, ask_picture, copy_tables
from jurybox_gui.desks.studies.form import StudyForm
from jurybox_gui.desks.studies.study_list import StudyList
from jurybox_gui.desks.studies.study_panel import StudyPanel
from jurybox_gui.desks.studies.work import StudyWork, as_text
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jurybox.changes import Changes
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.desks.studies.work import Item
    from jurybox_gui.theme.theme import Theme
    from jurybox_gui.widgets.banner import Kind
    from jurybox_gui.widgets.fields import Field

_LIST = 252
_STALE_AFTER_MS = 700
_BESIDE = 2
"""How many studies can be held beside the one that is chosen."""
_KINDS = f"{PICTURES};;Data as CSV (*.csv);;Everything as JSON (*.json)"
_HINTS = (
    ("studies.keep", "Keep"), ("studies.again", "Again"), ("studies.table", "Table"),
    ("studies.beside", "Hold beside"), ("studies.export", "Export"), ("studies.copy", "Copy"),
    ("studies.latex", "LaTeX"), ("studies.forget", "Take off"),
)  # fmt: skip


@final
class StudiesDesk(Desk):
    """Studies of this collection. `chosen` is the one shown; those that are `held` stay beside it."""

    id: ClassVar[str] = "studies"
    icon: ClassVar[str] = "studies"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.work = StudyWork(bridge, self)
        self.chosen: Item | None = None
        self.as_table = False
        self.form = StudyForm()
        self.list = StudyList()
        self.result, self.beside = StudyPanel(), tuple(StudyPanel() for _ in range(_BESIDE))
        self.held: list[Item] = []
        self.empty = EmptyState("")
        self.closed = EmptyState("")
        self.banner: Banner | None = None
        self.pictures = PictureExport(self, bridge.settings)
        self._later = Pause(self, _STALE_AFTER_MS, self._look)
        self._lay_out()
        self.connect_views()

    # What is done

    def run(self) -> None:
        """Do the study that is asked for; say why if it cannot be done."""
        self.setFocus()
        try:
            self.choose(self.work.start(self.form.requests(), workers=self.form.workers()))
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

    def again(self) -> None:
        """Do the study chosen once more."""
        workers = self.form.workers()
        self.with_chosen(lambda item: self.choose(self.work.again(item, workers)))

    def stop(self) -> None:
        """Stop the study chosen."""
        if self.chosen is not None:
            self.work.stop(self.chosen)

    def with_chosen(self, act: Callable[[Item], object]) -> None:
        """Do something with the chosen study; say why if it cannot be done."""
        if self.chosen is not None:
            try:
                act(self.chosen)
            except Refused as refusal:
                self.notice(str(refusal))

    def turn_over(self) -> None:
        """Show the result as a table, or as a picture."""
        self.as_table = not self.as_table
        self._show()

    def hold(self) -> None:
        """Hold the chosen study beside whichever is chosen next; again: let it go.

        Of too many the one that was held first is let go.
        """
        if self.chosen is not None:
            others = [item for item in self.held if item is not self.chosen]
            self.held = others if self.chosen in self.held else [*others, self.chosen][-_BESIDE:]
            for item in self.work.items:
                item.held = item in self.held
            self._show()

    def step(self, way: int) -> None:
        """Choose the study so many rows further."""
        items = self.work.items
        if items:
            at = items.index(self.chosen) if self.chosen in items else -1
            self.choose(items[max(0, min(at + way, len(items) - 1))])

    def export(self) -> None:
        """Ask where the picture or its data are to be written."""
        item = self.chosen
        figure = self.result.figure
        if item is not None and figure is not None:
            name = f"{item.title.lower().replace(' ', '-')}.svg"
            ask_picture(self, self.bridge.settings, (figure,), name, self.write_to, kinds=_KINDS)

    def write_to(self, path: Path) -> None:
        """Write the chosen study: its records as JSON, else its picture in the form that the name tells."""
        item, figure = self.chosen, self.result.figure
        if item is None:
            return
        if path.suffix == ".json":
            try:
                write_whole(path, as_text(item).encode())
            except OSError as error:
                self.notice(
                    f"{path} cannot be written ({error.strerror}). Nothing is lost; choose another place."
                )
            else:
                self.notice(f"Written: {path}", "good")
        elif figure is not None:
            self.pictures.write((figure,), path)

    def copy(self, *, latex: bool) -> None:
        """Copy the result as a table."""
        frame = self.result.table.frame
        if frame is not None:
            self.notice(copy_tables([frame], "latex" if latex else "text"), "good")

    def has_result(self) -> bool:
        """Return whether the study chosen has a result."""
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
                "The organizer can open it when judging is done.",
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
        results = Surface("surf")
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

    def connect_views(self) -> None:
        """Connect the views with the bridge and with each other."""
        self.form.asked.connect(self.run)
        self.form.left.connect(self.setFocus)
        self.list.item_chosen.connect(self.choose)
        self.work.changed.connect(self._changed)
        self.work.listed.connect(self._show)
        self.pictures.reported.connect(lambda sentence: self.notice(sentence, "note"))
        self.destroyed.connect(self.work.stop_all)


def _enter(field: Field) -> None:
    """Give a field the keyboard as a key does: what is typed replaces its text."""
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)


_ASK, _STUDIES, _SEE, _OUT = "A new study", "Studies", "Result", "Export"

action = ActionsOf[StudiesDesk](StudiesDesk.id)

ACTIONS: tuple[Action[StudiesDesk], ...] = (
    action("run", "Do this study", "R", do=StudiesDesk.run, group=_ASK),
    action("study", "Choose the study", "Shift+S", do=lambda desk: desk.form.study.showPopup(), group=_ASK),
    action(
        "measure",
        "Choose the measures",
        shares=Shared.MEASURE,
        do=lambda desk: desk.form.measures[0].showPopup(),
        group=_ASK,
    ),
    action("variant", "Choose the variant", "V", do=lambda desk: desk.form.variant.showPopup(), group=_ASK),
    action(
        "margin",
        "Choose what the margin is a share of",
        "Shift+M",
        do=lambda desk: desk.form.margin.showPopup(),
        group=_ASK,
    ),
    action("trials", "How many trials", "Shift+T", do=lambda desk: _enter(desk.form.trials), group=_ASK),
    action(
        "size", "How large the sets are", "Shift+Z", do=lambda desk: _enter(desk.form.set_size), group=_ASK
    ),
    action(
        "seed",
        "The seed of what is drawn by lot",
        "Shift+D",
        do=lambda desk: _enter(desk.form.seed),
        group=_ASK,
    ),
    action("cluster", "Run on a cluster", "C", do=lambda desk: _enter(desk.form.cluster), group=_ASK),
    action(
        "above",
        "Study above",
        "Up",
        do=lambda desk: desk.step(-1),
        group=_STUDIES,
        row="Choose a study",
        repeat=True,
    ),
    action(
        "below",
        "Study below",
        "Down",
        do=lambda desk: desk.step(1),
        group=_STUDIES,
        row="Choose a study",
        repeat=True,
    ),
    action(
        "stop",
        "Stop this study",
        "Esc",
        do=StudiesDesk.stop,
        when=lambda desk: desk.chosen is not None and desk.chosen.is_running,
        group=_STUDIES,
    ),
    action(
        "keep",
        "Keep it in the collection",
        "Shift+K",
        do=lambda desk: desk.with_chosen(desk.work.keep),
        when=StudiesDesk.has_result,
        group=_STUDIES,
    ),
    action(
        "forget",
        "Take it off the list, and out of the collection",
        "Del",
        do=lambda desk: desk.with_chosen(desk.work.forget),
        when=lambda desk: desk.chosen is not None,
        group=_STUDIES,
    ),
    action(
        "again",
        "Do it again with today's judgments",
        "A",
        do=StudiesDesk.again,
        when=lambda desk: desk.chosen is not None,
        group=_STUDIES,
    ),
    action(
        "table",
        "As a table, or as a picture",
        shares=Shared.TABLES,
        do=StudiesDesk.turn_over,
        when=StudiesDesk.has_result,
        group=_SEE,
    ),
    action(
        "beside",
        "Hold it beside the others, or let it go",
        "P",
        do=StudiesDesk.hold,
        when=StudiesDesk.has_result,
        group=_SEE,
    ),
    action(
        "export",
        "Export the picture or its data",
        shares=Shared.EXPORT,
        do=StudiesDesk.export,
        when=StudiesDesk.has_result,
        group=_OUT,
    ),
    action(
        "copy",
        "Copy the table, unrounded",
        "Ctrl+Shift+C",
        do=lambda desk: desk.copy(latex=False),
        when=StudiesDesk.has_result,
        group=_OUT,
    ),
    action(
        "latex",
        "Copy the table as LaTeX",
        "Ctrl+Shift+L",
        do=lambda desk: desk.copy(latex=True),
        when=StudiesDesk.has_result,
        group=_OUT,
    ),
)
