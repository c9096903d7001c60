"""The widths of the columns of the table of scores: names first, then numbers; the range gets the rest."""

from __future__ import annotations

from jurybox_gui.tables.score_columns import ARROW_SPACE, MARK_SPACE, NAME_INSET, ScoreColumn
from jurybox_gui.tables.score_table import ScoreTable
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import text_width

_MAIN = 72
_NAME, _NAME_MOST, _NAME_SPACE = 110, 280, NAME_INSET + 14
_RANGE, _RANGE_TIGHT, _RANGE_LEGIBLE, _RANGE_MOST = 124, 128, 180, 560
_GOLD_MOST = 200
_NUMBER, _NUMBER_SPACE, _NUMBER_MOST = 54, 18, 104
_BEFORE_TIGHT = 2
"""Space before a head where the columns have too little room, px."""


def column_widths(table: ScoreTable, room: int) -> list[int]:
    """Return a width for every column; together they fill `room`, or more if it is too narrow for them."""
    widths = {column.id: _least(table, column) for column in table.columns}
    if not widths:
        return []
    cramped = sum(widths.values()) + _RANGE_LEGIBLE - _RANGE > room
    if cramped and "move" in widths and not any(row.move for row in table.rows):
        # While no run has moved, the range gets the width of that column; 0 px hides it.
        widths["bounds"] += widths["move"]
        widths["move"] = 0
    longest = max((text_width(row.name, font(Px.BASE, 600)) for row in table.rows), default=0.0)
    wanted = min(_NAME_MOST, round(longest) + _NAME_SPACE)
    _tighten(widths, table, sum(widths.values()) - room, wanted)
    spare = room - sum(widths.values())
    name = max(0, min(wanted - widths["run"], spare // 2))
    widths["run"] += name
    spare = max(0, spare - name)
    # A very wide range would push the numbers too far from their names.
    numbers = [one.id for one in table.columns if one.width is None and one.id not in _OWN_WIDTH]
    each = max(spare // 3, spare - (_RANGE_MOST - _RANGE)) // max(1, len(numbers))
    for id_ in numbers:
        more = max(0, min(each, _NUMBER_MOST - widths[id_]))
        widths[id_] += more
        spare -= more
    widths["bounds"] += spare
    return list(widths.values())


_OWN_WIDTH = {"run", "main", "bounds"}


def _tighten(widths: dict[str, int], table: ScoreTable, over: int, name: int) -> None:
    """Take air out of columns that are `over` px too wide, so that the last of them is not out of sight.

    `name`: what the longest name takes. Numbers come closer first, then the range to the names.
    """
    for at, column in enumerate(table.columns):
        if column.width is None and column.gold is None and column.id not in _OWN_WIDTH:
            air = _NUMBER_SPACE - table.space(at) - _BEFORE_TIGHT
            least = max(_NUMBER, _value_width(table, column))
            less = max(0, min(over, air, widths[column.id] - least))
            widths[column.id] -= less
            over -= less
    heading = next((one.shown_heading for one in table.columns if one.id == "run"), "")
    name = max(name, round(text_width(heading, font(Px.ASIDE, 650))) + _NAME_SPACE)
    for id_, least in (("run", name), ("bounds", _RANGE_TIGHT)):
        less = max(0, min(over, widths[id_] - least))
        widths[id_] -= less
        over -= less


def _least(table: ScoreTable, column: ScoreColumn) -> int:
    if column.width is not None:
        return column.width
    if column.id == "run":
        return _NAME
    if column.id == "bounds":
        return _RANGE
    ranks = column.id == "main"
    sorts = ranks or column.gold is not None  # long heads, which need room for their arrow
    face = font(Px.ASIDE, 650 if sorts else 500)
    heading = round(text_width(f"{column.shown_heading} ▾" if sorts else column.shown_heading, face))
    wanted = max(heading, _coverage_width(table, column))
    if ranks:
        return max(_MAIN, wanted + MARK_SPACE + 8)
    if column.gold is not None:
        return max(_NUMBER + ARROW_SPACE, min(_GOLD_MOST, wanted + ARROW_SPACE + 8))
    return max(_NUMBER, wanted + _NUMBER_SPACE, _value_width(table, column))


def _value_width(table: ScoreTable, column: ScoreColumn) -> int:
    """Return what the longest number of a column takes, such as `-1.000`: a number is never cut."""
    longest = max((column.text(row) for row in table.rows), key=len, default="")
    face = font(Px.BASE, tabular=True)
    return round(text_width(longest, face)) + table.space(table.position(column.id)) + _BEFORE_TIGHT


def _coverage_width(table: ScoreTable, column: ScoreColumn) -> int:
    words = table.coverage_in_head(table.position(column.id))
    return round(text_width(words, font(Px.CAP, 650, tabular=True)))
