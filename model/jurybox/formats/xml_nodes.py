"""XML strictly as data: no entity is expanded, nothing outside the file is fetched."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from jurybox.formats.bad_files import BadFile, file_errors
from jurybox.formats.child import answered
from jurybox.formats.child_reader import Said
from jurybox.formats.delimited import head_of, open_bytes
from jurybox.language import trf

_CHUNK = 1 << 20
_UTF_16 = (b"\xff\xfe", b"\xfe\xff", b"\0<")


@dataclass(slots=True)
class Node:
    """One element: its name, attributes, text (that of its children left out) and children; and its line."""

    tag: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list["Node"] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator["Node"]:
        """Yield the children with one of these names, in any case, in their order."""
        return (child for child in self.children if child.tag.lower() in tags)

    def first(self, tag: str) -> "Node | None":
        """Return the first child with this name; None if there is none."""
        return next(self.all(tag), None)

    def get(self, name: str) -> str:
        """Return an attribute without white space around it; "" where it is missing."""
        return self.attributes.get(name, "").strip()


def read_xml(path: Path) -> Node:
    """Return the root of an XML file in UTF-8, UTF-16, Latin-1 or the encoding in its first line.

    The document type is ignored, without validation. Raises BadFile for malformed files, and for entities, which
    are not needed here.
    """
    open_ = list[Node]()
    with answered("nodes", path) as answer:
        answer.check()
        for texts in answer.pieces("nodes", "\n"):
            for depth, *found in map(json.loads, texts):
                node = Node(*found)
                del open_[depth:]
                if open_:
                    open_[-1].children.append(node)
                open_.append(node)
    return open_[0]


def root_of(path: Path) -> str | None:
    """Return the name of the first element of an XML file; None for another file."""
    try:
        head = head_of(path)
        if not head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"<", *_UTF_16)):
            return None
        with answered("nodes", path) as answer:
            root = answer.said.get("root")
    except BadFile:
        return None
    return None if root is None else str(root)


def write_nodes(path: Path, folder: Path, said: Said) -> None:
    """Write each element on a line, a parent before its children: its depth, and the fields of a node."""
    with (folder / "nodes").open("w", encoding="utf-8", newline="") as file:
        left = [(0, _Builder(said).read(path))]
        while left:
            depth, node = left.pop()
            fields = (depth, node.tag, node.line, node.attributes, node.text)
            file.write(f"{json.dumps(fields, ensure_ascii=False)}\n")
            left += [(depth + 1, child) for child in reversed(node.children)]


class _Builder:
    def __init__(self, said: Said) -> None:
        self._said = said
        self._open: list[Node] = []
        self._root: Node | None = None
        self._parts: list[list[str]] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._entity

    def read(self, path: Path) -> Node:
        with file_errors(), open_bytes(path) as file:
            try:
                while chunk := file.read(_CHUNK):
                    self._parser.Parse(chunk, False)  # noqa: FBT003 - expat takes it by position
                self._parser.Parse(b"", True)  # noqa: FBT003
            except expat.ExpatError as error:
                message = trf(
                    "xml-broken",
                    "This is not well-formed XML ({errorstring}). Repair it.",
                    errorstring=expat.ErrorString(error.code),
                )
                raise BadFile(message, error.lineno) from error
            except (ValueError, LookupError, UnicodeError) as error:
                raise BadFile(
                    trf("xml-encoding", "The encoding that the file names is not known. Save it as UTF-8."), 1
                ) from error
        if self._root is None:
            raise BadFile(trf("xml-empty", "There is no element in this file."))
        return self._root

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        node = Node(tag, self._parser.CurrentLineNumber, attributes)
        if self._open:
            self._open[-1].children.append(node)
        else:
            self._root = node
            self._said["root"] = tag
        self._open.append(node)
        self._parts.append([])

    def _end(self, _: str) -> None:
        self._open.pop().text = "".join(self._parts.pop())

    def _data(self, text: str) -> None:
        self._parts[-1].append(text)

    def _entity(self, name: str, *_: object) -> None:
        message = trf(
            "xml-entity",
            "The file uses the entity {name!r}, which is not expanded. Write its text in its place.",
            name=name,
        )
        raise BadFile(message, self._parser.CurrentLineNumber)


XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


_PLAIN = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;"}


_QUOTED = _PLAIN | {ord('"'): "&quot;", ord("\n"): "&#10;", ord("\r"): "&#13;", ord("\t"): "&#9;"}


def rows_read(path: Path, rows: Callable[[Node], list[tuple[str, ...]]]) -> list[tuple[str, ...]] | None:
    """Return what a reader makes of a file; None for what is not XML, such as a control character."""
    try:
        return rows(_Builder({}).read(path))
    except BadFile:
        return None


def escaped(text: str) -> str:
    """Return a text escaped for use between tags; `xml.sax.saxutils` does the same and loads half the web."""
    return text.translate(_PLAIN)


def quoted(text: str) -> str:
    """Return a text as the value of an attribute, in its quotes."""
    return f'"{text.translate(_QUOTED)}"'
