"""The figures over the list: open disagreements, those that could change the ranking, and the agreement."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from jurybox.language import grouped, tr, trc
from jurybox.results.cells import score_text
from jurybox_gui.widgets.summary import Figure, Summary

if TYPE_CHECKING:
    from jurybox.analysis.disagreements.overview import Overview


def show_headline(
    summary: Summary, total: int, settled: int, swapping: int, overview: Overview | None
) -> None:
    """Show the number of disagreements and how many are resolved; None: agreement is not known yet.

    `swapping`: how many open ones could swap two runs. The bar divides items with several labels into
    unanimous ones, those with a majority, and those without one.
    """
    figures = [
        Figure(
            grouped(total - settled),
            trc("disagreements", "open"),
            tr("{settled:,} of {total:,} settled", settled=settled, total=total),
        ),
        Figure(grouped(swapping), tr("could swap runs"), tr("if decided otherwise")),
    ]
    if overview is None or not overview.shared:
        summary.show_figures(figures)
        return
    things = tr("{count:,} {noun}", count=overview.shared, noun=tr(overview.noun))
    scale = tr("ordinal") if overview.is_ordinal else tr("nominal")
    figures += [
        Figure(_value(overview.raw.value), tr("raw agreement"), things),
        Figure(_value(overview.alpha.value), tr("Krippendorff's α"), scale),
    ]
    parts = (
        (tr("all agree"), overview.alike),
        (tr("majority"), overview.majority),
        (tr("no majority"), overview.split),
    )
    summary.show_figures(figures, things, parts)


def _value(value: float) -> str:
    return "–" if math.isnan(value) else score_text(value)
