"""A window: menu row, rail, the desk in front, status line; everything in it comes through the bridge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QMenuBar, QStackedWidget

from jurybox import __version__
from jurybox.campaign.seats import blind
from jurybox.errors import Refused
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox_gui.actions.menus import fill_menus, menu_of_desk
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.router import KeyRouter
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.core.pending import Delay
from jurybox_gui.core.saving import SAVING_SHOWN_AFTER_MS, saving_line
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.boards import AT_JUDGE, BOARDS, desk_of_answer, desk_title, first_answer_at, is_queued
from jurybox_gui.desks.directory import DESKS, START
from jurybox_gui.shell.campaign_actions import CAMPAIGN_ACTIONS, CampaignActions
from jurybox_gui.shell.notice_bar import NoticeBar
from jurybox_gui.shell.replay import REPLAY_ACTIONS
from jurybox_gui.shell.window_actions import MENUS, SHELL_ACTIONS, WindowActions
from jurybox_gui.shell.window_layout import LEAST_DESK, RAIL, add_above_foot, middle, top_row
from jurybox_gui.widgets.announce import announce
from jurybox_gui.widgets.fields import SearchField
from jurybox_gui.widgets.focus import FocusRing
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.overlay import Overlay
from jurybox_gui.widgets.painting import one_line
from jurybox_gui.widgets.rail import Rail, RailEntry
from jurybox_gui.widgets.run_names import know_run_names
from jurybox_gui.widgets.status_line import StatusLine

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import (
        QCloseEvent,
        QContextMenuEvent,
        QDragEnterEvent,
        QDragLeaveEvent,
        QDropEvent,
        QKeyEvent,
        QPaintEvent,
        QWheelEvent,
    )
    from PySide6.QtWidgets import QWidget

    from jurybox.changes import Changes
    from jurybox.collection.facts import Facts, Unjudged
    from jurybox.session import Session
    from jurybox_gui.desks.campaign import CampaignDesk
    from jurybox_gui.desks.desk import Desk
    from jurybox_gui.shell.application import Application
    from jurybox_gui.shell.demo_hints import HintLine
    from jurybox_gui.shell.replay_bar import ReplayBar
    from jurybox_gui.widgets.banner import Banner, Choice, Kind
    from jurybox_gui.widgets.drop_frame import DropFrame
    from jurybox_gui.widgets.probe import Probe

_MOST_LETTERS, _MOST_ANSWERS = 60, 8
_NOTCH = 120
"""The angle of one wheel notch; touchpads send fractions of it."""
NO_NAME = tr("Choose your name…")
"""The status line's text while no assessor is chosen; a click on it asks for the name."""


class Window(QMainWindow):
    """One window of the program; a second one shows one desk of the same collection without the rail."""

    painted = Signal()
    """Emitted once, when the window has been painted for the first time: slow work begins then."""

    def __init__(self, app: Application, *, only: str | None = None) -> None:
        super().__init__()
        self._seen = False
        self._going = False
        self._damaged, self._lost = False, ""
        self._why_not = ""
        self._turned = 0
        self._menu_at: QPoint | None = None
        self._hints: HintLine | None = None
        self._labels_before: tuple[Banner | None, Facts] | None = None
        self._told: tuple[str | None, str | None] = (None, None)
        self.app = app
        self.only = only
        self.registry: ActionRegistry = ActionRegistry(self)
        self._desks: dict[str, Desk] = {}
        self._start: QWidget | None = None
        self._drop_frame: DropFrame | None = None
        self.replay_bar: ReplayBar | None = None
        self.setWindowTitle("Jurybox")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        self._build()
        self.shell = WindowActions(self)
        self.registry.add(SHELL_ACTIONS, target=self.shell)
        self.campaign = CampaignActions(self)
        self.registry.add(CAMPAIGN_ACTIONS, target=self.campaign)
        player = self.app.replay_player
        self.registry.add(REPLAY_ACTIONS, target=player)
        player.changed.connect(self._replay_changed)
        fill_menus(self.registry, self.menus, MENUS)
        self.registry.attach(self)
        self.registry.is_question_open = self._is_asked
        self.registry.impossible.connect(self._say_why_not)
        self.registry.beginning.connect(self._clear_why_not)
        self._override_keys()
        self._stop_settings = self.app.settings.subscribe(self._settings_changed)
        self.router = KeyRouter(self, self.registry.key_map, self._take_key)
        self.ring = FocusRing(self)
        self._after_painting = Delay(self, 0, self.painted.emit)
        self._saving_late = QTimer(self, singleShot=True, interval=SAVING_SHOWN_AFTER_MS)
        self._saving_late.timeout.connect(self._show_saving)
        self.app.hub.changed.connect(self._show_hub)
        self._show_rail()
        self._show_title()
        self._show_saving()

    @property
    def hints(self) -> HintLine:
        """The hints of a demo, made with the first collection: the first window is painted without them."""
        if self._hints is None:
            from jurybox_gui.shell.demo_hints import HintLine

            self._hints = line = HintLine(self.registry, self.app.settings)
            self.rail.chosen.connect(lambda desk: line.follow(f"view.{desk}"))
            add_above_foot(self._middle, line)
        return self._hints

    # The desk in front

    @property
    def desk(self) -> str:
        """The desk in front, or "start"."""
        return self.registry.desk

    def desk_widget(self, desk: str) -> Desk:
        """Return a desk of the open collection, built when first needed."""
        if desk not in self._desks:
            bridge = self.app.bridge
            if bridge is None:
                raise LookupError("no collection is open")
            made: Desk = self._desk_class(desk)(bridge, self.app.theme)
            self.registry.bind_desk(desk, made)
            made.answer_elsewhere.connect(self._go_to_answer)
            made.sentence.connect(lambda text, kind: self.tell(text, kind=kind))
            made.nothing_done.connect(self._say_nothing_done)
            made.redrawn.connect(self.registry.ask_again)
            made.redrawn.connect(self._open_menu)
            if desk in AT_JUDGE:
                made.redrawn.connect(lambda: self.app.follow_on_stage(self))
            if desk == "campaign":
                self.campaign.serve(cast("CampaignDesk", made))
            self.stack.addWidget(made)
            self._desks[desk] = made
        return self._desks[desk]

    def probe(self) -> Probe:
        """Return what the page in front shows in words, and what can be done there."""
        from jurybox_gui.widgets.probe import probe

        return probe(self.stack.currentWidget() or self, self.desk)

    def show_desk(self, desk: str) -> None:
        """Bring a desk to the front; the start page if no collection is open."""
        if self.app.bridge is None or desk == START:
            self._show_start()
            return
        if desk not in self.available():
            desk = "judge"
        if desk == "judge" and self.desk in AT_JUDGE and not self._going:
            desk = self.desk
        widget = self.desk_widget(desk)
        self.stack.setCurrentWidget(widget)
        self.rail.set_current("judge" if desk in AT_JUDGE else desk)
        self.registry.set_desk(desk)
        self.hints.at_desk(desk)
        widget.activate()
        self._show_title()

    def desk_name(self) -> str:
        """Return the name of the desk in front."""
        return desk_title(self.desk or START)

    def available(self) -> tuple[str, ...]:
        """Return the desks that may be seen: an assessor at work sees the Judge desk alone.

        There are none if no collection is open.
        """
        bridge = self.app.bridge
        if bridge is None:
            return ()
        return AT_JUDGE if blind(bridge.session) else tuple(DESKS)

    def reopen(self, desk: str) -> None:
        """Delete the desks of the previous collection and show a desk of the open one."""
        self._drop(tuple(self._desks))
        self.registry.set_desk(START)  # none of the deleted desks is in front any more
        self._damaged, self._lost = False, ""
        self.status.set_event("")
        self._show_rail()
        if self.app.bridge is not None:
            self._learn_names()
            self.app.bridge.changed.connect(self._on_changes)
            self.app.bridge.rule_changed.connect(self._tell_of_rule)
            self.app.bridge.schemes_changed.connect(self._tell_of_labels)
            self.app.bridge.answer_wanted.connect(self._go_if_main)
            self.app.bridge.differing_wanted.connect(self._show_differing)
        if self.app.bridge is not None and self.only is None:
            self._desk_class("judge")  # its menu is present on every desk
        self._show_saving()
        self._warn_of_damage()
        self.show_desk(self.only or desk)
        if self.only is None and self.desk in BOARDS:
            self._show_first()
        if self.app.bridge is not None and self.only is None and self.app.replay_player.replay is None:
            self.hints.begin(self.app.bridge)
        else:
            self.hints.end()

    def _show_first(self) -> None:
        """Show the first question judged at the desk in front, of those assigned to the present assessor."""
        session = None if self.app.bridge is None else self.app.bridge.session
        if session is not None and session.assessor is not None:
            assigned = session.catalog.assigned_to(session.assessor)
            first = first_answer_at(session.catalog, assigned.nonzero()[0].tolist(), self.desk)
            if first is not None:
                self._go_to_answer(first)

    @property
    def is_busy(self) -> bool:
        """Whether the window, or its desk in front, still has to be drawn."""
        desk = self._desks.get(self.desk)
        return not self._seen or (desk is not None and desk.isVisible() and desk.is_busy)

    # Messages

    def tell(self, sentence: str, aside: str = "", choices: Sequence[Choice] = (), kind: Kind = "error") -> None:
        """Show a message above the desk until it is closed or replaced."""
        self.notices.tell(sentence, aside, choices, kind)

    @property
    def message(self) -> str:
        """The sentence shown, if any."""
        return self.notices.message

    def clear_message(self) -> None:
        """Remove the message."""
        self.notices.clear_message()

    def guard(self, call: Callable[[], object]) -> None:
        """Do something that may be refused, and show the reason if it is."""
        try:
            call()
        except Refused as error:
            self.tell(str(error))

    def show_progress(self, text: str, done: int, total: int, *, stops: bool = True) -> None:
        """Show the progress of long work, and Esc if that `stops` it; an empty text hides the line."""
        self.notices.show_progress(text, done, total, stops=stops)

    # Internals

    def _build(self) -> None:
        self.menus = QMenuBar()
        self.search = SearchField(tr("Find a question, run, action"), action="edit.find", opens=True)
        self.search.opened.connect(lambda: self.registry.trigger("edit.find"))
        self.file_label = PlainLabel("", weight=500)
        self.top = top_row(self.menus, self.file_label, self.search)
        self.setMenuWidget(self.top)
        self.rail = Rail(RAIL, (RailEntry("keys", tr("Keys"), "keys", "help.keys"),))
        self.rail.chosen.connect(self.show_desk)
        self.rail.pressed.connect(lambda _: self.registry.trigger("help.keys"))
        self.rail.setVisible(self.only is None)
        self.stack = QStackedWidget()
        # The same for all desks: a window never grows because of another desk or a message.
        self.stack.setMinimumSize(*LEAST_DESK)
        self.notices = NoticeBar()
        self.notices.stop_requested.connect(self.app.stop_task)
        self.status = StatusLine()
        self.status.who_pressed.connect(lambda: self.registry.trigger("file.join"))
        self._middle = middle(self.rail, [self.notices, self.stack], [self.status])
        self.setCentralWidget(self._middle)

    def _drop(self, desks: Sequence[str]) -> None:
        """Delete desks, with everything they hold of runs and scores."""
        for desk in desks:
            old = self._desks.pop(desk)
            self.registry.unbind_desk(desk)
            old.let_go()
            self.stack.removeWidget(old)
            old.setParent(None)
            old.deleteLater()

    def _desk_class(self, desk: str) -> type[Desk]:
        """Return the class of a desk, after adding its actions to the registry and the menus."""
        module, name = DESKS[desk].split(":")
        package = import_module(module)
        found: type[Desk] = getattr(package, name)
        new = [action for action in package.ACTIONS if not self.registry.knows(action.id)]
        if new:
            self.registry.add(new)
            self._rebuild_menus()
        return found

    def all_specs(self) -> list[AnyAction]:
        """Return every action as data, including those of desks not loaded yet."""
        packages = [import_module(desk.partition(":")[0]) for desk in DESKS.values()]
        others = [action for package in packages for action in package.ACTIONS]
        return self.registry.specs() + [one for one in others if not self.registry.knows(one.id)]

    def load_actions(self) -> None:
        """Register the actions of all desks that may be seen, including those not shown yet."""
        for desk in self.available():
            self._desk_class(desk)

    def _show_start(self) -> None:
        if self._start is None:
            from jurybox_gui.desks.start import StartPage

            page = StartPage(self.app.settings)
            page.collection_chosen.connect(self.app.open_file)
            page.demo_chosen.connect(self.app.open_demo)
            self._start = page
            self.stack.addWidget(self._start)
        self.stack.setCurrentWidget(self._start)
        self.rail.set_current(None)
        self.registry.set_desk(START)
        if self._hints is not None:
            self._hints.at_desk(START)
        self._start.setFocus()
        self._show_title()

    def _show_rail(self) -> None:
        """Show the desks that may be seen; without a collection, all of them, grayed."""
        opened = self.app.bridge is not None
        self.rail.set_available(self.available() if opened else tuple(DESKS))
        for entry in RAIL:
            self.rail.button(entry.id).setEnabled(opened)
        self.campaign.show_or_hide()

    def _show_title(self) -> None:
        bridge = self.app.bridge
        name = bridge.session.path.name if bridge else ""
        self.file_label.setText(name)
        parts = [name, self.desk_name() if self.only else "", "Jurybox"]
        self.setWindowTitle(" - ".join(part for part in parts if part))
        who, mode = "", tr("Jurybox {version}, everything stays on this computer", version=__version__)
        if bridge is not None:
            session = bridge.session
            who = NO_NAME if session.assessor is None else session.catalog.assessors[session.assessor].name
            mode = tr("Judging") if blind(session) else gold_in_words(session, bridge.gold)
        self.status.set_who(who, mode)

    def _replay_changed(self) -> None:
        if self.app.replay_player.replay is not None:
            self.hints.end()  # nobody judges while a recording is watched
        if self.replay_bar is None and self.app.replay_player.replay is not None:
            from jurybox_gui.shell.replay_bar import ReplayBar  # not before a replay is watched

            self.replay_bar = ReplayBar(self.app.replay_player)
            add_above_foot(self._middle, self.replay_bar)
        if self.replay_bar is not None:
            self.replay_bar.follow()

    def _show_saving(self) -> None:
        bridge = self.app.bridge
        if bridge is None:
            self.status.set_state("none", tr("No collection open"))
            return
        self.status.set_state(*saving_line(bridge.session.saving))
        self._show_hub()

    def _show_hub(self) -> None:
        """Show how many labels wait for the network; nothing if none do, or without a hub."""
        self.status.set_waiting(self.app.hub.line)

    def _warn_of_damage(self) -> None:
        """Report once that the collection is damaged, with a remedy; only in the first window."""
        bridge = self.app.bridge
        if bridge is None or self is not self.app.window or bridge.session.saving.damaged == self._damaged:
            return
        self._damaged = bridge.session.saving.damaged
        if self._damaged and bridge.session.saving.read_only:
            self.tell(
                bridge.session.saving.read_only,
                tr("It is open for reading only."),
                self.app.files.ways_to_rescue(bridge.session.path),
            )

    def _warn_of_loss(self) -> None:
        """Report while the file is gone or destroyed, and offer a copy of the data in memory."""
        bridge = self.app.bridge
        if bridge is None or self is not self.app.window:
            return
        saving = bridge.session.saving
        problem = (saving.problem or "") if saving.lost else ""
        if problem == self._lost:
            return
        told, self._lost = self._lost, problem
        if not problem:
            if self.message == told:
                self.clear_message()
        else:
            copy: Choice = (tr("Save a copy…"), "", lambda: self.registry.trigger("file.copy"))
            other = saving.replaced_by
            ways: list[Choice] = [copy, (tr("Try again"), "", self.app.retry)]
            if other is not None:
                text = tr("Merge") if other.lacking else tr("Open it again")
                ways = [(text, "", self.app.files.merge_with_replacement), copy]
            self.tell(problem, tr("Everything you entered is still here."), ways)

    def _tell_of_rule(self, before: Unjudged, now: Unjudged) -> None:
        """Say that all scores moved because unjudged answers count otherwise, and offer what was before."""
        bridge = self.app.bridge
        if bridge is None or blind(bridge.session):
            return

        from jurybox.commands import SetFact
        from jurybox.scoring import said_of_rule

        def keep() -> None:
            self.clear_message()
            self.guard(lambda: bridge.session.execute(SetFact("unjudged", before)))

        self.tell(said_of_rule(before, now), choices=[(tr("Keep the rule from before"), "", keep)], kind="warning")

    def _tell_of_labels(self, before: Facts, initiator: object) -> None:
        """Say which keys give other labels than before, unless they were set in this window or nobody judges here."""
        bridge = self.app.bridge
        if bridge is None or bridge.session.assessor is None or initiator is not None:
            return
        from jurybox_gui.desks.label_schemes import moved_keys

        told, self._labels_before = self._labels_before, None
        if told is not None and told[0] is self.notices.banner:
            before = told[1]  # what the message says was not read yet
            self.clear_message()
        moved = moved_keys(before, bridge.session.facts, bridge.session.catalog.kinds)
        if moved:
            aside = tr("Labels that were given stay as they are.")
            self.tell(tr("The labels changed: {moved}.", moved=moved), aside, kind="warning")
            self._labels_before = self.notices.banner, before

    def _learn_names(self) -> None:
        """Note the names of the runs, by which long ones are cut."""
        bridge = self.app.bridge
        know_run_names(() if bridge is None else (run.name for run in bridge.session.catalog.runs))

    def _on_changes(self, changes: Changes, initiator: object) -> None:
        if "catalog" in changes.what:
            self._learn_names()
        mere = False  # whether entries reached the disk and nothing else happened
        if "labels" in changes.what and initiator is not None:
            self.notices.clear_remark()  # the next judgment means that the message was read
        if changes.what - {"saving"} and self.app.bridge is not None:
            session = self.app.bridge.session
            self.status.set_event(session.last_step() if changes.act in {"undo", "redo"} else "")
        if "saving" in changes.what and self.app.bridge is not None:
            saving = self.app.bridge.session.saving
            told, self._told = self._told, (saving.problem, saving.read_only)
            mere = changes.what == {"saving"} and told == self._told
            self._warn_of_damage()
            self._warn_of_loss()
            if saving.pending and not saving.problem and not saving.read_only:
                if not self._saving_late.isActive():
                    self._saving_late.start()
            else:
                self._saving_late.stop()
                self._show_saving()
        if changes.what & {"facts", "catalog"}:
            self._show_rail()
            if self.desk in DESKS and self.desk not in self.available():
                self.show_desk("judge")
            self._drop([desk for desk in self._desks if desk not in self.available()])
            self._show_title()
        if not mere:
            self.registry.ask_again()

    def _go_if_main(self, answer: int) -> None:
        if self.only is None:
            self._go_to_answer(answer)

    def first_answer(self, question: int) -> int:
        """Return the answer of a question that the present assessor is shown first.

        It is not the one imported first: assessors must not know the order of answers in a file.
        """
        judge: Any = self.desk_widget("judge")
        queue = judge.queue_cursor.current_queue()
        row = None if queue is None else queue.row_of_question(question)
        if queue is not None and row is not None:
            return int(queue.answers[queue.enter(row)])
        bridge = self.app.bridge
        if bridge is None:
            raise LookupError("no collection is open")
        return int(bridge.session.catalog.answers_of(question)[0])

    def _show_differing(self, who: int) -> None:
        """Show where an assessor differs from others, on the Disagreements desk."""
        if self.only is None:
            self.show_desk("disagreements")
            shown: Any = self.desk_widget("disagreements")
            shown.show_person(who)

    def _go_to_answer(self, answer: int) -> None:
        """Show an answer at the desk where it is judged; ignore requests of the desks meanwhile.

        If it is not in the assessor's queue, a notice shows its labels instead, where they may be seen.
        """
        bridge = self.app.bridge
        if bridge is None or self._going or self.only not in {None, *AT_JUDGE}:
            return
        self._going = True
        try:
            desk = desk_of_answer(bridge.session.catalog, answer)
            if not is_queued(bridge.session, answer):
                self._tell_labels(answer)
                return
            self.show_desk(desk)
            shown: Any = self.desk_widget(desk)
            shown.catch_up()
            shown.show_answer(answer)
            if desk != "judge":
                judge: Any = self.desk_widget("judge")
                judge.follow(answer)
        finally:
            self._going = False

    def _tell_labels(self, answer: int) -> None:
        """Show all labels of the question of an answer that cannot be judged here."""
        bridge = self.app.bridge
        if bridge is None:
            return
        session = bridge.session
        question = int(session.catalog.answer_question[answer])
        name = session.catalog.questions[question].name
        if blind(session) or desk_of_answer(session.catalog, answer) == "nuggets":
            self.tell(tr("Question {name} is not in your queue.", name=name), kind="note")
            return

        def show(lines: object) -> None:
            self.tell(tr("Question {name} is not in your queue. Its labels:", name=name), str(lines), kind="note")

        LatestTask(bridge).start(lambda _watch: labels_in_words(session, question), show)

    def _take_key(self, action: str, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape and self.notices.leave():
            return True
        desk = self._desks.get(self.desk)
        if desk is not None and not desk.admits(self.registry.spec(action), event):
            return True
        return self.registry.take(action)

    def _say_why_not(self, action: str) -> None:
        """Show why the action of a key cannot be done now."""
        self._say_nothing_done(self.registry.why_not(action))

    def _say_nothing_done(self, sentence: str) -> None:
        """Show at the foot why a key does nothing, until something is done."""
        why = self.registry.in_words(sentence)
        if why:
            self._why_not = why
            self.status.set_event(why)
            announce(self.status, why)

    def _clear_why_not(self) -> None:
        """Remove that reason once something is done; other messages there stay."""
        if self._why_not and self.status.event_text == self._why_not:
            self.status.set_event("")
        self._why_not = ""

    def _is_asked(self) -> bool:
        """Whether a question or a sheet is open above the desk."""
        # Checked at every key, so only among the window's own children, where all sheets are.
        for one in self.children():  # noqa: SIM110 - each step of a generator is one more call
            if isinstance(one, Overlay) and one.is_open:
                return True
        return False

    def _override_keys(self) -> None:
        with suppress(ValueError):
            self.registry.override_keys(self.app.settings["keys"])

    def _settings_changed(self, key: str) -> None:
        if key == "keys":
            self._override_keys()
            self._rebuild_menus()

    def _clear_menus(self) -> None:
        """Delete the menus of the bar with their submenus: `clear` would only drop their entries."""
        for action in self.menus.actions():
            menu = action.menu()
            self.menus.removeAction(action)
            if menu is not None:
                menu.deleteLater()

    def _rebuild_menus(self) -> None:
        self._clear_menus()
        fill_menus(self.registry, self.menus, MENUS)
        self.registry.attach(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._seen:
            self._seen = True
            self._after_painting.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.top.setVisible(not self.isFullScreen())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.router.route(event) or (event.key() == Qt.Key.Key_Escape and self.notices.leave()):
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        notch = event.angleDelta().y()
        if notch and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._turned = 0 if self._turned * notch < 0 else self._turned
            self._turned += notch
            while abs(self._turned) >= _NOTCH:
                way = 1 if self._turned > 0 else -1
                self._turned -= way * _NOTCH
                self.app.change_zoom(way)
            event.accept()
            return
        super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self._menu_at = event.globalPos() if self.desk in DESKS and not self._is_asked() else None
        self._open_menu()

    def _open_menu(self) -> None:
        """Open the menu that was asked for, as soon as what it is about is shown."""
        at, desk = self._menu_at, self._desks.get(self.desk)
        if at is not None and desk is not None and not desk.is_being_read:
            self._menu_at = None
            menu_of_desk(self.registry, self).popup(at)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        urls = event.mimeData().urls()
        if urls:
            _take_a_copy(event)
            names = [url.toLocalFile() for url in urls]
            opens = len(urls) == 1 and names[0].endswith(".jury")
            merges = all(name.endswith((".jury-labels", ".jury-labels.txt")) for name in names)
            does = tr("Drop to merge these labels") if merges else tr("Drop to import")
            self._frame().show_over(tr("Drop to open this collection") if opens else does)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._frame().hide()

    def _frame(self) -> DropFrame:
        """Return the frame shown while files are dragged over the window."""
        if self._drop_frame is None:
            from jurybox_gui.widgets.drop_frame import DropFrame

            self._drop_frame = DropFrame(self)
        return self._drop_frame

    def dropEvent(self, event: QDropEvent) -> None:
        self._frame().hide()
        _take_a_copy(event)
        self.app.take_paths([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def closeEvent(self, event: QCloseEvent) -> None:
        # Close, unless labels would be lost: then report that once, and close on the second attempt.
        for desk in tuple(self._desks.values()):
            desk.save_drafts()
        if self.app.may_close(self):
            self._stop_settings()
            event.accept()
            self.app.forget(self)
        else:
            event.ignore()


def _take_a_copy(event: QDropEvent) -> None:
    """Accept a drag as a copy: a file manager may delete files that were moved."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def labels_in_words(session: Session, question: int) -> str:
    """Return each answer of a question on a line, with everybody's labels and the decision."""
    from jurybox_gui.desks.label_schemes import name_of

    catalog, ledger = session.catalog, session.ledger
    kind, lines = catalog.questions[question].kind, []
    for answer in catalog.answers_of(question).tolist():
        given = [
            f"{who.name} {name_of(session.facts, word, kind).lower()}"
            for at, who in enumerate(catalog.assessors)
            if (word := ledger.codes.word(int(ledger.labels[at][answer])))
        ]
        if decided := ledger.codes.word(int(ledger.adjudications[answer])):
            given.append(tr("adjudicated {label}", label=name_of(session.facts, decided, kind).lower()))
        text = one_line(session.texts.answer(answer).text)
        short = text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
        lines.append(tr("{answer}: {labels}.", answer=short, labels=comma_list(given) or tr("no label")))
    more = len(lines) - _MOST_ANSWERS
    if more > 0:
        lines[_MOST_ANSWERS:] = [trn("And {n} more answer.", "And {n} more answers.", more)]
    return "\n".join(lines)


def gold_in_words(session: Session, name: str) -> str:
    """Return the gold standard in force as the foot of the window names it."""
    from jurybox_gui.desks.gold_choices import words_here  # loads the measures: not before a collection is open

    return tr("Gold standard: {gold}", gold=words_here(session.catalog, session.facts, name))
