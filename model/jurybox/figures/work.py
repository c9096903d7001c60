"""The work of a campaign as a picture: how many labels assessors had given by the end of each day."""

from collections.abc import Mapping, Sequence

import numpy as np

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Line
from jurybox.language import tr


def labels_by_day(days: Sequence[str], counts: Mapping[str, Sequence[int]]) -> Figure:
    """Describe the labels given up to each day as a line for each person.

    `counts`: the labels of each day by person, as many as there are `days`; ValueError for others.
    """
    if any(len(each) != len(days) for each in counts.values()):
        raise ValueError(f"there are {len(days)} days; every person needs as many counts")
    across = np.arange(len(days), dtype=np.float64)
    lines = tuple(
        Line.through(name, across, np.cumsum(each), hue=at, ink=True, dots=True)
        for at, (name, each) in enumerate(counts.items())
    )
    highest = max((float(line.y[-1]) for line in lines if len(line.y)), default=0.0)
    return Figure(
        tr("Labels given by the end of each day"),
        Axis.of_names("", days),
        Axis.fitted(tr("labels"), [highest]),
        curves=lines,
        square=False,
    )
