"""`jurybox agreement`, `disagreements`, `compare` and `study`: what they print, keep and refuse."""

import csv
import io
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from series import series_collection

from jurybox import results
from jurybox.analysis.agreement import agreement, confusion
from jurybox.analysis.label_matrix import label_matrix
from jurybox.analysis.samples import gather
from jurybox.analysis.significance import sign_test
from jurybox.analysis.studies import stability, swap
from jurybox.collection.state import State
from jurybox.commands import Judge, Match, SetGroup, Vote
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard, coverage
from jurybox.session import open_session


@pytest.fixture
def board(demo: Path) -> Any:
    with closing(State(demo)) as state:
        yield Scoreboard(state.collection, Gold.parse("adjudicated")), state


def test_agreement_prints_all_its_figures(run: Any, demo: Path, board: Any) -> None:
    found = run("agreement", demo, "--format", "json", "--draws", "100").json
    _, state = board
    matrix = label_matrix(state.collection, "validation")
    whole = agreement(matrix.labels, 2)
    assert found["scheme"] == "validation"
    assert (found["items"], found["assessors"]) == (whole.items, whole.assessors)
    for name in ("raw", "alpha_nominal", "alpha_ordinal"):
        assert found[name] == getattr(whole, name).value
        assert found["intervals"][name]["low"] < found[name] < found["intervals"][name]["high"]
    assert found["fleiss_kappa"] is None
    assert "same number of labels" in found["reason"]
    assert {"a", "b", "items", "kappa", "raw"} <= set(found["pairs"][0])
    assert sum(one["given"] for one in found["labels"]) == sum(whole.labels)
    assert sum(one["items"] for one in found["categories"]) == whole.items
    for label in found["labels"]:
        assert label["low"] < label["alpha"] < label["high"]
    for one in found["categories"]:
        between = one["intervals"]["raw"]
        assert between["method"] == "none" or between["low"] <= one["raw"] <= between["high"]
    assert all(one["low"] <= one["kappa"] <= one["high"] for one in found["pairs"] if one["kappa"] is not None)
    first = found["each"][0]
    assert sum(part["last"] - part["first"] + 1 for part in first["drift"]) == first["labels"]
    assert first["repeats"]["reason"]


@pytest.mark.parametrize("by", ["figure", "label", "category", "pair", "assessor"])
def test_agreement_has_a_table_for_each_view(run: Any, demo: Path, by: str) -> None:
    rows = list(csv.reader(io.StringIO(run("agreement", demo, "--by", by, "--format", "csv", "--draws", "0").out)))
    assert len(rows) > 1
    assert len({len(row) for row in rows}) == 1
    said = "No agreement can be computed: no judge has labeled answers in this way yet.\n"
    assert run("agreement", demo, "--scheme", "quality", "--by", by).out == said


def test_disagreements_come_by_question_and_by_answer(run: Any, demo: Path) -> None:
    by_question = run("disagreements", demo, "--format", "json").json
    by_answer = run("disagreements", demo, "--by", "answer", "--format", "json").json
    flat = [answer for one in by_question["questions"] for answer in one["answers"]]
    assert sorted(a["answer"] for a in flat) == sorted(a["answer"] for a in by_answer["answers"])
    sizes = [one["size"] for one in by_question["questions"]]
    assert sizes == sorted(sizes, reverse=True)
    assert all(len({said["label"] for said in a["said"]}) > 1 or a["turns"] for a in flat)
    assert by_question["measure"] is None


def test_flips_are_listed_first_and_any_label_finds_more(run: Any, demo: Path) -> None:
    given = run("disagreements", demo, "--flips", "AUC", "--by", "answer", "--format", "json").json["answers"]
    flips = [one["flips"] for one in given]
    assert flips == sorted(flips, reverse=True)
    every = run("disagreements", demo, "--flips", "AUC", "--to", "any", "--by", "answer", "--format", "json").json
    assert sum(one["flips"] for one in every["answers"]) >= sum(flips)
    assert {one["answer"] for one in every["answers"] if one["flips"]} >= {o["answer"] for o in given if o["flips"]}
    for one in every["answers"][:5]:
        assert one["flips"] == max(len(turn["pairs"]) for turn in one["turns"])
    assert "flips" in run("disagreements", demo, "--flips", "F1").out
    assert run("disagreements", demo, "--flips", "nDCG").status == 2


def test_compare_says_in_every_form_what_the_difference_rests_on(run: Any, demo: Path) -> None:
    a, b = [one["run"] for one in run("score", demo, "--format", "json").json["runs"]][:2]
    asked = ("compare", demo, a, b, "--measure", "F1")
    (row,) = csv.DictReader(io.StringIO(run(*asked, "--format", "csv").out))
    scores = list(csv.DictReader(io.StringIO(run("score", demo, "--measure", "F1", "--format", "csv").out)))
    for one in scores:
        if one["run"] in (a, b):
            for what in ("units", "pending", "excluded"):
                assert row[f"{one['run']} {what}"] == one[f"F1 {what}"]
    told = next(line for line in run(*asked).out.splitlines() if " rests on " in line)
    assert f"% {told}" in run(*asked, "--format", "latex").out.splitlines()
    assert told in run(*asked, "--format", "markdown").out.splitlines()
    assert "gold standard" in run(*asked, "--format", "latex").out


def test_compare_tests_by_sign_and_by_lot(run: Any, demo: Path, board: Any) -> None:
    scored, _ = board
    a, b = scored.name_of(0), scored.name_of(2)
    found = run("compare", demo, a, b, "--measure", "accuracy", "--format", "json").json
    values = scored.unit_values(measure("accuracy")).values
    expected = sign_test(values[:, 0], values[:, 2])
    assert (found["a"], found["b"], found["test"], found["measure"]) == (a, b, "sign", "accuracy")
    assert (found["wins"], found["losses"], found["ties"], found["p"]) == expected[:4]
    assert (
        found["difference"] == scored.score(measure("accuracy"), 0).value - scored.score(measure("accuracy"), 2).value
    )
    bounds = scored.difference(measure("accuracy"), 0, 2)
    assert (found["low"], found["high"], found["exact"]) == (bounds.low, bounds.high, bounds.exact)
    assert found["low"] <= found["difference"] <= found["high"]
    assert found["order"] == ("open" if bounds.low <= 0 <= bounds.high else "settled")
    rests = coverage(scored, measure("accuracy"), 0)
    on = {"units": rests.units, "pending": rests.pending, "excluded": rests.excluded}
    assert found["coverage"] == {a: on, b: on}
    told = run("compare", demo, a, b, "--measure", "accuracy").out
    assert f"accuracy rests on {rests.text}." in told
    assert found["order"] in told
    assert ("exact" if bounds.exact else "outer") in told
    both = run("compare", demo, a, b, "--measure", "F1", "--measure", "c@1", "--draws", "200", "--format", "json").json
    assert [one["test"] for one in both["comparisons"]] == ["randomization"] * 2
    assert all(0 < one["p"] <= 1 and one["wins"] is None for one in both["comparisons"])
    units = run("compare", demo, a, b, "--measure", "accuracy", "--units", "--format", "json").json["units"]
    assert len(units) == found["wins"] + found["losses"]
    refused = run("compare", demo, a, b, "--measure", "F1", "--test", "sign")
    assert (refused.status, "no sign test" in refused.err) == (2, True)
    assert run("compare", demo, a, "nobody").status == 2


@pytest.mark.parametrize(("test", "name"), [("t", "paired t"), ("wilcoxon", "Wilcoxon signed-rank")])
def test_compare_says_which_test_and_what_it_rests_on(run: Any, demo: Path, board: Any, test: str, name: str) -> None:
    scored, _ = board
    a, b = scored.name_of(0), scored.name_of(2)
    asked = ("compare", demo, a, b, "--measure", "accuracy", "--test", test, "--draws", "500")
    found = run(*asked, "--format", "json").json
    frame = results.compare(scored, 0, 2, ["accuracy"], test=test, draws=500)
    row = frame.loc["accuracy"]
    assert (found["test"], found["p"], found["tested"], found["left_out"]) == (
        test, row["p"], row["tested"], row["left out"],
    )  # fmt: skip
    assert (found["d"], found["d_low"], found["d_high"]) == (row["d"], row["d low"], row["d high"])
    assert found["needed"] == row["needed"]
    questions = len(np.unique(scored.catalog.answer_question[scored.unit_values(measure("accuracy")).units]))
    assert found["tested"] == questions
    for form in ("table", "latex", "markdown"):
        text = run(*asked, "--format", form).out
        assert f"two-sided {name} test over {questions} questions (answers of a question averaged)" in text


@pytest.mark.sweep
def test_compare_without_runs_tests_all_pairs(run: Any, demo: Path, board: Any) -> None:
    scored, _ = board
    pairs = len(scored.runs) * (len(scored.runs) - 1) // 2
    found = run("compare", demo, "--measure", "accuracy", "--test", "t", "--format", "json").json
    frame = results.pairs(scored, "accuracy", test="t")
    assert [row["BH_p"] for row in found["pairs"]] == frame["BH p"].tolist()
    assert [row["Holm_p"] for row in found["pairs"]] == frame["Holm p"].tolist()
    assert len(found["pairs"]) == pairs
    assert any("paired t test over" in note for note in found["notes"])
    both = run("compare", demo, "--measure", "accuracy", "--test", "tukey", "--format", "json").json
    assert [row["source"] for row in both["anova"]] == ["run", "question", "error"]
    assert [row["p"] for row in both["pairs"]] == results.tukey(scored, "accuracy")["p"].tolist()
    text = run("compare", demo, "--measure", "accuracy", "--test", "tukey").out
    assert "Two-way analysis of variance of" in text
    assert "Tukey's HSD test, for all" in text
    several = run("compare", demo, "--measure", "accuracy", "--measure", "qa_accuracy", "--format", "json").json
    assert [one["measure"] for one in several["comparisons"]] == ["accuracy", "qa_accuracy"]


def test_compare_refuses_what_makes_no_sense(run: Any, demo: Path, board: Any) -> None:
    a, b = board[0].name_of(0), board[0].name_of(2)
    for words, said in (
        ((a,), "Name two runs to compare"),
        (("--units",), "--units lists where two runs differ"),
        ((a, b, "--test", "tukey"), "Tukey's HSD test is of all pairs"),
        (("--measure", "F1", "--test", "t"), "F1 has no score per unit, so there is no paired t test"),
    ):
        refused = run("compare", demo, *words)
        assert (refused.status, said in refused.err) == (2, True), refused.err


def test_power_prints_the_questions_needed(run: Any, demo: Path, board: Any) -> None:
    asked = ("power", demo, "--measure", "accuracy", "--difference", "0.05", "--power", "0.9")
    found = run(*asked, "--format", "json").json
    frame = results.power(board[0], ["accuracy"], differences=(0.05,), power=0.9)
    (one,) = found["measures"]
    assert one["needed"] == [{"difference": 0.05, "questions": frame.loc["accuracy", "0.05"]}]
    assert (one["spread"], one["found_now"]) == (frame.loc["accuracy", "spread"], frame.loc["accuracy", "found now"])
    text = run(*asked).out
    assert "a power of .900 at level .050" in text
    assert "accuracy rests on" in text
    assert "F1 has no score per unit" in run("power", demo).out
    assert run("power", demo, "--measure", "F1").status == 2
    assert run("power", demo, "--power", "1").status == 2
    assert run("power", demo, "--difference", "0").status == 2


def test_studies_print_what_the_studies_find(run: Any, demo: Path, board: Any) -> None:
    scored, _state = board
    data = gather(scored, measure("c@1")).data
    common = ("--measure", "c@1", "--trials", "20", "--seed", "3", "--format", "json")
    found = run("study", "stability", demo, *common, "--size", "100").json
    expected = stability(data, 100, trials=20, seed=3)
    assert [point["ties"] for point in found["points"]] == expected.ties.tolist()
    assert [point["error_rate"] for point in found["points"]] == expected.error_rates.tolist()
    assert (found["study"], found["measure"], found["variant"], found["size"]) == (
        "stability",
        "c@1",
        "one-subset",
        100,
    )
    swapped = run("study", "swap", demo, *common).json
    result = swap(data, trials=20, seed=3)
    assert [one["swaps"] for one in swapped["bins"]] == result.swaps.tolist()
    assert swapped["required"] == (None if np.isnan(result.required) else result.required)
    rates = run("study", "error-rate", demo, *common, "--sizes", "20:40:10").json
    assert rates["sizes"] == [20, 30, 40]
    assert {point["size"] for point in rates["bins"][0]["points"]} == {20, 30, 40}
    sizes = run("study", "collection-size", demo, *common, "--sizes", "100:300:100").json
    assert len(sizes["points"][0]["runs"]) == len(scored.runs)
    groups = run("study", "assessors", demo, *common).json
    assert len(groups["taus"]) == 20
    several = run("study", "swap", demo, "--measure", "F1", *common).json
    assert [one["measure"] for one in several["studies"]] == ["F1", "c@1"]


@pytest.mark.parametrize(
    ("study", "form"),
    [
        ("stability", "latex"),
        ("swap", "table"),
        ("error-rate", "csv"),
        ("collection-size", "markdown"),
        ("assessors", "table"),
    ],
)
def test_studies_have_tables_in_every_form(run: Any, demo: Path, study: str, form: str) -> None:
    sizes = ("--sizes", "20:40:20") if study in ("error-rate", "collection-size") else ()
    done = run("study", study, demo, "--measure", "F1", "--measure", "c@1", "--trials", "5", *sizes, "--format", form)
    assert done.status == 0
    assert "F1" in done.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("swap", "--measure", "F1", "--size", "5000"), "only"),
        (("stability", "--measure", "accuracy", "--variant", "disjoint", "--size", "200"), "hardly varies"),
        (("stability",), "--measure"),
        (("error-rate", "--measure", "F1", "--sizes", "5-30"), "not a range"),
        (("error-rate", "--measure", "F1", "--sizes", "9:5"), "names no size"),
        (("swap", "--measure", "nDCG"), "scores nothing here"),
        (("swap", "--measure", "MRRT(r=1)"), "scores nothing here"),
    ],
)
def test_what_cannot_be_studied_is_refused(run: Any, demo: Path, arguments: tuple[str, ...], told: str) -> None:
    name, *rest = arguments
    done = run("study", name, demo, *rest)
    assert done.status == 2
    assert told in done.err
    assert done.err.count("\n") == 1


def test_a_study_on_a_cluster_that_does_not_answer_is_refused(run: Any, demo: Path) -> None:
    common = ("study", "swap", demo, "--measure", "F1", "--cluster")
    refused = run(*common, "tcp://127.0.0.1:1")
    assert refused.status == 2
    assert "Nothing answers at tcp://127.0.0.1:1: " in refused.err
    assert "is not the address of a Dask scheduler" in run(*common, "nowhere").err


def test_a_study_is_kept_and_goes_out_of_date_with_the_next_judgment(run: Any, demo: Path, tmp_path: Path) -> None:
    mine = shutil.copy(demo, tmp_path / "mine.jury")
    assert run("study", "swap", mine, "--measure", "F1", "--trials", "5", "--keep").status == 0
    (kept,) = run("study", "stored", mine, "--format", "json").json["studies"]
    assert (kept["name"], kept["stale"], kept["study"], kept["measure"], kept["trials"]) == (
        f"swap F1, size {kept['size']}, 5 trials, seed 0, adjudicated+strict",
        False,
        "swap",
        "F1",
        5,
    )
    with closing(State(mine)) as state:
        board = Scoreboard(state.collection, Gold.parse("adjudicated"))
        answer = int(board.decided(0)[0][0])
        label = "incorrect" if board.truth[answer] else "correct"
    with closing(open_session(Path(mine))) as session:
        session.execute(Judge((answer,), label, kind="adjudication"))
    assert run("study", "stored", mine, "--format", "json").json["studies"][0]["stale"] is True
    assert "yes" in run("study", "stored", mine).out


@pytest.mark.parametrize("of", ["match", "importance", "groups", "nil"])
def test_agreement_knows_what_is_said_on_boards(run: Any, tmp_path: Path, of: str) -> None:
    path = series_collection(tmp_path / "b.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        for who in (1, 2):
            session.execute(Match(6, 0, "yes", assessor=who))
            session.execute(Vote(0, ("vital", "okay")[who - 1], assessor=who))
            session.execute(SetGroup((2, 3), "x", assessor=who))
            session.execute(Judge((0, 1), ("incorrect", "correct")[who - 1], assessor=who))
    found = run("agreement", path, "--of", of, "--format", "json", "--draws", "0").json
    wanted = {"match": (1, 1.0), "importance": (1, 1 / 3), "groups": (6, 1.0), "nil": (1, 0.0)}[of]
    assert (found["items"], found["raw"]) == (wanted[0], pytest.approx(wanted[1]))
    assert (
        found["of"]
        == {
            "match": "pairs of answer and nugget",
            "importance": "nuggets",
            "groups": "pairs of answers",
            "nil": "questions",
        }[of]
    )
    if of == "match":
        assert found["reason"] == "all labels are the same, so agreement by chance is complete"
    for by in ("label", "pair", "assessor", "drift", "other"):
        assert run("agreement", path, "--scheme", of, "--by", by, "--draws", "0").status == 0


def test_two_assessors_are_put_side_by_side(run: Any, demo: Path, board: Any) -> None:
    _, state = board
    matrix = label_matrix(state.collection, "validation")
    one, other = (state.catalog.assessors[who].name for who in matrix.assessors[:2])
    found = run("agreement", demo, "--two", one, other, "--format", "json", "--draws", "0").json["confusion"]
    assert found == confusion(matrix.labels[0], matrix.labels[1], 2).tolist()
    printed = run("agreement", demo, "--two", one, other, "--format", "csv", "--draws", "0").out
    assert printed.splitlines()[0] == f"{one} / {other},correct,incorrect"
    assert run("agreement", demo, "--two", one, "Nobody").status == 2


@pytest.mark.parametrize("kind", ["model", "key", "asker"])
def test_whoever_is_named_is_put_beside_a_person(run: Any, small: Path, kind: str) -> None:
    assert run("assessors", small, "--kind", f"Ben={kind}").status == 0
    words = ("agreement", small, "--draws", "0", "--format", "json")
    people = run(*words).json
    for two, counts in ((("Ben", "Ana"), [[5, 0], [1, 3]]), (("Ana", "Ben"), [[5, 1], [0, 3]])):
        found = run(*words, "--two", *two).json
        assert found.pop("confusion") == counts
        assert found == people


def test_disputed_things_of_every_kind_are_listed(run: Any, tmp_path: Path) -> None:
    path = series_collection(tmp_path / "d.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(Judge((9,), "correct", assessor=1))
        session.execute(Judge((9,), "incorrect", assessor=2))
        session.execute(SetGroup((2, 3), "x", assessor=1))
        session.execute(SetGroup((3, 4), "y", assessor=2))
        session.execute(Vote(1, "okay", assessor=1))
        session.execute(Match(6, 0, "yes", assessor=1))
        session.execute(Match(6, 0, "no", assessor=2))
        session.execute(Match(6, 0, "no", kind="adjudication"))
    found = run("disagreements", path, "--by", "thing", "--format", "json").json["things"]
    assert {one["kind"] for one in found} == {"label", "nil", "distinct", "importance", "match"}
    (match,) = [one for one in found if one["kind"] == "match"]
    assert (match["question"], match["answer"], match["nugget"]) == ("1.3", "o1", "1")
    assert {(one["assessor"], one["label"]) for one in match["said"]} == {("Ben", "yes"), ("Cam", "no")}
    assert match["settled"] == "no"
    groups = {one["label"] for each in found if each["kind"] == "distinct" for one in each["said"]}
    assert "l1=l2" in groups
    sizes = [one["size"] for one in found]
    assert sizes == sorted(sizes, reverse=True)
    flips = run("disagreements", path, "--by", "thing", "--flips", "F-list", "--format", "json").json
    assert flips["measure"] == "F-list"
    turned = [one["flips"] or 0 for one in flips["things"]]
    assert turned == sorted(turned, reverse=True)
    assert "disputed things in" in run("disagreements", path, "--by", "thing").out
    asked = run("disagreements", path, "--format", "json").json["questions"]
    assert sum(len(one["things"]) for one in asked) == sum(one["kind"] != "label" for one in found)
    by_question = run("disagreements", path, "--flips", "F-list", "--format", "json").json["questions"]
    of_list = [one for one in flips["things"] if one["turns"]]
    assert of_list
    assert {one["question"] for one in by_question} >= {one["question"] for one in of_list}
    assert sum(one["flips"] or 0 for one in by_question) == sum(one["flips"] for one in of_list)


def test_without_a_measure_no_effect_is_told(run: Any, demo: Path) -> None:
    for by, name in (("question", "questions"), ("answer", "answers"), ("thing", "things")):
        told = run("disagreements", demo, "--by", by, "--format", "json").json[name]
        assert told
        assert {(one["effect"], one["flips"]) for one in told} == {(None, None)}
        refused = run("disagreements", demo, "--by", by, "--order", "effect")
        assert refused.status == 2
        assert "--flips" in refused.err
        assert run("disagreements", demo, "--by", by, "--order", "effect", "--flips", "F1").status == 0
    rows = list(csv.reader(io.StringIO(run("disagreements", demo, "--format", "csv").out)))
    assert {tuple(row[-2:]) for row in rows[1:]} == {("", "")}
