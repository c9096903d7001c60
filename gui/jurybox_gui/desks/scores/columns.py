"""How wide the columns of the table of scores are: names first, then numbers, the range takes the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from jurybox.scoring.coverage import short_of
from jurybox_gui.tables.score_table import FIXED, MAIN, MOVE, RANGE, RANK, RUN
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import text_width

if TYPE_CHECKING:
    from jurybox_gui.tables.score_table import ScoreTable

NAME_INSET = 28
"""From the left end of a name's cell to the name: the run's marker stands there."""

MARK_SPACE = 24
"""Behind the numbers of the measure that ranks: the marks stand there."""
ARROW_SPACE = 38
"""Behind a number under another gold standard: how many places a run rose stands there."""

_SET = {RANK: 52, MOVE: 44}
_MAIN = 72
_NAME, _NAME_MOST, _NAME_SPACE = 110, 420, NAME_INSET + 14
_RANGE, _RANGE_MOST = 140, 560
_GOLD_MOST = 200
_NUMBER, _NUMBER_SPACE, _NUMBER_MOST = 54, 20, 104


def column_widths(table: ScoreTable, room: int) -> list[int]:
    """Return a width for every column; together they fill `room`, or more if it is too narrow for them."""
    heads = [_head_width(table, column) for column in range(FIXED, table.columnCount())]
    words = f"{table.headerData(MAIN, Qt.Orientation.Horizontal)} ▾"
    main = max(_MAIN, round(text_width(words, font(Px.ASIDE, 650))) + MARK_SPACE + 8)
    main = max(main, _coverage_width(table, MAIN) + MARK_SPACE + 8)
    spare = room - sum(_SET.values()) - main - _NAME - _RANGE - sum(heads)
    longest = max((text_width(row.name, font(Px.BASE, 600)) for row in table.rows), default=0.0)
    wanted = min(_NAME_MOST, round(longest) + _NAME_SPACE) - _NAME
    name = max(0, min(wanted, spare // 2))
    spare = max(0, spare - name)
    # A very wide range would carry the numbers too far from the names that they belong to.
    each = max(spare // 3, spare - (_RANGE_MOST - _RANGE)) // max(1, len(heads))
    numbers = [head + max(0, min(each, _NUMBER_MOST - head)) for head in heads]
    spare -= sum(numbers) - sum(heads)
    return [_SET[RANK], _SET[MOVE], _NAME + name, main, _RANGE + spare, *numbers]


def _head_width(table: ScoreTable, column: int) -> int:
    words = str(table.headerData(column, Qt.Orientation.Horizontal))
    if table.gold_of(column) is not None:
        wanted = round(text_width(words, font(Px.ASIDE, 500))) + ARROW_SPACE + 8
        wanted = max(wanted, _coverage_width(table, column) + ARROW_SPACE + 8)
        return max(_NUMBER + ARROW_SPACE, min(_GOLD_MOST, wanted))
    wanted = max(round(text_width(words, font(Px.ASIDE, 500))), _coverage_width(table, column))
    return max(_NUMBER, wanted + _NUMBER_SPACE)


def _coverage_width(table: ScoreTable, column: int) -> int:
    return round(text_width(short_of(table.coverage_of(column)), font(Px.CAP, 650, tabular=True)))


assert tuple(range(FIXED)) == (RANK, MOVE, RUN, MAIN, RANGE)  # noqa: S101 - the order of the widths above
