"""The texts of a row and of its detail panel: names, each assessor's label, each effect."""

from __future__ import annotations

from jurybox.analysis.disagreements.decisions import is_ignored, notes_to_decision, subject_of, subjects_judged
from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, Turn
from jurybox.analysis.disagreements.effects import Survey
from jurybox.collection.entries import Content
from jurybox.judging.sent_back import is_sent_back, mark_of
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.lists import clauses, sentences
from jurybox.session import Session
from jurybox.wording import count_of
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.next_best import UNRANKED
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffect, DecisionEffects, ShownEffects
from jurybox_gui.desks.disagreements.detail_panel import DetailPanel, Heading
from jurybox_gui.desks.disagreements.people_list import Voice
from jurybox_gui.desks.disagreements.wording import (
    WORDING,
    aside_of,
    counted,
    glyph_of,
    name_of_decision,
    name_of_view,
    options_of,
    text_of,
    typed_choices,
)
from jurybox_gui.tables.dispute_list import DisputeLine, DisputeList

_MOST_TEXTS = 4_000
_KEPT = 300


class DetailPresenter:
    """Fills rows and the detail panel; caches the beginnings of texts."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._texts: dict[tuple[object, ...], str] = {}

    @property
    def _session(self) -> Session:
        return self._bridge.session

    def forget(self) -> None:
        """Clear the cached texts."""
        self._texts.clear()

    def name(self, question: int) -> str:
        """Return the name of a question."""
        return self._session.catalog.questions[question].name

    def text(self, dispute: Dispute) -> str:
        """Return the beginning of the text of a row."""
        if dispute.key not in self._texts:
            if len(self._texts) >= _MOST_TEXTS:
                self._texts.clear()
            self._texts[dispute.key] = text_of(self._session, dispute)[:_KEPT]
        return self._texts[dispute.key]

    def view(self, dispute: Dispute, label: str) -> str:
        """Return in full the label an assessor gave."""
        return name_of_view(self._session, dispute, label)

    def decision(self, dispute: Dispute, label: str) -> str:
        """Return in full the decision."""
        return name_of_decision(self._session, dispute, label)

    def glyph(self, dispute: Dispute, label: str) -> str:
        """Return the glyph of a label, "" if it has none."""
        return glyph_of(self._session, dispute, label)

    def show(
        self, detail: DetailPanel, line: DisputeLine, place: tuple[int, int], survey: Survey, *, sending: bool
    ) -> None:
        """Show a row in the panel."""
        if line.dispute is None:
            self._show_question(detail, line.disputed)
            return
        session, dispute = self._session, line.dispute
        detail.show_heading(
            Heading(
                tr("Question {name}", name=self.name(dispute.question)),
                self._caption(dispute),
                tr("{place:,} of {total:,}", place=place[0], total=place[1]) if place[0] else "",
                session.texts.question(dispute.question).text,
                aside_of(session, dispute),
            )
        )
        support = ""
        if dispute.answer >= 0:
            known = session.texts.answer(dispute.answer)
            support = known.support or known.document_text or ""
        detail.show_text("" if dispute.kind.is_about_question else text_of(session, dispute), support)
        detail.show_people(self._voices(dispute), numbered=sending)
        if self._bridge.next_best.on:
            detail.show_effects(ShownEffects(UNRANKED, alone=True))
        else:
            detail.show_effects(self._effects.of(dispute, survey))
        detail.show_options(
            options_of(session, dispute),
            dispute.settled,
            has_majority=bool(dispute.majority),
            typed=typed_choices(session, dispute),
        )
        detail.let_decide(not sending)
        detail.state.setText(self._state(dispute))
        detail.state.setVisible(bool(detail.state.text()))

    def foot(self, survey: Survey, listed: DisputeList, *, parted: bool, decided: int) -> str:
        """Return the sentence below the list; `parted`: a line separates rows that could swap runs."""
        said = [
            tr(
                "{disagreements} in {questions}.",
                disagreements=count_of(len(listed.disputes), "disagreement"),
                questions=count_of(listed.questions, "question"),
            )
        ]
        if parted and survey.runs and not decided:  # a newer message has the only line
            said.append(self._swaps(survey, listed))
        if survey.why:
            said.append(tr("Some have no effect: {why}.", why=survey.why))
        if decided:
            said.append(tr("Rows keep their order while you decide; {disagreements.again} sorts them again."))
        return sentences(said)

    def effect_of(self, name: str, turn: Turn) -> DecisionEffect:
        """Return the joint effect of several decisions, under a name."""
        return self._effects.named(name, turn)

    # Internals

    def _swaps(self, survey: Survey, listed: DisputeList) -> str:
        """Return whether decisions could swap runs, or where to read why none changes a score at all."""
        if listed.swapping:
            said = tr("Each one above the line could swap two runs.")
            return sentences((said, self._rests(survey)))
        if survey.measure is None or any(turn.effect for one in listed.disputes for turn in one.turns):
            return sentences((tr("No single decision could swap two runs."), self._rests(survey)))
        return tr("None alone changes {name}: open one to see why.", name=survey.measure)

    @staticmethod
    def _rests(survey: Survey) -> str:
        """Return on what the scores rest that decisions could move, where that is not everything."""
        if not survey.rests:
            return ""
        return tr("{name} rests on {rests}.", name=survey.measure, rests=survey.rests)

    @property
    def _effects(self) -> DecisionEffects:
        return DecisionEffects(self._session, self._bridge.gold, self.run, self._agreed)

    def _show_question(self, detail: DetailPanel, disputed: QuestionDisputes) -> None:
        known = self._session.catalog.questions[disputed.question]
        caption = "  ·  ".join(part for part in (KINDS[known.kind].title, known.category) if part)
        detail.show_heading(
            Heading(
                tr("Question {name}", name=known.name),
                caption,
                "",
                self._session.texts.question(disputed.question).text,
                tr("{counts}.", counts=counted(disputed.disputes)),
                tr("{disagreements.next} goes to the next open one."),
            )
        )
        detail.show_text("")
        detail.show_people(())
        detail.show_effects(ShownEffects())
        detail.show_options((), "", has_majority=False)
        detail.state.setText("")
        detail.state.hide()

    def _caption(self, dispute: Dispute) -> str:
        """Return the kind of thing in dispute, and the category of its question."""
        known = self._session.catalog.questions[dispute.question]
        what = WORDING[dispute.what].one
        what = f"{what[:1].upper()}{what[1:]}"
        return "  ·  ".join(part for part in (what, known.category) if part)

    def _voices(self, dispute: Dispute) -> list[Voice]:
        catalog, subject = self._session.catalog, subject_of(dispute)
        voices = []
        for who, label in dispute.labels:
            content = Content()
            if not dispute.kind.is_derived:
                content = self._session.content_in_force(dispute.kind.entry, who, subject)
            words = name_of_view(self._session, dispute, label)
            note = content.note or ""
            reason = self._sent_back(dispute, who)
            if reason is not None:
                note = (
                    tr("sent back: {reason}. {note}", reason=reason, note=note)
                    if reason
                    else tr("sent back. {note}", note=note)
                ).strip()
            glyph = glyph_of(self._session, dispute, label)
            voices.append(Voice(who, catalog.assessors[who].name, glyph, words, content.seconds, note))
        if dispute.kind.is_answer_label and catalog.answer_best.any():
            best = bool(catalog.answer_best[dispute.answer])
            words = tr("Chose this answer as the best") if best else tr("Did not choose this answer as the best")
            voices.append(Voice(-1, tr("Asker"), "", words, None, "", aside=True))
        return voices

    def _sent_back(self, dispute: Dispute, who: int) -> str | None:
        """Return why it was returned to an assessor who has not answered yet ("" without a reason)."""
        catalog, ledger, kind = self._session.catalog, self._session.ledger, dispute.kind.entry
        for subject in subjects_judged(self._session, dispute, who) if ledger.board.sent_back else ():
            if is_sent_back(catalog, ledger, kind, who, subject):
                mark = mark_of(catalog, who, subject, kind)
                return (self._session.content_in_force("adjudication", who, mark).note or "").rstrip(".")
        return None

    def _agreed(self, answer: int) -> bool:
        """Return whether an answer is correct or incorrect now, whatever the names of its labels."""
        board = self._bridge.scoreboard
        return board is not None and bool(board.truth[answer] >= 0)

    def run(self, run: int) -> str:
        """Return the name of a run."""
        board = self._bridge.scoreboard
        return "" if board is None else board.name_of(run)

    def _state(self, dispute: Dispute) -> str:
        """Return the decision with its note, and whether the gold standard in force uses it."""
        if not dispute.settled:
            return ""
        session = self._session
        note = clauses(notes_to_decision(session, dispute))
        said = [tr("Settled: {label}.", label=name_of_decision(session, dispute, dispute.settled))]
        if note:
            said.append(tr("Note: {note}", note=note))
        if is_ignored(session, self._bridge.gold, dispute):
            said.append(tr("It has no effect under this gold standard."))
        return sentences(said)
