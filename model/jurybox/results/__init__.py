"""Every table of the program, each a function that returns a pandas frame.

The command line, reports, the clipboard, the window and notebooks print the same frames. `attrs` of a frame
has its caption, its notes and what its scores rest on (`jurybox.results.frame`); `jurybox.results.writing`
writes any frame as text, CSV, Markdown, LaTeX, HTML or JSON. For notebooks `jurybox.frames` has the same
numbers in long form, from a path; here a collection is opened first:

    from jurybox import results

    with results.opened("campaign.jury") as state:
        board = results.scoreboard(state)
        frame = results.runs(board, ["c@1", "nDCG"])

A function is loaded when it is first asked for, so that what only prints a number does not wait for others.
"""
# mypy: implicit-reexport
# ruff: noqa: F401 - type checkers, which cannot read the computed `__all__`, read the imports below

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the names of `_MODULES` once more; a test compares them
    from jurybox.results.agreement import (
        agreement_by_assessor,
        agreement_by_category,
        agreement_by_label,
        agreement_by_pair,
        agreement_figures,
        agreement_matrix,
        agreement_of_others,
        agreement_over_time,
        confusion,
        confusion_with_judges,
        estimated_errors,
        estimated_labels,
        estimated_prevalences,
        find_agreements,
        judges_left_out,
    )
    from jurybox.results.campaign import (
        assessors,
        assigned_questions,
        assignments,
        decisions,
        dropped,
        label_schemes,
        labels_by_day,
        labels_by_run,
        left_out,
        progress,
        quality,
        setup,
        submissions,
        withdrawals,
    )
    from jurybox.results.collection import answers, judgments, names_of, opened, responses, scoreboard
    from jurybox.results.disagreements import (
        acceptances,
        accepted,
        conflicts,
        disputed_answers,
        disputed_questions,
        disputed_things,
        side_by_side,
    )
    from jurybox.results.freezing import frozen_golds, gold_differences
    from jurybox.results.levels import levels_by_pattern, levels_by_question, levels_of_best
    from jurybox.results.papers import paper_figures, paper_table, papers_overview
    from jurybox.results.pictures import figure_tables
    from jurybox.results.proposals import proposals
    from jurybox.results.run_pairs import compare, open_pairs, p_values, pairs, pairs_still_open, units_apart
    from jurybox.results.scores import behind_score, groups, ranking, runs, tie_range, units
    from jurybox.results.studies import studies_kept, study
    from jurybox.results.variance import anova, power, tukey

_MODULES = {
    "agreement": (
        "agreement_by_assessor",
        "agreement_by_category",
        "agreement_by_label",
        "agreement_by_pair",
        "agreement_figures",
        "agreement_matrix",
        "agreement_of_others",
        "agreement_over_time",
        "confusion",
        "confusion_with_judges",
        "estimated_errors",
        "estimated_labels",
        "estimated_prevalences",
        "find_agreements",
        "judges_left_out",
    ),
    "campaign": (
        "assessors",
        "assigned_questions",
        "assignments",
        "decisions",
        "dropped",
        "label_schemes",
        "labels_by_day",
        "labels_by_run",
        "left_out",
        "progress",
        "quality",
        "setup",
        "submissions",
        "withdrawals",
    ),
    "collection": ("answers", "judgments", "names_of", "opened", "responses", "scoreboard"),
    "disagreements": (
        "acceptances",
        "accepted",
        "conflicts",
        "disputed_answers",
        "disputed_questions",
        "disputed_things",
        "side_by_side",
    ),
    "freezing": ("frozen_golds", "gold_differences"),
    "levels": ("levels_by_pattern", "levels_by_question", "levels_of_best"),
    "papers": ("paper_figures", "paper_table", "papers_overview"),
    "pictures": ("figure_tables",),
    "proposals": ("proposals",),
    "run_pairs": ("compare", "open_pairs", "p_values", "pairs", "pairs_still_open", "units_apart"),
    "scores": ("behind_score", "groups", "ranking", "runs", "tie_range", "units"),
    "studies": ("studies_kept", "study"),
    "variance": ("anova", "power", "tukey"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any function of the room
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = found
    return found
