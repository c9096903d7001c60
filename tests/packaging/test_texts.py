"""Sentences that people read go through the catalog, in every room that was converted.

The list of converted rooms is `CONVERTED` in packaging/catalogs.py.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))
import catalogs  # noqa: E402

NOT_SHOWN = "# not shown"
"""Ends a line whose text is for programs or for programmers."""

_LOOKED_UP = {"tr", "trn", "trc", "tr_noop", "option"}
_FOR_PROGRAMMERS = {
    "AssertionError",
    "FileNotFoundError",
    "KeyError",
    "RuntimeError",
    "TypeError",
    "ValueError",
    "compile",
    "execute",
    "executescript",
}
_WORDS = re.compile(r"[A-Za-z]{2,}[,;:]? [A-Za-z{(\d'\"-]|[}\d] [a-z]{2,}")
_SENTENCE = re.compile(r"^[^a-z\s<\\#].*[.:?!…]\s*$|[.?!] [A-Z]", re.DOTALL)
_SQL = re.compile(
    r"\b(SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|FROM|JOIN|DROP|VALUES|WHERE|CASE|AND|OR|NULL)\b"
)
_MARKUP = ("<", "\\", "%")


def is_sentence(text: str) -> bool:
    """Return whether a literal reads as a sentence for people; `{}` stands for what an f-string fills in."""
    if text.lstrip().startswith(_MARKUP) or "</" in text or "\\\\" in text or "?)" in text:
        return False
    return bool(len(text) > 8 and _WORDS.search(text) and _SENTENCE.search(text) and not _SQL.search(text))


def bypassing(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence that is not looked up in a catalog."""
    tree, lines = ast.parse(source), source.splitlines()
    ignored = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func) in _LOOKED_UP | _FOR_PROGRAMMERS:
            ignored |= {id(one) for part in (*node.args, *node.keywords) for one in ast.walk(part)}
        elif isinstance(node, ast.Compare | ast.MatchValue):
            ignored |= {id(one) for one in ast.iter_child_nodes(node)}
        elif isinstance(node, ast.JoinedStr):
            ignored |= {id(one) for one in ast.walk(node) if one is not node}
    for node in ast.walk(tree):
        text = _text(node)
        if text is not None and id(node) not in ignored and is_sentence(text):
            end = lines[(node.end_lineno or node.lineno) - 1]  # type: ignore[attr-defined]
            if not end.rstrip().endswith(NOT_SHOWN):
                yield node.lineno, text  # type: ignore[attr-defined]


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _name(function: ast.expr) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


@pytest.mark.parametrize("place", catalogs.CONVERTED)
def test_sentences_go_through_the_catalog(place: str) -> None:
    files = catalogs.files_in([place])
    assert files
    found = [
        f"{file.relative_to(ROOT)}:{line}: {text}"
        for file in files
        if str(file.relative_to(ROOT)) not in catalogs.UNTRANSLATED
        for line, text in bypassing(file.read_text("utf-8"))
    ]
    assert not found, "put these into tr(), or end their line with # not shown:\n" + "\n".join(found)


def test_a_sentence_that_bypasses_the_catalog_is_found() -> None:
    source = '''
"""A docstring is not shown."""
raise Refused(f"{name} is not a run. Choose another.")
raise Refused(tr("{name} is not a run. Choose another.", name=name))
raise ValueError("This is for programmers.")
db.execute("SELECT name FROM run WHERE id = 1.")
log = "Marked as not for people."  # not shown
KEY = "not_a_sentence"
'''
    assert list(bypassing(source)) == [(3, "{} is not a run. Choose another.")]
