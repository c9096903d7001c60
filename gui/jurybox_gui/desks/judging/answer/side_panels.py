"""The panels beside the answer: the queue on its left, guidelines, twins and history on its right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, Signal

from jurybox.campaign.seats import blind
from jurybox.collection.catalog import Catalog
from jurybox.collection.file import open_reading
from jurybox.judging.likeness import Alike, read_alike
from jurybox.measures import Kind
from jurybox.watch import Watch
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.desks.judging.answer.answer_cache import AnswerCache, AnswerPage, TextSource, Twin, find_twins
from jurybox_gui.desks.judging.answer.side_column import AnswerSideColumn
from jurybox_gui.desks.judging.queue_cursor import QueueCursor
from jurybox_gui.desks.judging.queue_panel import QueueJobs, QueuePanel
from jurybox_gui.desks.label_schemes import glyph_of
from jurybox_gui.live_strip.strip import LiveStrip
from jurybox_gui.tables.history_model import HistoryModel
from jurybox_gui.tables.history_model import Past as PastRow
from jurybox_gui.tables.queue_model import TITLE_MAX
from jurybox_gui.theme.theme import Theme

_TWINS_MS = 150


class AnswerJobs(QueueJobs):
    """Does each kind of work when it is requested, and drops outdated results.

    Results arrive as `texts(dict)`, `twins(answer, list)`, `strip(dict)` and `alike(dict)`
    besides those for the queue.
    """

    texts = Signal(object)
    twins = Signal(int, object)
    strip = Signal(object)
    alike = Signal(object)

    def __init__(self, path: Path, texts: TextSource, parent: QObject | None = None) -> None:
        super().__init__(path, texts, parent)
        self._source = texts

    def read_texts(self, answers: Sequence[int]) -> None:
        """Read the beginnings of answers of the history."""
        self._start("texts", self._beginnings(answers), self.texts.emit)

    def read_strip(self, answers: Sequence[int]) -> None:
        """Read the beginnings of the answers of the question shown."""
        self._start("strip", self._beginnings(answers), self.strip.emit)

    def read_alike(self, catalog: Catalog, questions: Sequence[int]) -> None:
        """Find out which answers of these questions are similar."""
        path = self._path

        def work(watch: Watch) -> dict[int, Alike]:
            found: dict[int, Alike] = {}
            with closing(open_reading(path)) as db:
                for part in read_alike(db, catalog, questions, watch):
                    found |= part
            return found

        self._start("alike", work, self.alike.emit, lambda _error: self.alike.emit({}))

    def read_twins(self, answer: int, among: Sequence[int]) -> None:
        """Look for answers with the same words."""
        source = self._source
        self._start(
            "twins", lambda _watch: find_twins(source, answer, among), lambda found: self.twins.emit(answer, found)
        )

    def _beginnings(self, answers: Sequence[int]) -> Callable[[Watch], dict[int, str]]:
        source = self._source

        def work(watch: Watch) -> dict[int, str]:
            return {answer: source.answer(answer).text[:TITLE_MAX] for answer in answers if not watch.cancelled()}

        return work


class SidePanels(QObject):
    """Keeps both side columns in step with the cursor, and reads for them in the background."""

    def __init__(self, bridge: Bridge, theme: Theme, cursor: QueueCursor, cache: AnswerCache, parent: QObject) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self._theme = theme
        self.cursor = cursor
        self.twins: list[Twin] = []
        self.history = HistoryModel(self)
        self.jobs = AnswerJobs(bridge.session.path, bridge.session.texts, self)
        self.queue_panel = QueuePanel(bridge, "judge", self.jobs, cursor, self)
        self.side = AnswerSideColumn(self.history)
        self._cache = cache
        self.late: frozenset[int] = frozenset()
        """Answers that are shown with a label that is not on the disk yet."""
        self._twins_for: int | None = None
        self._look = Pause(self, _TWINS_MS, self._look_for_twins)
        self.strip: LiveStrip | None = None
        self._strip_asked = False
        self._loading = Delay(self, 0, self._load_strip)

    def show_collection(self) -> None:
        """Show another queue: a collection was opened or changed, or the assessor changed."""
        self.queue_panel.show_collection()
        self.side.set_mode(hidden=blind(self.bridge.session))
        self.show_strip()

    def show_place(self, page: AnswerPage | None) -> None:
        """Show the current place: row, progress, pace, history; search for twins soon."""
        self.queue_panel.show_place(self.cursor.row)
        facts = self.bridge.session.facts
        choices, scheme = self.cursor.choices, self.cursor.scheme
        if page is not None and page.options:
            scheme = tuple(choice for choice in scheme if choice.word in {choices.right, choices.wrong})
        self.side.set_guidelines(scheme, facts.guidelines, facts.guideline_version, choices.glyph)
        self.side.set_own_guideline(None if page is None else page.question.guideline)
        self.side.set_before(() if page is None else page.before)
        self.side.undo.setEnabled(self.bridge.session.can_undo)
        self._await_twins()
        self._fit_strip()
        self.show_past()

    def show_past(self, late: frozenset[int] | None = None) -> None:
        """Show the assessor's last labels.

        `late`: answers whose label is not on the disk yet, None: as before.
        """
        late = self.late = self.late if late is None else late
        catalog, facts, cursor = self.bridge.session.catalog, self.bridge.session.facts, self.cursor
        glyphs: dict[tuple[str, str], str] = {}
        room = self.side.history.rows
        hidden = cursor.answer if cursor.is_repeat else None
        rows = []
        for answer, at in cursor.pace.newest(room):
            if answer != hidden:
                question, label = catalog.questions[catalog.answer_question[answer]], cursor.said(answer)
                glyph = glyphs.get((question.kind, label))
                if glyph is None:
                    glyph = glyphs[question.kind, label] = glyph_of(facts, question.kind, label)
                rows.append(PastRow(answer, question.name, label, at, answer in late, glyph))
        self.history.set_rows(rows)
        self.side.set_past(len(rows), cursor.pace.count)
        ready = {a: page.text.text for a in self.history.missing() if (page := self._cache.get(a)) is not None}
        if ready:
            self.history.put_texts(ready)
        missing = self.history.missing()
        if missing:
            self.jobs.read_texts(missing)

    def show_strip(self) -> None:
        """Show the ranking beside the answer if it may be seen and is switched on.

        Load it when first shown.
        """
        open_ = self.bridge.scoreboard is not None and bool(self.bridge.session.catalog.runs)
        open_ = open_ and not self.bridge.next_best.on  # judgments made then are no fair sample
        if not open_:
            self.side.drop_strip()
            self.strip, self._strip_asked = None, False
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
        """Store what a click on the title did, as its key does."""
        if bool(self.bridge.settings["live_strip"]) == folded:
            self.bridge.settings["live_strip"] = not folded

    def _await_twins(self) -> None:
        answer = self.cursor.answer
        if answer == self._twins_for:
            self.cursor.twins = [twin.answer for twin in self.twins]
            self._show_twins()
            return
        self.jobs.stop("twins")
        if self.cursor.is_repeat:
            answer = None
        self.twins = [] if answer is None else among_twins(self.twins, self._twins_for, answer)
        self._twins_for = answer
        self._show_twins()
        self.cursor.twins = [twin.answer for twin in self.twins]
        self._look.start()

    def _show_twins(self) -> None:
        said, glyph = self.cursor.said, self.cursor.choices.glyph
        self.side.set_twins([(twin, said(twin.answer), glyph(said(twin.answer))) for twin in self.twins])

    def _look_for_twins(self) -> None:
        queue, answer, place = self.cursor.queue, self.cursor.answer, self.cursor.place
        if queue is not None and answer is not None and place is not None and not self.cursor.is_repeat:
            places = queue.places_of(queue.row_of(place))
            self.jobs.read_twins(answer, queue.answers[places.start : places.stop].tolist())

    def put_twins(self, answer: int, twins: list[Twin]) -> None:
        """Show the twins found for an answer, if it is still shown."""
        if answer == self.cursor.answer and twins != self.twins:
            self.twins = twins
            self._show_twins()
            self.show_past()
            self.cursor.twins = [twin.answer for twin in twins]

    def _fit_strip(self) -> None:
        """Rank by the kind of question being judged; give the strip room if it ranks anything."""
        strip, question = self.strip, self.cursor.question
        if strip is not None and question is not None:
            strip.show_kind(cast("Kind", self.bridge.session.catalog.questions[question].kind))
        if strip is None:
            self.side.set_strip_height(0, 0)
        else:
            self.side.set_strip_height(*strip.heights)

    def _load_strip(self) -> None:
        if self.side.strip is None or self.strip is not None:
            return
        from jurybox_gui.live_strip.strip import LiveStrip

        self.strip = LiveStrip(self.bridge, self._theme)
        self.strip.height_wanted.connect(self.side.set_strip_height)
        self.side.fill_strip(self.strip)
        self._fit_strip()


def among_twins(twins: Sequence[Twin], before: int | None, answer: int) -> list[Twin]:
    """Return the twins of an answer known at once: those of the previous answer, if it is one of them.

    The one before is a twin itself then, but its text is not at hand; the search that follows finds it.
    """
    if before is None or all(twin.answer != answer for twin in twins):
        return []
    return [twin for twin in twins if twin.answer != answer]
