"""Cases that go through more of the same, and so are left to the sweep that CI makes after the tests."""

from collections.abc import Iterable
from typing import Any

import pytest


def swept(cases: Iterable[Any]) -> list[Any]:
    """Return parameters of a test that only the sweep runs; a tuple is one case of several values."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.sweep) for case in cases]
