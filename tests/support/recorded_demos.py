"""What the command line prints of the demos: every table, as text and as JSON, and what it exports."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from click.testing import CliRunner
from demo_file import demo_file
from steady_codes import steady_codes
from view_requests import request_of

from jurybox.demos import demos
from jurybox.errors import Refused
from jurybox.figures import csv_of
from jurybox.formats.registry import FORMATS
from jurybox_gui.cli import program
from jurybox_gui.desks.scores.views import VIEWS

MAIN = {"community": ("nG@1", "nDCG"), "series": ("accuracy", "F-list", "F(3)"), "validation": ("F1", "accuracy")}
"""The measures that are compared in more than one way, by demo."""
TABLES = (
    "score",
    "score --by unit",
    "score --by series",
    "score --by category",
    "score --bounds",
    "score --humans",
    "score --unjudged nonrelevant",
    "score --unjudged condensed",
    "agreement --draws 50",
    "agreement --by pair --draws 50",
    "agreement --by label",
    "agreement --by assessor",
    "agreement --by category",
    "disagreements",
    "disagreements --by conflict",
    "levels",
    "assessors",
    "assessors --progress",
    "assign",
    "labels",
    "setup",
)
IN_FULL = (
    "score",
    "score --bounds",
    "score --humans",
    "score --unjudged condensed",
    "agreement --draws 50",
    "disagreements --by conflict",
    "levels",
    "assessors --progress",
    "assign",
    "labels",
    "setup",
)
"""The tables that are recorded as JSON, too; the others have as many lines as units."""
LONG, ONE_IN = 150, 25
"""Of a text of more lines than this, one line in so many is recorded, and a digest of all."""
OF_MEASURES = ("score --measure {}", "compare --measure {} --draws 50", "power --measure {}")
SMALL = ("community", "series")
GOLDS = (
    "adjudicated+strict",
    "adjudicated+lenient",
    "majority+strict",
    "GA",
    "GAW",
    "UFA",
    "BA",
    "dawid-skene",
    "median",
)
GOLD_COLUMNS = ("majority+strict",)
"""What a view shows beside the gold standard in force, where it compares with others."""


def keys() -> Iterator[str]:
    """Yield demo and command of every table, views of Scores, and formats of exports."""
    for demo in (one.name for one in demos()):
        yield from (f"{demo}: {words} --format table" for words in TABLES)
        yield from (f"{demo}: {words} --format json" for words in IN_FULL)
        yield from (f"{demo}: score --by unit --format json" for _ in range(demo in SMALL))
        of_measures = [words.format(one) for words in OF_MEASURES for one in MAIN[demo]]
        of_measures += [f"disagreements --flips {MAIN[demo][0]}"] if demo != "community" else []
        yield from (f"{demo}: {words} --format json" for words in of_measures)
        yield from (f"{demo}: score --gold {gold} --format json" for gold in GOLDS)
        yield from (f"{demo}: study stability --measure {one} --trials 20 --format json" for one in MAIN[demo][:1])
        yield from (f"{demo}: view {one.name}" for one in VIEWS if one.make is not None)
        yield from (f"{demo}: export {one.name}" for one in FORMATS.values() if one.write)


def made(key: str) -> Any:
    """Return what a command prints, what a view shows, or the files of an export with their digests."""
    demo, _, words = key.partition(": ")
    first, *others = words.split()
    if first == "view":
        return view(demo, others[0])
    if first == "export":
        return exported(demo, others[0])
    place = 2 if first == "study" else 1
    asked = words.split()
    return printed(*asked[:place], str(file_of(demo)), *asked[place:])


@cache
def file_of(demo: str) -> Path:
    """Return a copy of a demo, made once."""
    return demo_file(Path(mkdtemp(prefix="jurybox-recorded-")) / f"{demo}.jury", demo)


def printed(*words: str) -> Any:
    """Return what a command prints: JSON as values, text as lines; a refusal is its sentence."""
    with steady_codes(" ".join(words[:1])):
        done = CliRunner().invoke(program, words, prog_name="jurybox")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    out = done.stdout.replace(str(file_of("validation").parent), "FOLDER")
    if words[-1] == "json" and done.exit_code in (0, 1):
        return json.loads(out)
    said = [done.stderr.strip().replace(words[1], "FILE")] if done.exit_code not in (0, 1) else []
    return said or shortened(out.split("\n")[:-1])


def shortened(lines: list[str]) -> list[str]:
    """Return the lines of a text; of a long one some, and a digest of all."""
    if len(lines) <= LONG:
        return lines
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return [*lines[::ONE_IN], f"{len(lines):,} lines: {digest}"]


def view(demo: str, name: str) -> Any:
    """Return table and picture of a view of Scores, as CSV."""
    (one,) = (one for one in VIEWS if one.name == name)
    assert one.make is not None
    try:
        found = one.make(request_of(file_of(demo), *MAIN[demo], gold_columns=GOLD_COLUMNS if name == "golds" else ()))
    except Refused as error:
        return str(error)
    table = [[_cell(cell) for cell in row] for row in found.frame.itertuples(index=False)]
    pictured = csv_of(found.figure).split("\n")[:-1] if found.figure is not None else []
    return {
        "heads": list(map(str, found.frame.columns)),
        "rows": table,
        "notes": str(found.frame.attrs),
        "picture": pictured,
    }


def _cell(cell: Any) -> Any:
    plain = cell.item() if hasattr(cell, "item") else cell
    return plain if plain is None or isinstance(plain, (bool, int, float, str)) else str(plain)


def exported(demo: str, name: str) -> Any:
    """Return the files that an export writes, with their digests, and what it says is left out."""
    with TemporaryDirectory() as folder:
        to = Path(folder) / FORMATS[name].example[0]
        done = CliRunner().invoke(program, ["export", str(file_of(demo)), "--as", name, "-o", str(to)])
        files = [to] if to.is_file() else sorted(one for one in to.rglob("*") if one.is_file())
        digests = {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in files}
        said = (done.stdout or done.stderr).replace(folder, "FOLDER").replace(str(file_of(demo)), "FILE")
        return {"said": said.split("\n")[:-1], "files": digests}
