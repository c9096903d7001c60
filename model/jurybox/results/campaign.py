"""Tables of a campaign: everybody's progress, who would judge what, and which runs are withdrawn."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from jurybox.results.frame import make_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from jurybox.campaign.plan import Dealt
    from jurybox.campaign.progress import CampaignProgress
    from jurybox.collection.catalog import Catalog
    from jurybox.collection.facts import Facts
    from jurybox.collection.ledger import Ledger


def progress(listed: Sequence[CampaignProgress], notes: Sequence[str] = ()) -> pd.DataFrame:
    """Return how far each assessor is, at what pace, and when the rest will be done; "-" where unknown."""
    rows = [
        (
            one.name,
            one.assigned,
            one.judged,
            one.states,
            one.open,
            one.sent_back,
            one.conflicts,
            "-" if one.pace.per_hour is None else str(round(one.pace.per_hour)),
            "-" if one.hours_left is None else f"{one.hours_left:.1f}",
            day_text(one.ends_at) if one.open or one.sent_back else "done",
        )
        for one in listed
    ]
    head = ("assessor", "assigned", "judged", "set aside", "open", "sent back", "conflicts")
    more = ("per hour", "hours left", "ends")
    return make_frame("progress", "Progress of the assessors", (*head, *more), rows, notes=notes)


def day_text(at: int | None) -> str:
    """Return the local day of a time in ms since 1970; "-" for none."""
    return "-" if at is None else datetime.fromtimestamp(at / 1000).astimezone().date().isoformat()


def assignments(dealt: Dealt, names: Sequence[str]) -> pd.DataFrame:
    """Return how many questions and answers a plan gives each assessor; `names`: those of all assessors."""
    rows = [(names[who], share.questions, share.answers, share.judged) for who, share in dealt.shares.items()]
    notes = [
        f"{dealt.new:,} assignments of a question to somebody are new, {dealt.dropped:,} are taken back."
    ]
    notes += [f"{dealt.nobody:,} questions are assigned to nobody."] if dealt.nobody else []
    head = ("assessor", "questions", "answers", "judged")
    return make_frame("assignments", "Questions by assessor", head, rows, notes=notes)


def setup(catalog: Catalog, ledger: Ledger, facts: Facts) -> pd.DataFrame:
    """Return what is set for the collection as a whole, and whether somebody chose it."""
    from jurybox.gold import gold_in_force, gold_text
    from jurybox.scoring import UNJUDGED_MEANS, unjudged_in_force

    panel = ", ".join(catalog.assessors[at].name for at in facts.panel)
    rows = [
        ("mode", facts.mode, "chosen" if facts.mode != "open" else "default"),
        ("gold", gold_text(gold_in_force(catalog, facts), catalog, facts), _chosen(facts.gold)),
        ("panel", panel or "every person who judges", _chosen(panel)),
    ]
    if catalog.has_graded:
        unjudged = unjudged_in_force(catalog, ledger, facts)
        rows.append(("unjudged", f"{unjudged}: {UNJUDGED_MEANS[unjudged]}", _chosen(facts.unjudged)))
    return make_frame("setup", "Setup of the collection", ("setting", "value", "from"), rows, range(3))


def _chosen(value: str) -> str:
    return "chosen" if value else "default"


def assessors(catalog: Catalog, ledger: Ledger, facts: Facts) -> pd.DataFrame:
    """Return every assessor with kind, labels of answers, and whether their labels count."""
    from jurybox.collection.judges import judges
    from jurybox.gold.panel import has_labeled

    counting = set(judges(catalog, facts))
    rows = [
        (
            one.name,
            one.kind,
            int(has_labeled(ledger.labels[at]).sum()),
            "yes" if at in facts.panel else "no",
            "yes" if at in counting else "no",
        )
        for at, one in enumerate(catalog.assessors)
        if not one.removed
    ]
    note = (
        f"A panel of {len(facts.panel):,}: only its labels count."
        if facts.panel
        else "No panel: everybody who judges counts."
    )
    head = ("assessor", "kind", "labels", "panel", "counts")
    return make_frame("assessors", "Assessors", head, rows, (0, 1, 3, 4), (note,))


def withdrawals(catalog: Catalog, facts: Facts) -> pd.DataFrame:
    """Return all runs, and which of them are left out of all scores."""
    names = {catalog.runs[at].name for at in facts.withdrawn}
    rows = [(run.name, run.team or "", "withdrawn" if run.name in names else "") for run in catalog.runs]
    note = f"{len(names):,} of {len(rows):,} runs are withdrawn."
    return make_frame("withdrawals", "Withdrawn runs", ("run", "team", "state"), rows, (), (note,))
