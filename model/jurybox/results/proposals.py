"""The table of labels that answer patterns propose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.gold.truth import TRUTH_WORDS
from jurybox.judging.proposals import Patterns, ProposedAnswer, questions_known
from jurybox.label_schemes import label_word
from jurybox.language import grouped, tr
from jurybox.lists import comma_list
from jurybox.results.frame import make_frame
from jurybox.scoring import Scoreboard
from jurybox.wording import count_of

if TYPE_CHECKING:
    import pandas as pd


def proposals(state: State, board: Scoreboard, patterns: Patterns, proposed: Sequence[ProposedAnswer]) -> pd.DataFrame:
    """Return the labels patterns propose for answers, beside their present gold values.

    `pattern` and `line`: the evidence for the label, empty if no pattern of the question matches.
    """
    catalog, names = state.catalog, answer_names(state.reader)
    rows = [
        (
            catalog.questions[catalog.answer_question[one.answer]].name,
            names[one.answer],
            one.proposal.label,
            TRUTH_WORDS[int(board.truth[one.answer])],
            one.proposal.line or None,
            one.proposal.pattern,
            one.document or "",
            one.text,
        )
        for one in proposed
    ]
    head = ("question", "answer", "proposed", "gold standard", "line", "pattern", "document", "text")
    return make_frame(
        "proposals",
        tr("Labels proposed by answer patterns"),
        head,
        rows,
        (0, 1, 2, 3, 5, 6, 7),
        (_summary(state, patterns, proposed), *_problems(patterns)),
    )


def _summary(state: State, patterns: Patterns, proposed: Sequence[ProposedAnswer]) -> str:
    """Return how many questions have patterns, and how often each label is proposed."""
    known, catalog = questions_known(state.catalog, patterns), state.catalog
    counts = Counter(one.proposal.label for one in proposed)
    listed = comma_list(
        f"{grouped(counts[label])} {label_word(label)}" for label in ("correct", "unsupported", "incorrect")
    )
    return tr(
        "Patterns for {known:,} of {questions}; {answers}: {listed}.",
        known=known,
        questions=count_of(len(catalog.questions), "question"),
        answers=count_of(len(proposed), "answer"),
        listed=listed,
    )


def _problems(patterns: Patterns) -> list[str]:
    """Return one sentence for each line of the file that could not be used."""
    return [tr("Line {line:,} was left out: {why}", line=line, why=why) for line, why in patterns.problems]
