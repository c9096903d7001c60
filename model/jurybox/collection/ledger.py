"""The ledger: every entry of the log in memory as columns, and which entries are in force.

Built from the file when a collection is opened, then fed with each entry that this program or another process
adds. Notes and other texts of old entries stay in the file; entries added since the opening are held in full.
"""

import json
import sqlite3
from array import array
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.cell_types import FIRST_MOMENT, LAST_MOMENT
from jurybox.collection.codes import ACT_CODES, CONFLICT, KIND_CODES, KIND_OF_CODE, LabelCodes
from jurybox.collection.entries import HASH_SIZE, SHARED_KINDS, TEXT_KINDS, Entry, EntryKind, Subject
from jurybox.collection.nugget_state import NuggetState, Saying
from jurybox.collection.nuggets import Nuggets
from jurybox.collection.own_schemes import SCHEME, schemes_among, stored_schemes
from jurybox.collection.table_reads import LAST_ROW, integers, refuse_gaps, word_codes
from jurybox.collection.validity import ImpossibleValueError, NewerKindError, newer_kind, refuse_outside
from jurybox.language import tr

_JUDGMENT, _ADJUDICATION, _FACT, _DISTINCT, _MATCH = (
    KIND_CODES[kind] for kind in ("judgment", "adjudication", "fact", "distinct", "match")
)
_ONE_VOICE = (KIND_CODES["nugget"], KIND_CODES["instance"])
_SHARED = frozenset(KIND_CODES[kind] for kind in SHARED_KINDS)
_ANYONE = 0xFFFFF
_FASTEST_MS = 100
"""The least average time from label to label, in milliseconds, that a person needs."""
_THING_COLUMNS = ("question", "answer", "nugget")

# The texts of all kinds except facts are held in memory.
_LABEL_IS_TEXT = f"(kind IN ({', '.join(map(repr, sorted(TEXT_KINDS)))}) OR fact IS NOT NULL)"
_LABEL_OR_STATE = f"CASE WHEN {_LABEL_IS_TEXT} THEN coalesce(state, '') ELSE coalesce(label, state, '') END"
_SELECT_TEXTS = (
    "SELECT id, label FROM entry "  # noqa: S608 - our own kinds
    f"WHERE label IS NOT NULL AND kind <> 'fact' AND {_LABEL_IS_TEXT}"
)
_SELECT_GIVEN = (
    "SELECT DISTINCT label FROM entry e WHERE label IS NOT NULL "  # noqa: S608 - our own kinds
    f"AND NOT {_LABEL_IS_TEXT} AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
)

_Key = int | tuple[int, int, int | None, int | None, int | None, str | None]


class Ledger:
    """Every entry of the log by position (the order of arrival), and the state that follows from it.

    `labels[a, x]` is the code of assessor a's judgment of answer x in force, `adjudications[x]` that of its
    adjudication, as in `codes`, `CONFLICT` where two are in force. `board`: the entries about nuggets,
    matches, groups and known instances. Read them, never write them.
    """

    def __init__(self, assessors: int = 0, answers: int = 0) -> None:
        self.codes = LabelCodes()
        self.labels: NDArray[np.int8] = np.zeros((assessors, answers), dtype=np.int8)
        self.adjudications: NDArray[np.int8] = np.zeros(answers, dtype=np.int8)
        self.board = NuggetState()
        self.recent: dict[int, Entry] = {}
        self.rows = array("q")
        self._newest = (0, 0)
        self._hashes = bytearray()
        self._columns = {name: array("i") for name in ("assessor", "question", "answer", "nugget", "part", "writer")}
        self._codes = {name: array("b") for name in ("kind", "code", "act")}
        self._at = array("q")
        self._writers: dict[bytes, int] = {}
        self._in_force: dict[_Key, int | tuple[int, ...]] = {}
        self._texts: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.rows)

    def frozen(self) -> "Ledger":
        """Return it as it is now, to be read on another thread while the first one grows."""
        kept = copy(self)
        kept.labels, kept.adjudications = self.labels.copy(), self.adjudications.copy()
        # Columns with numpy views cannot grow meanwhile, so these are copies.
        kept._columns = {name: column[:] for name, column in self._columns.items()}
        kept._codes = {name: column[:] for name, column in self._codes.items()}
        kept._at = self._at[:]
        kept.board = self.board.copy()
        return kept

    def grow(self, assessors: int, answers: int) -> None:
        """Make room for assessors and answers that were added."""
        larger = np.zeros((assessors, answers), dtype=np.int8)
        rows, columns = self.labels.shape
        larger[:rows, :columns] = self.labels
        self.labels = larger
        self.adjudications = np.concatenate(
            [self.adjudications, np.zeros(answers - columns, dtype=np.int8)], dtype=np.int8
        )

    def hash_of(self, position: int) -> bytes:
        """Return the hash of an entry."""
        return bytes(self._hashes[position * HASH_SIZE : (position + 1) * HASH_SIZE])

    def kind_of(self, position: int) -> int:
        """Return the kind of an entry as in `KIND_CODES`."""
        return self._codes["kind"][position]

    def code_of(self, position: int) -> int:
        """Return the label or state of an entry as in `codes`."""
        return self._codes["code"][position]

    def subject_of(self, position: int) -> Subject:
        """Return the subject of an entry, without the name of a fact."""
        question, answer, nugget = (self._columns[name][position] for name in ("question", "answer", "nugget"))
        return Subject(
            question if question >= 0 else None, answer if answer >= 0 else None, nugget if nugget >= 0 else None
        )

    def in_force(self, kind: EntryKind, assessor: int, subject: Subject) -> tuple[int, ...]:
        """Return the positions of an assessor's entries in force on a subject: none, one, or a conflict."""
        found = self._in_force.get(_key(KIND_CODES[kind], assessor, subject), ())
        return (found,) if isinstance(found, int) else found

    def conflicts(self) -> list[tuple[int, ...]]:
        """Return the positions of entries in force that contradict each other: same assessor, same subject.

        Two equal entries about a nugget or an instance, which have one entry for everybody, do not.
        """
        doubled = (found for found in self._in_force.values() if isinstance(found, tuple))
        return [found for found in doubled if not self._agree(found)]

    def _agree(self, positions: tuple[int, ...]) -> bool:
        one_voice = self._codes["kind"][positions[0]] in _ONE_VOICE
        return one_voice and len(set(self._sayings(positions))) == 1

    def facts(self) -> dict[str, tuple[int, ...]]:
        """Return the positions of the entries in force about each fact of the collection, by its name."""
        return {
            key[5]: self._positions_in_force(key)
            for key in self._in_force
            if not isinstance(key, int) and key[0] == _FACT and key[5] is not None
        }

    def position_of(self, hash_: bytes) -> int | None:
        """Return the position of an entry by its hash."""
        at = self._hashes.find(hash_)
        while at >= 0 and at % HASH_SIZE:
            at = self._hashes.find(hash_, at + 1)
        return at // HASH_SIZE if at >= 0 else None

    def pending(self) -> list[int]:
        """Return the positions of entries that are not in the file yet, oldest first."""
        return [position for position in self.recent if not self.rows[position]]

    def of_assessor(self, assessor: int) -> NDArray[np.int64]:
        """Return the positions of all entries of an assessor, oldest first."""
        return np.flatnonzero(np.frombuffer(self._columns["assessor"], dtype=np.int32) == assessor)

    def entered_by(self, assessor: int) -> NDArray[np.int64]:
        """Return the positions of all that an assessor entered, oldest first, but for what was imported."""
        positions = self.of_assessor(assessor)
        acts = np.frombuffer(self._codes["act"], dtype=np.int8)
        by_hand: NDArray[np.int64] = positions[acts[positions] != ACT_CODES["import"]]
        return by_hand

    def said_by(self, assessor: int, kind: EntryKind) -> NDArray[np.int64]:
        """Return position, question, answer and nugget (-1: none) of all entries of a kind by an assessor.

        A row for each entry, oldest first.
        """
        mine = self.of_assessor(assessor)
        mine = mine[np.frombuffer(self._codes["kind"], dtype=np.int8)[mine] == KIND_CODES[kind]]
        about = [np.frombuffer(self._columns[name], dtype=np.int32)[mine] for name in _THING_COLUMNS]
        return np.column_stack((mine, *about)).astype(np.int64)

    def imported_only(self, assessor: int) -> bool:
        """Return whether all labels and matches of an assessor came from an import; True also without any."""
        mine = self.of_assessor(assessor)
        kind, act = (np.frombuffer(self._codes[name], dtype=np.int8)[mine] for name in ("kind", "act"))
        return not (np.isin(kind, (_JUDGMENT, _MATCH)) & (act != ACT_CODES["import"])).any()

    def without_times(self, assessor: int) -> NDArray[np.bool_]:
        """Return which entries of `of_assessor` came from an import without times of judging.

        Those all have one time: nobody gives ten labels a second. Imports may be hours apart, so each is
        examined alone. An import in which some entries have times has one writer for these, and another for
        the rest.
        """
        untimed: NDArray[np.bool_] = np.zeros(len(self.of_assessor(assessor)), dtype=np.bool_)
        for import_, at in self._imports(assessor):
            untimed[import_] = _is_untimed(at)
        return untimed

    def order_of_work(self, assessor: int) -> NDArray[np.int64]:
        """Return for each entry of `of_assessor` a number that grows in the order of work.

        These are positions in the log, except that those of all imports with times are redistributed in the
        order of their times.
        """
        order = self.of_assessor(assessor).astype(np.int64)
        timed = [(import_, at) for import_, at in self._imports(assessor) if not _is_untimed(at)]
        if timed:
            places = np.concatenate([import_ for import_, _ in timed])
            by_time = np.lexsort((places, np.concatenate([at for _, at in timed])))
            order[places[by_time]] = order[np.sort(places)]
        return order

    def _imports(self, assessor: int) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int64]]]:
        """Yield where in `of_assessor` the entries of each writer of an import are, and their times."""
        mine = self.of_assessor(assessor)
        imported = np.frombuffer(self._codes["act"], dtype=np.int8)[mine] == ACT_CODES["import"]
        writers = np.frombuffer(self._columns["writer"], dtype=np.int32)[mine]
        at = np.frombuffer(self._at, dtype=np.int64)[mine]
        for writer in np.unique(writers[imported]).tolist():
            import_ = np.flatnonzero(imported & (writers == writer))
            yield import_, at[import_]

    def labeled_by_import(self) -> NDArray[np.int32]:
        """Return the answers that imported judgments label, or give a state, some more than once."""
        return self._of_import(said=True)

    def listed_by_import(self) -> NDArray[np.int32]:
        """Return the answers that imported files of judgments list, judged or not, some more than once."""
        return self._of_import(said=False)

    def _of_import(self, *, said: bool) -> NDArray[np.int32]:
        kind, act, code = (np.frombuffer(self._codes[name], dtype=np.int8) for name in ("kind", "act", "code"))
        answers: NDArray[np.int32] = np.frombuffer(self._columns["answer"], dtype=np.int32)
        imported = (kind == _JUDGMENT) & (act == ACT_CODES["import"]) & (answers >= 0)
        found: NDArray[np.int32] = answers[imported & (code != 0)] if said else answers[imported]
        return found

    @property
    def begins_with_import(self) -> bool:
        """Whether the oldest judgment came in an imported file; later labels, undone or not, never change that."""
        kind, act = (np.frombuffer(self._codes[name], dtype=np.int8) for name in ("kind", "act"))
        judged = np.flatnonzero(kind == _JUDGMENT)
        if not len(judged):
            return False
        at = np.frombuffer(self._at, dtype=np.int64)[judged]
        return bool((act[judged[at == at.min()]] == ACT_CODES["import"]).any())

    def of_nugget(self, nugget: int) -> NDArray[np.int64]:
        """Return the positions of all entries about a nugget itself, apart from answers, oldest first."""
        mine = np.frombuffer(self._columns["nugget"], dtype=np.int32) == nugget
        return np.flatnonzero(mine & (np.frombuffer(self._columns["answer"], dtype=np.int32) < 0))

    def of_questions(self) -> NDArray[np.int64]:
        """Return the positions of all entries about questions themselves, not about answers or nuggets."""
        answer, nugget = (np.frombuffer(self._columns[name], dtype=np.int32) for name in ("answer", "nugget"))
        of_question = np.frombuffer(self._columns["question"], dtype=np.int32) >= 0
        return np.flatnonzero(of_question & (answer < 0) & (nugget < 0))

    def assessor_of(self, position: int) -> int:
        """Return the assessor of an entry."""
        return self._columns["assessor"][position]

    def newest(self) -> tuple[int, bytes]:
        """Return row and hash of the last entry known to be in the file; row 0 if there is none."""
        row, position = self._newest
        return row, self.hash_of(position) if row else b""

    def acts(self, positions: Sequence[int] | NDArray[np.int64]) -> list[tuple[int, int]]:
        """Return (act code, part) of entries, from which undo and redo are restored."""
        act, part = self._codes["act"], self._columns["part"]
        return [(act[p], part[p]) for p in positions]

    def has_room(self, entries: Iterable[Entry]) -> bool:
        """Return whether the labels of entries, and those of schemes that they set, have codes or get one.

        If not, the file must be read again: labels of earlier schemes then lose theirs.
        """
        words = set[str]()
        for entry in entries:
            label, fact = entry.content.label or "", entry.subject.fact
            if fact is None and entry.kind not in TEXT_KINDS:
                words.add(label)
            elif label and fact is not None and fact.startswith(SCHEME):
                words |= {word for one in schemes_among({fact: json.loads(label)}).values() for word in one.words}
        return self.codes.has_room(words)

    def add(self, entry: Entry, row: int = 0, *, replaced: bool = False) -> int:
        """Take an entry in (`row` 0: not in the file yet), in force unless `replaced`; return its position."""
        position = len(self.rows)
        self.recent[position] = entry
        self.rows.append(row)
        self._hashes += entry.hash
        kind, subject = KIND_CODES[entry.kind], entry.subject
        for name, value in (("question", subject.question), ("answer", subject.answer), ("nugget", subject.nugget)):
            self._columns[name].append(-1 if value is None else value)
        self._columns["assessor"].append(entry.assessor)
        self._columns["part"].append(entry.part)
        self._columns["writer"].append(self._writers.setdefault(entry.writer, len(self._writers)))
        self._at.append(entry.at)
        self._codes["kind"].append(kind)
        self._codes["act"].append(ACT_CODES[entry.act])
        is_text = entry.kind in TEXT_KINDS or subject.fact is not None
        if is_text and entry.kind != "fact" and entry.content.label is not None:
            self._texts[position] = entry.content.label
        label = entry.content.state if is_text else entry.content.label or entry.content.state
        self._codes["code"].append(self.codes.of(label or ""))
        key = _key(kind, entry.assessor, subject)
        before = self._positions_in_force(key)
        kept = tuple(p for p in before if self.hash_of(p) not in entry.replaces)
        if not replaced:
            kept += (position,)
        self._put_in_force(key, kept)
        self._newest = max(self._newest, (row, position))  # last: the writer's thread asks for its hash
        return position

    def place(self, position: int, hash_: bytes, row: int) -> None:
        """Note the row of an entry in the file; it may have moved in the ledger."""
        if position >= len(self.rows) or self.hash_of(position) != hash_:
            found = self.position_of(hash_)
            if found is None:
                return
            position = found
        self.rows[position] = row
        self._newest = max(self._newest, (row, position))

    def load(self, db: sqlite3.Connection) -> None:
        """Fill an empty ledger from the file, whole columns at a time."""
        row, who, question, answer, nugget, part, writer, at = integers(
            db,
            "entry",
            "id",
            "assessor - 1",
            "coalesce(question, 0) - 1",
            "coalesce(answer, 0) - 1",
            "coalesce(nugget, 0) - 1",
            "part",
            "writer",
            "at",
        )
        refuse_gaps(db, "entry", len(row))
        refuse_outside("The assessor of log entry", who, 0, len(self.labels) - 1)
        refuse_outside("The question of log entry", question, -1, LAST_ROW)
        refuse_outside("The answer of log entry", answer, -1, len(self.adjudications) - 1)
        refuse_outside("The nugget of log entry", nugget, -1, LAST_ROW)
        refuse_outside("The part of log entry", part, 0, LAST_ROW)
        refuse_outside("The time of log entry", at, FIRST_MOMENT, LAST_MOMENT)
        self.rows.extend(row.tolist())
        self._newest = (self.rows[-1], len(self.rows) - 1) if self.rows else (0, 0)
        writers = db.execute("SELECT id, code FROM writer ORDER BY id").fetchall()
        self._writers.update((code, at) for at, (_, code) in enumerate(writers))
        writer_rows = np.array([id_ for id_, _ in writers], dtype=np.int64)
        columns = {
            "assessor": who,
            "question": question,
            "answer": answer,
            "nugget": nugget,
            "part": part,
            "writer": np.searchsorted(writer_rows, writer),
        }
        for name, values in columns.items():
            self._columns[name].frombytes(values.astype(np.int32).tobytes())
        self._at.frombytes(at.astype(np.int64).tobytes())
        kind = word_codes(db, "entry", "kind", _kind_code)
        code = self._load_labels(db)
        act = word_codes(db, "entry", "act", _act_code)
        for name, values in (("kind", kind), ("code", code), ("act", act)):
            self._codes[name].frombytes(values.astype(np.int8).tobytes())
        self._hashes += b"".join(chain.from_iterable(db.execute("SELECT hash FROM entry ORDER BY id")))
        texts = db.execute(_SELECT_TEXTS).fetchall()
        places = np.searchsorted(row, np.array([id_ for id_, _ in texts], dtype=np.int64))
        self._texts.update(zip(places.tolist(), (label for _, label in texts), strict=True))
        is_current = np.ones(len(row), dtype=bool)
        superseded = np.array([at for (at,) in db.execute("SELECT entry FROM superseded")], dtype=np.int64)
        refuse_outside("The row of superseded", superseded, 1, len(row))
        is_current[np.searchsorted(row, superseded)] = False
        self._load_in_force(db, np.flatnonzero(is_current), kind, who, answer, nugget)

    def refuse_foreign_subjects(
        self, question_count: int, answer_question: NDArray[np.int32], nuggets: Nuggets
    ) -> None:
        """Raise ImpossibleValueError if an entry is about no question, or about another question's items."""
        question, answer, nugget = (np.frombuffer(self._columns[name], dtype=np.int32) for name in _THING_COLUMNS)
        refuse_outside("The question of log entry", question, -1, question_count - 1)
        questions = np.array([one.question for one in nuggets], dtype=np.int32)
        refuse_outside("The nugget of log entry", nugget, -1, len(questions) - 1)
        for about, owner in ((answer, answer_question), (nugget, questions)):
            given = np.flatnonzero(about >= 0)
            foreign = given[owner[about[given]] != question[given]]
            if len(foreign):
                raise ImpossibleValueError(f"log entry {int(foreign[0]) + 1} is about two questions at once")

    def _load_labels(self, db: sqlite3.Connection) -> NDArray[np.int64]:
        """Return the codes of labels and states.

        0 for a label of an earlier scheme that is no longer used.
        """
        for scheme in stored_schemes(db).values():
            self.codes.of_all(scheme.words)
        found, earlier = self._known_labels(db)
        if not earlier:
            return found
        in_force = db.execute(_SELECT_GIVEN)
        for word in sorted(earlier & {word for (word,) in in_force}):
            self.codes.of(word)
        return self._known_labels(db)[0]

    def _known_labels(self, db: sqlite3.Connection) -> tuple[NDArray[np.int64], set[str]]:
        """Return the codes of labels and states, 0 for those that have none yet, and the latter."""
        unknown: set[str] = set()

        def code(word: str) -> int:
            if self.codes.knows(word):
                return self.codes.of(word)
            unknown.add(word)
            return 0

        return word_codes(db, "entry", _LABEL_OR_STATE, code), unknown

    def _load_in_force(
        self,
        db: sqlite3.Connection,
        current: NDArray[np.int64],
        kind: NDArray[np.int64],
        who: NDArray[np.int64],
        answer: NDArray[np.int64],
        nugget: NDArray[np.int64],
    ) -> None:
        named = {row for (row,) in db.execute("SELECT id FROM entry WHERE fact IS NOT NULL")}
        plain = (answer[current] >= 0) & (nugget[current] < 0)
        if named:
            plain &= ~np.isin(np.frombuffer(self.rows, dtype=np.int64)[current], list(named))
        many = current[plain]
        anyone = np.isin(kind[many], list(_SHARED))
        keys = (kind[many] << 52) | (np.where(anyone, _ANYONE, who[many]) << 32) | (answer[many] + 1)
        different, counts = np.unique(keys, return_counts=True)
        if len(different) == len(keys):
            self._in_force.update(zip(keys.tolist(), many.tolist(), strict=True))
        else:
            for key, position in zip(keys.tolist(), many.tolist(), strict=True):
                self._in_force[key] = (*self._positions_in_force(key), position)
            self._in_force.update({k: v[0] for k, v in self._in_force.items() if isinstance(v, tuple) and not v[1:]})
        judged = many[kind[many] == _JUDGMENT]
        codes = np.frombuffer(self._codes["code"], dtype=np.int8)
        self.labels[who[judged], answer[judged]] = codes[judged]
        others = np.isin(kind[many], (_ADJUDICATION, _DISTINCT)) | np.isin(keys, different[counts > 1])
        for key in dict.fromkeys(keys[others].tolist()):
            self._show(key, self._positions_in_force(key))
        rest = current[~plain]
        for position in rest[~self._load_matches(rest, named, kind, who, answer, nugget)].tolist():
            subject = self.subject_of(position)
            if int(self.rows[position]) in named:
                (fact,) = db.execute("SELECT fact FROM entry WHERE id = ?", (self.rows[position],)).fetchone()
                subject = Subject(subject.question, subject.answer, subject.nugget, fact)
            key = _key(int(kind[position]), int(who[position]), subject)
            self._put_in_force(key, (*self._positions_in_force(key), position))

    def _load_matches(
        self,
        current: NDArray[np.int64],
        named: set[int],
        kind: NDArray[np.int64],
        who: NDArray[np.int64],
        answer: NDArray[np.int64],
        nugget: NDArray[np.int64],
    ) -> NDArray[np.bool_]:
        """Take in all matches at once, of which a board has many; return which entries these are.

        Contradictory ones are excluded and taken in one by one.
        """
        plain: NDArray[np.bool_] = (kind[current] == _MATCH) & (answer[current] >= 0) & (nugget[current] >= 0)
        if named:
            plain &= ~np.isin(np.frombuffer(self.rows, dtype=np.int64)[current], list(named))
        many = current[plain]
        question = np.frombuffer(self._columns["question"], dtype=np.int32)[many].astype(np.int64)
        columns = (question.tolist(), answer[many].tolist(), nugget[many].tolist())
        keys: list[_Key] = [
            (_MATCH, assessor, *about, None) for assessor, *about in zip(who[many].tolist(), *columns, strict=True)
        ]
        matches = dict(zip(keys, many.tolist(), strict=True))
        if len(matches) < len(keys):
            return np.zeros(len(current), dtype=np.bool_)
        self._in_force.update(matches)
        codes = np.frombuffer(self._codes["code"], dtype=np.int8)[many]
        if len(many):
            self.board.load_matches(question, who[many], answer[many], nugget[many], codes)
        return plain

    def _positions_in_force(self, key: _Key) -> tuple[int, ...]:
        found = self._in_force.get(key, ())
        return (found,) if isinstance(found, int) else found

    def _put_in_force(self, key: _Key, positions: tuple[int, ...]) -> None:
        if positions:
            self._in_force[key] = positions[0] if len(positions) == 1 else positions
        else:
            self._in_force.pop(key, None)
        self._show(key, positions)

    def _show(self, key: _Key, positions: tuple[int, ...]) -> None:
        """Update the arrays that scoring reads, for one subject of one assessor."""
        if not isinstance(key, int):
            which, assessor, question, answer_, nugget, fact = key
            subject = Subject(question, answer_, nugget, fact)
            self.board.show(KIND_OF_CODE[which], assessor, subject, self._sayings(positions))
            return
        kind, assessor, answer = key >> 52, (key >> 32) & 0xFFFFF, (key & 0xFFFFFFFF) - 1
        if kind == _DISTINCT:
            self.board.show("distinct", assessor, Subject(answer=answer), self._sayings(positions))
            return
        codes = {self._codes["code"][position] for position in positions}
        one_word = len(positions) == 1 or (kind == _ADJUDICATION and len(codes) == 1)
        code = codes.pop() if one_word else CONFLICT if codes else 0
        if kind == _JUDGMENT:
            self.labels[assessor, answer] = code
        elif kind == _ADJUDICATION:
            self.adjudications[answer] = code

    def _sayings(self, positions: tuple[int, ...]) -> list[Saying]:
        return [Saying(self._codes["code"][at], self._texts.get(at)) for at in positions]


def _kind_code(word: str) -> int:
    if word not in KIND_CODES:
        raise NewerKindError(tr("an entry of the log {newer}", newer=newer_kind(word)))
    return KIND_CODES[word]


def _act_code(word: str) -> int:
    if word not in ACT_CODES:
        raise ImpossibleValueError(tr("the log has entries with the unknown act {act!r}", act=word))
    return ACT_CODES[word]


def _is_untimed(at: NDArray[np.int64]) -> bool:
    """Return whether the times of an import's entries are those of the import, not of judging."""
    return len(at) < 2 or bool(np.ptp(at) < _FASTEST_MS * (len(at) - 1))


def _key(kind: int, assessor: int, subject: Subject) -> _Key:
    """Return the key of an assessor's subject; a plain number for answers, the most frequent."""
    if kind in _SHARED:
        assessor = _ANYONE
    if subject.answer is not None and subject.nugget is None and subject.fact is None:
        return (kind << 52) | (assessor << 32) | (subject.answer + 1)
    return (kind, assessor, subject.question, subject.answer, subject.nugget, subject.fact)


def read_ledger(db: sqlite3.Connection, assessors: int, answers: int) -> Ledger:
    """Read the log of an open collection file; replaced entries are marked by `superseded`."""
    ledger = Ledger(assessors, answers)
    ledger.load(db)
    return ledger
