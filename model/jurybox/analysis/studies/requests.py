"""The request for a study, and its source."""

from dataclasses import dataclass
from typing import Literal, get_args

from jurybox.analysis.studies.stability import Margin, Variant
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.measures import Measure

Study = Literal["stability", "swap", "error-rate", "collection-size", "assessors"]
STUDIES: tuple[Study, ...] = get_args(Study)
TRIALS: dict[Study, int] = {"stability": 1000, "swap": 1000, "error-rate": 50, "collection-size": 200, "assessors": 100}
"""The default number of trials of a study."""
WITH_SIZES: tuple[Study, ...] = ("error-rate", "collection-size")
"""The studies over several sizes."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to study: None stands for the default value of that study.

    `size`: units in a set (assessors in a group, for the study of assessors), by default half of all;
    `sizes`: of the studies over several sizes.
    """

    study: Study
    measure: Measure
    variant: Variant = "one-subset"
    margin: Margin = "larger"
    trials: int | None = None
    size: int | None = None
    sizes: tuple[int, ...] | None = None
    seed: int = 0


def sizes_of(text: str | None) -> tuple[int, ...] | None:
    """Return the sizes that A:B:STEP stands for (the step is optional). Refused for anything else."""
    if text is None:
        return None
    parts = text.split(":")
    if not 2 <= len(parts) <= 3 or not all(part.isascii() and part.isdigit() for part in parts):
        raise Refused(tr("{text!r} is not a range of sizes; write it as 5:30 or 50:1000:50.", text=text))
    first, last, step = (*map(int, parts), 1)[:3]
    if first < 1 or step < 1 or last < first:
        raise Refused(tr("{text!r} names no size; write it as 5:30 or 50:1000:50.", text=text))
    return tuple(range(first, last + 1, step))
