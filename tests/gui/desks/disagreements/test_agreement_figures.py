"""Agreement at the Disagreements desk: shown as it is computed, with the reason where it is undefined."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from generated import generated_collection
from generator import write_tables
from mixed_tables import write_rows
from person import Person
from series import series_collection
from sklearn.metrics import cohen_kappa_score
from small import small_collection

from jurybox.analysis.agreement_report import agreement_report
from jurybox.analysis.gather_others import other_reports
from jurybox.analysis.label_matrix import label_matrix
from jurybox.analysis.left_out import left_out
from jurybox.collection.file import create
from jurybox.collection.own_schemes import scale, scheme_as_json
from jurybox.commands import Judge, Match, SetFact, SetGroup, Vote
from jurybox.formats.imports import import_into
from jurybox.results.cells import score_text
from jurybox.session import open_session
from jurybox_gui.desks.disagreements.actions import ACTIONS
from jurybox_gui.desks.label_schemes import LETTERS
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.probe import painted_words

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
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=30, assessors=3, judged=0.9, correct=0.4)
    person = come(tmp_path / "c.jury", desk="disagreements", assessor="Chair")
    person.press("T")
    return person


def test_figures_and_tables_are_those_of_the_analysis(at_figures: Person) -> None:
    person, session = at_figures, at_figures.session
    matrix = label_matrix(session.collection, "quality")
    report = agreement_report(session.catalog, matrix)
    shown = {title: (number, aside) for number, title, aside in person.desk.page.figures.tiles}
    whole, between = report.overall, report.intervals["alpha_ordinal"]
    assert shown["Krippendorff's alpha, ordinal"] == (
        score_text(whole.alpha_ordinal.value),
        f"{score_text(between.low)} to {score_text(between.high)}",
    )
    assert shown["raw agreement"][0] == score_text(whole.raw.value)
    assert shown["Fleiss' kappa"][0] == "undefined"
    assert "Fleiss' kappa is undefined: it needs the same number of labels for every item" in person.desk.probe().heard
    names = [session.catalog.assessors[who].name for who in matrix.assessors]
    assert "Agreement of each pair of assessors" in person.desk.probe().said
    figure = person.desk.page.picture.figure
    assert figure is not None
    cell = {(one.part, one.name): one.label for one in figure.bars}
    assert len(cell) == 2 * len(report.pairs)
    assert list(figure.x.names) == [name.split(" ")[0] for name in names]
    listed = {(row[0], row[1]): row[4:7] for row in cells(person)}
    for pair in report.pairs:
        a, b = (matrix.assessors.index(who) for who in (pair.a, pair.b))
        called = f"{figure.x.names[min(a, b)]} and {figure.x.names[max(a, b)]}"
        assert cell["Cohen's kappa", called] == score_text(pair.kappa.value)
        assert cell["raw agreement", called] == score_text(pair.raw.value)
        assert listed[names[a], names[b]] == [*map(score_text, (pair.kappa.value, pair.low, pair.high))]
        both = (matrix.labels[a] >= 0) & (matrix.labels[b] >= 0)
        assert pair.kappa.value == pytest.approx(cohen_kappa_score(matrix.labels[a][both], matrix.labels[b][both]))


def test_letters_are_steps_of_a_scale_and_have_weighted_kappa(at_figures: Person) -> None:
    rows = cells(at_figures)
    (heads,) = (row for row in rows if row[:2] == ["assessor", "with"])
    assert heads[7:9] == ["kappa linear", "kappa quadratic"]
    session = at_figures.session
    matrix = label_matrix(session.collection, "quality")
    for pair in agreement_report(session.catalog, matrix).pairs:
        names = [session.catalog.assessors[who].name for who in (pair.a, pair.b)]
        (row,) = (row for row in rows if row[:2] == names and row[8])
        a, b = (matrix.labels[matrix.assessors.index(who)] for who in (pair.a, pair.b))
        both = (a >= 0) & (b >= 0)
        for cell, weights in zip(row[7:9], ("linear", "quadratic"), strict=True):
            theirs = cohen_kappa_score(a[both], b[both], labels=[0, 1, 2], weights=weights)
            assert cell == score_text(float(theirs))


def test_a_scale_of_its_own_has_its_name_its_alpha_and_weighted_kappa(come: Come, tmp_path: Path) -> None:
    create(tmp_path / "s.jury")
    with closing(open_session(tmp_path / "s.jury")) as session:
        scheme = scale(range(5), name="usefulness", measurement="interval")
        session.execute(SetFact("scheme:ranked", scheme_as_json(scheme)))
    answers = [(f"q{at // 3:02d}", f"a{at % 3}") for at in range(36)]
    tables = {
        "questions": [{"question": f"q{at:02d}", "kind": "ranked", "text": "Why?"} for at in range(12)],
        "answers": [{"question": q, "answer": a, "text": f"{q} {a}"} for q, a in answers],
        "judgments": [
            {"assessor": who, "question": q, "answer": a, "label": str((at * 7 + at % (2 + who_at)) % 5)}
            for who_at, who in enumerate(("Ana", "Ben", "Cam"))
            for at, (q, a) in enumerate(answers)
        ],
    }
    import_into(tmp_path / "s.jury", [write_rows(tmp_path / "t", tables)])
    person = come(tmp_path / "s.jury", desk="disagreements", assessor="Chair")
    person.press("T")
    page, session = person.desk.page, person.session
    matrix = label_matrix(session.collection, "usefulness")
    report = agreement_report(session.catalog, matrix)
    shown = {title: (number, aside) for number, title, aside in page.figures.tiles}
    interval, between = report.overall.alpha_interval, report.intervals["alpha_interval"]
    assert interval is not None
    assert shown["Krippendorff's alpha, interval"] == (
        score_text(interval.value),
        f"{score_text(between.low)} to {score_text(between.high)}",
    )
    assert page.scheme.currentText() == "answers, usefulness"
    heads = next(row for row in cells(person) if row[:2] == ["assessor", "with"])
    assert heads[7:9] == ["kappa linear", "kappa quadratic"]
    for pair in report.pairs:
        names = [session.catalog.assessors[who].name for who in (pair.a, pair.b)]
        (row,) = (row for row in cells(person) if row[:2] == names and len(row) > 8 and row[8])
        assert pair.linear is not None
        assert pair.quadratic is not None
        assert row[7:9] == [score_text(pair.linear.value), score_text(pair.quadratic.value)]


@pytest.mark.sweep
def test_all_tables_come_by_key_and_fill(at_figures: Person) -> None:
    person = at_figures
    seen = []
    for _ in range(person.desk.page.part.count()):
        seen.append(str(person.desk.page.part.currentData()))
        if seen[-1] != "others":
            assert len(cells(person)) > 1, seen[-1]
        person.press("Shift+T")
    assert len(set(seen)) == len(seen)
    assert str(person.desk.page.part.currentData()) == seen[0]
    person.press("T", "Space", "1")
    assert person.desk.survey.questions


def numbers(person: Person, column: int) -> list[float]:
    return [float(row[column].replace(",", "")) for row in cells(person)[1:] if row[column] != "–"]


@pytest.mark.sweep
def test_a_table_is_sorted_by_keys_and_by_its_heads(at_figures: Person) -> None:
    person, page = at_figures, at_figures.desk.page
    page.part.choose("assessors")
    page.show_part()
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
    person.press("Shift+T")
    page.part.choose("assessors")
    page.show_part()
    assert cells(person) == plain


@pytest.mark.sweep
def test_one_assessor_s_drift_is_shown_alone_and_judges_stand_as_runs(at_figures: Person) -> None:
    person, page, session = at_figures, at_figures.desk.page, at_figures.session
    page.part.choose("drift")
    page.show_part()
    every = cells(person)
    assert not any("No times" in word for word in person.words())
    page.one.choose(page.one.itemData(2))
    page.show_part()
    assert cells(person)[1][0] == session.catalog.assessors[page.one.itemData(2)].name
    assert len(cells(person)) < len(every)
    page.part.choose("judges")
    page.show_part()
    made = left_out(session.collection)
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
    page.show_part()
    assert cells(person) == []
    assert any(
        word.startswith("No times: imported together (Ana, 24 labels; Ben, 24 labels).") for word in person.words()
    )
    person.session.execute(Judge((0,), "incorrect", assessor=1))
    person.wait(lambda: len(cells(person)) == 2)
    assert cells(person)[1][0] == "Ben"
    left = "No times: imported together (Ana, 24 labels; Ben, 23 labels)."
    assert any(left in word for word in person.words())


def test_a_name_that_looks_like_an_action_stays_as_it_is(come: Come, tmp_path: Path) -> None:
    labels = [(who, at, ("correct", "incorrect")[at % 2]) for who in (0, 1) for at in range(24)]
    path = small_collection(tmp_path / "s.jury", questions=8, assessors=("{edit.undo}", "Ben"), labels=labels)
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("T")
    page = person.desk.page
    choose(page.part, page.part.findData("confusion"))
    assert "Choose others with P and" in person.desk.probe().heard
    choose(page.part, page.part.findData("drift"))
    assert "({edit.undo}, 24 labels; Ben, 24 labels)" in person.desk.probe().heard


def test_long_names_leave_the_numbers_in_sight(come: Come, tmp_path: Path) -> None:
    long = "María del Carmen Fernández-Villaverde y Guzmán de la Torre"
    path = small_collection(
        tmp_path / "long.jury",
        assessors=(f"{long} I", f"{long} II"),
        labels=[(who, at, "correct" if at % (who + 2) else "incorrect") for who in (0, 1) for at in range(12)],
    )
    person = come(path, desk="disagreements", assessor="Chair")
    person.window.resize(960, 540)
    person.press("T")
    table = person.desk.page.table
    assert cells(person)[1][:2] == [f"{long} I", f"{long} II"]
    assert table.horizontalHeader().length() <= table.viewport().width()


def test_agreement_on_boards_and_questions_is_a_key_away(come: Come, tmp_path: Path) -> None:
    person = come(series_collection(tmp_path / "s.jury"), desk="disagreements", assessor="Chair")
    for who in (0, 1):
        person.session.execute(Match(6, 0, ("yes", "no")[who], assessor=who))
        person.session.execute(Vote(1, "vital", assessor=who))
        person.session.execute(SetGroup((2, 3), "x", assessor=who))
    person.press("T")
    page, seen = person.desk.page, {}
    for _ in range(page.scheme.count()):
        person.press("Shift+L")
        seen[str(page.scheme.currentData())] = (page.figures.tiles[-1][:2], page.why.text())
    assert set(seen) == {"correctness", "match", "importance", "groups", "nil"}
    assert seen["match"][0] == ("1", "pairs of answer and nugget")
    assert seen["groups"][0] == ("6", "pairs of answers")
    assert "the Rand index" in seen["groups"][1]
    assert seen["importance"][0] == ("1", "nuggets")
    assert "no judge has labeled questions in this way yet" in seen["nil"][1]


def test_two_assessors_can_be_chosen(at_figures: Person) -> None:
    person, page, session = at_figures, at_figures.desk.page, at_figures.session
    page.part.choose("confusion")
    page.show_part()
    corner = cells(person)[0][0]
    shown = [combo.currentText().removesuffix(" (least agreement)") for combo in (page.one, page.other)]
    assert corner == " / ".join(shown), "the two shown are named where nobody was chosen"
    chosen = [page.one.itemData(3), page.other.itemData(1)]
    page.one.choose(chosen[0])
    page.other.choose(chosen[1])
    page.show_part()
    matrix = label_matrix(session.collection, "quality")
    rows, columns = (matrix.labels[matrix.assessors.index(who)] for who in chosen)
    wanted = [
        [word, *(str(int(np.count_nonzero((rows == at) & (columns == to)))) for to in range(3))]
        for at, word in enumerate(matrix.words)
    ]
    assert cells(person)[1:] == wanted
    assert "least" not in page.one.currentText() + page.other.currentText()


def choose(combo: Combo, at: int) -> None:
    """Choose an item as somebody does with the mouse."""
    combo.setCurrentIndex(at)
    combo.activated.emit(at)


def named(person: Person) -> str:
    """Return whom the two boxes name, as the corner of their table does."""
    page = person.desk.page
    return " / ".join(combo.currentText().removesuffix(" (least agreement)") for combo in (page.one, page.other))


def test_the_boxes_name_rows_and_columns_whoever_was_chosen(at_figures: Person) -> None:
    person, page = at_figures, at_figures.desk.page
    choose(page.part, page.part.findData("confusion"))
    names = [page.one.itemText(at) for at in range(page.one.count())]
    for box, beside in ((page.other, page.one), (page.one, page.other)):
        choose(page.one, 0)
        choose(page.other, 0)
        for at in range(1, page.one.count()):
            choose(box, at)
            assert cells(person)[0][0] == named(person)
            assert names[at] in named(person)
            assert beside.currentText().endswith("(least agreement)")
        choose(beside, page.one.count() - 1)
        assert box.currentIndex() == 0, "nobody is compared with themselves"
        assert cells(person)[0][0] == named(person)


def test_what_cannot_be_sorted_does_not_offer_it(at_figures: Person) -> None:
    person, page = at_figures, at_figures.desk.page
    possible = person.window.registry.possible
    assert possible("disagreements.sort"), "the matrix of pairs is a picture, and one table is beside it"
    choose(page.part, page.part.findData("errors"))
    person.settle()
    assert sum(map(page.table.model().is_head, range(page.table.model().rowCount()))) == 2
    plain = cells(person)
    assert not possible("disagreements.sort")
    assert not possible("disagreements.reverse")
    person.press("V", "Shift+V")
    page.table.clicked.emit(page.table.model().index(0, 1))
    assert cells(person) == plain
    choose(page.part, page.part.findData("assessors"))
    person.settle()
    (hint,) = [one for one in page.findChildren(HintButton) if one.text() == "Sort by the next column"]
    assert hint.isEnabled()
    assert possible("disagreements.sort")
    choose(page.part, page.part.findData("errors"))
    person.settle()
    assert not hint.isEnabled()


def test_in_a_low_window_the_pairs_are_a_list_without_their_matrix(at_figures: Person) -> None:
    person, page = at_figures, at_figures.desk.page
    assert page.picture.isVisible()
    person.window.resize(960, 540)
    person.settle()
    assert not page.picture.isVisible()
    assert sum(map(page.table.model().is_head, range(page.table.model().rowCount()))) == 1
    assert "triangle" not in at_figures.desk.probe().heard
    assert len(page.frames) == 2, "both are exported"
    assert {"alpha, nominal", "alpha, ordinal", "reason below"} <= set(painted_words(page.figures))
    person.window.resize(1280, 800)
    person.settle()
    assert page.picture.isVisible()
    assert "triangle" in at_figures.desk.probe().heard


def test_all_columns_of_the_pairs_are_seen_beside_their_matrix(at_figures: Person) -> None:
    page = at_figures.desk.page
    at_figures.window.resize(1280, 800)
    at_figures.settle()
    assert page.picture.isVisible()
    assert page.table.horizontalHeader().length() <= page.table.viewport().width()
    at_figures.window.resize(1024, 768)
    at_figures.settle()
    assert not page.picture.isVisible(), "the list alone has room"
    assert page.table.horizontalHeader().length() <= page.table.viewport().width()


def test_sorting_leaves_the_heads_as_wide_as_they_were(come: Come, tmp_path: Path) -> None:
    names = ("Dr. Annegret Liebermann-Schulze", "Ben")
    labels = [(who, at, "correct" if (who + at) % 3 else "incorrect") for who in (0, 1) for at in range(9)]
    path = small_collection(tmp_path / "s.jury", assessors=names, labels=labels)
    person = come(path, desk="disagreements", assessor="Chair")
    person.press("T")
    page = person.desk.page
    choose(page.part, page.part.findData("confusion"))
    plain = cells(person)[0]
    assert any(head.endswith("…") for head in plain)
    person.press("V")
    assert [head.rstrip(" ▾▴") for head in cells(person)[0]] == plain


def test_an_undefined_figure_says_why(at_figures: Person) -> None:
    strip = at_figures.desk.page.figures
    titles = [title for _, title, _ in strip.tiles]
    at = titles.index("Fleiss' kappa")
    assert strip.tiles[at][0] == "undefined"
    assert strip.tiles[at][2].startswith("it needs the same number of labels for every item")
    assert "Fleiss' kappa undefined, it needs the same number of labels" in at_figures.desk.probe().heard


def test_one_assessor_alone_is_explained(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, at, "correct") for at in range(9)])
    person = come(path, desk="disagreements", assessor="Ana")
    person.press("T")
    page, why = person.desk.page, "only Ana has labeled answers (9), and two judges are needed"
    assert not page.figures.isVisible(), "tiles would be undefined, all of them"
    for part in ("pairs", "labels", "categories", "assessors"):
        page.part.choose(part)
        page.show_part()
        assert cells(person) == [], part
        assert f"No agreement can be computed: {why}." in person.desk.probe().said
    page.part.choose("errors")
    page.show_part()
    assert cells(person), "what is estimated of one assessor is known"
    person.session.execute(Judge((0, 1), "correct", assessor=1))
    person.wait(page.figures.isVisible)
    assert page.figures.tiles[-1][0] == "2"
    page.part.choose("pairs")
    page.show_part()
    assert cells(person)


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
    made = session.collection
    assert model not in label_matrix(made, "validation").assessors
    matrix = label_matrix(made, "validation", "everybody")
    (report,) = other_reports(session.catalog, session.facts, matrix)
    rows = {session.catalog.assessors[who].name: row for row, who in enumerate(matrix.assessors)}
    first, second, own = (matrix.labels[rows[name]] for name in ("a1", "a2", "a3"))
    alike = (first == second) & (first >= 0) & (own >= 0)
    assert report.judges.items == int(alike.sum())
    assert report.judges.raw.value == pytest.approx(float((own == first)[alike].mean()))
    session.close()


@pytest.mark.sweep
def test_an_assessor_is_excluded_with_a_key_and_comes_back_with_undo(at_figures: Person) -> None:
    person = at_figures
    while person.desk.page.part.currentData() != "assessors":
        person.press("Shift+T")
    person.settle()
    table = person.desk.page.table
    names = [row[0] for row in cells(person)[1:]]
    assert len(names) == 3
    assert not person.desk.may_exclude()
    table.clicked.emit(table.model().index(1, 0))
    person.press("Shift+X")
    person.settle()
    assert [row[0] for row in cells(person)[1:]] == names[1:]
    assert names[0] in person.desk.page.why.text()
    assert person.session.catalog.assessors[person.session.catalog.assessor_named[names[0]]].kind == "excluded"
    assert f"{names[0]} is excluded" in person.program.message
    person.press("Ctrl+Z")
    person.settle()
    assert [row[0] for row in cells(person)[1:]] == names
    assert person.program.message == ""  # they are not excluded any more


def test_no_other_action_takes_the_letter_of_a_label() -> None:
    assert {f"disagreements.letter.{letter.lower()}" for letter in LETTERS} <= {one.id for one in ACTIONS}
