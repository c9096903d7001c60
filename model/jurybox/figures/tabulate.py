"""A picture without a painter: as rows, as CSV, as a table, and in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.csv_files import csv_of_rows
from jurybox.language import tr, tr_head
from jurybox.lists import comma_list
from jurybox.numbers import count_text, score_text

if TYPE_CHECKING:
    from jurybox.figures.figure import Figure
    from jurybox.figures.parts import Box, Line, Point

MOST_ROWS = 400
"""Lines and clouds with more pairs than this are not spelled out in tables, only in CSV."""
_HEAD = ("layer", "name", "role", "x", "y", "value")


@dataclass(frozen=True, slots=True)
class DataTable:
    """The same data for reading: heads, and rows of words and numbers (NaN: undefined).

    A picture says it in words with these on every change, so they are not frames; `results.figure_tables` is
    what is shown as a table.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]

    def texts(self) -> list[tuple[str, ...]]:
        """Return the rows as they are printed."""
        return [
            tuple(
                [
                    " ".join(cell.split())
                    if isinstance(cell, str)
                    else score_text(cell)
                    if -1.0 < cell < 1.0 and isinstance(cell, float)  # what most numbers are
                    else count_text(cell)
                    for cell in row
                ]
            )
            for row in self.rows
        ]


def rows_of(figure: Figure) -> list[tuple[str, str, str, float, float, float | None]]:
    """Return all that is drawn as rows (layer, name, role, x, y, value); x and y may be NaN."""
    rows: list[tuple[str, str, str, float, float, float | None]] = [
        ("point", p.name, _role(p), p.x, p.y, None) for p in figure.points
    ]
    layers = (
        ("curve", figure.curves),
        ("iso line", figure.iso_lines),
        ("reference", figure.references),
        ("cloud", figure.clouds),
        ("area", figure.areas),
    )
    for layer, lines in layers:
        for line in lines:
            pairs = zip(line.x.tolist(), line.y.tolist(), line.names or ("",) * len(line.x), strict=True)
            rows += [(layer, line.name, called, x, y, line.value) for x, y, called in pairs]
    rows += [("bar", b.name, b.part, sum(b.x) / 2, sum(b.y) / 2, b.value) for b in figure.bars]
    rows += [
        ("interval", b.name, end, math.nan, math.nan, value)
        for b in figure.bars
        if b.interval
        for end, value in zip(("low", "high"), b.interval, strict=True)
    ]
    for box in figure.boxes:
        rows += [("box", box.name, part, box.at, y, None) for part, y in _parts(box)]
    rows += [("coverage", name, what, math.nan, math.nan, float(count)) for name, what, count in figure.rests]
    return rows


def csv_of(*figures: Figure) -> str:
    """Write the rows as CSV under one header row; numbers unrounded, undefined ones empty.

    Rows of several pictures begin with the title of theirs.
    """
    several = len(figures) > 1
    rows: list[Sequence[object]] = [(*(("picture",) if several else ()), *_HEAD)]
    for figure in figures:
        first = (figure.title,) if several else ()
        for *words, x, y, value in rows_of(figure):
            numbers = (None if number is None else float(number) for number in (x, y, value))
            rows.append((*first, *words, *numbers))
    return csv_of_rows(rows)


def tables_of(figure: Figure) -> list[DataTable]:
    """Return the data of a picture as tables for reading, one for each kind of thing that it shows."""
    every = (_points(figure), _bars(figure), _boxes(figure), _lines(figure), _coverage(figure))
    return [table for table in every if table.rows]


def text_alternative(figure: Figure) -> str:
    """Return the picture in words: title, caption, tables, and the names of its lines."""
    parts = [part for part in (figure.title, figure.caption) if part]
    tables = tables_of(figure) or [_points(figure)]
    for table in tables:
        parts += _aligned([tuple(map(tr_head, table.head)), *table.texts()])
    lines = [tr("equal {name}", name=line.name) for line in figure.iso_lines] + [
        line.name for line in figure.references
    ]
    lines += [_area_words(area) for area in figure.areas]
    lines += [
        tr("{name}, {n:,} steps", name=_one_line(c.name), n=len(c.x)) for c in figure.curves if len(c.x) > MOST_ROWS
    ]
    lines += [
        tr("{name}, {n:,} points", name=_one_line(c.name), n=len(c.x)) for c in figure.clouds if len(c.x) > MOST_ROWS
    ]
    return "\n".join(parts + ([tr("Lines: {lines}.", lines=comma_list(lines))] if lines else []))


def _points(figure: Figure) -> DataTable:
    more = tuple(dict.fromkeys([name for p in figure.points for name, _ in p.more]))
    rows: list[tuple[str | float, ...]] = []
    for p in figure.points:
        known = dict(p.more)
        rows.append((_label(p), p.x, p.y, *[known.get(name, math.nan) for name in more]))
    return DataTable(("run", figure.x.label, figure.y.label, *more), tuple(rows))


def _bars(figure: Figure) -> DataTable:
    """One row a bar and a column for each of its parts."""
    parts = tuple(dict.fromkeys(bar.part for bar in figure.bars))
    by_name: dict[str, dict[str, float]] = {}
    for bar in figure.bars:
        by_name.setdefault(bar.name, {})[bar.part] = bar.value
    rows: list[tuple[str | float, ...]] = [
        (name, *(known.get(part, 0.0) for part in parts)) for name, known in by_name.items()
    ]
    return DataTable(("name", *parts), tuple(rows))


def _boxes(figure: Figure) -> DataTable:
    head = (figure.x.name, "low", "first quartile", "median", "third quartile", "high", "outside")
    rows: list[tuple[str | float, ...]] = []
    for box in figure.boxes:
        circles = comma_list(score_text(v) for v in box.outside)
        rows.append((box.name, box.low, box.first, box.median, box.third, box.high, circles))
    return DataTable(head, tuple(rows))


def _lines(figure: Figure) -> DataTable:
    rows = tuple(row for line in (*figure.curves, *figure.clouds) for row in _pairs(figure, line))
    return DataTable(("line", figure.x.label, figure.y.label), rows)


def _pairs(figure: Figure, line: Line) -> Iterator[tuple[str | float, ...]]:
    if len(line.x) > MOST_ROWS:
        return
    called = dict(zip(figure.x.ticks, figure.x.names, strict=False))
    for n, (x, y) in enumerate(zip(line.x.tolist(), line.y.tolist(), strict=True)):
        name = f"{line.name}: {line.names[n]}" if line.names else line.name
        yield name, called.get(x, x), y


def _coverage(figure: Figure) -> DataTable:
    """One row a score, with how many units it rests on, and how many are pending and excluded."""
    kinds = tuple(dict.fromkeys(what for _, what, _ in figure.rests))
    by_name: dict[str, dict[str, int]] = {}
    for name, what, count in figure.rests:
        by_name.setdefault(name, {})[what] = count
    rows: list[tuple[str | float, ...]] = [
        (name, *(known.get(what, "") for what in kinds)) for name, known in by_name.items()
    ]
    return DataTable(("score", *kinds), tuple(rows))


def _area_words(area: Line) -> str:
    return area.name if area.value is None else f"{_one_line(area.name)} {score_text(area.value)}"


def _parts(box: Box) -> list[tuple[str, float]]:
    named = [("low", box.low), ("first quartile", box.first), ("median", box.median)]
    named += [("third quartile", box.third), ("high", box.high)]
    return named + [("outside", value) for value in box.outside]


def _role(point: Point) -> str:
    return point.aside or ("baseline" if point.baseline else "submitted")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _label(point: Point) -> str:
    name, marks = " ".join(point.name.split()), ["baseline"] if point.baseline else []
    marks += ["chosen"] if point.emphasized else []
    marks += [point.aside] if point.aside else []
    return f"{name} ({', '.join(marks)})" if marks else name


def _aligned(table: Sequence[tuple[str, ...]]) -> list[str]:
    columns = []
    for at, column in enumerate(zip(*table, strict=True)):
        width = max(map(len, column))
        columns.append([cell.rjust(width) if at else cell.ljust(width) for cell in column])
    return ["  ".join(row) for row in zip(*columns, strict=True)]
