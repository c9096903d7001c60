"""Title, description, contact and days of a campaign."""

from __future__ import annotations

from collections.abc import Mapping

from jurybox.collection.facts import Facts
from jurybox.commands import SetFact, Together
from jurybox.errors import Refused
from jurybox.language import tr

DETAILS = ("name", "description", "contact", "begins", "ends")
"""The facts, in the order of their fields; `name` is the title."""


def check_days(facts: Facts, changed: Mapping[str, object]) -> None:
    """Refuse a last day before the first one; `changed`: facts that are about to be set, None for none."""
    begins, ends = (str(changed.get(name, getattr(facts, name)) or "") for name in ("begins", "ends"))
    if begins and ends and ends < begins:
        raise Refused(
            tr(
                "The last day, {ends}, is before the first one, {begins}. Nothing was changed.",
                ends=ends,
                begins=begins,
            )
        )


def setting_details(facts: Facts, values: Mapping[str, str]) -> Together:
    """Return the single step that sets the details that differ from those in force; "" for none.

    Raises Refused for a last day before the first one; executing it does so for an invalid day.
    """
    changed = {
        name: values[name].strip() or None
        for name in DETAILS
        if name in values and values[name].strip() != getattr(facts, name)
    }
    check_days(facts, changed)
    return Together(tuple(SetFact(name, value) for name, value in changed.items()))
