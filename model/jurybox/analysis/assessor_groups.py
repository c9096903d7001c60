"""Groups of assessors, each taken for the panel: which there are, and how runs score under one."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis.data import Scores
from jurybox.analysis.frozen import Frozen
from jurybox.analysis.study_requests import Material
from jurybox.collection.judges import judges
from jurybox.errors import Refused
from jurybox.gold import Gold, gold_for
from jurybox.kinds import KINDS
from jurybox.measures import Measure


def panel_of(made_from: Material) -> tuple[int, ...]:
    """Return whose labels a gold standard could be made of: the panel, else all judges with a label."""
    found, facts = judges(made_from.catalog, made_from.facts), made_from.facts
    return tuple(at for at in found if facts.panel or np.any(made_from.ledger.labels[at] > 0))


@dataclass(frozen=True)
class Groups:
    """Whom groups are made of, their gold standard, and what scores all runs when only a group had judged.

    `score` takes places in `names`, and knows nothing of what is judged later.
    """

    names: tuple[str, ...]
    gold: Gold
    score: Callable[[tuple[int, ...]], Scores]


def groups_of(made_from: Material, measure: Measure) -> Groups:
    """Return the groups that judges can be exchanged between, as of now.

    GA, which wants four, becomes GAW; an adjudication, which wins over any group, and a single assessor
    become the majority. Refused where the gold standard does not hang on who judged.
    """
    board, catalog, people = made_from.board, made_from.catalog, panel_of(made_from)
    gold = gold_for(board.kind_of(measure) or "factoid", board.gold, catalog, made_from.facts)
    if gold.whose == "BA":
        raise Refused("The asker's best answer does not hang on who judged, so there is nothing to exchange.")
    if gold.whose in ("GA", "LOO"):
        gold = Gold("GAW")
    if gold.whose in ("adjudicated", "assessor"):
        gold = Gold("majority", gold.mapping)
    runs = [run for run in board.runs if run < len(catalog.runs)]
    judged = replace(Frozen.of(board, catalog, made_from.ledger, made_from.facts), humans=False)

    def score(group: tuple[int, ...]) -> Scores:
        facts = replace(judged.facts, panel=tuple(people[at] for at in group))
        own = replace(judged, facts=facts).board(gold)
        return np.array([own.score(measure, run).value for run in runs])

    return Groups(tuple(catalog.assessors[at].name for at in people), gold, score)


def said_by_people(made_from: Material) -> str:
    """Return a short text that is another one as soon as anybody who can be in a group says another thing."""
    catalog, board = made_from.catalog, made_from.ledger.board
    people, selected = list(panel_of(made_from)), made_from.board.questions
    asked = range(len(catalog.questions)) if selected is None else sorted(selected)
    answers = np.flatnonzero(np.isin(catalog.answer_question, list(asked)))
    digest = hashlib.sha256(repr([catalog.assessors[at].code for at in people]).encode())
    digest.update(made_from.ledger.labels[people][:, answers].tobytes())
    for question in asked:
        if KINDS[catalog.questions[question].kind].desk == "judge":
            continue
        nuggets, pool = catalog.nuggets.of(question), catalog.answers_of(question).tolist()
        digest.update(board.matches_of(question).of(pool, nuggets, people).tobytes())
        said = [sorted(board.votes.get(nugget, {}).items()) for nugget in nuggets]
        grouped = [sorted(board.groups.get(answer, {}).items()) for answer in pool]
        if any(said) or any(grouped):
            digest.update(repr((said, grouped)).encode())
    return digest.hexdigest()[:16]
