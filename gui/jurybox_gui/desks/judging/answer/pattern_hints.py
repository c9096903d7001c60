"""Answer patterns: what they propose is shown quietly, stored nowhere and never counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from jurybox.kinds import KINDS
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.judging.answer.notices import Notice
from jurybox_gui.dialogs.files import ask_open

if TYPE_CHECKING:
    from pathlib import Path

    from jurybox.judging.proposals import Patterns
    from jurybox_gui.desks.judging.answer.desk import JudgeDesk
    from jurybox_gui.widgets.banner import Kind

FILE_TYPES = "Answer patterns (*.txt *.patterns *);;All files (*)"


class PatternHints(QObject):
    """Reads a file of patterns, shows what they propose for the answers of one desk, and stops again."""

    def __init__(self, desk: JudgeDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._reading = LatestTask(self, refused=self._refused)

    def toggle(self) -> None:
        """Ask for a file of patterns, or propose nothing any more."""
        if self._desk.cache.patterns is not None:
            self._use(None)
        else:
            ask_open(self._desk, "Answer patterns", FILE_TYPES, self.read)

    def read(self, path: Path) -> None:
        """Read patterns and show what they propose; or what is wrong with the file."""
        from jurybox.judging.proposals import read_patterns

        self._reading.start(lambda _watch: read_patterns(path), self._use)

    def _use(self, patterns: Patterns | None) -> None:
        desk = self._desk
        desk.cache.patterns = patterns
        desk.cache.forget()
        desk.queue_cursor.go(desk.queue_cursor.place)
        if patterns is not None:
            self._tell(patterns)

    def _tell(self, patterns: Patterns) -> None:
        """Say for how many questions labels are proposed now, and what of the file could not be used."""
        asked = self._desk.bridge.session.catalog.questions
        count = sum(KINDS[one.kind].strings_alike and one.name in patterns.of for one in asked)
        known = {0: "No question here is", 1: "1 question is"}.get(count, f"{count:,} questions are")
        sentence, aside = f"{known} among those of the patterns.", "What they propose is never counted."
        if patterns.problems:
            line, why = patterns.problems[0]
            left = len(patterns.problems)
            out = "One line was" if left == 1 else f"{left:,} lines were"
            sentence, aside = f"{sentence} {out} left out of the patterns.", f"Line {line:,}: {why}"
        kind: Kind = "note" if count and not patterns.problems else "warning"
        self._desk.say_here(Notice(kind, sentence, aside))

    def _refused(self, error: Exception) -> None:
        self._desk.say_here(Notice("error", str(error), "Judging goes on without them."))
