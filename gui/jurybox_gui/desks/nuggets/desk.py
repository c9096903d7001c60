"""The nugget board: nuggets at the left, the response they are matched with at the right, keys for all."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from jurybox.campaign.seats import blind
from jurybox.commands import Match
from jurybox.commands.nuggets import AddNugget, DeleteNugget, MatchRest, MergeNuggets, Vote
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.judging.clock import ActiveClock
from jurybox.judging.nugget_work import NuggetWork, length_of
from jurybox.judging.queue import Queue
from jurybox.measures import measure
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.nuggets.actions import ACTIONS, DIGITS
from jurybox_gui.desks.nuggets.board_list import items_of
from jurybox_gui.desks.nuggets.columns import NuggetColumn, ResponseColumn
from jurybox_gui.desks.nuggets.told import heading_of, history_of, origin_of, result_of, spans_of
from jurybox_gui.desks.nuggets.writing import Writing
from jurybox_gui.pieces.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from jurybox.changes import Changes
    from jurybox.judging.nugget_work import Row
    from jurybox.measures import Measure
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import ActionSpec, Question
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.theme.theme import Theme

BETAS = (3, 1, 2, 5)
_STEPS = {"": "yes", "yes": "partial", "partial": "no", "no": "yes"}


class NuggetDesk(Desk):
    """One Other question at a time. Everything shown follows from `work`, made anew after each change.

    `response` is the place of the response shown among the question's answers, `current` that of the
    nugget among the rows of the board.
    """

    id: ClassVar[str] = "nuggets"
    title: ClassVar[str] = "Judge"
    icon: ClassVar[str] = "judge"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.work: NuggetWork | None = None
        self.response = 0
        self.current = 0
        self.merging: int | None = None
        self.reads_all = False
        self.beta = 0
        self._is_read = False
        self._clock = ActiveClock(idle=float(bridge.settings["idle_seconds"]))
        self._queue: Queue | None = None
        self._lengths: dict[int, int] = {}
        self._shown: tuple[int, int, bool] | None = None
        self.column = NuggetColumn()
        self.middle = ResponseColumn(self._score_of)
        self.writing = Writing(bridge, self.column, self._done)
        self.empty = EmptyState("")
        self._lay_out()
        self._connect()

    @classmethod
    def action_specs(cls) -> Sequence[ActionSpec]:
        """Return the keys of the board."""
        return ACTIONS

    def handlers(self) -> Mapping[str, Handler]:
        """Return what they do."""
        pane = self.middle.pane
        named: dict[str, Handler] = {
            "above": lambda: self._choose(self.current - 1),
            "below": lambda: self._choose(self.current + 1),
            "unmatched": self._to_unmatched,
            "yes": lambda: self.match("yes"),
            "partial": lambda: self.match("partial"),
            "no": lambda: self.match("no"),
            "clear": lambda: self.match(None),
            "undo": self._undo,
            "note": self._note,
            "next": self.finish_response,
            "right": lambda: self.go(self.response + 1),
            "left": lambda: self.go(self.response - 1),
            "next_question": lambda: self._to_question(1),
            "last_question": lambda: self._to_question(-1),
            "new": self._new,
            "vote": self._vote,
            "edit": lambda: self._with_row(lambda row: self.writing.edit(row.line)),
            "split": lambda: self._with_row(lambda row: self.writing.split(row.line)),
            "merge": self._merge,
            "delete": lambda: self._with_row(lambda row: self._done(DeleteNugget(row.line.nugget))),
            "history": lambda: self._with_row(self._tell_history),
            "more_words": lambda: pane.extend_selection(1),
            "fewer_words": lambda: pane.extend_selection(-1),
            "words_on": lambda: pane.move_selection(1),
            "words_back": lambda: pane.move_selection(-1),
            "page_down": lambda: pane.scroll_page(1),
            "page_up": lambda: pane.scroll_page(-1),
            "all": self._toggle_all,
            "beta": self._next_beta,
            "leave": self._leave,
        }
        for place, digit in enumerate(DIGITS):
            named[f"match{digit}"] = partial(self.match_place, place)
        return {f"{self.id}.{name}": handler for name, handler in named.items()}

    def possible(self) -> Mapping[str, Question]:
        """Return when something can be entered: while nothing is in the way, and one response is shown."""
        entering = ("yes", "partial", "no", "clear", "note", *(f"match{digit}" for digit in DIGITS))
        found: dict[str, Question] = {f"{self.id}.{name}": self._may_match for name in entering}
        for name in ("new", "vote", "edit", "split", "merge", "delete", "next"):
            found[f"{self.id}.{name}"] = self._may_enter
        found[f"{self.id}.undo"] = lambda: self.bridge.session.can_undo
        return found

    def activate(self) -> None:
        """Give the keyboard to the board."""
        self.setFocus()
        self._clock.show(self.answer)

    # Where one is

    @property
    def answer(self) -> int | None:
        """The answer shown as a response."""
        if self.work is None or not self.work.answers:
            return None
        return self.work.answers[self.response]

    @property
    def measure(self) -> Measure:
        """The F that is shown, with the beta chosen."""
        return measure(f"F({BETAS[self.beta]})")

    def show_answer(self, answer: int) -> None:
        """Show the board of the question of an answer, and that response."""
        catalog, who = self.bridge.session.catalog, self.bridge.session.assessor
        question = int(catalog.answer_question[answer])
        if who is None or catalog.questions[question].kind != "other":
            return
        if self.work is None or self.work.question != question:
            self.current, self.merging, self._lengths = 0, None, {}
            self.writing.leave()
        self._read(question)
        if self.work is not None:
            self.go(self.work.answers.index(answer))

    def go(self, response: int) -> None:
        """Show another response of the question; beyond the ends nothing happens."""
        if self.work is None or not 0 <= response < len(self.work.answers):
            return
        self.response = response
        self.merging = None
        self._clock.show(self.answer)
        if self.work.codes.shape[1] and self.work.codes[response, self.current] > 0:
            self._to_unmatched()
        self._show()

    def finish_response(self) -> None:
        """Say that the response holds nothing else, and go to the next one that is not done."""
        answer = self.answer
        if answer is None or self.work is None:
            return
        if not self.reads_all and self.work.lines and not self.work.is_done(self.response):
            self._done(MatchRest(answer, seconds=self._clock.take(answer)))
        count = len(self.work.answers)
        later = [(self.response + step) % count for step in range(1, count)]
        found = next((at for at in later if not self.work.is_done(at)), None)
        if found is None and (self.work.lines or count == 1):
            self._to_question(1, only_open=True)
        else:
            self.current = 0
            self.go(later[0] if found is None else found)

    # What is said

    def match_place(self, place: int) -> None:
        """Turn the match of a nugget, by its place on the list, to the next of yes, partial, no."""
        if self.work is None or place >= len(self.work.rows):
            return
        self.current = place
        self._say(_STEPS.get(self.work.matched(self.response, place), "yes"))

    def match(self, label: str | None) -> None:
        """Say how far the response holds the current nugget, and go to the next one without a match."""
        if self.work is None or not self.work.rows:
            return
        self._say(label)
        if label is not None:
            self._to_unmatched()

    def _say(self, label: str | None) -> None:
        answer, work = self.answer, self.work
        if answer is None or work is None:
            return
        quoted = self.middle.marked_text()
        nugget, seconds = work.rows[self.current].line.nugget, self._clock.take(answer)
        if quoted and label in {"yes", "partial"}:
            self._done(Match(answer, nugget, label, note=quoted, seconds=seconds))
            self.middle.pane.move_selection(0)
        else:
            self._done(Match(answer, nugget, label, seconds=seconds))

    def _vote(self) -> None:
        if self.work is not None and self.work.rows:
            row = self.work.rows[self.current]
            self._done(Vote(row.line.nugget, "okay" if row.importance == "vital" else "vital"))
            self._keep(row.line.nugget)

    def _merge(self) -> None:
        if self.work is None or not self.work.rows:
            return
        nugget = self.work.rows[self.current].line.nugget
        if self.merging is None or self.merging == nugget:
            self.merging = None if self.merging == nugget else nugget
            self._show()
            return
        first, self.merging = self.merging, None
        self._done(MergeNuggets((first, nugget)))
        self._keep(first)

    def _new(self) -> None:
        if self.work is not None:
            self.writing.new(self.work.question, self.middle.marked_text())

    def _note(self) -> None:
        answer = self.answer
        if answer is not None and self.work is not None and self.work.rows:
            row = self.work.rows[self.current]
            if not self.writing.note(answer, row.line, self.work.matched(self.response, self.current)):
                self.middle.notice("A note belongs to a match: say yes, partial or no first.", kind="note")

    def _undo(self) -> None:
        try:
            self.bridge.session.undo()
        except Refused as refusal:
            self.middle.notice(str(refusal))

    def _with_row(self, act: Callable[..., object]) -> None:
        if self.work is not None and self.work.rows:
            act(self.work.rows[self.current])

    def _tell_history(self, row: Row) -> None:
        told = history_of(self.bridge.session, row.line.nugget)
        self.middle.notice(told or "Nothing but its wording, from a file.", kind="note")

    def _done(self, command: object) -> bool:
        """Run a command; tell why it was refused and return False."""
        try:
            self.bridge.session.execute(command, self)  # type: ignore[arg-type]
        except Refused as refusal:
            self.middle.notice(str(refusal))
            return False
        self.middle.notice("")
        if isinstance(command, AddNugget):
            self._keep(self.bridge.session.catalog.nuggets.of(command.question)[-1])
        return True

    # Moves and looks

    def _choose(self, place: int) -> None:
        if self.work is not None and self.work.rows:
            self.current = max(0, min(place, len(self.work.rows) - 1))
            self._show()

    def _keep(self, nugget: int) -> None:
        """Stay with a nugget wherever it stands now."""
        if self.work is not None:
            lines = [row.line.nugget for row in self.work.rows]
            self._choose(lines.index(nugget) if nugget in lines else self.current)

    def _to_unmatched(self) -> None:
        if self.work is None or not self.work.rows:
            return
        row, count = self.work.codes[self.response], len(self.work.rows)
        for step in range(1, count + 1):
            if row[(self.current + step) % count] <= 0:
                self._choose((self.current + step) % count)
                return

    def _to_question(self, way: int, *, only_open: bool = False) -> None:
        queue, answer = self._own_queue(), self.answer
        place = None if queue is None or answer is None else queue.place_of(answer)
        if queue is None or place is None:
            return
        found = queue.next_open(place) if only_open else queue.step_question(place, way)
        if found is not None:
            self.answer_elsewhere.emit(int(queue.answers[found]))
        elif only_open:
            self.middle.notice("All answers of your queue are judged.", kind="good")

    def _toggle_all(self) -> None:
        self.reads_all = not self.reads_all
        self._show()

    def _next_beta(self) -> None:
        self.beta = (self.beta + 1) % len(BETAS)
        self._show()

    def _leave(self) -> None:
        self.merging = None
        self.writing.leave()
        self.middle.notice("")
        self._show()
        self.setFocus()

    def _may_enter(self) -> bool:
        return self.work is not None and self.bridge.session.saving.read_only is None

    def _may_match(self) -> bool:
        return self._may_enter() and not self.reads_all

    # What changed

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Know at once what was said, for the next key; show the response that undo changed."""
        super().on_changes(changes, initiator)
        if self.work is not None and self.work.question in changes.questions:
            self._read(self.work.question)
            self._is_read = True
        if initiator is not self and self.work is not None and len(changes.answers) == 1:
            (answer,) = changes.answers
            if answer in self.work.answers:
                self.response = self.work.answers.index(answer)

    def refresh(self, changes: Changes) -> None:
        """Show what the changes left."""
        if changes.what & {"catalog", "facts", "assignments"}:
            self._queue = None
        if changes.what - {"saving"} and self.work is not None:
            if self.bridge.session.assessor is None or self.work.question >= len(
                self.bridge.session.catalog.questions
            ):
                self.work = None
            elif not self._is_read or changes.what & {"catalog", "facts", "assignments"}:
                self._read(self.work.question)
        self._is_read = False
        self._show()

    def _read(self, question: int) -> None:
        session = self.bridge.session
        if session.assessor is None:
            return
        gold = None if blind(session) else (session.facts, Gold.parse(self.bridge.gold))
        self.work = NuggetWork(session.catalog, session.ledger, question, session.assessor, gold=gold)
        self.response = min(self.response, max(0, len(self.work.answers) - 1))
        self.current = min(self.current, max(0, len(self.work.rows) - 1))

    def _show(self) -> None:
        work, session = self.work, self.bridge.session
        self._pages.setCurrentIndex(1 if work is None else 0)
        if work is None:
            self.empty.set_text("No Other question is shown.", "Go to one from the queue on Judge.")
            return
        matches = [work.matched(self.response, place) for place in range(len(work.rows))]
        checks = [work.to_check(self.response, place) for place in range(len(work.rows))]
        items = items_of(work.rows, [] if self.reads_all else matches, checks, self.merging)
        self.column.show_board(items, len(work.answers), self.current, work.rows)
        self.column.origin.setText(origin_of(session, work, self.current))
        head = heading_of(session, work.question)
        done = work.is_done
        self.middle.show_place(head, self.response, len(work.answers), done, reads_all=self.reads_all)
        place = (work.question, self.response, self.reads_all)
        if place != self._shown:
            self._shown = place
            self.middle.set_texts(self._texts(), from_all=self.reads_all)
        answer = self.answer
        if answer is not None and not self.reads_all:
            self.middle.pane.set_spans(spans_of(session, work, answer, self.current))
            self.middle.results.show_result(
                result_of(work, self.response, self._length(self.response), self.measure)
            )

    def _texts(self) -> list[str]:
        assert self.work is not None  # noqa: S101 - only asked while a board is shown
        texts = self.bridge.session.texts
        chosen = self.work.answers if self.reads_all else self.work.answers[self.response :][:1]
        return [texts.answer(answer).text for answer in chosen]

    def _length(self, response: int) -> int:
        assert self.work is not None  # noqa: S101 - only asked while a board is shown
        answer = self.work.answers[response]
        if answer not in self._lengths:
            self._lengths[answer] = length_of(self.bridge.session.texts.answer(answer).text)
        return self._lengths[answer]

    def _score_of(self, response: int) -> float | None:
        """Return what a response scores now; None while it is undefined."""
        if self.work is None or response >= len(self.work.answers):
            return None
        score = self.work.score(self.measure, response, self._length(response))
        return None if score.reason else score.value

    def _own_queue(self) -> Queue | None:
        session = self.bridge.session
        if session.assessor is None:
            return None
        if self._queue is None or self._queue.assessor != session.assessor:
            self._queue = Queue(session.catalog, session.ledger, session.assessor)
        else:
            self._queue.update(session.ledger)
        return self._queue

    def _lay_out(self) -> None:
        work = QWidget()
        columns = QHBoxLayout(work)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        columns.addWidget(self.column)
        columns.addWidget(self.middle, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(work)
        self._pages.addWidget(self.empty)

    def _connect(self) -> None:
        self.column.board.nugget_chosen.connect(self._choose)
        self.column.board.box_clicked.connect(self.match_place)
        self.middle.tiles.response_chosen.connect(self.go)
        self.writing.over.connect(self.setFocus)
