"""The command `assessors`: kinds and the panel by name, as one step in the log; and panels of hundreds."""

import csv
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from generated import generated_collection
from generator import write_tables

from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.commands import SetFact
from jurybox.formats.imports import import_into
from jurybox.session import open_session


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Three people who judged ranked answers."""
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=4, runs=2, assessors=3, judged=1.0)
    return tmp_path / "c.jury"


def listed(run: Any, path: Path) -> dict[str, tuple[str, str, str]]:
    """Return kind, panel and whether labels count, by name."""
    found = run("assessors", path, "--format", "json").json["assessors"]
    return {one["assessor"]: (one["kind"], one["panel"], one["counts"]) for one in found}


def test_kinds_and_the_panel_are_set_by_name_and_undone_as_one_step(run: Any, three: Path) -> None:
    before = listed(run, three)
    assert before["a2"] == ("person", "yes", "yes")
    assert run("assessors", three, "--kind", "a2=model", "--panel", "a1, a3").status == 0
    after = listed(run, three)
    assert after["a2"] == ("model", "no", "no")
    assert [after[name][1] for name in ("a1", "a3")] == ["yes", "yes"]
    with closing(State(three)) as state:
        code = state.catalog.assessors[state.catalog.assessor_named["a2"]].code.hex()
        newest = [state.entry(at).subject.fact for at in range(len(state.ledger))[-2:]]
    assert newest == [f"kind:{code}", "panel"]
    with closing(open_session(three, assessor="organiser")) as session:
        session.undo()
        assert session.catalog.assessors[session.catalog.assessor_named["a2"]].kind == "person"
        assert session.last_step() == "Undid what kind an assessor is and the panel"
        session.flush()
    assert listed(run, three) == before


def test_a_changed_kind_is_what_tables_hold_and_who_judges_follows(run: Any, three: Path, tmp_path: Path) -> None:
    run("assessors", three, "--no-panel", "--kind", "a3=model")
    assert [listed(run, three)[name][2] for name in ("a1", "a2", "a3")] == ["yes", "yes", "no"]
    run("export", three, "--as", "tables", "-o", tmp_path / "out")
    with (tmp_path / "out" / "assessors.csv").open(encoding="utf-8", newline="") as page:
        assert {row["assessor"]: row["kind"] for row in csv.DictReader(page)}["a3"] == "model"
    create(tmp_path / "d.jury")
    import_into(tmp_path / "d.jury", [tmp_path / "out"])
    assert listed(run, tmp_path / "d.jury")["a3"][0] == "model"


def test_who_counts_without_a_panel_is_said_as_it_is(run: Any, three: Path) -> None:
    printed = run("assessors", three, "--no-panel", "--kind", "a3=model").out
    assert "No panel: every person who judges counts." in printed
    assert "labels of answers" in printed
    keys = [word for name in ("a1", "a2", "a3", "chair") for word in ("--kind", f"{name}=key")]
    assert "No panel, and no person who judges: the answer key counts." in run("assessors", three, *keys).out
    assert [listed(run, three)[name][2] for name in ("a1", "a2", "a3")] == ["yes"] * 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--kind", "a2"), "--kind a2 is not NAME=KIND, such as Ann=model. Nothing was changed."),
        (("--kind", "a2=robot"), "'robot' is not a kind of assessor"),
        (("--kind", "a2=model", "--kind", "a2=key"), "--kind names a2 twice. Nothing was changed."),
        (("--kind", "organiser=model"), "The organizer is a person. Nothing was changed."),
        (("--panel", "a1,nobody"), "There is no assessor 'nobody'. Nothing was changed."),
        (("--panel", "a1", "--no-panel"), "Choose --panel or --no-panel, not both. Nothing was changed."),
    ],
)
def test_what_cannot_be_is_refused_as_a_whole(run: Any, three: Path, options: tuple[str, ...], sentence: str) -> None:
    before = listed(run, three)
    assert sentence in run("assessors", three, "--panel", "a2", *options).refusal
    assert listed(run, three) == before


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A panel of forty, of whom most say nothing of some answers; patterns are scaled up."""
    path = of_forty(tmp_path_factory.mktemp("forty"), judged=0.9)
    with closing(open_session(path, assessor="organiser")) as session:
        assert (session.ledger.labels[:40] <= 0).any(axis=1).sum() > 30
        session.execute(SetFact("gold", "GAW(missing=rescale)"))
        session.flush()
    return path


def of_forty(folder: Path, *, judged: float) -> Path:
    """Make a collection of ranked answers that forty people judged, each this share of them."""
    write_tables(folder / "t", kind="ranked", questions=6, runs=3, assessors=40, judged=judged, correct=0.3)
    create(folder / "c.jury")
    import_into(folder / "c.jury", [folder / "t"])
    return folder / "c.jury"


@pytest.mark.parametrize(
    "words",
    [
        "score FILE --bounds",
        "score FILE --humans --tie-range",
        "compare FILE run-1 run-2 --measure nDCG",
        "agreement FILE --by left-out --draws 20",
        "disagreements FILE --flips nDCG",
        "levels FILE",
        "study swap FILE --measure nDCG --trials 20",
        "study assessors FILE --measure nDCG --trials 20",
    ],
)
def test_a_large_panel_on_ranked_answers_is_no_obstacle(run: Any, forty: Path, words: str) -> None:
    printed = run(*(forty if word == "FILE" else word for word in words.split()))
    assert (printed.status, bool(printed.out)) == (0, True), printed.err


def test_scores_of_a_large_panel_are_those_of_the_votes_added_up(run: Any, tmp_path: Path) -> None:
    forty = of_forty(tmp_path, judged=1.0)
    found = run("score", forty, "--measure", "nG@1", "--format", "json").json
    value = {one["run"]: one["measure"]["nG@1"]["value"] for one in found["runs"]}
    with closing(State(forty)) as state:
        catalog, labels = state.catalog, state.ledger.labels
        votes = {"A": 2, "B": 1, "C": 0}
        gains = sum((labels == LABEL_CODES[letter]).sum(axis=0) * worth for letter, worth in votes.items())
        rows, total = catalog.responses, dict[str, float]()
        for run_name, at in catalog.run_named.items():
            parts = []
            for question in range(len(catalog.questions)):
                mine = (rows.run == at) & (rows.question == question)
                first = rows.answer[mine][rows.rank[mine].argmin()]
                parts.append(gains[first] / max(gains[one] for one in catalog.answers_of(question)))
            total[run_name] = sum(parts) / len(parts)
    assert value == pytest.approx(total)
