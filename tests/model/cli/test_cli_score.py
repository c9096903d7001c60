"""`jurybox score`: the object and the tables it prints, against a scoreboard of its own."""

import csv
import io
import json
import math
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from added_measures import added
from demo_file import demo_file

from jurybox.collection.collection import Collection
from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

DEFAULT = ("F1", "precision", "recall", "accuracy", "c@1", "AUC-point", "AUC")


def test_json_has_every_run_and_measure_unrounded(run: Any, demo: Path) -> None:
    found = run("score", demo, "--format", "json").json
    assert list(found) == ["gold", "unjudged", "not_scored", "runs"]
    assert (found["gold"], found["unjudged"]) == ("adjudicated+strict", "wait")
    with closing(State(demo)) as state:
        board = Scoreboard(state.collection, Gold.parse("adjudicated"))
        assert [one["run"] for one in found["runs"]] == [state.catalog.runs[at].name for at in board.runs]
        for at, one in zip(board.runs, found["runs"], strict=True):
            assert list(one["measure"]) == list(DEFAULT)
            for name, cell in one["measure"].items():
                score, bounds = board.score(measure(name), at), board.bounds(measure(name), at)
                assert cell == {
                    "value": score.value,
                    "reason": None,
                    "units": score.units,
                    "waiting": score.waiting,
                    "left_out": score.left_out,
                    "low": bounds.low,
                    "high": bounds.high,
                    "exact": bounds.exact,
                }


def test_undefined_is_null_with_a_reason_in_json_and_told_below_the_table(run: Any, small: Path) -> None:
    cells = run("score", small, "--measure", "Hit@1", "--format", "json").json["runs"]
    assert [one["measure"]["Hit@1"]["value"] for one in cells] == [None, None]
    assert {one["measure"]["Hit@1"]["reason"] for one in cells} == {"Hit@1 is not a measure of validation questions"}
    table = run("score", small, "--measure", "Hit@1").out.splitlines()
    assert table[-1] == "Hit@1 of all runs is undefined: Hit@1 is not a measure of validation questions."
    assert run("score", small, "--measure", "Hit@1", "--format", "csv").out.splitlines()[1:] == [
        "one,,0,0,0",
        "two,,0,0,0",
    ]


def test_units_are_named_and_their_mean_is_the_score(run: Any, demo: Path) -> None:
    means = ("accuracy", "UF", "UF01", "answered")
    asked = [word for name in means for word in ("--measure", name)]
    units = run("score", demo, "--by", "unit", *asked, "--format", "json").json["units"]
    whole = {one["run"]: one["measure"] for one in run("score", demo, *asked, "--format", "json").json["runs"]}
    assert set(units[0]) == {"unit", "run", *means}
    assert units[0]["unit"] == "V001/V001-1"
    assert len({(unit["unit"], unit["run"]) for unit in units}) == len(units) == 962 * 10
    for name, cells in whole.items():
        mine = [unit for unit in units if unit["run"] == name]
        for one in means:
            assert sum(unit[one] for unit in mine) / len(mine) == pytest.approx(cells[one]["value"], abs=1e-12)
    assert {unit["accuracy"] for unit in units} == {0, 1}
    assert {unit["UF"] for unit in units} == {-1, 0, 1}


def test_what_is_no_mean_of_units_is_null_with_a_reason(run: Any, small: Path) -> None:
    units = run("score", small, "--by", "unit", "--measure", "accuracy", "--measure", "c@1", "--format", "json")
    assert {unit["c@1"] for unit in units.json["units"]} == {None}
    assert {unit["reason"] for unit in units.json["units"]} == {"no mean over answers: c@1"}
    table = run("score", small, "--by", "unit", "--measure", "accuracy").out.splitlines()
    assert table[0].split() == ["unit", "run", "accuracy"]
    assert table[1].split() == ["q1/a1.1", "one", "1.000"]


def test_an_answer_without_a_name_is_called_by_its_number(run: Any, demo: Path) -> None:
    import sqlite3

    with closing(sqlite3.connect(demo)) as db:
        db.execute("UPDATE answer SET name = NULL WHERE id = 1")
        db.commit()
    units = run("score", demo, "--by", "unit", "--measure", "accuracy", "--format", "json").json["units"]
    assert units[0]["unit"] == "V001/#1"


@pytest.mark.parametrize("by", ["category", "series"])
def test_groups_are_scored_on_their_own_questions(run: Any, demo: Path, by: str) -> None:
    found = run("score", demo, "--by", by, "--measure", "F1", "--format", "json").json
    groups = found[f"by_{by}"]
    assert sum(group["runs"][0]["measure"]["F1"]["units"] for group in groups) == 962
    with closing(State(demo)) as state:
        board = Scoreboard(state.collection, Gold.parse("adjudicated"))
        for group in groups:
            asked = state.catalog.questions
            inside = {at for at, q in enumerate(asked) if by == "series" or q.category == group[by]}
            board.select(frozenset(inside))
            for at, one in zip(board.runs, group["runs"], strict=True):
                value = one["measure"]["F1"]["value"]
                assert (math.nan if value is None else value) == pytest.approx(
                    board.score(measure("F1"), at).value, nan_ok=True
                )
    table = run("score", demo, "--by", by, "--measure", "F1").out.splitlines()
    assert table[0].split() == [by, "run", "units", "pending", "excluded", "F1"]
    assert len(table) == 2 + 10 * len(groups)
    assert table[-1].startswith("Gold standard ")
    asked = ("score", demo, "--by", by, "--measure", "F1", "--measure", "accuracy", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(run(*asked).out)))
    for row, group in zip(rows[::10], groups, strict=True):
        one = next(one for one in group["runs"] if one["run"] == row["run"])["measure"]["F1"]
        assert int(row["accuracy units"]) == int(row["F1 units"]) == one["units"]
        assert int(row["accuracy excluded"]) == int(row["F1 excluded"]) == one["left_out"]


def test_table_ranks_and_rounds(run: Any, demo: Path) -> None:
    lines = run("score", demo, "--measure", "accuracy").out.splitlines()
    assert lines[0].split() == ["run", "accuracy"]
    assert lines[1].split() == ["tarn-2", ".945"]
    end = lines.index("units    962 of 1,022")
    assert lines[end + 1] == "Gold standard adjudicated+strict."
    assert lines[-1] == "accuracy rests on 962 of 1,022 answers, 29 pending, 31 excluded."
    ranked = [float(line.split()[1]) for line in lines[1:end]]
    assert ranked == sorted(ranked, reverse=True)


def test_bounds_hold_the_score_in_every_form(run: Any, demo: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("score", demo, "--bounds", "--format", "csv").out)))
    assert len(rows) == 10
    for row in rows:
        for name in DEFAULT:
            assert float(row[f"{name} low"]) <= float(row[name]) <= float(row[f"{name} high"])
    assert ".624 [.438, .690]" in run("score", demo, "--measure", "F1", "--bounds").out
    assert ".967 [.789, .971]" in run("score", demo, "--measure", "AUC", "--bounds").out
    by = run("score", demo, "--measure", "F1", "--bounds", "--by", "category", "--format", "markdown").out
    assert by.splitlines()[2].count("\\[") == 1


def test_every_form_carries_the_same_numbers(run: Any, demo: Path) -> None:
    plain = list(csv.reader(io.StringIO(run("score", demo, "--format", "csv").out)))
    values = {one["run"]: one["measure"] for one in run("score", demo, "--format", "json").json["runs"]}
    rests = [f"{one} {what}" for one in DEFAULT for what in ("units", "pending", "excluded")]
    assert plain[0] == ["run", *DEFAULT, *rests]
    for name, *numbers in plain[1:]:
        mine = values[name]
        assert [float(number) for number in numbers] == [mine[one]["value"] for one in DEFAULT] + [
            mine[one][what] for one in DEFAULT for what in ("units", "waiting", "left_out")
        ]
    latex = run("score", demo, "--format", "latex").out
    assert latex.startswith("\\begin{tabular}{lrrrrrrr}\n\\toprule\nrun & F1")
    assert "units & 962 of 1,022" in latex
    assert latex.endswith("rest on 962 of 1,022 answers, 29 pending, 31 excluded.\n")
    assert (
        "tarn-2 & \\textbf{.624} & .595 & .657 & \\textbf{.945} & \\textbf{.945} & .812 & \\textbf{.967} \\\\" in latex
    )
    markdown = run("score", demo, "--format", "markdown").out.splitlines()
    assert markdown[1] == "|---" + "|--:" * 7 + "|"
    assert markdown[2] == "| tarn-2 | **.624** | .595 | .657 | **.945** | **.945** | .812 | **.967** |"


def test_names_cannot_break_a_table(run: Any, tmp_path: Path) -> None:
    from small import small_collection

    odd = "a|b_1 & 50 % {x}\\y~z^<i>\x1b[31m\nnext"
    path = small_collection(tmp_path / "odd.jury", runs=(odd, "two"), labels=[(0, 0, "correct")])
    latex = run("score", path, "--measure", "accuracy", "--format", "latex").out
    assert (
        "a\\textbar{}b\\_1 \\& 50 \\% \\{x\\}\\textbackslash{}y\\textasciitilde{}z\\textasciicircum{}"
        "\\textless{}i\\textgreater{}\\textbackslash{}x1b[31m\\textbackslash{}nnext & "
    ) in latex
    markdown = run("score", path, "--measure", "accuracy", "--format", "markdown").out
    assert "| a\\|b\\_1 & 50 % {x}\\\\y~z^\\<i\\>" in markdown
    for form in ("table", "latex", "markdown"):
        assert "\x1b" not in run("score", path, "--format", form).out
    assert list(csv.reader(io.StringIO(run("score", path, "--format", "csv").out)))[1][0] in {odd, "two"}
    assert odd in [one["run"] for one in run("score", path, "--format", "json").json["runs"]]


def test_explain_shows_numbers_as_text_and_as_json(run: Any, demo: Path) -> None:
    text = run("score", demo, "--explain", "tarn-1", "V002", "--measure", "accuracy").out.splitlines()
    told = run("score", demo, "--explain", "tarn-1", "V002", "--measure", "accuracy", "--format", "json").json
    cell = told["measure"]["accuracy"]
    assert (told["run"], told["question"]) == ("tarn-1", "V002")
    assert text[1].strip() == cell["formula"]
    assert cell["counts"]["correct"] / cell["counts"]["total"] == cell["value"]


def test_another_gold_standard_and_way_with_unjudged(run: Any, small: Path) -> None:
    found = run("score", small, "--gold", "assessor:Ana", "--unjudged", "condensed", "--format", "json").json
    assert (found["gold"], found["unjudged"]) == ("assessor:Ana+strict", "condensed")
    assert found["runs"][0]["measure"]["F1"]["units"] == 10


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--measure", "acuracy"), "There is no measure 'acuracy'. Did you mean accuracy? Known: accuracy, "),
        (("--measure", "F(-1)"), "F(-1): b = -1 is not allowed"),
        (("--gold", "nobody"), "'nobody' is not a gold standard; choose from assessor:NAME, majority, "),
        (("--gold", "assessor:Zoe"), "There is no assessor 'Zoe' for the gold standard assessor:Zoe+strict; "),
        (("--by", "moon"), "Invalid value for '--by': 'moon' is not one of 'run', 'unit'"),
        (("--format", "xml"), "Invalid value for '--format': 'xml' is not one of 'table', 'json', 'csv'"),
        (("--nope",), "No such option '--nope'. See jurybox score --help."),
        (("--explain", "one"), "Option '--explain' requires 2 arguments."),
        (("--explain", "three", "q1"), "There is no run 'three'; there are: one, two."),
        (("--explain", "one", "q9"), "There is no question 'q9' in Small."),
        (("--explain", "one", "q1", "--measure", "MRR"), "MRR is not a measure of validation questions"),
    ],
)
def test_what_is_wrong_is_one_sentence(run: Any, small: Path, words: tuple[str, ...], said: str) -> None:
    assert run("score", small, *words).refusal.startswith(said)


def test_an_empty_collection_has_no_scores_and_no_error(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty.jury"
    assert run("new", path).status == 0
    assert run("score", path, "--format", "json").json["runs"] == []
    assert run("score", path).out.splitlines()[0].split() == ["run", *DEFAULT]
    assert run("score", path, "--by", "unit", "--format", "json").json["units"] == []
    assert json.loads(run("score", path, "--by", "category", "--format", "json").out)["by_category"] == []


def test_an_explained_question_shows_its_answers_and_what_the_run_decides(run: Any, demo: Path) -> None:
    with closing(State(demo)) as state:
        catalog = state.catalog
        board = Scoreboard(Collection(catalog, state.ledger, state.facts), Gold.parse("adjudicated"))
        at = next(at for at, one in enumerate(catalog.questions) if len(catalog.answers_of(at)) > 3)
        first, name = board.runs[0], catalog.questions[at].name
        words = run("score", demo, "--measure", "F1", "--explain", board.name_of(first), name, "--format", "json")
        rows = words.json["measure"]["F1"]["table"]
        assert len(rows) == len(catalog.answers_of(at))
        for row, answer in zip(rows, catalog.answers_of(at).tolist(), strict=True):
            truth = {1: "correct", 0: "incorrect"}.get(int(board.truth[answer]), "not settled")
            assert row["truth"] == truth
            assert row["run"] in (("not counted",) if truth == "not settled" else ("right", "wrong", "silent"))


def test_a_measure_that_is_added_is_scored_and_explained(run: Any, demo: Path) -> None:
    with added():
        found = run("score", demo, "--measure", "missed", "--measure", "accuracy", "--format", "json").json
        for one in found["runs"]:
            missed, accuracy = one["measure"]["missed"], one["measure"]["accuracy"]
            assert missed["value"] == pytest.approx(1 - accuracy["value"], abs=1e-12)
            assert missed["low"] == pytest.approx(1 - accuracy["high"], abs=1e-12)
        assert "missed" in run("score", demo, "--measure", "missed").out
        with closing(State(demo)) as state:
            runs, question = [one.name for one in state.catalog.runs[:2]], state.catalog.questions[0].name
        told = run("score", demo, "--measure", "missed", "--explain", runs[0], question).out
        assert "(incorrect + unanswered) ÷ total" in told
        assert run("compare", demo, *runs, "--measure", "missed").status == 0
    assert "There is no measure 'missed'" in run("score", demo, "--measure", "missed").refusal


def test_a_score_outside_its_bounds_is_explained(run: Any, tmp_path: Path) -> None:
    # cedar-1 has .907 of the 35 questions that are complete; all 59 can only bring it to .913 and more.
    some = run("score", demo_file(tmp_path / "c.jury", "community"), "--measure", "nDCG", "--bounds").out
    assert "Scores count only what is judged, so a score may be outside its bounds." in some
    all_in = run("score", demo_file(tmp_path / "v.jury"), "--measure", "F1", "--bounds").out
    assert "may be outside" not in all_in
