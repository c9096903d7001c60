"""A key, an asker and a model judge only where they were chosen: no number of people's labels changes."""

import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from mixed_tables import GOLDS, Mixed
from small import small_collection
from sweeps import swept

from jurybox.analysis.agreement import label_counts
from jurybox.analysis.agreement_report import agreement_report
from jurybox.analysis.disagreements.disputes import find_disputes
from jurybox.analysis.gather_others import other_reports
from jurybox.analysis.label_matrix import SCHEMES, label_matrix
from jurybox.campaign.progress import progress
from jurybox.collection.collection import Collection
from jurybox.collection.file import create
from jurybox.collection.judges import judges, not_people
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.kinds import KINDS
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

NOT_PEOPLE = {"the key": "key", "the asker": "asker", "another robot": "model"}


def with_voices(mixed: Mixed, seed: int) -> Mixed:
    """Add a key, an asker and a model who say something of nearly everything."""
    draw, tables = random.Random(f"voices {seed}"), mixed.tables
    kinds = {row["question"]: row["kind"] for row in tables["questions"]}
    nuggets = {(row["question"], row["nugget"], row["text"]) for row in tables.get("nuggets", ())}
    for name, kind in NOT_PEOPLE.items():
        mixed.add("assessors", assessor=name, kind=kind, panel="no")
        for row in list(tables["answers"]):
            where = {"question": row["question"], "answer": row["answer"], "assessor": name}
            of_kind = kinds[row["question"]]
            if of_kind != "other" and draw.random() < 0.9:
                mixed.add("judgments", label=draw.choice(KINDS[of_kind].labels), **where)
            if of_kind == "list" and draw.random() < 0.6:
                mixed.add("distinct", group=draw.choice(["g1", "g2"]), **where)
            for question, nugget, _ in sorted(nuggets):
                if question == row["question"] and draw.random() < 0.9:
                    mixed.add("matches", nugget=nugget, support=draw.choice(["yes", "no"]), **where)
        for question, nugget, text in sorted(nuggets):
            vote = {"question": question, "nugget": nugget, "text": text, "assessor": name}
            mixed.add("nuggets", importance=draw.choice(["vital", "okay"]), **vote)
    return mixed


def numbers_of(state: State) -> dict[Any, Any]:
    """Return every score and bound under every gold standard, agreement, disagreements and progress."""
    catalog, ledger, facts = state.collection
    found: dict[Any, Any] = {}
    for gold in GOLDS:
        try:
            board = Scoreboard(Collection(catalog, ledger, facts), Gold.parse(gold))
        except Refused as error:
            found[gold] = str(error)
            continue
        for one in board.measures:
            for run in board.runs:
                found[gold, str(one), run] = str(board.score(one, run)), str(board.bounds(one, run))
    for scheme in SCHEMES:
        report = agreement_report(catalog, label_matrix(Collection(catalog, ledger, facts), scheme), draws=20)
        names = [catalog.assessors[at].name for at in report.matrix.assessors]
        found[scheme] = names, str((report.overall, report.labels, report.pairs, report.categories))
        found[scheme, "intervals"] = str((report.intervals, report.category_intervals))
    found["disputes"] = str(find_disputes(Collection(catalog, ledger, facts)))
    found["progress"] = str(progress(Collection(catalog, ledger, facts), {}, 0))
    return found


@pytest.mark.parametrize("seed", [0, *swept(range(1, 8))])
@pytest.mark.sweep
def test_no_number_of_peoples_labels_changes(tmp_path: Path, seed: int) -> None:
    with closing(State(Mixed(seed).file(tmp_path / "people.jury"))) as state:
        before = numbers_of(state)
    with closing(State(with_voices(Mixed(seed), seed).file(tmp_path / "more.jury"))) as state:
        after = numbers_of(state)
        everybody = label_matrix(state.collection, "validation", "everybody")
        assert {*NOT_PEOPLE} <= {state.catalog.assessors[at].name for at in everybody.assessors}
        compared = other_reports(state.catalog, state.facts, everybody)
        assert {*NOT_PEOPLE} <= {state.catalog.assessors[one.assessor].name for one in compared}
    assert after == before


def collection(path: Path, assessors: str, judgments: str) -> Path:
    """Write a reading test of one question with two options and one run."""
    folder = path.with_suffix("")
    folder.mkdir()
    tables = {
        "questions": "question,kind,text\nq1,factoid,When?\n",
        "options": "question,option,text\nq1,1,in 1841\nq1,2,in 1842\n",
        "answers": "question,answer,text\nq1,1,in 1841\nq1,2,in 1842\n",
        "responses": "run,question,rank,answer\nrun,q1,1,2\n",
        "assessors": assessors,
        "judgments": judgments,
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    create(path)
    import_into(path, [folder])
    return path


def test_a_key_alone_decides_and_the_gold_standard_says_that_it_does(tmp_path: Path) -> None:
    said = "assessor,question,answer,label\nthe key,q1,2,correct\n"
    path = collection(tmp_path / "k.jury", "assessor,kind\nthe key,key\n", said)
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold("adjudicated"))
        assert board.score(measure("accuracy"), 0).value == 1.0
        assert board.gold_text == "adjudicated+strict; judges include answer key the key"


def test_a_key_stands_back_where_people_are_to_judge(tmp_path: Path) -> None:
    said = "assessor,question,answer,label\nthe key,q1,2,correct\n"
    path = collection(tmp_path / "p.jury", "assessor,kind\nthe key,key\nAna,person\n", said)
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold("adjudicated"))
        assert board.score(measure("accuracy"), 0).units == 0
        by_key = Scoreboard(state.collection, Gold.parse("assessor:the key"))
        assert (by_key.score(measure("accuracy"), 0).value, by_key.gold_text) == (1.0, "assessor:the key+strict")


def test_a_key_on_the_panel_votes_and_every_table_says_so(tmp_path: Path) -> None:
    panel = "assessor,kind,panel\nthe key,key,yes\nAna,person,yes\n"
    said = "assessor,question,answer,label\nthe key,q1,2,correct\nAna,q1,1,correct\n"
    with closing(State(collection(tmp_path / "c.jury", panel, said))) as state:
        board = Scoreboard(state.collection, Gold("majority"))
        assert board.score(measure("accuracy"), 0).units == 0
        assert board.gold_text == "majority+strict; judges include answer key the key"
        matrix = label_matrix(state.collection, "correctness")
        assert [state.catalog.assessors[at].name for at in matrix.assessors] == ["the key", "Ana"]
        assert not_people(state.catalog, matrix.assessors) == "answer key the key"


def test_an_assessor_off_the_panel_is_compared_and_does_not_count(tmp_path: Path) -> None:
    panel = "assessor,kind,panel\nAna,person,yes\nBen,person,yes\nvisitor,person,no\n"
    said = "".join(f"{who},q1,{n},correct\n" for who in ("Ana", "Ben") for n in (1, 2))
    head = "assessor,question,answer,label\n"
    path = collection(tmp_path / "v.jury", panel, f"{head}{said}visitor,q1,1,incorrect\n")
    with closing(State(path)) as state:
        matrix = label_matrix(state.collection, "correctness")
        assert label_counts(matrix.labels, len(matrix.words)).sum() == 4
        everybody = label_matrix(state.collection, "correctness", "everybody")
        (one,) = other_reports(state.catalog, state.facts, everybody)
        assert (one.kind, one.labels, one.judges.items, one.judges.raw.value) == ("person", 1, 1, 0.0)
        assert not find_disputes(state.collection)


def test_people_judge_where_no_panel_is_stored(tmp_path: Path) -> None:
    with closing(State(small_collection(tmp_path / "s.jury", questions=1))) as state:
        names = [state.catalog.assessors[at].name for at in judges(state.catalog, state.facts)]
        kinds = {one.name: one.kind for one in state.catalog.assessors}
        assert names == [name for name, kind in kinds.items() if kind == "person"]
