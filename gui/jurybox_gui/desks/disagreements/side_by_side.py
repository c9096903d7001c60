"""One question side by side in place of the list: everybody's labels in columns, and accepting a column."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from jurybox.analysis.disagreements.decisions import accept, subject_of
from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, Turn
from jurybox.analysis.disagreements.effects import Survey
from jurybox.analysis.disagreements.side_by_side import (
    Acceptance,
    Key,
    Source,
    accepting,
    gold_values,
    side_by_side,
    sources,
)
from jurybox.collection.entries import Content
from jurybox.language import grouped, tr
from jurybox.lists import comma_list, labeled, sentences
from jurybox.measures import Measure
from jurybox.results.cells import score_text
from jurybox.results.disagreements import acceptance_text, source_name
from jurybox.wording import count_of
from jurybox_gui.core.next_best import UNRANKED
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.disagreements.adjudication import Adjudication
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffectList
from jurybox_gui.desks.disagreements.detail_presenter import DetailPresenter
from jurybox_gui.desks.disagreements.side_by_side_view import SideBySideView
from jurybox_gui.desks.disagreements.survey import SurveyTask
from jurybox_gui.desks.disagreements.wording import name_of_view
from jurybox_gui.desks.label_schemes import STATE_NAMES
from jurybox_gui.tables.dispute_list import DisputeLine
from jurybox_gui.tables.question_table import CellTexts
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.surface import Surface

_EDGE = Grid.TABLE_MARGIN
_LATER_MS = 100
_MOST_NOTES = 4_000


class SideBySide(QObject):
    """Shows one question side by side, and accepts columns of it.

    `changed` is emitted when the panel beside it must be redrawn, `closed` when the list must be shown again.
    While `choosing`, digits choose a column; `plan` is the effect of accepting the chosen one, None until one
    is chosen.
    """

    changed = Signal()
    closed = Signal()

    def __init__(self, desk: Desk, presenter: DetailPresenter, adjudication: Adjudication, task: SurveyTask) -> None:
        super().__init__(desk)
        self._desk, self.presenter, self._adjudication, self._task = desk, presenter, adjudication, task
        self.question = -1
        self._name = ""
        self.choosing = False
        self.plan: Acceptance | None = None
        self._measure: Measure | None = None
        self._plans: tuple[Acceptance, ...] = ()
        self._turns: dict[tuple[Source, bool], Turn] = {}
        self._why = ""
        self._remarks: dict[tuple[Key, int], Content] = {}
        self.texts = CellTexts(self._text, self._said, presenter.decision, self._person)
        self.view = SideBySideView(self)
        self._later = Pause(self, _LATER_MS, self._find_effects)
        self.title = PlainLabel("", px=Px.BASE, weight=600, role="accent", elide=True)
        self.counts = PlainLabel("", px=Px.ASIDE, role="text2", tabular=True, elide=True)
        self.back = HintButton(tr("Back to the list"), action="disagreements.side")
        self.begin = HintButton(tr("Accept a column"), action="disagreements.accept")
        self.preview = Surface("accsoft", "top")
        self.sentence = PlainLabel("", px=Px.BASE, wrap=True)
        self.aside = PlainLabel("", px=Px.ASIDE, role="text2", wrap=True)
        self.effect = DecisionEffectList()
        self.now = HintButton(tr("Accept"), action="disagreements.accept_now")
        self.over = HintButton(tr("Replace earlier decisions, too"), action="disagreements.replace")
        self.cancel_button = HintButton(tr("Cancel"), action="disagreements.leave")
        self.page = Surface("surf")
        self._lay_out()
        self.view.chosen.connect(self._clicked)
        self.view.column_chosen.connect(self.choose)

    # Views

    @property
    def shown(self) -> bool:
        """Whether a question is shown side by side."""
        return self.question >= 0

    @property
    def current(self) -> Dispute | None:
        """The selected row; None on the row that unfolds the others."""
        at = self.view.currentIndex().row()
        rows = self.view.table.rows
        return rows[at] if 0 <= at < len(rows) else None

    @property
    def line(self) -> DisputeLine | None:
        """The selected row as the panel shows it; that of the question if none of its rows is selected."""
        table = self.view.table.table
        if table is None:
            return None
        whole = QuestionDisputes(self.question, float("nan"), 0, table.disputed)
        return DisputeLine(whole, self.current)

    @property
    def place(self) -> tuple[int, int]:
        """The selected row's position among the disputed ones, from 1 (0: undisputed), and their count."""
        table, current = self.view.table.table, self.current
        disputed = () if table is None else table.disputed
        at = next((at for at, one in enumerate(disputed, 1) if one is current), 0)
        return at, len(disputed)

    def open(self, question: int, key: Key | None, survey: Survey, measure: Measure | None) -> None:
        """Show a question, and select the row with a key, else the first open one."""
        self.question, self._measure = question, measure
        self._name = self._desk.bridge.session.catalog.questions[question].name
        self.view.table.opened = False
        self._forget_effects()
        self.read(survey)
        row = -1 if key is None else self.view.table.row_of(key)
        self.go(row if row >= 0 else max(0, self.view.table.next_open(-1)))

    def close(self) -> None:
        """Show the list again."""
        self.stop_choosing()
        self.question = -1
        self._later.stop()
        self._task.drop_columns()
        self.view.table.show_table(None, {})
        self.closed.emit()

    def refresh(self, survey: Survey, measure: Measure | None) -> None:
        """Read everything again after a change of more than labels; the question may be gone."""
        session = self._desk.bridge.session
        self._measure = measure
        names = [one.name for one in session.catalog.questions]
        if self._name not in names:
            self.close()
            return
        self.question = names.index(self._name)
        self._forget_effects()
        self.read(survey)

    def follow(self, questions: frozenset[int], survey: Survey) -> None:
        """Read the question again if it is among those whose labels or decisions changed."""
        if self.question in questions:
            self.read(survey)
        elif self.shown:
            self._later.start()  # labels of other questions move scores, too

    def read(self, survey: Survey) -> None:
        """Read the question again, with the effects of single decisions already known."""
        bridge = self._desk.bridge
        session, board = bridge.session, bridge.scoreboard
        collection = session.collection
        self._remarks.clear()
        table = side_by_side(collection, self.question)
        found = survey.questions.get(self.question)
        known = {} if found is None else {each.key: each for each in found.disputes}
        table = replace(table, rows=tuple(_with_effects(one, known.get(one.key)) for one in table.rows))
        gold = {} if board is None else gold_values(board, table.rows)
        key, current = self._key, self.view.currentIndex().row()
        self.view.table.show_table(table, gold)
        self.view.fit()
        row = self.view.table.row_of(key) if current >= 0 else 0
        self.go(row if row >= 0 else current)
        self._show_counts()
        if self.plan is not None:
            self._preview(self.plan.source, replaces=self.plan.replaces)
        self._later.start()

    def take_effects(self, survey: Survey) -> None:
        """Show the effects of single decisions that have been computed since."""
        if self.shown:
            self.read(survey)

    @property
    def _key(self) -> Key | None:
        current = self.current
        return None if current is None else current.key

    def _show_counts(self) -> None:
        table = self.view.table.table
        if table is None:
            return
        disputed = table.disputed
        done = sum(bool(one.settled) for one in disputed)
        self.title.setText(tr("Question {name}, side by side", name=self._name))
        counted = count_of(len(disputed), "disagreement")
        self.counts.setText(
            tr(
                "{disagreements}, {done:,} decided; {rest:,} without disagreement",
                disagreements=counted,
                done=done,
                rest=len(table.rows) - len(disputed),
            )
        )

    # Moves

    def go(self, row: int) -> None:
        """Select a row; beyond the ends, the first or the last."""
        rows = len(self.view.table.rows)
        if not rows:
            return
        index = self.view.table.index(max(0, min(row, rows - 1)), 0)
        self.view.setCurrentIndex(index)
        self.view.scrollTo(index)
        self.view.viewport().update()

    def step(self, rows: int) -> None:
        """Move the selection some rows up or down."""
        self.go(self.view.currentIndex().row() + rows)
        self.changed.emit()

    def next_open(self) -> bool:
        """Go to the next open row; return whether there is one."""
        row = self.view.table.next_open(self.view.currentIndex().row())
        if row >= 0:
            self.go(row)
        self.changed.emit()
        return row >= 0

    def open_undisputed(self, *, opened: bool) -> None:
        """Show or hide the rows on which all agree, and stay on the row that unfolds them."""
        self.view.table.open_undisputed(opened=opened)
        self.view.fit()
        self.go(max(0, self.view.table.row_of(None)))
        self.changed.emit()

    def _clicked(self, row: int) -> None:
        self.go(row)
        if self.view.table.rows[row] is None:
            self.open_undisputed(opened=not self.view.table.opened)
        self.changed.emit()

    # Accepting a column

    def may_accept(self) -> bool:
        """Return whether there is a column to accept, and the collection may be written to."""
        table = self.view.table.table
        writes = self._desk.bridge.session.saving.read_only is None
        return self.shown and table is not None and bool(table.disputed) and writes

    def start_choosing(self) -> None:
        """Let digits choose a column."""
        self._set_choosing(choosing=True)

    def choose_place(self, place: int) -> None:
        """Preview the column at a position: an assessor's, or after them the majority's."""
        table = self.view.table.table
        if table is not None and self.may_choose_place(place):
            self.choose(sources(table)[place])

    def may_choose_place(self, place: int) -> bool:
        """Return whether there is a column at a position while one is being chosen."""
        table = self.view.table.table
        return self.choosing and table is not None and place < len(sources(table))

    def choose(self, source: Source) -> None:
        """Preview the effect of accepting a column."""
        if self.may_accept():
            self._set_choosing(choosing=True)
            self._preview(source, replaces=False)

    def accept_now(self) -> None:
        """Accept the previewed column; if none is chosen, preview the majority."""
        if self.plan is None:
            self.choose(None)
        else:
            self._accept(self.plan)

    def may_accept_now(self) -> bool:
        """Return whether the previewed column decides anything, or none is chosen yet."""
        return self.choosing and (self.plan is None or bool(self.plan.decided))

    def toggle_replacing(self) -> None:
        """Preview the column with differing earlier decisions replaced, or kept."""
        if self.plan is not None:
            self._preview(self.plan.source, replaces=not self.plan.replaces)

    def may_replace(self) -> bool:
        """Return whether earlier decisions differ from the previewed column."""
        return self.plan is not None and bool(self.plan.differing)

    def stop_choosing(self) -> None:
        """Leave everything as it is."""
        self._set_choosing(choosing=False)

    def _set_choosing(self, *, choosing: bool) -> None:
        self.choosing, self.plan = choosing, None
        self._adjudication.paused = choosing
        if choosing:
            self.sentence.setText(tr("Whose labels? Press the key below a name, or click the name."))
            self.aside.setText(tr("Everything open in this question is decided their way, in one step."))
            self.effect.hide()
        self._show_preview()
        self.changed.emit()

    def _preview(self, source: Source, *, replaces: bool) -> None:
        session, table = self._desk.bridge.session, self.view.table.table
        if table is None:
            return
        self.plan = accepting(table, source, session.ledger, replace=replaces)
        first, *rest = acceptance_text(session.catalog, self.plan)
        self.sentence.setText(first)
        self.aside.setText(sentences(rest))
        self._show_effect()
        self._show_preview()
        self.changed.emit()

    def _show_preview(self) -> None:
        self.preview.setVisible(self.choosing)
        self.aside.setVisible(bool(self.aside.text()))
        self.now.setVisible(self.may_accept_now())
        self.now.set_text(tr("Majority") if self.plan is None else tr("Accept"))
        self.over.setVisible(self.may_replace())
        is_replacing = self.plan is not None and self.plan.replaces
        self.over.set_text(tr("Keep earlier decisions") if is_replacing else tr("Replace earlier decisions, too"))
        self.begin.setEnabled(not self.choosing)
        self.view.head.viewport().update()

    def _accept(self, plan: Acceptance) -> None:
        if not plan.decided:
            return
        changes = self._adjudication.execute(accept(self._desk.bridge.session, plan))
        if changes is None:
            return
        self._adjudication.count += len(plan.decided)
        name = source_name(self._desk.bridge.session.catalog, plan.source)
        # The sentence begins with a word of the program: a name could make it run from right to left.
        decisions = count_of(len(plan.decided), "decision")
        if plan.source is None:
            done = tr("Accepted the majority: {decisions}.", decisions=decisions)
        else:
            done = tr("Accepted {name}'s labels: {decisions}.", name=name, decisions=decisions)
        self.stop_choosing()
        self._adjudication.say(done, tr("{edit.undo} undoes all of them."))

    # Effects of columns

    def _forget_effects(self) -> None:
        self._turns, self._why = {}, ""

    def _find_effects(self) -> None:
        table, session = self.view.table.table, self._desk.bridge.session
        if table is None or self._measure is None or self._desk.bridge.next_best.on:
            return
        self._plans = tuple(
            accepting(table, source, session.ledger, replace=over)
            for source in sources(table)
            for over in (False, True)
        )
        self._task.find_columns(self._measure, [one.decided for one in self._plans], self._found)

    def _found(self, result: tuple[tuple[Turn, ...], tuple[int, ...], str]) -> None:
        turns, _, self._why = result
        self._turns = {(plan.source, plan.replaces): turn for plan, turn in zip(self._plans, turns, strict=False)}
        self._show_effect()
        self.view.head.viewport().update()

    @property
    def effect_head(self) -> str:
        """The caption of the numbers in the heads; "" if there are none."""
        return (
            tr("effect on {measure} if accepted, swaps ↔", measure=self._measure)
            if self._turns and self._measure
            else ""
        )

    def effect_in_short(self, source: Source) -> tuple[str, bool]:
        """Return the effect of accepting a column, for its head, and whether it swaps runs."""
        turn = self._turns.get((source, False))
        if turn is None or self._desk.bridge.next_best.on:
            return "", False
        if turn.pairs:
            return f"{grouped(len(turn.pairs))} ↔", True
        return (score_text(turn.effect) if turn.effect else "–"), False

    def _show_effect(self) -> None:
        plan = self.plan
        self.effect.setVisible(plan is not None and bool(plan.decided))
        if plan is None:
            return
        if self._desk.bridge.next_best.on:
            self.effect.show_effects(UNRANKED, ())
            return
        turn = self._turns.get((plan.source, plan.replaces))
        if turn is None or self._measure is None:
            self.effect.show_effects(
                tr("No effect: {why}.", why=self._why) if self._why else tr("Computing the effect."), ()
            )
            return
        name = source_name(self._desk.bridge.session.catalog, plan.source)
        effect = self.presenter.effect_of(tr("majority") if plan.source is None else name, turn)
        title = tr("Overall effect on {measure}", measure=self._measure)
        if not effect.changes_something:
            title = tr("Together these decisions change no {measure} score.", measure=self._measure)
        self.effect.show_effects(title, [effect] if effect.changes_something else ())

    # Words

    def remark(self, one: Dispute, who: int) -> Content:
        """Return an assessor's label in a row as it was entered, with time and note; cached once read."""
        if one.kind.is_derived:
            return Content()
        known = self._remarks.get((one.key, who))
        if known is None:
            if len(self._remarks) >= _MOST_NOTES:
                self._remarks.clear()
            known = self._desk.bridge.session.content_in_force(one.kind.entry, who, subject_of(one))
            self._remarks[one.key, who] = known
        return known

    def cell_in_full(self, row: int, column: int) -> str:
        """Return the tool tip of a cell: its content, and for an assessor the time and the note."""
        words, one = self.view.table.words(row, column), self.view.table.rows[row]
        part = self.view.table.columns[column]
        if one is None or part.part != "assessor":
            return words
        remark = self.remark(one, part.who)
        parts = [labeled(part.heading, words)]
        if remark.seconds is not None:
            parts.append(tr("{seconds:,.0f} s", seconds=remark.seconds))
        return comma_list(parts) + (f"\n{remark.note}" if remark.note else "")

    def head_in_full(self, section: int) -> str:
        """Return the tool tip of a head: whose column it is, and what accepting it would decide and swap."""
        column, table = self.view.table.columns[section], self.view.table.table
        if column.part not in {"assessor", "majority"} or table is None:
            return tr("Current value in the gold standard") if column.part == "gold" else ""
        session = self._desk.bridge.session
        source = column.who if column.part == "assessor" else None
        plan = accepting(table, source, session.ledger)
        words = acceptance_text(session.catalog, plan)
        turn = self._turns.get((source, False))
        if turn is not None and plan.decided and not self._desk.bridge.next_best.on:
            words.append(self.presenter.effect_of(column.heading, turn).in_words)
        return "\n".join(words)

    def glyph(self, one: Dispute, label: str) -> str:
        """Return the glyph of a label, "" if it has none."""
        return self.presenter.glyph(one, label)

    def letter_of(self, one: Dispute, label: str) -> str:
        """Return the letter of one way to group an answer with others; those of a row differ."""
        ways = list(dict.fromkeys(word for _, word in one.labels if word))
        return chr(ord("a") + ways.index(label) % 26) if label in ways else "·"

    def _person(self, who: int) -> str:
        return self._desk.bridge.session.catalog.assessors[who].name

    def _text(self, one: Dispute) -> str:
        return self.presenter.text(one)

    def _said(self, one: Dispute, label: str) -> str:
        return STATE_NAMES.get(label) or name_of_view(self._desk.bridge.session, one, label)

    # Construction

    def _lay_out(self) -> None:
        outer = QVBoxLayout(self.page)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        top = QHBoxLayout()
        top.setContentsMargins(_EDGE, 7, _EDGE, 5)
        top.setSpacing(12)
        top.addWidget(self.title, 1)
        top.addWidget(self.counts)
        outer.addLayout(top)
        outer.addWidget(self.view, 1)
        inside = QVBoxLayout(self.preview)
        inside.setContentsMargins(_EDGE, 8, _EDGE, 8)
        inside.setSpacing(4)
        for widget in (self.sentence, self.aside, self.effect):
            inside.addWidget(widget)
        inside.addWidget(_row(self.now, self.over, self.cancel_button))
        outer.addWidget(self.preview)
        self.preview.hide()
        foot = QVBoxLayout()
        foot.setContentsMargins(_EDGE - 4, 3, _EDGE, 3)
        foot.addWidget(_row(self.begin, self.back))
        outer.addLayout(foot)


def _with_effects(one: Dispute, known: Dispute | None) -> Dispute:
    """Return a disagreement with its known effects, as long as its labels are the same."""
    is_same = known is not None and (known.labels, known.settled) == (one.labels, one.settled)
    return known if known is not None and is_same else one


def _row(*widgets: QWidget) -> QWidget:
    row = QWidget()
    line = FlowLayout(row, gap=12)
    for widget in widgets:
        line.addWidget(widget)
    return row
