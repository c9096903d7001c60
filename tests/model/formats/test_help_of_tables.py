"""What the help says of tables is what the reader takes: columns, and the example letter by letter."""

import json
import re
from contextlib import closing
from pathlib import Path

from jurybox.collection.file import create
from jurybox.collection.import_tables import TABLES
from jurybox.collection.state import State
from jurybox.formats.column_maps import FIELDS, parse_columns
from jurybox.formats.imports import import_into
from jurybox.formats.label_words import parse_words
from jurybox.help import page


def text_of_help() -> str:
    found = page("files")
    assert found is not None
    return found.text


def test_the_columns_named_are_those_of_the_tables() -> None:
    rows = re.findall(r"^\| `(\w+)\.csv` \| ([^|]+) \|", text_of_help(), re.MULTILINE)
    assert len(rows) == 9
    for name, told in rows:
        table = TABLES[name]
        required, _, rest = told.partition("(")
        assert tuple(re.findall(r"\w+", required)) == table.required, name
        optional = re.findall(r"\w+", rest)
        known = [column for column in table.column_names if column not in table.required]
        assert set(optional) <= set(known), name
        assert optional == known or not known or "…" in rest, name


def test_the_fields_of_columns_are_those_that_can_be_matched() -> None:
    _, _, text = text_of_help().partition("## Tables of any columns")
    rows = re.findall(r"^\| (`[a-z`, -]+`) \| [^|]+ \|$", text.partition("\n## ")[0], re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"[a-z-]+", row)] == list(FIELDS)
    examples = re.findall(r'--columns "([^"]+)"', text)
    assert [parse_columns(example).of("text") for example in examples] == [("response",)] * 2
    (words,) = re.findall(r'--words "([^"]+)"', text)
    assert parse_words(words) == (("relevant", "A"), ("maybe", "cannot-tell"), ("n/a", ""))


def test_the_smallest_collection_is_read_as_it_is_printed(tmp_path: Path) -> None:
    files = re.findall(r"^    (\w+\.csv)\n((?:    .+\n)+)", text_of_help(), re.MULTILINE)
    assert [name for name, _ in files] == ["questions.csv", "responses.csv"]
    for name, lines in files:
        (tmp_path / name).write_text(re.sub("^    ", "", lines, flags=re.MULTILINE), encoding="utf-8")
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "questions.csv", tmp_path / "responses.csv"])
    with closing(State(tmp_path / "c.jury")) as state:
        assert state.catalog.answer_count == 2
        assert [run.name for run in state.catalog.runs] == ["first", "second"]


def test_the_keys_of_a_collection_are_those_that_are_read(tmp_path: Path) -> None:
    (row,) = re.findall(r"^\| `collection\.csv` \|[^|]+\|(.+)\|$", text_of_help(), re.MULTILINE)
    folder = tmp_path / "tables"
    folder.mkdir()
    named = re.findall(r"`([^`]+)`", row)
    values = {"mode": "judging", "gold": "majority+strict", "repeats": "0.05", "pass_mark": "0.8"}
    values |= {"begins": "2026-11-01", "ends": "2026-11-30"}
    empty = {"gold": "majority", "at": 0, "digest": "", "values": [], "answers": "", "questions": {}}
    values["frozen:NAME"] = '"' + json.dumps(empty).replace('"', '""') + '"'
    (folder / "questions.csv").write_text("question,kind,text\nq1,factoid,Who?\n")
    (folder / "responses.csv").write_text("run,question,rank,answer,text\nfirst,q1,1,,Goethe\n")
    lines = [f"{key},{values.get(key, 'yes' if ':' in key else 'words')}" for key in named]
    put = {"guideline:LABEL": "guideline:correct", "withdrawn:RUN": "withdrawn:first"}
    put["calibration:QUESTION"] = "calibration:q1"
    told = "\n".join(lines)
    for key, actual in put.items():
        assert key in named
        told = told.replace(key, actual)
    (folder / "collection.csv").write_text(f"key,value\n{told}\n")
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [folder])
    with closing(State(tmp_path / "c.jury")) as state:
        assert (state.facts.calibration, state.facts.repeats) == (("q1",), 0.05)
        assert state.facts.withdrawn == {0}
        assert (state.facts.days, state.facts.pass_mark) == ("2026-11-01 to 2026-11-30", 0.8)
        assert set(state.facts.frozen) == {"NAME"}
