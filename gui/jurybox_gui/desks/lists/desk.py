"""The list desk: all pooled answers of a list question, judged and grouped from the keyboard."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QWidget

from jurybox.campaign.seats import blind
from jurybox.commands import Judge
from jurybox.commands.lists import AddInstance, Group, JoinGroups, RemoveInstance, SplitGroup
from jurybox.errors import Refused
from jurybox.judging.clock import ActiveClock
from jurybox.judging.list_work import ListWork, alike_answers
from jurybox.judging.queue import Queue
from jurybox.measures import measure
from jurybox_gui.desks.base import Desk
from jurybox_gui.desks.lists.actions import ACTIONS, SCHEME
from jurybox_gui.desks.lists.columns import AnswerColumn, RunColumn, RunLine, SetColumn
from jurybox_gui.desks.lists.rows import Line
from jurybox_gui.desks.nuggets.told import heading_of
from jurybox_gui.pieces.empty_state import EmptyState

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from jurybox.changes import Changes
    from jurybox.commands import Command
    from jurybox_gui.actions.registry import Handler
    from jurybox_gui.actions.spec import ActionSpec, Question
    from jurybox_gui.bridge import Bridge
    from jurybox_gui.theme.theme import Theme

_OPEN = frozenset(("", "deferred", "conflict"))
_SCORES = tuple(measure(name) for name in ("IP", "IR", "F-list"))


class ListDesk(Desk):
    """One list question at a time. Everything shown follows from `work`, made anew after each change.

    `answer` is the answer one is at, `marked` those that the next label or group is for, `instance` the
    number of the chosen member of the answer set, `only` the answers of one run's list, if one is read alone.
    """

    id: ClassVar[str] = "lists"
    title: ClassVar[str] = "Judge"
    icon: ClassVar[str] = "judge"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.work: ListWork | None = None
        self.answer: int | None = None
        self.marked: set[int] = set()
        self.instance = 0
        self.alike: list[list[int]] = []
        self._lists: list[frozenset[int]] = []
        self._list = 0
        self._clock = ActiveClock(idle=float(bridge.settings["idle_seconds"]))
        self._queue: Queue | None = None
        self._texts: dict[int, str] = {}
        self._read_text: int | None = None
        self.set = SetColumn()
        self.middle = AnswerColumn()
        self.runs = RunColumn()
        self.empty = EmptyState("")
        self._lay_out()
        self._connect()

    @classmethod
    def action_specs(cls) -> Sequence[ActionSpec]:
        """Return the keys of the desk."""
        return ACTIONS

    def handlers(self) -> Mapping[str, Handler]:
        """Return what they do."""
        named: dict[str, Handler] = {
            "clear": lambda: self.say(""),
            "undo": self._undo,
            "defer": lambda: self.say("deferred"),
            "junk": lambda: self.say("junk"),
            "above": lambda: self._step(-1),
            "below": lambda: self._step(1),
            "next": self._next,
            "next_question": lambda: self._to_question(1),
            "last_question": lambda: self._to_question(-1),
            "page_down": lambda: self.middle.pane.scroll_page(1),
            "page_up": lambda: self.middle.pane.scroll_page(-1),
            "one_list": self._next_list,
            "mark": self._mark,
            "mark_below": lambda: self._mark_on(1),
            "mark_above": lambda: self._mark_on(-1),
            "join": self._join,
            "accept": self._accept,
            "split": self._split,
            "leave": self._leave,
            "add": lambda: self.set.show_field(shown=True),
            "instance_below": lambda: self._choose_instance(self.instance + 1),
            "instance_above": lambda: self._choose_instance(self.instance - 1),
            "into": self._into,
            "remove": self._remove,
        }
        for place, choice in enumerate(SCHEME, start=1):
            named[f"label.{place}"] = partial(self.say, choice.word)
        return {f"{self.id}.{name}": handler for name, handler in named.items()}

    def possible(self) -> Mapping[str, Question]:
        """Return when something can be entered."""
        names = ["clear", "defer", "junk", "join", "accept", "split", "add", "into", "remove"]
        names += [f"label.{place}" for place in range(1, len(SCHEME) + 1)]
        found: dict[str, Question] = {f"{self.id}.{name}": self._may_enter for name in names}
        found[f"{self.id}.undo"] = lambda: self.bridge.session.can_undo
        return found

    def activate(self) -> None:
        """Give the keyboard to the desk."""
        self.setFocus()
        self._clock.show(self.answer)

    def show_answer(self, answer: int) -> None:
        """Show the list question of an answer, and that answer."""
        catalog, who = self.bridge.session.catalog, self.bridge.session.assessor
        question = int(catalog.answer_question[answer])
        if who is None or catalog.questions[question].kind != "list":
            return
        if self.work is None or self.work.question != question:
            self._begin(question)
        self._at(answer)

    # What is said

    def say(self, word: str) -> None:
        """Say a label or state of the marked answers, else of the current one, and go on."""
        answers = self._chosen()
        if not answers:
            return
        seconds = round(sum(self._clock.take(answer) for answer in answers) / len(answers), 2)
        choice = next((one for one in SCHEME if one.word == word), None)
        label = word if choice is not None and not choice.is_state else None
        state = word if word and label is None else None
        if self._done(Judge(answers, label, state, seconds=seconds)):
            several, self.marked = bool(self.marked), set()
            if word and self.bridge.settings["advance"] and not several:
                self._next(stay_at_end=True)
            self._show()

    def _join(self) -> None:
        """Make the marked answers and the current one one instance; alone, with the one above."""
        answers = self._chosen(with_current=True)
        if len(answers) == 1:
            shown = self._shown()
            at = shown.index(answers[0]) if answers[0] in shown else 0
            answers = (shown[at - 1], *answers) if at else ()
        if len(answers) > 1 and self._done(JoinGroups(answers)):
            self.marked = set()
            self._show()

    def _accept(self) -> None:
        if self.work is not None and self.answer is not None:
            suggested = self.work.suggested(self.answer, self.alike)
            if suggested:
                self._done(JoinGroups((self.answer, *suggested)))
            else:
                self.middle.notice("Nothing else looks alike. Mark equal answers with M, then G.", "note")

    def _split(self) -> None:
        answers = self._chosen()
        if answers and self._done(SplitGroup(answers)):
            self.marked = set()
            self._show()

    def _into(self) -> None:
        """Put the chosen answers into the chosen instance: that known one, or that group."""
        work, answers = self.work, self._chosen()
        chosen = (
            None if work is None else next((i for i in work.instances if i.number == self.instance), None)
        )
        if chosen is None or not answers:
            return
        self._put_into(answers, chosen.number)

    def _put_into(self, answers: tuple[int, ...], number: int) -> None:
        chosen = (
            None if self.work is None else next((i for i in self.work.instances if i.number == number), None)
        )
        if chosen is None:
            return
        command: Command = (
            Group(answers, chosen.name) if chosen.name else JoinGroups((*chosen.answers, *answers))
        )
        self._done(command)
        self.marked = set()
        self._show()

    def _add(self) -> None:
        text = " ".join(self.set.field.text().split())
        if self.work is not None and (not text or self._done(AddInstance(self.work.question, text))):
            self._leave_field()

    def _remove(self) -> None:
        work = self.work
        chosen = (
            None if work is None else next((i for i in work.instances if i.number == self.instance), None)
        )
        if work is None or chosen is None:
            return
        if not chosen.name:
            self.middle.notice(
                "This instance comes from the runs: take its answers out, or judge them anew.", "note"
            )
            return
        self._done(RemoveInstance(work.question, chosen.name))

    def _done(self, command: Command) -> bool:
        try:
            self.bridge.session.execute(command, self)
        except Refused as refusal:
            self.middle.notice(str(refusal))
            return False
        self.middle.notice("")
        return True

    def _undo(self) -> None:
        try:
            self.bridge.session.undo()
        except Refused as refusal:
            self.middle.notice(str(refusal))

    # Moves

    def _at(self, answer: int) -> None:
        self.answer = answer
        self._clock.show(answer)
        self._show()

    def _chosen(self, *, with_current: bool = False) -> tuple[int, ...]:
        """Return the marked answers in the order shown, else the current one."""
        marked = set(self.marked)
        if (not marked or with_current) and self.answer is not None:
            marked.add(self.answer)
        return tuple(answer for answer in self._shown() if answer in marked)

    def _shown(self) -> list[int]:
        if self.work is None:
            return []
        answers = [one.answer for one in self.work.answers]
        return [answer for answer in answers if not self._list or answer in self._lists[self._list - 1]]

    def _step(self, way: int) -> None:
        shown = self._shown()
        if shown:
            at = shown.index(self.answer) if self.answer in shown else -1
            self._at(shown[max(0, min(at + way, len(shown) - 1))])

    def _next(self, *, stay_at_end: bool = False) -> None:
        """Go to the next answer without a label, round after the last; then to the next open question."""
        shown = self._shown()
        if self.work is None or not shown:
            return
        at = shown.index(self.answer) if self.answer in shown else -1
        open_ = {one.answer for one in self.work.answers if one.label in _OPEN}
        order = [*shown[at + 1 :], *shown[: at + 1]]
        found = next((answer for answer in order if answer in open_ and answer != self.answer), None)
        if found is not None:
            self._at(found)
        elif not stay_at_end:
            self._to_question(1, only_open=True)

    def _mark(self) -> None:
        if self.answer is not None:
            self.marked ^= {self.answer}
            self._show()

    def _mark_on(self, way: int) -> None:
        if self.answer is not None:
            self.marked.add(self.answer)
            self._step(way)
            self.marked.add(self.answer)
            self._show()

    def _next_list(self) -> None:
        """Read another run's list alone, then all answers again; runs are not named."""
        self._list = (self._list + 1) % (len(self._lists) + 1)
        self.marked = set()
        shown = self._shown()
        if self.answer not in shown and shown:
            self.answer = shown[0]
        self._show()

    def _choose_instance(self, number: int) -> None:
        count = 0 if self.work is None else len(self.work.instances)
        self.instance = max(1, min(number, count)) if count else 0
        self._show()

    def _leave(self) -> None:
        self.marked = set()
        self.middle.notice("")
        self._leave_field()
        self._show()

    def _leave_field(self) -> None:
        self.set.show_field(shown=False)
        self.setFocus()

    def _to_question(self, way: int, *, only_open: bool = False) -> None:
        session, answer = self.bridge.session, self.answer
        if session.assessor is None or answer is None:
            return
        if self._queue is None or self._queue.assessor != session.assessor:
            self._queue = Queue(session.catalog, session.ledger, session.assessor)
        self._queue.update(session.ledger)
        place = self._queue.place_of(answer)
        if place is None:
            return
        found = self._queue.next_open(place) if only_open else self._queue.step_question(place, way)
        if found is not None:
            self.answer_elsewhere.emit(int(self._queue.answers[found]))
        elif only_open:
            self.middle.notice("All answers of your queue are judged.", "good")

    def _may_enter(self) -> bool:
        return self.work is not None and self.bridge.session.saving.read_only is None

    # What changed

    def on_changes(self, changes: Changes, initiator: object) -> None:
        """Know at once what was said, for the next key; show the answer that undo changed."""
        super().on_changes(changes, initiator)
        if self.work is not None and self.work.question in changes.questions:
            self._read()
            if initiator is not self and len(changes.answers) == 1:
                (self.answer,) = changes.answers

    def refresh(self, changes: Changes) -> None:
        """Show what the changes left."""
        if changes.what & {"catalog", "facts", "assignments"}:
            self._queue = None
            if self.work is not None and self.work.question < len(self.bridge.session.catalog.questions):
                self._begin(self.work.question)
            else:
                self.work = None
        self._show()

    def _begin(self, question: int) -> None:
        """Read a question: its texts, which answers are alike, and what each run returned."""
        session = self.bridge.session
        answers = session.catalog.answers_of(question).tolist()
        session.texts.prefetch(answers)
        self._texts = {answer: session.texts.answer(answer).text for answer in answers}
        self.alike = alike_answers([self._texts[answer] for answer in answers], answers)
        given, runs = session.catalog.responses, len(session.catalog.runs)
        here = (given.question == question) & (given.answer >= 0)
        found = [frozenset(given.answer[here & (given.run == run)].tolist()) for run in range(runs)]
        self._lists = sorted((one for one in found if one), key=lambda one: (len(one), sorted(one)))
        self.marked, self.instance, self._list, self._read_text = set(), 0, 0, None
        self.work = None
        self._read(question)

    def _read(self, question: int | None = None) -> None:
        session = self.bridge.session
        asked = self.work.question if question is None and self.work is not None else question
        if session.assessor is None or asked is None:
            return
        order = [answer for group in self.alike for answer in group]
        self.work = ListWork(session.catalog, session.ledger, asked, session.assessor, order)
        self.instance = min(self.instance, len(self.work.instances))

    def _show(self) -> None:
        work = self.work
        self._pages.setCurrentIndex(1 if work is None else 0)
        if work is None:
            self.empty.set_text("No list question is shown.", "Go to one from the queue on Judge.")
            return
        head = heading_of(self.bridge.session, work.question)
        self.middle.name.setText(f"Question {head.name}")
        self.middle.series.setText(head.series.replace("Other", "List", 1))
        self.middle.title.setText(head.text)
        self.middle.before.setText(head.before)
        self.middle.before.setVisible(bool(head.before))
        self._show_place(work)
        self.middle.view.show_lines(self._lines(work), self.answer)
        known = [one.name != "" and not one.answers for one in work.instances]
        self.set.view.show_lines(
            [
                Line(
                    one.number,
                    one.text or self._texts[one.answers[0]],
                    "correct" if one.answers else "",
                    f"{len(one.answers)}×" if one.answers else "",
                    quiet=alone,
                    hint="" if one.answers else "no run has it",
                )
                for one, alone in zip(work.instances, known, strict=True)
            ],
            self.instance,
        )
        self.set.nothing.setVisible(not work.instances)
        self.set.count.setText(f"{len(work.instances):,} distinct" if work.instances else "")
        self._show_text()
        self._show_runs(work)

    def _show_place(self, work: ListWork) -> None:
        told = f"{work.left:,} of {len(work.answers):,} without a label"
        if self._list:
            told = f"List {self._list} of {len(self._lists)}, {len(self._shown()):,} answers"
        if self.marked:
            told = f"{len(self.marked):,} marked: the next label or group is for all"
        self.middle.place.setText(told)
        label = next((one.label for one in work.answers if one.answer == self.answer), "")
        self.middle.set_given(label)

    def _lines(self, work: ListWork) -> list[Line]:
        shown, lines = set(self._shown()), []
        for one in work.answers:
            if one.answer not in shown:
                continue
            near = work.suggested(one.answer, self.alike) if one.answer == self.answer else ()
            hint = f"{len(near)} alike: A joins" if near else ""
            grouped = next((i for i in work.instances if i.number == one.number), None)
            chip = f"{one.number}" if grouped is not None else "=" if one.group else ""
            lines.append(
                Line(
                    one.answer,
                    self._texts[one.answer],
                    one.label,
                    chip,
                    one.answer in self.marked,
                    quiet=one.number == 0,
                    hint=hint,
                )
            )
        return lines

    def _show_text(self) -> None:
        if self.answer is None or self.answer == self._read_text:
            return
        self._read_text = self.answer
        text = self.bridge.session.texts.answer(self.answer)
        words = text.support or text.document_text or ""
        self.middle.source.setText(text.document or "")
        self.middle.source.setVisible(bool(text.document))
        self.middle.pane.set_text(words)
        self.middle.pane.setVisible(bool(words))
        self.middle.pane.find_text(text.text) if words and len(text.text) < len(words) else None

    def _show_runs(self, work: ListWork) -> None:
        board = None if blind(self.bridge.session) else self.bridge.scoreboard
        self.runs.setVisible(board is not None and bool(board.runs))
        if board is None or not board.runs:
            return
        found = [board.unit_values(one) for one in _SCORES]
        rows = []
        for run in board.runs:
            values = [math.nan, math.nan, math.nan]
            for at, one in enumerate(found):
                place = one.units.tolist().index(work.question) if work.question in one.units else None
                if place is not None:
                    values[at] = float(one.values[place, one.runs.index(run)])
            rows.append(RunLine(board.name_of(run), run, (values[0], values[1], values[2])))
        waits = work.question not in found[2].units
        rows.sort(key=lambda row: (math.isnan(row.values[2]), -row.values[2] if row.values[2] > 0 else 0.0))
        self.runs.show_runs(rows, "Waits for labels." if waits else "")

    def _lay_out(self) -> None:
        work = QWidget()
        columns = QHBoxLayout(work)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        columns.addWidget(self.set)
        columns.addWidget(self.middle, 1)
        columns.addWidget(self.runs)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(work)
        self._pages.addWidget(self.empty)

    def _connect(self) -> None:
        self.middle.view.chosen.connect(self._at)
        self.middle.said.connect(self.say)
        self.middle.view.lines.dropped.connect(self._dropped_on_answer)
        self.set.view.chosen.connect(self._choose_instance)
        self.set.view.lines.dropped.connect(self._put_into)
        self.set.field.returnPressed.connect(self._add)
        self.set.field.left.connect(self._leave_field)

    def _dropped_on_answer(self, answers: tuple[int, ...], target: int) -> None:
        if set(answers) - {target}:
            self._done(JoinGroups((target, *answers)))
            self.marked = set()
            self._show()
