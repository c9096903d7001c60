"""Choosing the labels for the words of tables before reading again: proposed and remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from jurybox.collection.findings import FoundWords
from jurybox.language import tr, trn
from jurybox.wording import count_of
from jurybox_gui.desks.campaign.sheet import MARGIN, CampaignSheet
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

_WORD_WIDE, _LABEL_WIDE = 220, 220
_OPEN = "\0"
"""The value of a word without a choice."""


@final
class WordsSheet(CampaignSheet):
    """A line for each word; emits `matched(words)` to read the files again, `left()` on Esc."""

    accepts_enter = True

    def __init__(
        self,
        window: QWidget,
        found: FoundWords,
        matched: Callable[[dict[str, str]], object],
        left: Callable[[], object],
    ) -> None:
        aside = tr("The label for each word in these tables.")
        super().__init__(window, tr("Labels for words"), aside, tr("Read again"))
        self._found, self._matched, self._left = found, matched, left
        self._chosen = False
        self.labels = [self._choice(word) for word in found.counts]
        self.why = PlainLabel(role="text2", wrap=True)
        self._lay_out()
        self.closed.connect(self._over)
        self._read()

    @classmethod
    def open_for(
        cls, window: QWidget, found: FoundWords, matched: Callable[[dict[str, str]], object], left: Callable[[], object]
    ) -> WordsSheet:
        """Show it above a window."""
        made = cls(window, found, matched, left)
        made.open_over()
        return made

    def panel_size(self, room: QSize) -> QSize:
        """Return room for a handful of words; more than that scroll."""
        return QSize(720, 520).boundedTo(room)

    def first_focus(self) -> QWidget:
        """Focus the choice of the first word without a label."""
        unknown = [at for at, word in enumerate(self._found.counts) if word in self._found.unknown]
        return self.labels[unknown[0] if unknown else 0]

    @property
    def words(self) -> dict[str, str]:
        """The choice for each word: a label, a state, or "" for no judgment."""
        return dict(zip(self._found.counts, (str(one.currentData()) for one in self.labels), strict=True))

    def do(self) -> None:
        """Read the files again with these choices."""
        self._chosen = True
        self.dismiss()
        self._matched(self.words)

    # Internals

    def _choice(self, word: str) -> Combo:
        made = Combo(tr("What {word} is", word=word))
        now = self._found.read_as.get(word, self._found.suggested.get(word))
        choices: list[tuple[str, object]] = [] if now is not None else [(tr("Choose a label"), _OPEN)]
        made.set_choices([*choices, *self._found.choices], now)
        made.setFixedWidth(_LABEL_WIDE)
        made.activated.connect(lambda _: self._read())
        return made

    def _read(self) -> None:
        """Show which words still need a label, and which were guessed."""
        waiting = [word for word, label in self.words.items() if label == _OPEN]
        guessed = sum(word in self._found.suggested for word in self._found.unknown)
        why = (
            trn(
                "{n} label proposed from the word alone: check it before you read again.",
                "{n} labels proposed from the words alone: check them before you read again.",
                guessed,
            )
            if guessed
            else ""
        )
        if waiting:
            why = tr("Choose a label for {word}, or leave it out.", word=waiting[0])
        self.why.setText(why)
        self.why.setVisible(bool(why))
        self.accept.setEnabled(not waiting)

    def _over(self) -> None:
        if not self._chosen:
            self._left()

    def _lay_out(self) -> None:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        for at, ((word, count), choice) in enumerate(zip(self._found.counts.items(), self.labels, strict=True)):
            shown = PlainLabel(word, weight=600, elide=True)
            shown.setFixedWidth(_WORD_WIDE)
            grid.addWidget(shown, at, 0)
            grid.addWidget(choice, at, 1)
            often = count_of(count, "judgment")
            guess = word in self._found.suggested and word in self._found.unknown
            text = tr("{judgments}, proposed", judgments=often) if guess else often
            grid.addWidget(PlainLabel(text, px=Px.ASIDE, role="text2", elide=True), at, 2)
        grid.setColumnMinimumWidth(0, _WORD_WIDE)
        grid.setColumnMinimumWidth(1, _LABEL_WIDE)
        grid.setColumnStretch(2, 1)
        grid.setRowStretch(len(self.labels), 1)
        aside = PlainLabel(
            tr("This is remembered for tables with these columns."), px=Px.ASIDE, role="text2", wrap=True
        )
        body = QVBoxLayout()
        body.setContentsMargins(MARGIN, 12, MARGIN - 8, 10)
        body.setSpacing(8)
        body.addWidget(scrolled(inside), 1)
        body.addWidget(self.why)
        body.addWidget(aside)
        self.fill(body)
