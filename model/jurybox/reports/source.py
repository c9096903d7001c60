"""What a report is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from jurybox import results
from jurybox.analysis.intervals import DRAWS
from jurybox.campaign.progress import CampaignProgress, progress, read_paces
from jurybox.collection.acceptances import AcceptedColumn, accepted_columns
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.state import State
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr
from jurybox.measures import Measure
from jurybox.pictures import Places
from jurybox.results.scores import Names
from jurybox.scoring import Scoreboard

if TYPE_CHECKING:
    import pandas as pd


_SPOKE = "SELECT DISTINCT assessor FROM entry WHERE kind NOT IN ('fact', 'nugget', 'instance')"
_JUDGED = f"{_SPOKE} AND kind <> 'adjudication' AND NOT (act = 'import' AND answer IS NULL)"
_SHOWN = "SELECT coalesce(document, ''), coalesce(support, '') FROM answer ORDER BY id"
_DECIDED = """
SELECT assessor, count(*) FROM entry WHERE kind = 'adjudication' AND label IS NOT NULL
AND (fact IS NULL OR fact = 'group') AND id NOT IN (SELECT entry FROM superseded)
GROUP BY assessor ORDER BY assessor
"""


@dataclass(frozen=True)
class ReportSource:
    """The scores, the collection behind them, its names and texts, and its identity.

    `answers`: all pooled answers with their truth; `texts`: those of all answers, by position; `shown`: the
    document and the supporting text of each, "" for none; `asked`: texts of all questions; `entered`: the
    first and the last day of judging (UTC), "" where nobody judged; `spoke`: the assessors who judged or decided
    anything; `judged`: those of them who did not only decide, or come with a list of nuggets; `decided`:
    assessors with how many decisions of theirs are in force; `accepted`: whose labels were accepted for whole
    questions; `heads`: the hashes at the ends of the chains of the log; `progress`: how far assessors are and
    their pace, with days in UTC.
    """

    board: Scoreboard
    title: str
    names: Names
    answers: pd.DataFrame
    texts: Sequence[str]
    shown: Sequence[tuple[str, str]]
    asked: Sequence[str]
    entered: tuple[str, str]
    spoke: frozenset[int]
    judged: frozenset[int]
    decided: tuple[tuple[int, int], ...]
    accepted: tuple[AcceptedColumn, ...]
    heads: tuple[str, ...]
    progress: tuple[CampaignProgress, ...]

    @property
    def organizer(self) -> int | None:
        """The assessor in whose name files were imported, who is not to judge anything; None without one."""
        working = {one.assessor for one in self.progress}
        people = enumerate(self.board.collection.catalog.assessors)
        return next((at for at, one in people if one.name == ORGANIZER and at not in working), None)

    @property
    def judged_on(self) -> str:
        """The days of judging, as in a title, without a period."""
        first, last = self.entered
        if not first:
            return tr("Not judged yet")
        return f"Judged on {first}" if first == last else tr("Judged from {first} to {last}", first=first, last=last)


@dataclass(frozen=True)
class ReportChoices:
    """What can be chosen of a report: the measures, the official one first, and what is drawn by lot.

    Without measures the usual ones are taken; of a track with series its official scores. `contact`: where
    participants ask about labels, such as an address. `moved`: where names of runs are in pictures, by the
    name of the picture.
    """

    measures: tuple[Measure, ...] = ()
    draws: int = DRAWS
    seed: int = 0
    contact: str = ""
    moved: Mapping[str, Places] = field(default_factory=dict, compare=False)


def source_of(state: State, board: Scoreboard) -> ReportSource:
    """Return what the report of an open collection is made of, under the gold standard of a scoreboard."""
    first, last = state.reader.execute("SELECT min(at), max(at) FROM entry WHERE kind <> 'fact'").fetchone()
    return ReportSource(
        board,
        state.facts.name or state.local.get("name") or "Collection",
        results.names_of(state),
        results.answers(state, board),
        [text for (text,) in state.reader.execute("SELECT text FROM answer ORDER BY id")],
        state.reader.execute(_SHOWN).fetchall(),
        [text or "" for (text,) in state.reader.execute("SELECT text FROM question ORDER BY id")],
        (_day(first), _day(last)),
        frozenset(at - 1 for (at,) in state.reader.execute(_SPOKE)),
        frozenset(at - 1 for (at,) in state.reader.execute(_JUDGED)),
        tuple((at - 1, many) for at, many in state.reader.execute(_DECIDED)),
        accepted_columns(state.reader, state.catalog),
        tuple(sorted(tip.hex() for tip in state.chains.tips)),
        tuple(progress(state.collection, read_paces(state.reader, zone=UTC), 0, kinds=tuple(ASSESSOR_KINDS))),
    )


def _day(at: int | None) -> str:
    return "" if at is None else datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
