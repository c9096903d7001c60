"""Runs that judging makes: each judge's own ranking of the answers, and the asker's best answer.

Sakai et al. 2010, section 3.5: an assessor's ranking puts answers rated A first, then B, then C, and so on
with the labels of any scheme; inside a group it keeps the order of the collection, which decides scores at
rank 1 but has no meaning.
"""

from collections.abc import Sequence

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.collection.ledger import Ledger
from jurybox.gold.panel import Positions
from jurybox.label_schemes import QUALITY


def judge_groups(
    catalog: Catalog, ledger: Ledger, assessor: int, question: int, words: Sequence[str] = QUALITY.words
) -> tuple[Positions, ...]:
    """Return the answers of a question that an assessor gave each label, the best label first.

    Answers without a label of his are in none; any order inside a group is as good as another.
    """
    answers = catalog.answers_of(question).astype(np.int64)
    said = ledger.labels[assessor, answers]
    return tuple(answers[said == code] for code in ledger.codes.of_all(words).tolist())


def judge_rankings(
    catalog: Catalog, ledger: Ledger, assessors: Positions, question: int, words: Sequence[str] = QUALITY.words
) -> Positions:
    """Return the answers of a question as each of these assessors would rank them, best first, as rows.

    Shape (assessors, answers of the question); -1 behind the last answer that an assessor labeled.
    """
    answers = catalog.answers_of(question).astype(np.int64)
    no_group = len(words)
    group_of = np.full(256, no_group)
    group_of[ledger.codes.of_all(words)] = range(no_group)
    group = group_of[ledger.labels[assessors[:, None], answers].view(np.uint8)]
    order = np.argsort(group, axis=1, kind="stable")
    ranked: Positions = np.where(np.take_along_axis(group, order, axis=1) < no_group, answers[order], -1)
    return ranked


def judge_ranking(
    catalog: Catalog, ledger: Ledger, assessor: int, question: int, words: Sequence[str] = QUALITY.words
) -> Positions:
    """Return the answers of a question as an assessor would rank them, best first.

    Answers without a label of his are left out.
    """
    ranked: Positions = judge_rankings(catalog, ledger, np.array([assessor]), question, words)[0]
    return ranked[ranked >= 0]


def asker_ranking(catalog: Catalog, question: int) -> Positions:
    """Return the asker as a run on a question: the best answer alone; empty where none was chosen."""
    answers = catalog.answers_of(question).astype(np.int64)
    best: Positions = answers[catalog.answer_best[answers] == 1]
    return best
