"""How much is judged is said beside every ranked score, and above a ranking that rests on little."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from copied import copied
from person import Person
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox.results.if_judged import warning

TABLE = "Runs by measures"
DEPTH = 2
RUNS = {"one": "abcde", "two": "bacxy", "three": "aefgh"}
QUESTIONS = ("1", "2", "3", "4")


@pytest.fixture
def desk_of(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[Callable[[int], Person]]:
    """Return a function that opens runs judged to a depth at the Scores desk."""
    people: list[Person] = []

    def opened(depth: int) -> Person:
        pool = {(q, doc) for q in QUESTIONS for docs in RUNS.values() for doc in docs[:depth]}
        qrels, files = tmp_path / "p.qrels", [tmp_path / f"{name}.run" for name in RUNS]
        qrels.write_text("".join(f"{q} 0 {q}{doc} {int(doc in 'ae')}\n" for q, doc in sorted(pool)), encoding="utf-8")
        for file, (name, docs) in zip(files, RUNS.items(), strict=True):
            lines = (f"{q} Q0 {q}{doc} {at} {9 - at} {name}\n" for q in QUESTIONS for at, doc in enumerate(docs, 1))
            file.write_text("".join(lines), encoding="utf-8")
        path = tmp_path / "pool.jury"
        create(path, name="Pool")
        import_into(path, [qrels])
        import_into(path, files)
        people.append(Person(qtbot, qapp, home, path, desk="scores"))
        return people[-1]

    yield opened
    for person in people:
        person.close()


def ranked_by(person: Person, name: str) -> Person:
    """Type the measure that ranks."""
    person.press("Shift+M")
    person.type(name)
    person.press("Return")
    return person


def test_a_ranking_that_rests_on_little_begins_with_that(desk_of: Callable[[int], Person]) -> None:
    person, one = ranked_by(desk_of(DEPTH), "P@5"), measure("P@5")
    board, table = person.board, person.seen.table(TABLE)
    first = warning(board, [one]).partition(". ")[0]
    assert f"{first}." in person.seen.words
    assert warning(board, [one]) in person.seen.heard
    assert dict(zip(table.column("Run"), table.column("top 5 judged"), strict=True)) == {
        "one": "60 %",
        "two": "40 %",
        "three": "40 %",
    }
    for row, place in enumerate(board.standing(one)):
        bounds = board.bounds(one, place.run, if_all_judged=True)
        tip = person.tip_of(TABLE, row, "P@5")
        assert f"{score_text(bounds.low)} to {score_text(bounds.high)} if all were judged" in tip
    shown = copied(person)
    assert shown is not None
    assert "lowest if all judged" in QGuiApplication.clipboard().text()
    assert [row[shown.head.index("lowest")] for row in shown.rows] == pytest.approx(
        [row[shown.head.index("P@5")] for row in shown.rows]
    )
    ranked_by(person, "nG@1")
    assert f"{first}." not in person.seen.words
    assert "if all were judged" not in person.tip_of(TABLE, 0, "nG@1")


def test_nothing_is_said_where_all_is_judged(desk_of: Callable[[int], Person]) -> None:
    person = desk_of(5)
    before = set(person.seen.words)
    ranked_by(person, "P@5")
    assert warning(person.board, [measure("P@5")]) == ""
    assert not [word for word in set(person.seen.words) - before if "judged" in word]
    assert "top 5 judged" not in person.seen.table(TABLE).heads


def test_the_runs_behind_a_cell_of_another_view_are_those_of_its_heads(desk_of: Callable[[int], Person]) -> None:
    person = ranked_by(desk_of(DEPTH), "P@5")
    person.press("P")
    assert warning(person.board, [measure("P@5")]) in person.seen.heard
    table = person.seen.table("The numbers of this view")
    assert table.heads[:3] == ("run", "P@5", "top 5 judged")
    names = table.column("run")
    for row, column in ((0, 4), (2, 3)):
        person.click_cell("The numbers of this view", row, table.heads[column])
        person.press("Return")
        assert person.seen.marks["View"] == "Run against run"
        assert set(person.seen.table("The numbers of this view").heads[2:4]) == {names[row], table.heads[column]}
        person.press("Esc")


def test_expected_scores_have_the_range_that_judging_the_rest_leaves(desk_of: Callable[[int], Person]) -> None:
    person = desk_of(DEPTH)
    bridge = person.program.bridge
    assert bridge is not None
    bridge.next_best.toggle()
    person.wait(lambda: bridge.next_best.found is not None)
    assert bridge.next_best.found is not None
    name = str(bridge.next_best.found.measure)
    ranked_by(person, name)
    said = warning(person.board, [measure(name)]).partition(". ")[0]
    assert not said or f"{said}." not in person.seen.words
    ranges = []
    for row in person.seen.table(TABLE).rows:
        cell = next(cell for cell in row if re.search(r" to [.0-9]", cell))
        low, high = (float(end) for end in re.findall(r"[.0-9]+", cell)[-2:])
        assert low <= float(row[4]) <= high
        ranges.append(low < high)
    assert any(ranges)


def test_a_run_that_shares_no_question_with_the_judgments_is_named_above_the_table(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    (tmp_path / "x.run").write_text("1 Q0 a 1 4 r\n2 Q0 a 1 3 r\n", encoding="utf-8")
    (tmp_path / "x.qrels").write_text("001 0 a 1\n002 0 a 1\n", encoding="utf-8")
    create(tmp_path / "c.jury", name="Zeros")
    import_into(tmp_path / "c.jury", [tmp_path / "x.qrels", tmp_path / "x.run"])
    person = come(tmp_path / "c.jury", desk="scores")
    said = "Run 'r' answers none of the 2 judged questions: judged '001', '002', answered '1', '2'."
    assert any(word.startswith(said) for word in person.seen.words)
    assert said in person.seen.heard


def test_that_the_labels_are_those_of_a_model_is_said_above_the_table(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    tables = {
        "questions": "question,kind,text\nf1,factoid,Which river?\n",
        "answers": "question,answer,text\nf1,a,Arno\n",
        "responses": "run,question,rank,answer\none,f1,1,a\n",
        "assessors": "assessor,kind,panel\nAna,person,no\numb,model,no\n",
        "judgments": "assessor,question,answer,label\nAna,f1,a,correct\numb,f1,a,correct\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    create(tmp_path / "c.jury", name="Models")
    import_into(tmp_path / "c.jury", [tmp_path / f"{name}.csv" for name in tables])
    person = come(tmp_path / "c.jury", desk="scores")
    bridge, said = person.program.bridge, "By the labels of model umb, not of people."
    assert bridge is not None
    assert said not in person.seen.heard
    bridge.set_gold("assessor:umb")
    person.settle()
    assert said in person.seen.words
    assert any(said in word and word != said for word in person.seen.said), "also in the notes"
