"""Every measure, and some that only a test adds, through every service that Jurybox has."""

import math
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from added_measures import LOST, MIRRORS, MISSED, SPARE, added
from demo_file import demo_file
from live_steps import Walker, complete
from mixed_tables import Mixed
from services import Served, same, serve
from sweeps import swept

from jurybox.collection.state import State
from jurybox.gold import Gold, gold_in_force
from jurybox.help import measures_page
from jurybox.measures import MEASURES, Counts, ListResponse, Measure, Outcomes, measure
from jurybox.measures.forms import CountForm, UnitForm
from jurybox.scoring import Scoreboard
from jurybox.session import open_session

if TYPE_CHECKING:
    from jurybox.changes import Changes

SEEDS = (2, 5)
GOLDS = ("adjudicated+strict", "majority+strict")


@pytest.fixture
def mirrors() -> Iterator[tuple[Measure, ...]]:
    with added() as measures:
        yield measures


@pytest.fixture(scope="module", params=[SEEDS[0], *swept(SEEDS[1:])])
def state(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[State]:
    path = tmp_path_factory.mktemp("mixed") / "mixed.jury"
    Mixed(request.param, share=0.9).file(path)
    with closing(State(path)) as state:
        yield state


def boards(state: State) -> Iterator[Scoreboard]:
    """Boards of all questions, and of those of validation only, which share measures with factoid ones."""
    asked = enumerate(state.catalog.questions)
    of_validation = frozenset(at for at, question in asked if question.kind == "validation")
    for gold, questions in product(GOLDS, (None, of_validation)):
        board = Scoreboard(state.collection, Gold.parse(gold))
        board.select(questions)
        yield board


def test_every_measure_goes_through_every_service(state: State) -> None:
    asked, served = set[str](), {"samples": set[str](), "next best": set[str]()}
    for board in boards(state):
        for one in (one for one in MEASURES if board.kind_of(one) is not None):
            found = serve(board, one)
            asked.add(one.name)
            for service, names in served.items():
                names.update(() if service in found.refused else (one.name,))
    assert asked == {one.name for one in MEASURES}, "the collection has every kind of question"
    assert asked - served["samples"] == {"MRRT(r=1)", "by-type", "confidence-correlation"}
    decide = {one.name for one in MEASURES if one.ranks or (one.counts and Counts in one.accepts)}
    assert served["next best"] == decide - {"AUC"}


def test_a_measure_that_is_added_goes_through_every_service(state: State, mirrors: tuple[Measure, ...]) -> None:
    compared = 0
    for board in boards(state):
        for one in mirrors:
            if board.kind_of(one) is None:
                continue
            ours, theirs = serve(board, one), serve(board, measure(MIRRORS[one]))
            check_mirror(one, ours, theirs)
            compared += sum(score.defined for score in ours.scores)
    assert compared


@pytest.mark.parametrize(("demo", "one"), [("validation", MISSED), ("community", LOST), ("series", SPARE)])
def test_in_a_collection_of_some_size(demo: str, one: Measure, tmp_path: Path, mirrors: tuple[Measure, ...]) -> None:
    """With enough questions for intervals, studies and an order of what to judge next."""
    with closing(State(demo_file(tmp_path / "d.jury", demo))) as state:
        board = Scoreboard(state.collection, gold_in_force(state.catalog, state.facts))
        ours, theirs = serve(board, one), serve(board, measure(MIRRORS[one]))
        check_mirror(one, ours, theirs)
        assert any(low < high for low, high in ours.intervals)
        assert ours.study
        assert ours.next_best or one == SPARE
        assert any(bounds.low < bounds.high for bounds in ours.bounds)


def test_bounds_of_rankings_with_more_completions_than_are_tried(tmp_path: Path, mirrors: tuple[Measure, ...]) -> None:
    """Where not all completions are tried, bounds of 1 minus nDCG mirror those of nDCG, or are wider."""
    outer = 0
    with closing(State(Mixed(9, share=0.1, most_answers=12).file(tmp_path / "m.jury"))) as state:
        for gold in GOLDS:
            board = Scoreboard(state.collection, Gold.parse(gold))
            for run in board.runs:
                ours, theirs = board.bounds(LOST, run), board.bounds(measure("nDCG"), run)
                assert not ours.low > 1 - theirs.high
                assert not ours.high < 1 - theirs.low
                outer += not theirs.exact
    assert outer, "some question has more completions than are tried"


def check_mirror(one: Measure, ours: Served, theirs: Served) -> None:
    """Compare what the services say of a measure with what they say of the one that it is 1 minus of."""
    assert ours.refused == {key: text.replace(MIRRORS[one], one.name) for key, text in theirs.refused.items()}
    for mine, other in zip(ours.scores, theirs.scores, strict=True):
        assert same(mine.value, 1 - other.value)
        assert mine[2:] == other[2:]
    for low, high in zip(ours.bounds, theirs.bounds, strict=True):
        if low.exact and high.exact:
            assert same(low.low, 1 - high.high)
            assert same(low.high, 1 - high.low)
        elif not math.isnan(high.low):
            assert low.low <= 1 - high.high + 1e-9
            assert low.high >= 1 - high.low - 1e-9
    for low, high in zip(ours.differences, theirs.differences, strict=True):
        if low.exact and high.exact:
            assert same(low.low, -high.high)
            assert same(low.high, -high.low)
    assert [(told.unit, told.score[2:]) for told in ours.explained] == [
        (told.unit, told.score[2:]) for told in theirs.explained
    ]
    for (low, high), (low_of, high_of) in zip(ours.intervals, theirs.intervals, strict=True):
        assert same(low, 1 - high_of)
        assert same(high, 1 - low_of)
    assert ours.marks == theirs.marks, "the same ranking, as fewer is better"
    assert ours.effects.keys() == theirs.effects.keys()
    assert all(same(effect, theirs.effects[key]) for key, effect in ours.effects.items())
    if ours.study and theirs.study:
        assert ours.study["runs"] == theirs.study["runs"]
    if ours.next_best and theirs.next_best:
        assert set(ours.next_best[0]) == set(theirs.next_best[0])
        assert all(same(mine, 1 - other) for mine, other in zip(ours.next_best[1], theirs.next_best[1], strict=True))


@pytest.mark.parametrize("seed", [3, 8, 13])
@pytest.mark.sweep
def test_a_measure_that_is_added_is_live(seed: int, tmp_path: Path, mirrors: tuple[Measure, ...]) -> None:
    """After every step live scores and bounds are those of a new board, and in the end scores lie within."""
    gold = Gold.parse("majority+strict")
    with closing(open_session(Mixed(seed).file(tmp_path / "m.jury"), assessor="Ana")) as session:
        live = Scoreboard(session.collection, gold)
        late: list[Changes] = []
        session.subscribe(lambda changes, _: late.append(changes))
        walker = Walker(session, seed)

        def shown(board: Scoreboard) -> list[str]:
            return [
                repr((board.score(one, run), board.bounds(one, run), board.unit_values(one).values.tolist()))
                for one in mirrors
                for run in board.runs
            ]

        shown(live)
        for _ in range(8):
            walker.step()
            for changes in late:
                live.update(changes, session.collection)
            late.clear()
            assert shown(live) == shown(Scoreboard(session.collection, gold))
        limits = {(one, run): live.bounds(one, run) for one in mirrors for run in live.runs}
        if complete(session, walker.draw, gold):
            for changes in late:
                live.update(changes, session.collection)
            for (one, run), bounds in limits.items():
                value = live.score(one, run).value
                assert math.isnan(value) or bounds.low - 1e-9 <= value <= bounds.high + 1e-9


def test_it_is_found_by_its_name_while_it_is_there() -> None:
    with pytest.raises(ValueError, match="there is no measure 'missed'"):
        measure("missed")
    with added():
        assert measure("missed") is MISSED
        assert measure("lost") in MEASURES
        assert "## missed\n\nShare of all questions that are not right." in measures_page()
        with pytest.raises(ValueError, match="there already is a measure 'spare'"):
            MEASURES.add(SPARE)
    with pytest.raises(ValueError, match="there is no measure 'missed'"):
        measure("missed")


def test_what_is_missing_is_an_error_when_a_measure_is_made() -> None:
    with pytest.raises(TypeError, match="forms"):
        Measure(**{key: getattr(MISSED, key) for key in ("name", "title", "low", "high", "unit", "kinds")})  # type: ignore[arg-type]
    for wrong, told in (
        ({"forms": ()}, "Outcomes needs exactly one form, and it has 0"),
        ({"forms": (*MISSED.forms, *MISSED.forms)}, "exactly one form, and it has 2"),
        ({"forms": (*MISSED.forms, UnitForm("rises"))}, "it has a UnitForm and accepts none of its inputs"),
        ({"forms": (CountForm(("wrong",), abs, ()),)}, "has no count 'wrong'; it has: correct"),
        ({"formula": "(wrong + unanswered) ÷ total"}, "has no count 'wrong'"),
        ({"averaged": ("list",)}, "it is averaged over questions of a kind that it does not score"),
        ({"kinds": ()}, "scores no kind of question"),
        ({"accepts": (Outcomes, ListResponse), "forms": (*MISSED.forms, UnitForm("falls"))}, "it has no function"),
    ):
        with pytest.raises(ValueError, match="missed: ") as error:
            replace(MISSED, **wrong)
        assert told in str(error.value)
    k1 = measure("K1")
    assert k1.confidences is not None
    with pytest.raises(ValueError, match=r"K1: .*\(worth\)"):
        replace(k1, forms=(replace(k1.confidences, worth=None),))
    with pytest.raises(ValueError, match=r"K: .*\(numbers\)"):
        replace(measure("K"), forms=(UnitForm("rises"),))
