"""A Judge desk over a collection of the test's own."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from judge_bench import Asked, Bench, Given, Open, write_collection
from pytestqt.qtbot import QtBot

BRIDGES = (
    Asked(
        "0044",
        "Where is the Ardo archive?",
        (Given("Sankt Olof", "The archive is in Sankt Olof, in the cellar."), Given("the town hall", "No.")),
        category="place",
    ),
    Asked(
        "0045",
        "Who designed the Lindholm lift bridge?",
        (
            Given("Astrid Wennerberg", "The design is by Astrid Wennerberg, then an engineer."),
            Given("Varberg yard", "It was built at the Varberg yard."),
            Given("ASTRID  Wennerberg", "A list of engineers names astrid wennerberg.", "LA-31"),
        ),
        category="person",
    ),
    Asked("0046", "What is a gnomon?", (Given("a rod", "The rod of a sundial."),), category="thing"),
)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, home: Path) -> Iterator[Open]:
    """Return a function that opens a desk; everything it opened is closed afterwards."""
    opened: list[Bench] = []

    def open_bench(
        questions: Sequence[Asked] = BRIDGES,
        *,
        path: Path | None = None,
        assessor: str | None = "Ana",
        size: tuple[int, int] = (1212, 740),
        strip: bool = False,
    ) -> Bench:
        file = path or write_collection(tmp_path / "judge.jury", questions)
        made = Bench(qtbot, file, home, assessor, size, strip=strip)
        opened.append(made)
        return made

    yield open_bench
    for made in opened:
        made.close()
