"""A frozen gold standard: its labels under a name, with a time and a digest.

The record is a fact of the log, so that it is merged, undone and kept like any other. It identifies answers
by keys made from their content, not by position: copies of a collection may order them differently.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from jurybox.errors import Refused
from jurybox.language import tr

if TYPE_CHECKING:  # the window uses facts, and is painted before numpy is loaded
    import sqlite3

    import numpy as np
    from numpy.typing import NDArray

_ROW = [("key", "<u8"), ("value", "<u2")]
_MOST_VALUES = 1 << 16
KEPT = ("kept", "kept_digest")
"""The parts of a record that have everybody's names and labels."""
_SHOWN = 12
"""Letters of a digest in a sentence; `jurybox freeze` prints all of them."""


@dataclass(frozen=True, slots=True, eq=False)
class GoldLabels:
    """The values of a gold standard: for each answer one of `values`, for each question of a board a digest.

    `keys`, `codes`: shape (answers,), in any order; `questions`: digests of nuggets, matches, groups and
    NIL by the name of the question.
    """

    keys: NDArray[np.uint64]
    codes: NDArray[np.uint16]
    values: tuple[str, ...]
    questions: Mapping[str, str]

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of a line for each answer (`a KEY VALUE`), then for each question of a board.

        Lines are sorted: the same for the same labels, in whatever order the collection has its answers.
        """
        total = hashlib.sha256()
        order = self.keys.argsort(kind="stable")
        for key, code in zip(self.keys[order].tolist(), self.codes[order].tolist(), strict=True):
            total.update(f"a {key:016x} {self.values[code]}\n".encode())
        for name in sorted(self.questions):
            total.update(f"q {name} {self.questions[name]}\n".encode("utf-8", "surrogatepass"))
        return total.hexdigest()


@dataclass(frozen=True, slots=True)
class FrozenGold:
    """A frozen gold standard: its name, which one it was, when (ms since 1970), its labels and digest.

    `kept`: what it was made of (`jurybox.collection.kept_labels`); "" where an earlier version of the program froze
    it. `made`: what was made of that.
    """

    name: str
    gold: str
    at: int
    digest: str
    labels: GoldLabels = field(compare=False, repr=False)
    kept: str = field(default="", repr=False)
    kept_digest: str = ""
    made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[FrozenGold], tuple[object, ...]]:
        """Leave to other processes to make what they need of it."""
        return type(self), (self.name, self.gold, self.at, self.digest, self.labels, self.kept, self.kept_digest)

    @property
    def day(self) -> str:
        """The day on which it was frozen (UTC)."""
        return self.time.date().isoformat()

    @property
    def time(self) -> datetime:
        """When it was frozen (UTC)."""
        return datetime.fromtimestamp(self.at / 1000, UTC)

    @property
    def short_digest(self) -> str:
        """The beginning of the digest, for a sentence."""
        return self.digest[:_SHOWN]

    @property
    def is_whole(self) -> bool:
        """Whether its labels, and what they were made of, have the digests with which it was frozen."""
        return self.labels.digest == self.digest and kept_digest(self.kept) == self.kept_digest

    def record(self) -> dict[str, Any]:
        """Return it as the value of a fact."""
        import numpy as np

        rows = np.empty(len(self.labels.keys), dtype=_ROW)
        order = self.labels.keys.argsort(kind="stable")
        rows["key"], rows["value"] = self.labels.keys[order], self.labels.codes[order]
        return {
            "gold": self.gold,
            "at": self.at,
            "digest": self.digest,
            "values": list(self.labels.values),
            "answers": base64.b64encode(rows.tobytes()).decode("ascii"),
            "questions": dict(sorted(self.labels.questions.items())),
            **({"kept": self.kept, "kept_digest": self.kept_digest} if self.kept else {}),
        }

    @classmethod
    def read(cls, name: str, value: object) -> FrozenGold:
        """Return the content of a fact. Refused for an invalid name or value."""
        import numpy as np

        if not name.strip():
            raise Refused(tr("A frozen gold standard needs a name. Nothing was changed."))
        refused = Refused(tr("{name!r} is not a frozen gold standard; nothing was changed.", name=name))
        if not isinstance(value, Mapping):
            raise refused
        try:
            rows = np.frombuffer(base64.b64decode(value["answers"], validate=True), dtype=_ROW)
            values = tuple(str(one) for one in value["values"])
            questions = {str(key): str(one) for key, one in value["questions"].items()}
            found = cls(
                name,
                str(value["gold"]),
                int(value["at"]),
                str(value["digest"]),
                GoldLabels(rows["key"].astype(np.uint64), rows["value"].astype(np.uint16), values, questions),
                str(value.get("kept", "")),
                str(value.get("kept_digest", "")),
            )
            _ = found.day
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, OSError, binascii.Error) as error:
            raise refused from error
        if len(rows) and int(rows["value"].max()) >= len(values):
            raise refused
        return found


def kept_digest(kept: str) -> str:
    """Return the SHA-256, in hex, of what a frozen gold standard was made of; "" for nothing."""
    return hashlib.sha256(kept.encode("utf-8", "surrogatepass")).hexdigest() if kept else ""


def coded(values: Sequence[str]) -> tuple[NDArray[np.uint16], tuple[str, ...]]:
    """Return the position of each value among the different ones, and those, sorted."""
    import numpy as np

    different = sorted(set(values))
    if len(different) > _MOST_VALUES:
        raise Refused(tr("The gold standard has too many different values to be frozen. Nothing was changed."))
    place = {value: at for at, value in enumerate(different)}
    return np.array([place[value] for value in values], dtype=np.uint16), tuple(different)


def read_answer_keys(db: sqlite3.Connection) -> NDArray[np.uint64]:
    """Return the key of each answer of a collection, by position: the first 8 bytes of its digest."""
    import numpy as np

    keys = b"".join(digest[:8] for (digest,) in db.execute("SELECT digest FROM answer ORDER BY id"))
    return np.frombuffer(keys, dtype="<u8").astype(np.uint64)
