"""Where tests read a desk other than by `probe()`: by file, with a number in `desk_reads.csv` that may only fall.

A desk is `person.desk` (of any object but a window, whose `desk` is a name), what `desk_widget()` returns, an
argument of a class called `...Desk`, and each name given to one of them or to a part of it. Every chain of
attributes on one counts as one read. `python tests/support/desk_reads.py` prints the numbers and lowers those of
the table; with the name of a file it lists the reads of that file with their lines.
"""

import ast
import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".csv")
ALLOWED = "probe"


class DeskRead(NamedTuple):
    """One read: the line and what is read."""

    line: int
    what: str


def reads_by_file() -> dict[str, list[DeskRead]]:
    """Return the reads of every file that has some, by its path below `tests`."""
    found = {str(path.relative_to(TESTS)): reads_of(path.read_text(encoding="utf-8")) for path in TESTS.rglob("*.py")}
    return {name: reads for name, reads in sorted(found.items()) if reads}


def reads_of(source: str) -> list[DeskRead]:
    """Return the reads of a source, in the order of its lines."""
    found = (read for part in ast.parse(source).body if isinstance(part, _SCOPES) for read in _reads_in(part))
    return sorted(found)


_SCOPES = (ast.FunctionDef, ast.ClassDef)


def _reads_in(scope: ast.AST) -> Iterator[DeskRead]:
    nodes = list(ast.walk(scope))
    desks = _called(nodes, {node.arg for node in nodes if isinstance(node, ast.arg) and _is_typed(node)}, is_desk)
    parts = _called(nodes, desks, is_of_desk)
    inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if not isinstance(node, ast.Attribute) or id(node) in inner or not is_of_desk(node.value, parts):
            continue
        if node.attr != ALLOWED or not is_desk(node.value, desks):
            yield DeskRead(node.lineno, ast.unparse(node))


def _called(nodes: list[ast.AST], names: set[str], is_one: Callable[[ast.expr, set[str]], bool]) -> set[str]:
    """Return these names and all that are given to one in a scope."""
    given = [pair for node in nodes if isinstance(node, ast.Assign) for pair in _given(node.targets[0], node.value)]
    found, before = set(names), -1
    while before != len(found):
        before = len(found)
        found |= {name for name, value in given if is_one(value, found)}
    return found


def _given(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for each, part in zip(target.elts, value.elts, strict=False):
            yield from _given(each, part)


def _is_typed(node: ast.arg) -> bool:
    return node.annotation is not None and ast.unparse(node.annotation).endswith("Desk")


def is_desk(node: ast.expr, names: set[str]) -> bool:
    """Return whether a node is a desk; `names`: those of desks."""
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr == "desk_widget"
    return isinstance(node, ast.Attribute) and node.attr == "desk" and _last_name(node.value) not in {"window", "self"}


def is_of_desk(node: ast.expr, names: set[str]) -> bool:
    """Return whether a node is a desk or a part of one; `names`: those of both."""
    return is_desk(node, names) or (isinstance(node, ast.Attribute) and is_of_desk(node.value, names))


def _last_name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def known() -> dict[str, int]:
    """Return the numbers of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row["file"]: int(row["reads"]) for row in csv.DictReader(file)}


def main() -> None:
    """Print the numbers and lower the table, or list the reads of the files named."""
    found = reads_by_file()
    for name in sys.argv[1:]:
        for path in (path for path in found if path.endswith(name)):
            print(*(f"{path}:{read.line} {read.what}" for read in found[path]), sep="\n")
    if sys.argv[1:]:
        return
    counts = {name: len(reads) for name, reads in found.items()}
    limits = known() if TABLE.exists() else counts
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("file", "reads"))
        table.writerows((name, min(count, limits.get(name, 0))) for name, count in counts.items())
    for name, count in sorted(counts.items(), key=lambda pair: -pair[1]):
        print(f"{count:6} {name}")
    print(f"{sum(counts.values()):6} all")


if __name__ == "__main__":
    main()
