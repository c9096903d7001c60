"""Which format a file has: qrels of every shape, files with bad lines, whole folders of a track."""

import gzip
import random
import uuid
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from by_names import by_names
from click.testing import CliRunner
from sweeps import swept

from jurybox.cli import commands  # noqa: F401 - loaded as the program does
from jurybox.collection.file import create, open_reading
from jurybox.collection.findings import KEPT_OF_A_KIND
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.recognition import plan
from jurybox.formats.registry import FORMATS
from jurybox_gui.cli import program

DATA = Path(__file__).resolve().parents[4] / "shared/data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the files are not here")

_DOCNOS = (
    lambda dice, at: f"FT{dice.randrange(900, 999)}-{at}",
    lambda _, at: str(7_067_000 + at),
    lambda _, at: str(at),
    lambda _, at: f"0.{at + 1:03}",
    lambda _, at: f"msmarco_v2.1_doc_{at}_#{at}",
    lambda _, at: f"{at}.5",
    lambda _, at: f"{at + 1}e-3",
    lambda _, at: f"https://example.org/a%20b?q={at}#x",
    lambda _, at: str(uuid.UUID(int=at + 2**100)),
    lambda dice, at: f"clueweb12-{dice.randrange(1900):04}wb-{dice.randrange(99):02}-{at:05}",
    lambda _, at: f"<urn:uuid:{at:08}>",
)
_QUERIES = (
    lambda at: str(at + 1),
    lambda at: f"{31 + at}_{at + 1}",
    lambda at: f"{at + 1}.{at + 2}",
    lambda at: f"CAR:{at}/x",
    lambda at: f"q{at:04}",
    lambda at: f"2024-{145979 + at}",
)
_GRADES = (
    (0, 1),
    (0, 1, 2),
    (0, 1, 2, 3),
    (0, 1, 2, 3, 4),
    (-1, 0, 1),
    (-2, -1, 0, 1, 2),
    (0, 2, 4, 8, 16),
    (0, 50, 100),
    (1,),
)
_COLUMN = (
    ("0",),
    ("Q0",),
    ("1",),
    ("2.5",),
    ("round1",),
    ("1", "2", "3", "4", "5"),
    ("0.5", "1", "1.5", "2"),
    ("ana", "bo", "cy"),
)
_BETWEEN = (("\t", "\t", "\t"), (" ", " ", " "), ("   ", "\t", "  "), ("\t", "\t", " "))
_TOPICS = (1, 1, 2, 8, 200)


def qrels(seed: int) -> tuple[bytes, dict[tuple[str, str], int]]:
    """Make a qrels file of a shape that depends on the seed; return its bytes and its grades."""
    dice = random.Random(seed)
    docno, query = _DOCNOS[seed % len(_DOCNOS)], _QUERIES[seed % len(_QUERIES)]
    column, grades = _COLUMN[seed // 3 % len(_COLUMN)], _GRADES[seed % len(_GRADES)]
    one, two, three = _BETWEEN[seed // 2 % len(_BETWEEN)]
    end, topics = ("\n", "\r\n")[seed % 2], _TOPICS[seed // 5 % len(_TOPICS)]
    of_ntcir = seed % 13 == 4 and min(grades) >= 0
    known, lines = dict[tuple[str, str], int](), list[str]()
    for at in range(topics):
        for number in range(dice.randrange(1, 1 + max(2, 200 // topics))):
            name, document, grade = query(at), docno(dice, number), dice.choice(grades)
            known[name, document] = grade
            middle = f"{document}{three}L{grade}"
            if not of_ntcir:
                middle = f"{dice.choice(column)}{two}{document}{three}{grade}"
            lines.append(f"{name}{one}{middle}{(' ', '')[seed % 4 > 0]}")
    if seed % 3:
        dice.shuffle(lines)
    text = "".join(line + end for line in lines) + ("", end, " " + end)[seed % 3]
    data = text.encode("utf-8-sig" if seed % 5 == 0 else "utf-8")
    return data, known


def qrels_file(folder: Path, seed: int) -> tuple[Path, dict[tuple[str, str], int]]:
    """Write such a file, every seventh one packed; return its path and its grades."""
    data, grades = qrels(seed)
    path = folder / ("qrels.txt.gz" if seed % 7 == 0 else "qrels.txt")
    path.write_bytes(gzip.compress(data) if seed % 7 == 0 else data)
    return path, grades


@pytest.mark.parametrize("seed", range(110))
def test_qrels_of_every_shape_are_recognized_with_and_without_their_runs(seed: int, tmp_path: Path) -> None:
    path, grades = qrels_file(tmp_path, seed)
    asked = dict.fromkeys((question for question, _ in grades), "ranked")
    for kinds in ({}, asked, {"elsewhere": "other"}):
        (part,) = plan([path], None, kinds).parts
        assert part.format.name == "trec-qrels"


@pytest.mark.parametrize("seed", [seed for seed in range(110) if len(qrels(seed)[1]) >= 20][::5])
def test_qrels_with_a_bad_line_are_qrels_still(seed: int, tmp_path: Path) -> None:
    path, _ = qrels_file(tmp_path, seed)
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "at", encoding="utf-8") as file:
        file.write("1\t0\t1\tnot relevant\n")
    (part,) = plan([path], None, {}).parts
    assert part.format.name == "trec-qrels"


@pytest.mark.parametrize("seed", [*range(10), *swept(range(10, 100))])
@pytest.mark.sweep
def test_qrels_of_every_shape_are_qrels_and_never_nuggets(seed: int, tmp_path: Path) -> None:
    path, grades = qrels_file(tmp_path, seed)
    file = tmp_path / "c.jury"
    create(file)
    with prepare([path], into=file) as prepared:
        assert prepared.format == "trec-qrels"
        assert prepared.report.ok, prepared.report.lines()
    import_into(file, [path])
    with closing(open_reading(file)) as db:
        assert not db.execute("SELECT 1 FROM nugget").fetchone()
        said = db.execute(
            "SELECT count(*), count(coalesce(label, state)) FROM entry WHERE kind = 'judgment'"
        ).fetchone()
    assert said == (len(grades), sum(grade != -1 for grade in grades.values()))


@pytest.mark.parametrize(("question", "document"), [("PLAIN-{}", "MED-{}"), ("{}", "{}"), ("q{}", "0.{}")])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_qrels_of_beir_are_qrels_under_their_head(question: str, document: str, end: str, tmp_path: Path) -> None:
    path, file = tmp_path / "test.tsv", tmp_path / "c.jury"
    lines = [f"{question.format(at // 5)}\t{document.format(at)}\t{at % 3}" for at in range(60)]
    path.write_text(end.join(["query-id\tcorpus-id\tscore", *lines, ""]), encoding="utf-8", newline="")
    create(file)
    with prepare([path], into=file) as prepared:
        assert (prepared.format, prepared.report.ok) == ("trec-qrels", True)
    import_into(file, [path])
    with closing(open_reading(file)) as db:
        assert db.execute("SELECT count(*) FROM question").fetchone() == (12,)
        assert db.execute("SELECT count(*) FROM entry WHERE kind = 'judgment'").fetchone() == (60,)


def test_a_bad_line_of_qrels_of_beir_is_named_with_their_columns(tmp_path: Path) -> None:
    path = tmp_path / "test.tsv"
    lines = [f"q{at // 5}\td{at}\t1" for at in range(60)]
    text = "\n".join(["query-id\tcorpus-id\tscore", *lines[:7], "q1\td77", "q1\td78\thigh", *lines[7:]])
    path.write_text(text, encoding="utf-8")
    with prepare([path]) as prepared:
        assert prepared.format == "trec-qrels"
        errors = [line for line in prepared.report.lines() if line.startswith("error: ")]
    assert errors[0].startswith("error: test.tsv:9: This line has 2 columns. Write three: question, document, grade.")
    assert errors[1].startswith("error: test.tsv:10: The grade is 'high'.")


def test_three_columns_without_that_head_are_no_qrels(tmp_path: Path) -> None:
    path = tmp_path / "test.tsv"
    path.write_text("".join(f"q{at // 5}\td{at}\t1\n" for at in range(60)), encoding="utf-8")
    with prepare([path]) as prepared:
        assert not prepared.report.ok
        assert "or the head query-id corpus-id score" in str(prepared.report.findings[0])


def test_numbers_of_questions_held_as_other_are_nuggets(tmp_path: Path) -> None:
    path, file = tmp_path / "pyramid.txt", tmp_path / "c.jury"
    path.write_text("1.6\t1\t0.5\t19\n1.6\t2\t1\t12\n", encoding="utf-8")
    create(file)
    with pytest.raises(UnknownFormat, match="--as nuggets, --as trec-qrels"):
        prepare([path], into=file)
    asked = tmp_path / "questions.csv"
    asked.write_text("question,kind,text\n1.6,other,Other\n", encoding="utf-8")
    import_into(file, [asked])
    with prepare([path], into=file) as prepared:
        assert prepared.format == "nuggets"


@pytest.mark.parametrize("named", ["nuggets", "trec-run", "trec-qa-judgments", "nuggetizer", "label-studio"])
def test_a_wrong_format_is_refused_in_one_sentence(named: str, tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    path.write_text("".join(f"{at // 50}\t0\t{at + 2}\t1\n" for at in range(900)), encoding="utf-8")
    if named in ("nuggetizer", "label-studio"):
        with prepare([path], as_format=named) as prepared:
            (line,) = [line for line in prepared.report.lines() if line.startswith("error: ")]
        assert line == "error: qrels.txt:1: This is not JSON: it begins neither with a list nor with an object."
        return
    with pytest.raises(Refused) as refused:
        prepare([path], as_format=named)
    assert f"cannot be read as {named}" in str(refused.value)
    assert "none of its 900 lines has that shape. It looks like trec-qrels." in str(refused.value)


def test_errors_that_differ_in_a_value_alone_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "qrels.txt"
    path.write_text("1 0 d 1\n" + "".join(f"1 0 d{at} x{at}\n" for at in range(900)), encoding="utf-8")
    with prepare([path], as_format="trec-qrels") as prepared:
        lines = [line for line in prepared.report.lines() if line.startswith("error: ")]
    assert len(lines) == KEPT_OF_A_KIND + 1
    assert lines[0].startswith("error: qrels.txt:2: The grade is 'x0'.")
    assert lines[-1] == f"error: qrels.txt: {900 - KEPT_OF_A_KIND} more findings of this kind."


def test_nuggets_of_ranked_questions_are_refused_once(tmp_path: Path) -> None:
    qrels_of, pyramid, file = tmp_path / "q.txt", tmp_path / "n.txt", tmp_path / "c.jury"
    qrels_of.write_text("301 0 d1 1\n301 0 d2 0\n", encoding="utf-8")
    pyramid.write_text("".join(f"301\t{at}\t0.5\ta fact\n" for at in range(9)), encoding="utf-8")
    create(file)
    import_into(file, [qrels_of])
    with pytest.raises(UnknownFormat):
        prepare([pyramid], into=file)
    with prepare([pyramid], into=file, as_format="nuggets") as prepared:
        told = [line for line in prepared.report.lines() if line.startswith("error: ")]
    (line,) = told
    assert line.startswith("error: n.txt:1: Question '301' is of kind ranked; only Other")


def test_json_of_an_unknown_shape_is_of_no_format(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("".join(f'{{"id": "q1", "doc{at}": "a b"}}\n' for at in range(30)), encoding="utf-8")
    with pytest.raises(UnknownFormat):
        prepare([path])


def bad_lines() -> dict[str, tuple[str, str, str]]:
    """Return for each format good lines, a bad one, and what is said of it."""
    run = "".join(f"1.{at} uwb1 NYT1998{at:04}.0373 Answer {at}\n" for at in range(1, 50))
    return {
        "trec-qa-runs": (run, "1.5 uwb1 NYT19980001.0001\n", "The answer after the document is missing"),
        "trec-run": (
            "".join(f"1 Q0 d{at} {at} {9.5 - at} r\n" for at in range(50)),
            "1 Q0 d77\n",
            "This line has 3 columns",
        ),
        "trec-qrels": ("".join(f"1 0 d{at} 1\n" for at in range(50)), "1 0 d77 relevant\n", "The grade is"),
        "trec-qa-judgments": (
            "".join(f"1.{at} NYT1998{at:04}.0373 1 Answer {at}\n" for at in range(50)),
            "1.7 NYT19980004.0373 9 x\n",
            "The judgment is '9'",
        ),
        "nuggets": (
            "".join(f"1.6 {at}\tvital\tFact {at}\n" for at in range(1, 50)),
            "1.6 77 vital Fact\n",
            "is not a nugget",
        ),
    }


@pytest.mark.parametrize("name", bad_lines())
def test_a_file_with_one_bad_line_is_recognized_and_the_line_named(name: str, tmp_path: Path) -> None:
    good, bad, told = bad_lines()[name]
    lines = good.splitlines(keepends=True)
    path = tmp_path / "file.txt"
    path.write_text("".join([*lines[:6], bad, *lines[6:]]), encoding="utf-8")
    with prepare([path]) as prepared:
        assert prepared.format == name
        assert any(line.startswith("error: file.txt:7: ") and told in line for line in prepared.report.lines())
    with prepare([path], skip_bad_lines=True) as prepared:
        assert prepared.format == name
        assert not any("error: file.txt:7: " in line for line in prepared.report.lines())
        assert any("warning: file.txt:7: Left out: " in line for line in prepared.report.lines())


def test_text_of_which_half_has_some_shape_is_of_no_format(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("1 0 d1 1\nIt is a note of somebody.\n" * 20, encoding="utf-8")
    with pytest.raises(UnknownFormat):
        prepare([path])


@pytest.mark.needs_data
@needs_data
def test_the_folder_of_2004_comes_in_with_one_command(tmp_path: Path) -> None:
    file, folder = tmp_path / "c.jury", DATA / "trec-qa-2004"
    create(file)
    result = CliRunner().invoke(program, ["import", str(file), str(folder)])
    assert result.exit_code == 0, result.output
    assert "Read as trec-qa: trec13questions.xml, trec13targettypes." in result.stdout
    assert "trec13patterns_factoid, trec13patterns_list, trec13patters+docs_list): they propose" in result.stdout
    with closing(open_reading(file)) as db:
        held = by_names(db)
        types = Counter(kind for (kind,) in db.execute("SELECT target_type FROM series"))
    assert Counter(row[1] for row in held["question"]) == {"factoid": 230, "list": 56, "other": 65}
    lines = (folder / "trec13targettypes").read_text().splitlines()
    assert types == Counter(line.split()[0].removeprefix("#").lower() for line in lines if line.strip())
    assert len(held["nugget"]) == 580


def test_levels_and_runs_in_a_folder_with_a_picture_keep_their_runs(tmp_path: Path) -> None:
    folder, file = tmp_path / "ntcir", tmp_path / "c.jury"
    for name, text in {"0001.rel": "d1 L2\nd2 L0\n", "mine/0001.res": "d1\nd2\n"}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "plot.png").write_bytes(b"\x89PNG\r\n\0\xff")
    create(file)
    with prepare([folder], into=file) as prepared:
        assert (prepared.format, prepared.report.ok) == ("ntcireval", True)
        assert any("plot.png: Not read" in line for line in prepared.report.lines())
    import_into(file, [folder])
    with closing(open_reading(file)) as db:
        assert db.execute("SELECT name FROM run").fetchall() == [("mine",)]


def record(question: str, run: str) -> str:
    """Return a response as the nuggetizer writes it."""
    nugget = '{"text": "fact", "importance": "vital", "assignment": "support"}'
    return (
        f'{{"query": "Q?", "qid": "{question}", "run_id": "{run}", "answer_text": "by {run}", "nuggets": [{nugget}]}}\n'
    )


@pytest.mark.parametrize(
    ("named", "good", "damaged", "error"),
    [
        (
            "nuggetizer",
            record("q", "r1"),
            '{"qid": "", "nuggets": []}\n' + record("q", "r2"),
            "damaged.x:1: This record",
        ),
        ("trec-qrels", "1 0 a 1\n", "1 0 b 1 extra\n1 0 c 1 extra\n", "damaged.x:2: This line has 5 columns"),
    ],
)
def test_a_damaged_file_of_a_folder_is_not_left_out_of_a_format_asked_for(
    named: str, good: str, damaged: str, error: str, tmp_path: Path
) -> None:
    folder = tmp_path / "of"
    folder.mkdir()
    ending = ".jsonl" if named == "nuggetizer" else ".txt"
    (folder / f"good{ending}").write_text(good, encoding="utf-8")
    (folder / f"damaged{ending}").write_text(damaged, encoding="utf-8")
    (folder / "plot.png").write_bytes(b"\x89PNG\r\n\0\xff")
    (folder / "run.txt").write_text("1 Q0 d 1 3.0 r\n", encoding="utf-8")
    with prepare([folder], as_format=named) as prepared:
        lines = prepared.report.lines()
        assert not prepared.report.ok
    assert any(line.startswith(f"error: {error.replace('.x', ending)}") for line in lines), lines
    assert any("Not read" in line and "plot.png, run.txt" in line for line in lines), lines
    with prepare([folder], as_format=named, skip_bad_lines=True) as prepared:
        assert prepared.report.ok
        if named == "nuggetizer":
            assert any(line.startswith("responses: 2 new") for line in prepared.report.lines())


@pytest.mark.parametrize("run", ["7", "0.5", "Q0"])
def test_a_run_called_by_a_number_comes_back_without_being_named(run: str, tmp_path: Path) -> None:
    tables = {
        "questions": "question,kind,text\n1,factoid,Who?\n2,factoid,When?\n3,factoid,Where?\n",
        "runs": f"run\n{run}\n",
        "responses": "run,question,rank,answer,text,document\n"
        f"{run},1,1,,Paris,APW19990101.0001\n{run},2,1,,1999,APW19990101.0002\n{run},3,1,NIL,,\n",
    }
    (tmp_path / "t").mkdir()
    for name, text in tables.items():
        (tmp_path / "t" / f"{name}.csv").write_text(text, encoding="utf-8")
    file, out = tmp_path / "c.jury", tmp_path / "out"
    create(file)
    import_into(file, [tmp_path / "t"])
    FORMATS["trec-qa-runs"].write(file, out)  # type: ignore[misc]
    (path,) = out.iterdir()
    for asked in (None, "trec-qa-runs"):
        for source in (out, path):
            with prepare([source], into=file, as_format=asked) as prepared:
                assert prepared.format == "trec-qa-runs"
                assert prepared.report.ok, prepared.report.lines()


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("trec-qrels", "1 0 d{} 1\n", "1 0 d77 relevant\n"),
        ("trec-qrels", "1 Q0 d{} 2\n", "1 Q0 d77 relevant\n"),
        ("trec-run", "1 Q0 d{0} {0} 1.5 r\n", "1 Q0 d77 high r\n"),
    ],
)
def test_a_tenth_of_bad_lines_makes_no_run_of_qrels(name: str, good: str, bad: str, tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("".join(good.format(at) for at in range(1, 18)) + bad * 3, encoding="utf-8")
    (part,) = plan([path], None, {}).parts
    assert part.format.name == name
