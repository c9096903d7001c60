"""A collection as it is judged now: one value, which everything that scores, tests or draws takes."""

from typing import NamedTuple, Self

from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger


class Collection(NamedTuple):
    """What is in a collection, what was entered, and what the organizer set.

    Catalog and facts are replaced when they change; the ledger grows in place, so that a key costs nothing.
    """

    catalog: Catalog
    ledger: Ledger
    facts: Facts

    def frozen(self) -> Self:
        """Return it as it is now, to be read on another thread while the first one enters labels."""
        return self._replace(ledger=self.ledger.frozen())
