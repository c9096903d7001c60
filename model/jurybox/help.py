"""The help pages: Markdown files of the repository, and the tables of measures and formats as Markdown."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from jurybox.measures import MEASURES
from jurybox.resources import asset

_FOLDER = "help"
_FORMATS = "{formats}"
"""Where a page shows the table of all formats, which is made from their registry."""
NOTEBOOK = "notebooks/campaign.ipynb"
"""The worked notebook, among the assets."""
_NOTEBOOK_END = """
## The notebook itself

The cells above are a notebook, stored with its outputs. This prints where it is installed:

    from jurybox.resources import asset

    print(asset("notebooks/campaign.ipynb"))

Copy it and put the path of your own collection in place of `file`. `help(frames)` lists all functions with
their columns.
"""
_ORDER = (
    "first-steps",
    "judging",
    "keys",
    "scores",
    "disagreements",
    "pictures",
    "studies",
    "gold-standards",
    "measures",
    "worked-examples",
    "files",
    "campaign",
    "stage",
    "audience",
    "hub",
    "hub-database",
    "reports",
    "notebooks",
    "saving",
    "command-line",
)
"""The order of the pages that there are; a page that is not named here comes last."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the help: its name (that of its file), its title, and its text in Markdown."""

    name: str
    title: str
    text: str


@lru_cache(maxsize=1)
def pages() -> tuple[Page, ...]:
    """Return all pages in the order in which they are read."""
    found = {path.stem: path.read_text("utf-8") for path in asset(_FOLDER).glob("*.md")}
    found |= dict.fromkeys(_MADE, "")
    ordered = sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
    return tuple(_page(name, found[name]) for name in ordered)


def page(name: str) -> Page | None:
    """Return the page of that name, None if there is none."""
    return next((one for one in pages() if one.name == name), None)


def _page(name: str, text: str) -> Page:
    if name in _MADE:
        text = _MADE[name]()
    elif _FORMATS in text:
        from jurybox.formats.registry import format_table

        text = text.replace(_FORMATS, format_table())
    title = text.lstrip().splitlines()[0].lstrip("# ")
    return Page(name, title, text)


def measures_page() -> str:
    """Return the page of the measures as Markdown, made from the table that the program itself uses."""
    return "\n".join(_measure_lines()) + "\n"


def _measure_lines() -> Iterator[str]:
    yield "# Measures"
    yield ""
    yield "This page is made from the table that the program scores with, so it cannot say anything else."
    yield "Options follow a name in brackets, a cutoff follows `@`: `nDCG@10`, `P(rel=2)@5`, `F(3)`."
    yield "The names of ir-measures and trec_eval are read too, such as `RR@10` and `ndcg_cut_10`."
    for one in MEASURES:
        yield ""
        yield f"## {one.name}"
        yield ""
        yield f"{one.title[:1].upper()}{one.title[1:]}."
        yield ""
        yield f"    {one.formula}"
        yield ""
        bounds = f"{_number(one.low)} to {_number(one.high)}"
        yield f"* Range {bounds}, {one.direction} is better; its unit is the {one.unit}."
        yield f"* For {', '.join(one.kinds)} questions."
        for option in one.parameters:
            usual = "none" if option.default is None else option.default
            meaning = f" {option.meaning[:1].upper()}{option.meaning[1:]}." if option.meaning else ""
            yield f"* Option `{option.name}`: {option.range}; usually {usual}.{meaning}"
        if one.aliases:
            other = (f"{name}10" if name.endswith("_") else name for name in one.aliases)
            yield f"* Also read as {', '.join(f'`{name}`' for name in other)}."
        if one.paper:
            yield f"* From {one.paper.rstrip('.')}."


def _number(value: float) -> str:
    if value in {float("inf"), float("-inf")}:
        return "no bound"
    text = f"{value:g}"
    return f"{value:.10f}".rstrip("0") if "e-" in text else text


def notebook_page() -> str:
    """Return the page of notebooks as Markdown: the worked notebook, cell by cell, with what each gives."""
    notebook = json.loads(asset(NOTEBOOK).read_text("utf-8"))
    return "\n".join(line for cell in notebook["cells"] for line in _cell_lines(cell)) + _NOTEBOOK_END


def _cell_lines(cell: dict[str, Any]) -> Iterator[str]:
    if cell["cell_type"] == "markdown":
        yield "".join(cell["source"])
    else:
        texts = [
            cell["source"],
            *(each.get("text") or each["data"]["text/plain"] for each in cell["outputs"]),
        ]
        code, *given = ("".join(lines).rstrip("\n").split("\n") for lines in texts)
        yield from (f"    {line}".rstrip() for line in code)
        for lines in given:
            yield "\nThis gives:\n"
            yield from (f"    {line}".rstrip() for line in lines)
    yield ""


_MADE: dict[str, Callable[[], str]] = {"measures": measures_page, "notebooks": notebook_page}
"""Pages that are made from what the program has, by name."""


def write_pages() -> None:
    """Write the pages that are made to the folder of the help, for those who read it elsewhere."""
    for name, make in _MADE.items():
        asset(_FOLDER).joinpath(f"{name}.md").write_text(make(), "utf-8")


if __name__ == "__main__":
    write_pages()
