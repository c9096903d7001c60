"""A collection on a scale of its own, 0 to 4, through every command that scores, compares and draws."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median_low
from typing import Any

import pytest
from sweeps import swept

from jurybox import results
from jurybox.analysis.studies.requests import STUDIES
from jurybox.collection.state import State
from jurybox.commands import adjudicate
from jurybox.figures import rows_of
from jurybox.pictures import PICTURES, PictureSource
from jurybox.pictures.units import gold_standards
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

WHO = ("Ana", "Ben", "Cleo")
QUESTIONS, ANSWERS = 24, 6
GOLDS = ("median", "adjudicated")


@pytest.fixture(scope="module")
def scaled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three assessors judge everything on 0 to 4, and half of what they disagree about is decided."""
    from jurybox.collection.file import create
    from jurybox.formats.imports import import_into

    folder, draw = tmp_path_factory.mktemp("scale"), Random(5)
    judged, runs = folder / "judged.qrels", {name: folder / f"{name}.run" for name in ("one", "two", "three")}
    lines = []
    for question in range(QUESTIONS):
        for answer in range(ANSWERS):
            usual = draw.randint(0, 4)
            lines += [
                f"{question} {who} d{answer} {min(4, max(0, usual + draw.choice([-1, 0, 0, 1])))}\n" for who in WHO
            ]
    judged.write_text("".join(lines))
    for name, path in runs.items():
        given = [(question, draw.sample(range(ANSWERS), ANSWERS)) for question in range(QUESTIONS)]
        path.write_text(
            "".join(
                f"{question} Q0 d{answer} {rank} {9 - rank} {name}\n"
                for question, order in given
                for rank, answer in enumerate(order, 1)
            )
        )
    path = folder / "scale.jury"
    create(path)
    import_into(path, [judged])
    import_into(path, [*runs.values()])
    decide(path, lambda question: question < QUESTIONS // 2)
    return path


def decide(path: Path, wanted: object) -> None:
    """Decide disagreements of the questions that are wanted: the median of the three labels."""
    assert callable(wanted)
    with closing(open_session(path, assessor="Ana")) as session:
        codes, labels = session.ledger.codes, session.ledger.labels
        for answer, question in enumerate(session.catalog.answer_question.tolist()):
            said = [codes.word(int(code)) for code in labels[:, answer] if code > 0]
            if len(set(said)) > 1 and wanted(question):
                session.execute(adjudicate((answer,), median_low(said)))
        session.flush()


@pytest.mark.parametrize("gold", GOLDS)
def test_scores_bounds_and_comparisons(gold: str, scaled: Path, run: Any) -> None:
    names = ("nDCG", "nDCG(gain=exponential)", "ERR", "AP(rel=2)", "Q")
    asked = [word for name in names for word in ("--measure", name)]
    found = run("score", scaled, *asked, "--gold", gold, "--bounds", "--format", "json").json
    for one in found["runs"]:
        for name in names:
            cell = one["measure"][name]
            assert 0 < cell["value"] <= 1
            assert cell["units"] >= (QUESTIONS - 2 if gold == "median" else QUESTIONS // 2)
            assert cell["low"] <= cell["value"] <= cell["high"] or cell["units"] < QUESTIONS
    compared = run("compare", scaled, "one", "two", "--measure", "ERR", "--gold", gold)
    assert compared.status == 0
    assert f"gold standard {gold}" in compared.out
    told = run("score", scaled, "--measure", "ERR", "--gold", gold, "--explain", "one", "0")
    assert told.status == 0, told.err
    assert "2^gain" in told.out


@pytest.mark.parametrize("gold", GOLDS)
@pytest.mark.parametrize("study", STUDIES)
def test_studies(study: str, gold: str, scaled: Path, run: Any) -> None:
    done = run("study", study, scaled, "--measure", "nDCG", "--trials", "20", "--gold", gold, "--format", "json")
    assert done.status == 0, done.err
    assert done.json["units"] >= 10
    assert done.json["gold"].startswith(gold)
    if study == "assessors":
        assert done.json["group_gold"] == ("median" if gold == "median" else "majority+strict")


def test_a_study_of_nothing_says_why_in_one_sentence(tmp_path: Path, run: Any) -> None:
    judged = tmp_path / "j.qrels"
    judged.write_text("".join(f"{q} {who} d1 {grade}\n" for q in range(12) for who, grade in (("A", 0), ("B", 4))))
    ranked = tmp_path / "r.run"
    ranked.write_text("".join(f"{q} Q0 d1 1 1 {name}\n" for q in range(12) for name in ("one",)))
    other = tmp_path / "s.run"
    other.write_text(ranked.read_text().replace("one", "two"))
    path = tmp_path / "none.jury"
    for words in (("new", path), ("import", path, judged), ("import", path, ranked, other)):
        assert run(*words).status == 0
    for study in STUDIES:
        if study == "assessors":
            continue
        told = run("study", study, path, "--measure", "nDCG", "--gold", "adjudicated")
        assert told.refusal == (
            "The study cannot be run: no question has a score by nDCG under the gold standard "
            "adjudicated+strict (an answer of the question cannot be settled). Nothing was changed."
        )
        assert run("study", study, path, "--measure", "nDCG", "--gold", "median", "--trials", "5").status == 0


@pytest.mark.parametrize("gold", GOLDS)
def test_pictures(gold: str, scaled: Path) -> None:
    with closing(State(scaled)) as state:
        board = results.scoreboard(state, gold)
        source = PictureSource(board)
        drawn = {one.name: one.figure(source) for one in PICTURES if not one.why_not(source)}
        assert {"ranks", "gold-ranks", "hardness", "stability", "assessors"} <= set(drawn)
        for name, figure in drawn.items():
            assert len(rows_of(figure)) > 1, name
        panel = state.collection._replace(facts=replace(state.facts, panel=(0, 1, 2)))
        of_panel = PictureSource(Scoreboard(panel, board.gold, unjudged=board.unjudged))
        for one in (source, of_panel):
            names = [str(each) for each in gold_standards(one)]
            assert names[:3] == ["median", "adjudicated+strict", "majority+strict"]
            assert names[3:6] == [f"assessor:{who}+strict" for who in WHO]
        gold_ranks = next(one for one in PICTURES if one.name == "gold-ranks")
        assert rows_of(gold_ranks.figure(of_panel))


@pytest.mark.parametrize("gold", [*GOLDS[:1], *swept(GOLDS[1:])])
@pytest.mark.sweep
def test_reports(gold: str, scaled: Path, tmp_path: Path, run: Any) -> None:
    folder = tmp_path / "report"
    told = run("report", scaled, "-o", folder, "--gold", gold, "--draws", "40")
    assert told.status == 0, told.err
    assert run("report", scaled, "-o", folder, "--verify").status == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert gold in page
    assert "0 to 4" in page


def test_agreement_and_disagreements_follow_the_scale(scaled: Path, run: Any) -> None:
    found = run("agreement", scaled, "--format", "json").json
    assert found["scheme"] == "0 to 4"
    told = run("disagreements", scaled, "--flips", "nDCG(gain=exponential)", "--gold", "adjudicated", "--to", "any")
    assert told.status == 0, told.err
    with closing(State(scaled)) as state:
        assert state.facts.scheme_of("ranked").words == ("4", "3", "2", "1", "0")
