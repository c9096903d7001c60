"""How far the judges agree, in a few figures, counted by hand."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from generated import generated_collection
from judge_bench import Asked, Given, write_collection
from small import small_collection

from jurybox.analysis.disagreements.disputes import count_open
from jurybox.analysis.disagreements.overview import overview
from jurybox.analysis.label_matrix import label_matrix, usual_scheme
from jurybox.collection.collection import Collection
from jurybox.commands import Judge, adjudicate
from jurybox.session import open_session

LABELS = {  # by answer: what Ana, Ben and Cam say, "" for nothing
    0: ("correct", "correct", "correct"),
    1: ("correct", "correct", "incorrect"),
    2: ("incorrect", "correct", ""),
    3: ("correct", "", ""),
    4: ("incorrect", "incorrect", ""),
}


def test_things_are_counted_by_how_far_judges_agree(tmp_path: Path) -> None:
    labels = [(who, at, said) for at, all_ in LABELS.items() for who, said in enumerate(all_) if said]
    path = small_collection(tmp_path / "s.jury", assessors=("Ana", "Ben", "Cam"), labels=labels)
    with closing(open_session(path)) as session:
        parts = session.collection
        found = overview(parts)
        assert (found.noun, found.shared) == ("answers", 4)
        assert (found.alike, found.majority, found.split) == (2, 1, 1)
        assert count_open(parts) == (2, 2)
        assert found.raw.value == pytest.approx((3 + 1 + 0 + 1) / (3 + 3 + 1 + 1))
        assert not found.is_ordinal
        assert not found.is_weighted
        # Cohen 1960: Ana and Ben share four answers, agree on three, by chance on half of them; Cam's one
        # answer with each, and a label alone that is all one says, leave Ben and Cam at 0.
        assert [(one.a, one.b, one.items) for one in found.pairs] == [(0, 2, 2), (1, 2, 2), (0, 1, 4)]
        assert [one.kappa for one in found.pairs] == pytest.approx([0, 0, (3 / 4 - 1 / 2) / (1 - 1 / 2)])
        session.execute(adjudicate((1,), "correct"))
        assert count_open(parts) == (1, 1)
        first = overview(parts, frozenset({0}))  # answers 0 to 2
        assert (first.alike, first.majority, first.split) == (1, 1, 1)


def test_where_nobody_shares_anything_there_is_nothing_to_count(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, 0, "correct"), (1, 1, "correct")])
    with closing(open_session(path)) as session:
        found = overview(session.collection)
    assert found.shared == 0
    assert found.raw.reason


def test_pairs_of_a_scale_are_by_linear_weights_the_lowest_first(tmp_path: Path) -> None:
    path = generated_collection(
        tmp_path / "s.jury", kind="ranked", questions=5, runs=2, assessors=3, judged=0.9, correct=0.4
    )
    with closing(open_session(path)) as session:
        parts = session.collection
        found, matrix = overview(parts), label_matrix(parts, usual_scheme(parts.catalog, parts.facts), "judges")
    assert found.is_weighted
    assert [one.kappa for one in found.pairs] == sorted(one.kappa for one in found.pairs)
    rows = dict(zip(matrix.assessors, matrix.labels.tolist(), strict=True))
    assert len(found.pairs) == 3
    for one in found.pairs:  # Cohen 1968, with loops: labels are that of their places in A, B, C
        both = [(x, y) for x, y in zip(rows[one.a], rows[one.b], strict=True) if x >= 0 and y >= 0]
        apart = sum(abs(x - y) for x, y in both) / len(both)
        by_chance = sum(abs(x - y) for x, _ in both for _, y in both) / len(both) ** 2
        assert one.items == len(both)
        assert one.kappa == pytest.approx(1 - apart / by_chance)


@pytest.mark.parametrize(
    ("kind", "gold", "effective"),
    [
        ("ranked", "", 0),
        ("ranked", "GAW", 0),
        ("ranked", "median", 0),
        ("ranked", "assessor:Ana", 0),
        ("ranked", "adjudicated+strict", 2),
        ("ranked", "no gold standard", 0),
        ("validation", "", 2),
        ("validation", "majority+lenient", 0),
        ("validation", "adjudicated+lenient", 2),
        ("validation", "GAW", 2),
    ],
)
def test_decisions_are_waited_for_where_they_have_an_effect(
    tmp_path: Path, kind: str, gold: str, effective: int
) -> None:
    best, worst = ("A", "C") if kind == "ranked" else ("correct", "incorrect")
    path = tmp_path / "s.jury"
    write_collection(path, [Asked("Q", "What?", [Given(f"answer {at}") for at in range(3)], kind)])
    with closing(open_session(path)) as session:
        session.execute(Judge((0, 1, 2), best, assessor=0))
        session.execute(Judge((0, 1), worst, assessor=1))
        session.execute(Judge((2,), best, assessor=1))
        facts = replace(session.facts, gold=gold)
        assert count_open(Collection(session.catalog, session.ledger, facts)) == (2, effective)
