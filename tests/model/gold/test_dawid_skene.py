"""Dawid and Skene's estimate against their own data, a plain implementation, and crowds that are known."""

import csv
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from worlds import Book, Reply, make_catalog

from jurybox.changes import changes
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import LEFT_OUT, UNJUDGED, Gold, Graded, Panel, truth_of
from jurybox.gold.dawid_skene import STEADY, Estimate, crowds_of, dawid_skene
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

LABELS = Path(__file__).parents[4] / "shared" / "data" / "rte1_mturk" / "rte_labels.tsv"

PATIENTS = (
    "111 1111, 333 4334, 112 2122, 222 3121, 222 3222, 222 3322, 122 2111, 333 3433, 222 2223, 232 2223, "
    "444 4444, 222 3343, 111 1111, 222 3212, 121 1111, 111 2111, 111 1111, 111 1111, 222 2221, 222 1322, "
    "222 2222, 222 2221, 222 3222, 221 2222, 111 1111, 111 1111, 232 2222, 111 1111, 111 1111, 112 1121, "
    "111 1111, 333 3233, 111 1111, 222 2222, 222 3232, 433 4343, 221 2232, 232 3233, 333 3432, 111 1111, "
    "111 1111, 121 2111, 232 2222, 121 1111, 222 2222"
)
"""Dawid and Skene 1979, Table 1: forty-five patients; the first anesthetist three times, then four others."""

Votes = list[tuple[int, int, int]]


def plain(votes: Votes, assessors: int, things: int, labels: int) -> tuple[list[list[float]], list[float]]:
    """Equations 2.3 to 2.5, with loops, until nothing moves; posteriors and prevalences."""
    given: list[Votes] = [[one for one in votes if one[1] == thing] for thing in range(things)]
    known = [thing for thing in range(things) if given[thing]]
    of_assessor: list[Votes] = [[one for one in votes if one[0] == who] for who in range(assessors)]
    t = {
        thing: [sum(one[2] == label for one in given[thing]) / len(given[thing]) for label in range(labels)]
        for thing in known
    }
    p: list[float] = []
    for _ in range(20_000):
        pi: dict[tuple[int, int, int], float] = {}
        for who in range(assessors):
            for true in range(labels):
                met = math.fsum(t[thing][true] for _, thing, _ in of_assessor[who])
                for label in range(labels):
                    hits = math.fsum(t[thing][true] for _, thing, said in of_assessor[who] if said == label)
                    pi[who, true, label] = hits / met if met else 1 / labels
        p = [math.fsum(t[thing][true] for thing in known) / len(known) for true in range(labels)]
        new = {}
        for thing in known:
            likely = [
                p[true] * math.prod(pi[who, true, label] for who, _, label in given[thing]) for true in range(labels)
            ]
            new[thing] = [one / math.fsum(likely) for one in likely]
        moved = max((abs(a - b) for thing in known for a, b in zip(new[thing], t[thing], strict=True)))
        t = new
        if moved <= STEADY:
            break
    return [t.get(thing, [math.nan] * labels) for thing in range(things)], p


def estimate(votes: Votes, assessors: int, things: int, labels: int) -> Estimate:
    columns = np.array(votes, dtype=np.int64).reshape(-1, 3).T
    return dawid_skene(*columns, assessors=assessors, things=things, labels=labels)


def test_the_anesthetists_of_the_paper() -> None:
    votes = [
        (max(0, place - 2), thing, int(label) - 1)
        for thing, row in enumerate(PATIENTS.split(", "))
        for place, label in enumerate(row.replace(" ", ""))
    ]
    assert len(votes) == 45 * 7
    found = estimate(votes, 5, 45, 4)
    assert found.converged
    # As the paper prints them, with two digits.
    assert found.prevalence.round(2).tolist() == [0.4, 0.42, 0.11, 0.07]
    assert found.confusion[0].round(2).tolist() == [
        [0.89, 0.11, 0.0, 0.0],
        [0.07, 0.88, 0.05, 0.0],
        [0.0, 0.34, 0.66, 0.0],
        [0.0, 0.0, 0.56, 0.44],
    ]
    assert found.posterior[2].argmax() == 1
    assert found.posterior[35].argmax() == 3


def drawn(seed: int) -> tuple[Votes, int, int, int]:
    """Labels of a random crowd: few or many, some missing, some twice, some assessors who guess."""
    draw = random.Random(seed)
    labels, assessors, things = draw.randint(2, 4), draw.randint(1, 6), draw.randint(1, 25)
    skill = [draw.choice([0.0, 0.5, 0.8, 0.95]) for _ in range(assessors)]
    truth = [draw.randrange(labels) for _ in range(things)]
    share = draw.choice([0.3, 0.7, 1.0])
    return (
        [
            (who, thing, truth[thing] if draw.random() < skill[who] else draw.randrange(labels))
            for who in range(assessors)
            for thing in range(things)
            if draw.random() < share
        ],
        assessors,
        things,
        labels,
    )


@pytest.mark.parametrize("block", range(6))
def test_it_is_that_of_a_plain_implementation(block: int) -> None:
    converged = 0
    for seed in range(block * 10, block * 10 + 10):
        votes, *sizes = drawn(seed)
        found = estimate(votes, *sizes)
        if not found.converged or not votes:
            continue
        converged += 1
        posterior, prevalence = plain(votes, *sizes)
        assert np.allclose(found.posterior, posterior, rtol=0, atol=1e-5, equal_nan=True), seed
        assert np.allclose(found.prevalence, prevalence, rtol=0, atol=1e-5), seed
    assert converged >= 8


def test_known_confusions_are_recovered_and_beat_the_majority() -> None:
    draw = np.random.default_rng(7)
    things, good = 1500, [0, 1, 2]
    truth = draw.choice(3, size=things, p=[0.5, 0.3, 0.2])
    rates = np.array([[[0.9, 0.08, 0.02], [0.1, 0.8, 0.1], [0.05, 0.15, 0.8]]] * 3 + [[[0.2, 0.7, 0.1]] * 3] * 4)
    votes = [
        (who, thing, int(draw.choice(3, p=rates[who, truth[thing]]))) for thing in range(things) for who in range(7)
    ]
    found = estimate(votes, 7, things, 3)
    assert found.converged
    assert np.abs(found.confusion[good] - rates[good]).max() < 0.06
    assert np.abs(found.prevalence - [0.5, 0.3, 0.2]).max() < 0.04
    by_votes = np.zeros((things, 3))
    for _, thing, label in votes:
        by_votes[thing, label] += 1
    assert (found.posterior.argmax(axis=1) == truth).mean() > (by_votes.argmax(axis=1) == truth).mean() + 0.15


def test_nothing_given_says_nothing_and_numbers_out_of_range_are_refused() -> None:
    empty = estimate([], 2, 3, 2)
    assert empty.converged
    assert np.isnan(empty.posterior).all()
    one = estimate([(0, 1, 1)], 2, 3, 2)
    assert one.posterior[1].tolist() == [0, 1]
    assert np.isnan(one.posterior[[0, 2]]).all()
    assert np.isnan(one.confusion[1]).all()
    assert np.isnan(one.confusion[0, 0]).all()  # no thing whose label was 0
    with pytest.raises(ValueError, match="label = 2 is not among 2"):
        estimate([(0, 0, 2)], 1, 1, 2)


# As a gold standard

DS = Gold.parse("dawid-skene+strict")


def crowd(rows: Sequence[str], kind: str = "validation", **how: object) -> tuple[Catalog, Book]:
    """A collection of one question; a row of letters for each assessor: c, i, A, B, C, ? (cannot tell)."""
    words = {"c": "correct", "i": "incorrect", "x": "inexact", "u": "unsupported", "?": "cannot-tell"}
    catalog = make_catalog(
        [kind],
        [0] * len(rows[0]),
        [Reply(run, at, (at + run) % 2, rank=at + 1) for run in (0, 1) for at in range(len(rows[0]))],
        runs=2,
        assessors=["person"] * len(rows),
        **how,  # type: ignore[arg-type]
    )
    book = Book(len(rows), len(rows[0]))
    for who, row in enumerate(rows):
        for answer, letter in enumerate(row):
            if letter != " ":
                book.say(who, answer, words.get(letter, letter))
    return catalog, book


def test_a_label_that_most_gave_loses_against_those_who_agree_elsewhere() -> None:
    rows = ["cicicicicic", "cicicicicic", "iicccciicii", "cciicicciii", "ciicicicci" + "i"]
    catalog, book = crowd(rows)
    assert truth_of(Collection(catalog, book.ledger, Facts()), Gold("majority")).truth[-1] == 0
    assert truth_of(Collection(catalog, book.ledger, Facts()), DS).truth[-1] == 1


def test_equally_probable_labels_are_left_out_and_missing_ones_wait() -> None:
    catalog, book = crowd(["cici", "icic"])
    assert truth_of(Collection(catalog, book.ledger, Facts()), DS).truth.tolist() == [LEFT_OUT] * 4
    board = Scoreboard(Collection(catalog, book.ledger, Facts()), DS)
    assert (board.units, board.waiting, board.left_out) == (0, 0, 4)
    catalog, book = crowd(["cicic", "cici "], assigned=[(who, at) for who in (0, 1) for at in range(5)])
    found = truth_of(Collection(catalog, book.ledger, Facts()), DS)
    assert found.truth.tolist() == [1, 0, 1, 0, UNJUDGED]
    open_now = truth_of(Collection(catalog, book.ledger, Facts()), replace(DS, for_bounds=True))
    assert open_now.truth.tolist() == [UNJUDGED] * 5


def test_whoever_cannot_tell_backs_no_label_and_holds_nothing_up() -> None:
    catalog, book = crowd(["cic?", "cic?", "?ic?"])
    assert truth_of(Collection(catalog, book.ledger, Facts()), DS).truth.tolist() == [1, 0, 1, LEFT_OUT]


def test_labels_that_are_wrong_in_two_ways_count_together() -> None:
    # One label each for unsupported and incorrect, two for correct would tie as labels.
    catalog, book = crowd(["cuiccu", "cuiicu", "cuiucu"], kind="factoid")
    assert truth_of(Collection(catalog, book.ledger, Facts()), DS).truth.tolist() == [1, 0, 0, 0, 1, 0]


def test_levels_of_ranked_answers_are_those_of_the_most_probable_label() -> None:
    catalog, book = crowd(["ABCABC", "ABCABC", "ABCCAB"], kind="ranked")
    assert Graded(Collection(catalog, book.ledger, Facts()), DS).of_all().level.tolist() == [2, 1, 0, 2, 1, 0]


def test_every_label_changes_the_estimate_and_live_is_full() -> None:
    draw = random.Random(3)
    rows = ["".join(draw.choice("ci") for _ in range(12)) for _ in range(4)]
    catalog, book = crowd(rows)
    live, accuracy = Scoreboard(Collection(catalog, book.ledger, Facts()), DS), measure("accuracy")
    truths = set()
    for _ in range(25):
        who, answer = draw.randrange(4), draw.randrange(12)
        book.say(who, answer, draw.choice(["correct", "incorrect", "cannot-tell", "skipped", ""]))
        live.score(accuracy, 0), live.bounds(accuracy, 0)
        live.update(changes("labels", questions=frozenset((0,)), answers=frozenset((answer,))))
        full = Scoreboard(Collection(catalog, book.ledger, Facts()), DS)
        assert live.truth.tolist() == full.truth.tolist()
        for run in (0, 1):
            assert repr(live.score(accuracy, run)) == repr(full.score(accuracy, run))
            assert repr(live.bounds(accuracy, run)) == repr(full.bounds(accuracy, run))
        truths.add(tuple(live.truth.tolist()))
    assert len(truths) > 10


def test_bounds_hold_what_any_completion_comes_to() -> None:
    accuracy, draw = measure("accuracy"), random.Random(11)
    for _ in range(12):
        rows = ["".join(draw.choice("cci") for _ in range(5)) for _ in range(3)]
        catalog, book = crowd(rows, assigned=[(who, at) for who in range(3) for at in range(5)])
        holes = draw.sample([(who, at) for who in range(3) for at in range(5)], 2)
        for who, at in holes:
            book.say(who, at, "")
        bounds = Scoreboard(Collection(catalog, book.ledger, Facts()), DS).bounds(accuracy, 0)
        for first in ("correct", "incorrect"):
            for second in ("correct", "incorrect"):
                for (who, at), word in zip(holes, (first, second), strict=True):
                    book.say(who, at, word)
                value = Scoreboard(Collection(catalog, book.ledger, Facts()), DS).score(accuracy, 0).value
                assert math.isnan(value) or bounds.low <= value <= bounds.high
    catalog, book = crowd(["ciic", "ciic"])
    complete = Scoreboard(Collection(catalog, book.ledger, Facts()), DS)
    assert (complete.bounds(accuracy, 0).low, complete.bounds(accuracy, 0).high) == (0.5, 0.5)
    assert not complete.bounds(accuracy, 0).decided


@pytest.mark.needs_data
@pytest.mark.skipif(not LABELS.exists(), reason="the file is not here")
def test_text_entailment_by_a_crowd_comes_to_what_was_published() -> None:
    with LABELS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    items = {name: at for at, name in enumerate(dict.fromkeys(row["item"] for row in rows))}
    workers = {name: at for at, name in enumerate(dict.fromkeys(row["worker"] for row in rows))}
    gold = {items[row["item"]]: int(row["gold"]) for row in rows}
    votes = [(workers[row["worker"]], items[row["item"]], int(row["response"])) for row in rows]
    found = estimate(votes, len(workers), len(items), 2)
    right = sum(int(found.posterior[at].argmax()) == true for at, true in gold.items())
    # 92.9 % in comparisons of estimates on this set, against 89.7 % by majority (Snow et al. 2008).
    assert right / len(items) == pytest.approx(0.929, abs=0.003)


def test_the_estimates_of_kinds_with_one_scheme_are_one() -> None:
    catalog = make_catalog(["factoid", "list", "validation"], [0, 1, 2], assessors=["person"])
    book = Book(1, 3)
    for answer in range(3):
        book.say(0, answer, "correct")
    found = crowds_of(Collection(catalog, book.ledger, Facts()), Panel(Collection(catalog, book.ledger, Facts()), DS))
    assert [(one.kinds, one.answers.tolist()) for one in found] == [
        (("factoid", "list"), [0, 1]),
        (("validation",), [2]),
    ] or [one.kinds for one in found] == [("validation",), ("factoid", "list")]
