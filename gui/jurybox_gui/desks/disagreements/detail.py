"""The words of a row and of the panel that shows it: texts, names, what each assessor said, each effect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from jurybox.analysis.disagreements.slopes import slopes
from jurybox.collection.entries import Said
from jurybox.judging.sent_back import is_sent_back, mark_of
from jurybox.kinds import KINDS
from jurybox.wording import count_of
from jurybox_gui.core.next_best import UNRANKED
from jurybox_gui.desks.disagreements.adjudication import (
    ENTRY_KINDS,
    decision_in_force,
    gold_uses_decisions,
    thing_of,
    things_judged,
)
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffect
from jurybox_gui.desks.disagreements.detail_panel import DetailPanel, Heading
from jurybox_gui.desks.disagreements.formatting import (
    WHAT_NAMES,
    aside_of,
    options_of,
    text_of,
    view_name,
    word_name,
)
from jurybox_gui.desks.disagreements.people_list import Voice
from jurybox_gui.desks.disagreements.rows import counted
from jurybox_gui.desks.disagreements.slope_chart import SlopeColumn
from jurybox_gui.desks.disagreements.sorting import count_all

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, Turn
    from jurybox.analysis.disagreements.effects import Survey
    from jurybox.session import Session
    from jurybox_gui.core.bridge import Bridge
    from jurybox_gui.tables.dispute_list import DisputeLine

_MOST_TEXTS = 4_000
_KEPT = 300
_GLYPHS = {"nil": {"nil": "no", "answer": "yes"}, "distinct": {}}


class DetailPresenter:
    """Fills rows and the panel at the right; keeps the beginnings of texts that were read."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge
        self._texts: dict[tuple[object, ...], str] = {}

    @property
    def _session(self) -> Session:
        return self._bridge.session

    def forget(self) -> None:
        """Forget the texts that were read."""
        self._texts.clear()

    def name(self, question: int) -> str:
        """Return the name of a question."""
        return self._session.catalog.questions[question].name

    def text(self, line: DisputeLine) -> str:
        """Return the beginning of the text of a row."""
        if line.key not in self._texts:
            if len(self._texts) >= _MOST_TEXTS:
                self._texts.clear()
            dispute = line.dispute
            if dispute is None or dispute.what in {"nil", "quality"}:
                found = self._session.texts.question(line.asked.question).text
            else:
                found = text_of(self._session, dispute)
            self._texts[line.key] = found[:_KEPT]
        return self._texts[line.key]

    def show(
        self, detail: DetailPanel, line: DisputeLine, place: tuple[int, int], survey: Survey, *, sending: bool
    ) -> None:
        """Show a row in the panel."""
        if line.dispute is None:
            self._show_question(detail, line.asked)
            return
        session, dispute = self._session, line.dispute
        detail.show_heading(
            Heading(
                f"Question {self.name(dispute.question)}",
                self._caption(dispute),
                f"{place[0]:,} of {place[1]:,}" if place[0] else "",
                " ".join(session.texts.question(dispute.question).text.split()),
                aside_of(session, dispute),
            )
        )
        bare = dispute.what in {"quality", "nil"}
        support = ""
        if dispute.answer >= 0:
            known = session.texts.answer(dispute.answer)
            support = known.support or known.document_text or ""
        detail.show_text("" if bare else text_of(session, dispute), support)
        detail.show_people(self._voices(dispute), numbered=sending)
        if self._bridge.next_best.on:
            detail.show_effects(UNRANKED, (), alone=True)
        else:
            DecisionEffects(session, self._bridge.gold, self._run, self._agreed).show(detail, dispute, survey)
        detail.show_options(
            options_of(session, dispute), dispute.settled, has_majority=bool(dispute.majority)
        )
        detail.let_decide(not sending)
        detail.state.setText(self._state(dispute))
        detail.state.setVisible(bool(detail.state.text()))

    def foot(self, survey: Survey, asked: Sequence[QuestionDisputes], decided: int) -> str:
        """Return the sentence below the list."""
        count, _, swapping = count_all(asked)
        sentence = f"{count_of(count, 'disagreement')} in {count_of(len(asked), 'question')}"
        sentence += f"; {swapping:,} could swap two runs." if survey.runs else "."
        if survey.why:
            sentence += f" Some have no effect: {survey.why}."
        if decided:
            sentence += " Rows keep their order while you decide; {disagreements.again} sorts them again."
        return sentence

    # Inside

    def _show_question(self, detail: DetailPanel, asked: QuestionDisputes) -> None:
        known = self._session.catalog.questions[asked.question]
        caption = "  ·  ".join(part for part in (KINDS[known.kind].title, known.category) if part)
        detail.show_heading(
            Heading(
                f"Question {known.name}",
                caption,
                "",
                " ".join(self._session.texts.question(asked.question).text.split()),
                counted(asked.disputes)
                + ". {disagreements.open} opens the question, {disagreements.next} goes to what is open.",
            )
        )
        detail.show_text("")
        detail.show_people(())
        detail.show_effects("", ())
        detail.show_options((), "", has_majority=False)
        detail.state.setText("")
        detail.state.hide()

    def _caption(self, dispute: Dispute) -> str:
        """Return what kind of thing is disputed, and the category of its question."""
        known = self._session.catalog.questions[dispute.question]
        what = WHAT_NAMES[dispute.what][0]
        what = f"{what[:1].upper()}{what[1:]}"
        return "  ·  ".join(part for part in (what, known.category) if part)

    def _voices(self, dispute: Dispute) -> list[Voice]:
        catalog, thing = self._session.catalog, thing_of(dispute)
        glyphs = _GLYPHS.get(dispute.what)
        voices = []
        for who, word in dispute.said:
            said = Said()
            if dispute.what != "nil":
                said = self._session.now_said(ENTRY_KINDS[dispute.what], who, thing)
            words = word_name(self._session, dispute, word)
            note = said.note or ""
            reason = self._sent_back(dispute, who)
            if reason is not None:
                note = f"sent back{f': {reason}' if reason else ''}. {note}".strip()
            glyph = word if glyphs is None else glyphs.get(word, "")
            voices.append(Voice(who, catalog.assessors[who].name, glyph, words, said.seconds, note))
        if dispute.what == "label" and catalog.answer_best.any():
            best = bool(catalog.answer_best[dispute.answer])
            words = "Chose this answer as the best" if best else "Did not choose this answer as the best"
            voices.append(Voice(-1, "Asker", "", words, None, "", aside=True))
        return voices

    def _sent_back(self, dispute: Dispute, who: int) -> str | None:
        """Return why it was sent back to an assessor who has not answered yet ("" without a reason)."""
        catalog, ledger, kind = self._session.catalog, self._session.ledger, ENTRY_KINDS[dispute.what]
        for thing in things_judged(self._session, dispute, who) if ledger.board.sent_back else ():
            if is_sent_back(catalog, ledger, kind, who, thing):
                mark = mark_of(catalog, who, thing, kind)
                return (self._session.now_said("adjudication", who, mark).note or "").rstrip(".")
        return None

    def _agreed(self, answer: int) -> bool:
        """Return whether an answer is correct or incorrect now, whatever its labels are called."""
        board = self._bridge.scoreboard
        return board is not None and bool(board.truth[answer] >= 0)

    def _run(self, run: int) -> str:
        board = self._bridge.scoreboard
        return "" if board is None else board.name_of(run)

    def _state(self, dispute: Dispute) -> str:
        """Return the decision with its note, and whether the gold standard in force uses it."""
        if not dispute.settled:
            return ""
        session = self._session
        note = decision_in_force(session, dispute).note
        sentence = f"Settled: {word_name(session, dispute, dispute.settled)}."
        sentence += f" Note: {note}" if note else ""
        if _has_no_effect(session, self._bridge.gold, dispute):
            sentence += " It has no effect under this gold standard."
        return sentence


def _has_no_effect(session: Session, gold: str, dispute: Dispute) -> bool:
    """Return whether the gold standard ignores decisions about the label that is disputed."""
    kind = session.catalog.questions[dispute.question].kind
    return dispute.what == "label" and not gold_uses_decisions(session, gold, kind)


_MOST_COLUMNS = 5


def _most_changing(turns: list[Turn]) -> list[Turn]:
    """Return the effects that have room as columns of the chart: those with most swaps, in their order."""
    if len(turns) <= _MOST_COLUMNS:
        return turns
    order = sorted(range(len(turns)), key=lambda at: (-len(turns[at].pairs), -turns[at].effect))
    return [turns[at] for at in sorted(order[:_MOST_COLUMNS])]


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


class DecisionEffects:
    """Shows in the panel what each decision would change; `run_name` returns the name of a run."""

    def __init__(
        self, session: Session, gold: str, run_name: Callable[[int], str], agreed: Callable[[int], bool]
    ) -> None:
        """`agreed`: whether labels of an answer that differ count alike under the gold standard."""
        self._session, self._gold = session, gold
        self._run_name, self._agreed = run_name, agreed

    def show(self, detail: DetailPanel, dispute: Dispute, survey: Survey) -> None:
        """Say how far each decision would move a score, and draw slopes where one swaps two runs."""
        everything = self._in_order(dispute)
        turns = _most_changing(everything)
        lower = survey.measure is not None and survey.measure.direction == "lower"
        found = slopes(survey.runs, turns, lower_is_better=lower)
        effects = [self._effect_of(dispute, turn) for turn in everything]
        if not any(effect.changes_something for effect in effects):
            effects = []
        title = self._title(dispute, survey, "Effect on")
        if found is None:
            detail.show_effects(title, effects, alone=bool(everything))
            return
        rest = len(everything) - len(turns)
        columns = tuple(
            SlopeColumn(*self._named(dispute, turn), turn.effect, self._left_out(turn)) for turn in turns
        )
        names = tuple(map(self._run_name, found.runs))
        drawn = self._title(dispute, survey, "Ranking by") + (f" (and {rest} more ways)" if rest else "")
        detail.show_effects(title, effects, chart=(drawn, found, columns, names))

    def _title(self, dispute: Dispute, survey: Survey, what: Literal["Effect on", "Ranking by"]) -> str:
        """Return what list or chart shows, or why no decision changes a score; "" if there are none."""
        name, turns = survey.measure, dispute.turns
        if name is None or not turns:
            return ""
        if not any(turn.effect or turn.pairs or turn.made or turn.broken for turn in turns):
            if dispute.what == "label" and not dispute.settled and self._agreed(dispute.answer):
                return f"Both count alike here: deciding between these labels does not change {name}."
            others = [
                one
                for one in survey.asked[dispute.question].disputes
                if one.what == dispute.what and not one.settled and one.key != dispute.key
                if one.what != "label" or not self._agreed(one.answer)
            ]
            if others and not dispute.settled and not any(turn.left_out >= 0 for turn in turns):
                more = f"{len(others)} other {'disagreement' if len(others) == 1 else 'disagreements'}"
                return f"No effect on {name} until {more} of this question {_are(len(others))} decided."
            return f"No decision changes {name}."
        if any(turn.left_out >= 0 for turn in turns):
            return f"{what} {name} with one assessor left out"
        if _has_no_effect(self._session, self._gold, dispute):
            return f"{what} {name} if the gold label were another"
        if what == "Effect on":
            return f"Effect of each decision on {name}"
        return f"How each decision would change the ranking by {name}"

    def _in_order(self, dispute: Dispute) -> list[Turn]:
        """Return the effects of decisions in the order of their keys."""
        words = [option.word for option in options_of(self._session, dispute)]
        return sorted(dispute.turns, key=lambda turn: words.index(turn.label) if turn.label in words else 0)

    def _named(self, dispute: Dispute, turn: Turn) -> tuple[str, str]:
        """Return the glyph of a decision, or none, and its name."""
        if turn.left_out >= 0:
            return "", f"without {self._left_out(turn)}"
        if dispute.what == "distinct":
            return "", view_name(self._session, dispute, turn.label)
        return turn.label, word_name(self._session, dispute, turn.label)

    def _left_out(self, turn: Turn) -> str:
        """Return the name of the assessor that a decision leaves out, "" where it leaves out nobody."""
        return self._session.catalog.assessors[turn.left_out].name if turn.left_out >= 0 else ""

    def _effect_of(self, dispute: Dispute, turn: Turn) -> DecisionEffect:
        pairs = tuple(((a, self._run_name(a)), (b, self._run_name(b))) for a, b in turn.pairs)
        return DecisionEffect(*self._named(dispute, turn), turn.effect, pairs, turn.made + turn.broken)
