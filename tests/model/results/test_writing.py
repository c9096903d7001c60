"""Every table of results in every form: the cells, the caption, the notes, and what the scores rest on."""

import ast
import csv
import html
import io
import json
import math
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from generator import write_tables
from sweeps import swept

from jurybox import results
from jurybox.analysis.disagreements.decisions import accept
from jurybox.analysis.disagreements.disputes import find_disputes
from jurybox.analysis.disagreements.effects import effects_together, survey
from jurybox.analysis.disagreements.label_effects import disagreements
from jurybox.analysis.disagreements.side_by_side import QuestionTable, accepting, side_by_side, sources
from jurybox.analysis.frozen import Frozen
from jurybox.analysis.studies.records import as_json, name_of
from jurybox.analysis.studies.requests import Request, Study
from jurybox.analysis.studies.study import run_study
from jurybox.campaign.assignments import Campaign, preview
from jurybox.campaign.freezing import freezing
from jurybox.campaign.progress import CampaignProgress, progress, read_paces
from jurybox.campaign.quality import campaign_quality
from jurybox.collection.collection import Collection
from jurybox.collection.facts import STUDY
from jurybox.collection.file import create, open_reading
from jurybox.collection.frozen_gold import read_answer_keys
from jurybox.collection.state import State
from jurybox.commands import Judge
from jurybox.commands.facts import SetFact
from jurybox.csv_files import unguard
from jurybox.demos import build_demo
from jurybox.formats.imports import import_into
from jurybox.gold import Gold, Graded
from jurybox.gold.distributions import count_best, count_by_question, count_patterns
from jurybox.judging.proposals import Pattern, Patterns, Proposal, ProposedAnswer
from jurybox.measures import measure
from jurybox.papers import page, pages
from jurybox.pictures import PictureOptions, PictureSource, picture
from jurybox.results import writing
from jurybox.results.agreement import Agreements
from jurybox.results.cells import cell_text, one_line
from jurybox.results.disagreements import in_questions
from jurybox.results.frame import COUNTED, head_of, make_frame, rows_of, with_units
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

Table = Callable[[State], pd.DataFrame]
Frames = Callable[[str], pd.DataFrame]


def _by_category(state: State) -> pd.DataFrame:
    members: dict[str, frozenset[int]] = {}
    for at, question in enumerate(state.catalog.questions):
        name = question.category or "(none)"
        members[name] = members.get(name, frozenset()) | {at}
    return results.groups(results.scoreboard(state), "category", members, ("nG@1", "nDCG"), bounds=True)


def _agreement(state: State) -> Agreements:
    return results.find_agreements(state.collection, "quality", draws=50)


def _records(state: State, study: Study) -> list[dict[str, Any]]:
    material = results.scoreboard(state)
    return [
        run_study(material, Request(study, measure(name), trials=20, sizes=(2, 4), size=3)) for name in ("nG@1", "nDCG")
    ]


def _kept(state: State) -> pd.DataFrame:
    material = results.scoreboard(state)
    return results.studies_kept(material)


def _disputed_answers(state: State) -> pd.DataFrame:
    board = results.scoreboard(state)
    found = disagreements(board, "ranked", measure("nDCG"))
    return results.disputed_answers(state, board, [(found, row) for row in found.answers])


def _disputed_questions(state: State) -> pd.DataFrame:
    board = results.scoreboard(state)
    found = disagreements(board, "ranked")
    return results.disputed_questions(state, board, in_questions([found], []), None)


def _disputed_things(state: State) -> pd.DataFrame:
    board = results.scoreboard(state)
    ledger = state.ledger.frozen()
    found = survey(Frozen(Collection(state.catalog, ledger, state.facts), board.gold, board.unjudged), None)
    disputes = [each for one in found.questions.values() for each in one.disputes]
    return results.disputed_things(state, board, found, disputes, None)


def _side_by_side(state: State) -> tuple[Scoreboard, QuestionTable]:
    collection = state.collection
    question = next(iter(find_disputes(collection)))
    return results.scoreboard(state), side_by_side(collection, question)


def _acceptances(state: State) -> pd.DataFrame:
    board, table = _side_by_side(state)
    found = [accepting(table, source, state.ledger) for source in sources(table)]
    frozen = Frozen(state.collection.frozen(), board.gold, board.unjudged)
    one = measure("nDCG")
    turns, _, why = effects_together(frozen, one, [each.decided for each in found])
    return results.acceptances(state, board, found, turns, one, why)


def _levels(state: State) -> tuple[Graded, Any]:
    graded = Graded(state.collection, Gold("GA"))
    return graded, graded.of_all().level


def _by_pattern(state: State) -> pd.DataFrame:
    graded, _ = _levels(state)
    return results.levels_by_pattern(graded.gold, count_patterns(state.catalog, graded))


def _by_question(state: State) -> pd.DataFrame:
    graded, level = _levels(state)
    return results.levels_by_question(graded.gold, count_by_question(state.catalog, level))


def _of_best(state: State) -> pd.DataFrame:
    graded, level = _levels(state)
    return results.levels_of_best(graded.gold, count_best(state.catalog, level))


def _confusion(state: State) -> pd.DataFrame:
    found = _agreement(state)
    return results.confusion(found, *found.report.matrix.assessors[:2])


def _with_judges(state: State) -> pd.DataFrame:
    found = _agreement(state)
    return results.confusion_with_judges(found, found.others[0])


def _progress(state: State) -> pd.DataFrame:
    return results.progress(progress(state.collection, read_paces(state.reader), 0), ["A note."])


def _listed(state: State) -> list[CampaignProgress]:
    return progress(state.collection, read_paces(state.reader), 0)


def _quality(state: State) -> pd.DataFrame:
    return results.quality(_listed(state), campaign_quality(state.collection))


def _proposals(state: State) -> pd.DataFrame:
    fitting = Pattern("a|b", re.compile("a|b"), frozenset(), 3)
    patterns = Patterns({"q1": (fitting,)}, ((2, "There is no pattern behind the question."),))
    proposed = [
        ProposedAnswer(0, "a|b\n", "NYT19980619.0373", Proposal("correct", "a|b", 3)),
        ProposedAnswer(1, "$c_1$", None, Proposal("incorrect")),
    ]
    return results.proposals(state, results.scoreboard(state), patterns, proposed)


def _behind_score(state: State) -> pd.DataFrame:
    board, one = results.scoreboard(state), measure("nDCG")
    table = board.explain(one, 0, int(board.unit_values(one).units[0])).table
    assert table is not None
    names = results.names_of(state)
    return results.behind_score(table, {"answer": names["answer"], "question": names["question"]}, "nDCG")


def _picture(state: State) -> list[pd.DataFrame]:
    board = results.scoreboard(state)
    source = PictureSource(board)
    return results.figure_tables(picture("runs").figure(source, PictureOptions(measures=(measure("nDCG"),))))


def _units_apart(state: State) -> pd.DataFrame:
    return results.units_apart(results.scoreboard(state), results.names_of(state), 0, 1, "nDCG")


def _assignments(state: State) -> pd.DataFrame:
    return results.assignments(*preview(state.reader, Campaign(("a1", "a2"), 1)))


TABLES: dict[str, Table] = {
    "picture": lambda state: _picture(state)[0],
    "agreement": lambda state: results.agreement_figures(_agreement(state)),
    "agreement by label": lambda state: results.agreement_by_label(_agreement(state)),
    "agreement by category": lambda state: results.agreement_by_category(_agreement(state)),
    "agreement by pair": lambda state: results.agreement_by_pair(_agreement(state)),
    "agreement matrix": lambda state: results.agreement_matrix(_agreement(state)),
    "agreement by assessor": lambda state: results.agreement_by_assessor(_agreement(state)),
    "agreement over time": lambda state: results.agreement_over_time(_agreement(state)),
    "agreement of others": lambda state: results.agreement_of_others(_agreement(state)),
    "judges left out": lambda state: results.judges_left_out(_agreement(state)),
    "estimated prevalences": lambda state: results.estimated_prevalences(_agreement(state)),
    "estimated errors": lambda state: results.estimated_errors(_agreement(state)),
    "estimated labels": lambda state: results.estimated_labels(_agreement(state)),
    "confusion": _confusion,
    "confusion with judges": _with_judges,
    "disputed answers": _disputed_answers,
    "disputed questions": _disputed_questions,
    "disputed things": _disputed_things,
    "side by side": lambda state: results.side_by_side(state, *_side_by_side(state), undisputed=True),
    "acceptances": _acceptances,
    "accepted": results.accepted,
    "levels by pattern": _by_pattern,
    "levels by question": _by_question,
    "levels of best": _of_best,
    "stability": lambda state: results.study(_records(state, "stability")),
    "swap": lambda state: results.study(_records(state, "swap")),
    "error rate": lambda state: results.study(_records(state, "error-rate")),
    "collection size": lambda state: results.study(_records(state, "collection-size")),
    "study of assessors": lambda state: results.study(_records(state, "assessors")),
    "papers": lambda _: results.papers_overview(pages()),
    "paper": lambda _: results.paper_table(page("penas").tables[0]),
    "paper figures": lambda _: results.paper_figures([page("penas")]),
    "studies kept": _kept,
    "progress": _progress,
    "assignments": _assignments,
    "assigned questions": lambda state: results.assigned_questions(state.catalog, state.facts),
    "quality": _quality,
    "labels by day": lambda state: results.labels_by_day(_listed(state)),
    "frozen": lambda state: results.frozen_golds(state.collection),
    "gold differences": results.gold_differences,
    "proposals": _proposals,
    "withdrawals": lambda state: results.withdrawals(state.catalog, state.facts),
    "pairs": lambda state: results.pairs(results.scoreboard(state), "nDCG"),
    "ranking": lambda state: results.ranking(results.scoreboard(state), "nDCG", draws=99),
    "p-values": lambda state: results.p_values(results.scoreboard(state), "nDCG"),
    "anova": lambda state: results.anova(results.scoreboard(state), "nDCG"),
    "tukey": lambda state: results.tukey(results.scoreboard(state), "nDCG"),
    "power": lambda state: results.power(results.scoreboard(state), ("nDCG", "Hit@1")),
    "open pairs": lambda state: results.open_pairs(results.scoreboard(state, unjudged="wait"), "nDCG"),
    "compare": lambda state: results.compare(results.scoreboard(state), 0, 1, ("nDCG", "Hit@1")),
    "units apart": _units_apart,
    "judgments": results.judgments,
    "responses": results.responses,
    "answers": lambda state: results.answers(state, results.scoreboard(state)),
    "runs": lambda state: results.runs(results.scoreboard(state)),
    "bounds": lambda state: results.runs(results.scoreboard(state), ("nG@1", "MRRT(r=1)"), bounds=True),
    "groups": _by_category,
    "units": lambda state: results.units(results.scoreboard(state), results.names_of(state)),
    "behind score": _behind_score,
    "tie range": lambda state: results.tie_range(results.scoreboard(state, humans=True)),
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[State]:
    """Return a collection of ranked questions, not all of them judged."""
    folder = tmp_path_factory.mktemp("results")
    tables, path = folder / "tables", folder / "made.jury"
    asked = {"kind": "ranked", "questions": 36, "runs": 3, "assessors": 5, "judged": 0.98, "correct": 0.4}
    write_tables(tables, **asked)  # type: ignore[arg-type]  # options of several types
    people = (tables / "assessors.csv").read_text(encoding="utf-8")
    (tables / "assessors.csv").write_text(
        people.replace("a5,person,yes", "a5,model,").replace("a5,person", "a5,model"), encoding="utf-8"
    )
    create(path)
    import_into(path, [tables])
    with results.opened(path) as state:
        record = _records(state, "swap")[0]
    with closing(open_session(path, assessor="a1")) as session:
        session.execute(SetFact(f"{STUDY}{name_of(record)}", as_json(record)))
        collection = session.collection
        table = side_by_side(collection, next(iter(find_disputes(collection))))
        session.execute(accept(session, accepting(table, table.people[0], session.ledger)))
        session.flush()
        with closing(open_reading(path)) as db:
            keys = read_answer_keys(db)
        session.execute(freezing(session.collection, keys, "official"))
        codes = session.ledger.labels[session.catalog.assessor_named["a1"], :9].tolist()
        for answer, code in enumerate(codes):
            session.execute(Judge((answer,), "A" if code == session.ledger.codes.of("C") else "C"))
    with results.opened(path) as state:
        yield state


def plain(text: str) -> str:
    """Return text without the escapes of any form."""
    return html.unescape(text).replace("\\", "")


def some_tables(first: int) -> list[Any]:
    """Return the names of all tables; the test command takes a third, and each table in some form."""
    names = list(TABLES)
    return [*names[first::3], *swept(name for at, name in enumerate(names) if at % 3 != first)]


@pytest.fixture(scope="module")
def frames(state: State) -> Frames:
    """Return a function that makes each table once for all forms."""
    return cache(lambda name: TABLES[name](state))


@pytest.mark.parametrize("name", some_tables(0))
@pytest.mark.sweep
def test_every_form_has_caption_notes_and_all_rows(name: str, frames: Frames) -> None:
    frame = frames(name)
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


@pytest.mark.parametrize("name", some_tables(1))
@pytest.mark.sweep
def test_excel_has_caption_notes_and_what_csv_has(name: str, frames: Frames) -> None:
    frame = frames(name)
    written = writing.excel([frame])
    assert written == writing.excel([frame])
    cells = cells_of(written)["sheet1"]
    head, rows = with_units(frame)
    said = [frame.attrs["caption"], *frame.attrs["notes"]]
    assert [cells[row, 0] for row in (0, *range(len(rows) + 4, len(rows) + 3 + len(said)))] == said
    assert [cells.get((2, at), "") for at in range(len(head))] == head
    for at, row in enumerate(rows, start=3):
        for column, value in enumerate(row):
            found = cells.get((at, column))
            if value is None or value == "" or value != value:
                assert found is None
            elif isinstance(value, (bool, np.bool_)):
                assert found == str(int(value))
            else:
                assert found == (value if isinstance(value, str) else pytest.approx(float(str(value)), rel=1e-14))


def test_a_workbook_takes_text_for_text_and_names_every_sheet_once() -> None:
    name = "a [name] of: more than/thirty-one * letters?"
    rows = [("=1+1", 0.5, "http://example.org"), ("-2+3", math.nan, "@SUM(A1)")]
    frames = [make_frame(name, f"caption {n}", ("run", "F1", "note"), rows, (0, 2)) for n in range(3)]
    written = writing.excel(frames)
    with zipfile.ZipFile(io.BytesIO(written)) as book:
        sheets = [book.read(one).decode() for one in book.namelist() if "worksheets/" in one]
        names = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
    assert len(sheets) == len(set(names)) == 3
    assert all(len(one) <= 31 and not set("[]:*?/\\") & set(one) for one in names)
    assert not any(mark in sheet for sheet in sheets for mark in ("<f>", "hyperlink"))
    cells = cells_of(written)["sheet1"]
    assert [cells[row, 0] for row in (3, 4)] == ["=1+1", "-2+3"]
    assert (cells[3, 1], (4, 1) in cells) == (0.5, False)


def cells_of(workbook: bytes) -> dict[str, dict[tuple[int, int], float | str]]:
    """Return the cells of each sheet of a workbook by row and column from 0, read without any library."""
    space = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    found: dict[str, dict[tuple[int, int], float | str]] = {}
    with zipfile.ZipFile(io.BytesIO(workbook)) as book:
        texts = [
            "".join(part.text or "" for part in one.iterfind(".//x:t", space))
            for one in ET.fromstring(book.read("xl/sharedStrings.xml")).iterfind("x:si", space)
        ]
        for name in book.namelist():
            if not name.startswith("xl/worksheets/sheet"):
                continue
            cells = found.setdefault(Path(name).stem, {})
            for cell in ET.fromstring(book.read(name)).iterfind(".//x:c", space):
                value = cell.find("x:v", space)
                if value is None or value.text is None:
                    continue
                place = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r", ""))
                assert place is not None
                column = 0
                for letter in place[1]:
                    column = 26 * column + ord(letter) - ord("A") + 1
                kind = cell.get("t")
                made: float | str = float(value.text) if kind in {None, "n"} else value.text
                cells[int(place[2]) - 1, column - 1] = texts[int(value.text)] if kind == "s" else made
    return found


@pytest.mark.parametrize("name", some_tables(2))
def test_csv_has_every_cell_unrounded_and_the_units_of_every_score(name: str, frames: Frames) -> None:
    frame = frames(name)
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
                assert unguard(text) == str(cell)
    for score, each in frame.attrs["units"].items():
        for what in COUNTED:
            at = read[0].index(f"{score} {what}")
            assert [int(row[at]) for row in read[1:]] == [getattr(one, what) for one in each]


@pytest.mark.parametrize("name", some_tables(2))
def test_no_column_of_a_file_is_there_twice(name: str, frames: Frames) -> None:
    head, _ = with_units(frames(name))
    assert sorted(head) == sorted(set(head))


def test_the_units_of_judges_as_runs_are_in_a_file_once(tmp_path: Path) -> None:
    """Measures of different questions rest on different units, each in a column that people see too."""
    path = build_demo("series", tmp_path / "series.jury")
    with results.opened(path) as state:
        board = results.scoreboard(state, humans=True)
        frame = results.runs(board)
        assert "accuracy units" in frame.columns
        read = list(csv.DictReader(io.StringIO(writing.csv(frame))))
        head = writing.csv(frame).splitlines()[0].split(",")
        assert sorted(head) == sorted(set(head))
        for row, run in zip(read, (row.run for row in board.standing(measure("series"))), strict=True):
            for name in frame.attrs["units"]:
                assert int(row[f"{name} units"]) == board.score(measure(name), run).units


@pytest.mark.parametrize("name", ["runs", "bounds"])
def test_scores_say_in_a_note_what_they_rest_on(name: str, frames: Frames) -> None:
    frame = frames(name)
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


class _Counted:
    """A part of `attrs` that counts how often it is copied."""

    copies = 0

    def __deepcopy__(self, memo: object) -> "_Counted":
        _Counted.copies += 1
        return self


def test_writing_a_wide_table_does_not_copy_what_is_said_of_it() -> None:
    """Taken column by column, pandas would copy all of `attrs` for each: seconds for many runs."""
    heads = [f"m{at}" for at in range(60)]
    frame = make_frame("t", "T", ("run", *heads), [(f"run {n}", *([0.5] * 60)) for n in range(5)])
    frame.attrs["counted"] = _Counted()
    _Counted.copies = 0
    for written in writing.FORMS.values():
        assert written(frame)
    assert len(rows_of(frame)) == 5
    assert _Counted.copies < 10


def test_nothing_to_show_and_undefined_are_kept_apart() -> None:
    rows = [("a", None, None, math.nan), ("b", 1, 0.5, 0.5)]
    frame = make_frame("t", "T", ("run", "rank", "low", "F1"), rows)
    assert rows_of(frame)[0][:3] == ("a", None, None)
    assert writing.shown(frame).rows[0] == ["a", "", "", "-"]
    assert str(frame["rank"].dtype) == "Int64"
    assert str(frame["F1"].dtype) == "float64"


@pytest.mark.parametrize("name", some_tables(0))
def test_a_spreadsheet_gets_what_csv_has(name: str, frames: Frames) -> None:
    frame = frames(name)
    pasted = [line.split("\t") for line in writing.spreadsheet(frame).split("\n")]
    rows = list(csv.reader(io.StringIO(writing.csv(frame))))
    assert pasted == [[one_line(cell) for cell in row] for row in rows]


def test_a_study_that_was_kept_is_printed_as_when_it_was_made(state: State) -> None:
    made = [{**one, "required": math.nan} for one in _records(state, "swap")]
    kept = [as_json(one) for one in made]
    assert kept[0]["required"] is None
    pd.testing.assert_frame_equal(results.study(made), results.study(kept))
    at = writing.shown(results.study(kept)).head.index("required")
    assert {row[at] for row in writing.shown(results.study(kept)).rows} == {"-"}


def test_large_numbers_are_printed_without_decimals() -> None:
    values = (99.9996, 100.0, 1523.6, -1523.6, math.inf, 0.5, math.nan, 1523)
    texts = ["100.000", "100", "1,524", "-1,524", "inf", ".500", "-", "1,523"]
    assert [cell_text(value) for value in values] == texts
    frame = make_frame("t", "t", ("run", "n"), [("a", 1523.6)])
    assert writing.csv(frame) == "run,n\na,1523.6\n"


def test_a_pasted_cell_stays_one_cell() -> None:
    frame = make_frame("t", "t", ("run", "n", "m"), [("a\tb\nc", math.nan, None), ("d", 1 / 3, 2)])
    assert writing.spreadsheet(frame) == f"run\tn\tm\na\\tb\\nc\t\t\nd\t{1 / 3}\t2"


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


def test_type_checkers_see_the_functions_that_there_are() -> None:
    tree = ast.parse(Path(results.__file__).read_text(encoding="utf-8"))
    imports = [each for node in tree.body if isinstance(node, ast.If) for each in node.body]
    seen = {name.name: each.module for each in imports if isinstance(each, ast.ImportFrom) for name in each.names}
    assert seen == {name: getattr(results, name).__module__ for name in results.__all__}
