"""Assessors whose labels look unlike the panel's: reasons to check them, each with its evidence."""

import numpy as np
from numpy.typing import NDArray

from jurybox.analysis.agreement.assessors import Consistency, wilson
from jurybox.analysis.agreement.coefficients import Labels
from jurybox.language import tr

Floats = NDArray[np.float64]

FEWEST = 20
"""Number of labels below which an assessor is not examined."""
BELOW = 0.1
"""How far the upper end of an assessor's agreement must be below that of the panel to count as low."""
ALIKE = 0.2
"""Rows of a confusion matrix no further apart than this hardly depend on the truth."""
SURE = 2.5758293035489004
"""The normal quantile of a 99 % interval, so that few of many assessors are named by chance."""


def unusual_assessors(
    labels: Labels, others: tuple[Consistency, ...], posterior: Floats, confusion: Floats
) -> tuple[tuple[str, ...], ...]:
    """Return for each assessor why their labels are unusual, in short sentences; empty if they are not.

    `labels`: (assessors, things), -1 for none; `others`: each against the majority of the others;
    `posterior` (things, labels) and `confusion` (assessors, labels, labels): as Dawid and Skene's method
    estimates them. Reasons: agreement with the others whose 99 % interval is below that of all others by more
    than `BELOW`; estimated answers that hardly depend on what is true, the largest distance (half the sum of
    absolute differences) of two rows being `ALIKE` at most, for labels met at least ten times; one label
    only, where the others gave another one at least once in ten. Nothing for fewer than `FEWEST` labels.
    """
    equal = np.array([int(np.trace(one.table)) for one in others])
    items = np.array([one.items for one in others])
    found = []
    for row, own in enumerate(labels):
        given, reasons = own >= 0, []
        rest_items, rest_equal = int(items.sum() - items[row]), int(equal.sum() - equal[row])
        if items[row] >= FEWEST and rest_items:
            share, panel = equal[row] / items[row], rest_equal / rest_items
            if wilson(int(equal[row]), int(items[row]), SURE)[1] < panel - BELOW:
                reasons.append(
                    tr(
                        "agrees {share:.2f}, the panel {panel:.2f} (n={items:,})",
                        share=share,
                        panel=panel,
                        items=items[row],
                    )
                )
        if np.count_nonzero(given) >= FEWEST:
            met = np.nansum(posterior[given], axis=0)
            rows = confusion[row][met >= FEWEST / 2]
            apart = np.abs(rows[:, None] - rows).sum(axis=2).max(initial=0.0) / 2
            if len(rows) > 1 and apart <= ALIKE:
                reasons.append(tr("near random (n={sum:,})", sum=np.count_nonzero(given)))
            words = np.unique(own[given])
            table = others[row].table
            if len(words) == 1 and items[row] >= FEWEST and items[row] - equal[row] >= items[row] / 10:
                reasons.append(tr("one label only (n={sum:,})", sum=int(table.sum())))
        found.append(tuple(reasons))
    return tuple(found)
