"""The two spaces against the paper's table, and the figure in words and rows."""

import csv
import io
import math

import numpy as np
import pytest

from jurybox.figures import (
    Figure,
    Line,
    OperatingPoint,
    at_prevalence,
    csv_of,
    operating_point,
    precision_recall_space,
    roc_space,
    rows_of,
    text_alternative,
)
from jurybox.measures.inputs import Counts
from jurybox.numbers import score_text, short_text


def placed(name: str, run: int, tp: int, fp: int, fn: int, tn: int) -> OperatingPoint:
    return operating_point(name, run, Counts(yes_correct=tp, yes_incorrect=fp, no_correct=fn, silent_incorrect=tn))


OFE = placed("ofe", 1, 68, 129, 11, 811)
ALL_YES = operating_point("100 % YES", 8, Counts(yes_correct=79, yes_incorrect=940), baseline=True)
NONE = placed("magc 1", 7, 0, 0, 79, 940)
SHARE = 79 / 1019


def test_cuadro_4_gives_the_row_of_cuadro_3() -> None:
    assert [round(v, 2) for v in (OFE.fpr, OFE.tpr, OFE.precision, OFE.f)] == [0.14, 0.86, 0.35, 0.49]
    assert [round(v, 2) for v in (ALL_YES.fpr, ALL_YES.tpr, ALL_YES.precision, ALL_YES.f)] == [1, 1, 0.08, 0.14]


def test_nothing_validated_is_zero_but_no_correct_answers_is_undefined() -> None:
    assert (NONE.tpr, NONE.fpr, NONE.precision, NONE.f) == (0, 0, 0, 0)
    lost = placed("a", 0, 0, 3, 0, 4)
    assert math.isnan(lost.tpr)
    assert math.isnan(lost.f)
    assert lost.fpr == 3 / 7
    assert math.isnan(placed("a", 0, 3, 0, 1, 0).fpr)
    assert placed("a", 0, 0, 0, 0, 4).precision == 0


def test_the_share_as_judged_gives_back_the_precision_as_judged() -> None:
    for before, after in zip((OFE, ALL_YES, NONE), at_prevalence((OFE, ALL_YES, NONE), SHARE), strict=True):
        assert after.precision == pytest.approx(before.precision, abs=1e-12)
        assert after.f == pytest.approx(before.f, abs=1e-12)


def test_another_share_moves_precision_and_f_only() -> None:
    (half,) = at_prevalence((OFE,), 0.5)
    assert (half.tpr, half.fpr, half.name, half.run) == (OFE.tpr, OFE.fpr, "ofe", 1)
    assert half.precision == pytest.approx(OFE.tpr / (OFE.tpr + OFE.fpr))
    assert half.f > OFE.f
    with pytest.raises(ValueError, match="share of correct answers"):
        at_prevalence((OFE,), 1.0)


def test_roc_space_has_random_order_on_the_diagonal() -> None:
    figure = roc_space((OFE, ALL_YES), prevalence=SHARE)
    (random,) = figure.references
    assert (random.name, random.x.tolist(), random.y.tolist()) == ("random order", [0, 1], [0, 1])
    assert [(p.x, p.y, p.baseline) for p in figure.points] == [(OFE.fpr, OFE.tpr, False), (1.0, 1.0, True)]
    assert [line.value for line in figure.iso_lines][-1] == 0.9


def test_precision_recall_space_has_random_order_at_the_share_of_correct_answers() -> None:
    figure = precision_recall_space((OFE, ALL_YES), prevalence=SHARE)
    (random,) = figure.references
    assert random.name == "random: .078"
    assert set(random.y) == {SHARE}
    assert figure.points[1].y == pytest.approx(SHARE)


def test_without_a_share_only_what_needs_none_is_drawn() -> None:
    assert roc_space((OFE,)).iso_lines == ()
    assert len(roc_space((OFE,)).references) == 1
    assert precision_recall_space((OFE,)).references == ()
    assert roc_space((OFE,), iso=None, prevalence=SHARE).iso_lines == ()
    assert precision_recall_space((OFE,), prevalence=1.0).iso_lines == ()


def test_the_papers_orientation_puts_the_best_place_at_the_upper_right() -> None:
    curve = Line.through("ofe", [0, 0.14, 1], [0, 0.86, 1], run=1)
    usual = roc_space((OFE,), prevalence=SHARE, curves=(curve,))
    paper = roc_space((OFE,), prevalence=SHARE, curves=(curve,), orientation="paper")
    assert (paper.x.name, paper.y.name) == ("true positive rate", "false positive rate")
    assert (paper.y.low, paper.y.high) == (1.0, 0.0)
    assert (paper.points[0].x, paper.points[0].y) == (usual.points[0].y, usual.points[0].x)
    assert np.array_equal(paper.curves[0].x, curve.y)
    for before, after in zip(usual.iso_lines, paper.iso_lines, strict=True):
        assert before.value == after.value
        assert np.array_equal(before.x, after.y)


def test_equal_figures_are_equal_and_a_moved_point_is_not() -> None:
    one, same = (precision_recall_space((OFE,), prevalence=SHARE) for _ in range(2))
    assert one == same
    assert hash(one) == hash(same)
    assert one.backdrop == same.backdrop
    other = precision_recall_space((NONE,), prevalence=SHARE)
    assert one != other
    assert one.backdrop == other.backdrop
    assert one.backdrop != precision_recall_space((OFE,), prevalence=0.5).backdrop


def test_emphasis_is_on_one_run_at_most() -> None:
    figure = roc_space((OFE, ALL_YES)).emphasizing(8)
    assert [p.emphasized for p in figure.points] == [False, True]
    assert [p.emphasized for p in figure.emphasizing(1).points] == [True, False]
    assert figure.emphasizing(None) == roc_space((OFE, ALL_YES))


def test_words_hold_every_run_and_every_line() -> None:
    lost = OperatingPoint("lost", 2, math.nan, 0.4, math.nan, math.nan)
    figure = roc_space((OFE, ALL_YES, lost), prevalence=SHARE, caption="1019 answers").emphasizing(1)
    text = text_alternative(figure).splitlines()
    assert text[:2] == ["ROC space", "1019 answers"]
    assert text[2].split() == ["run", "false", "positive", "rate", "true", "positive", "rate", "F"]
    assert text[3].split() == ["ofe", "(chosen)", ".137", ".861", ".493"]
    assert text[4].split() == ["100", "%", "YES", "(baseline)", "1.000", "1.000", ".144"]
    assert text[5].split() == ["lost", ".400", "undefined", "undefined"]
    assert "equal F .9" in text[6]
    assert "random order" in text[6]
    assert len({len(line) for line in text[2:6]}) == 1


def test_a_name_with_line_breaks_cannot_forge_a_row() -> None:
    point = placed("a\nb   1.000  1.000", 0, 1, 1, 1, 1)
    assert len(text_alternative(roc_space((point,))).splitlines()) == 4


def test_csv_holds_the_same_numbers_unrounded() -> None:
    odd = OperatingPoint('a,"b"', 0, 1 / 3, math.nan, 0.1, 0.2)
    curve = Line.through("ofe", [0, 1], [0, 1 / 7], run=1)
    figure = roc_space((OFE, odd), prevalence=SHARE, curves=(curve,))
    rows = list(csv.reader(io.StringIO(csv_of(figure))))
    assert rows[0] == ["layer", "name", "role", "x", "y", "value"]
    assert len(rows) == 1 + len(rows_of(figure))
    assert rows[1] == ["point", "ofe", "submitted", repr(OFE.fpr), repr(OFE.tpr), ""]
    assert rows[2] == ["point", 'a,"b"', "submitted", "", repr(1 / 3), ""]
    assert rows[4] == ["curve", "ofe", "", "1.0", repr(1 / 7), ""]
    iso = [row for row in rows if row[0] == "iso line"]
    assert {row[5] for row in iso} == {repr(line.value) for line in figure.iso_lines}


def test_lines_are_whole_and_cannot_be_written_to() -> None:
    source = np.array([0.0, 1.0])
    line = Line("a", source, source)
    source[0] = 7
    assert line.x[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        line.x[0] = 3
    with pytest.raises(ValueError, match="2 x values and 3 y values"):
        Line.through("a", [0, 1], [0, 1, 2])
    with pytest.raises(ValueError, match="one row"):
        Line.through("a", [[0, 1]], [[0, 1]])
    assert line != "a"


def test_a_point_without_a_place_is_not_drawn() -> None:
    figure = roc_space((NONE, OperatingPoint("lost", 2, math.nan, 0.4, 0.0, 0.0)))
    assert [p.drawn for p in figure.points] == [True, False]
    assert isinstance(figure, Figure)


def test_numbers_print_as_scores_do() -> None:
    values = (0.6481, 1.0, 0.0, -0.25, 12.5, math.nan)
    assert [score_text(v) for v in values] == [".648", "1.000", ".000", "-.250", "12.500", "undefined"]
    assert score_text(0.9996) == "1.000"
    assert score_text(0.68, 2) == ".68"
    assert score_text(-0.0) == score_text(0.0) == ".000"
    assert [short_text(v) for v in (0, 0.2, 0.25, 1, -0.0, 10)] == ["0", ".2", ".25", "1", "0", "10"]
