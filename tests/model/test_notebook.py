"""The worked notebook runs offline, gives what is stored in it, and is what the help page shows."""

import json

from notebook import NOTEBOOK, outputs_of_cells, read_notebook

from jurybox.help import notebook_page, page
from jurybox.resources import asset

RENEW = "renew it: python tests/support/notebook.py"


def test_every_cell_gives_what_is_stored() -> None:
    notebook = read_notebook()
    ran = 0
    for cell, outputs in outputs_of_cells(notebook):
        assert cell["outputs"] == outputs, RENEW
        ran += 1
    assert ran > 10
    numbers = [cell["execution_count"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert numbers == list(range(1, ran + 1)), RENEW


def test_the_notebook_is_one_that_jupyter_opens() -> None:
    notebook = read_notebook()
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in notebook["cells"]]
    assert len(names) == len(set(names))
    for cell in notebook["cells"]:
        code = {"outputs", "execution_count"} if cell["cell_type"] == "code" else set()
        assert set(cell) == {"cell_type", "id", "metadata", "source"} | code
    assert "/tmp" not in json.dumps(notebook)
    assert asset("notebooks/campaign.ipynb") == NOTEBOOK


def test_the_help_page_shows_every_cell_and_what_it_gives() -> None:
    shown = page("notebooks")
    assert shown is not None
    assert asset("help/notebooks.md").read_text("utf-8") == notebook_page() == shown.text, RENEW
    for cell in read_notebook()["cells"]:
        given = [each.get("text") or each["data"]["text/plain"] for each in cell.get("outputs", ())]
        for line in (line.strip() for lines in (cell["source"], *given) for line in lines):
            assert line in shown.text
