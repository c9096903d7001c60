"""A run that is submitted a second time under another name is warned of, whichever way it comes."""

from pathlib import Path

import pytest

from jurybox.collection.file import create
from jurybox.formats.imports import import_into, prepare

LINES = [(f"q{q}", f"d{at}", at, 20.5 - q - at) for q in (1, 2) for at in range(1, 7)]
CHANGES = {
    "nothing": (LINES, True),
    "the order of lines": (LINES[::-1], True),
    "an answer": ([("q1", "x", 1, 18.5), *LINES[1:]], False),
    "a rank and a score": ([*LINES[:-1], ("q2", "d6", 7, 1.5)], False),
    "a line less": (LINES[:-1], False),
    "few lines": (LINES[:9], False),
}


def as_trec(name: str, lines: list[tuple[str, str, int, float]]) -> str:
    return "".join(f"{question} Q0 {answer} {rank} {score} {name}\n" for question, answer, rank, score in lines)


def as_table(name: str, lines: list[tuple[str, str, int, float]]) -> str:
    rows = "".join(f"{name},{question},{rank},{answer},{score}\n" for question, answer, rank, score in lines)
    return f"run,question,rank,answer,score\n{rows}"


@pytest.mark.parametrize("case", CHANGES)
@pytest.mark.parametrize("is_stored", [False, True])
@pytest.mark.parametrize("as_tables", [False, True])
def test_the_same_run_under_two_names(case: str, is_stored: bool, as_tables: bool, tmp_path: Path) -> None:
    changed, is_same = CHANGES[case]
    lines = changed if case == "few lines" else LINES
    written = {"alpha1": lines, "alpha3": changed}
    sources = []
    for name, rows in written.items():
        (tmp_path / name).mkdir()
        sources.append(tmp_path / name / ("responses.csv" if as_tables else f"{name}.run"))
        text = (as_table if as_tables else as_trec)(name, rows)
        sources[-1].write_text(text, encoding="utf-8")
    answers = "".join(f"{question},{answer},Text\n" for question, answer, *_ in [*LINES, ("q1", "x")])
    (tmp_path / "q").mkdir()
    questions = "question,kind,text\nq1,ranked,One?\nq2,ranked,Two?\n"
    (tmp_path / "q" / "questions.csv").write_text(questions, encoding="utf-8")
    (tmp_path / "q" / "answers.csv").write_text(f"question,answer,text\n{answers}", encoding="utf-8")
    file = tmp_path / "c.jury"
    create(file)
    import_into(file, [tmp_path / "q"])
    if is_stored:
        import_into(file, sources[:1])
    with prepare(sources[1:] if is_stored else sources, into=file) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        found = [one.sentence for one in prepared.report.findings if one.code == "runs-identical"]
    assert bool(found) == is_same
    if found:
        assert found[0].startswith("Run 'alpha3' has the same answers, ranks and scores as run 'alpha1'")
