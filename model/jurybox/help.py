"""The help pages: Markdown files of the repository, and the tables of measures and formats as Markdown."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from jurybox.measures import MEASURES
from jurybox.resources import asset

_FOLDER = "help"
_FORMATS = "{formats}"
"""Where a page shows the table of all formats, which is made from their registry."""
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
    found.setdefault("measures", "")
    ordered = sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))
    return tuple(_page(name, found[name]) for name in ordered)


def page(name: str) -> Page | None:
    """Return the page of that name, None if there is none."""
    return next((one for one in pages() if one.name == name), None)


def _page(name: str, text: str) -> Page:
    if name == "measures":
        text = measures_page()
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
    yield "Options stand in brackets behind a name: `nDCG(cutoff=10)`, `Q(cutoff=20, normalise=min)`, `F(3)`."
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
            yield f"* Option `{option.name}`: {option.range}; usually {usual}."
        if one.paper:
            yield f"* From {one.paper.rstrip('.')}."


def _number(value: float) -> str:
    if value in {float("inf"), float("-inf")}:
        return "no bound"
    return f"{value:g}"


if __name__ == "__main__":
    asset(_FOLDER).joinpath("measures.md").write_text(measures_page(), "utf-8")
