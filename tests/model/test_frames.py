"""Frames say what the session says."""

import math
from pathlib import Path

import pytest
from small import small_collection

from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.frames import judgments, responses, scores
from jurybox.session import open_session


@pytest.fixture
def path(tmp_path: Path) -> Path:
    labels = [(0, at, "correct" if at % 3 == 0 else "incorrect") for at in range(12)]
    path = small_collection(tmp_path / "a.jury", labels=labels)
    session = open_session(path, assessor="Ben")
    session.execute(Judge((4,), state="deferred"))
    session.close()
    return path


def test_judgments_in_force(path: Path) -> None:
    frame = judgments(path)
    assert list(frame.columns) == ["assessor", "question", "answer", "label", "state"]
    assert len(frame) == 13
    last = frame[frame.assessor == "Ben"].iloc[0]
    assert (last.question, last.answer, last.label, last.state) == ("q2", "a2.2", "", "deferred")
    pivot = frame.pivot_table(index="question", columns="label", values="answer", aggfunc="count")
    assert pivot.loc["q1", "correct"] == 1


def test_responses_in_order(path: Path) -> None:
    frame = responses(path)
    assert len(frame) == 24
    assert set(frame.decision) == {"yes", "no"}
    assert frame.iloc[0].run == "one"
    assert frame["rank"].isna().all()


def test_scores_by_run_and_measure(path: Path) -> None:
    frame = scores(path, ("accuracy", "recall"), gold="assessor:Ana")
    assert list(frame.index) == ["one", "two"]
    right = responses(path).merge(judgments(path)[lambda f: f.assessor == "Ana"], on=["question", "answer"])
    right["right"] = (right.decision == "yes") == (right.label == "correct")
    for run, accuracy in right.groupby("run").right.mean().items():
        assert math.isclose(frame.loc[run, "accuracy"], accuracy)
    with pytest.raises(Refused, match="no gold standard"):
        scores(path, gold="nobody")
    with pytest.raises(ValueError, match="F1"):
        scores(path, ("F11",))
