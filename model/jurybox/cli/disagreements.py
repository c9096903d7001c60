"""The command `disagreements`: what assessors differ about, and its effect on runs."""

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from jurybox import results
from jurybox.analysis.disagreements.disputes import WORST_FIRST, Dispute, Order
from jurybox.analysis.disagreements.effects import survey
from jurybox.analysis.disagreements.label_effects import Disagreements, disagreements
from jurybox.analysis.frozen import Frozen, FrozenLedger
from jurybox.campaign.conflicts import conflicts
from jurybox.cli.asking import board_of, measure_named, watch_on_terminal
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import objects_of, print_frame, print_json
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.measures import Kind, Measure
from jurybox.results.disagreements import DisputedQuestion, figures, in_questions, other_disputes, word_of
from jurybox.scoring import Scoreboard


@click.command("disagreements")
@collection
@click.option(
    "--by", type=click.Choice(["question", "answer", "thing", "conflict"]), default="question",
    show_default=True, help="thing: of every kind, not labels alone; conflict: who contradicts themselves.",
)  # fmt: skip
@click.option("--flips", "name", metavar="MEASURE", help="Which disagreements turn two runs by a measure.")
@click.option(
    "--to", type=click.Choice(["given", "any"]), default="given", show_default=True,
    help="Replace a gold label by what an assessor gave, or by any label.",
)  # fmt: skip
@click.option(
    "--order", type=click.Choice(["size", "effect", "flips"]), help="Else flips with a measure, size without."
)
@click.option("--gold", help="The gold standard; else the collection's own.")
@formats("table", "json", "csv", "latex", "markdown")
def disagreements_command(
    file: Path,
    by: str,
    name: str | None,
    to: Any,  # noqa: ANN401 - one of the choices
    order: Order | None,
    gold: str | None,
    form: str,
) -> None:
    """List what assessors differ about, worst first."""
    measure = measure_named(name) if name else None
    if measure is None and order in ("effect", "flips") and by != "conflict":
        raise Refused(
            f"There is no order by {order} without a measure. Name one with --flips, such as --flips F1, "
            "or use --order size. Nothing was changed."
        )
    worst = order or ("flips" if measure else "size")
    with closing(State(file)) as state:
        board = board_of(state, gold)
        names = answer_names(state.reader)
        if by == "conflict":
            _print_conflicts(state, form)
            return
        if by == "thing":
            _print_disputes(state, board, measure, worst, form)
            return
        found = [_of_kind(state, board, kind, measure, to) for kind in _kinds(board, measure)]
        if form == "json":
            print_json(_as_object(state, board, found, names, measure, worst, by))
        else:
            _print(state, board, found, measure, worst, by, form)


def _kinds(board: Scoreboard, measure: Measure | None) -> tuple[Kind, ...]:
    if measure is None:
        return board.kinds
    kind = board.kind_of(measure)
    return board.kinds[:1] if kind is None else (kind,)


def _of_kind(state: State, board: Scoreboard, kind: Kind, measure: Measure | None, to: Any) -> Disagreements:  # noqa: ANN401
    watch = watch_on_terminal("Looking for flips")
    made_from = state.catalog, state.ledger, state.facts
    return disagreements(*made_from, board, kind, measure, to=to, watch=watch)


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
    state: State,
    board: Scoreboard,
    by_kind: list[Disagreements],
    measure: Measure | None,
    order: Order,
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
                    _answer(state, board, part_of[row.answer], row, names)
                    for row in sorted(disputed.answers, key=key)
                ],
                "things": [
                    _dispute_object(state, board, names, each, measure)
                    for each in sorted(disputed.disputes, key=key)
                ],
            }
        )
    return head | {"questions": questions}


def _answer(
    state: State, board: Scoreboard, part: Disagreements, row: Dispute, names: list[str]
) -> dict[str, Any]:
    catalog, labels = state.catalog, state.ledger.labels
    codes = {LABEL_CODES[word]: word for word in part.scheme}
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


def _print_disputes(
    state: State, board: Scoreboard, measure: Measure | None, order: Order, form: str
) -> None:
    """Print every disputed thing: of what kind, who said what, how it was settled, and its effect."""
    frozen = Frozen(state.catalog, FrozenLedger(state.ledger), state.facts, board.gold, board.unjudged)
    found = survey(frozen, measure, watch_on_terminal("Looking for flips"))
    disputes = sorted(
        (each for one in found.questions.values() for each in one.disputes), key=WORST_FIRST[order]
    )
    if form == "json":
        names = answer_names(state.reader)
        objects = [_dispute_object(state, board, names, each, measure) for each in disputes]
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
