"""A frozen gold standard by its name: the official scores stay, and a late run is scored by it with its coverage."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.analysis.disagreements.disputes import count_open
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact, Together, adjudicate
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
    # Of v1 one of two citations is supported, since nobody judged the other; of v2 none.
    "citations": (CHECKS, ("v1,1,a,,yes", "v1,2,,Dove,yes", "v2,1,c,,yes"), "citation-precision", 0.25, (2, 3)),
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
    assert "new since" not in run("score", file).out


OFFICIAL = {
    **{kind: rows for kind, (_, rows, *_) in LATE.items()},
    "NIL": ("f1,1,a,,", "f2,1,c,,", "f3,1,NIL,,", "f4,1,NIL,,"),
}
"""By the kind of question: an official run, of whose answers some were not judged when the gold standard was frozen."""


@pytest.mark.parametrize("kind", OFFICIAL)
def test_withdrawing_an_official_run_moves_no_other(run: Run, tmp_path: Path, kind: str) -> None:
    tables = FACTOIDS if kind == "NIL" else LATE[kind][0]
    file = started(run, tmp_path, tables)
    add_run(run, file, "third", OFFICIAL[kind])
    others = figures(run, file).keys() - {"third"}
    assert run("freeze", file, "official").status == 0
    before = figures(run, file, *others, gold="official")
    open_ = sum(cell["waiting"] + cell["left_out"] for scores in before.values() for cell in scores.values())
    assert open_ or kind not in ("factoids", "others", "NIL")
    assert run("withdraw", file, "third").status == 0
    after = figures(run, file, gold="official")
    assert after == before
    assert run("score", file, "--gold", "official", "--by", "unit").status == 0
    assert run("compare", file, "--gold", "official").status == 0 or len(others) == 1
    assert run("withdraw", file, "--back", "third").status == 0
    assert figures(run, file, *others, gold="official") == before


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
    said = "1 answer that nobody had judged by then counts as wrong."
    assert told["frozen"].endswith(said) == (tables is not CHECKS)
    table = run("score", file, "--gold", "official", "--measure", measure).out
    (line,) = (one for one in table.splitlines() if one.startswith("late"))
    assert f"{100 * judged // returned} %" in line


LACKING = {
    "lists": {"l1": ["late"]},
    "factoids": {"f2": ["late"], "f4": ["nil"]},
    "others": {"o1": ["late"]},
    "ranked": {"r1": ["late"]},
    "checks": {"v2": ["late"]},
}
"""By the kind of question: why questions are not scored by the current gold standard, once the late run is there."""


def reasons(run: Run, file: Path, *words: str) -> dict[str, list[str]]:
    """Return why each question is not scored, after looking whether scores count the same."""
    told = run("left-out", file, "--format", "json", *words).json
    assert run("score", file, "--format", "json", *words).json.get("not_scored", {}) == told["reasons"]
    found: dict[str, list[str]] = {}
    for one in told["left_out"]:
        found.setdefault(one["question"], []).append(one["reason"])
    return found


@pytest.mark.parametrize("kind", LACKING)
def test_late_answers_are_a_reason_of_their_own(run: Run, tmp_path: Path, kind: str) -> None:
    tables, rows, _, _, _ = LATE[kind]
    file = started(run, tmp_path, tables)
    run("freeze", file, "official")
    add_run(run, file, "late", rows)
    assert reasons(run, file) == LACKING[kind]
    told = run("left-out", file, "--format", "json").json["left_out"]
    (settled,) = {one["settles"] for one in told if one["reason"] == "late"}
    labels = "labels" if kind == "others" else "labels of Ana"
    assert settled == f"{labels}, or scoring by “official”, as frozen"
    assert "1 question: answers that came after the gold standard was frozen lack labels" in run("score", file).out


def test_what_lacked_labels_before_is_not_late(run: Run, tmp_path: Path) -> None:
    judgments = FACTOIDS["judgments.csv"].replace("Ana,f1,b,incorrect\n", "")
    file = started(run, tmp_path, {**FACTOIDS, "judgments.csv": judgments})
    run("freeze", file, "official")
    assert reasons(run, file) == {"f1": ["unjudged"]}
    add_run(run, file, "late", ("f1,1,,Dove,", "f4,1,,Fuji,"))
    add_run(run, file, "later", ("f1,1,NIL,,", "f4,1,NIL,,"))
    assert reasons(run, file) == {"f1": ["unjudged", "late"], "f4": ["late", "late"]}
    label_all(file, "Ana", wrong)
    assert reasons(run, file) == {"f1": ["nil"], "f4": ["nil"]}


GOLDS = {
    "lists": ("majority+strict", "dawid-skene+strict", "assessor:Ana+strict"),
    "factoids": ("majority+lenient", "dawid-skene+strict", "assessor:Ana+strict"),
    "others": ("majority+strict", "assessor:Ana+strict"),
    "ranked": ("GAW", "UFA", "median", "dawid-skene+strict", "majority+strict", "assessor:Ana+strict"),
    "checks": ("majority+strict", "dawid-skene+strict", "assessor:Ana+strict"),
}
"""Further gold standards, by the kind of question."""


@pytest.mark.parametrize(("kind", "gold"), [(kind, gold) for kind, golds in GOLDS.items() for gold in golds])
def test_every_gold_standard_stays_under_the_name_it_was_frozen_as(
    run: Run, tmp_path: Path, kind: str, gold: str
) -> None:
    tables, rows, _, _, _ = LATE[kind]
    file = started(run, tmp_path, tables)
    before = figures(run, file, gold=gold)
    run("freeze", file, "camera ready", "--gold", gold)
    add_run(run, file, "late", rows)
    for who in ("Ana", "Ben", "Cam"):
        label_all(file, who, wrong)
    assert figures(run, file, *before, gold="camera ready") == before
    assert figures(run, file, "late", gold="camera ready")["late"]


OPEN = {
    "lists": ("lists", "judgments.csv", "Ana,l1,x,incorrect\n", "F-list", "l1"),
    "factoids": ("factoids", "judgments.csv", "Ana,f2,c,correct\n", "accuracy", "f2"),
    "others": ("others", "matches.csv", "Ana,o1,a,n2,no\n", "F(3)", "o1"),
    "ranked": ("ranked", "judgments.csv", "Ana,r1,b,C\n", "AP", "r1"),
    "checks": ("checks", "judgments.csv", "Ana,v2,c,incorrect\n", "accuracy", "v2"),
}
"""By the kind of question: a label that nobody had given when the gold standard was frozen, a measure, a question."""


@pytest.mark.parametrize("kind", OPEN)
def test_what_waited_when_it_was_frozen_is_left_out_under_its_name(run: Run, tmp_path: Path, kind: str) -> None:
    name, table, row, measure, question = OPEN[kind]
    tables, rows, _, _, _ = LATE[name]
    head, _, rest = tables[table].partition("\n")
    file = started(run, tmp_path, {**tables, table: f"{head}\n{rest.replace(row, '')}"})
    assert run("assign", file, "--to", "Ana").status == 0
    before = figures(run, file)
    assert all(each[measure]["waiting"] == 1 for each in before.values())
    run("freeze", file, "official")
    add_run(run, file, "late", rows)
    official = figures(run, file, *before, gold="official")
    for each, scores in official.items():
        for one, cell in scores.items():
            was = before[each][one]
            assert (cell["value"], cell["units"], cell["waiting"]) == (was["value"], was["units"], 0)
            assert cell["left_out"] == was["left_out"] + was["waiting"]
            assert (cell["low"], cell["high"], cell["exact"]) == (cell["value"], cell["value"], True)
    given = put(tmp_path / "given", {table: f"{head}\n{row}"})
    assert run("import", file, given).status == 0
    assert run("left-out", file, "--gold", "official").status == 0
    assert reasons(run, file, "--gold", "official")[question] == ["frozen"]
    assert figures(run, file, *before, gold="official") == official
    told = run("left-out", file, "--gold", "official", "--format", "json").json
    (one,) = (each for each in told["left_out"] if each["question"] == question)
    assert (one["pending"], one["who"], one["settles"]) == (False, [], None)
    assert one["why"].startswith("undecided when the gold standard was frozen (then: ")


def test_no_table_under_its_name_speaks_of_what_can_still_come(run: Run, tmp_path: Path) -> None:
    tables, _, _, _, _ = LATE["factoids"]
    head, _, rest = tables["judgments.csv"].partition("\n")
    judgments = rest.replace("Ana,f2,c,correct\n", "").replace("Ana,f1,b,incorrect\n", "Ben,f1,a,incorrect\n")
    file = started(run, tmp_path, {**tables, "judgments.csv": f"{head}\n{judgments}"})
    assert run("assign", file, "--to", "Ana", "--to", "Ben", "--overlap", "1").status == 0
    run("freeze", file, "official")
    waits = ("pending", "can still", "once", "open", "complete yet")
    out = tmp_path / "report"
    assert run("report", file, "--gold", "official", "-o", out, "--draws", "20").status == 0
    report = next(out.glob("*.html")).read_text(encoding="utf-8")
    shown = {
        "score": run("score", file, "--bounds", "--gold", "official").out,
        "units": run("score", file, "--by", "unit", "--gold", "official").out,
        "compare": run("compare", file, "--gold", "official").out,
        "explain": run("score", file, "--explain", "one", "f2", "--gold", "official").out,
        "left-out": run("left-out", file, "--gold", "official").out,
    }
    assert {name: word for name, text in shown.items() for word in waits if word in text} == {}
    assert "undecided when the gold standard was frozen" in shown["explain"]
    assert "Not scored: " in report
    assert "undecided when the gold standard was frozen" in report
    assert "bounds of the score once" not in report
    assert "The gold standard is frozen, so no label or decision changes a difference." in shown["compare"]


def test_a_partly_judged_ranking_under_a_rule_is_left_out_under_its_name(run: Run, tmp_path: Path) -> None:
    tables = {
        **RANKED,
        "judgments.csv": "assessor,question,answer,label\nAna,r1,a,A\nAna,r1,b,C\nBen,r1,a,A\nAna,r2,c,A\n",
    }
    assigned = "".join(f"{who},{at}\n" for who in ("Ana", "Ben") for at in ("r1", "r2"))
    tables |= {"assignments.csv": f"assessor,question\n{assigned}"}
    file = started(run, tmp_path, {**tables, "collection.csv": "key,value\nunjudged,nonrelevant\n"})
    before = figures(run, file)["one"]["AP"]
    run("freeze", file, "official")
    after = figures(run, file, gold="official")["one"]["AP"]
    assert before["waiting"] == 1
    assert (after["value"], after["waiting"], after["left_out"]) == (before["value"], 0, before["left_out"] + 1)
    assert after["if_all_judged"] == before["if_all_judged"]
    assert reasons(run, file, "--gold", "official") == {"r2": ["frozen", "frozen"]}


def test_a_question_dropped_later_is_scored_under_its_name(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, LISTS)
    before = figures(run, file)
    run("freeze", file, "official")
    assert run("drop", file, "l2", "--because", "two readings").status == 0
    assert reasons(run, file) == {"l2": ["dropped"]}
    assert reasons(run, file, "--gold", "official") == {}
    assert figures(run, file, gold="official").keys() == before.keys()


def test_later_questions_people_panels_and_labels_of_schemes_change_nothing(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, RANKED)
    before = figures(run, file)
    run("freeze", file, "official")
    more = {
        "questions.csv": "question,kind,text\nr3,ranked,Seas of Tuscany\n",
        "answers.csv": "question,answer,text\nr3,e,Elba\n",
        "responses.csv": "run,question,rank,answer\none,r3,1,e\n",
        "judgments.csv": "assessor,question,answer,label\nAna,r3,e,C\nBen,r1,a,C\n",
        "assessors.csv": "assessor,kind,panel\nBen,person,yes\n",
    }
    assert run("import", file, put(tmp_path / "more", more)).status == 0
    assert run("setup", file, "--unjudged", "condensed").status == 0
    assert figures(run, file) != before
    found = figures(run, file, gold="official")
    for name, cell in found["one"].items():
        assert {**cell, "left_out": 0} == before["one"][name], name
    told = run("left-out", file, "--gold", "official", "--format", "json").json["left_out"]
    came_later = ("r3", "no-decision", "the question came after the gold standard was frozen")
    assert [(one["question"], one["reason"], one["why"]) for one in told] == [came_later]
    assert "standard. List: jurybox left-out --gold official." in run("score", file, "--gold", "official").out


def test_copies_and_tables_have_the_same_official_scores(run: Run, tmp_path: Path) -> None:
    tables, rows, _, _, _ = LATE["lists"]
    file = started(run, tmp_path, tables)
    copy = tmp_path / "copy.jury"
    copy.write_bytes(file.read_bytes())
    before = figures(run, file)
    run("freeze", file, "official")
    label_all(copy, "Ben", wrong)
    add_run(run, copy, "late", rows)
    assert run("merge", copy, file).status == 0
    assert figures(run, copy, *before, gold="official") == before
    assert figures(run, copy, *before) != before
    assert run("export", copy, "--as", "tables", "-o", tmp_path / "tables").status == 0
    again = tmp_path / "again.jury"
    run("new", again)
    assert run("import", again, tmp_path / "tables").status == 0
    assert figures(run, again, gold="official") == figures(run, copy, gold="official")


def test_pools_of_qrels_stay_and_what_a_late_run_adds_is_not_relevant(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "trec.jury"
    run("new", file)
    first = {
        "bm25.run": "q Q0 x 1 9 bm25\nq Q0 a 2 8 bm25\nq Q0 b 3 7 bm25\nq Q0 d 4 6 bm25\n",
        "q.qrels": "q 0 a 1\nq 0 b -1\nq 0 c 0\nq 0 d 1\n",
    }
    assert run("import", file, put(tmp_path / "first", first)).status == 0
    names = [word for name in ("AP", "infAP", "nDCG@10", "Bpref", "P@5") for word in ("--measure", name)]

    def found(*gold: str) -> dict[str, Any]:
        told = run("score", file, *names, *gold, "--bounds", "--format", "json").json
        assert told["unjudged"] == "nonrelevant"
        return {one["run"]: one["measure"] for one in told["runs"]}

    before = found()
    assert run("freeze", file, "official").status == 0
    late = {"late.run": "q Q0 new 1 9 late\nq Q0 a 2 8 late\nq Q0 x 3 7 late\n"}
    assert run("import", file, put(tmp_path / "late", late)).status == 0
    label_all(file, "Ben", wrong)
    assert run("assign", file, "--to", "Ben").status == 0
    official = found("--gold", "official")
    for cell in official["bm25"].values():
        cell.pop("coverage")
    assert official["bm25"] == before["bm25"]
    scores = official["late"]
    assert scores["AP"]["value"] == pytest.approx(1 / 2 / 2)
    assert scores["AP"]["coverage"] == {"judged": 1, "returned": 3, "share": pytest.approx(1 / 3)}
    assert scores["P@5"]["value"] == pytest.approx(1 / 5)


@pytest.mark.parametrize("part", [("--anonymous",), ("--assessor", "Ana")])
def test_tables_without_names_or_of_one_person_leave_out_what_others_said(
    run: Run, tmp_path: Path, part: tuple[str, ...]
) -> None:
    file = started(run, tmp_path, LISTS)
    run("freeze", file, "official")
    assert run("export", file, "--as", "tables", *part, "-o", tmp_path / "tables").status == 0
    text = (tmp_path / "tables" / "collection.csv").read_text(encoding="utf-8")
    assert ("frozen:official" in text, "kept" in text) == (True, False)
    again = tmp_path / "again.jury"
    run("new", again)
    run("import", again, tmp_path / "tables")
    assert "as frozen under “official”" in run("score", again).out
    assert "What is needed to score by 'official' is not here" in run("score", again, "--gold", "official").refusal


COMMANDS = (
    ("score", "FILE", "--by", "unit"),
    ("score", "FILE", "--by", "category"),
    ("score", "FILE", "--explain", "one", "r1"),
    ("compare", "FILE"),
    ("levels", "FILE"),
    ("disagreements", "FILE"),
    ("study", "stability", "FILE", "--measure", "AP", "--trials", "2"),
    ("plot", "FILE", "ranks", "-o", "OUT.svg"),
    ("export", "FILE", "--as", "trec-qrels", "-o", "OUT"),
    ("report", "FILE", "-o", "OUT-report", "--draws", "20"),
    ("setup", "FILE"),
)


@pytest.mark.sweep
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_takes_the_name(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    tables, rows, _, _, _ = LATE["ranked"]
    file = started(run, tmp_path, tables)
    run("freeze", file, "official")
    add_run(run, file, "late", rows)
    named = [word.replace("FILE", str(file)).replace("OUT", str(tmp_path / "out")) for word in words]
    told = run(*named, "--gold", "official")
    assert (told.status, told.err) == (0, "")
    refused = run(*named, "--gold", "oficial")
    assert "'oficial' is not a gold standard; choose from " in refused.refusal
    assert refused.refusal.endswith("and frozen ones: official.")


@pytest.mark.parametrize("trials", [4, 200])
def test_the_assessors_of_then_are_exchanged(run: Run, tmp_path: Path, trials: int) -> None:
    rows = "".join(
        f"{who},l1,{at},{label}\n" for who, label in (("Ben", "correct"), ("Cam", "incorrect")) for at in "abx"
    )
    tables = {**LISTS, "judgments.csv": f"{LISTS['judgments.csv']}{rows}"}
    file = started(run, tmp_path, tables)
    run("freeze", file, "official", "--gold", "majority")
    words = ("--measure", "F-list", "--trials", trials, "--format", "json")
    before = run("study", "assessors", file, *words, "--gold", "majority").json
    label_all(file, "Dan", wrong)
    after = run("study", "assessors", file, *words, "--gold", "official").json
    named = {"gold", "state", "note", "notes", "text", "frozen"}
    assert {key: one for key, one in after.items() if key not in named} == {
        key: one for key, one in before.items() if key not in named
    }


def test_the_name_can_be_that_of_the_collection(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, LISTS)
    before = figures(run, file)
    run("freeze", file, "official")
    assert run("setup", file, "--gold", "official").status == 0
    label_all(file, "Ben", wrong)
    assert figures(run, file) == before
    with closing(State(file)) as state:
        found = count_open(state.collection)
    assert (found.undecided, found.effective) == (3, 0)
    assert "official is frozen already." in run("freeze", file, "official 2").refusal
    assert run("freeze", file, "official 2", "--gold", "majority").status == 0


def record_of(file: Path) -> dict[str, Any]:
    """Return the record of the gold standard frozen as official."""
    with closing(State(file)) as state:
        return state.facts.frozen["official"].record()


def test_a_record_of_an_earlier_program_opens_and_is_refused_by_name(run: Run, tmp_path: Path) -> None:
    file = started(run, tmp_path, LISTS)
    run("freeze", file, "official")
    old = {key: value for key, value in record_of(file).items() if not key.startswith("kept")}
    changed = {**record_of(file), "kept": record_of(file)["kept"][:-8] + "AAAAAAA="}
    with closing(open_session(file, assessor="organiser")) as session:
        session.execute(Together((SetFact("frozen:earlier", old), SetFact("frozen:forged", changed))))
        session.flush()
    assert "as frozen under" in run("score", file).out
    told = run("score", file, "--gold", "earlier").refusal
    assert told.startswith("What is needed to score by 'earlier' is not here: it was frozen by an earlier Jurybox")
    assert run("score", file, "--gold", "forged").refusal == (
        "The labels frozen as forged do not match the digest they were frozen with."
    )
    assert run("freeze", file).status == 1
    assert run("score", file, "--gold", "official").status == 0


STUDIES = {
    "stability": ("ranked", "AP"),
    "swap": ("ranked", "AP"),
    "collection-size": ("ranked", "AP"),
    "assessors": ("ranked", "AP"),
    "assessors of lists": ("lists", "F-list"),
}


@pytest.mark.parametrize("case", STUDIES)
def test_a_study_under_its_name_is_not_outdated_by_what_comes_later(run: Run, tmp_path: Path, case: str) -> None:
    kind, measure = STUDIES[case]
    tables, rows, _, _, _ = LATE[kind]
    others = "".join(line.replace("Ana", who) for who in ("Ben", "Cam") for line in _rows(tables["judgments.csv"]))
    more = {"ranked": "three,r1,1,b\nthree,r2,1,c\n", "lists": "three,l1,1,x\nthree,l2,1,c\n"}[kind]
    responses = f"{tables['responses.csv']}{more}"
    judgments = f"{tables['judgments.csv']}{others}"
    file = started(run, tmp_path, {**tables, "responses.csv": responses, "judgments.csv": judgments})
    run("freeze", file, "official", "--gold", "majority")
    for gold in ("official", "majority"):
        words = ("--measure", measure, "--trials", 2, "--gold", gold, "--keep")
        told = run("study", case.split()[0], file, *words)
        assert told.status == 0, told.err
    for who in ("Ben", "Cam", "Dan"):
        label_all(file, who, wrong)
    add_run(run, file, "late", rows)
    run("withdraw", file, "late")
    found = run("study", "stored", file, "--format", "json").json["studies"]
    assert {one["gold"]: one["stale"] for one in found} == {"official": False, "majority+strict": True}


def _rows(table: str) -> list[str]:
    return table.splitlines(keepends=True)[1:]


def test_no_decision_has_an_effect_on_its_scores(run: Run, tmp_path: Path) -> None:
    said = "Ben,r1,a,C\nBen,r1,b,C\nBen,r2,c,A\nBen,r2,d,A\n"
    more = f"{RANKED['responses.csv']}two,r1,1,a\ntwo,r2,1,d\n"
    tables = {**RANKED, "judgments.csv": f"{RANKED['judgments.csv']}{said}", "responses.csv": more}
    file = started(run, tmp_path, tables)
    run("freeze", file, "official", "--gold", "GAW")
    words = ("disagreements", file, "--flips", "nDCG")
    usual, official = (run(*words, "--gold", gold).out for gold in ("GAW", "official"))
    assert [row.split()[4] for row in usual.splitlines() if row.startswith("r1")] != [".000"]
    assert [row.split()[4] for row in official.splitlines() if row.startswith("r1")] == [".000"]
    assert "The gold standard is frozen, so labels and decisions do not move its scores." in official
    things = run("disagreements", file, "--by", "thing", "--flips", "nDCG", "--gold", "official").out
    assert "No effect is shown: the gold standard is frozen, so labels and decisions do not move its scores." in things
