"""Generated collections, made once in a process for all tests that want the same, and copied for each."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator import write_tables
from steady_codes import steady_codes

from jurybox.collection.file import create
from jurybox.formats.imports import import_into


def generated_collection(path: Path, **how: Any) -> Path:
    """Write a collection of generated tables to a path where nothing is yet; `how` goes to `write_tables`."""
    with path.open("xb") as file:
        file.write(_made(path.name, **how))
    return path


@lru_cache(maxsize=32)
def _made(name: str, **how: Any) -> bytes:
    with TemporaryDirectory() as folder, steady_codes(f"{name} {how}"):
        write_tables(Path(folder) / "tables", **how)
        made = Path(folder) / name
        create(made)
        import_into(made, [Path(folder) / "tables"])
        return made.read_bytes()
