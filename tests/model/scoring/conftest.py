"""What the tests of scores share: an open collection of series."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from series import series_collection

from jurybox.session import Session, open_session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Return the collection of series, opened for Ana."""
    opened = open_session(series_collection(tmp_path / "series.jury"), assessor="Ana")
    yield opened
    opened.close()
