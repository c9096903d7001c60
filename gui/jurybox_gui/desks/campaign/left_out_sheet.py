"""What keeps questions out of the scores, with the decisions that settle it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTableView, QVBoxLayout, QWidget

from jurybox.analysis.kept_out import FINAL, KeptOut, counted, kept_out
from jurybox.campaign.resolving import (
    Decisions,
    decide_answer,
    decide_by_majority,
    decide_cannot_tell,
    decide_like_first,
    decide_nil,
    dropping,
    still_out,
    taking_back,
)
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.language import tr, trn
from jurybox.lists import comma_list, sentences
from jurybox.results.writing import ShownTable
from jurybox.scoring import Scoreboard, scoreboard_of
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.desks.table_page import dress
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.tables.figure_table import FigureTable
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.flow import FlowLayout
from jurybox_gui.widgets.focus import RING_ROOM
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import one_line

_SHORT = 60
_WIDEST = 280
_DIFFER = frozenset(("split", "match", "group", "importance"))
_HERE, _EVERYWHERE = "here", "everywhere"


@final
class LeftOutSheet(CampaignSheet):
    """A row for each reason why a question is not scored; buttons and their keys settle the marked one, or all.

    Every decision is one step, after which the list is read again. The main button goes to the marked answer.
    """

    accepts_enter = True

    def __init__(self, window: QWidget, bridge: Bridge) -> None:
        aside = (
            tr("Choose your name first, so that Ctrl+Z can undo what you decide here.")
            if bridge.session.assessor is None
            else tr("Every decision here is one step that Ctrl+Z undoes.")
        )
        super().__init__(window, tr("What keeps questions out of the scores"), aside, tr("Show answer"))
        self._bridge = bridge
        self.found: list[KeptOut] = []
        self.reasons = PlainLabel(px=Px.ASIDE, role="text2", wrap=True)
        self._model = FigureTable()
        self.table = QTableView(self)
        dress(self.table, self._model, tr("What keeps questions out of the scores"), most=_WIDEST)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.installEventFilter(self)  # otherwise it would search its rows for typed letters
        self.marked = PlainLabel(wrap=True)
        self.marked.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.marked.setMinimumHeight(2 * self.marked.fontMetrics().lineSpacing())  # so that the table keeps its place
        self.buttons: dict[str, PlainButton] = {}
        self._keys: dict[str, str] = {}
        self._undecided: list[KeptOut] = []
        self._decided = Decisions()
        column = QVBoxLayout()
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addWidget(self.reasons)
        column.addWidget(self.table, 1)
        column.addWidget(self.marked)
        for offers in (self._here(), self._everywhere()):
            row = FlowLayout(gap=8, leading=4)
            for name, text, key, does in offers:
                button = PlainButton(text, key)
                button.clicked.connect(lambda _, does=does: does())
                self.buttons[name], self._keys[key] = button, name
                row.add_ringed(button, RING_ROOM)
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
        return QSize(max(1000, room.width() * 2 // 3), max(620, room.height() * 3 // 4)).boundedTo(room)

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
        self._task.start(lambda _watch: kept_out(scoreboard_of(collection)), self._show)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._take_key(event):
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        # Undo is a shortcut of the window, which an open sheet would block.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._named(event):
            event.accept()
            return True
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.table and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def _named(self, event: QKeyEvent) -> str:
        """Return the name of the button that a key presses; "" for none."""
        text = QKeySequence.SequenceFormat.PortableText
        return self._keys.get(QKeySequence(event.keyCombination()).toString(text), "")

    def _take_key(self, event: QKeyEvent) -> bool:
        """Press the button of a key; return whether there is one."""
        name = self._named(event)
        if name and not event.isAutoRepeat() and self.buttons[name].isVisible():
            self.buttons[name].click()
        return bool(name)

    def _here(self) -> list[tuple[str, str, str, Callable[[], object]]]:
        """Return what settles the marked row: name, text and key of each button, and what it does."""
        return [
            ("right", tr("NIL is right here"), "Y", partial(self._nil, "right", _HERE)),
            ("wrong", tr("NIL is wrong here"), "X", partial(self._nil, "wrong", _HERE)),
            ("label", tr("Label this answer…"), "L", partial(self._ask_label, _HERE)),
            ("first", tr("Follow the first assessor"), "F", partial(self._like, decide_like_first, _HERE)),
            ("majority", tr("Follow the majority"), "M", partial(self._like, decide_by_majority, _HERE)),
            ("drop", tr("Drop this question…"), "Del", self._ask_why),
            ("back", tr("Score this question again"), "B", self._take_back),
        ]

    def _everywhere(self) -> list[tuple[str, str, str, Callable[[], object]]]:
        """Return the same for what settles all rows of a kind in one step."""
        return [
            ("all_right", tr("NIL is right everywhere"), "Shift+Y", partial(self._nil, "right", _EVERYWHERE)),
            ("all_wrong", tr("NIL is wrong everywhere"), "Shift+X", partial(self._nil, "wrong", _EVERYWHERE)),
            ("labels", tr("Label wherever somebody cannot tell…"), "Shift+L", partial(self._ask_label, _EVERYWHERE)),
            (
                "firsts",
                tr("Follow the first assessors everywhere"),
                "Shift+F",
                partial(self._like, decide_like_first, _EVERYWHERE),
            ),
            (
                "majorities",
                tr("Follow the majorities everywhere"),
                "Shift+M",
                partial(self._like, decide_by_majority, _EVERYWHERE),
            ),
            ("undo", tr("Undo"), "Ctrl+Z", self._undo),
        ]

    @property
    def _marked(self) -> KeptOut | None:
        at = self.table.currentIndex().row() - 1  # below the heads
        return self.found[at] if 0 <= at < len(self.found) else None

    def _show(self, found: list[KeptOut]) -> None:
        session, before = self._bridge.session, max(1, self.table.currentIndex().row())
        self.found = found
        head = [tr("Question"), tr("Answer"), tr("Why")]
        asked = session.catalog.questions
        rows = [[asked[one.question].name, self._about(one), one.why] for one in found]
        self._model.set_tables([ShownTable(head, rows, frozenset(range(len(head))))])
        self.reasons.setText(sentences([f"{each}." for each in counted(found)]) or tr("Every question is scored."))
        self.table.setVisible(bool(found))
        if found:
            self.table.setCurrentIndex(self._model.index(min(before, len(found)), 0))
        self.say(self._left() or self._state())
        self._offer()

    def _state(self) -> str:
        """Return how many questions are open, in a sentence."""
        count = len({one.question for one in self.found if one.reason not in FINAL})
        return trn("{n} question is open.", "{n} questions are open.", count) if count else tr("Nothing is open.")

    def _left(self) -> str:
        """Return which questions the last decision left open, and why the first is; "" for none."""
        left = [*self._decided.left, *still_out(self._undecided, self.found, self._decided)]
        self._decided = Decisions()
        if not left:
            return ""
        asked = self._bridge.session.catalog.questions
        names = comma_list(list(dict.fromkeys(asked[at].name for at, _ in left)))
        return tr("Left open: {names} ({why}).", names=names, why=left[0][1])

    def _about(self, one: KeptOut) -> str:
        if isinstance(one.answer, int):
            return one_line(self._bridge.session.texts.answer(one.answer).text[:_SHORT])
        return one.answer

    def _in_full(self, one: KeptOut) -> str:
        """Return the reason of a row, uncut, and what would settle it."""
        name = self._bridge.session.catalog.questions[one.question].name
        why = tr("{name}: {why}.", name=name, why=one.why)
        return sentences([why, tr("Settled by {what}.", what=one.settles)] if one.settles else [why])

    def _offer(self) -> None:
        """Show what can be decided now: about the marked row, and everywhere."""
        one, reasons = self._marked, {each.reason for each in self.found}
        self.marked.setText("" if one is None else self._in_full(one))
        reason = None if one is None else one.reason
        is_answer = one is not None and isinstance(one.answer, int)
        shown = {
            "right": reason == "nil",
            "wrong": reason == "nil",
            "all_right": "nil" in reasons,
            "all_wrong": "nil" in reasons,
            "label": is_answer and reason in {"cannot-tell", "split"},
            "labels": "cannot-tell" in reasons,
            "first": reason in _DIFFER,
            "firsts": bool(reasons & _DIFFER),
            "majority": reason in _DIFFER,
            "majorities": bool(reasons & _DIFFER),
            "drop": reason not in (None, "dropped", "frozen"),
            "back": reason == "dropped",
            "undo": self._bridge.session.can_undo,
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
            found = decide(scoreboard_of(session.collection))
            if found.commands:
                session.execute(found.command())
        except Refused as error:
            self._refuse(error)
            return
        self._undecided, self._decided = self.found, found
        self.read()

    def _nil(self, said: str, where: str) -> None:
        one = self._marked
        if one is not None:
            question = one.question if where == _HERE else None
            self._decide(lambda board: decide_nil(board, said, question))

    def _ask_label(self, where: str) -> None:
        unsure = next((each for each in self.found if each.reason == "cannot-tell"), None)
        one = self._marked if where == _HERE else unsure
        if one is None:
            return
        session = self._bridge.session
        words = session.facts.scheme_of(session.catalog.questions[one.question].kind).words

        def decide(label: str) -> None:
            self._decide(
                lambda board: decide_answer(one, label) if where == _HERE else decide_cannot_tell(board, label)
            )

        asked = tr("Which label does this answer get?") if where == _HERE else tr("Which label do these answers get?")
        Ask.open_for(self.window(), asked, "", list(words), decide)

    def _like(self, how: Callable[..., Decisions], where: str) -> None:
        one = self._marked
        if one is not None:
            question = one.question if where == _HERE else None
            self._decide(lambda board: how(self._bridge.session, board, question))

    def _undo(self) -> None:
        try:
            self._bridge.session.undo()
        except Refused as error:
            self._refuse(error)
        else:
            self.read()

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
