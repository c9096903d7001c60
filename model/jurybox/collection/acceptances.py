"""Whose labels were accepted for whole questions, read from the records that are in force in the log.

See `jurybox.commands.accepting`: a record follows the decisions of its step, so its part is their number.
"""

import sqlite3
from dataclasses import dataclass

from jurybox.collection.catalog import Catalog
from jurybox.collection.nugget_state import ACCEPTED

MAJORITY = "majority"
"""Instead of an assessor: the label on which more than half of those who gave one agree."""
_DECISIONS = """
SELECT writer, assessor - 1, question - 1, coalesce(fact, ''), label, part,
    NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = entry.id)
FROM entry WHERE kind = 'adjudication' ORDER BY writer, assessor, id
"""


@dataclass(frozen=True, slots=True)
class AcceptedColumn:
    """What one adjudicator accepted from one source, summed over questions.

    `by`: the adjudicator, by position; `source`: the assessor whose labels were accepted, None for the
    majority; `decisions`: how many were made that way, `in_force` how many of them are unchanged.
    """

    by: int
    source: int | None
    questions: int
    decisions: int
    in_force: int


def accepted_columns(reader: sqlite3.Connection, catalog: Catalog) -> tuple[AcceptedColumn, ...]:
    """Return one row for each adjudicator and source, in the order of the assessors, the majority last.

    Undone steps are not included.
    """
    codes = {one.code.hex(): at for at, one in enumerate(catalog.assessors)}
    found: dict[tuple[int, int | None], list[tuple[int, int, int]]] = {}
    chain: list[bool] = []
    here: tuple[int, int] | None = None
    for writer, by, question, fact, label, part, in_force in reader.execute(_DECISIONS):
        if here != (writer, by):
            here, chain = (writer, by), []
        if fact.startswith(ACCEPTED):
            if label is not None and in_force:
                mine = chain[len(chain) - part :]
                found.setdefault((by, codes.get(label)), []).append((question, len(mine), sum(mine)))
            continue
        chain.append(bool(in_force))
    order = sorted(found, key=lambda key: (key[0], key[1] is None, key[1] or 0))
    return tuple(
        AcceptedColumn(
            *key,
            len({question for question, _, _ in found[key]}),
            sum(many for _, many, _ in found[key]),
            sum(many for _, _, many in found[key]),
        )
        for key in order
    )
