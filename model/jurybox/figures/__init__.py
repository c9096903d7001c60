"""What a picture shows, as frozen data: axes, what stands between them, a text alternative; no painter."""

from jurybox.figures.answer_time import (
    Crossing,
    Timed,
    answer_time_space,
    crossings,
    iso_ranking_curve,
    iso_ranking_lines,
    ranking_at,
)
from jurybox.figures.axis import Axis
from jurybox.figures.bars import (
    bars_of_runs,
    best_of_teams,
    boxes_by_series,
    hardness_by_category,
    preference_bars,
    stacked_bars,
)
from jurybox.figures.figure import Figure
from jurybox.figures.iso import ISO_FAMILIES, iso_lines, iso_value, precision_at
from jurybox.figures.legend import Key, keys_of
from jurybox.figures.non_response import (
    NON_RESPONSE_FAMILIES,
    Answering,
    non_response_lines,
    non_response_space,
    non_response_value,
)
from jurybox.figures.parts import Bar, Box, Line, Point, box_of
from jurybox.figures.rankings import mean_lines, question_scatter, rank_lines, score_by_share
from jurybox.figures.roc import (
    at_threshold,
    convex_hull,
    curve_area,
    hull_area,
    hull_in_precision_recall,
    point_area,
    precision_recall_line,
    roc_line,
)
from jurybox.figures.spaces import (
    OperatingPoint,
    Orientation,
    accuracy_at,
    at_prevalence,
    operating_point,
    precision_recall_space,
    roc_space,
)
from jurybox.figures.studies import (
    SizeCurve,
    error_rate_by_size,
    exchanged_assessors,
    measure_by_size,
    stability_curves,
    swap_curves,
)
from jurybox.figures.tabulate import DataTable, csv_of, rows_of, tables_of, text_alternative

__all__ = [
    "ISO_FAMILIES",
    "NON_RESPONSE_FAMILIES",
    "Answering",
    "Axis",
    "Bar",
    "Box",
    "Crossing",
    "DataTable",
    "Figure",
    "Key",
    "Line",
    "OperatingPoint",
    "Orientation",
    "Point",
    "SizeCurve",
    "Timed",
    "accuracy_at",
    "answer_time_space",
    "at_prevalence",
    "at_threshold",
    "bars_of_runs",
    "best_of_teams",
    "box_of",
    "boxes_by_series",
    "convex_hull",
    "crossings",
    "csv_of",
    "curve_area",
    "error_rate_by_size",
    "exchanged_assessors",
    "hardness_by_category",
    "hull_area",
    "hull_in_precision_recall",
    "iso_lines",
    "iso_ranking_curve",
    "iso_ranking_lines",
    "iso_value",
    "keys_of",
    "mean_lines",
    "measure_by_size",
    "non_response_lines",
    "non_response_space",
    "non_response_value",
    "operating_point",
    "point_area",
    "precision_at",
    "precision_recall_line",
    "precision_recall_space",
    "preference_bars",
    "question_scatter",
    "rank_lines",
    "ranking_at",
    "roc_line",
    "roc_space",
    "rows_of",
    "score_by_share",
    "stability_curves",
    "stacked_bars",
    "swap_curves",
    "tables_of",
    "text_alternative",
]
