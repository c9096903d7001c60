"""The worked examples of the help, recomputed from judgments by the scoreboard, number by number."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from series import series_collection

from jurybox.gold import gold_in_force
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

HELP = Path(__file__).parents[3] / "assets" / "help" / "worked-examples.md"
NO_TABLES = dict.fromkeys(("responses", "answers", "nuggets", "instances"), "")


def scored(path: Path, *names: str, run: int = 0, **tables: str) -> list[float]:
    """Return scores of a run over a collection of these tables."""
    made = open_session(series_collection(path, **(NO_TABLES | tables)), assessor="Ana")
    board = Scoreboard(made.collection, gold_in_force(made.catalog, made.facts))
    made.close()
    return [board.score(measure(name), run).value for name in names]


def csv(header: str, *rows: str) -> str:
    """Return a table."""
    return "\n".join((header, *rows, ""))


def said(text: str) -> None:
    """Make sure that the help says this."""
    assert text in HELP.read_text(encoding="utf-8"), text


def test_a_list_question(tmp_path: Path) -> None:
    names = ("Los Angeles", "L.A.", "Denver", "Paris", "Rome", "Boston")
    correct = {"Los Angeles", "L.A.", "Denver", "Boston"}
    returned = [("one", name) for name in names[:5]] + [("two", "Boston")]
    ids = {name: f"l{at}" for at, name in enumerate(names)}
    tables = {
        "questions": csv("question,kind,text", "1.2,list,Which?"),
        "answers": csv("question,answer,text", *(f"1.2,{ids[name]},{name}" for name in names)),
        "responses": csv("run,question,rank,answer", *(f"{run},1.2,1,{ids[name]}" for run, name in returned)),
        "judgments": csv(
            "assessor,question,answer,label",
            *(f"Ana,1.2,{ids[n]},{'correct' if n in correct else 'incorrect'}" for n in names),
        ),
        "distinct": csv("question,answer,group,assessor", "1.2,l0,LA,Ana", "1.2,l1,LA,Ana"),
        "instances": csv("question,group,text", "1.2,chi,Chicago"),
    }
    found = scored(tmp_path / "a.jury", "IP", "IR", "F-list", **tables)
    assert found == pytest.approx([0.4, 0.5, 4 / 9])
    said("4 ÷ 9 = 0.4444")
    empty = scored(
        tmp_path / "b.jury", "F-list", run=1, **tables | {"responses": csv("run,question,rank,answer", "one,1.2,1,l0")}
    )
    assert empty == [0.0]
    nothing = tables | {
        "instances": "",
        "judgments": csv("assessor,question,answer,label", *(f"Ana,1.2,l{at},incorrect" for at in range(6))),
    }
    assert math.isnan(scored(tmp_path / "c.jury", "F-list", **nothing)[0])


def nugget_tables(
    importance: Sequence[str], matched: Sequence[str], length: int, votes: Sequence[str] = ()
) -> dict[str, str]:
    """Return the tables of one Other question with one response, of which each nugget is matched so."""
    text = "x " * (length - 1) + "x" if length else ""
    responses = ["one,1.3,1,o1"] if length else []
    nuggets = [f"1.3,{at},nugget {at},{word},Ana" for at, word in enumerate(importance, 1)]
    return {
        "questions": csv("question,kind,text", "1.3,other,Other"),
        "answers": csv("question,answer,text", f"1.3,o1,{text or 'not returned'}"),
        "responses": csv("run,question,rank,answer", *responses) if responses else "",
        "nuggets": csv("question,nugget,text,importance,assessor", *nuggets, *votes),
        "matches": csv(
            "assessor,question,answer,nugget,support",
            *(f"Ana,1.3,o1,{at},{word}" for at, word in enumerate(matched, 1)),
        ),
    }


@pytest.mark.parametrize(
    ("length", "precision", "f", "told"),
    [
        (299, 1.0, 5 / 9.5, "10 × 1 × 0.5 ÷ (9 × 1 + 0.5) = 0.5263"),
        (300, 1.0, 5 / 9.5, "| 300, exactly | 1 | 0.5263 |"),
        (600, 0.5, 0.5, "10 × 0.5 × 0.5 ÷ (9 × 0.5 + 0.5) = 0.5 |"),
    ],
)
def test_the_length_allowance(tmp_path: Path, length: int, precision: float, f: float, told: str) -> None:
    worth = ("vital",) * 4 + ("okay",) * 2
    tables = nugget_tables(worth, ("yes", "yes", "no", "no", "yes", "no"), length)
    names = ("nugget-recall", "nugget-precision", "F(3)")
    assert scored(tmp_path / "a.jury", *names, **tables) == pytest.approx([0.5, precision, f])
    said(told)


def test_the_odd_cases_of_nuggets(tmp_path: Path) -> None:
    none = nugget_tables(("okay", "okay"), ("yes", "no"), 50)
    assert all(map(math.isnan, scored(tmp_path / "a.jury", "nugget-recall", "F(3)", **none)))
    only = nugget_tables(("vital", "okay"), ("no", "yes"), 50)
    assert scored(tmp_path / "b.jury", "F(3)", **only) == [0.0]
    assert scored(tmp_path / "c.jury", "F(3)", run=1, **only) == [0.0]
    assert scored(tmp_path / "d.jury", "F(3)", **nugget_tables(("vital",), ("yes",), 0)) == [0.0]
    said("**Only okay nuggets matched.** Recall is 0 ÷ 4 = 0")


def test_a_nugget_counts_once_for_a_response(tmp_path: Path) -> None:
    tables = nugget_tables(("vital", "vital"), ("yes", "no"), 30)
    tables["answers"] += "1.3,o2,again\n"
    tables["responses"] += "one,1.3,2,o2\n"
    tables["matches"] += "Ana,1.3,o2,1,yes\nAna,1.3,o2,2,no\n"
    assert scored(tmp_path / "a.jury", "nugget-recall", **tables) == [0.5]


def test_weights_from_votes(tmp_path: Path) -> None:
    votes = ["1.3,1,,vital,Ben", "1.3,2,,vital,Ben", "1.3,3,,okay,Ben"]
    votes += ["1.3,1,,vital,Cam", "1.3,2,,okay,Cam", "1.3,3,,okay,Cam"]
    tables = nugget_tables(("vital", "vital", "okay"), ("no", "yes", "yes"), 150, votes)
    tables["assessors"] = csv("assessor,kind", "Ana,person", "Ben,person", "Cam,person")
    found = scored(tmp_path / "a.jury", "F-pyramid(3)", **tables)
    assert found == pytest.approx([4 / 9.4])
    said("10 × 1 × 0.4 ÷ (9 × 1 + 0.4) = 0.4255")


def test_support_scores(tmp_path: Path) -> None:
    tables = nugget_tables(("vital", "vital", "okay", "okay"), ("yes", "partial", "yes", "no"), 40)
    names = ("vital", "vital-strict", "all", "all-strict")
    assert scored(tmp_path / "a.jury", *names, **tables) == [0.75, 0.5, 0.625, 0.5]
    said("(2 + 0.5) ÷ 4 = 0.625")


def series_tables(*, lists: bool) -> dict[str, str]:
    """Return a series with 3 of 4 facts right, list F 0.4 and Other F 0.5."""
    questions = [f"1.{at},factoid,Fact {at}?,s1" for at in range(1, 5)] + ["1.6,other,Other,s1"]
    answers = [f"1.{at},f{at},fact" for at in range(1, 5)]
    judgments = [f"Ana,1.{at},f{at},{'incorrect' if at == 4 else 'correct'}" for at in range(1, 5)]
    responses = [f"one,1.{at},1,f{at}" for at in range(1, 5)]
    if lists:
        questions.append("1.5,list,Which?,s1")
        answers += ["1.5,l1,a", "1.5,l2,b"]
        judgments += ["Ana,1.5,l1,correct", "Ana,1.5,l2,incorrect"]
        responses += ["one,1.5,1,l1", "one,1.5,2,l2"]
    other = nugget_tables(("vital",) * 4 + ("okay",) * 2, ("yes", "yes", "no", "no", "yes", "no"), 600)
    text = other["answers"].splitlines()[1].split(",")[2]
    matches = other["matches"].replace("1.3,", "1.6,")
    return {
        "questions": csv("question,kind,text,series", *questions),
        "answers": csv("question,answer,text", *answers, f"1.6,o1,{text}"),
        "responses": csv("run,question,rank,answer", *responses, "one,1.6,1,o1"),
        "judgments": csv("assessor,question,answer,label", *judgments),
        "nuggets": other["nuggets"].replace("\n1.3,", "\n1.6,"),
        "matches": matches,
        "instances": csv("question,group,text", "1.5,c,Chicago", "1.5,d,Dallas") if lists else "",
    }


def test_series_with_and_without_lists(tmp_path: Path) -> None:
    names = ("series", "series(weights=exact)", "by-type")
    found = scored(tmp_path / "a.jury", *names, **series_tables(lists=True))
    assert found == pytest.approx([0.6, 0.6, 0.6])
    said("0.5 × 0.75 + 0.25 × 0.4 + 0.25 × 0.5 = 0.6 |")
    found = scored(tmp_path / "b.jury", *names, **series_tables(lists=False))
    assert found[:2] == pytest.approx([0.67 * 0.75 + 0.33 * 0.5, 2 / 3])
    assert math.isnan(found[2])
    said("0.67 × 0.75 + 0.33 × 0.5 = 0.6675")
