"""Renews the catalogs of texts in assets/languages: `python packaging/catalogs.py`, after a text has changed.

Finds the texts of the program and merges them into the catalog of each language; new ones wait there,
empty, and are shown in English until somebody translates them. Translations that were there stay; those of
texts that are gone leave. Texts are the literals in `tr`, `trn`, `trc` and `tr_noop`, the nouns in
`count_of`, and those of the command line: docstrings of commands, and `help=` of their options, which are
looked up when a command is loaded. Needs Babel.

`python packaging/catalogs.py --missing es` lists what is not translated. `--pseudo FOLDER` writes the
catalog `xa`: every text in brackets, with accents, and 40 % longer, to see which texts bypass the catalog
and where space is short (JURYBOX_CATALOGS=FOLDER JURYBOX_LANGUAGE=xa). `--apart FOLDER` writes the same with
what fills a text in outside its brackets: English among that is a text that bypasses the catalog, too.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from jurybox.wording import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
CATALOGS = ROOT / "assets" / "languages"
CONVERTED = (
    "gui/jurybox_gui/actions",
    "gui/jurybox_gui/audience",
    "gui/jurybox_gui/cli.py",
    "gui/jurybox_gui/core",
    "gui/jurybox_gui/crash.py",
    "gui/jurybox_gui/desks/boards.py",
    "gui/jurybox_gui/desks/desk.py",
    "gui/jurybox_gui/desks/directory.py",
    "gui/jurybox_gui/desks/export.py",
    "gui/jurybox_gui/desks/gold_choices.py",
    "gui/jurybox_gui/desks/judging",
    "gui/jurybox_gui/desks/label_schemes.py",
    "gui/jurybox_gui/desks/label_table.py",
    "gui/jurybox_gui/desks/question_choices.py",
    "gui/jurybox_gui/desks/scale_field.py",
    "gui/jurybox_gui/desks/scores",
    "gui/jurybox_gui/desks/spaces",
    "gui/jurybox_gui/desks/start",
    "gui/jurybox_gui/desks/studies",
    "gui/jurybox_gui/desks/table_page.py",
    "gui/jurybox_gui/desks/toolbar.py",
    "gui/jurybox_gui/dialogs",
    "gui/jurybox_gui/doctor.py",
    "gui/jurybox_gui/desks/campaign",
    "gui/jurybox_gui/desks/disagreements",
    "gui/jurybox_gui/live_strip",
    "gui/jurybox_gui/plot.py",
    "gui/jurybox_gui/plots",
    "gui/jurybox_gui/report.py",
    "gui/jurybox_gui/report_pages.py",
    "gui/jurybox_gui/run.py",
    "gui/jurybox_gui/shell",
    "gui/jurybox_gui/shot.py",
    "gui/jurybox_gui/stage",
    "gui/jurybox_gui/tables",
    "gui/jurybox_gui/theme",
    "gui/jurybox_gui/widgets",
    "model/jurybox/analysis",
    "model/jurybox/audience",
    "model/jurybox/campaign",
    "model/jurybox/cli",
    "model/jurybox/collection",
    "model/jurybox/commands",
    "model/jurybox/demos.py",
    "model/jurybox/disk.py",
    "model/jurybox/errors.py",
    "model/jurybox/figures",
    "model/jurybox/formats",
    "model/jurybox/frames.py",
    "model/jurybox/gold",
    "model/jurybox/help.py",
    "model/jurybox/hub",
    "model/jurybox/judging",
    "model/jurybox/label_schemes.py",
    "model/jurybox/measures/table",
    "model/jurybox/pictures",
    "model/jurybox/replay.py",
    "model/jurybox/reports",
    "model/jurybox/results",
    "model/jurybox/scoring",
    "model/jurybox/session",
    "model/jurybox/settings.py",
    "model/jurybox/stage",
    "model/jurybox/watch.py",
)
"""Rooms whose sentences all go through the catalogs and are translated. This list only grows."""

UNTRANSLATED = ("model/jurybox/reports/references.py",)
"""Files whose sentences are the same in every language, such as titles of papers."""

PSEUDO = "xa"
_WANTED = {"tr": 1, "tr_noop": 1, "trn": 2, "trn_noop": 2, "trc": 2, "trf": 2, "trnf": 3}
"""How many of the first arguments of each function are its texts (and before them a context or a code)."""

_WORDS_OF_TABLES = {"tr_heads": "head", "tr_cells": "cell", "tr_formula": "formula", "tr_search": "search"}
"""The context of what these functions find."""

_LOOKED_UP = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
"""What may stand in `tr` for a text that is found elsewhere."""

_OPTIONS = {"help", "short_help"}
_WIDTH = 110
_ACCENTS = str.maketrans("aeiounAEIOUNcyCY", "áéíóúñÁÉÍÓÚÑçýÇÝ")
_NAME = re.compile(r"(?<!\{)(\{[^{}]*\})(?!\})")
_PLACES = re.compile(r"(\{[^{}]*\}|<[^<>]*>|&\w+;|--[a-z-]+|\b[A-Z]{2,}\b|\n)")
"""What a translation leaves as it is."""

Found = tuple[str | tuple[str, str], str | None, str]
"""A text (of plurals: both), its context, and what is said to translators."""


def files_in(places: Iterable[str] = ("model", "gui")) -> list[Path]:
    """Return the Python files of rooms, by their places below the root, in the order of their names."""
    rooms = [ROOT / place for place in places]
    return sorted(file for room in rooms for file in ([room] if room.is_file() else room.rglob("*.py")))


def texts(places: Iterable[str] = ("model", "gui")) -> Catalog:
    """Return a catalog of all texts in these rooms, without translations."""
    found = Catalog()
    for file in files_in(places):
        for message, context, comment in _texts_in(file):
            found.add(message, context=context, auto_comments=[comment] if comment else [])
    return found


@cache
def _texts_in(file: Path) -> tuple[Found, ...]:
    return tuple(texts_of(file.read_text("utf-8"), str(file.relative_to(ROOT))))


def texts_of(source: str, name: str) -> Iterator[Found]:
    """Yield each text of a Python file (of plurals: both) with its context and what is said to translators.

    Raises SyntaxError where a text is not a literal: it would be missing in every language.
    """
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from _of_call(node, lines, name)
        elif isinstance(node, ast.FunctionDef) and any(map(_is_command, node.decorator_list)):
            text = ast.get_docstring(node) or ""
            yield text.split("\f", maxsplit=1)[0].rstrip(), None, ""


def _of_call(node: ast.Call, lines: list[str], name: str) -> Iterator[Found]:
    function = getattr(node.func, "id", "")
    if function == "count_of" and len(node.args) > 1:
        if noun := _literal(node.args[1]):
            several = _literal(node.args[2]) if len(node.args) > 2 else plural(noun)
            yield (f"{{n}} {noun}", f"{{n}} {several}"), None, ""
    elif nouns := [each.value for each in node.keywords if each.arg == "noun" and _literal(each.value)]:
        noun = _literal(nouns[0]) or ""  # of a kind of question, for `count_of`
        yield (f"{{n}} {noun}", f"{{n}} {plural(noun)}"), None, ""
    elif function in _WORDS_OF_TABLES:
        for each in node.args:
            yield _literal(each) or "", _WORDS_OF_TABLES[function], ""
    elif function in _WANTED:
        yield from _of_translated(node, function, lines, name)
    elif getattr(node.func, "attr", "") == "option":
        for keyword in node.keywords:
            if keyword.arg in _OPTIONS and (text := _literal(keyword.value)):
                yield text, None, ""


def _of_translated(node: ast.Call, function: str, lines: list[str], name: str) -> Iterator[Found]:
    words = [_literal(each) for each in node.args[: _WANTED[function]]]
    if function == "tr" and words == [None] and isinstance(node.args[0], _LOOKED_UP):
        return  # a text that `tr_noop` found elsewhere
    if None in words or len(words) < _WANTED[function]:
        raise SyntaxError(f"{name}, line {node.lineno}: {function} needs a literal text, not an expression.")
    *before, last = map(str, words)
    above = lines[node.lineno - 2].strip() if node.lineno > 1 else ""
    comment = above.removeprefix("# translators:").strip() if above.startswith("# translators:") else ""
    yield (
        (before[-1], last) if function in {"trn", "trn_noop", "trnf"} else last,
        before[0] if function == "trc" else None,
        comment,
    )


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _is_command(node: ast.expr) -> bool:
    function = node.func if isinstance(node, ast.Call) else node
    return isinstance(function, ast.Attribute) and function.attr in {"command", "group"}


def read(language: str) -> Catalog:
    """Return the catalog of a language as it is stored."""
    with (CATALOGS / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def renewed(language: str) -> Catalog:
    """Return the catalog of a language with exactly the texts of the program."""
    old, new = read(language), Catalog(locale=language, fuzzy=False)
    for text in texts():
        if text.id:
            there = old.get(text.id if isinstance(text.id, str) else text.id[0], text.context)
            kept = there.string if there and there.pluralizable == text.pluralizable else None
            new.add(text.id, kept, context=text.context, auto_comments=text.auto_comments)
    return new


def po_of(catalog: Catalog) -> bytes:
    """Return a catalog as the file that translators edit; the same catalog, the same bytes."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=_WIDTH, no_location=True, omit_header=True, sort_output=True)
    head = (
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalog.locale_identifier}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return head.encode() + buffer.getvalue().strip() + b"\n"


def missing(catalog: Catalog) -> list[Message]:
    """Return the messages without a translation, or with one that somebody was not sure of."""
    return [each for each in catalog if each.id and (each.fuzzy or not all(translations_of(each)))]


def translations_of(message: Message) -> tuple[str, ...]:
    """Return the forms of a translation."""
    return tuple(message.string) if message.pluralizable else (str(message.string or ""),)


def pseudo_of(text: str, *, apart: bool = False) -> str:
    """Return a text in brackets, with accents, and 40 % longer; names in braces, tags and options stay.

    What makes it longer can be broken into lines, as words can. `apart`: what fills the names in is outside
    the brackets, so that English among it is seen, too.
    """
    parts = _PLACES.split(text)
    changed = "".join(part if number % 2 else part.translate(_ACCENTS) for number, part in enumerate(parts))
    longer = max(1, round(0.4 * len(text)) - 2)
    whole = f"[{changed}{('~~~~~~ ' * longer)[: longer - 1]}~]"
    return _NAME.sub(r"]\1[", whole) if apart else whole


def write_pseudo(folder: Path, found: Catalog, *, apart: bool = False) -> None:
    """Write the catalog of the pseudo-language, with the texts of a catalog; `apart`: see `pseudo_of`."""
    catalog = Catalog(locale="en", fuzzy=False)
    for text in found:
        if text.id:
            several = [text.id] if isinstance(text.id, str) else text.id
            forms = tuple(pseudo_of(one, apart=apart) for one in several)
            catalog.add(text.id, forms if text.pluralizable else forms[0], context=text.context)
    (folder / f"{PSEUDO}.po").write_bytes(po_of(catalog))


def renew() -> int:
    """Renew every catalog; return 0, or 1 if texts wait for a translation."""
    waiting = 0
    for file in sorted(CATALOGS.glob("*.po")):
        catalog = renewed(file.stem)
        file.write_bytes(po_of(catalog))
        print(f"{file.stem}: {len(catalog):,} texts, {len(missing(catalog)):,} to translate")
        waiting += len(missing(catalog))
    return int(waiting > 0)


def main(words: list[str]) -> int:
    """Do what the command line says."""
    commands: dict[str, Callable[[str], object]] = {
        "--missing": lambda language: print(*(each.id for each in missing(read(language))), sep="\n"),
        "--pseudo": lambda folder: write_pseudo(Path(folder), texts()),
        "--apart": lambda folder: write_pseudo(Path(folder), texts(), apart=True),
    }
    if len(words) == 2 and words[0] in commands:
        commands[words[0]](words[1])
        return 0
    return renew()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
