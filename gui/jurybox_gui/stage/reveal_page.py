"""The reveal on stage: the sentence, both rankings as slopes, and the answers on which they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from jurybox.language import tr
from jurybox_gui.desks.label_schemes import name_of
from jurybox_gui.stage.buttons import StageButton
from jurybox_gui.stage.picture import StagePicture
from jurybox_gui.stage.text import Passage, StageText
from jurybox_gui.widgets.surface import Surface

if TYPE_CHECKING:
    from jurybox.session import Session
    from jurybox.stage.reveal import Difference, Reveal


class RevealPage(Surface):
    """Covers the stage while it is shown; `step` goes through the differences."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("surf")
        self.setParent(parent)
        self.head = StageText(tr("Agreement with the jury"))
        self.slopes = StagePicture()
        self.difference = StageText(tr("An answer you differ on"))
        self.more = StageButton(tr("Next difference"), "N")
        self.back = StageButton(tr("Back"), "V")
        self._reveal: Reveal | None = None
        self._session: Session | None = None
        self.at = -1
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.head)
        self._middle = QHBoxLayout()
        self.difference.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)  # all
        self._middle.addWidget(self.slopes, 10)
        self._middle.addWidget(self.difference, 12)
        self._column.addLayout(self._middle, 1)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self.more)
        self._buttons.addWidget(self.back)
        self._buttons.addStretch(1)
        self._column.addLayout(self._buttons)
        self.hide()

    def set_px(self, px: int) -> None:
        """Use this type size, px."""
        for text in (self.head, self.difference):
            text.set_px(px)
        self.slopes.set_px(px)
        for button in (self.more, self.back):
            button.set_px(px)
        self._column.setContentsMargins(px, round(px * 0.6), px, round(px * 0.5))
        self._column.setSpacing(round(px * 0.4))
        self._middle.setSpacing(px)

    def show_reveal(self, reveal: Reveal, session: Session) -> None:
        """Show a reveal, with the first answer with a difference."""
        self._reveal, self._session = reveal, session
        self.at = 0 if reveal.differences else -1
        self.head.show_passages(
            Passage(reveal.sentence, "text", 650, 1.25, 3), Passage(reveal.basis, "text2", 400, 1.0, 2)
        )
        ranked = any(row.rank is not None for row in reveal.mine)
        why = tr("Your labels alone are not enough to rank the runs yet.")
        self.slopes.show_figure(reveal.slopes() if ranked else None, "" if ranked else why, trail=False)
        self.slopes.setVisible(ranked or self.at >= 0)
        self._draw()
        self.show()
        self.raise_()

    def step(self) -> None:
        """Show the next difference; after the last the first."""
        if self._reveal is not None and self._reveal.differences:
            self.at = (self.at + 1) % len(self._reveal.differences)
            self._draw()

    def _draw(self) -> None:
        reveal, session = self._reveal, self._session
        if reveal is None or session is None:
            return
        self.more.setVisible(len(reveal.differences) > 1)
        if self.at < 0:
            words = tr("The jury gave all your answers the same labels.") if reveal.compared else ""
            why = "" if self.slopes.figure is not None else self.slopes.accessibleDescription()
            self.difference.show_passages(Passage(words, "text2", 400, 1.0, 2), Passage(why, "text2", 400, 1.0, 2))
            return
        self.difference.show_passages(*self._passages(reveal.differences[self.at], session, len(reveal.differences)))

    def _passages(self, one: Difference, session: Session, count: int) -> list[Passage]:
        catalog = session.catalog
        question = int(catalog.answer_question[one.answer])
        kind = catalog.questions[question].kind

        def named(word: str) -> str:
            return word if len(word) == 1 else name_of(session.facts, word, kind).lower()

        votes = [
            tr("{name}: {label}, “{note}”", name=vote.name, label=named(vote.label), note=vote.note)
            if vote.note
            else tr("{name}: {label}", name=vote.name, label=named(vote.label))
            for vote in one.votes
        ]
        place = tr("Difference {number} of {count}", number=self.at + 1, count=count)
        said = tr("You: {mine}. Jury: {jury}.", mine=named(one.mine), jury=named(one.jury))
        return [
            Passage(place, "text3", 600, 1.0, 1),
            Passage(session.texts.question(question).text, "text2", 500, 1.0, 2),
            Passage(session.texts.answer(one.answer).text, "text", 650, 1.15, 2),
            Passage(said, "accent", 600, 1.0, 1),
            *(Passage(vote, "text", 400, 1.0, 2) for vote in votes),
        ]
