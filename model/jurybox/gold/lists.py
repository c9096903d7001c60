"""Groups of equal answers and known instances of list questions, under a gold standard.

The rules, for one question:

    groups       two correct answers are one instance if more than half of those who grouped anything in the
                 question put them into one group, and if each is one with a third. Those are the judges
                 who did (`jurybox.collection.judges`); else all people who did, the organizer (who speaks
                 for imported files) only where nobody else did. A correct answer in no group is an
                 instance of its own.
    for bounds   (`Gold.for_bounds`) an answer that somebody put into a group, but not more than half into the same,
                 is undecided: two such can be one or not, and so can it and what it was put together with
    adjudication wins: answers settled into one group are one, into two groups never one. The name of a
                 settled group is everybody's: who gave it to a group of their own means that group
    assessor:NAME  only that person's groups
    instances    a group with the name of a known instance is that instance. The known instances are all
                 groups of correct answers, and those that no run returned.
    names        other than those two say something among one person's groups alone: two people may call
                 different things by one name
"""

from collections import Counter
from collections.abc import Container, Sequence
from itertools import combinations
from typing import NamedTuple

from jurybox.collection.collection import Collection
from jurybox.collection.judges import judges, stand_ins
from jurybox.collection.kept_labels import as_frozen
from jurybox.collection.organizer import ORGANIZER
from jurybox.gold.gold import Gold

PAIRWISE = 3
"""From this many people on, a majority can chain groups that no single person made."""


class Instances(NamedTuple):
    """The distinct instances among some answers: of each answer its number, and how many there are in all.

    `number`: 0, 1, ... for each answer asked for; `known`: all, with those that no run returned, whose
    numbers come first; `unreturned`: how many those are before any answer joins them. `fixed`: more or
    fewer answers would not change which of these are equal. `at_fewest`: of a gold standard for bounds these are
    the most there can be, and that the fewest; None if no decision changes them.
    """

    number: dict[int, int]
    known: int
    unreturned: int
    fixed: bool
    at_fewest: "Instances | None" = None


class ListGold:
    """A gold standard at work on groups. The ledger may grow under it."""

    def __init__(self, collection: Collection, gold: Gold) -> None:
        collection = as_frozen(collection, gold.frozen)
        catalog, ledger, facts = collection
        self._catalog, self._ledger = catalog, ledger
        self._alone = catalog.assessor_named.get(gold.assessor) if gold.whose == "assessor" else None
        self._for_bounds = gold.for_bounds and self._alone is None
        self._panel = frozenset(judges(catalog, facts))
        self._stand_ins = frozenset(stand_ins(catalog))
        self._organizer = catalog.assessor_named.get(ORGANIZER, -1)
        self._imported: dict[int, list[str]] = {}
        for instance in catalog.instances:
            self._imported.setdefault(instance.question, []).append(instance.name)

    def unreturned(self, question: int) -> list[str]:
        """Return the names of the known instances that no run returned, without those taken out again."""
        said = self._ledger.board.instances.get(question, {})
        names = [name for name in self._imported.get(question, ()) if said.get(name, "") is not None]
        return names + sorted(name for name, text in said.items() if text is not None and name not in names)

    def of(self, question: int, answers: Sequence[int]) -> Instances:
        """Return the instances among these answers to a question, and those that no run returned."""
        board, names = self._ledger.board, self.unreturned(question)
        members = self._members(question)
        said = [[board.groups.get(answer, {}).get(who) for who in members] for answer in answers]
        settled = [None if self._alone is not None else board.settled_groups.get(each) for each in answers]
        further = sorted({name for name in settled if name is not None and name not in names})
        everybodys: list[list[str | None]] = [[name] * len(members) for name in (*names, *further)]
        together = [*everybodys[: len(names)], *said, *everybodys[len(names) :]]
        decided = [*names, *settled, *further]
        fixed = len(members) < PAIRWISE and not any(settled)
        undecided = _undecided(together, decided, len(members)) if self._for_bounds else set()
        undecided &= set(range(len(names), len(names) + len(answers)))
        if not undecided:
            sets = _Sets(decided)
            _unite(sets, together, len(members))
            return _numbered(sets, answers, len(names), fixed=fixed)
        sets = _Sets([None if at in undecided else name for at, name in enumerate(decided)])
        is_free = undecided | {at for at, name in enumerate(decided) if name is not None}
        _unite_pairs(sets, together, len(members), apart=is_free)
        most = _numbered(sets, answers, len(names), fixed=fixed)
        _unite_pairs(sets, together, len(members), joined=undecided)
        return most._replace(at_fewest=_numbered(sets, answers, len(names), fixed=fixed))

    def _members(self, question: int) -> list[int]:
        """Return whose groups count in a question."""
        if self._alone is not None:
            return [self._alone]
        groups = self._ledger.board.groups
        answers = self._catalog.answers_of(question).tolist()
        everyone = {who for answer in answers for who, name in groups.get(answer, {}).items() if name}
        return sorted((everyone & self._panel) - {self._organizer} or everyone & self._stand_ins)


def _numbered(sets: "_Sets", answers: Sequence[int], unreturned: int, *, fixed: bool) -> Instances:
    numbers: dict[int, int] = {}
    places = [numbers.setdefault(sets.root(at), len(numbers)) for at in range(unreturned + len(answers))]
    return Instances(dict(zip(answers, places[unreturned:], strict=True)), len(numbers), unreturned, fixed)


class _Sets:
    """Sets of equal things; two whose settled names differ are never put into one."""

    def __init__(self, settled: Sequence[str | None]) -> None:
        self._above = list(range(len(settled)))
        self._name = list(settled)
        first: dict[str, int] = {}
        for at, name in enumerate(settled):
            if name is not None:
                self.unite(first.setdefault(name, at), at)

    def root(self, at: int) -> int:
        """Return the first of the set that something is in."""
        while self._above[at] != at:
            self._above[at] = self._above[self._above[at]]
            at = self._above[at]
        return at

    def unite(self, a: int, b: int) -> None:
        """Make the sets of two things one."""
        low, high = sorted((self.root(a), self.root(b)))
        names = {self._name[low], self._name[high]} - {None}
        if len(names) < 2:  # two names stay apart
            self._above[high] = low
            self._name[low] = names.pop() if names else None


def _unite(sets: _Sets, said: Sequence[Sequence[str | None]], members: int) -> None:
    """Unite what more than half of the members put into one group; `said`: names by node and member."""
    if members < PAIRWISE:
        # More than half of one or two is all of them: things with the same names throughout.
        first: dict[tuple[str | None, ...], int] = {}
        for at, names in enumerate(said):
            if all(names) and names:
                sets.unite(first.setdefault(tuple(names), at), at)
        return
    _unite_pairs(sets, said, members)


def _unite_pairs(
    sets: _Sets,
    said: Sequence[Sequence[str | None]],
    members: int,
    *,
    apart: Container[int] = (),
    joined: Container[int] = (),
) -> None:
    """Unite pairs by majority: of those `apart` no two; of those `joined` also what anybody put together."""
    for a, b in combinations(range(len(said)), 2):
        equal = sum(x is not None and x == y for x, y in zip(said[a], said[b], strict=True))
        if (2 * equal > members and not (a in apart and b in apart)) or (equal and (a in joined or b in joined)):
            sets.unite(a, b)


def _undecided(said: Sequence[Sequence[str | None]], decided: Sequence[str | None], members: int) -> set[int]:
    """Return what somebody put into a group, nobody decided, and no more than half put with the same things.

    With all that somebody put together with such: to decide one as they say is to decide the others.
    """
    together: dict[tuple[int, str], list[int]] = {}
    for at, names in enumerate(said):
        for who, name in enumerate(names):
            if name is not None:
                together.setdefault((who, name), []).append(at)
    found = set[int]()
    for at in (at for at, name in enumerate(decided) if name is None):
        views = Counter(tuple(together[who, name]) for who, name in enumerate(said[at]) if name is not None)
        if views and 2 * max(views.values()) <= members:
            found.update(*views)
    return found
