"""Answers that qrels list without judging them: in the pool, and contradicted by nothing."""

from contextlib import closing
from pathlib import Path

import pytest
import pytrec_eval

from jurybox import results
from jurybox.collection.file import create
from jurybox.commands.labels import Judge
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.measures import measure
from jurybox.session.session import open_session

RUN = "q Q0 x 1 9 r\nq Q0 a 2 8 r\nq Q0 b 3 7 r\nq Q0 c 4 6 r\nq Q0 y 5 5 r\nq Q0 d 6 4 r\n"
LISTED = "q 0 a 1\nq 0 b -1\nq 0 c 0\nq 0 d 1\nq 0 e -1\n"
PLAIN = "q 0 a 1\nq 0 c 0\nq 0 d 1\n"


def trec_eval(qrels: str) -> float:
    judged = {answer: int(grade) for _, _, answer, grade in map(str.split, qrels.splitlines())}
    ranked = {row.split()[2]: float(row.split()[4]) for row in RUN.splitlines()}
    return pytrec_eval.RelevanceEvaluator({"q": judged}, {"infAP"}).evaluate({"q": ranked})["q"]["infAP"]


def collection(folder: Path, *imports: dict[str, str]) -> Path:
    """Return a collection of imports, each of files by name, all judged by the same person."""
    create(path := folder / "c.jury")
    for at, files in enumerate(imports):
        (place := folder / str(at)).mkdir()
        for name, text in files.items():
            (place / name).write_text(text)
        import_into(path, [place / name for name in files], assessor="ana")
    return path


def inferred_ap(path: Path) -> float:
    with results.opened(path) as state:
        return results.scoreboard(state, unjudged="nonrelevant").score(measure("infAP"), 0).value


@pytest.mark.parametrize(
    ("imports", "pool"),
    [
        ([{"r.run": RUN, "q.qrels": LISTED}], LISTED),
        ([{"q.qrels": LISTED}, {"r.run": RUN}], LISTED),
        ([{"r.run": RUN, "q.qrels": PLAIN}], PLAIN),
        ([{"r.run": RUN, "q.qrels": PLAIN, "pool.qrels": LISTED.replace(" 1\n", " -1\n")}], LISTED),
        ([{"r.run": RUN, "pool.qrels": LISTED.replace(" 1\n", " -1\n")}, {"q.qrels": PLAIN}], LISTED),
        ([{"r.run": RUN, "q.qrels": PLAIN}, {"pool.qrels": LISTED.replace(" 1\n", " -1\n")}], LISTED),
        ([{"r.run": RUN, "q.qrels": LISTED}, {"q.qrels": LISTED}], LISTED),
    ],
    ids=["one import", "run later", "no pool", "two files", "labels later", "pool later", "again"],
)
def test_what_qrels_list_is_the_pool_in_any_order(imports: list[dict[str, str]], pool: str, tmp_path: Path) -> None:
    assert inferred_ap(collection(tmp_path, *imports)) == pytest.approx(trec_eval(pool), abs=1e-12)


@pytest.mark.parametrize("text", [LISTED, PLAIN])
def test_an_export_lists_what_was_listed(text: str, tmp_path: Path) -> None:
    path = collection(tmp_path, {"r.run": RUN, "q.qrels": text})
    write = FORMATS["trec-qrels"].write
    assert write
    write(path, out := tmp_path / "out.qrels")
    assert sorted(out.read_text().splitlines()) == sorted(text.splitlines())


def test_a_label_takes_the_place_of_what_was_listed(tmp_path: Path) -> None:
    path = collection(tmp_path, {"r.run": RUN, "q.qrels": LISTED})
    with closing(open_session(path, assessor="ana")) as session:
        answer = next(at for at in range(session.catalog.answer_count) if session.content_of(at).note)
        session.execute(Judge((answer,), "A"))
        assert session.content_of(answer).note is None
    assert inferred_ap(path) > trec_eval(LISTED)


def test_a_text_that_comes_too_late_is_told_how_to_come_in_time(tmp_path: Path) -> None:
    path = collection(tmp_path, {"r.run": RUN})
    (topics := tmp_path / "questions.csv").write_text("question,kind,text\nq,ranked,Who?\n")
    with prepare([topics], into=path) as prepared:
        (found,) = prepared.report.findings
        assert (found.severity, found.code, found.line) == ("error", "stored-without-text", 2)
        assert "Import files with texts before runs and qrels" in found.sentence
