"""The queue: one assessor's answers to judge, in order, with their labels so far.

Answers have *places* (0 up) in their order, questions have *rows*. An answer that is shown again for
self-consistency has a second place in a row of its own. Every move is a search over arrays, so that its time
hardly depends on the size of the collection.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Bytes, Catalog, Ints
from jurybox.collection.codes import CONFLICT, LABEL_CODES
from jurybox.collection.entries import EntryKind
from jurybox.collection.ledger import Ledger
from jurybox.judging.filters import DEFERRED, EVERYTHING_SHOWN, Filter, Mask, is_open, shown_by
from jurybox.judging.order import queue_order, with_repeats
from jurybox.judging.queue_codes import code_of_list, queue_codes
from jurybox.judging.sent_back import sent_back

_LOWEST = CONFLICT
_CORRECT = LABEL_CODES["correct"]


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """How many answers of a queue are in which state; `open` counts those in conflict as well.

    A question with a closed list of options counts as one: one key answers it, whatever its options.
    """

    total: int
    judged: int
    open: int
    deferred: int
    cannot_tell: int
    junk: int
    skipped: int
    conflicts: int

    @property
    def done(self) -> int:
        """Answers that need nothing more from this assessor."""
        return self.total - self.open - self.deferred


class Queue:
    """The answers assigned to one assessor in their order.

    `answers[place]` and `questions[row]` are positions in the catalog; the answers of a row are at
    `starts[row]` to `starts[row + 1]`; `again[row]`: they are shown a second time. Questions in `first` come
    first, and a share `repeats` of the answers comes again. The ledger is not copied: pass its changes to
    `update`. Moves return None if there is nowhere to go, and use only what `narrow` leaves.
    """

    def __init__(
        self, catalog: Catalog, ledger: Ledger, assessor: int, *, first: Collection[int] = (), repeats: float = 0.0
    ) -> None:
        self.assessor = assessor
        order = queue_order(catalog, assessor, frozenset(first))
        order = with_repeats(catalog, order, catalog.assessors[assessor].code, repeats)
        self.questions, self.answers, self.again = order.questions, order.answers, order.again
        self._catalog = catalog
        self._row_of_place: Ints = order.row_of
        rows = np.arange(len(self.questions), dtype=np.int32)
        self._row_of_question = np.full(len(catalog.questions), -1, dtype=np.int32)
        self._row_of_question[self.questions[~self.again]] = rows[~self.again]
        self.starts: Ints = np.searchsorted(order.row_of, np.arange(len(rows) + 1)).astype(np.int32)
        self._place_of = np.full(catalog.answer_count, -1, dtype=np.int32)
        self._again_of = np.full(catalog.answer_count, -1, dtype=np.int32)
        self._note_places(np.arange(len(self), dtype=np.int32))
        self.codes: Bytes = np.zeros(len(self.answers), dtype=np.int8)
        self._label_codes = ledger.codes
        self._waiting: Mask = np.zeros(len(self.answers), dtype=bool)
        self._copied: Mask = np.zeros(len(self.answers), dtype=bool)
        self._noted: Mask = np.zeros(len(self.answers), dtype=bool)
        self._preferred: list[int] | None = None
        self._counts = np.zeros(128 - _LOWEST, dtype=np.int64)
        self._counts[-_LOWEST] = len(self)
        closed = np.isin(self.questions, list(catalog.closed))
        self._closed: Ints = np.flatnonzero(closed).astype(np.int32)
        self.update(ledger)
        self.narrow(EVERYTHING_SHOWN)

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def progress(self) -> QueueProgress:
        """How many answers are in which state, with or without a filter."""
        counts = self._counts if not len(self._closed) else self._counts_by_question()
        states = {word: int(counts[code - _LOWEST]) for word, code in LABEL_CODES.items() if code < 0}
        conflicts = int(counts[CONFLICT - _LOWEST])
        return QueueProgress(
            total=int(counts.sum()),
            judged=int(counts[1 - _LOWEST :].sum()),
            open=int(counts[-_LOWEST]) + conflicts,
            deferred=states["deferred"],
            cannot_tell=states["cannot-tell"],
            junk=states["junk"],
            skipped=states["skipped"],
            conflicts=conflicts,
        )

    def _counts_by_question(self) -> NDArray[np.int64]:
        """Return how many answers have each code, a closed list of options as one: open while one is."""
        counts = self._counts.copy()
        for row in self._closed.tolist():
            here = self.codes[self.starts[row] : self.starts[row + 1]]
            np.subtract.at(counts, here.astype(np.int64) - _LOWEST, 1)
            counts[code_of_list(here) - _LOWEST] += 1
        return counts

    def counts_at(self, place: int) -> bool:
        """Return whether the label at a place counts: in a closed list of options, that of one answer does.

        That is the one called correct, else, as where nobody can tell, the first.
        """
        row = self.row_of(place)
        if int(self.questions[row]) not in self._catalog.closed:
            return True
        here = self.codes[self.starts[row] : self.starts[row + 1]]
        return place - int(self.starts[row]) == int(np.argmax(here == _CORRECT))

    def place_of(self, answer: int) -> int | None:
        """Return the place of an answer; None if it is not in this queue."""
        place = int(self._place_of[answer]) if 0 <= answer < len(self._place_of) else -1
        return place if place >= 0 else None

    def repeat_of(self, answer: int) -> int | None:
        """Return the second place of an answer; None if it has none."""
        place = int(self._again_of[answer]) if 0 <= answer < len(self._again_of) else -1
        return place if place >= 0 else None

    def is_repeat(self, place: int) -> bool:
        """Return whether the answer at a place is shown a second time."""
        return bool(self.again[self._row_of_place[place]])

    def kind_of(self, place: int) -> EntryKind:
        """Return the kind of entry that a label at a place is."""
        return "repeat" if self.is_repeat(place) else "judgment"

    def row_of(self, place: int) -> int:
        """Return the row of the question that the answer at a place belongs to."""
        return int(self._row_of_place[place])

    def row_of_question(self, question: int) -> int | None:
        """Return the row where a question is met first; None where it is not in this queue."""
        row = int(self._row_of_question[question])
        return row if row >= 0 else None

    def first_of(self, question: int) -> int | None:
        """Return the first answer of a question in the collection's order; None where it has none here."""
        return next((a for a in self._catalog.answers_of(question).tolist() if self._place_of[a] >= 0), None)

    def places_of(self, row: int) -> range:
        """Return the places of a question's answers."""
        return range(int(self.starts[row]), int(self.starts[row + 1]))

    def position(self, place: int) -> tuple[int, int]:
        """Return (n, of): this is answer n, from 1, of the question's answers in this queue."""
        places = self.places_of(self.row_of(place))
        return place - places.start + 1, len(places)

    def label_at(self, place: int) -> str:
        """Return the label or state given at a place, "conflict" for two, "" for nothing."""
        return self._label_codes.word(int(self.codes[place]), "conflict")

    def update(self, ledger: Ledger, answers: Iterable[int] | None = None) -> frozenset[int]:
        """Read the labels of these answers (None: of all) again and return the rows that changed."""
        if answers is None:
            places = np.arange(len(self), dtype=np.int32)
        else:
            asked = np.array(list(answers), dtype=np.int64)
            asked = asked[(asked >= 0) & (asked < len(self._place_of))]
            places = np.concatenate((self._place_of[asked], self._again_of[asked]))
            places = places[places >= 0]
        again = self.again[self._row_of_place[places]]
        new, first, copied = queue_codes(self._catalog, ledger, self.assessor, self.answers[places], again)
        moved = new != self.codes[places]
        np.subtract.at(self._counts, self.codes[places].astype(np.int64) - _LOWEST, 1)
        np.add.at(self._counts, new.astype(np.int64) - _LOWEST, 1)
        self.codes[places] = new
        self._copied[places] = copied
        self._waiting[places] = is_open(new) & (~again | (first > 0))
        self._waiting[places] |= self._asked_again(ledger, places)
        return frozenset(self._row_of_place[places[moved]].tolist())

    def _asked_again(self, ledger: Ledger, places: Ints) -> Mask:
        """Return which of these places are shown for a returned question or nugget of it.

        That is its first answer in the order of the collection, whose own label stays.
        """
        if not ledger.board.sent_back:
            return np.zeros(len(places), dtype=np.bool_)
        subjects = (one.subject for one in sent_back(self._catalog, ledger, self.assessor))
        of_questions = {
            subject.question for subject in subjects if subject.answer is None and subject.question is not None
        }
        met = [answer for question in of_questions if (answer := self.first_of(question)) is not None]
        mine: Mask = np.isin(self.answers[places], met) & ~self.again[self._row_of_place[places]]
        return mine

    def arrange(self, row: int, answers: Sequence[int]) -> bool:
        """Put the answers of a row into the order they have in `answers`; return whether any moved."""
        part = slice(int(self.starts[row]), int(self.starts[row + 1]))
        rank = {answer: at for at, answer in enumerate(answers)}
        keys = [rank.get(answer, len(rank)) for answer in self.answers[part].tolist()]
        order = np.argsort(np.array(keys, dtype=np.int64), kind="stable")
        if (order[1:] > order[:-1]).all():
            return False
        for values in (self.answers, self.codes, self._waiting, self._copied, self._noted, self._shown):
            values[part] = values[part][order]
        self._note_places(np.arange(part.start, part.stop, dtype=np.int32))
        return True

    def _note_places(self, places: Ints) -> None:
        again = self.again[self._row_of_place[places]]
        self._place_of[self.answers[places[~again]]] = places[~again]
        self._again_of[self.answers[places[again]]] = places[again]

    def set_noted(self, answers: Iterable[int], noted: bool) -> None:  # noqa: FBT001
        """Say which answers have a note of this assessor, or have none any more."""
        for answer in answers:
            place = self.place_of(answer)
            if place is not None:
                self._noted[place] = noted

    def narrow(self, to: Filter) -> None:
        """Show only a part: what matches now stays shown until the next call, whatever is entered later."""
        shown = shown_by(to.show, self.codes, self._noted)
        if to.category is not None:
            fits = np.array([q.category == to.category for q in self._catalog.questions], dtype=bool)
            shown &= fits[self.questions[self._row_of_place]]
        if to.show != "all":
            shown &= ~self.again[self._row_of_place] | self._waiting | (self.codes != 0)
        if to.hits is not None:
            shown &= to.hits[self.answers]
        self.filter = to
        self._shown: Mask = shown
        self.rows: Ints = np.flatnonzero(np.bincount(self._row_of_place[shown])).astype(np.int32)

    def is_shown(self, place: int) -> bool:
        """Return whether the filter leaves an answer."""
        return bool(self._shown[place])

    @property
    def shown(self) -> int:
        """How many answers the filter leaves."""
        return int(np.count_nonzero(self._shown))

    def step(self, place: int, by: int) -> int | None:
        """Return the shown place after (`by` > 0) or before this one."""
        return _after(self._shown, place) if by > 0 else _before(self._shown, place)

    def step_question(self, place: int, by: int) -> int | None:
        """Return the first open place, else the first, of the next or previous shown question."""
        row = self.row_of(place)
        if by > 0:
            found = _after(self._shown, int(self.starts[row + 1]) - 1)
        else:
            found = _before(self._shown, int(self.starts[row]))
        return None if found is None else self.enter(self.row_of(found))

    def enter(self, row: int) -> int:
        """Return where one begins with a question: its first open shown place, else its first shown one."""
        places = self.places_of(row)
        part = slice(places.start, places.stop)
        shown = self._shown[part]
        waiting = np.flatnonzero(shown & self._waiting[part])
        first = waiting[0] if len(waiting) else np.argmax(shown)
        return places.start + int(first)

    def prefer(self, answers: Sequence[int] | None) -> None:
        """Let moves to the next open answer follow this order of answers; None: that of the queue."""
        self._preferred = None
        if answers is not None:
            places = (self.place_of(answer) for answer in answers)
            self._preferred = [place for place in places if place is not None]

    def next_open(self, place: int) -> int | None:
        """Return the next place that waits for a label: after this one, then from the top, deferred last.

        Of answers that are preferred the first that waits.
        """
        open_ = self._open()
        for preferred in self._preferred or ():
            if open_[preferred] and preferred != place:
                return preferred
        found = _round(open_, place)
        return found if found is not None else _round(self._deferred(), place)

    def first_open(self) -> int | None:
        """Return the first place that waits for a label."""
        return _after(self._open(), -1)

    def last_open(self) -> int | None:
        """Return the last place that waits for a label."""
        return _before(self._open(), len(self))

    def first(self) -> int | None:
        """Return the first shown place."""
        return _after(self._shown, -1)

    def _deferred(self) -> Mask:
        deferred: Mask = self._shown & (self.codes == DEFERRED) & ~self._copied
        return deferred

    def _open(self) -> Mask:
        return self._shown & self._waiting


def _after(mask: Mask, place: int) -> int | None:
    rest = mask[place + 1 :]
    if not len(rest):
        return None
    at = int(np.argmax(rest))
    return place + 1 + at if rest[at] else None


def _round(mask: Mask, place: int) -> int | None:
    """Return the next place after this one, or from the top; never this one itself."""
    found = _after(mask, place)
    return found if found is not None else _after(mask[:place], -1)


def _before(mask: Mask, place: int) -> int | None:
    rest = mask[:place][::-1]
    if not len(rest):
        return None
    at = int(np.argmax(rest))
    return place - 1 - at if rest[at] else None
