"""Views of pairs of runs: how differences can still end, and what kept swap studies require."""

import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from read_frame import read
from view_requests import Ask, Made, request_of

from jurybox.analysis.significance import share_above
from jurybox.analysis.studies.records import as_json, name_of
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.collection.facts import STUDY
from jurybox.collection.state import State
from jurybox.commands import Judge
from jurybox.commands.facts import SetFact
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.reports.contents import document_of
from jurybox.reports.source import ReportChoices, source_of
from jurybox.results.cells import score_text
from jurybox.results.pair_facts import all_between, between, kept_swaps
from jurybox.results.views_of_pairs import all_pairs, open_pairs, pairs_apart, run_against_run
from jurybox.scoring import Bounds, Scoreboard
from jurybox.session import open_session

FEW = {"judged": 0.94, "correct": 0.3, "runs": 7}


def test_bounds_say_whether_a_pair_is_open() -> None:
    nan = float("nan")
    for ends, state in (
        ((-0.1, 0.2), "open"),
        ((0.0, 0.2), "open"),
        ((0.1, 0.2), "settled"),
        ((-0.2, -0.1), "settled"),
        ((0.0, 0.0), "equal"),
        ((7.5e-18, 0.048), "open"),
        ((-0.048, -7.5e-18), "open"),
        ((-7.5e-18, 7.5e-18), "equal"),
        ((1e-9, 0.048), "open"),  # a difference of tied scores
        ((2e-9, 0.048), "settled"),
        ((nan, nan), "undefined"),
    ):
        found = between(Bounds(*ends, exact=False))
        assert found.state == found.turned().state == state
    turned = between(Bounds(-0.1, 0.2, exact=True)).turned()
    assert (turned.bounds.low, turned.bounds.high) == (-0.2, 0.1)
    assert turned.words == "open -.200 to .100"
    assert between(Bounds(0.1, 0.2, exact=False)).words == "within .100 to .200"
    assert between(Bounds(-0.048, -7.5e-18, exact=True)).words == "open -.048 to .000"
    assert between(Bounds(7.5e-18, 0.048, exact=True)).bounds == Bounds(0.0, 0.048, exact=True)


@pytest.mark.parametrize("name", ["nG@1", "nDCG", "Hit@1"])
def test_every_pair_stands_where_the_bound_of_its_difference_says(ask: Ask, name: str) -> None:
    request = ask(name, how=FEW)
    board, runs = request.board, list(request.ranked())
    sheet = open_pairs(request)
    assert read(sheet.frame).head == ("run", *request.names(runs))
    states = []
    for at, row in enumerate(read(sheet.frame).rows):
        for place, cell in enumerate(row[1:]):
            if at == place:
                assert cell == ""
                continue
            exact = board.difference(request.main, runs[at], runs[place])
            state = between(exact).state
            assert (str(cell).split()[0] == state) == (state != "settled"), "the bounds of a settled pair say it"
            assert ((at, place + 1) in sheet.strong) == str(cell).startswith("open")
            if str(cell).startswith("open"):
                assert cell == between(exact).words
            below = sheet.behind(at, place + 1)
            assert below is not None
            assert (below.view, below.run, below.other) == ("against", runs[at], runs[place])
            states.append(between(exact).state)
    assert {"open", "settled"} <= set(states), "a trivial collection"
    assert f"{states.count('open') // 2} open" in read(sheet.frame).notes


def test_bounds_from_both_scores_hold_the_difference(ask: Ask) -> None:
    request = ask("nDCG", how=FEW)
    runs = list(request.ranked())
    loose = all_between(request.board, request.main, runs, most=0)
    for (a, b), found in loose.items():
        exact = request.board.difference(request.main, runs[a], runs[b])
        assert found.bounds.low <= exact.low + 1e-12
        assert found.bounds.high >= exact.high - 1e-12
        if found.state == "settled":
            assert between(exact).state == "settled"
    assert any(not found.bounds.exact for found in loose.values())


def test_two_runs_tell_how_their_difference_can_end(ask: Ask) -> None:
    request = ask("nG@1", how=FEW)
    first, second = request.ranked()[:2]
    bounds = request.board.difference(request.main, first, second)
    caption = read(run_against_run(request).frame).notes
    assert f"ends at {score_text(bounds.low)} to {score_text(bounds.high)} (exact bounds)" in caption
    assert ("can still change places" in caption) == (bounds.low <= 0 <= bounds.high)
    done = read(run_against_run(ask("nG@1")).frame).notes
    assert "Nothing that is still unjudged or disputed can change the difference" in done


def test_two_runs_are_correlated_over_the_questions_that_both_have_scores_of(ask: Ask) -> None:
    request = ask("nG@1", how={"questions": 90, "correct": 0.3})
    first, second = request.ranked()[:2]
    found = request.board.unit_values(request.main)
    a, b = (found.values[:, found.runs.index(run)] for run in (first, second))
    known = ~(np.isnan(a) | np.isnan(b))
    assert not known.all(), "a question without relevant answers"
    expected = score_text(float(np.corrcoef(a[known], b[known])[0, 1]))
    assert f"Pearson {expected}." in read(run_against_run(request).frame).notes


def test_draws_too_few_for_so_many_pairs_are_not_passed_off_as_no_difference(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = ask("F1", how={"kind": "validation", "questions": 60, "runs": 3, "judged": 1.0})
    assert "So few draws" not in read(all_pairs(request).frame).notes
    monkeypatch.setattr("jurybox.results.views_of_pairs.affordable_swaps", lambda *_: 29)
    told = read(all_pairs(request).frame)
    assert "no p-value of 3 pairs can come below .100 with 29." in told.notes
    assert min(cell for row in told.rows for cell in row[2:] if isinstance(cell, float)) >= 0.1


def test_whole_runs_are_compared_where_questions_have_no_scores(ask: Ask) -> None:
    request = ask("c@1", "accuracy", "CWS", how={"kind": "factoid", "questions": 42})
    table = read(run_against_run(request).frame)
    first, second = request.ranked()[:2]
    assert [row[0] for row in table.rows] == ["c@1", "accuracy", "CWS"]
    for row in table.rows:
        one = measure(str(row[0]))
        assert row[1:3] == tuple(request.board.score(one, run).value for run in (first, second))
        bounds = request.board.difference(one, first, second)
        assert row[4:6] == (bounds.low, bounds.high)


def test_decisions_are_compared_as_whole_runs_with_the_reason(ask: Ask) -> None:
    request = ask("F1", "AUC", how={"kind": "validation", "questions": 60, "runs": 3, "judged": 0.95})
    table = read(run_against_run(request).frame)
    assert table.notes.startswith("F1 is scored for whole runs only")
    assert all(isinstance(cell, float) for row in table.rows for cell in row[1:6])
    waiting = ask("nG@1", how={"judged": 0.5})
    assert "no question is completely judged" in read(run_against_run(waiting).frame).notes


def test_a_report_tells_which_pairs_are_open_while_judging_lasts(made: Made) -> None:
    for how, expected in ((FEW, True), ({}, False)):
        with closing(State(made(**how))) as state:
            board = Scoreboard(state.collection, Gold.parse("GA"))
            tables = document_of(source_of(state, board), [measure("nG@1")], ReportChoices(draws=50)).tables
        assert ("open-ng-1" in {table.attrs["name"] for table in tables}) == expected


class Kept:
    """A collection in which swap studies are kept, and what the view of pairs says then."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def study(self, name: str, gold: str, questions: frozenset[int] | None = None, **how: Any) -> float:
        """Do a swap study and keep it; return the difference it requires."""
        with closing(State(self.path)) as state:
            board = Scoreboard(state.collection, Gold.parse(gold))
            board.select(questions)
            request = Request("swap", measure(name), **{"trials": 100, **how})
            record = run_study(board, request)
        with closing(open_session(self.path)) as session:
            session.execute(SetFact(f"{STUDY}{name_of(record)}", as_json(record)))
        return float(record["required"])

    def row(self, name: str, **how: Any) -> tuple[Any, ...]:
        """Return what is said of a measure: required, share, study; and the caption."""
        request = request_of(self.path, name, **how)
        table = read(pairs_apart(request).frame)
        return (*table.rows[0][-3:], table.notes)


@pytest.fixture
def kept(made: Made, tmp_path: Path) -> Kept:
    shutil.copy(made(questions=40), tmp_path / "kept.jury")
    return Kept(tmp_path / "kept.jury")


def test_only_a_study_of_the_same_requires_a_difference(kept: Kept) -> None:
    needed = kept.study("nDCG", "GA")
    assert needed > 0
    required, share, study, caption = kept.row("nDCG", gold="GA")
    board = request_of(kept.path, "nDCG", gold="GA").board
    scores = np.array([board.score(measure("nDCG"), run).value for run in board.runs])
    assert (required, study) == (needed, "kept")
    assert share == share_above(scores, needed)
    assert "No such study" not in caption
    others: list[tuple[str, dict[str, Any]]] = [
        ("nDCG", {"gold": "BA"}),
        ("nDCG", {"gold": "GAW"}),
        ("nDCG@1", {"gold": "GA"}),
        ("Q", {"gold": "GA"}),
        ("nDCG", {"gold": "GA", "questions": frozenset(range(20))}),
    ]
    for name, how in others:
        required, share, study, caption = kept.row(name, **how)
        assert (required, share, study) == (None, None, "none"), (name, how)
        assert f"No such study of {name} is kept" in caption
        assert "Studies" in caption
    kept.study("nDCG", "GA", frozenset(range(20)))
    assert kept.row("nDCG", gold="GA", questions=frozenset(range(20)))[2] == "kept"
    assert kept.row("nDCG", gold="GA")[0] == needed


def test_a_kept_study_may_name_its_measure_as_an_earlier_version_did(kept: Kept) -> None:
    needed = kept.study("nDCG@2", "GA")
    with closing(open_session(kept.path)) as session:
        (record,) = map(dict, session.facts.studies.values())
        older = {**record, "measure": "nDCG(cutoff=2)"}
        session.execute(SetFact(f"{STUDY}{name_of(record)}", None))
        session.execute(SetFact(f"{STUDY}{name_of(older)}", older))
    assert kept.row("nDCG@2", gold="GA")[0] == needed


def test_a_study_that_requires_no_difference_says_why(kept: Kept) -> None:
    assert kept.study("Hit@1", "GA") == 0.0
    required, _, study, caption = kept.row("Hit@1", gold="GA")
    assert (required, study) == (0.0, "kept")
    assert "The study of Hit@1 requires no difference: the lowest bin" in caption
    assert kept.study("nDCG", "GA") > 0
    assert "requires no difference" not in kept.row("nDCG", gold="GA")[-1]


def test_a_study_that_is_out_of_date_is_named_so_and_gives_way_to_a_new_one(kept: Kept) -> None:
    old = kept.study("nG@1", "GA", trials=200)
    with closing(open_session(kept.path)) as session:
        for answer in range(30):
            session.execute(Judge((answer,), "C", assessor=0))
    required, _, study, caption = kept.row("nG@1", gold="GA")
    assert (required, study) == (old, "out of date")
    assert "is out of date" in caption
    new = kept.study("nG@1", "GA", trials=50, seed=4)
    required, _, study, caption = kept.row("nG@1", gold="GA")
    assert (required, study) == (new, "kept")
    assert "is out of date" not in caption
    more = kept.study("nG@1", "GA", trials=400, seed=9)
    assert kept_swaps(request_of(kept.path, "nG@1"))["nG@1"].required == more
