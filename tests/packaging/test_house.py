"""What linters do not check of the structure: class names, docstrings of the window, modules that import each other."""

import ast
import sys
from pathlib import Path

import pytest
from pyqtgraph import AxisItem
from PySide6 import QtCore, QtGui, QtSvg, QtWidgets

pytestmark = pytest.mark.sweep  # reading all modules takes seconds
ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "packaging"))

from code_figures import Tree  # noqa: E402 - found after the path is set

SHELL = "jurybox_gui.shell."
"""The application, its windows and their actions hold each other: packaging/DECISIONS.md says why."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(ROOT)


def test_a_class_name_is_used_once(tree: Tree) -> None:
    assert tree.twice() == {}


def test_modules_import_each_other_in_the_shell_alone(tree: Tree) -> None:
    others = [group for group in tree.circles() if not all(name.startswith(SHELL) for name in group)]
    assert others == []


def test_methods_of_the_window_say_what_they_do_unless_they_override_one_of_qt(tree: Tree) -> None:
    of_qt = {
        name for room in (QtCore, QtGui, QtSvg, QtWidgets) for kind in dir(room) for name in dir(getattr(room, kind))
    }
    of_qt.update(dir(AxisItem))
    silent = [
        f"{module}: {kind.name}.{method.name}"
        for module, syntax in tree.syntax.items()
        if module.startswith("jurybox_gui")
        for kind in ast.walk(syntax)
        if isinstance(kind, ast.ClassDef) and not kind.name.startswith("_")
        for method in kind.body
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and method.name not in of_qt
        if ast.get_docstring(method) is None
        and not any("setter" in ast.unparse(each) for each in method.decorator_list)
    ]
    assert silent == []
