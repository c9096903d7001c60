"""The outlines of markers as plain numbers, for every painter: screen and print show the same shapes."""

import math

_ARM = 0.19  # half the width of an arm of plus and cross, as a share of the size


def marker_corners(marker: str) -> list[tuple[float, float]]:
    """Return the corners of a marker around the origin, y downward, in a square of about side 1.

    The shapes are drawn to look equally large, so they do not all reach the edges. A circle has no corners:
    ValueError for it and for names not in `tokens.MARKERS`.
    """
    a, h = _ARM, 0.5
    up = [(0.0, -0.5), (0.54, 0.44), (-0.54, 0.44)]
    plus = [(-a, -h), (a, -h), (a, -a), (h, -a), (h, a), (a, a)]
    plus += [(-x, -y) for x, y in plus]
    shapes = {
        "square": [(-0.45, -0.45), (0.45, -0.45), (0.45, 0.45), (-0.45, 0.45)],
        "up": up,
        "down": [(x, -y) for x, y in up],
        "diamond": [(0.0, -0.58), (0.58, 0.0), (0.0, 0.58), (-0.58, 0.0)],
        "plus": plus,
        "cross": [((x - y) * math.sqrt(0.5), (x + y) * math.sqrt(0.5)) for x, y in plus],
        "star": [_ray(n) for n in range(10)],
    }
    if marker not in shapes:
        raise ValueError(f"there is no marker {marker!r}")
    return shapes[marker]


def _ray(n: int) -> tuple[float, float]:
    reach = 0.6 if n % 2 == 0 else 0.26
    angle = math.pi * (n / 5 - 0.5)
    return reach * math.cos(angle), reach * math.sin(angle)
