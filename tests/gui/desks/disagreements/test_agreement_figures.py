"""Agreement at the Disagreements desk: shown as it is computed, with the reason where it is undefined."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from generator import write_tables
from person import Person
from series import series_collection
from sklearn.metrics import cohen_kappa_score
from small import small_collection

from jurybox.analysis.agreement_report import agreement_report
from jurybox.analysis.gather_others import other_reports
from jurybox.analysis.label_matrix import label_matrix
from jurybox.analysis.left_out import left_out
from jurybox.collection.file import create
from jurybox.commands import Judge, Match, SetGroup, Vote
from jurybox.formats.imports import import_into
from jurybox.results.cells import score_text
from jurybox.session import open_session

Come = Callable[..., Person]


def cells(person: Person) -> list[list[str]]:
    model = person.desk.page.table.model()
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


@pytest.fixture
def at_figures(come: Come, tmp_path: Path) -> Person:
    """A person who looks at the agreement of three assessors on ranked questions."""
    write_tables(tmp_path / "t", kind="ranked", questions=30, assessors=3, judged=0.9, correct=0.4)
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "t"])
    person = come(tmp_path / "c.jury", desk="disagreements", assessor="Chair")
    person.press("T")
    return person


def test_figures_and_tables_are_those_of_the_analysis(at_figures: Person) -> None:
    person, session = at_figures, at_figures.session
    matrix = label_matrix(session.catalog, session.ledger, session.facts, "quality")
    report = agreement_report(session.catalog, matrix)
    shown = {title: (number, aside) for number, title, aside in person.desk.page.figures.tiles}
    whole, between = report.overall, report.intervals["alpha_ordinal"]
    assert shown["Krippendorff's alpha, ordinal"] == (
        score_text(whole.alpha_ordinal.value),
        f"{score_text(between.low)} to {score_text(between.high)}",
    )
    assert shown["raw agreement"][0] == score_text(whole.raw.value)
    assert shown["Fleiss' kappa"][0] == "undefined"
    assert "Fleiss' kappa is undefined: things have different numbers" in person.desk.page.why.text()
    names = [session.catalog.assessors[who].name for who in matrix.assessors]
    table = cells(person)
    assert table[0][: len(names) + 1] == ["assessor", *names]
    listed = {(row[0], row[1]): row[4:7] for row in table[len(names) + 2 :]}
    for pair in report.pairs:
        a, b = (matrix.assessors.index(who) for who in (pair.a, pair.b))
        assert table[a + 1][b + 1] == score_text(pair.kappa.value)
        assert table[b + 1][a + 1] == score_text(pair.raw.value)
        assert listed[names[a], names[b]] == [*map(score_text, (pair.kappa.value, pair.low, pair.high))]
        both = (matrix.labels[a] >= 0) & (matrix.labels[b] >= 0)
        assert pair.kappa.value == pytest.approx(
            cohen_kappa_score(matrix.labels[a][both], matrix.labels[b][both])
        )


def test_all_tables_come_by_key_and_fill(at_figures: Person) -> None:
    person = at_figures
    seen = []
    for _ in range(person.desk.page.part.count()):
        seen.append(str(person.desk.page.part.currentData()))
        if seen[-1] != "others":
            assert len(cells(person)) > 1, seen[-1]
        person.press("L")
    assert len(set(seen)) == len(seen)
    assert str(person.desk.page.part.currentData()) == seen[0]
    person.press("T", "Space", "1")
    assert person.desk.survey.questions


def numbers(person: Person, column: int) -> list[float]:
    return [float(row[column].replace(",", "")) for row in cells(person)[1:] if row[column] != "–"]


def test_a_table_is_sorted_by_keys_and_by_its_heads(at_figures: Person) -> None:
    person, page = at_figures, at_figures.desk.page
    page.part.choose("assessors")
    page.part_chosen.emit()
    plain = cells(person)
    person.press("V", "V")
    assert cells(person)[0][1] == "labels ▾"
    assert numbers(person, 1) == sorted(numbers(person, 1), reverse=True)
    person.press("Shift+V")
    assert cells(person)[0][1] == "labels ▴"
    assert numbers(person, 1) == sorted(numbers(person, 1))
    page.table.clicked.emit(page.table.model().index(0, 3))
    assert cells(person)[0][3] == "with the others ▾"
    assert numbers(person, 3) == sorted(numbers(person, 3), reverse=True)
    assert sorted(row[0] for row in cells(person)[1:]) == sorted(row[0] for row in plain[1:])
    person.press("L")
    page.part.choose("assessors")
    page.part_chosen.emit()
    assert cells(person) == plain


def test_one_assessor_s_drift_is_shown_alone_and_judges_stand_as_runs(at_figures: Person) -> None:
    person, page, session = at_figures, at_figures.desk.page, at_figures.session
    page.part.choose("drift")
    page.part_chosen.emit()
    every = cells(person)
    assert not any("No times" in word for word in person.words())
    page.one.choose(page.one.itemData(2))
    page.part_chosen.emit()
    assert cells(person)[1][0] == session.catalog.assessors[page.one.itemData(2)].name
    assert len(cells(person)) < len(every)
    page.part.choose("judges")
    page.part_chosen.emit()
    made = left_out(session.catalog, session.ledger, session.facts)
    shown = [(row[0], row[1], row[4]) for row in cells(person)[1:]]
    assert shown == [
        (session.catalog.assessors[one.assessor].name, each.measure, score_text(each.left_out))
        for one in made
        for each in one.standings
    ]


def test_labels_imported_together_are_not_cut_into_stretches_of_time(come: Come, tmp_path: Path) -> None:
    labels = [(who, answer, ("correct", "incorrect")[answer % 2]) for who in (0, 1) for answer in range(24)]
    path = small_collection(tmp_path / "s.jury", questions=8, labels=labels)
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("T")
    page = person.desk.page
    page.part.choose("drift")
    page.part_chosen.emit()
    assert cells(person) == []
    assert any(
        word.startswith("No times: imported together (Ana, 24 labels; Ben, 24 labels).")
        for word in person.words()
    )
    person.session.execute(Judge((0,), "incorrect", assessor=1))
    person.wait(lambda: len(cells(person)) == 2)
    assert cells(person)[1][0] == "Ben"
    left = "No times: imported together (Ana, 24 labels; Ben, 23 labels)."
    assert any(left in word for word in person.words())


def test_agreement_on_boards_and_questions_is_a_key_away(come: Come, tmp_path: Path) -> None:
    person = come(series_collection(tmp_path / "s.jury"), desk="disagreements", assessor="Chair")
    for who in (0, 1):
        person.session.execute(Match(6, 0, ("yes", "no")[who], assessor=who))
        person.session.execute(Vote(1, "vital", assessor=who))
        person.session.execute(SetGroup((2, 3), "x", assessor=who))
    person.press("T")
    page, seen = person.desk.page, {}
    for _ in range(page.scheme.count()):
        person.press("E")
        seen[str(page.scheme.currentData())] = (page.figures.tiles[-1][:2], page.why.text())
    assert set(seen) == {"correctness", "match", "importance", "groups", "nil"}
    assert seen["match"][0] == ("1", "pairs of answer and nugget")
    assert seen["groups"][0] == ("6", "pairs of answers")
    assert "the Rand index" in seen["groups"][1]
    assert seen["importance"][0] == ("1", "nuggets")
    assert "nothing was labeled by two assessors" in seen["nil"][1]


def test_two_assessors_can_be_chosen(at_figures: Person) -> None:
    person, page, session = at_figures, at_figures.desk.page, at_figures.session
    page.part.choose("confusion")
    page.part_chosen.emit()
    corner = cells(person)[0][0]
    shown = [combo.currentText().removesuffix(" (least agreement)") for combo in (page.one, page.other)]
    assert corner == " / ".join(shown), "the two shown are named where nobody was chosen"
    chosen = [page.one.itemData(3), page.other.itemData(1)]
    page.one.choose(chosen[0])
    page.other.choose(chosen[1])
    page.part_chosen.emit()
    matrix = label_matrix(session.catalog, session.ledger, session.facts, "quality")
    rows, columns = (matrix.labels[matrix.assessors.index(who)] for who in chosen)
    wanted = [
        [word, *(str(int(np.count_nonzero((rows == at) & (columns == to)))) for to in range(3))]
        for at, word in enumerate(matrix.words)
    ]
    assert cells(person)[1:] == wanted
    assert "least" not in page.one.currentText() + page.other.currentText()


def test_one_assessor_alone_is_explained(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, at, "correct") for at in range(9)])
    person = come(path, desk="disagreements", assessor="Ana")
    person.press("T")
    numbers = [number for number, _, _ in person.desk.page.figures.tiles]
    assert numbers == ["undefined"] * 4 + ["0"]
    assert person.desk.page.why.text().startswith("All figures are undefined: nothing was labeled by two")


def test_models_stand_apart_from_people(tmp_path: Path) -> None:
    write_tables(tmp_path / "t", kind="validation", questions=12, assessors=3, judged=1.0)
    names = (tmp_path / "t" / "assessors.csv").read_text()
    (tmp_path / "t" / "assessors.csv").write_text(
        names.replace("a3,person,yes", "a3,model,").replace("a3,person", "a3,model")
    )
    create(tmp_path / "m.jury")
    import_into(tmp_path / "m.jury", [tmp_path / "t"])
    session = open_session(tmp_path / "m.jury", assessor="a1")
    model = session.catalog.assessor_named["a3"]
    assert session.catalog.assessors[model].kind == "model"
    session.execute(Judge((0, 1, 2), "correct", assessor=model))
    made = session.catalog, session.ledger, session.facts
    assert model not in label_matrix(*made, "validation").assessors
    matrix = label_matrix(*made, "validation", "everybody")
    (report,) = other_reports(session.catalog, session.facts, matrix)
    rows = {session.catalog.assessors[who].name: row for row, who in enumerate(matrix.assessors)}
    first, second, own = (matrix.labels[rows[name]] for name in ("a1", "a2", "a3"))
    alike = (first == second) & (first >= 0) & (own >= 0)
    assert report.judges.items == int(alike.sum())
    assert report.judges.raw.value == pytest.approx(float((own == first)[alike].mean()))
    session.close()
