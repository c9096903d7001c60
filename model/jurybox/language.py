"""The language that the program speaks, and its texts in it (catalogs of gettext).

The language is chosen once, when this module is imported: `--language` as the first word of the command
line, else `JURYBOX_LANGUAGE`, else the setting, else the system's. So a text at the head of a module is
looked up while the module is imported, and another choice takes effect at the next start. English texts are
the keys of the catalogs in `assets/languages`; `packaging/catalogs.py` renews these, and a test finds texts
that bypass them. What is stored or read by programs is never translated: facts, labels in the log, names of
columns in CSV and JSON, names of files.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Self

from jurybox.paths import settings_file
from jurybox.resources import asset

LANGUAGES = {"en": "English", "es": "Español", "ja": "日本語"}
"""Every language of the program, in its own words."""

OPTION = "--language"

Key = tuple[str, str]
"""The context of a text ("" for none), and the text in English; of plurals, the singular."""
Numbered = tuple[str, str]
"""A text for one thing, and for several, both in English."""


def tr(message: str, /, **values: object) -> str:
    """Return a text in the language in force, its `{names}` replaced by the values.

    Without values, braces stay as they are. `message` is a literal in the code, or was one where
    `tr_noop` found it.
    """
    text = _texts.get(("", message), (message,))[0]
    return _fill(text, values) if values else text


def trn(one: str, several: str, n: int, /, **values: object) -> str:
    """Return the text for `n` things; `{n}` in it becomes the number with separators of thousands.

    >>> trn("{n} answer", "{n} answers", 1200)
    '1,200 answers'
    """
    return trn_found(one, several, n, **values)


def trn_found(one: str, several: str, n: int, /, **values: object) -> str:
    """Return what `trn` does, of texts that the catalogs find elsewhere, such as in calls of `count_of`."""
    forms = _texts.get(("", one), (one, several))
    # Of the languages so far: one thing is singular, all else plural; Japanese has one form for all.
    return _fill(forms[0 if n == 1 else -1], {"n": grouped(n), **values})


def grouped(value: float, spec: str = "") -> str:
    """Return a number with its thousands apart as the language in force writes them, for people only.

    `spec`: the rest of the format, such as `.0f`. Decimals keep the point of the field's tables. Files and
    JSON write their numbers themselves.

    >>> grouped(12000)
    '12,000'
    """
    written = format(value, f",{spec}")
    return written if _GROUPING == _ENGLISH else _regrouped(written)


def _filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with its names replaced; numbers with `:,` are written as `grouped` does."""
    if ":," not in text:
        return text.format_map(values)
    from string import Formatter  # needed by other languages than English only

    found = ""
    for plain, name, spec, conversion in Formatter().parse(text):
        found += plain
        if name is not None:
            written = f"{{{name}{f'!{conversion}' if conversion else ''}:{spec}}}".format_map(values)
            found += _regrouped(written) if spec and spec.startswith(",") else written
    return found


def _regrouped(written: str) -> str:
    mark, least = _GROUPING
    whole, point, part = written.partition(".")
    digits = sum(map(str.isdigit, whole))
    return f"{whole.replace(',', mark if digits >= least else '')}{point}{part}"


def _grouping(example: str) -> tuple[str, int]:
    """Return the mark between thousands, and from how many digits on it is written."""
    import re

    found = re.fullmatch(r"1(\D?)000 10(\D?)000", example)
    return (found[2], 4 if found[1] else 5) if found else _ENGLISH


class Sentence(str):
    """The sentence of a finding in the language in force, and the `code` that stays when its words change."""

    __slots__ = ("code",)
    code: str

    def __new__(cls, text: str, code: str) -> Self:
        """Return a sentence that was put together elsewhere, with the code of what it says."""
        made = super().__new__(cls, text)
        made.code = code
        return made


def trf(code: str, message: str, /, **values: object) -> Sentence:
    """Return what `tr` does, for a finding: with a code of its own, such as `row-width`."""
    return Sentence(tr(message, **values), code)


def trnf(code: str, one: str, several: str, n: int, /, **values: object) -> Sentence:
    """Return what `trn` does, for findings."""
    return Sentence(trn_found(one, several, n, **values), code)


def trc(context: str, message: str, /, **values: object) -> str:
    """Return a text that another language says differently in different places: `trc("button", "Open")`."""
    text = _texts.get((context, message), (message,))[0]
    return _fill(text, values) if values else text


def tr_head(word: str, /) -> str:
    """Return the head of a column as people see it; a name, such as that of a run, stays as it is."""
    return trc_found("head", word)


def trc_found(context: str, message: str, /) -> str:
    """Return what `trc` does, of texts that the catalogs find elsewhere."""
    return _texts.get((context, message), (message,))[0]


def tr_heads(*words: str) -> tuple[str, ...]:
    """Return heads of columns as they are, for the catalogs to find; `tr_head` comes later."""
    return words


def tr_cell(word: str, /) -> str:
    """Return a cell as people see it, in a column whose cells are words of the program, such as `open`."""
    return trc_found("cell", word)


def tr_cells(*words: str) -> tuple[str, ...]:
    """Return cells of columns as they are, for the catalogs to find; `tr_cell` comes later."""
    return words


def tr_formula(*words: str) -> tuple[str, ...]:
    """Return names and phrases of formulas as they are, for the catalogs to find; `trc_found` comes later."""
    return words


def tr_search(*words: str) -> tuple[str, ...]:
    """Return words by which something is searched for: English ones, and those of the language in force."""
    return tuple(dict.fromkeys((*words, *(trc_found("search", word) for word in words))))


def trn_noop(one: str, several: str, /) -> Numbered:
    """Return a text for one thing and for several; `trn_found` of both comes later, with their number."""
    return one, several


def tr_noop(message: str, /) -> str:
    """Return a text as it is, for the catalogs to find; `tr` of it comes later, where it is shown."""
    return message


def in_english(text: str, /) -> str:
    """Return the English of a text in the language in force, for people who search for it; "" for none."""
    return _english().get(text, "")


@cache
def _english() -> dict[str, str]:
    return {form: message for (_, message), forms in _texts.items() for form in forms}


def chosen_language(environ: Mapping[str, str], words: Sequence[str] = ()) -> str:
    """Return the language to speak, one of `LANGUAGES`: the person's choice, else the system's, else English.

    `words`: the command line behind the name of the program.
    """
    asked = (asked_language(words)[0], environ.get("JURYBOX_LANGUAGE", ""), _from_settings(), *_of_system(environ))
    return next((known for each in asked if (known := _known(each))), "en")


def asked_language(words: Sequence[str]) -> tuple[str, int]:
    """Return the language that a command line begins with, "" for none, and how many words that takes."""
    if words and words[0] == OPTION:
        return (words[1], 2) if len(words) > 1 else ("", 1)
    if words and words[0].startswith(f"{OPTION}="):
        return words[0].removeprefix(f"{OPTION}="), 1
    return "", 0


def catalog_file(language: str) -> Path:
    """Return where the texts of a language are; tests may keep others in the folder JURYBOX_CATALOGS."""
    folder = os.environ.get("JURYBOX_CATALOGS")
    return (Path(folder) if folder else asset("languages")) / f"{language}.po"


def read_catalog(source: str) -> dict[Key, tuple[str, ...]]:
    """Return the translations in a PO file, by text, in the order of their forms; leave out missing ones.

    Reads what `packaging/catalogs.py` writes: that any program for translators keeps the format is seen
    by a test.
    """
    found: dict[Key, tuple[str, ...]] = {}
    for block in source.split("\n\n")[1:]:  # the first is the header
        parts = dict(_parts(block))
        forms = tuple(text for word, text in parts.items() if word.startswith("msgstr"))
        if all(forms) and "msgid" in parts:
            found[parts.get("msgctxt", ""), parts["msgid"]] = forms
    return found


def _parts(block: str) -> Iterator[tuple[str, str]]:
    """Yield each keyword of an entry with its text."""
    word, quoted = "", ""
    for line in block.splitlines():
        if line.startswith('"'):
            quoted = f"{quoted[:-1]}{line[1:]}"
        elif not line.startswith("#"):
            if word:
                yield word, _unquoted(quoted)
            word, _, quoted = line.partition(" ")
    if word:
        yield word, _unquoted(quoted)


def _unquoted(text: str) -> str:
    import ast  # needed by other languages than English only

    return str(ast.literal_eval(text)) if "\\" in text else text[1:-1]


def _known(tag: str) -> str:
    """Return the language that a tag such as es_MX.UTF-8 names; "" for every other."""
    language = tag.replace("-", "_").split("_")[0].split(".")[0].lower()
    if language in LANGUAGES or ("JURYBOX_CATALOGS" in os.environ and catalog_file(language).is_file()):
        return language
    return "en" if language in {"c", "posix"} else ""


def _from_settings() -> str:
    import json

    try:
        found = json.loads(settings_file().read_text("utf-8"))
        return str(found.get("language", ""))
    except (OSError, ValueError, AttributeError):
        return ""


def _of_system(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tags of the system, the most wanted first, as gettext orders them."""
    if sys.platform == "win32":
        import ctypes
        from locale import windows_locale

        return (windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), ""),)
    found = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    if _known(found) == "en" and not found.lower().startswith("en"):
        return (found,)  # C and POSIX: what LANGUAGE says does not count
    return (*environ.get("LANGUAGE", "").split(":"), found)


def _load(language: str) -> dict[Key, tuple[str, ...]]:
    return {} if language == "en" else read_catalog(catalog_file(language).read_text("utf-8"))


LANGUAGE = chosen_language(os.environ, sys.argv[1:])
"""The language in force, until the program ends."""

_texts = _load(LANGUAGE)

_ENGLISH = (",", 4)
# translators: how thousands are set apart, from which number on; 0.5 keeps its point, so no point here
_GROUPING = _grouping(trc("numbers", "1,000 10,000"))
_fill: Callable[[str, Mapping[str, object]], str] = str.format_map if _GROUPING == _ENGLISH else _filled
