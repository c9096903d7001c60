"""Recognizing files: which format each has, by its name, its lines and what the collection holds.

Formats of independent lines are recognized by all lines of a file, not by the first ones. A file of which
a few lines are bad is recognized by the others, so that its reader can name the bad ones. What could be
nuggets as well as qrels is qrels, unless the collection holds the questions as Other questions; what belongs
to questions that it holds as others is never nuggets. JSON is recognized by its records alone.
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
from jurybox.kinds import KINDS

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
        return _as_asked(sources, named, kinds)
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
    if _are_qrels(lines, kinds):
        return FORMATS["trec-qrels"], trec_qrels.REASON
    asked = _likely(lines, kinds)
    shares: dict[str, float] = {}
    for known in asked:
        if known.share is None:
            reason = known.sniff(path)
            if reason:
                return known, reason
        elif known.share(lines[:SNIFFED_LINES]) >= LEAST / 2:
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


def _likely(lines: Sequence[str], kinds: Mapping[str, str]) -> list[Format]:
    """Return the formats that a file with these lines may have, in the order in which they are asked."""
    found = [known for known in FORMATS.values() if known.read and known.name != "documents"]
    if lines and lines[0].lstrip().startswith(("{", "[")):
        found = [known for known in found if known.share is None]
    return found if _may_be_nuggets(lines, kinds) else [one for one in found if one.name != "nuggets"]


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
    return nugget_files.share(lines) < 1 or not (_kinds_held(lines, kinds) and _may_be_nuggets(lines, kinds))


def _may_be_nuggets(lines: Sequence[str], kinds: Mapping[str, str]) -> bool:
    """Return whether at least half of the questions that are held have nuggets; True if none is held."""
    held = _kinds_held(lines, kinds)
    return 2 * sum(not KINDS[kind].is_labeled for kind in held) >= len(held)


def _kinds_held(lines: Sequence[str], kinds: Mapping[str, str]) -> list[str]:
    """Return the kinds of those questions that the collection holds, of lines that could be nuggets."""
    return [kinds[name] for name in nugget_files.questions_in(lines) if name in kinds] if kinds else []


def _as_asked(sources: Sequence[Path], named: Format, kinds: Mapping[str, str]) -> ImportPlan:
    """Return the plan for files of a format that was named; what a folder has besides them is left out.

    Raises Refused for a file that is of another format in all its lines: one sentence, not an error for each.
    """
    files = list(files_of(sources))
    fitting = [source for source in files if named.of_folder or _fits(named, source.path)]
    folders = [source for source in sources if source.is_dir()]
    besides = [
        source
        for source in files
        if fitting and source not in fitting and any(folder in source.path.parents for folder in folders)
    ]
    for source in files:
        if source in fitting or source in besides or named.share is None:
            continue
        lines = _lines(source.path)
        found = recognize(source.path, lines, kinds)
        if found is not None and found[0] is not named:
            shape = named.shape.partition(";")[0].replace("`", "")
            raise Refused(
                f"{printable(source.name)} cannot be read as {named.name} ({shape}): none of its "
                f"{len(lines):,} lines has that shape. It looks like {found[0].name}. Nothing was stored."
            )
    kept = tuple(source.path for source in files if source not in besides) if besides else tuple(sources)
    return ImportPlan((PlannedFiles(named, kept, "as asked"),), unknown=tuple(besides))


def _fits(named: Format, path: Path) -> bool:
    """Return whether something of a file has the shape of a format."""
    return named.share(_lines(path)) > 0 if named.share else named.sniff(path) is not None


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
