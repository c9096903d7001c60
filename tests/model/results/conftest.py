"""Generated collections of any kind, and what the views of their scores are asked for."""

from pathlib import Path
from typing import Any

import pytest
from generator import write_tables
from view_requests import Ask, Made, request_of

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.results.views import ViewRequest


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return a function that makes a collection of a kind, each only once."""
    known: dict[str, Path] = {}

    def made(**how: Any) -> Path:
        asked = {"kind": "ranked", "questions": 24, "runs": 5, "assessors": 4, "judged": 1.0, "correct": 0.4}
        asked |= how
        if repr(asked) not in known:
            folder = tmp_path_factory.mktemp("tables")
            write_tables(folder / "tables", **asked)
            path = known[repr(asked)] = folder / "made.jury"
            create(path)
            import_into(path, [folder / "tables"])
        return known[repr(asked)]

    return made


@pytest.fixture
def ask(made: Made) -> Ask:
    """Return a function that asks for measures of a generated collection."""

    def ask(*names: str, how: dict[str, Any] | None = None, **more: Any) -> ViewRequest:
        return request_of(made(**(how or {})), *names, **more)

    return ask
