"""Recognizing files: which format each has, by its name, its lines and what the collection holds.

Formats of independent lines are recognized by all lines of a file, not by the first ones. A file of which
a few lines are bad is recognized by the others, so that its reader can name the bad ones. What could be
nuggets as well as qrels is qrels, unless the collection holds the questions as Other questions.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.collection.findings import printable
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats import nugget_files, trec_qrels
from jurybox.formats.format import Format
from jurybox.formats.registry import FORMATS, format_names, in_reading_order
from jurybox.formats.source_files import SNIFFED_LINES, SourceFile, files_of, first_lines, share_of

LEAST = 0.8
"""The share of its lines that must have the shape of a format for a file with bad lines."""

_SURE = 0.9
"""Nearly every line has the shape of a loose format; another with such a share of the lines goes first."""

_PATTERN = re.compile(r"\S*[0-9]\S*[ \t]+(\S.*)")


@dataclass(frozen=True, slots=True)
class PlannedFiles:
    """Files of one format, and why they were taken for it."""

    format: Format
    sources: tuple[Path, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What is read as what, in the order of reading, and what is left out: answer patterns, the unknown."""

    parts: tuple[PlannedFiles, ...]
    patterns: tuple[SourceFile, ...] = ()
    unknown: tuple[SourceFile, ...] = field(default=())

    @property
    def decided(self) -> str:
        """Return in one sentence for each format what is read as it, and why."""
        if len(self.parts) == 1 and not (self.patterns or self.unknown):
            return f"Read as {self.parts[0].format.name}, {self.parts[0].reason}."
        return " ".join(
            f"Read as {part.format.name}: {', '.join(printable(path.name) for path in part.sources)}."
            for part in self.parts
        )


def plan(sources: Sequence[Path], as_format: str | None, kinds: Mapping[str, str]) -> ImportPlan:
    """Return what each file is read as; `kinds` has the kinds of the questions that are there already.

    In a folder of which something is recognized, other files are left out. Raises Refused for a format
    that is not known, and UnknownFormat for files of none.
    """
    readable = [known for known in FORMATS.values() if known.read]
    if not sources:
        raise Refused("No file to import was named.")
    if as_format is not None:
        named = FORMATS.get(as_format)
        if named is None or named.read is None:
            known = ", ".join(known.name for known in readable)
            raise Refused(f"{as_format!r} is not a format that can be imported. Known are {known}.")
        return ImportPlan((PlannedFiles(named, tuple(sources), "as asked"),))
    for one in readable:
        reasons = [one.sniff(source) for source in sources] if one.of_folder else [None]
        if all(reasons) and not (one.name == "tables" and _others_beside_tables(sources, kinds)):
            return ImportPlan((PlannedFiles(one, tuple(sources), f"because {reasons[0]}"),))
    return _file_by_file(sources, kinds)


def _others_beside_tables(sources: Sequence[Path], kinds: Mapping[str, str]) -> bool:
    """Return whether a file beside tables is of another format; one of none may be a table misnamed."""
    other_files = [one.path for one in files_of(sources) if not FORMATS["tables"].sniff(one.path)]
    return any(recognize(path, _lines(path), kinds) is not None for path in other_files)


def _file_by_file(sources: Sequence[Path], kinds: Mapping[str, str]) -> ImportPlan:
    of: dict[str, list[tuple[Path, str]]] = {}
    patterns, unknown, count = list[SourceFile](), list[SourceFile](), 0
    for source in files_of(sources):
        count += 1
        lines = _lines(source.path)
        found = recognize(source.path, lines, kinds)
        if found is not None:
            of.setdefault(found[0].name, []).append((source.path, found[1]))
        else:
            (patterns if are_patterns(lines) else unknown).append(source)
    documents = FORMATS["documents"]
    if 2 * sum(map(len, of.values())) < count and all(documents.sniff(source) for source in sources):
        reason = f"because {documents.sniff(sources[0])}"
        return ImportPlan((PlannedFiles(documents, tuple(sources), reason),))
    named = {source.resolve() for source in sources if not source.is_dir()}
    if not of or any(source.path.resolve() in named for source in unknown):
        raise _unknown(sources, unknown, patterns)
    if len(of) == 1 and not patterns and not unknown:
        (found_,) = of.values()
        (name,) = of
        return ImportPlan((PlannedFiles(FORMATS[name], tuple(sources), f"because {found_[0][1]}"),))
    parts = [
        PlannedFiles(known, tuple(path for path, _ in of[known.name]), f"because {of[known.name][0][1]}")
        for known in in_reading_order()
        if known.name in of
    ]
    return ImportPlan(tuple(parts), tuple(patterns), tuple(unknown))


def recognize(path: Path, lines: Sequence[str], kinds: Mapping[str, str]) -> tuple[Format, str] | None:
    """Return the format of a file with these lines, and the reason; None if it is of none."""
    head = lines[:SNIFFED_LINES]
    likely = [known for known in FORMATS.values() if known.read and known.name != "documents"]
    if _are_qrels(lines, kinds):
        return FORMATS["trec-qrels"], trec_qrels.REASON
    shares: dict[str, float] = {}
    for known in likely:
        if known.share is None:
            reason = known.sniff(path)
            if reason:
                return known, reason
        elif known.share(head) >= LEAST / 2:
            shares[known.name] = known.share(lines)
            if shares[known.name] == 1 and not known.loose:
                return known, known.sniff(path) or ""
    best = max(shares, key=lambda name: 0.0 if FORMATS[name].loose else shares[name], default="")
    loose = max((name for name in shares if FORMATS[name].loose), key=lambda name: shares[name], default="")
    if loose and shares[loose] > shares[best] and shares[best] < _SURE:
        best = loose
    if not best or shares[best] < LEAST:
        return None
    bad = round(len(lines) * (1 - shares[best]))
    if not bad:
        return FORMATS[best], FORMATS[best].sniff(path) or ""
    return FORMATS[best], f"all but {bad:,} of its {len(lines):,} lines have the shape of that format"


def are_patterns(lines: Sequence[str]) -> bool:
    """Return whether lines look like answer patterns: a question, and behind it a regular expression."""
    return share_of(lines, _is_pattern) == 1


def _is_pattern(line: str) -> bool:
    found = _PATTERN.fullmatch(line)
    try:
        return found is not None and bool(re.compile(found[1]))
    except (re.error, RecursionError, OverflowError):
        return False


def _are_qrels(lines: Sequence[str], kinds: Mapping[str, str]) -> bool:
    """Return whether all lines are qrels and none can be taken for a nugget of a question held as Other."""
    if trec_qrels.share(lines) < 1:
        return False
    if nugget_files.share(lines) < 1:
        return True
    held = [kinds[name] for name in nugget_files.questions_in(lines) if name in kinds]
    return not held or 2 * held.count("other") < len(held)


def _lines(path: Path) -> list[str]:
    from jurybox.formats.source_files import MOST_LINES

    return [line for line in first_lines(path, MOST_LINES) if line.strip()]


def _unknown(
    sources: Sequence[Path], unknown: Sequence[SourceFile], patterns: Sequence[SourceFile]
) -> UnknownFormat:
    first = (*unknown, *patterns, None)[0]
    name = printable(first.name if first else str(sources[0]))
    names = ", ".join(format_names(written=False))
    if patterns and not unknown:
        return UnknownFormat(
            f"{name} holds answer patterns, which are not judgments to import. Nothing was stored. Choose "
            "Propose labels by answer patterns on the Judge desk of the window."
        )
    return UnknownFormat(
        f"{name} is of no format that is known from its name or content. Nothing was stored. Tables are "
        "known by their names, such as questions.csv and answers.csv; of other files say which format it "
        f"is: {names}."
    )
