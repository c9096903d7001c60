"""Answers of equal score or confidence: in submitted order, or as trec_eval has them.

trec_eval ignores ranks: it sorts a run's results by score and then by document id, both descending.
pytrec_eval, and ir-measures by way of it, do the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog, Responses, ranks_to_sort_by
from jurybox.collection.state import State
from jurybox.kinds import KINDS
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.measures.inputs import Confidences

Ties = Literal["submitted", "trec_eval"]
TIES: tuple[Ties, ...] = get_args(Ties)
TIES_NOTES: dict[Ties, str] = {
    "submitted": tr("Ties: in submitted order."),
    "trec_eval": tr("Ties: as trec_eval, by score and then by name of the answer, both descending."),
}

Positions = NDArray[np.int64]


def hangs_on_order(catalog: Catalog, kinds: Iterable[str], measures: Iterable[Measure] = ()) -> bool:
    """Return whether scores of one of these kinds of question depend on the order of answers.

    They do where a run returns more than one answer to such a question, and for measures by confidence.
    """
    ordered = {kind for kind in kinds if KINDS[kind].is_ordered}
    return bool(ordered) and (
        not ordered.isdisjoint(catalog.kinds_in_lists) or any(Confidences in one.accepts for one in measures)
    )


def ordered(state: State, ties: Ties) -> Catalog:
    """Return the catalog of an open collection with what runs returned in the order that a rule gives it."""
    if ties == "submitted":
        return state.catalog
    rows = state.reader.execute("SELECT name FROM answer ORDER BY id").fetchall()
    return as_trec_eval(state.catalog, [name or "" for (name,) in rows])


def as_trec_eval(catalog: Catalog, names: Sequence[str]) -> Catalog:
    """Return a catalog whose runs answer in the order of trec_eval; `names`: of all answers, by position.

    Only for kinds of question whose scores depend on that order (factoid and ranked), and only where a run
    gives scores: by score, then by name of the answer as bytes of UTF-8, both descending; what has no score
    comes last. Elsewhere the order submitted stays. Equal confidences are in the order of names too, for CWS.
    """
    given = catalog.responses
    written = [name.encode() for name in names]
    places = {each: at for at, each in enumerate(sorted(set(written)))}
    name = np.array([*(places[each] for each in written), -1], dtype=np.int64)[given.answer]
    has_score = ~np.isnan(given.score)
    lists = given.run.astype(np.int64) * len(catalog.questions) + given.question
    by_score = np.isin(lists, lists[has_score])
    rank = ranks_to_sort_by(given.rank)
    score = np.where(has_score, given.score, -np.inf)
    order = np.lexsort((np.where(by_score, -name, 0), -score, np.where(by_score, 0, rank), lists))
    ranks = np.empty_like(given.rank)
    ranks[order] = _counted(lists[order])
    is_ordered = catalog.asks(lambda kind: kind.is_ordered)[given.question]
    responses = replace(given, rank=np.where(is_ordered, ranks, given.rank))
    return replace(catalog, responses=_in_rows(responses, np.lexsort((-name, given.run))))


def _counted(lists: Positions) -> Positions:
    """Return 1, 2, ... restarting for each list, from concatenated lists."""
    starts = np.flatnonzero(np.diff(lists, prepend=-1))
    sizes = np.diff(starts, append=len(lists))
    counted: Positions = np.arange(1, len(lists) + 1) - np.repeat(starts, sizes)
    return counted


def _in_rows(responses: Responses, order: NDArray[np.intp]) -> Responses:
    """Return responses in another order of rows."""
    arrays = {one.name: getattr(responses, one.name) for one in fields(responses)}
    return Responses(**{name: array[order] if len(array) else array for name, array in arrays.items()})
