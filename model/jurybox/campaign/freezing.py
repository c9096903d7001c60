"""Freezing the gold standard of a campaign under a name, and checking that it is unchanged."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.collection import Collection
from jurybox.collection.entries import check_text
from jurybox.collection.facts import FROZEN, Facts
from jurybox.collection.state import State
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.gold import gold_in_force, gold_named
from jurybox.gold.freezing import change_since, freeze, is_rebuilt
from jurybox.gold.gold import names_gold
from jurybox.language import tr

USUAL_NAME = "official"


def free_name(facts: Facts) -> str:
    """Return the proposed name: official, then official 2, official 3 and so on."""
    names = (USUAL_NAME, *(f"{USUAL_NAME} {at}" for at in range(2, len(facts.frozen) + 3)))
    return next(name for name in names if name not in facts.frozen)


def freezing(
    collection: Collection, keys: NDArray[np.uint64], name: str, *, gold: str | None = None, at: int | None = None
) -> SetFact:
    """Return the command that freezes a gold standard under a name; its undo removes the name.

    `gold`: which one, by default the one in force; `keys`: of the answers (`read_answer_keys`); `at`: now, in
    ms since 1970. Raises Refused for a name that is empty, taken or that of a gold standard, and if there is
    nothing to freeze.
    """
    catalog, facts = collection.catalog, collection.facts
    name = name.strip()
    check_text(name)
    if not name:
        raise Refused(tr("A frozen gold standard needs a name. Nothing was changed."))
    if names_gold(name):
        raise Refused(
            tr(
                "{name!r} is the name of a gold standard, or has “:” or “+” as these have. Nothing was changed. "
                "Choose another name, such as {usual}.",
                name=name,
                usual=USUAL_NAME,
            )
        )
    if name in facts.frozen:
        day = facts.frozen[name].day
        raise Refused(
            tr(
                "A gold standard was frozen as {name} on {day}. Nothing was changed; choose another name.",
                name=name,
                day=day,
            )
        )
    if not catalog.answer_count:
        raise Refused(tr("There are no answers yet, so there is no gold standard to freeze."))
    chosen = gold_named(gold, facts) if gold else gold_in_force(catalog, facts)
    now = time.time_ns() // 1_000_000 if at is None else at
    return SetFact(f"{FROZEN}{name}", freeze(collection, chosen, keys, name, now).record())


def altered(facts: Facts) -> list[str]:
    """Return a sentence for each frozen gold standard whose labels have changed since."""
    return [
        tr("The labels frozen as {name} do not match the digest they were frozen with.", name=one.name)
        for one in facts.frozen.values()
        if not one.is_whole
    ]


def frozen_problems(state: State) -> list[str]:
    """Return what is wrong with frozen gold standards, and how the newest differs from the one in force.

    Also if what is kept of one does not give the labels that it was frozen with.
    """
    problems = []
    for fact in state.ledger.facts():
        name = fact.removeprefix(FROZEN)
        known = name in state.facts.frozen or fact in state.facts.disputed
        if fact.startswith(FROZEN) and not known and _is_set(state, fact):
            problems.append(tr("The gold standard frozen as {name} cannot be read by this version.", name=name))
    problems += altered(state.facts)
    for one in state.facts.frozen.values():
        try:
            if one.kept and one.is_whole and not is_rebuilt(state.collection, one):
                problems.append(
                    tr("By name, {name} gives other labels than it was frozen with. Do not score by it.", name=one.name)
                )
        except Refused as error:
            problems.append(str(error))
    try:
        change = change_since(state.collection, gold_in_force(state.catalog, state.facts))
    except Refused as error:
        return [*problems, tr("The current gold standard cannot be compared with the frozen one: {error}", error=error)]
    return problems if change is None or change.is_none else [*problems, change.text]


def _is_set(state: State, fact: str) -> bool:
    labels = {state.entry(at).content.label for at in state.ledger.facts()[fact]}
    return labels != {None}
