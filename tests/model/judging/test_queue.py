"""The queue as an assessor walks it."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from jurybox.collection.catalog import Assessor, Catalog, Question, Responses
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.ledger import Ledger
from jurybox.judging.filters import SHOWS, Filter, Show
from jurybox.judging.queue import Queue

ANN, BEA = 0, 1
CODES = (b"\x01" * 16, b"\x02" * 16)


def nothing() -> Responses:
    ints, small, real = np.empty(0, np.int32), np.empty(0, np.int8), np.empty(0, np.float64)
    return Responses(ints, ints, ints, small, ints, small, small, small, real, real)


def catalog(
    sizes: dict[str, int],
    assigned: tuple[list[int], list[int]] = ([], []),
    kind: str = "validation",
    categories: dict[str, str] | None = None,
) -> Catalog:
    """Questions by name with their numbers of answers; the answers of all questions lie scattered."""
    questions = tuple(
        Question(name, kind, None, None, (categories or {}).get(name), None, None, None) for name in sizes
    )
    owner = [q for turn in range(max(sizes.values())) for q, n in enumerate(sizes.values()) if turn < n]
    return Catalog(
        questions=questions,
        series=(),
        runs=(),
        assessors=(Assessor("Ann", "person", CODES[0]), Assessor("Bea", "person", CODES[1])),
        answer_question=np.array(owner, dtype=np.int32),
        answer_best=np.zeros(len(owner), dtype=np.int8),
        responses=nothing(),
        assigned=(np.array(assigned[0], dtype=np.int32), np.array(assigned[1], dtype=np.int32)),
    )


SIZES = {"0041": 3, "0042": 1, "0043": 4, "0044": 2, "0045": 5}


@pytest.fixture
def held() -> Catalog:
    return catalog(SIZES)


@pytest.fixture
def ledger(held: Catalog) -> Ledger:
    return Ledger(2, held.answer_count)


def names(queue: Queue, held: Catalog) -> list[str]:
    return [held.questions[q].name for q in queue.questions]


def say(ledger: Ledger, queue: Queue, place: int, word: str) -> frozenset[int]:
    answer = int(queue.answers[place])
    ledger.labels[queue.assessor, answer] = LABEL_CODES[word]
    return queue.update(ledger, [answer])


def test_every_answer_stands_once_with_its_question(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    assert sorted(queue.answers) == list(range(held.answer_count))
    for row, question in enumerate(queue.questions):
        places = queue.places_of(row)
        inside = queue.answers[places.start : places.stop].tolist()
        assert inside == held.answers_of(int(question)).tolist()
        assert [queue.row_of(place) for place in places] == [row] * len(places)


def test_the_order_is_the_assessors_own_and_stays(held: Catalog, ledger: Ledger) -> None:
    ann = names(Queue(held, ledger, ANN), held)
    assert ann == names(Queue(held, ledger, ANN), held)
    many = catalog({f"{n:04}": 1 for n in range(200)})
    blank = Ledger(2, many.answer_count)
    orders = [names(Queue(many, blank, who), many) for who in (ANN, BEA)]
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != sorted(orders[0])


def test_a_late_import_moves_nothing_that_was_there(held: Catalog, ledger: Ledger) -> None:
    before = names(Queue(held, ledger, ANN), held)
    more = catalog(SIZES | {"0046": 2, "0047": 2, "0099": 1})
    after = names(Queue(more, Ledger(2, more.answer_count), ANN), more)
    assert [name for name in after if name in SIZES] == before
    assert len(after) == len(before) + 3


def test_a_closed_list_of_options_counts_as_one(held: Catalog) -> None:
    names_of = [question.name for question in held.questions]
    closed = replace(held, closed=frozenset({names_of.index("0043"), names_of.index("0044")}))
    ledger = Ledger(2, closed.answer_count)
    queue = Queue(closed, ledger, ANN)
    assert (queue.progress.total, queue.progress.open) == (11, 11)
    row = queue.row_of_question(names_of.index("0043"))
    assert row is not None
    places = queue.places_of(row)
    for place in places[:3]:
        say(ledger, queue, place, "incorrect")
    assert queue.progress.done == 0
    say(ledger, queue, places[3], "correct")
    assert (queue.progress.done, queue.progress.judged, queue.progress.total) == (1, 1, 11)
    assert [queue.counts_at(place) for place in places] == [False, False, False, True]
    other = queue.row_of_question(names_of.index("0044"))
    assert other is not None
    for place in queue.places_of(other):
        say(ledger, queue, place, "cannot-tell")
    assert (queue.progress.done, queue.progress.cannot_tell) == (2, 1)
    assert [queue.counts_at(place) for place in queue.places_of(other)] == [True, False]


def test_only_assigned_answers_are_queued() -> None:
    mine, hers = [0, 4, 5, 9], [1, 2]
    held = catalog(SIZES, ([ANN] * 4 + [BEA] * 2, mine + hers))
    ledger = Ledger(2, held.answer_count)
    assert sorted(Queue(held, ledger, ANN).answers) == mine
    queue = Queue(held, ledger, BEA)
    assert sorted(queue.answers) == hers
    assert queue.place_of(0) is None
    assert queue.row_of_question(int(held.answer_question[0])) is None


def test_somebody_without_work_has_an_empty_queue() -> None:
    held = catalog(SIZES, ([ANN], [0]))
    queue = Queue(held, Ledger(2, held.answer_count), BEA)
    assert len(queue) == 0
    assert (queue.first(), queue.first_open(), queue.last_open()) == (None, None, None)
    assert queue.progress.total == queue.progress.done == 0
    assert len(queue.rows) == 0
    queue.narrow(Filter("open"))
    assert queue.shown == 0


def test_answers_of_ranked_questions_are_seeded_too() -> None:
    held = catalog({"a": 40}, kind="ranked")
    ledger = Ledger(2, 40)
    ann, bea = (Queue(held, ledger, who).answers.tolist() for who in (ANN, BEA))
    assert sorted(ann) == sorted(bea) == list(range(40))
    assert ann != bea
    assert list(range(40)) not in (ann, bea)
    assert ann == Queue(held, ledger, ANN).answers.tolist()


def test_arrows_walk_the_whole_queue_and_stop_at_its_ends(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    place, seen = queue.first(), []
    while place is not None:
        seen.append(place)
        place = queue.step(place, 1)
    assert seen == list(range(len(queue)))
    back = [queue.step(place, -1) for place in seen]
    assert back == [None, *seen[:-1]]


def test_going_to_a_question_begins_with_what_is_open(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    row = max(range(len(queue.questions)), key=lambda r: len(queue.places_of(r)))
    first, second, *_ = queue.places_of(row)
    say(ledger, queue, first, "correct")
    assert queue.enter(row) == second
    for place in queue.places_of(row):
        say(ledger, queue, place, "incorrect")
    assert queue.enter(row) == first
    for row, after in pairwise(range(len(queue.questions))):
        assert queue.row_of(queue.step_question(queue.enter(row), 1) or 0) == after
        assert queue.row_of(queue.step_question(queue.enter(after), -1) or 0) == row
    assert queue.step_question(0, -1) is None
    assert queue.step_question(len(queue) - 1, 1) is None


def test_space_goes_round_and_leaves_the_deferred_for_last(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    say(ledger, queue, 4, "deferred")
    say(ledger, queue, 9, "deferred")
    say(ledger, queue, 2, "junk")
    place, walked = 7, []
    while place is not None and len(walked) < 30:
        walked.append(place)
        say(ledger, queue, place, "correct")
        place = queue.next_open(place)
    last = len(queue)
    assert walked == [7, 8, *range(10, last), 0, 1, 3, 5, 6, 9, 4]
    assert queue.next_open(4) is None


def test_the_only_open_answer_has_no_next(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    for place in range(len(queue) - 1):
        say(ledger, queue, place, "correct")
    only = len(queue) - 1
    assert queue.next_open(only) is None
    assert queue.next_open(0) == only
    assert queue.first_open() == queue.last_open() == only


def test_a_conflict_waits_for_a_label(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    say(ledger, queue, 3, "correct")
    answer = int(queue.answers[3])
    ledger.labels[ANN, answer] = CONFLICT
    assert queue.update(ledger, [answer]) == {queue.row_of(3)}
    assert queue.progress.conflicts == 1
    assert queue.progress.open == len(queue)
    assert queue.next_open(2) == 3


def test_progress_is_the_count_of_what_is_said(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    words = ["correct", "incorrect", "skipped", "deferred", "cannot-tell", "junk", "junk"]
    for place, word in enumerate(words):
        say(ledger, queue, place, word)
    told = queue.progress
    assert (told.total, told.judged, told.skipped, told.deferred) == (len(queue), 2, 1, 1)
    assert (told.cannot_tell, told.junk, told.conflicts) == (1, 2, 0)
    assert told.open == len(queue) - len(words)
    assert told.done == 6
    assert queue.progress == Queue(held, ledger, ANN).progress
    ledger.labels[ANN] = 0
    queue.update(ledger)
    assert queue.progress.open == len(queue)


def test_update_names_the_rows_that_moved(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    assert say(ledger, queue, 5, "correct") == {queue.row_of(5)}
    assert say(ledger, queue, 5, "correct") == frozenset()
    assert queue.update(ledger, [-1, 10_000]) == frozenset()
    ledger.labels[BEA] = LABEL_CODES["correct"]
    assert queue.update(ledger) == frozenset()


def test_position_counts_the_answers_of_the_question(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    told = [queue.position(place) for place in range(len(queue))]
    sizes = [len(queue.places_of(row)) for row in range(len(queue.questions))]
    assert told == [(n + 1, size) for size in sizes for n in range(size)]


@pytest.mark.parametrize("show", SHOWS)
def test_filters_leave_what_they_say(held: Catalog, ledger: Ledger, show: Show) -> None:
    queue = Queue(held, ledger, ANN)
    words = ["correct", "incorrect", "skipped", "deferred", "cannot-tell", "junk"]
    for place, word in enumerate(words):
        say(ledger, queue, place, word)
    ledger.labels[ANN, queue.answers[6]] = CONFLICT
    queue.update(ledger, [int(queue.answers[6])])
    queue.set_noted([int(queue.answers[8]), 10_000], noted=True)
    expected = {
        "all": list(range(len(queue))),
        "open": list(range(6, len(queue))),
        "judged": [0, 1],
        "deferred": [3],
        "skipped": [2],
        "cannot-tell": [4],
        "junk": [5],
        "states": [2, 3, 4, 5],
        "noted": [8],
        "conflicts": [6],
    }[show]
    queue.narrow(Filter(show))
    place, seen = queue.first(), []
    while place is not None:
        seen.append(place)
        place = queue.step(place, 1)
    assert seen == expected
    assert queue.shown == len(expected)
    assert queue.rows.tolist() == sorted({queue.row_of(place) for place in expected})


def test_what_is_filtered_stays_in_view_while_it_is_judged(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    queue.narrow(Filter("open"))
    say(ledger, queue, 0, "correct")
    assert queue.step(1, -1) == 0
    queue.narrow(Filter("open"))
    assert queue.step(1, -1) is None


def test_filters_by_category_and_by_hits() -> None:
    held = catalog(SIZES, categories={"0041": "person", "0043": "person", "0044": "place"})
    ledger = Ledger(2, held.answer_count)
    queue = Queue(held, ledger, ANN)
    queue.narrow(Filter(category="person"))
    assert {held.questions[queue.questions[row]].name for row in queue.rows} == {"0041", "0043"}
    assert queue.shown == 7
    hits = np.zeros(held.answer_count, dtype=bool)
    hits[held.answers_of(2)[:2]] = True
    hits[held.answers_of(4)] = True
    queue.narrow(Filter(category="person", hits=hits))
    assert queue.shown == 2
    assert Filter(category="person").narrows
    assert not Filter().narrows


def test_a_note_taken_back_is_no_longer_noted(held: Catalog, ledger: Ledger) -> None:
    queue = Queue(held, ledger, ANN)
    answers = queue.answers[:2].tolist()
    queue.set_noted(answers, noted=True)
    queue.set_noted(answers[:1], noted=False)
    queue.narrow(Filter("noted"))
    assert queue.shown == 1
    assert queue.first() == 1
