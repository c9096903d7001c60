"""A collection as pandas frames, for notebooks: judgments, responses, scores.

Read-only, and from the file as it stands; nothing here is used while somebody judges. pandas is imported
when a frame is asked for, since it takes longer to load than the window takes to open.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from jurybox.collection.file import check_is_ours
from jurybox.collection.ledger import LABEL_OF_CODE
from jurybox.collection.state import State
from jurybox.gold import Gold, gold_in_force
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    import pandas as pd

_NO_ANSWER = -1


def judgments(file: Path) -> pd.DataFrame:
    """Return the judgments of answers that are in force, one row each.

    Columns: assessor, question, answer (the name; `#12` for the 12th answer if it has none), label and
    state (one of them is empty). Two that contradict each other give a row with the state "conflict".
    Raises Refused for a file that is no collection.
    """
    import numpy as np
    import pandas as pd

    with _opened(file) as state:
        catalog, labels = state.catalog, state.ledger.labels
        who, answers = np.nonzero(labels)
        codes = labels[who, answers]
        words = [LABEL_OF_CODE.get(int(code), "conflict") for code in codes]
        return pd.DataFrame(
            {
                "assessor": [catalog.assessors[at].name for at in who],
                "question": [catalog.questions[catalog.answer_question[at]].name for at in answers],
                "answer": _named(state, answers.tolist()),
                "label": [word if code > 0 else "" for word, code in zip(words, codes, strict=True)],
                "state": ["" if code > 0 else word for word, code in zip(words, codes, strict=True)],
            }
        )


def responses(file: Path) -> pd.DataFrame:
    """Return all responses in the order received.

    Columns: run, question, answer ("" where the run gave none), decision ("yes", "no" or ""), rank,
    confidence and score (missing where not given).
    """
    import pandas as pd

    with _opened(file) as state:
        catalog, given = state.catalog, state.catalog.responses
        named = dict(enumerate(_named(state, list(range(catalog.answer_count)))))
        named[_NO_ANSWER] = ""
        return pd.DataFrame(
            {
                "run": [catalog.runs[at].name for at in given.run],
                "question": [catalog.questions[at].name for at in given.question],
                "answer": [named[at] for at in given.answer.tolist()],
                "decision": [{1: "yes", 0: "no"}.get(at, "") for at in given.decision.tolist()],
                "rank": pd.array([at if at >= 0 else None for at in given.rank.tolist()], dtype="Int64"),
                "confidence": given.confidence,
                "score": given.score,
            }
        )


def scores(file: Path, names: Sequence[str] = ("F1", "precision", "recall"), gold: str = "") -> pd.DataFrame:
    """Return runs by measures under a gold standard (the collection's own if none is named).

    One row a run, indexed by its name; columns are the measures, NaN where one is undefined. Raises Refused
    for an unknown gold standard, ValueError for an unknown measure.
    """
    import pandas as pd

    with _opened(file) as state:
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        board = Scoreboard(state.catalog, state.ledger, state.facts, chosen)
        measures = [measure(name) for name in names]
        values = {str(one): [board.score(one, run).value for run in board.runs] for one in measures}
        index = pd.Index([state.catalog.runs[run].name for run in board.runs], name="run")
        return pd.DataFrame(values, index=index)


@contextmanager
def _opened(file: Path) -> Iterator[State]:
    check_is_ours(file)
    state = State(file)
    try:
        yield state
    finally:
        state.close()


def _named(state: State, answers: Sequence[int]) -> list[str]:
    """Return the names of answers by position."""
    rows: Any = state.reader.execute("SELECT id - 1, name FROM answer")
    names = {at: name or f"#{at + 1}" for at, name in rows}
    return [names[at] for at in answers]
