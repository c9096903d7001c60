"""Labels proposed by answer patterns of TREC QA: a help while judging, never a judgment.

    1.4 black                          question, pattern (a Perl regular expression)
    1.4 black NYT19980619.0373         the same, with the documents that support such an answer
    1.3<TAB>Atlanta<TAB>NYT19990317.0395

An answer that no pattern of its question fits is proposed as incorrect; one that a pattern fits as correct,
or, where the patterns name documents and its own is none of them, as unsupported. Nothing is proposed for a
question without patterns. What is proposed is shown as such, is not stored, and counts nowhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from jurybox.collection.findings import printable, shown
from jurybox.errors import Refused
from jurybox.formats.delimited import BadFile
from jurybox.formats.reading import lines_of

LONGEST_ANSWER = 2_000
"""Characters of an answer that patterns are tried on, so that a wild one comes to an end."""

_DOCUMENT = re.compile(r"[A-Z]{2,}[A-Z_]*[0-9]{4,}[.\-][0-9]+")

Proposed = Literal["correct", "incorrect", "unsupported"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A label that is proposed, and the pattern and line that speak for it ("" and 0 if none fits)."""

    label: Proposed
    pattern: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: as it is written, compiled, the documents it names, and its line."""

    written: str
    fits: re.Pattern[str]
    documents: frozenset[str]
    line: int


@dataclass(frozen=True)
class Patterns:
    """The patterns of a file by question; `problems`: lines that could not be used, each with why."""

    of: dict[str, tuple[Pattern, ...]]
    problems: tuple[tuple[int, str], ...] = field(default=())

    def propose(self, question: str, text: str, document: str | None) -> Proposal | None:
        """Return the label that the patterns propose for an answer; None for a question without patterns.

        A pattern fits anywhere in the answer, whatever the case of its letters.
        """
        patterns = self.of.get(question)
        if not patterns:
            return None
        fitting = [each for each in patterns if each.fits.search(text[:LONGEST_ANSWER])]
        if not fitting:
            return Proposal("incorrect")
        good = next((each for each in fitting if not each.documents or document in each.documents), None)
        found = good or fitting[0]
        return Proposal("correct" if good else "unsupported", found.written, found.line)


def read_patterns(path: Path) -> Patterns:
    """Read a file of patterns, with or without documents.

    Raises Refused for a file that cannot be read or holds no pattern at all.
    """
    found: dict[str, list[Pattern]] = {}
    problems: list[tuple[int, str]] = []
    try:
        for line, text in lines_of(path):
            made = _parse(line, text)
            if isinstance(made, str):
                problems.append((line, made))
            elif made is not None:
                found.setdefault(made[0], []).append(made[1])
    except (BadFile, OSError) as error:
        raise Refused(f"{printable(path.name)} cannot be read: {error} Nothing is proposed.") from error
    if not found:
        raise Refused(f"{printable(path.name)} holds no answer patterns. Nothing is proposed.")
    return Patterns({name: tuple(each) for name, each in found.items()}, tuple(problems))


def _parse(line: int, text: str) -> tuple[str, Pattern] | str | None:
    """Return question and pattern of a line, what is wrong with it, or None for an empty one."""
    if not text.strip():
        return None
    question, _, rest = text.strip().replace("\t", " ").partition(" ")
    words = rest.split(" ")
    documents = list(_documents(words))
    written = " ".join(words).strip()
    if not written:
        return "There is no pattern behind the question."
    try:
        fits = re.compile(written, re.IGNORECASE)
    except re.error as error:
        return f"{shown(written)} is no regular expression that can be used here ({error})."
    return question, Pattern(written, fits, frozenset(documents), line)


def _documents(words: list[str]) -> Iterator[str]:
    """Take the names of documents off the end of the words of a line."""
    while words and (not words[-1] or _DOCUMENT.fullmatch(words[-1])):
        if word := words.pop():
            yield word
