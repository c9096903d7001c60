"""The real files of the field: what is in them comes in, and their own tools agree with what goes out."""

import gzip
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
import pytrec_eval

from jurybox.collection.file import create, open_reading
from jurybox.errors import Refused
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS

DATA = Path(__file__).parents[4] / "shared" / "data"
pytestmark = [pytest.mark.needs_data, pytest.mark.skipif(not DATA.exists(), reason="the files are not here")]
LIVEQA = DATA / "liveqa_med" / "TREC-2017-LiveQA-Medical-qrels-NIST-692.txt.gz"


def made(path: Path, *sources: Path, labels: str | None = None) -> Path:
    create(path)
    for source in sources:
        import_into(path, [source], labels=labels)
    return path


def test_trec_2004_has_its_series_and_kinds(tmp_path: Path) -> None:
    path = made(tmp_path / "a.jury", DATA / "trec-qa-2004" / "trec13questions.xml")
    with closing(open_reading(path)) as db:
        assert db.execute("SELECT count(*) FROM series").fetchone() == (65,)
        kinds = dict(db.execute("SELECT kind, count(*) FROM question GROUP BY kind"))
        first = db.execute(
            "SELECT q.name, q.text, s.target, q.position FROM question q JOIN series s ON s.id = q.series "
            "ORDER BY q.id LIMIT 3"
        ).fetchall()
    assert kinds == {"factoid": 230, "list": 56, "other": 65}
    assert first[0] == ("1.1", "When was the first Crip gang started?", "Crips", 1)
    assert first[2] == ("1.3", "Which cities have Crip gangs?", "Crips", 3)


def test_trec_2004_goes_out_and_comes_back(tmp_path: Path) -> None:
    path = made(tmp_path / "a.jury", DATA / "trec-qa-2004" / "trec13questions.xml")
    write = FORMATS["trec-qa"].write
    assert write
    write(path, tmp_path / "out.xml")
    again = made(tmp_path / "b.jury", tmp_path / "out.xml")
    query = (
        "SELECT q.name, q.kind, q.text, q.position, s.name, s.target FROM question q JOIN series s "
        "ON s.id = q.series ORDER BY q.id"
    )
    with closing(open_reading(path)) as one, closing(open_reading(again)) as two:
        assert one.execute(query).fetchall() == two.execute(query).fetchall()


def test_liveqa_grades_are_mapped_and_repeats_are_seen(tmp_path: Path) -> None:
    with gzip.open(LIVEQA, "rt", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split(" ", 2) for line in file]
    with prepare([LIVEQA], assessor="NIST") as prepared:
        report = prepared.report
        stored = prepared.staging.db.execute("SELECT question, label, state, note FROM in_judgments").fetchall()
    assert report.format == "liveqa"
    assert report.ok
    told = " ".join(found.sentence for found in report.findings if found.severity == "note")
    assert "692 judged answers of 102 questions." in told
    for grade, count in Counter(line[1] for line in lines).items():
        assert f"{count:,} answers have grade {grade} (" in told
    distinct = {(line[0], " ".join(line[2].split())): line[1] for line in lines}
    assert f"{len(lines) - len(distinct)} lines repeat an answer" in told
    assert len(stored) == len(distinct)
    expected = Counter(None if grade == "-2" else grade for grade in distinct.values())
    assert Counter(label for _, label, _, _ in stored) == expected
    assert {note for _, _, _, note in stored} == {None}
    with prepare([LIVEQA], assessor="NIST", labels="letters") as prepared:
        stored = prepared.staging.db.execute("SELECT label, note FROM in_judgments").fetchall()
    letters = {"4": "A", "3": "A", "2": "B", "1": "C", "-2": None}
    assert Counter(label for label, _ in stored) == Counter(letters[grade] for grade in distinct.values())
    assert {note for _, note in stored} == {None, *(f"grade {n} (1-4)" for n in (1, 2, 3, 4))}


def test_liveqa_comes_out_with_its_own_grades(tmp_path: Path) -> None:
    create(tmp_path / "a.jury")
    with gzip.open(LIVEQA, "rt", encoding="utf-8") as file:
        lines = [" ".join(line.split()) for line in file]
    import_into(tmp_path / "a.jury", [LIVEQA])
    write = FORMATS["liveqa"].write
    assert write
    write(tmp_path / "a.jury", tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines() == list(dict.fromkeys(lines))


def test_trec_eval_gives_the_same_for_what_goes_out(tmp_path: Path) -> None:
    folder = DATA / "trec_eval_test"
    path = made(tmp_path / "a.jury", folder / "qrels.test", folder / "results.test")
    for name, target in (("trec-qrels", "out.qrels"), ("trec-run", "runs")):
        write = FORMATS[name].write
        assert write
        write(path, tmp_path / target)

    def scores(qrels: Path, run: Path) -> dict[str, dict[str, float]]:
        with qrels.open() as one, run.open() as two:
            judged, found = pytrec_eval.parse_qrel(one), pytrec_eval.parse_run(two)
        measures = {"map", "recip_rank", "P", "num_ret", "num_rel"}
        return dict(pytrec_eval.RelevanceEvaluator(judged, measures).evaluate(found))

    mine = scores(tmp_path / "out.qrels", tmp_path / "runs" / "STANDARD.run")
    assert mine == scores(folder / "qrels.test", folder / "results.test")
    assert round(mine["301"]["map"], 4) == 0.0324


@pytest.mark.sweep
def test_several_assessors_keep_their_groups(tmp_path: Path) -> None:
    source = DATA / "trec_eval_test" / "qrels.123"
    with pytest.raises(Refused, match="The grade is 6, and no other of 9,450 is above 4"):
        made(tmp_path / "stray.jury", source)
    path = made(tmp_path / "a.jury", source, labels="0..6")
    write = FORMATS["trec-qrels"].write
    assert write
    write(path, tmp_path / "out.qrels")
    written = [line.split() for line in (tmp_path / "out.qrels").read_text().splitlines()]
    lines = [line.split() for line in (DATA / "trec_eval_test" / "qrels.123").read_text().splitlines()]
    judged = {tuple(line) for line in written if line[3] != "-1"}
    assert judged == {tuple(line) for line in lines if line[3] != "-1"}


def test_more_grades_than_labels_come_back(tmp_path: Path) -> None:
    source = DATA / "trec_eval_test" / "qrels.rel_level"
    path = made(tmp_path / "a.jury", source)
    write = FORMATS["trec-qrels"].write
    assert write
    write(path, tmp_path / "out.qrels")
    assert sorted((tmp_path / "out.qrels").read_text().split()) == sorted(source.read_text().split())


def test_ntcireval_samples_come_in_and_go_out(tmp_path: Path) -> None:
    folder = DATA / "ntcireval_samples"
    create(tmp_path / "a.jury")
    import_into(tmp_path / "a.jury", [folder / "sample.rel", folder / "sample.res"])
    write = FORMATS["ntcireval"].write
    assert write
    write(tmp_path / "a.jury", tmp_path / "out")
    assert (tmp_path / "out" / "sample.rel").read_text() == (folder / "sample.rel").read_text()
    assert (tmp_path / "out" / "sample" / "sample.res").read_text() == (folder / "sample.res").read_text()
    assert (tmp_path / "out" / "sample" / "sample.lab").read_text() == (folder / "sample.lab").read_text()
