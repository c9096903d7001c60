"""The Judge desk: one answer at a time, from the keyboard, with nothing that waits for the disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox.analysis.next_best import METHOD
from jurybox.campaign.seats import blind
from jurybox.demos import demo_of
from jurybox.judging.clock import ActiveClock
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.core.saving import SAVING_SHOWN_AFTER_MS
from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.judge.around import Around
from jurybox_gui.desks.judge.center import Center
from jurybox_gui.desks.judge.course import Course
from jurybox_gui.desks.judge.differing import Differing
from jurybox_gui.desks.judge.display import Display
from jurybox_gui.desks.judge.empty import what_to_do
from jurybox_gui.desks.judge.folds import Folds
from jurybox_gui.desks.judge.looks import Looks
from jurybox_gui.desks.judge.moves import Moves
from jurybox_gui.desks.judge.neighbors import Neighbors
from jurybox_gui.desks.judge.notices import Notice, notice_of
from jurybox_gui.desks.judge.pages import AHEAD, BEHIND, Pages
from jurybox_gui.desks.judge.pattern_hints import PatternHints
from jurybox_gui.desks.judge.rounds import RoundWatch
from jurybox_gui.desks.judge.speech import Speech
from jurybox_gui.desks.judge.stage import Stage

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent

    from jurybox.changes import Changes
    from jurybox_gui.actions.spec import AnyAction
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.judge.pages import Page
    from jurybox_gui.theme.theme import Theme
    from jurybox_gui.widgets.banner import Choice

_CHECKING_MS = 600
_UNPAINTED_MS = 60
_LEAST_WIDTH = 670
_LOW = 560
"""In a lower desk the buttons of a notice would press those of the labels together."""
_COLLECTION = frozenset(("catalog", "facts", "assignments"))
_COUNTED = _COLLECTION | {"labels", "adjudications"}


class JudgeDesk(Desk):
    """Queue, answer and label buttons of the one who sits here.

    Every move ends in `go`, every label in `say`. The answer is painted first; queue, progress, history
    and all that is read from the file (see `Around`) follow in later turns of the event loop.
    """

    id: ClassVar[str] = "judge"
    title: ClassVar[str] = "Judge"
    icon: ClassVar[str] = "judge"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        session, settings = bridge.session, bridge.settings
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.course = Course(session, ActiveClock(idle=float(settings["idle_seconds"])))
        self.pages = Pages(lambda: session.catalog, session.texts, self)
        self.center = Center()
        self.display = Display(self.course, self.pages, self.center, self)
        self.gate = self.display.gate
        self.around = Around(bridge, theme, self.course, self.pages, self)
        self.neighbors = Neighbors(bridge, self.course, self.display, self.center, self.around.jobs, self)
        self.queue, self.side = self.around.queue, self.around.side
        self.moves = Moves(self.course, self.around.history, self.go)
        self.speech = Speech(bridge, self.course, self.display, self.center, self.moves, self)
        self.patterns = PatternHints(self)
        self.differing = Differing(bridge, self.course, self)
        self._round = RoundWatch(self.course)
        self._failure = ""
        self._said_here: tuple[int | None, Notice] | None = None
        self._rows: set[int] = set()
        self._window: QWidget | None = None
        self._after = Delay(self, 0, self._show_around)
        self._late = QTimer(self, singleShot=True, interval=SAVING_SHOWN_AFTER_MS)
        self._late.timeout.connect(self._mark_pending)
        self._checking = Pause(self, _CHECKING_MS, self._show_notice)
        self._build()
        self._connect()
        self._apply_settings()
        bridge.settling.changed.connect(self._follow_order)

    @property
    def page(self) -> Page | None:
        """What is shown; None while it is being read."""
        return self.display.page

    @property
    def is_busy(self) -> bool:
        """Whether the answer, or those beside it, is still to be read or painted."""
        if super().is_busy or self.neighbors.is_busy:
            return True
        shown = self.course.answer is not None and not (self._failure or self.speech.paused)
        return shown and not (self.page is not None and self.gate.open)

    # What the window asks

    def told_of_keys(self) -> tuple[str, tuple[str, ...]]:
        """Return the names of the labels that can be given here, and the labels."""
        options = () if self.page is None else self.page.options
        scheme = self.course.scheme
        aside = "one key marks the right option" if options else ", ".join(c.name.lower() for c in scheme)
        return aside, tuple(choice.word for choice in scheme)

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Refuse a key that says something of an answer that was not on the screen when it was pressed."""
        self.course.clock.touch()
        return not action.judges or self.gate.admits(event.timestamp())

    def show_answer(self, answer: int) -> None:
        """Show an answer of this queue; one that is not in it is let be."""
        self.moves.to_answer(answer)

    def go(self, place: int | None) -> None:
        """Show the answer at a place of the queue; None stays."""
        if place is not None and self.course.queue is not None:
            self.center.bar.flush_note()
            self.stage.resume()
            self.neighbors.untouched = False
            before, self.course.place = self.course.row, place
            if self.course.row != before:
                self.course.marked = {}
            self._show_answer()

    def follow(self, answer: int) -> None:
        """Note that an answer is shown at another desk, and go on from there."""
        queue = self.course.queue
        place = None if queue is None else queue.place_of(answer)
        if place is not None:
            self.course.place = place

    def activate(self) -> None:
        """Take the keyboard, unless one is at a question that has a desk of its own."""
        super().activate()
        self._hand_on()

    def _hand_on(self) -> bool:
        """Let the desk of its own show the answer one is at, if it has one; return whether it has."""
        answer = self.course.answer
        if answer is None or desk_of_answer(self.bridge.session.catalog, answer) == self.id:
            return False
        if self.isVisible():
            self.answer_elsewhere.emit(answer)
        return True

    def to_next_open(self) -> None:
        """Go to the next open answer, from the page at the end of the calibration round too."""
        if self.speech.paused:
            self.stage.resume()
            self.moves.to_next_open()
        else:
            self._go_on()

    def mark_alike(self) -> None:
        """Mark the answer shown and all of its question that are like it."""
        self.speech.mark(self.neighbors.alike())

    def _follow_order(self) -> None:
        """Go through open answers in the order that settles the ranking soonest, or in the plain one."""
        settling, queue = self.bridge.settling, self.course.queue
        found = settling.found
        if queue is not None:
            queue.prefer(found.answers.tolist() if settling.on and found is not None else None)
        self.queue.show_order(settling.told, METHOD if settling.on else "")
        self.around.show_strip()

    # What changed

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Bring the queue up to date at once, for the next key; redraw at the next turn."""
        if self.course.is_stale:
            self.pages.forget()
            self._rebuild()
            self._follow_order()
        elif "labels" in changes.what:
            self._rows |= self.course.take_in(changes)
            self.neighbors.untouched &= initiator is not self
            self.differing.labeled(tuple(changes.answers) if initiator is self else ())
            self.go(None if initiator is self else self.course.undone(changes))
        elif "adjudications" in changes.what:
            self._rows |= self.course.take_in(changes)  # something may have been sent back
        super().on_changes(changes, initiator)

    def refresh(self, changes: Changes) -> None:
        """Redraw what the changes touch."""
        if changes.what & _COLLECTION:
            if self.course.is_stale:
                self._rebuild()
            self.around.show_collection()
            self._show_whether_empty()
            if self.display.is_current:
                self.display.show_head()
                self.display.show_said()
            else:
                self._show_answer()
        elif changes.questions and not changes.answers:
            self.around.show_good()
            self.display.show_said()
        elif self.course.question in changes.questions:
            self.display.show_head()
            self.display.show_said()
        if self._rows:
            self.neighbors.show()
        self.queue.model.update_rows(self._rows)
        self._rows.clear()
        if "saving" in changes.what:
            self._show_saving()
        if changes.what & _COUNTED:
            self.differing.follow_all()
        self._show_notice()
        self._follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the columns that there is no room for."""
        super().resizeEvent(event)
        self.looks.fit(self.window().width())
        if (event.oldSize().height() < _LOW) != (self.height() < _LOW):
            self._show_notice()

    def showEvent(self, event: QShowEvent) -> None:
        """Count time again, and notice when the window closes."""
        super().showEvent(event)
        self.course.clock.show(self.course.answer)
        if self._window is not self.window():
            self._window = self.window()
            self._window.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        """Save a note that is being written; count no time."""
        super().hideEvent(event)
        self.center.bar.flush_note()
        self.course.clock.show(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Save a note that is being written before the window closes."""
        if event.type() == QEvent.Type.Close and watched is self._window:
            self.center.bar.flush_note()
        return super().eventFilter(watched, event)

    # Inside

    def _build(self) -> None:
        work = QWidget()
        work.setMinimumWidth(_LEAST_WIDTH)
        columns = QHBoxLayout(work)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        columns.addWidget(self.queue)
        columns.addWidget(self.center, 1)
        columns.addWidget(self.side)
        self.stage = Stage(self, work, self.speech)
        self.stage.left.connect(self.to_next_open)
        folds = Folds(self.queue, self.side)
        self.looks = Looks(self.bridge.settings, self.queue, self.center, self.side, folds)

    def _connect(self) -> None:
        bar, reader = self.center.bar, self.center.reader
        self.speech.left.connect(self.setFocus)
        self.speech.finished.connect(self._go_on)
        self.speech.marked.connect(self._show_marks)
        bar.note.textEdited.connect(lambda _text: self.course.clock.touch())
        reader.alive.connect(self.course.clock.touch)
        reader.find_bar.closed.connect(self.setFocus)
        self.display.ready.connect(self.neighbors.show)
        self.display.painted.connect(self._follow)
        self.differing.told.connect(bar.tell)
        self.differing.counted.connect(self._show_notice)
        self.display.failed.connect(self._fail)
        self.queue.row_chosen.connect(self.moves.to_row)
        self.queue.search.left.connect(self._leave_search)
        self.side.answer_chosen.connect(self.moves.to_answer)
        self.side.undo.clicked.connect(self.speech.undo)
        self.neighbors.chosen.connect(self.moves.to_answer_here)
        self.neighbors.marked.connect(self.speech.mark_or_not)
        self.neighbors.arranged.connect(self._arranged)
        self.around.twins_found.connect(self._twins_found)
        self.around.narrowed.connect(self._narrowed)
        stop = self.bridge.settings.subscribe(lambda _key: self._apply_settings())
        self.destroyed.connect(stop)

    def _show_whether_empty(self) -> None:
        self.stage.show_empty(what_to_do(self.bridge.session, self.course.queue))

    def _show_answer(self) -> None:
        """Show the answer one is at; a key that comes before it is painted says nothing of it."""
        if self._hand_on():
            return
        self.course.clock.show(self.course.answer if self.isVisible() else None)
        self._failure = ""
        self.moves.twins = ()
        self.display.show()
        self.neighbors.show()
        self._show_notice()
        self._follow()

    def _follow(self) -> None:
        """Draw what stands around the answer once that is painted, or soon where nothing is painted."""
        self._after.start(0 if self.gate.open else _UNPAINTED_MS)

    def _fail(self, sentence: str) -> None:
        self._failure = sentence
        self._show_notice()

    def _show_around(self) -> None:
        """Draw what follows the answer: its neighbors, queue, progress, history; read ahead."""
        self.around.show_place(self.page)
        self.differing.follow()
        self.pages.prepare(self.course.around(AHEAD, BEHIND))
        self.redrawn.emit()  # there is something to judge now, or nothing any more

    def _show_saving(self) -> None:
        saving = self.bridge.session.saving
        self.center.bar.set_writable(writable=saving.read_only is None)
        if saving.read_only is not None:
            self._checking.start()
        if saving.pending and not self._late.isActive():
            self._late.start()
        elif not saving.pending:
            self._late.stop()
            self._mark_pending()

    def _mark_pending(self) -> None:
        late = self.course.pending()
        self.center.bar.set_pending(pending=self.course.answer in late)
        self.around.show_past(late)

    def say_here(self, notice: Notice) -> None:
        """Show a notice as long as the answer at hand is shown."""
        self._said_here = (self.course.answer, notice)
        self._show_notice()

    def _show_notice(self) -> None:
        if self._failure:
            self.center.notice("error", self._failure, "Its labels are safe. Other answers can be judged.")
            return
        if self._said_here is not None and self._said_here[0] != self.course.answer:
            self._said_here = None
        here = self._said_here[1] if self._said_here else None
        told = not self._checking.isActive()
        found = here or notice_of(self.course, self._ways_on, checking_told=told)
        if found is None:
            self.center.notice("note", "")
        else:
            low = self.height() < _LOW
            self.center.notice(found.kind, found.sentence, found.aside, found.choices, low=low)

    def _ways_on(self) -> tuple[Choice, ...]:
        """Return where to go when all is done; nowhere while others are hidden."""
        session, count = self.bridge.session, self.differing.count
        if blind(session):
            return ()
        ways: list[Choice] = []
        if count:
            ways.append((f"See where you differ ({count:,})", "", self._show_differing))
        if session.catalog.runs:
            ways.append(("See the ranking", "", "view.scores"))
        if demo_of(session.path) is not None:
            ways.append(("Start over", "", "file.demo-again"))
        return tuple(ways)

    def _show_differing(self) -> None:
        if self.bridge.session.assessor is not None:
            self.bridge.differing_wanted.emit(self.bridge.session.assessor)

    def _rebuild(self) -> None:
        self.course.rebuild()
        self._round.begin()
        self.neighbors.begin()

    def _arranged(self, rows: list[int]) -> None:
        """Show the queue again in which answers moved to those that are like them."""
        self.queue.model.update_rows(rows)
        if self.course.row in rows:
            self._show_answer()

    def _go_on(self) -> None:
        """Go to the next open answer, or show how the calibration round went if it is done now."""
        told = self._round.finished()
        if told is None:
            self.moves.to_next_open()
        else:
            self.stage.show_pause(told)

    def _show_marks(self) -> None:
        self.neighbors.show()
        self.display.show_head()

    def _twins_found(self) -> None:
        self.moves.twins = self.around.twins

    def _narrowed(self) -> None:
        self.moves.to_shown()
        self._follow()

    def _leave_search(self) -> None:
        self.looks.leave_search()
        self.setFocus()

    def _apply_settings(self) -> None:
        self.looks.apply()
        self.course.clock.idle = float(self.bridge.settings["idle_seconds"])
        self.around.show_strip()
