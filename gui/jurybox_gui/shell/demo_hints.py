"""The first judgments in a demo: three quiet hints below the desk, each removed once it is followed.

They are about judging and appear only on judging desks. After ten labels they disappear.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy

from jurybox.changes import Changes
from jurybox.demos import demo_of
from jurybox.language import tr
from jurybox.settings import Settings
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.desks.boards import AT_JUDGE, desk_title
from jurybox_gui.shell.soft_line import SoftLine
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.labels import PlainLabel

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge

_TALL = 40
_KNOWS_HOW = 10
"""After this many labels nobody needs a hint."""


class Hint(NamedTuple):
    """One hint: its text, with actions in braces for their keys, and the action that follows it.

    `does`: the caption of the button for mouse users; `action`: the action of the button.
    """

    words: str
    follows: str
    does: str = ""
    action: str = ""


HINTS = (
    Hint(tr("Read the question and the answer, then press the key on one of the label buttons."), "labels"),
    Hint(
        tr("The next answer is here already. Press {judge.undo} to undo your last label."),
        "undo",
        tr("Undo"),
        "judge.undo",
    ),
    Hint(
        tr("Scores change once all assessors agree on a label. {view.scores} shows the runs, {view.judge} this desk."),
        "scores",
        desk_title("scores"),
        "view.scores",
    ),
)


class HintLine(SoftLine):
    """The line of the current hint; hidden if there is none, and on desks where nobody judges."""

    def __init__(self, registry: ActionRegistry, settings: Settings) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._registry, self._settings = registry, settings
        self._at = self._labels = 0
        self._hints = self._judges = False
        self._count = PlainLabel(px=Px.ASIDE, role="text2", tabular=True)
        self._words = PlainLabel(weight=500, elide=True)
        self.button = HintButton("", own_click=True)
        self.button.clicked.connect(self._do)
        self._enough = PlainButton(tr("No more hints"), quiet=True)
        self._enough.clicked.connect(self._end)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 8, 0)
        row.setSpacing(12)
        row.addWidget(self._count)
        row.addWidget(self._words, 1)
        row.addWidget(self.button)
        row.addWidget(self._enough)
        registry.triggered.connect(self.follow)
        registry.keys_changed.connect(self._show_again)
        self.hide()

    @property
    def hint(self) -> Hint | None:
        """The hint that is shown wherever people judge, if any."""
        return HINTS[self._at] if self._hints else None

    def begin(self, bridge: Bridge) -> None:
        """Show the first hint, if the opened collection is a demo and hints are switched on."""
        self._at = self._labels = 0
        if demo_of(bridge.session.path) is None or not self._settings["hints"]:
            self.end()
            return
        bridge.changed.connect(self._changed)
        self._hints = True
        self._show()

    def end(self) -> None:
        """Show no more hints in this collection."""
        self._hints = False
        self.hide()

    def at_desk(self, desk: str) -> None:
        """Show the line only on desks where people judge."""
        self._judges = desk in AT_JUDGE
        self.setVisible(self._hints and self._judges)

    def follow(self, action: str) -> None:
        """Go on to the next hint if this action is the one that the hint asks for."""
        if action.endswith(".undo"):
            self._happened("undo")
        elif action in {"view.scores", "view.spaces"}:
            self._happened("scores")

    def sizeHint(self) -> QSize:
        return QSize(400, _TALL)

    def _show(self) -> None:
        self._count.setText(tr("{at} of {hints}", at=self._at + 1, hints=len(HINTS)))
        hint = HINTS[self._at]
        words = self._registry.in_words(hint.words)
        self._words.setText(words)
        self.button.set_text(hint.does)
        self.button.print_keys(self._registry.keys(hint.action)[:1] if hint.action else ())
        self.button.setVisible(bool(hint.action))
        self.setAccessibleName(tr("Hint {at} of {hints}: {words}", at=self._at + 1, hints=len(HINTS), words=words))
        self.setVisible(self._judges)

    def _show_again(self) -> None:
        if self._hints:
            self._show()

    def _do(self) -> None:
        action = HINTS[self._at].action
        desk, _, name = action.partition(".")
        # Every desk of Judge has an undo of its own.
        self._registry.take(f"{self._registry.desk}.{name}" if desk in AT_JUDGE else action)

    def _changed(self, changes: Changes, _initiator: object) -> None:
        if "labels" in changes.what:
            self._labels += 1
            self._happened("labels")
        if self._labels >= _KNOWS_HOW:
            self.end()

    def _happened(self, what: str) -> None:
        if not self._hints or HINTS[self._at].follows != what:
            return
        self._at += 1
        if self._at == len(HINTS):
            self._end()
        else:
            self._show()

    def _end(self) -> None:
        self._at = 0
        self.end()
        self._settings["hints"] = False
