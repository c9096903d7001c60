"""The range of a judge's scores at rank 1 over all orders of what he rated alike, by trying them all."""

import itertools
import math

import pytest
from worlds import Book, make_catalog

from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import Ranking, measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.tie_range import range_over_ties

LABELS = {"Ann": "ABA" + "CC" + "BBC" + "", "Ben": "AAB" + "CB" + "CBA" + "", "Cem": "CBA" + "CC" + "BCB" + ""}
OWNER = [0, 0, 0, 1, 1, 2, 2, 2]


def board() -> Scoreboard:
    """Return the board of three judges and three questions, under GAW."""
    catalog = make_catalog(["ranked"] * 3, OWNER, assessors=["person"] * 3)
    catalog.answer_best[0] = 1
    book = Book(3, len(OWNER))
    for who, labels in enumerate(LABELS.values()):
        for answer, label in enumerate(labels):
            book.say(who, answer, label)
    return Scoreboard(Collection(catalog, book.ledger, Facts(panel=(0, 1, 2))), Gold.parse("GAW"), humans=True)


def by_hand(full: Scoreboard, name: str, labels: str) -> tuple[float, float]:
    """Score every order of every question's answers that keeps A before B before C."""
    low, high = list[float](), list[float]()
    for question in range(3):
        mine = [answer for answer, owner in enumerate(OWNER) if owner == question]
        gains = {answer: float(full.levels[answer]) for answer in mine}
        values = []
        for order in itertools.permutations(mine):
            if [labels[answer] for answer in order] == sorted(labels[answer] for answer in order):
                ranking = Ranking([gains[answer] for answer in order], list(gains.values()))
                values.append(measure(name).evaluate(ranking).value)
        if not math.isnan(values[0]):
            low.append(min(values))
            high.append(max(values))
    return math.fsum(low) / len(low), math.fsum(high) / len(high)


@pytest.mark.parametrize("name", ["Hit@1", "nG@1"])
def test_the_range_is_that_of_all_orders(name: str) -> None:
    full, wide = board(), 0
    for run, labels in zip(full.runs, LABELS.values(), strict=False):
        low, high = range_over_ties(full, measure(name), run)
        assert (low, high) == pytest.approx(by_hand(full, name, labels))
        assert low <= full.score(measure(name), run).value <= high
        wide += low < high
    assert wide > 0 or name == "Hit@1"


def test_the_asker_has_one_order_and_other_measures_have_no_range() -> None:
    full = board()
    asker = full.runs[-1]
    low, high = range_over_ties(full, measure("nG@1"), asker)
    assert low == high == full.score(measure("nG@1"), asker).value
    with pytest.raises(ValueError, match="uses more than rank 1"):
        range_over_ties(full, measure("nDCG"), asker)
