"""Answers of the calibration round that people labeled differently, as examples for the guidelines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from jurybox.analysis.agreement import Agreement
from jurybox.judging.calibration import DividedAnswer, calibration_differences, calibration_questions
from jurybox.language import grouped, tr
from jurybox.lists import bracketed, sentences
from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.desks.label_schemes import STATE_NAMES, choices_of, name_of
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from jurybox.session import Session

_ACROSS = 2
"""Buttons in a row."""
LONGEST = 160
"""Characters of a question or an answer that an example quotes."""


def differences(session: Session) -> tuple[DividedAnswer, ...]:
    """Return what people labeled differently in the calibration round of a collection."""
    questions = calibration_questions(session.catalog, session.facts)
    return calibration_differences(session.catalog, session.ledger, questions)


def agreement_text(session: Session) -> str:
    """Return in one line how far people agree in the calibration round; "" if there is no round."""
    from jurybox.analysis.round_agreement import round_agreements

    questions = calibration_questions(session.catalog, session.facts)
    found = round_agreements(session.collection, questions)
    shared = [(name, one) for name, one in found if one.items]
    if found and not shared:
        return tr("Calibration round: no answer has been judged by two people yet.")
    several = len(shared) > 1
    return sentences(
        _figures(tr("Calibration round, {name}", name=name) if several else tr("Calibration round"), one)
        for name, one in shared
    )


def _figures(what: str, one: Agreement) -> str:
    answers, raw = count_of(one.items, "answer"), score_text(one.raw.value)
    if one.alpha_nominal.reason:
        return tr(
            "{what}: {answers} judged by two people or more, raw agreement {raw}, no alpha: {reason}.",
            what=what,
            answers=answers,
            raw=raw,
            reason=one.alpha_nominal.reason,
        )
    return tr(
        "{what}: {answers} judged by two people or more, raw agreement {raw}, alpha {alpha}.",
        what=what,
        answers=answers,
        raw=raw,
        alpha=score_text(one.alpha_nominal.value),
    )


def example_of(session: Session, answer: int) -> str:
    """Return the words in which an answer is quoted in a guideline."""
    question, text = _quoted(session, answer)
    return tr("For example: {question} {text}", question=question, text=text)


class Examples(QWidget):
    """Each answer with the labels it got; emits `wanted(label, answer)` to add it to a guideline."""

    wanted = Signal(str, int)

    def __init__(self, session: Session, found: tuple[DividedAnswer, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[PlainButton] = []
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 8, 12, 0)
        column.setSpacing(14)
        for one in found:
            column.addLayout(self._example(session, one))
        column.addStretch(1)
        scroll = scrolled(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 12, 14, 12)
        whole.setSpacing(6)
        whole.addWidget(PlainLabel(tr("Calibration answers that assessors label differently"), weight=600))
        whole.addWidget(
            PlainLabel(tr("Choose the right label for each, and say why."), px=Px.ASIDE, role="text2", wrap=True)
        )
        whole.addWidget(scroll, 1)

    def _example(self, session: Session, one: DividedAnswer) -> QVBoxLayout:
        kind = session.catalog.questions[int(session.catalog.answer_question[one.answer])].kind
        question, text = _quoted(session, one.answer)
        column, grid = QVBoxLayout(), QGridLayout()
        column.setSpacing(2)
        column.addWidget(PlainLabel(question, px=Px.ASIDE, role="text2", wrap=True))
        column.addWidget(PlainLabel(text, wrap=True))
        grid.setSpacing(2)
        grid.setColumnStretch(_ACROSS, 1)
        for at, (label, count) in enumerate(one.labels):
            name = name_of(session.facts, label, kind)
            button = PlainButton(bracketed(name, grouped(count)))
            button.setAccessibleName(tr("An example of {name}: {text}", name=name, text=text))
            button.clicked.connect(lambda _on, label=label: self.wanted.emit(label, one.answer))
            self.buttons.append(button)
            grid.addWidget(button, at // _ACROSS, at % _ACROSS)
        column.addLayout(grid)
        return column


def meaning_of(session: Session, label: str) -> tuple[str, str]:
    """Return the display name of a label, and its default meaning where the collection gives none."""
    kinds = dict.fromkeys(question.kind for question in session.catalog.questions)
    for kind in kinds:
        for choice in choices_of(session.facts, kind).labels:
            if choice.word == label:
                return choice.name, choice.explained
    return STATE_NAMES.get(label, label.capitalize()), ""


def _quoted(session: Session, answer: int) -> tuple[str, str]:
    """Return the question and the answer in quotation marks, cut where they are long."""
    asked = session.texts.question(int(session.catalog.answer_question[answer])).text
    said = session.texts.answer(answer).text
    return _cut(asked), _cut(said)


def _cut(text: str) -> str:
    shown = " ".join(text[: LONGEST + 1].split())
    return f"“{shown}”" if len(text) <= LONGEST else f"“{shown[:LONGEST]}…”"
