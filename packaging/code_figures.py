#!/usr/bin/env python3
"""Prints how large the program is and how it is cut into files.

`packaging/code_figures.py [--list] [COMMIT ...]` prints the files, `packaging/code_figures.py --rooms` the rooms.

One column for each commit named and one for the working tree, so that a change of the structure can be seen
in figures. `--list` also names what is counted in the working tree: the modules with a single importer, the
class names that are used twice, the circles. A key is pressed in a window, which needs the packages of the
program: any other Python starts that of `.venv`.

`--rooms` counts each room in nodes of the syntax tree, without docstrings: line breaks and comments change nothing.
It compares them with `room_sizes.csv`, which a room may exceed by 1 %, and lowers the rows of rooms that are
smaller now (without the file, it begins one). `--raise ROOM` raises a row, or adds one, and asks for a line in
DECISIONS.md that says why.
"""

from __future__ import annotations

import ast
import csv
import io
import os
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import Counter, defaultdict
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"jurybox": "model", "jurybox_gui": "gui"}
ROOTS = ("model/jurybox", "gui/jurybox_gui", "tests", "packaging")
LONE_LINES = 130  # a module with one importer and fewer lines than this is a satellite
SIZES = ROOT / "packaging" / "room_sizes.csv"
DECISIONS = ROOT / "packaging" / "DECISIONS.md"
GREW = "## Rooms that grew"
MAY_GROW = 0.01


def main() -> None:
    """Print the figures of the commits named on the command line, then those of the working tree."""
    if "--rooms" in sys.argv[1:]:
        raise SystemExit(check_rooms([word for word in sys.argv[1:] if word not in ("--rooms", "--raise")]))
    use_project_python()
    commits = [word for word in sys.argv[1:] if word != "--list"]
    columns = []
    for commit in commits:
        with tempfile.TemporaryDirectory() as folder:
            unpack(commit, Path(folder))
            columns.append((commit[:10], figures(Path(folder))))
    columns.append(("now", figures(ROOT)))
    names = list(columns[-1][1])
    widths = [max(len(name) for name in names)] + [max(len(title), 9) for title, _ in columns]
    print(" " * widths[0], *(title.rjust(width) for (title, _), width in zip(columns, widths[1:], strict=True)))
    for name in names:
        print(name.ljust(widths[0]), *map(str.rjust, [found[name] for _, found in columns], widths[1:]))
    if "--list" in sys.argv:
        print_names(Tree(ROOT))


def use_project_python() -> None:
    """Go on with the Python of the checkout's `.venv` if this one lacks the packages of the program."""
    if find_spec("PySide6") is not None and find_spec("click") is not None:
        return
    ours = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if Path(sys.prefix) == ours.parent.parent or not ours.exists():
        raise SystemExit(
            "code_figures.py presses a key in a window, so it needs the packages of the program: make .venv "
            "as packaging/CONTRIBUTING.md says, or run it with a Python that has them."
        )
    raise SystemExit(subprocess.run([ours, *sys.argv], check=False).returncode)


def unpack(commit: str, folder: Path) -> None:
    """Write the files of a commit into a folder."""
    packed = subprocess.run(["git", "-C", ROOT, "archive", commit], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


class Size(NamedTuple):
    """The nodes that a room is known to have, and how many it had before it was raised (None: it was not)."""

    nodes: int
    before: int | None = None


def check_rooms(raised: list[str]) -> int:
    """Print the size of every room, lower the table, raise these rows of it; return the exit status."""
    now = rooms(ROOT)
    held = (
        read_sizes(SIZES.read_text(encoding="utf-8")) if SIZES.exists() else {room: Size(n) for room, n in now.items()}
    )
    known = settled(now, held, raised)
    width = max(map(len, now))
    for room, nodes in sorted(now.items(), key=lambda pair: -pair[1]):
        change = nodes / held[room].nodes - 1 if room in held else None
        print(f"{room:{width}} {nodes:>9,}", "new" if change is None else f"{change:+.1%}" if change else "")
    program = sum(nodes for room, nodes in now.items() if room.startswith("jurybox"))
    print(f"{'the program':{width}} {program:>9,}")
    SIZES.write_text(written(known), encoding="utf-8")
    problems = [*grown(now, known), *unexplained(known, DECISIONS.read_text(encoding="utf-8"))]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


def rooms(root: Path) -> dict[str, int]:
    """Return how many nodes each room of a checkout has."""
    found: Counter[str] = Counter()
    for folder in ROOTS:
        for path in (root / folder).rglob("*.py"):
            found[room_of(path.relative_to(root))] += nodes_of(path.read_text(encoding="utf-8"))
    return dict(found)


def room_of(path: Path) -> str:
    """Return the room of a file: its folder in a package, or a package's own files; all tests are one."""
    first, *rest = path.parts
    if first in {"tests", "packaging"}:
        return first
    return "/".join(rest[:2]) if len(rest) > 2 else rest[0]


def nodes_of(source: str) -> int:
    """Return the number of nodes of a source's syntax tree, without docstrings."""
    return sum(1 - 2 * _has_docstring(node) for node in ast.walk(ast.parse(source)))


def _has_docstring(node: ast.AST) -> bool:
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def read_sizes(table: str) -> dict[str, Size]:
    """Return the rows of a table of sizes."""
    rows = csv.DictReader(io.StringIO(table))
    return {row["room"]: Size(int(row["nodes"]), int(row["before"]) if row["before"] else None) for row in rows}


def written(known: dict[str, Size]) -> str:
    """Return a table of sizes as text."""
    rows = [
        f"{room},{size.nodes},{'' if size.before is None else size.before}\n" for room, size in sorted(known.items())
    ]
    return "room,nodes,before\n" + "".join(rows)


def settled(now: dict[str, int], held: dict[str, Size], raised: list[str]) -> dict[str, Size]:
    """Return a table lowered to what the rooms are now, with these rows raised; rooms that are gone leave it."""
    if strange := [room for room in raised if room not in now]:
        raise SystemExit(f"There is no room {strange[0]}. Rooms are {', '.join(sorted(now))}.")
    known = {room: size for room, size in held.items() if room in now}
    for room, size in known.items():
        if now[room] < size.nodes:
            known[room] = Size(now[room], size.before if size.before is not None and size.before < now[room] else None)
    for room in raised:
        before = known.get(room, Size(0))
        if now[room] > before.nodes:
            known[room] = Size(now[room], before.nodes if before.before is None else before.before)
    return known


def grown(now: dict[str, int], known: dict[str, Size]) -> list[str]:
    """Return a sentence for each room that is larger than its row allows."""
    return [
        f"{room} has {nodes:,} nodes, and {known.get(room, Size(0)).nodes:,} are known of it. Make it smaller, or "
        f"raise its row: packaging/code_figures.py --rooms --raise {room}"
        for room, nodes in sorted(now.items())
        if nodes > known.get(room, Size(0)).nodes * (1 + MAY_GROW)
    ]


def unexplained(known: dict[str, Size], decisions: str) -> list[str]:
    """Return a sentence for each raised row of which DECISIONS.md does not say why it was raised."""
    section = decisions.partition(f"{GREW}\n")[2].partition("\n## ")[0]
    wanted = {room: f"* `{room}`, {size.before:,} to " for room, size in known.items() if size.before is not None}
    told = [line for line in section.splitlines() if re.search(r" to [\d,]+: \S", line)]
    return [
        f"{room} was raised. Say why under {GREW[3:]} in DECISIONS.md: {start}{known[room].nodes:,}: ..."
        for room, start in sorted(wanted.items())
        if not any(line.startswith(start) for line in told)
    ]


class Tree:
    """The modules of the program in a checkout, and who imports whom."""

    def __init__(self, root: Path) -> None:
        self.source: dict[str, str] = {}
        self.syntax: dict[str, ast.Module] = {}
        for package, folder in PACKAGES.items():
            for path in sorted((root / folder / package).rglob("*.py")):
                parts = path.relative_to(root / folder).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                self.source[name] = path.read_text(encoding="utf-8")
                self.syntax[name] = ast.parse(self.source[name])
        self.imports = {name: self._imported(name) for name in self.syntax}
        self.importers: dict[str, set[str]] = defaultdict(set)
        for name, wanted in self.imports.items():
            for other in wanted:
                self.importers[other].add(name)

    def _imported(self, name: str) -> set[str]:
        """Return the modules of the program that a module imports anywhere, for types alone too."""
        wanted: set[str] = set()
        for node in ast.walk(self.syntax[name]):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module is not None:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                wanted |= {one if one in self.syntax else node.module for one in inner}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                wanted.add(node.value.partition(":")[0])  # desks and measures are named by strings: "module:Class"
        return {one for one in wanted if one in self.syntax and one != name}

    def lone(self) -> dict[str, str]:
        """Return the modules, packages left aside, that a single other module imports, with that module."""
        packages = {name.rpartition(".")[0] for name in self.syntax}
        found = {name: self.importers[name] for name in self.syntax if name not in packages}
        return {name: next(iter(by)) for name, by in found.items() if len(by) == 1}

    def twice(self) -> dict[str, list[str]]:
        """Return the class names that several modules define, with those modules."""
        where: dict[str, list[str]] = defaultdict(list)
        for name, tree in self.syntax.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    where[node.name.lstrip("_")].append(name)
        return {name: found for name, found in sorted(where.items()) if len(found) > 1}

    def circles(self) -> list[list[str]]:
        """Return the groups of modules that import each other, directly or around several corners."""
        number: dict[str, int] = {}
        low: dict[str, int] = {}
        stack: list[str] = []
        groups: list[list[str]] = []

        def visit(name: str) -> None:
            number[name] = low[name] = len(number)
            stack.append(name)
            for other in sorted(self.imports[name]):
                if other not in number:
                    visit(other)
                    low[name] = min(low[name], low[other])
                elif other in stack:
                    low[name] = min(low[name], number[other])
            if low[name] == number[name]:
                at = stack.index(name)
                if len(stack) - at > 1:
                    groups.append(sorted(stack[at:]))
                del stack[at:]

        sys.setrecursionlimit(10_000)
        for name in self.syntax:
            if name not in number:
                visit(name)
        return groups


def figures(root: Path) -> dict[str, str]:
    """Return each figure of a checkout as text, by its name."""
    tree = Tree(root)
    kinds: Counter[str] = Counter()
    for name, source in tree.source.items():
        kinds += lines(source, tree.syntax[name])
    code = kinds["code"]
    lone = tree.lone()
    short = sum(tree.source[name].count("\n") < LONE_LINES for name in lone)
    circles = tree.circles()
    calls, files = key_press(root)
    return {
        "files": f"{len(tree.source):,}",
        "median lines of a file": f"{statistics.median(s.count(chr(10)) for s in tree.source.values()):,.0f}",
        "code lines": f"{code:,}",
        "import lines": f"{kinds['import']:,}",
        "import lines, share of code": f"{kinds['import'] / code:.1%}",
        "comment lines": f"{kinds['comment']:,}",
        "comment lines, share of code": f"{kinds['comment'] / code:.1%}",
        "modules with a single importer": f"{len(lone):,}",
        f"  of these under {LONE_LINES} lines": f"{short:,}",
        "class names used more than once": f"{len(tree.twice()):,}",
        "circles, imports for types too": f"{len(circles):,}",
        "  modules in them": f"{sum(map(len, circles)):,}",
        "calls of one key press": calls,
        "  files these are in": files,
    }


def lines(source: str, tree: ast.Module) -> Counter[str]:
    """Count code, import and comment lines; docstrings and empty lines are neither."""
    docs: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for one in node.body:  # a docstring, also one below an attribute
                if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                    docs |= set(range(one.lineno, (one.end_lineno or one.lineno) + 1))
    imports: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            imports |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    code: set[int] = set()
    comments: set[int] = set()
    layout = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.add(token.start[0])
        elif token.type not in layout:
            code |= set(range(token.start[0], token.end[0] + 1))
    code -= docs
    return Counter({"code": len(code), "import": len(imports & code), "comment": len(comments)})


def print_names(tree: Tree) -> None:
    """Print what the figures count."""
    print("\nModules with a single importer:")
    for name, by in sorted(tree.lone().items()):
        print(f"  {tree.source[name].count(chr(10)):>4} {name}  <- {by}")
    print("\nClass names used more than once:")
    for name, found in tree.twice().items():
        print(f"  {name}: {', '.join(found)}")
    print("\nCircles:")
    for group in tree.circles():
        print(f"  {', '.join(group)}")


def key_press(root: Path) -> tuple[str, str]:
    """Return how many functions of how many files are called before the handler of one key returns."""
    environ = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environ["PYTHONPATH"] = os.pathsep.join(str(root / folder) for folder in PACKAGES.values())
    with tempfile.TemporaryDirectory() as home:
        environ |= dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), home)
        demo = [sys.executable, "-m", "jurybox_gui", "demo", "--no-window", "--to", f"{home}/demo.jury"]
        subprocess.run(demo, check=True, env=environ, capture_output=True, cwd=root)
        press = [sys.executable, "-c", PRESS, f"{home}/demo.jury"]
        done = subprocess.run(press, check=False, env=environ, capture_output=True, text=True, cwd=root)
    if done.returncode:
        raise SystemExit(f"The key could not be pressed in {root}:\n{done.stderr}")
    calls, files = done.stdout.split()[-2:]
    return f"{int(calls):,}", f"{int(files):,}"


# Starts the program as its command does, gives it time to show the first answer, and counts the calls of the
# program's own functions while one digit is pressed. It uses no name of the program, so that it runs in every
# commit that has a window.
PRESS = """
import runpy, sys, time
from PySide6.QtTest import QTest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
calls, files = 0, set()
def count(frame, event, _what):
    global calls
    name = frame.f_code.co_filename
    if event == "call" and ("/jurybox_gui/" in name or "/jurybox/" in name):
        calls += 1
        files.add(name)
def work(*_):
    until = time.monotonic() + 20
    while time.monotonic() < until:
        QApplication.processEvents()
        time.sleep(0.01)
    target = QApplication.focusWidget() or QApplication.activeWindow()
    sys.setprofile(count)
    QTest.keyClick(target, Qt.Key.Key_1)
    sys.setprofile(None)
    print(calls, len(files), flush=True)
    QApplication.quit()
    import os
    os._exit(0)
QApplication.exec = work
sys.argv = ["jurybox", sys.argv[1]]
runpy.run_module("jurybox_gui", run_name="__main__")
"""


if __name__ == "__main__":
    main()
