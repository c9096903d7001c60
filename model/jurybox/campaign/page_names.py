"""The names that a page gives to what it asks: the same in every copy, and known only to who was handed it.

An answer is named by a digest of the assessor's random code, which is in no page, and of the answer's content. So a
returned line shows neither which answer it is about nor that it is shown a second time, cannot be about one that was
not handed out, and means nothing once the text has changed.
"""

from collections.abc import Iterable
from pathlib import Path

from jurybox.collection.entries import EntryKind, digest

PAGE_SUFFIX, LABELS_SUFFIX = ".html", ".jury-labels"
LINES_VERSION = 1
"""The format of returned lines."""
PAGE_STATES = ("cannot-tell", "skipped", "deferred")
"""What the page offers besides labels."""
PAGE_KINDS: tuple[EntryKind, ...] = ("judgment", "repeat")
"""The kinds of entry that a returned line can become."""
_NAME_BYTES = 12


def page_name(code: bytes, kind: EntryKind, answer: bytes) -> str:
    """Return the name of an answer on an assessor's page; `answer`: its digest."""
    return digest("page", code, kind, answer)[:_NAME_BYTES].hex()


def page_person(code: bytes) -> str:
    """Return the name by which returned lines find their assessor, who may have another name by then."""
    return digest("page of", code)[:_NAME_BYTES].hex()


def page_writer(code: bytes, store: str) -> bytes:
    """Return the writer of a browser's lines; `store`: the random name of what the browser keeps.

    No file can name a writer of another assessor, or one of the program's own.
    """
    return digest("page writer", code, store)


def page_handout(parts: Iterable[str]) -> str:
    """Return the name of a hand-out: another one as soon as anything in the page differs."""
    return digest("page of content", *parts)[:_NAME_BYTES].hex()


def labels_file_name(name: str) -> str:
    """Return the name of the file that an assessor returns, valid on every system."""
    plain = "".join(sign if sign.isalnum() else "-" for sign in name.lower()).strip("-")
    return f"{plain or 'labels'}{LABELS_SUFFIX}"


def is_page_return(path: Path) -> bool:
    """Return whether a file is one that a page returned, by its name."""
    return path.suffix == LABELS_SUFFIX or path.name.endswith(f"{LABELS_SUFFIX}.txt")  # as some mail programs save it
