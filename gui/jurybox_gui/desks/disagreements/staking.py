"""What each decision about a thing does to the ranking, as lines of text or drawn as slopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.analysis.disagreements.slopes import slopes
from jurybox_gui.desks.disagreements.slope_chart import SlopeColumn
from jurybox_gui.desks.disagreements.stakes import Stake
from jurybox_gui.desks.disagreements.telling import decisions_count, options_of, view_name, word_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from jurybox.analysis.disagreements.disputes import Dispute, Turn
    from jurybox.analysis.disagreements.effects import Survey
    from jurybox.session import Session
    from jurybox_gui.desks.disagreements.detail import Detail

_MOST_COLUMNS = 5


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


class Staking:
    """Shows at the right what a decision would change; `run_name` returns the name of a run."""

    def __init__(
        self, session: Session, gold: str, run_name: Callable[[int], str], agreed: Callable[[int], bool]
    ) -> None:
        """`agreed`: whether labels of an answer that differ count alike under the gold standard."""
        self._session, self._gold = session, gold
        self._run_name, self._agreed = run_name, agreed

    def show(self, detail: Detail, dispute: Dispute, survey: Survey) -> None:
        """Draw slopes where a decision swaps two runs, else say how far each would move a score."""
        turns = self._in_order(dispute)
        lower = survey.measure is not None and survey.measure.direction == "lower"
        found = slopes(survey.runs, turns, lower_is_better=lower)
        title = self._title(dispute, survey, turns)
        if found is None:
            stakes = [self._stake(dispute, turn) for turn in turns]
            moves = any(stake.effect or stake.ties for stake in stakes)
            detail.show_stakes(title, stakes if moves else (), alone=bool(stakes))
            return
        rest = len(dispute.turns) - len(turns)
        columns = tuple(
            SlopeColumn(*self._named(dispute, turn), turn.effect, self._left_out(turn)) for turn in turns
        )
        names = tuple(map(self._run_name, found.runs))
        detail.show_slopes(title + (f" (and {rest} more ways)" if rest else ""), found, columns, names)

    def _title(self, dispute: Dispute, survey: Survey, turns: list[Turn]) -> str:
        """Return what the lines below show, or why no decision changes a score; empty if there are none."""
        name = survey.measure
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
            return f"Ranking by {name} with one assessor left out"
        if dispute.what == "label" and not decisions_count(self._session, self._gold, dispute):
            return f"Ranking by {name} if the gold label were another"
        return f"How each decision would change the ranking by {name}"

    def _in_order(self, dispute: Dispute) -> list[Turn]:
        """Return what decisions do in the order of their keys; of many those that turn the most."""
        words = [option.word for option in options_of(self._session, dispute)]
        order = sorted(dispute.turns, key=lambda turn: words.index(turn.label) if turn.label in words else 0)
        if len(order) <= _MOST_COLUMNS:
            return order
        kept = sorted(order, key=lambda turn: (-len(turn.pairs), -turn.effect))[:_MOST_COLUMNS]
        return [turn for turn in order if turn in kept][:_MOST_COLUMNS]

    def _named(self, dispute: Dispute, turn: Turn) -> tuple[str, str]:
        """Return the glyph of a decision, or none, and its name."""
        if turn.left_out >= 0:
            return "", f"without {self._left_out(turn)}"
        if dispute.what == "distinct":
            return "", view_name(self._session, dispute, turn.label)
        return turn.label, word_name(self._session, dispute, turn.label)

    def _left_out(self, turn: Turn) -> str:
        """Return the name of the assessor whom a decision leaves out, nothing where it leaves out nobody."""
        return self._session.catalog.assessors[turn.left_out].name if turn.left_out >= 0 else ""

    def _stake(self, dispute: Dispute, turn: Turn) -> Stake:
        pairs = tuple(((a, self._run_name(a)), (b, self._run_name(b))) for a, b in turn.pairs)
        return Stake(*self._named(dispute, turn), turn.effect, pairs, turn.made + turn.broken)
