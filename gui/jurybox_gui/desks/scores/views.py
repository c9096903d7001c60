"""The views of the Scores desk beside its table: what each is called, its key, and what makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from jurybox.results import views_of_groups, views_of_orders, views_of_pairs, views_of_rankings
from jurybox.results.provenance import AGAINST, PAIRS, TABLE, TUKEY
from jurybox_gui.actions.key_plan import Shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from jurybox.results.views import Sheet, ViewRequest
    from jurybox_gui.widgets.combo import Choices

HARDNESS, ZERO, TWO, OPEN = "hardness", "zero", "two", "open"
COMPARING = frozenset((AGAINST, TWO))
"""The views that compare with one of several: `X` goes to the next."""
TESTED = frozenset((PAIRS, AGAINST))
"""The views that test runs by a test that is chosen."""
WITHOUT = frozenset((HARDNESS, ZERO, TWO))
"""The views of questions that a run can be left out of."""


@dataclass(frozen=True)
class View:
    """One view; `make` is called on another thread, None for the live table. `shares`: instead of a key."""

    name: str
    title: str
    key: str
    action: str
    make: Callable[[ViewRequest], Sheet] | None = None
    shares: Shared | None = None


VIEWS = (
    View(TABLE, "Runs by measures", "", "Table of runs by measures", shares=Shared.TABLES),
    View(
        PAIRS, "All pairs, tested", "P", "All pairs of runs, tested and corrected", views_of_pairs.all_pairs
    ),
    View(
        TUKEY,
        "ANOVA and Tukey's HSD",
        "Shift+T",
        "Analysis of variance, and all pairs of runs by Tukey's HSD test",
        views_of_pairs.tukey_pairs,
    ),
    View(
        "power",
        "Questions needed",
        "Shift+Q",
        "Questions needed to show a difference",
        views_of_pairs.questions_needed,
    ),
    View(
        OPEN,
        "Pairs still open",
        "Shift+J",
        "Pairs of runs that can still swap",
        views_of_pairs.open_pairs,
    ),
    View(AGAINST, "Run against run", "R", "Two runs question by question", views_of_pairs.run_against_run),
    View(
        "apart",
        "Score differences",
        "Shift+D",
        "Share of pairs by score difference",
        views_of_pairs.pairs_apart,
    ),
    View("categories", "Categories", "C", "Runs by category", views_of_groups.categories),
    View(
        "rankings",
        "A ranking for each category",
        "Y",
        "A ranking for each category",
        views_of_rankings.category_tables,
    ),
    View("series", "Series", "Shift+S", "Runs by series", views_of_groups.series),
    View(
        "targets",
        "A ranking for each series",
        "V",
        "A ranking for each series",
        views_of_rankings.series_tables,
    ),
    View(
        HARDNESS,
        "Question difficulty",
        "Shift+H",
        "Easy, medium and hard questions",
        views_of_groups.hardness,
    ),
    View(ZERO, "Questions with median 0", "Shift+Z", "Questions with median 0", views_of_groups.zero_medians),
    View(
        "ranks",
        "Ranks by measure",
        "Shift+R",
        "Ranks by measure, as lines",
        views_of_orders.rank_by_measures,
    ),
    View(
        "golds",
        "Ranks by gold standard",
        "Shift+K",
        "Ranks by gold standard, as lines",
        views_of_orders.rank_by_golds,
    ),
    View("alike", "Agreement of rankings", "A", "Agreement of rankings", views_of_orders.how_alike),
    View("means", "Means", "Shift+F", "Means of every run", views_of_orders.means),
    View(
        TWO,
        "Questions by two measures",
        "W",
        "Each question by two measures or gold standards",
        views_of_orders.two_measures,
    ),
)
BY_NAME = {one.name: one for one in VIEWS}


def view_choices() -> Choices:
    """Return the views by title."""
    return [(one.title, one.name) for one in VIEWS]
