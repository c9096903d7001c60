"""Explanations name what a score leaves out, why, and because of whom."""

import csv
import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from generator import write_tables
from series import series_collection
from small import small_collection

from jurybox.cli.commands import Jurybox
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.commands import Judge
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.not_scored import not_scored
from jurybox.session import open_session

ASSIGNED = "assessor,question\nAna,1.1\nDana,1.1\nAna,1.2\nBen,1.2\nAna,2.1\n"
PEOPLE = "assessor,kind\nAna,person\nBen,person\nDana,person\n"
JUDGED = """question,answer,assessor,kind,label,state
1.1,f1,Ana,judgment,correct,
1.1,f2,Ana,judgment,incorrect,
1.2,l1,Ana,judgment,correct,
1.2,l1,Ben,judgment,incorrect,
1.2,l2,Ana,judgment,correct,
1.2,l2,Ben,judgment,correct,
1.2,l3,Ana,judgment,correct,
1.2,l3,Ben,judgment,,skipped
1.2,l4,Ana,judgment,incorrect,
1.2,l4,Ben,judgment,incorrect,
2.1,f3,Ana,judgment,incorrect,
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Dana has not judged 1.1, Ana and Ben differ on a list answer, NIL of 2.1 is nobody's decision."""
    return series_collection(tmp_path / "s.jury", assessors=PEOPLE, assignments=ASSIGNED, judgments=JUDGED, nuggets="")


def told(file: Path, run: str, place: str, one: str) -> list[dict[str, object]]:
    """Return what the command says is not scored."""
    asked = ["score", str(file), "--gold", "adjudicated", "--measure", one, "--explain", run, place]
    found = CliRunner().invoke(Jurybox("jurybox"), [*asked, "--format", "json"], catch_exceptions=False)
    assert not found.exit_code, found.output
    (each,) = json.loads(found.output)["measure"].values()
    rows: list[dict[str, object]] = each["not_scored"]
    return rows


def test_who_has_not_judged_is_named(file: Path) -> None:
    rows = told(file, "one", "1.1", "accuracy")
    assert [(row["question"], row["answer"], row["state"], row["why"]) for row in rows] == [
        ("1.1", "f1", "pending", "Dana has not judged it"),
        ("1.1", "f2", "pending", "Dana has not judged it"),
    ]


def test_who_disagrees_is_named(file: Path) -> None:
    rows = {row["answer"]: (row["state"], row["why"]) for row in told(file, "one", "1.2", "F-list")}
    assert rows == {
        "l1": ("excluded", "disputed: Ana says correct, Ben says incorrect"),
        "l3": ("pending", "Ben skipped it"),
    }


def test_nil_that_nobody_decided_is_named_with_the_run(file: Path) -> None:
    (row,) = told(file, "one", "2.1", "accuracy")
    assert (row["answer"], row["state"]) == ("NIL", "excluded")
    assert row["why"] == "two returned NIL, and nobody has decided whether that is right"


def test_a_series_lists_each_question_that_keeps_it_from_its_score(file: Path) -> None:
    rows = told(file, "one", "s1", "series")
    assert [(row["question"], row["state"]) for row in rows] == [
        ("1.1", "pending"), ("1.2", "excluded"), ("1.2", "pending"), ("1.3", "excluded"),
    ]  # fmt: skip
    assert rows[0]["answer"] == "2 answers", "both for one reason"
    assert rows[-1]["why"] == "the question has no nuggets"


def test_for_people_the_reasons_are_printed(file: Path) -> None:
    asked = ["score", str(file), "--gold", "adjudicated", "--explain", "one", "s1"]
    out = CliRunner().invoke(Jurybox("jurybox"), asked, catch_exceptions=False).output
    assert "Not scored:" in out
    assert "Dana has not judged it" in out


GOLDS = {
    "majority": "no majority: Ana says correct, Ben says incorrect",
    "assessor:Cy": "Cy has not judged it",
    "adjudicated": "disputed: Ana says correct, Ben says incorrect",
}


@pytest.mark.parametrize("gold", GOLDS)
def test_each_gold_standard_has_its_own_reason(gold: str, tmp_path: Path) -> None:
    labels = [(0, 0, "correct"), (1, 0, "incorrect"), (0, 1, "correct"), (1, 1, "correct")]
    path = small_collection(tmp_path / "v.jury", questions=1, answers=2, assessors=("Ana", "Ben", "Cy"), labels=labels)
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse(gold))
        rows = not_scored(board, measure("F1"), 0, 0).rows
        assert rows[0][3] == GOLDS[gold]
        assert len(rows) == (2 if gold == "assessor:Cy" else 1)


@pytest.mark.parametrize("gold", ["majority", "adjudicated"])
def test_nothing_is_called_disputed_where_nobody_gave_a_label(gold: str, tmp_path: Path) -> None:
    labels = [(0, 1, "correct"), (1, 1, "correct")]
    path = small_collection(tmp_path / "v.jury", questions=1, answers=2, assessors=("Ana", "Ben"), labels=labels)
    with closing(open_session(path)) as session:
        for who in (0, 1):
            session.execute(Judge((0,), state="cannot-tell", assessor=who))
        board = Scoreboard(session.collection, Gold.parse(gold))
        assert [row[3] for row in not_scored(board, measure("F1"), 0, 0).rows] == ["Ana and Ben cannot tell"]


def test_a_list_question_without_an_instance_is_named_where_its_series_is_scored(tmp_path: Path) -> None:
    """The series is weighed as one without list questions, and the explanation says which holds and why."""
    right = "1.1,f1,Ana,judgment,correct\n1.1,f2,Ana,judgment,incorrect\n"
    wrong = "".join(f"1.2,l{at},Ana,judgment,incorrect\n" for at in (1, 2, 3, 4))
    matched = "".join(f"1.3,{at},o{of},Ana,no\n" for at in (1, 2, 3) for of in (1, 2, 3))
    path = series_collection(
        tmp_path / "s.jury",
        judgments=f"question,answer,assessor,kind,label\n{right}{wrong}",
        matches=f"question,nugget,answer,assessor,support\n{matched}",
        instances="",
    )
    asked = ["score", str(path), "--gold", "assessor:Ana", "--measure", "series", "--explain", "one", "s1"]
    out = CliRunner().invoke(Jurybox("jurybox"), asked, catch_exceptions=False).output
    assert "0.67 × factoid_accuracy + 0.33 × other_f, as none of its list questions has a score" in out
    after = out.partition("Not scored:")[2]
    assert "1.2" in after
    assert "the question has no known instance" in after
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse("assessor:Ana"))
        series = not_scored(board, measure("series"), 0).rows
        assert (1, "", "excluded", "the question has no known instance") in series
        by_type = not_scored(board, measure("by-type"), 0).rows
        score = board.score(measure("by-type"), 0)
        assert len({row[0] for row in by_type}) == score.waiting + score.left_out


def test_counts_of_the_list_are_those_of_the_score(file: Path) -> None:
    """Every question that is pending or excluded is listed, and no other; `most` says how many more."""
    with closing(State(file)) as state:
        board = Scoreboard(state.collection, Gold.parse("adjudicated"))
        for name in ("accuracy", "c@1", "F-list", "F(3)", "MRR"):
            one = measure(name)
            score = board.score(one, 0)
            listed = {row[0] for row in not_scored(board, one, 0).rows}
            assert len(listed) == score.waiting + score.left_out, name
            for most in range(1, len(listed)):
                cut = not_scored(board, one, 0, most=most).rows
                further = len(listed) - most
                what = "question is" if further == 1 else "questions are"
                assert len({row[0] for row in cut[:-1]}) == most
                assert cut[-1] == ("…", "", "", f"and {further} more {what} not scored")
            assert not_scored(board, one, 0, most=len(listed)) == not_scored(board, one, 0)
        whole = {row[0] for row in not_scored(board, measure("by-type"), 0).rows}
        rows = not_scored(board, measure("by-type"), 0, most=1).rows
        assert rows[-1][3].startswith(f"and {len(whole) - 1} more ")


def test_a_run_without_confidence_is_why_a_question_has_no_signed_confidence(tmp_path: Path) -> None:
    """K1 is the mean over questions and explained for whole runs only; 1.1 is judged, 2.1 waits."""
    judged = "question,answer,assessor,kind,label\n1.1,f1,Ana,judgment,correct\n1.1,f2,Ana,judgment,incorrect\n"
    with closing(State(series_collection(tmp_path / "s.jury", judgments=judged))) as state:
        board = Scoreboard(state.collection, Gold.parse("assessor:Ana"))
        one = measure("K1")
        rows = not_scored(board, one, 0).rows
        assert {row[0] for row in rows} == {0, 3}
        assert (0, "", "excluded", board.score(one, 0).reason) in rows


@pytest.mark.parametrize("selected", [{0}, {0, 1}])
def test_an_undefined_question_is_listed_alone_and_among_others(tmp_path: Path, selected: set[int]) -> None:
    """Without a relevant answer nDCG is undefined on a question, whichever questions are selected with it."""
    write_tables(tmp_path / "t", kind="ranked", questions=2, assessors=1, judged=1.0, correct=0.0)
    with (tmp_path / "t" / "judgments.csv").open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    at = head.index("label")
    with (tmp_path / "t" / "judgments.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *([*row[:at], "C", *row[at + 1 :]] for row in rows)])
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "t"])
    with closing(State(tmp_path / "c.jury")) as state:
        board = Scoreboard(state.collection, Gold.parse("majority"))
        board.select(frozenset(selected))
        one = measure("nDCG")
        score = board.score(one, 0)
        rows = not_scored(board, one, 0).rows
        assert {row[0] for row in rows} == selected
        assert len(rows) == score.waiting + score.left_out == len(selected)
        assert all(row[1:3] == ("", "excluded") and row[3] for row in rows)
