"""Boxes, bars, hardness, scatter plots, rank lines: against numpy, matplotlib's rule, and by hand."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.cbook import boxplot_stats
from scipy.stats import rankdata

from jurybox.figures import (
    Axis,
    Figure,
    Line,
    bars_of_runs,
    best_of_teams,
    box_of,
    boxes_by_series,
    csv_of,
    hardness_by_category,
    mean_lines,
    preference_bars,
    question_scatter,
    rank_lines,
    score_by_share,
    tables_of,
    text_alternative,
)
from jurybox.figures.legend import keys_of
from jurybox.measures.inputs import Counts
from jurybox.measures.ranks import ranks_of
from jurybox.numbers import count_text

NAN = float("nan")
scores = st.lists(st.integers(0, 20).map(lambda n: n / 20), min_size=1, max_size=40)


@given(scores)
def test_boxes_follow_the_rule_of_matplotlib(values: list[float]) -> None:
    box = box_of("S1", 2.0, [*values, NAN])
    (wanted,) = boxplot_stats(values)
    assert box is not None
    assert (box.first, box.median, box.third) == pytest.approx((wanted["q1"], wanted["med"], wanted["q3"]))
    assert (box.low, box.high) == pytest.approx((wanted["whislo"], wanted["whishi"]))
    assert sorted(box.outside) == pytest.approx(sorted(wanted["fliers"]))


def test_a_series_without_scores_has_no_box_but_keeps_its_place() -> None:
    figure = boxes_by_series(["S1", "S2", "S3"], [[0.1, NAN, 0.5], [0.3, NAN, 0.7]], "series")
    assert [(box.name, box.at, box.median) for box in figure.boxes] == [("S1", 0, 0.2), ("S3", 2, 0.6)]
    assert figure.x.tick_texts == ("S1", "S2", "S3")
    assert "1.5 times" in figure.caption
    assert box_of("S2", 1, [NAN]) is None
    words = text_alternative(figure)
    assert "median" in words
    assert ".200" in words


def test_bars_of_runs_stand_best_first_and_leave_out_what_has_no_score() -> None:
    figure = bars_of_runs(["a", "b", "c"], [4, 5, 6], [0.2, NAN, 0.6], "F1")
    assert [(b.name, b.run, b.x, b.value) for b in figure.bars] == [
        ("c", 6, (0.0, 0.6), 0.6),
        ("a", 4, (0.0, 0.2), 0.2),
    ]
    assert figure.y.low > figure.y.high
    assert figure.y.tick_texts == ("c", "a")


def test_the_best_run_of_each_team_is_found() -> None:
    assert best_of_teams(["x", "y", "x", None, None, "z"], [0.2, 0.5, 0.4, 0.1, 0.9, NAN]) == [4, 1, 2, 3]
    assert best_of_teams([], []) == []


def test_hardness_bars_show_shares_and_tell_counts() -> None:
    figure = hardness_by_category({"LOVE": (1, 1, 2), "NEWS": (3, 0, 0), "none": (0, 0, 0)}, "GA-nG@1")
    love = [bar for bar in figure.bars if bar.name == "LOVE"]
    assert [bar.x for bar in love] == [(0.0, 0.25), (0.25, 0.5), (0.5, 1.0)]
    assert [bar.part for bar in love] == ["easy", "medium", "hard"]
    assert figure.y.tick_texts == ("LOVE", "NEWS")
    (table,) = tables_of(figure)
    assert table.head == ("name", "easy", "medium", "hard")
    assert table.rows[0] == ("LOVE", 1, 1, 2)
    assert len({bar.strength for bar in love}) == 3
    assert [count_text(bar.value) for bar in love] == ["1", "1", "2"]
    assert [count_text(value) for value in (1.0, 0, 0.0, np.int64(1), 1500)] == ["1.000", "0", ".000", "1", "1,500"]


def test_preference_bars_add_up_to_all_answers() -> None:
    counts = {"ofe": Counts(68, 8, 3, 129, 800, 11)}
    figure = preference_bars(counts)
    assert [(bar.part, bar.value) for bar in figure.bars] == [
        ("validated, correct", 68),
        ("rejected, incorrect", 800),
        ("left undecided", 14),
        ("rejected, correct", 8),
        ("validated, incorrect", 129),
    ]
    assert figure.bars[-1].x[1] == counts["ofe"].total


@given(st.lists(st.one_of(st.integers(0, 5).map(float), st.just(NAN)), max_size=20))
def test_ranks_are_mean_ranks_of_the_highest_first(values: list[float]) -> None:
    data = np.array(values)
    known = ~np.isnan(data)
    ranks = ranks_of(values, ties="mean")
    assert np.isnan(ranks[~known]).all()
    assert np.array_equal(ranks[known], rankdata(-data[known]))


def test_a_scatter_plot_names_its_questions_and_counts_those_left_out() -> None:
    figure = question_scatter(["q1", "q2", "q3"], [0.5, NAN, 1.0], [0.25, 0.3, 0.75], ("Hit@1", "nG@1"), tau=0.5)
    (cloud,) = figure.clouds
    assert cloud.names == ("q1", "q3")
    assert cloud.x.tolist() == [0.5, 1.0]
    assert "1 question without both scores is left out." in figure.caption
    assert ".500" in figure.caption
    assert "q3" in text_alternative(figure)
    rows = list(csv.reader(io.StringIO(csv_of(figure))))
    assert ["cloud", "2 questions", "q3", "1.0", "0.75", ""] in rows


def test_rank_lines_put_rank_one_on_top_and_ties_on_the_better_rank() -> None:
    figure = rank_lines([("a", 3), ("b", 1), ("c", 2)], ["nG@1", "Q"], [[0.9, 0.2], [0.9, 0.5], [0.1, NAN]])
    a, b, c = figure.curves
    assert (a.run, a.y.tolist()) == (3, [1.0, 2.0])
    assert b.y.tolist() == [1.0, 1.0]
    assert np.isnan(c.y[1])
    assert figure.y.low > figure.y.high
    assert figure.runs == (1, 2, 3)


def test_mean_lines_sort_the_runs_by_the_first_measure() -> None:
    figure = mean_lines(["a", "b", "c"], ["nG@1", "Q"], [[0.1, 0.7, 0.4], [0.2, 0.3, 0.9]])
    assert figure.x.tick_texts == ("b", "c", "a")
    assert [line.y.tolist() for line in figure.curves] == [[0.7, 0.4, 0.1], [0.3, 0.9, 0.2]]
    assert [line.look for line in figure.curves] == [0, 1]
    assert figure.runs == ()
    assert not any(line.joined for line in figure.curves), "nothing lies between two runs"
    assert [(key.kind, key.ink) for key in keys_of(figure)] == [("point", True)] * 2


def test_mean_lines_of_a_paper_are_joined_as_there() -> None:
    figure = mean_lines(["a", "b"], ["nG@1"], [[0.1, 0.7]], joined=True)
    assert [(line.joined, line.ink) for line in figure.curves] == [(True, False)]
    assert [key.kind for key in keys_of(figure)] == ["line"]


def test_scores_over_the_campaign_begin_when_they_are_defined() -> None:
    figure = score_by_share([0, 0.5, 1], [("a", 7)], [[NAN, 0.5, 0.6]], "F1")
    (line,) = figure.curves
    assert line.run == 7
    assert np.isnan(line.y[0])
    assert line == Line.through("a", [0, 0.5, 1], [NAN, 0.5, 0.6], run=7)


def test_scores_over_the_campaign_without_runs_are_an_empty_picture() -> None:
    figure = score_by_share([0, 0.5, 1], [], [], "F1")
    assert figure.curves == ()
    assert figure.y.low <= 0 < 1 <= figure.y.high


def test_leaving_runs_out_and_exchanging_axes_reach_every_layer() -> None:
    bars = bars_of_runs(["a", "b"], [0, 1], [0.5, 0.4], "F1")
    assert [bar.run for bar in bars.without({0}).bars] == [1]
    assert bars.without(()) is bars
    upright = bars.with_axes_exchanged(bars.y, bars.x)
    assert upright.bars[0].y == (0.0, 0.5)
    boxes = boxes_by_series(["S1"], [[0.2]], "series")
    with pytest.raises(ValueError, match="upright"):
        boxes.with_axes_exchanged(boxes.y, boxes.x)
    lines = Figure("a", Axis("x"), Axis("y"), curves=(Line.through("a", [0, 1], [0, 1], run=3),))
    assert lines.without({3}).curves == ()


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_a_fitted_axis_holds_all_values_between_round_ends(values: list[float]) -> None:
    axis = Axis.fitted("x", values)
    slack = 1e-6 * (axis.high - axis.low)
    assert axis.low <= min([*values, 0.0]) + slack
    assert axis.high >= max([*values, 0.0]) - slack
    assert 2 <= len(axis.ticks) <= 12
    assert len(axis.tick_texts) == len(axis.ticks)


def test_a_part_of_an_axis_has_ticks_of_its_own() -> None:
    assert Axis("rate").between(0.2, 0.4).ticks == (0.2, 0.25, 0.3, 0.35, 0.4)
    down = Axis("rate", low=1.0, high=0.0).between(0.4, 0.2)
    assert (down.low, down.high) == (0.4, 0.2)
    named = Axis.of_names("", ["a", "b", "c"]).between(0.6, 2.4)
    assert named.tick_texts == ("b", "c")
    assert Axis("time", unit="s").label == "time (s)"
