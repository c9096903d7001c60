"""What is found in every bad input that the tests have: severity, code, file, line and sentence."""

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from fuzzing import SEEDS, mutated

from jurybox.errors import Refused
from jurybox.formats.imports import prepare
from jurybox.formats.registry import FORMATS

BAD = Path(__file__).parent / "bad"
CASES = Path(__file__).resolve().parents[3] / "shared" / "cases"
"""Files of people, where they are present; they are not part of the project, so no word of them is recorded."""
FUZZED = 40
"""How many broken files are made of the example of each format."""


def keys() -> Iterator[str]:
    """Yield the inputs: folders of `bad`, examples of formats, broken examples, and files beside the project."""
    yield from (f"bad {one.name}" for one in sorted(BAD.iterdir()) if one.is_dir())
    yield from (f"example {name}" for name in SEEDS)
    yield from (f"broken {name} {number}" for name in SEEDS for number in range(FUZZED))
    yield from (f"case {one.relative_to(CASES)}" for one in cases())


@cache
def cases() -> list[Path]:
    """Return the folders of cases with files to import; none where they are absent.

    Those of `faults` can kill a process that reads them itself, so that only a test of their own reads them.
    """
    found = {one.parent for one in CASES.rglob("*") if one.is_file() and one.suffix not in {".py", ".md"}}
    return sorted(one for one in found if one.relative_to(CASES).parts[:1] != ("faults",))


def made(key: str) -> list[list[object]]:
    """Return the findings of an input, or its refusal."""
    kind, name = key.split(" ", 1)
    if kind == "bad":
        return found(BAD / name, "tables")
    if kind == "case":
        return [row[:-1] for row in found(CASES / name)]
    name, _, number = name.partition(" ")
    with TemporaryDirectory() as folder:
        path = Path(folder) / FORMATS[name].example[0]
        path.write_bytes(mutated(name, int(number)) if number else SEEDS[name])
        told = found(path, name)
        return [[str(one).replace(folder, "FOLDER") if isinstance(one, str) else one for one in row] for row in told]


def found(path: Path, as_format: str | None = None) -> list[list[object]]:
    """Return the findings of a file or folder, each with its place and its words; a refusal has none."""
    try:
        with prepare([path], as_format=as_format) as prepared:
            rows = [[one.severity, one.code, one.file, one.line, one.sentence] for one in prepared.report.findings]
    except Refused as error:
        return [["refused", str(error).replace(str(path.parent), "FOLDER")]]
    return [list(row) for row, _ in itertools.groupby(rows)]
