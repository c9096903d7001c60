"""The figures at the head of the Campaign page: progress, pace, and how well people agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from jurybox.analysis.disagreements.overview import Overview
from jurybox.campaign.progress import CampaignProgress
from jurybox.language import grouped, tr, trc, trn
from jurybox.lists import comma_list
from jurybox.results.cells import score_text
from jurybox.wording import count_of
from jurybox_gui.desks.campaign.words import day_text
from jurybox_gui.widgets.summary import HeadlineFigure


def figures_of(people: Sequence[CampaignProgress], conflicts: int, overview: Overview | None) -> list[HeadlineFigure]:
    """Return the figures: the sums over the rows of persons, column by column, then their agreement."""
    assigned = sum(one.assigned for one in people)
    judged, open_ = sum(one.judged for one in people), sum(one.open for one in people)
    aside, back = sum(one.states for one in people), sum(one.sent_back for one in people)
    if assigned:
        share = math.floor(100 * judged / assigned)  # 100 % only when everything is judged
        progress = HeadlineFigure(
            f"{share} %", trc("labels", "judged"), tr("{done:,} of {total:,}", done=judged, total=assigned)
        )
    else:
        progress = HeadlineFigure("–", trc("labels", "judged"), tr("nothing assigned yet"))
    others = [trn("{n} set aside", "{n} set aside", aside)] * bool(aside)
    others += [trn("{n} sent back", "{n} sent back", back)] * bool(back)
    done = sum(not (one.open or one.sent_back) for one in people)
    found = [
        progress,
        HeadlineFigure(grouped(open_), trc("labels", "open"), comma_list(others) or _ends(people)),
        HeadlineFigure(
            grouped(done),
            trc("people", "finished"),
            tr("of {people}", people=count_of(len(people), "person", "people")),
        ),
        _agreement(overview),
    ]
    if conflicts:
        found.append(HeadlineFigure(grouped(conflicts), tr("conflicts"), tr("to resolve"), warns=True))
    return found


def _agreement(overview: Overview | None) -> HeadlineFigure:
    if overview is None or not overview.shared:
        return HeadlineFigure("–", tr("Krippendorff's α"), tr("no shared labels yet"))
    alpha = overview.alpha.value
    if math.isnan(alpha):
        return HeadlineFigure("–", tr("Krippendorff's α"), tr("one label only"))
    return HeadlineFigure(
        score_text(alpha), tr("Krippendorff's α"), tr("{count:,} {noun}", count=overview.shared, noun=tr(overview.noun))
    )


def _ends(people: Sequence[CampaignProgress]) -> str:
    """Return when the last person will be done; "" if nobody has open work, or a pace is unknown."""
    waiting = [one.ends_at for one in people if one.open]
    known = [at for at in waiting if at is not None]
    if not waiting:
        return ""
    if len(known) < len(waiting):
        return tr("end not known yet")
    then = datetime.fromtimestamp(max(known) / 1000).astimezone()
    return tr("done by {day}", day=day_text(then))
