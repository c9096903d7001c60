"""Series as a whole, a calibration round first, and answers that are met a second time."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from worlds import make_catalog

from jurybox.campaign.progress import progress
from jurybox.collection.catalog import Catalog, Question, Series
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.collection import Collection
from jurybox.collection.entries import Content, Entry, Subject
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger
from jurybox.judging.order import APART, NEAREST
from jurybox.judging.queue import Queue

SIZE = 4


def collection(questions: int = 120, kind: str = "ranked") -> tuple[Catalog, Ledger]:
    owner = [at for at in range(questions) for _ in range(SIZE)]
    held = make_catalog([kind] * questions, owner, assessors=["person", "person"])
    return held, Ledger(2, len(owner))


def in_series(held: Catalog, of: int) -> Catalog:
    """Put every `of` questions into a series, last one first."""
    questions = tuple(replace(one, series=at // of, position=of - at % of) for at, one in enumerate(held.questions))
    series = tuple(Series(f"s{n}", f"target {n}", None) for n in range(-(-len(questions) // of)))
    return replace(held, questions=questions, series=series)


def judge(ledger: Ledger, queue: Queue, place: int, word: str) -> None:
    """Enter a label where one is in the queue."""
    answer, row = int(queue.answers[place]), queue.row_of(place)
    subject, kind = Subject(int(queue.questions[row]), answer), queue.kind_of(place)
    content = Content(label=word) if word in "ABC" else Content(state=word)
    gone = tuple(ledger.hash_of(p) for p in ledger.in_force(kind, queue.assessor, subject))
    hash_ = (len(ledger) + 1).to_bytes(32, "big")
    ledger.add(Entry(hash_, b"w", queue.assessor, kind, subject, content, 0, replaces=gone))
    queue.update(ledger, [answer])


def test_a_series_is_met_as_a_whole_and_in_its_order() -> None:
    held, ledger = collection(30)
    held = in_series(held, 5)
    queue = Queue(held, ledger, 0)
    met: list[Question] = [held.questions[q] for q in queue.questions]
    assert [one.position for one in met] == [1, 2, 3, 4, 5] * 6
    assert all(len({one.series for one in met[at : at + 5]}) == 1 for at in range(0, 30, 5))
    other = Queue(held, ledger, 1)
    assert other.questions.tolist() != queue.questions.tolist()


def test_the_calibration_round_comes_first() -> None:
    held, ledger = collection(40)
    for assessor in (0, 1):
        queue = Queue(held, ledger, assessor, first=[3, 17, 25])
        assert set(queue.questions[:3].tolist()) == {3, 17, 25}
        rest = Queue(held, ledger, assessor).questions.tolist()
        assert queue.questions[3:].tolist() == [q for q in rest if q not in {3, 17, 25}]


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5])
def test_a_share_comes_again_far_behind(share: float) -> None:
    held, ledger = collection()
    queue = Queue(held, ledger, 0, repeats=share)
    plain = Queue(held, ledger, 0)
    second = [place for place in range(len(queue)) if queue.is_repeat(place)]
    assert len(second) == pytest.approx(share * held.answer_count, abs=4 * np.sqrt(share * held.answer_count))
    assert len(queue) == len(plain) + len(second)
    assert [a for p, a in enumerate(queue.answers) if not queue.is_repeat(p)] == plain.answers.tolist()
    near = 0
    for place in second:
        answer = int(queue.answers[place])
        first = queue.place_of(answer)
        assert first is not None
        assert queue.repeat_of(answer) == place
        between = sum(not queue.is_repeat(at) for at in range(first + 1, place))
        assert between >= NEAREST
        near += between < APART
        assert queue.kind_of(place) == "repeat"
        assert queue.kind_of(first) == "judgment"
    assert near <= len(second) * 0.2
    same = Queue(held, ledger, 0, repeats=share)
    assert same.answers.tolist() == queue.answers.tolist()
    assert Queue(held, ledger, 1, repeats=share).answers.tolist() != queue.answers.tolist()


def test_nothing_is_repeated_in_a_queue_that_is_too_short() -> None:
    held, ledger = collection(2)
    assert not Queue(held, ledger, 0, repeats=0.5).again.any()


def test_no_series_is_broken_by_a_repeat() -> None:
    held, ledger = collection()
    held = in_series(held, 6)
    queue = Queue(held, ledger, 0, repeats=0.2)
    assert queue.again.any()
    rows = [row for row in range(len(queue.questions)) if not queue.again[row]]
    for start in range(0, len(rows), 6):
        assert rows[start + 5] - rows[start] == 5


def test_a_repeat_waits_for_its_label_and_is_a_judgment_of_its_own() -> None:
    held, ledger = collection()
    queue = Queue(held, ledger, 0, repeats=0.05)
    second = next(place for place in range(len(queue)) if queue.is_repeat(place))
    first = queue.place_of(int(queue.answers[second]))
    assert first is not None
    row = queue.row_of(second)
    assert queue.next_open(second - 1) != second
    judge(ledger, queue, first, "A")
    assert queue.next_open(second - 1) == second
    assert queue.codes[second] == 0
    before = queue.progress
    judge(ledger, queue, second, "B")
    assert queue.codes[second] == LABEL_CODES["B"]
    assert queue.codes[first] == LABEL_CODES["A"]
    assert queue.progress.judged == before.judged + 1
    assert ledger.labels[0, queue.answers[second]] == LABEL_CODES["A"]
    assert Queue(held, ledger, 0, repeats=0.05).codes[second] == LABEL_CODES["B"]
    assert row == queue.row_of(second)


def test_what_was_skipped_or_deferred_is_not_asked_again() -> None:
    held, ledger = collection()
    queue = Queue(held, ledger, 0, repeats=0.05)
    for place in range(len(queue)):
        if not queue.is_repeat(place):
            judge(ledger, queue, place, "skipped" if place % 2 else "deferred")
    assert queue.progress.open == 0
    assert queue.first_open() is None
    at, met = queue.next_open(0), set()
    while at is not None and at not in met:
        met.add(at)
        at = queue.next_open(at)
    assert met
    assert not any(queue.is_repeat(place) for place in met)


def test_answers_are_arranged_inside_their_row() -> None:
    held, ledger = collection(6, "factoid")
    queue = Queue(held, ledger, 0)
    places = queue.places_of(2)
    before = queue.answers[places.start : places.stop].tolist()
    ledger.labels[0, before[0]] = LABEL_CODES["correct"]
    queue.update(ledger)
    assert not queue.arrange(2, before)
    assert queue.arrange(2, before[::-1])
    assert queue.answers[places.start : places.stop].tolist() == before[::-1]
    assert queue.place_of(before[0]) == places.stop - 1
    assert queue.codes[places.stop - 1] == LABEL_CODES["correct"]
    assert queue.next_open(places.stop - 2) == places.stop


@pytest.mark.parametrize("first", [(), ("q3", "q90")])
@pytest.mark.parametrize("share", [0.0, 0.2])
@pytest.mark.parametrize("closed", [(), tuple(range(0, 120, 7))])
def test_progress_counts_what_the_queue_counts(closed: Sequence[int], share: float, first: Sequence[str]) -> None:
    held, ledger = collection()
    held = replace(held, closed=frozenset(closed))
    facts = Facts(repeats=share, calibration=tuple(first))
    queue = Queue(held, ledger, 0, first=[held.question_named[name] for name in first], repeats=share)
    words = ["A", "B", "skipped", "cannot-tell", "deferred", "C"]
    for place in range(0, len(queue), 2):
        judge(ledger, queue, place, words[place // 2 % len(words)])
    (one, *_), told = progress(Collection(held, ledger, facts), {}, 0), queue.progress
    assert (one.assigned, one.judged, one.open) == (told.total, told.judged, told.open + told.deferred)
    assert one.states == told.cannot_tell + told.skipped + told.junk
    assert one.repeats == int(queue.again[[queue.row_of(place) for place in range(len(queue))]].sum())
