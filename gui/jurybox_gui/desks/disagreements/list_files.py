"""The lists of the desk as files: the disagreements listed, and one question side by side."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from jurybox import results
from jurybox.language import tr
from jurybox_gui.desks.export import TableFile

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.analysis.disagreements.disputes import Dispute
    from jurybox.analysis.disagreements.effects import Survey
    from jurybox.analysis.disagreements.side_by_side import QuestionTable
    from jurybox_gui.core.bridge import Bridge


def file_of_list(bridge: Bridge, survey: Survey, disputes: Sequence[Dispute]) -> TableFile:
    """Return the listed disagreements, in their order, as a file of one table."""
    path, gold, unjudged = bridge.session.path, bridge.gold, bridge.unjudged
    questions = dict.fromkeys(one.question for one in disputes)
    shown = replace(survey, questions={one: survey.questions[one] for one in questions})

    def make() -> list[pd.DataFrame]:
        from jurybox.collection.state import State

        with closing(State(path)) as state:
            board = results.scoreboard(state, gold, unjudged=unjudged)
            return [results.disputed_things(state, board, shown, disputes, shown.measure)]

    return TableFile(tr("The disagreements listed"), "disagreements", make)


def file_of_question(bridge: Bridge, table: QuestionTable, *, undisputed: bool) -> TableFile:
    """Return one question with everybody's labels in columns as a file of one table.

    `undisputed`: include the rows on which all agree.
    """
    path, gold, unjudged = bridge.session.path, bridge.gold, bridge.unjudged

    def make() -> list[pd.DataFrame]:
        from jurybox.collection.state import State

        with closing(State(path)) as state:
            board = results.scoreboard(state, gold, unjudged=unjudged)
            return [results.side_by_side(state, board, table, undisputed=undisputed)]

    return TableFile(tr("The question side by side"), "side-by-side", make)
