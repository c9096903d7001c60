"""Views of questions in groups: categories, series, how hard they are, which ones half the runs miss."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from jurybox.analysis.hardness import by_group as count_thirds
from jurybox.analysis.hardness import shares_of_zero_medians, thirds, unit_means
from jurybox.analysis.significance import sign_test
from jurybox.analysis.standings import MARKS, prepare_tests
from jurybox.errors import Refused
from jurybox.figures import boxes_by_series, hardness_by_category
from jurybox.figures.bars import HARDNESS
from jurybox.measures import USUAL, measure
from jurybox.reports.forms import Table
from jurybox.reports.sheet import (
    Asked,
    Sheet,
    best_of,
    by_group,
    by_question,
    categories_of,
    is_better,
    of_submitted,
    questions_scored,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from jurybox.measures import Measure
    from jurybox.scoring import Scoreboard

    Cells = NDArray[np.float64]


def categories(asked: Asked) -> Sheet:
    """Return the score of every run over the questions of each category, by the main measure."""
    names, group = categories_of(asked)
    return _matrix(asked, "categories", "category", names, group)


def series(asked: Asked) -> Sheet:
    """Return the score of every run on each series, and their spread as boxes."""
    known = asked.catalog.series
    if not known:
        raise Refused("The questions of this collection are not in series.")
    found = asked.board.unit_values(asked.main)
    names = tuple(one.name for one in known)
    if found.unit != "series" or not len(found.units):
        asked_in = [question.series for question in asked.catalog.questions]
        return _matrix(asked, "series", "series", names, lambda at: asked_in[at])
    values = np.full((len(known), len(found.runs)), np.nan)
    values[found.units] = found.values
    return _sheet_of(asked, "series", "series", names, values, found.runs, {})


def _matrix(
    asked: Asked, name: str, unit: str, names: tuple[str, ...], group: Callable[[int], int | None]
) -> Sheet:
    made = asked.tested
    values = by_group(asked, made, group, len(names))
    found = made.found
    if found is None:
        raise Refused(f"{asked.main} is not scored by question here.")
    counts: dict[int, int] = {}
    for question in questions_scored(made):
        place = group(question)
        if place is not None:
            counts[place] = counts.get(place, 0) + 1
    return _sheet_of(asked, name, unit, names, values, found.runs, counts)


def _sheet_of(
    asked: Asked,
    name: str,
    unit: str,
    names: tuple[str, ...],
    values: Cells,
    runs: tuple[int, ...],
    counts: dict[int, int],
) -> Sheet:
    """Return a table of groups by runs, best runs first, and the spread of each group."""
    places = [runs.index(run) for run in asked.ranked() if run in runs]
    kept = [at for at in range(len(names)) if not np.isnan(values[at]).all()]
    head = (unit, *(("questions",) if counts else ()), *asked.names([runs[at] for at in places]))
    rows = tuple(
        (names[at], *((counts.get(at, 0),) if counts else ()), *values[at, places].tolist()) for at in kept
    )
    plural = "series" if unit == "series" else "categories"
    table = Table(
        name,
        f"{asked.main} by {unit}",
        head,
        rows,
        (0,),
        asked.caption(
            f"{len(kept):,} {plural} with a score; runs in the order of {asked.main} over all, "
            "the highest of a row is bold."
        ),
    )
    some = [names[at] for at in kept]
    figure = boxes_by_series(some, values[kept].T, str(asked.main), unit=unit) if kept else None
    cells = range(2 if counts else 1, len(head))
    across = {(at, cell) for at, row in enumerate(rows) for cell in cells if _is_highest(row, cell, cells)}
    return Sheet(table, figure, frozenset(across))


def _is_highest(row: Sequence[object], cell: int, cells: Sequence[int]) -> bool:
    """Return whether a cell is the highest score of its row."""
    scores = [row[at] for at in cells]
    known = [score for score in scores if isinstance(score, float) and score == score]
    return bool(known) and row[cell] == max(known)


def category_tables(asked: Asked) -> Sheet:
    """Return one ranking for each category below that of all questions, as Sakai 2010, Tables 5 to 20.

    Runs by the main measure, with marks against the run below, the other measures and the main measure under
    further gold standards beside it.
    """
    names, group = categories_of(asked)
    heads, columns, counts = _columns(asked, group, len(names))
    runs, tested = asked.board.runs, _questions_tested(asked)
    rows: list[tuple[object, ...]] = []
    strong: frozenset[tuple[int, int]] = frozenset()
    for at, title in enumerate(("all", *names)):
        better = np.nan_to_num(columns[0][at] * is_better(asked.main), nan=-math.inf)
        places = np.argsort(-better, kind="stable").tolist()
        marks = _marks(asked, places, [not at or group(question) == at - 1 for question in tested])
        block: list[tuple[object, ...]] = []
        for place, mark in zip(places, marks, strict=True):
            first, *rest = (values[at, place].item() for values in columns)
            block.append((title, asked.board.name_of(runs[place]), first, mark, *rest, counts[at]))
        strong |= best_of(block, (2, *range(4, 3 + len(columns))), len(rows))
        rows += block
    table = Table(
        "category-tables",
        f"Each category as a ranking by {asked.main}",
        ("category", "run", heads[0], "", *heads[1:], "questions"),
        tuple(rows),
        (0, 1, 3),
        asked.caption("The highest score of each column is bold.", MARKS),
    )
    return Sheet(table, strong=strong)


def _columns(
    asked: Asked, group: Callable[[int], int], groups: int
) -> tuple[list[str], list[Cells], list[int]]:
    """Return heads and scores of the columns, the main measure first; and how many questions."""
    measures = (asked.main, *(one for one in asked.measures if one != asked.main))
    found = [(str(one), *_grouped(asked, asked.board, one, group, groups)) for one in measures]
    for gold, board in asked.boards[1:]:
        found.append((f"{asked.main} ({gold})", *_grouped(asked, board, asked.main, group, groups)))
    return [head for head, _, _ in found], [values for _, values, _ in found], found[0][2]


def _grouped(
    asked: Asked, board: Scoreboard, one: Measure, group: Callable[[int], int], groups: int
) -> tuple[Cells, list[int]]:
    """Return a measure over all questions and each group, by place of the run; and how many questions."""
    runs = board.runs
    values = np.full((groups + 1, len(runs)), np.nan)
    values[0] = [board.score(one, run).value for run in runs]
    made = prepare_tests(board, asked.catalog, one)
    counts = [0] * (groups + 1)
    found = made.found
    if found is None or found.unit == "series":
        return values, counts
    places = [runs.index(run) for run in found.runs]
    values[1:, places] = by_group(asked, made, group, groups)
    for question in questions_scored(made):
        counts[0] += 1
        counts[group(question) + 1] += 1
    return values, counts


def _questions_tested(asked: Asked) -> list[int]:
    """Return the question of every unit that is tested."""
    found = asked.board.unit_values(asked.main)
    units = asked.catalog.answer_question[found.units] if found.unit == "answer" else found.units
    return [] if found.unit == "series" else [int(unit) for unit in units]


def _marks(asked: Asked, order: list[int], wanted: list[bool]) -> list[str]:
    """Return the mark of each run against the one below it, over the units that are wanted."""
    made, runs = asked.tested, asked.board.runs
    if made.found is None or not len(made.values) or not wanted:
        return [""] * len(order)
    rows = np.array(wanted, dtype=np.bool_)
    marks = []
    for upper, lower in pairwise(order):
        columns = made.column(runs[upper]), made.column(runs[lower])
        if None in columns:
            marks.append("")
            continue
        a, b = (made.values[rows, column] for column in columns)
        marks.append(sign_test(a, b, asked.main.direction).mark)
    return [*marks, ""]


def hardness(asked: Asked) -> Sheet:
    """Return how many questions of each category are easy, medium and hard (Sakai 2010, Figures 2 to 5)."""
    names, group = categories_of(asked)
    found = of_submitted(asked, by_question(asked, asked.board, asked.main))
    out = [found.runs.index(asked.run)] if asked.without and asked.run in found.runs else []
    third = thirds(unit_means(found.values * is_better(asked.main), out))
    groups = np.array([group(at) for at in found.units.tolist()], dtype=np.int64)
    counts = count_thirds(third, groups, len(names))
    kept = [at for at in range(len(names)) if counts[at].sum()]
    rows = tuple(
        (names[at], int(counts[at].sum()), *counts[at].tolist(), *(counts[at] / counts[at].sum()).tolist())
        for at in kept
    )
    over = f"over {len(found.runs) - len(out)} runs"
    told = f"Thirds of {int(counts.sum()):,} questions by their mean {asked.main} {over}"
    told += f", {asked.board.name_of(found.runs[out[0]])} left out." if out else "."
    head = ("category", "questions", *HARDNESS, *(f"{one}, share" for one in HARDNESS))
    title = f"Easy, medium and hard questions by {asked.main}"
    table = Table("hardness", title, head, rows, (0,), asked.caption(told))
    figure = hardness_by_category(
        {names[at]: counts[at].tolist() for at in kept}, str(asked.main), caption=told
    )
    return Sheet(table, figure)


def zero_medians(asked: Asked) -> Sheet:
    """Return the share of questions whose median over the runs is 0, by kind and category (Voorhees 3.1)."""
    rows: list[tuple[object, ...]] = []
    for kind in asked.board.kinds:
        one = asked.main if asked.board.kind_of(asked.main) == kind else measure(USUAL[kind][0])
        try:
            found = of_submitted(asked, by_question(asked, asked.board, one))
        except Refused:
            continue
        questions = asked.catalog.questions
        kept = np.array([questions[at].kind == kind for at in found.units.tolist()], dtype=np.bool_)
        values, units = found.values[kept], found.units[kept].tolist()
        groups = ["all", *sorted({questions[at].category for at in units if questions[at].category})]
        for name in groups:
            inside = np.array(
                [name == "all" or questions[at].category == name for at in units], dtype=np.bool_
            )
            chosen = values[inside]
            ((share, count),) = shares_of_zero_medians(chosen, np.zeros(len(chosen), dtype=np.int64), 1)
            rows.append((kind, name, str(one), count, share))
    if not rows:
        raise Refused(f"{asked.main} is not scored question by question here. Choose another measure.")
    told = "Share of the questions that half of the runs, or more, score 0 on."
    head = ("kind", "category", "measure", "questions", "share with median 0")
    return Sheet(
        Table(
            "zero-medians", "Questions with a median of 0", head, tuple(rows), (0, 1, 2), asked.caption(told)
        )
    )
