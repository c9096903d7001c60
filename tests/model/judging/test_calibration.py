"""How an assessor stands in the calibration round."""

from worlds import Book, make_catalog

from jurybox.collection.facts import Facts
from jurybox.judging.calibration import CalibrationRound, calibration_questions, calibration_round

PEOPLE = ["person", "person", "model", "person"]


def test_own_labels_are_compared_with_those_of_the_other_people() -> None:
    held = make_catalog(["ranked"] * 3, [0, 0, 1, 1, 2], assessors=PEOPLE)
    book = Book(4, 5)
    for who, answer, word in [
        (0, 0, "A"),
        (0, 1, "B"),
        (0, 2, "skipped"),
        (1, 0, "A"),
        (1, 1, "C"),
        (1, 2, "A"),
        (2, 0, "A"),
        (2, 1, "B"),
        (3, 0, "B"),
        (3, 4, "A"),
        (0, 4, "A"),
    ]:
        book.say(who, answer, word)
    questions = calibration_questions(held, Facts(calibration=("q1", "q0", "gone")))
    assert questions == (1, 0)
    found = calibration_round(held, book.ledger, 0, questions)
    assert found == CalibrationRound(total=4, left=1, others=2, compared=3, same=1)
    assert found.agreement == 1 / 3
    book.say(0, 3, "deferred")
    assert calibration_round(held, book.ledger, 0, questions) == found


def test_other_questions_have_no_label_to_compare() -> None:
    held = make_catalog(["other", "factoid"], [0, 1], assessors=PEOPLE)
    assert calibration_questions(held, Facts(calibration=("q0", "q1"))) == (1,)


def test_no_round_where_nothing_of_it_is_ones_own() -> None:
    held = make_catalog(["ranked"] * 2, [0, 1], assessors=PEOPLE, assigned=[(0, 1), (1, 0)])
    book = Book(4, 2)
    assert calibration_round(held, book.ledger, 0, (0,)) is None
    assert calibration_round(held, book.ledger, 0, ()) is None
    found = calibration_round(held, book.ledger, 1, (0,))
    assert found == CalibrationRound(1, 1, 0, 0, 0)
    assert found.agreement is None
