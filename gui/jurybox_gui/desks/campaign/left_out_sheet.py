"""What keeps questions out of the scores, with the decisions that settle it."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from jurybox.analysis.kept_out import FINAL, KeptOut, counted, kept_out
from jurybox.campaign.resolving import (
    Decisions,
    decide_by_majority,
    decide_cannot_tell,
    decide_like_first,
    decide_nil,
    dropping,
    taking_back,
)
from jurybox.collection.collection import Collection
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.gold import gold_in_force
from jurybox.language import tr, trn
from jurybox.lists import comma_list, sentences
from jurybox.results.writing import ShownTable
from jurybox.scoring import Scoreboard, unjudged_under
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.table_page import dress
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import one_line

_SHORT = 60


def board_now(collection: Collection) -> Scoreboard:
    """Return a scoreboard of its own under the gold standard in force. Raises Refused where that cannot be."""
    gold = gold_in_force(collection.catalog, collection.facts)
    return Scoreboard(collection, gold, unjudged=unjudged_under(gold, collection))


@final
class LeftOutSheet(CampaignSheet):
    """A row for each reason why a question is not scored; buttons decide the marked one or all of a kind.

    Every decision is one step, after which the list is read again. The main button goes to the marked answer.
    """

    accepts_enter = True

    def __init__(self, window: QWidget, bridge: Bridge) -> None:
        aside = tr("Every decision here is one step that can be undone.")
        super().__init__(window, tr("What keeps questions out of the scores"), aside, tr("Show answer"))
        self._bridge = bridge
        self.found: list[KeptOut] = []
        self.reasons = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        self._model = FigureTable()
        self.table = QTableView(self)
        dress(self.table, self._model, tr("What keeps questions out of the scores"))
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.buttons: dict[str, PlainButton] = {}
        row = FlowLayout(gap=4)
        for name, text, does in self._offers():
            button = PlainButton(text)
            button.clicked.connect(does)
            self.buttons[name] = button
            row.addWidget(button)
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addWidget(self.reasons)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        self.fill(column)
        self.refuse.setText(tr("Close"))
        self._task = LatestTask(self, refused=self._refuse)
        self.table.selectionModel().currentRowChanged.connect(self._offer)
        self.read()

    @classmethod
    def open_for(cls, window: QWidget, bridge: Bridge) -> LeftOutSheet:
        """Show it above a window."""
        made = cls(window, bridge)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a long list."""
        return QSize(1000, 620).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the table, so that the arrow keys select a row."""
        return self.table

    @property
    def busy(self) -> bool:
        """Whether the list is still being read."""
        return self._task.is_running

    def do(self) -> None:
        """Go to the answer of the marked row."""
        one = self._marked
        if one is None:
            return
        answers = self._bridge.session.catalog.answers_of(one.question).tolist()
        answer = one.answer if isinstance(one.answer, int) else next(iter(answers), None)
        if answer is None:
            self.say(tr("The question has no answers."))
            return
        self.dismiss()
        self._bridge.goto(answer)

    def read(self) -> None:
        """Read the list again, on another thread."""
        collection = self._bridge.session.collection.frozen()
        for button in (*self.buttons.values(), self.accept):
            button.setEnabled(False)
        self._task.start(lambda _watch: kept_out(board_now(collection)), self._show)

    def _offers(self) -> list[tuple[str, str, Callable[[], object]]]:
        return [
            ("right", tr("NIL is right here"), lambda: self._nil("right", whole=False)),
            ("wrong", tr("NIL is wrong here"), lambda: self._nil("wrong", whole=False)),
            ("all_right", tr("NIL is right everywhere"), lambda: self._nil("right", whole=True)),
            ("all_wrong", tr("NIL is wrong everywhere"), lambda: self._nil("wrong", whole=True)),
            ("label", tr("Label of this answer…"), lambda: self._ask_label(whole=False)),
            ("labels", tr("Label where somebody cannot tell…"), lambda: self._ask_label(whole=True)),
            ("first", tr("Decide like the first assessors"), lambda: self._like(decide_like_first)),
            ("majority", tr("Decide like the majorities"), lambda: self._like(decide_by_majority)),
            ("drop", tr("Drop this question…"), self._ask_why),
            ("back", tr("Score this question again"), self._take_back),
        ]

    @property
    def _marked(self) -> KeptOut | None:
        at = self.table.currentIndex().row() - 1  # below the heads
        return self.found[at] if 0 <= at < len(self.found) else None

    def _show(self, found: list[KeptOut]) -> None:
        session, before = self._bridge.session, max(1, self.table.currentIndex().row())
        self.found = found
        head = [tr("Question"), tr("Answer"), tr("Why"), tr("Settled by")]
        asked = session.catalog.questions
        rows = [[asked[one.question].name, self._about(one), one.why, one.settles] for one in found]
        self._model.set_tables([ShownTable(head, rows, frozenset(range(len(head))))])
        self.reasons.setText(sentences([f"{each}." for each in counted(found)]) or tr("Every question is scored."))
        self.table.setVisible(bool(found))
        if found:
            self.table.setCurrentIndex(self._model.index(min(before, len(found)), 0))
        count = len({one.question for one in found if one.reason not in FINAL})
        self.say(trn("{n} question is open.", "{n} questions are open.", count) if count else tr("Nothing is open."))
        self._offer()

    def _about(self, one: KeptOut) -> str:
        if isinstance(one.answer, int):
            return one_line(self._bridge.session.texts.answer(one.answer).text[:_SHORT])
        return one.answer

    def _offer(self) -> None:
        """Show what can be decided now: about the marked row, and everywhere."""
        one, reasons = self._marked, {each.reason for each in self.found}
        reason = None if one is None else one.reason
        shown = {
            "right": reason == "nil",
            "wrong": reason == "nil",
            "all_right": "nil" in reasons,
            "all_wrong": "nil" in reasons,
            "label": reason == "cannot-tell",
            "labels": "cannot-tell" in reasons,
            "first": bool(reasons & {"split", "match", "group", "importance"}),
            "majority": bool(reasons & {"split", "match", "group", "importance"}),
            "drop": one is not None and reason != "dropped",
            "back": reason == "dropped",
        }
        may = not self._bridge.session.saving.read_only
        for name, button in self.buttons.items():
            button.setVisible(shown[name])
            button.setEnabled(may)
        self.accept.setEnabled(one is not None)

    # Deciding

    def _decide(self, decide: Callable[[Scoreboard], Decisions]) -> None:
        session = self._bridge.session
        try:
            found = decide(board_now(session.collection))
            if found.commands:
                session.execute(found.command())
        except Refused as error:
            self._refuse(error)
            return
        self.read()
        if found.left:
            names = comma_list(list(dict.fromkeys(session.catalog.questions[at].name for at, _ in found.left)))
            self.say(tr("Left open: {names}.", names=names))

    def _nil(self, said: str, *, whole: bool) -> None:
        one = self._marked
        question = None if whole or one is None else one.question
        self._decide(lambda board: decide_nil(board, said, question))

    def _ask_label(self, *, whole: bool) -> None:
        one = next((each for each in self.found if each.reason == "cannot-tell"), None) if whole else self._marked
        if one is None:
            return
        session = self._bridge.session
        words = session.facts.scheme_of(session.catalog.questions[one.question].kind).words
        question = None if whole else one.question
        Ask.open_for(
            self.window(),
            tr("Which label do these answers get?"),
            "",
            list(words),
            lambda label: self._decide(lambda board: decide_cannot_tell(board, label, question)),
        )

    def _like(self, how: Callable[..., Decisions]) -> None:
        self._decide(lambda board: how(self._bridge.session, board))

    def _ask_why(self) -> None:
        one = self._marked
        if one is not None:
            question = one.question
            Ask.open_for(
                self.window(),
                tr("Why is this question dropped?"),
                tr("The reason, as reports print it"),
                [],
                lambda why: self._change(lambda: dropping(self._bridge.session.collection, question, why)),
            )

    def _take_back(self) -> None:
        one = self._marked
        if one is not None:
            question = one.question
            self._change(lambda: taking_back(self._bridge.session.collection, question))

    def _change(self, command: Callable[[], SetFact]) -> None:
        try:
            self._bridge.session.execute(command())
        except Refused as error:
            self._refuse(error)
        else:
            self.read()

    def _refuse(self, error: Exception) -> None:
        self.say(str(error), bad=True)
        self._offer()
