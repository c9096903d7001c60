"""The frames of notebooks: examples of the docstrings, and every number against the exported tables."""

import doctest
import math
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from demo_file import demo_file
from small import small_collection

from jurybox import frames, results
from jurybox.analysis.studies.records import as_json, name_of
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.collection.facts import STUDY
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.commands import Judge
from jurybox.commands.facts import SetFact
from jurybox.errors import Refused
from jurybox.formats.tables import write_tables
from jurybox.measures import measure
from jurybox.results import writing
from jurybox.session import open_session

DEMOS = ("validation", "community", "series")
PICTURES = {"validation": "roc", "community": "runs", "series": "series"}
MEASURES = {"validation": ("F1", "accuracy"), "community": ("nDCG@10", "Hit@1"), "series": ("F(3)", "F-list")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with every demo, called as the examples call it, and its tables beside it."""
    folder = tmp_path_factory.mktemp("demos")
    for name in DEMOS:
        with closing(open_reading(demo_file(folder / f"{name}.jury", name))) as db:
            write_tables(db, folder / name)
    return folder


@pytest.fixture(scope="module")
def states(folder: Path) -> Iterator[dict[str, State]]:
    with (
        results.opened(folder / "validation.jury") as one,
        results.opened(folder / "community.jury") as two,
        results.opened(folder / "series.jury") as three,
    ):
        yield dict(zip(DEMOS, (one, two, three), strict=True))


def table(folder: Path, demo: str, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / demo / f"{name}.csv", dtype=str, keep_default_na=False)


def test_the_examples_of_the_docstrings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    found = doctest.testmod(frames)
    assert found.attempted > 10
    assert not found.failed


@pytest.mark.parametrize("demo", DEMOS)
@pytest.mark.sweep
def test_every_frame_says_what_it_is_and_goes_through_every_writer(demo: str, states: dict[str, State]) -> None:
    state, names = states[demo], MEASURES[demo]
    every = [
        frames.scores(state, names, draws=0),
        frames.unit_scores(state, names),
        frames.coverage(state, names),
        frames.answers(state),
        frames.labels(state),
        frames.ratings(state),
        frames.lengths(state),
        frames.agreement(state, draws=0),
        frames.disagreements(state),
        frames.rank_changes(state, names[0]),
        frames.points(state, PICTURES[demo]),
        frames.studies(state),
    ]
    public = (frames.__doc__ or "").split("Functions\n")[1].replace(",", " ").split()
    assert len(every) == len(public) == len(set(public))
    assert all(callable(getattr(frames, name)) for name in public)
    for frame in every:
        assert frame.attrs["caption"]
        assert not frame.index.names[0]
        assert writing.FORMS["csv"](frame).splitlines()[0].startswith(str(frame.columns[0]))
        made = writing.FORMS["text"](frame.head(3))
        assert frame.attrs["caption"] in made


@pytest.mark.parametrize("demo", DEMOS)
def test_scores_are_those_of_the_tables_with_what_they_rest_on(demo: str, states: dict[str, State]) -> None:
    state = states[demo]
    board, wide = results.scoreboard(state), results.runs(results.scoreboard(state), MEASURES[demo])
    long = frames.scores(state, MEASURES[demo], draws=99)
    assert long.pivot_table(index="run", columns="measure", values="score").to_dict() == {
        name: wide[name].to_dict() for name in sorted(MEASURES[demo])
    }
    for row in long.to_dict("records"):
        run = next(at for at in board.runs if board.name_of(at) == row["run"])
        score, bounds = board.score(measure(row["measure"]), run), board.bounds(measure(row["measure"]), run)
        assert (row["units"], row["pending"], row["excluded"]) == (score.units, score.waiting, score.left_out)
        assert (row["lowest"], row["highest"]) == (bounds.low, bounds.high)
        assert row["CI low"] <= row["score"] <= row["CI high"]
    counted = frames.coverage(state, MEASURES[demo]).merge(long, on=["measure", "run"])
    assert len(counted) == len(long)
    assert (counted.units_x == counted.units_y).all()
    assert (counted.share == counted.units_x / (counted.units_x + counted.pending_x + counted.excluded_x)).all()


@pytest.mark.parametrize(("demo", "name"), [("community", "nDCG@10"), ("series", "F(3)"), ("series", "F-list")])
def test_scores_of_units_average_to_the_score(demo: str, name: str, states: dict[str, State]) -> None:
    units = frames.unit_scores(states[demo], name)
    scores = frames.scores(states[demo], name, draws=0).set_index("run")
    for run, mean in units.groupby("run").score.mean().items():
        assert math.isclose(mean, scores.score[run], rel_tol=1e-12)
    assert (units.groupby("run").score.count() == scores.units[sorted(scores.index)]).all()


def test_scores_of_answers_and_series_name_what_they_are_of(states: dict[str, State]) -> None:
    answers = frames.unit_scores(states["validation"], "accuracy")
    assert set(answers.unit) == {"answer"}
    assert answers.groupby("run").score.mean().round(6).to_dict() == {
        row.run: round(row.score, 6) for row in frames.scores(states["validation"], "accuracy", draws=0).itertuples()
    }
    series = frames.unit_scores(states["series"], "series")
    assert set(series.unit) == {"series"}
    assert set(series.question) == {""}
    assert all(series.series)


@pytest.mark.parametrize("demo", DEMOS)
def test_labels_are_those_of_the_exported_tables(demo: str, folder: Path, states: dict[str, State]) -> None:
    found = frames.labels(states[demo])
    theirs = table(folder, demo, "judgments")
    ours = found[found.type.isin(["judgment", "repeat"]) | ((found.type == "adjudication") & (found.grade >= 0))]
    keys = ["assessor", "question", "answer", "label", "state", "note"]
    theirs = theirs[(theirs.label != "") | (theirs.state != "")]
    assert sorted(map(tuple, ours[keys].to_numpy().tolist())) == sorted(map(tuple, theirs[keys].to_numpy().tolist()))
    questions = table(folder, demo, "questions").set_index("question")
    assert (found["question text"] == questions.text[found.question].to_numpy()).all()
    assert (found.category == questions.category[found.question].to_numpy()).all()
    named = found[found.answer != ""]
    texts = table(folder, demo, "answers").set_index(["question", "answer"]).text
    keys_of = pd.MultiIndex.from_frame(named[["question", "answer"]])
    assert (named.text.to_numpy() == texts[keys_of].to_numpy()).all()
    assert pd.to_datetime(found.time, utc=True).notna().all()
    if demo == "series":
        matches = table(folder, demo, "matches")
        assert len(found[(found.type == "match") & (found.label != "")]) == len(
            matches[(matches.kind == "") & matches.support.isin(["yes", "partial", "no"])]
        )


def test_a_state_has_no_label_and_no_grade(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", labels=[(0, 0, "correct"), (0, 1, "incorrect")])
    with closing(open_session(path, assessor="Ben")) as session:
        session.execute(Judge((0,), "incorrect"))
        session.execute(Judge((0,), "correct", note='=after all, "yes"'))
        session.execute(Judge((2,), state="skipped"))
    found = frames.labels(path).set_index(["assessor", "answer"])
    assert len(found) == 4
    assert found.grade["Ana", "a1.1"] == 1
    assert found.grade["Ana", "a1.2"] == 0
    assert (found.label["Ben", "a1.3"], found.state["Ben", "a1.3"]) == ("", "skipped")
    assert math.isnan(found.grade["Ben", "a1.3"])
    assert (found.label["Ben", "a1.1"], found.note["Ben", "a1.1"]) == ("correct", '=after all, "yes"')
    assert not found.conflict.any()
    assert not list(tmp_path.glob("*-journal"))


def test_answers_have_truth_texts_and_counts(folder: Path, states: dict[str, State]) -> None:
    for demo in DEMOS:
        found = frames.answers(states[demo])
        responses = table(folder, demo, "responses")
        times = responses.groupby(["question", "answer"]).size().to_dict()
        assert [times.get(key, 0) for key in zip(found.question, found.answer, strict=True)] == found.responses.tolist()
        judged = table(folder, demo, "judgments")
        judged = judged[(judged.kind == "") & (judged.label != "") & (judged.answer != "")]
        labels = judged.groupby(["question", "answer"]).size().to_dict()
        assert [labels.get(key, 0) for key in zip(found.question, found.answer, strict=True)] == found.labels.tolist()
        assert found.text.tolist() == table(folder, demo, "answers").text.tolist()


def test_lengths_are_those_of_the_texts(folder: Path, states: dict[str, State]) -> None:
    found = frames.lengths(states["series"]).set_index(["run", "question"])
    texts = table(folder, "series", "answers").set_index(["question", "answer"]).text
    rows = table(folder, "series", "responses")
    rows = rows[(rows.answered != "no") & (rows.answer != "NIL") & ((rows.answer != "") | (rows.text != ""))]
    characters: dict[tuple[str, str], int] = {}
    words: dict[tuple[str, str], int] = {}
    for row in rows.to_dict("records"):
        text, key = row["text"] or texts[row["question"], row["answer"]], (row["run"], row["question"])
        characters[key] = characters.get(key, 0) + sum(not sign.isspace() for sign in text)
        words[key] = words.get(key, 0) + len(text.split())
    assert found.characters.to_dict() == characters
    assert found.words.to_dict() == words


def test_ratings_are_means_of_grades(folder: Path, states: dict[str, State]) -> None:
    grade = {"A": 2, "B": 1, "C": 0}
    judged = table(folder, "community", "judgments")
    judged = judged[(judged.kind == "") & judged.label.isin(grade) & (judged.answer != "")]
    judged = judged.assign(grade=judged.label.map(grade))
    rows = table(folder, "community", "responses")
    rows["rank"] = rows["rank"].replace("", "0").astype(int)
    for cutoff in (None, 1, 3):
        found = frames.ratings(states["community"], cutoff)
        kept = rows.sort_values("rank", kind="stable").groupby(["run", "question"]).head(cutoff or len(rows))
        given = kept.merge(judged, on=["question", "answer"])
        by_person = given.groupby(["run", "assessor"]).grade.agg(["mean", "std", "count"])
        by_answer = given.groupby(["run", "question", "answer"]).grade.mean().groupby("run").agg(["mean", "std"])
        for row in found.to_dict("records"):
            theirs = by_person.loc[(row["run"], row["assessor"])] if row["assessor"] else by_answer.loc[row["run"]]
            assert math.isclose(row["mean"], theirs["mean"], rel_tol=1e-12)
            assert math.isclose(row["sd"], theirs["std"], rel_tol=1e-9)
            if row["assessor"]:
                assert row["answers"] == theirs["count"]
        assert found[found.assessor == ""].of.sum() == len(kept)
    assert frames.ratings(states["series"]).empty
    assert "factoid" in frames.ratings(states["series"]).attrs["notes"][0]


def test_agreement_is_that_of_the_tables(states: dict[str, State]) -> None:
    state = states["community"]
    made_from = state.collection
    theirs = results.find_agreements(made_from, "quality", draws=50)
    found = frames.agreement(state, draws=50)
    whole = found[found.part == "all"].set_index("coefficient")
    figures = results.agreement_figures(theirs)
    assert whole.value.tolist() == pytest.approx(figures.iloc[:, 0].tolist(), nan_ok=True)
    assert whole["CI low"].tolist() == pytest.approx(figures.iloc[:, 1].tolist(), nan_ok=True)
    pairs = found[(found.part == "pair") & (found.coefficient == "kappa")]
    assert sorted(pairs.value) == sorted(results.agreement_by_pair(theirs)["kappa"])
    assert set(found[found.part == "category"].name) == {one.category for one in state.catalog.questions}
    assert set(found[found.part == "label"].name) == {"A", "B", "C"}


def test_disagreements_have_a_row_for_each_label(folder: Path, states: dict[str, State]) -> None:
    found = frames.disagreements(states["validation"], "F1")
    judged = table(folder, "validation", "judgments")
    labels = judged[(judged.kind == "") & (judged.label != "")].groupby(["question", "answer"]).label
    disputed = labels.nunique()
    disputed = disputed[disputed > 1]
    assert len(found) == labels.size()[disputed.index].sum()
    assert set(zip(found.question, found["about"], strict=True)) == set(disputed.index)
    assert found.effect.notna().any()
    assert frames.disagreements(states["validation"]).effect.isna().all()


def test_ranks_change_with_the_gold_standard(states: dict[str, State]) -> None:
    state = states["validation"]
    found = frames.rank_changes(state, "F1", ("majority+lenient", "adjudicated+strict"))
    assert list(dict.fromkeys(found.gold)) == ["majority+lenient", "adjudicated+strict"]
    for gold, rows in found.groupby("gold"):
        scores = frames.scores(state, "F1", gold=str(gold), draws=0).set_index("run")
        assert rows.set_index("run").score.to_dict() == scores.score.to_dict()
    here = frames.scores(state, "F1", draws=0).set_index("run")["rank"]
    assert all(row.change == here[row.run] - row.rank for row in found.itertuples(index=False))
    assert found[found.gold == "adjudicated+strict"].change.eq(0).all()


def test_points_are_those_of_the_picture(states: dict[str, State]) -> None:
    found = frames.points(states["validation"])
    rates = results.runs(results.scoreboard(states["validation"]), ("fpr", "tpr"))
    runs = found[found.layer == "point"].set_index("name")
    assert runs.x[rates.index].tolist() == rates.fpr.tolist()
    assert runs.y[rates.index].tolist() == rates.tpr.tolist()
    with pytest.raises(Refused, match="There are: roc"):
        frames.points(states["validation"], "rock")
    with pytest.raises(Refused, match="no picture roc of this collection"):
        frames.points(states["community"])


def test_studies_that_are_kept(tmp_path: Path) -> None:
    path = demo_file(tmp_path / "c.jury", "community")
    assert frames.studies(path).empty
    asked: list[dict[str, Any]] = []
    with results.opened(path) as state:
        material = results.scoreboard(state)
        for study in ("stability", "swap", "error-rate", "collection-size", "assessors"):
            request = Request(study, measure("nDCG"), trials=5, sizes=(2, 4), size=3)  # type: ignore[arg-type]
            asked.append(run_study(material, request))
    with closing(open_session(path, assessor="Mirela Dobre")) as session:
        for record in asked:
            session.execute(SetFact(f"{STUDY}{name_of(record)}", as_json(record)))
    found = frames.studies(path)
    assert set(found.kind) == {record["study"] for record in asked}
    rates = found[(found.kind == "stability") & (found.figure == "error_rate")]
    assert rates.value.tolist() == [point["error_rate"] for point in asked[0]["points"]]
    assert rates["at"].iloc[0] == "fuzziness 0.01"
    sizes = found[(found.kind == "collection-size") & (found.figure == "mean")]
    assert sizes["at"].iloc[0] == "size 2, run alder-1"
    assert sizes.value.tolist() == [run["mean"] for point in asked[3]["points"] for run in point["runs"]]
    taus = found[(found.kind == "assessors") & (found.figure == "taus")]
    assert taus.value.tolist() == asked[4]["taus"]


def test_what_is_not_there_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "a.jury").write_text("no")
    with pytest.raises(Refused):
        frames.scores(tmp_path / "a.jury")
    with pytest.raises(ValueError, match="Did you mean F1"):
        frames.scores(folder / "validation.jury", "F11")
    with pytest.raises(Refused, match="not a gold standard"):
        frames.unit_scores(str(folder / "validation.jury"), "F1", gold="nobody")


def test_the_example_of_the_readme_runs(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copyfile(folder / "series.jury", tmp_path / "campaign.jury")
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    (example,) = (part.split("```")[0] for part in text.split("```python\n")[1:] if "import frames" in part)
    found: dict[str, Any] = {}
    exec(example, found)
    assert set(found["scores"].measure) == {"c@1", "accuracy"}
    assert len(found["labels"]) > 2000
