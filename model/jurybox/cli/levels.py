"""The command that shows how the levels of ranked answers lie over patterns and questions."""

from contextlib import closing
from pathlib import Path

import click

from jurybox import results
from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_frame, print_json, say
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold, Graded, gold_in_force, gold_named
from jurybox.gold.distributions import PatternCount, count_best, count_by_question, count_patterns, graded_answers
from jurybox.language import tr
from jurybox.results.levels import level_name


@click.command()
@collection
@click.option("--gold", help="The gold standard; default: the current one.")
@formats("table", "json", "csv", "latex", "markdown")
def levels(file: Path, gold: str | None, form: str) -> None:
    """Count ranked answers by pattern and level, and levels by question."""
    with closing(State(file)) as state:
        chosen = gold_named(gold, state.facts) if gold else gold_in_force(state.catalog, state.facts)
        if not len(graded_answers(state.catalog)):
            raise Refused(
                tr(
                    "The ranked questions of this collection have no answers that are to be judged, "
                    "so there are no levels to count."
                )
                if state.catalog.has_graded
                else tr("There are no ranked questions in this collection, so there are no levels to count.")
            )
        graded = Graded(state.collection, chosen)
        level = graded.of_all().level
        patterns = count_patterns(state.catalog, graded)
        by_question, best = count_by_question(state.catalog, level), count_best(state.catalog, level)
    if form == "json":
        print_json(_as_object(graded.gold, patterns, by_question, best))
        return
    for frame in (
        results.levels_by_pattern(graded.gold, patterns),
        results.levels_by_question(graded.gold, by_question),
        results.levels_of_best(graded.gold, best),
    ):
        if form == "table":
            say(f"{frame.attrs['caption']}.")
        print_frame(frame, form)
        if form == "table":
            say("")


def _level(level: int) -> dict[str, object]:
    return {"level": level} if level >= 0 else {"level": None, "reason": level_name(level)}


def _as_object(
    gold: Gold, patterns: list[PatternCount], by_question: dict[int, dict[int, int]], best: dict[int, int]
) -> dict[str, object]:
    return {
        "gold": str(gold),
        "patterns": [{"pattern": p.pattern, **_level(p.level), "answers": p.answers} for p in patterns],
        "questions": [
            {**_level(level), "answers": number, "questions": many}
            for level, column in by_question.items()
            for number, many in column.items()
        ],
        "best": [{**_level(level), "answers": many} for level, many in best.items()],
    }
