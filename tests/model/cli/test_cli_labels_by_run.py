"""`jurybox labels --by run`: how often each label was given to the answers of each run."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

RANKED = {
    "questions": "question,kind,text\nr1,ranked,Rivers\nf1,factoid,Which river?\n",
    "answers": "question,answer,text\nr1,a,Arno\nr1,b,Brent\nr1,c,Cam\nf1,d,Dart\n",
    "responses": "run,question,rank,answer\none,r1,1,a\none,r1,2,b\ntwo,r1,1,c\ntwo,f1,1,d\ngone,r1,1,a\n",
    "judgments": (
        "assessor,question,answer,label,kind\nAna,r1,a,A,\nBen,r1,a,C,\nAna,r1,b,A,\nAna,f1,d,inexact,\n"
        "Ben,r1,b,B,\nDan,r1,a,A,adjudication\n"
    ),
    "assessors": "assessor,kind,panel\nAna,person,yes\nBen,person,yes\nDan,person,no\n",
    "collection": "key,value\nwithdrawn:gone,yes\n",
}


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    """Return a collection with two kinds of question, two judges, a decision and a withdrawn run."""
    (tmp_path / "t").mkdir()
    for name, text in RANKED.items():
        (tmp_path / "t" / f"{name}.csv").write_text(text, encoding="utf-8")
    run("new", tmp_path / "c.jury")
    told = run("import", tmp_path / "c.jury", tmp_path / "t")
    assert told.status == 0, told.out
    return tmp_path / "c.jury"


def test_labels_are_counted_by_run(run: Run, file: Path) -> None:
    rows = run("labels", file, "--by", "run", "--format", "json").json["labels"]
    found = {(one["run"], one["kind"], one["label"]): (one["labels"], one["share"]) for one in rows}
    assert {run for run, *_ in found} == {"one", "two"}
    assert {key[2]: value for key, value in found.items() if key[:2] == ("one", "ranked")} == {
        "A": (2, 0.5),
        "B": (1, 0.25),
        "C": (1, 0.25),
    }
    assert {value for key, value in found.items() if key[:2] == ("two", "ranked")} == {(0, None)}
    assert found["two", "factoid", "inexact"] == (1, 1.0)
    assert found["one", "factoid", "correct"] == (0, None)


def test_a_scale_of_the_collection_and_every_form(run: Run, file: Path) -> None:
    table = run("labels", file, "--by", "run").out
    assert "Labels of Ana, Ben, decisions apart." in table
    assert "1 answer of a run has none of them." in table
    assert (
        run("labels", file, "--by", "run", "--format", "csv")
        .out.splitlines()[1]
        .startswith("one,factoid,correct,Correct,0,")
    )
    assert run("labels", file).out.startswith("kind")
