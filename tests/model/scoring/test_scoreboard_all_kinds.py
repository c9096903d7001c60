"""All kinds of question in one collection: live is full to the last bit, full is what the measures say."""

import math
import struct
from typing import Any

import pytest
from examples import examples
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mixed_worlds import Naive, completions, mixed_worlds
from worlds import World

from jurybox.changes import changes
from jurybox.collection.collection import Collection
from jurybox.collection.facts import UNJUDGED_WAYS
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import Confidences, Measure, ScoredAnswers, measure
from jurybox.scoring import Bounds, Scoreboard

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
MORE = (
    "nDCG(cutoff=2)",
    "Q(cutoff=2)",
    "Q(cutoff=2, normalise=min)",
    "MRR(cutoff=1)",
    "MRRT(r=0.51)",
    "nDCG(undefined=zero)",
    "Q(cutoff=2, undefined=zero)",
    "nG@1(undefined=zero)",
    "nDCG(gain=exponential)",
    "Q(rel=2, gain=exponential)",
    "AP(rel=2)",
    "ERR(cutoff=2, top=3)",
    "AP@2",
    "GMAP(rel=2, undefined=zero)@2",
    "Success@2",
    "P(rel=2)@2",
    "R@1",
    "AvgRec(rel=2)@2",
    "R(undefined=zero)@2",
    "RBP(p=0.5, gain=linear, top=3)@2",
    "Judged@2",
    "Bpref(rel=2, undefined=zero)",
    "infAP(rel=2, undefined=zero)",
)
NAIVE = (
    "accuracy", "c@1", "UF", "UF01", "answered", "rejected(P(C|A))", "CWS", "K", "K1",
    "confidence-correlation",
    "MRR", "Hit@1", "MRR(cutoff=1)", "Success@2",
    "MRRT(r=0.51)",
)  # fmt: skip
NAIVE_RANKED = (
    "MRR",
    "Hit@1",
    "nG@1",
    "nDCG",
    "Q",
    "AP",
    "GMAP",
    "ERR(top=3)",
    "Rprec",
    "RBP(p=0.8)",
    "AvgRec@3",
    "Judged",
    "Bpref",
    "infAP",
    *MORE,
)


def bits(value: float) -> bytes:
    """The bits of a number, all NaN alike."""
    return b"nan" if value != value else struct.pack("d", value + 0.0)


def board_of(world: World, unjudged: Any = "wait", *, humans: bool = False) -> Scoreboard:
    try:
        gold = Gold.parse(world.gold)
        return Scoreboard(
            Collection(world.catalog, world.book.ledger, world.facts), gold, unjudged=unjudged, humans=humans
        )
    except Refused:
        assume(False)
        raise


def measures_of(board: Scoreboard) -> list[Measure]:
    """All measures, those with options that are not the usual ones too."""
    return [*board.measures, *map(measure, MORE)]


def everything(board: Scoreboard) -> dict[object, object]:
    """All that a scoreboard shows, comparable to the last bit."""
    shown: dict[object, object] = {"runs": board.runs, "truth": board.truth.tolist(), "levels": board.levels.tolist()}
    for one in measures_of(board):
        values = board.unit_values(one)
        shown[one.name] = (
            values.units.tolist(),
            [bits(value) for value in values.values.ravel().tolist()],
            board.waiting_units(one).tolist(),
        )
        for run in board.runs:
            score, bounds = board.score(one, run), board.bounds(one, run)
            apart = board.difference(one, run, board.runs[0])
            shown[one.name, run] = (
                bits(score.value), *score[1:], board.judged(one, run),
                *((bits(each.low), bits(each.high), each.exact) for each in (bounds, apart)),
            )  # fmt: skip
    return shown


@settings(max_examples=examples(30), deadline=None, suppress_health_check=SLOW)
@given(mixed_worlds(), st.sampled_from(UNJUDGED_WAYS), st.booleans(), st.integers(1, 5), st.data())
def test_live_is_full_to_the_last_bit(
    world: World, unjudged: str, humans: bool, step: int, data: st.DataObject
) -> None:
    board = board_of(world, unjudged, humans=humans)
    board.select(data.draw(st.none() | st.frozensets(st.sampled_from(range(len(world.catalog.questions))))))
    everything(board)
    for start in range(0, len(world.edits), step):
        some = world.edits[start : start + step]
        for edit in some:
            edit.to(world.book)
        try:
            board.update(changes("labels", "adjudications", answers=frozenset(edit.answer for edit in some)))
        except Refused:
            return
        anew = board_of(world, unjudged, humans=humans)
        anew.select(board.questions)
        assert everything(board) == everything(anew)


@settings(max_examples=examples(60), deadline=None, suppress_health_check=SLOW)
@given(mixed_worlds(kinds=("factoid", "factoid", "ranked", "ranked"), max_edits=30), st.sampled_from(UNJUDGED_WAYS))
@pytest.mark.sweep
def test_scores_are_what_the_measures_say(world: World, unjudged: str) -> None:
    for edit in world.edits:
        edit.to(world.book)
    board = board_of(world, unjudged)
    naive = Naive(world, Gold.parse(world.gold), unjudged)
    present = {question.kind for question in world.catalog.questions}
    for kind, names in (("factoid", NAIVE), ("ranked", NAIVE_RANKED)):
        if kind not in present:
            continue
        board.select(frozenset(at for at, one in enumerate(world.catalog.questions) if one.kind == kind))
        for one in map(measure, names):
            for run in board.runs:
                check_one(board, naive, one, kind, run)


def check_one(board: Scoreboard, naive: Naive, one: Any, kind: str, run: int) -> None:
    """Compare one score with the one worked out plainly."""
    found = board.score(one, run)
    if ScoredAnswers in one.accepts and lacks_confidence(naive, run):
        assert not found.defined
        return
    if Confidences in one.accepts and not naive.questions(kind):
        assert not found.defined
        return
    expected = naive.score(one, kind, run)
    assert bits(found.value) == bits(expected.value), (one, found, expected)
    if expected.defined and one.averaged:
        assert found.units == expected.units
    assert found.defined == (found.reason == "")


def lacks_confidence(naive: Naive, run: int) -> bool:
    """Whether a run gives an answer without confidence, or none at all."""
    asked = [at for at, one in enumerate(naive.catalog.questions) if one.kind == "factoid"]
    rows = [row for at in asked for row in naive.returned(run, at)]
    return not rows or any(math.isnan(naive.catalog.responses.confidence[row]) for row in rows)


@settings(max_examples=examples(40), deadline=None, suppress_health_check=SLOW)
@given(mixed_worlds(max_questions=2, max_answers=3, max_people=2, max_edits=8), st.sampled_from(UNJUDGED_WAYS))
def test_bounds_hold_every_completion_and_exact_ones_are_reached(world: World, unjudged: str) -> None:
    for edit in world.edits:
        edit.to(world.book)
    assume(world.facts.panel and (len(world.facts.panel) > 1 or "LOO" not in world.gold))
    board = board_of(world, unjudged)
    finished = []
    for ledger in completions(world, 40):
        gold = Gold.parse(world.gold)
        finished.append(Scoreboard(Collection(world.catalog, ledger, world.facts), gold, unjudged=board.unjudged))
    for one in measures_of(board):
        values = [[each.score(one, run).value for each in finished] for run in board.runs]
        for run, found in zip(board.runs, values, strict=True):
            check(board.bounds(one, run, if_all_judged=True), found, one.name)
            first = values[0]
            apart = [a - b for a, b in zip(found, first, strict=True)]
            if run != board.runs[0] and unjudged == "wait":
                check(board.difference(one, run, board.runs[0]), apart, f"difference of {one.name}")


def check(bounds: Bounds, values: list[float], name: str) -> None:
    """Bounds hold all values, and both ends are reached where they say so."""
    defined = [value for value in values if not math.isnan(value)]
    if not defined:
        assert not bounds.exact or math.isnan(bounds.low)
        return
    low, high = min(defined), max(defined)
    if bounds.exact:
        assert (bounds.low, bounds.high) == pytest.approx((low, high), abs=1e-12), name
    assert bounds.low <= low + 1e-12, name
    assert bounds.high >= high - 1e-12, name
