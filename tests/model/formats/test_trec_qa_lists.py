"""Files of list answers, patterns and judgments of lists and Other questions, and tables, there and back."""

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from series import ITEMS, LIST, LISTED, OTHER, scoreboard, series_collection

from jurybox.collection.catalog import read_catalog
from jurybox.collection.file import create, open_reading
from jurybox.collection.ledger import read_ledger
from jurybox.collection.nuggets import current_nuggets
from jurybox.commands import (
    AddInstance,
    EditNugget,
    Judge,
    Match,
    MatchRest,
    MergeNuggets,
    RemoveInstance,
    SetGroup,
    Vote,
)
from jurybox.errors import Refused
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.judging.proposals import read_patterns
from jurybox.measures import measure
from jurybox.session import open_session

DATA = Path(__file__).parents[4] / "shared" / "data" / "trec-qa-2004"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the TREC 2004 files are not here")
Draw = Callable[..., Any]


def report(source: Path, into: Path) -> list[str]:
    """Return what the pre-flight says."""
    with prepare([source], into=into) as prepared:
        return prepared.report.lines()


# Real files


@needs_data
def test_the_list_answers_of_2004_come_in_and_go_out(tmp_path: Path) -> None:
    made, out = tmp_path / "t.jury", tmp_path / "out.txt"
    create(made, name="TREC 2004")
    import_into(made, [DATA / "trec13answers_list"])
    write = FORMATS["list-answers"].write
    assert write is not None
    assert write(made, out).rows == {"answers": 484}
    there, here = (
        [" ".join(line.split()).replace("Q: ", "Q:") for line in path.read_text().splitlines() if line.strip()]
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


# JSON


# Judgments of lists and Other questions


def worked(path: Path) -> Path:
    """Return a collection in which Ana judged, grouped and matched everything."""
    made = series_collection(path)
    session = open_session(made, assessor="Ana")
    session.execute(Judge((0, 9), "correct"))
    session.execute(Judge((1,), "unsupported"))
    session.execute(Judge(LISTED[:3], "correct"))
    session.execute(Judge(LISTED[3:], "inexact"))
    session.execute(SetGroup(LISTED[:2], "LA"))
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
    assert any("partial match" in line for line in done.lost)
    assert any("known instance" in line for line in done.lost)
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
    session.execute(SetGroup((named["Los Angeles"], named["L.A."]), "LA"))
    session.close()
    write(again, tmp_path / "grouped", assessor="list")
    assert (tmp_path / "grouped" / "list.txt").read_text() == known
    others = tmp_path / "others"
    write(again, others, assessor="other")
    assert (others / "other.txt").read_text() == (out / "other.txt").read_text()


def test_repeats_of_an_unknown_answer_are_reported(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text(
        "1.2 a NYT19990101.0001 1 1 Boston\n1.2 a NYT19990101.0002 1 1 Paris\n"
        "1.2 a NYT19990101.0003 1 0 Beantown\n1.2 b NYT19990101.0004 1 0 boston\n"
        "1.2 b NYT19990101.0005 -1 0 X\n"
    )
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="")
    told = report(source, made)
    assert any("2 correct answers are marked as not distinct" in line for line in told)
    source.write_text("1.2 a NYT19990101.0001 1 0 Boston\n")
    assert any("1 correct answer is marked as not distinct" in line for line in report(source, made))
    source.write_text(
        "1.2 a NYT19990101.0001 1 1 Boston\n1.2 a NYT19990101.0002 1 0 Beantown\n"
        "1.2 b NYT19990101.0001 1 1 Boston\n1.2 b NYT19990101.0001 3 0 Boston\n"
    )
    with prepare([source], into=made) as prepared:
        lines = [found.line for found in prepared.report.findings if found.severity == "error"]
    assert lines == [4]


BY_RUNS = """1.2 a NYT19990101.0001 1 1 Boston
1.2 a NYT19990101.0002 1 1 chicago
1.2 a NYT19990101.0003 -1 0 Oslo
1.2 b NYT19990101.0004 1 1 boston
1.2 b NYT19990101.0005 1 1 Chicago
1.2 b NYT19990101.0006 1 1 Rome
"""


def test_equal_texts_of_several_runs_are_one_instance_and_known_ones_are_known_once(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text(BY_RUNS)
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="")
    assert any("4 of 5 correct answers to list" in line for line in report(source, made))
    import_into(made, [source], assessor="Ana")
    scores = scored_lists(made)
    # Known are Boston, Chicago (imported) and Rome: 2 S / (N + K) as in Voorhees (2005).
    assert scores == {"a": pytest.approx(2 * 2 / (3 + 3)), "b": pytest.approx(2 * 3 / (3 + 3))}


def test_known_instances_of_the_same_import_are_joined_too(tmp_path: Path) -> None:
    source, known = tmp_path / "list.txt", tmp_path / "known.txt"
    source.write_text(BY_RUNS)
    known.write_text("# 1.2\nQ:Which?\nBoston\nCHICAGO\nRome\nLima\n")
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="", instances="")
    import_into(made, [source, known], assessor="Ana")
    assert scored_lists(made) == {"a": pytest.approx(2 * 2 / (3 + 4)), "b": pytest.approx(2 * 3 / (3 + 4))}


def test_known_instances_that_come_after_the_judgments_are_reported(tmp_path: Path) -> None:
    source, known = tmp_path / "list.txt", tmp_path / "known.txt"
    source.write_text("1.2 a NYT19990101.0001 1 1 Boston\n1.2 a NYT19990101.0002 -1 0 Lima\n")
    known.write_text("# 1.2\nQ:Which?\nBoston\nLima\n")
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="", instances="")
    import_into(made, [source], assessor="Ana")
    told = [line for line in report(known, made) if "counts beside it" in line]
    assert len(told) == 1
    assert "1 answer judged correct has the text of a known answer" in told[0]
    import_into(made, [known])
    assert not any("beside it" in line for line in report(known, made))  # nothing in it is new
    again = series_collection(tmp_path / "b.jury", responses="", runs="", answers="", instances="")
    with prepare([known, source], into=again, assessor="Ana") as prepared:
        assert not any("beside it" in line for line in prepared.report.lines())


def test_equal_texts_that_one_run_has_as_distinct_stay_apart(tmp_path: Path) -> None:
    source = tmp_path / "list.txt"
    source.write_text(
        "1.2 a NYT19990101.0001 1 1 Cambridge\n1.2 a NYT19990101.0002 1 1 Cambridge\n"
        "1.2 b NYT19990101.0001 1 1 Cambridge\n1.2 b NYT19990101.0003 1 0 Grantabridge\n"
    )
    made = series_collection(tmp_path / "a.jury", responses="", runs="", answers="", instances="")
    import_into(made, [source], assessor="Ana")
    assert scored_lists(made) == {"a": pytest.approx(2 * 2 / (2 + 2)), "b": pytest.approx(2 * 1 / (2 + 2))}


def scored_lists(made: Path) -> dict[str, float]:
    """Return F of the list question by run."""
    with closing(open_session(made)) as session:
        board, f_list = scoreboard(session), measure("F-list")
        return {board.name_of(run): board.score(f_list, run).value for run in board.runs}


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


NUGGETS = """Qid 1.3: 'other' question for target Crips
1.3 1\tokay\tCrips slang for Bloods
1.3 2\tvital\tuse greeting C'z Up
1.3 3\tvital\tfounded in 1969
"""
OTHERS = """1.3 one 1 NYT19990101.0001 slang
1.3 one 2 NYT19990101.0002 greeting
1.3 one 1 1
"""


def judged_items(folder: Path, *imports: tuple[str, ...], others: str = OTHERS) -> Path:
    """Return a collection without nuggets into which the named files were imported, some of them together."""
    folder.mkdir()
    (folder / "nuggets").write_text(NUGGETS)
    (folder / "other.txt").write_text(others)
    made = series_collection(folder / "a.jury", nuggets="", responses="", runs="", answers="", instances="")
    for names in imports:
        import_into(made, [folder / name for name in names], assessor="Ana")
    return made


def supports(made: Path) -> list[tuple[str, ...]]:
    """Return text, nugget and support of every match."""
    with closing(open_reading(made)) as db:
        return db.execute(
            "SELECT a.text, n.name, e.label FROM entry e JOIN answer a ON a.id = e.answer "
            "JOIN nugget n ON n.id = e.nugget WHERE e.kind = 'match' ORDER BY 1, 2"
        ).fetchall()


def test_unlisted_nuggets_of_judged_items_are_no_whether_files_come_together_or_apart(tmp_path: Path) -> None:
    together = judged_items(tmp_path / "together", ("nuggets", "other.txt"))
    apart = judged_items(tmp_path / "apart", ("nuggets",), ("other.txt",))
    assert supports(together) == supports(apart)
    assert supports(apart) == [
        *(("greeting", nugget, "no") for nugget in "123"),
        *(("slang", nugget, "yes" if nugget == "1" else "no") for nugget in "123"),
    ]


def test_the_report_says_how_many_unlisted_nuggets_become_no(tmp_path: Path) -> None:
    apart, together = judged_items(tmp_path / "a", ("nuggets",)), judged_items(tmp_path / "b")
    for made, names in ((apart, ["other.txt"]), (together, ["nuggets", "other.txt"])):
        with prepare([made.parent / name for name in names], into=made, assessor="Ana") as prepared:
            lines = prepared.report.lines()
        assert any("5 pairs of answer and nugget in 1 question are not listed" in line for line in lines)
        assert not any("No nuggets" in line for line in lines)
        assert prepared.report.missing_matches == 0


def test_judged_items_without_nuggets_are_reported(tmp_path: Path) -> None:
    made = judged_items(tmp_path / "a", others="1.3 one 1 NYT19990101.0001 slang\n")
    lines = report(made.parent / "other.txt", made)
    assert any("1 judged item is of a question without nuggets" in line for line in lines), lines


def test_judged_items_are_read_again_and_contradicted(tmp_path: Path) -> None:
    made = judged_items(tmp_path / "a", ("nuggets", "other.txt"))
    source = made.parent / "other.txt"
    with prepare([source], into=made, assessor="Ana") as prepared:
        new = {counted.table: counted.new for counted in prepared.report.counted}
    assert new["matches"] == 0
    source.write_text(OTHERS.replace("1.3 one 1 1\n", ""))
    with prepare([source], into=made, assessor="Ana") as prepared:
        lines = [found.line for found in prepared.report.findings if found.severity == "error"]
    assert lines == [1]


def test_judged_items_with_an_unknown_nugget_keep_their_other_nuggets(tmp_path: Path) -> None:
    made = judged_items(tmp_path / "a", ("nuggets",), others=f"{OTHERS}1.3 one 1 9\n")
    with prepare([made.parent / "other.txt"], into=made, assessor="Ana", skip_bad_lines=True) as prepared:
        new = {counted.table: counted.new for counted in prepared.report.counted}
    assert new["matches"] == 6


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
    assert "begins like a heading" in done.lost[0]


def test_patterns_propose_and_never_judge(tmp_path: Path) -> None:
    source = tmp_path / "patterns"
    source.write_text("1.1 19[67]9 NYT19980619.0373\n1.1 nineteen  sixty\n1.2\n1.2 (\n2.1\tFred\tNYT19980619.0374 \n")
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
        [[(line.text, len(line.parts)) for line in current_nuggets(catalog.nuggets, board, OTHER)]],
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
        SetGroup((LISTED[2],), "chi", settle=True),
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
