"""A collection as tables: judgments, responses, answers; and how notebooks open one.

Read-only, and from the file as it is on the disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.collection.file import check_is_ours
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.gold import gold_in_force, gold_named
from jurybox.gold.truth import TRUTH_WORDS
from jurybox.language import tr
from jurybox.results.frame import make_frame
from jurybox.results.scores import Names
from jurybox.scoring import Scoreboard, Unjudged, unjudged_under
from jurybox.scoring.ties import Ties, ordered

if TYPE_CHECKING:
    import pandas as pd


_NO_ANSWER, _NO_LEVEL = -1, -2


@contextmanager
def opened(file: Path | str) -> Iterator[State]:
    """Open a collection for reading, and close it at the end of the block.

    Raises Refused for a file that is not a collection.
    """
    path = Path(file)
    check_is_ours(path)
    state = State(path)
    try:
        yield state
    finally:
        state.close()


def scoreboard(
    state: State,
    gold: str | None = None,
    *,
    unjudged: Unjudged | None = None,
    ties: Ties = "submitted",
    humans: bool = False,
) -> Scoreboard:
    """Return the scores of a collection under a gold standard by name, by default the current one.

    `unjudged`: what unjudged answers count as, by default as the data suggests; `ties`: how answers of equal
    score or confidence are ordered; `humans`: with the judges as runs. Raises Refused for an unknown gold
    standard.
    """
    chosen = gold_named(gold, state.facts) if gold else gold_in_force(state.catalog, state.facts)
    ordering = state.collection._replace(catalog=ordered(state, ties))
    return Scoreboard(ordering, chosen, unjudged=unjudged or unjudged_under(chosen, ordering), humans=humans)


def names_of(state: State) -> Names:
    """Return the names of answers (after their question), questions and series, by position."""
    catalog, questions = state.catalog, [question.name for question in state.catalog.questions]
    question_of = catalog.answer_question.tolist()
    answers = [f"{questions[at]}/{name}" for at, name in zip(question_of, answer_names(state.reader), strict=True)]
    return {"answer": answers, "question": questions, "series": [one.name for one in catalog.series]}


def judgments(state: State) -> pd.DataFrame:
    """Return the current judgments of answers, one row each.

    Columns: assessor, question, answer (the name; `#12` for the 12th answer if it has none), label and
    state (one of the two is empty). Two that contradict each other give a row with the state "conflict".
    """
    import numpy as np

    catalog, labels, names = state.catalog, state.ledger.labels, answer_names(state.reader)
    who, answers = np.nonzero(labels)
    rows = []
    for person, answer in zip(who.tolist(), answers.tolist(), strict=True):
        code = int(labels[person, answer])
        word = state.ledger.codes.word(code, "conflict")
        label = (word, "") if code > 0 else ("", word)
        question = catalog.questions[catalog.answer_question[answer]].name
        rows.append((catalog.assessors[person].name, question, names[answer], *label))
    head = ("assessor", "question", "answer", "label", "state")
    return make_frame("judgments", tr("Current judgments of answers"), head, rows, range(5), index=0)


def responses(state: State) -> pd.DataFrame:
    """Return all responses in the order received.

    Columns: run, question, answer ("" where the run gave none), decision ("yes", "no" or ""), rank (None
    where not given), confidence and score (NaN where not given), nil, answered and selected (whether).
    """
    catalog, given = state.catalog, state.catalog.responses
    named = dict(enumerate(answer_names(state.reader))) | {_NO_ANSWER: ""}
    columns = (
        [catalog.runs[at].name for at in given.run],
        [catalog.questions[at].name for at in given.question],
        [named[at] for at in given.answer.tolist()],
        [{1: "yes", 0: "no"}.get(at, "") for at in given.decision.tolist()],
        [at if at >= 0 else None for at in given.rank.tolist()],
        given.confidence.tolist(),
        given.score.tolist(),
        *((part == 1).tolist() for part in (given.nil, given.answered, given.selected)),
    )
    head = ["run", "question", "answer", "decision", "rank", "confidence", "score"]
    head += ["nil", "answered", "selected"]
    rows = zip(*columns, strict=True)
    return make_frame("responses", tr("Responses as received"), head, rows, range(4), index=0)


def answers(state: State, board: Scoreboard) -> pd.DataFrame:
    """Return all pooled answers with their truth under the gold standard of a scoreboard.

    Columns: question, kind, answer, truth ("correct", "incorrect", "unjudged", "left out"; for ranked answers
    "unjudged", "left out" or ""), level (whole number, None where there is none).
    """
    catalog = state.catalog
    owner = catalog.answer_question.tolist()
    levels = board.levels.tolist() or [_NO_LEVEL] * len(owner)
    rows = []
    for at, name, level, truth in zip(owner, answer_names(state.reader), levels, board.truth.tolist(), strict=True):
        graded = catalog.is_graded[at]
        has_level = graded and level >= 0
        word = "" if has_level else TRUTH_WORDS[level if graded else truth]
        question = catalog.questions[at]
        rows.append((question.name, question.kind, name, word, level if has_level else None))
    notes = (tr("Gold standard {gold_text}.", gold_text=board.gold_words), board.frozen_text)
    head = ("question", "kind", "answer", "truth", "level")
    return make_frame("answers", tr("Pooled answers and their gold values"), head, rows, range(4), notes, index=0)
