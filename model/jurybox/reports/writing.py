"""A report on the disk: its pages, tables and pictures as files; whether it still holds."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from itertools import chain, count
from typing import TYPE_CHECKING, Any, Literal

from jurybox.collection.file import check_is_ours
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.reports.document import FIGURES, TABLES, html_of, latex_of, latex_table, plain_name
from jurybox.results import writing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from jurybox.reports.document import Document, Draw, Pages


MANIFEST = "report.json"
COLLECTION = "collection.jury"
_FORMS = {"csv": writing.csv, "md": writing.markdown, "tex": latex_table}
_PICTURES: tuple[Literal["svg", "pdf"], ...] = ("svg", "pdf")


def report_files(
    document: Document,
    facts: Mapping[str, str],
    others: Mapping[str, bytes],
    draw: Draw,
    pages: Pages | None = None,
) -> dict[str, bytes]:
    """Return the content of every file of a report, by its path in the folder.

    `facts`: what it was made from and how, for the manifest; `others`: further files, by their paths. The
    manifest, `report.json`, holds the SHA-256 of all others. `pages`: how the document becomes a PDF; None:
    without one.
    """
    files = {
        "report.html": html_of(document, draw).encode(),
        "report.tex": latex_of(document).encode(),
        "tables.xlsx": writing.excel(document.tables),
    }
    if pages is not None:
        files["report.pdf"] = pages(document)
    for table in document.tables:
        name = table.attrs["name"]
        files |= {f"{TABLES}/{name}.{ending}": form(table).encode() for ending, form in _FORMS.items()}
    for plate in document.plates:
        files |= {f"{FIGURES}/{plate.name}.{form}": draw(plate.figure, form) for form in _PICTURES}
    files |= others
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    manifest = {**facts, "files": sums}
    return files | {MANIFEST: (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode()}


def free_name(text: str, taken: set[str]) -> str:
    """Return the same such that none of those taken has it, and add it to them.

    The name of a collection's own scheme, or of a team, is any text, such as `helpful/harmful`.
    """
    plain = plain_name(text)
    numbered = (f"{plain}-{at}" for at in count(2))
    found = next(name for name in chain([plain], numbered) if name not in taken)
    taken.add(found)
    return found


def write_report(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a report into a folder, which is made if it is not there.

    Refused for a folder that holds something else than a report, so that nothing of anybody's is overwritten.
    Files of the report that was there before, and that this one does not have, are deleted.
    """
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).exists():
            raise Refused(f"{folder} holds other files. Nothing was written; name a new or an empty folder.")
        before = set(_listed(folder)) if (folder / MANIFEST).exists() else set()
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for name in before - files.keys():
            (folder / name).unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or "the disk refused"
        raise Refused(
            f"The report could not be written to {folder}: {reason}. The collection is safe."
        ) from error


def include_collection(file: Path | None, folder: Path) -> None:
    """Put a whole copy of a collection into the folder of its report, or none; an earlier one goes.

    The collection may be that copy itself, which then stays.
    """
    copy, part = folder / COLLECTION, folder / f".{COLLECTION}"
    if file is None:
        copy.unlink(missing_ok=True)
    elif not (copy.is_file() and copy.samefile(file)):
        part.unlink(missing_ok=True)
        with closing(State(file)) as state:
            state.copy_to(part)
        part.replace(copy)


def _listed(folder: Path) -> list[str]:
    """Return the files that a manifest lists and that lie in its folder; none where it is damaged."""
    try:
        names = list(made_with(folder)["files"])
    except (Refused, KeyError, TypeError):
        return []
    return [name for name in names if (folder / name).resolve().is_relative_to(folder.resolve())]


def made_with(folder: Path) -> dict[str, Any]:
    """Return what a report was made from, as its `report.json` says; refused where there is none."""
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(f"{folder} holds no report ({MANIFEST} is missing or damaged).") from error
    if not isinstance(found, dict):
        raise Refused(f"{folder} holds no report ({MANIFEST} is damaged).")
    return found


def differences(folder: Path, files: Mapping[str, bytes], file: Path) -> list[str]:
    """Return a sentence for every file of a report that is missing, or is not what would be written now.

    `file`: the collection. A copy of it in the folder must have the same log; it may be left out.
    """
    found = []
    for name, content in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif path.read_bytes() != content:
            found.append(f"{name} is not what the collection gives now")
    copy = folder / COLLECTION
    if copy.is_file() and not copy.samefile(file) and _tips(copy) != _tips(file):
        found.append(f"{COLLECTION} has another log than the collection")
    return found


def _tips(file: Path) -> list[bytes] | None:
    """Return the hashes at the ends of the chains of a collection; None for what is not a whole one."""
    try:
        check_is_ours(file)
        with closing(State(file)) as state:
            return sorted(state.chains.tips)
    except (Refused, OSError, sqlite3.Error):
        return None
