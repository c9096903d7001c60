"""What linters do not check of the structure: class names, and modules that import each other."""

import sys
from pathlib import Path

import pytest

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
