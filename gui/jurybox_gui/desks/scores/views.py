"""The views of the Scores desk beside its table: the title and key of each, and its function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jurybox.language import tr
from jurybox.results import views_of_groups, views_of_orders, views_of_pairs, views_of_rankings
from jurybox.results.provenance import AGAINST, PAIRS, TABLE, TUKEY
from jurybox.results.views import ResultView, ViewRequest
from jurybox_gui.actions.key_plan import Shared
from jurybox_gui.widgets.combo import Choices

HARDNESS, ZERO, TWO, OPEN = "hardness", "zero", "two", "open"
COMPARING = frozenset((AGAINST, TWO))
"""The views that compare with one of several: `X` goes to the next."""
TESTED = frozenset((PAIRS, AGAINST))
"""The views that test runs by a test that is chosen."""
WITHOUT = frozenset((HARDNESS, ZERO, TWO))
"""The views of questions from which a run can be left out."""


@dataclass(frozen=True)
class ScoresView:
    """One view; `make` is called on another thread, None for the live table. `shares` replaces a key."""

    name: str
    title: str
    key: str
    action: str
    make: Callable[[ViewRequest], ResultView] | None = None
    shares: Shared | None = None


VIEWS = (
    ScoresView(TABLE, tr("Runs by measures"), "", tr("Table of runs by measures"), shares=Shared.TABLES),
    ScoresView(
        PAIRS, tr("All pairs, tested"), "P", tr("All pairs of runs, tested and corrected"), views_of_pairs.all_pairs
    ),
    ScoresView(
        TUKEY,
        tr("ANOVA and Tukey's HSD"),
        "Shift+T",
        tr("Analysis of variance, and all pairs of runs by Tukey's HSD test"),
        views_of_pairs.tukey_pairs,
    ),
    ScoresView(
        "power",
        tr("Questions needed"),
        "Shift+Q",
        tr("Questions needed to show a difference"),
        views_of_pairs.questions_needed,
    ),
    ScoresView(
        OPEN, tr("Pairs still open"), "Shift+J", tr("Pairs of runs that can still swap"), views_of_pairs.open_pairs
    ),
    ScoresView(
        AGAINST, tr("Run against run"), "R", tr("Two runs question by question"), views_of_pairs.run_against_run
    ),
    ScoresView(
        "apart",
        tr("Score differences"),
        "Shift+D",
        tr("Share of pairs by score difference"),
        views_of_pairs.pairs_apart,
    ),
    ScoresView("categories", tr("Categories"), "C", tr("Runs by category"), views_of_groups.categories),
    ScoresView(
        "rankings",
        tr("A ranking for each category"),
        "Y",
        tr("A ranking for each category"),
        views_of_rankings.category_tables,
    ),
    ScoresView("series", tr("Series"), "Shift+S", tr("Runs by series"), views_of_groups.series),
    ScoresView(
        "targets",
        tr("A ranking for each series"),
        "V",
        tr("A ranking for each series"),
        views_of_rankings.series_tables,
    ),
    ScoresView(
        HARDNESS, tr("Question difficulty"), "Shift+H", tr("Easy, medium and hard questions"), views_of_groups.hardness
    ),
    ScoresView(
        ZERO, tr("Questions with median 0"), "Shift+Z", tr("Questions with median 0"), views_of_groups.zero_medians
    ),
    ScoresView(
        "ranks", tr("Ranks by measure"), "Shift+R", tr("Ranks by measure, as lines"), views_of_orders.rank_by_measures
    ),
    ScoresView(
        "golds",
        tr("Ranks by gold standard"),
        "Shift+K",
        tr("Ranks by gold standard, as lines"),
        views_of_orders.rank_by_golds,
    ),
    ScoresView("alike", tr("Agreement of rankings"), "A", tr("Agreement of rankings"), views_of_orders.how_alike),
    ScoresView("means", tr("Means"), "Shift+F", tr("Means of every run"), views_of_orders.means),
    ScoresView(
        TWO,
        tr("Questions by two measures"),
        "W",
        tr("Each question by two measures or gold standards"),
        views_of_orders.two_measures,
    ),
)
BY_NAME = {one.name: one for one in VIEWS}


def view_choices() -> Choices:
    """Return the views by title."""
    return [(one.title, one.name) for one in VIEWS]
