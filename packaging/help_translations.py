"""Looks after the translated help pages in assets/help/es and assets/help/ja.

`python packaging/help_translations.py` lists pages that are missing, or whose English page has changed since
they were translated; with `--changes` it shows what changed. After a page was translated, or brought up to
date, `python packaging/help_translations.py assets/help/es/scores.md` writes into it the digest of the
English page that it is now made from, and lists what the two do not have in common: headings, links,
pictures, code, keys.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.help import digest_in, digest_of, is_made, page_file, page_names, source_digest
from jurybox.language import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

TRANSLATED = [language for language in LANGUAGES if language != "en"]
_DESK = re.compile(r"<!-- keys: (\w+) -->")
_LINK = re.compile(r"(!?)\[[^]]*\]\(([^)]+)\)")
_SPAN = re.compile(r"<!-- keys: (?P<desk>\w+) -->|`(?P<code>[^`\n]+)`")
_ITEM = re.compile(r"^ *(?:\*|\d+\.) ", re.MULTILINE)
_DIGEST = re.compile(r"\A<!-- translated from \w* -->\n")


def names() -> list[str]:
    """Return the names of the pages that are translated by hand, in the order in which they are read."""
    return [name for name in page_names() if not is_made(name)]


def missing(language: str) -> list[str]:
    """Return the names of the pages that a language does not have."""
    return [name for name in names() if not page_file(name, language).is_file()]


def stale(language: str) -> list[str]:
    """Return the names of the pages whose English page has changed since they were translated."""
    there = [name for name in names() if page_file(name, language).is_file()]
    return [name for name in there if digest_in(_text(name, language)) != source_digest(name)]


def changes(name: str, language: str) -> str:
    """Return how the English page has changed since it was translated, as git shows it; "" if unknown."""
    file, wanted = page_file(name, "en"), digest_in(_text(name, language))
    commits = _git(file, "log", "--format=%H", "--", file.name).split()
    then = next((each for each in commits if _digest_at(file, each) == wanted), None)
    return _git(file, "diff", "--unified=0", then, "--", file.name) if then else ""


def _digest_at(file: Path, commit: str) -> str:
    return digest_of(_git(file, "show", f"{commit}:./{file.name}"))


def _git(file: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=file.parent, capture_output=True, encoding="utf-8", check=False)
    return done.stdout if done.returncode == 0 else ""


def differences(name: str, language: str) -> Iterator[str]:
    """Yield what a translated page and the English one should have in common and do not."""
    english, other = shape_of(_text(name, "en")), shape_of(_text(name, language))
    for part, wanted in english.items():
        found = other[part]
        if found != wanted:
            less = [each for each in wanted if each not in found]
            more = [each for each in found if each not in wanted]
            yield f"{part}: missing {less}, not in English {more}, {len(wanted)} and {len(found)} in all"


def shape_of(text: str) -> dict[str, list[str]]:
    """Return the parts of a page that are the same in every language."""
    blocks = re.split(r"\n{2,}", _DIGEST.sub("", text))
    code = [block for block in blocks if block.startswith("    ")]
    words = "\n\n".join(block for block in blocks if not block.startswith("    "))
    links = [(picture, to.removeprefix("../")) for picture, to in _LINK.findall(words)]
    return {
        "headings": re.findall(r"^#+", words, re.MULTILINE),
        "pictures": [to for picture, to in links if picture],
        "links": sorted(to for picture, to in links if not picture),
        "blocks of code": code,
        "desks of keys": _DESK.findall(words),
        "code and keys": sorted(_spans(words)),
        "items of lists": _ITEM.findall(words),
        "cells of tables": re.findall(r"(?<!\\)\|", words),
        "table of formats": re.findall(r"\{formats\}", words),
    }


def _spans(words: str) -> set[str]:
    """Return each stretch of code with its section, and the desk whose keys it may name."""
    found, desk = set(), ""
    for section, text in enumerate(re.split(r"^#+ ", words, flags=re.MULTILINE)):
        for each in _SPAN.finditer(text):
            desk = each["desk"] or desk
            if each["code"]:
                found.add(f"section {section} {desk}: {each['code']}")
    return found


def seal(file: Path) -> None:
    """Write into a translated page which English page it is made from, and where its pictures are."""
    text = _DIGEST.sub("", file.read_text("utf-8"))

    def found(link: re.Match[str]) -> str:
        beside = "" if (file.parent / link[1]).is_file() else "../"
        return f"]({beside}{link[1]})"

    text = re.sub(r"\]\((?:\.\./)?([\w-]+\.png)\)", found, text)
    file.write_text(f"<!-- translated from {source_digest(file.stem)} -->\n{text}", "utf-8")


def _text(name: str, language: str) -> str:
    return page_file(name, language).read_text("utf-8")


def main(words: list[str]) -> int:
    """Do what the command line says; return 0 if nothing is left to do."""
    left, showing = 0, words == ["--changes"]
    files = [] if showing else [Path(word) for word in words]
    for file in files:
        seal(file)
        for line in differences(file.stem, file.parent.name):
            print(f"{file}: {line}")
            left += 1
    for language in [] if files else TRANSLATED:
        for state, found in (("missing", missing(language)), ("changed in English", stale(language))):
            print(f"{language}, {state}: {', '.join(found) or 'none'}")
            left += len(found)
        for name in stale(language) if showing else []:
            print(f"\n{name}, since it was translated ({language}):\n{changes(name, language)}")
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
