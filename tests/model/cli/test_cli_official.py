"""A frozen gold standard by its name: the official scores stay, and a late run is scored by it with its coverage."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.commands import Judge, adjudicate
from jurybox.session import open_session

Run = Callable[..., Any]
Tables = dict[str, str]

LISTS = {
    "questions.csv": "question,kind,text\nl1,list,Name rivers.\nl2,list,Name lakes.\n",
    "answers.csv": "question,answer,text\nl1,a,Arno\nl1,b,Brent\nl1,x,Exe\nl2,c,Cold Lake\n",
    "responses.csv": "run,question,rank,answer\none,l1,1,a\none,l2,1,c\ntwo,l1,1,a\ntwo,l1,2,b\ntwo,l1,3,x\n",
    "judgments.csv": (
        "assessor,question,answer,label\nAna,l1,a,correct\nAna,l1,b,correct\nAna,l1,x,incorrect\nAna,l2,c,correct\n"
    ),
}
FACTOIDS = {
    "questions.csv": (
        "question,kind,text,nil_correct\nf1,factoid,Which river?,\nf2,factoid,Which lake?,\nf3,factoid,Which sea?,yes\n"
        "f4,factoid,Which hill?,\n"
    ),
    "answers.csv": "question,answer,text\nf1,a,Arno\nf1,b,Brent\nf2,c,Cold Lake\nf3,d,Dead Sea\nf4,e,Etna\n",
    "responses.csv": (
        "run,question,rank,answer\none,f1,1,a\none,f2,1,c\none,f3,1,d\none,f4,1,e\n"
        "two,f1,1,b\ntwo,f2,1,c\ntwo,f3,1,NIL\ntwo,f4,1,e\n"
    ),
    "judgments.csv": (
        "assessor,question,answer,label\nAna,f1,a,correct\nAna,f1,b,incorrect\nAna,f2,c,correct\nAna,f3,d,incorrect\n"
        "Ana,f4,e,incorrect\n"
    ),
}
OTHERS = {
    "questions.csv": "question,kind,text\no1,other,Tell of the Arno.\no2,other,Tell of the Brent.\n",
    "answers.csv": "question,answer,text\no1,a,It floods.\no2,b,It is short.\n",
    "responses.csv": "run,question,rank,answer\none,o1,1,a\none,o2,1,b\n",
    "nuggets.csv": (
        "question,nugget,text,importance,assessor\no1,n1,It floods,vital,Ana\no1,n2,It is long,okay,Ana\n"
        "o2,n3,It is short,vital,Ana\n"
    ),
    "matches.csv": ("assessor,question,answer,nugget,support\nAna,o1,a,n1,yes\nAna,o1,a,n2,no\nAna,o2,b,n3,yes\n"),
}
RANKED = {
    "questions.csv": "question,kind,text\nr1,ranked,Rivers of Tuscany\nr2,ranked,Lakes of Tuscany\n",
    "answers.csv": "question,answer,text\nr1,a,Arno\nr1,b,Brent\nr2,c,Cold Lake\nr2,d,Dead Lake\n",
    "responses.csv": "run,question,rank,answer\none,r1,1,b\none,r1,2,a\none,r2,1,c\none,r2,2,d\n",
    "judgments.csv": "assessor,question,answer,label\nAna,r1,a,A\nAna,r1,b,C\nAna,r2,c,A\nAna,r2,d,C\n",
    "collection.csv": "key,value\nunjudged,wait\n",
}
CHECKS = {
    "questions.csv": "question,kind,text\nv1,validation,Which river?\nv2,validation,Which lake?\n",
    "answers.csv": "question,answer,text\nv1,a,Arno\nv2,c,Cold Lake\n",
    "responses.csv": "run,question,rank,answer,decision\none,v1,1,a,yes\none,v2,1,c,yes\n",
    "judgments.csv": "assessor,question,answer,label\nAna,v1,a,correct\nAna,v2,c,incorrect\n",
}
HEAD = "run,question,rank,answer,text,decision\n"
LATE = {
    # Arno is known, Dove counts as wrong: F1 of 1 of 2 known with 2 returned is .5; nothing for l2.
    "lists": (LISTS, ("l1,1,a,,", "l1,2,,Dove,"), "F-list", 0.25, (1, 2)),
    # f1 right, f2 wrong since nobody judged it, f3 right by the stated NIL, f4 NIL that nobody decided: wrong.
    "factoids": (FACTOIDS, ("f1,1,a,,", "f2,1,,Dove,", "f3,1,NIL,,", "f4,1,NIL,,"), "accuracy", 0.5, (1, 2)),
    # No nugget in a response that nobody matched, all in one that was.
    "others": (OTHERS, ("o1,1,,It is long.,", "o2,1,b,,"), "F(3)", 0.5, (1, 2)),
    # The only relevant answer of r1 is second behind an unjudged one, that of r2 first.
    "ranked": (RANKED, ("r1,1,,Dove,", "r1,2,a,,", "r2,1,c,,"), "AP", 0.75, (2, 3)),
    # What nobody judged is no unit; of the two that are one decision is right.
    "checks": (CHECKS, ("v1,1,a,,yes", "v2,1,c,,yes", "v2,2,,Dove,yes"), "accuracy", 0.5, (2, 3)),
}
"""By the kind of question: a collection, a late run, a measure, its score by hand, its answers judged and returned."""


def put(folder: Path, tables: Tables) -> Path:
    """Write tables into a new folder."""
    folder.mkdir()
    for name, text in tables.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def started(run: Run, folder: Path, tables: Tables) -> Path:
    """Return a collection with these tables."""
    file = folder / "campaign.jury"
    assert run("new", file).status == 0
    told = run("import", file, put(folder / "start", tables))
    assert told.status == 0, told.out
    return file


def add_run(run: Run, file: Path, name: str, rows: Sequence[str]) -> None:
    """Import one more run."""
    text = HEAD + "".join(f"{name},{row}\n" for row in rows)
    told = run("import", file, put(file.parent / name, {"responses.csv": text}))
    assert told.status == 0, told.out


def figures(run: Run, file: Path, *runs: str, gold: str | None = None) -> dict[str, Any]:
    """Return all figures of these runs (default: all), bounds included, as they are stored."""
    words = () if gold is None else ("--gold", gold)
    found = run("score", file, *words, "--bounds", "--format", "json").json
    each = {one["run"]: one["measure"] for one in found["runs"]}
    for measures in each.values():
        for cell in measures.values():
            cell.pop("coverage", None)
    return {name: each[name] for name in runs or each}


def label_all(file: Path, who: str, label: Callable[[str], str]) -> None:
    """Give every labeled answer a label that is wrong, and decide like it."""
    with closing(open_session(file, assessor=who)) as session:
        catalog = session.catalog
        for at, question in enumerate(catalog.answer_question.tolist()):
            kind = catalog.questions[question].kind
            if kind != "other":
                session.execute(Judge((at,), label(kind)))
        session.flush()


def wrong(kind: str) -> str:
    """Return a label by which nothing is right."""
    return "C" if kind == "ranked" else "incorrect"


@pytest.mark.parametrize("kind", LATE)
def test_nothing_later_moves_the_official_scores(run: Run, tmp_path: Path, kind: str) -> None:
    tables, rows, _, _, _ = LATE[kind]
    file = started(run, tmp_path, tables)
    before = figures(run, file)
    assert run("freeze", file, "official").status == 0
    assert figures(run, file, gold="official") == before

    add_run(run, file, "late", rows)
    assert figures(run, file, *before, gold="official") == before
    for who in ("Ana", "Ben"):
        label_all(file, who, wrong)
    assert run("assign", file, "--to", "Ana", "--to", "Ben").status == 0
    assert figures(run, file, *before) != before or kind == "others"
    assert figures(run, file, *before, gold="official") == before
    with closing(open_session(file, assessor="organiser")) as session:
        if tables is not OTHERS:
            session.execute(adjudicate((0,), wrong(session.catalog.questions[0].kind), ""))
            session.flush()
    assert figures(run, file, *before, gold="official") == before
    run("withdraw", file, "late")
    assert figures(run, file, gold="official") == before


@pytest.mark.parametrize("kind", LATE)
def test_a_late_run_is_scored_by_what_was_judged(run: Run, tmp_path: Path, kind: str) -> None:
    tables, rows, measure, expected, (judged, returned) = LATE[kind]
    file = started(run, tmp_path, tables)
    run("freeze", file, "official")
    add_run(run, file, "late", rows)
    told = run("score", file, "--gold", "official", "--measure", measure, "--format", "json").json
    (late,) = (one["measure"][measure] for one in told["runs"] if one["run"] == "late")
    assert (late["value"], late["waiting"]) == (pytest.approx(expected), 0)
    assert late["coverage"] == {"judged": judged, "returned": returned, "share": pytest.approx(judged / returned)}
    assert told["gold"] == "official"
    assert told["frozen"].startswith("Gold standard as frozen under “official” on ")
    assert told["frozen"].endswith("1 answer that nobody had judged by then counts as wrong.")
    table = run("score", file, "--gold", "official", "--measure", measure).out
    (line,) = (one for one in table.splitlines() if one.startswith("late"))
    assert f"{100 * judged // returned} %" in line
