"""What `disagreements --by thing` prints: everything that is disputed, of every kind, worst first."""

from collections.abc import Callable
from typing import Any

from jurybox.analysis.dispute_effects import FrozenLedger, Ground, Survey, survey
from jurybox.analysis.disputed_boards import EqualAnswers
from jurybox.analysis.disputes import Dispute
from jurybox.cli.asking import watch_on_terminal
from jurybox.cli.disputed_questions import figures
from jurybox.cli.printing import print_json, print_rows, say, short
from jurybox.collection.nuggets import current_nugget
from jurybox.collection.state import State
from jurybox.measures import Measure
from jurybox.scoring import Scoreboard

_KEYS: dict[str, Callable[[Dispute], tuple[float, ...]]] = {
    "size": lambda one: (-one.size, -one.effect),
    "effect": lambda one: (-one.effect, -one.size),
    "flips": lambda one: (-one.flips, -one.effect, -one.size),
}


def print_things(
    state: State, board: Scoreboard, measure: Measure | None, order: str, names: list[str], form: str
) -> None:
    """Print every disputed thing: of what kind, who said what, how it was settled, and what hangs on it."""
    ground = Ground(state.catalog, FrozenLedger(state.ledger), state.facts, board.gold, None, board.unjudged)
    found = survey(ground, measure, watch_on_terminal("Looking for flips"))
    disputes = sorted((each for one in found.asked.values() for each in one.disputes), key=_KEYS[order])
    if form == "json":
        things = [thing_object(state, board, names, each, measure) for each in disputes]
        head = {"gold": str(board.gold), "measure": None if measure is None else str(measure)}
        print_json(head | {"things": things, "reason": found.why or None})
        return
    rows: list[list[object]] = [
        [
            each.what,
            state.catalog.questions[each.question].name,
            _about(state, names, each),
            " ".join(f"{word} {len(people)}" for word, people in _by_word(state, names, each).items()),
            _word(names, each, each.settled),
            *figures(each, measure),
        ]
        for each in disputes
    ]
    head_row = ("kind", "question", "about", "said", "settled", "size", "effect", "flips")
    print_rows(head_row, rows, form, left=(0, 1, 2, 3, 4))
    if form == "table":
        say(f"{len(rows):,} disputed things in {len(found.asked):,} questions.", *_told(found, board))


def _told(found: Survey, board: Scoreboard) -> list[str]:
    if found.measure is None:
        return []
    told = [f"Flips and effect by {found.measure}; gold standard {board.gold_text}."]
    return told + ([f"No effect is told for some: {found.why}"] if found.why else [])


def _about(state: State, names: list[str], dispute: Dispute) -> str:
    parts = [names[dispute.answer]] if dispute.answer >= 0 else []
    if dispute.nugget >= 0:
        line = current_nugget(state.catalog.nuggets, state.ledger.board, dispute.nugget)
        parts.append(short("" if line is None else line.text, 40))
    return ": ".join(parts)


def _word(names: list[str], dispute: Dispute, word: str) -> str:
    """Return a word as it is printed; of equal answers the names of all that belong together."""
    if dispute.what != "distinct" or not word:
        return word
    chosen = EqualAnswers.of_word(word)
    parts = [names[answer] for answer in sorted(chosen.answers)]
    return "=".join([*parts, chosen.instance] if chosen.instance else parts)


def _by_word(state: State, names: list[str], dispute: Dispute) -> dict[str, list[str]]:
    people: dict[str, list[str]] = {}
    for who, word in dispute.said:
        people.setdefault(_word(names, dispute, word), []).append(state.catalog.assessors[who].name)
    return people


def thing_object(
    state: State, board: Scoreboard, names: list[str], dispute: Dispute, measure: Measure | None
) -> dict[str, Any]:
    """Return a disputed thing as it is printed in JSON."""
    catalog = state.catalog
    size, effect, flips = figures(dispute, measure)
    nugget = None if dispute.nugget < 0 else catalog.nuggets[dispute.nugget].name
    return {
        "kind": dispute.what,
        "question": catalog.questions[dispute.question].name,
        "answer": None if dispute.answer < 0 else names[dispute.answer],
        "nugget": nugget,
        "said": [
            {"assessor": catalog.assessors[who].name, "label": _word(names, dispute, word)}
            for who, word in dispute.said
        ],
        "settled": _word(names, dispute, dispute.settled) or None,
        "size": size,
        "effect": effect,
        "flips": flips,
        "turns": [
            {
                "to": _word(names, dispute, turn.label) or None,
                "without": None if turn.left_out < 0 else catalog.assessors[turn.left_out].name,
                "effect": turn.effect,
                "pairs": [{"above": board.name_of(a), "below": board.name_of(b)} for a, b in turn.pairs],
            }
            for turn in dispute.turns
        ],
    }
