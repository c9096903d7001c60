"""What `disagreements --by thing` prints: everything that is disputed, of every kind, worst first."""

from collections.abc import Callable
from typing import Any

from jurybox import results
from jurybox.analysis.disagreements.disputes import Dispute
from jurybox.analysis.disagreements.effects import survey
from jurybox.analysis.frozen import Frozen, FrozenLedger
from jurybox.cli.asking import watch_on_terminal
from jurybox.cli.printing import print_frame, print_json
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.measures import Measure
from jurybox.results.disagreements import figures, word_of
from jurybox.scoring import Scoreboard

_KEYS: dict[str, Callable[[Dispute], tuple[float, ...]]] = {
    "size": lambda one: (-one.size, -one.effect),
    "effect": lambda one: (-one.effect, -one.size),
    "flips": lambda one: (-one.flips, -one.effect, -one.size),
}


def print_things(state: State, board: Scoreboard, measure: Measure | None, order: str, form: str) -> None:
    """Print every disputed thing: of what kind, who said what, how it was settled, and what hangs on it."""
    frozen = Frozen(state.catalog, FrozenLedger(state.ledger), state.facts, board.gold, board.unjudged)
    found = survey(frozen, measure, watch_on_terminal("Looking for flips"))
    disputes = sorted((each for one in found.asked.values() for each in one.disputes), key=_KEYS[order])
    if form == "json":
        names = answer_names(state.reader)
        things = [thing_object(state, board, names, each, measure) for each in disputes]
        head = {"gold": str(board.gold), "measure": None if measure is None else str(measure)}
        print_json(head | {"things": things, "reason": found.why or None})
        return
    print_frame(results.disputed_things(state, board, found, disputes, measure), form)


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
            {"assessor": catalog.assessors[who].name, "label": word_of(names, dispute, word)}
            for who, word in dispute.said
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
