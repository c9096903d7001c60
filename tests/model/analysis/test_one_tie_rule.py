"""Whatever ranks, sorts or compares scores takes the same ones for tied; an undefined one has no rank."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.analysis.disagreements.what_if import find_flips
from jurybox.analysis.hardness import thirds
from jurybox.analysis.significance import share_above, sign_test
from jurybox.analysis.studies.pairs import PairBins
from jurybox.figures import bars_of_runs, best_of_teams, mean_lines, rank_lines, rows_of
from jurybox.measures import measure
from jurybox.measures.ranks import best_first, ranks, ranks_of, signs_of
from jurybox.results.pair_facts import between
from jurybox.results.views import highest_of
from jurybox.scoring.ranking import ranked
from jurybox.scoring.results import Bounds, RunScore
from jurybox_gui.live_strip.live import LiveStanding
from jurybox_gui.live_strip.ranking import places_of
from jurybox_gui.tables.score_rows import ranks_of as ranks_among

NEAR = (0.0, 2e-10, 4e-10, -4e-10, 1e-16)
"""What rounding and more may put between equal scores."""
SCORES = st.lists(
    st.one_of(
        st.just(math.nan), st.builds(lambda level, near: level / 20 + near, st.integers(0, 6), st.sampled_from(NEAR))
    ),
    min_size=2,
    max_size=7,
)


def level(value: float) -> float:
    """Return the score that a value was made of."""
    return round(value * 20) / 20


@given(SCORES)
def test_all_ranks_of_the_same_scores_agree(values: list[float]) -> None:
    known = [level(value) for value in values if not math.isnan(value)]
    right = [None if math.isnan(value) else 1 + sum(other > level(value) for other in known) for value in values]
    accuracy = measure("accuracy")
    rows = ranked(accuracy, [(n, str(n), RunScore(value, "", 1, 0, 0)) for n, value in enumerate(values)])
    assert {row.run: row.rank for row in rows} == dict(enumerate(right))
    assert ranks_among(rows, lambda _: True) == {n: rank for n, rank in enumerate(right) if rank}
    assert [rank or None for rank in ranks(np.array(values)).tolist()] == right
    standing = [LiveStanding(row.name, row.run, row.score.value, row.rank) for row in rows]
    assert {one.point.run: one.rank or None for one in places_of(standing, ())} == dict(enumerate(right))
    order = sorted(range(len(values)), key=lambda n: (right[n] is None, right[n] or 0, n))
    assert [row.run for row in rows] == order
    assert best_first(values).tolist() == order
    assert highest_of(values) == [n for n, rank in enumerate(right) if rank == 1]
    names = [str(n) for n in range(len(values))]
    bars = bars_of_runs(names, list(range(len(values))), values, "accuracy").bars
    assert [bar.run for bar in bars] == [n for n in order if right[n]]
    assert best_of_teams(["one"] * len(values), values) == [n for n in order if right[n]][:1]
    assert mean_lines(names, ["accuracy"], [values]).x.names == tuple(str(n) for n in order)
    lines = rank_lines([(name, n) for n, name in enumerate(names)], ["accuracy"], [[one] for one in values])
    drawn = {row[1]: row[4] for row in rows_of(lines) if row[0] == "curve" and not math.isnan(row[4])}
    assert drawn == {str(n): rank for n, rank in enumerate(right) if rank}
    third = thirds(np.array(values))
    assert [n for n in order if right[n]] == sorted(
        np.flatnonzero(third >= 0), key=lambda n: (third[n], order.index(n))
    )


@given(SCORES, st.data())
def test_comparisons_of_scores_find_the_ties_of_the_ranks(values: list[float], data: st.DataObject) -> None:
    again = data.draw(st.lists(st.sampled_from(values), min_size=len(values), max_size=len(values)))
    a, b = np.array(values), np.array(again)
    pairs = [(x, y) for x, y in zip(values, again, strict=True) if not math.isnan(x - y)]
    test = sign_test(a, b)
    wins, losses = (sum(s * (level(x) - level(y)) > 0 for x, y in pairs) for s in (1, -1))
    assert (test.wins, test.losses, test.ties) == (wins, losses, len(pairs) - wins - losses)
    bins = PairBins()
    bins.add(a[None], b[None])
    place = ranks_of(values)
    both = [(i, j) for i, j in combinations(range(len(values)), 2) if not math.isnan(a[i] - a[j] + b[i] - b[j])]
    assert bins.ties == sum(place[i] == place[j] for i, j in both)
    then = ranks_of(again)
    turned = sum((place[i] - place[j]) * (then[i] - then[j]) < 0 for i, j in both)
    assert int(bins.reversals.sum()) == turned
    found = find_flips(a, b[None])
    assert found.flips.tolist() == [turned]
    assert found.made.tolist() == [sum(place[i] != place[j] and then[i] == then[j] for i, j in both)]
    for i, j in both:
        assert signs_of(a[i] - a[j]) == np.sign(place[j] - place[i])
        state = between(Bounds(a[i] - a[j], a[i] - a[j], exact=True)).state
        assert (state == "equal") == (place[i] == place[j])


def test_a_required_difference_is_reached_by_what_is_tied_with_it() -> None:
    assert share_above(np.array([0.1, 0.15 - 4e-10, 0.3]), 0.05) == 1.0
    assert share_above(np.array([0.1, 0.15 - 1e-8, 0.3]), 0.05) == pytest.approx(2 / 3)
