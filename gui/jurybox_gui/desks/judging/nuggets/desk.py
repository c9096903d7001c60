"""The nugget board: nuggets on the left, the response they are matched with on the right, keys for all."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import ClassVar, final

from PySide6.QtWidgets import QWidget

from jurybox.campaign.seats import blind
from jurybox.collection.entries import EntryKind
from jurybox.commands import Command, Match
from jurybox.commands.nuggets import AddNugget, DeleteNugget, MatchRest, MergeNuggets, Vote
from jurybox.gold import gold_named
from jurybox.judging.nugget_work import NuggetWork, ResponseMatches, length_of
from jurybox.language import tr
from jurybox.measures import Measure, measure
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.judging.board import BoardDesk
from jurybox_gui.desks.judging.board_columns import heading_of
from jurybox_gui.desks.judging.nuggets.board_list import items_of
from jurybox_gui.desks.judging.nuggets.captions import history_of, origin_of, quotes_of, result_of
from jurybox_gui.desks.judging.nuggets.columns import NuggetColumn, ResponseColumn
from jurybox_gui.desks.judging.nuggets.nugget_editor import NuggetEditor
from jurybox_gui.desks.judging.nuggets.result_panel import ResponseResult, ScoreChange
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import Grid

BETAS = (3, 1, 2, 5)
_FEW, _SEVERAL = 2, 6
"""How many entries of a history are shown where there is little room, and elsewhere."""
_STEPS = {"": "yes", "yes": "partial", "partial": "no", "no": "yes"}


@final
class NuggetDesk(BoardDesk):
    """One Other question at a time. Everything shown follows from `work`, rebuilt after each change.

    `response` is the position of the response among the question's answers, `current` that of the nugget
    among the rows of the board.
    """

    id: ClassVar[str] = "nuggets"
    room_for_queue: ClassVar[int] = Grid.FOLD_SIDE
    folding_widths: ClassVar[tuple[str, int, int, int]] = ("nuggets", 430, 320, 640)
    says: ClassVar[EntryKind] = "match"
    middle: ResponseColumn

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.work: NuggetWork | None = None
        self.response = 0
        self.current = 0
        self.merging: int | None = None
        self.reads_all = False
        self.beta = 0
        self._lengths: dict[int, int] = {}
        self._shown: tuple[int, int, bool] | None = None
        self._scored: tuple[int, str, float] | None = None
        self._moved: int | None = None
        self._change: ScoreChange | None = None
        self.column = NuggetColumn()
        self.middle = ResponseColumn(self._score_of)
        self.editor = NuggetEditor(bridge, self.column, self._enter)
        self.lay_out(self.column, self.middle, folding=self.column)
        self.apply_settings()
        self.connect_views()

    # The current place

    @property
    def here(self) -> int | None:
        """The current answer."""
        return self.answer

    @property
    def answer(self) -> int | None:
        """The answer shown as a response."""
        if self.work is None or not self.work.answers:
            return None
        return self.work.answers[self.response]

    @property
    def nugget(self) -> int | None:
        """The current nugget."""
        rows = [] if self.work is None else self.work.rows
        return rows[self.current].line.nugget if rows else None

    @property
    def measure(self) -> Measure:
        """The F measure shown, with the chosen beta."""
        return measure(f"F({BETAS[self.beta]})")

    def show_answer(self, answer: int) -> None:
        """Show the board of the question of an answer, and that response."""
        if not self.is_judged_here(answer):
            return
        question = int(self.bridge.session.catalog.answer_question[answer])
        if question != self.question:
            self.leave_work()
            self.current, self._lengths = 0, {}
            self._read(question)
        if self.work is not None:
            self.go(self.work.answers.index(answer))
            self._to_returned()

    def _to_returned(self) -> None:
        """Go to the returned nugget, of this response or on its own."""
        returned = self.returned()
        subject = None if returned is None else returned.subject
        if subject is not None and subject.nugget is not None and subject.answer in {None, self.answer}:
            self.stay_with(subject.nugget)

    def go(self, response: int) -> None:
        """Show another response of the question; beyond the ends, nothing happens."""
        if self.work is None or not 0 <= response < len(self.work.answers):
            return
        self.response = response
        self.merging = None
        self.queue_cursor.clock.show(self.answer)
        if self.work.rows and self.work.given[response, self.current]:
            self.to_unmatched()
        self.show_board()

    def finish_response(self) -> None:
        """Match every nugget without a match with *no*, and go to the next unfinished response."""
        answer = self.answer
        if answer is None or self.work is None:
            return
        if self.work.lines and not self.work.is_done(self.response):
            self.labeling.execute(MatchRest(answer, seconds=self.labeling.seconds(answer)))
        self.to_next_open()

    def to_next_open(self) -> None:
        """Go to the next unfinished response, else to the next open question; nothing is entered.

        Without nuggets no response is ever finished: then the last one leads on.
        """
        if self.answer is None or self.work is None:
            return
        count = len(self.work.answers)
        later = [at for at in range(self.response + 1, count) if not self.work.is_done(at)]
        if self.work.lines:
            later += [at for at in range(self.response) if not self.work.is_done(at)]
        if later:
            self.current = 0
            self.go(later[0])
        else:
            self.to_open_question()

    # Entries

    def match_place(self, place: int) -> None:
        """Change the match of a nugget, by its position in the list, to the next of yes, partial, no."""
        if self.work is not None and place < len(self.work.rows):
            self.current = place
            self._match(_STEPS.get(self.work.matched(self.response, place), "yes"), stays=True)
        else:
            self.nothing_done.emit(tr("No nugget has this key."))

    def say(self, word: str) -> None:
        """Enter how far the response contains the current nugget, "" to clear that, and go to the next."""
        self._match(word, stays=not word)

    def _match(self, label: str, *, stays: bool) -> None:
        answer, work = self.answer, self.work
        if answer is None or work is None or not work.rows or not self.may_judge():
            return
        nugget = work.rows[self.current].line.nugget
        quoted = self.middle.marked_text() if label in {"yes", "partial"} else ""
        self._move_by(nugget)
        if (
            self.labeling.give(label, lambda: self._match_command(answer, nugget, label, quoted), stays=stays)
            and quoted
        ):
            self.middle.pane.move_selection(0)

    def _match_command(self, answer: int, nugget: int, label: str, quoted: str) -> Command:
        return Match(answer, nugget, label or None, note=quoted or None, seconds=self.labeling.seconds(answer))

    def vote(self) -> None:
        """Call the current nugget vital, or okay if it is vital."""
        if self.work is not None and self.work.rows:
            row = self.work.rows[self.current]
            self._move_by(row.line.nugget)
            self.labeling.execute(Vote(row.line.nugget, "okay" if row.importance == "vital" else "vital"))
            self.stay_with(row.line.nugget)

    def merge(self) -> None:
        """Start to merge the current nugget, or merge it with the one chosen first."""
        if self.work is None or not self.work.rows:
            return
        nugget = self.work.rows[self.current].line.nugget
        if self.merging is None or self.merging == nugget:
            self.merging = None if self.merging == nugget else nugget
            self.show_board()
            return
        first, self.merging = self.merging, None
        self.labeling.execute(MergeNuggets((first, nugget)))
        self.stay_with(first)

    def write_nugget(self) -> None:
        """Open the entry line for a nugget, with the words selected in the text."""
        if self.work is not None:
            self.editor.new(self.work.question, self.middle.marked_text())

    def write_note(self) -> None:
        """Open the note to the match of the current nugget."""
        answer = self.answer
        if answer is not None and self.work is not None and self.work.rows:
            row = self.work.rows[self.current]
            if not self.editor.note(answer, row.line, self.work.matched(self.response, self.current)):
                self.middle.notice(tr("A note belongs to a match. Choose yes, partial or no first."), kind="note")

    def edit(self) -> None:
        """Open the wording of the current nugget."""
        row = self._row_here()
        if row is not None:
            self.editor.edit(row.line)

    def split(self) -> None:
        """Open the entry line to split the current nugget into several."""
        row = self._row_here()
        if row is not None:
            self.editor.split(row.line)

    def delete(self) -> None:
        """Delete the current nugget from the list."""
        row = self._row_here()
        if row is not None:
            self.labeling.execute(DeleteNugget(row.line.nugget))

    def show_history(self) -> None:
        """Show the history of the current nugget."""
        row = self._row_here()
        if row is not None:
            most = _FEW if self.middle.is_low else _SEVERAL
            happened = history_of(self.bridge.session, row.line.nugget, most)
            aside = happened or tr("No changes since it was imported.")
            self.middle.notice(tr("History of this nugget"), kind="note", aside=aside)

    def _row_here(self) -> ResponseMatches | None:
        rows = [] if self.work is None else self.work.rows
        return rows[self.current] if rows else None

    # Moves and looks

    def choose(self, place: int) -> None:
        """Go to the nugget at a position in the list."""
        if self.work is not None and self.work.rows:
            self.current = max(0, min(place, len(self.work.rows) - 1))
            self.show_board()

    def stay_with(self, nugget: int) -> None:
        """Go to a nugget, wherever it now is in the list."""
        if self.work is not None:
            lines = [row.line.nugget for row in self.work.rows]
            self.choose(lines.index(nugget) if nugget in lines else self.current)

    def to_unmatched(self) -> None:
        """Go to the next nugget without a match, wrapping around."""
        if self.work is None or not self.work.rows:
            return
        given, count = self.work.given[self.response], len(self.work.rows)
        for step in range(1, count + 1):
            if not given[(self.current + step) % count]:
                self.choose((self.current + step) % count)
                return

    def toggle_all(self) -> None:
        """Show all responses in one list, or one at a time."""
        self.reads_all = not self.reads_all
        self.show_board()

    def next_beta(self) -> None:
        """Show F with the next beta."""
        self.beta = (self.beta + 1) % len(BETAS)
        self.show_board()

    def leave(self) -> None:
        """Cancel the unfinished step."""
        self.merging = None
        self.editor.leave()
        self.middle.notice("")
        self.show_board()
        self.setFocus()

    def may_judge(self) -> bool:
        """Return whether the response shown can be matched."""
        return super().may_judge() and not self.reads_all

    # Changes

    def read(self) -> None:
        """Read the entries about the question shown again, and stay at the current nugget."""
        if self.work is not None:
            nugget = self.work.rows[self.current].line.nugget if self.work.rows else None
            self._read(self.work.question)
            places = [at for at, row in enumerate(self.work.rows) if row.line.nugget == nugget]
            self.current = places[0] if places else self.current

    def read_whole(self) -> None:
        """Read the question again with its responses, and show the text again."""
        self._shown = None
        self.read()

    def leave_work(self) -> None:
        """Drop unfinished text and an unfinished merge."""
        super().leave_work()
        self.merging = None
        self.editor.leave()

    def forget(self) -> None:
        """Stop showing a question."""
        self.work = None

    def be_at(self, answer: int) -> None:
        """Go to a response of the question shown."""
        if self.work is not None and answer in self.work.answers:
            self.response, self.merging = self.work.answers.index(answer), None

    def _enter(self, command: Command) -> bool:
        """Run a command and go to the nugget that it added."""
        done = self.labeling.execute(command)
        if done and isinstance(command, AddNugget):
            self.stay_with(self.bridge.session.catalog.nuggets.of(command.question)[-1])
        return done

    def _read(self, question: int) -> None:
        session = self.bridge.session
        if session.assessor is None:
            return
        gold = (
            None if blind(session) else (session.facts, replace(gold_named(self.bridge.gold, session.facts), frozen=""))
        )
        self.work = NuggetWork(session.catalog, session.ledger, question, session.assessor, gold=gold)
        self.response = min(self.response, max(0, len(self.work.answers) - 1))
        self.current = min(self.current, max(0, len(self.work.rows) - 1))

    def show_board(self) -> None:
        """Show the list, and the response with its scores."""
        work, session = self.work, self.bridge.session
        if not self.show_page(tr("No Other question selected.")) or work is None:
            return
        matches = [work.matched(self.response, place) for place in range(len(work.rows))]
        checks = [work.to_check(self.response, place) for place in range(len(work.rows))]
        items = items_of(work.rows, [] if self.reads_all else matches, checks, self.merging)
        self.column.show_board(items, len(work.answers), self.current, work.rows)
        origin = origin_of(session, work, self.current)
        self.column.show_origin(origin, merging=self.merging is not None)
        head = heading_of(session, work.question)
        self.middle.show_place(head, self.response, len(work.answers), work.is_done, reads_all=self.reads_all)
        place = (work.question, self.response, self.reads_all)
        if place != self._shown:
            self._shown = place
            self.middle.set_texts(self._texts(), from_all=self.reads_all)
        self.show_waiting()
        answer, result, quotes = self.answer, None, []
        if answer is not None and not self.reads_all:
            quotes = quotes_of(session, work, answer, self.current, self.column.board.number_of)
            if self.shows_scores():
                result = result_of(work, self.response, self.response_length(self.response), self.measure)
                result = replace(result, change=self._change_of(answer, result))
        self.middle.show_quotes(quotes)
        self.middle.results.show_result(result)
        self.redrawn.emit()

    def _change_of(self, answer: int, result: ResponseResult) -> ScoreChange | None:
        """Return how far the last match or vote moved the score of the response, if it did."""
        before, self._scored = self._scored, (answer, result.name, result.value)
        if before is None or before[:2] != self._scored[:2]:
            self._change = None
        elif before[2] != result.value and not (isnan(before[2]) or isnan(result.value)):
            self._change = ScoreChange(result.value - before[2], self._number_of(self._moved))
        return self._change

    def _number_of(self, nugget: int | None) -> str:
        """Return the text printed before a nugget in the list, "" if it is not listed."""
        lines = [] if self.work is None else [row.line.nugget for row in self.work.rows]
        return self.column.board.number_of(lines.index(nugget)) if nugget in lines else ""

    def _move_by(self, nugget: int | None) -> None:
        """Note the nugget that is being judged: the next change of the score is due to it."""
        self._moved, self._change = nugget, None

    def _texts(self) -> list[str]:
        assert self.work is not None  # noqa: S101 - only asked while a board is shown
        texts = self.bridge.session.texts
        chosen = self.work.answers if self.reads_all else self.work.answers[self.response :][:1]
        return [texts.answer(answer).text for answer in chosen]

    def response_length(self, response: int) -> int:
        """Return how long a response is, in characters without white space."""
        assert self.work is not None  # noqa: S101 - only asked while a board is shown
        answer = self.work.answers[response]
        if answer not in self._lengths:
            self._lengths[answer] = length_of(self.bridge.session.texts.answer(answer).text)
        return self._lengths[answer]

    def shows_scores(self) -> bool:
        """Return whether scores may be seen here."""
        return not blind(self.bridge.session)

    def _score_of(self, response: int) -> float | None:
        """Return what a response scores now; None while it is undefined, and for an assessor at work.

        A response with which nothing was matched yet has no score.
        """
        if self.work is None or response >= len(self.work.answers) or not self.shows_scores():
            return None
        if self.work.unmatched(response) == len(self.work.rows):
            return None
        score = self.work.score(self.measure, response, self.response_length(response))
        return None if score.reason else score.value

    def connect_views(self) -> None:
        """Connect the columns and the editor with the labeling, and the labeling with clicks."""
        super().connect_views()
        self.labeling.finished.connect(self.to_unmatched)
        self.column.board.nugget_chosen.connect(self.choose)
        self.column.board.box_clicked.connect(self.match_place)
        self.column.field.returnPressed.connect(self.editor.enter)
        self.column.field.left.connect(self.editor.leave)
        self.column.field.textEdited.connect(lambda _text: self.editor.typed())
        self.middle.tiles.response_chosen.connect(self.go)
        self.middle.numbers.chosen.connect(self.choose)
        self.editor.over.connect(self.note_over)
