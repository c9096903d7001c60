"""Files that models write make assessors of kind model, who never join the people whose labels count."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from jurybox.collection.file import create
from jurybox.collection.judges import judges
from jurybox.collection.state import State
from jurybox.formats.imports import import_into, prepare

NUGGETS = {"query": "Rivers?", "qid": "1", "nuggets": [{"text": "Arno", "importance": "vital"}]}
ASSIGNED = {
    **NUGGETS,
    "run_id": "r",
    "answer_text": "The Arno.",
    "nuggets": [{"text": "Arno", "importance": "vital", "assignment": "support"}],
}
OTHERWISE = {**ASSIGNED, "nuggets": [{"text": "Arno", "importance": "vital", "assignment": "not_support"}]}
SUPPORT = {"run": "r", "qid": "2", "sentence": 1, "text": "It floods.", "docid": "d", "support": "full"}
JUDGED = {"model": "umbrela-x", "qid": "3", "docid": "d", "query": "Lakes?", "passage": "p", "judgment": 2}
PEOPLE = "assessor,kind\nAna,person\n"

FILES: dict[str, tuple[dict[str, object], dict[str, str]]] = {
    "nuggets of a program": ({"n.jsonl": [NUGGETS]}, {"nuggetizer": "model"}),
    "matches of a program": ({"n.jsonl": [ASSIGNED]}, {"nuggetizer": "model"}),
    "two that differ": ({"n.jsonl": [ASSIGNED], "m.jsonl": [OTHERWISE]}, {"n": "model", "m": "model"}),
    "two in folders": ({"a/n.jsonl": [ASSIGNED], "b/n.jsonl": [OTHERWISE]}, {"a": "model", "b": "model"}),
    "support": ({"s.jsonl": [{**SUPPORT, "judge": "gpt-judge"}]}, {"gpt-judge": "model"}),
    "support of nobody": ({"s.jsonl": [SUPPORT]}, {"s": "person"}),
    "judgments": ({"j.jsonl": [JUDGED]}, {"umbrela-x": "model"}),
}
"""Files by name with their records, and the kind of each assessor who comes of them."""


def put(folder: Path, files: dict[str, object]) -> list[Path]:
    """Write files of JSON lines below a folder; return the paths to import."""
    for name, records in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        assert isinstance(records, list)
        (folder / name).write_text("".join(f"{json.dumps(one)}\n" for one in records), "utf-8")
    return [folder / name for name in files]


def kinds(path: Path) -> dict[str, str]:
    """Return the kind of everybody but the organizer."""
    with closing(State(path)) as state:
        return {one.name: one.kind for one in state.catalog.assessors if one.name != "organiser"}


@pytest.mark.parametrize("name", FILES)
def test_models_are_of_kind_model_and_not_among_the_people(name: str, tmp_path: Path) -> None:
    files, expected = FILES[name]
    path = tmp_path / "c.jury"
    create(path)
    (tmp_path / "assessors.csv").write_text(PEOPLE, "utf-8")
    import_into(path, [tmp_path / "assessors.csv"])
    import_into(path, put(tmp_path, files))
    assert kinds(path) == {"Ana": "person", **expected}
    with closing(State(path)) as state:
        counting = {state.catalog.assessors[at].name for at in judges(state.catalog, state.facts)}
    assert counting - {"organiser"} == {name for name, kind in kinds(path).items() if kind == "person"}


def test_a_person_who_is_known_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "c.jury"
    create(path)
    (tmp_path / "assessors.csv").write_text(PEOPLE, "utf-8")
    import_into(path, [tmp_path / "assessors.csv"])
    support = put(tmp_path, {"s.jsonl": [{**SUPPORT, "judge": "Ana"}, {**SUPPORT, "judge": "gpt-judge"}]})
    import_into(path, support)
    import_into(path, put(tmp_path, {"n.jsonl": [ASSIGNED]}), assessor="Ana")
    assert kinds(path) == {"Ana": "person", "gpt-judge": "model"}


def test_the_report_of_an_import_says_who_is_read_as_a_model(tmp_path: Path) -> None:
    path = tmp_path / "c.jury"
    create(path)
    with prepare(put(tmp_path, {"s.jsonl": [{**SUPPORT, "judge": "gpt-judge"}]}), into=path) as prepared:
        told = [str(finding) for finding in prepared.report.findings]
    assert any("'gpt-judge'" in one and "--kind gpt-judge=person" in one for one in told)
