"""A run that shares no question with the judgments scores 0, and every table of its scores says why first."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

RUN = "1 Q0 a 1 4 r\n2 Q0 a 2 3 r\n"
OTHERS = "".join(f"{at} Q0 a 1 4 s\n" for at in range(1, 9))
CASES = {
    "zeros": (RUN, "001 0 a 1\n001 0 b 0\n002 0 a 1\n", "answered '1', '2'. '001' may be meant by '1'"),
    "letters": ("q1 Q0 a 1 4 r\n", "1 0 a 1\n", "Run 'r' does not answer the 1 judged question: judged '1', answered"),
    "other questions": (RUN, "7 0 a 1\n8 0 a 1\n", "Run 'r' answers none of the 2 judged questions: judged '7', '8'"),
    "one of two runs": (f"{RUN}{OTHERS}", "7 0 a 1\n8 0 a 1\n", "Run 'r' answers none of the 2 judged questions"),
    "little judged yet": (f"{RUN}{OTHERS}", "8 0 a 1\n", ""),
    "nothing relevant": (RUN, "1 0 a 0\n2 0 a 0\n2 0 b 1\n", ""),
    "nothing judged": (RUN, "1 0 a -1\n", ""),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_said_before_the_scores(run: Run, tmp_path: Path, case: str) -> None:
    text, qrels, said = CASES[case]
    (tmp_path / "x.run").write_text(text, encoding="utf-8")
    (tmp_path / "x.qrels").write_text(qrels, encoding="utf-8")
    file = tmp_path / "c.jury"
    run("new", file)
    assert run("import", file, tmp_path / "x.qrels", tmp_path / "x.run").status == 0
    words = ("--measure", "RR", "--measure", "P@1")
    table = run("score", file, *words).out
    found = run("score", file, *words, "--format", "json").json.get("warning", "")
    assert (said in found) if said else "judged question" not in found
    assert table.startswith(found)
    if said:
        told = run("report", file, "-o", tmp_path / "report", "--draws", "10")
        assert told.status == 0
        page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8").replace("&#x27;", "'")
        assert said in page


def test_a_run_without_a_response_is_named(run: Run, tmp_path: Path) -> None:
    tables = {
        "questions.csv": "question,kind,text\nf1,factoid,Which river?\n",
        "answers.csv": "question,answer,text\nf1,a,Arno\n",
        "responses.csv": "run,question,rank,answer\none,f1,1,a\n",
        "judgments.csv": "assessor,question,answer,label\nAna,f1,a,correct\n",
        "runs.csv": "run\none\ntwo\n",
    }
    (tmp_path / "t").mkdir()
    for name, text in tables.items():
        (tmp_path / "t" / name).write_text(text, encoding="utf-8")
    file = tmp_path / "c.jury"
    run("new", file)
    assert run("import", file, tmp_path / "t").status == 0
    assert run("score", file).out.startswith("Run 'two' has no response to any question.")
