"""How a function that fills a file or folder becomes the writer of a format."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path

from jurybox.formats.exporting import Exporting, exporting, making, written
from jurybox.formats.format import Reference, Write, Written

Fill = Callable[[Exporting, Path], dict[str, int]]
"""Fills a new file or an empty folder, reads it back, and returns how many rows of what it wrote."""


def writer(*, folder: bool) -> Callable[[Fill], Write]:
    """Make a writer: it copies the collection, has the copy written in a part, and puts that in its place.

    `folder`: whether the target is a folder. See `Write` for what the writer is asked, and for errors.
    """

    def make(fill: Fill) -> Write:
        @wraps(fill)
        def write(
            file: Path,
            target: Path,
            *,
            assessor: str | None = None,
            anonymous: bool = False,
            gold: Reference | None = None,
        ) -> Written:
            with (
                exporting(file, assessor=assessor, anonymous=anonymous, gold=gold) as out,
                making(target, folder=folder) as part,
            ):
                return written(target, fill(out, part), out)

        return write

    return make
