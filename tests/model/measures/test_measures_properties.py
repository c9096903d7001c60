"""What holds for every measure of the table, on anything it can be given.

Ranges and reasons, the best and the worst run, more right is never worse, the order of units and the
names of things do not matter.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.measures import (
    MEASURES,
    CitedResponse,
    Confidences,
    Counts,
    Input,
    ListResponse,
    Measure,
    NuggetResponse,
    Outcomes,
    Parts,
    Ranking,
    Rankings,
    Rating,
    ScoredAnswers,
    Selections,
    TimedRun,
    WeightedNuggets,
    measure,
)
from jurybox.measures.score import Score

small = st.integers(0, 30)
share = st.floats(0, 1)
flag = st.integers(0, 1)
TABLE = [*MEASURES, *map(measure, ("nDCG(cutoff=3)", "Q(beta=0, cutoff=2)", "Q(cutoff=2, normalise=min)"))]
TABLE += [*map(measure, ("F(0.5)", "MRRT(r=0)", "MRR(cutoff=2)", "series(weights=exact)"))]
TABLE += [measure(f"rejected({name})") for name in ("0", "1", "0.5", "P(¬C|A)")]


@st.composite
def counts(draw: st.DrawFn) -> Counts:
    plain = Counts(*[draw(small) for _ in range(6)])
    most = 2 * plain.positives * plain.negatives
    return replace(plain, pairs=draw(st.none() | st.integers(0, most)))


@st.composite
def rankings(draw: st.DrawFn) -> Ranking:
    ideal = draw(st.lists(st.sampled_from([0, 0, 1, 2, 3]), max_size=8))
    returned = draw(st.permutations([*((gain, 1) for gain in ideal), (0, 0), (0, 0)]))
    kept = returned[: draw(st.integers(0, len(returned)))]
    return Ranking([gain for gain, _ in kept], ideal, [judged for _, judged in kept])


@st.composite
def confidences(draw: st.DrawFn) -> Confidences:
    answered = draw(st.lists(st.tuples(share, flag), max_size=12))
    answered.sort(key=lambda pair: -pair[0])
    given_confidence = [confidence for confidence, _ in answered] if draw(st.booleans()) else None
    return Confidences([hit for _, hit in answered], given_confidence, len(answered) + draw(small))


@st.composite
def scored_answers(draw: st.DrawFn) -> ScoredAnswers:
    answers = draw(st.lists(st.tuples(share, st.integers(-1, 1)), max_size=6))
    return ScoredAnswers([a for a, _ in answers], [b for _, b in answers], draw(st.integers(0, 5)))


@st.composite
def timed_runs(draw: st.DrawFn) -> TimedRun:
    slowest = draw(st.none() | st.floats(0.01, 1e6))
    seconds = draw(st.none() | st.floats(0.001, slowest if slowest is not None else 1e6))
    return TimedRun(draw(share | st.just(math.nan)), seconds, slowest, draw(small))


@st.composite
def list_responses(draw: st.DrawFn) -> ListResponse:
    returned, known = draw(small), draw(small)
    return ListResponse(draw(st.integers(0, min(returned, known))), returned, known)


@st.composite
def nugget_responses(draw: st.DrawFn) -> NuggetResponse:
    cells = [draw(st.integers(0, 5)) for _ in range(6)]
    vital, okay = sum(cells[:3]), sum(cells[3:])
    return NuggetResponse(vital, okay, cells[0], cells[3], cells[1], cells[4], draw(st.integers(0, 3000)))


@st.composite
def cited_responses(draw: st.DrawFn) -> CitedResponse:
    sentences = [draw(st.lists(st.integers(0, 2), max_size=3)) for _ in range(draw(st.integers(0, 5)))]
    cited = [worth for each in sentences for worth in each]
    best = [max(each, default=0) for each in sentences]
    return CitedResponse(len(best), len(cited), cited.count(2), cited.count(1), best.count(2), best.count(1))


@st.composite
def weighted_nuggets(draw: st.DrawFn) -> WeightedNuggets:
    nuggets = draw(st.lists(st.tuples(share, flag), max_size=8))
    return WeightedNuggets([a for a, _ in nuggets], [b for _, b in nuggets], draw(st.integers(0, 3000)))


@st.composite
def selections(draw: st.DrawFn) -> Selections:
    right, rejected, other = draw(small), draw(small), draw(small)
    return Selections(right, rejected, right + rejected + other)


part = st.none() | share | st.just(math.nan)
INPUTS: dict[type[Input], st.SearchStrategy[Any]] = {
    Counts: counts(),
    Outcomes: st.builds(Outcomes, small, small, small),
    Ranking: rankings(),
    Rankings: st.builds(Rankings, st.lists(rankings(), max_size=5)),
    Rating: st.builds(Rating, st.floats(-100, 100)),
    Confidences: confidences(),
    ScoredAnswers: scored_answers(),
    TimedRun: timed_runs(),
    ListResponse: list_responses(),
    NuggetResponse: nugget_responses(),
    WeightedNuggets: weighted_nuggets(),
    CitedResponse: cited_responses(),
    Parts: st.builds(Parts, part, part, part),
    Selections: selections(),
}
# The runs that do everything right, and everything wrong.
PERFECT: dict[type[Input], Input] = {
    Counts: Counts(yes_correct=3, no_incorrect=4, pairs=24),
    Outcomes: Outcomes(correct=5),
    Ranking: Ranking([3, 2, 2, 1], [1, 2, 3, 2]),
    Rankings: Rankings([Ranking([1], [1]), Ranking([2, 1], [1, 2])]),
    Confidences: Confidences([1, 1, 1], [1, 1, 1], 3),
    ScoredAnswers: ScoredAnswers([1, 1], [1, 1], 2),
    TimedRun: TimedRun(1, 1e-9, 1e9, 5),
    ListResponse: ListResponse(4, 4, 4),
    NuggetResponse: NuggetResponse(vital=2, okay=1, vital_matched=2, okay_matched=1, length=200),
    WeightedNuggets: WeightedNuggets([1, 0.5], [1, 1], 150),
    CitedResponse: CitedResponse(3, 4, 4, 0, 3, 0),
    Parts: Parts(1, 1, 1),
    Selections: Selections(5, 0, 5),
}
WRONG: dict[type[Input], Input] = {
    Counts: Counts(no_correct=3, yes_incorrect=4, pairs=0),
    Outcomes: Outcomes(incorrect=5),
    Ranking: Ranking([0, 0], [3, 2, 1], [0, 0]),
    Rankings: Rankings([Ranking([0, 0], [3, 2, 1]), Ranking([], [1])]),
    Confidences: Confidences([0, 0, 0], [1, 1, 1], 3),
    ScoredAnswers: ScoredAnswers([1, 1], [-1, -1], 2),
    TimedRun: TimedRun(0, 5, 5, 5),
    ListResponse: ListResponse(0, 4, 4),
    NuggetResponse: NuggetResponse(vital=2, okay=1, length=200),
    WeightedNuggets: WeightedNuggets([1, 0.5], [0, 0], 150),
    CitedResponse: CitedResponse(3, 4),
    Parts: Parts(0, 0, 0),
    Selections: Selections(0, 0, 5),
}
# What is best for these is not what is best for the others of their family.
OTHERWISE: dict[tuple[str, str], Input] = {
    ("qa_rej_accuracy", "best"): Selections(0, 5, 5),
    ("confidence-correlation", "best"): Confidences([1, 0], [1, 0], 2),
    ("confidence-correlation", "worst"): Confidences([0, 1], [1, 0], 2),
    ("Q(beta=0)@2", "best"): Ranking([3, 2], [3, 2]),  # over R, so that 4 relevant ones leave 0.5
    ("P@10", "best"): Ranking([1] * 10, [1] * 10),
    ("RBP(p=0.8)", "best"): Ranking([1] * 500, [1] * 500),
    ("infAP", "best"): Ranking([1], [1]),  # below another relevant one a little is added to counts
    ("ERR", "best"): Ranking([2000], [2000]),  # of any scale a little is left to be wished
    ("answered", "worst"): Outcomes(unanswered=5),
    ("rejected(P(¬C|A))", "worst"): Outcomes(incorrect=5),
}


@settings(max_examples=examples(400), deadline=None)
@given(st.data())
def test_values_lie_in_the_range_and_nan_has_a_reason(data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(TABLE))
    score = one.evaluate(data.draw(INPUTS[data.draw(st.sampled_from(one.accepts))]))
    _is_sound(one, score)


def _is_sound(one: Measure, score: Score) -> None:
    if math.isnan(score.value):
        assert score.reason
        assert score.reason == score.reason.strip(" .")
        assert score.units == 0
    else:
        assert score.reason == ""
        assert one.low <= score.value <= one.high


@settings(max_examples=examples(200), deadline=None)
@given(st.data())
def test_the_order_of_units_does_not_matter(data: st.DataObject) -> None:
    """To the last bit: the mean adds exactly."""
    one = data.draw(st.sampled_from(TABLE))
    kind = data.draw(st.sampled_from(one.accepts))
    units = data.draw(st.lists(INPUTS[kind], max_size=12))
    mixed = list(units)
    Random(data.draw(st.integers(0, 99))).shuffle(mixed)
    score, again = one.evaluate(units), one.evaluate(mixed)
    assert (score.units, score.left_out) == (again.units, again.left_out)
    assert score.value == again.value or (math.isnan(score.value) and math.isnan(again.value))
    assert score.units + score.left_out == len(units)
    _is_sound(one, score)


@pytest.mark.parametrize("one", [one for one in TABLE if math.isfinite(one.high)], ids=str)
@pytest.mark.parametrize("end", ["best", "worst"])
def test_the_best_and_the_worst_run_reach_the_ends_of_the_range(one: Measure, end: str) -> None:
    for kind in one.accepts:
        drawn = OTHERWISE.get((one.name, end), (PERFECT if end == "best" else WRONG)[kind])
        if not isinstance(drawn, kind):
            continue
        # After each rank a little is left to RBP, so that no ranking reaches the end.
        apart = 1e-15 if one.base == "RBP" else 0
        assert one.evaluate(drawn).value == pytest.approx(getattr(one, end), abs=apart, rel=0), kind


def test_every_kind_of_input_has_a_generator() -> None:
    kinds = {kind for one in TABLE for kind in one.accepts}
    assert kinds == set(INPUTS) == {*PERFECT, Rating} == {*WRONG, Rating}, "a rating is on any scale"


Better = Callable[[Any, st.DataObject], Input | None]


def _one_more(data: Any, **steps: int) -> Input | None:
    """Move counts by the steps, None if one would fall below 0."""
    moved = {name: getattr(data, name) + step for name, step in steps.items()}
    return None if min(moved.values()) < 0 else replace(data, **moved)


def _better_counts(data: Counts, draw: st.DataObject) -> Input | None:
    """Turn one decision from wrong to right, and let the scores win one more pair or tie."""
    if data.pairs is not None:
        data = replace(data, pairs=min(data.pairs + 1, 2 * data.positives * data.negatives))
    wrong, right = draw.draw(st.sampled_from([("no_correct", "yes_correct"), ("yes_incorrect", "no_incorrect")]))
    return _one_more(data, **{wrong: -1, right: 1})


def _better_ranking(data: Ranking, draw: st.DataObject) -> Input | None:
    """Move a better answer above its worse neighbor."""
    rises = [r for r in range(1, len(data.gains)) if data.gains[r] > data.gains[r - 1]]
    if not rises:
        return None
    rank, gains, judged = draw.draw(st.sampled_from(rises)), list(data.gains), list(data.is_judged)
    for each in (gains, judged):
        each[rank - 1], each[rank] = each[rank], each[rank - 1]
    return replace(data, gains=gains, judged=judged)


def _better_rankings(data: Rankings, draw: st.DataObject) -> Input | None:
    """Make the ranking of one question better."""
    if not data.rankings:
        return None
    at, rankings = draw.draw(st.integers(0, len(data.rankings) - 1)), list(data.rankings)
    better = _better_ranking(rankings[at], draw)
    if not isinstance(better, Ranking):
        return None
    rankings[at] = better
    return replace(data, rankings=rankings)


def _better_confidences(data: Confidences, draw: st.DataObject) -> Input | None:
    """Judge one wrong answer right."""
    places = [place for place, hit in enumerate(data.correct) if not hit]
    if not places:
        return None
    place = draw.draw(st.sampled_from(places))
    return replace(data, correct=[hit or int(i == place) for i, hit in enumerate(data.correct)])


def _better_answers(data: ScoredAnswers, draw: st.DataObject) -> Input | None:
    places = [place for place, sign in enumerate(data.evaluations) if sign < 1]
    if not places:
        return None
    place = draw.draw(st.sampled_from(places))
    return replace(data, evaluations=[1 if i == place else sign for i, sign in enumerate(data.evaluations)])


def _better_list(data: ListResponse, draw: st.DataObject) -> Input | None:
    return _one_more(data, distinct=1) if data.distinct < min(data.returned, data.known) else None


def _better_nuggets(data: NuggetResponse, draw: st.DataObject) -> Input | None:
    """Match one more vital or okay nugget at the same length."""
    if data.length == 0:
        return None
    kind = draw.draw(st.sampled_from(["vital", "okay"]))
    matched = getattr(data, f"{kind}_matched") + getattr(data, f"{kind}_partial")
    return _one_more(data, **{f"{kind}_matched": 1}) if matched < getattr(data, kind) else None


def _better_weighted(data: WeightedNuggets, draw: st.DataObject) -> Input | None:
    if 0 not in data.matched:
        return None
    place = list(data.matched).index(0)
    return replace(data, matched=[1 if i == place else hit for i, hit in enumerate(data.matched)])


def _better_cited(data: CitedResponse, draw: st.DataObject) -> Input | None:
    """Let one more citation support in full a sentence that none supported so far."""
    open_ones = data.citations - data.full - data.partial
    if not open_ones or data.supported + data.partly == data.sentences:
        return None
    return _one_more(data, full=1, supported=1)


def _better_parts(data: Parts, draw: st.DataObject) -> Input | None:
    name = draw.draw(st.sampled_from(["factoid_accuracy", "list_f", "other_f"]))
    return None if data.missing(name) else replace(data, **{name: draw.draw(st.floats(getattr(data, name), 1))})


BETTER: dict[type[Input], Better] = {
    Counts: _better_counts,
    Outcomes: lambda data, draw: _one_more(data, incorrect=-1, correct=1),
    Ranking: _better_ranking,
    Rankings: _better_rankings,
    Rating: lambda data, draw: Rating(data.rating + draw.draw(st.floats(0, 9))),
    Confidences: _better_confidences,
    ScoredAnswers: _better_answers,
    TimedRun: lambda data, draw: None if data.seconds is None else replace(data, seconds=data.seconds / 2),
    ListResponse: _better_list,
    NuggetResponse: _better_nuggets,
    WeightedNuggets: _better_weighted,
    CitedResponse: _better_cited,
    Parts: _better_parts,
    Selections: lambda data, draw: (
        _one_more(data, questions=0, selected_right=1, rejected_right=0)
        if data.selected_right + data.rejected_right < data.questions
        else None
    ),
}
# A correlation is not a count of right things, and this estimator was rejected for rewarding wrong answers.
NOT_MONOTONE = {"confidence-correlation", "rejected(P(¬C|A))"}


@settings(max_examples=examples(600), deadline=None)
@given(st.data())
def test_more_right_is_never_worse(data: st.DataObject) -> None:
    one = data.draw(st.sampled_from([one for one in TABLE if one.name not in NOT_MONOTONE]))
    kind = data.draw(st.sampled_from(one.accepts))
    drawn = data.draw(INPUTS[kind])
    improved = BETTER[kind](drawn, data)
    if improved is None:
        return
    before, after = one.evaluate(drawn).value, one.evaluate(improved).value
    if not math.isnan(before):
        assert after == pytest.approx(before, abs=1e-12) or one.better(after, before)


def test_the_estimator_that_was_rejected_rewards_a_wrong_answer() -> None:
    """Section 3.5: almost a perfect score for one wrong answer and silence on the rest."""
    one = measure("rejected(P(¬C|A))")
    assert one.evaluate(Outcomes(1, 0, 9)).value < one.evaluate(Outcomes(0, 1, 9)).value


@settings(max_examples=examples(150), deadline=None)
@given(rankings(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_rankings_do_not_depend_on_names_scale_or_a_tail_of_nothing(drawn: Ranking, rng: Random, factor: int) -> None:
    """The order of the ideal gains, answers that gain nothing at the end, and gains times a constant."""
    shuffled = list(drawn.ideal_gains)
    rng.shuffle(shuffled)
    for name in ("MRR", "Hit@1", "nG@1", "nDCG", "Q(beta=0)", "AP", "P@3", "R@3", "Success@2", "Rprec", "RBP"):
        value = measure(name).evaluate(drawn).value
        same = [Ranking(drawn.gains, shuffled), Ranking([*drawn.gains, 0, 0], [*drawn.ideal_gains, 0])]
        assert all(_same(measure(name).evaluate(other).value, value) for other in same)
        scaled = Ranking([g * factor for g in drawn.gains], [g * factor for g in drawn.ideal_gains])
        assert measure(name).evaluate(scaled).value == pytest.approx(value, abs=1e-12, nan_ok=True)


def _same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


@given(counts())
def test_turning_the_labels_and_the_decisions_over_swaps_the_classes(drawn: Counts) -> None:
    """Accuracy, c@1 and UF do not know which class is called correct; AUC-point neither."""
    turned = Counts(
        yes_correct=drawn.no_incorrect,
        no_correct=drawn.yes_incorrect,
        silent_correct=drawn.silent_incorrect,
        yes_incorrect=drawn.no_correct,
        no_incorrect=drawn.yes_correct,
        silent_incorrect=drawn.silent_correct,
    )
    for name in ("accuracy", "c@1", "UF", "UF01", "answered"):
        assert _same(measure(name).evaluate(drawn).value, measure(name).evaluate(turned).value)
    if drawn.unanswered == 0:
        area, other = (measure("AUC-point").evaluate(each).value for each in (drawn, turned))
        assert _same(area, other)
