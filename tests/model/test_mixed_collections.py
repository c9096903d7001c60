"""The random collections that tests share: what one kind of question draws, no other changes."""

import pytest
from mixed_tables import Mixed, Row

from jurybox.kinds import KIND_NAMES, SERIES_KINDS


def rows_of_others(mixed: Mixed, kind: str) -> dict[str, list[Row]]:
    """Return all rows of a collection but those of questions of a kind."""
    asked = set(mixed.asked(kind))
    return {table: [row for row in rows if row.get("question") not in asked] for table, rows in mixed.tables.items()}


@pytest.mark.parametrize("kind", [name for name in KIND_NAMES if name not in SERIES_KINDS])
@pytest.mark.parametrize("seed", range(4))
def test_a_kind_that_is_added_changes_nothing_of_the_others(kind: str, seed: int) -> None:
    others = [name for name in KIND_NAMES if name != kind]
    found = rows_of_others(Mixed(seed), kind)
    assert found == rows_of_others(Mixed(seed, kinds=others), kind)
    assert found["judgments"]
