"""Agreement on nuggets, matches, equal answers, questions and NIL, beside scikit-learn and by hand."""

from collections.abc import Iterator
from contextlib import closing
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from series import series_collection
from sklearn.metrics import adjusted_rand_score, cohen_kappa_score, rand_score
from small import small_collection

from jurybox.analysis.agreement import agreement, cohen_kappa, confusion
from jurybox.analysis.agreement_report import agreement_report, assessor_reports
from jurybox.analysis.disagreements.disputes import find_disputes
from jurybox.analysis.label_matrix import LabelMatrix, in_order, label_matrix, usual_scheme
from jurybox.collection.file import create
from jurybox.commands import Judge, JudgeQuestion, Match, MergeNuggets, SetFact, SetGroup, Vote
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.session import Session, open_session

ANA, BEN, CAM = 0, 1, 2


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Two series with list and Other questions, opened by the organizer."""
    with closing(open_session(series_collection(tmp_path / "s.jury"), assessor="organiser")) as session:
        yield session


def matrix_of(session: Session, scheme: str) -> LabelMatrix:
    return label_matrix(session.collection, scheme)


def rows(matrix: LabelMatrix) -> dict[int, list[int]]:
    return dict(zip(matrix.assessors, matrix.labels.tolist(), strict=True))


def test_votes_on_nuggets_are_labels_and_merged_ones_count_once(session: Session) -> None:
    for who, words in ((BEN, ("okay", "vital", "okay")), (CAM, ("vital", "vital", ""))):
        for nugget, word in enumerate(words):
            session.execute(Vote(nugget, word or None, assessor=who))
    matrix = matrix_of(session, "importance")
    assert matrix.subjects[:, 2].tolist() == [0, 1, 2]
    assert rows(matrix) == {ANA: [1, 0, 0], BEN: [1, 0, 1], CAM: [0, 0, -1]}
    found = agreement(matrix.labels, 2)
    assert (found.items, found.assessors) == (3, 3)
    assert found.raw.value == pytest.approx((1 + 3 + 0) / 7)
    session.execute(MergeNuggets((0, 2)))
    matrix = matrix_of(session, "importance")
    assert matrix.subjects[:, 2].tolist() == [0, 1]
    assert rows(matrix)[BEN] == [1, 0]


def test_matches_agree_as_scikit_learn_says(session: Session) -> None:
    lot = np.random.default_rng(4)
    said = {}
    for who in (BEN, CAM):
        for answer in (6, 7, 8):
            for nugget in range(3):
                word = str(lot.choice(["yes", "partial", "no"]))
                said[who, answer, nugget] = word
                session.execute(Match(answer, nugget, word, assessor=who))
    matrix = matrix_of(session, "match")
    places = [(answer, nugget) for answer in (6, 7, 8) for nugget in range(3)]
    assert [(a, n) for _, a, n, _ in matrix.subjects.tolist()] == places
    one, other = ([said[who, *at] for at in places] for who in (BEN, CAM))
    (pair,) = agreement_report(session.catalog, matrix, draws=0).pairs
    assert pair.kappa.value == pytest.approx(cohen_kappa_score(one, other))
    assert pair.raw.value == pytest.approx(np.mean([a == b for a, b in zip(one, other, strict=True)]))


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=2, max_size=9))
@settings(max_examples=examples(60), deadline=None)
def test_pairs_of_answers_give_the_rand_index_and_the_adjusted_one(groups: list[tuple[int, int]]) -> None:
    one, other = np.array(groups).T
    pairs = list(combinations(range(len(groups)), 2))
    same = [np.array([view[a] != view[b] for a, b in pairs], dtype=np.int8) for view in (one, other)]
    table = confusion(*same, 2)
    assert np.trace(table) / len(pairs) == pytest.approx(rand_score(one, other))
    kappa = cohen_kappa(table)
    if kappa.reason:
        assert len({*same[0].tolist(), *same[1].tolist()}) == 1
    else:
        assert kappa.value == pytest.approx(adjusted_rand_score(one, other), abs=1e-12)


def test_groups_are_compared_pair_by_pair_by_those_who_grouped(session: Session) -> None:
    assert matrix_of(session, "groups").assessors == ()
    session.execute(SetGroup((2, 3), "x", assessor=ANA))
    session.execute(SetGroup((3, 4), "y", assessor=BEN))
    matrix = matrix_of(session, "groups")
    assert [(a, b) for _, a, _, b in matrix.subjects.tolist()] == list(combinations((2, 3, 4, 5), 2))
    assert rows(matrix) == {ANA: [0, 1, 1, 1, 1, 1], BEN: [1, 1, 1, 0, 1, 1]}
    assert adjusted_rand_score([0, 0, 1, 2], [0, 1, 1, 2]) == pytest.approx(
        cohen_kappa(confusion(*matrix.labels, 2)).value
    )
    for answer, label in ((2, "correct"), (3, "correct"), (4, "incorrect")):
        session.execute(Judge((answer,), label, assessor=ANA))
    matrix = matrix_of(session, "groups")
    # The answer that everybody calls wrong is left out; of one that she did not look at she says nothing.
    assert [(a, b) for _, a, _, b in matrix.subjects.tolist()] == [(2, 3), (2, 5), (3, 5)]
    assert rows(matrix) == {ANA: [0, -1, -1], BEN: [1, 1, 1]}
    for answer in (4, 5):
        session.execute(Judge((answer,), "correct", assessor=CAM))
    matrix = matrix_of(session, "groups")
    assert rows(matrix)[ANA] == [0, -1, -1, -1, -1, -1]


def test_answers_with_a_lenient_label_of_an_own_scheme_are_grouped(session: Session) -> None:
    labels = [
        {"label": "correct", "grade": 3, "relevant": "strict"},
        {"label": "close", "grade": 2, "relevant": "lenient"},
        {"label": "inexact", "grade": 1, "relevant": "no"},
        {"label": "incorrect", "grade": 0, "relevant": "no"},
    ]
    session.execute(SetFact("scheme:list", {"labels": labels}))
    session.execute(SetGroup((2, 3), "x", assessor=ANA))
    session.execute(SetGroup((3, 4), "y", assessor=BEN))
    for answer, label in ((2, "close"), (3, "close"), (4, "inexact"), (5, "incorrect")):
        session.execute(Judge((answer,), label, assessor=ANA))
    matrix = matrix_of(session, "groups")
    assert [(a, b) for _, a, _, b in matrix.subjects.tolist()] == [(2, 3)]
    assert rows(matrix) == {ANA: [0], BEN: [1]}
    found = find_disputes(session.collection)
    assert [one.answer for row in found.values() for one in row.disputes if one.what == "distinct"] == [2, 3]
    session.execute(Judge((4,), "correct", assessor=CAM))
    matrix = matrix_of(session, "groups")
    assert [(a, b) for _, a, _, b in matrix.subjects.tolist()] == [(2, 3), (2, 4), (3, 4)]
    assert rows(matrix) == {ANA: [0, -1, -1], BEN: [1, 1, 0]}, "who calls it wrong says nothing of its pairs"


def test_nil_is_right_for_whoever_looked_at_all_and_found_nothing(session: Session) -> None:
    for answer, label in ((0, "incorrect"), (1, "incorrect")):
        session.execute(Judge((answer,), label, assessor=ANA))
    session.execute(Judge((1,), "correct", assessor=BEN))
    session.execute(Judge((0,), "incorrect", assessor=CAM))
    matrix = matrix_of(session, "nil")
    assert matrix.question.tolist() == [0, 3]
    assert rows(matrix) == {ANA: [0, -1], BEN: [1, -1]}
    assert agreement(matrix.labels, 2).raw.value == 0.0


def test_question_quality_is_read_and_drift_follows_the_log(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "q.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        for who, words in ((ANA, "ABC"), (BEN, "AAC")):
            for question in (2, 0, 1):
                session.execute(JudgeQuestion(question, words[question], assessor=who))
        matrix = matrix_of(session, "question-quality")
        assert rows(matrix) == {ANA: [0, 1, 2], BEN: [0, 0, 2]}
        assert in_order(session.catalog, session.ledger, matrix, 0).tolist() == [2, 0, 1]
        session.execute(JudgeQuestion(2, None, assessor=ANA))
        session.execute(JudgeQuestion(2, "C", assessor=ANA))
        assert in_order(session.catalog, session.ledger, matrix, 0).tolist() == [0, 1, 2]
        first, second = assessor_reports(session.catalog, session.ledger, matrix)
        assert (first.labels, first.others.items, first.others.raw.value) == (3, 3, pytest.approx(2 / 3))
        assert second.repeats.raw.reason


def test_drift_of_matches_and_groups_follows_the_log(session: Session) -> None:
    for answer, nugget in ((8, 0), (6, 2), (7, 1)):
        session.execute(Match(answer, nugget, "yes", assessor=BEN))
    matrix = matrix_of(session, "match")
    order = in_order(session.catalog, session.ledger, matrix, 0)
    assert matrix.subjects[order][:, 1].tolist() == [8, 6, 7]
    for pair in ((4, 5), (2, 3)):
        session.execute(SetGroup(pair, f"g{pair[0]}", assessor=CAM))
    matrix = matrix_of(session, "groups")
    order = in_order(session.catalog, session.ledger, matrix, 0)
    assert matrix.subjects[order][0, [1, 3]].tolist() == [4, 5]


def test_what_nobody_said_is_undefined_and_told(session: Session) -> None:
    found = agreement_report(session.catalog, matrix_of(session, "groups"), draws=50)
    assert found.overall.raw.reason == "nothing was labeled by two assessors"
    assert found.pairs == ()
    with pytest.raises(Refused, match="not a scheme of labels"):
        matrix_of(session, "colours")


def test_the_usual_scheme_is_what_most_answers_are_judged_by(session: Session) -> None:
    assert usual_scheme(session.catalog, session.facts) == "correctness"


def test_labels_of_several_imports_are_in_the_order_of_their_times(tmp_path: Path) -> None:
    """The second file has the earlier labels; those of a third have no times, and those given here follow."""
    made = tmp_path / "c.jury"
    create(made)
    answers = "".join(f"q,a{at},text {at}\n" for at in range(9))
    tables = [{"questions": "question,kind,text\nq,ranked,Q?\n", "answers": f"question,answer,text\n{answers}"}]
    tables += [
        {"judgments": "assessor,question,answer,label,judged_at\n" + "".join(rows)}
        for rows in (
            [f"Ana,q,a{at},A,2026-03-0{5 + at}T10:00:00Z\n" for at in range(3)],
            [f"Ana,q,a{at},B,2026-03-0{at - 2}T10:00:00Z\n" for at in (5, 3, 4)],
            [f"Ana,q,a{at},C,\n" for at in (6, 7)],
        )
    ]
    for number, each in enumerate(tables):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, text in each.items():
            (folder / f"{name}.csv").write_text(text, encoding="utf-8")
        import_into(made, [folder])
    with closing(open_session(made, assessor="Ana")) as session:
        session.execute(Judge((8,), "A"))
        matrix = label_matrix(session.collection, "quality")
        order = in_order(session.catalog, session.ledger, matrix, matrix.assessors.index(session.assessor))
        assert matrix.answers[order].tolist() == [3, 4, 5, 0, 1, 2, 8]
