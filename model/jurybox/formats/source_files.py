"""What readers of all formats share: files of a folder, lines, what is wrong with one of them."""

import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import TypeVar

from jurybox.collection.pooling import pooled_text
from jurybox.collection.staging import StagedSheet, Staging, UnnamedSource
from jurybox.collection.table_reads import stretches
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import blocks_of
from jurybox.formats.names import id_of, unpacked
from jurybox.formats.read_options import ReadOptions
from jurybox.formats.workbooks import SHEET, is_sheet, name_of, person_of, tables_in
from jurybox.kinds import KINDS
from jurybox.label_schemes import QUALITY
from jurybox.language import Sentence, tr, trf, trnf

_Given = TypeVar("_Given")
_Read = TypeVar("_Read")
SNIFFED_LINES = 50
MOST_LINES = 200_000
"""Lines of a file that are read to recognize its format."""
_MOST_CHARACTERS = 50_000_000
"""Characters of these lines, after which no more are read."""
RENAMED = tr("Another name can be given on Campaign after the import, or now (--assessor).")
"""What to do about the name that an assessor got."""
_UNREAD = ("readme", "license", "licence", "notice", ".", "~$")  # the last: what Excel has open
_ENDINGS = re.compile(
    r"(?<=.)\.(csv|dat|data|jsonl?|judge?ments|lab|list|lst|ndjson|ods|out|qrels?|rels?|res|runs?|tab|te?xt|trec|tsv|"
    r"xlsx?|parquet|xml)$",
    re.IGNORECASE,
)
"""An ending of data files. Any other may belong to a name, as in gpt-4.1, bm25.v2 and qrels.ana."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to read: what it is called in findings, and its name without endings."""

    path: Path
    name: str

    @property
    def plain_name(self) -> str:
        """The file's name without the ending of a compressed file."""
        return unpacked(self.path.name)

    @property
    def stem(self) -> str:
        """The name that the file gives a run or an assessor: without endings of data files."""
        return stem_of(self.path.name)


def stem_of(name: str) -> str:
    """Return the name of a file without the suffixes of data files, as an id."""
    name = unpacked(name)
    while found := _ENDINGS.search(name):
        name = name[: found.start()]
    return id_of(name)


def kinds_in(db: sqlite3.Connection | None) -> dict[str, str]:
    """Return the kind of every question of an open collection, by name; nothing for no collection."""
    return dict(row for rows in stretches(db, "question", "name, kind") for row in rows) if db else {}


def _has_letters(db: sqlite3.Connection) -> bool:
    """Return whether an answer to a graded question of an open collection has one of the labels A, B, C."""
    kinds = [kind.name for kind in KINDS.values() if kind.is_graded]
    found = db.execute(
        "SELECT 1 FROM entry e JOIN question q ON q.id = e.question WHERE e.answer IS NOT NULL "  # noqa: S608
        f"AND q.kind IN ({', '.join('?' * len(kinds))}) "
        f"AND e.label IN ({', '.join('?' * len(QUALITY.words))}) LIMIT 1",
        (*kinds, *QUALITY.words),
    )
    return found.fetchone() is not None


class FormatImport:
    """One import of one format: target of the rows, options, and the present content of the collection.

    `kinds` has the kind of every question, by name, that the collection holds or that an earlier reader of
    the same import brought. `judged_by_letters`: whether answers to its graded questions are
    labeled A, B or C.
    """

    def __init__(self, staging: Staging, options: ReadOptions) -> None:
        self.staging = staging
        self.options = options
        self.kinds = kinds_in(options.into)
        self._folders = set[Path]()
        self._met = set[tuple[str, ...]]()
        self.judged_by_letters = options.into is not None and _has_letters(options.into)
        staged = "SELECT question, kind FROM in_questions WHERE question IS NOT NULL AND kind IS NOT NULL"
        self.kinds.update(dict(staging.db.execute(staged)))

    def bad(self, table: str, source: SourceFile, line: int | None, sentence: Sentence) -> None:
        """Note a line that cannot be taken in: an error, or a warning where bad lines are to be skipped."""
        self.staging.refuse(table, sentence, source.name, line)

    def note(self, sentence: Sentence, source: SourceFile | None = None, line: int | None = None) -> None:
        """Note something to know."""
        self.staging.findings.add(sentence, source.name if source else None, line, severity="note")

    def warn(
        self, sentence: Sentence, source: SourceFile | None = None, line: int | None = None, kind: str = ""
    ) -> None:
        """Note something that may be wrong; `kind`: what it is counted as, where its words differ."""
        file = source.name if source else None
        self.staging.findings.add(sentence, file, line, severity="warning", kind=kind or sentence)

    def note_comments(self, source: SourceFile, comments: Sequence[int]) -> None:
        """Warn of the lines that were left out as comments, if there are any."""
        if comments:
            message = trnf(
                "comments-left-out",
                "{n} line begins with # and is left out as a comment.",
                "{n} lines begin with # and are left out as comments; this is the first.",
                len(comments),
            )
            self.warn(message, source, comments[0])

    def sheet(self, table: str, source: SourceFile, columns: str) -> StagedSheet:
        """Return a sheet for rows of a file, with these columns; write it as a context manager."""
        return self.staging.sheet(table, source.name, columns.split())

    def put(self, table: str, source: SourceFile, columns: str, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
        """Put rows of a file into a table, each behind its line."""
        with self.sheet(table, source, columns) as sheet:
            for line, cells in rows:
                sheet.row(line, cells)

    def is_new(self, table: str, *key: str) -> bool:
        """Note something of a table, and return whether it was not there yet: several files may have the same."""
        before = len(self._met)
        self._met.add((table, *key))
        return len(self._met) > before

    def put_questions(self, source: SourceFile, kind: str, texts: Iterable[tuple[int, str, str]]) -> None:
        """Put questions of a kind with their texts that are not there yet, each once, behind its line."""
        new = (one for one in texts if one[1] not in self.kinds and self.is_new("questions", one[1]))
        self.put("questions", source, "question kind text", ((line, (name, kind, text)) for line, name, text in new))

    def good(
        self,
        table: str,
        source: SourceFile,
        given: Iterable[tuple[int, _Given]],
        parse: Callable[[_Given], _Read | Sentence],
    ) -> Iterator[tuple[int, _Read]]:
        """Yield what some lines or records say, each behind its line; what is wrong with one is noted."""
        for line, one in given:
            found = parse(one)
            if isinstance(found, Sentence):
                self.bad(table, source, line, found)
            else:
                yield line, found

    def good_lines(
        self, table: str, source: SourceFile, parse: Callable[[str], _Read | Sentence]
    ) -> Iterator[tuple[int, _Read]]:
        """Yield what the lines of a file say, each behind its number; what is wrong with one is noted."""
        return self.good(table, source, lines_of(source.path), parse)

    def assessor(self, source: SourceFile, usual: str | None = None) -> str:
        """Return the assessor for files without one: the requested one, else `usual`, else the file's name.

        A workbook with one sheet that is called as a person is that person's.

        Of files in several folders the name is known after all were read (`source_names.name_assessors`,
        which also says what is taken): what is returned stands in for it.
        """
        if self.options.assessor:
            return self.options.assessor
        folder = source.path.resolve().parent
        stand_in = f"\x1f{source.name}" if len(self._folders | {folder}) > 1 else ""
        unnamed = UnnamedSource(source.name, usual or person_of(source.path) or source.stem, folder.name, stand_in)
        if unnamed not in self.staging.unnamed:
            self.staging.unnamed.append(unnamed)
        return stand_in or unnamed.usual

    def assessor_of_model(self, name: str) -> str:
        """Return the name, of an assessor who is a model unless the collection or a table knows better."""
        self.staging.models.add(name)
        return name

    def each(self, sources: Sequence[Path], read: Callable[[SourceFile], None], table: str) -> None:
        """Read one file after the other; one that cannot be read is an error that names its line."""
        files = list(files_of(sources))
        self._folders |= {source.path.resolve().parent for source in files}
        if not files:
            self.staging.refuse(table, trf("folder-empty", "There is no file in this folder."), sources[0].name)
        for source in files:
            try:
                read(source)
            except BadFile as error:
                self.staging.refuse_file(table, error.sentence, source.name, error.line)


def files_of(sources: Sequence[Path]) -> Iterator[SourceFile]:
    """Yield the files of what was named: files as they are, of a folder those that are not notes beside.

    A file that is named twice, or beside its folder, comes once; of a workbook, each of its tables.
    """
    names = names_of(sources)
    met = set[Path]()
    for source in sources:
        before = f"{source.name}/" if len(sources) > 1 else ""
        inside = sorted(source.rglob("*")) if source.is_dir() else []
        found = [
            SourceFile(path, f"{before}{path.relative_to(source)}")
            for path in inside
            if path.is_file() and not path.name.lower().startswith(_UNREAD)
        ]
        given = found if source.is_dir() else [SourceFile(source, names[source])]
        for one in (table for file in given for table in _tables_in(file)):
            place = one.path.resolve()
            if place not in met:
                met.add(place)
                yield one


def _tables_in(file: SourceFile) -> Iterator[SourceFile]:
    for path in tables_in(file.path):
        is_sheet = path != file.path
        yield SourceFile(path, f"{file.name}{SHEET}{path.name}") if is_sheet else file


def unread_files_in(sources: Sequence[Path]) -> list[SourceFile]:
    """Return the notes beside the data, such as a README, and the hidden files in folders."""
    found: list[SourceFile] = []
    for source in sources:
        paths = sorted(source.rglob("*")) if source.is_dir() else []
        notes = [path for path in paths if path.is_file() and path.name.lower().startswith(_UNREAD)]
        found += [SourceFile(path, str(path.relative_to(source))) for path in notes]
    return found


def names_of(sources: Sequence[Path]) -> dict[Path, str]:
    """Return what files are called in findings: their paths below the folder that they have in common."""
    homes = {one: one.parents[1] / name_of(one) if is_sheet(one) else one for one in sources}
    parents = {home.parent for home in homes.values()}
    try:
        above = Path(os.path.commonpath(parents))
    except ValueError:  # relative and absolute paths, or several drives
        return {source: str(home) for source, home in homes.items()}
    return {source: str(home.relative_to(above)) for source, home in homes.items()}


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of every line that is not blank, whatever ends the lines.

    Raises BadFile for what is not UTF-8 text.
    """
    for numbers, texts in blocks_of(path):
        yield from zip(numbers, texts, strict=True)


def columns_in(texts: Sequence[str], width: int) -> list[list[str]] | None:
    """Return the columns of lines that all have this many cells, separated by blanks; None if one differs.

    All lines are split at once, without a list for each: NUL, which no line has, separates them.
    """
    cells = " \0 ".join(texts).split()
    stride = width + 1
    if len(cells) != stride * len(texts) - 1 or cells[width::stride].count("\0") != len(texts) - 1:
        return None
    return [cells[at::stride] for at in range(width)]


def without_comments(
    lines: Sequence[int], texts: Sequence[str], fits: Callable[[str], bool]
) -> tuple[Sequence[int], Sequence[str], Sequence[int]]:
    """Return the lines of a file that are not comments with their numbers, and the numbers of the comments.

    A comment begins with a number sign, as the blocks of ir_metadata do. Where all lines begin so and all of
    them fit, their ids do, and none is a comment.
    """
    joined = "\n".join(texts)
    if not joined.startswith("#") and "\n#" not in joined:
        return lines, texts, ()
    kept = [not text.startswith("#") for text in texts]
    if not any(kept) and all(map(fits, texts)):
        return lines, texts, ()
    dropped = [line for line, keeps in zip(lines, kept, strict=True) if not keeps]
    return list(compress(lines, kept)), list(compress(texts, kept)), dropped


def rows_among(texts: Sequence[str], fits: Callable[[str], bool]) -> Sequence[str]:
    """Return the lines that are not comments, as `without_comments` does."""
    return without_comments(range(len(texts)), texts, fits)[1]


def plain_columns(texts: Sequence[str], width: int) -> list[list[str]] | None:
    """Return what `columns_in` does; None where a line may be a comment, too."""
    columns = columns_in(texts, width)
    return None if columns is None or "\0#" in "\0".join(("", *columns[0])) else columns


def first_lines(path: Path, count: int = SNIFFED_LINES) -> list[str]:
    """Return the first lines that are not blank of the first file of a path; none for what is not text."""
    found: list[str] = []
    left = _MOST_CHARACTERS
    try:
        source = next(files_of([path]), None)
        if source is None or not (is_sheet(source.path) or source.path.stat().st_size):
            return []
        for _, texts in blocks_of(source.path):
            found += texts[: count - len(found)]
            left -= sum(map(len, texts))
            if len(found) >= count or left < 0:
                break
    except (BadFile, OSError):
        return []
    return found


def share_of(lines: Sequence[str], fits: Callable[[str], bool]) -> float:
    """Return the share of lines that fit; 0 for no lines."""
    return sum(map(fits, lines)) / len(lines) if lines else 0.0


def questions_by_text(reading: FormatImport) -> dict[str, str]:
    """Return the ids of the questions that the collection has, by their texts as they are pooled."""
    into = reading.options.into
    rows = (row for found in stretches(into, "question", "text, name") for row in found) if into else ()
    return {pooled_text(text): name for text, name in rows if text}


def unfitting(text: str) -> Sentence | None:
    """Return why a text from a file cannot be stored; None if it can."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return trf(
            "text-half-character",
            "A text contains half a character (a lone surrogate), which cannot be stored. Repair it.",
        )
    return trf("text-nul", "A text contains a NUL character. Remove it.") if "\0" in text else None
