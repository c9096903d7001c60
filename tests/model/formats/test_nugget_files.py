"""Nuggets of files: those of TREC QA, of the nuggetizer and of TREC RAG, read, refused and written back."""

import json
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from series import OTHER, series_collection

from jurybox import results
from jurybox.collection.catalog import read_catalog
from jurybox.collection.file import create, open_reading
from jurybox.collection.ledger import read_ledger
from jurybox.collection.nuggets import current_nuggets
from jurybox.commands import AddNugget, DeleteNugget, Vote
from jurybox.formats import nugget_files, nugget_json
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.session import open_session

DATA = Path(__file__).parents[4] / "shared" / "data" / "trec-qa-2004"


needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the TREC 2004 files are not here")


words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1).filter(
    lambda text: bool(text.strip())
)


def wordings(path: Path) -> dict[str, list[tuple[str, str]]]:
    """Return name and wording of the nuggets of each Other question of a collection file."""
    with closing(open_reading(path)) as db:
        catalog = read_catalog(db)
        ledger = read_ledger(db, len(catalog.assessors), catalog.answer_count)
    found = {}
    for at, question in enumerate(catalog.questions):
        lines = current_nuggets(catalog.nuggets, ledger.board, at)
        if lines:
            found[question.name] = [(catalog.nuggets[line.nugget].name, line.text) for line in lines]
    return found


def report(source: Path, into: Path) -> list[str]:
    """Return what the pre-flight says."""
    with prepare([source], into=into) as prepared:
        return prepared.report.lines()


@needs_data
def test_the_nuggets_of_2004_come_in_for_64_of_65_series_and_go_out_unchanged(tmp_path: Path) -> None:
    made, out = tmp_path / "t.jury", tmp_path / "out.txt"
    create(made, name="TREC 2004")
    import_into(made, [DATA / "trec13questions.xml"])
    told = report(DATA / "trec13answers_other", made)
    assert any("1 Other question has no nugget here (7.4)" in line for line in told)
    import_into(made, [DATA / "trec13answers_other"])
    assert len(wordings(made)) == 64
    done = FORMATS["nuggets"].write
    assert done is not None
    assert done(made, out).rows == {"nuggets": 580}
    assert out.read_bytes() == (DATA / "trec13answers_other").read_bytes()


@settings(max_examples=examples(10), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(words, st.sampled_from(["vital", "okay"])), min_size=1, max_size=6), st.booleans())
def test_nugget_files_come_back(lines: list[tuple[str, str]], pyramid: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, made, out = (Path(folder) / name for name in ("n.txt", "n.jury", "out.txt"))
        if pyramid:
            rows = [f"1.3\t{at}\t{at / 8!r}\t{text}\n" for at, (text, _) in enumerate(lines, 1)]
        else:
            rows = [f"1.3 {at}\t{worth}\t{text}\n" for at, (text, worth) in enumerate(lines, 1)]
        heading = "" if pyramid else "Qid 1.3: 'other' question for target Crips\n"
        source.write_text(heading + "".join(rows), encoding="utf-8")
        series_collection(made, nuggets="")
        import_into(made, [source], as_format="nuggets")
        write = FORMATS["nuggets"].write
        assert write is not None
        write(made, out)
        assert out.read_bytes() == source.read_bytes()


def test_what_is_no_nugget_is_told_with_its_line(tmp_path: Path) -> None:
    source, made = tmp_path / "n.txt", series_collection(tmp_path / "a.jury", nuggets="")
    source.write_text("1.3 1\tvital\tone\n1.3 2 okay two\n\n1.3 3\tgood\tthree\n")
    with prepare([source], as_format="nuggets", into=made) as prepared:
        places = [found.line for found in prepared.report.findings if found.severity == "error"]
    assert places == [2, 4]


def test_nuggets_made_in_the_window_get_free_numbers_and_odd_ones_are_said(tmp_path: Path) -> None:
    made = series_collection(tmp_path / "a.jury")
    session = open_session(made, assessor="Ana")
    session.execute(DeleteNugget(1))
    session.execute(AddNugget(OTHER, "two\nlines", importance="okay"))
    session.execute(AddNugget(OTHER, "nobody voted"))
    session.execute(Vote(2, "okay", assessor=1))
    session.close()
    write = FORMATS["nuggets"].write
    assert write is not None
    done = write(made, tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text().splitlines()[1:] == [
        "1.3 1\tokay\tCrips slang for Bloods",
        "1.3 3\tokay\tfounded in 1969",
        "1.3 2\tokay\ttwo lines",
    ]
    told = " ".join(done.lost)
    for words_ in ("nobody called", "line ends", "next free", "more than half"):
        assert words_ in told
    assert "Ana" not in told


def test_nuggetizer_records_come_back_with_their_assignments(tmp_path: Path) -> None:
    nuggets = [
        {"text": "created by Guido", "importance": "vital", "assignment": "support"},
        {"text": "used for data", "importance": "okay", "assignment": "partial_support"},
        {"text": "is a snake", "importance": "failed", "assignment": "failed"},
        {"text": "is fast", "importance": "okay", "assignment": "not_support"},
    ]
    plain = [{key: one[key] for key in ("text", "importance")} for one in nuggets]
    records: list[dict[str, object]] = [
        {"query": "What is Python?", "qid": "q1", "nuggets": plain},
        {"query": "What is Python?", "qid": "q1", "answer_text": "Guido made it.", "response_length": 3}
        | {"run_id": "run-1", "nuggets": nuggets},
    ]
    source, made, out = (tmp_path / name for name in ("n.jsonl", "n.jury", "out.jsonl"))
    scores = {"qid": "q1", "vital_score": 0.5, "all_score": 0.4}
    source.write_text("".join(f"{json.dumps(one)}\n" for one in [*records, scores]))
    create(made, name="n")
    told = report(source, made)
    assert "Read as nuggetizer" in told[0]
    assert any("1 record of scores skipped" in line for line in told)
    import_into(made, [source])
    write = FORMATS["nuggetizer"].write
    assert write is not None
    write(made, out)
    assert [json.loads(line) for line in out.read_text().splitlines()] == records


def of_runs(folder: Path, runs: list[str], *, named: bool = True, odd: str = "support") -> list[Path]:
    """Write nuggetizer files, one for each run: three questions of two nuggets; the first has them all."""
    paths = []
    for at, run in enumerate(runs):
        lines = []
        for question in range(3):
            nuggets = [
                {"text": f"fact {question}.{n}", "importance": "vital"}
                | {"assignment": "not_support" if at else odd if question == 1 and n == 0 else "support"}
                for n in range(2)
            ]
            record = {"query": f"Q{question}?", "qid": f"q{question}", "nuggets": nuggets}
            record |= {"answer_text": f"{run} says so.", "response_length": 3 + (question == 2)}
            lines.append(json.dumps(record | ({"run_id": run} if named else {})))
        paths.append(folder / f"{run}.jsonl")
        paths[-1].write_text("\n".join(lines), encoding="utf-8")
    return paths


@pytest.mark.parametrize("named", [True, False])
def test_nuggetizer_files_of_several_runs_come_in_together_and_are_scored(tmp_path: Path, named: bool) -> None:
    folder, made = tmp_path / "runs", tmp_path / "c.jury"
    folder.mkdir()
    of_runs(folder, ["first", "second", "third"], named=named)
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\0\xff")
    (folder / "remarks.txt").write_text("Something of nobody.\nAnd more.\n", encoding="utf-8")
    create(made, name="runs")
    with prepare([folder], into=made) as prepared:
        told = prepared.report.lines()
        assert prepared.report.ok, told
        assert prepared.format == "nuggetizer"
    with prepare([folder], into=made, as_format="nuggetizer") as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert prepared.report.of("matches").new == 18
    assert sum("'nuggetizer' is used" in line for line in told) == 1
    assert any("different or unknown: picture.png, remarks.txt." in line for line in told)
    assert any("Response lengths that differ from the number of words in the response: 3." in line for line in told)
    which = "Responses of 1 run, as its records say: 'first'." if named else "the file, 'first', is used"
    assert any(line.startswith("note: first.jsonl: ") and which in line for line in told)
    import_into(made, [folder])
    with closing(open_session(made)) as session:
        assert [one.name for one in session.catalog.assessors] == ["nuggetizer"]
    with results.opened(made) as state:
        frame = results.runs(results.scoreboard(state), ["nugget-recall"])
    assert frame["nugget-recall"].to_dict() == {"first": 1.0, "second": 0.0, "third": 0.0}


def test_files_that_match_the_same_responses_are_assessors(tmp_path: Path) -> None:
    made = tmp_path / "c.jury"
    paths = []
    for judge in ("ana", "bo"):
        (tmp_path / judge).mkdir()
        (path,) = of_runs(tmp_path / judge, ["first"])
        paths.append(path.rename(tmp_path / f"{judge}.jsonl"))
    create(made, name="judges")
    import_into(made, paths)
    with closing(open_session(made)) as session:
        assert [one.name for one in session.catalog.assessors] == ["ana", "bo"]


def test_an_odd_word_of_a_model_costs_one_nugget(tmp_path: Path) -> None:
    made = tmp_path / "c.jury"
    (path,) = of_runs(tmp_path, ["first"], odd="supported, mostly")
    create(made, name="odd")
    with prepare([path], into=made) as prepared:
        told = prepared.report.lines()
        assert prepared.report.ok, told
        assert prepared.report.of("matches").new == 6
    (line,) = [line for line in told if "none of support, partial_support" in line]
    assert line.startswith("warning: first.jsonl:2: The assignment of a nugget is 'supported, mostly'")


def test_nuggets_with_one_text_are_apart_by_their_places(tmp_path: Path) -> None:
    said = {"r1": ("support", "not_support"), "r2": ("not_support", "support")}
    records = [
        {
            "query": "Where is it?",
            "qid": "q1",
            "answer_text": f"Answer of {run}",
            "run_id": run,
            "nuggets": [{"text": "in Oslo", "importance": "vital", "assignment": one} for one in both],
        }
        for run, both in said.items()
    ]
    source, made = tmp_path / "x.jsonl", tmp_path / "c.jury"
    source.write_text("".join(f"{json.dumps(one)}\n" for one in records), "utf-8")
    create(made, name="twice")
    told = report(source, made)
    assert any("2 nuggets of this record have the text 'in Oslo'" in line for line in told)
    import_into(made, [source])
    assert [text for _, text in wordings(made)["q1"]] == ["in Oslo", "in Oslo"]
    with closing(open_reading(made)) as db:
        (matches,) = db.execute("SELECT count(*) FROM entry WHERE kind = 'match'").fetchone()
    assert matches == 4
    with prepare([source], into=made) as again:
        assert again.report.ok
        assert not any(one.new for one in again.report.counted)
    target = tmp_path / "out.jsonl"
    FORMATS["nuggetizer"].write(made, target)  # type: ignore[misc]
    back = [json.loads(line) for line in target.read_text("utf-8").splitlines()]
    assert {one["run_id"]: tuple(each["assignment"] for each in one["nuggets"]) for one in back[1:]} == said


def fact(question: str, importance: str, run: str | None = None, answer: str = "", support: str = "support") -> str:
    """Return a record of one nugget, as a line; of a response where a run is named."""
    nugget = {"text": "fact", "importance": importance} | ({"assignment": support} if run else {})
    record: dict[str, object] = {"query": "Q?", "qid": question, "nuggets": [nugget]}
    return json.dumps(record | ({"run_id": run, "answer_text": answer} if run else {})) + "\n"


@pytest.mark.parametrize("run", [None, "r"])
def test_an_importance_that_differs_between_files_is_said(tmp_path: Path, run: str | None) -> None:
    folder = tmp_path / "of"
    folder.mkdir()
    for name, importance in (("ana", "vital"), ("bob", "okay"), ("cy", "vital")):
        record = fact("q", importance, run and f"{run}-{name}", f"by {name}")
        record += fact(f"of {name}", "okay")  # no two files are equal
        (folder / f"{name}.jsonl").write_text(record, encoding="utf-8")
    with prepare([folder]) as prepared:
        told = [line for line in prepared.report.lines() if line.startswith("warning: ")]
    assert told == [
        (
            "warning: bob.jsonl:1: Nugget 'fact' is okay here, but vital in ana.jsonl:1: vital is kept. If "
            "the files are of several assessors, import them one by one, each with --assessor."
        )
    ]


def test_of_two_responses_of_a_run_the_first_is_kept_and_the_other_left_out_whole(tmp_path: Path) -> None:
    source, made = tmp_path / "r.jsonl", tmp_path / "c.jury"
    source.write_text(
        fact("q", "vital", "r", "first") + fact("q", "vital", "r", "second", "not_support"), encoding="utf-8"
    )
    create(made, name="r")
    with prepare([source], into=made) as prepared:
        told = [line for line in prepared.report.lines() if line.startswith("warning: ")]
    assert told == [
        (
            "warning: r.jsonl:2: Run 'r' has another response to question 'q' in r.jsonl:1, which is kept. "
            "This one is left out, with its matches."
        )
    ]
    import_into(made, [source])
    with closing(open_reading(made)) as db:
        assert db.execute("SELECT text FROM answer").fetchall() == [("first",)]
        assert db.execute("SELECT label FROM entry WHERE kind = 'match'").fetchall() == [("yes",)]


@pytest.mark.parametrize("word", ["Support", "PARTIAL SUPPORT", "not-support", " failed "])
def test_words_of_models_are_read_in_any_case_and_with_any_blank(tmp_path: Path, word: str) -> None:
    (path,) = of_runs(tmp_path, ["first"], odd=word)
    with prepare([path]) as prepared:
        assert (prepared.report.errors, prepared.report.warnings) == (0, 0), prepared.report.lines()


@settings(max_examples=examples(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(words, min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from(["vital", "okay", "failed"]), min_size=4, max_size=4),
    st.lists(st.sampled_from(list(nugget_json.ASSIGNMENT)), min_size=4, max_size=4),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\0"), min_size=1),
)
def test_any_nuggetizer_records_come_back(texts: list[str], worth: list[str], held: list[str], answer: str) -> None:
    listed = [{"text": text, "importance": one} for text, one in zip(texts, worth, strict=False)]
    matched = [one | {"assignment": each} for one, each in zip(listed, held, strict=False)]
    records: list[dict[str, object]] = [{"query": "Q?", "qid": "q1", "nuggets": listed}]
    response = {"answer_text": answer, "response_length": len(answer.split()), "run_id": "r"}
    records.append({"query": "Q?", "qid": "q1"} | response | {"nuggets": matched})
    with tempfile.TemporaryDirectory() as folder:
        source, made, out = (Path(folder) / name for name in ("n.jsonl", "n.jury", "out.jsonl"))
        source.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
        create(made, name="n")
        import_into(made, [source])
        write = FORMATS["nuggetizer"].write
        assert write is not None
        write(made, out)
        assert [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n") if line] == records


def test_rag_nuggets_come_back(tmp_path: Path) -> None:
    record = {
        "qid": "58",
        "nuggets": [
            {"text": "low emissions", "mapped_sub_narrative": '"advantages"', "importance": "vital"}
            | {"source": "original"},
            {"text": "costly", "importance": "okay", "source": "added"},
        ],
    }
    source, made, out = (tmp_path / name for name in ("n.jsonl", "n.jury", "out.jsonl"))
    source.write_text(f"{json.dumps(record)}\n")
    create(made, name="n")
    assert "Read as rag-nuggets" in report(source, made)[0]
    import_into(made, [source])
    write = FORMATS["rag-nuggets"].write
    assert write is not None
    assert write(made, out).lost == ()
    assert [json.loads(line) for line in out.read_text().splitlines()] == [record]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=4) | st.sampled_from(["vital", "q"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["qid", "query", "nuggets", "text", "importance", "assignment", "run_id", "answer_text"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
@settings(max_examples=examples(200), deadline=None)
def test_any_json_is_a_record_or_a_sentence(value: object) -> None:
    found = nugget_json.parse(value)
    assert isinstance(found, (str, nugget_json.NuggetRecord))


@given(st.text())
def test_any_line_is_a_nugget_or_none(line: str) -> None:
    found = nugget_files.parse(line)
    assert found is None or found.text.strip()
