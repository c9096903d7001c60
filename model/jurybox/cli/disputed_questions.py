"""What `disagreements --by question` prints of a question: its disputed answers and all else in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from jurybox.analysis.disagreements import Disagreements, DisputedAnswer
from jurybox.analysis.dispute_effects import FrozenLedger, Ground, effects
from jurybox.analysis.disputes import Dispute, find_disputes
from jurybox.analysis.watch import Watch
from jurybox.collection.state import State
from jurybox.measures import Measure
from jurybox.scoring import Scoreboard


@dataclass(frozen=True, slots=True)
class DisputedQuestion:
    """One question: its disputed answers, the other disputed things, and the worst (flips: sum) of all."""

    question: int
    answers: tuple[DisputedAnswer, ...]
    things: tuple[Dispute, ...]

    @property
    def size(self) -> float:
        """The largest disagreement."""
        return max([row.size for row in self.answers] + [each.size for each in self.things])

    @property
    def effect(self) -> float:
        """The largest effect on the score of a run."""
        return max([row.effect for row in self.answers] + [each.effect for each in self.things])

    @property
    def flips(self) -> int:
        """The flips of all of them."""
        return sum(row.flips for row in self.answers) + sum(each.flips for each in self.things)


def figures(row: DisputedAnswer | Dispute | DisputedQuestion, measure: Measure | None) -> list[object]:
    """Return size, effect and flips; None for effect and flips where they were not worked out."""
    return [row.size, row.effect, row.flips] if measure and _worked_out(row) else [row.size, None, None]


def _worked_out(row: DisputedAnswer | Dispute | DisputedQuestion) -> bool:
    """Return whether a measure, if there is one, was asked about this."""
    if isinstance(row, Dispute):
        return bool(row.turns)
    return isinstance(row, DisputedAnswer) or bool(row.answers) or any(each.turns for each in row.things)


def disputed_questions(
    found: Sequence[Disagreements], things: Sequence[Dispute]
) -> tuple[DisputedQuestion, ...]:
    """Return one row for each question with a disputed answer or thing, in the order of the collection."""
    answers: dict[int, list[DisputedAnswer]] = {}
    others: dict[int, list[Dispute]] = {}
    for part in found:
        for row in part.answers:
            answers.setdefault(row.question, []).append(row)
    for each in things:
        others.setdefault(each.question, []).append(each)
    return tuple(
        DisputedQuestion(at, tuple(answers.get(at, ())), tuple(others.get(at, ())))
        for at in sorted({*answers, *others})
    )


def other_things(state: State, board: Scoreboard, measure: Measure | None, watch: Watch) -> list[Dispute]:
    """Return what is disputed and is no answer's label; with a measure, in the questions that it scores."""
    catalog = state.catalog
    ground = Ground(catalog, FrozenLedger(state.ledger), state.facts, board.gold, None, board.unjudged)
    asked = find_disputes(catalog, ground.ledger, state.facts).values()
    things = [each for one in asked for each in one.disputes if each.what != "label"]
    if measure is None:
        return things
    scored = [each for each in things if catalog.questions[each.question].kind in measure.kinds]
    told, _, _ = effects(ground, measure, scored, watch) if scored else ({}, (), "")
    return [told.get(each.key, each) for each in scored]
