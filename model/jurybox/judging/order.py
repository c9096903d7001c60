"""In which order one assessor meets questions and answers.

The order follows from the assessor's code and the names alone: it is the same after a restart, and what
a late import adds falls in between without moving the rest.
"""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import KINDS, Catalog, Ints

_SEED_BYTES = 8


def question_order(code: bytes, names: Sequence[str]) -> NDArray[np.intp]:
    """Return the places of questions in the order of sha256(code, name), first come first where equal."""
    start = hashlib.sha256(code)
    keys = bytearray()
    for name in names:
        content = start.copy()
        content.update(name.encode("utf-8", "surrogatepass"))
        keys += content.digest()[:_SEED_BYTES]
    return np.argsort(np.frombuffer(bytes(keys), dtype=">u8"), kind="stable")


def queue_order(catalog: Catalog, assessor: int) -> tuple[Ints, Ints]:
    """Return an assessor's questions in queue order, and all their answers that are assigned to them.

    Answers stand in the order of the collection; those of a ranked question in an order seeded per
    assessor, since their own may be that of the site they come from.
    """
    answers = np.flatnonzero(catalog.assigned_to(assessor))
    owner = catalog.answer_question[answers]
    questions = np.unique(owner)
    code = catalog.assessors[assessor].code
    questions = questions[question_order(code, [catalog.questions[q].name for q in questions])]
    rank = np.zeros(len(catalog.questions), dtype=np.int64)
    rank[questions] = np.arange(len(questions))
    order = np.lexsort((_inside(catalog, code, answers), rank[owner]))
    return questions.astype(np.int32), answers[order].astype(np.int32)


def _inside(catalog: Catalog, code: bytes, answers: NDArray[np.intp]) -> NDArray[np.uint64]:
    """Return the key that orders answers inside their question: their place, or its mixture with the seed."""
    keys = answers.astype(np.uint64)
    kinds = catalog.kind_of_question[catalog.answer_question[answers]]
    seeded = kinds == KINDS.index("ranked")
    if seeded.any():
        seed = np.frombuffer(hashlib.sha256(code).digest()[:_SEED_BYTES], dtype=">u8").astype(np.uint64)
        keys[seeded] = _mixed(keys[seeded] + seed)
    return keys


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers scattered evenly and always the same way (the finalizer of splitmix64)."""
    numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))
