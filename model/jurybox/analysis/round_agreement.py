"""How far people agree over the calibration round, for the organizer."""

from collections.abc import Iterable

import numpy as np

from jurybox.analysis.agreement import Agreement, agreement
from jurybox.analysis.label_matrix import label_matrix, schemes_of
from jurybox.collection.collection import Collection
from jurybox.collection.judges import people
from jurybox.kinds import DISPLAY_ORDER


def round_agreements(collection: Collection, questions: Iterable[int]) -> tuple[tuple[str, Agreement], ...]:
    """Return the agreement over the answers of some questions, for each scheme they are judged by.

    `questions` by position. Only labels of people count: not those of models, keys and the asker. If no
    answer has labels of two people, the figures are undefined, with the reason. Source: as of `agreement`.
    """
    catalog, facts = collection.catalog, collection.facts
    kinds = {catalog.questions[question].kind for question in questions}
    found = []
    known = schemes_of(facts)
    for name in dict.fromkeys(facts.name_of_scheme(kind) for kind in DISPLAY_ORDER):
        if kinds & set(known[name].kinds if name in known else ()):
            matrix = label_matrix(collection, name, "everybody")
            labels = matrix.of_questions(frozenset(questions)).labels[np.isin(matrix.assessors, people(catalog))]
            found.append((name, agreement(labels, len(matrix.words), matrix.about.intervals)))
    return tuple(found)
