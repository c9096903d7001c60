"""What views of the scores are asked for, of a collection on the disk."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from jurybox.analysis.frozen import Frozen
from jurybox.collection.state import State
from jurybox.gold import Gold, gold_in_force
from jurybox.measures import measure
from jurybox.results.columns import GoldColumn
from jurybox.results.views import ViewRequest

Made = Callable[..., Path]
Ask = Callable[..., ViewRequest]


def request_of(
    path: Path,
    *names: str,
    gold: str = "",
    gold_columns: tuple[str, ...] = (),
    questions: frozenset[int] | None = None,
    **more: Any,
) -> ViewRequest:
    """Return what is asked of a collection: measures by name, the first one ranks."""
    with closing(State(path)) as state:
        whose = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        frozen = Frozen(state.collection, whose, "wait", questions, humans=False)
    measures = tuple(map(measure, names))
    return ViewRequest(frozen, measures, measures[0], tuple(map(GoldColumn.parse, gold_columns)), **more)
