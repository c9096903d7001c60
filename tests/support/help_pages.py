"""Help pages as Qt reads them, for tests: their words with what is code, a link or a heading."""

from typing import NamedTuple

from PySide6.QtGui import QTextDocument, QTextFormat


class Stretch(NamedTuple):
    """Words of one format; `block`: whether they are a line of code that stands alone."""

    text: str
    code: bool
    block: bool
    link: str


def read_page(text: str) -> QTextDocument:
    """Return a page as Qt reads it; Markdown alone, so that HTML in it stays visible."""
    features = QTextDocument.MarkdownFeature
    found = QTextDocument()
    found.setMarkdown(text, features.MarkdownDialectGitHub | features.MarkdownNoHTML)
    return found


def stretches(text: str) -> list[Stretch]:
    """Return the words of a page in their order."""
    document, found = read_page(text), []
    block = document.begin()
    while block.isValid():
        alone = block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeLanguage)
        inside = block.begin()
        while not inside.atEnd():
            one = inside.fragment()
            shape = one.charFormat()
            found.append(Stretch(one.text(), alone or shape.fontFixedPitch(), alone, shape.anchorHref()))
            inside += 1
        block = block.next()
    return found


def headings(text: str, level: int) -> list[str]:
    """Return the headings of a level."""
    document, found = read_page(text), []
    block = document.begin()
    while block.isValid():
        if block.blockFormat().headingLevel() == level:
            found.append(block.text())
        block = block.next()
    return found


def list_items(text: str) -> int:
    """Return how many items the lists of a page have."""
    document, found = read_page(text), 0
    block = document.begin()
    while block.isValid():
        found += block.textList() is not None
        block = block.next()
    return found
