"""What people labeled differently in the calibration round."""

from worlds import Book, make_catalog

from jurybox.judging.calibration import DividedAnswer, calibration_differences

PEOPLE = ["person", "person", "model", "person"]


def test_answers_labeled_differently_by_people_most_divided_first() -> None:
    held = make_catalog(["ranked"] * 3, [0, 0, 1, 1, 2], assessors=PEOPLE)
    book = Book(4, 5)
    for who, answer, word in [
        *((who, 0, "A") for who in range(4)),
        *((who, 1, word) for who, word in ((0, "B"), (1, "B"), (3, "C"))),
        *((who, 2, word) for who, word in ((0, "A"), (1, "C"))),
        *((who, 3, word) for who, word in ((0, "A"), (2, "C"), (3, "skipped"))),
        *((who, 4, word) for who, word in ((0, "A"), (1, "C"))),
    ]:
        book.say(who, answer, word)
    found = calibration_differences(held, book.ledger, (0, 1))
    assert found == (DividedAnswer(2, (("A", 1), ("C", 1))), DividedAnswer(1, (("B", 2), ("C", 1))))
    assert calibration_differences(held, book.ledger, (0, 1), most=1) == found[:1]
    assert calibration_differences(held, book.ledger, ()) == ()
