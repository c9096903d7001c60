"""The chart of decisions has room for five: how many more there are is counted above it."""

from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from small import small_collection

from jurybox.analysis.disagreements.disputes import Dispute, QuestionDisputes, Turn
from jurybox.analysis.disagreements.effects import Survey
from jurybox.measures import measure
from jurybox.session import open_session
from jurybox_gui.desks.disagreements.decision_effects import DecisionEffects


@pytest.mark.parametrize(("many", "more"), [(5, ""), (6, " (and 1 more way)"), (7, " (and 2 more ways)")])
def test_ways_without_a_column_are_counted(tmp_path: Path, many: int, more: str) -> None:
    names = [f"person {at}" for at in range(many)]
    path = small_collection(tmp_path / "c.jury", assessors=names)
    now, then = np.array([0.5, 0.25]), np.array([0.25, 0.5])
    turns = tuple(Turn("", who, 0.25, ((0, 1),), 0, 0, now, then) for who in range(many))
    dispute = Dispute("label", 0, 0, -1, ((0, "correct"), (1, "incorrect")), 1.0, turns=turns)
    survey = Survey({0: QuestionDisputes(0, 0.0, 1, (dispute,))}, measure("accuracy"), (0, 1))
    with closing(open_session(path, assessor="Chair")) as session:
        decisions = DecisionEffects(session, "adjudicated+strict", ("one", "two").__getitem__, lambda _: False)
        shown = decisions.of(dispute, survey)
    assert shown.chart is not None
    assert shown.chart[0] == f"Ranking by accuracy with one assessor left out{more}"
