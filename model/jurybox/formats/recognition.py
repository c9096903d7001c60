"""Recognizing files: which format each has, by its name, its lines and what the collection holds.

For each format the evidence is weighed: the name of the file, the share of all its lines, not only of the first,
that have its shape, its columns, and the questions that the collection and other files hold. A file with a few
bad lines is recognized by the others, so that its reader can name the bad ones. What only has a shape, or has
something in it that speaks against the format, is asked about and never stored. JSON is recognized by its
records alone. The user may override the format of each file, and name the columns of tables without a format.
"""

import re
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import printable, shown
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats import foreign_files, trec_qrels, trec_runs, trec_topics
from jurybox.formats.bad_files import BadFile
from jurybox.formats.column_maps import FIELDS, ColumnMap
from jurybox.formats.delimited import not_text_in
from jurybox.formats.evidence import Evidence, Seen, Share, Signs
from jurybox.formats.format import STAGES, Format, format_word
from jurybox.formats.json_records import first_record
from jurybox.formats.mapped_tables import COLUMNS
from jurybox.formats.names import unpacked
from jurybox.formats.registry import FORMATS
from jurybox.formats.source_files import (
    MOST_LINES,
    SNIFFED_LINES,
    SourceFile,
    files_of,
    first_lines,
    lines_of,
    share_of,
)
from jurybox.formats.table_samples import (
    TableSample,
    described,
    doubt,
    lacks_heads,
    no_proposal,
    proposal,
    sample_of,
    separator_of,
    table_rows,
    table_trouble,
)
from jurybox.formats.workbooks import is_in_workbook, name_of, problem_of
from jurybox.language import tr, trn
from jurybox.lists import clauses, comma_list, sentences

LEAST = 0.8
"""The share of its lines that must have the shape of a format for a file with bad lines."""

_SURE = 0.9
"""Nearly every line has the shape of a loose format; another with such a share of the lines goes first."""

_NEARLY = 0.3
"""The share of its lines that must have the shape of a format to say of a file that it almost is of it."""

LEFT_OUT = "left out"
"""Said by hand of a file that is not to be read."""

_PATTERN = re.compile(r"(\S+)[ \t]+(\S.*)")
_SIGNS = re.compile(r"\\[sdwbSDWB.()?*+-]|\.\*|\w\|\w|\(\?|[)\]][?*+]|\[\^?\w-\w|\(\w+\|")
_LONGEST_PATTERN = 100_000
"""Characters of a line that may be an answer pattern; to compile a longer one takes minutes."""


@dataclass(frozen=True, slots=True)
class PlannedFiles:
    """Files of one format, and why they were taken for it; `of_file`: of single files, where they differ."""

    format: Format
    sources: tuple[Path, ...]
    evidence: Evidence
    of_file: Mapping[Path, Evidence] = field(default_factory=dict)


class Remedy(NamedTuple):
    """What makes it possible to read a file of no certain format ("": nothing), and formats to choose, with options.

    `is_damaged`: it cannot be read as text.
    """

    words: str = ""
    choices: Mapping[str, str] = {}
    is_damaged: bool = False


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What is read as what, in the order of reading, and what is not: patterns, the unknown with remedies, as asked."""

    parts: tuple[PlannedFiles, ...]
    patterns: tuple[SourceFile, ...] = ()
    unknown: Mapping[SourceFile, Remedy] = field(default_factory=dict)
    left_out: tuple[SourceFile, ...] = ()

    @property
    def decided(self) -> str:
        """Return in one sentence for each format what is read as it, and why."""
        if len(self.parts) == 1 and not (self.patterns or self.unknown or self.left_out):
            return tr(
                "Read as {format}, {reason}.",
                format=format_word(self.parts[0].format.name),
                reason=self.parts[0].evidence.words,
            )
        return sentences(
            tr(
                "Read as {format}: {sources}.",
                format=format_word(part.format.name),
                sources=comma_list(printable(name_of(path)) for path in part.sources),
            )
            for part in self.parts
        )


class FormatQuestion(UnknownFormat):
    """A file with a remedy; `choices` are the formats that it may be of, if that is a question, with their options."""

    path: Path
    choices: Mapping[str, str]


class Claim(NamedTuple):
    """A format that a file may have: how much speaks for it, what, and in words what speaks against it."""

    format: Format
    weight: float
    evidence: Evidence
    doubt: str

    @property
    def wins(self) -> bool:
        """Whether the file is read as of this format, without a question."""
        return self.weight > _WEAK and not self.doubt


_SURE_OF, _SIGNED, _MOSTLY, _GOOD, _NEARLY_OF, _LOOSE, _WEAK = 9, 8, 7, 6, 5, 4, 1
"""How much evidence weighs: all lines, or the beginning; nine, or eight in ten lines; all nearly; a loose shape
that more speaks for than its lines; and a shape alone, which is asked about."""


def plan(
    sources: Sequence[Path],
    as_format: str | None,
    kinds: Mapping[str, str],
    columns: Sequence[ColumnMap] = (),
    by_hand: Mapping[Path, str] | None = None,
    held: Callable[[], AbstractSet[str]] = frozenset,
) -> ImportPlan:
    """Return what each file is read as; `kinds` has the kinds of the questions that are there already.

    `held` returns the ids of the answers and documents that are there, by which folders of texts are known.

    Tables that one of `columns` fits are read by that; `by_hand` has the format of files that somebody
    chose, `LEFT_OUT` for none. In a folder of which something is recognized, other files are left out. Raises
    Refused for a format that is not known, and UnknownFormat for files of none.
    """
    readable = [known for known in FORMATS.values() if known.read]
    if not sources:
        raise Refused(tr("No file to import was named."))
    by_hand, names = by_hand or {}, [known.name for known in readable]
    if wrong := {*by_hand.values(), as_format or LEFT_OUT}.difference(names, (LEFT_OUT, COLUMNS.name)):
        raise Refused(
            tr(
                "{as_format!r} is not a format that can be imported. Choose from {known}.",
                as_format=min(wrong),
                known=comma_list(names),
            )
        )
    if as_format is not None and not by_hand:
        return _as_asked(sources, FORMATS[as_format], kinds)
    if said := _said_of(sources, as_format, columns, by_hand):
        return _file_by_file(sources, kinds, said)
    for one in readable:
        found = [_told(one.signs, source) for source in sources] if one.signs.of_folder else [None]
        if found[0] and all(found) and not (one.name == "tables" and _others_beside_tables(sources, kinds)):
            return ImportPlan((PlannedFiles(one, tuple(sources), found[0]),))
    return _file_by_file(sources, kinds, {}, held)


def _said_of(
    sources: Sequence[Path], as_format: str | None, columns: Sequence[ColumnMap], by_hand: Mapping[Path, str]
) -> dict[Path, str]:
    """Return what files are to be read as that somebody chose, or whose columns were matched; else nothing.

    A format that was asked for is that of all other files.
    """
    said = {path.resolve(): name for path, name in by_hand.items()}
    if as_format is None:
        tables = files_of(sources) if columns else ()
        matched = (one.path for one in tables if _are_columns_of(one.path, columns))
        return dict.fromkeys((path.resolve() for path in matched), COLUMNS.name) | said
    return dict.fromkeys((one.path.resolve() for one in files_of(sources)), as_format) | said if said else {}


def _are_columns_of(path: Path, columns: Sequence[ColumnMap]) -> bool:
    """Return whether one of the column maps is for a file."""
    try:
        heads = next((heads for _, heads in table_rows(path, 1)), [])
    except (BadFile, OSError):
        return False
    return any(one.fits(heads) for one in columns)


def _others_beside_tables(sources: Sequence[Path], kinds: Mapping[str, str]) -> bool:
    """Return whether a file beside tables is of another format; one of none may be a table misnamed."""
    other_files = [one.path for one in files_of(sources) if not _told(FORMATS["tables"].signs, one.path)]
    claims = [claim for path in other_files for claim in claims_of(Seen(path, _lines(path), kinds))]
    return any(claim.weight > _WEAK for claim in claims)


def _file_by_file(
    sources: Sequence[Path],
    kinds: Mapping[str, str],
    said: Mapping[Path, str],
    held: Callable[[], AbstractSet[str]] = frozenset,
) -> ImportPlan:
    of: dict[str, dict[Path, Evidence]] = {}
    patterns, unknown, files = list[SourceFile](), dict[SourceFile, Remedy](), list(files_of(sources))
    left_out, open_files = list[SourceFile](), list[SourceFile]()
    for source in files:
        chosen = said.get(source.path.resolve(), "")
        if chosen in ("", LEFT_OUT):
            (left_out if chosen else open_files).append(source)
        else:
            words = tr("by the columns matched") if chosen == COLUMNS.name else tr("as asked")
            of.setdefault(chosen, {})[source.path] = Evidence(words)
    for source, seen, claims in _weighed(open_files, kinds):
        if claims and claims[0].wins:
            of.setdefault(claims[0].format.name, {})[source.path] = claims[0].evidence
        elif _are_evident_patterns(source.path, seen.lines):
            patterns.append(source)
        else:
            unknown[source] = _remedy(seen, claims, alone=len(sources) == len(files) == 1)
    if not said and 2 * sum(map(len, of.values())) < len(files) and (folders := _documents(sources, kinds, held)):
        return ImportPlan((folders,))
    named = {source.resolve() for source in sources if not source.is_dir()}
    odd = [source for source in (*unknown, *patterns) if not of or source.path.resolve() in named]
    if left_out and not of and not unknown:
        raise Refused(tr("Every file is left out. Choose a format for one of them."))
    if odd or not of:
        raise _unknown(odd or [SourceFile(sources[0], str(sources[0]))], unknown)
    is_whole = len(of) == 1 and not (patterns or unknown or left_out)
    parts = [
        PlannedFiles(one, tuple(sources if is_whole else found), next(iter(found.values())), found)
        for one in (*FORMATS.values(), COLUMNS)
        if (found := of.get(one.name))
    ]
    parts.sort(key=lambda part: STAGES.index(part.format.stage))
    return ImportPlan(tuple(parts), tuple(patterns), unknown, tuple(left_out))


def _weighed(files: Sequence[SourceFile], kinds: Mapping[str, str]) -> Iterator[tuple[SourceFile, Seen, list[Claim]]]:
    """Yield each file with what speaks for which format; qrels at the end, when the questions of runs are known."""
    asked, qrels = {*kinds}, list[SourceFile]()
    for source in chain(files, qrels):
        seen = Seen(source.path, _lines(source.path), kinds, asked)
        claims = claims_of(seen)
        best = claims[0] if claims else None
        if best and best.format.name == "trec-qrels" and len(files) > 1 and source not in qrels:
            qrels.append(source)
            continue
        if best and best.wins and best.format.name == "trec-run":
            asked.update(line.split(None, 1)[0] for line in seen.lines)
        yield source, seen, claims


def _documents(
    sources: Sequence[Path], kinds: Mapping[str, str], held: Callable[[], AbstractSet[str]]
) -> PlannedFiles | None:
    """Return the plan for folders of texts, None for anything else; raise UnknownFormat where they may be notes."""
    known = FORMATS["documents"]
    found = [_told(known.signs, source) for source in sources]
    if not found[0] or not all(found):
        return None
    if not all(known.signs.is_evident(Seen(source, (), kinds, held())) for source in sources):
        raise UnknownFormat(
            tr(
                "{name} has only text files, which may be documents or notes of somebody. Nothing was stored. If "
                "answers name them as their documents, say so: --as documents.",
                name=printable(name_of(sources[0])),
            ),
            asks=True,
        )
    return PlannedFiles(known, tuple(sources), found[0])


def claims_of(seen: Seen) -> list[Claim]:
    """Return the formats that a file may have, the one that most speaks for first; none if none has its shape."""
    asked = [known for known in FORMATS.values() if known.read and known.name != "documents"]
    asked.sort(key=lambda known: known.signs.near is None and known.name != "nuggets")
    first, found = "".join(seen.lines[:1]), list[Claim]()
    is_json = first.lstrip().startswith(("{", "["))
    are_topics = (  # whose words are no columns: the first is no number
        first.count("\t") == 1
        and trec_topics.are_lines(seen.lines)
        and not all(line.split()[1].isdigit() for line in seen.lines)
    )
    for known in asked:
        is_out = (is_json and known.signs.lines) or (are_topics and known.signs.near)
        if not is_out and (claim := _claim(known, seen)):
            found.append(claim)
            if claim.weight >= _SIGNED and not claim.doubt:
                break
    return sorted(found, key=lambda claim: min(claim.weight, _GOOD) if claim.doubt else claim.weight, reverse=True)


def _claim(known: Format, seen: Seen) -> Claim | None:
    """Return what speaks for a format and against it; None where a file has not its shape."""
    signs, lines = known.signs, seen.lines
    if signs.lines is None:
        told = _told(signs, seen.path)
        return Claim(known, _SIGNED, told, signs.doubt(seen)) if told else None
    share, near = _share(signs.lines, lines), 0.0
    if share < LEAST and signs.near:
        first = [line for line in lines[:SNIFFED_LINES] if not line.startswith("#")][:1]
        near = _share(signs.near, lines) if signs.near(first) else 0.0
    if max(share, near) < LEAST or _has_heads(seen, signs, is_near=bool(near)):
        return None
    is_evident, fit = signs.is_evident(seen), round(len(lines) * share)
    why = tr("{reason} ({fit:,} of {lines:,})", reason=signs.words, fit=fit, lines=len(lines))
    if share < LEAST:
        is_evident = is_evident or known.name == "trec-qrels"  # none of whose near misses is stored
        has_ranks = trec_runs.have_ranks(seen.rows) == (known.name == "trec-run")
        weight = _NEARLY_OF + (seen.is_named(signs.called) + 0.5 * has_ranks) / 2
        why = tr("its lines nearly have the columns of that format")
    elif signs.is_loose:
        weight = (_GOOD if known.name == "trec-qa-judgments" else _LOOSE) + share / 2
    else:
        weight = _SURE_OF if share == 1 else _MOSTLY if share >= _SURE else _GOOD + share / 2
    if seen.is_named(signs.called):
        why = tr("its name says so, and {reason}", reason=why)
    told = Evidence(tr("because {why}", why=why), fit, len(lines))
    return Claim(known, weight if is_evident else _WEAK, told, signs.doubt(seen))


def _told(signs: Signs, path: Path) -> Evidence | None:
    """Return why a file or folder is of a format that is not known by its lines; None if it is not."""
    found = signs.place(path) if signs.place else signs.record is not None and signs.record(first_record(path))
    return Evidence(tr("because {why}", why=found if isinstance(found, str) else signs.words)) if found else None


def _share(share: Share, lines: Sequence[str]) -> float:
    """Return the share of lines that fit; 0 where half of the first do not."""
    return share(lines) if share(lines[:SNIFFED_LINES]) >= LEAST / 2 else 0.0


def _has_heads(seen: Seen, signs: Signs, *, is_near: bool) -> bool:
    """Return whether a file is a table whose first line names columns, and not of a format of lines.

    The other lines of a table can have the shape of such a format: all of them, such as four columns of a
    table of labels that of qrels, or many that of a loose one, whose last column is any text.
    """
    lines, path = seen.lines, seen.path
    if signs.lines is None or signs.lines(lines[:1]) == 1:
        return False
    if not is_near and not signs.is_loose and (signs.lines(lines[1:]) < 1 or any(map(str.isdigit, lines[0]))):
        return False
    return Path(unpacked(path.name)).suffix in {".csv", ".tsv"} and sample_of(path) is not None


def are_patterns(lines: Sequence[str]) -> bool:
    """Return whether lines look like answer patterns: a question, and behind it a regular expression."""
    return share_of(lines, _is_pattern) == 1


def _are_evident_patterns(path: Path, lines: Sequence[str]) -> bool:
    """Return whether lines are answer patterns by the name of their file, or by signs that no text has."""
    named = re.search("patter", path.name, re.IGNORECASE) is not None
    return (named or any(map(_SIGNS.search, lines))) and are_patterns(lines)


def _is_pattern(line: str) -> bool:
    found = _PATTERN.fullmatch(line) if len(line) <= _LONGEST_PATTERN else None
    try:
        return found is not None and bool(re.search("[0-9]", found[1])) and bool(re.compile(found[2]))
    except (re.error, RecursionError, OverflowError):
        return False


def _as_asked(sources: Sequence[Path], named: Format, kinds: Mapping[str, str]) -> ImportPlan:
    """Return the plan for files of a format that was named.

    Of a folder, files are left out that are not text or of another format, if any other is of this one. A
    file of none may be damaged, and its reader names the lines; only of a format of records one is left out
    that has neither the ending nor the beginning of such a file. Raises Refused for a file that is of
    another format in all its lines: one sentence, not an error for each.
    """
    files = list(files_of(sources))
    unfitting = [source for source in files if not (named.signs.of_folder or _fits(named.signs, source.path))]
    endings = {Path(source.plain_name).suffix for source in files if source not in unfitting}
    folders = [source for source in sources if source.is_dir()]
    besides = list[SourceFile]()
    for source in unfitting:
        lines = _lines(source.path)
        claims = claims_of(Seen(source.path, lines, kinds)) if lines else []
        found = claims[0] if claims and claims[0].weight > _WEAK else None
        looks_damaged = (
            named.signs.lines is not None
            or not endings
            or Path(source.plain_name).suffix in endings
            or "".join(lines[:1]).lstrip().startswith(("{", "[", "<"))
        )
        if lines and looks_damaged and (found is None or found.format is named):
            continue
        if len(unfitting) < len(files) and any(folder in source.path.parents for folder in folders):
            besides.append(source)
        elif found is not None and (named.signs.lines is not None or named.name == "trec-topics"):
            raise Refused(
                tr(
                    "{printable} cannot be read as {named} ({shape}): none of its {lines:,} lines "
                    "has that shape. It looks like {name}. Nothing was stored.",
                    printable=printable(source.name),
                    named=named.name,
                    shape=_shape(named),
                    lines=len(lines),
                    name=found.format.name,
                )
            )
    kept = tuple(source.path for source in files if source not in besides) if besides else tuple(sources)
    return ImportPlan((PlannedFiles(named, kept, Evidence(tr("as asked"))),), unknown=dict.fromkeys(besides, Remedy()))


def _fits(signs: Signs, path: Path) -> bool:
    """Return whether something of a file has the shape of a format."""
    return _told(signs, path) is not None if signs.lines is None else signs.lines(_lines(path)) > 0


def _lines(path: Path) -> list[str]:
    return first_lines(path, MOST_LINES)


def _unknown(files: Sequence[SourceFile], remedies: Mapping[SourceFile, Remedy]) -> UnknownFormat:
    """Return the refusal of files of no certain format by the first; one that is text without a remedy has patterns."""
    first = files[0]
    name, lines = printable(first.name), _lines(first.path)
    if lines and first not in remedies:
        return UnknownFormat(
            tr(
                "{name} contains answer patterns, which are not judgments to import. Nothing was "
                "stored. Choose Propose labels by answer patterns on the Judge desk of the window, or "
                "use jurybox patterns.",
                name=name,
            ),
            asks=True,
        )
    tables = [source.path for source in files if source in remedies and sample_of(source.path)]
    remedy, choices, is_damaged = remedies.get(first, Remedy())
    asks = not is_damaged and bool(tables or re.search("--as |--columns |jurybox patterns", remedy))
    if remedy:
        told = (
            tr("{name} cannot be read. Nothing was stored. {damage}", name=name, damage=remedy)
            if is_damaged
            else tr("{name} is not imported yet: nothing was stored. {remedy}", name=name, remedy=remedy)
        )
        asked = FormatQuestion(told, tables, told, asks=asks)
        asked.path, asked.choices = first.path, choices
        return asked
    trouble = "" if first.path.is_dir() else table_trouble(first.path) if lines else tr("It is empty.")
    usual = tr(
        "If it is of a format, name that with --as: jurybox import --help lists the formats, jurybox help files "
        "describes them."
    )
    return UnknownFormat(
        tr("{name} has an unknown format. Nothing was stored. {remedy}", name=name, remedy=sentences((trouble, usual))),
        tables,
        tr("{name} has an unknown format. Nothing was imported. {trouble}", name=name, trouble=trouble).strip(),
        asks=asks,
    )


def _damage(path: Path) -> str:
    """Return why a file cannot be read as text, as a sentence; "" if it can."""
    if what := problem_of(path) or not_text_in(path):
        return what
    try:
        for _ in lines_of(path):
            pass
    except BadFile as error:
        return error.with_line
    return ""


def _remedy(seen: Seen, claims: Sequence[Claim], *, alone: bool) -> Remedy:
    """Return what makes it possible to read a file of no certain format.

    `alone`: no other file is to be read, so that a format need not be named for this one.

    A table comes with a proposal for its columns, a file that almost is of a format with its first line that
    is not, one of which two formats have the shape, or one against which something speaks, with a question.
    """
    path = seen.path
    if damage := _damage(path):
        return Remedy(damage, is_damaged=True)
    sample = sample_of(path)
    of_file = "" if alone else f"{shlex.quote(str(path))}="
    if foreign := foreign_files.cure_of(seen, is_table=sample is not None):
        return Remedy(foreign)
    if claims and claims[0].doubt:
        known = claims[0].format
        cure = _cure(seen) if not known.signs.near else ""
        option = f"--as {of_file}{known.name}"
        as_it_is = tr("or, if it is right as it is, say so: {option}", option=option)
        is_readable = known.name != "trec-qrels" or _share(trec_qrels.share, seen.lines) >= LEAST
        looks = tr(
            "It looks like {name} ({shape}), but {doubt}.",
            name=known.name,
            shape=_shape(known),
            doubt=clauses((claims[0].doubt, as_it_is if is_readable else "")),
        )
        return Remedy(cure or looks, {} if cure or not is_readable else {known.name: option})
    cure = "" if claims or sample else _almost(seen) or _cure(seen)
    may_be_lines = sample is None or (separator_of(path) == "\t" and any(map(str.isdigit, "".join(seen.lines[:1]))))
    if not cure and may_be_lines:  # names of columns have no digits
        asked = _question(seen, [claim.format.name for claim in claims], of_file)
        if asked.words:
            return asked
    if cure or sample is None:
        return Remedy(cure or _almost(seen))
    return Remedy(
        tr(
            "It is a table with the columns {described}. {proposed_option}",
            described=described(sample.heads),
            proposed_option=proposed_option(sample),
        )
    )


def _question(seen: Seen, names: Sequence[str], of_file: str) -> Remedy:
    """Return which formats lines may have, and how to choose one; nothing if none, or if they nearly are of one."""
    lines = seen.lines
    if not lines or _almost(seen) or lines[0].lstrip().startswith(("{", "[", "<")) or lacks_heads(seen.path):
        return Remedy()
    shapes = [f"{name} ({_shape(FORMATS[name])})" for name in names]
    if trec_topics.may_be_lines(lines):
        names = [*names, "trec-topics"]
        shapes.append(tr("trec-topics (an id and a text)"))
    patterns = tr("Answer patterns are not imported: for them use jurybox patterns.") if are_patterns(lines) else ""
    if not names and not patterns:
        return Remedy()
    options = {name: f"--as {of_file}{name}" for name in names}
    asked = trn(
        "Its line has the shape of {shapes}, and neither its name nor its texts say which it is. Say it: {options}.",
        "Its {n} lines have the shape of {shapes}, and neither its name nor its texts say what they are. "
        "Say it: {options}.",
        len(lines),
        shapes=comma_list(shapes),
        options=comma_list(options.values()),
    )
    return Remedy(sentences((asked if names else tr("Its lines have an id and a text."), patterns)), options)


def proposed_option(sample: TableSample) -> str:
    """Return the option that matches the columns of a table with fields as they are proposed."""
    columns = proposal(sample)
    if why := no_proposal(sample):
        return why
    if problem := doubt(sample) or columns.problem:
        return tr(
            "Say what they are: under Read as in the window, or --columns COLUMN=FIELD,... "
            "(fields: {fields}). {problem}",
            fields=comma_list(FIELDS),
            problem=problem,
        )
    option = f"--columns {shlex.quote(str(columns))} --kind {columns.kind}"
    return tr("Say what they are: under Read as in the window, or {option}", option=option)


def _almost(seen: Seen) -> str:
    """Return of which format a file almost is, and its first line that is not; "" if of none."""
    strict = [
        (shape(seen.lines), shape, known)
        for known in FORMATS.values()
        if (shape := known.signs.lines) and not known.signs.is_loose
    ]
    most, fits, best = max(strict, key=itemgetter(0))
    if not _NEARLY <= most < 1:
        return ""
    bad = [text for text in seen.lines if fits([text]) < 1 and not (best.signs.near and text.startswith("#"))]
    if not bad:
        return ""  # a line alone may be right, and stand twice
    return tr(
        "It looks like {best} ({shape}), but {bad:,} of its {lines:,} lines do not have that "
        "shape; the first is line {line:,}: {text}. Correct or remove them, or read it without them: Read as {best}, "
        "and Skip bad lines in the window, or --as {best} --skip-bad-lines",
        best=best.name,
        shape=_shape(best),
        bad=len(bad),
        lines=len(seen.lines),
        line=seen.number_of(bad[0].__eq__),
        text=shown(bad[0]),
    )


def _cure(seen: Seen) -> str:
    """Return what to change in a file that would be of a format without some signs, or lines, in it; "" if nothing."""
    qrels = FORMATS["trec-qrels"]
    if seen.is_named(qrels.signs.called) and {len(row) for row in seen.rows} in ({2}, {4}):
        return tr("Its name says qrels, its lines do not. Write four columns: question, group, answer, grade.")
    apart = [re.sub(r'[,;|"]', " ", line) for line in seen.lines]
    for known in () if is_in_workbook(seen.path) else (FORMATS["trec-run"], qrels):
        if apart != list(seen.lines) and known.signs.lines and _share(known.signs.lines, apart) >= LEAST:
            return tr(
                "It looks like {best} ({shape}), but its columns are apart by commas or semicolons. Write blanks or "
                "tabs between them.",
                best=known.name,
                shape=_shape(known),
            )
    return ""


def _shape(known: Format) -> str:
    return known.shape.partition(";")[0].replace("`", "")
