"""Frames say what the session says."""

import math
from pathlib import Path

import pytest
from small import small_collection

from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.frames import answers, judgments, responses, scores, unit_scores
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
    assert scores(str(path), ["accuracy"]).equals(scores(path, ["accuracy"]))


def test_answers_with_what_the_gold_standard_says(path: Path) -> None:
    frame = answers(path, gold="assessor:Ana")
    assert list(frame.columns) == ["question", "kind", "answer", "truth", "level"]
    assert frame.truth.value_counts().to_dict() == {"incorrect": 8, "correct": 4}
    assert frame.level.isna().all()


def test_units_average_to_the_score(path: Path) -> None:
    frame = unit_scores(path, "accuracy", gold="assessor:Ana")
    assert (frame.index.name, list(frame.columns), len(frame)) == ("answer", ["one", "two"], 12)
    means = scores(path, ("accuracy",), gold="assessor:Ana")
    assert frame.mean().to_dict() == pytest.approx(means.accuracy.to_dict())
    assert unit_scores(path, "F1", gold="assessor:Ana").empty


def test_ranked_answers_have_levels_and_judges_scores(tmp_path: Path) -> None:
    from generator import write_tables

    from jurybox.collection.file import create
    from jurybox.formats.imports import prepare

    write_tables(
        tmp_path / "tables", kind="ranked", questions=6, runs=2, assessors=4, judged=1.0, correct=0.5
    )
    path = tmp_path / "ranked.jury"
    create(path, name="Ranked")
    session = open_session(path)
    with prepare([tmp_path / "tables"], as_format=None, into=path, run=None, assessor=None) as prepared:
        session.store(prepared.store)
    session.close()
    frame = answers(path)
    assert set(frame.kind) == {"ranked"}
    assert frame.level.dropna().between(0, 3).all()
    assert ((frame.truth == "") == frame.level.notna()).all()
    shown = scores(path, humans=True)
    assert list(shown.columns) == ["nG@1", "nDCG", "Q", "Hit@1", "AP"]
    assert "judge a1" in shown.index
    units = unit_scores(path, "nDCG", unjudged="nonrelevant")
    assert units.index.name == "question"
    assert units["run-1"].mean() == pytest.approx(
        scores(path, ("nDCG",), unjudged="nonrelevant").nDCG["run-1"]
    )
