"""The command `disagreements`: what assessors differ about, and its effect on runs."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jurybox import results
from jurybox.analysis.disagreements.decisions import accept
from jurybox.analysis.disagreements.disputes import WORST_FIRST, Dispute, Order
from jurybox.analysis.disagreements.effects import effects_together, survey
from jurybox.analysis.disagreements.label_effects import Disagreements, disagreements
from jurybox.analysis.disagreements.side_by_side import Acceptance, QuestionTable, accepting, side_by_side, sources
from jurybox.analysis.frozen import Frozen
from jurybox.campaign.conflicts import conflicts
from jurybox.campaign.resolving import question_named
from jurybox.cli.asking import adjudicator_named, measure_named, watch_on_terminal
from jurybox.cli.common import collection, formats, writing
from jurybox.cli.printing import objects_of, print_frame, print_json, say
from jurybox.collection.acceptances import MAJORITY
from jurybox.collection.catalog import Catalog
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.lists import comma_list
from jurybox.measures import Kind, Measure
from jurybox.results.disagreements import (
    DisputedQuestion,
    acceptance_text,
    figures,
    in_questions,
    other_disputes,
    word_of,
)
from jurybox.scoring import Scoreboard, scoreboard_of, usual_measures

if TYPE_CHECKING:
    import pandas as pd


@click.command("disagreements")
@collection
@click.option(
    "--by", type=click.Choice(["question", "answer", "thing", "conflict"]), default="question",
    show_default=True,
    help="thing: every kind of disagreement, not only labels; conflict: assessors who contradict themselves.",
)  # fmt: skip
@click.option(
    "--flips", "name", metavar="MEASURE", help="List the disagreements that could swap two runs by this measure."
)
@click.option(
    "--to", type=click.Choice(["given", "any"]), default="given", show_default=True,
    help="With --flips: replace a gold label by a label that an assessor gave, or by any label.",
)  # fmt: skip
@click.option(
    "--order",
    type=click.Choice(["size", "effect", "flips", "fewest"]),
    help="fewest: questions that the fewest decisions complete. Default: flips with a measure, size without.",
)
@click.option("--gold", help="The gold standard; default: that of the collection.")
@click.option("--question", metavar="NAME", help="One question side by side: everybody's labels in columns.")
@click.option("--all", "undisputed", is_flag=True, help="With --question: also answers without disagreement.")
@click.option(
    "--accept", metavar="ASSESSOR|majority",
    help="With --question: decide everything open there like this assessor or the majority, "
    "in one step.",
)  # fmt: skip
@click.option("--replace", is_flag=True, help="With --accept: replace earlier decisions, too.")
@click.option("--as", "adjudicator", metavar="NAME", help="With --accept: who decides; default: the organizer.")
@click.option("--dry-run", is_flag=True, help="With --accept: only print the decisions.")
@formats("table", "json", "csv", "latex", "markdown")
def disagreements_command(
    file: Path,
    by: str,
    name: str | None,
    to: Any,  # noqa: ANN401 - one of the choices
    order: Order | None,
    gold: str | None,
    form: str,
    question: str | None,
    **of_question: Any,  # noqa: ANN401 - the options that go with one question
) -> None:
    """List what assessors differ about, worst first; or one question side by side."""
    measure = measure_named(name) if name else None
    if question is not None:
        if (by, to, order) != ("question", "given", None):
            raise Refused(
                tr(
                    "--question shows one question side by side, disagreements first. Leave out "
                    "--by, --to and --order. Nothing was changed."
                )
            )
        _of_question(file, question, measure, gold, form, OneQuestion(**of_question))
        return
    if any(of_question.values()):
        raise Refused(tr("--all, --accept, --replace, --as and --dry-run go with --question. Nothing was changed."))
    if measure is None and order in ("effect", "flips") and by != "conflict":
        raise Refused(
            tr(
                "There is no order by {order} without a measure. Name one with --flips, such as "
                "--flips F1, or use --order size. Nothing was changed.",
                order=order,
            )
        )
    worst = order or ("flips" if measure else "size")
    with closing(State(file)) as state:
        board = scoreboard_of(state.collection, gold)
        names = answer_names(state.reader)
        if by == "conflict":
            _print_conflicts(state, form)
            return
        if by == "thing":
            _print_disputes(state, board, measure, worst, form)
            return
        found = [_of_kind(board, kind, measure, to) for kind in _kinds(board, measure)]
        if form == "json":
            print_json(_as_object(state, board, found, names, measure, worst, by))
        else:
            _print(state, board, found, measure, worst, by, form)


@dataclass(frozen=True, slots=True)
class OneQuestion:
    """What is asked about one question: list everything, or accept a column, by whom and how."""

    undisputed: bool
    accept: str | None
    replace: bool
    adjudicator: str | None
    dry_run: bool


def _of_question(
    file: Path, name: str, measure: Measure | None, gold: str | None, form: str, asked: OneQuestion
) -> None:
    """Print a question side by side with what accepting each column would do; accept one if asked to."""
    if asked.accept is None and (asked.replace or asked.adjudicator or asked.dry_run):
        raise Refused(tr("--replace, --as and --dry-run go with --accept. Nothing was changed."))
    with closing(State(file)) as state:
        board = scoreboard_of(state.collection, gold)
        question = question_named(state.catalog, name)
        table = side_by_side(state.collection, question)
        if asked.accept is None:
            chosen = [accepting(table, source, state.ledger, replace=asked.replace) for source in sources(table)]
            _print_side_by_side(state, board, table, chosen, measure, form, asked)
            return
        source = _source_named(state.catalog, table, asked.accept)
        one = accepting(table, source, state.ledger, replace=asked.replace)
        adjudicator = adjudicator_named(state.catalog, asked.adjudicator)
        _print_acceptance(state, board, one, measure, form, asked)
    if asked.dry_run or not one.decided:
        if form == "table":
            say(tr("Nothing was changed.") if one.decided or asked.dry_run else tr("Nothing to decide."))
        return
    with writing(file) as session:
        if adjudicator is not None:
            session.sit(session.catalog.assessors[adjudicator].name)
        # Read again: what it was printed from may have changed meanwhile.
        now = side_by_side(session.collection, question)
        if accepting(now, source, session.ledger, replace=asked.replace) != one:
            raise Refused(tr("Somebody else changed this question just now. Nothing was changed; try again."))
        session.execute(accept(session, one))
        by = session.catalog.assessors[session.speaker(None)].name
    if form == "table":
        say(tr("Stored as one step by {by}; Ctrl+Z undoes it in the window.", by=by))


def _source_named(catalog: Catalog, table: QuestionTable, name: str) -> int | None:
    if name == MAJORITY:
        return None
    at = catalog.assessor_named.get(name)
    if at is None or at not in table.people:
        names = comma_list([*(catalog.assessors[who].name for who in table.people), MAJORITY])
        raise Refused(
            tr(
                "{name!r} is not a judge with labels in this question; --accept takes {names}. Nothing was changed.",
                name=name,
                names=names,
            )
        )
    return at


def _print_side_by_side(
    state: State,
    board: Scoreboard,
    table: QuestionTable,
    found: Sequence[Acceptance],
    measure: Measure | None,
    form: str,
    asked: OneQuestion,
) -> None:
    frame = results.side_by_side(state, board, table, undisputed=asked.undisputed)
    would = _acceptances(state, board, found, measure)
    if form == "json":
        people = [state.catalog.assessors[who].name for who in table.people]
        names = answer_names(state.reader)
        said = [
            {name: word_of(names, row, table.said(row, who)) for who, name in zip(table.people, people, strict=True)}
            for row in (table.rows if asked.undisputed else table.disputed)
        ]
        fixed = ("kind", "about", "majority", "gold standard", "decision")
        rows = [
            {head: one[head] for head in fixed} | {"said": each}
            for one, each in zip(objects_of(frame), said, strict=True)
        ]
        question = state.catalog.questions[table.question].name
        print_json({"question": question, "rows": rows, "accepting": objects_of(would)})
        return
    print_frame(frame, form)
    print_frame(would, form)


def _print_acceptance(
    state: State, board: Scoreboard, one: Acceptance, measure: Measure | None, form: str, asked: OneQuestion
) -> None:
    would = _acceptances(state, board, [one], measure)
    if form == "json":
        stored = bool(one.decided) and not asked.dry_run
        print_json({"stored": stored, "text": acceptance_text(state.catalog, one), **objects_of(would)[0]})
        return
    for sentence in acceptance_text(state.catalog, one) if form == "table" else ():
        say(sentence)
    print_frame(would, form)


def _acceptances(state: State, board: Scoreboard, found: Sequence[Acceptance], measure: Measure | None) -> pd.DataFrame:
    """Return the frame of what accepting would do, by the measure named or else the first usual one."""
    by = measure or usual_measures(board)[0]
    frozen = Frozen(state.collection.frozen(), board.gold, board.unjudged)
    turns, _, why = effects_together(frozen, by, [one.decided for one in found])
    return results.acceptances(state, board, found, turns, by, why)


def _kinds(board: Scoreboard, measure: Measure | None) -> tuple[Kind, ...]:
    if measure is None:
        return board.kinds
    kind = board.kind_of(measure)
    return board.kinds[:1] if kind is None else (kind,)


def _of_kind(board: Scoreboard, kind: Kind, measure: Measure | None, to: Any) -> Disagreements:  # noqa: ANN401
    watch = watch_on_terminal("Looking for flips")
    return disagreements(board, kind, measure, to=to, watch=watch)


def _print(
    state: State,
    board: Scoreboard,
    by_kind: list[Disagreements],
    measure: Measure | None,
    order: Order,
    by: str,
    form: str,
) -> None:
    if by == "answer":
        answers = [(part, row) for part in by_kind for row in sorted(part.answers, key=WORST_FIRST[order])]
        print_frame(results.disputed_answers(state, board, answers), form)
    else:
        questions = _questions(state, board, by_kind, measure, order)
        print_frame(results.disputed_questions(state, board, questions, measure), form)


def _print_conflicts(state: State, form: str) -> None:
    """Print everything for which somebody has two labels in force."""
    found = conflicts(state)
    frame = results.conflicts(state, found)
    if form == "json":
        listed = zip(objects_of(frame), found, strict=True)
        print_json({"conflicts": [row | {"said": list(one.labels)} for row, one in listed]})
    else:
        print_frame(frame, form)


def _questions(
    state: State, board: Scoreboard, by_kind: list[Disagreements], measure: Measure | None, order: Order
) -> list[DisputedQuestion]:
    disputes = other_disputes(state, board, measure, watch_on_terminal("Looking for flips"))
    return sorted(in_questions(by_kind, disputes), key=WORST_FIRST[order])


def _as_object(
    state: State,
    board: Scoreboard,
    by_kind: list[Disagreements],
    names: list[str],
    measure: Measure | None,
    order: Order,
    by: str,
) -> dict[str, Any]:
    head = {"gold": str(board.gold), "measure": None if measure is None else str(measure)}
    if by == "answer":
        answers = [
            _answer(state, board, part, row, names)
            for part in by_kind
            for row in sorted(part.answers, key=WORST_FIRST[order])
        ]
        return head | {"answers": answers}
    part_of = {row.answer: part for part in by_kind for row in part.answers}
    key = WORST_FIRST[order]
    questions = []
    for disputed in _questions(state, board, by_kind, measure, order):
        size, effect, flips = figures(disputed, measure)
        questions.append(
            {
                "question": state.catalog.questions[disputed.question].name,
                "size": size,
                "effect": effect,
                "flips": flips,
                "answers": [
                    _answer(state, board, part_of[row.answer], row, names) for row in sorted(disputed.answers, key=key)
                ],
                "things": [
                    _dispute_object(state, board, names, each, measure) for each in sorted(disputed.disputes, key=key)
                ],
            }
        )
    return head | {"questions": questions}


def _answer(state: State, board: Scoreboard, part: Disagreements, row: Dispute, names: list[str]) -> dict[str, Any]:
    catalog, labels = state.catalog, state.ledger.labels
    codes = {state.ledger.codes.of(word): word for word in part.scheme}
    size, effect, flips = figures(row, part.measure)
    return {
        "question": catalog.questions[row.question].name,
        "answer": names[row.answer],
        "labels": dict(zip(part.scheme, row.counts(part.scheme), strict=True)),
        "said": [
            {"assessor": one.name, "label": codes[int(labels[at, row.answer])]}
            for at, one in enumerate(catalog.assessors)
            if int(labels[at, row.answer]) in codes
        ],
        "size": size,
        "effect": effect,
        "flips": flips,
        "ties_made": None if flips is None else row.made,
        "ties_broken": None if flips is None else row.broken,
        "turns": [
            {
                "to": turn.label or None,
                "without": None if turn.left_out < 0 else catalog.assessors[turn.left_out].name,
                "effect": None if effect is None else turn.effect,
                "pairs": [{"above": board.name_of(a), "below": board.name_of(b)} for a, b in turn.pairs],
            }
            for turn in row.turns
        ],
    }


def _print_disputes(state: State, board: Scoreboard, measure: Measure | None, order: Order, form: str) -> None:
    """Print every disputed thing: of what kind, who said what, how it was settled, and its effect."""
    frozen = Frozen(state.collection.frozen(), board.gold, board.unjudged)
    found = survey(frozen, measure, watch_on_terminal("Looking for flips"))
    disputes = sorted((each for one in found.questions.values() for each in one.disputes), key=WORST_FIRST[order])
    if form == "json":
        names = answer_names(state.reader)
        objects = [
            _dispute_object(state, board, names, each, measure if each.key in found.known else None)
            for each in disputes
        ]
        head = {"gold": str(board.gold), "measure": None if measure is None else str(measure)}
        print_json(head | {"things": objects, "reason": found.why or None})
        return
    print_frame(results.disputed_things(state, board, found, disputes, measure), form)


def _dispute_object(
    state: State, board: Scoreboard, names: list[str], dispute: Dispute, measure: Measure | None
) -> dict[str, Any]:
    """Return a disputed thing as an object of the listing."""
    catalog = state.catalog
    size, effect, flips = figures(dispute, measure)
    nugget = None if dispute.nugget < 0 else catalog.nuggets[dispute.nugget].name
    return {
        "kind": dispute.what,
        "question": catalog.questions[dispute.question].name,
        "answer": None if dispute.answer < 0 else names[dispute.answer],
        "nugget": nugget,
        "said": [
            {"assessor": catalog.assessors[who].name, "label": word_of(names, dispute, word)}
            for who, word in dispute.labels
        ],
        "settled": word_of(names, dispute, dispute.settled) or None,
        "size": size,
        "effect": effect,
        "flips": flips,
        "turns": [
            {
                "to": word_of(names, dispute, turn.label) or None,
                "without": None if turn.left_out < 0 else catalog.assessors[turn.left_out].name,
                "effect": turn.effect,
                "pairs": [{"above": board.name_of(a), "below": board.name_of(b)} for a, b in turn.pairs],
            }
            for turn in dispute.turns
        ],
    }
