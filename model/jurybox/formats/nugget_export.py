"""What writers of nuggets, matches and groups share: the board of a collection, and one word for each thing.

Where no assessor is named, an adjudication is written, else what more than half of those say who said
anything; where they differ, that is reported.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from jurybox.collection.catalog import read_catalog
from jurybox.collection.codes import LABEL_CODES, LABEL_OF_CODE
from jurybox.collection.ledger import read_ledger
from jurybox.collection.nugget_state import SETTLED
from jurybox.collection.nuggets import CurrentNugget, current_nuggets
from jurybox.formats.exports import CollectionExport
from jurybox.kinds import kind_code
from jurybox.language import tr, trn_noop

_DIFFER = trn_noop(
    "{n} nugget or match on which people differ is written as more than half of them say.",
    "{n} nuggets or matches on which people differ are written as more than half of them say.",
)
_OF_PEOPLE = tr(
    "Nuggets have no gold standard: the adjudicated value is written, else that of more than half of the assessors."
)
_GOLD = (_OF_PEOPLE, _OF_PEOPLE)
"""The same sentence however often it occurs."""


class NuggetExport:
    """The nuggets and matches of a collection that is being exported; `who`: one assessor, by position."""

    def __init__(self, out: CollectionExport) -> None:
        self.out = out
        self.catalog = read_catalog(out.db)
        self.ledger = read_ledger(out.db, len(self.catalog.assessors), self.catalog.answer_count)
        self.who = None if out.assessor is None else self.catalog.assessor_named[out.assessor]
        if out.gold is not None:
            out.lose(_GOLD)

    def questions(self, kind: str) -> Iterator[int]:
        """Yield the questions of a kind."""
        wanted = kind_code(kind)
        for at, found in enumerate(self.catalog.kind_of_question.tolist()):
            if found == wanted:
                yield at

    def text_of(self, question: int) -> str:
        """Return the text of a question."""
        (text,) = self.out.db.execute("SELECT text FROM question WHERE id = ?", (question + 1,)).fetchone()
        return str(text)

    def lines(self, question: int) -> tuple[CurrentNugget, ...]:
        """Return the nuggets of a question in their present form."""
        return current_nuggets(self.catalog.nuggets, self.ledger.board, question)

    def importance(self, line: CurrentNugget) -> str | None:
        """Return vital, okay, a state, or None if nobody voted."""
        board = self.ledger.board
        votes: dict[int, int] = {}
        for part in reversed(line.parts):
            votes |= {who: code for who, code in board.votes.get(part, {}).items() if code}
        return self._word(board.settled_votes.get(line.nugget, 0), votes, ("vital", "okay"))

    def support(self, question: int, answers: Sequence[int], line: CurrentNugget) -> str | None:
        """Return how far answers together contain a nugget: the best match; None without a match."""
        matches = self.ledger.board.matches_of(question)
        people = matches.assessors()
        codes = matches.of(answers, line.parts, [SETTLED, *people])
        found = []
        for settled, *each in codes.transpose(1, 2, 0).reshape(-1, len(people) + 1).tolist():
            votes = {who: code for who, code in zip(people, each, strict=True) if code}
            found.append(self._word(settled, votes, ("yes", "partial", "no")))
        order = ("yes", "partial", "no", "cannot-tell")
        return next((word for word in order if word in found), None)

    def _word(self, settled: int, votes: dict[int, int], known: Sequence[str]) -> str | None:
        """Return one word for what several say; `known`: the labels, the strongest first."""
        if self.who is not None:
            return LABEL_OF_CODE.get(votes.get(self.who, 0)) or None
        if settled > 0:
            return LABEL_OF_CODE[settled]
        given = Counter(LABEL_OF_CODE[code] for code in votes.values() if code > 0)
        if not given:
            return "cannot-tell" if LABEL_CODES["cannot-tell"] in votes.values() else None
        if len(given) > 1:
            self.out.lose(_DIFFER)
        total, above = sum(given.values()), 0
        for word in known:
            above += given[word]
            if 2 * above > total:
                return word
        return known[-1]


def numbered(lines: Sequence[CurrentNugget], names: Sequence[str]) -> list[int]:
    """Return a number for each nugget: its name if that is one, else the next that is free."""
    own = {name: int(name) for name in names if name.isascii() and name.isdigit() and name == str(int(name))}
    free, numbers, used = 1, [], set[int]()
    for _, name in zip(lines, names, strict=True):
        number = own.get(name, 0)
        if name not in own or number in used:
            while free in own.values() or free in used:
                free += 1
            number = free
        used.add(number)
        numbers.append(number)
    return numbers
