"""Tables of disagreements: by question, by answer, by disputed thing, and who contradicts themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.analysis.disagreements.disputes import Dispute, find_disputes
from jurybox.analysis.disagreements.effects import effects
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers
from jurybox.analysis.frozen import Frozen, FrozenLedger
from jurybox.campaign.conflicts import conflict_rows
from jurybox.collection.nuggets import current_nugget
from jurybox.collection.table_reads import answer_names
from jurybox.results.cells import short
from jurybox.results.frame import make_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from jurybox.analysis.disagreements.effects import Survey
    from jurybox.analysis.disagreements.label_effects import Disagreements
    from jurybox.campaign.conflicts import Conflict
    from jurybox.collection.state import State
    from jurybox.measures import Measure
    from jurybox.scoring import Scoreboard
    from jurybox.watch import Watch

_FIGURES = ("size", "effect", "flips")
_MOST = 40
"""Characters of a nugget that a table shows."""


def disputed_answers(
    state: State, board: Scoreboard, found: Sequence[tuple[Disagreements, Dispute]]
) -> pd.DataFrame:
    """Return answers with several labels, in the order given: their labels, size, effect and flips.

    Effect and flips are None where they were not worked out.
    """
    names, rows = answer_names(state.reader), []
    for part, row in found:
        counts = " ".join(
            f"{word} {n}" for word, n in zip(part.scheme, row.counts(part.scheme), strict=True) if n
        )
        question = state.catalog.questions[row.question].name
        rows.append((question, names[row.answer], counts, *figures(row, part.measure)))
    head = ("question", "answer", "labels", *_FIGURES)
    notes = _notes(board, "answer", len(rows), found[0][0].measure if found else None)
    return make_frame("disputed-answers", "Disputed answers", head, rows, (0, 1, 2), notes, index=2)


def disputed_questions(
    state: State, board: Scoreboard, questions: Sequence[DisputedQuestion], measure: Measure | None
) -> pd.DataFrame:
    """Return questions with something disputed, in the order given: how much, and what depends on it."""
    named = state.catalog.questions
    rows = [
        (named[one.question].name, len(one.answers), len(one.disputes), *figures(one, measure))
        for one in questions
    ]
    head = ("question", "answers", "other things", *_FIGURES)
    notes = _notes(board, "question", len(rows), measure)
    return make_frame("disputed-questions", "Questions with disagreement", head, rows, notes=notes)


def _notes(board: Scoreboard, what: str, count: int, measure: Measure | None) -> list[str]:
    basis = f" Flips and effect by {measure}; gold standard {board.gold_text}." if measure else ""
    return [f"{count} {what}s with disagreement.{basis}"]


def disputed_things(
    state: State,
    board: Scoreboard,
    survey: Survey,
    disputes: Sequence[Dispute],
    measure: Measure | None,
) -> pd.DataFrame:
    """Return disputed things of every kind, in the order given: all labels, the one in force, effects."""
    names = answer_names(state.reader)
    rows = [
        (
            each.what,
            state.catalog.questions[each.question].name,
            subject_of_dispute(state, names, each),
            " ".join(f"{word} {len(people)}" for word, people in _by_word(state, names, each).items()),
            word_of(names, each, each.settled),
            *figures(each, measure),
        )
        for each in disputes
    ]
    notes = [f"{len(rows):,} disputed things in {len(survey.questions):,} questions."]
    if survey.measure is not None:
        notes.append(f"Flips and effect by {survey.measure}; gold standard {board.gold_text}.")
        notes += [f"No effect is shown for some: {survey.why}"] if survey.why else []
    head = ("kind", "question", "about", "said", "settled", *_FIGURES)
    return make_frame("disputed-things", "Disputed things", head, rows, range(5), notes, index=3)


def conflicts(state: State, found: Sequence[Conflict]) -> pd.DataFrame:
    """Return everything for which somebody has two labels in force, with both."""
    names, rows = answer_names(state.reader), []
    for one, (who, kind, question, said) in zip(found, conflict_rows(state, list(found)), strict=True):
        parts = [] if one.subject.answer is None else [names[one.subject.answer]]
        parts += [] if one.subject.nugget is None else [state.catalog.nuggets[one.subject.nugget].name]
        rows.append((who, kind, question, ": ".join(parts) or (one.subject.fact or ""), said))
    head = ("assessor", "kind", "question", "about", "said")
    notes = [f"{len(rows):,} conflicts; each counts as unjudged until it is said again."]
    return make_frame("conflicts", "Conflicts", head, rows, range(5), notes, index=4)


# What is in a question


@dataclass(frozen=True, slots=True)
class DisputedQuestion:
    """One question: its disputed answers, the other disputed things, and the worst (flips: sum) of all."""

    question: int
    answers: tuple[Dispute, ...]
    disputes: tuple[Dispute, ...]

    @property
    def size(self) -> float:
        """The largest disagreement."""
        return max([row.size for row in self.answers] + [each.size for each in self.disputes])

    @property
    def effect(self) -> float:
        """The largest effect on the score of a run."""
        return max([row.effect for row in self.answers] + [each.effect for each in self.disputes])

    @property
    def flips(self) -> int:
        """The flips of all of them."""
        return sum(row.flips for row in self.answers) + sum(each.flips for each in self.disputes)


def figures(row: Dispute | DisputedQuestion, measure: Measure | None) -> list[object]:
    """Return size, effect and flips; None for effect and flips where they were not worked out."""
    return [row.size, row.effect, row.flips] if measure and _worked_out(row) else [row.size, None, None]


def _worked_out(row: Dispute | DisputedQuestion) -> bool:
    """Return whether a measure, if there is one, was asked about this."""
    if isinstance(row, Dispute):
        return row.kind.is_answer_label or bool(row.turns)
    return bool(row.answers) or any(each.turns for each in row.disputes)


def in_questions(
    by_kind: Sequence[Disagreements], disputes: Sequence[Dispute]
) -> tuple[DisputedQuestion, ...]:
    """Return one row for each question with a disputed answer or thing, in the order of the collection."""
    answers: dict[int, list[Dispute]] = {}
    others: dict[int, list[Dispute]] = {}
    for part in by_kind:
        for row in part.answers:
            answers.setdefault(row.question, []).append(row)
    for each in disputes:
        others.setdefault(each.question, []).append(each)
    return tuple(
        DisputedQuestion(at, tuple(answers.get(at, ())), tuple(others.get(at, ())))
        for at in sorted({*answers, *others})
    )


def other_disputes(state: State, board: Scoreboard, measure: Measure | None, watch: Watch) -> list[Dispute]:
    """Return all disputes but those of labels; with a measure, in the questions that it scores."""
    catalog = state.catalog
    frozen = Frozen(catalog, FrozenLedger(state.ledger), state.facts, board.gold, board.unjudged)
    by_question = find_disputes(catalog, frozen.ledger, state.facts).values()
    disputes = [each for one in by_question for each in one.disputes if not each.kind.is_answer_label]
    if measure is None:
        return disputes
    scored = [each for each in disputes if catalog.questions[each.question].kind in measure.kinds]
    with_effects, _, _ = effects(frozen, measure, scored, watch) if scored else ({}, (), "")
    return [with_effects.get(each.key, each) for each in scored]


# Words


def subject_of_dispute(state: State, names: list[str], dispute: Dispute) -> str:
    """Return the answer or nugget that a dispute is about, or both; "" for the question itself."""
    parts = [names[dispute.answer]] if dispute.answer >= 0 else []
    if dispute.nugget >= 0:
        line = current_nugget(state.catalog.nuggets, state.ledger.board, dispute.nugget)
        parts.append(short("" if line is None else line.text, _MOST))
    return ": ".join(parts)


def word_of(names: list[str], dispute: Dispute, word: str) -> str:
    """Return a word as it is printed; of equal answers the names of all that belong together."""
    if not dispute.kind.is_grouping or not word:
        return word
    chosen = EqualAnswers.of_word(word)
    parts = [names[answer] for answer in sorted(chosen.answers)]
    return "=".join([*parts, chosen.instance] if chosen.instance else parts)


def _by_word(state: State, names: list[str], dispute: Dispute) -> dict[str, list[str]]:
    people: dict[str, list[str]] = {}
    for who, word in dispute.labels:
        people.setdefault(word_of(names, dispute, word), []).append(state.catalog.assessors[who].name)
    return people
