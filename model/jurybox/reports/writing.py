"""A report on the disk: its pages, tables and pictures as files; and whether it still holds."""

from __future__ import annotations

import hashlib
import io
import json
import os
import sqlite3
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from typing import IO, Any, Literal

from jurybox.collection.check import problems_of
from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.state import State
from jurybox.disk import flush_folder, make_folder, open_regular, whole_folder, write_whole
from jurybox.errors import Refused
from jurybox.gold.why import listed
from jurybox.language import tr, trn
from jurybox.reports.document import FIGURES, TABLES, Document, Draw, Pages, html_of, latex_of, latex_table
from jurybox.results import writing

MANIFEST = "report.json"
COLLECTION = "collection.jury"
_FORMS = {"csv": writing.csv, "md": writing.markdown, "tex": latex_table}
_TEXTS = (".csv", ".html", ".json", ".md", ".svg", ".tex", ".txt")
_CONTENTS = {
    "series": "series",
    "document": "documents",
    "question": "questions",
    "option": "options of questions",
    "answer": "answers",
    "run": "runs",
    "response": "responses",
    "run_time": "times of runs",
    "assessor": "assessors",
    "assignment": "assignments",
    "nugget": "nuggets",
    "instance": "instances",
}
"""The tables of a collection beside its log, and what a sentence calls their rows."""
_PIECE = 1 << 20
"""Bytes that are compared at once."""
_MOST_FOREIGN = 20
_LARGEST_MANIFEST = 50_000_000
_MOST_PACKED = 4
"""How many times as large as expected a ZIP may be to be looked into."""
_PICTURES: tuple[Literal["svg", "pdf"], ...] = ("svg", "pdf")


def report_files(
    document: Document, facts: Mapping[str, str], others: Mapping[str, bytes], draw: Draw, pages: Pages | None = None
) -> dict[str, bytes]:
    """Return the content of every file of a report, by its path in the folder.

    `facts`: its source and options, for the manifest; `others`: further files, by their paths. The manifest,
    `report.json`, holds the SHA-256 of all others. `pages`: how the document becomes a PDF; None: without
    one.
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


def free_name(plain: str, taken: set[str]) -> str:
    """Return a name such that none of those taken has it, numbered if need be, and add it to them."""
    numbered = (f"{plain}-{at}" for at in count(2))
    found = next(name for name in chain([plain], numbered) if name not in taken)
    taken.add(found)
    return found


def write_report(folder: Path, files: Mapping[str, bytes], add: Callable[[Path], object] = lambda _: None) -> None:
    """Write the files of a report into a folder, which is created with all files if it does not exist.

    `add` writes content that is not in memory into the folder it is given.

    Refused for a folder with anything but a report, so that no other files are overwritten. An earlier report
    is replaced file by file, each of which is complete at any moment, the manifest last; its files that this
    one lacks are deleted.
    """
    try:
        if not folder.exists():
            _write_new(folder, files, add)
            return
        if any(folder.iterdir()) and not (folder / MANIFEST).exists():
            raise Refused(
                tr("{folder} contains other files. Nothing was written; name a new or an empty folder.", folder=folder)
            )
        before = set(_listed(folder)) if (folder / MANIFEST).exists() else set()
        for name, content in files.items():
            path = folder / name
            make_folder(path.parent)
            write_whole(path, content)
        for name in before - files.keys():
            (folder / name).unlink(missing_ok=True)
        add(folder)
        flush_folder(folder)
    except OSError as error:
        reason = error.strerror or tr("the disk refused")
        raise Refused(
            tr(
                "The report could not be written to {folder}: {reason}. The collection is safe.",
                folder=folder,
                reason=reason,
            )
        ) from error


def _write_new(folder: Path, files: Mapping[str, bytes], add: Callable[[Path], object]) -> None:
    with whole_folder(folder) as part:
        for name, content in files.items():
            path = part / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        add(part)


def include_collection(file: Path | None, report: Path, folder: Path) -> None:
    """Put a whole copy of a collection into the folder of its report, or none; an earlier one goes.

    `folder` may still have another name than `report`, which a refusal names. The collection may be that copy itself,
    which then stays.
    """
    copy, part = folder / COLLECTION, folder / f".{COLLECTION}"
    if file is None:
        copy.unlink(missing_ok=True)
    elif not (copy.is_file() and copy.samefile(file)):
        part.unlink(missing_ok=True)
        with closing(State(file)) as state:
            state.copy_to(part, report / COLLECTION)
        part.replace(copy)
        flush_folder(folder)


def _listed(folder: Path) -> list[str]:
    """Return the files that a manifest lists and that are in its folder; none if it is damaged."""
    try:
        names = list(made_with(folder)["files"])
    except (Refused, KeyError, TypeError):
        return []
    return [name for name in names if (folder / name).resolve().is_relative_to(folder.resolve())]


def made_with(folder: Path) -> dict[str, Any]:
    """Return the source of a report according to its `report.json`. Refused if there is none."""
    try:
        with open_regular(folder / MANIFEST) as file:
            found = json.loads(file.read(_LARGEST_MANIFEST))
    except (OSError, ValueError, RecursionError) as error:
        raise Refused(
            tr("{folder} contains no report ({manifest} is missing or damaged).", folder=folder, manifest=MANIFEST)
        ) from error
    if not isinstance(found, dict):
        raise Refused(tr("{folder} contains no report ({manifest} is damaged).", folder=folder, manifest=MANIFEST))
    return found


def differences(folder: Path, files: Mapping[str, bytes], file: Path) -> list[str]:
    """Return a sentence for every file of a report that is missing, differs from a new one, or is not part of it.

    It names the first difference: the line of a text, the member of a ZIP. `file`: the collection. A copy of
    it in the folder must be intact, with the same log and contents; it may be missing. What is compared comes
    from others: no more of it is read or unpacked than is expected.
    """
    found = []
    for name, content in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
            continue
        with path.open("rb") as written:
            at = _differs_at(written, content)
        if at is not None:
            where = _parting(path, at, content)
            found.append(tr("{name} is not what the collection gives now{where}", name=name, where=where))
    found += _foreign(folder, {*files, COLLECTION})
    copy = folder / COLLECTION
    if copy.is_file():
        found += copy_differences(copy, file)
    return found


def _differs_at(written: IO[bytes], content: bytes) -> int | None:
    """Return where the bytes of a file first differ from the expected ones, or end; None if they are equal."""
    at = 0
    while part := written.read(_PIECE):
        expected = content[at : at + len(part)]
        if part != expected:
            equal = (place for place, (own, other) in enumerate(zip(part, expected, strict=False)) if own != other)
            return at + next(equal, len(expected))
        at += len(part)
    return at if at < len(content) else None


def _parting(path: Path, at: int, content: bytes) -> str:
    """Return where a file first differs from the expected one, such as `: line 3 differs`.

    `at`: the first byte that does; "" for other files.
    """
    if path.suffix == ".zip":
        return _members(path, content)
    if path.suffix not in _TEXTS:
        return ""
    return tr(": line {first:,} differs", first=content.count(b"\n", 0, at) + 1)


def _foreign(folder: Path, known: set[str]) -> list[str]:
    """Return a sentence for each file in a folder that is not part of its report; of many, the first ones."""
    files = []
    for inside, folders, names in os.walk(folder):
        here = Path(inside)
        links = (name for name in folders if (here / name).is_symlink())  # what is behind them is not looked at
        files += [(here / name).relative_to(folder).as_posix() for name in (*names, *links)]
    foreign = sorted(name for name in files if name not in known)
    found = [tr("{name} is not part of the report", name=name) for name in foreign[:_MOST_FOREIGN]]
    more = len(foreign) - len(found)
    if more:
        found.append(trn("{n} more file is not part of the report", "{n} more files are not part of the report", more))
    return found


def _members(path: Path, content: bytes) -> str:
    """Return which members of a ZIP are missing, are too many or have another content."""
    if path.stat().st_size > _MOST_PACKED * len(content) + _PIECE:
        return tr(": it is far too large, and was not unpacked")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as ours, zipfile.ZipFile(path) as theirs:
            expected, own = ours.namelist(), theirs.infolist()
            names = {one.filename for one in own if one.filename not in expected}
            for name in expected:
                found = [one for one in own if one.filename == name]
                if len(found) != 1 or _member_differs(theirs, found[0], ours.read(name)):
                    names.add(name)
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError):
        return tr(": it cannot be unpacked")
    return f": {listed(sorted(names))} {'differs' if len(names) == 1 else 'differ'}" if names else ""


def _member_differs(archive: zipfile.ZipFile, member: zipfile.ZipInfo, content: bytes) -> bool:
    """Return whether a member has other content, of which no more is unpacked than is expected."""
    if member.file_size != len(content) or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return True
    with archive.open(member) as unpacked:
        return _differs_at(unpacked, content) is not None


def copy_differences(copy: Path, file: Path) -> list[str]:
    """Return a sentence for all that makes a copy in a report's folder another collection than the file.

    The copy may be that file itself: then whether its log and its texts are as they were written.
    """
    if problems := problems_of(copy):
        first, more = problems[0].rstrip(".。"), len(problems) - 1
        return [
            trn(
                "{collection} is damaged: {first}, and {n} more problem",
                "{collection} is damaged: {first}, and {n} more problems",
                more,
                collection=COLLECTION,
                first=first,
            )
            if more
            else tr("{collection} is damaged: {first}", collection=COLLECTION, first=first)
        ]
    if copy.samefile(file):
        return []
    if _tips(copy) != _tips(file):
        return [tr("{collection} has another log than the collection", collection=COLLECTION)]
    with closing(open_reading(copy)) as own, closing(open_reading(file)) as other:
        parts = [_CONTENTS[table] for table in _CONTENTS if _rows(own, table) != _rows(other, table)]
    return (
        [
            tr(
                "{collection} has other {listed} than the collection",
                collection=COLLECTION,
                listed=listed(parts, len(parts)),
            )
        ]
        if parts
        else []
    )


def _rows(db: sqlite3.Connection, table: str) -> Counter[tuple[object, ...]]:
    """Return the rows of a table without their numbers, in which two files of one log may differ."""
    found = db.execute(f"SELECT * FROM {table}")  # noqa: S608 - our own names
    kept = [at for at, (name, *_) in enumerate(found.description) if name != "id"]
    return Counter(tuple(row[at] for at in kept) for row in found)


def _tips(file: Path) -> list[bytes] | None:
    """Return the hashes at the ends of the chains of a collection; None for what is not a whole one."""
    try:
        check_is_ours(file)
        with closing(State(file)) as state:
            return sorted(state.chains.tips)
    except (Refused, OSError, sqlite3.Error):
        return None
