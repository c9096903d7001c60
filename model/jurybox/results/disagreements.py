"""Tables of disagreements: by question, by answer, by disputed thing, and who contradicts themselves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.analysis.disagreements.disputes import Dispute, Turn, find_disputes
from jurybox.analysis.disagreements.effects import Survey, effects
from jurybox.analysis.disagreements.label_effects import Disagreements
from jurybox.analysis.disagreements.nuggets_and_groups import EqualAnswers
from jurybox.analysis.disagreements.side_by_side import Acceptance, QuestionTable, gold_values
from jurybox.analysis.frozen import Frozen
from jurybox.campaign.conflicts import Conflict, conflict_rows
from jurybox.collection.acceptances import MAJORITY, accepted_columns
from jurybox.collection.catalog import Catalog
from jurybox.collection.nuggets import current_nugget
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.gold import gold_for
from jurybox.language import tr, trn
from jurybox.lists import sentences
from jurybox.measures import Measure
from jurybox.results.cells import short
from jurybox.results.frame import make_frame
from jurybox.scoring import Scoreboard
from jurybox.watch import Watch
from jurybox.wording import count_of

if TYPE_CHECKING:
    import pandas as pd


_FIGURES = ("size", "effect", "flips")
_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
_MANY = 12
"""Different numbers that are listed one by one."""
_MOST = 40
"""Characters of a nugget that a table shows."""


def disputed_answers(state: State, board: Scoreboard, found: Sequence[tuple[Disagreements, Dispute]]) -> pd.DataFrame:
    """Return answers with several labels, in the given order: their labels, size, effect and flips.

    Effect and flips are None if they were not computed.
    """
    names, rows = answer_names(state.reader), []
    for part, row in found:
        counts = counted_labels(part.scheme, row.counts(part.scheme))
        question = state.catalog.questions[row.question].name
        rows.append((question, names[row.answer], counts, *figures(row, part.measure)))
    head = ("question", "answer", "labels", *_FIGURES)
    notes = _notes(board, "answer", len(rows), found[0][0].measure if found else None)
    return make_frame("disputed-answers", tr("Disputed answers"), head, rows, (0, 1, 2), notes, index=2)


def disputed_questions(
    state: State, board: Scoreboard, questions: Sequence[DisputedQuestion], measure: Measure | None
) -> pd.DataFrame:
    """Return questions with something disputed, in the order given: how much, and what depends on it."""
    named = state.catalog.questions
    rows = [
        (named[one.question].name, len(one.answers), len(one.disputes), *figures(one, measure)) for one in questions
    ]
    head = ("question", "answers", "other things", *_FIGURES)
    notes = _notes(board, "question", len(rows), measure)
    return make_frame("disputed-questions", tr("Questions with disagreement"), head, rows, notes=notes)


def _notes(board: Scoreboard, what: str, count: int, measure: Measure | None) -> list[str]:
    said = [tr("{things} with disagreement.", things=count_of(count, what))]
    if measure:
        basis = tr(
            "Flips and effect by {measure}; gold standard {gold_text}.", measure=measure, gold_text=board.gold_words
        )
        said.append(basis)
        said += [FROZEN] if board.gold.frozen else []
    return [sentences(said)]


FROZEN = tr("The gold standard is frozen, so labels and decisions do not move its scores.")


def disputed_things(
    state: State, board: Scoreboard, survey: Survey, disputes: Sequence[Dispute], measure: Measure | None
) -> pd.DataFrame:
    """Return disputed things of every kind, in the order given: all labels, the current one, effects."""
    names = answer_names(state.reader)
    rows = [
        (
            each.what,
            state.catalog.questions[each.question].name,
            subject_of_dispute(state, names, each),
            _said(state, names, each),
            word_of(names, each, each.settled),
            *figures(each, measure if each.key in survey.known else None),
        )
        for each in disputes
    ]
    count = count_of(len(rows), "disputed thing")
    notes = [tr("{count} in {questions}.", count=count, questions=count_of(len(survey.questions), "question"))]
    if survey.measure is not None:
        notes.append(
            tr(
                "Flips and effect by {measure}; gold standard {gold_text}.",
                measure=survey.measure,
                gold_text=board.gold_words,
            )
        )
        notes += why_no_effect(survey)
    head = ("kind", "question", "about", "said", "settled", *_FIGURES)
    return make_frame("disputed-things", tr("Disputed things"), head, rows, range(5), notes, index=3)


def why_no_effect(survey: Survey) -> list[str]:
    """Return in a sentence why a survey found no effect, of all things or of some; nothing if it did."""
    if not survey.why:
        return []
    is_some = any(each.key in survey.known for one in survey.questions.values() for each in one.disputes)
    return [
        (
            tr("No effect is shown for some: {why}.", why=survey.why)
            if is_some
            else tr("No effect is shown: {why}.", why=survey.why)
        )
    ]


def conflicts(state: State, found: Sequence[Conflict]) -> pd.DataFrame:
    """Return everything for which somebody has two current labels, with both."""
    names, rows = answer_names(state.reader), []
    for one, (who, kind, question, said) in zip(found, conflict_rows(state, list(found)), strict=True):
        parts = [] if one.subject.answer is None else [names[one.subject.answer]]
        parts += [] if one.subject.nugget is None else [state.catalog.nuggets[one.subject.nugget].name]
        rows.append((who, kind, question, ": ".join(parts) or (one.subject.fact or ""), said))
    head = ("assessor", "kind", "question", "about", "said")
    notes = [
        tr("{conflicts}; each counts as unjudged until it is judged again.", conflicts=count_of(len(rows), "conflict"))
    ]
    return make_frame("conflicts", tr("Conflicts"), head, rows, range(5), notes, index=4)


# One question side by side


def side_by_side(state: State, board: Scoreboard, table: QuestionTable, *, undisputed: bool = False) -> pd.DataFrame:
    """Return a question's rows with everybody's labels in columns, the gold value and the decision.

    Unanimous rows are counted in a note, and with `undisputed` listed after the others.
    """
    names, catalog = answer_names(state.reader), state.catalog
    shown = table.rows if undisputed else table.disputed
    gold = gold_values(board, shown)
    fixed = ("kind", "about", "majority", "gold standard", "decision")
    people = [catalog.assessors[who].name for who in table.people]
    heads = [f"{name} (assessor)" if name in fixed else name for name in people]
    rows = [
        (
            each.what,
            subject_of_dispute(state, names, each),
            *(word_of(names, each, table.said(each, who)) for who in table.people),
            word_of(names, each, each.majority),
            gold.get(each.key, ""),
            word_of(names, each, each.settled),
        )
        for each in shown
    ]
    disputed = table.disputed
    decided = sum(bool(each.settled) for each in disputed)
    rest = len(table.rows) - len(disputed)
    disagreements = count_of(len(disputed), "disagreement")
    notes = [
        tr(
            "{disagreements}, {decided:,} decided; {rest:,} without disagreement.",
            disagreements=disagreements,
            decided=decided,
            rest=rest,
        )
        if undisputed or not rest
        else tr(
            "{disagreements}, {decided:,} decided; {rest:,} without disagreement, not listed.",
            disagreements=disagreements,
            decided=decided,
            rest=rest,
        ),
        tr("Gold standard {gold_text}.", gold_text=board.gold_words),
    ]
    head = (*fixed[:2], *heads, *fixed[2:])
    name = catalog.questions[table.question].name
    return make_frame(
        "side-by-side", tr("Question {name} side by side", name=name), head, rows, range(len(head)), notes, index=2
    )


def acceptances(
    state: State, board: Scoreboard, found: Sequence[Acceptance], turns: Sequence[Turn], measure: Measure, why: str = ""
) -> pd.DataFrame:
    """Return the decisions and the effect on the ranking of accepting each column; nothing is changed.

    `turns`: the effect of each, none if `why` gives a reason.
    """
    rows = []
    for at, one in enumerate(found):
        turn = turns[at] if turns else None
        rows.append(
            (
                source_name(state.catalog, one.source),
                len(one.decided),
                one.same,
                len(one.differing),
                len(one.open),
                None if turn is None else turn.effect,
                None if turn is None else len(turn.pairs),
                "" if turn is None else "; ".join(swaps_of(board, turn)),
            )
        )
    head = ("accept", "decides", "decided alike", "decided otherwise", "stay open", "effect", "flips", "swaps")
    notes = [
        tr("Flips and effect by {measure}; gold standard {gold_text}.", measure=measure, gold_text=board.gold_words)
    ]
    notes += [tr("No effect is shown: {why}.", why=why)] if why else []
    notes += [IGNORED] if any(_is_ignored(state, board, one) for one in found) else []
    return make_frame("acceptances", tr("What accepting a whole column would do"), head, rows, (0, 7), notes, index=0)


IGNORED = tr("Decisions about labels have no effect under this gold standard.")


def _is_ignored(state: State, board: Scoreboard, one: Acceptance) -> bool:
    """Return whether labels are decided to which the gold standard pays no attention."""
    kind = state.catalog.questions[one.question].kind
    gold = gold_for(kind, board.gold, state.catalog, state.facts)
    has_effect = gold.whose == "adjudicated" and not gold.frozen
    return not has_effect and any(each.kind.is_answer_label for each, _ in one.decided)


def accepted(state: State) -> pd.DataFrame:
    """Return whose labels were accepted for whole questions, and by whom; without rows if there are none."""
    rows = [
        (
            state.catalog.assessors[one.by].name,
            source_name(state.catalog, one.source),
            one.questions,
            one.decisions,
            one.in_force,
        )
        for one in accepted_columns(state.reader, state.catalog)
    ]
    head = ("decided by", "accepted", "questions", "decisions", "in force")
    notes = [tr("Decisions made for a whole question at once; they count until somebody changes them.")]
    return make_frame("accepted", tr("Decisions for whole questions"), head, rows, (0, 1), notes, index=0)


def source_name(catalog: Catalog, source: int | None) -> str:
    """Return whose labels are accepted: the name of an assessor, or "majority"."""
    return MAJORITY if source is None else catalog.assessors[source].name


def swaps_of(board: Scoreboard, turn: Turn) -> list[str]:
    """Return the pairs of runs that change places, as `below over above`."""
    return [f"{board.name_of(below)} over {board.name_of(above)}" for above, below in turn.pairs]


def acceptance_text(catalog: Catalog, one: Acceptance) -> list[str]:
    """Return in sentences what accepting a column would decide and keep, and what stays open and why."""
    name = source_name(catalog, one.source)
    whose = tr("the majority") if one.source is None else tr("{name}'s labels", name=name)
    question = catalog.questions[one.question].name
    said = [
        tr(
            "Accepting {whose} for question {question}: {decisions}.",
            whose=whose,
            question=question,
            decisions=count_of(len(one.decided), "decision"),
        )
    ]
    if one.same:
        said.append(trn("{n} is already decided that way.", "{n} are already decided that way.", one.same))
    if one.differing:
        differing = len(one.differing)
        said.append(
            trn(
                "{n} earlier decision differs and is replaced.",
                "{n} earlier decisions differ and are replaced.",
                differing,
            )
            if one.replaces
            else trn(
                "{n} earlier decision differs and stays as it is.",
                "{n} earlier decisions differ and stay as they are.",
                differing,
            )
        )
    for why, count in Counter(why for _, why in one.open).items():
        reason = _WHY_OPEN[why].format(name=name)
        said.append(trn("{n} stays open: {reason}.", "{n} stay open: {reason}.", count, reason=reason))
    return said


_WHY_OPEN = {
    "no label": tr("{name} gave no label"),
    "no majority": tr("no label has more than half of the votes"),
    "NIL": tr("NIL follows from the labels of answers"),
    "decided group": tr("an answer of the group is in a group that was decided before"),
}


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
    def left(self) -> int:
        """How many decisions are left."""
        return sum(row.left for row in self.answers) + sum(each.left for each in self.disputes)

    @property
    def flips(self) -> int:
        """The flips of all of them."""
        return sum(row.flips for row in self.answers) + sum(each.flips for each in self.disputes)


def figures(row: Dispute | DisputedQuestion, measure: Measure | None) -> list[object]:
    """Return size, effect and flips; None for effect and flips if they were not computed."""
    return [row.size, row.effect, row.flips] if measure and _worked_out(row) else [row.size, None, None]


def _worked_out(row: Dispute | DisputedQuestion) -> bool:
    """Return whether a measure, if there is one, was asked about this."""
    if isinstance(row, Dispute):
        return row.kind.is_answer_label or bool(row.turns)
    return bool(row.answers) or any(each.turns for each in row.disputes)


def in_questions(by_kind: Sequence[Disagreements], disputes: Sequence[Dispute]) -> tuple[DisputedQuestion, ...]:
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
    frozen = Frozen(state.collection.frozen(), board.gold, board.unjudged)
    by_question = find_disputes(frozen.collection).values()
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


def counted_labels(words: Sequence[str], counts: Sequence[int]) -> str:
    """Return the labels that were given and how often: `A 2 B 1`, of numbers `4 (2) 3 (1)`.

    Of many different numbers only how many labels there are, and from which to which.
    """
    given = [(word, count) for word, count in zip(words, counts, strict=True) if count]
    if not all(_NUMBER.fullmatch(word) for word, _ in given):
        return " ".join(f"{word} {count}" for word, count in given)
    if len(given) <= _MANY:
        return " ".join(f"{word} ({count})" for word, count in given)
    numbers = sorted((word for word, _ in given), key=float)
    return tr(
        "{given:,} labels from {numbers} to {numbers2}",
        given=sum((count for _, count in given)),
        numbers=numbers[0],
        numbers2=numbers[-1],
    )


def _said(state: State, names: list[str], dispute: Dispute) -> str:
    people = _by_word(state, names, dispute)
    if dispute.kind.is_answer_label:
        return counted_labels(list(people), list(map(len, people.values())))
    return " ".join(f"{word} {len(some)}" for word, some in people.items())


def _by_word(state: State, names: list[str], dispute: Dispute) -> dict[str, list[str]]:
    people: dict[str, list[str]] = {}
    for who, word in dispute.labels:
        people.setdefault(word_of(names, dispute, word), []).append(state.catalog.assessors[who].name)
    return people
