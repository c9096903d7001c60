"""Which part of a queue is shown."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Bytes
from jurybox.collection.codes import CONFLICT, LABEL_CODES

Show = Literal["all", "open", "judged", "deferred", "skipped", "cannot-tell", "junk", "states", "noted", "conflicts"]
SHOWS: tuple[Show, ...] = get_args(Show)
"""`states` is every answer with a state instead of a label, `noted` every answer with a note."""

Mask = NDArray[np.bool_]

DEFERRED = LABEL_CODES["deferred"]


@dataclass(frozen=True, slots=True, eq=False)
class Filter:
    """The restriction of a queue: all conditions must be met.

    `hits`: for every answer of the collection, whether a search found it; None: no search.
    """

    show: Show = "all"
    category: str | None = None
    hits: Mask | None = None

    @property
    def narrows(self) -> bool:
        """Whether anything is left out."""
        return self.show != "all" or self.category is not None or self.hits is not None


EVERYTHING_SHOWN = Filter()


def is_open(codes: Bytes) -> Mask:
    """Return which answers are open: without a label, or with two contradictory ones."""
    open_: Mask = (codes == 0) | (codes == CONFLICT)
    return open_


def shown_by(show: Show, codes: Bytes, noted: Mask) -> Mask:
    """Return which answers a filter shows, given their labels and which have a note."""
    shown: Mask
    match show:
        case "all":
            shown = np.ones(len(codes), dtype=bool)
        case "open":
            shown = is_open(codes)
        case "judged":
            shown = codes > 0
        case "states":
            shown = (codes < 0) & (codes != CONFLICT)
        case "noted":
            shown = noted.copy()
        case "conflicts":
            shown = codes == CONFLICT
        case _:
            shown = codes == LABEL_CODES[show]
    return shown
