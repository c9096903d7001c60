"""Files of nuggets, pyramids, list answers and judgments of lists and Other questions, there and back."""

import json
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from series import series_collection

from jurybox.collection.catalog import read_catalog
from jurybox.collection.file import create, open_reading
from jurybox.collection.ledger import read_ledger
from jurybox.collection.nuggets import board_of
from jurybox.commands import (
    AddInstance,
    AddNugget,
    DeleteNugget,
    EditNugget,
    Group,
    Judge,
    Match,
    MatchRest,
    MergeNuggets,
    RemoveInstance,
    Vote,
)
from jurybox.errors import Refused
from jurybox.formats import nugget_files, nugget_json
from jurybox.formats.importing import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.judging.proposals import read_patterns
from jurybox.session import open_session

DATA = Path(__file__).parents[4] / "shared" / "data" / "trec-qa-2004"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the TREC 2004 files are not here")
Draw = Callable[..., Any]

OTHER, LIST = 2, 1
LISTED, ITEMS = (2, 3, 4, 5), (6, 7, 8)
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
        lines = board_of(catalog.nuggets, ledger.board, at)
        if lines:
            found[question.name] = [(catalog.nuggets[line.nugget].name, line.text) for line in lines]
    return found


def report(source: Path, into: Path) -> list[str]:
    """Return what the pre-flight says."""
    with prepare([source], into=into) as prepared:
        return prepared.report.lines()


# Real files


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


@needs_data
def test_the_list_answers_of_2004_come_in_and_go_out(tmp_path: Path) -> None:
    made, out = tmp_path / "t.jury", tmp_path / "out.txt"
    create(made, name="TREC 2004")
    import_into(made, [DATA / "trec13answers_list"])
    write = FORMATS["list-answers"].write
    assert write is not None
    assert write(made, out).rows == {"answers": 484}
    there, here = (
        [
            " ".join(line.split()).replace("Q: ", "Q:")
            for line in path.read_text().splitlines()
            if line.strip()
        ]
        for path in (DATA / "trec13answers_list", out)
    )
    assert here == there  # a blank too many apart


@needs_data
@pytest.mark.parametrize(
    ("name", "questions"),
    [("trec13patterns_factoid", 202), ("trec13patterns+docs_factoid", 203), ("trec13patters+docs_list", 55)],
)
def test_the_patterns_of_2004_all_read(name: str, questions: int) -> None:
    patterns = read_patterns(DATA / name)
    assert len(patterns.of) == questions
    assert not patterns.problems


# Nuggets


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
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


# JSON


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
    assert any("records of scores were passed over" in line for line in told)
    import_into(made, [source])
    write = FORMATS["nuggetizer"].write
    assert write is not None
    write(made, out)
    assert [json.loads(line) for line in out.read_text().splitlines()] == records


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(words, min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from(["vital", "okay", "failed"]), min_size=4, max_size=4),
    st.lists(st.sampled_from(list(nugget_json.ASSIGNMENT)), min_size=4, max_size=4),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs",), exclude_characters="\0"), min_size=1),
)
def test_any_nuggetizer_records_come_back(
    texts: list[str], worth: list[str], held: list[str], answer: str
) -> None:
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
            st.sampled_from(
                ["qid", "query", "nuggets", "text", "importance", "assignment", "run_id", "answer_text"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(json_values)
@settings(max_examples=200, deadline=None)
def test_any_json_is_a_record_or_a_sentence(value: object) -> None:
    found = nugget_json.parse(value)
    assert isinstance(found, (str, nugget_json.Board))


@given(st.text())
def test_any_line_is_a_nugget_or_none(line: str) -> None:
    found = nugget_files.parse(line)
    assert found is None or found.text.strip()


# Judgments of lists and Other questions


def worked(path: Path) -> Path:
    """Return a collection in which Ana judged, grouped and matched everything."""
    made = series_collection(path)
    session = open_session(made, assessor="Ana")
    session.execute(Judge((0, 9), "correct"))
    session.execute(Judge((1,), "unsupported"))
    session.execute(Judge(LISTED[:3], "correct"))
    session.execute(Judge(LISTED[3:], "inexact"))
    session.execute(Group(LISTED[:2], "LA"))
    session.execute(Match(ITEMS[0], 0, "yes"))
    session.execute(Match(ITEMS[1], 0, "yes"))
    session.execute(Match(ITEMS[1], 1, "partial"))
    for item in (*ITEMS, 10):
        session.execute(MatchRest(item))
    session.close()
    return made


def test_judgments_of_all_kinds_are_written_as_a_folder_and_read_back(tmp_path: Path) -> None:
    made, out = worked(tmp_path / "a.jury"), tmp_path / "out"
    write = FORMATS["trec-qa-judgments"].write
    assert write is not None
    done = write(made, out, assessor="Ana")
    assert (out / "list.txt").read_text() == (
        "1.2 one - 1 1 Los Angeles\n1.2 one - 1 0 L.A.\n1.2 one - 1 1 Denver\n"
        "1.2 two - 1 1 Denver\n1.2 two - 3 0 Paris\n"
    )
    assert (out / "other.txt").read_text().splitlines()[:3] == [
        "1.3 one 1 - slang for Bloods",
        "1.3 one 2 - use greeting C'z Up",
        "2.2 one 1 - children's show",
    ]
    assert (out / "other.txt").read_text().splitlines()[-2:] == ["1.3 one 1 1", "1.3 one 2 1"]
    assert sorted(file.name for file in out.iterdir()) == ["factoid.txt", "list.txt", "other.txt"]
    assert any("partial matches" in line for line in done.lost)
    assert any("known instances" in line for line in done.lost)
    again = series_collection(tmp_path / "b.jury", responses="", runs="", answers="", instances="")
    for name in ("list.txt", "other.txt"):
        import_into(again, [out / name], as_format="trec-qa-judgments")
    there = tmp_path / "again"
    session = open_session(again, assessor="list")
    written = session.catalog.assessor_named
    session.close()
    assert {"list", "other"} <= set(written)
    write(again, there, assessor="list")
    known = (out / "list.txt").read_text()
    # Of which other answer "L.A." is a repeat the file does not say, and it does not follow.
    assert (there / "list.txt").read_text() == known.replace("1 0 L.A.", "1 1 L.A.")
    session = open_session(again, assessor="list")
    named = {session.texts.answer(at).text: at for at in range(session.catalog.answer_count)}
    session.execute(Group((named["Los Angeles"], named["L.A."]), "LA"))
    session.close()
    write(again, tmp_path / "grouped", assessor="list")
    assert (tmp_path / "grouped" / "list.txt").read_text() == known
    others = tmp_path / "others"
    write(again, others, assessor="other")
    assert (others / "other.txt").read_text() == (out / "other.txt").read_text()


def test_a_repeat_of_nobody_knows_what_is_told(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text(
        "1.2 a NYT19990101.0001 1 1 Boston\n1.2 a NYT19990101.0002 1 1 Paris\n"
        "1.2 a NYT19990101.0003 1 0 Beantown\n1.2 b NYT19990101.0004 1 0 boston\n"
        "1.2 b NYT19990101.0005 -1 0 X\n"
    )
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="")
    told = report(source, made)
    assert any("2 correct answers are marked as not distinct" in line for line in told)
    source.write_text(
        "1.2 a NYT19990101.0001 1 1 Boston\n1.2 a NYT19990101.0002 1 0 Beantown\n"
        "1.2 b NYT19990101.0001 1 1 Boston\n1.2 b NYT19990101.0001 3 0 Boston\n"
    )
    with prepare([source], into=made) as prepared:
        lines = [found.line for found in prepared.report.findings if found.severity == "error"]
    assert lines == [4]


def test_damaged_judgments_name_their_lines(tmp_path: Path) -> None:
    source = tmp_path / "other.txt"
    source.write_text("1.3 a 1 NYT19990101.0001 slang\n1.3 a 1 2\n1.3 a 9 2\nnonsense\n")
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="")
    with prepare([source], as_format="trec-qa-judgments", into=made) as prepared:
        told = {found.line: found.sentence for found in prepared.report.findings if found.severity == "error"}
    assert not told or set(told) <= {1, 3, 4}
    source.write_text("1.3 a 1 NYT19990101.0001 slang\n1.3 a 1 2\n1.3 a 9 2\n")
    with prepare([source], as_format="trec-qa-judgments", into=made) as prepared:
        found_ = [found.line for found in prepared.report.findings if found.severity == "error"]
    assert found_ == [3]


# List answers and patterns


def test_list_answers_write_what_is_known_now(tmp_path: Path) -> None:
    made = series_collection(tmp_path / "a.jury")
    session = open_session(made, assessor="Ana")
    session.execute(AddInstance(LIST, "Oakland"))
    session.execute(AddInstance(LIST, "# odd"))
    session.execute(RemoveInstance(LIST, "chi"))
    session.close()
    write = FORMATS["list-answers"].write
    assert write is not None
    done = write(made, tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == "# 1.2\nQ:Which?\nOakland\n\n"
    assert "begin like a heading" in done.lost[0]


def test_patterns_propose_and_never_judge(tmp_path: Path) -> None:
    source = tmp_path / "patterns"
    source.write_text(
        "1.1 19[67]9 NYT19980619.0373\n1.1 nineteen  sixty\n1.2\n1.2 (\n2.1\tFred\tNYT19980619.0374 \n"
    )
    patterns = read_patterns(source)
    assert [line for line, _ in patterns.problems] == [3, 4]
    propose = patterns.propose
    good = propose("1.1", "in 1969 it was", "NYT19980619.0373")
    assert good is not None
    assert (good.label, good.pattern, good.line) == ("correct", "19[67]9", 1)
    assert propose("1.1", "in 1979", "other") == type(good)("unsupported", "19[67]9", 1)
    assert propose("1.1", "1999", None) == type(good)("incorrect")
    assert propose("1.2", "x", None) is None
    assert propose("2.1", "fred", "NYT19980619.0374") == type(good)("correct", "Fred", 5)
    source.write_text("")
    with pytest.raises(Refused, match="no answer patterns"):
        read_patterns(source)


def test_merged_nuggets_are_written_once(tmp_path: Path) -> None:
    made = worked(tmp_path / "a.jury")
    session = open_session(made, assessor="Ana")
    session.execute(MergeNuggets((0, 1), "greeting and slang"))
    session.close()
    write = FORMATS["nuggetizer"].write
    assert write is not None
    write(made, tmp_path / "out.jsonl")
    first, response, *_ = (json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines())
    assert [one["text"] for one in first["nuggets"]] == ["greeting and slang", "founded in 1969"]
    assert [one["assignment"] for one in response["nuggets"]] == ["support", "not_support"]


# Tables


def everything(path: Path) -> object:
    """Return all that the board of a collection holds, by names."""
    with closing(open_reading(path)) as db:
        catalog = read_catalog(db)
        ledger = read_ledger(db, len(catalog.assessors), catalog.answer_count)
    board, people = ledger.board, {one.code.hex(): one.name for one in catalog.assessors}
    known = {i.name: i.text for i in catalog.instances if i.question == LIST}
    known |= board.instances.get(LIST, {})  # type: ignore[arg-type]
    cube = board.matches_of(OTHER).of(ITEMS, range(len(catalog.nuggets)), range(-1, len(people)))
    return (
        cube.tolist(),
        [[(line.text, len(line.parts)) for line in board_of(catalog.nuggets, board, OTHER)]],
        {nugget: votes for nugget, votes in board.votes.items() if votes},
        board.settled_votes,
        {answer: groups for answer, groups in board.groups.items() if groups},
        board.settled_groups,
        {(answer, nugget, people[code]) for answer, nugget, code in board.checks},
        sorted(text for text in known.values() if text),
        board.merged,
    )


def test_tables_keep_all_that_is_said_of_nuggets_and_groups(tmp_path: Path) -> None:
    made, again = worked(tmp_path / "a.jury"), tmp_path / "b.jury"
    session = open_session(made, assessor="Ana")
    for command in (
        MergeNuggets((0, 1), "greeting and slang"),
        EditNugget(2, "founded in 1969 or so"),
        Vote(2, "okay", kind="adjudication"),
        Match(ITEMS[0], 2, "partial", kind="adjudication"),
        Match(ITEMS[1], 2, "no", assessor=1, note="by Ben"),
        Group((LISTED[2],), "chi", settle=True),
        AddInstance(LIST, "Oakland"),
        RemoveInstance(LIST, "chi"),
        AddInstance(LIST, "Fresno"),
    ):
        session.execute(command)
    session.close()
    write = FORMATS["tables"].write
    assert write is not None
    write(made, tmp_path / "out")
    create(again, name="Series")
    import_into(again, [tmp_path / "out"])
    assert everything(again) == everything(made)
    write(again, tmp_path / "twice")
    for file in (tmp_path / "out").iterdir():
        assert (tmp_path / "twice" / file.name).read_bytes() == file.read_bytes(), file.name
    with prepare([tmp_path / "out"], into=made) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        new = {one.table: one.new for one in prepared.report.counted if one.new}
    assert set(new) <= {"instances"}
