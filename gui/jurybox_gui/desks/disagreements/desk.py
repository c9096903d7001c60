"""The Disagreements desk: what assessors disagree about, with the selected disagreement on the right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, final

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from jurybox.analysis.disagreements.decisions import gold_uses_decisions
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.effects import Survey
from jurybox.analysis.disagreements.overview import Overview
from jurybox.analysis.disagreements.slopes import ranks_now
from jurybox.campaign.people import changing_kind
from jurybox.changes import Changes
from jurybox.errors import Refused
from jurybox.figures import Figure
from jurybox.gold import Gold, gold_named
from jurybox.kinds import EXCLUDED
from jurybox.language import tr
from jurybox.measures import Measure, measure
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.measures import usual_measures
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.desk import Desk
from jurybox_gui.desks.disagreements.adjudication import Adjudication
from jurybox_gui.desks.disagreements.agreement_panel import AgreementPresenter
from jurybox_gui.desks.disagreements.detail_panel import DetailPanel
from jurybox_gui.desks.disagreements.detail_presenter import DetailPresenter
from jurybox_gui.desks.disagreements.headline import show_headline
from jurybox_gui.desks.disagreements.list_files import file_of_list, file_of_question
from jurybox_gui.desks.disagreements.rows import DisputeHead, DisputeView, RowTexts
from jurybox_gui.desks.disagreements.search import filtered_by_text
from jurybox_gui.desks.disagreements.side_by_side import SideBySide
from jurybox_gui.desks.disagreements.sorting import DisputeFilter, count_all, sorted_disputes
from jurybox_gui.desks.disagreements.survey import SurveyResult, SurveyTask
from jurybox_gui.desks.disagreements.toolbar import DisputeTools, NoEffectRow
from jurybox_gui.desks.export import SheetExport, TableFile
from jurybox_gui.desks.gold_choices import gold_words
from jurybox_gui.desks.question_choices import chosen_questions
from jurybox_gui.tables.dispute_list import DisputeLine, renewed
from jurybox_gui.theme.theme import Theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.summary import Summary

if TYPE_CHECKING:
    import pandas as pd


_DETAIL, _DETAIL_MOST, _DETAIL_SHARE = 400, 736, 0.42
_NARROW = 1000
"""Below this width, px, the gold standard moves to the further choices."""
_LOW = 620
"""Below this height, px, the figures take one line."""
_LATER_MS, _TYPED_MS, _PAUSE = 100, 150, 0.75
_OFFERS = ((tr("Judge answers"), "view.judge"), (tr("Merge returned files…"), "campaign.merge"))
_WHAT_IS_LISTED = tr("Answers that two assessors label differently are listed here, to be resolved.")


@final
class DisagreementsDesk(Desk):
    """Shows the disagreements of `survey`; decided rows keep their places until sorted again."""

    id: ClassVar[str] = "disagreements"
    icon: ClassVar[str] = "disagreements"

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(bridge, theme, parent)
        self.measure: Measure | None = None
        self.survey = Survey({}, None, ())
        self.overview: Overview | None = None
        self.tools, self.no_effect, self.headline = DisputeTools(), NoEffectRow(), Summary()
        self.detail = DetailPanel()
        self.presenter = DetailPresenter(bridge)
        texts = self.presenter
        self.view = DisputeView(
            RowTexts(
                texts.text, texts.name, self._by_size, texts.view, texts.decision, texts.glyph, texts.run, self._rank
            )
        )
        self.head = DisputeHead(self.view)
        self.foot = PlainLabel("", px=Px.ASIDE, role="text2", elide=True, keyed=True)
        self.empty = EmptyState("")
        self.survey_task = SurveyTask(bridge, self)
        self.agreement = AgreementPresenter(bridge, self.survey_task)
        self.page = self.agreement.page
        self.adjudication = Adjudication(self, self.detail, lambda: self.dispute)
        self.side = SideBySide(self, self.presenter, self.adjudication, self.survey_task)
        self.table_export = SheetExport(self, bridge.settings, self._tables, self._figure, self._files)
        self._after = Pause(self, _LATER_MS, self._look_again)
        self._typed = Pause(self, _TYPED_MS, self.arrange)
        self._ranked: Survey | None = None
        """The survey that the ranks are of."""
        self._ranks: dict[int, int] = {}
        self._next_when_found = False
        """Whether the next open one was wanted before it was found, and nothing else since."""
        self._key_shown: tuple[object, ...] | None = None
        """The key of the row that the panel shows."""
        self._lay_out()
        self.connect_views()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.headline.set_low(self.height() < _LOW)
        self.tools.set_narrow(self.width() < _NARROW)
        self._fit()

    def _fit(self) -> None:
        """Give the right side its share; side by side, the columns get the rest."""
        most = _DETAIL if self.side.shown else _DETAIL_MOST
        self.detail.setFixedWidth(max(_DETAIL, min(most, round(_DETAIL_SHARE * self.width()))))

    def activate(self) -> None:
        """Focus the list."""
        self.setFocus()

    @property
    def dispute(self) -> Dispute | None:
        """The disagreement shown; None on a question's own row, and while agreement is shown."""
        line = self._line
        return None if line is None or self.agreement.shown else line.dispute

    @property
    def _line(self) -> DisputeLine | None:
        """The selected row, in the list or side by side."""
        if self.side.shown:
            return self.side.line
        dispute = self.view.current
        if dispute is None or dispute.question not in self.survey.questions:
            return None
        return DisputeLine(self.survey.questions[dispute.question], dispute)

    # One question side by side

    def toggle_side(self) -> None:
        """Show the question of the selected row side by side, or the list again at that row."""
        if self.side.shown:
            key = self.side.current.key if self.side.current else ("question", self.side.question)
            self.side.close()
            self.show_row_of(key)
        elif self.view.current is not None:
            here = self.view.current
            self._next_when_found = False
            self.side.open(here.question, here.key, self.survey, self.measure)
            self._show_side()

    def may_toggle_side(self) -> bool:
        """Return whether there is a question to show side by side, or one is shown."""
        return self.shows_list() and (self.side.shown or self.view.current is not None)

    def shows_side(self) -> bool:
        """Return whether a question is shown side by side."""
        return self.side.shown and self.shows_list()

    def leave(self) -> None:
        """Cancel the step begun (choosing a column, a note, returning an answer), else close side by side."""
        if self.side.choosing:
            self.side.stop_choosing()
        elif self.adjudication.sending or self.detail.note.isVisibleTo(self):
            self.adjudication.leave()
        elif self.shows_side():
            self.toggle_side()
        else:
            self.adjudication.leave()

    def _show_side(self) -> None:
        """Show the list or the question side by side, according to the state."""
        self._left.setCurrentIndex(1 if self.side.shown else 0)
        self.detail.to_side.setVisible(not self.side.shown)
        self._fit()
        self.show_all()

    # Moves and the order of the rows

    def next_open(self) -> None:
        """Go to the next open disagreement; side by side, to the next one of the question."""
        if self.side.shown:
            self.detail.notice("")
            if not self.side.next_open():
                sentence = tr("Everything in this question is settled.")
                self.detail.notice(sentence, tr("{disagreements.side} shows the list."), "good")
            return
        found = self.view.list.after(self.view.currentIndex().row())
        self._next_when_found = found < 0 and self._is_looking
        if self._next_when_found:
            return
        if found < 0:
            self.detail.notice(tr("Everything that is listed is settled."), kind="good")
            return
        self.detail.notice("")
        self.go_to_row(found)

    def show_person(self, who: int) -> None:
        """Show the open disagreements of one assessor with any other."""
        if self.agreement.shown:
            self.toggle_agreement()
        self.tools.search.clear()
        self.tools.show_person(who, self.bridge.session.catalog.assessors[who].name)
        self.arrange()
        self.go_to_row(0)

    def arrange(self) -> None:
        """Sort the rows again, and keep the selected row if it is still listed."""
        order = self.tools.order.currentData()
        self._show_rows(sorted_disputes(self.survey.questions, self._shown(), order))

    def _show_rows(self, rows: list[Dispute]) -> None:
        here = self.view.current
        self.view.parted = self.tools.order.currentData() == "flips"
        self.view.list.show_disputes(rows)
        self.adjudication.count = 0
        self.view.measure_bars()
        self.show_row_of(here.key if here else None)

    def _find(self) -> None:
        """Go to the first question that matches the text typed."""
        self._typed.stop()
        self.arrange()
        self.go_to_row(0)
        self.setFocus()

    def _forget_find(self) -> None:
        self.tools.search.clear()
        self.setFocus()

    # Agreement and the choice of two assessors

    def toggle_agreement(self) -> None:
        """Show agreement, or the list again."""
        self.agreement.toggle()
        self.show_all()

    @property
    def _combos_of_two(self) -> tuple[Combo, Combo]:
        """The two combo boxes of assessors, in the table of agreement or above the list."""
        shown = self.page if self.agreement.shown else self.tools.more
        return shown.one, shown.other

    def choose_one(self) -> None:
        """Choose the first of two assessors."""
        if not self.agreement.shown:
            self._unfold()
        self._combos_of_two[0].showPopup()

    def may_choose_one(self) -> bool:
        """Return whether the view has a first assessor to choose."""
        return self.shows_rows() or (self.agreement.shown and self.page.one.isVisibleTo(self))

    def choose_other(self) -> None:
        """Choose the second of two assessors."""
        if not self.agreement.shown:
            self._unfold()
        self._combos_of_two[1].showPopup()

    def may_choose_other(self) -> bool:
        """Return whether the view has a second assessor to choose."""
        return self.shows_rows() or (self.agreement.shown and self.page.other.isVisibleTo(self))

    def choose_what(self) -> None:
        """Choose the kind of disagreement."""
        self._unfold()
        self.tools.more.what.showPopup()

    def choose_questions(self) -> None:
        """Choose the questions."""
        self._unfold()
        self.tools.questions.showPopup()

    def _unfold(self) -> None:
        """Show the row with the choice that a key opens."""
        if self.tools.more.isHidden():
            self.toggle_more()

    def toggle_more(self) -> None:
        """Show or hide the less frequent choices."""
        self.tools.show_more(shown=self.tools.more.isHidden())

    def shows_agreement(self) -> bool:
        """Return whether agreement is shown."""
        return self.agreement.shown

    def may_sort_agreement(self) -> bool:
        """Return whether the view is an agreement table that can be sorted."""
        return self.agreement.shown and self.page.can_sort

    def may_exclude(self) -> bool:
        """Return whether a judge is selected in the tables of agreement, and is not the only one."""
        who, found = self.page.two[0], self.page.found
        shown = self.agreement.shown and self.page.one.isVisible()
        return shown and who is not None and found is not None and len(found.report.matrix.assessors) > 1

    def exclude_chosen(self) -> None:
        """Exclude the assessor selected in the tables of agreement; undo includes them again."""
        who, session = self.page.two[0], self.bridge.session
        if who is None:
            return
        name = session.catalog.assessors[who].name
        try:
            session.execute(changing_kind(session, name, EXCLUDED))
        except Refused as refusal:
            self.sentence.emit(str(refusal), "error")
            return
        self.sentence.emit(
            tr("{name} is excluded: their labels count nowhere. Undo includes them again.", name=name), "note"
        )

    # Copy and export

    def _tables(self) -> list[pd.DataFrame]:
        return self.page.frames if self.agreement.shown else []

    def _figure(self) -> Figure | None:
        return self.page.figure if self.agreement.shown else None

    def copy_picture(self) -> None:
        """Copy the picture of agreement."""
        self.table_export.copy_picture(self.page.picture)

    def may_copy_picture(self) -> bool:
        """Return whether agreement is shown with a picture."""
        return self.agreement.shown and self.page.picture.isVisibleTo(self)

    def _files(self) -> list[TableFile]:
        if self.agreement.shown:
            return self.page.files
        table = self.side.view.table.table if self.side.shown else None
        if table is not None:
            return [file_of_question(self.bridge, table, undisputed=self.side.view.table.opened)]
        listed = self.view.list.disputes
        return [file_of_list(self.bridge, self.survey, listed)] if listed else []

    def may_copy(self) -> bool:
        """Return whether tables of agreement are shown."""
        return bool(self._tables())

    def may_export(self) -> bool:
        """Return whether there is a table to export: agreement, a question, or the list."""
        if self.agreement.shown:
            return bool(self.page.frames or self.page.files)
        return self.side.shown or bool(self.view.list.disputes)

    def shows_list(self) -> bool:
        """Return whether the list of disagreements is in front, empty or not, rather than agreement."""
        return not self.agreement.shown

    def shows_rows(self) -> bool:
        """Return whether the list is shown rather than one question side by side."""
        return self.shows_list() and not self.side.shown

    # When the collection changes

    def refresh(self, changes: Changes) -> None:
        """Show what changed: the questions themselves at once, effects on scores soon after."""
        if changes.what - {"saving", "labels", "adjudications"}:
            self.presenter.forget()
            self.tools.follow(self.bridge)
            self._choose_measure()
            if self.side.shown:
                self.side.refresh(self.survey, self.measure)
            self._after.start(0)
        elif changes.what - {"saving"}:
            self.adjudication.stop_saying()
            self._follow(changes.questions)
            # Slow work waits for a pause in typing: its thread would compete with the keys.
            self._after.start(max(_LATER_MS, round(_PAUSE * self.survey_task.took * 1000)))
        self.show_all()

    def _follow(self, questions: frozenset[int]) -> None:
        """Find the disagreements of these questions again; keep the effects already known."""
        self.survey = self.survey_task.follow(self.survey, questions)
        here = self.view.current
        self.view.list.renew(self.survey.questions, questions)
        self.side.follow(questions, self.survey)
        self.show_row_of(here.key if here else None, shown=False)

    def _look_again(self) -> None:
        self.survey_task.start(self.measure, self._shown(), self.tools.order.currentData())
        self.agreement.follow()
        self._show_foot()

    def _surveyed(self, result: SurveyResult) -> None:
        survey = self.survey = result.survey
        self.overview = result.overview
        assessors, more = self.bridge.session.catalog.assessors, self.tools.more
        more.set_people(survey.people, [assessors[who].name for who in survey.people])
        more.set_whats(survey.whats, survey.kinds)
        self.side.take_effects(survey)
        if self.adjudication.count:
            here = self.view.current
            self.view.list.show_disputes(renewed(self.view.list.disputes, survey.questions))
            self.view.measure_bars()
            self.show_row_of(here.key if here else None)
        elif (result.dispute_filter, result.order) == (self._shown(), self.tools.order.currentData()):
            self._show_rows(result.rows)
        else:
            self.arrange()
        if self._next_when_found:
            self.next_open()

    def _choose_measure(self) -> None:
        board = self.bridge.scoreboard
        if board is None:
            return
        if self.measure is None or board.kind_of(self.measure) is None:
            self.measure = usual_measures(self.bridge.session.catalog, self.bridge.session.facts)[0]
        self.tools.show_measure(self.bridge.session.catalog, self.measure)

    # The rows

    def _shown(self) -> DisputeFilter:
        return filtered_by_text(self.bridge.session, self.tools.shown, self.tools.search.text())

    def _by_size(self) -> bool:
        return bool(self.tools.order.currentData() == "size")

    def show_row_of(self, key: tuple[object, ...] | None, *, shown: bool = True) -> None:
        """Show the row with this key, else one of its question, else the first row."""
        rows = self.view.list
        row = -1 if key is None else rows.row_of(key)
        if row < 0 and key is not None and isinstance(key[1], int):
            row = rows.first_of(key[1])
        self._show_row(max(row, 0), shown=shown)

    def step(self, rows: int) -> None:
        """Move the selection some rows up or down, in the list or side by side."""
        if self.side.shown:
            self.side.step(rows)
        else:
            self.go_to_row(self.view.currentIndex().row() + rows)

    def go_to_end(self, *, last: bool) -> None:
        """Go to the first or the last row, in the list or side by side."""
        rows = len(self.side.view.table.rows if self.side.shown else self.view.list.disputes)
        if self.side.shown:
            self.side.go(rows - 1 if last else 0)
            self.show_all()
        else:
            self.go_to_row(rows - 1 if last else 0)

    def go_to_row(self, row: int) -> None:
        """Select a row; beyond the ends, the first or the last."""
        self._next_when_found = False
        self._show_row(row)

    def _show_row(self, row: int, *, shown: bool = True) -> None:
        rows = self.view.list.disputes
        self.view.go(max(0, min(row, len(rows) - 1)) if rows else -1)
        if shown:
            self.show_all()

    def open_question(self, *, opened: bool) -> None:
        """Show the question of the selected row side by side, then its undisputed rows; or go back."""
        self._next_when_found = False
        if not self.side.shown:
            if opened:
                self.toggle_side()
        elif opened or self.side.view.table.opened:
            self.side.open_undisputed(opened=opened)
        else:
            self.toggle_side()

    def _open_row(self, row: int) -> None:
        self.go_to_row(row)
        self.open_question(opened=True)

    def _rank(self, run: int) -> int:
        """Return the present rank of a run by the chosen measure, 0 without one; ties share the better."""
        if self._ranked is not self.survey:
            self._ranked = self.survey
            self._ranks = ranks_now(self.survey)
        return self._ranks.get(run, 0)

    @property
    def _is_looking(self) -> bool:
        """Whether a search for disagreements is under way, so that the list may be incomplete."""
        return self.survey_task.busy or self._after.isActive()

    # Views

    def show_all(self) -> None:
        """Show the selected row and the numbers around it."""
        nothing = (not self.survey.questions and not self.side.shown) or self.bridge.scoreboard is None
        self.headline.setVisible(not nothing and not self.agreement.shown and not self.side.shown)
        warns = not nothing and not self.agreement.shown and not self._gold_uses_decisions()
        self.no_effect.show_gold(
            gold_words(self.bridge.gold, mapped=False, facts=self.bridge.session.facts) if warns else ""
        )
        self._pages.setCurrentIndex(2 if self.agreement.shown else 1 if nothing else 0)
        self.tools.show_list_tools(shown=self.shows_rows(), measured=not self.agreement.shown)
        self.tools.figures.set_text(tr("The list") if self.agreement.shown else tr("Agreement"))
        if nothing:
            if self._is_looking:
                self.empty.set_text(tr("Looking for disagreements…"), "")
            else:
                self.empty.set_text(tr("No disagreements yet."), _WHAT_IS_LISTED, _OFFERS)
            return
        self.head.show_value_head(
            tr("Difference") if self._by_size() else tr("Effect on {measure}", measure=self.measure)
        )
        assessors = self.bridge.session.catalog.assessors
        counts = count_all(self.survey.questions.values())
        show_headline(self.headline, *counts, self.overview, lambda who: assessors[who].name)
        self._show_foot()
        line = self._line
        self.detail.setVisible(line is not None)
        if line is not None:
            listed = self.view.currentIndex().row() + 1, self.view.list.rowCount()
            place = self.side.place if self.side.shown else listed
            if line.key != self._key_shown:
                self._key_shown = line.key
                self.adjudication.stop_saying()
                self.adjudication.begin()
            self.presenter.show(self.detail, line, place, self.survey, sending=self.adjudication.sending)
            self.detail.let_decide(not (self.adjudication.sending or self.adjudication.paused))

    def _gold_uses_decisions(self) -> bool:
        """Return whether decisions about labels move scores, where any labels are disputed."""
        return not self.survey.kinds or self._uses_decisions(self.survey.kinds)

    def _uses_decisions(self, kinds: Iterable[str]) -> bool:
        session, gold = self.bridge.session, self.bridge.gold
        return any(gold_uses_decisions(session, gold, kind) for kind in kinds)

    def may_switch_to_adjudicated(self) -> bool:
        """Return whether decisions have no effect; before any dispute is found, on no kind of question."""
        if not self.survey.questions and self._is_looking and self.shows_list():
            return not self._uses_decisions(kind.name for kind in self.bridge.session.catalog.kinds)
        return not self.no_effect.isHidden()

    def switch_to_adjudicated(self) -> None:
        """Switch to the gold standard in which decisions count."""
        mapping = gold_named(self.bridge.gold, self.bridge.session.facts).mapping
        self.bridge.set_gold(str(Gold("adjudicated", mapping)))

    def _show_foot(self) -> None:
        view, decided = self.view, self.adjudication.count
        words = self.presenter.foot(self.survey, view.list, parted=view.parted, decided=decided)
        self.foot.setText(words)

    @property
    def _answer_to_show(self) -> int:
        """The answer in dispute, else the first of its question; -1 for a question without answers."""
        dispute = self.dispute
        if dispute is None or dispute.answer >= 0:
            return -1 if dispute is None else dispute.answer
        answers = self.bridge.session.catalog.answers_of(dispute.question)
        return int(answers[0]) if len(answers) else -1

    def may_show_on_judge(self) -> bool:
        """Return whether the disagreement shown, or its question, has an answer."""
        return self._answer_to_show >= 0

    def to_judge(self) -> None:
        """Show the selected answer on Judge."""
        if self.may_show_on_judge():
            self.bridge.goto(self._answer_to_show)

    # Construction

    def _lay_out(self) -> None:
        work, left, both = QWidget(), QWidget(), QWidget()
        list_column = QVBoxLayout(left)
        list_column.setContentsMargins(0, 0, 0, 0)
        list_column.setSpacing(0)
        list_column.addWidget(self.head)
        list_column.addWidget(self.view, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(Grid.TABLE_MARGIN, 7, Grid.TABLE_MARGIN, 7)
        foot.addWidget(self.foot)
        list_column.addLayout(foot)
        columns = QHBoxLayout(work)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        self._left = QStackedLayout(both)
        self._left.addWidget(left)
        self._left.addWidget(self.side.page)
        columns.addWidget(both, 1)
        columns.addWidget(self.detail)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.tools)
        outer.addWidget(self.tools.more)
        outer.addWidget(self.no_effect)
        outer.addWidget(self.headline)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        self._pages.addWidget(work)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(self.page)
        outer.addWidget(pages, 1)

    def connect_views(self) -> None:
        """Connect the views with the bridge and with each other."""
        bridge, tools, detail = self.bridge, self.tools, self.detail
        self.survey_task.surveyed.connect(self._surveyed)
        tools.gold_chosen.connect(bridge.set_gold)
        tools.questions_chosen.connect(lambda choice: bridge.select_questions(chosen_questions(bridge, choice)))
        tools.order.activated.connect(lambda _: self.arrange())
        tools.measure.activated.connect(lambda _: self._measure_chosen())
        bridge.next_best.changed.connect(self.show_all)
        self.page.redrawn.connect(self.redrawn)
        self.table_export.reported.connect(lambda sentence: self.sentence.emit(sentence, "note"))
        tools.changed.connect(self.arrange)
        tools.search.textChanged.connect(lambda _: self._typed.start())
        tools.search.returnPressed.connect(self._find)
        tools.search.left.connect(self._forget_find)
        self.view.chosen.connect(self.go_to_row)
        self.view.opened.connect(self._open_row)
        self.adjudication.decided.connect(self.next_open)
        self.adjudication.changed.connect(self.show_all)
        self.side.changed.connect(self.show_all)
        self.side.closed.connect(self._show_side)
        detail.decided.connect(self.adjudication.decide)
        detail.majority_wanted.connect(self.adjudication.give_majority)
        detail.note_written.connect(self.adjudication.write_note)
        detail.scale.left.connect(self.setFocus)
        detail.note_left.connect(self.adjudication.leave)
        detail.picked.connect(self.adjudication.pick)

    def _measure_chosen(self) -> None:
        self.measure = measure(str(self.tools.measure.currentData()))
        if self.side.shown:
            self.side.refresh(self.survey, self.measure)
        self.adjudication.count = 0
        self._look_again()
