"""The figures over the list: open disagreements, those that could change the ranking, and the agreement."""

from __future__ import annotations

import math
from collections.abc import Callable

from jurybox.analysis.disagreements.overview import Overview
from jurybox.language import grouped, tr, trc
from jurybox.lists import comma_list
from jurybox.results.cells import score_text
from jurybox_gui.desks.disagreements.wording import first_names
from jurybox_gui.widgets.summary import HeadlineFigure, ShareBar, Shares, Summary


def show_headline(
    summary: Summary, total: int, settled: int, swapping: int, overview: Overview | None, name_of: Callable[[int], str]
) -> None:
    """Show the number of disagreements and how many are resolved; None: agreement is not known yet.

    `swapping`: how many open ones could swap two runs. The bar divides items with several labels into
    unanimous ones, those with a majority, and those without one. `name_of`: the name of an assessor by
    position; beside the bar are the pairs of judges who agree least.
    """
    figures = [
        HeadlineFigure(
            grouped(total - settled),
            trc("disagreements", "open"),
            tr("{settled:,} of {total:,} settled", settled=settled, total=total),
        ),
        HeadlineFigure(grouped(swapping), tr("could swap runs"), tr("if decided otherwise")),
    ]
    if overview is None or not overview.shared:
        summary.show_figures(figures)
        return
    things = tr("{count:,} {noun}", count=overview.shared, noun=tr(overview.noun))
    scale = tr("ordinal") if overview.is_ordinal else tr("nominal")
    figures += [
        HeadlineFigure(_value(overview.raw.value), tr("raw agreement"), things),
        HeadlineFigure(_value(overview.alpha.value), tr("Krippendorff's α"), scale),
    ]
    parts = (
        (tr("all agree"), overview.alike),
        (tr("majority"), overview.majority),
        (tr("no majority"), overview.split),
    )
    summary.show_figures(figures, things, parts, _pairs(overview, name_of))


def _pairs(overview: Overview, name_of: Callable[[int], str]) -> Shares:
    """Return kappa of each two judges, the lowest first."""
    people = sorted({who for pair in overview.pairs for who in (pair.a, pair.b)})
    called = dict(zip(people, first_names([name_of(who) for who in people]), strict=True))
    rows = tuple(
        ShareBar(comma_list((called[pair.a], called[pair.b])), _value(pair.kappa), pair.kappa)
        for pair in overview.pairs
    )
    if overview.is_weighted:
        return Shares(tr("Linear κ by pair"), tr("Linear κ, lowest pairs"), rows)
    return Shares(tr("Cohen's κ by pair"), tr("Cohen's κ, lowest pairs"), rows)


def _value(value: float) -> str:
    return "–" if math.isnan(value) else score_text(value)
