"""Several assessors go out as qrels and come in again with the same labels, scores and agreement."""

import gzip
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from examples import examples
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from jurybox import results
from jurybox.collection.file import create, open_reading
from jurybox.collection.own_schemes import checked, scale, scheme_as_json
from jurybox.collection.state import State
from jurybox.commands.facts import SetFact
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.measures import measure
from jurybox.session import open_session

WHO = ("Ana", "gpt-4.1", "Ben")
ANSWERS = tuple((f"q{at // 4}", f"a{at}") for at in range(12))
Judged = dict[tuple[str, str, str], int]
Run = list[tuple[str, list[str]]]

scales = st.lists(st.integers(-5, 9), min_size=2, max_size=8, unique=True).map(sorted).filter(lambda s: s[-1] > 0)
"""2 to 8 grades, with gaps, and below 0."""
QUICK = (Phase.explicit, Phase.generate)
"""An example takes two collections and their agreement: a failing one is not made smaller."""


@st.composite
def judged(draw: st.DrawFn) -> tuple[list[int], Judged]:
    """Draw a scale, and what three assessors say on it, none of whom need judge everything."""
    grades = draw(scales)
    said = {
        (who, *answer): grade
        for who in WHO
        for answer in ANSWERS
        if (grade := draw(st.sampled_from([*grades, *grades, None]))) is not None
    }
    return grades, said


def collection(path: Path, grades: list[int]) -> Path:
    """Make an empty collection that is judged by a scale."""
    create(path)
    with closing(open_session(path)) as session:
        scheme = checked(scale(grades), "ranked")
        session.execute(SetFact("scheme:ranked", scheme_as_json(scheme)))
        session.flush()
    return path


def run_file(folder: Path) -> Path:
    """Write a run that ranks every answer."""
    path = folder / "one.run"
    path.write_text("".join(f"{q} Q0 {a} 1 {20 - at} one\n" for at, (q, a) in enumerate(ANSWERS)))
    return path


def tables(folder: Path, said: Judged) -> list[Path]:
    """Write judgments as tables, with questions and answers."""
    rows = {
        "questions": ["question,kind,text", *sorted({f"{q},ranked,What?" for q, _ in ANSWERS})],
        "answers": ["question,answer,text", *(f"{q},{a},it is {a}" for q, a in ANSWERS)],
        "assessors": ["assessor,kind,panel", *(f"{who},person,yes" for who in WHO)],
        "judgments": ["assessor,question,answer,label", *(f"{w},{q},{a},{g}" for (w, q, a), g in said.items())],
    }
    for name, lines in rows.items():
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    return [folder / f"{name}.csv" for name in rows]


def labels(path: Path) -> dict[tuple[str, str, str], str]:
    """Return what is said of each answer."""
    with closing(open_reading(path)) as db:
        rows = db.execute(
            "SELECT w.name, q.name, a.name, e.label FROM entry e JOIN assessor w ON w.id = e.assessor "
            "JOIN answer a ON a.id = e.answer JOIN question q ON q.id = a.question "
            "WHERE e.kind = 'judgment' AND e.label IS NOT NULL"
        ).fetchall()
    return {(who, question, answer): label for who, question, answer, label in rows}


def figures(path: Path) -> tuple[list[str], list[str]]:
    """Return scores under two gold standards, and the figures of agreement, as they are printed exactly."""
    with closing(State(path)) as state:
        scores = [
            repr(board.score(measure(name), run))
            for gold in ("median", "majority")
            for board in [results.scoreboard(state, gold, unjudged="nonrelevant")]
            for name in ("nDCG", "Q", "AP", "nG@1")
            for run in board.runs
        ]
        scheme = state.facts.name_of_scheme("ranked")
        found = results.find_agreements(state.collection, scheme, models=True)
        return scores, list(map(repr, results.agreement_figures(found).values.tolist()))


@settings(max_examples=examples(12), deadline=None, phases=QUICK, suppress_health_check=list(HealthCheck))
@given(judged(), st.sampled_from(["one file", "a file for each", "a folder for each", "packed"]))
@pytest.mark.sweep
def test_grades_of_several_assessors_come_back(given_: tuple[list[int], Judged], way: str) -> None:
    grades, said = given_
    if not said:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = collection(folder / "first.jury", grades)
        import_into(first, [*tables(folder, said), run_file(folder)])
        back = collection(folder / "back.jury", grades)
        import_into(back, [*(folder / f"{one}.csv" for one in ("questions", "answers", "assessors"))])
        import_into(back, [run_file(folder)])
        import_into(back, [written(folder, first, way, {who for who, _, _ in said})], as_format="trec-qrels")
        assert labels(back) == labels(first) == {key: str(grade) for key, grade in said.items()}
        assert figures(back) == figures(first)


def written(folder: Path, path: Path, way: str, judges: set[str]) -> Path:
    """Export the judgments as qrels: all in one file, or one for each assessor, who is named by its name."""
    write = FORMATS["trec-qrels"].write
    assert write
    out = folder / "out"
    if way == "one file":
        write(path, out)
        return out
    out.mkdir()
    for who in WHO:
        if who not in judges:
            continue
        target = out / who
        if way == "a folder for each":
            target.mkdir()
            target /= "judgments.qrels"
        write(path, target, assessor=who)
        if way == "packed":
            (out / f"{who}.qrels.gz").write_bytes(gzip.compress(target.read_bytes()))
            target.unlink()
    return out


@settings(max_examples=examples(6), deadline=None, phases=QUICK, suppress_health_check=list(HealthCheck))
@given(judged(), st.sampled_from(["label-studio", "pyevall"]))
def test_labels_of_an_own_scale_come_back_from_json(given_: tuple[list[int], Judged], form: str) -> None:
    grades, said = given_
    said = {key: grade for key, grade in said.items() if key[0] == "Ana"}
    if not said:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        first = collection(folder / "first.jury", grades)
        import_into(first, tables(folder, said))
        write = FORMATS[form].write
        assert write
        write(first, folder / "Ana.json")
        back = collection(folder / "back.jury", grades)
        import_into(back, [folder / "Ana.json"])
        assert labels(back) == labels(first)


def test_a_grade_below_the_scale_of_letters_is_refused_with_its_line(tmp_path: Path) -> None:
    source = tmp_path / "Ana.qrels"
    source.write_text("q 0 a 1\nq 0 b -3\nq 0 c 0\n")
    with prepare([source]) as prepared:
        found = [(one.line, one.sentence) for one in prepared.report.findings if one.severity == "error"]
    assert [line for line, _ in found] == [2]
    assert "The grade is -3" in found[0][1]
    with prepare([source], labels="-3..1") as prepared:
        assert prepared.report.errors == 0
