"""Recognizing files: which format each has, by its name, its lines and what the collection holds.

Formats of independent lines are recognized by all lines of a file, not by the first ones. A file with a few
bad lines is recognized by the others, so that its reader can name the bad ones. Lines that could be nuggets
as well as qrels are qrels, unless the collection has the questions as Other questions; lines of questions of
another kind there are never nuggets. JSON is recognized by its records alone. The user may override the
format of each file, and name the columns of tables without a format.
"""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.collection.findings import printable, shown
from jurybox.errors import Refused, UnknownFormat
from jurybox.formats import nugget_files, trec_qrels, trec_topics
from jurybox.formats.bad_files import BadFile
from jurybox.formats.column_maps import FIELDS, ColumnMap
from jurybox.formats.delimited import not_text_in
from jurybox.formats.format import STAGES, Format, format_word
from jurybox.formats.mapped_tables import COLUMNS
from jurybox.formats.registry import FORMATS, format_names
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
    no_proposal,
    proposal,
    sample_of,
    table_rows,
    table_trouble,
)
from jurybox.formats.workbooks import name_of, problem_of
from jurybox.kinds import KINDS
from jurybox.language import tr, trn
from jurybox.lists import comma_list, sentences

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
    """Files of one format, and why they were taken for it; `reasons` of single files where they differ."""

    format: Format
    sources: tuple[Path, ...]
    reason: str
    reasons: Mapping[Path, str] = field(default_factory=dict)

    def reason_of(self, path: Path) -> str:
        """Return why one of the files is read as of this format."""
        return self.reasons.get(path, self.reason)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What is read as what, in the order of reading, and what is not: patterns, the unknown, as asked."""

    parts: tuple[PlannedFiles, ...]
    patterns: tuple[SourceFile, ...] = ()
    unknown: tuple[SourceFile, ...] = ()
    left_out: tuple[SourceFile, ...] = ()

    @property
    def decided(self) -> str:
        """Return in one sentence for each format what is read as it, and why."""
        if len(self.parts) == 1 and not (self.patterns or self.unknown or self.left_out):
            return tr(
                "Read as {format}, {reason}.",
                format=format_word(self.parts[0].format.name),
                reason=self.parts[0].reason,
            )
        return sentences(
            tr(
                "Read as {format}: {sources}.",
                format=format_word(part.format.name),
                sources=comma_list(printable(name_of(path)) for path in part.sources),
            )
            for part in self.parts
        )


def plan(
    sources: Sequence[Path],
    as_format: str | None,
    kinds: Mapping[str, str],
    columns: Sequence[ColumnMap] = (),
    by_hand: Mapping[Path, str] | None = None,
) -> ImportPlan:
    """Return what each file is read as; `kinds` has the kinds of the questions that are there already.

    Tables that one of `columns` fits are read by that; `by_hand` has the format of files that somebody
    chose, `LEFT_OUT` for none. In a folder of which something is recognized, other files are left out. Raises
    Refused for a format that is not known, and UnknownFormat for files of none.
    """
    readable = [known for known in FORMATS.values() if known.read]
    if not sources:
        raise Refused(tr("No file to import was named."))
    if as_format is not None:
        named = FORMATS.get(as_format)
        if named is None or named.read is None:
            known = comma_list(known.name for known in readable)
            raise Refused(
                tr(
                    "{as_format!r} is not a format that can be imported. Choose from {known}.",
                    as_format=as_format,
                    known=known,
                )
            )
        if not by_hand:
            return _as_asked(sources, named, kinds)
    said = _said_of(sources, as_format, columns, by_hand or {})
    if said:
        return _file_by_file(sources, kinds, said)
    for one in readable:
        reasons = [one.sniff(source) for source in sources] if one.of_folder else [None]
        if all(reasons) and not (one.name == "tables" and _others_beside_tables(sources, kinds)):
            return ImportPlan((PlannedFiles(one, tuple(sources), tr("because {why}", why=reasons[0])),))
    return _file_by_file(sources, kinds, {})


def _said_of(
    sources: Sequence[Path], as_format: str | None, columns: Sequence[ColumnMap], by_hand: Mapping[Path, str]
) -> dict[Path, str]:
    """Return what files are to be read as that somebody chose, or whose columns were matched; else nothing.

    A format that was asked for is that of all other files.
    """
    said = {path.resolve(): name for path, name in by_hand.items()}
    known = {LEFT_OUT, COLUMNS.name, *format_names(written=False)}
    if wrong := {*said.values()} - known:
        raise Refused(tr("{wrong!r} is not a format that can be imported.", wrong=min(wrong)))
    if as_format is None:
        tables = files_of(sources) if columns else ()
        matched = (one.path for one in tables if _are_columns_of(one.path, columns))
        return dict.fromkeys((path.resolve() for path in matched), COLUMNS.name) | said
    return dict.fromkeys((one.path.resolve() for one in files_of(sources)), as_format) | said if said else {}


def _are_columns_of(path: Path, columns: Sequence[ColumnMap]) -> bool:
    """Return whether one of the column maps is for a file; most files are not even opened twice."""
    first = "".join(first_lines(path, 2))
    is_json = first.lstrip().startswith(("{", "["))
    likely = [one for one in columns if is_json or any(column in first for column, _ in one.columns)]
    if not likely:
        return False
    try:
        heads = next((heads for _, heads in table_rows(path, 1)), [])
    except (BadFile, OSError):
        return False
    return any(one.fits(heads) for one in likely)


def _others_beside_tables(sources: Sequence[Path], kinds: Mapping[str, str]) -> bool:
    """Return whether a file beside tables is of another format; one of none may be a table misnamed."""
    other_files = [one.path for one in files_of(sources) if not FORMATS["tables"].sniff(one.path)]
    return any(recognize(path, _lines(path), kinds) is not None for path in other_files)


def _file_by_file(sources: Sequence[Path], kinds: Mapping[str, str], said: Mapping[Path, str]) -> ImportPlan:
    of: dict[str, dict[Path, str]] = {}
    patterns, unknown, left_out, count = list[SourceFile](), list[SourceFile](), list[SourceFile](), 0
    for source in files_of(sources):
        count += 1
        chosen = said.get(source.path.resolve(), "")
        if chosen == LEFT_OUT:
            left_out.append(source)
            continue
        if chosen:
            reason = tr("by the columns matched") if chosen == COLUMNS.name else tr("as asked")
            of.setdefault(chosen, {})[source.path] = reason
            continue
        lines = _lines(source.path)
        found = recognize(source.path, lines, kinds)
        if found is not None:
            of.setdefault(found[0].name, {})[source.path] = tr("because {why}", why=found[1])
        else:
            (patterns if _are_evident_patterns(source.path, lines) else unknown).append(source)
    documents = FORMATS["documents"]
    if not said and 2 * sum(map(len, of.values())) < count and all(documents.sniff(source) for source in sources):
        reason = tr("because {why}", why=documents.sniff(sources[0]))
        return ImportPlan((PlannedFiles(documents, tuple(sources), reason),))
    named = {source.resolve() for source in sources if not source.is_dir()}
    if not of or any(source.path.resolve() in named for source in unknown):
        if left_out and not of and not unknown:
            raise Refused(tr("Every file is left out. Choose a format for one of them."))
        raise _unknown(sources, unknown, patterns)
    if any(source.path.resolve() in named for source in patterns):
        raise _unknown(sources, (), patterns)
    formats = sorted(
        (known for known in (*FORMATS.values(), COLUMNS) if known.name in of),
        key=lambda known: STAGES.index(known.stage),
    )
    is_whole = len(of) == 1 and not patterns and not unknown and not left_out
    parts = [
        PlannedFiles(
            known, tuple(sources if is_whole else of[known.name]), next(iter(of[known.name].values())), of[known.name]
        )
        for known in formats
    ]
    return ImportPlan(tuple(parts), tuple(patterns), tuple(unknown), tuple(left_out))


def recognize(path: Path, lines: Sequence[str], kinds: Mapping[str, str]) -> tuple[Format, str] | None:
    """Return the format of a file with these lines, and the reason; None if it is of none."""
    are_topics = _are_topics(lines)
    if _lack_scores(path, lines):
        return FORMATS["trec-run"], tr("its lines nearly have the columns of that format")
    if not are_topics and _are_qrels(lines, kinds):
        return FORMATS["trec-qrels"], trec_qrels.REASON
    asked = [one for one in _likely(lines, kinds) if not (are_topics and one.near)]
    shares: dict[str, float] = {}
    for known in asked:
        if known.share is None:
            reason = known.sniff(path)
            if reason:
                return known, reason
        elif known.share(lines[:SNIFFED_LINES]) >= LEAST / 2:
            shares[known.name] = known.share(lines)
            if shares[known.name] == 1 and not known.loose:
                return known, known.reason
    return _of_nearly_all(path, lines, kinds, shares)


def _of_nearly_all(
    path: Path, lines: Sequence[str], kinds: Mapping[str, str], shares: Mapping[str, float]
) -> tuple[Format, str] | None:
    """Return the format that most lines have, and the reason: a loose one only if it can be no other."""
    best = max((name for name in shares if not FORMATS[name].loose), key=lambda name: shares[name], default="")
    is_judged = shares.get(_JUDGED, 0.0) >= LEAST and _is_evident(FORMATS[_JUDGED], path, lines, kinds)
    if shares.get(best, 0.0) < LEAST and not is_judged and (nearly := _nearly(path, lines)):
        return nearly
    if shares.get(best, 0.0) < _SURE:
        evident = [name for name in shares if _is_evident(FORMATS[name], path, lines, kinds)]
        best = max([*evident, *([best] if best else [])], key=lambda name: shares[name], default="")
    if not best or shares[best] < LEAST or _has_heads(path, FORMATS[best], lines):
        return None
    bad = round(len(lines) * (1 - shares[best]))
    if not bad:
        return FORMATS[best], FORMATS[best].reason if shares[best] == 1 else ""
    return FORMATS[best], tr(
        "all but {bad:,} of its {lines:,} lines have the shape of that format", bad=bad, lines=len(lines)
    )


def _is_evident(known: Format, path: Path, lines: Sequence[str], kinds: Mapping[str, str]) -> bool:
    return known.loose and (known.is_evident is None or known.is_evident(path, lines, kinds))


def _nearly(path: Path, lines: Sequence[str]) -> tuple[Format, str] | None:
    """Return the format that nearly all lines have nearly, and the reason; None if there is none.

    Its reader says what is wrong with them. Of two formats the name of the file decides, then whether there are
    ranks.
    """
    first = [line for line in lines[:SNIFFED_LINES] if not line.startswith("#")][:1]
    found = [
        known
        for known in FORMATS.values()
        if known.near and known.near(lines[:SNIFFED_LINES]) >= LEAST / 2 and known.near(first)
        if known.near(lines) >= LEAST
    ]
    if not found or _is_table(path) or _are_topics(lines):
        return None
    qrels = FORMATS["trec-qrels"]
    named = [FORMATS[name] for name, pattern in _NAMED.items() if re.search(pattern, path.name, re.IGNORECASE)]
    best = found[0] if len(found) == 1 or _have_ranks(lines) else qrels
    if len(named) == 1 and qrels in found:
        best = named[0]
    if best.name == "trec-run" and named != [best] and not _is_evident_run(path, lines):
        return None
    return best, tr("its lines nearly have the columns of that format")


def _is_evident_run(path: Path, lines: Sequence[str]) -> bool:
    """Return whether lines are of a run whatever their file is called: many logs and tables have six columns.

    They have Q0; or ranks that count up, and the same second column, or the same tag, in all of them.
    """
    rows = [cells for line in lines if not line.startswith("#") if (cells := line.split())]
    if any(len(cells) < _LACKING + 1 for cells in rows) or any(cells[1].upper() == "Q0" for cells in rows):
        return True
    ranks: dict[str, int] = {}
    for question, *_, rank, _, _ in rows:
        if rank not in (str(ranks.get(question, 0)), str(ranks.get(question, 0) + 1)):
            return False
        ranks[question] = int(rank)
    is_same = 1 in (len({cells[1] for cells in rows}), len({cells[-1] for cells in rows}))
    return is_same and path.suffix != ".log"


_JUDGED = "trec-qa-judgments"


def _lack_scores(path: Path, lines: Sequence[str]) -> bool:
    """Return whether lines are of a run without score and tag, and no qrels: the name says so, or ranks count up."""
    cells = [line.split() for line in lines[:SNIFFED_LINES]]
    if not cells or any(len(each) != trec_qrels.WIDTH for each in cells):
        return False
    if Path(path.name.removesuffix(".gz")).suffix == ".run":
        return True
    last: dict[str, int] = {}
    for question, group, _, rank in cells:
        last[question] = last.get(question, 0) + 1
        if group not in {"Q0", "q0"} or rank != str(last[question]):
            return False
    return max(last.values()) >= _SURELY_RANKS


_SURELY_RANKS = 5
"""Lines of a question that a rank must count, for it to be no grade."""


def _have_ranks(lines: Sequence[str]) -> bool:
    """Return whether lines have six columns, or a fourth of five that counts the lines of each question."""
    last: dict[str, int] = {}
    for cells in map(str.split, lines):
        before = last.get(cells[0], 0)
        if len(cells) < _LACKING or (len(cells) == _LACKING and cells[3] not in (str(before), str(before + 1))):
            return False
        last[cells[0]] = before + 1
    return True


_LACKING = 5
"""Columns of qrels with one more, or of a run with one less."""

_NAMED = {"trec-run": r"(?<![a-z])(runs?|res)(?![a-z])", "trec-qrels": r"qrel|judg|\.rel"}
"""What files of a format are called, as a pattern."""


def _has_heads(path: Path, known: Format, lines: Sequence[str]) -> bool:
    """Return whether a file is a table whose first line names columns, and not of a format of lines.

    The other lines of a table can have the shape of such a format: all of them, such as four columns of a
    table of labels that of qrels, or many that of a loose one, whose last column is any text.
    """
    if known.share is None or known.share(lines[:1]) == 1:
        return False
    if not known.loose and (known.share(lines[1:]) < 1 or any(map(str.isdigit, lines[0]))):
        return False
    return _is_table(path)


def _is_table(path: Path) -> bool:
    return Path(path.name.removesuffix(".gz")).suffix in {".csv", ".tsv"} and sample_of(path) is not None


def _likely(lines: Sequence[str], kinds: Mapping[str, str]) -> list[Format]:
    """Return the formats that a file with these lines may have, in the order in which they are asked."""
    found = [known for known in FORMATS.values() if known.read and known.name != "documents"]
    if lines and lines[0].lstrip().startswith(("{", "[")):
        found = [known for known in found if known.share is None]
    return found if _may_be_nuggets(lines, kinds) else [one for one in found if one.name != "nuggets"]


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


def _are_topics(lines: Sequence[str]) -> bool:
    """Return whether lines have an id, one tab and a text, whose words are no columns: the first is no number."""
    if not lines or lines[0].count("\t") != 1 or not trec_topics.are_lines(lines):
        return False
    return not all(line.split()[1].isdigit() for line in lines)


def _are_qrels(lines: Sequence[str], kinds: Mapping[str, str]) -> bool:
    """Return whether all lines are qrels and none can be a nugget of a question stored as Other."""
    if trec_qrels.share(lines[:SNIFFED_LINES]) < 1 or trec_qrels.share(lines) < 1:
        return False
    return nugget_files.share(lines) < 1 or not (_kinds_held(lines, kinds) and _may_be_nuggets(lines, kinds))


def _may_be_nuggets(lines: Sequence[str], kinds: Mapping[str, str]) -> bool:
    """Return whether at least half of the stored questions have nuggets; True if none is stored."""
    held = _kinds_held(lines, kinds)
    return 2 * sum(not KINDS[kind].is_labeled for kind in held) >= len(held)


def _kinds_held(lines: Sequence[str], kinds: Mapping[str, str]) -> list[str]:
    """Return the kinds of those questions that the collection holds, of lines that could be nuggets."""
    return [kinds[name] for name in nugget_files.questions_in(lines) if name in kinds] if kinds else []


def _as_asked(sources: Sequence[Path], named: Format, kinds: Mapping[str, str]) -> ImportPlan:
    """Return the plan for files of a format that was named.

    Of a folder, files are left out that are not text or of another format, if any other is of this one. A
    file of none may be damaged, and its reader names the lines; only of a format of records one is left out
    that has neither the ending nor the beginning of such a file. Raises Refused for a file that is of
    another format in all its lines: one sentence, not an error for each.
    """
    files = list(files_of(sources))
    unfitting = [source for source in files if not (named.of_folder or _fits(named, source.path))]
    endings = {Path(source.plain_name).suffix for source in files if source not in unfitting}
    folders = [source for source in sources if source.is_dir()]
    besides = list[SourceFile]()
    for source in unfitting:
        lines = _lines(source.path)
        found = recognize(source.path, lines, kinds) if lines else None
        looks_damaged = (
            named.share is not None
            or not endings
            or Path(source.plain_name).suffix in endings
            or "".join(lines[:1]).lstrip().startswith(("{", "[", "<"))
        )
        if lines and looks_damaged and (found is None or found[0] is named):
            continue
        if len(unfitting) < len(files) and any(folder in source.path.parents for folder in folders):
            besides.append(source)
        elif found is not None and (named.share is not None or named.name == "trec-topics"):
            raise Refused(
                tr(
                    "{printable} cannot be read as {named} ({shape}): none of its {lines:,} lines "
                    "has that shape. It looks like {name}. Nothing was stored.",
                    printable=printable(source.name),
                    named=named.name,
                    shape=_shape(named),
                    lines=len(lines),
                    name=found[0].name,
                )
            )
    kept = tuple(source.path for source in files if source not in besides) if besides else tuple(sources)
    return ImportPlan((PlannedFiles(named, kept, "as asked"),), unknown=tuple(besides))


def _fits(named: Format, path: Path) -> bool:
    """Return whether something of a file has the shape of a format."""
    if named.share is None:
        return named.sniff(path) is not None
    return named.share(first_lines(path)) > 0 or named.share(_lines(path)) > 0


def _lines(path: Path) -> list[str]:
    return first_lines(path, MOST_LINES)


def _unknown(sources: Sequence[Path], unknown: Sequence[SourceFile], patterns: Sequence[SourceFile]) -> UnknownFormat:
    first = (*unknown, *patterns, None)[0]
    name = printable(first.name if first else str(sources[0]))
    if patterns and not unknown:
        return UnknownFormat(
            tr(
                "{name} contains answer patterns, which are not judgments to import. Nothing was "
                "stored. Choose Propose labels by answer patterns on the Judge desk of the window, or "
                "use jurybox patterns.",
                name=name,
            ),
            asks=True,
        )
    tables = [source.path for source in unknown if sample_of(source.path)]
    usual = tr(
        "Tables are known by their names, such as questions.csv. For a file of another format name it with "
        "--as: jurybox import --help lists the formats, jurybox help files describes them."
    )
    alone = len(sources) == 1 and not sources[0].is_dir()
    remedy = remedy_of(first.path, alone=alone) if first else ""
    trouble = _trouble(first.path) if first else ""
    return UnknownFormat(
        tr(
            "{name} has an unknown format: neither its name nor its content says which. Nothing was stored. {remedy}",
            name=name,
            remedy=remedy or sentences((trouble, usual)),
        ),
        tables,
        tr(
            "{name} has an unknown format. Nothing was imported. {trouble}", name=name, trouble=remedy or trouble
        ).strip(),
        asks=bool(tables) or (first is not None and remedy != "" and remedy == _question(first.path, alone=alone)),
    )


def _trouble(path: Path) -> str:
    """Return why a file cannot be read as text or as a table, as a sentence; "" if nothing is known."""
    try:
        for _ in lines_of(path):
            pass
    except BadFile as error:
        return error.with_line
    return table_trouble(path) if _lines(path) else tr("It is empty.")


def remedy_of(path: Path, *, alone: bool = False) -> str:
    """Return what makes it possible to read a file of no known format, as sentences; "" if nothing does.

    `alone`: no other file is to be read, so that a format need not be named for this one.

    A table comes with a proposal for its columns, a file that almost is of a format with its first line that
    is not.
    """
    if problem := problem_of(path):
        return problem
    if what := not_text_in(path):
        return what
    sample = sample_of(path)
    if (sample is None or _has_digits(path)) and (question := _question(path, alone=alone)):
        return question
    if sample is None:
        return _almost(path)
    return tr(
        "It is a table with the columns {described}. {proposed_option}",
        described=described(sample.heads),
        proposed_option=proposed_option(sample),
    )


def _has_digits(path: Path) -> bool:
    """Return whether the first line has a digit, as ids have and names of columns have not."""
    return any(map(str.isdigit, "".join(first_lines(path, 1))))


def _question(path: Path, *, alone: bool) -> str:
    """Return which loose shapes the lines of a file have, and how to choose; "" if they have none.

    A file that nearly is of a format has none.
    """
    lines = _lines(path)
    first = lines[:SNIFFED_LINES]
    if not lines or _almost(path) or lines[0].lstrip().startswith(("{", "[", "<")):
        return ""
    loose = [known for known in FORMATS.values() if known.loose and known.share]
    found = [one.name for one in loose if one.share and one.share(first) >= LEAST and one.share(lines) >= LEAST]
    run = FORMATS["trec-run"]
    if run.near and run.near(first) >= LEAST and run.near(lines) >= LEAST and not _is_evident_run(path, lines):
        found.append(run.name)
    shapes = [f"{name} ({_shape(FORMATS[name])})" for name in found]
    if trec_topics.may_be_lines(lines):
        found.append("trec-topics")
        shapes.append(tr("trec-topics (an id and a text)"))
    patterns = tr("Answer patterns are not imported: for them use jurybox patterns.") if are_patterns(lines) else ""
    if not found and not patterns:
        return ""
    of_file = "" if alone else f"{shlex.quote(str(path))}="
    options = comma_list(f"--as {of_file}{name}" for name in found)
    asked = trn(
        "Its line has the shape of {shapes}, and neither its name nor its texts say which it is. Say it: {options}.",
        "Its {n} lines have the shape of {shapes}, and neither its name nor its texts say what they are. "
        "Say it: {options}.",
        len(lines),
        shapes=comma_list(shapes),
        options=options,
    )
    return sentences((asked if found else tr("Its lines have an id and a text."), patterns))


def proposed_option(sample: TableSample) -> str:
    """Return the option that matches the columns of a table with fields as they are proposed."""
    columns = proposal(sample)
    if why := no_proposal(sample):
        return why
    if columns.problem:
        return tr(
            "Match them with fields: under Read as in the window, or --columns COLUMN=FIELD,... "
            "(fields: {fields}). {problem}",
            fields=comma_list(FIELDS),
            problem=columns.problem,
        )
    option = f"--columns {shlex.quote(str(columns))} --kind {columns.kind}"
    return tr("Match them with fields: under Read as in the window, or {option}", option=option)


def _almost(path: Path) -> str:
    """Return of which format a file almost is, and its first line that is not; "" if of none."""
    lines = _lines(path)
    shares = {
        known.name: known.share(lines)
        for known in FORMATS.values()
        if known.read and known.share is not None and not known.loose
    }
    best = max(shares, key=lambda name: shares[name], default="")
    share = FORMATS[best].share if best else None
    if share is None or not _NEARLY <= shares[best] < 1:
        return _between_commas(lines)

    def is_bad(text: str) -> bool:
        is_comment = FORMATS[best].near is not None and text.startswith("#")
        return share([text]) < 1 and not is_comment

    line, text = next((number, text) for number, text in lines_of(path) if is_bad(text))
    bad = sum(map(is_bad, lines))
    return tr(
        "It looks like {best} ({shape}), but {bad:,} of its {lines:,} lines do not have that "
        "shape; the first is line {line:,}: {text}. Correct them, or read it as {best} and skip "
        "bad lines.",
        best=best,
        shape=_shape(FORMATS[best]),
        bad=bad,
        lines=len(lines),
        line=line,
        text=shown(text),
    )


def _between_commas(lines: Sequence[str]) -> str:
    """Return of which format lines would be without the commas or semicolons between their cells; "" if of none."""
    apart = [re.sub(r"[,;|]", " ", line) for line in lines]
    for known in (FORMATS["trec-run"], FORMATS["trec-qrels"]):
        if known.share and known.share(apart[:SNIFFED_LINES]) >= LEAST and known.share(apart) >= LEAST:
            return tr(
                "It looks like {best} ({shape}), but its columns are apart by commas or semicolons. Write blanks or "
                "tabs between them.",
                best=known.name,
                shape=_shape(known),
            )
    return ""


def _shape(known: Format) -> str:
    return known.shape.partition(";")[0].replace("`", "")
