"""Files of lines that are nearly of a format: read rightly, or said what is wrong, and never of another format."""

import gzip
from contextlib import closing
from pathlib import Path

import pytest

from jurybox.collection.file import create, open_reading
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats.delimited import DelimitedReader
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.read_options import Order

RUN = "1 Q0 d1 1 4 r\n1 Q0 d2 2 3 r\n2 Q0 d3 1 2 r\n"
ASKED = "unknown format"
"""What stands for a file that is no format's without a question."""

READ = {
    "grades with decimals": ("x.qrels", "1 0 d1 1.0\n1 0 d2 0.0\n2 0 d1 2.00\n", "trec-qrels", 3),
    "decimals between tabs": ("x.txt", "1\t0\td1\t1.0\n1\t0\td2\t-1.0\n", "trec-qrels", 2),
    "decimals and whole": ("q", "1 0 d1 1\n1 0 d2 0.0\n", "trec-qrels", 2),
    "a comment in qrels": ("x.qrels", "# a comment\nq1 0 d1 1\n# another one\nq1 0 d2 0\n", "trec-qrels", 2),
    "a row as a comment": ("x.qrels", "#q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 0\n", "trec-qrels", 2),
    "ids with number signs": ("x.qrels", "#1 0 #d1 1\n#1 0 #d2 0\n", "trec-qrels", 2),
    "a document of two words": ("x.qrels", "1\t0\ta b\t1\n1\t0\tc\t0\n", "trec-qrels", 2),
    "levels": ("x", "1 d1 L1\n1 d2 L0\n", "trec-qrels", 2),
    "metadata of a run": ("x.run", "# ir_metadata.start\n# method: {a: b}\n# ir_metadata.end\n" + RUN, "trec-run", 3),
    "a word for Q0": ("x.run", RUN.replace("Q0", "EXP"), "trec-run", 3),
    "a number for Q0": ("x.txt", RUN.replace("Q0", "0"), "trec-run", 3),
    "another word, no ending": ("x", RUN.replace("Q0", "iter-1"), "trec-run", 3),
    "second columns that differ": ("x", "1 A d1 1 4 r\n1 B d2 2 3 r\n2 C d3 1 2 r\n", "trec-run", 3),
    "scores with exponents": ("x", "1 0 d1 1 4e-1 r\n1 0 d2 2 -3E-2 r\n", "trec-run", 2),
    "ranks with decimals": ("x.run", "1 Q0 b 2.0 1 r\n1 Q0 a 1.0 9 r\n", "trec-run", 2),
    "a tag of two words": ("x.run", "1\tQ0\ta\t1\t2\tmy run\n1\tQ0\tb\t2\t1\tmy run\n", "trec-run", 2),
    "an answer of two words": ("x.run", "1\tQ0\ta b\t1\t2\tr\n1\tQ0\tc\t2\t1\tr\n", "trec-run", 2),
    "more columns": ("x.run", RUN + "2 Q0 d4 2 1 r of mine\n", "trec-run", 4),
    "topics that ask": ("x.tsv", "q1\twho wrote the song Blue Hill\nq2\twhere is Oslo\n", "trec-topics", 2),
    "topics by their name": ("topics.txt", "301\triver treaty\n302\thop garden prices\n", "trec-topics", 2),
    "topics under a head": ("x.txt", "qid\tquery\n301\triver treaty\n302\thops\n", "trec-topics", 2),
    "pyramids": ("x.txt", "1.3 1\t1.0\tit is in Oslo\n1.3 2\t0.25\tit is old\n", "nuggets", 2),
    "runs of TREC QA": ("x", "1.1 me NYT19980619.0373 black\n1.2 me NIL\n", "trec-qa-runs", 2),
    "one named as its file": ("me.txt", "1.1 me d1 black dog\n1.2 me d2 Paris\n", "trec-qa-runs", 2),
    "LiveQA by its grades": ("x", "1 3 some words\n1 -2 other words\n", "liveqa", 2),
    "LiveQA by its name": ("liveqa.txt", "1 3 some words\n2 4 other words\n", "liveqa", 2),
}
"""Name, text and format of files that are right, and how many rows they have."""

_GRADE, _FOUR, _SIX = "The grade is {}.", "This line has {} columns. Write four", "This line has {} columns. Write six"
REFUSED = {
    "words": ("x.qrels", "1 0 d1 yes\n1 0 d2 no\n", "trec-qrels", 1, _GRADE.format("'yes'")),
    "other words": ("x.txt", "1 0 d1 relevant\n1 0 d2 not_relevant\n", "trec-qrels", 1, _GRADE.format("'relevant'")),
    "words of people": ("q", "1 ana d1 relevant\n1 ana d2 irrelevant\n", "trec-qrels", 1, _GRADE.format("'relevant'")),
    "one word": ("q3.txt", "1 0 d1 1\n1 0 d2 x\n2 0 d3 1\n", "trec-qrels", 2, _GRADE.format("'x'")),
    "any word": ("q.txt", "1 0 d1 1\n1 0 d2 0\n2 0 d3 so-so\n", "trec-qrels", 3, _GRADE.format("'so-so'")),
    "halves": ("x.qrels", "1 0 d1 0.5\n1 0 d2 1.0\n", "trec-qrels", 1, _GRADE.format("'0.5'")),
    "a fifth column": ("x.qrels", "1 0 d1 1 5\n1 0 d2 0 6\n", "trec-qrels", 1, _FOUR.format(5)),
    "a fifth column of decimals": ("x.txt", "1\t0\td1\t1\t.5\n1\t0\td2\t0\t.6\n", "trec-qrels", 1, _FOUR.format(5)),
    "a remark": ("x", "1 0 d1 1 not sure\n1 0 d2 0 quite sure\n", "trec-qrels", 1, _FOUR.format(6)),
    "three columns": ("x.qrels", "1 d1 1\n1 d2 0\n", "trec-qrels", 1, _FOUR.format(3)),
    "three between tabs": ("x.tsv", "q1\td1\t1\nq1\td2\t0\n", "trec-qrels", 1, _FOUR.format(3)),
    "three, with a word": ("x", "1 d1 relevant\n1 d2 irrelevant\n", "trec-qrels", 1, _FOUR.format(3)),
    "an answer with a blank": ("x.qrels", "1 0 d 1 1\n1 0 d 2 0\n", "trec-qrels", 1, _FOUR.format(5)),
    "no rank": ("x.run", "1 Q0 d1 4.5 r\n1 Q0 d2 3.5 r\n", "trec-run", 1, _SIX.format(5)),
    "no tag": ("x.run", "1 Q0 d1 1 4.5\n1 Q0 d2 2 3.5\n", "trec-run", 1, _SIX.format(5)),
    "no second column": ("x", "1 d1 1 4.5 r\n1 d2 2 3.5 r\n", "trec-run", 1, _SIX.format(5)),
    "a blank in ids": ("x.run", "1 Q0 a b 1 2 r\n1 Q0 a c 2 1 r\n", "trec-run", 1, _SIX.format(7)),
    "a blank in ids, no Q0": ("x", "1 0 a b 1 2 r\n1 0 a c 2 1 r\n", "trec-run", 1, _SIX.format(7)),
    "a blank in tags": ("x.run", "1 Q0 a 1 2 my run\n1 Q0 b 2 1 my run\n", "trec-run", 1, _SIX.format(7)),
    "a comma in scores": ("x", "1 EXP a 1 2,5 r\n1 EXP b 2 1,5 r\n", "trec-run", 1, "The score is '2,5'"),
    "neither score nor tag": ("x.run", "1 Q0 a 1\n1 Q0 b 2\n", "trec-run", 1, _SIX.format(4)),
    "ranks, no grades": ("x", "".join(f"1 Q0 d{at} {at}\n" for at in range(1, 7)), "trec-run", 1, _SIX.format(4)),
    "a word as score": ("x.run", "1 Q0 a 1 high r\n1 Q0 b 2 low r\n", "trec-run", 1, "The score is 'high'"),
}
"""Name and text of files with something wrong, their format, and the first line, with what is said of it."""

_SIMPLY_UNKNOWN = {"prose", "commas", "semicolons"}
UNKNOWN = {
    "topics or answers": ("x.txt", "1\triver treaty\n2\thop gardens\n", "--as trec-topics"),
    "answers of one word": ("x.txt", "1\tParis\n2\tOslo\n", "--as trec-topics"),
    "ranks of answers": ("x.txt", "1 1 a first one\n1 2 a second one\n2 1 a first\n", "--as liveqa"),
    "runs or anything": ("x.txt", "1 hana d1 in the hall\n2 hana d2 at sea\n", "--as trec-qa-runs"),
    "patterns without a sign": ("x.txt", "1.1 Oslo\n1.1 Bergen\n1.2 Rome\n", "jurybox patterns"),
    "patterns": ("patterns.txt", "1.1 Oslo\n1.2 Rom(e|a)\n", "jurybox patterns"),
    "a wide table": (
        "x.tsv",
        "id\tquestion\tmodel answer\tfair\ta\tb\tc\n1\twho wrote it\tAna Poe\tYes\tYes\tYes\t\n",
        "--columns",
    ),
    "seven columns of numbers": ("x.txt", "a\tb\t3\tc\td\te\tf\na\tb2\t2\tc\td\te\tf\n", "--as liveqa"),
    "commas": ("x.qrels", "1,0,d1,1\n1,0,d2,0\n", "Write blanks or tabs between them"),
    "semicolons": ("x.run", "1;Q0;d1;1;2.5;r\n1;Q0;d2;2;1.5;r\n", "Write blanks or tabs between them"),
    "half a run under comments": (
        "x.run",
        "# of mine\n1 Q0 d1 1 2.5 r\nsome remark of mine\n1 Q0 d2 2 1.5 r\nanother remark\n",
        "the first is line 3",
    ),
    "a log of six columns": (
        "train.log",
        "2024-01-02 12:00:01 worker1 1 0.93 OK\n2024-01-02 12:00:02 worker2 2 0.83 OK\n",
        "--as trec-run",
    ),
    "flowers": ("x.txt", "1 5.1 3.5 1.4 0.2 setosa\n2 4.9 3.0 1.4 0.2 setosa\n", "--as"),
    "an order": ("x.txt", "2 pcs mouse 3 19.90 EUR\n1 pcs cable 1 4.90 EUR\n", "--as trec-run"),
    "a folder": ("x.txt", "-rw-r--r-- 1 ann users 120 a.txt\n-rw-r--r-- 1 ann users 130 b.txt\n", "nothing was stored"),
    "prose": ("x.txt", "It is a note of somebody.\nNothing is in it.\n", "jurybox help files"),
}
"""Name and text of files that are of no format without a question, and what is to be done."""


def _packed(folder: Path, name: str, text: str, how: str) -> Path:
    """Write a file with other ends of lines, with a byte order mark, or packed."""
    data = text.replace("\n", "\r\n").encode("utf-8-sig") if how == "from Windows" else text.encode()
    path = folder / (f"{name}.gz" if how == "packed" else name)
    path.write_bytes(gzip.compress(data) if how == "packed" else data)
    return path


@pytest.mark.parametrize("how", ["plain", "from Windows", "packed"])
@pytest.mark.parametrize("case", READ)
def test_a_file_that_is_nearly_as_usual_is_read(case: str, how: str, tmp_path: Path) -> None:
    name, text, form, count = READ[case]
    with prepare([_packed(tmp_path, name, text, how)]) as prepared:
        assert prepared.format == form
        wrong = [one for one in prepared.report.findings if one.severity == "error" and "not in the" not in str(one)]
        counted = {one.table: one.found for one in prepared.report.counted}
    assert form in ("nuggets", "trec-qa-runs") or not wrong, wrong
    assert count in counted.values(), counted


@pytest.mark.parametrize("how", ["plain", "from Windows", "packed"])
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_with_a_file_that_is_nearly_of_a_format_is_said(case: str, how: str, tmp_path: Path) -> None:
    name, text, form, line, told = REFUSED[case]
    path = _packed(tmp_path, name, text, how)
    for asked in (None, form):
        with prepare([path], as_format=asked) as prepared:
            assert prepared.format == form
            assert not prepared.report.ok
            first = next(one for one in prepared.report.findings if one.severity == "error")
        assert (first.line, first.sentence.startswith(told)) == (line, True), str(first)


@pytest.mark.parametrize("case", UNKNOWN)
def test_a_loose_shape_is_asked_about_and_never_stored(case: str, tmp_path: Path) -> None:
    name, text, told = UNKNOWN[case]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (tmp_path / "r.run").write_text(RUN, encoding="utf-8")
    for sources in ([path], [path, tmp_path / "r.run"]):
        with pytest.raises(UnknownFormat) as asked:
            prepare(sources)
        assert asked.value.asks == (case not in _SIMPLY_UNKNOWN)
        assert name in str(asked.value)
        option = told if len(sources) == 1 else told.replace("--as ", f"--as {path}=")
        assert option in str(asked.value)


def test_a_nugget_that_stands_twice_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "vital.txt").write_text("1.3 1\tvital\tin Oslo\n1.3 2\tokay\told\n1.3 2\tokay\told\n", encoding="utf-8")
    with pytest.raises(UnknownFormat, match="is not imported yet"):
        prepare([tmp_path / "vital.txt"])


def test_a_run_is_never_read_as_topics(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text(RUN, encoding="utf-8")
    with pytest.raises(Refused, match="It looks like trec-run"):
        prepare([path], as_format="trec-topics")


@pytest.mark.parametrize(("order", "told"), [("score", ""), ("rank", "The rank is 'second'")])
def test_ranks_that_are_no_numbers_order_nothing(order: Order, told: str, tmp_path: Path) -> None:
    path = tmp_path / "x.run"
    path.write_text("1 Q0 b second 1 r\n1 Q0 a first 9 r\n", encoding="utf-8")
    with prepare([path], order=order) as prepared:
        errors = [one.sentence for one in prepared.report.findings if one.severity == "error"]
        warned = [one for one in prepared.report.findings if one.code == "run-rank-word"]
    assert bool(errors) == bool(told)
    assert [one.line for one in warned] == ([] if told else [1])
    assert all("The rank is" in one for one in errors)


def test_ranks_with_decimals_order_the_answers(tmp_path: Path) -> None:
    path = tmp_path / "x.run"
    path.write_text("1 Q0 b 2.0 1 r\n1 Q0 a 1.0 9 r\n1 Q0 c 10.0 3 r\n", encoding="utf-8")
    with prepare([path], order="rank") as prepared:
        prepared.staging.spread()
        rows = prepared.staging.db.execute("SELECT rank, answer FROM in_responses ORDER BY rank").fetchall()
    assert rows == [(1, "a"), (2, "b"), (3, "c")]


def test_comments_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.run"
    path.write_text(f"# a\n#b\n{RUN}# c d e f g h\n", encoding="utf-8")
    with prepare([path]) as prepared:
        (line,) = [str(one) for one in prepared.report.findings if one.code == "comments-left-out"]
    assert line.startswith("x.run:1: 3 lines begin with #")


UNSHARED = {
    "zeros": ("1 Q0 a 1 4 r\n2 Q0 a 1 3 r\n", "001 0 a 1\n002 0 a 1\n", "'001' may be meant by '1'"),
    "letters": ("q1 Q0 a 1 4 r\n", "1 0 a 1\n", "'1' may be meant by 'q1'"),
    "other questions": ("1 Q0 a 1 4 r\n", "7 0 a 1\n", "judged '7', answered '1'"),
    "some questions": (
        "1 Q0 a 1 4 r\n2 Q0 a 1 4 r\n",
        "01 0 a 1\n2 0 a 1\n",
        "1 judged question is answered by no run",
    ),
    "capitals of answers": ("1 Q0 D1 1 4 r\n", "1 0 d1 1\n", "'d1' may be meant by 'D1'"),
    "endings of answers": ("1 Q0 d1.txt 1 4 r\n", "1 0 d1 1\n", "'d1' may be meant by 'd1.txt'"),
    "other answers": ("1 Q0 x 1 4 r\n", "1 0 d1 1\n", "No answer of a run is judged"),
    "nothing": ("1 Q0 a 1 4 r\n2 Q0 a 1 4 r\n", "1 0 a 1\n3 0 a 1\n", ""),
    "nothing to be judged": ("1 Q0 a 1 4 r\n", "01 0 a -1\n", ""),
}


@pytest.mark.parametrize("case", UNSHARED)
@pytest.mark.parametrize("at_once", [True, False])
def test_runs_and_judgments_that_share_nothing_are_warned_of(case: str, at_once: bool, tmp_path: Path) -> None:
    run, qrels, told = UNSHARED[case]
    (tmp_path / "x.run").write_text(run, encoding="utf-8")
    (tmp_path / "x.qrels").write_text(qrels, encoding="utf-8")
    file, sources = tmp_path / "c.jury", [tmp_path / "x.qrels", tmp_path / "x.run"]
    create(file)
    if not at_once:
        import_into(file, sources[:1])
    with prepare(sources if at_once else sources[1:], into=file) as prepared:
        found = [one.sentence for one in prepared.report.findings if one.code in ("answers-unshared", *_OF_QUESTIONS)]
        assert prepared.report.ok
    assert bool(found) == bool(told), found
    assert all(told in one for one in found)


_OF_QUESTIONS = ("questions-unshared", "questions-partly-unshared", "judged-unknown")


def test_judgments_of_other_questions_than_those_of_the_collection_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "x.run").write_text(RUN, encoding="utf-8")
    (tmp_path / "x.qrels").write_text("q1 0 d1 1\n", encoding="utf-8")
    file = tmp_path / "c.jury"
    create(file)
    import_into(file, [tmp_path / "x.run"])
    with prepare([tmp_path / "x.qrels"], into=file) as prepared:
        (found,) = [one.sentence for one in prepared.report.findings if one.code == "judged-unknown"]
    assert "'q1' may be meant by '1'" in found


def test_contradictions_are_skipped_with_bad_lines_and_the_first_is_kept(tmp_path: Path) -> None:
    path, file = tmp_path / "ana.qrels", tmp_path / "c.jury"
    path.write_text("q1 0 d1 2\nq1 0 d2 1\nq1 0 d1 1\nq2 0 d1 1\n", encoding="utf-8")
    create(file)
    with prepare([path], into=file) as prepared:
        assert (prepared.report.ok, prepared.report.skippable) == (False, 1)
    with prepare([path], into=file, skip_bad_lines=True) as prepared:
        assert prepared.report.of("judgments").new == 3
        (line,) = [str(one) for one in prepared.report.findings if one.code == "judged-otherwise"]
        (lost,) = [one.sentence for one in prepared.report.findings if one.code == "lines-lost"]
    assert line.startswith("ana.qrels:3: Left out: This row has 'B', but ana.qrels line 1 has 'A'")
    assert lost == "Skipping bad lines leaves out 1 of 4 judgments by 'ana'."


def test_contradictions_of_the_collection_are_skipped_with_bad_lines(tmp_path: Path) -> None:
    path, file = tmp_path / "ana.qrels", tmp_path / "c.jury"
    path.write_text("q1 0 d1 2\n", encoding="utf-8")
    create(file)
    import_into(file, [path])
    path.write_text("q1 0 d1 1\nq1 0 d2 1\n", encoding="utf-8")
    with prepare([path], into=file, skip_bad_lines=True) as prepared:
        assert prepared.report.ok
        assert prepared.report.of("judgments").new == 1
        (line,) = [str(one) for one in prepared.report.findings if one.code == "stored-label-differs"]
    assert line.startswith("ana.qrels:1: Left out: This row has 'B', but in the collection ana has 'A'")


def test_a_file_that_names_nobody_beside_files_that_do(tmp_path: Path) -> None:
    (tmp_path / "assessors.csv").write_text("assessor\nben\n", encoding="utf-8")
    (tmp_path / "ana.qrels").write_text("1 0 d1 1\n", encoding="utf-8")
    with prepare([tmp_path / "assessors.csv", tmp_path / "ana.qrels"]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert prepared.report.of("assessors").new == 2


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ('1\t"Blue Hill" was by Ana\tyes\n', ["1", '"Blue Hill" was by Ana', "yes"]),
        ('1\t"Blue Hill\tyes\n2\tsays "so"\tno\n', ["1", '"Blue Hill', "yes"]),
        ('1\t"Blue Hill\tyes\n2\tHill"\tno\n', ["1", '"Blue Hill', "yes"]),
        ('1\t"Blue ""Hill"""\tyes\n', ["1", 'Blue "Hill"', "yes"]),
        ('1\t"two\tcells"\tyes\n', ["1", "two\tcells", "yes"]),
        ('1\t"two\nlines"\tyes\n', ["1", "two\nlines", "yes"]),
        ('1\t5" wide\tyes\n', ["1", '5" wide', "yes"]),
        ('"\t"a" b\t"c"\n', ['"', '"a" b', "c"]),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_quotation_marks_between_tabs_need_not_quote(text: str, second: list[str], end: str, tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text(f"id\ttext\tlabel\n{text}".replace("\n", end), encoding="utf-8", newline="")
    rows = list(DelimitedReader(path))
    assert rows[1] == (2, [cell.replace("\n", end) for cell in second])


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_votes_and_weights_of_nuggets_come_in_any_order(order: tuple[str, str], tmp_path: Path) -> None:
    first, second = order
    (tmp_path / "questions.csv").write_text("question,kind,text\n1.3,other,Other\n", encoding="utf-8")
    (tmp_path / f"{first}.txt").write_text("1.3 1\tvital\tit is\n1.3 2\tokay\tit was\n", encoding="utf-8")
    (tmp_path / f"{second}.txt").write_text("1.3 1\t1.0\tit is\n1.3 2\t0.25\tit was\n", encoding="utf-8")
    file = tmp_path / "c.jury"
    create(file)
    import_into(file, [tmp_path / "questions.csv", tmp_path / "a.txt", tmp_path / "b.txt"])
    with closing(open_reading(file)) as db:
        assert db.execute("SELECT name, weight FROM nugget ORDER BY name").fetchall() == [("1", 1.0), ("2", 0.25)]


def test_what_is_left_out_of_a_folder_is_listed(tmp_path: Path) -> None:
    for name in ("README.md", "LICENSE", ".hidden", "x.run"):
        (tmp_path / name).write_text(RUN, encoding="utf-8")
    (tmp_path / "plot.png").write_bytes(b"\x89PNG\r\n\0\xff")
    with prepare([tmp_path]) as prepared:
        told = " ".join(prepared.report.lines())
    assert prepared.report.runs[0].run == "r"
    assert "Not read: .hidden, LICENSE, README.md." in told
    assert "different or unknown: plot.png." in told


def test_all_that_a_person_said_is_named_where_it_is_skipped(tmp_path: Path) -> None:
    texts = {
        "questions.csv": "question,kind,text\n1,factoid,Who?\n",
        "answers.csv": "question,answer,text\n1,a,Ana\n",
        "assessors.csv": "assessor\nben\n",
        "judgments.csv": "assessor,question,answer,label\nhana,1,a,correct\nben,1,a,correct\nben,9,a,correct\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with prepare([tmp_path], skip_bad_lines=True) as prepared:
        (lost,) = [one.sentence for one in prepared.report.findings if one.code == "lines-lost"]
    assert lost == "Skipping bad lines leaves out 1 of 2 judgments by 'ben', 1 of 1 judgment by 'hana'."


def test_texts_of_a_model_s_file_are_those_of_the_answers_that_a_run_names(tmp_path: Path) -> None:
    record = (
        '{{"model": "m", "qid": "300", "docid": "d{0}", "query": "a treaty", "passage": "Passage {0}", "judgment": 2}}'
    )
    texts = {
        "umbrela.jsonl": "\n".join(record.format(at) for at in (1, 2)) + "\n",
        "r.txt": "300 Q0 d1 1 2.5 r\n300 Q0 d2 2 1.5 r\n",
        "qrels.hana": "300 0 d1 2\n300 0 d2 3\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    file = tmp_path / "c.jury"
    create(file)
    import_into(file, [tmp_path])
    with closing(open_reading(file)) as db:
        assert db.execute("SELECT name, text FROM answer ORDER BY name").fetchall() == [
            ("d1", "Passage 1"),
            ("d2", "Passage 2"),
        ]
        people = "SELECT a.name, count(*) FROM entry e JOIN assessor a ON a.id = e.assessor WHERE e.kind = 'judgment'"
        assert dict(db.execute(f"{people} GROUP BY a.name")) == {"m": 2, "qrels.hana": 2}
