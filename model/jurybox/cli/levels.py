"""The command that shows how the levels of ranked answers lie over patterns and questions."""

from contextlib import closing
from pathlib import Path

import click

from jurybox.cli.common import collection, formats
from jurybox.cli.printing import print_json, print_rows, say
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold, Graded, gold_in_force
from jurybox.gold.distributions import (
    PatternCount,
    count_best,
    count_by_question,
    count_patterns,
    ranked_answers,
)
from jurybox.reports.forms import Rows


@click.command()
@collection
@click.option("--gold", help="The gold standard; else the one in force.")
@formats("table", "json", "csv", "latex", "markdown")
def levels(file: Path, gold: str | None, form: str) -> None:
    """Count ranked answers by pattern and level, and levels by question."""
    with closing(State(file)) as state:
        chosen = Gold.parse(gold) if gold else gold_in_force(state.catalog, state.facts)
        if not len(ranked_answers(state.catalog)):
            raise Refused(
                "There are no ranked questions in this collection, so there are no levels to count."
            )
        graded = Graded(state.catalog, state.ledger, state.facts, chosen)
        level = graded.of_all().level
        patterns = count_patterns(state.catalog, graded)
        by_question, best = count_by_question(state.catalog, level), count_best(state.catalog, level)
    if form == "json":
        print_json(_as_object(graded.gold, patterns, by_question, best))
        return
    parts: list[tuple[str, tuple[str, ...], Rows]] = [
        (
            "Patterns",
            ("pattern", "level", "answers"),
            [(p.pattern, _name(p.level), p.answers) for p in patterns],
        ),
        (
            "Questions by how many answers of a level they have",
            ("answers", *map(_name, by_question)),
            _side_by_side(by_question),
        ),
        ("The asker's best answers", ("level", "answers"), [(_name(at), many) for at, many in best.items()]),
    ]
    for title, head, rows in parts:
        if form == "table":
            say(f"{title} ({graded.gold}).")
        print_rows(head, rows, form, left=(0, 1) if head[1] == "level" else (0,))
        if form == "table":
            say("")


def _name(level: int) -> str:
    return f"L{level}" if level >= 0 else "unjudged" if level == -1 else "left out"


def _level(level: int) -> dict[str, object]:
    return {"level": level} if level >= 0 else {"level": None, "reason": _name(level)}


def _side_by_side(by_question: dict[int, dict[int, int]]) -> Rows:
    numbers = sorted({number for column in by_question.values() for number in column})
    return [[number, *(column.get(number, "") for column in by_question.values())] for number in numbers]


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
