"""Long lines without the points that nobody can tell apart, for every painter."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LONG = 3000  # lines of more points lose those that fall on the same half pixel


def thinned(across: Floats, up: Floats) -> tuple[Floats, Floats]:
    """Leave out points of a long line, in pixels, that fall on the same half pixel as the one before."""
    if len(across) <= _LONG:
        return across, up
    kept = np.ones(len(across), dtype=np.bool_)
    kept[1:-1] = _steps(across)[:-1] | _steps(up)[:-1]
    return across[kept], up[kept]


def _steps(pixels: Floats) -> NDArray[np.bool_]:
    """Tell of each point but the first whether it falls on another half pixel than the one before."""
    places = 2 * pixels
    np.rint(places, out=places)
    return np.asarray(places[1:] != places[:-1])
