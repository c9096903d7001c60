"""What the desks for one kind of question share: whose work is shown, and how it follows changes."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from jurybox.campaign.way_back import way_back_of
from jurybox.changes import Changes
from jurybox.collection.entries import Subject
from jurybox.commands import SayAgain
from jurybox.judging.list_work import ListWork
from jurybox.judging.nugget_work import NuggetWork
from jurybox.judging.queue import Queue
from jurybox.judging.sent_back import Returned, sent_back
from jurybox.language import tr
from jurybox.lists import sentences
from jurybox_gui.actions.gate import KeyGate
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import Delay
from jurybox_gui.desks.boards import desk_of_answer, is_queued
from jurybox_gui.desks.judging.board_columns import BoardColumn, ReadingColumn
from jurybox_gui.desks.judging.desk import QUEUE_WIDTHS, JudgingDesk, Spot
from jurybox_gui.desks.judging.labeling import READ_ONLY_ASIDE, Labeling, why_read_only
from jurybox_gui.desks.judging.queue_panel import QueueJobs, QueuePanel
from jurybox_gui.desks.judging.returned import asked_again, earlier_label, subject_in_words
from jurybox_gui.theme.theme import Theme
from jurybox_gui.widgets.columns import Columns
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.text_pane import TextPane

_WHOLE = frozenset(("catalog", "facts", "assignments"))

Place = tuple[int | None, int | None]
"""A question and the current one of its answers."""


class BoardGate(QObject):
    """Shut whenever another place is shown, open once `page`, where it is read, is painted.

    `alive` is emitted when the mouse moves over the page or the `text`, or scrolls them.
    """

    alive = Signal()

    def __init__(self, page: QWidget, text: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._gate = KeyGate()
        self._place: Place | None = None
        for widget in {page, text}:
            widget.setMouseTracking(True)
            widget.installEventFilter(self)

    @property
    def open(self) -> bool:
        """Whether what is shown has been painted."""
        return self._gate.open

    def show(self, place: Place) -> None:
        """Set the place that is shown from the next painting on."""
        if place != self._place:
            self._place = place
            self._gate.shut()
            self._page.update()

    def admits(self, place: Place, stamp: int) -> bool:
        """Return whether a key with this time stamp may judge a place."""
        return place == self._place and self._gate.admits(stamp)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Note the painting and signs of life; let every event through.
        if event.type() == QEvent.Type.Paint:
            if watched is self._page:
                self._gate.painted_at()
        elif event.type() in {QEvent.Type.MouseMove, QEvent.Type.Wheel}:
            self.alive.emit()
        return super().eventFilter(watched, event)


class BoardDesk(JudgingDesk):
    """One question of a kind at a time, as a part of judging. A subclass reads and shows it.

    `work`: the entries about the question; `middle`: the column in which it is read. After an import, or when
    the assessor changes, nothing can be entered until `refresh` has read the question again.
    `room_for_queue`: the width of a window from which the queue is beside it.
    """

    room_for_queue: ClassVar[int]
    folding_widths: ClassVar[tuple[str, int, int, int]]
    middle: ReadingColumn
    work: ListWork | NuggetWork | None

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        session, cursor = bridge.session, self.queue_cursor
        self.labeling = Labeling(bridge, cursor, self, self._is_read)
        self.queue_panel = QueuePanel(bridge, self.id, QueueJobs(session.path, session.texts, self), cursor, self)
        self.queue = self.queue_panel.column
        self.queue.hide()
        self._after = Delay(self, 0, self._show_queue)
        self._queue_shown: Queue | None = None
        self._queue_wanted: bool | None = None
        self._width = 0
        self._is_late = False
        self._read_only = ""

    def connect_views(self) -> None:
        """Connect the board with the labeling and the queue; a subclass connects its columns."""
        super().connect_views()
        self.labeling.accepted.connect(self._hide_notice)
        self.queue.row_chosen.connect(self._to_row)
        self.queue.search.left.connect(self.setFocus)
        self.queue_panel.narrowed.connect(self._to_part)
        self.queue_panel.remembered.connect(self._after.start)
        self._first.writes_now.connect(self._make_room)
        self._first.field.textEdited.connect(self.note_life)
        self.gate.alive.connect(self.note_life)
        self.follow_order()  # it may have been switched on before this desk was opened

    @property
    def question(self) -> int | None:
        """The question shown."""
        return None if self.work is None else self.work.question

    @property
    def is_busy(self) -> bool:
        """Whether what is shown of the question is still to be painted, so that keys wait for it."""
        return super().is_busy or (self.question is not None and not self.gate.open)

    def apply_settings(self) -> None:
        """Show texts as the settings say."""
        super().apply_settings()
        self.pane.set_px(self.bridge.settings["text_size"])
        self.pane.set_spacing(self.bridge.settings["line_spacing"])
        self.middle.set_wide(wide=self.bridge.settings["wide_text"])

    def is_judged_here(self, answer: int) -> bool:
        """Return whether an answer is judged at this desk, by the present assessor."""
        session = self.bridge.session
        here = session.assessor is not None and desk_of_answer(session.catalog, answer) == self.id
        return here and is_queued(session, answer)

    # What a subclass defines

    @abstractmethod
    def read(self) -> None:
        """Read the entries about the question shown again, without painting them."""

    @abstractmethod
    def read_whole(self) -> None:
        """Read the question shown again with its answers, without painting it."""

    @abstractmethod
    def forget(self) -> None:
        """Stop showing a question."""

    @abstractmethod
    def be_at(self, answer: int) -> None:
        """Make an answer of the question shown the current one, without painting it."""

    @abstractmethod
    def show_board(self) -> None:
        """Paint what was read."""

    # Entries

    @property
    def pane(self) -> TextPane:
        """The text that is read."""
        return self.middle.pane

    def show_refused(self, sentence: str) -> None:
        """Show above the question why something was refused."""
        self.middle.notice(sentence)

    def _hide_notice(self) -> None:
        self.middle.notice("")

    def _is_read(self) -> bool:
        """Return whether the question shown is up to date; after an import it is read again first."""
        return self.question is not None and not self._is_late

    # Returned answers

    @property
    def nugget(self) -> int | None:
        """The current nugget, if there are any."""
        return None

    def returned(self) -> Returned | None:
        """Return what the organizer returned of this question, nearest to the current place first."""
        session, question, who = self.bridge.session, self.question, self.bridge.session.assessor
        if who is None or question is None or not session.ledger.board.sent_back:
            return None
        mine = [one for one in sent_back(session.catalog, session.ledger, who) if one.subject.question == question]

        def away(one: Returned) -> tuple[bool, bool]:
            return one.subject.answer not in {None, self.here}, one.subject.nugget not in {None, self.nugget}

        return min(mine, key=away, default=None)

    def may_keep(self) -> bool:
        """Return whether something returned of this question can be kept as it is."""
        return self.labeling.may_enter() and self.returned() is not None

    def keep_returned(self) -> None:
        """Keep what was returned as it is."""
        returned = self.returned()
        if returned is not None:
            self.labeling.execute(SayAgain(returned))

    def show_waiting(self) -> None:
        """Show why nothing can be entered, else what was returned, as long as that holds."""
        session, returned = self.bridge.session, self.returned()
        self._read_only = why_read_only(session)
        if self._read_only:
            self.middle.lasting_notice(self._read_only, READ_ONLY_ASIDE)
            return
        if returned is None:
            self.middle.lasting_notice("", "")
            return
        parts = subject_in_words(session, returned), earlier_label(session, returned)
        aside = "  ·  ".join(
            part for part in (*parts, tr("Press {{{desk}.keep}} to keep it, or change it.", desk=self.id)) if part
        )
        self.middle.lasting_notice(asked_again(session, returned), aside)

    # The current place

    @property
    def spot(self) -> Spot:
        """The current answer and nugget."""
        return self.here, self.nugget

    def return_to(self, spot: Spot) -> None:
        """Go to an answer, and to a nugget of its question."""
        answer, nugget = spot
        if answer is not None and answer != self.here:
            self.show_answer(answer)
        if nugget is not None:
            self.stay_with(nugget)

    def stay_with(self, nugget: int) -> None:
        """Go to a nugget of the question shown, if there are any."""
        del nugget

    def show_subject(self, subject: Subject) -> bool:
        """Go to the subject of an entry; show a message if it no longer exists."""
        self.return_to((subject.answer, subject.nugget))
        found = self.spot == (subject.answer, subject.nugget)
        if not found:
            self.middle.notice(tr("The nugget you matched last has been removed."), "note")
        return found

    def is_painted_for(self, stamp: int) -> bool:
        """Return whether the current answer was painted before a key with this time stamp."""
        return self.gate.admits((self.question, self.here), stamp)

    # Moves

    def activate(self) -> None:
        """Focus the board."""
        self.setFocus()
        self.queue_cursor.clock.show(self.here)

    def to_question(self, way: int) -> None:
        """Go to the question after (1) or before (-1) this one in the queue."""
        queue, row = self.queue_cursor.current_queue(), self._row()
        if queue is not None and row is not None:
            found = queue.step_question(queue.places_of(row).start, way)
            if found is not None:
                self.answer_elsewhere.emit(int(queue.answers[found]))

    def to_open_question(self) -> None:
        """Go to the next open answer of the queue after this question; show a message if there is none."""
        queue, row = self.queue_cursor.current_queue(), self._row()
        if queue is not None and row is not None:
            found = queue.next_open(queue.places_of(row).stop - 1)
            if found is not None:
                self.answer_elsewhere.emit(int(queue.answers[found]))
            else:
                done = (tr("All answers of your queue are judged."), way_back_of(self.bridge.session))
                self.middle.notice(sentences(done), "good", self.ways_on())

    # The queue beside the board

    def toggle_queue(self) -> None:
        """Show or fold the queue."""
        self.want_queue(shown=self.queue.isHidden())

    def want_queue(self, *, shown: bool) -> None:
        """Show or fold the queue until the window is resized; a narrow window folds a column for it."""
        self._queue_wanted = shown
        self._fit_queue()

    def choose_part(self) -> None:
        """Show the queue and open the menu of its parts."""
        self.want_queue(shown=True)
        self.queue.choose_part()

    def search_queue(self) -> None:
        """Show the queue and focus its search."""
        self.want_queue(shown=True)
        self.queue.open_search()

    def _fit_queue(self) -> None:
        roomy = self.window().width() >= self.room_for_queue
        wanted = roomy if self._queue_wanted is None else self._queue_wanted
        self._first.setVisible(roomy or not wanted)
        if wanted == self.queue.isHidden():
            self.queue.setVisible(wanted)
            if wanted:
                self._show_queue()

    def _to_row(self, row: int) -> None:
        queue = self.queue_cursor.current_queue()
        self._make_room()
        if queue is not None:
            self.answer_elsewhere.emit(int(queue.answers[queue.enter(row)]))

    def _make_room(self) -> None:
        """Fold the queue again in a narrow window."""
        if self.window().width() < self.room_for_queue:
            self.want_queue(shown=False)

    def _to_part(self) -> None:
        """Go to the first open answer of the part shown, unless the question here belongs to it."""
        queue, row = self.queue_cursor.current_queue(), self._row()
        if queue is not None and (row is None or row not in queue.rows):
            place = queue.first() if queue.first_open() is None else queue.first_open()
            if place is not None:
                self.answer_elsewhere.emit(int(queue.answers[place]))
                return
        self._show_queue()

    def _show_queue(self) -> None:
        """Show the current place in the queue and how much is done."""
        if self.queue.isHidden():
            return
        queue = self.queue_cursor.current_queue()
        if queue is None or queue is not self._queue_shown:
            self._queue_shown = queue
            self.queue_panel.show_collection()
        self.queue_panel.show_place(self._row(), self.queue_cursor.take_changed_rows())

    def _row(self) -> int | None:
        queue = self.queue_cursor.current_queue()
        return None if queue is None or self.question is None else queue.row_of_question(self.question)

    # Changes

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Take in new entries at once, for the next key; go to what the assessor's own undo changed."""
        session, same = self.bridge.session, self.bridge.session.assessor == self._who
        super().on_changes(changes, initiator)
        if changes.what & _WHOLE:
            self._is_late = True
        elif changes.what - {"saving"}:
            self._take_in(changes)
        if same and self.question is not None and self.question in changes.questions and not self._is_late:
            self.read()
        undone = None if initiator is self else session.just_undone(changes)
        if undone is not None and undone.subject.question is not None:
            self._go_to_undone(undone.subject.question, undone.subject.answer)

    def _take_in(self, changes: Changes) -> None:
        """Bring the queue up to date for the next key; while another desk is shown it is read again later.

        After an import it is rebuilt when it is next needed: the old one does not know the new answers.
        """
        if self.isVisible():
            if not self.queue_cursor.is_stale:
                self.queue_cursor.take_in(changes)
        else:
            self.queue_cursor.put_off()

    def refresh(self, changes: Changes) -> None:
        """Redraw what the changes touch; a save changes nothing here unless it failed."""
        if self._is_late:
            self._is_late = False
            self._read_or_forget()
        if changes.what - {"saving"} or why_read_only(self.bridge.session) != self._read_only:
            self.show_board()

    def _read_or_forget(self) -> None:
        catalog, question = self.bridge.session.catalog, self.question
        answers: list[int] = []
        if question is not None and question < len(catalog.questions):
            answers = catalog.answers_of(question).tolist()
        if answers and self.is_judged_here(answers[0]):
            self.read_whole()
        else:
            self.forget()

    def _go_to_undone(self, question: int, answer: int | None) -> None:
        """Go to the subject of an undo; another desk shows it if it is another question's."""
        if question == self.question:
            if answer is not None:
                self.be_at(answer)
                self.queue_cursor.clock.show(self.here)
        elif self.isVisible():
            answers = self.bridge.session.catalog.answers_of(question).tolist()
            if answers:
                self.answer_elsewhere.emit(answers[0] if answer is None else answer)

    # Columns

    def lay_out(self, *columns: QWidget, folding: BoardColumn) -> None:
        """Put the columns side by side, `middle` with all the remaining room; add an empty page.

        In a narrow window the queue replaces the `folding` one.
        """
        self._first = folding
        work = QWidget()
        line = QHBoxLayout(work)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        split = Columns(self.bridge.settings)
        split.add_side(self.queue, *QUEUE_WIDTHS)
        for column in columns:
            if column is self.middle:
                split.add_middle(column)
            else:
                split.add_side(column, *self.folding_widths)
        line.addWidget(split)
        self.gate = BoardGate(self.middle.page, self.middle.pane.viewport(), self)
        self.empty = EmptyState("")
        self._pages = QStackedLayout(self)
        self._pages.addWidget(work)
        self._pages.addWidget(self.empty)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.window().width() != self._width:
            self._width, self._queue_wanted = self.window().width(), None
            self._fit_queue()

    def show_page(self, nothing: str) -> bool:
        """Show the question, or that there is `nothing` to show; return whether there is a question."""
        self._after.start()
        shown = self.question is not None
        self._pages.setCurrentIndex(0 if shown else 1)
        if shown:
            self.gate.show((self.question, self.here))
        else:
            self.empty.set_text(nothing, tr("Choose one in the queue on Judge."))
        return shown
