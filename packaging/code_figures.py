#!/usr/bin/env python3
"""Prints how the program is cut into files: `packaging/code_figures.py [--list] [COMMIT ...]`.

One column for each commit named and one for the working tree, so that a change of the structure can be seen
in figures. `--list` also names what is counted in the working tree: the modules with a single importer, the
class names that are used twice, the circles. A key is pressed in a window, which needs the packages of the
program: any other Python starts that of `.venv`.
"""

from __future__ import annotations

import ast
import io
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import Counter, defaultdict
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"jurybox": "model", "jurybox_gui": "gui"}
LONE_LINES = 130  # a module with one importer and fewer lines than this is a satellite


def main() -> None:
    """Print the figures of the commits named on the command line, then those of the working tree."""
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
