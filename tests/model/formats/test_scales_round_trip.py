"""Labels of own scales in the files of the field and back: the same labels, scores and agreement."""

import random
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from sweeps import swept

from jurybox import results
from jurybox.analysis.label_matrix import usual_scheme
from jurybox.collection.file import create, open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.gold.reference import reference_in
from jurybox.measures import measure

WHO = ("Ana", "Ben", "Cleo")
MEASURES = ("nDCG", "nDCG(gain=exponential)", "Q", "AP", "ERR", "nG@1")
Labels = dict[tuple[str, str, str], str | None]


class Scale(NamedTuple):
    """The grades that are given, and how files of grades are read again (None: as they are)."""

    low: int
    high: int
    asked: str | None


SCALES = {
    "letters": Scale(0, 2, "letters"),
    "0 to 2": Scale(0, 2, "0..2"),
    "0 to 4": Scale(0, 4, "0..4"),
    "1 to 4": Scale(1, 4, "1..4"),
    "-2 to 2": Scale(-2, 2, "-2..2"),
}
SINGLE = ("ntcireval", "liveqa", "llm-judgments")
"""Written for one assessor after the other."""


def tables(folder: Path, kind: str = "person") -> list[Path]:
    """Write questions, answers, a panel of three and two runs."""
    folder.mkdir()
    names = {f"q{at}": [f"a{at}.{one}" for one in range(6)] for at in range(6)}
    draw = random.Random(3)
    rows = {
        "questions": ["question,kind,text", *(f"{q},ranked,What is {q}?" for q in names)],
        "answers": ["question,answer,text", *(f"{q},{a},it is {a}" for q, some in names.items() for a in some)],
        "assessors": ["assessor,kind,panel", *(f"{who},{kind},yes" for who in WHO)],
        "responses": [
            "run,question,rank,answer",
            *(
                f"{run},{q},{rank},{a}"
                for run in ("one", "two")
                for q, some in names.items()
                for rank, a in enumerate(draw.sample(some, 5), 1)
            ),
        ],
    }
    paths = []
    for name, lines in rows.items():
        paths.append(folder / f"{name}.csv")
        paths[-1].write_text("\n".join(lines) + "\n")
    return paths


def collection(folder: Path, scale: Scale, kind: str = "person") -> Path:
    """Make a collection of three assessors, none of whom judged everything."""
    draw = random.Random(scale.high)
    path = folder / "one.jury"
    create(path)
    import_into(path, tables(folder / "tables", kind))
    lines = []
    for at in range(6):
        for one in range(6):
            usual = draw.randint(scale.low, scale.high)
            for who in WHO:
                grade = min(scale.high, max(scale.low, usual + draw.choice([-1, 0, 0, 0, 1])))
                if draw.random() < 0.85:
                    lines.append(f"q{at} {who} a{at}.{one} {grade}\n")
    judged = folder / "judged.qrels"
    judged.write_text("".join(lines))
    import_into(path, [judged], as_format="trec-qrels", labels=scale.asked)
    return path


def labels(path: Path) -> Labels:
    """What everybody says of every answer, by its text."""
    with closing(open_reading(path)) as db:
        rows = db.execute(
            "SELECT w.name, q.name, a.text, e.label FROM entry e JOIN answer a ON a.id = e.answer "
            "JOIN question q ON q.id = a.question JOIN assessor w ON w.id = e.assessor "
            "WHERE e.kind = 'judgment' AND e.label IS NOT NULL"
        ).fetchall()
    return {(who, question, text): label for who, question, text, label in rows}


def figures(path: Path) -> tuple[list[object], list[object]]:
    """Scores of all runs under two gold standards, and the figures of agreement."""
    with closing(State(path)) as state:
        scores = [
            board.score(measure(name), run)
            for board in (results.scoreboard(state, gold, unjudged="nonrelevant") for gold in ("median", "majority"))
            for name in MEASURES
            for run in board.runs
        ]
        scheme = usual_scheme(state.catalog, state.facts)
        found = results.find_agreements(state.collection, scheme, models=True)
        return list(map(repr, scores)), list(map(repr, results.agreement_figures(found).values.tolist()))


def out_and_in(folder: Path, source: Path, name: str, scale: Scale) -> tuple[Path, list[str]]:
    """Export to a format, import into another collection, and return it with what was said to be lost."""
    back, lost = folder / f"{name}.jury", list[str]()
    create(back)
    if name != "tables":
        kept = ("assessors",) if name == "liveqa" else ("questions", "answers", "assessors", "responses")
        import_into(back, [folder / "tables" / f"{one}.csv" for one in kept])
    write = FORMATS[name].write
    assert write
    for who in WHO if name in SINGLE else (None,):
        target = folder / f"{name}-{who}"
        write(source, target, assessor=who, announce=lost.extend)
        asked = None if name == "tables" else scale.asked
        import_into(back, [target], as_format=name, assessor=who, labels=asked)
    return back, lost


def holds(name: str, grade: int) -> bool:
    """Whether a format has this grade."""
    return {"llm-judgments": 0 <= grade <= 3, "ntcireval": grade >= 0, "liveqa": 1 <= grade <= 4}.get(name, True)


FORMS = ("trec-qrels", "tables", "llm-judgments", "ntcireval", "liveqa")
MADE = [(name, scale) for name in FORMS for scale in SCALES]
# Each format with two scales, and each scale in two formats.
FEW = [one for at, one in enumerate(MADE) if (at // len(SCALES) - at) % len(SCALES) < 2]


@pytest.mark.parametrize(("name", "scale"), [*FEW, *swept(one for one in MADE if one not in FEW)])
@pytest.mark.sweep
def test_labels_scores_and_agreement_come_back(name: str, scale: str, tmp_path: Path) -> None:
    source = collection(tmp_path, SCALES[scale], "model" if name == "llm-judgments" else "person")
    back, lost = out_and_in(tmp_path, source, name, SCALES[scale])
    before, after = labels(source), labels(back)
    kept = {key: label for key, label in before.items() if scale == "letters" or holds(name, int(label or 0))}
    assert after == kept
    if len(kept) < len(before):
        said = sum(int(one.split()[0].replace(",", "")) for one in lost if "grade" in one)
        assert said == len(before) - len(kept), "the export says how many grades it leaves out"
        return
    (scores, agreed), (scores_before, agreed_before) = figures(back), figures(source)
    assert agreed == agreed_before
    assert agreed
    if name != "liveqa":  # which has no ids of answers, by which runs name them
        assert scores == scores_before


def test_grades_between_whole_numbers_are_left_out_and_said(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    paths = tables(folder)
    (folder / "judgments.csv").write_text(
        "assessor,question,answer,label\nAna,q0,a0.0,0.5\nAna,q0,a0.1,1\nAna,q0,a0.2,0\n"
    )
    path = tmp_path / "one.jury"
    create(path)
    import_into(path, paths)
    scheme_of_halves(path)
    import_into(path, [folder / "judgments.csv"])
    for name in ("trec-qrels", "ntcireval", "llm-judgments", "liveqa"):
        lost: list[str] = []
        write = FORMATS[name].write
        assert write
        write(path, tmp_path / name, assessor="Ana", announce=lost.extend)
        assert any("grade" in one for one in lost), name
        back = tmp_path / f"{name}.jury"
        create(back)
        import_into(back, [tmp_path / name], as_format=name, labels="0..1 by 0.5")
        assert set(labels(back).values()) <= {"1", "0"}


def scheme_of_halves(path: Path) -> None:
    """Set the labels 1, 0.5 and 0."""
    from jurybox.collection.own_schemes import scheme_as_json, scheme_of_text
    from jurybox.commands.facts import SetFact
    from jurybox.session import open_session

    with closing(open_session(path)) as session:
        session.execute(SetFact("scheme:ranked", scheme_as_json(scheme_of_text("0..1 by 0.5", "ranked"))))
        session.flush()


def test_qrels_hold_the_grades_of_wide_scales(tmp_path: Path) -> None:
    """What is written of a scale from 0 to 1000 is read again, with its scale and without."""
    path = tmp_path / "one.jury"
    create(path)
    import_into(path, tables(tmp_path / "tables"))
    judged = tmp_path / "judged.qrels"
    grades = [0, 130, 1000, 500, 40, 990]
    lines = [f"q{q} {who} a{q}.{one} {grades[one]}\n" for q in range(6) for who in WHO for one in range(6)]
    judged.write_text("".join(lines))
    for name, asked in (("asked", "0..1000 by 10"), ("as it is", None)):
        home, back = tmp_path / f"{name}.jury", tmp_path / f"{name} back.jury"
        for one in (home, back):
            one.write_bytes(path.read_bytes())
        import_into(home, [judged], as_format="trec-qrels", labels=asked)
        target = tmp_path / f"{name}.qrels"
        write = FORMATS["trec-qrels"].write
        assert write
        write(home, target)
        import_into(back, [target], as_format="trec-qrels", labels=asked)
        assert labels(back) == labels(home)
        assert set(labels(back).values()) == set(map(str, grades))


def test_a_mean_is_not_exported_as_labels(tmp_path: Path) -> None:
    path = collection(tmp_path, SCALES["0 to 4"])
    assert len(reference_in(path, "median").levels) == 36
    with closing(State(path)) as state:
        labels_of_scale = state.facts.scheme_of("ranked")
    assert labels_of_scale.measurement == "ordinal"
    with pytest.raises(Refused, match="interval"):
        reference_in(path, "mean")


def test_not_judged_and_junk_do_not_become_grades_below_0(tmp_path: Path) -> None:
    """In qrels -1 is an answer that is not judged, unless it is a label."""
    source = collection(tmp_path, SCALES["-2 to 2"])
    _, lost = out_and_in(tmp_path, source, "trec-qrels", SCALES["-2 to 2"])
    assert any("left out: -1 and -2 are grades here" in one for one in lost)


@pytest.mark.parametrize("stray", [10, 99])
def test_a_stray_grade_is_reported_with_file_and_line(stray: int, tmp_path: Path) -> None:
    first, second = tmp_path / "first.qrels", tmp_path / "second.qrels"
    draw = random.Random(1)
    lines = [f"{at // 20} 0 d{at} {draw.randint(0, 3)}\n" for at in range(4000)]
    lines[2900] = f"145 0 d2900 {stray}\n"
    first.write_text("".join(lines[:2000]))
    second.write_text("".join(lines[2000:]))
    with prepare([first, second], assessor="Ana") as prepared:
        found = [each for each in prepared.report.findings if each.severity == "error"]
        assert [(each.file, each.line) for each in found] == [("second.qrels", 901)]
        assert f"The grade is {stray}" in str(found[0])
        assert f"--labels 0..{stray}" in str(found[0])
    with prepare([first, second], assessor="Ana", labels=f"0..{stray}") as prepared:
        assert errors(prepared.report.findings) == []


def errors(findings: Iterable[object]) -> list[str]:
    """The errors among findings."""
    return [str(each) for each in findings if getattr(each, "severity", "") == "error"]
