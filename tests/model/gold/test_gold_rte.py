"""The 800 text pairs of RTE-1 with ten labels each (Snow et al. 2008), where the file is there."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from worlds import Book, make_catalog

from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold, truth_of

LABELS = Path(__file__).parents[4] / "shared" / "data" / "rte1_mturk" / "rte_labels.tsv"

pytestmark = [pytest.mark.needs_data, pytest.mark.skipif(not LABELS.exists(), reason="the file is not here")]


@pytest.fixture(scope="module")
def pairs() -> tuple[Catalog, Book, dict[str, list[int]]]:
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    items = {name: at for at, name in enumerate(dict.fromkeys(row["item"] for row in rows))}
    workers = {name: at for at, name in enumerate(dict.fromkeys(row["worker"] for row in rows))}
    catalog = make_catalog(
        ["validation"],
        [0] * len(items),
        assessors=["person"] * len(workers),
        assigned=[(workers[row["worker"]], items[row["item"]]) for row in rows],
    )
    book = Book(len(workers), len(items))
    votes: dict[str, list[int]] = {}
    for row in rows:
        said = "correct" if row["response"] == "1" else "incorrect"
        book.say(workers[row["worker"]], items[row["item"]], said)
        votes.setdefault(row["item"], []).append(int(row["response"]))
    return catalog, book, votes


def test_a_majority_leaves_out_the_65_pairs_of_five_against_five(
    pairs: tuple[Catalog, Book, dict[str, list[int]]],
) -> None:
    catalog, book, votes = pairs
    truth, possible = truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    assert len(truth) == 800
    assert np.count_nonzero(truth == -2) == 65
    assert not (truth == -1).any()
    assert ((possible == 4) == (truth == -2)).all()
    assert [value for value in truth.tolist() if value >= 0] == [
        int(sum(given) > 5) for given in votes.values() if sum(given) != 5
    ]


def test_one_label_more_or_less_decides_a_tie_or_lets_it_wait(
    pairs: tuple[Catalog, Book, dict[str, list[int]]],
) -> None:
    catalog, book, _ = pairs
    tie = int(np.flatnonzero(truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority")).truth == -2)[0])
    said_no = int(np.flatnonzero(book.ledger.labels[:, tie] == 7)[0])
    book.say(said_no, tie)
    waiting = truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority"))
    assert (waiting.truth[tie], waiting.possible[tie]) == (-1, 1 | 4)
    book.say(said_no, tie, "correct")
    assert truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority")).truth[tie] == 1
    book.say(said_no, tie, "incorrect")
    assert truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority")).truth[tie] == -2


def test_labels_without_assignments_wait_for_nobody_else(pairs: tuple[Catalog, Book, dict[str, list[int]]]) -> None:
    catalog, book, votes = pairs
    nobody = np.empty(0, dtype=np.int64)
    unplanned = replace(catalog, assigned=(nobody, nobody))
    for gold in ("majority", "adjudicated"):
        planned = truth_of(Collection(catalog, book.ledger, Facts()), Gold.parse(gold))
        found = truth_of(Collection(unplanned, book.ledger, Facts()), Gold.parse(gold))
        assert (found.truth == planned.truth).all()
        assert (found.possible == planned.possible).all()
    assert len(votes) == 800
