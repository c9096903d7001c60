"""A collection as pandas frames, for notebooks: judgments, responses, answers, scores.

Read-only, and from the file as it stands; nothing here is used while somebody judges. pandas is imported
when a frame is asked for, since it takes longer to load than the window takes to open.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurybox.collection.file import check_is_ours
from jurybox.collection.ledger import LABEL_OF_CODE
from jurybox.collection.state import State
from jurybox.gold import Gold, gold_in_force
from jurybox.measures import measure
from jurybox.scoring import Scoreboard, Unjudged, usual_measures, usual_unjudged
from jurybox.scoring.ties import Ties, ordered

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pandas as pd

_NO_ANSWER, _NO_LEVEL = -1, -2
_TRUTH = {1: "correct", 0: "incorrect", -1: "unjudged", -2: "left out"}


def judgments(file: Path | str) -> pd.DataFrame:
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


def responses(file: Path | str) -> pd.DataFrame:
    """Return all responses in the order received.

    Columns: run, question, answer ("" where the run gave none), decision ("yes", "no" or ""), rank,
    confidence and score (missing where not given), nil, answered and selected (whether).
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
                "nil": given.nil == 1,
                "answered": given.answered == 1,
                "selected": given.selected == 1,
            }
        )


def answers(file: Path | str, gold: str = "") -> pd.DataFrame:
    """Return all pooled answers with what a gold standard says of them (the collection's own by default).

    Columns: question, kind, answer, truth ("correct", "incorrect", "unjudged", "left out"; for ranked answers
    "unjudged", "left out" or ""), level (whole number, missing where there is none).
    """
    import pandas as pd

    with _opened(file) as state:
        board, catalog = _board(state, gold), state.catalog
        owner = catalog.answer_question.tolist()
        kinds = [catalog.questions[at].kind for at in owner]
        levels = board.levels.tolist() or [_NO_LEVEL] * len(owner)
        truth = [
            _said(level, truth, ranked=kind == "ranked")
            for kind, level, truth in zip(kinds, levels, board.truth.tolist(), strict=True)
        ]
        found = [
            level if kind == "ranked" and level >= 0 else None
            for kind, level in zip(kinds, levels, strict=True)
        ]
        return pd.DataFrame(
            {
                "question": [catalog.questions[at].name for at in owner],
                "kind": kinds,
                "answer": _named(state, range(len(owner))),
                "truth": truth,
                "level": pd.array(found, dtype="Int64"),
            }
        )


def scores(
    file: Path | str,
    names: Sequence[str] = (),
    gold: str = "",
    *,
    unjudged: Unjudged | None = None,
    ties: Ties = "submitted",
    humans: bool = False,
) -> pd.DataFrame:
    """Return runs by measures under a gold standard (the collection's own if none is named).

    One row a run, indexed by its name; columns are the measures (without names, the usual ones of the kinds
    of question there are), NaN where one is undefined. `unjudged` and `humans` as in `Scoreboard`; `ties`:
    how answers of equal score or confidence stand (`jurybox.scoring.ties`). Raises Refused for an unknown
    gold standard, ValueError for an unknown measure.
    """
    import pandas as pd

    with _opened(file) as state:
        board = _board(state, gold, unjudged=unjudged, ties=ties, humans=humans)
        measures = [measure(name) for name in names] or usual_measures(board)
        board.track(measures)
        values = {str(one): [board.score(one, run).value for run in board.runs] for one in measures}
        return pd.DataFrame(values, index=pd.Index([board.name_of(run) for run in board.runs], name="run"))


def unit_scores(
    file: Path | str, name: str, gold: str = "", *, unjudged: Unjudged | None = None, ties: Ties = "submitted"
) -> pd.DataFrame:
    """Return units by runs under a measure that is a mean over units: what each of them counts.

    One row for each unit that is scored (an answer for validation, a question, a series), indexed by its
    name; empty for a measure that exists for whole runs only. Raises as `scores` does.
    """
    import pandas as pd

    with _opened(file) as state:
        board = _board(state, gold, unjudged=unjudged, ties=ties)
        found = board.unit_values(measure(name))
        if found.unit == "answer":
            units = _named(state, found.units.tolist())
        else:
            things = state.catalog.series if found.unit == "series" else state.catalog.questions
            units = [things[at].name for at in found.units.tolist()]
        runs = [board.name_of(run) for run in found.runs]
        return pd.DataFrame(found.values, index=pd.Index(units, name=found.unit), columns=runs)


def _board(
    state: State,
    gold: str,
    *,
    unjudged: Unjudged | None = None,
    ties: Ties = "submitted",
    humans: bool = False,
) -> Scoreboard:
    chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
    made_from = ordered(state, ties), state.ledger, state.facts
    known = unjudged or usual_unjudged(*made_from)
    return Scoreboard(*made_from, chosen, unjudged=known, humans=humans)


def _said(level: int, truth: int, *, ranked: bool) -> str:
    """Return the word for a truth; a level says more than a word."""
    if ranked:
        return _TRUTH[level] if level < 0 else ""
    return _TRUTH[truth]


@contextmanager
def _opened(file: Path | str) -> Iterator[State]:
    path = Path(file)
    check_is_ours(path)
    state = State(path)
    try:
        yield state
    finally:
        state.close()


def _named(state: State, answers: Iterable[int]) -> list[str]:
    """Return the names of answers by position."""
    rows: Any = state.reader.execute("SELECT id - 1, name FROM answer")
    names = {at: name or f"#{at + 1}" for at, name in rows}
    return [names[at] for at in answers]
