"""Facts about pairs of runs: how their difference can still end, and which difference studies require."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from jurybox.analysis.study_records import out_of_date
from jurybox.analysis.study_requests import Material
from jurybox.reports.forms import score_text
from jurybox.scoring import Bounds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jurybox.reports.sheet import Asked

State = Literal["open", "settled", "equal", "undefined"]
STATES: tuple[State, ...] = get_args(State)


@dataclass(frozen=True, slots=True)
class Between:
    """Between what the difference of two runs can still end, and what that says of their order."""

    state: State
    bounds: Bounds

    @property
    def ends(self) -> str:
        """Both ends, one where there is no other."""
        low, high = self.bounds.low, self.bounds.high
        return score_text(low) if low == high else f"{score_text(low)} to {score_text(high)}"

    @property
    def exactly(self) -> str:
        """Whether both ends can be reached, in a word."""
        return "exact" if self.bounds.exact else "outer"

    def turned(self) -> Between:
        """Return the same of the two runs the other way round."""
        return Between(self.state, Bounds(-self.bounds.high, -self.bounds.low, self.bounds.exact))

    @property
    def words(self) -> str:
        """What it says, with the bounds; an outer bound says so."""
        if self.state == "undefined":
            return self.state
        return f"{self.state} {'' if self.bounds.exact else 'within '}{self.ends}"


def between(bounds: Bounds) -> Between:
    """Return what the bounds of a difference say: open as long as 0 lies between, the ends included."""
    state: State = "open" if bounds.low <= 0 <= bounds.high else "settled"
    if math.isnan(bounds.low):
        state = "undefined"
    elif bounds.low == bounds.high == 0:
        state = "equal"
    return Between(state, bounds)


@dataclass(frozen=True, slots=True)
class Swap:
    """What a kept swap study requires; None where no difference is enough; `stale`: it is out of date."""

    required: float | None
    trials: int
    stale: bool

    @property
    def told(self) -> str:
        """What a table says of the study."""
        return "out of date" if self.stale else "kept"


def kept_swaps(asked: Asked) -> dict[str, Swap]:
    """Return the kept swap study of each measure that was made of just what is shown.

    That is with the same gold standard, questions and way to treat what is unjudged. Of several one that is
    up to date, then the one with the most trials.
    """
    frozen, board = asked.frozen, asked.board
    wanted = [record for record in map(dict, frozen.facts.studies.values()) if _fits(asked, record)]
    stale = out_of_date(Material(board, frozen.catalog, frozen.ledger, frozen.facts), wanted)
    found: dict[str, Swap] = {}
    for record, old in zip(wanted, stale, strict=True):
        needed = record.get("required")
        required = None if needed is None or math.isnan(needed) else float(needed)
        study = Swap(required, int(record["trials"]), old)
        name = str(record["measure"])
        if name not in found or _worth(study) > _worth(found[name]):
            found[name] = study
    return found


def _worth(study: Swap) -> tuple[bool, int]:
    return not study.stale, study.trials


def _fits(asked: Asked, record: Mapping[str, object]) -> bool:
    """Return whether a record is of a swap study of what is shown."""
    board, names = asked.board, [question.name for question in asked.catalog.questions]
    chosen = None if board.questions is None else [names[at] for at in sorted(board.questions)]
    return (
        record.get("study") == "swap"
        and record.get("measure") in {str(one) for one in asked.measures}
        and (record.get("gold"), record.get("unjudged", "wait"), record.get("questions"))
        == (board.gold_text, board.unjudged, chosen)
    )
