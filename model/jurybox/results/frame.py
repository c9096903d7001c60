"""How every table of results is made: a pandas frame whose `attrs` say how to read it.

`attrs` holds the same keys in every frame:

* `name`: a short name, for files;
* `caption`: what the table shows, in a phrase;
* `lead`: what is said before the table, since its numbers mislead without it; "" for nothing. Elsewhere than in
  `notes`, which come after it;
* `notes`: sentences needed to read it. The last ones say on how many units the scores rest;
* `units`: for each column of scores, by its head, what the score of each row rests on (`Coverage`);
* `judged`: for each column of scores of ranked lists, how much of what they look at is judged (`JudgedShare`);
* `rests`: the same as `units` for scores that have no column of their own, such as those behind p-values (`Resting`);
* `words`: the positions of columns of text, index first; all others hold numbers;
* `exact_only`: heads of columns that only CSV and Excel have: counts of units, both ends of bounds;
* `ranges`: by the head of a column of scores, the heads of its low and high end and, for each row, whether
  both can be reached. For people the three are one cell, `.500 [.400, .600]`, with `~` where they cannot.
* `spans`: by a head, the heads of two columns that people see as one of that head, `[.400, .600]`;
* `best`: by the head of a column of scores whose best ones are printed in bold, whether higher is better;
* `void`: whether there is nothing to show: no row, or no figure that is defined. For people the notes are
  all of the table then, and say why; CSV, Excel and JSON have the rows there are.
* `p_values`: by the head of a column of p-values, the smallest that its test can give (0: no limit).
* `shown_as`: by the head of a column, what people see instead of some of its cells;

Leading columns that name a row are the index. pandas is imported only when a frame is made: it takes longer
to load than the window takes to open. What is only printed stays `Rows`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ParamSpec

if TYPE_CHECKING:
    import pandas as pd

    from jurybox.measures import Direction
    from jurybox.scoring.coverage import Coverage, Resting
    from jurybox.scoring.results import JudgedShare

COUNTED = ("units", "pending", "excluded")
"""What is counted of the units behind a score, as heads of columns."""
JUDGED = "judged"
"""The head of the share of the answers behind a score that are judged."""
_Given = ParamSpec("_Given")
UNITS = "units"
"""The name of the last row for people, with the number of units each column rests on."""


@dataclass(frozen=True, slots=True)
class Rows:
    """A table before it is a frame: all heads and rows, how many columns name a row, and `attrs`."""

    head: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    index: int
    attrs: dict[Any, Any]

    def frame(self) -> pd.DataFrame:
        """Return the table as a frame.

        A column is float64, int64 or bool where all its cells are, Int64 where some of its integers are None;
        one that mixes None (nothing to show) with numbers that can be NaN (undefined) keeps Python objects.
        """
        import pandas as pd

        columns = list(zip(*self.rows, strict=True)) if self.rows else [()] * len(self.head)
        series = [pd.Series(column, dtype=_dtype(column)) for column in columns]
        frame = pd.DataFrame(dict(enumerate(series[self.index :])), index=range(len(self.rows)))
        frame.columns = pd.Index(self.head[self.index :], dtype=object)
        if self.index == 1:
            frame.index = pd.Index(series[0], name=self.head[0])
        elif self.index:
            frame.index = pd.MultiIndex.from_arrays(series[: self.index], names=list(self.head[: self.index]))
        frame.attrs = self.attrs
        return frame


def make_rows(
    name: str,
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[object]],
    words: Collection[int] = (0,),
    notes: Iterable[str] = (),
    *,
    units: Mapping[str, Sequence[Coverage]] | None = None,
    rests: Sequence[Resting] = (),
    index: int = 1,
    exact_only: Collection[str] = (),
    ranges: Mapping[str, tuple[str, str, Sequence[bool]]] | None = None,
    p_values: Mapping[str, float] | None = None,
    best: Mapping[str, Direction] | None = None,
    spans: Mapping[str, tuple[str, str]] | None = None,
    void: bool = False,
    shown_as: Mapping[str, Mapping[str, str]] | None = None,
    lead: str = "",
    judged: Mapping[str, Sequence[JudgedShare | None]] | None = None,
) -> Rows:
    """Return a table of rows; the arguments are those of `attrs`, `index` is how many columns name a row.

    `head` and `rows` have all columns, those of the index first.
    """
    units, rests = dict(units or {}), tuple(rests)
    attrs = {
        "name": name,
        "caption": caption,
        "notes": (*filter(None, notes), *_coverage_lines(units, rests)),
        "units": {one: tuple(each) for one, each in units.items()},
        "rests": rests,
        "words": tuple(words),
        "exact_only": tuple(exact_only),
        "ranges": dict(ranges or {}),
        "spans": dict(spans or {}),
        "p_values": dict(p_values or {}),
        "best": dict(best or {}),
        "void": void,
        "shown_as": dict(shown_as or {}),
        "lead": lead,
        "judged": _judged_of(units) if judged is None else {one: tuple(each) for one, each in judged.items()},
    }
    return Rows(tuple(head), [tuple(row) for row in rows], index, attrs)


def _judged_of(units: Mapping[str, Sequence[Coverage]]) -> dict[str, tuple[JudgedShare | None, ...]]:
    found = {head: tuple(one.judged for one in each) for head, each in units.items()}
    return {head: each for head, each in found.items() if any(one is not None for one in each)}


def _as_frame(make: Callable[_Given, Rows]) -> Callable[_Given, pd.DataFrame]:
    def made(*args: _Given.args, **named: _Given.kwargs) -> pd.DataFrame:
        """Return the same as a frame."""
        return make(*args, **named).frame()

    return made


make_frame = _as_frame(make_rows)


def _dtype(column: Sequence[object]) -> str:
    kinds = {type(cell) for cell in column}
    if kinds == {int, type(None)}:
        return "Int64"
    if len(kinds) != 1:
        return "object"
    return {float: "float64", int: "int64", bool: "bool", str: "str"}.get(kinds.pop(), "object")


def _coverage_lines(units: Mapping[str, Sequence[Coverage]], rests: Sequence[Resting]) -> list[str]:
    from jurybox.scoring.coverage import lines_of

    return lines_of([*units.items(), *((one.name, one.each) for one in rests)])


def coverage_lines(frame: pd.DataFrame) -> list[str]:
    """Return the notes that say on how many units scores rest, one for those that rest on the same."""
    return _coverage_lines(frame.attrs["units"], frame.attrs["rests"])


def own_notes(frame: pd.DataFrame) -> list[str]:
    """Return the other notes."""
    notes: tuple[str, ...] = frame.attrs["notes"]
    return list(notes[: len(notes) - len(coverage_lines(frame))])


def head_of(frame: Rows | pd.DataFrame) -> list[str]:
    """Return the heads of all columns, those of the index first."""
    if isinstance(frame, Rows):
        return list(frame.head)
    names = [str(name) for name in frame.index.names if name is not None]
    return [*names, *map(str, frame.columns)]


def rows_of(frame: Rows | pd.DataFrame) -> list[tuple[Any, ...]]:
    """Return the rows as Python values, those of the index first; None where there is nothing to show."""
    if isinstance(frame, Rows):
        return frame.rows
    import pandas as pd

    cells = frame.to_numpy(dtype=object).tolist()  # columns taken one by one would each copy `attrs`
    rows = [[None if cell is pd.NA else cell for cell in row] for row in cells]
    if all(name is None for name in frame.index.names):
        return list(map(tuple, rows))
    if frame.index.nlevels == 1:
        return [(first, *row) for first, row in zip(frame.index.tolist(), rows, strict=True)]
    return [(*first, *row) for first, row in zip(frame.index.tolist(), rows, strict=True)]


def with_units(frame: Rows | pd.DataFrame) -> tuple[list[str], list[list[object]]]:
    """Return head and unrounded rows, with what each score rests on in columns of its own.

    Scores without a column of their own (`rests`) have in every row the counts of the run with the fewest
    units. A count that is a column of the table already, as with judges as runs, is not there twice.
    """
    units, rests, own = frame.attrs["units"], frame.attrs["rests"], head_of(frame)
    shares: dict[str, Sequence[JudgedShare | None]] = frame.attrs["judged"]
    counted = [f"{name} {what}" for name in (*units, *(one.name for one in rests)) for what in COUNTED]
    counted += [f"{name} {JUDGED}" for name in shares]
    least = {one.name: one.least_judged for one in rests}
    counted += [f"{name} {JUDGED}" for name, judged in least.items() if judged is not None]
    added = [at for at, head in enumerate(counted) if head not in own]
    same = [part for one in rests for part in _counts(one.least)]
    last = [judged.share for judged in least.values() if judged is not None]
    rows = []
    for at, row in enumerate(rows_of(frame)):
        of_columns = (part for each in units.values() for part in _counts(each[at]))
        judged = (None if one is None else one.share for one in (each[at] for each in shares.values()))
        parts = [*of_columns, *same, *judged, *last]
        rows.append([*row, *(parts[place] for place in added)])
    return [*own, *(counted[place] for place in added)], rows


def unit_counts(frame: pd.DataFrame) -> list[tuple[str, str, int]]:
    """Return the same as rows of a score, what is counted and the count."""
    from jurybox.scoring.coverage import Resting

    names = tuple(str(row[0]) for row in rows_of(frame))
    columns = [Resting(head, each, names) for head, each in frame.attrs["units"].items()]
    return [row for one in (*columns, *frame.attrs["rests"]) for row in one.numbers]


def _counts(one: Coverage) -> tuple[int, int, int]:
    return one.units, one.pending, one.excluded
