"""Answers that only withdrawn runs returned: nobody judges them and nothing waits for them, until they are back."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.state import State
from jurybox.commands import Judge
from jurybox.session import open_session

Run = Callable[..., Any]

LISTS = {
    "questions.csv": "question,kind,text\nl1,list,Name rivers.\nl2,list,Name lakes.\n",
    "answers.csv": "question,answer,text\nl1,a,Arno\nl1,b,Brent\nl2,c,Cold Lake\n",
    "responses.csv": "run,question,rank,answer\none,l1,1,a\none,l2,1,c\ntwo,l1,1,a\ntwo,l1,2,b\n",
    "judgments.csv": "assessor,question,answer,label\nAna,l1,a,correct\nAna,l1,b,correct\nAna,l2,c,correct\n",
}
FACTOIDS = {
    "questions.csv": "question,kind,text\nf1,factoid,Which river?\nf2,factoid,Which lake?\n",
    "answers.csv": "question,answer,text\nf1,a,Arno\nf2,c,Cold Lake\n",
    "responses.csv": "run,question,rank,answer\none,f1,1,a\none,f2,1,c\n",
    "judgments.csv": "assessor,question,answer,label\nAna,f1,a,correct\nAna,f2,c,incorrect\n",
}
OTHERS = {
    "questions.csv": "question,kind,text\no1,other,Tell of the Arno.\n",
    "answers.csv": "question,answer,text\no1,a,It floods.\n",
    "responses.csv": "run,question,rank,answer\none,o1,1,a\n",
    "nuggets.csv": "question,nugget,text,importance,assessor\no1,n1,It floods,vital,Ana\n",
    "matches.csv": "assessor,question,answer,nugget,support\nAna,o1,a,n1,yes\n",
}
RANKED = {
    "questions.csv": "question,kind,text\nr1,ranked,Rivers of Tuscany\n",
    "answers.csv": "question,answer,text\nr1,a,Arno\nr1,b,Brent\n",
    "responses.csv": "run,question,rank,answer\none,r1,1,b\none,r1,2,a\n",
    "judgments.csv": "assessor,question,answer,label\nAna,r1,a,A\nAna,r1,b,C\n",
    "collection.csv": "key,value\nunjudged,wait\n",
}
CHECKS = {
    "questions.csv": "question,kind,text\nv1,validation,Which river?\nv2,validation,Which lake?\n",
    "answers.csv": "question,answer,text\nv1,a,Arno\nv2,c,Cold Lake\n",
    "responses.csv": "run,question,rank,answer,decision\none,v1,1,a,yes\none,v2,1,c,yes\n",
    "judgments.csv": "assessor,question,answer,label\nAna,v1,a,correct\nAna,v2,c,incorrect\n",
}
LATE = {
    "lists": (LISTS, "late,l1,1,,Dove", "F-list", {"one": 0.8333, "two": 0.5}),
    "factoids": (FACTOIDS, "late,f1,1,,Dove", "accuracy", {"one": 0.5}),
    "others": (OTHERS, "late,o1,1,,It is long.", "F(3)", {"one": 1.0}),
    "ranked": (RANKED, "late,r1,1,,Dove", "AP", {"one": 0.5}),
    "checks": (CHECKS, "late,v1,2,,Dove", "accuracy", {"one": 0.5}),
}
"""By the kind of question: a collection in which all is judged, a late response, a measure, what runs score."""


def put(folder: Path, tables: dict[str, str]) -> Path:
    """Write tables into a new folder."""
    folder.mkdir()
    for name, text in tables.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def started(run: Run, folder: Path, tables: dict[str, str]) -> Path:
    """Return a collection with these tables."""
    file = folder / "late.jury"
    assert run("new", file).status == 0
    told = run("import", file, put(folder / "start", tables))
    assert told.status == 0, told.out
    return file


def add_run(run: Run, file: Path, line: str) -> None:
    """Import one more response, with its own text."""
    rows = f"run,question,rank,answer,text\n{line}\n"
    assert run("import", file, put(file.parent / line.partition(",")[0], {"responses.csv": rows})).status == 0


def scores(run: Run, file: Path, measure: str) -> dict[str, tuple[float | None, int]]:
    """Return the score of each run, and on how many questions it rests."""
    told = run("score", file, "--measure", measure, "--bounds", "--format", "json").json
    found = {}
    for one in told["runs"]:
        score = one["measure"][measure]
        value = None if score["value"] is None else round(score["value"], 4)
        found[one["run"]] = value, score["units"]
    return found


def work(run: Run, file: Path) -> dict[str, tuple[int, int, int]]:
    """Return how many answers everybody is assigned, has judged, and has open."""
    listed = run("assign", file, "--format", "json").json["assessors"]
    return {one["assessor"]: (one["assigned"], one["judged"], one["open"]) for one in listed}


def disputed(run: Run, file: Path) -> list[str]:
    """Return the questions about which there are disagreements."""
    return [one["question"] for one in run("disagreements", file, "--format", "json").json["questions"]]


@pytest.mark.parametrize("kind", LATE)
@pytest.mark.parametrize("assigned", [False, True])
def test_a_withdrawn_run_leaves_scores_bounds_and_work_as_they_were(
    run: Run, tmp_path: Path, kind: str, assigned: bool
) -> None:
    tables, line, measure, expected = LATE[kind]
    file = started(run, tmp_path, tables)
    if assigned:
        assert run("assign", file, "--to", "Ana").status == 0
    before, done = scores(run, file, measure), work(run, file)
    assert {name: value for name, (value, _) in before.items()} == expected
    whole = run("score", file, "--bounds", "--format", "json").json["runs"]
    add_run(run, file, line)
    waiting = scores(run, file, measure)
    assert (waiting != before, work(run, file) != done) == (True, assigned)
    run("withdraw", file, "late")
    assert (scores(run, file, measure), work(run, file)) == (before, done)
    assert run("score", file, "--bounds", "--format", "json").json["runs"] == whole
    run("withdraw", file, "late", "--back")
    assert (scores(run, file, measure), work(run, file) != done) == (waiting, assigned)


def test_what_another_run_returns_too_stays(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, LISTS)
    assert run("assign", file, "--to", "Ana").status == 0
    add_run(run, file, "late,l1,1,,Dove")
    add_run(run, file, "later,l1,1,,Dove")
    run("withdraw", file, "late")
    assert work(run, file)["Ana"] == (4, 3, 1)
    run("withdraw", file, "later")
    assert work(run, file)["Ana"] == (3, 3, 0)
    add_run(run, file, "last,l1,1,,Dove")
    assert work(run, file)["Ana"] == (4, 3, 1)


def test_labels_of_what_left_are_kept_and_count_again(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, LISTS)
    before = scores(run, file, "F-list")
    add_run(run, file, "late,l1,1,,Dove")
    with closing(State(file)) as state:
        assert state.catalog.answers_of(0).tolist() == [0, 1, 3]
    for who, label in (("Ana", "correct"), ("Ben", "incorrect")):
        with closing(open_session(file, assessor=who)) as session:
            session.execute(Judge((3,), label))
            session.flush()
    assert disputed(run, file) == ["l1"]
    waiting = scores(run, file, "F-list")
    run("withdraw", file, "late")
    assert (scores(run, file, "F-list"), disputed(run, file)) == (before, [])
    run("withdraw", file, "late", "--back")
    assert (scores(run, file, "F-list"), disputed(run, file)) == (waiting, ["l1"])


def test_what_qrels_judged_is_known_whichever_run_is_withdrawn(run: Run, tmp_path: Path) -> None:
    more = RANKED["responses.csv"] + "two,r1,1,c\n"
    answers, labels = RANKED["answers.csv"] + "r1,c,Cecina\n", RANKED["judgments.csv"] + "Ana,r1,c,A\n"
    tables = {**RANKED, "responses.csv": more, "answers.csv": answers, "judgments.csv": labels}
    file = started(run, tmp_path, tables)
    assert scores(run, file, "AP") == {"one": (0.25, 1), "two": (0.5, 1)}
    run("withdraw", file, "two")
    assert scores(run, file, "AP") == {"one": (0.25, 1)}


def test_what_left_is_not_assigned_nor_handed_out(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, LISTS)
    add_run(run, file, "late,l1,1,,Dove")
    words = ("assign", file, "--to", "Ben", "--to", "Cid", "--overlap", "2", "--format", "json")
    before = run(*words, "--dry-run").json["assessors"]
    run("withdraw", file, "late")
    after = run(*words).json["assessors"]
    assert (sum(one["answers"] for one in before), sum(one["answers"] for one in after)) == (8, 6)
    assert run("assign", file, "--hand-out", "Ana", "--output", tmp_path / "ana.jury").status == 0
    with closing(State(tmp_path / "ana.jury")) as state:
        assert state.catalog.answer_count == 3
