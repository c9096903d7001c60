"""Answer patterns: what they propose is shown quietly, stored nowhere and never counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from jurybox.errors import Refused
from jurybox_gui.files import ask_open
from jurybox_gui.tasks import Task

if TYPE_CHECKING:
    from pathlib import Path

    from jurybox.judging.proposals import Patterns
    from jurybox_gui.desks.judge.desk import JudgeDesk

KINDS = "Answer patterns (*.txt *.patterns *);;All files (*)"


class PatternHints(QObject):
    """Reads a file of patterns, shows what they propose for the answers of one desk, and stops again."""

    def __init__(self, desk: JudgeDesk) -> None:
        super().__init__(desk)
        self._desk = desk

    def toggle(self) -> None:
        """Ask for a file of patterns, or propose nothing any more."""
        if self._desk.pages.patterns is not None:
            self._use(None)
        else:
            ask_open(self._desk, "Answer patterns", KINDS, self.read)

    def read(self, path: Path) -> None:
        """Read patterns and show what they propose; what is wrong with the file is told."""
        from jurybox.judging.proposals import read_patterns

        task = Task(lambda _task: read_patterns(path), self)
        task.done.connect(self._use)
        task.failed.connect(self._failed)
        task.start()

    def _use(self, patterns: Patterns | None) -> None:
        desk = self._desk
        desk.pages.patterns = patterns
        desk.pages.forget()
        desk.go(desk.course.place)
        if patterns is not None and patterns.problems:
            line, why = patterns.problems[0]
            count = len(patterns.problems)
            told = "One line was" if count == 1 else f"{count:,} lines were"
            desk.center.notice("warning", f"{told} left out of the patterns.", f"Line {line:,}: {why}")

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            raise error
        self._desk.center.notice("error", str(error), "Judging goes on without them.")
