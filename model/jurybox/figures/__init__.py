"""What a picture shows, as frozen data: points, lines, axes and a text alternative; knows no painter."""

from jurybox.figures.figure import Axis, Figure, Line, Point
from jurybox.figures.iso import ISO_FAMILIES, iso_lines, iso_value, precision_at
from jurybox.figures.spaces import (
    OperatingPoint,
    Orientation,
    at_prevalence,
    operating_point,
    precision_recall_space,
    roc_space,
)

__all__ = [
    "ISO_FAMILIES",
    "Axis",
    "Figure",
    "Line",
    "OperatingPoint",
    "Orientation",
    "Point",
    "at_prevalence",
    "iso_lines",
    "iso_value",
    "operating_point",
    "precision_at",
    "precision_recall_space",
    "roc_space",
]
