"""The window, the command line and a report show the same frame for the same question."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from generated import generated_collection
from generator import write_tables
from person import Person
from sweeps import swept

from jurybox import results
from jurybox.analysis.label_matrix import usual_scheme
from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.reports.document import latex_table
from jurybox.results import writing
from jurybox.results.agreement import BY
from jurybox_gui.cli import program

Come = Callable[..., Person]


def printed(*words: str | Path) -> str:
    """Return what a command prints."""
    found = CliRunner().invoke(program, list(map(str, words)), standalone_mode=False)
    assert found.exit_code == 0, found.output
    return found.output


def painted(person: Person) -> list[list[str]]:
    """Return the texts of the table of agreement."""
    model = person.desk.page.table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


@pytest.mark.usefixtures("quick_pictures")
@pytest.mark.parametrize(
    ("part", "by", "name"),
    [("assessors", "assessor", "assessors"), ("drift", "drift", ""), *swept([("labels", "label", "")])],
)
@pytest.mark.sweep
def test_agreement_is_one_frame_in_window_command_and_report(
    come: Come, tmp_path: Path, part: str, by: str, name: str
) -> None:
    write_tables(tmp_path / "t", kind="ranked", questions=30, assessors=3, judged=0.9, correct=0.4)
    path, folder = tmp_path / "c.jury", tmp_path / "report"
    create(path)
    import_into(path, [tmp_path / "t"])
    with results.opened(path) as state:
        scheme = usual_scheme(state.catalog, state.facts)
        frame = BY[by](results.find_agreements(state.collection, scheme))
    for form in ("csv", "markdown", "latex"):
        assert printed("agreement", path, "--by", by, "--format", form).startswith(writing.body(frame, form))
    for note in frame.attrs["notes"]:
        assert note in printed("agreement", path, "--by", by)
    if name:
        printed("report", path, "-o", folder, "--measure", "nG@1")
        for ending, form in ((".csv", writing.csv), (".md", writing.markdown), (".tex", latex_table)):
            assert (folder / "tables" / f"{name}{ending}").read_text(encoding="utf-8") == form(frame)
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("T")
    page = person.desk.page
    page.part.choose(part)
    page.show_part()
    head, rows, *_ = writing.shown(frame, undefined="–")
    assert painted(person) == [head, *rows]
    notes = f"{page.why.text()} {page.notes.text()}"
    for note in frame.attrs["notes"][1:]:  # what the first one counts is in a tile
        assert note in notes


def test_scores_are_one_frame_for_notebooks_and_the_command(tmp_path: Path) -> None:
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=30, assessors=3, judged=0.9, correct=0.4)
    with results.opened(tmp_path / "c.jury") as state:
        frame = results.runs(results.scoreboard(state), ["nDCG", "nG@1"], bounds=True)
    asked = ("score", tmp_path / "c.jury", "--measure", "nDCG", "--measure", "nG@1", "--bounds")
    for form in ("csv", "markdown", "latex", "table"):
        assert printed(*asked, "--format", form).startswith(writing.body(frame, form))
    assert all(note in printed(*asked) for note in frame.attrs["notes"])
