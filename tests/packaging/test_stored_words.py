"""What is stored in a collection is the same in every language: no translated text is among it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STORES = {"SetFact", "_set", "Judge", "Content", "Decide", "LogWriter"}
TRANSLATES = {"tr", "trn", "trc"}


def _called(node: ast.AST) -> str:
    found = node.func if isinstance(node, ast.Call) else None
    return found.id if isinstance(found, ast.Name) else found.attr if isinstance(found, ast.Attribute) else ""


def translated_and_stored(source: str) -> list[int]:
    """Return the lines on which a translated text is given to what stores it."""
    if not any(f"{name}(" in source for name in STORES):
        return []  # to parse every module would take seconds
    return [
        part.lineno
        for node in ast.walk(ast.parse(source))
        if _called(node) in STORES
        for part in ast.walk(node)
        if isinstance(part, ast.Call) and _called(part) in TRANSLATES
    ]


def test_no_translated_text_is_stored() -> None:
    files = [path for room in ("model", "gui") for path in (ROOT / room).rglob("*.py")]
    assert len(files) > 500
    found = [(path, line) for path in files for line in translated_and_stored(path.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source", ['self._set("mode", tr("open") if now else "judging")', 'SetFact("mode", tr("open"))']
)
def test_one_that_is_stored_is_found(source: str) -> None:
    assert translated_and_stored(source) == [1]
