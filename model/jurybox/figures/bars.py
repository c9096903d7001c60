"""Pictures of bars and boxes: scores by series, the best run of each team, hardness by category."""

import math
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Bar, Line, Tone, box_of
from jurybox.language import tr, tr_head, tr_noop
from jurybox.lists import sentences
from jurybox.measures.inputs import Counts
from jurybox.measures.ranks import best_first
from jurybox.numbers import ticks_between
from jurybox.wording import plural

HARDNESS = (tr_noop("easy"), tr_noop("medium"), tr_noop("hard"))
PREFERENCE = (
    tr("validated, correct"),
    tr("rejected, incorrect"),
    tr("left undecided"),
    tr("rejected, correct"),
    tr("validated, incorrect"),
)
"""What a decision can be, the best outcome first (Rodrigo 2010, section 4.5); silence in the middle."""

UNITS = (tr_noop("answer"), tr_noop("answers"), tr_noop("question"), tr_noop("questions"), tr_noop("series"))
"""What measures count or average over, as axes name it."""

Ink = tuple[Tone, float]

_HARDNESS_INKS: tuple[Ink, ...] = (("ink", 0.2), ("ink", 0.5), ("ink", 0.85))
_PREFERENCE_INKS: tuple[Ink, ...] = (("good", 1.0), ("good", 0.5), ("ink", 0.14), ("bad", 0.4), ("bad", 1.0))
"""What is decided rightly and wrongly in two colors, the better and the worse of each the stronger."""
_THICK = 0.72
_MOST_BARS = 300
"""Up to this many bars can be distinguished; a curve through the ends of more looks the same."""
_MOST_NAMED = 40
BOX_RULE = tr(
    "Box: middle half of the runs, line: median, whiskers: to the last score within 1.5 times the box, circles: beyond."
)


def boxes_by_series(
    names: Sequence[str], values: ArrayLike, measure: str, *, caption: str = "", unit: str = "series"
) -> Figure:
    """Describe the spread over all runs of each series (Voorhees 2005, Figure 3).

    `values` (runs, series), NaN where a run has no score; a series without any has no box. The rule of the
    boxes is in the caption.
    """
    data = np.asarray(values, dtype=np.float64).reshape(-1, len(names))
    boxes = (box_of(name, float(n), data[:, n]) for n, name in enumerate(names))
    return Figure(
        tr("Scores by {unit}", unit=tr_head(unit)),
        Axis.of_names(tr_head(unit), names),
        Axis.fitted(measure, data.ravel().tolist(), include=(0.0, 1.0)),
        boxes=tuple(box for box in boxes if box is not None),
        caption=sentences((caption, BOX_RULE)),
        square=False,
    )


def bars_of_runs(
    names: Sequence[str],
    runs: Sequence[int],
    values: Sequence[float],
    measure: str,
    *,
    title: str = "",
    caption: str = "",
    baselines: Collection[int] = (),
    intervals: Mapping[int, tuple[float, float]] = MappingProxyType({}),
) -> Figure:
    """Describe one lying bar for each run, the highest on top; runs without a score are left out.

    `names` label the bars, such as teams whose best run it is (Voorhees 2005, Figure 2); `baselines` are the
    runs of the organizers, `intervals` the two ends of those of runs that have one.
    """
    order = [n for n in best_first(values).tolist() if not math.isnan(values[n])]
    bars = tuple(
        Bar(
            names[n],
            measure,
            (0.0, values[n]),
            _around(at),
            values[n],
            runs[n],
            1.0,
            baseline=runs[n] in baselines,
            interval=intervals.get(runs[n]),
        )
        for at, n in enumerate(order)
    )
    ends = [end for bar in bars for end in bar.interval or ()]
    across = Axis.fitted(measure, [values[n] for n in order], include=(0.0, *ends))
    up = Axis.of_names("", [names[n] for n in order], backwards=True)
    return Figure(title or measure, across, up, bars=bars, caption=caption, square=False)


def best_of_teams(teams: Sequence[str | None], values: Sequence[float]) -> list[int]:
    """Return the position of the best run of each team, best first; a run without a team is its own team.

    Equal runs of a team: the first. Teams whose runs have no score are left out.
    """
    best: dict[object, int] = {}
    for n in best_first(values).tolist():
        if not math.isnan(values[n]):
            best.setdefault(teams[n] or (n,), n)
    return list(best.values())


def stacked_bars(
    title: str,
    parts: Sequence[str],
    counts: Mapping[str, Sequence[float]],
    what: str,
    *,
    shares: bool,
    inks: Sequence[Ink],
    caption: str = "",
) -> Figure:
    """Describe a lying bar for each name, divided into parts; `shares` makes all bars equally long.

    `counts` gives for each name one count for each part; a name without any is left out. The value of a
    bar's part is its count, in either case; `inks` are tone and strength of each part.
    """
    kept = {name: row for name, row in counts.items() if sum(row) > 0}
    bars: list[Bar] = []
    for at, (name, row) in enumerate(kept.items()):
        whole = sum(row) if shares else 1
        ends = np.concatenate(([0.0], np.cumsum(np.asarray(row, dtype=np.float64)) / whole)).tolist()
        cells = zip(parts, row, ends, ends[1:], inks, strict=False)
        bars += [
            Bar(name, part, (low, high), _around(at), value, strength=strength, tone=tone)
            for part, value, low, high, (tone, strength) in cells
        ]
    top = max((sum(row) for row in kept.values()), default=1)
    across = Axis(tr("share of {what}", what=tr(what))) if shares else Axis.fitted(tr(what), [top])
    up = Axis.of_names("", list(kept), backwards=True)
    return Figure(title, across, up, bars=tuple(bars), caption=caption, square=False)


def hardness_by_category(counts: Mapping[str, Sequence[int]], measure: str, *, caption: str = "") -> Figure:
    """Describe how many easy, medium and hard questions each category has (Sakai 2010, Figures 2 to 5)."""
    title = tr("Easy, medium and hard questions by {measure}", measure=measure)
    return stacked_bars(
        title, tuple(map(tr, HARDNESS)), counts, tr_noop("questions"), shares=True, inks=_HARDNESS_INKS, caption=caption
    )


def preference_bars(counts: Mapping[str, Counts], *, caption: str = "") -> Figure:
    """Describe each run's decisions in the order in which their outcomes are preferred.

    The order of Rodrigo 2010, section 4.5; answers that a run left undecided are in the middle.
    """
    rows = {
        name: (c.yes_correct, c.no_incorrect, c.silent_correct + c.silent_incorrect, c.no_correct, c.yes_incorrect)
        for name, c in counts.items()
    }
    return stacked_bars(
        tr("Decisions in the order of preference"),
        PREFERENCE,
        rows,
        tr_noop("answers"),
        shares=False,
        inks=_PREFERENCE_INKS,
        caption=caption,
    )


def differences_by_unit(
    names: Sequence[str],
    differences: Sequence[float],
    run: int,
    name: str,
    measure: str,
    *,
    unit: str,
    caption: str = "",
    reach: tuple[float, float] = (0.0, 0.0),
) -> Figure:
    """Describe how far a run is above or below the median on each unit, the largest difference first.

    `differences`: its score minus the median, NaN if one of them is undefined: such a unit is left out. Units
    are named at the axis while there is room; a reference line marks the median. The scale covers the
    `reach`, such as that of several pictures to be compared. More units than visible bars are drawn as a
    curve.
    """
    order = [n for n in best_first(differences).tolist() if not math.isnan(differences[n])]
    is_long = len(order) > _MOST_BARS
    bars = tuple(
        Bar(names[n], name, _around(at), tuple(sorted((0.0, differences[n]))), differences[n], run)
        for at, n in enumerate([] if is_long else order)
    )
    across = (
        Axis.of_names(tr(unit), [names[n] for n in order])
        if len(order) <= _MOST_NAMED
        else Axis(
            tr("{units}, the largest difference first", units=tr(plural(unit))),
            -0.5,
            len(order) - 0.5,
            ticks_between(0, len(order)),
        )
    )
    up = Axis.fitted(
        tr("{measure} minus the median", measure=measure), [differences[n] for n in order], include=(0.0, *reach)
    )
    title = tr("{name} against the median of all runs", name=name)
    median = Line.through(tr("median"), (across.low, across.high), (0.0, 0.0))
    ranked = np.array([differences[n] for n in order])
    places = np.arange(len(order), dtype=np.float64)
    curve = Line(name, places, ranked, run=run, names=tuple(names[n] for n in order))
    curves = (curve,) if is_long else ()
    return Figure(title, across, up, curves=curves, bars=bars, references=(median,), caption=caption, square=False)


def _around(at: int) -> tuple[float, float]:
    return at - _THICK / 2, at + _THICK / 2
