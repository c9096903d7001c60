"""What a frozen gold standard was made of: all that its labels depend on, kept in its record and read again.

Later labels, assignments, panels, runs and merges change none of it. People, questions, answers and nuggets are
identified by codes, names and digests, since copies of a collection may order them differently.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import Assessor, Catalog, Late, Question
from jurybox.collection.codes import CONFLICT
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts, Unjudged
from jurybox.collection.frozen_gold import FrozenGold
from jurybox.collection.ledger import Ledger
from jurybox.collection.nugget_state import SETTLED
from jurybox.collection.own_schemes import scheme_as_json, scheme_from
from jurybox.collection.pool import in_no_pool
from jurybox.errors import Refused
from jurybox.kinds import QuestionKind
from jurybox.language import tr

_CONFLICT = "!"
"""Stands for two labels that contradict each other; no label begins with it."""
_NOBODY = -1
_LARGEST = 200_000_000
"""Bytes that the record of one gold standard may be unpacked to."""
_Columns = list[list[int]]
_CORRECT, _UNDECIDED = "correct", ("unjudged", "left out")
"""Values of answers in a frozen gold standard, and those that are no decision."""


def kept_text(collection: Collection, keys: NDArray[np.uint64], unjudged: Unjudged, golds: Mapping[str, str]) -> str:
    """Return what is kept for a gold standard as it is now, to be stored as text.

    `keys`: of the answers (`read_answer_keys`); `unjudged`: what unjudged answers of ranked lists count as;
    `golds`: the gold standard of each rule (`jurybox.kinds.GoldRule`) by name.
    """
    catalog, ledger, facts = collection
    order = keys.argsort(kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    words: dict[str, int] = {}

    def coded(codes: Iterable[int]) -> list[int]:
        named = (_CONFLICT if code == CONFLICT else ledger.codes.word(code) for code in codes)
        return [words.setdefault(word, len(words)) for word in named]

    def among(mask: NDArray[np.bool_] | None) -> _Columns:
        return _packed([] if mask is None else place[np.flatnonzero(mask)])

    who, labeled = np.nonzero(ledger.labels)
    decided = np.flatnonzero(ledger.adjudications)
    board, given, assigned = ledger.board, catalog.responses, catalog.assigned
    shown = ~np.isin(given.run, list(facts.withdrawn))
    returned = np.zeros(catalog.answer_count, dtype=np.bool_)
    returned[given.answer[shown & (given.answer >= 0) & (given.answered == 1)]] = True
    nil = set(given.question[shown & (given.nil == 1)].tolist())
    matches = [(at, *row) for at, one in board.matches.items() for row in zip(*one.given_at(), strict=True)]
    of, people, matched, nuggets, codes = np.array(matches, dtype=np.int64).reshape(-1, 5).T
    kept = {
        "golds": dict(golds),
        "unjudged": unjudged,
        "people": [[one.code.hex(), one.name, one.kind, int(one.removed)] for one in catalog.assessors],
        "panel": list(facts.panel),
        "runs": [one.name for at, one in enumerate(catalog.runs) if at not in facts.withdrawn],
        "schemes": {kind: scheme_as_json(scheme) for kind, scheme in facts.schemes.items()},
        "questions": [
            [one.name, one.nil_correct, one.status, int(at in nil)] for at, one in enumerate(catalog.questions)
        ],
        "nuggets": [one.digest.hex() for one in catalog.nuggets],
        "imported": [[one.question, one.name] for one in catalog.instances],
        "outside": among(catalog.outside),
        "unasked": among(catalog.unasked),
        "unpooled": among(in_no_pool(catalog, ledger)),
        "unreturned": among(~returned),
        "assigned": _packed(assigned[0], place[assigned[1]]),
        "labels": _packed(who, place[labeled], words=coded(ledger.labels[who, labeled].tolist())),
        "decisions": _packed(place[decided], words=coded(ledger.adjudications[decided].tolist())),
        "votes": [
            [nugget, *one]
            for nugget, said in board.votes.items()
            for one in zip(said, coded(said.values()), strict=True)
        ],
        "settled votes": list(zip(board.settled_votes, coded(board.settled_votes.values()), strict=True)),
        "matches": _packed(of, people, place[matched], nuggets, words=coded(codes.tolist())),
        "groups": [[int(place[at]), *one] for at, said in board.groups.items() for one in said.items()],
        "settled groups": [[int(place[at]), name] for at, name in board.settled_groups.items()],
        "wordings": [[at, list(texts)] for at, texts in board.wordings.items()],
        "merged": list(board.merged.items()),
        "instances": [[at, *one] for at, said in board.instances.items() for one in said.items()],
        "words": list(words),
    }
    packed = zlib.compress(json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
    return base64.b64encode(packed).decode("ascii")


def _packed(*columns: Sequence[int] | NDArray[np.signedinteger[Any]], words: Sequence[int] | None = None) -> _Columns:
    """Return columns of positions as differences from row to row, in rising order: short where much is labeled.

    `words`: a column more, which is kept as it is.
    """
    arrays = [np.asarray(column, dtype=np.int64) for column in columns]
    order = np.lexsort(arrays[::-1])
    packed = [np.diff(one[order], prepend=0).tolist() for one in arrays]
    return packed if words is None else [*packed, np.asarray(words, dtype=np.int64)[order].tolist()]


def _unpacked(packed: _Columns, columns: int) -> list[NDArray[np.int64]]:
    """Return this many columns of positions again, and behind them that of words if there is one."""
    arrays = [np.array(one, dtype=np.int64) for one in packed]
    return [*map(np.cumsum, arrays[:columns]), *arrays[columns:]]


def frozen_named(facts: Facts, name: str) -> FrozenGold:
    """Return the frozen gold standard of this name, which can be used.

    Refused if there is none, if its labels are not those it was frozen with, and if it was frozen by a version of
    the program that kept no more than its digest.
    """
    found = facts.frozen.get(name)
    if found is None:
        raise Refused(tr("No gold standard was frozen as {name!r} here.", name=name))
    if not found.kept:
        raise Refused(
            tr(
                "What is needed to score by {name!r} is not here: it was frozen by an earlier Jurybox, or exported "
                "without names or others' labels. Its digest still shows whether the current gold standard is equal to "
                "it. Freeze the current one under another name to score by that name.",
                name=name,
            )
        )
    if not found.is_whole:
        raise Refused(tr("The labels frozen as {name} do not match the digest they were frozen with.", name=name))
    return found


def golds_of(frozen: FrozenGold) -> Mapping[str, str]:
    """Return the gold standard of each rule by name, as it was when frozen. Refused if unreadable."""
    return {str(rule): str(gold) for rule, gold in _read(frozen)["golds"].items()}


def unjudged_of(frozen: FrozenGold) -> Unjudged:
    """Return what unjudged answers of ranked lists counted as when it was frozen. Refused if unreadable."""
    found: Unjudged = _read(frozen)["unjudged"]
    return found


def as_frozen(collection: Collection, name: str) -> Collection:
    """Return a collection with the labels of a frozen gold standard in place of its own; "": as it is.

    Runs, responses and who is withdrawn are those of now. `Catalog.late` marks answers that nobody had judged
    because they were not there, or not returned by a run that counted. Refused as by `frozen_named`.
    """
    catalog, ledger, facts = collection
    if not name or facts.frozen_as == name:
        return collection
    frozen = frozen_named(facts, name)
    kept = frozen.made.get("past")
    if kept is not None and kept[0] is catalog and kept[1] is ledger.codes and kept[2] is facts:
        found: Collection = kept[3]
        return found
    made = _Thawed(collection, frozen).made()
    frozen.made["past"] = catalog, ledger.codes, facts, made
    return made


def _read(frozen: FrozenGold) -> Mapping[str, Any]:
    if "kept" not in frozen.made:
        try:
            text = zlib.decompressobj().decompress(base64.b64decode(frozen.kept, validate=True), _LARGEST)
            kept = json.loads(text.decode("utf-8", "surrogatepass"))
        except (ValueError, binascii.Error, zlib.error, RecursionError) as error:
            raise _unreadable(frozen) from error
        if not isinstance(kept, dict) or not isinstance(kept.get("golds"), dict) or "unjudged" not in kept:
            raise _unreadable(frozen)
        frozen.made["kept"] = kept
    found: Mapping[str, Any] = frozen.made["kept"]
    return found


def _unreadable(frozen: FrozenGold) -> Refused:
    return Refused(tr("The gold standard frozen as {name} cannot be read by this version.", name=frozen.name))


class _Thawed:
    """A collection as it was for a frozen gold standard: positions of then become those of now, -1 for none."""

    def __init__(self, collection: Collection, frozen: FrozenGold) -> None:
        catalog, ledger, facts = collection
        self._catalog, self._facts, self._frozen, self._kept = catalog, facts, frozen, _read(frozen)
        kept = self._kept
        coded = {one.code.hex(): at for at, one in enumerate(catalog.assessors)}
        self._people = np.array(
            [coded.get(code, catalog.assessor_named.get(name, _NOBODY)) for code, name, *_ in kept["people"]]
            + [SETTLED],
            dtype=np.int64,
        )
        """By position then; the last element, which -1 reads, is `SETTLED`."""
        self._questions = [catalog.question_named.get(one[0], -1) for one in kept["questions"]]
        digests = {one.digest.hex(): at for at, one in enumerate(catalog.nuggets)}
        self._nuggets = np.array([digests.get(one, -1) for one in kept["nuggets"]], dtype=np.int64)
        self._codes = np.array(
            [CONFLICT if word == _CONFLICT else ledger.codes.of(word) for word in kept["words"]], dtype=np.int8
        )
        self._answers, self._is_known = self._places(frozen)
        self._ledger = Ledger(len(catalog.assessors), catalog.answer_count)
        self._ledger.codes = ledger.codes

    def _places(self, frozen: FrozenGold) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return where each answer of then is, by its place among the sorted keys, and which of now were there."""
        now = self._facts.answer_keys
        if now is None or len(now) != self._catalog.answer_count:
            raise _unreadable(frozen)
        then = np.sort(frozen.labels.keys)
        order = now.argsort(kind="stable")
        at = np.minimum(np.searchsorted(now[order], then), max(0, len(now) - 1))
        places = order[at] if len(now) else np.full(len(then), -1)
        places = np.where(now[places] == then, places, -1) if len(now) else places
        return places.astype(np.int64), np.isin(now, then)

    def made(self) -> Collection:
        """Return the collection. Refused for a record that does not fit together."""
        try:
            self._fill_labels()
            self._fill_board()
            return Collection(self._seen(), self._ledger, self._decided())
        except (LookupError, TypeError, ValueError) as error:
            raise _unreadable(self._frozen) from error

    def _fill_labels(self) -> None:
        kept, ledger = self._kept, self._ledger
        who, answers, words = _unpacked(kept["labels"], 2)
        people, places = self._people[who], self._answers[answers]
        here = (people >= 0) & (places >= 0)
        ledger.labels[people[here], places[here]] = self._codes[words[here]]
        answers, words = _unpacked(kept["decisions"], 1)
        places = self._answers[answers]
        ledger.adjudications[places[places >= 0]] = self._codes[words[places >= 0]]

    def _fill_board(self) -> None:
        kept, board = self._kept, self._ledger.board
        for nugget, person, word in kept["votes"]:
            board.votes.setdefault(int(self._nuggets[nugget]), {})[int(self._people[person])] = int(self._codes[word])
        for nugget, word in kept["settled votes"]:
            board.settled_votes[int(self._nuggets[nugget])] = int(self._codes[word])
        of, who, answers, nuggets, words = _unpacked(kept["matches"], 4)
        places, numbers = self._answers[answers], self._nuggets[nuggets]
        here = (places >= 0) & (numbers >= 0) & ((self._people[who] >= 0) | (who == SETTLED))
        if here.any():
            asked = np.array(self._questions, dtype=np.int64)[of[here]]
            columns = self._people[who[here]], places[here], numbers[here]
            board.load_matches(asked, *columns, self._codes[words[here]])
        for answer, person, name in kept["groups"]:
            board.groups.setdefault(int(self._answers[answer]), {})[int(self._people[person])] = name
        for answer, name in kept["settled groups"]:
            board.settled_groups[int(self._answers[answer])] = name
        board.wordings |= {int(self._nuggets[at]): tuple(texts) for at, texts in kept["wordings"]}
        board.merged |= {int(self._nuggets[at]): name for at, name in kept["merged"]}
        for question, name, text in kept["instances"]:
            board.instances.setdefault(self._questions[question], {})[name] = text

    def _seen(self) -> Catalog:
        """Return the catalog with people, assignments, questions and known instances of then."""
        catalog, kept = self._catalog, self._kept
        people = {int(self._people[at]): one for at, one in enumerate(kept["people"])}
        asked = {at: one for at, one in zip(self._questions, kept["questions"], strict=True) if at >= 0}
        who, answers = _unpacked(kept["assigned"], 2)
        people_now, places = self._people[who], self._answers[answers]
        here = (people_now >= 0) & (places >= 0)
        imported = {(self._questions[question], name) for question, name in kept["imported"]}
        unasked = self._mask("unasked")
        unreturned = self._mask("unreturned") & catalog.asks(_by_returned)[catalog.answer_question]
        unknown = ~self._is_known | self._mask("outside")
        nil = [at in asked and not asked[at][3] for at in range(len(catalog.questions))]
        right = unreturned & ~unknown & self._is_valued(_CORRECT)
        unjudged = unknown | (unreturned & self._is_valued(*_UNDECIDED))
        wrong, unpooled = unknown | (unreturned & ~right), unknown | self._mask("unpooled")
        named = (catalog.run_named.get(name, -1) for name in kept.get("runs", ()))
        gone = tuple(sorted(self._facts.withdrawn.intersection(named)))
        late = Late(unknown, right, wrong, unjudged, unpooled, np.array(nil, dtype=np.bool_), gone)
        has_pool = np.zeros(len(catalog.questions), dtype=np.bool_)
        has_pool[catalog.answer_question[~unknown]] = True
        # Each answer to be validated would be a unit, and a question with nothing to rank becomes none.
        out = catalog.asks(lambda kind: kind.decides) | (catalog.is_graded & ~has_pool)
        outside = unknown & out[catalog.answer_question]
        return replace(
            catalog,
            assessors=tuple(_seated(one, people.get(at)) for at, one in enumerate(catalog.assessors)),
            questions=tuple(_asked(one, asked.get(at)) for at, one in enumerate(catalog.questions)),
            assigned=(people_now[here].astype(np.int32), places[here].astype(np.int32)),
            instances=tuple(one for one in catalog.instances if (one.question, one.name) in imported),
            unasked=unasked if unasked.any() else None,
            outside=outside if outside.any() else None,
            late=late,
        )

    def _is_valued(self, *values: str) -> NDArray[np.bool_]:
        """Return which answers had one of these values; those that are matched with nuggets are left out."""
        labels, here = self._frozen.labels, self._answers >= 0
        has_it = np.array([value in values for value in labels.values], dtype=np.bool_)
        found = np.zeros(self._catalog.answer_count, dtype=np.bool_)
        found[self._answers[here]] = has_it[labels.codes[labels.keys.argsort(kind="stable")][here]]
        return found

    def _mask(self, name: str) -> NDArray[np.bool_]:
        mask = np.zeros(self._catalog.answer_count, dtype=np.bool_)
        places = self._answers[_unpacked(self._kept[name], 1)[0]]
        mask[places[places >= 0]] = True
        return mask

    def _decided(self) -> Facts:
        """Return the facts with panel, label schemes and the rule for unjudged answers of then."""
        kept = self._kept
        panel = [int(self._people[at]) for at in kept["panel"]]
        return replace(
            self._facts,
            panel=tuple(at for at in panel if at >= 0),
            schemes={kind: scheme_from(value, kind) for kind, value in kept["schemes"].items()},
            unjudged=kept["unjudged"],
            frozen_as=self._frozen.name,
        )


def _by_returned(kind: QuestionKind) -> bool:
    """Return whether questions of a kind wait for answers that runs shown returned, not for all of the pool."""
    return not (kind.is_graded or kind.decides or "groups" in kind.schemes)


def _seated(one: Assessor, then: Sequence[Any] | None) -> Assessor:
    """Return an assessor as they were; whoever came later is not there."""
    return replace(one, removed=True) if then is None else replace(one, kind=str(then[2]), removed=bool(then[3]))


def _asked(one: Question, then: Sequence[Any] | None) -> Question:
    """Return a question as it was; one that came later is not judged."""
    return replace(one, status="unjudged") if then is None else replace(one, nil_correct=then[1], status=then[2])
