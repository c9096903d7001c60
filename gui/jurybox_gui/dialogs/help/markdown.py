"""The little Markdown that our own help pages are written in, as blocks of plain data; no HTML, ever.

Headings, paragraphs, bullets, indented code, tables with bars, and inside a line **bold**, *slanted*, `code`
and links.
Whatever else a page holds is shown letter by letter.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "text", "bullet", "code", "row"]

_SPANS = re.compile(
    r"\*\*(?P<bold>.+?)\*\*|\*(?P<slanted>[^*\s][^*]*)\*|`(?P<code>[^`]+)`"
    r"|\[(?P<link>[^\]]+)\]\((?P<to>[^)\s]+)\)"
)
_RULE = re.compile(r"[|\s:-]+")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one line; `link` is the name of another page, empty for none."""

    text: str
    bold: bool = False
    slanted: bool = False
    code: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page: its spans, for a table row one list of spans for each cell; `level` of a heading."""

    kind: BlockKind
    cells: tuple[tuple[Span, ...], ...]
    level: int = 0
    head: bool = False

    @property
    def text(self) -> str:
        """The words of it."""
        return "  ".join("".join(span.text for span in cell) for cell in self.cells)


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page."""
    found: list[Block] = []
    running: list[str] = []
    for line in [*text.splitlines(), ""]:
        block = _single(line, in_text=bool(running))
        if block is None and line.strip():
            running.append(line.strip())
            continue
        if running:
            found.append(_running(running))
            running = []
        if block is not None and block.cells:
            found.append(block)
        elif block is not None and found and found[-1].kind == "row":
            found[-1] = Block("row", found[-1].cells, head=True)
        if block is not None and block.kind == "bullet":
            running = [line.strip()]
            found.pop()
    return found


def _running(lines: list[str]) -> Block:
    words = " ".join(lines)
    if words.startswith("* "):
        return Block("bullet", (tuple(spans(words[2:])),))
    return Block("text", (tuple(spans(words)),))


def _single(line: str, *, in_text: bool) -> Block | None:
    """Return a block that one line makes; None for a line of running text or an empty one."""
    bare = line.strip()
    if line.startswith("#"):
        level = len(line) - len(line.lstrip("#"))
        return Block("heading", (tuple(spans(line[level:].strip())),), level)
    if line.startswith("    ") and not in_text and bare:
        return Block("code", ((Span(line[4:], code=True),),))
    if bare.startswith("|"):
        if _RULE.fullmatch(bare):
            return Block("row", ())
        return Block("row", tuple(tuple(spans(cell.strip())) for cell in bare.strip("|").split("|")))
    if bare.startswith("* "):
        return Block("bullet", ((Span(bare),),))
    return None


def spans(line: str) -> Iterator[Span]:
    """Yield the stretches of a line."""
    at = 0
    for found in _SPANS.finditer(line):
        if found.start() > at:
            yield Span(line[at : found.start()])
        if found["bold"] is not None:
            yield Span(found["bold"], bold=True)
        elif found["slanted"] is not None:
            yield Span(found["slanted"], slanted=True)
        elif found["code"] is not None:
            yield Span(found["code"], code=True)
        else:
            yield Span(found["link"], link=found["to"].removesuffix(".md"))
        at = found.end()
    if at < len(line):
        yield Span(line[at:])
