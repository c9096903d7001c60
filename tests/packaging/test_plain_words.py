"""Help, README, window and command line avoid words that made an early version read as if translated."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "assets" / "help").glob("*.md"))]
MADE = {"measures.md", "notebooks.md"}
"""Pages that are made from tables and a notebook, which the sweep over Python files sees."""
PROGRAM = [*sorted((ROOT / "gui" / "jurybox_gui").rglob("*.py")), *sorted((ROOT / "model" / "jurybox").rglob("*.py"))]
WORDS = {
    "anew": "again",
    "becomes? of": "the result",
    "by lot": "at random",
    "called as": "named after",
    "else the": "default: the",
    "for want of": "for lack of",
    "from \\d+ labels on": "with that many labels or more",
    "hangs? on": "depends on",
    "holds? (no|nothing|several|all|bytes|other|another|what)": "contains",
    "is there twice": "appears twice",
    "known are": "choose from",
    "let(s|ting)? be": "leave",
    "(lies?|lain)": "is",
    "mend(s|ed|ing)?": "fix, repair",
    "no longer holds?": "is no longer valid",
    "nobody sits": "no assessor is chosen",
    "(?<!one )of which(?! (one|kind))": "whose, for which",
    "off the panel": "not on the panel",
    "passed over": "skipped",
    "put it off": "deferred it",
    "sits?": "is",
    "stands?": "is",
    "(take|takes|took|taken|taking) (away|back|off)": "remove, undo",
    "(is|are|was|were|been) told": "a message says",
    "taken for": "read as",
    "told (on|by|in) ": "shown",
    "the usual ones?": "the default",
    "turns? two": "swap two",
    "what is set": "settings",
    "what holds": "settings",
    "whom": "who, which",
    "word(s|ed|ing)? anew": "edit the wording",
}
"""What gives the dialect away, and what to write in its place."""
FOUND = re.compile(
    "|".join(rf"\b(?:{pattern})" + ("" if pattern[-1] in " )" else r"\b") for pattern in WORDS), re.IGNORECASE
)


def of_page(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page by number, without what is set as code."""
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", "", line)


def of_program(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a Python file by line: literals that are not docstrings."""
    source = file.read_text("utf-8")
    if not FOUND.search(source):  # most files have none, in comments either; to parse them all takes seconds
        return
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


@pytest.mark.parametrize("kind", ["pages", "program"])
def test_no_text_has_a_word_of_the_dialect(kind: str) -> None:
    files = [page for page in PAGES if page.name not in MADE] if kind == "pages" else PROGRAM
    assert len(files) > 15
    texts = of_page if kind == "pages" else of_program
    found = [
        f"{file.relative_to(ROOT)}:{line}: {hit[0]!r} in {text.strip()!r}"
        for file in files
        for line, text in texts(file)
        if (hit := FOUND.search(text))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text", ["Judge it anew.", "It hangs on you.", "By whom?", "Nobody sits here.", "The usual one", "You are told so."]
)
def test_the_dialect_is_recognized(text: str) -> None:
    assert FOUND.search(text)


@pytest.mark.parametrize(
    "text", ["the gold standard", "cannot tell", "Leave it out.", "outstanding", "Undo the last label."]
)
def test_ordinary_words_are_left_alone(text: str) -> None:
    assert FOUND.search(text) is None
