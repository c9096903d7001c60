"""Every table of results in every form: the cells, the caption, the notes, and what the scores rest on."""

import csv
import html
import io
import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import pandas as pd
import pytest
from generator import write_tables

from jurybox import results
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.imports import import_into
from jurybox.results import writing
from jurybox.results.cells import cell_text
from jurybox.results.frame import COUNTED, head_of, make_frame, rows_of

Table = Callable[[State], pd.DataFrame]


def _by_category(state: State) -> pd.DataFrame:
    members: dict[str, frozenset[int]] = {}
    for at, question in enumerate(state.catalog.questions):
        name = question.category or "(none)"
        members[name] = members.get(name, frozenset()) | {at}
    return results.groups(results.scoreboard(state), "category", members, ("nG@1", "nDCG"), bounds=True)


TABLES: dict[str, Table] = {
    "judgments": results.judgments,
    "responses": results.responses,
    "answers": lambda state: results.answers(state, results.scoreboard(state)),
    "runs": lambda state: results.runs(results.scoreboard(state)),
    "bounds": lambda state: results.runs(results.scoreboard(state), ("nG@1", "MRRT(r=1)"), bounds=True),
    "groups": _by_category,
    "units": lambda state: results.units(results.scoreboard(state), results.names_of(state)),
    "tie range": lambda state: results.tie_range(results.scoreboard(state, humans=True)),
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[State]:
    """Return a collection of ranked questions, not all of them judged."""
    folder = tmp_path_factory.mktemp("results")
    asked = {"kind": "ranked", "questions": 12, "runs": 3, "assessors": 4, "judged": 0.97, "correct": 0.4}
    write_tables(folder / "tables", **asked)  # type: ignore[arg-type]  # options of several types
    create(folder / "made.jury")
    import_into(folder / "made.jury", [folder / "tables"])
    with results.opened(folder / "made.jury") as state:
        yield state


def plain(text: str) -> str:
    """Return text without the escapes of any form."""
    return html.unescape(text).replace("\\", "")


@pytest.mark.parametrize("name", TABLES)
def test_every_form_has_caption_notes_and_all_rows(name: str, state: State) -> None:
    frame = TABLES[name](state)
    caption, notes = frame.attrs["caption"], frame.attrs["notes"]
    assert caption
    assert len(frame), "an empty table"
    for form in ("text", "markdown", "latex", "html"):
        told = plain(writing.FORMS[form](frame))
        assert caption in told
        assert all(note in told for note in notes), form
        assert all(cell_text(row[0]) in told for row in rows_of(frame))
    made = json.loads(writing.json(frame))
    assert (made["caption"], made["notes"]) == (caption, list(notes))
    assert len(made["rows"]) == len(frame)


@pytest.mark.parametrize("name", TABLES)
def test_csv_has_every_cell_unrounded_and_the_units_of_every_score(name: str, state: State) -> None:
    frame = TABLES[name](state)
    read = list(csv.reader(io.StringIO(writing.csv(frame))))
    wide = len(head_of(frame))
    assert read[0][:wide] == head_of(frame)
    for cells, row in zip(read[1:], rows_of(frame), strict=True):
        for text, cell in zip(cells, row, strict=False):
            if cell is None or cell != cell:
                assert text == ""
            elif isinstance(cell, float):
                assert float(text) == cell
            else:
                assert text == str(cell)
    for score, each in frame.attrs["units"].items():
        for what in COUNTED:
            at = read[0].index(f"{score} {what}")
            assert [int(row[at]) for row in read[1:]] == [getattr(one, what) for one in each]


@pytest.mark.parametrize("name", ["runs", "bounds"])
def test_scores_say_in_a_note_what_they_rest_on(name: str, state: State) -> None:
    frame = TABLES[name](state)
    assert frame.attrs["units"], "scores without units"
    for score, each in frame.attrs["units"].items():
        assert any(score in note and each[0].short in note for note in frame.attrs["notes"])


def test_bounds_are_one_cell_for_people_and_three_in_csv() -> None:
    rows: list[tuple[Any, ...]] = [("a", 0.5, 0.25, 0.75), ("b", math.nan, 0.0, 1.0)]
    ranges = {"F1": ("F1 low", "F1 high", (True, False))}
    ends = ("F1 low", "F1 high")
    frame = make_frame("t", "T", ("run", "F1", *ends), rows, ranges=ranges, exact_only=ends)
    assert writing.shown(frame).head == ["run", "F1"]
    assert writing.shown(frame).rows == [["a", ".500 [.250, .750]"], ["b", "- [~.000, 1.000]"]]
    assert writing.csv(frame).splitlines() == ["run,F1,F1 low,F1 high", "a,0.5,0.25,0.75", "b,,0.0,1.0"]


def test_nothing_to_show_and_undefined_are_kept_apart() -> None:
    rows = [("a", None, None, math.nan), ("b", 1, 0.5, 0.5)]
    frame = make_frame("t", "T", ("run", "rank", "low", "F1"), rows)
    assert rows_of(frame)[0][:3] == ("a", None, None)
    assert writing.shown(frame).rows[0] == ["a", "", "", "-"]
    assert str(frame["rank"].dtype) == "Int64"
    assert str(frame["F1"].dtype) == "float64"


def test_cells_of_other_people_do_no_harm() -> None:
    text = "a|b_c\n<b>&\x1b[31m"
    frame = make_frame("t", text, ("run", "n"), [(text, 0.5)], notes=[text])
    for form, written in writing.FORMS.items():
        assert "\x1b" not in written(frame) or form == "csv"
    assert "<b>" not in writing.html(frame)
    assert "\\|" in writing.markdown(frame)
    assert "\\_" in writing.latex(frame)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        getattr(results, "nothing")  # noqa: B009 - what a misspelled import does
    for name in results.__all__:
        assert callable(getattr(results, name))
