"""The help pages: Markdown files of the repository, and the tables of measures and formats as Markdown.

English pages are in `assets/help`, those of another language in its folder there (`assets/help/es`), under
the same names. A translated page begins with a comment that holds the digest of the English text it was made
from, so that `packaging/help_translations.py` finds pages that have changed since. Pictures of the window in
another language are in its folder; where there are none, the English ones are shown.
"""

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jurybox.kinds import kind_word
from jurybox.language import LANGUAGE, tr, trc
from jurybox.lists import comma_list
from jurybox.measures import MEASURES, Measure, Parameter, Unit
from jurybox.resources import asset

_FOLDER = "help"
_SOURCE = re.compile(r"\A<!-- translated from ([0-9a-f]{12}) -->\n")
"""The first line of a translated page: the digest of the English one."""
_COMMENT = re.compile(r"(?m:^)<!-- [^>]* -->\n|<!-- [^>]* -->")
_PICTURES = "](../"
"""What leads from a translated page to pictures beside the English ones."""
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
"""  # not shown
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


def page_names() -> tuple[str, ...]:
    """Return the names of all pages in the order in which they are read."""
    found = {path.stem for path in asset(_FOLDER).glob("*.md")}
    return tuple(sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name)))


def pages(language: str = LANGUAGE) -> tuple[Page, ...]:
    """Return all pages in a language, in reading order.

    An untranslated page is in English with a note. Content made from the program's own tables is in the
    language in force.
    """
    return tuple(_page(name, language) for name in page_names())


def page(name: str, language: str = LANGUAGE) -> Page | None:
    """Return the page of that name in a language, None if there is none."""
    return _page(name, language) if name in page_names() else None


def plain_page(text: str) -> str:
    """Return a page without the comments that say whose keys it names; they are for the window."""
    return _COMMENT.sub("", text).rstrip("\n")


def page_file(name: str, language: str) -> Path:
    """Return where the page of that name in a language is, or would be."""
    folder = asset(_FOLDER)
    return (folder if language == "en" else folder / language) / f"{name}.md"


def source_digest(name: str) -> str:
    """Return the digest of an English page, as stored in its translations."""
    return digest_of(page_file(name, "en").read_text("utf-8"))


def digest_of(text: str) -> str:
    """Return the digest of the text of an English page."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def digest_in(text: str) -> str:
    """Return the digest in a translated page, "" if it has none."""
    found = _SOURCE.match(text)
    return found[1] if found else ""


def is_made(name: str) -> bool:
    """Return whether a page is generated in every language, so that its file is not translated."""
    return _MADE.get(name) is measures_page


@lru_cache
def _page(name: str, language: str) -> Page:
    text = _text(name, language)
    if _FORMATS in text:
        from jurybox.formats.registry import format_table

        text = text.replace(_FORMATS, format_table())
    title = text.lstrip().splitlines()[0].lstrip("# ")
    return Page(name, title, text)


def _text(name: str, language: str) -> str:
    if is_made(name) and language == LANGUAGE:
        return _MADE[name]()
    if language != "en":
        file = page_file(name, language)
        if file.is_file():
            return _SOURCE.sub("", file.read_text("utf-8")).replace(_PICTURES, "](")
        head, _, rest = _text(name, "en").partition("\n")
        return f"{head}\n\n*{tr('This page is not translated yet; it is shown in English.')}*\n{rest}"
    return _MADE[name]() if name in _MADE and LANGUAGE == "en" else page_file(name, "en").read_text("utf-8")


def measures_page() -> str:
    """Return the page of the measures as Markdown, made from the table that the program itself uses."""
    return "\n".join(_measure_lines()) + "\n"


def _measure_lines() -> Iterator[str]:
    from jurybox.scoring.explain import formula_in_words  # loads numpy

    yield f"# {tr('Measures')}"
    yield ""
    yield tr("This page is made from the table that the program scores with, so it always matches the scores.")
    yield tr("Options follow a name in brackets, a cutoff follows `@`: `nDCG@10`, `P(rel=2)@5`, `F(3)`.")
    yield tr("The names of ir-measures and trec_eval are read too, such as `RR@10` and `ndcg_cut_10`.")
    for one in MEASURES:
        yield ""
        yield f"## {one.name}"
        yield ""
        yield tr("{sentence}.", sentence=f"{one.title[:1].upper()}{one.title[1:]}")
        yield ""
        yield f"    {formula_in_words(one.formula)}"
        yield ""
        yield f"* {_range_line(one)}"
        kinds = comma_list(map(kind_word, one.kinds))
        yield f"* {tr('For {kinds} questions.', kinds=kinds)}"
        for option in one.parameters:
            yield f"* {_option_line(option)}"
        if one.aliases:
            other = (f"{name}10" if name.endswith("_") else name for name in one.aliases)
            yield f"* {tr('Also read as {names}.', names=comma_list(f'`{name}`' for name in other))}"
        if one.paper:
            yield f"* {tr('From {paper}.', paper=one.paper.rstrip('.'))}"


_UNITS: dict[Unit, str] = {
    "answer": trc("unit of a measure", "answer"),
    "question": trc("unit of a measure", "question"),
    "series": trc("unit of a measure", "series"),
}


def _range_line(one: Measure) -> str:
    of = {"low": _number(one.low), "high": _number(one.high), "unit": _UNITS[one.unit]}
    if math.isinf(one.low) and math.isinf(one.high):
        return tr("Range that of the labels, higher is better; its unit is the {unit}.", **of)
    if one.direction == "higher":
        return tr("Range {low} to {high}, higher is better; its unit is the {unit}.", **of)
    return tr("Range {low} to {high}, lower is better; its unit is the {unit}.", **of)


def _option_line(option: Parameter) -> str:
    usual = "none" if option.default is None else option.default
    meaning = f"{option.meaning[:1].upper()}{option.meaning[1:]}"
    of = {"name": option.name, "range": option.range, "usual": usual, "meaning": meaning}
    if meaning:
        return tr("Option `{name}`: {range}; usually {usual}. {meaning}.", **of)
    return tr("Option `{name}`: {range}; usually {usual}.", **of)


def _number(value: float) -> str:
    if value in {float("inf"), float("-inf")}:
        return tr("no bound")
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
        texts = [cell["source"], *(each.get("text") or each["data"]["text/plain"] for each in cell["outputs"])]
        code, *given = ("".join(lines).rstrip("\n").split("\n") for lines in texts)
        yield from (f"    {line}".rstrip() for line in code)
        for lines in given:
            yield "\nThis gives:\n"
            yield from (f"    {line}".rstrip() for line in lines)
    yield ""


_MADE: dict[str, Callable[[], str]] = {"measures": measures_page, "notebooks": notebook_page}
"""Pages that are made from what the program has, by name."""


def write_pages() -> None:
    """Write the generated pages to the folder of the help, for those who read it elsewhere.

    Does so in the language in force; in others than English, it writes only what nobody translates.
    """
    for name, make in _MADE.items():
        if LANGUAGE == "en" or is_made(name):
            page_file(name, LANGUAGE).write_text(make(), "utf-8")


if __name__ == "__main__":
    write_pages()
