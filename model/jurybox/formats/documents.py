"""The `documents` format: a folder of text files, each a document, shown beside answers that name it."""

from collections.abc import Sequence
from pathlib import Path

from jurybox.collection.schema import LARGEST_VALUE
from jurybox.collection.staging import Staging
from jurybox.formats.delimited import BadFile, file_errors, open_text, utf8_error
from jurybox.formats.format import Format, ReadOptions
from jurybox.formats.source_files import FormatImport, SourceFile, files_of
from jurybox.language import tr, trf

_ENDING = ".txt"
_MOST_SNIFFED = 2_000


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: a folder that has only text files."""
    if not path.is_dir():
        return None
    names = [source.plain_name for source, _ in zip(files_of([path]), range(_MOST_SNIFFED), strict=False)]
    if names and all(name.lower().endswith(_ENDING) for name in names):
        return tr("the folder contains only text files")
    return None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take every file in as a document; its id is the file's name without `.txt` (and `.gz`)."""
    reading = FormatImport(staging, options)

    def one(source: SourceFile) -> None:
        text = _text_of(source.path)
        name = source.plain_name
        name = name[: -len(_ENDING)] if name.lower().endswith(_ENDING) else name
        if "\0" in text:
            reading.bad(
                "documents", source, 1, trf("document-nul", "The text contains a NUL character: it is not plain text.")
            )
        elif not text.strip():
            reading.warn(trf("document-empty", "This document is empty."), source)
        with reading.sheet("documents", source, "document", "text") as sheet:
            sheet.row(1, (name, text))

    reading.each(sources, one, "documents")


def _text_of(path: Path) -> str:
    with file_errors(), open_text(path, newline=None) as file:
        try:
            text = file.read(LARGEST_VALUE // 4)
            if file.read(1):
                raise BadFile(
                    trf(
                        "document-too-long",
                        "The text is longer than {largest_value:,} characters. Split it.",
                        largest_value=LARGEST_VALUE // 4,
                    )
                )
        except UnicodeDecodeError as error:
            raise utf8_error(path) from error
    return text


FORMAT = Format(
    "documents",
    tr("Documents (a folder of text files)"),
    sniff,
    stage="documents",
    shape=tr("a folder of `.txt` files"),
    imports=tr("documents, named after their files"),
    exports="-",
    example=("x.txt", "A document.\n"),
    read=read,
)
