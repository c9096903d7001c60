"""Grades of other scales: they bring a label scheme, stay what they are, and come back as they went."""

import json
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from jurybox.collection.file import create
from jurybox.collection.own_schemes import scale
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.results.agreement import agreement_figures, find_agreements
from jurybox.scoring import Scoreboard

QRELS = FORMATS["trec-qrels"]


def qrels(path: Path, grades: dict[str, list[int]], *, assessor: str = "0") -> Path:
    """Write one line for each grade of each question."""
    lines = [f"{question} {assessor} d{at} {grade}" for question, row in grades.items() for at, grade in enumerate(row)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def collection(tmp_path: Path, *sources: Path, name: str = "c", labels: str | None = None) -> Path:
    """Return a new collection that holds these files."""
    path = tmp_path / f"{name}.jury"
    create(path, name=name)
    with prepare(sources, into=path, labels=labels) as prepared:
        assert not prepared.report.errors, prepared.report.findings
    import_into(path, sources, labels=labels)
    return path


def said(path: Path) -> dict[str, list[str]]:
    """Return the labels of each assessor, answer by answer."""
    with closing(State(path)) as state:
        word = state.ledger.codes.word
        rows = {
            one.name: [word(int(code)) for code in row]
            for one, row in zip(state.catalog.assessors, state.ledger.labels, strict=True)
        }
    return {name: row for name, row in rows.items() if any(row)}


def test_more_than_three_grades_bring_labels_of_their_own(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 3, 1, 2], "q2": [3, 0, 0, -1]}))
    assert said(path) == {"ann": ["0", "3", "1", "2", "3", "0", "0", ""]}
    with closing(State(path)) as state:
        assert state.facts.scheme_of("ranked") == scale(range(4))


def test_three_grades_stay_the_letters_of_the_paper(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 2, 1]}))
    assert said(path) == {"ann": ["C", "A", "B"]}
    with closing(State(path)) as state:
        assert not state.facts.schemes


def test_letters_can_be_asked_for(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 4, 1, 2, 3]}), labels="letters")
    assert said(path) == {"ann": ["C", "A", "B", "B", "A"]}


def test_a_wide_scale_has_the_grades_that_occur(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 16, 2, 8, 4]}))
    with closing(State(path)) as state:
        assert state.facts.scheme_of("ranked").words == ("16", "8", "4", "2", "0")


def test_a_scale_can_be_named_also_below_zero(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [-2, 2, -1, 0, 1]}), labels="-2..2")
    assert said(path) == {"ann": ["-2", "2", "-1", "0", "1"]}


def test_a_collection_of_letters_goes_on_with_letters(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 2, 1]}))
    import_into(path, [qrels(tmp_path / "bo.qrels", {"q2": [0, 1, 2, 3]})])
    assert said(path)["bo"] == ["", "", "", "C", "B", "A", "A"]


def test_letters_of_questions_without_grades_leave_grades_alone(tmp_path: Path) -> None:
    """A label A of another kind of question says nothing of how ranked answers are judged."""
    tables = tmp_path / "tables"
    tables.mkdir()
    labels = [{"label": "A", "grade": 1, "relevant": "strict"}, {"label": "Z", "grade": 0}]
    scheme = json.dumps({"name": "two", "labels": labels}).replace('"', '""')
    for name, text in {
        "collection": f'key,value\nscheme:validation,"{scheme}"\n',
        "assessors": "assessor,kind\nBen,person\n",
        "questions": "question,kind,text\nv,validation,Right?\n",
        "answers": "question,answer,text\nv,x,Yes\n",
        "judgments": "assessor,question,answer,label\nBen,v,x,A\n",
    }.items():
        (tables / f"{name}.csv").write_text(text, encoding="utf-8")
    path = collection(tmp_path, tables)
    import_into(path, [qrels(tmp_path / "ann.qrels", {"q1": [0, 3, 1, 2]})])
    assert said(path) == {"Ben": ["A", *[""] * 4], "ann": ["", "0", "3", "1", "2"]}


def test_a_grade_that_the_scheme_lacks_is_named_with_its_line(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 3, 1, 2]}))
    with pytest.raises(Refused, match=r"The grade is 7. Write one of 3, 2, 1, 0, the labels of ranked"):
        import_into(path, [qrels(tmp_path / "bo.qrels", {"q2": [0, 7]})])


def test_a_stray_grade_is_reported_and_is_no_new_maximum(tmp_path: Path) -> None:
    source = qrels(tmp_path / "ann.qrels", {f"q{n}": [0, 1, 2, 3] for n in range(500)} | {"last": [10]})
    path = tmp_path / "c.jury"
    create(path, name="c")
    with prepare([source], into=path) as prepared:
        (finding,) = [one for one in prepared.report.findings if one.severity == "error"]
    assert finding.line == 2_001
    assert "The grade is 10, and no other of 2,001 is above 3." in finding.sentence
    assert "under Labels for grades (--labels 0..10)." in finding.sentence
    with prepare([source], into=path, labels="0..10") as prepared:
        assert not prepared.report.errors
    with prepare([source], into=path, skip_bad_lines=True) as prepared:
        assert not prepared.report.errors


@pytest.mark.parametrize("highest", [2, 3, 4, 7])
@pytest.mark.sweep
def test_several_assessors_come_back_with_the_same_numbers(tmp_path: Path, highest: int) -> None:
    draw = np.random.default_rng(highest)
    files = [
        qrels(
            tmp_path / f"{name}.qrels",
            {f"q{n}": draw.integers(0, top + 1, 12).tolist() for n in range(6)},
            assessor=name,
        )
        for name, top in (("ann", highest), ("bo", highest), ("cy", 2))
    ]
    first = collection(tmp_path, *files, name="first")
    target = tmp_path / "back.qrels"
    assert QRELS.write
    QRELS.write(first, target)
    second = collection(tmp_path, target, name="second")
    assert said(first) == said(second)
    assert figures(first).equals(figures(second))


def figures(path: Path) -> pd.DataFrame:
    """Return the agreement of the judges."""
    with closing(State(path)) as state:
        scheme = state.facts.name_of_scheme("ranked")
        found = find_agreements(state.collection, scheme, draws=0)
        return agreement_figures(found)


def test_tables_keep_the_scheme_and_read_it_first(tmp_path: Path) -> None:
    path = collection(tmp_path, qrels(tmp_path / "ann.qrels", {"q1": [0, 3, 1, 2]}))
    folder = tmp_path / "tables"
    tables = FORMATS["tables"]
    assert tables.write
    tables.write(path, folder)
    again = collection(tmp_path, folder, name="again")
    assert said(again) == said(path)
    with closing(State(again)) as state:
        assert state.facts.scheme_of("ranked") == scale(range(4))


def test_scores_are_those_of_the_grades(tmp_path: Path) -> None:
    judged = qrels(tmp_path / "ann.qrels", {"q1": [0, 3, 1, 2]})
    run = tmp_path / "one.run"
    run.write_text("".join(f"q1 Q0 d{at} {at + 1} {9 - at} one\n" for at in range(4)), encoding="utf-8")
    path = collection(tmp_path, judged, run)
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse("assessor:ann"))
        ideal = 3 + 2 / np.log2(3) + 1 / np.log2(4)
        got = 0 + 3 / np.log2(3) + 1 / np.log2(4) + 2 / np.log2(5)
        assert board.score(measure("nDCG"), 0).value == pytest.approx(got / ideal, abs=1e-15)


@pytest.mark.parametrize(
    ("grades", "asked", "read_as"),
    [
        ([0, 3, 1], None, "labels"),
        ([0, 3, 1], "letters", "letters"),
        ([0, 3, 1], "0..10", "0..10"),
        ([0, 2, 1], None, "letters"),
        ([0, 2, 1], "0..2", "0..2"),
    ],
)
def test_a_report_says_what_grades_became(tmp_path: Path, grades: list[int], asked: str | None, read_as: str) -> None:
    file = qrels(tmp_path / "ann.qrels", {"q1": grades})
    with prepare([file], labels=asked) as prepared:
        found = prepared.report.grades
        assert found is not None
        assert (dict(found.counts), found.ends, found.read_as) == (dict.fromkeys(grades, 1), None, read_as)
        assert prepared.report.as_dict()["grades_read_as"] == read_as
    path = collection(tmp_path, file, labels=asked)
    with prepare([qrels(tmp_path / "ben.qrels", {"q1": [0, 1]})], into=path) as prepared:
        assert prepared.report.grades is None  # the collection has its labels
