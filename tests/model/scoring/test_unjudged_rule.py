"""What a rule for unjudged answers settles: what nobody labeled, and no more than that."""

import pytest
from worlds import Book, Reply, make_catalog

from jurybox.changes import changes
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.results.if_judged import warning
from jurybox.scoring import Scoreboard

P5 = measure("P@5")
Label = tuple[int, int, str]


def board_of(gold: str, labels: tuple[Label, ...], panel: tuple[int, ...]) -> tuple[Scoreboard, Book]:
    """Two runs that return five answers of each of two questions; the first answer of each is judged by all."""
    replies = [Reply(run=run, answer=answer, rank=1 + (answer - run) % 5) for run in (0, 1) for answer in range(10)]
    catalog = make_catalog(["ranked"] * 2, [0] * 5 + [1] * 5, replies, runs=2, assessors=["person"] * 2)
    book = Book(2, 10)
    for who, answer, word in (*((who, at, "A") for at in (0, 5) for who in panel or (0, 1)), *labels):
        book.say(who, answer, word)
    facts = Facts(panel=panel)
    return Scoreboard(Collection(catalog, book.ledger, facts), Gold.parse(gold), unjudged="nonrelevant"), book


ANA, BEN = 0, 1


@pytest.mark.parametrize(
    ("gold", "labels", "panel", "is_open"),
    [
        ("GAW", (), (ANA, BEN), False),
        ("GAW", ((ANA, 1, "C"),), (ANA, BEN), True),  # Ben is still to label it: it is begun
        ("GAW", ((ANA, 1, "C"),), (), False),  # nobody said that Ben is to label it
        ("GAW", ((ANA, 1, "skipped"),), (ANA, BEN), False),  # no label yet
        ("adjudicated", ((ANA, 1, "A"), (BEN, 1, "C")), (ANA, BEN), True),  # a decision can bring it in
        ("assessor:A0", ((BEN, 1, "A"),), (ANA, BEN), False),  # not a label of this gold standard
    ],
)
def test_only_what_somebody_labeled_stays_open(
    gold: str, labels: tuple[Label, ...], panel: tuple[int, ...], is_open: bool
) -> None:
    board, _ = board_of(gold, labels, panel)
    bounds = [board.bounds(P5, run) for run in board.runs]
    assert any(one.low < one.high for one in bounds) == is_open
    wide = [board.bounds(P5, run, if_all_judged=True) for run in board.runs]
    assert all(one.low <= each.low <= each.high <= one.high for one, each in zip(wide, bounds, strict=True))
    assert all(one.low < one.high for one in wide)


def test_the_first_label_of_a_question_makes_it_wait() -> None:
    board, book = board_of("GAW", (), (ANA, BEN))
    for who in (ANA, BEN):
        book.say(who, 5, "")
    board.update(changes("labels", answers=frozenset((5,))))
    assert board.score(P5, 0)[2:] == (1, 0, 1)
    book.say(ANA, 6, "A")
    board.update(changes("labels", answers=frozenset((6,))))
    assert board.score(P5, 0)[2:] == (1, 1, 0)
    book.say(BEN, 6, "A")
    board.update(changes("labels", answers=frozenset((6,))))
    assert board.score(P5, 0)[2:] == (2, 0, 0)


@pytest.mark.parametrize(
    ("gold", "labels", "panel", "judged"),
    [
        ("GAW", (), (ANA, BEN), 2),
        ("GAW", ((ANA, 1, "C"), (BEN, 1, "C")), (ANA, BEN), 3),
        ("GAW", ((ANA, 1, "C"),), (ANA, BEN), 2),  # it counts as not relevant until Ben labels it
        ("GAW", ((ANA, 1, "C"),), (), 3),
        ("assessor:A0", ((ANA, 1, "junk"),), (ANA, BEN), 3),  # somebody looked at it
        ("assessor:A0", ((ANA, 1, "skipped"),), (ANA, BEN), 2),
    ],
)
def test_how_much_is_judged(gold: str, labels: tuple[Label, ...], panel: tuple[int, ...], judged: int) -> None:
    board, _ = board_of(gold, labels, panel)
    for name, depth in (("P@5", 5), ("AP", None), ("GMAP", None), ("Bpref", None), ("nDCG@7", 7)):
        assert board.judged(measure(name), 0) == (judged, 10, depth), name
    assert board.judged(measure("nG@1"), 0) == (2, 2, 1)
    assert board.score(measure("Judged@5"), 0).value == pytest.approx(judged / 10)
    assert board.explain(measure("Judged@5"), 0, 0).score.value == pytest.approx((judged - 1) / 5)
    assert board.judged(measure("accuracy"), 0) is None


def test_the_warning_names_the_runs_that_could_come_first() -> None:
    board, book = board_of("assessor:A0", (), ())
    for at in (0, 1, 2, 3, 4, 5, 6, 7, 8):
        book.say(ANA, at, "A" if at in {0, 5} else "C")
    board.update(changes("labels", answers=frozenset(range(9))))
    assert warning(board, [P5]) == ""
    assert board.judged(P5, 0) == (9, 10, 5)
    book.say(ANA, 8, "")
    board.update(changes("labels", answers=frozenset((8,))))
    assert warning(board, [measure("Judged@5"), measure("nG@1")]) == ""
    found = warning(board, [measure("nG@1"), P5, measure("AP")])
    assert found == (
        "20 % of the top 5 is unjudged: any of the 2 runs could come first by P@5 if all were judged. "
        "run0, with .200, could end between .200 and .400. 4 of 20 places are unjudged."
    )
