"""The vote book and what votes come to, without a network."""

from itertools import product

import pytest

from jurybox.audience.two_hands import TwoHands
from jurybox.audience.verdict import VoteCount, is_note_of_votes
from jurybox.audience.votes import LONGEST_TEXT, Ballot, Limits, VoteBook, VoteRefused, cut
from jurybox.collection.own_schemes import scheme_of_text
from jurybox.errors import Refused
from jurybox.label_schemes import CORRECTNESS, QUALITY, VALIDATION

HUNDRED = scheme_of_text("0..100", "ranked")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def tally(*counts: int) -> VoteCount:
    return VoteCount(QUALITY, counts)


@pytest.mark.parametrize("counts", list(product(range(5), repeat=3)))
def test_a_label_needs_more_than_half_of_the_votes(counts: tuple[int, ...]) -> None:
    found = VoteCount(QUALITY, counts).label
    expected = [w for w, c in zip(QUALITY.words, counts, strict=True) if c * 2 > sum(counts)]
    assert found == (expected[0] if expected else None)


def test_ties_and_pluralities_are_called_what_they_are() -> None:
    assert tally(17, 8, 0).summary == "Fully answers: 17 of 25 votes"
    assert tally(4, 4, 0).summary == "Tie: 4 each for Fully answers and Partly answers, of 8 votes"
    assert tally(4, 3, 3).summary == "No majority: 4 of 10 votes for Fully answers"
    assert tally(0, 0, 0).summary == "No votes yet"
    assert tally(17, 8, 0).note("A") == "Votes: A 17, B 8, C 0"
    assert tally(17, 8, 0).note("A", by_hands=True) == "Show of hands: A 17, B 8, C 0"
    assert tally(4, 4, 0).note("B") == "Votes: A 4, B 4, C 0; tie, the demonstrator chose B"
    assert tally(4, 3, 3).note("A") == "Votes: A 4, B 3, C 3; no majority, the demonstrator chose A"
    assert tally(17, 8, 0).note("C") == "Votes: A 17, B 8, C 0; majority for A, the demonstrator chose C"
    assert all(is_note_of_votes(tally(4, 3, 3).note(word, by_hands=h)) for word in "ABC" for h in (True, False))
    assert not any(map(is_note_of_votes, (None, "", "thin", "Votes", "I think 3 Votes: no")))


def test_a_scale_of_numbers_comes_to_its_median() -> None:
    assert VoteCount.of(HUNDRED, {"10": 1, "40": 1, "90": 1}).label == "40"
    assert VoteCount.of(HUNDRED, {"10": 1, "40": 2, "90": 1}).label == "40"
    open_one = VoteCount.of(HUNDRED, {"10": 1, "40": 1, "60": 1, "90": 1})
    assert open_one.label is None
    assert open_one.summary == "No median: the middle of 4 votes is between 60 and 40"
    assert VoteCount.of(HUNDRED, {str(at): 1 for at in range(7)}).note("3") == (
        "Votes: 6 1, 5 1, 4 1, 3 1, 2 1, others 2; median"
    )


def test_phones_that_left_give_up_their_place_and_their_vote() -> None:
    clock = Clock()
    book = VoteBook(Limits(per_address=2, idle=40), clock)
    first, second = book.join("a"), book.join("a")
    number = book.show(Ballot(1, "q", "a", VALIDATION))
    book.vote(first, number, "correct")
    book.vote(second, number, "correct")
    with pytest.raises(VoteRefused):
        book.join("a")
    clock.now = 30.0
    book.view(second)
    assert book.count().phones == 2
    clock.now = 60.0
    assert book.count().phones == 1
    third = book.join("a")
    assert book.count().votes == 1
    book.vote(third, number, "incorrect")
    assert book.count().tally.counts == (1, 1)  # type: ignore[union-attr]
    with pytest.raises(VoteRefused, match="too old"):
        book.vote(first, number, "incorrect")


def test_an_address_may_ask_again_after_a_while_and_few_are_remembered() -> None:
    clock = Clock()
    book = VoteBook(Limits(per_address=1, burst=3, rate=2.0, addresses=2), clock)
    for _ in range(3):
        book.admit("a")
    with pytest.raises(VoteRefused, match="Too many"):
        book.admit("a")
    clock.now = 0.5
    book.admit("a")
    for other in "bcd":
        book.admit(other)
    book.admit("a")  # forgotten meanwhile: many addresses cost no memory


def test_in_a_full_room_who_never_votes_makes_place() -> None:
    """One computer with many addresses takes all places, and keeps asking, but does not vote."""
    clock = Clock()
    book = VoteBook(Limits(phones=6, per_address=1), clock)
    voters = [book.join(f"voter {at}") for at in range(2)]
    number = book.show(Ballot(1, "q", "a", VALIDATION))
    for one in voters:
        book.vote(one, number, "correct")
    held = [book.join(f"held {at}") for at in range(4)]
    with pytest.raises(VoteRefused, match="The room is full"):
        book.join("late")
    clock.now = 41.0
    for one in (*voters, *held):
        book.view(one)
    late = [book.join(f"late {at}") for at in range(4)]
    with pytest.raises(VoteRefused, match="The room is full"):
        book.join("too late")
    for one in (*voters, *late):
        book.view(one)
    for one in held:
        with pytest.raises(VoteRefused, match="too old"):
            book.view(one)
    assert book.count().votes == 2


def test_a_changed_scheme_drops_the_votes_that_it_lacks() -> None:
    book = VoteBook()
    phone = book.join("a")
    book.vote(phone, book.show(Ballot(1, "q", "a", CORRECTNESS)), "inexact")
    book.show(Ballot(1, "q", "a", VALIDATION))
    assert book.count().votes == 0
    assert book.view(phone).mine is None


def test_cleared_paused_and_ended() -> None:
    book = VoteBook()
    phone, heard = book.join("a"), []
    book.subscribe(lambda: heard.append(book.version))
    shown = Ballot(1, "q", "a", VALIDATION)
    number = book.show(shown)
    assert book.show(shown) == number
    book.vote(phone, number, "correct")
    book.clear(1)
    assert book.count().votes == 0
    with pytest.raises(VoteRefused):
        book.vote(phone, number, "correct")
    book.pause()
    assert book.view(phone).phase == "waiting"
    assert book.view(phone).ballot is None
    book.end()
    assert book.show(shown) == number + 1
    assert book.view(phone).phase == "ended"
    assert heard == sorted(set(heard))


def test_long_texts_are_cut_for_phones() -> None:
    assert cut("x" * LONGEST_TEXT) == "x" * LONGEST_TEXT
    assert cut("x" * 5_000_000) == "x" * LONGEST_TEXT + " …"


def test_two_at_one_keyboard() -> None:
    two = TwoHands(QUALITY)
    assert two.keys("left") == (("A", "A"), ("S", "B"), ("D", "C"))
    assert two.keys("right") == (("J", "A"), ("K", "B"), ("L", "C"))
    assert [two.press(key) for key in "dFx"] == ["left", None, None]
    assert not two.is_complete
    assert two.press("K") == "right"
    assert two.is_complete
    assert two.given == {"left": "C", "right": "B"}
    assert len(TwoHands(CORRECTNESS).keys("right")) == 4
    with pytest.raises(Refused, match="up to 4 labels"):
        TwoHands(HUNDRED)
