"""What `disagreements --by conflict` prints: who contradicts themselves, both words side by side."""

from jurybox.campaign.conflicts import conflict_rows, conflicts
from jurybox.cli.printing import print_json, print_rows, say
from jurybox.collection.state import State


def print_conflicts(state: State, names: list[str], form: str) -> None:
    """Print every thing of which somebody says two things at once, and both."""
    found = conflicts(state)
    rows: list[list[object]] = []
    for one, (who, kind, question, said) in zip(found, conflict_rows(state, found), strict=True):
        parts = [] if one.thing.answer is None else [names[one.thing.answer]]
        parts += [] if one.thing.nugget is None else [state.catalog.nuggets[one.thing.nugget].name]
        rows.append([who, kind, question, ": ".join(parts) or (one.thing.fact or ""), said])
    head = ("assessor", "kind", "question", "about", "said")
    if form == "json":
        objects = [dict(zip(head, row, strict=True)) for row in rows]
        listed = [told_of | {"said": list(one.said)} for told_of, one in zip(objects, found, strict=True)]
        print_json({"conflicts": listed})
        return
    print_rows(head, rows, form, left=(0, 1, 2, 3, 4))
    if form == "table":
        say(f"{len(found):,} conflicts; each counts as unjudged until it is said anew.")
