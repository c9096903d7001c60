"""Labels proposed by answer patterns of TREC QA: a help while judging, no judgment until entered.

    1.4 black                          question, pattern (a Perl regular expression)
    1.4 black NYT19980619.0373         the same, with the documents that support such an answer
    1.3<TAB>Atlanta<TAB>NYT19990317.0395

An answer that no pattern of its question fits is proposed as incorrect; one that a pattern fits as correct,
or, where the patterns name documents and its own is none of them, as unsupported. Nothing is proposed for a
question without patterns. Proposals are shown as such, are not stored, and count nowhere; to use them as
labels, enter them in the name of an answer key (`jurybox.campaign.pattern_labels`).
"""

import itertools
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from jurybox.collection.catalog import Catalog
from jurybox.collection.findings import printable, shown
from jurybox.errors import Refused
from jurybox.formats.bad_files import BadFile
from jurybox.formats.source_files import lines_of
from jurybox.kinds import KINDS
from jurybox.language import tr

LONGEST_ANSWER = 2_000
"""Characters of an answer that patterns are tried on."""
MOST_STEPS = 5e7
"""Steps that trying one pattern on one answer may take, a second or so."""
_LENGTHS = (LONGEST_ANSWER, 1_000, 500, 250, 100, 50)
_LOOKED_AT = 50
_SHAPE = re.compile(r"\S*[0-9]\S*[ \t]+\S")

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
    longest: int = LONGEST_ANSWER

    def fits_in(self, text: str) -> bool | None:
        """Return whether it fits anywhere in a text; None where to find that out could take too long."""
        found = self.fits.search(text[: self.longest]) is not None
        return found if found or len(text) <= self.longest or self.longest == LONGEST_ANSWER else None


@dataclass(frozen=True)
class Patterns:
    """The patterns of a file by question; `problems`: lines that could not be used, each with why."""

    of: dict[str, tuple[Pattern, ...]]
    problems: tuple[tuple[int, str], ...] = field(default=())

    def propose(self, question: str, text: str, document: str | None) -> Proposal | None:
        """Return the label that the patterns propose for an answer; None for a question without patterns.

        A pattern fits anywhere in the answer, whatever the case of its letters. Nothing is proposed either
        where none fits the beginning of an answer that is too long to try all of it.
        """
        patterns = self.of.get(question)
        if not patterns:
            return None
        tried = [(each, each.fits_in(text)) for each in patterns]
        fitting = [each for each, fits in tried if fits]
        if not fitting:
            return None if any(fits is None for _, fits in tried) else Proposal("incorrect")
        good = next((each for each in fitting if not each.documents or document in each.documents), None)
        found = good or fitting[0]
        return Proposal("correct" if good else "unsupported", found.written, found.line)


def proposal_for(
    catalog: Catalog, question: int, text: str, document: str | None, patterns: Patterns
) -> Proposal | None:
    """Return what patterns propose for an answer to a question; None where answers are no short strings."""
    known = catalog.questions[question]
    return patterns.propose(known.name, text, document) if KINDS[known.kind].strings_alike else None


class ProposedAnswer(NamedTuple):
    """An answer by position, its text and document, and what is proposed for it."""

    answer: int
    text: str
    document: str | None
    proposal: Proposal


def read_proposals(db: sqlite3.Connection, catalog: Catalog, patterns: Patterns) -> list[ProposedAnswer]:
    """Return what patterns propose for the answers of a collection, in its order."""
    found = []
    rows = db.execute("SELECT id - 1, text, document FROM answer ORDER BY id").fetchall()
    for answer, text, document in rows:
        question = int(catalog.answer_question[answer])
        if proposal := proposal_for(catalog, question, text, document, patterns):
            found.append(ProposedAnswer(answer, text, document, proposal))
    return found


def questions_known(catalog: Catalog, patterns: Patterns) -> int:
    """Return for how many questions of a collection there are patterns."""
    return sum(KINDS[one.kind].strings_alike and one.name in patterns.of for one in catalog.questions)


def are_patterns(path: Path) -> bool:
    """Return whether a file looks like patterns: behind each question's number something to look for."""
    try:
        first = itertools.islice(lines_of(path), _LOOKED_AT)
        lines = [text for _, text in first if text.strip()]
    except (BadFile, OSError):
        return False
    return bool(lines) and all(_SHAPE.match(text) and not isinstance(_parse(0, text), str) for text in lines)


def read_patterns(path: Path) -> Patterns:
    """Read a file of patterns, with or without documents.

    Raises Refused for a file that cannot be read or has no pattern at all.
    """
    found: dict[str, list[Pattern]] = {}
    problems: list[tuple[int, str]] = []
    try:
        for line, text in lines_of(path):
            parsed = _parse(line, text)
            if isinstance(parsed, str):
                problems.append((line, parsed))
            elif parsed is not None:
                found.setdefault(parsed[0], []).append(parsed[1])
    except (BadFile, OSError) as error:
        raise Refused(
            tr("{printable} cannot be read: {error} Nothing is proposed.", printable=printable(path.name), error=error)
        ) from error
    if not found:
        raise Refused(
            tr("{printable} contains no answer patterns. Nothing is proposed.", printable=printable(path.name))
        )
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
        return tr("There is no pattern behind the question.")
    try:
        fits = re.compile(written, re.IGNORECASE)
        lengths = [length for length in _LENGTHS if steps(written, length) <= MOST_STEPS]
    except (re.error, RecursionError, OverflowError) as error:
        return tr(
            "{written} is not a regular expression that can be used here ({error}).",
            written=shown(written),
            error=error,
        )
    if not lengths:
        return tr(
            "{written} repeats something that can match in several ways, so matching it could take forever.",
            written=shown(written),
        )
    return question, Pattern(written, fits, frozenset(documents), line, lengths[0])


def _documents(words: list[str]) -> Iterator[str]:
    """Take the names of documents off the end of the words of a line."""
    while words and (not words[-1] or _DOCUMENT.fullmatch(words[-1])):
        if word := words.pop():
            yield word


_parser: Any = import_module("re._parser")  # the parsed form has no other name in the standard library
Parsed: TypeAlias = Any
"""What the parser makes of an expression: pairs of an operation and what it is given."""
_WAYS_MOST = 1e12

_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_INSIDE = ("SUBPATTERN", "ASSERT", "ASSERT_NOT", "ATOMIC_GROUP")


def steps(pattern: str, length: int) -> float:
    """Bound the steps of a search in a text of that length; infinite where nothing bounds them.

    Raises re.error for what is not a regular expression.
    """
    return length * _ways(_parser.parse(pattern), float(length))


def _ways(parsed: Parsed, length: float) -> float:
    """Bound in how many ways a sequence can match from one place on."""
    ways = 1.0
    for op, given in parsed:
        ways = min(ways * _ways_of(str(op), given, length), float("inf"))
    return ways


def _ways_of(op: str, given: Parsed, length: float) -> float:
    if op in _REPEATS:
        least, most, body = given
        return _repeated(int(least), min(float(most), length), _ways(body, length), length)
    if op == "BRANCH":
        return float(sum(_ways(each, length) for each in given[1]))
    if op in _INSIDE:
        return _ways(given[-1], length)
    if op == "GROUPREF_EXISTS":
        return float(sum(_ways(each, length) for each in given[1:] if each is not None))
    return 1.0


def _repeated(least: int, most: float, ways: float, length: float) -> float:
    """Bound the ways of a repetition: how often, times the ways of the body each time."""
    if ways <= 1.0:
        return max(1.0, most - least + 1)
    if most >= length:
        return float("inf")
    message = (most - least + 1) * ways**most if most * ways < _WAYS_MOST else float("inf")
    return max(1.0, message)
