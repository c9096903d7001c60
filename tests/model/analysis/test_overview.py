"""How far the judges agree, in a few figures, counted by hand."""

from contextlib import closing
from pathlib import Path

import pytest
from small import small_collection

from jurybox.analysis.disagreements.overview import overview
from jurybox.commands import adjudicate
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
        parts = session.catalog, session.ledger, session.facts
        found = overview(*parts)
        assert (found.noun, found.shared) == ("answers", 4)
        assert (found.alike, found.majority, found.split, found.undecided) == (2, 1, 1, 2)
        assert found.raw.value == pytest.approx((3 + 1 + 0 + 1) / (3 + 3 + 1 + 1))
        assert not found.is_ordinal
        session.execute(adjudicate((1,), "correct"))
        assert overview(*parts).undecided == 1
        first = overview(*parts, frozenset({0}))  # answers 0 to 2
        assert (first.alike, first.majority, first.split) == (1, 1, 1)


def test_where_nobody_shares_anything_there_is_nothing_to_count(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, 0, "correct"), (1, 1, "correct")])
    with closing(open_session(path)) as session:
        found = overview(session.catalog, session.ledger, session.facts)
    assert (found.shared, found.undecided) == (0, 0)
    assert found.raw.reason
