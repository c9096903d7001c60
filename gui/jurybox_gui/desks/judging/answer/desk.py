"""The Judge desk: one answer at a time, from the keyboard; nothing on it waits for the disk."""

from __future__ import annotations

from typing import ClassVar, final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox.campaign.seats import blind
from jurybox.changes import Changes
from jurybox.collection.entries import EntryKind, Subject
from jurybox.language import tr
from jurybox_gui.actions.registry import LABELS
from jurybox_gui.actions.spec import AnyAction
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.core.saving import SAVING_SHOWN_AFTER_MS
from jurybox_gui.desks.boards import desk_of_answer
from jurybox_gui.desks.judging.answer.answer_cache import AHEAD, BEHIND, AnswerCache, AnswerPage
from jurybox_gui.desks.judging.answer.center import Center
from jurybox_gui.desks.judging.answer.differing import Differing
from jurybox_gui.desks.judging.answer.labeling import AnswerLabeling
from jurybox_gui.desks.judging.answer.layout import PageStack, ResponsiveColumns, ViewSettings
from jurybox_gui.desks.judging.answer.neighbors import Neighbors
from jurybox_gui.desks.judging.answer.notices import CalibrationWatch, Notice, notice_of, what_to_do
from jurybox_gui.desks.judging.answer.pattern_hints import PatternHints
from jurybox_gui.desks.judging.answer.side_panels import SidePanels
from jurybox_gui.desks.judging.desk import QUEUE_WIDTHS, SIDE_WIDTHS, JudgingDesk, Spot
from jurybox_gui.theme.theme import Theme
from jurybox_gui.widgets.banner import Choice
from jurybox_gui.widgets.columns import Columns
from jurybox_gui.widgets.text_pane import TextPane

_CHECKING_MS = 600
_UNPAINTED_MS = 60
_LEAST_WIDTH = 670
_LOW = 560
"""In a lower desk, px, the buttons of a notice would squeeze the label buttons."""
_COLLECTION = frozenset(("catalog", "facts", "assignments"))
_COUNTED = _COLLECTION | {"labels", "adjudications"}


@final
class JudgeDesk(JudgingDesk):
    """Queue, answer and label buttons of the assessor at this computer.

    `queue_cursor` knows the place and every way to another answer, `labeling` turns keys into labels; neither
    uses a widget, and `connect_views` connects them with the views. The answer is painted first; queue,
    progress, history and everything read from the file (see `SidePanels`) follow in later turns of the event
    loop.
    """

    id: ClassVar[str] = "judge"
    says: ClassVar[EntryKind] = "judgment"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        session = bridge.session
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, on=False)
        self.cache = AnswerCache(lambda: session.catalog, session.texts, self)
        self.labeling: AnswerLabeling = AnswerLabeling(bridge, self.queue_cursor, self.cache, self)
        self.gate = self.labeling.gate
        self.center = Center()
        self.panels = SidePanels(bridge, theme, self.queue_cursor, self.cache, self)
        self.side, self.queue_panel = self.panels.side, self.panels.queue_panel
        self.queue = self.queue_panel.column
        self.neighbors = Neighbors(bridge, self.queue_cursor, self.labeling, self.center, self.panels.jobs, self)
        self.patterns = PatternHints(session, self.cache, self)
        self.patterns.changed.connect(lambda: self.queue_cursor.go(self.queue_cursor.place))
        self.patterns.noticed.connect(self.say_here)
        self.differing = Differing(bridge, self.queue_cursor, self)
        self._round = CalibrationWatch(self.queue_cursor)
        self._failure = ""
        self._notice_here: tuple[int | None, Notice] | None = None
        self._after = Delay(self, 0, self._show_around)
        self._late = QTimer(self, singleShot=True, interval=SAVING_SHOWN_AFTER_MS)
        self._late.timeout.connect(self._mark_pending)
        self._checking = Pause(self, _CHECKING_MS, self._show_notice)
        self._build()
        self.connect_views()
        self.apply_settings()

    @property
    def page(self) -> AnswerPage | None:
        """The page shown; None while it is being read."""
        return self.labeling.page

    @property
    def is_busy(self) -> bool:
        """Whether the answer, or one beside it, still has to be read or painted."""
        if super().is_busy or self.neighbors.is_busy:
            return True
        shown = self.queue_cursor.answer is not None and not (self._failure or self.labeling.paused)
        return shown and not (self.page is not None and self.gate.open)

    @property
    def is_being_read(self) -> bool:
        """Whether the answer still has to be read."""
        unread = self.queue_cursor.answer is not None and self.page is None
        return unread and not (self._failure or self.labeling.paused)

    # Called by the window

    def key_sheet_caption(self) -> tuple[str, tuple[str, ...]]:
        """Return the names of the labels that can be given here, and their glyphs."""
        words, glyphs = self.queue_cursor.choices.key_sheet_caption()
        if self.page is not None and self.page.options:
            words = tr("one key marks the right option")
        return words, glyphs

    @property
    def here(self) -> int | None:
        """The answer shown."""
        return self.queue_cursor.answer

    @property
    def spot(self) -> Spot:
        """The place in the queue: an answer that is shown twice has two."""
        return self.queue_cursor.place, None

    @property
    def pane(self) -> TextPane:
        """The text of the answer."""
        return self.center.reader.pane

    def say(self, word: str) -> None:
        """Give a label or state to the answer shown, or to all that are marked."""
        self.labeling.say(word)

    def return_to(self, spot: Spot) -> None:
        """Show the answer at a place of the queue."""
        self.queue_cursor.go(spot[0])

    def show_subject(self, subject: Subject) -> bool:
        """Show the answer that an entry is about."""
        if subject.answer is not None and subject.answer != self.here:
            self.queue_cursor.to_answer(subject.answer)
        return True

    def is_last(self, subject: Subject) -> bool:
        """Return whether an answer in the queue has a label or state."""
        queue = self.queue_cursor.queue
        if queue is None or subject.answer is None or queue.place_of(subject.answer) is None:
            return False
        return super().is_last(subject)

    def is_painted_for(self, stamp: int) -> bool:
        """Return whether the answer was painted before a key with this time stamp."""
        return self.gate.admits(stamp)

    def admits(self, action: AnyAction, event: QKeyEvent) -> bool:
        """Refuse a label, too, that was meant for the answer before: its key came as soon as this one appeared."""
        if not super().admits(action, event):
            return False
        labels = action.judges and action.group == LABELS and not (action.types and self.may_type())
        if labels and self.labeling.has_just_appeared(event.timestamp()):
            self.nothing_done.emit(tr("Not entered: the answer had just appeared"))
            return False
        return True

    def may_type(self) -> bool:
        """Return whether the label of the current answer is typed, even while it is being read."""
        return self.labeling.may_type()

    def show_refused(self, sentence: str) -> None:
        """Show above the answer why something was refused."""
        self.center.notice("error", sentence, tr("Nothing was changed."))

    def show_answer(self, answer: int) -> None:
        """Show an answer of this queue; ignore one that is not in it."""
        self.queue_cursor.to_answer(answer)

    def follow(self, answer: int) -> None:
        """Note that an answer is shown at another desk, and continue from there."""
        queue = self.queue_cursor.queue
        place = None if queue is None else queue.place_of(answer)
        if place is not None:
            self.queue_cursor.place = place

    def activate(self) -> None:
        """Take the focus, unless the current question has a desk of its own."""
        super().activate()
        self._hand_on()

    def _hand_on(self) -> bool:
        """Let the own desk of the current answer show it, if it has one; return whether it has."""
        answer = self.queue_cursor.answer
        if answer is None or desk_of_answer(self.bridge.session.catalog, answer) == self.id:
            return False
        if self.isVisible():
            self.answer_elsewhere.emit(answer)
        return True

    def to_next_open(self) -> None:
        """Go to the next open answer, also from the page at the end of the calibration round."""
        if self.labeling.paused:
            self.stack.resume()
            self.queue_cursor.to_next_open()
        else:
            self._go_on()

    def to_question(self, way: int) -> None:
        """Go to the next (1) or previous (-1) question."""
        self.queue_cursor.by_questions(way)

    def choose_part(self) -> None:
        """Open the menu of the parts of the queue."""
        self.queue.choose_part()

    def search_queue(self) -> None:
        """Focus the search in the queue, unfolded if the window is narrow."""
        self.view.search_queue()

    def step_back(self) -> None:
        """Go to the answer labeled last, then to the one before it."""
        self.queue_cursor.back([past.answer for past in self.panels.history.rows])

    def write_note(self) -> None:
        """Focus the note."""
        self.center.bar.note.setFocus()

    def mark_alike(self) -> None:
        """Mark the answer shown and all similar ones of its question."""
        alike = self.neighbors.alike()
        self.labeling.mark(alike)
        if len(alike) <= 1:
            self.nothing_done.emit(tr("No other answer to this question is like this one."))

    def step_hit(self, step: int) -> None:
        """Go to the next or previous place found, or occurrence of the answer string."""
        if not self.center.reader.step_hit(step):
            self.nothing_done.emit(tr("All occurrences are visible."))

    def toggle_wide(self) -> None:
        """Let lines be longer than is comfortable, or not; say so where the window is too narrow."""
        self.view.toggle_wide()
        if not self.center.has_room_for_wide:
            on = self.bridge.settings["wide_text"]
            self.nothing_done.emit(
                tr("Wide text is on. You will see it in a wider window.") if on else tr("Wide text is off.")
            )

    def follow_order(self) -> None:
        """Follow this order of open answers; judgments made in it are no fair sample for the strip."""
        super().follow_order()
        self.panels.show_strip()

    def follow_part(self) -> None:
        """Show the chosen part of the queue; a queue that will be rebuilt takes it then."""
        if not self.queue_cursor.is_stale:
            super().follow_part()

    # Changes

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Bring the queue up to date at once, for the next key; redraw in the next turn."""
        if self.queue_cursor.is_stale:
            self.cache.forget()
            self._rebuild()
            self.follow_order()
        elif "labels" in changes.what:
            self.queue_cursor.take_in(changes)
            self.neighbors.untouched &= initiator is not self
            self.differing.labeled(tuple(changes.answers) if initiator is self else ())
            self._follow_undo(None if initiator is self else self.queue_cursor.undone(changes))
        elif "adjudications" in changes.what:
            self.queue_cursor.take_in(changes)  # something may have been sent back
        super().on_changes(changes, initiator)

    def _follow_undo(self, place: int | None) -> None:
        self.labeling.returns = True
        self.queue_cursor.go(place)
        self.labeling.returns = False

    def refresh(self, changes: Changes) -> None:
        """Redraw what the changes touch."""
        if changes.what & _COLLECTION:
            if self.queue_cursor.is_stale:
                self._rebuild()
            self.panels.show_collection()
            self._show_whether_empty()
            if self.labeling.is_current:
                self._show_head()
                self._show_labels()
                self.neighbors.show()
            else:
                self._show_answer()
        elif changes.questions and not changes.answers:
            self.queue_panel.show_good()
            self._show_labels()
        elif self.queue_cursor.question in changes.questions:
            self._show_head()
            self._show_labels()
        rows = self.queue_cursor.take_changed_rows()
        if rows:
            self.neighbors.show()
        self.queue.model.update_rows(rows)
        if "saving" in changes.what:
            self.follow_saving()
        if changes.what & _COUNTED:
            self.differing.follow_all()
        self._show_notice()
        self._follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.view.fit(self.window().width())
        self.center.bar.set_low(low=self.height() < _LOW)
        if (event.oldSize().height() < _LOW) != (self.height() < _LOW):
            self._show_notice()

    def hideEvent(self, event: QHideEvent) -> None:
        # Save an unfinished note; stop the clock.
        self.center.bar.flush_note()
        super().hideEvent(event)

    def save_drafts(self) -> None:
        """Save an unfinished note."""
        self.center.bar.flush_note()

    # Internals

    def _build(self) -> None:
        work = QWidget()
        work.setMinimumWidth(_LEAST_WIDTH)
        whole = QHBoxLayout(work)
        whole.setContentsMargins(0, 0, 0, 0)
        columns = Columns(self.bridge.settings)
        columns.add_side(self.queue, *QUEUE_WIDTHS)
        columns.add_middle(self.center)
        columns.add_side(self.side, *SIDE_WIDTHS)
        whole.addWidget(columns)
        self.stack = PageStack(self, work, self.labeling)
        columns_shown = ResponsiveColumns(self.queue, self.side)
        self.view = ViewSettings(self.bridge.settings, self.queue, self.center, self.side, columns_shown)

    def connect_views(self) -> None:
        """Connect the views with the cursor and the labeling, and these with clicks."""
        super().connect_views()
        cursor, labeling, center, bar = self.queue_cursor, self.labeling, self.center, self.center.bar
        panels, jobs = self.panels, self.panels.jobs
        # The current place
        cursor.leaving.connect(self._leave_answer)
        cursor.moved.connect(self._show_answer)
        self.cache.ready.connect(labeling.page_read)
        self.cache.failed.connect(labeling.page_not_read)
        labeling.page_changed.connect(self._show_page)
        center.painted.connect(labeling.page_painted)
        labeling.painted.connect(self._follow)
        labeling.failed.connect(self._fail)
        # What was entered
        labeling.giving.connect(center.paint_given)
        labeling.given.connect(self._show_given)
        labeling.marked.connect(self._show_marks)
        labeling.finished.connect(self._go_on)
        labeling.typing.connect(bar.scale.begin)
        self.differing.sentence_changed.connect(bar.tell)
        self.differing.counted.connect(self._show_notice)
        # What was read in the background
        self.queue_panel.narrowed.connect(self._narrowed)
        self.queue_panel.remembered.connect(self._narrowed)
        jobs.texts.connect(panels.history.put_texts)
        jobs.twins.connect(panels.put_twins)
        jobs.strip.connect(center.answers.put_texts)
        jobs.alike.connect(self.neighbors.arrange)
        self.neighbors.arranged.connect(self._arranged)
        # What is clicked or typed
        bar.said.connect(labeling.say)
        center.options.chosen.connect(labeling.give_place)
        center.head.quality.rated.connect(labeling.rate)
        for clicked in (bar.said, center.options.chosen, center.head.quality.rated):
            clicked.connect(self._take_keyboard)
        bar.note_written.connect(labeling.annotate)
        bar.note.left.connect(self._leave_note)
        bar.note.returnPressed.connect(self._leave_note)
        bar.note.textEdited.connect(self.note_life)
        bar.scale.admits = self.is_painted_for
        bar.scale.alive.connect(self.note_life)
        bar.scale.left.connect(self.setFocus)
        center.reader.alive.connect(self.note_life)
        center.reader.find_bar.closed.connect(self.setFocus)
        center.strip.answer_chosen.connect(cursor.to_answer_here)
        center.strip.answer_marked.connect(labeling.mark_or_not)
        self.queue.row_chosen.connect(cursor.to_row)
        self.queue.search.left.connect(self._leave_search)
        self.side.answer_chosen.connect(cursor.to_answer)
        self.side.undo.clicked.connect(labeling.undo)
        self.side.past_room_changed.connect(panels.show_past)
        self.stack.left.connect(self.to_next_open)

    def _leave_answer(self) -> None:
        """Save the note to the previous answer, and leave the page at the end of a round."""
        self.center.bar.flush_note()
        self.center.bar.scale.leave()
        self.stack.resume()
        self.neighbors.untouched = False

    def _show_page(self) -> None:
        self._show_head()
        self.center.set_page(self.page)
        self._show_labels()
        self.neighbors.show()

    def _show_head(self) -> None:
        self.center.show_head(self.queue_cursor, self.page)

    def _show_labels(self) -> None:
        self.center.show_labels(self.queue_cursor, self.page)

    def _show_given(self, done: bool) -> None:  # noqa: FBT001 - the argument of a signal
        """Show the label now in force, or the earlier one if the new one was refused."""
        if done:
            self.center.bar.set_given(self.queue_cursor.here)
            self.labeling.unmark()
        else:
            self._show_labels()

    def _take_keyboard(self, *_clicked: object) -> None:
        self.setFocus()

    def _leave_note(self) -> None:
        """Save the note; after one to the last label, go back to the place before it."""
        self.center.bar.flush_note()
        self.note_over()

    def _show_whether_empty(self) -> None:
        self.stack.show_empty(what_to_do(self.bridge.session, self.queue_cursor.queue))

    def _show_answer(self) -> None:
        """Show the current answer; a key that comes before it is painted does not judge it."""
        if self._hand_on():
            return
        self.queue_cursor.clock.show(self.queue_cursor.answer if self.isVisible() else None)
        self._failure = ""
        self.queue_cursor.twins = ()
        self.labeling.show()
        self._show_notice()
        self._follow()

    def _follow(self) -> None:
        """Draw what surrounds the answer once it is painted, or soon if nothing is painted."""
        self._after.start(0 if self.gate.open else _UNPAINTED_MS)

    def _fail(self, sentence: str) -> None:
        self._failure = sentence
        self._show_notice()
        self._follow()

    def _show_around(self) -> None:
        """Draw what follows from the answer: its neighbors, queue, progress, history; read ahead."""
        self.panels.show_place(self.page)
        self.differing.follow()
        self.cache.prepare(self.queue_cursor.coming(AHEAD, BEHIND))
        self.redrawn.emit()  # there is now something to judge, or nothing left

    def follow_saving(self) -> None:
        """Mark the labels that are not on the disk yet."""
        saving = self.bridge.session.saving
        self.center.bar.set_writable(writable=saving.read_only is None)
        if saving.read_only is not None:
            self._checking.start()
        if saving.pending and not self._late.isActive():
            self._late.start()
        elif not saving.pending:
            self._late.stop()
            if self.panels.late:
                self._mark_pending()

    def _mark_pending(self) -> None:
        late = self.queue_cursor.pending()
        self.center.bar.set_pending(pending=self.queue_cursor.answer in late)
        self.panels.show_past(late)

    def say_here(self, notice: Notice) -> None:
        """Show a notice as long as the current answer is shown."""
        self._notice_here = (self.queue_cursor.answer, notice)
        self._show_notice()

    def _show_notice(self) -> None:
        if self._failure:
            self.center.notice("error", self._failure, tr("Its labels are safe. You can judge other answers."))
            return
        if self._notice_here is not None and self._notice_here[0] != self.queue_cursor.answer:
            self._notice_here = None
        here = self._notice_here[1] if self._notice_here else None
        shows_check = not self._checking.isActive()
        found = here or notice_of(self.queue_cursor, self._ways_on, shows_check=shows_check)
        if found is None:
            self.center.notice("note", "")
        else:
            low = self.height() < _LOW
            self.center.notice(found.kind, found.sentence, found.aside, found.choices, low=low)

    def _ways_on(self) -> tuple[Choice, ...]:
        """Return the buttons that lead on when everything is judged; none while others' labels are hidden."""
        count = self.differing.count
        differing: list[Choice] = []
        if count and not blind(self.bridge.session):
            differing.append((tr("See where you differ ({count:,})", count=count), "", self._show_differing))
        return *differing, *self.ways_on()

    def _show_differing(self) -> None:
        if self.bridge.session.assessor is not None:
            self.bridge.differing_wanted.emit(self.bridge.session.assessor)

    def _rebuild(self) -> None:
        self.queue_cursor.rebuild()
        self._round.begin()
        self.neighbors.begin()

    def _arranged(self, rows: list[int]) -> None:
        """Show the queue again after answers moved next to similar ones."""
        self.queue.model.update_rows(rows)
        if self.queue_cursor.row in rows:
            self._show_answer()

    def _go_on(self) -> None:
        """Go to the next open answer, or show the result of the calibration round if it is complete."""
        result = self._round.finished()
        if result is None:
            self.queue_cursor.to_next_open()
        else:
            self.stack.show_pause(result)

    def _show_marks(self) -> None:
        self.neighbors.show()
        self._show_head()

    def _narrowed(self) -> None:
        self.queue_cursor.to_shown()
        self._follow()

    def _leave_search(self) -> None:
        self.view.leave_search()
        self.setFocus()

    def apply_settings(self) -> None:
        """Show texts and the strip according to the settings."""
        super().apply_settings()
        self.view.apply()
        self.panels.show_strip()
