"""What goes out in the formats of the field comes in again, or the export is refused; never half of it."""

import csv
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.collection.entries import STATES
from jurybox.collection.file import create, open_reading
from jurybox.errors import Refused
from jurybox.formats.format import Reference
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.kinds import KINDS
from jurybox.session import open_session

Draw = Callable[..., Any]
Rows = list[tuple[str, ...]]

PLAIN = [*"abAB019", "1.10", "1.1", "007", "é", "#x", "日本", "-1", "NA"]
ODD = [*PLAIN, "a b", "a,b", "a/b", "%41", "\t", "..", "<&>", '"', "'", "=1", "\u2028", "con", "A|B"]
plain_ids = st.sampled_from(PLAIN)
odd_ids = st.sampled_from(ODD)
texts = st.sampled_from(["in Paris", "Ada  Lovelace", "x", "a\nb", "<b>&amp;", "日本語 text", '"quoted"', "2 3 4"])


@st.composite
def collections(draw: Draw, kind: str, ids: st.SearchStrategy[str], assessors: int = 2) -> dict[str, Rows]:
    """Draw tables: questions of one kind, answers, what assessors said of them, and two runs."""
    questions = draw(st.lists(ids, min_size=1, max_size=3, unique=True))
    tables: dict[str, Rows] = {"questions": [("question", "kind", "text", "series")]}
    tables["questions"] += [(name, kind, draw(texts), "S" if draw(st.booleans()) else "") for name in questions]
    tables["answers"] = [("question", "answer", "text", "document", "support")]
    tables["judgments"] = [("assessor", "question", "answer", "label", "state")]
    tables["responses"] = [("run", "question", "rank", "answer", "decision", "confidence", "score")]
    for question in questions:
        names = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
        for name in names:
            row = (question, name, draw(texts), draw(st.sampled_from(["", "D1"])), draw(st.sampled_from(["", "s t"])))
            tables["answers"].append(row)
        for who in ("Ana", "model-1")[:assessors]:
            for name in names:
                label = draw(st.sampled_from(["", *KINDS[kind].labels]))
                state = "" if label else draw(st.sampled_from(["", *STATES]))
                tables["judgments"].append((who, question, name, label, state))
        for run in ("r1", "r.2"):
            for name in draw(st.permutations(names))[: draw(st.integers(0, 4))]:
                decision = draw(st.sampled_from(["yes", "no"])) if KINDS[kind].decides else ""
                score = draw(st.sampled_from(["", "0.5", "1e-3", "7"]))
                tables["responses"].append((run, question, "", name, decision, "0.25", score))
    tables["assessors"] = [("assessor", "kind"), ("Ana", "person"), ("model-1", "model")]
    return tables


def build(path: Path, tables: dict[str, Rows]) -> Path:
    folder = path.with_suffix("")
    folder.mkdir()
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    create(path)
    import_into(path, [folder], as_format="tables")
    return path


def said(path: Path, who: str) -> dict[tuple[str, str], tuple[str | None, str | None]]:
    with closing(open_reading(path)) as db:
        rows = db.execute(
            "SELECT q.name, a.name, e.label, e.state FROM entry e JOIN answer a ON a.id = e.answer "
            "JOIN question q ON q.id = a.question JOIN assessor w ON w.id = e.assessor WHERE w.name = ?",
            (who,),
        ).fetchall()
    return {(q, a): (label, state) for q, a, label, state in rows}


def ranked(path: Path) -> dict[tuple[str, str], list[str]]:
    lists: dict[tuple[str, str], list[str]] = {}
    with closing(open_reading(path)) as db:
        for run, question, answer in db.execute(
            "SELECT u.name, q.name, a.name FROM response p JOIN run u ON u.id = p.run JOIN question q "
            "ON q.id = p.question JOIN answer a ON a.id = p.answer ORDER BY p.id"
        ):
            lists.setdefault((run, question), []).append(answer)
    return lists


def there_and_back(
    folder: Path, tables: dict[str, Rows], name: str, *, into: str = "", **how: Any
) -> tuple[Path, Path] | None:
    """Return the collection and what came back; None where the export was refused and left nothing."""
    source = build(folder / "one.jury", tables)
    write = FORMATS[name].write
    assert write
    target = folder / f"out{into}"
    try:
        write(source, target, **how)
    except Refused:
        assert not target.exists()
        assert not list(folder.glob(".jurybox*"))
        return None
    back = folder / "two.jury"
    create(back)
    import_into(back, [target], as_format=name, assessor=how.get("assessor"), labels="letters")
    return source, back


def tries(count: int) -> Callable[[Any], Any]:
    return settings(
        max_examples=examples(count), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
    )


def grades(labels: dict[tuple[str, str], tuple[str | None, str | None]]) -> dict[tuple[str, str], Any]:
    """Return what qrels keep of labels and states."""
    kept = {subject: (label, state if state == "junk" else None) for subject, (label, state) in labels.items()}
    return {subject: value for subject, value in kept.items() if any(value)}


@given(tables=collections("ranked", odd_ids))
@tries(10)
def test_qrels(tables: dict[str, Rows]) -> None:
    tables = {**tables, "responses": tables["responses"][:1]}
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "trec-qrels", assessor="Ana")
        if came:
            one, two = came
            before, after = grades(said(one, "Ana")), grades(said(two, "Ana"))
            assert after == before


@given(tables=collections("ranked", odd_ids))
@tries(10)
def test_runs(tables: dict[str, Rows]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "trec-run")
        if came:
            assert ranked(came[1]) == ranked(came[0])


@given(tables=collections("ranked", plain_ids.filter(lambda name: not name.startswith("#"))))
@tries(10)
def test_plain_ids_are_never_refused(tables: dict[str, Rows]) -> None:
    tables = {
        **tables,
        "responses": [
            *tables["responses"],
            ("r3", *tables["answers"][1][:1], "", *tables["answers"][1][1:2], "", "", ""),
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        assert there_and_back(Path(folder), tables, "trec-run")


@given(tables=collections("ranked", odd_ids))
@tries(10)
def test_ntcireval(tables: dict[str, Rows]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "ntcireval", assessor="Ana")
        if came:
            assert ranked(came[1]) == ranked(came[0])
            labels = {subject: label for subject, (label, _) in said(came[0], "Ana").items() if label}
            back = {subject: label for subject, (label, _) in said(came[1], "Ana").items() if label}
            assert set(back) == set(labels)
            if "A" in labels.values():
                assert back == labels


@given(tables=collections("ranked", odd_ids))
@tries(10)
def test_ntcir_runs(tables: dict[str, Rows]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "ntcir-cqa")
        if came:
            assert ranked(came[1]) == ranked(came[0])


@pytest.mark.parametrize("kind", ["ranked", "factoid", "validation"])
@pytest.mark.sweep
def test_label_studio_keeps_everything(kind: str) -> None:
    @given(tables=collections(kind, odd_ids))
    @tries(12)
    def check(tables: dict[str, Rows]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            came = there_and_back(Path(folder), tables, "label-studio", into=".json")
            assert came
            for who in ("Ana", "model-1"):
                assert said(came[1], who) == said(came[0], who)
            query = "SELECT q.name, q.kind, q.text, a.name, a.text, a.document, a.support FROM answer a JOIN "
            query += "question q ON q.id = a.question ORDER BY a.id"
            with closing(open_reading(came[0])) as one, closing(open_reading(came[1])) as two:
                assert one.execute(query).fetchall() == two.execute(query).fetchall()

    check()


@given(tables=collections("ranked", odd_ids, assessors=1))
@tries(10)
def test_pyevall(tables: dict[str, Rows]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "pyevall", into=".json", assessor="Ana")
        assert came
        assert said(came[1], "Ana") == said(came[0], "Ana")


@given(tables=collections("ranked", odd_ids))
@tries(10)
@pytest.mark.sweep
def test_model_judgments(tables: dict[str, Rows]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "llm-judgments", into=".jsonl")
        before = {
            subject: value
            for subject, value in said(build(Path(folder) / "x.jury", tables), "model-1").items()
            if value[0] or value[1] == "cannot-tell"
        }
        assert (came is None) == (not before)
        if came:
            assert said(came[1], "model-1") == before


@given(tables=collections("validation", odd_ids))
@tries(10)
def test_ave(tables: dict[str, Rows]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        came = there_and_back(Path(folder), tables, "ave", assessor="Ana")
        if came:
            kept = {t: v for t, v in said(came[0], "Ana").items() if v[0] or v[1] == "cannot-tell"}
            assert said(came[1], "Ana") == kept
            query = "SELECT u.name, p.question, p.answer, p.decision, p.confidence FROM response p "
            query += "JOIN run u ON u.id = p.run ORDER BY u.name, p.id"
            with closing(open_reading(came[0])) as one, closing(open_reading(came[1])) as two:
                assert sorted(one.execute(query)) == sorted(two.execute(query))


@given(tables=collections("factoid", plain_ids))
@tries(10)
@pytest.mark.sweep
def test_qa_runs_and_judgments(tables: dict[str, Rows]) -> None:
    for name in ("trec-qa-runs", "trec-qa-judgments"):
        with tempfile.TemporaryDirectory() as folder:
            source = build(Path(folder) / "one.jury", tables)
            write = FORMATS[name].write
            assert write
            try:
                write(source, Path(folder) / "out", assessor="Ana")
            except Refused:
                continue
            back = build(Path(folder) / "two.jury", {"questions": tables["questions"]})
            import_into(back, [Path(folder) / "out"], as_format=name, assessor="Ana")
            shape = "SELECT q.name, replace(replace(a.text, char(10), ' '), '  ', ' '), a.document"
            if name == "trec-qa-runs":
                query = f"{shape} FROM response p JOIN question q ON q.id = p.question "
                query += "JOIN answer a ON a.id = p.answer"
            else:
                query = (
                    f"{shape}, e.label FROM entry e JOIN answer a ON a.id = e.answer JOIN question q "
                    "ON q.id = a.question JOIN assessor w ON w.id = e.assessor "
                    "WHERE w.name = 'Ana' AND e.label IS NOT NULL"
                )
            with closing(open_reading(source)) as one, closing(open_reading(back)) as two:
                before, after = set(one.execute(query)), set(two.execute(query))
            assert after <= before
            assert {row[:3] for row in after} == {row[:3] for row in before}


def test_a_gold_standard_is_written_as_its_levels(tmp_path: Path) -> None:
    tables: dict[str, Rows] = {
        "questions": [("question", "kind", "text"), ("q", "ranked", "Q?")],
        "answers": [("question", "answer", "text"), *(("q", f"a{n}", f"t{n}") for n in range(4))],
    }
    path = build(tmp_path / "c.jury", tables)
    gold = Reference("GA", (8, 0, -1, -2))
    write = FORMATS["trec-qrels"].write
    assert write
    written = write(path, tmp_path / "out", gold=gold)
    assert (tmp_path / "out").read_text() == "q 0 a0 8\nq 0 a1 0\nq 0 a2 -1\nq 0 a3 -2\n"
    assert written.lost == ("1 answer is left out by the gold standard: written as junk.",)
    for name in ("liveqa", "label-studio"):
        write = FORMATS[name].write
        assert write
        with pytest.raises(Refused, match=r"Nothing was written|Name an assessor"):
            write(path, tmp_path / "more", gold=gold)
        assert not (tmp_path / "more").exists()


def test_names_of_people_can_be_kept_out(tmp_path: Path) -> None:
    tables: dict[str, Rows] = {
        "questions": [("question", "kind", "text"), ("q", "ranked", "Q?")],
        "answers": [("question", "answer", "text"), ("q", "a", "t")],
        "judgments": [("assessor", "question", "answer", "label"), ("Ana", "q", "a", "A"), ("Ben", "q", "a", "C")],
    }
    path = build(tmp_path / "c.jury", tables)
    for name in ("trec-qrels", "label-studio"):
        write = FORMATS[name].write
        assert write
        write(path, tmp_path / name, anonymous=True)
        text = (tmp_path / name).read_text()
        assert "Ana" not in text
        assert text.count("assessor-") == 2
    write = FORMATS["liveqa"].write
    assert write
    with pytest.raises(Refused, match="Several assessors judged: Ana, Ben"):
        write(path, tmp_path / "live")


@pytest.mark.parametrize("highest", [{"Ana": 2, "Ben": 4}, {"Ana": 1, "Ben": 1}, {"Ana": 3, "Ben": 9}])
def test_several_assessors_on_several_scales_come_back_with_the_same_labels(
    tmp_path: Path, highest: dict[str, int]
) -> None:
    one, two = tmp_path / "one.jury", tmp_path / "two.jury"
    create(one)
    for who, top in highest.items():
        source = tmp_path / f"{who}.qrels"
        source.write_text("".join(f"q 0 d{n} {n % (top + 1)}\n" for n in range(20)), encoding="utf-8")
        import_into(one, [source], labels="letters")
    write = FORMATS["trec-qrels"].write
    assert write
    made = write(one, tmp_path / "all.qrels")
    create(two)
    with prepare([made.path], into=two, labels="letters") as prepared:
        assert any("Grades of ranked questions are read on the scale" in line for line in prepared.report.lines())
    import_into(two, [made.path], labels="letters")
    for who in highest:
        assert said(two, who) == said(one, who)
    lost = " ".join(made.lost)
    assert ("grades of finer scales are written as 2, 1, 0" in lost) == (max(highest.values()) > 2)


def test_all_files_of_one_import_are_on_one_scale(tmp_path: Path) -> None:
    path = tmp_path / "c.jury"
    create(path)
    folder = tmp_path / "qrels"
    folder.mkdir()
    (folder / "ana.qrels").write_text("q 0 d1 2\nq 0 d2 1\n", encoding="utf-8")
    (folder / "ben.qrels").write_text("q 0 d1 4\nq 0 d2 2\n", encoding="utf-8")
    import_into(path, [folder])
    assert said(path, "ana")["q", "d1"] == said(path, "ben")["q", "d2"] == ("2", None)


@pytest.mark.parametrize("name", ["trec-run", "trec-qrels"])
def test_what_a_format_cannot_hold_is_said_before_it_is_written(name: str, tmp_path: Path) -> None:
    tables = {
        "questions": "question,kind,text\nv,validation,Is it?\n",
        "answers": "question,answer,text\nv,a,Yes it is\nv,b,No\n",
        "responses": "run,question,rank,answer,decision\nr,v,1,a,yes\nr,v,2,b,no\n",
        "judgments": "assessor,question,answer,label,note\nAna,v,a,correct,Surely\n",
    }
    for table, text in tables.items():
        (tmp_path / f"{table}.csv").write_text(text, encoding="utf-8")
    path, target = tmp_path / "c.jury", tmp_path / "out"
    create(path)
    import_into(path, [tmp_path / f"{table}.csv" for table in tables])
    heard: list[tuple[tuple[str, ...], bool]] = []
    write = FORMATS[name].write
    assert write is not None
    done = write(path, target, announce=lambda lost: heard.append((tuple(lost), target.exists())))
    assert heard == [(done.lost, False)]
    assert ("2 decisions (yes or no) are left out" in done.lost[0]) == (name == "trec-run")
    assert target.exists()


def test_what_is_still_to_be_judged_is_not_counted_as_judgments(tmp_path: Path) -> None:
    source, path = tmp_path / "ana.qrels", tmp_path / "c.jury"
    source.write_text("q 0 d1 2\nq 0 d2 -1\nq 0 d3 -1\nq 0 d4 -2\n", encoding="utf-8")
    create(path)
    import_into(path, [source])
    write = FORMATS["trec-qrels"].write
    assert write is not None
    made = write(path, tmp_path / "out.qrels")
    assert made.listed == "2 judgments and 2 to be given"


@pytest.mark.parametrize(
    ("scores", "told"), [((2, 1, 1), "has equal scores"), ((1, 2, 3), "is not in the order"), ((3, 2, 1), None)]
)
def test_new_scores_of_a_run_are_explained(scores: tuple[int, ...], told: str | None, tmp_path: Path) -> None:
    source, path = tmp_path / "r.run", tmp_path / "c.jury"
    source.write_text("".join(f"q Q0 d{at} {at} {score} r\n" for at, score in enumerate(scores)))
    create(path)
    with prepare([source], into=path, order="file") as prepared, closing(open_session(path)) as session:
        session.store(prepared.store)
    write = FORMATS["trec-run"].write
    assert write is not None
    lost = write(path, tmp_path / "runs").lost
    assert [told in sentence for sentence in lost] == [True] if told else not lost


@pytest.mark.parametrize("name", ["trec-qa-runs", "trec-qa-judgments"])
def test_documents_that_trec_qa_cannot_name_cost_no_answer(tmp_path: Path, name: str) -> None:
    documents = {"a1": "NYT 1", "a2": "NIL", "a3": "-", "a4": "NYT2"}
    tables: dict[str, Rows] = {
        "questions": [("question", "kind", "text"), ("q", "factoid", "Q?")],
        "answers": [
            ("question", "answer", "text", "document"),
            *(("q", answer, f"text {answer}", document) for answer, document in documents.items()),
        ],
        "responses": [
            ("run", "question", "rank", "answer"),
            *(("r", "q", str(n), answer) for n, answer in enumerate(documents, 1)),
        ],
        "judgments": [
            ("assessor", "question", "answer", "label"),
            *(("Ana", "q", answer, "correct") for answer in documents),
        ],
    }
    source = build(tmp_path / "one.jury", tables)
    write = FORMATS[name].write
    assert write
    written = write(source, tmp_path / "out", assessor="Ana")
    assert {sentence for sentence in written.lost if "document" in sentence} == {
        "1 document id has blanks, written as underscores.",
        "2 documents called NIL or - are left out: NIL means no answer here, - no document.",
    }
    back = build(tmp_path / "two.jury", {"questions": tables["questions"]})
    import_into(back, [tmp_path / "out"], as_format=name, assessor="Ana")
    with closing(open_reading(back)) as db:
        came = dict(db.execute("SELECT text, document FROM answer"))
    assert came == {"text a1": "NYT_1", "text a2": None, "text a3": None, "text a4": "NYT2"}
