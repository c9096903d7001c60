"""The tables of a collection and of its scores say what the session says."""

import math
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file
from small import small_collection

from jurybox import results
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.measures import measure
from jurybox.session import open_session

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    labels = [(0, at, "correct" if at % 3 == 0 else "incorrect") for at in range(12)]
    path = small_collection(tmp_path / "a.jury", labels=labels)
    session = open_session(path, assessor="Ben")
    session.execute(Judge((4,), state="deferred"))
    session.close()
    return path


def test_judgments_in_force(path: Path) -> None:
    with results.opened(path) as state:
        frame = results.judgments(state)
    assert list(frame.columns) == ["assessor", "question", "answer", "label", "state"]
    assert len(frame) == 13
    last = frame[frame.assessor == "Ben"].iloc[0]
    assert (last.question, last.answer, last.label, last.state) == ("q2", "a2.2", "", "deferred")
    pivot = frame.pivot_table(index="question", columns="label", values="answer", aggfunc="count")
    assert pivot.loc["q1", "correct"] == 1


def test_responses_in_order(path: Path) -> None:
    with results.opened(path) as state:
        frame = results.responses(state)
    assert len(frame) == 24
    assert set(frame.decision) == {"yes", "no"}
    assert frame.iloc[0].run == "one"
    assert frame["rank"].isna().all()


def test_scores_by_run_and_measure(path: Path) -> None:
    with results.opened(str(path)) as state:
        board = results.scoreboard(state, "assessor:Ana")
        frame = results.runs(board, ("accuracy", "recall"))
        given, labels = results.responses(state), results.judgments(state)
        with pytest.raises(Refused, match="not a gold standard"):
            results.scoreboard(state, "nobody")
        with pytest.raises(ValueError, match="F1"):
            results.runs(board, ("F11",))
    assert (frame.index.name, sorted(frame.index)) == ("run", ["one", "two"])
    right = given.merge(labels[labels.assessor == "Ana"], on=["question", "answer"])
    right["right"] = (right.decision == "yes") == (right.label == "correct")
    for run, accuracy in right.groupby("run").right.mean().items():
        assert math.isclose(frame.loc[run, "accuracy"], accuracy)


def test_a_file_that_is_no_collection_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jury").write_text("no")
    with pytest.raises(Refused), results.opened(tmp_path / "a.jury"):
        pass


def test_answers_with_what_the_gold_standard_says(path: Path) -> None:
    with results.opened(path) as state:
        frame = results.answers(state, results.scoreboard(state, "assessor:Ana"))
    assert list(frame.columns) == ["question", "kind", "answer", "truth", "level"]
    assert frame.truth.value_counts().to_dict() == {"incorrect": 8, "correct": 4}
    assert frame.level.isna().all()


def test_units_average_to_the_score(path: Path) -> None:
    with results.opened(path) as state:
        board, names = results.scoreboard(state, "assessor:Ana"), results.names_of(state)
        frame = results.units(board, names, ["accuracy", "F1"])
        means = results.runs(board, "accuracy")
        assert means.equals(results.runs(board, ["accuracy"]))
        assert means.equals(results.runs(board, measure("accuracy")))
    wide = frame["accuracy"].unstack("run")
    assert (wide.shape, list(frame.index.names)) == ((12, 2), ["unit", "run"])
    assert wide.mean().to_dict() == pytest.approx(means.accuracy.to_dict())
    assert frame["F1"].isna().all()
    assert "No mean over answers: F1." in frame.attrs["notes"]


def test_ranked_answers_have_levels_and_judges_scores(tmp_path: Path) -> None:
    from generator import write_tables

    from jurybox.collection.file import create
    from jurybox.formats.imports import prepare

    write_tables(tmp_path / "tables", kind="ranked", questions=6, runs=2, assessors=4, judged=1.0, correct=0.5)
    path = tmp_path / "ranked.jury"
    create(path, name="Ranked")
    session = open_session(path)
    with prepare([tmp_path / "tables"], as_format=None, into=path, run=None, assessor=None) as prepared:
        session.store(prepared.store)
    session.close()
    with results.opened(path) as state:
        board = results.scoreboard(state, humans=True)
        frame, shown = results.answers(state, board), results.runs(board)
        other = results.scoreboard(state, unjudged="nonrelevant")
        units = results.units(other, results.names_of(state), ["nDCG"])
        means = results.runs(other, ["nDCG"])
    assert set(frame.kind) == {"ranked"}
    assert frame.level.dropna().between(0, 3).all()
    assert ((frame.truth == "") == frame.level.notna()).all()
    assert list(shown.columns) == ["nG@1", "nDCG", "Q", "Hit@1", "AP", "units"]
    assert "judge a1" in shown.index
    assert units["nDCG"].unstack("run")["run-1"].mean() == pytest.approx(means.nDCG["run-1"])


def test_the_example_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    demo_file(tmp_path / "campaign.jury", "series")
    monkeypatch.chdir(tmp_path)
    blocks = (ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1:]
    (example,) = (block.split("```")[0] for block in blocks if "results.opened" in block)
    found: dict[str, Any] = {}
    exec(example, found)
    assert found["pairs"].index.names == ["run", "other"]
    assert len(found["units"]) > len(found["frame"]) > 1
    assert "rest on 29 of 54 factoid questions, 25 pending" in capsys.readouterr().out
