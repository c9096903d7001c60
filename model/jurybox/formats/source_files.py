"""What readers of all formats share: files of a folder, lines, what is wrong with one of them."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from jurybox.collection.file import LARGEST_VALUE
from jurybox.collection.staging import StagedSheet, Staging
from jurybox.collection.table_reads import stretches
from jurybox.formats.delimited import BadFile, file_errors, open_text, utf8_error
from jurybox.formats.format import ReadOptions, Share, Sniff

SNIFFED_LINES = 50
MOST_LINES = 200_000
"""Lines of a file that are looked at to recognize its format."""
_UNREAD = ("readme", "license", "licence", "notice", ".")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file to read: what it is called in findings, and its name without `.gz` and other endings."""

    path: Path
    name: str

    @property
    def plain_name(self) -> str:
        """The file's name without `.gz`."""
        return self.path.name.removesuffix(".gz")

    @property
    def stem(self) -> str:
        """The file's name without `.gz` and one more ending."""
        return Path(self.plain_name).stem


class FormatImport:
    """One import of one format: where rows go, what was asked, what the collection holds already.

    `kinds` has the kind of every question, by name, that the collection holds or that an earlier reader of
    the same import brought.
    """

    def __init__(self, staging: Staging, options: ReadOptions) -> None:
        self.staging = staging
        self.options = options
        self.kinds: dict[str, str] = {}
        for rows in stretches(options.into, "question", "name, kind") if options.into else ():
            self.kinds.update(rows)
        staged = "SELECT question, kind FROM in_questions WHERE question IS NOT NULL AND kind IS NOT NULL"
        self.kinds.update(dict(staging.db.execute(staged)))

    def bad(self, table: str, source: SourceFile, line: int | None, sentence: str) -> None:
        """Note a line that cannot be taken in: an error, or a warning where bad lines are to be skipped."""
        self.staging.refuse(table, sentence, source.name, line)

    def note(self, sentence: str, source: SourceFile | None = None, line: int | None = None) -> None:
        """Note something to know."""
        self.staging.findings.add(sentence, source.name if source else None, line, severity="note")

    def warn(self, sentence: str, source: SourceFile | None = None, line: int | None = None) -> None:
        """Note something that may be wrong."""
        self.staging.findings.add(
            sentence, source.name if source else None, line, severity="warning", kind=sentence
        )

    def sheet(self, table: str, source: SourceFile, *columns: str) -> StagedSheet:
        """Return a sheet for rows of a file; write it as a context manager."""
        return self.staging.sheet(table, source.name, columns)

    def assessor(self, source: SourceFile) -> str:
        """Return the assessor where files name none: the one asked for, else the file's name, and say so."""
        if self.options.assessor:
            return self.options.assessor
        self.note(f"The file names no assessor: {source.stem!r} is taken. --assessor names another.", source)
        return source.stem

    def each(self, sources: Sequence[Path], read: Callable[[SourceFile], None], table: str) -> None:
        """Read one file after the other; one that cannot be read is an error that names its line."""
        files = list(files_of(sources))
        if not files:
            self.staging.refuse(table, "There is no file in this folder.", sources[0].name)
        for source in files:
            try:
                read(source)
            except BadFile as error:
                self.staging.refuse_file(table, error.sentence, source.name, error.line)


def files_of(sources: Sequence[Path]) -> Iterator[SourceFile]:
    """Yield the files of what was named: files as they are, of a folder those that are not notes beside."""
    names = names_of(sources)
    for source in sources:
        if not source.is_dir():
            yield SourceFile(source, names[source])
            continue
        before = f"{source.name}/" if len(sources) > 1 else ""
        for path in sorted(source.rglob("*")):
            if path.is_file() and not path.name.lower().startswith(_UNREAD):
                yield SourceFile(path, f"{before}{path.relative_to(source)}")


def unread_files_in(sources: Sequence[Path]) -> list[SourceFile]:
    """Return the notes beside the data, such as a README, that folders hold; hidden files are not named."""
    found: list[SourceFile] = []
    for source in sources:
        paths = sorted(source.rglob("*")) if source.is_dir() else []
        notes = [path for path in paths if path.is_file() and path.name.lower().startswith(_UNREAD)]
        found += [
            SourceFile(path, str(path.relative_to(source))) for path in notes if not path.name.startswith(".")
        ]
    return found


def names_of(sources: Sequence[Path]) -> dict[Path, str]:
    """Return what files are called in findings: their paths below the folder that they have in common."""
    parents = {source.parent for source in sources}
    try:
        above = Path(os.path.commonpath(parents))
    except ValueError:  # relative and absolute paths, or several drives
        return {source: str(source) for source in sources}
    return {source: str(source.relative_to(above)) for source in sources}


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield number and text of every line that is not blank, whatever ends the lines.

    Raises BadFile for what is not UTF-8 text.
    """
    with file_errors(), open_text(path, newline=None) as file:
        number = 0
        try:
            while line := file.readline(LARGEST_VALUE + 1):
                number += 1
                if len(line) > LARGEST_VALUE:
                    raise BadFile(
                        f"This line is longer than {LARGEST_VALUE:,} characters. Shorten it.", number
                    )
                if "\0" in line:
                    raise BadFile("This line holds a NUL character: it is not plain text.", number)
                text = line.strip("\n")
                if text and not text.isspace():
                    yield number, text
        except UnicodeDecodeError as error:
            raise utf8_error(path) from error


def first_lines(path: Path, count: int = SNIFFED_LINES) -> list[str]:
    """Return the first lines of the first file of a path; none for what is not text."""
    try:
        source = next(files_of([path]), None)
        if source is None or source.path.stat().st_size == 0:
            return []
        return [line for _, line in islice(lines_of(source.path), count)]
    except (BadFile, OSError):
        return []


def by_lines(share: Share, reason: str) -> Sniff:
    """Make the test of a format of independent lines: every line of a file must have its shape."""

    def sniff(path: Path) -> str | None:
        lines = [line for line in first_lines(path, MOST_LINES) if line.strip()]
        return reason if share(lines) == 1 else None

    return sniff


def share_of(lines: Sequence[str], fits: Callable[[str], bool]) -> float:
    """Return the share of lines that fit; 0 for no lines."""
    return sum(map(fits, lines)) / len(lines) if lines else 0.0


def unfitting(text: str) -> str | None:
    """Return why a text from a file cannot be stored; None if it can."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "A text holds half of a character (a lone surrogate), which cannot be stored. Repair it."
    return "A text holds a NUL character, which no text has. Take it out." if "\0" in text else None
