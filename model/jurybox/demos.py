"""The bundled demo collections: tables that become a private collection when one is opened."""

import csv
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from jurybox.errors import Refused
from jurybox.resources import asset
from jurybox.settings import data_folder

_FOLDER = "demos"


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo: what it is called on the command line, its title, and what it shows in one sentence."""

    name: str
    title: str
    description: str
    tables: Path


def demos() -> list[Demo]:
    """Return the bundled demos."""
    found = []
    for folder in sorted(asset(_FOLDER).iterdir()):
        facts = folder / "collection.csv"
        if facts.is_file():
            with facts.open(encoding="utf-8", newline="") as file:
                values = {row["key"]: row["value"] for row in csv.DictReader(file)}
            found.append(Demo(folder.name, values["name"], values.get("description", ""), folder))
    return found


def demo(name: str) -> Demo:
    """Return the demo of that name; refused, with the names that there are, if there is none."""
    known = {one.name: one for one in demos()}
    if name not in known:
        raise Refused(f"There is no demo {name!r}; there are: {', '.join(known)}.")
    return known[name]


def build_demo(name: str, path: Path) -> Path:
    """Make the collection of a demo at a path where nothing is yet."""
    from jurybox.collection.file import create
    from jurybox.formats.importing import import_into

    chosen = demo(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{path} cannot be created: {error.strerror}.") from error
    create(path, name=chosen.title)
    import_into(path, [chosen.tables])
    return path


def demo_copy(name: str) -> Path:
    """Make a fresh private copy of a demo for the person at this computer and return its path.

    Earlier copies stay: somebody may have judged in them.
    """
    return build_demo(name, free_path(name))


def free_path(name: str) -> Path:
    """Return a path among this person's demos, with the time in its name, where nothing is yet."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = data_folder() / _FOLDER
    path, number = folder / f"{name}-{stamp}.jury", 2
    while path.exists():
        path, number = folder / f"{name}-{stamp}-{number}.jury", number + 1
    return path
