"""Which answers are to be judged: what only withdrawn runs returned is not, and no answer of a dropped question.

This is the one place where that is decided; `Catalog.unasked` and `Catalog.outside` have it for everything else.
An answer comes back when its run is taken back or another run returns it, with all labels it had.
"""

import json
import sqlite3
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Catalog, read_catalog
from jurybox.collection.facts import DROPPED
from jurybox.collection.ledger import Ledger, read_ledger

Mask = NDArray[np.bool_]


def outside_pool(catalog: Catalog, ledger: Ledger, withdrawn: Collection[int]) -> tuple[Mask, Mask]:
    """Return of which answers nobody is asked, and which of them are not in the pool either; shape (answers,).

    Nobody is asked about answers that only withdrawn runs returned. Options of a closed list and the best
    answer that an asker chose are not from runs. Ranked answers of which imported judgments speak stay in the
    pool with what these say: qrels are known of more documents than any run returned.
    """
    given, gone = catalog.responses, np.zeros(len(catalog.runs), dtype=np.bool_)
    gone[list(withdrawn)] = True
    rows = given.answer >= 0
    answers, by_withdrawn = given.answer[rows], gone[given.run[rows]]
    unasked: Mask = np.zeros(catalog.answer_count, dtype=np.bool_)
    unasked[answers[by_withdrawn]] = True
    unasked[answers[~by_withdrawn]] = False
    unasked &= ~np.isin(catalog.answer_question, list(catalog.closed)) & (catalog.answer_best == 0)
    stays = np.zeros(catalog.answer_count, dtype=np.bool_)
    stays[ledger.labeled_by_import()] = True
    return unasked, unasked & ~(stays & catalog.is_graded[catalog.answer_question])


def in_no_pool(catalog: Catalog, ledger: Ledger) -> Mask:
    """Return which answers nobody is to judge because no pool has them; shape (answers,).

    The pool of a question is what is assigned, once any of its answers is; else what imported judgments list,
    those listed as not judged included, as in trec_eval; else all of its answers. Judged answers are in it. Under a
    frozen gold standard it is the pool of then.
    """
    if catalog.late is not None:
        return catalog.late.unpooled
    assigned = catalog.to_judge[1]
    asked, listed, pooled = (
        np.zeros(size, dtype=np.bool_) for size in (*[len(catalog.questions)] * 2, catalog.answer_count)
    )
    asked[catalog.answer_question[assigned]] = True
    by_import = ledger.listed_by_import()
    listed[catalog.answer_question[by_import]] = True
    by_import = by_import[~asked[catalog.answer_question[by_import]]]
    pooled[assigned] = pooled[by_import] = True
    outside: Mask = (asked | listed)[catalog.answer_question] & ~pooled
    return outside


def read_in_no_pool(db: sqlite3.Connection) -> Mask:
    """Return the same from an open collection file."""
    catalog = read_catalog(db)
    return in_no_pool(catalog, read_ledger(db, len(catalog.assessors), catalog.answer_count))


def read_unasked(db: sqlite3.Connection) -> frozenset[int]:
    """Return the rows of the answers that nobody is asked about, from an open collection file."""
    said = db.execute(
        "SELECT DISTINCT e.label FROM entry e WHERE e.kind = 'fact' AND e.fact = 'withdrawn' "
        "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
    ).fetchall()
    named = (
        json.loads(said[0][0] or "[]") if len(said) == 1 else []
    )  # two that contradict each other: none, as in Facts
    dropped = frozenset(answer for (answer,) in db.execute(_OF_DROPPED, (DROPPED, f"{DROPPED}*")))
    if not named:
        return dropped
    catalog = read_catalog(db)
    ledger = read_ledger(db, len(catalog.assessors), catalog.answer_count)
    withdrawn = [catalog.run_named[name] for name in named if name in catalog.run_named]
    unasked, _ = outside_pool(catalog, ledger, withdrawn)
    return dropped | frozenset((np.flatnonzero(unasked) + 1).tolist())


_OF_DROPPED = """
SELECT a.id FROM answer a JOIN question q ON q.id = a.question WHERE ? || q.name IN (
    SELECT e.fact FROM entry e WHERE e.kind = 'fact' AND e.fact GLOB ?
    AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)
    GROUP BY e.fact HAVING count(*) = count(e.label) AND count(DISTINCT e.label) = 1)
"""
"""The answers of dropped questions: not where two decisions contradict each other, as in `Facts`."""


def of_dropped(catalog: Catalog, dropped: Collection[str]) -> Mask:
    """Return which answers are of dropped questions, which are given by name; shape (answers,)."""
    names = np.array([question.name in dropped for question in catalog.questions], dtype=np.bool_)
    return names[catalog.answer_question]
