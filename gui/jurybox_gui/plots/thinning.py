"""Indistinguishable points: left out of long lines, counted in clouds; for every painter."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LONG = 3000  # lines with more points than this are thinned
_LARGEST = 4.0


def thinned(across: Floats, up: Floats) -> tuple[Floats, Floats]:
    """Return a long line, in pixels, without points on the same half pixel as their predecessor."""
    if len(across) <= _LONG:
        return across, up
    kept = np.ones(len(across), dtype=np.bool_)
    kept[1:-1] = _moves(across)[:-1] | _moves(up)[:-1]
    return across[kept], up[kept]


def heaps(points: Floats) -> tuple[Floats, Floats]:
    """Return the different ones among points (n, 2), and the size of each: 1 for a single point.

    The area of a heap grows with its points; one of more than 16 is no larger.
    """
    places, counts = np.unique(points, axis=0, return_counts=True)
    return places, np.minimum(np.sqrt(counts), _LARGEST)


def _moves(pixels: Floats) -> NDArray[np.bool_]:
    """Return for each point but the first whether it is on another half pixel than its predecessor."""
    places = 2 * pixels
    np.rint(places, out=places)
    return np.asarray(places[1:] != places[:-1])
