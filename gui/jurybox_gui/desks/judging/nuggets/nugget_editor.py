"""The entry line: a new nugget, another wording, a split, a note; unfinished nuggets are kept as drafts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from jurybox.collection.entries import Subject
from jurybox.collection.nuggets import CurrentNugget
from jurybox.commands import Command, Match
from jurybox.commands.nuggets import AddNugget, EditNugget, SplitNugget
from jurybox.language import tr
from jurybox_gui.core.pending import Pause
from jurybox_gui.desks.judging.board_columns import NOTE_HINT

if TYPE_CHECKING:
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.desks.judging.nuggets.columns import NuggetColumn

BETWEEN = "|"
_PAUSE_MS = 800
_NEW = tr("New nugget (Esc keeps a draft)")
_EDIT = tr("New wording of this nugget")
_SPLIT = tr("Split: put {mark} between the new nuggets", mark=BETWEEN)


class NuggetEditor(QObject):
    """One thing is written at a time. `over` is emitted when the keyboard is free again.

    An unfinished new nugget is kept as a draft of its question and its writer, also across a restart.
    """

    over = Signal()

    def __init__(self, bridge: Bridge, column: NuggetColumn, done: Callable[[Command], bool]) -> None:
        super().__init__(column)
        self._bridge = bridge
        self._column = column
        self._done = done
        self._enter: Callable[[str], Command] | None = None
        self._draft = ""
        """The name of the draft that is being written."""
        self._pause = Pause(self, _PAUSE_MS, self._keep_draft)

    def new(self, question: int, marked: str) -> None:
        """Begin a nugget with the selected words, else with the draft of this question."""
        text = " ".join(marked.split()) or "".join(self._drafts().get(self._name(question), []))
        self._begin(_NEW, text, lambda words: AddNugget(question, words))
        self._draft = self._name(question)

    def edit(self, line: CurrentNugget) -> None:
        """Change the wording of a nugget."""
        self._begin(_EDIT, line.text, lambda words: EditNugget(line.nugget, words))

    def split(self, line: CurrentNugget) -> None:
        """Write the nuggets that replace one."""
        self._begin(_SPLIT, line.text, lambda words: SplitNugget(line.nugget, _parts(words)))

    def note(self, answer: int, line: CurrentNugget, label: str) -> bool:
        """Write the note to a match; return False if there is no match for it."""
        session = self._bridge.session
        if not label or session.assessor is None:
            return False
        question = session.catalog.nuggets[line.nugget].question
        content = session.content_in_force("match", session.assessor, Subject(question, answer, line.nugget))
        self._begin(
            tr("Note to the match of “{nugget}”", nugget=line.text),
            content.note or "",
            lambda words: Match(answer, line.nugget, content.label, content.state, note=words or None),
            NOTE_HINT,
        )
        return True

    def typed(self) -> None:
        """Keep the draft once typing pauses."""
        self._pause.start()

    def enter(self) -> None:
        """Enter the text; if it is refused, it stays."""
        words = " ".join(self._column.field.text().split())
        if self._enter is None or not self._done(self._enter(words)):
            return
        self._column.field.clear()
        self._keep_draft()
        self._end()

    def leave(self) -> None:
        """Leave the line; a new nugget is kept as a draft."""
        if self._column.writes:
            self._keep_draft()
            self._end()

    def _begin(self, title: str, text: str, enter: Callable[[str], Command], hint: str = "") -> None:
        self._draft, self._enter = "", enter
        self._column.show_line(title, text, hint)

    def _end(self) -> None:
        self._draft, self._enter = "", None
        self._column.hide_line()
        self.over.emit()

    def _keep_draft(self) -> None:
        """Keep the text of a new nugget; an empty line is not a draft."""
        self._pause.stop()
        if not self._draft:
            return
        drafts = dict(self._drafts())
        drafts.pop(self._draft, None)
        if self._column.field.text().strip():
            drafts[self._draft] = [self._column.field.text()]
        if drafts != self._drafts():
            self._bridge.settings["drafts"] = drafts

    def _drafts(self) -> dict[str, list[str]]:
        return dict(self._bridge.settings["drafts"])

    def _name(self, question: int) -> str:
        session = self._bridge.session
        who = "" if session.assessor is None else session.catalog.assessors[session.assessor].name
        return f"{session.path}\n{session.catalog.questions[question].name}\n{who}"


def _parts(words: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in words.split(BETWEEN) if part.strip())
