"""Tables as files: the ending says the form, several go into one file, and nothing is lost on the way."""

import csv
import io
import json
import math
import re
import xml.etree.ElementTree as ET
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner
from small import small_collection

from jurybox import results
from jurybox.campaign.assignments import Campaign, store_calibration, store_campaign
from jurybox.errors import Refused
from jurybox.results import writing
from jurybox.results.frame import make_frame
from jurybox.session import open_session
from jurybox_gui.cli import program


@pytest.fixture
def two() -> list[pd.DataFrame]:
    first = make_frame("scores", "Scores <of> Beltrán", ("run", "F1"), [("a&b", 0.123456), ("c", math.nan)])
    other = make_frame("days", "Days", ("day", "Ana"), [("2026-11-30", 7)], notes=("Local time.",))
    return [first, other]


def test_one_table_has_every_number_in_full_where_the_form_is_for_programs(two: list[pd.DataFrame]) -> None:
    assert list(csv.reader(io.StringIO(writing.file_of(two[:1], ".csv").decode()))) == [
        ["run", "F1"],
        ["a&b", "0.123456"],
        ["c", ""],
    ]
    made = json.loads(writing.file_of(two[:1], ".JSON"))
    assert made["rows"] == [{"run": "a&b", "F1": 0.123456}, {"run": "c", "F1": None}]


def test_several_tables_are_below_each_other_and_in_sheets(two: list[pd.DataFrame]) -> None:
    page = writing.file_of(two, ".html").decode()
    found = ET.fromstring(page.replace("<!DOCTYPE html>", "").replace('<meta charset="utf-8">', ""))
    assert [one.text for one in found.iter("h2")] == ["Scores <of> Beltrán", "Days"]
    assert [one.text for one in found.iter("td")] == ["a&b", ".123", "c", "-", "2026-11-30", "7"]
    assert '<meta charset="utf-8">' in page
    made = json.loads(writing.file_of(two, ".json"))
    assert [one["caption"] for one in made["tables"]] == ["Scores <of> Beltrán", "Days"]
    assert made["tables"][1]["rows"] == [{"day": "2026-11-30", "Ana": 7}]
    assert writing.file_of(two, ".tex").decode().count("\\begin{tabular}") == 2
    assert re.findall("^## .*", writing.file_of(two, ".md").decode(), re.MULTILINE) == [
        "## Scores \\<of\\> Beltrán",
        "## Days",
    ]
    with zipfile.ZipFile(io.BytesIO(writing.file_of(two, ".xlsx"))) as book:
        names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
    assert names == ["scores", "days"]


@pytest.mark.parametrize(("count", "ending"), [(2, ".csv"), (1, ".xls"), (1, ""), (2, ".txt")])
def test_what_no_file_can_hold_is_refused(two: list[pd.DataFrame], count: int, ending: str) -> None:
    with pytest.raises(Refused, match="Nothing was written"):
        writing.file_of(two[:count], ending)


def printed(*words: object) -> Any:
    found = CliRunner().invoke(program, [str(word) for word in words])
    assert found.exit_code == 0, found.output
    return found.output


def test_the_plan_says_who_judges_which_question(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", assessors=("Ana", "Ben", "Chie"))
    nothing = printed("assessors", path, "--plan")
    assert "Nothing is assigned: everybody judges everything." in nothing
    with closing(open_session(path)) as session:
        session.store(lambda db: store_campaign(db, Campaign(("Ben",), 1, frozenset((0, 2)))), "assign")
        ana = Campaign(("Ana",), 1, frozenset((2, 3)), add=True)
        session.store(lambda db: store_campaign(db, ana), "assign")
        session.store(lambda db: store_calibration(db, frozenset((2,))), "assign")
    rows = list(csv.DictReader(io.StringIO(printed("assessors", path, "--plan", "--format", "csv"))))
    assert {row["question"]: row["assessors"] for row in rows} == {"q1": "Ben", "q2": "", "q3": "Ana, Ben", "q4": "Ana"}
    assert [row["judges"] for row in rows] == ["1", "0", "2", "1"]
    assert {row["answers"] for row in rows} == {"3"}
    assert [row["calibration"] for row in rows] == ["", "", "yes", ""]
    assert "1 question without an assessor, or without an answer." in printed("assessors", path, "--plan")
    made = json.loads(printed("assessors", path, "--plan", "--format", "json"))
    assert [one["assessors"] for one in made["plan"]] == ["Ben", "", "Ana, Ben", "Ana"]
    with results.opened(path) as state:
        assert list(results.assigned_questions(state.catalog, state.facts).index) == ["q1", "q2", "q3", "q4"]


def test_two_ends_are_one_column_for_people_and_two_for_programs() -> None:
    rows = [("a", 0.5, 0.4, 0.65, -0.25), ("b-1", 0.25, math.nan, math.nan, 2.0), ("c", 0.25, None, None, 0.0)]
    head = ("run", "F1", "lowest", "highest", "gain")
    frame = make_frame("t", "T", head, rows, spans={"bounds": ("lowest", "highest")})
    found = writing.shown(frame)
    assert found.head == ["run", "F1", "bounds", "gain"]
    assert [row[2] for row in found.rows] == ["[.400, .650]", "", ""]
    assert writing.csv(frame).splitlines()[:2] == ["run,F1,lowest,highest,gain", "a,0.5,0.4,0.65,-0.25"]
    assert "bounds" in writing.html(frame)


def test_a_number_below_zero_has_a_minus_in_latex_and_a_name_keeps_its_hyphen() -> None:
    rows = [("-1 a-2", -0.5, "[-.250, .125]"), ("b", 1e-7, "-")]
    made = writing.latex(make_frame("t", "T", ("run", "difference", "between"), rows))
    assert "-1 a-2 & $-$.500 & [$-$.250, .125] \\\\" in made
    assert made.splitlines()[-3].endswith("& - \\\\")
