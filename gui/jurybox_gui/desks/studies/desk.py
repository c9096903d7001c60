"""The Studies desk: a new study and the list of studies on the left, the result on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar, final

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from jurybox.analysis.studies.records import request_of
from jurybox.changes import Changes
from jurybox.disk import write_whole
from jurybox.errors import Refused
from jurybox.language import tr, tr_noop
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.actions.spec import Action, ActionsOf
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.export import PICTURES, PictureExport, ask_picture, copy_tables
from jurybox_gui.desks.question_choices import chosen_questions
from jurybox_gui.desks.studies.empty_page import NoStudyPage
from jurybox_gui.desks.studies.form import StudyForm
from jurybox_gui.desks.studies.study_list import StudyList
from jurybox_gui.desks.studies.study_panel import StudyPanel
from jurybox_gui.desks.studies.work import Item, StudyWork, as_text
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.banner import Banner, Choice, Kind
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.fields import Field
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.hairline import Hairline
from jurybox_gui.widgets.hint_row import HintRow
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled
from jurybox_gui.widgets.surface import Surface

_LIST_LEAST, _LIST_LOW, _LOW = 130, 70, 600
_COLUMN, _WIDE_COLUMN, _WIDE = 316, 396, 1500
_SCROLL_BAR, _PAGE = 12, 524
"""Width of a scroll bar; width that is left to the result before the column grows with its choices, px."""
_FOOT = 13
"""Below a height of `_LOW`, the list may be `_LIST_LOW` high; margins and line around the button, px."""
_STALE_AFTER_MS = 700
_BESIDE = 2
"""How many studies can be held beside the chosen one."""
_KINDS = ";;".join((PICTURES, tr("Data as CSV (*.csv)"), tr("Everything as JSON (*.json)")))
_HINTS = (
    ("studies.keep", tr("Keep")), ("studies.again", tr("Run again")), ("studies.table", tr("Table")),
    ("studies.beside", tr("Compare")), ("studies.export", tr("Export")), ("studies.copy", tr("Copy")),
    ("studies.latex", tr("Copy LaTeX")), ("studies.forget", tr("Remove")),
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
        self._wanted = _COLUMN
        self.empty = NoStudyPage()
        self.closed = EmptyState("")
        self.banner: Banner | None = None
        self.pictures = PictureExport(self, bridge.settings)
        self._list_title = PlainLabel("", px=Px.LEAD, weight=600)
        self._later = Pause(self, _STALE_AFTER_MS, self._look)
        self._lay_out()
        self.connect_views()

    # Actions

    def run(self) -> None:
        """Run the requested study; show why if it cannot be run."""
        self.setFocus()
        try:
            self.show_item(self.work.start(self.form.requests(), workers=self.form.workers()))
        except Refused as refusal:
            self.notice(str(refusal))
            return
        self.notice("")

    def choose(self, item: Item | None) -> None:
        """Show a study, and in the form its request."""
        self.notice("")
        self.show_item(item)
        if item is not None:
            asked = item.requests or tuple(request_of(record) for record in item.records)
            self.form.show_requests(asked)

    def show_item(self, item: Item | None) -> None:
        """Show a study; the form stays as it is."""
        self.chosen = item
        self._show()

    def notice(self, sentence: str, kind: Kind = "error", choices: Sequence[Choice] = ()) -> None:
        """Show a sentence above the studies, with buttons on its right; an empty one removes it."""
        if self.banner is not None:
            self._notices.removeWidget(self.banner)
            self.banner.deleteLater()
            self.banner = None
        if sentence:
            self.banner = Banner(sentence, "", choices, kind=kind, beside=True)
            self._notices.addWidget(self.banner)

    def again(self) -> None:
        """Run the chosen study once more."""
        workers = self.form.workers()
        self.with_chosen(lambda item: self.show_item(self.work.again(item, workers)))

    def _name_gold(self, name: str) -> None:
        """Draw from another gold standard, on all desks; show why if it does not apply here."""
        try:
            self.bridge.set_gold(name)
        except Refused as refusal:
            self.notice(str(refusal))

    def stop(self) -> None:
        """Stop the chosen study."""
        if self.chosen is not None:
            self.work.stop(self.chosen)

    def with_chosen(self, act: Callable[[Item], object]) -> None:
        """Do something with the chosen study; show why if it cannot be done."""
        if self.chosen is not None:
            try:
                act(self.chosen)
            except Refused as refusal:
                self.notice(str(refusal))

    def turn_over(self) -> None:
        """Switch between the result as a table and as a picture."""
        self.as_table = not self.as_table
        self._show()

    def hold(self) -> None:
        """Hold the chosen study beside whichever is chosen next; a second call releases it.

        If too many are held, the one held longest is released.
        """
        if self.chosen is not None:
            others = [item for item in self.held if item is not self.chosen]
            self.held = others if self.chosen in self.held else [*others, self.chosen][-_BESIDE:]
            for item in self.work.items:
                item.held = item in self.held
            alone = self.held == [self.chosen]
            words = tr("Choose another study from the list. Both are then shown side by side.")
            self.notice(words if alone else "", "note")
            self._show()

    def forget(self) -> None:
        """Remove the chosen study, with a notice that can bring it back."""
        item = self.chosen
        if item is None:
            return
        at = self.work.items.index(item)
        try:
            self.work.forget(item)
        except Refused as refusal:
            self.notice(str(refusal))
            return

        def bring_back() -> None:
            try:
                self.choose(self.work.bring_back(item, at))
            except Refused as refusal:
                self.notice(str(refusal))
            self.setFocus()

        words = tr("Removed: {title}, {measures}", title=item.title, measures=item.measures)
        choices = ((tr("Bring back"), "", bring_back),) if item.records else ()
        self.notice(words, "note", choices)

    def step(self, way: int) -> None:
        """Choose the study this many rows further."""
        items = self.work.items
        if items:
            at = items.index(self.chosen) if self.chosen in items else -1
            self.choose(items[max(0, min(at + way, len(items) - 1))])

    def export(self) -> None:
        """Ask where to write the picture or its data."""
        item = self.chosen
        figure = self.result.figure
        if item is not None and figure is not None:
            name = f"{item.title.lower().replace(' ', '-')}.svg"
            ask_picture(self, self.bridge.settings, (figure,), name, self.write_to, kinds=_KINDS)

    def write_to(self, path: Path) -> None:
        """Write the chosen study: its records as JSON, else its picture in the format of the suffix."""
        item, figure = self.chosen, self.result.figure
        if item is None:
            return
        if path.suffix == ".json":
            try:
                write_whole(path, as_text(item).encode())
            except OSError as error:
                self.notice(
                    tr(
                        "{path} cannot be written ({strerror}). Nothing is lost; choose another place.",
                        path=path,
                        strerror=error.strerror,
                    )
                )
            else:
                self.notice(tr("Written: {path}", path=path), "good")
        elif figure is not None:
            self.pictures.write((figure,), path)

    def copy(self, *, latex: bool) -> None:
        """Copy the result as a table."""
        frame = self.result.table.frame
        if frame is not None:
            self.notice(copy_tables([frame], "latex" if latex else "text"), "good")

    def has_result(self) -> bool:
        """Return whether the chosen study has a result."""
        return self.chosen is not None and bool(self.chosen.records)

    # Views

    def refresh(self, changes: Changes) -> None:
        """Check what is stored, and which studies are out of date, soon after a change."""
        self.form.follow(self.bridge)
        if changes.what & {"catalog", "facts"}:
            self.form.show_measures(self.bridge.session.catalog, self.bridge.session.facts)
            self.work.read_kept()
        elif changes.what & {"labels", "adjudications"}:
            self._later.start()
        if self._wanted != self._wanted_width():
            self._fit_form()
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
                tr("Runs and scores are hidden while this collection is being judged."),
                tr("The organizer can open it when judging is done."),
            )
        self._pages.setCurrentIndex(1 if board is None else 0)
        self._middle.setCurrentIndex(1 if self.chosen is None else 0)
        self.list.show_items(items, self.chosen)
        self._list_title.setText(tr("Studies, {n:,}", n=len(items)))
        if bool(items) == self.list.isHidden():
            for widget in (self._list_title, self.list):
                widget.setVisible(bool(items))
            self._fit_form()
        if self.chosen is None or board is None:
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
            if not item.is_running:
                self.redrawn.emit()  # a result can now be kept, compared and exported
        else:
            self.list.viewport().update()

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
        self._notices = QVBoxLayout()
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(self._notices)
        right.addWidget(middle, 1)
        across = QHBoxLayout(page)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self._left_column())
        across.addWidget(Hairline(upright=True))
        across.addLayout(right, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(page)
        self._pages.addWidget(self.closed)

    def _left_column(self) -> QWidget:
        """Return the form with its button, and below it the list of studies."""
        self._left = left = Surface("win")
        self._form_room = scrolled(self.form)
        self._form_room.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._list_title.setContentsMargins(16, 8, 16, 4)
        self.form_edge = edge = Hairline()  # if more fields follow below
        keeps = edge.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        edge.setSizePolicy(keeps)
        edge.hide()
        self._form_room.verticalScrollBar().rangeChanged.connect(lambda _low, high: edge.setVisible(high > 0))
        button = QHBoxLayout()
        button.setContentsMargins(16 - RING_ROOM, 2, 16, 6)
        button.addWidget(self.form.button)
        button.addStretch(1)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._form_room, 1000)
        column.addWidget(edge)
        column.addLayout(button)
        column.addWidget(Hairline())
        column.addWidget(self._list_title)
        column.addWidget(self.list, 1)
        column.addStretch(0)
        self._fit_form()
        return left

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_form()

    def _fit_form(self, _at: int = 0) -> None:
        """Give the form the height that its rows take, and the list the rest."""
        listed = bool(self.work.items)
        room = max(_COLUMN, self.width() - _PAGE)
        self._wanted = self._wanted_width()
        wide = _WIDE_COLUMN if self.width() >= _WIDE else min(self._wanted, room)
        self._left.setFixedWidth(wide)
        self.list.setMinimumHeight(_LIST_LEAST if self.height() >= _LOW else _LIST_LOW)
        around = self.form.button.sizeHint().height() + _FOOT
        below = self._list_title.sizeHint().height() + self.list.minimumHeight() if listed else 0
        self._form_room.setMaximumHeight(self.form.fit(self.height() - around - below, wide) + 2)

    def _wanted_width(self) -> int:
        """Return the width, px, in which choices are whole, beside the bar of the form in a low window."""
        return self.form.wanted_width(_COLUMN, _SCROLL_BAR if self.height() < _LOW else 0)

    def connect_views(self) -> None:
        """Connect the views with the bridge and with each other."""
        self.form.asked.connect(self.run)
        self.form.left.connect(self.setFocus)
        for choice in self.form.choices:
            choice.currentIndexChanged.connect(self._fit_form)
        self.form.gold_chosen.connect(self._name_gold)
        self.form.questions_chosen.connect(
            lambda some: self.bridge.select_questions(chosen_questions(self.bridge, some))
        )
        self.empty.study_wanted.connect(self.form.study.choose)
        self.list.item_chosen.connect(self.choose)
        self.work.changed.connect(self._changed)
        self.work.listed.connect(self._show)
        self.pictures.reported.connect(lambda sentence: self.notice(sentence, "note"))
        self.destroyed.connect(self.work.stop_all)


def _enter(field: Field) -> None:
    """Focus a field as a key does: typed text replaces its content."""
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)


_ASK, _STUDIES = tr_noop("New study"), tr_noop("Studies")
_SEE, _OUT = tr_noop("Result"), tr_noop("Export")

_NO_STUDY = tr("No study is chosen. Run one first.")


def _why_no_result(desk: StudiesDesk) -> str:
    return _NO_STUDY if desk.chosen is None else tr("The study chosen has no result yet.")


action = ActionsOf[StudiesDesk](StudiesDesk.id)

ACTIONS: tuple[Action[StudiesDesk], ...] = (
    action("run", tr("Run study"), "R", do=StudiesDesk.run, group=_ASK),
    action("study", tr("Choose the study"), "Shift+S", do=lambda desk: desk.form.study.showPopup(), group=_ASK),
    action(
        "measure",
        tr("Choose the measures"),
        shares=Shared.MEASURE,
        do=lambda desk: desk.form.measures[0].showPopup(),
        group=_ASK,
    ),
    action(
        "gold",
        tr("Choose the gold standard"),
        shares=Shared.GOLD,
        do=lambda desk: desk.form.gold.showPopup(),
        group=_ASK,
    ),
    action(
        "questions",
        tr("Choose the questions"),
        shares=Shared.QUESTIONS,
        do=lambda desk: desk.form.questions.showPopup(),
        group=_ASK,
    ),
    action("variant", tr("Choose how sets are drawn"), "V", do=lambda desk: desk.form.variant.showPopup(), group=_ASK),
    action("margin", tr("Choose the margin"), "Shift+M", do=lambda desk: desk.form.margin.showPopup(), group=_ASK),
    action("trials", tr("Set the number of trials"), "Shift+T", do=lambda desk: _enter(desk.form.trials), group=_ASK),
    action("size", tr("Set the set size"), "Shift+Z", do=lambda desk: _enter(desk.form.set_size), group=_ASK),
    action("seed", tr("Set the random seed"), "Shift+D", do=lambda desk: _enter(desk.form.seed), group=_ASK),
    action("cluster", tr("Run on a cluster"), "C", do=lambda desk: _enter(desk.form.cluster), group=_ASK),
    action(
        "above",
        tr("Study above"),
        "Up",
        do=lambda desk: desk.step(-1),
        group=_STUDIES,
        row=tr_noop("Choose a study"),
        repeat=True,
    ),
    action(
        "below",
        tr("Study below"),
        "Down",
        do=lambda desk: desk.step(1),
        group=_STUDIES,
        row=tr_noop("Choose a study"),
        repeat=True,
    ),
    action(
        "stop",
        tr("Stop the study"),
        "Esc",
        do=StudiesDesk.stop,
        when=lambda desk: desk.chosen is not None and desk.chosen.is_running,
        group=_STUDIES,
    ),
    action(
        "keep",
        tr("Keep the study in the collection"),
        "Shift+K",
        do=lambda desk: desk.with_chosen(desk.work.keep),
        when=StudiesDesk.has_result,
        why_not=_why_no_result,
        group=_STUDIES,
    ),
    action(
        "forget",
        tr("Remove the study, also from the collection"),
        "Del",
        do=StudiesDesk.forget,
        when=lambda desk: desk.chosen is not None,
        why_not=_NO_STUDY,
        group=_STUDIES,
    ),
    action(
        "again",
        tr("Run again with the current judgments"),
        "A",
        do=StudiesDesk.again,
        when=lambda desk: desk.chosen is not None,
        why_not=_NO_STUDY,
        group=_STUDIES,
    ),
    action(
        "table",
        tr("Show as a table or a picture"),
        shares=Shared.TABLES,
        do=StudiesDesk.turn_over,
        when=StudiesDesk.has_result,
        why_not=_why_no_result,
        group=_SEE,
    ),
    action(
        "beside",
        tr("Compare with other studies, or stop comparing"),
        "P",
        do=StudiesDesk.hold,
        when=StudiesDesk.has_result,
        why_not=_why_no_result,
        group=_SEE,
    ),
    action(
        "export",
        tr("Export the picture or its data"),
        shares=Shared.EXPORT,
        do=StudiesDesk.export,
        when=StudiesDesk.has_result,
        why_not=_why_no_result,
        group=_OUT,
    ),
    action(
        "copy",
        tr("Copy the table, unrounded"),
        "Ctrl+Shift+C",
        do=lambda desk: desk.copy(latex=False),
        when=StudiesDesk.has_result,
        why_not=_why_no_result,
        group=_OUT,
    ),
    action(
        "latex",
        tr("Copy the table as LaTeX"),
        "Ctrl+Shift+L",
        do=lambda desk: desk.copy(latex=True),
        when=StudiesDesk.has_result,
        why_not=_why_no_result,
        group=_OUT,
    ),
)
