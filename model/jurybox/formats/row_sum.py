"""A sum over rows, to compare what was written with what is read without holding either."""

import hashlib
from collections.abc import Iterable, Sequence


class RowSum:
    """The sum over rows of texts, in their order."""

    def __init__(self) -> None:
        self._sum = hashlib.blake2b()
        self.count = 0

    def add(self, rows: Iterable[Sequence[str]]) -> None:
        """Take rows in."""
        for cells in rows:
            self._sum.update("\x1f".join(cells).encode("utf-8", "surrogatepass") + b"\x1e")
            self.count += 1

    def digest(self) -> bytes:
        """Return the sum so far."""
        return self._sum.digest()
