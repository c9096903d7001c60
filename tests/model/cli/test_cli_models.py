"""Tables under the labels of a model say so before anything else, in the window, on the command line and in reports."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
TABLES = {
    "questions": "question,kind,text\nr1,ranked,Rivers\nf1,factoid,Which river?\n",
    "answers": "question,answer,text\nr1,a,Arno\nr1,b,Brent\nf1,d,Dart\n",
    "responses": "run,question,rank,answer\none,r1,1,a\none,r1,2,b\ntwo,r1,1,b\none,f1,1,d\ntwo,f1,1,d\n",
    "judgments": (
        "assessor,question,answer,label\nAna,r1,a,A\nAna,r1,b,C\numb,r1,a,C\numb,r1,b,A\nother,r1,a,C\nother,r1,b,A\n"
        "Ana,f1,d,correct\numb,f1,d,correct\nother,f1,d,correct\n"
    ),
}
PEOPLE = {
    "person": "Ana,person,no\numb,model,no\nother,model,no\n",
    "mixed": "Ana,person,yes\numb,model,yes\nother,model,no\n",
    "models": "Ana,person,no\numb,model,yes\nother,model,yes\n",
}
CASES = {
    "a person": ("person", (), ""),
    "one model": ("person", ("--gold", "assessor:umb"), "By the labels of model umb, not of people."),
    "a person by name": ("mixed", ("--gold", "assessor:Ana"), ""),
    "a model on the panel": ("mixed", (), "Labels of model umb count here beside those of people."),
    "a panel of models": ("models", (), "By the labels of model umb, model other, not of people."),
}


def made(run: Run, folder: Path, people: str) -> Path:
    """Return a collection with a person and two models."""
    (folder / "t").mkdir()
    for name, text in {**TABLES, "assessors": f"assessor,kind,panel\n{PEOPLE[people]}"}.items():
        (folder / "t" / f"{name}.csv").write_text(text, encoding="utf-8")
    run("new", folder / "c.jury")
    told = run("import", folder / "c.jury", folder / "t")
    assert told.status == 0, told.out
    return folder / "c.jury"


@pytest.mark.parametrize("case", CASES)
def test_every_table_begins_with_it(run: Run, tmp_path: Path, case: str) -> None:
    people, words, said = CASES[case]
    file = made(run, tmp_path, people)
    for command in (("score",), ("score", "--by", "unit"), ("compare",)):
        table = run(command[0], file, *command[1:], *words).out
        assert table.startswith(said) if said else "of people" not in table, (command, table)
    found = run("score", file, *words, "--format", "json").json.get("warning", "")
    assert found.startswith(said) if said else "of people" not in found
    assert run("report", file, "-o", tmp_path / "report", "--draws", "10", *words).status == 0
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert (said in page) if said else "of people" not in page


def test_a_frozen_gold_standard_says_who_made_it(run: Run, tmp_path: Path) -> None:
    file = made(run, tmp_path, "models")
    run("freeze", file, "official")
    told = run("assessors", file, "--panel", "Ana")
    assert told.status == 0, told.err
    assert "of people" not in run("score", file).out
    assert run("score", file, "--gold", "official").out.startswith("By the labels of model umb, model other, not of")
