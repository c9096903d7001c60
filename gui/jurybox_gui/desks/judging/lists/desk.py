"""The list desk: all pooled answers of a list question, judged and grouped from the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, final

from PySide6.QtWidgets import QWidget

from jurybox.campaign.seats import blind
from jurybox.collection.entries import EntryKind
from jurybox.commands import Annotate, Command
from jurybox.commands.lists import AddInstance, JoinGroups, RemoveInstance, SetGroup, SplitGroup
from jurybox.judging.list_work import ListInstance, ListWork, alike_answers
from jurybox.judging.normal_form import normal_form
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.wording import count_of
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.judging.board import BoardDesk
from jurybox_gui.desks.judging.board_columns import NOTE_HINT, heading_of
from jurybox_gui.desks.judging.desk import SIDE_WIDTHS
from jurybox_gui.desks.judging.lists.columns import AnswerColumn, SetColumn, run_lines
from jurybox_gui.desks.judging.lists.rows import pooled_lines, set_lines
from jurybox_gui.desks.label_schemes import Choices, choices_of
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import Grid

_OPEN = frozenset(("", "deferred", "conflict"))


@final
class ListDesk(BoardDesk):
    """One list question at a time. Everything shown follows from `work`, which each change renews.

    `answer` is the current answer, `marked` those that the next label or group applies to, `instance` the
    number of the selected member of the answer set. The lists of single runs can also be read in turn.
    """

    id: ClassVar[str] = "lists"
    room_for_queue: ClassVar[int] = Grid.FOLD_SIDE
    folding_widths: ClassVar[tuple[str, int, int, int]] = SIDE_WIDTHS
    says: ClassVar[EntryKind] = "judgment"
    middle: AnswerColumn

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.work: ListWork | None = None
        self.answer: int | None = None
        self.marked: set[int] = set()
        self.instance = 0
        self.alike: list[list[int]] = []
        self._lists: list[frozenset[int]] = []
        self._list = 0
        self._texts: dict[int, str] = {}
        self._forms: dict[int, str] = {}
        self._read_text: int | None = None
        self._writes: Callable[[str], Command | None] | None = None
        self.set = SetColumn()
        self.middle = AnswerColumn()
        self.runs = self.set.runs
        self.lay_out(self.middle, self.set, folding=self.set)
        self.apply_settings()
        self.connect_views()

    @property
    def here(self) -> int | None:
        """The current answer."""
        return self.answer

    @property
    def choices(self) -> Choices:
        """The labels of the question shown, in the scheme in force."""
        session = self.bridge.session
        kind = "list" if self.question is None else session.catalog.questions[self.question].kind
        return choices_of(session.facts, kind)

    def key_sheet_caption(self) -> tuple[str, tuple[str, ...]]:
        """Return the names of the labels that can be given here, and their glyphs."""
        return self.choices.key_sheet_caption()

    def show_answer(self, answer: int) -> None:
        """Show the list question of an answer, and that answer."""
        if not self.is_judged_here(answer):
            return
        question = int(self.bridge.session.catalog.answer_question[answer])
        if question != self.question:
            self.leave_work()
            self._list = self.instance = 0
            self._begin(question)
        self._at(answer)

    # Entries

    def say(self, word: str) -> None:
        """Give a label or state to the marked answers, else to the current one, and advance."""
        answers = self._chosen()
        if answers:
            stays = not word or bool(self.marked)
            self._enter(lambda: self.labeling.judgment(answers, word, self.choices.labels), word, stays=stays)

    def may_type(self) -> bool:
        """Return whether the label of the current answer is typed."""
        return self.may_judge() and self.choices.is_long

    def type_label(self, text: str = "") -> None:
        """Start typing a label of a long scale with this beginning."""
        self.middle.scale.begin(text)

    def _enter(self, command: Callable[[], Command], word: str = "", *, stays: bool = True) -> None:
        """Run a command for the marked answers, else the current one; on success, unmark them."""
        if self.labeling.give(word, command, stays=stays):
            self.marked = set()
        self.show_board()

    def _go_on(self) -> None:
        """Go to the next open answer, unless the next key can accept a known instance for this one."""
        work, answer = self.work, self.answer
        is_asked = work is not None and answer in work.proposed and self._label_of(answer) == "correct"
        if not is_asked:
            self._next_open(stay_at_end=True)

    def _label_of(self, answer: int | None) -> str:
        answers = () if self.work is None else self.work.answers
        return next((one.label for one in answers if one.answer == answer), "")

    def join_marked(self) -> None:
        """Group the marked answers and the current one as an instance."""
        answers = self._chosen(with_current=True)
        if len(answers) > 1:
            self.try_to(lambda: self._enter(lambda: JoinGroups(answers)), tr("They are already in one group."))
        else:
            self.nothing_done.emit(tr("Mark answers that are equal with {lists.mark} first."))

    def accept(self) -> None:
        """Join the answer to the known instance with its text, else to the answers that look alike."""
        if self.work is not None and self.answer is not None:
            known = self.work.proposed.get(self.answer)
            if known is not None:
                answers, stays = self.work.into_known(self.answer), self._label_of(self.answer) != "correct"
                self.labeling.give("", lambda: SetGroup(answers, known), stays=stays)
                self.show_board()
                return
            suggested = self.work.suggested(self.answer, self.alike)
            if suggested:
                self.labeling.execute(JoinGroups((self.answer, *suggested)))
            else:
                self.middle.notice(
                    tr("No similar answer. Mark equal answers with {lists.mark}, then press {lists.join}."), "note"
                )

    def split(self) -> None:
        """Take the marked answers, else the current one, out of their group."""
        answers = self._chosen()
        if answers:
            self.try_to(lambda: self._enter(lambda: SplitGroup(answers)), tr("This answer is in no group."))

    def put_into_chosen(self) -> None:
        """Put the chosen answers into the selected instance, known or grouped."""
        answers = self._chosen()
        if answers:
            self._put_into(answers, self.instance)

    def _put_into(self, answers: tuple[int, ...], number: int) -> None:
        chosen = self._instance(number)
        if chosen is None:
            self._ask_for_instance()
        else:
            known, group = SetGroup(answers, chosen.name), JoinGroups((*chosen.answers, *answers))
            self._enter(lambda: known if chosen.name else group)

    def _ask_for_instance(self) -> None:
        """Say why there is no chosen instance of the answer set."""
        if self.work is not None and self.work.instances:
            why = tr("Choose an instance of the answer set with {lists.instance_below} first.")
        else:
            why = tr("The answer set has no instance to choose yet.")
        self.nothing_done.emit(why)

    def _instance(self, number: int) -> ListInstance | None:
        """Return a member of the answer set."""
        found = () if self.work is None else self.work.instances
        return next((one for one in found if one.number == number), None)

    def add_instance(self) -> None:
        """Open the entry line for an instance that no run returned."""
        if self.work is not None:
            question, title = self.work.question, tr("Instance that no run returned")
            self._write(title, "", lambda text: AddInstance(question, text) if text else None)

    def write_note(self) -> None:
        """Open the note to the current answer; an empty note removes it."""
        answer = self.answer
        if answer is not None:
            note = self.bridge.session.content_of(answer).note or ""
            title = tr("Note to “{text}”", text=self._texts.get(answer, ""))
            self._write(title, note, lambda text: Annotate(answer, text or None), NOTE_HINT)

    def _write(self, title: str, text: str, enter: Callable[[str], Command | None], hint: str = "") -> None:
        self._writes = enter
        self.set.show_line(title, text, hint)

    def _written(self) -> None:
        command = None if self._writes is None else self._writes(" ".join(self.set.field.text().split()))
        if command is None or self.labeling.execute(command):
            self._leave_field()

    def remove_instance(self) -> None:
        """Remove the selected instance from the answer set, if it is a known one."""
        chosen = self._instance(self.instance)
        if self.work is None or chosen is None:
            self._ask_for_instance()
            return
        if chosen.name:
            self.labeling.execute(RemoveInstance(self.work.question, chosen.name))
        else:
            sentence = tr("Runs returned this instance. Ungroup its answers, or change their labels.")
            self.middle.notice(sentence, "note")

    # Moves

    def _at(self, answer: int) -> None:
        self.middle.scale.leave()
        self.answer = answer
        self.queue_cursor.clock.show(answer)
        self.show_board()

    def _chosen(self, *, with_current: bool = False) -> tuple[int, ...]:
        """Return the marked answers in their displayed order, else the current one."""
        marked = set(self.marked)
        if (not marked or with_current) and self.answer is not None:
            marked.add(self.answer)
        return tuple(answer for answer in self.shown_answers() if answer in marked)

    def shown_answers(self) -> list[int]:
        """Return the answers shown: all, or those of one run's list."""
        if self.work is None:
            return []
        answers = [one.answer for one in self.work.answers]
        return [answer for answer in answers if not self._list or answer in self._lists[self._list - 1]]

    def step(self, way: int) -> None:
        """Go to the answer below (1) or above (-1)."""
        shown = self.shown_answers()
        if shown:
            at = shown.index(self.answer) if self.answer in shown else -1
            self._at(shown[max(0, min(at + way, len(shown) - 1))])

    def to_next_open(self) -> None:
        """Go to the next answer without a label, wrapping around; then to the next open question."""
        self._next_open()

    def _next_open(self, *, stay_at_end: bool = False) -> None:
        shown = self.shown_answers()
        if self.work is None or not shown:
            return
        at = shown.index(self.answer) if self.answer in shown else -1
        open_ = {one.answer for one in self.work.answers if one.label in _OPEN}
        order = [*shown[at + 1 :], *shown[: at + 1]]
        found = next((answer for answer in order if answer in open_ and answer != self.answer), None)
        if found is not None:
            self._at(found)
        elif not stay_at_end:
            self.to_open_question()

    def toggle_mark(self) -> None:
        """Mark or unmark the current answer."""
        if self.answer is not None:
            self.marked ^= {self.answer}
            self.show_board()

    def _mark_clicked(self, answers: set[int]) -> None:
        self.marked = answers  # painted by the call that follows, which sets the current line

    def mark_on(self, way: int) -> None:
        """Mark the current answer and the one below (1) or above (-1), and go there."""
        if self.answer is not None:
            self.marked.add(self.answer)
            self.step(way)
            self.marked.add(self.answer)
            self.show_board()

    def next_list(self) -> None:
        """Show the next run's list alone, after the last all answers; runs are not named."""
        self._list = (self._list + 1) % (len(self._lists) + 1)
        self.marked = set()
        shown = self.shown_answers()
        if self.answer not in shown and shown:
            self.answer = shown[0]
        self.show_board()

    def choose_instance(self, number: int) -> None:
        """Select a member of the answer set by its number."""
        count = 0 if self.work is None else len(self.work.instances)
        self.instance = max(1, min(number, count)) if count else 0
        if not count:
            self._ask_for_instance()
        self.show_board()

    def leave(self) -> None:
        """Clear the marks, the notice and the entry line."""
        self.marked = set()
        self.middle.notice("")
        self._leave_field()
        self.show_board()

    def _leave_field(self) -> None:
        self.set.hide_line()
        self.note_over()

    # Changes

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
        self._forms = {answer: normal_form(text) for answer, text in self._texts.items()}
        self._read_text = None
        self._read(question)

    def read(self) -> None:
        """Read the entries about the question shown again, and keep the selected instance."""
        if self.work is not None:
            chosen = self._instance(self.instance)
            self._read(self.work.question)
            same = [one.number for one in self.work.instances if chosen is not None and one.is_like(chosen)]
            self.instance = same[0] if same else min(self.instance, len(self.work.instances))

    def read_whole(self) -> None:
        """Read the question again with its answers and the runs' lists; marks stay."""
        if self.work is not None:
            chosen, self._list = self._list, 0
            self._begin(self.work.question)
            self._list = min(chosen, len(self._lists))
            self.instance = min(self.instance, len(self.work.instances))

    def leave_work(self) -> None:
        """Drop marks and unfinished text."""
        super().leave_work()
        self.middle.scale.leave()
        self.marked = set()
        self.set.hide_line()

    def forget(self) -> None:
        """Stop showing a question."""
        self.work = None

    def be_at(self, answer: int) -> None:
        """Go to an answer of the question shown, among all answers if it is not in the list shown."""
        self.answer = answer
        if self._list and answer not in self._lists[self._list - 1]:
            self._list = 0

    def _read(self, question: int) -> None:
        session = self.bridge.session
        if session.assessor is not None:
            order = [answer for group in self.alike for answer in group]
            self.work = ListWork(session.catalog, session.ledger, question, session.assessor, order, self._forms)

    def show_board(self) -> None:
        """Show the answer set, the pooled answers, the text of one of them, and the runs' scores."""
        work = self.work
        if not self.show_page(tr("No list question selected.")) or work is None:
            return
        self.middle.show_heading(heading_of(self.bridge.session, work.question), self._place(work))
        choices = self.choices
        self.middle.set_choices(choices)
        self.middle.set_given(self._label_of(self.answer))
        shown, hints = self.shown_answers(), self.in_words
        lines = pooled_lines(work, shown, self._texts, self.answer, self.marked, self.alike, hints)
        self._show_text()
        pooled = [replace(one, glyph=choices.glyph(one.label)) for one in lines]
        self.middle.show_answers(pooled, self.answer, has_text=bool(self.middle.pane.stored_text))
        known = set_lines(work, self._texts)
        self.set.show_set([replace(one, glyph=choices.glyph(one.label)) for one in known], self.instance)
        count = tr("{count:,} distinct", count=len(work.instances)) if work.instances else ""
        twice = count_of(work.twice, "possible duplicate") if work.twice and count else ""
        self.set.count.setText(comma_list(part for part in (count, twice) if part))
        self._show_runs(work)
        self.show_waiting()
        self.redrawn.emit()

    def _place(self, work: ListWork) -> str:
        if self.marked:
            return trn(
                "{n} marked; the next label applies to it",
                "{n} marked; the next label applies to all",
                len(self.marked),
            )
        if self._list:
            answers = count_of(len(self.shown_answers()), "answer")
            return tr(
                "One run, {place} of {count}: {answers}", place=self._list, count=len(self._lists), answers=answers
            )
        if not work.left:
            return tr("All judged")
        return tr("{left:,} of {count:,} unjudged", left=work.left, count=len(work.answers))

    def _show_text(self) -> None:
        if self.answer is None or self.answer == self._read_text:
            return
        self._read_text = self.answer
        text = self.bridge.session.texts.answer(self.answer)
        words = text.support or text.document_text or ""
        self.middle.show_text(text.document or "", words, text.text)

    def _show_runs(self, work: ListWork) -> None:
        board = None if blind(self.bridge.session) else self.bridge.scoreboard
        self.runs.setVisible(board is not None and bool(board.runs))
        # What may not be seen is dropped, not only hidden.
        self.runs.show_runs(*(((), "") if board is None else run_lines(board, work.question)))

    def connect_views(self) -> None:
        """Connect the columns with the labeling, and the labeling with clicks."""
        super().connect_views()
        self.labeling.finished.connect(self._go_on)
        self.middle.said.connect(self.say)
        self.middle.scale.admits = self.is_painted_for
        self.middle.scale.alive.connect(self.note_life)
        self.middle.scale.left.connect(self.setFocus)
        self.middle.view.chosen.connect(self._at)
        self.middle.view.toggled.connect(lambda answer: self._mark_clicked(self.marked ^ {answer}))
        self.middle.view.marked.connect(lambda answers: self._mark_clicked(self.marked | {*answers}))
        self.middle.view.lines.dropped.connect(self._dropped_on_answer)
        self.set.view.chosen.connect(self.choose_instance)
        self.set.view.lines.dropped.connect(self._put_into)
        self.set.field.returnPressed.connect(self._written)
        self.set.field.left.connect(self._leave_field)

    def _dropped_on_answer(self, answers: tuple[int, ...], target: int) -> None:
        if set(answers) - {target}:
            self._enter(lambda: JoinGroups((target, *answers)))
