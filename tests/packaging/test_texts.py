"""Sentences that people read go through the catalog, in every room that was converted.

The list of converted rooms is `CONVERTED` in packaging/catalogs.py.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))
import catalogs  # noqa: E402

NOT_SHOWN = "# not shown"
"""Ends a line whose text is for programs or for programmers."""

_LOOKED_UP = {"tr", "trn", "trc", "trf", "trnf", "tr_noop", "trn_noop", "option"}
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
_SQL = re.compile(r"\b(SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|FROM|JOIN|DROP|VALUES|WHERE|CASE|AND|OR|NULL)\b")
_MARKUP = ("<", "\\", "%")


def is_sentence(text: str) -> bool:
    """Return whether a literal reads as a sentence for people; `{}` stands for what an f-string fills in."""
    if text.lstrip().startswith(_MARKUP) or "</" in text or "\\\\" in text or "?)" in text:
        return False
    return bool(len(text) > 8 and _WORDS.search(text) and _SENTENCE.search(text) and not _SQL.search(text))


@lru_cache(maxsize=1)
def _parsed(source: str) -> tuple[ast.Module, list[ast.AST]]:
    tree = ast.parse(source)
    return tree, list(ast.walk(tree))


def bypassing(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each sentence that is not looked up in a catalog."""
    (_, nodes), lines = _parsed(source), source.splitlines()
    ignored = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    for node in nodes:
        if isinstance(node, ast.Call) and _name(node.func) in _LOOKED_UP | _FOR_PROGRAMMERS:
            ignored |= {id(one) for part in (*node.args, *node.keywords) for one in ast.walk(part)}
        elif isinstance(node, ast.Compare | ast.MatchValue):
            ignored |= {id(one) for one in ast.iter_child_nodes(node)}
        elif isinstance(node, ast.JoinedStr):
            ignored |= {id(one) for one in ast.walk(node) if one is not node}
    for node in nodes:
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


_TEXTS = {"tr", "trn", "trc", "trf", "trnf", "count_of"}
_PASSED_ON = {"join", "comma_list", "and_list", "or_list", "clauses", "sentences", "filter"}
_ENGLISH = re.compile(r"[A-Za-z]{2,}")
_OF_PROGRAMS = re.compile(r"--[a-z]|\w\.\w|^\W*[a-z_]+ = \W*$")


def glued(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and source of what puts sentences together from translated parts, or from English ones.

    That is: a text beside `+` or in an f-string, and a value for a text that holds English words, such as
    `tr("{n} {are} open", are="is" if n == 1 else "are")`, given there or by a name in the same function.
    """
    (tree, nodes), lines = _parsed(source), source.splitlines()
    found = {node.lineno for node in nodes if _is_sum(node) or _is_filled(node)}  # type: ignore[attr-defined]
    within = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for function in (node for body in within for node in body if isinstance(node, ast.FunctionDef)):
        found |= set(_of_fragments(function))
    for line in sorted(found):
        if not lines[line - 1].rstrip().endswith(NOT_SHOWN):
            yield line, lines[line - 1].strip()


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in _TEXTS


def _is_sum(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and any(map(_is_text, (node.left, node.right)))


def _is_filled(node: ast.AST) -> bool:
    """Return whether an f-string puts a text beside words or values; marks around one are fine."""
    if not isinstance(node, ast.JoinedStr):
        return False
    values = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    marks = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    beside = len(values) > 1 or _ENGLISH.search(marks)
    return bool(beside and "\n" not in marks and any(_is_text(one) for value in values for one in ast.walk(value)))


def _of_fragments(function: ast.FunctionDef) -> Iterator[int]:
    nodes = list(ast.walk(function))
    texts = [node for node in nodes if isinstance(node, ast.Call) and _is_text(node)]
    values = [(node, keyword.value) for node in texts for keyword in node.keywords if keyword.arg]
    given = set()
    for node in nodes if values else ():
        is_set = isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)
        if is_set and node.value and any(map(_is_english, _parts(node.value))):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                given |= {name.id for name in names if isinstance(name, ast.Name)}
    for node, value in values:
        if any(_is_english(part) or getattr(part, "id", "") in given for part in _parts(value)):
            yield node.lineno


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the literals and names that a text can come from, outside calls that look one up or count."""
    if isinstance(node, ast.Constant | ast.Name):
        yield node
    elif isinstance(node, ast.Call):
        for argument in node.args if _name(node.func) in _PASSED_ON else ():
            yield from _parts(argument)
    elif isinstance(node, ast.IfExp):
        yield from (*_parts(node.body), *_parts(node.orelse))
    elif isinstance(node, ast.ListComp | ast.GeneratorExp):
        yield from _parts(node.elt)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mult):
        yield from (*_parts(node.left), *_parts(node.right))
    elif isinstance(node, ast.BoolOp | ast.JoinedStr | ast.FormattedValue | ast.List | ast.Tuple):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _parts(child)


def _is_english(node: ast.expr) -> bool:
    """Return whether a literal has English words; names of files, options and abbreviations are none."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and bool(_ENGLISH.search(node.value))
        and not node.value.isupper()
        and not _OF_PROGRAMS.search(node.value)
    )


@pytest.mark.parametrize("place", catalogs.CONVERTED)
def test_sentences_go_through_the_catalog_as_a_whole(place: str) -> None:
    files = catalogs.files_in([place])
    assert files
    bare, parts = [], []
    for file in files:
        name, source = str(file.relative_to(ROOT)), file.read_text("utf-8")
        parts += [f"{name}:{line}: {text}" for line, text in glued(source)]
        if name not in catalogs.UNTRANSLATED:
            bare += [f"{name}:{line}: {text}" for line, text in bypassing(source)]
    assert not bare, "put these into tr(), or end their line with # not shown:\n" + "\n".join(bare)
    assert not parts, "say these in one text with values, or end the line with # not shown:\n" + "\n".join(parts)


def test_a_sentence_put_together_from_parts_is_found() -> None:
    source = """
def say(n, name):
    one = tr("There are ") + str(n)
    two = f"{tr('open')}: {name}"
    are = "is" if n == 1 else "are"
    three = tr("{n} {are} open", n=n, are=are)
    four = tr("{n} open{more}", n=n, more=f" and {n} more")
    five = tr("{known}", known=", ".join(["left out"]))
    fine = tr("{name} is {state}", name=name, state=tr("open"))
    file = tr("See {file}, or {option}, of {team}.", file="report.html", option=f"--all {n}", team="TREC")
    code = tr("Write {value}.", value="yes")  # not shown
    return tr("{thing}", thing=THINGS["a thing"]), count_of(n, "answer") == "none"
"""
    assert [line for line, _ in glued(source)] == [3, 4, 6, 7, 8]


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
