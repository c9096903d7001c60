"""The `documents` format: a folder of text files, each a document, shown beside answers that name it."""

import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from jurybox.formats.delimited import text_of
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.format import Format
from jurybox.formats.source_files import FormatImport, SourceFile, files_of
from jurybox.language import tr, trf

_ENDING = ".txt"
_MOST_SNIFFED = 2_000
_NAMES = r"docs?\b|document|corpus|corpora|collection|passage|article"
_ID = re.compile(r"([A-Z]{2,}[\w-]*|d|p|doc|document|passage)[-_.]?[0-9][\w.-]*")
"""Ids such as `APW19980601.1` and `doc12`."""


def _has_texts(path: Path) -> bool:
    """Return whether a path is a folder that has only text files."""
    names = [source.plain_name.lower() for source in islice(files_of([path]), _MOST_SNIFFED)] if path.is_dir() else []
    return bool(names) and all(name.endswith(_ENDING) for name in names)


def is_evident(seen: Seen) -> bool:
    """Return whether text files of a folder are no letters or notes: its name, theirs, or answers that name them."""
    names = [_id_of(source) for source in files_of([seen.path])]
    return seen.is_named(_NAMES) or not seen.asked.isdisjoint(names) or all(map(_ID.fullmatch, names))


def _id_of(source: SourceFile) -> str:
    name = source.plain_name
    return name[: -len(_ENDING)] if name.lower().endswith(_ENDING) else name


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take every file in as a document; its id is the file's name without `.txt` (and `.gz`)."""

    def one(source: SourceFile) -> None:
        text = text_of(source.path)
        if "\0" in text:
            reading.bad(
                "documents", source, 1, trf("document-nul", "The text contains a NUL character: it is not plain text.")
            )
        elif not text.strip():
            reading.warn(trf("document-empty", "This document is empty."), source)
        reading.put("documents", source, "document text", [(1, (_id_of(source), text))])

    reading.each(sources, one, "documents")


FORMAT = Format(
    "documents",
    tr("Documents (a folder of text files)"),
    Signs(tr("the folder contains only text files"), place=_has_texts, is_evident=is_evident, called=_NAMES),
    stage="documents",
    shape=tr("a folder of `.txt` files"),
    imports=tr("documents, named after their files"),
    exports="-",
    example=("doc1.txt", "A document.\n"),
    read=read,
)
