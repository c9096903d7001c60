"""A report on the disk: a page, each table as CSV, Markdown and LaTeX, all in Excel; whether one holds."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from jurybox.errors import Refused
from jurybox.results import writing
from jurybox.results.writing import safe_html

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import pandas as pd


MANIFEST = "report.json"
_FORMS = {"csv": writing.csv, "md": writing.markdown, "tex": writing.latex}

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font: 15px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em }}
body {{ color: #1c1f24; background: #fff }}
table {{ border-collapse: collapse; margin: .5em 0 }}
th, td {{ padding: .2em .8em .2em 0; text-align: left; border-bottom: 1px solid #d5d9de }}
.n {{ text-align: right; font-variant-numeric: tabular-nums }}
dt {{ float: left; clear: left; width: 12em; color: #51565e }}
dd {{ margin-left: 13em; overflow-wrap: anywhere }}
</style>
</head>
<body>
<h1>{title}</h1>
<dl>
{facts}</dl>
{body}
</body>
</html>
"""


def report_files(
    title: str, facts: Sequence[tuple[str, str]], tables: Sequence[pd.DataFrame]
) -> dict[str, bytes]:
    """Return the content of every file of a report by its name.

    `tables.xlsx` holds all tables; `report.json` what it was made from and the SHA-256 of the others.
    """
    files = {"report.html": html_of(title, facts, tables).encode(), "tables.xlsx": writing.excel(tables)}
    for table in tables:
        name = table.attrs["name"]
        files |= {f"{name}.{ending}": form(table).encode() for ending, form in _FORMS.items()}
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    manifest = {"title": title, **dict(facts), "files": sums}
    return files | {MANIFEST: (json.dumps(manifest, ensure_ascii=False, indent=2) + "\n").encode()}


def html_of(title: str, facts: Sequence[tuple[str, str]], tables: Sequence[pd.DataFrame]) -> str:
    """Return a page that is complete in itself: what it is made from, then every table with its notes."""
    facts_html = "".join(f"<dt>{safe_html(name)}</dt><dd>{safe_html(value)}</dd>\n" for name, value in facts)
    body = "\n".join(map(writing.html, tables))
    return _PAGE.format(title=safe_html(title), facts=facts_html, body=body)


def write_report(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files of a report into a folder, which is made if it is not there.

    Refused for a folder that holds something else than a report, so that nothing of anybody's is overwritten.
    """
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / MANIFEST).exists():
            raise Refused(f"{folder} holds other files. Nothing was written; name a new or an empty folder.")
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        reason = error.strerror or "the disk refused"
        raise Refused(
            f"The report could not be written to {folder}: {reason}. The collection is safe."
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


def differences(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Return a sentence for every file of a report that is missing, or is not what would be written now."""
    found = []
    for name, content in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif path.read_bytes() != content:
            found.append(f"{name} is not what the collection gives now")
    return found
