"""Answer patterns: their proposals are shown dimmed, stored nowhere and never counted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from jurybox.judging.proposals import Patterns
from jurybox.language import tr, trn
from jurybox.session import Session
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.desks.judging.answer.answer_cache import AnswerCache
from jurybox_gui.desks.judging.answer.notices import Notice
from jurybox_gui.dialogs.files import ask_open
from jurybox_gui.widgets.banner import Kind

FILE_TYPES = tr("Answer patterns (*.txt *.patterns *);;All files (*)")


class PatternHints(QObject):
    """Reads a file of patterns and has the cache propose labels from them, until it is switched off.

    Emits `changed` when pages must be shown again, `noticed(Notice)` with what was found in the file.
    """

    changed = Signal()
    noticed = Signal(object)

    def __init__(self, session: Session, cache: AnswerCache, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._cache, self._parent = session, cache, parent
        self._reading = LatestTask(self, refused=self._refused)

    def toggle(self) -> None:
        """Ask for a file of patterns, or switch the proposals off."""
        if self._cache.patterns is not None:
            self._use(None)
        else:
            ask_open(self._parent, tr("Answer patterns"), FILE_TYPES, self.read)

    def read(self, path: Path) -> None:
        """Read patterns and show their proposals, or what is wrong with the file."""
        from jurybox.judging.proposals import read_patterns

        self._reading.start(lambda _watch: read_patterns(path), self._use)

    def _use(self, patterns: Patterns | None) -> None:
        self._cache.patterns = patterns
        self._cache.forget()
        self.changed.emit()
        if patterns is not None:
            self._report(patterns)

    def _report(self, patterns: Patterns) -> None:
        """Show for how many questions labels are now proposed, and what in the file could not be used."""
        from jurybox.judging.proposals import questions_known

        count = questions_known(self._session.catalog, patterns)
        sentence, aside = tr("None of these questions has a pattern."), tr("Proposals never count.")
        if count:
            sentence = trn("{n} question has a pattern.", "{n} questions have a pattern.", count)
        if patterns.problems:
            line, why = patterns.problems[0]
            left = len(patterns.problems)
            out = trn("One line was left out of the patterns.", "{n} lines were left out of the patterns.", left)
            sentence, aside = f"{sentence} {out}", tr("Line {line:,}: {why}", line=line, why=why)
        kind: Kind = "note" if count and not patterns.problems else "warning"
        self.noticed.emit(Notice(kind, sentence, aside))

    def _refused(self, error: Exception) -> None:
        self.noticed.emit(Notice("error", str(error), tr("You can continue judging without them.")))
