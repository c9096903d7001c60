"""The worked notebook is run without Jupyter: each cell with what it prints and its last value.

`python tests/support/notebook.py` stores in the notebook what its cells give now, and renews the help page
that shows it.
"""

import ast
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "assets" / "notebooks" / "campaign.ipynb"

Cell = dict[str, Any]


def read_notebook() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NOTEBOOK.read_text("utf-8"))
    return found


def outputs_of_cells(notebook: dict[str, Any]) -> Iterator[tuple[Cell, list[Cell]]]:
    """Run the cells of code in their order, in one namespace, and yield each with its outputs."""
    known: dict[str, Any] = {"__name__": "__main__"}
    for at, cell in enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed, value = StringIO(), None
        with redirect_stdout(printed):
            exec(compile(tree, f"cell {at + 1}", "exec"), known)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), f"cell {at + 1}", "eval"), known)
        found: list[Cell] = []
        if printed.getvalue():
            found.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
        if value is not None:
            data = {"text/plain": _lines(repr(value))}
            found.append({"data": data, "execution_count": at + 1, "metadata": {}, "output_type": "execute_result"})
        yield cell, found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _renew() -> None:
    from jurybox.help import write_pages

    notebook = read_notebook()
    for at, (cell, outputs) in enumerate(outputs_of_cells(notebook), start=1):
        cell |= {"outputs": outputs, "execution_count": at}
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    write_pages()


if __name__ == "__main__":
    _renew()
