"""What stands around the answer: the queue at its left, guidelines, twins and history at its right."""

from __future__ import annotations

from time import time_ns
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from jurybox.campaign.seats import blind
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.desks.judge.jobs import Jobs
from jurybox_gui.desks.judge.side import SideOfJudge
from jurybox_gui.desks.queue_side import QueueSide
from jurybox_gui.tables.history_model import HistoryModel
from jurybox_gui.tables.history_model import Past as PastRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jurybox.judging.past_judgments import PastJudgments
    from jurybox.measures import Kind
    from jurybox_gui.core.live_collection import Bridge
    from jurybox_gui.desks.judge.course import Course
    from jurybox_gui.desks.judge.pages import Page, Pages, Twin
    from jurybox_gui.live_strip.strip import LiveStrip
    from jurybox_gui.theme.theme import Theme

_TWINS_MS = 150


class Around(QObject):
    """Keeps both side columns in step with the course, and reads for them in the background.

    `narrowed` is emitted when another part of the queue is shown, `twins_found` when `twins` changed.
    """

    narrowed = Signal()
    twins_found = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, course: Course, pages: Pages, parent: QObject) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self._theme = theme
        self.course = course
        self.twins: list[Twin] = []
        self.history = HistoryModel(self)
        self.jobs = Jobs(bridge.session.path, bridge.session.texts, self)
        self._queue = QueueSide(bridge, "judge", self.jobs, lambda: course.queue, self)
        self.queue = self._queue.column
        self.side = SideOfJudge(self.history)
        self._pages = pages
        self._late: frozenset[int] = frozenset()
        self._past_of: int | None = None
        self._twins_for: int | None = None
        self._look = Pause(self, _TWINS_MS, self._look_for_twins)
        self._strip: LiveStrip | None = None
        self._strip_asked = False
        self._loading = Delay(self, 0, self._load_strip)
        self._connect()

    def show_collection(self) -> None:
        """Show another queue: a collection was opened or changed, or somebody else sits here."""
        session, queue = self.bridge.session, self.course.queue
        self._queue.show_collection()
        self.show_good()
        self.side.set_mode(hidden=blind(session))
        self.show_strip()
        if queue is not None and queue.assessor != self._past_of:
            self._past_of = queue.assessor
            self.jobs.read_past(queue.assessor)

    def show_place(self, page: Page | None) -> None:
        """Show where one is: row, progress, pace, history; look for twins soon."""
        queue = self.course.queue
        self._queue.show_place(self.course.row)
        progress = None if queue is None else queue.progress
        pace = self.course.pace
        left = 0 if progress is None else progress.open + progress.deferred
        self.queue.pace.set_pace(pace.today(_now()), pace.per_hour(), pace.seconds_left(left))
        facts = self.bridge.session.facts
        scheme = self.course.scheme
        if page is not None and page.options:
            scheme = tuple(choice for choice in scheme if choice.word in {"correct", "incorrect"})
        self.side.set_guidelines(scheme, facts.guidelines, facts.guideline_version)
        self.side.set_own_guideline(None if page is None else page.question.guideline)
        self.side.set_before(() if page is None else page.before)
        self.side.undo.setEnabled(self.bridge.session.can_undo)
        self._await_twins()
        self._fit_strip()
        self.show_past(self._late)

    def show_good(self) -> None:
        """Mark the questions that one called good."""
        self.queue.model.set_good(self.course.of_question.good())

    def show_past(self, late: frozenset[int]) -> None:
        """Show one's last labels; `late` are answers whose label is not on the disk yet."""
        self._late = late
        catalog, course = self.bridge.session.catalog, self.course
        room = self.side.history.rows
        hidden = course.answer if course.is_repeat else None
        rows = [
            PastRow(
                answer,
                catalog.questions[catalog.answer_question[answer]].name,
                course.said(answer),
                at,
                answer in late,
            )
            for answer, at in course.pace.newest(room)
            if answer != hidden
        ]
        self.history.set_rows(rows)
        self.side.set_past(len(rows), course.pace.count)
        ready = {
            a: page.text.text for a in self.history.missing() if (page := self._pages.get(a)) is not None
        }
        if ready:
            self.history.put_texts(ready)
        missing = self.history.missing()
        if missing:
            self.jobs.read_texts(missing)

    def show_strip(self) -> None:
        """Show the ranking beside the answer where it may be seen and is wanted; load it when first shown."""
        open_ = self.bridge.scoreboard is not None and bool(self.bridge.session.catalog.runs)
        open_ = open_ and not self.bridge.settling.on  # what is judged then is no fair sample
        if not open_:
            self.side.drop_strip()
            self._strip, self._strip_asked = None, False
            return
        section = self.side.strip
        if section is None:
            section = self.side.open_strip()
            section.folded_changed.connect(self._strip_folded)
        wanted = bool(self.bridge.settings["live_strip"])
        section.folded = not wanted
        if wanted and not self._strip_asked:
            self._strip_asked = True
            self._loading.start()

    def _strip_folded(self, folded: bool) -> None:  # noqa: FBT001 - the argument of a signal
        """Keep what a click on the title did, as its key does."""
        if bool(self.bridge.settings["live_strip"]) == folded:
            self.bridge.settings["live_strip"] = not folded

    def _connect(self) -> None:
        self._queue.narrowed.connect(self._narrowed)
        self.jobs.texts.connect(self.history.put_texts)
        self.jobs.past.connect(self._remember)
        self.jobs.twins.connect(self._show_twins)
        self.side.past_room_changed.connect(lambda: self.show_past(self._late))

    def _narrowed(self) -> None:
        self.show_good()
        self.narrowed.emit()

    def _remember(self, past: PastJudgments) -> None:
        self.course.remember(past)
        self.narrowed.emit()

    def _await_twins(self) -> None:
        answer = self.course.answer
        if answer == self._twins_for:
            self.side.set_twins([(twin, self.course.said(twin.answer)) for twin in self.twins])
            return
        self.jobs.stop("twins")
        if self.course.is_repeat:
            answer = None
        self.twins = [] if answer is None else among_twins(self.twins, self._twins_for, answer)
        self._twins_for = answer
        self.side.set_twins([(twin, self.course.said(twin.answer)) for twin in self.twins])
        self.twins_found.emit()
        self._look.start()

    def _look_for_twins(self) -> None:
        queue, answer, place = self.course.queue, self.course.answer, self.course.place
        if queue is not None and answer is not None and place is not None and not self.course.is_repeat:
            places = queue.places_of(queue.row_of(place))
            self.jobs.read_twins(answer, queue.answers[places.start : places.stop].tolist())

    def _show_twins(self, answer: int, twins: list[Twin]) -> None:
        if answer == self.course.answer:
            self.twins = twins
            self.side.set_twins([(twin, self.course.said(twin.answer)) for twin in twins])
            self.show_past(self._late)
            self.twins_found.emit()

    def _fit_strip(self) -> None:
        """Rank by the kind of question that is being judged; give the strip room if it ranks anything."""
        strip, question = self._strip, self.course.question
        if strip is not None and question is not None:
            strip.show_kind(cast("Kind", self.bridge.session.catalog.questions[question].kind))
        self.side.set_strip_height(0 if strip is None else strip.wanted_height)

    def _load_strip(self) -> None:
        if self.side.strip is None or self._strip is not None:
            return
        from jurybox_gui.live_strip.strip import LiveStrip

        self._strip = LiveStrip(self.bridge, self._theme)
        self._strip.height_wanted.connect(self.side.set_strip_height)
        self.side.fill_strip(self._strip)
        self._fit_strip()


def among_twins(twins: Sequence[Twin], before: int | None, answer: int) -> list[Twin]:
    """Return what is known at once of an answer's twins: those of the one before, if it is one of them.

    The one before is a twin itself then, but its text is not at hand; the search that follows finds it.
    """
    if before is None or all(twin.answer != answer for twin in twins):
        return []
    return [twin for twin in twins if twin.answer != answer]


def _now() -> int:
    return time_ns() // 1_000_000
