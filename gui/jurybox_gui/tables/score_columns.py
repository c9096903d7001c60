"""The columns of the live table of Scores: one `ScoreColumn` has everything about a column.

The table, its heads and tool tips, its widths, the painted cells and the exported frame all use these
records.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from jurybox.language import grouped, tr, tr_head, tr_heads, trn
from jurybox.lists import clauses
from jurybox.measures import Measure
from jurybox.results.cells import score_text
from jurybox.results.columns import UNDER, column_head
from jurybox.results.frame import make_frame
from jurybox.scoring import Bounds, Coverage, RunScore
from jurybox.scoring.coverage import judged_columns, judged_of, percent
from jurybox.wording import count_of
from jurybox_gui.tables.score_rows import ScoreRow

if TYPE_CHECKING:
    import pandas as pd


Tone = Literal["score", "count", "due", "share"]
"""How a number is painted: as a score; as a count, dimmed and with a dash for 0; as a count of pending units;
as a share with a bar, which warns where it is below nine tenths.
"""

NAME_INSET = 28
"""Space before the name in its cell, px, for the run's marker."""
MARK_SPACE = 24
"""Space after the numbers of the measure that ranks, px, for the marks."""
ARROW_SPACE = 38
"""Space after a number under another gold standard, px, for the number of places the run rises there."""

ONCE_JUDGED, ONCE_DECIDED = tr("once all is judged"), tr("once all is judged and decided")
"""What bounds assume; the second under an adjudicated gold standard."""
_HEADS = tr_heads("Rank", "Move", "Run", "silent", "pending")


class Exported(NamedTuple):
    """A column of the exported frame: the cell of a row, and its head ("": the heading of its `ScoreColumn`).

    `scored`: it holds the scores that the coverage of its `ScoreColumn` belongs to.
    """

    value: Callable[[ScoreRow], object]
    head: str = ""
    is_text: bool = False
    scored: bool = False


@dataclass(frozen=True)
class ScoreColumn:
    """A column of the live table; two are equal if they show the same thing under the same heading.

    `text` returns the content of a cell, `details` its tool tip ("" for nothing more), `tip` is the tool tip
    of the head, before the coverage. `name` names its scores in sentences, such as `accuracy under BA`.
    `measure` and `gold` are positions among those shown. `coverage` is what a score rests on, None while it
    is being computed. `width`, px, is fixed; None: as wide as the head needs, or more. `space`, px, is free
    after the numbers. `sort` is the sort key of a click on the head, None for none: a click on a measure
    makes it rank. `span`: the limits of the small range drawn below the numbers, None for no range. `exports`
    are its columns in a file. Three columns have none: lines, places moved, which last until the next label,
    and pending units, which a file has beside its scores.
    """

    id: str
    heading: str
    text: Callable[[ScoreRow], str] = field(compare=False)
    details: Callable[[ScoreRow], str] = field(default=lambda _row: "", compare=False)
    tip: str = ""
    name: str = ""
    measure: int | None = None
    gold: int | None = None
    coverage: Callable[[ScoreRow], Coverage | None] | None = field(default=None, compare=False)
    width: int | None = None
    space: int = 12
    left: bool = False
    tone: Tone = "score"
    sort: Callable[[ScoreRow], str | float] | None = field(default=None, compare=False)
    span: tuple[float, float] | None = None
    exports: tuple[Exported, ...] = field(default=(), compare=False)

    @property
    def shown_heading(self) -> str:
        """The displayed heading; files keep the English one."""
        return tr_head(self.heading) if self.heading in _HEADS else self.heading


def score_columns(
    measures: Sequence[Measure],
    main: int,
    golds: Sequence[str],
    called: Callable[[str], str],
    bounds_of: Callable[[Measure, int], Bounds],
    span_of: Callable[[Measure], tuple[float, float]],
    rows: Sequence[ScoreRow],
) -> tuple[ScoreColumn, ...]:
    """Return the columns in their displayed order; they are declared only here.

    `main`: the position of the measure that ranks; `called`: the names of gold standards in heads;
    `bounds_of`: the bounds of another measure and a run, computed when a cell is hovered; `span_of`: the lowest and
    the highest value that it can have.
    """
    if not measures:
        return ()
    one, judged = measures[main], _judged_columns(measures, main, rows)
    columns = [
        ScoreColumn(
            "rank",
            "Rank",
            lambda row: "" if row.rank is None else str(row.rank),
            tip=tr("The rank by {name}; tied runs share the better rank.", name=one.name),
            width=46,
            sort=lambda row: math.nan if row.rank is None else float(row.rank),
            exports=(Exported(lambda row: row.rank, "rank"),),
        ),
        ScoreColumn(
            "joined",
            "",
            lambda row: clauses(each.words for each in row.joined),
            lambda row: ". ".join(each.words for each in row.joined),
            tip=tr("Runs joined by a line do not differ significantly."),
            width=26,
            left=True,
        ),
        ScoreColumn(
            "move",
            "Move",
            lambda row: "" if not row.move else f"{'up' if row.move > 0 else 'down'} {abs(row.move)}",
            tip=tr("How many ranks the run rose or fell with the last label."),
            width=44,
            left=True,
            sort=lambda row: float(row.move),
        ),
        ScoreColumn(
            "run",
            "Run",
            lambda row: row.name,
            lambda row: row.name,
            left=True,
            sort=lambda row: row.name.casefold(),
            exports=(Exported(lambda row: f"({row.name})" if row.is_person else row.name, "run", is_text=True),),
        ),
        _measure_column("main", measures, main, lambda _one, row: row.bounds, space=MARK_SPACE, intervals=True),
        *judged[main],
        ScoreColumn(
            "bounds",
            "",
            lambda row: range_words(row.range),
            lambda row: _measure_details(one, main, row, row.bounds, intervals=True),
            measure=main,
            exports=(
                Exported(lambda row: row.bounds.low, "lowest"),
                Exported(lambda row: row.bounds.high, "highest"),
                *_if_judged_exports(rows),
                Exported(lambda row: row.interval and row.interval.low, "interval from"),
                Exported(lambda row: row.interval and row.interval.high, "interval to"),
            ),
        ),
    ]
    for at, other in enumerate(measures):
        if at != main:
            made = _measure_column(
                f"measure:{other.name}", measures, at, lambda one, row: bounds_of(one, row.run), span=span_of(other)
            )
            columns += [made, *judged[at]]
    columns += [_gold_column(one, at, name, called) for at, name in enumerate(golds)]
    if any(row.silent is not None for row in rows):
        columns.append(
            ScoreColumn(
                "silent",
                "silent",
                lambda row: "" if row.silent is None else grouped(row.silent),
                tip=tr("Answers that the run does not decide."),
                tone="count",
                sort=lambda row: math.nan if row.silent is None else float(row.silent),
                exports=(Exported(lambda row: row.silent),),
            )
        )
    columns.append(
        ScoreColumn(
            "pending",
            "pending",
            lambda row: grouped(row.scores[main].waiting),
            tip=tr("Units of {name} that are scored once they are judged.", name=one.name),
            tone="due",
            sort=lambda row: float(row.scores[main].waiting),
        )
    )
    return tuple(columns)


def _measure_column(
    id_: str,
    measures: Sequence[Measure],
    at: int,
    bounds: Callable[[Measure, ScoreRow], Bounds],
    *,
    space: int = 12,
    span: tuple[float, float] | None = None,
    intervals: bool = False,
) -> ScoreColumn:
    one = measures[at]
    exports = [Exported(lambda row: row.scores[at].value, str(one), scored=True)]
    if intervals:
        exports.append(Exported(lambda row: row.mark, "mark", is_text=True))
    return ScoreColumn(
        id_,
        one.name,
        lambda row: score_text(row.scores[at].value),
        lambda row: _measure_details(one, at, row, bounds(one, row), intervals=intervals),
        name=str(one),
        measure=at,
        coverage=lambda row: row.coverage[at] if at < len(row.coverage) else None,
        space=space,
        span=span,
        exports=tuple(exports),
    )


def _judged_columns(measures: Sequence[Measure], main: int, rows: Sequence[ScoreRow]) -> list[list[ScoreColumn]]:
    """Return for each measure the column beside it of how much is judged, if any; see `judged_columns`."""
    places = [main, *(at for at in range(len(measures)) if at != main)]
    heads = judged_columns([[row.judged[at] if at < len(row.judged) else None for row in rows] for at in places])
    columns: list[list[ScoreColumn]] = [[] for _ in measures]
    for found, head in heads.items():
        columns[places[found]] = [_judged_column(measures[places[found]], places[found], head)]
    return columns


def _judged_column(one: Measure, at: int, head: str) -> ScoreColumn:
    def share(row: ScoreRow) -> float:
        judged = row.judged[at] if at < len(row.judged) else None
        return math.nan if judged is None else judged.share

    def details(row: ScoreRow) -> str:
        rests = row.coverage[at] if at < len(row.coverage) else None
        return "" if rests is None else judged_of([rests])

    return ScoreColumn(
        f"judged:{one.name}",
        head,
        lambda row: "" if math.isnan(share(row)) else percent(share(row)),
        details,
        tip=tr(
            "How much is judged of the answers that {name} looks at, in the questions that are scored.", name=one.name
        ),
        tone="share",
        sort=share,
    )


def _if_judged_exports(rows: Sequence[ScoreRow]) -> tuple[Exported, ...]:
    if all(math.isnan(row.if_judged.low) for row in rows):
        return ()
    return (
        Exported(lambda row: row.if_judged.low, "lowest if all judged"),
        Exported(lambda row: row.if_judged.high, "highest if all judged"),
    )


def _gold_column(one: Measure, at: int, name: str, called: Callable[[str], str]) -> ScoreColumn:
    full = name if UNDER in name else f"{one.name}{UNDER}{called(name)}"
    return ScoreColumn(
        f"gold:{name}",
        called(name),
        lambda row: score_text(row.gold_scores[at].score.value) if row.gold_scores else "-",
        lambda row: _gold_details(full, at, row),
        tip=tr("The arrow shows how many ranks the run rises or falls, compared with this table."),
        name=full,
        gold=at,
        coverage=lambda row: row.gold_scores[at].coverage if row.gold_scores else None,
        space=ARROW_SPACE,
        sort=lambda row: row.gold_scores[at].score.value if row.gold_scores else math.nan,
        exports=(
            Exported(
                lambda row: row.gold_scores[at].score.value if row.gold_scores else None,
                column_head(name, one),
                scored=True,
            ),
            Exported(lambda row: row.gold_scores[at].rose if row.gold_scores else None, f"rank change under {name}"),
        ),
    )


def _measure_details(one: Measure, at: int, row: ScoreRow, bounds: Bounds, *, intervals: bool) -> str:
    rests = row.coverage[at] if at < len(row.coverage) else None
    words = [_score_over(one.name, row.scores[at], rests)]
    if bounds.low < bounds.high:
        words.append(tr("{range} {once}", range=range_words(bounds), once=once_judged(rests, bounds)))
        if bounds.leave_out(row.scores[at].value):
            words.append(tr("the score so far is outside this range"))
    if intervals and not math.isnan(row.if_judged.low):
        words.append(tr("{range} if all were judged", range=range_words(row.if_judged)))
    if intervals and row.interval is not None and not math.isnan(row.interval.low):
        low, high = score_text(row.interval.low), score_text(row.interval.high)
        words.append(tr("95 % interval {low} to {high}", low=low, high=high))
    return clauses(words)


def _gold_details(name: str, at: int, row: ScoreRow) -> str:
    if not row.gold_scores:
        return ""
    found = row.gold_scores[at]
    words = _score_over(name, found.score, found.coverage if found.coverage.total else None)
    if not found.rose:
        return words
    places = (
        trn("{n} place higher than in this table", "{n} places higher than in this table", found.rose)
        if found.rose > 0
        else trn("{n} place lower than in this table", "{n} places lower than in this table", -found.rose)
    )
    return clauses((words, places))


def sorted_rows(rows: Sequence[ScoreRow], column: ScoreColumn, *, turned: bool) -> list[ScoreRow]:
    """Return rows sorted by a column, texts ascending and numbers descending, or reversed (`turned`).

    Ties keep their order; undefined numbers come last. Such rows have no marks and lines, which belong to the
    order of scores.
    """
    if column.sort is None:
        return list(rows)
    keyed = [(column.sort(row), replace(row, mark="", joined=())) for row in rows]
    known = [one for one in keyed if isinstance(one[0], str) or not math.isnan(one[0])]
    unknown = [row for key, row in keyed if not isinstance(key, str) and math.isnan(key)]
    is_text = any(isinstance(key, str) for key, _ in known)
    known.sort(key=itemgetter(0), reverse=turned == is_text)
    return [*(row for _, row in known), *unknown]


def column_coverage(column: ScoreColumn, rows: Sequence[ScoreRow]) -> tuple[Coverage, ...]:
    """Return what the scores of a column rest on, row by row; nothing while they are computed."""
    if column.coverage is None:
        return ()
    found = [column.coverage(row) for row in rows]
    return tuple(one for one in found if one is not None) if None not in found else ()


_SPANS = {"bounds": ("lowest", "highest"), "95 % interval": ("interval from", "interval to")}
"""What is one column on screen but two in files for programs."""


def score_frame(columns: Sequence[ScoreColumn], rows: Sequence[ScoreRow], notes: Sequence[str]) -> pd.DataFrame:
    """Return the live table as a frame indexed by run; values not computed yet are None.

    Judges and the asker have their names in brackets.
    """
    ordered = sorted(columns, key=lambda column: column.id != "run")
    parts = [(column, part._replace(head=part.head or column.heading)) for column in ordered for part in column.exports]
    heads = {part.head for _, part in parts}
    return make_frame(
        "scores",
        f"Runs by {next(column.name for column in columns if column.id == 'main')}",
        [part.head for _, part in parts],
        ([part.value(row) for _, part in parts] for row in rows),
        [at for at, (_, part) in enumerate(parts) if part.is_text],
        notes,
        units={part.head: each for column, part in parts if part.scored and (each := column_coverage(column, rows))},
        spans={name: ends for name, ends in _SPANS.items() if heads.issuperset(ends)},
    )


def range_words(bounds: Bounds) -> str:
    """Return bounds in words, such as `.412 to .655`; outer bounds are marked as such."""
    if math.isnan(bounds.low):
        return tr("undefined")
    low, high = score_text(bounds.low), score_text(bounds.high)
    if bounds.exact:
        return tr("{low} to {high}", low=low, high=high)
    return tr("within {low} to {high}", low=low, high=high)


def once_judged(rests: Coverage | None, bounds: Bounds) -> str:
    """Return the assumption of bounds, such as `once the 58 series pending are judged too`."""
    if rests is None or not rests.pending:
        return ONCE_DECIDED if bounds.decided else ONCE_JUDGED
    pending = count_of(rests.pending, rests.unit)
    if bounds.decided:
        return trn(
            "once the {pending} pending is judged too and disputes are decided",
            "once the {pending} pending are judged too and disputes are decided",
            rests.pending,
            pending=pending,
        )
    return trn(
        "once the {pending} pending is judged too",
        "once the {pending} pending are judged too",
        rests.pending,
        pending=pending,
    )


def _score_over(name: str, score: RunScore, rests: Coverage | None) -> str:
    """Return a score, or why there is none, and the number of units it is over."""
    value = score_text(score.value) if score.defined else tr("undefined: {reason}", reason=score.reason)
    if rests is None:
        return tr("{name} {value}", name=name, value=value)
    return tr("{name} {value}, over {coverage}", name=name, value=value, coverage=rests.full)
