"""The sign test and the marks between neighbors are those of questions counted by hand from the tables."""

import json
import math
from contextlib import closing
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from oracle_organizer.judged_tables import Judged
from oracle_organizer.plain_units import PlainUnits, tables_of
from sweeps import swept

from jurybox.analysis.standings import standings
from jurybox.cli.commands import Jurybox
from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

CASES = [
    ("ranked", "nDCG", "GAW"), ("ranked", "Hit@1", "GAW"), ("ranked", "AP", "UFA"),
    ("factoid", "MRR", "majority+strict"), ("list", "F-list", "majority+strict"),
    ("other", "F(3)", "majority+strict"), *swept([("series", "series", "majority+strict")]),
]  # fmt: skip


def two_sided(wins: int, losses: int) -> Fraction:
    """The exact binomial test, by adding up what is at least as far from even."""
    n = wins + losses
    tail = sum(math.comb(n, k) for k in range(min(wins, losses) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**n))


def won(plain: PlainUnits, a: int, b: int) -> tuple[int, int, int]:
    """Units won, lost and tied by run a against run b; left out where one of them has no score."""
    found = [0, 0, 0]
    for unit in range(len(plain.units)):
        x, y = plain.score(a, [unit]), plain.score(b, [unit])
        if x is not None and y is not None:
            steps = round(Fraction(x) * 10**9) - round(Fraction(y) * 10**9)
            found[0 if steps > 0 else 1 if steps < 0 else 2] += 1
    return found[0], found[1], found[2]


def mark_of(wins: int, losses: int) -> str:
    """As the captions say: stars where the upper run wins, daggers where the lower one does."""
    p = two_sided(wins, losses)
    if p >= Fraction(5, 100):
        return ""
    strong = p < Fraction(1, 100)
    return ("**" if strong else "*") if wins > losses else ("‡" if strong else "†")


def compared(path: Path, a: str, b: str, name: str, gold: str) -> Any:
    """What `jurybox compare` says."""
    words = ["compare", str(path), a, b, "--measure", name, "--gold", gold, "--format", "json"]
    done = CliRunner().invoke(Jurybox("jurybox"), words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize(("kind", "name", "gold"), CASES)
@pytest.mark.sweep
def test_marks_between_neighbors_are_those_of_units_counted_by_hand(
    kind: str, name: str, gold: str, tmp_path: Path
) -> None:
    made = "series" if kind in ("list", "other") else kind
    path = Judged(8, made, 120 if made == "series" else 70, runs=4, step=0.4, silent=0.1).file(
        tmp_path / f"{made}.jury"
    )
    plain, marks = PlainUnits(tables_of(path), gold, kind, name), []
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse(gold))
        asked = [at for at, one in enumerate(state.catalog.questions) if kind in (one.kind, "series")]
        board.select(frozenset(asked))
        found = standings(board, measure(name), draws=100)
        for upper, lower in pairwise(found):
            a, b = (plain.runs.index(board.name_of(one.row.run)) for one in (upper, lower))
            wins, losses, _ = won(plain, a, b)
            assert (upper.wins, upper.losses, upper.test) == (wins, losses, "sign")
            assert upper.p == pytest.approx(float(two_sided(wins, losses)), rel=1e-12)
            assert upper.mark == mark_of(wins, losses)
            marks.append(upper.mark)
        assert found[-1].mark == ""
    assert "" in marks
    assert any(marks) or kind == "other"  # there whoever returns more wins, whatever the skill
    if kind == made:
        wins, losses, ties = won(plain, 0, 3)
        told = compared(path, plain.runs[0], plain.runs[3], name, gold)
        assert (told["wins"], told["losses"], told["ties"]) == (wins, losses, ties)
        assert told["p"] == pytest.approx(float(two_sided(wins, losses)), rel=1e-12)


def test_the_papers_numbers_by_counting() -> None:
    assert round(float(two_sided(327, 274)), 4) == 0.0338
    assert round(float(two_sided(324, 277)), 4) == 0.0605
    assert [mark_of(327, 274), mark_of(324, 277), mark_of(274, 327)] == ["*", "", "†"]
