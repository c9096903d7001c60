"""The bundled demo collections: tables that become a private collection when one is opened.

The window asks here before its first painting: what reads tables and counts digests is imported where needed.
"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from jurybox.disk import make_folder, part_prefix, sweep
from jurybox.errors import Refused
from jurybox.language import tr, tr_noop
from jurybox.lists import comma_list
from jurybox.paths import data_folder
from jurybox.resources import asset

_FOLDER = "demos"
_PROMISES = {
    "community": tr("Grade answers with three others, and see how four opinions become one gold standard."),
    "series": tr("Judge facts, a list and nuggets, and see how the winner depends on what is asked."),
    "validation": tr("Judge three answers and the leader changes; compare ROC and precision-recall space."),
}
"""What one sees after a few labels in each demo; tests and stories play it."""
_TITLES = (tr_noop("Asking a community"), tr_noop("Question series"), tr_noop("Bridges, ferries and other matters"))
_DESCRIPTIONS = (
    tr_noop(
        "Questions that people asked each other, and how well eleven runs put the answers in "
        "order. Four assessors give A, B or C; the last answers of the fourth are yours."
    ),
    tr_noop(
        "Twelve targets, each with questions for one fact, for a list and for anything else "
        "of interest, and eight runs that answered them. Three assessors judged; what "
        "completes their work is yours."
    ),
    tr_noop(
        "Is this answer right, and does its supporting text say so? 160 questions about "
        "places that do not exist, answered by ten runs of six teams."
    ),
)
"""As the tables of the demos have them, for the catalogs to find; Start shows them by `tr`."""


class Demo(NamedTuple):
    """A demo: what it is called on the command line, its title, what is in it, and what one sees there."""

    name: str
    title: str
    description: str
    tables: Path
    promise: str = ""


def demos() -> list[Demo]:
    """Return the bundled demos."""
    import csv

    found = []
    for folder in sorted(asset(_FOLDER).iterdir()):
        facts = folder / "collection.csv"
        if facts.is_file():
            with facts.open(encoding="utf-8", newline="") as file:
                values = {row["key"]: row["value"] for row in csv.DictReader(file)}
            description, promise = values.get("description", ""), _PROMISES.get(folder.name, "")
            found.append(Demo(folder.name, values["name"], description, folder, promise))
    return found


def demo(name: str) -> Demo:
    """Return the demo of that name. Refused, with the existing names, if there is none."""
    known = {one.name: one for one in demos()}
    if name not in known:
        raise Refused(tr("There is no demo {name!r}; there are: {known}.", name=name, known=comma_list(known)))
    return known[name]


def build_demo(name: str, path: Path) -> Path:
    """Make the collection of a demo at a path where nothing is yet."""
    from jurybox.collection.file import create, put_in_place
    from jurybox.formats.imports import import_into

    chosen = demo(name)
    try:
        make_folder(path.parent)
    except OSError as error:
        raise Refused(tr("{path} cannot be created: {reason}.", path=path, reason=error.strerror)) from error
    if path.exists():
        raise Refused(tr("{path} exists already. Nothing was changed; choose another name.", path=path))
    # Who stops the program, or cuts the power, is left without a demo and not with half of one.
    sweep(path.parent)
    import secrets
    import sqlite3  # nobody needs it before a demo is made

    part = path.with_name(f"{part_prefix()}{secrets.token_hex(8)}.part")
    try:
        create(part, name=chosen.title, shown=path)
        _seat(chosen, part)
        import_into(part, [chosen.tables])
        put_in_place(part, path)
    except OSError as error:
        raise Refused(tr("{path} cannot be created: {reason}.", path=path, reason=error.strerror)) from error
    except sqlite3.OperationalError as error:
        raise Refused(tr("{path} cannot be created: {error}.", path=path, error=error)) from error
    finally:
        part.unlink(missing_ok=True)
    return path


def _seat(chosen: Demo, path: Path) -> None:
    """Add the people of a demo with codes of their own, the same in every copy.

    A queue is ordered by its assessor's code, so a demonstrator gets the rehearsed order in each copy.
    Writers stay random, so that the logs of two copies can be distinguished and merged.
    """
    import csv
    import sqlite3
    from hashlib import sha256

    from jurybox.collection.digests import add_digests

    with (chosen.tables / "assessors.csv").open(encoding="utf-8", newline="") as file:
        people = [(row["assessor"], row["kind"] or "person") for row in csv.DictReader(file)]
    rows = [(sha256(f"{chosen.name}/{who}".encode()).digest()[:16], who, kind) for who, kind in people]
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany("INSERT INTO assessor (code, name, kind) VALUES (?, ?, ?)", rows)
        add_digests(db)


def demo_copy(name: str) -> Path:
    """Make a fresh private copy of a demo for the person at this computer and return its path.

    Earlier copies stay: somebody may have judged in them.
    """
    return build_demo(name, free_path(name))


def demo_of(path: Path) -> str | None:
    """Return the name of the demo that a file is a private copy of, as `demo_copy` makes them; else None."""
    mine = path.parent == data_folder() / _FOLDER
    return path.name.partition("-")[0] if mine else None


def free_path(name: str) -> Path:
    """Return a path among this person's demos, with the time in its name, where nothing is yet."""
    from datetime import UTC, datetime

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = data_folder() / _FOLDER
    path, number = folder / f"{name}-{stamp}.jury", 2
    while path.exists():
        path, number = folder / f"{name}-{stamp}-{number}.jury", number + 1
    return path
