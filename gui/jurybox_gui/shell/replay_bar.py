"""The bar of a replay at the foot of the window: its buttons, its progress, and what is being judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from jurybox.language import tr
from jurybox_gui.shell.replay import ReplayPlayer
from jurybox_gui.shell.soft_line import SoftLine
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import one_line
from jurybox_gui.widgets.progress import ProgressBar

if TYPE_CHECKING:
    from jurybox.replay import Step
    from jurybox.session import Session

_TALL = 44
_BAR = 96
_PAUSE, _GO_ON = tr("Pause"), tr("Continue")
_END, _CLOSE = tr("Leave replay"), tr("Close")
_MOST_LETTERS = 60


class ReplayBar(SoftLine):
    """Shown while a recording is played in the collection of this window, on every desk."""

    def __init__(self, player: ReplayPlayer) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._player = player
        self.pause = HintButton(_PAUSE, action="replay.pause")
        self.slower = HintButton(tr("Slower"), action="replay.slower")
        self.faster = HintButton(tr("Faster"), action="replay.faster")
        self.end = PlainButton(_END, action="replay.end", quiet=True)
        self.progress = ProgressBar()
        self.progress.setFixedWidth(_BAR)
        self.where = PlainLabel(px=Px.ASIDE, weight=600, tabular=True)
        self.said = PlainLabel(px=Px.ASIDE, role="text2", elide=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 8, 0)
        row.setSpacing(10)
        for part in (self.pause, self.slower, self.faster, self.progress, self.where):
            row.addWidget(part)
        row.addWidget(self.said, 1)
        row.addWidget(self.end)
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(400, _TALL)

    def follow(self) -> None:
        """Show the state of the replay; hide the bar if there is none."""
        replay, bridge = self._player.replay, self._player.app.bridge
        if replay is None or bridge is None:
            self.hide()
            return
        going = not replay.finished
        for button in (self.pause, self.slower, self.faster):
            button.setVisible(going)
        self.pause.set_text(_GO_ON if self._player.paused else _PAUSE)
        self.end.setText(_END if going else _CLOSE)
        self.progress.set_progress(replay.played, replay.total)
        self.where.setText(self._player.caption)
        last = replay.last
        self.said.setText("" if last is None or not going else step_in_words(bridge.session, last))
        self.setAccessibleName(self._player.caption)
        self.show()


def step_in_words(session: Session, step: Step) -> str:
    """Return who labels what in a step, such as *Ana: “1999” in V074 is Correct*."""
    from jurybox_gui.desks.label_schemes import name_of

    catalog, subject, word = session.catalog, step.subject, step.content.label or step.content.state
    who = catalog.assessors[step.assessor].name
    answer = subject.answer
    at = subject.question if answer is None else int(catalog.answer_question[answer])
    if at is None:
        return ""
    question = catalog.questions[at]
    if answer is None or word is None or step.kind not in {"judgment", "adjudication"}:
        return tr("{who} works on question {question}", who=who, question=question.name)
    text = one_line(session.texts.answer(answer).text)
    short = text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…"
    label = name_of(session.facts, word, question.kind)
    if step.kind == "adjudication":
        return tr("{question}, decision on “{answer}”: {label}", question=question.name, answer=short, label=label)
    return tr("{question}, {who} on “{answer}”: {label}", question=question.name, who=who, answer=short, label=label)
