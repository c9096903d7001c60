"""Tables of the levels of ranked answers: by pattern, by question, and of the asker's best answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jurybox.gold import Gold
from jurybox.gold.distributions import PatternCount
from jurybox.gold.patterns import pattern_text
from jurybox.language import tr
from jurybox.results.frame import make_frame

if TYPE_CHECKING:
    import pandas as pd


def level_name(level: int) -> str:
    """Return the name of a level: `L3`, or its meaning if it is not a level."""
    return f"L{level}" if level >= 0 else "unjudged" if level == -1 else "left out"


def levels_by_pattern(gold: Gold, patterns: Sequence[PatternCount]) -> pd.DataFrame:
    """Return how many answers have a pattern of labels, and the level that it gives."""
    rows = [(pattern_text(one.pattern), level_name(one.level), one.answers) for one in patterns]
    head = ("pattern", "level", "answers")
    note = tr("?: a label is still missing; -: a judge gave none, such as cannot tell.")
    notes = (note,) if any(mark in one.pattern for one in patterns for mark in "?-") else ()
    return make_frame("levels-by-pattern", tr("Patterns ({gold})", gold=gold), head, rows, (0, 1), notes)


def levels_by_question(gold: Gold, by_question: Mapping[int, Mapping[int, int]]) -> pd.DataFrame:
    """Return how many questions have each number of answers (rows) of each level (columns); None for none."""
    numbers = sorted({number for column in by_question.values() for number in column})
    rows = [(number, *(column.get(number) for column in by_question.values())) for number in numbers]
    head = ("answers", *map(level_name, by_question))
    caption = tr("Questions by how many answers of a level they have ({gold})", gold=gold)
    return make_frame("levels-by-question", caption, head, rows)


def levels_of_best(gold: Gold, best: Mapping[int, int]) -> pd.DataFrame:
    """Return the levels of the answers that the askers chose as best."""
    rows = [(level_name(at), many) for at, many in best.items()]
    head = ("level", "answers")
    return make_frame("levels-of-best", tr("The asker's best answers ({gold})", gold=gold), head, rows, (0, 1))
