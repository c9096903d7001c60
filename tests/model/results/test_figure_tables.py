"""Tables of pictures: every number that is drawn, counts as whole numbers, and what is left out."""

import math

import pandas as pd

from jurybox.figures import Axis, Figure, Line, Point, rank_lines, tables_of
from jurybox.figures.tabulate import MOST_ROWS
from jurybox.results import figure_tables
from jurybox.results.frame import head_of, rows_of
from jurybox.results.writing import shown


def figure_of(*lines: Line, points: tuple[Point, ...] = ()) -> Figure:
    return Figure("A picture", Axis("across"), Axis("up"), points=points, curves=lines, caption="Of a test.")


def same(ours: object, theirs: object) -> bool:
    if isinstance(theirs, float) and math.isnan(theirs):
        return isinstance(ours, float) and math.isnan(ours)
    return ours == theirs


def test_a_table_has_every_number_of_the_picture() -> None:
    points = (
        Point("a", 0, 0.25, 1.0, more=(("TP", 12.0), ("AUC", 1.0))),
        Point("b", 1, 0.5, math.nan, more=(("TP", 1.0), ("AUC", 0.0))),
    )
    figure = figure_of(Line.through("curve", [0.0, 0.5], [0.1, 0.2]), points=points)
    frames = figure_tables(figure)
    assert [tuple(head_of(frame)) for frame in frames] == [table.head for table in tables_of(figure)]
    for frame, table in zip(frames, tables_of(figure), strict=True):
        for ours, theirs in zip(rows_of(frame), table.rows, strict=True):
            assert all(same(*pair) for pair in zip(ours, theirs, strict=True))
    assert shown(frames[0], undefined="–").rows == [
        ["a", ".250", "1.000", "12", "1.000"],
        ["b", ".500", "–", "1", ".000"],
    ]
    assert frames[0].attrs["caption"] == "A picture"
    assert frames[0].attrs["notes"] == ("Of a test.",)


def test_ranks_are_whole_numbers() -> None:
    figure = rank_lines([("a", 0), ("b", 1)], ["nDCG", "Q"], [[0.5, 0.1], [0.4, 0.3]])
    (frame,) = figure_tables(figure)
    assert [row[2] for row in rows_of(frame)] == [1, 2, 2, 1]
    assert {row[-1] for row in shown(frame).rows} == {"1", "2"}


def test_lines_that_are_left_out_are_counted() -> None:
    steps = [at / MOST_ROWS for at in range(MOST_ROWS + 1)]
    long = Line.through("long", steps, steps)
    told = f"1 line of more than {MOST_ROWS} points is left out; the data as CSV has it."
    (alone,) = figure_tables(figure_of(long))
    assert (len(alone), alone.attrs["notes"]) == (0, ("Of a test.", told))
    (one,) = figure_tables(figure_of(long, Line.through("short", [0.0, 1.0], [0.0, 1.0])))
    assert (len(one), one.attrs["notes"][-1]) == (2, told)
    assert isinstance(one, pd.DataFrame)
    assert figure_tables(figure_of()) == []
