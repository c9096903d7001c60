"""The matrix of agreement as a picture: where its cells are, what is written in them, how dark they are."""

import math

from jurybox.figures import Figure, agreement_matrix, text_alternative
from jurybox.figures.tabulate import csv_of

NAMES = ("Ana", "Ben", "Cam")


def matrix() -> Figure:
    return agreement_matrix(
        NAMES,
        {(0, 1): 0.5, (0, 2): math.nan, (1, 2): -0.1},
        {(0, 1): 0.75, (0, 2): 1.0, (1, 2): 0.25},
        what=("Cohen's kappa", "raw agreement"),
    )


def test_cells_are_above_and_below_the_diagonal_and_hold_their_numbers() -> None:
    cells = {}
    for bar in matrix().bars:
        row, column = sum(bar.y) / 2, sum(bar.x) / 2
        cells[round(row), round(column)] = bar.label
    assert cells == {(0, 1): ".500", (1, 0): ".750", (0, 2): "–", (2, 0): "1.000", (1, 2): "-.100", (2, 1): ".250"}


def test_the_larger_a_value_the_darker_its_cell() -> None:
    known = [bar for bar in matrix().bars if not math.isnan(bar.value)]
    strengths = [bar.strength for bar in sorted(known, key=lambda bar: bar.value)]
    assert strengths == sorted(strengths)
    assert strengths[0] < strengths[-1] <= 0.55, "dark numbers are read on all of them"
    usual = agreement_matrix(["a", "b"], {(0, 1): 0.4}, {(0, 1): 0.8}, what=("kappa", "raw"))
    low, high = (bar.strength for bar in usual.bars)
    assert high - low > 0.2, "values as most are can be told apart"


def test_the_picture_says_its_values_in_words_and_rows() -> None:
    words = text_alternative(matrix())
    assert "Above the diagonal: Cohen's kappa; below it: raw agreement." in words
    assert "Ana and Ben" in words
    assert ",0.75" in csv_of(matrix())
