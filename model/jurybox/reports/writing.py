"""A report on the disk: one page, and every table as CSV, Markdown and LaTeX; and whether one still holds."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from jurybox.errors import Refused
from jurybox.reports.forms import Table, csv_file, html_of, latex_file, markdown_file

MANIFEST = "report.json"
_FORMS = {"csv": csv_file, "md": markdown_file, "tex": latex_file}


def report_files(title: str, facts: Sequence[tuple[str, str]], tables: Sequence[Table]) -> dict[str, str]:
    """Return the text of every file of a report by its name.

    `report.json` holds what it was made from and the SHA-256 of the others.
    """
    files = {"report.html": html_of(title, facts, tables)}
    for table in tables:
        files |= {f"{table.name}.{ending}": form(table) for ending, form in _FORMS.items()}
    sums = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in sorted(files.items())}
    manifest = {"title": title, **dict(facts), "files": sums}
    return files | {MANIFEST: json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"}


def write_report(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a report into a folder, which is made if it is not there.

    Refused for a folder that holds something else than a report, so that nothing of anybody's is overwritten.
    """
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).exists():
            raise Refused(f"{folder} holds other files. Nothing was written; name a new or an empty folder.")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        told = error.strerror or "the disk refused"
        raise Refused(
            f"The report could not be written to {folder}: {told}. The collection is safe."
        ) from error


def made_with(folder: Path) -> dict[str, object]:
    """Return what a report was made from, as its `report.json` says; refused where there is none."""
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Refused(f"{folder} holds no report ({MANIFEST} is missing or damaged).") from error
    if not isinstance(found, dict):
        raise Refused(f"{folder} holds no report ({MANIFEST} is damaged).")
    return found


def differences(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Return a sentence for every file of a report that is missing, or is not what would be written now."""
    found = []
    for name, text in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif path.read_bytes() != text.encode():
            found.append(f"{name} is not what the collection gives now")
    return found
