"""Pictures of matrices: how far each pair of assessors agrees."""

import math
from collections.abc import Mapping, Sequence

from jurybox.figures.axis import Axis
from jurybox.figures.figure import Figure
from jurybox.figures.parts import Bar
from jurybox.language import tr
from jurybox.numbers import score_text

_HALF = 0.48
_LEAST, _MOST = 0.04, 0.52
"""How strong the ink of a cell is at 0 and below, and at 1: a dark number is read on all of them."""


def agreement_matrix(
    names: Sequence[str],
    above: Mapping[tuple[int, int], float],
    below: Mapping[tuple[int, int], float],
    *,
    what: tuple[str, str],
    caption: str = "",
) -> Figure:
    """Describe a matrix of pairs: a cell is the darker, the larger its value, and its number is in it.

    `above`, `below`: values by pair of places in `names`, the smaller place first, shown above and below the
    diagonal; NaN where a value is undefined: that cell has a dash. `what`: what the two are called.
    """
    cells = []
    for place, values in enumerate((above, below)):
        for (a, b), value in values.items():
            row, column = (a, b) if place == 0 else (b, a)
            known = not math.isnan(value)
            # Squared, so that values of .4 to .8, the most common, are distinguishable.
            share = min(1.0, max(0.0, value)) ** 2 if known else 0.0
            cells.append(
                Bar(
                    tr("{one} and {other}", one=names[a], other=names[b]),
                    what[place],
                    (column - _HALF, column + _HALF),
                    (row - _HALF, row + _HALF),
                    value,
                    strength=_LEAST + (_MOST - _LEAST) * share,
                    label=score_text(value) if known else "–",
                )
            )
    where = tr("Above the diagonal: {above}; below it: {below}.", above=what[0], below=what[1])
    return Figure(
        tr("Agreement of each pair of assessors"),
        Axis.of_names("", names),
        Axis.of_names("", names, backwards=True),
        bars=tuple(cells),
        caption=f"{where} {caption}".strip(),
    )
