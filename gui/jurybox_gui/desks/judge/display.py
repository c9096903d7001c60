"""The answer on the screen: shown at once or when it has been read, and open to keys once it is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.kinds import KINDS
from jurybox_gui.actions.gate import KeyGate
from jurybox_gui.desks.label_schemes import OPEN
from jurybox_gui.desks.queue_side import WORLDLY

if TYPE_CHECKING:
    from jurybox_gui.desks.judge.center import Center
    from jurybox_gui.desks.judge.course import Course
    from jurybox_gui.desks.judge.pages import Page, Pages


class Display(QObject):
    """Brings the answer of a course into the center.

    `page` is what is shown, None while it is being read; `gate` lets keys through that were pressed after
    it was painted. `ready` tells that a page which was waited for is shown, `painted` of the first painting,
    `failed(sentence)` that it cannot be read.
    """

    ready = Signal()
    painted = Signal()
    failed = Signal(str)

    def __init__(self, course: Course, pages: Pages, center: Center, parent: QObject) -> None:
        super().__init__(parent)
        self.gate = KeyGate()
        self.page: Page | None = None
        self._course = course
        self._pages = pages
        self._center = center
        pages.ready.connect(self._ready)
        pages.failed.connect(self._failed)
        center.painted.connect(self._painted)

    @property
    def is_current(self) -> bool:
        """Whether the answer of the course is shown, as it was read last."""
        answer = self._course.answer
        return answer is not None and self.page is not None and self._pages.get(answer) is self.page

    def show(self) -> None:
        """Show the answer one is at: at once if it is ready, else when it has been read."""
        answer = self._course.answer
        self.gate.shut()
        self.page = None if answer is None else self._pages.get(answer)
        self.show_head()
        self._center.set_page(self.page)
        self.show_said()
        if answer is not None and self.page is None:
            self._pages.want(answer)

    def show_head(self) -> None:
        """Show question and place of the answer one is at."""
        course = self._course
        course.whole = self.page is not None and bool(self.page.options)
        catalog, queue, place, question = course.session.catalog, course.queue, course.place, course.question
        if question is None or queue is None or place is None:
            return
        known = catalog.questions[question]
        target = catalog.series[known.series].target if known.series is not None else None
        reading = self.page is not None and bool(self.page.options)
        kind = None if known.kind == "validation" else "Reading test" if reading else KINDS[known.kind].title
        parts = [part for part in (target, kind, known.category) if part]
        head = self._center.head
        head.set_question(
            known.name, "  \u00b7  ".join(parts), None if self.page is None else self.page.asked
        )
        head.quality.setVisible(known.kind == "ranked")
        n, of = queue.position(place)
        left = sum(label in OPEN for label in course.labels())
        told = f"Answer {n:,} of {of:,}" if left == of or of == 1 else f"{left:,} of {of:,} answers left"
        if course.marked:
            goes = "all" if len(course.marked) > 1 else "it"
            told = f"{len(course.marked):,} marked: the next label goes to {goes}. {{judge.unmark}} unmarks"
        if self.page is not None and reading:
            told = f"{len(self.page.options):,} options"
        head.set_position(told, strong=bool(course.marked))

    def show_said(self) -> None:
        """Show what is said of the answer one is at, and of its question."""
        answer, center, course = self._course.answer, self._center, self._course
        if answer is None:
            return
        options = () if self.page is None else self.page.options
        writable = course.session.saving.read_only is None
        center.bar.set_scheme(() if options else course.scheme)
        center.bar.set_given("" if options and len(set(course.labels())) > 1 else course.here)
        center.bar.set_pending(pending=False)
        center.bar.set_note_of(self._named())
        center.bar.set_note(course.note)
        center.bar.set_writable(writable=writable)
        if options and center.options.buttons:
            center.options.set_given(course.of_question.chosen(options))
        center.options.set_writable(writable=writable)
        center.head.quality.set_given(course.of_question.quality(course.question or 0))
        center.head.quality.set_writable(writable=writable)

    def _named(self) -> str:
        """Return how the answer one is at is called: by its question and its place there."""
        course = self._course
        if course.queue is None or course.place is None or course.question is None:
            return "this answer"
        n, of = course.queue.position(course.place)
        name = course.session.catalog.questions[course.question].name
        return f"the answer to {name}" if of == 1 else f"answer {n:,} of {of:,} to {name}"

    def _ready(self, page: Page) -> None:
        if page.answer == self._course.answer and self.page is None:
            self.page = page
            self.show_head()
            self._center.set_page(page)
            self.show_said()
            self.ready.emit()

    def _failed(self, error: Exception) -> None:
        self.failed.emit(f"The text of this answer cannot be read: {error}.")
        if not isinstance(error, WORLDLY):
            raise error

    def _painted(self) -> None:
        if not self.gate.open and self.page is not None and self.page.answer == self._course.answer:
            self.gate.painted_at()
            self.painted.emit()
