"""A kind of question that names one family of tallies alone is scored by it as where it names all."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mixed_tables import Mixed

from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.kinds import KINDS
from jurybox.measures import MEASURES, Kind
from jurybox.scoring import Scoreboard
from jurybox.scoring.coverage import coverage
from jurybox.scoring.not_scored import not_scored
from jurybox.scoring.tallies.registry import family_of

OF_OTHERS = ("geometric", "pooled", "series")
"""Families that average what others score: the questions of rankings, the parts of a series."""
ALONE = [(name, family) for name, kind in KINDS.items() for family in kind.tallies if family not in OF_OTHERS]


def of_measures(state: State, kind: Kind, family: str) -> dict[str, Any]:
    """Return what the scoreboard says of each measure that a family scores on the questions of a kind."""
    asked = frozenset(at for at, one in enumerate(state.catalog.questions) if one.kind == kind)
    found = {}
    for one in MEASURES:
        scoring = family_of(one, kind)
        if scoring is not None and scoring.name == family:
            board = Scoreboard(state.collection, Gold.parse("majority+strict"))
            board.select(asked)
            found[one.name] = [
                (board.score(one, run), board.bounds(one, run), coverage(board, one, run), not_scored(board, one, run))
                for run in board.runs
            ]
    return found


@pytest.mark.parametrize(("kind", "family"), ALONE)
@pytest.mark.sweep
def test_a_kind_with_one_family_is_scored_as_with_all(
    kind: Kind, family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(State(Mixed(3, share=0.9).file(tmp_path / "m.jury"))) as state:
        of_all = of_measures(state, kind, family)
        assert of_all
        typical = next(iter(of_all)) if KINDS[kind].typical else ""
        monkeypatch.setitem(KINDS, kind, replace(KINDS[kind], tallies=(family,), typical=typical))
        of_one = of_measures(state, kind, family)
        assert {name: repr(of_one[name]) for name in of_all} == {name: repr(of_all[name]) for name in of_all}
