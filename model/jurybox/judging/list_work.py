"""One assessor's work on a list question: labels, groups of equal answers, and the answer set they make.

An answer set is all that is known to be right: the groups among the answers that the assessor called
correct (one in no group is an instance of its own), and the instances known besides that no run returned.
A group under the name of a known instance is that instance.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from jurybox.collection.catalog import Catalog
from jurybox.collection.ledger import Ledger
from jurybox.collection.nuggets import known_instances
from jurybox.judging.likeness import by_likeness
from jurybox.judging.normal_form import normal_form

NO_FORMS: Mapping[int, str] = {}
_WRONG = frozenset(("incorrect", "junk"))


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """One pooled answer: its label or state, the name of its group, and its instance's number from 1.

    `number` is 0 for an answer that is in no instance of the answer set; `group` is "" for an ungrouped one.
    `label` is "conflict" if two labels are in force, `is_split` is set for two groups.
    """

    answer: int
    label: str
    group: str
    number: int
    is_split: bool = False


@dataclass(frozen=True, slots=True)
class ListInstance:
    """One member of the answer set: `answers` that are it, and its `name` and `text` if it was known."""

    number: int
    answers: tuple[int, ...]
    name: str = ""
    text: str = ""

    def is_like(self, other: "ListInstance") -> bool:
        """Return whether this is the same instance as one read before: by its name, else by an answer."""
        return self.name == other.name != "" or bool(set(self.answers) & set(other.answers))


class ListWork:
    """What one assessor sees of a list question. Made again after a change; it keeps nothing.

    `order`: the answers of the question in the order in which they are shown; `forms`: their texts in normal
    form. `proposed`: by answer the name of the known instance whose text it has, of answers that are in no
    known instance and not judged wrong.
    """

    def __init__(
        self,
        catalog: Catalog,
        ledger: Ledger,
        question: int,
        assessor: int,
        order: Sequence[int],
        forms: Mapping[int, str] = NO_FORMS,
    ) -> None:
        self.question = question
        board = ledger.board
        groups = {answer: board.groups.get(answer, {}).get(assessor) or "" for answer in order}
        labels = {answer: ledger.codes.word(int(ledger.labels[assessor, answer]), "conflict") for answer in order}
        known = known_instances(catalog.instances, board, question)
        self.instances = _instances(order, labels, groups, known)
        number = {answer: one.number for one in self.instances for answer in one.answers}
        self.answers = [
            ListAnswer(
                answer,
                labels[answer],
                groups[answer],
                number.get(answer, 0),
                board.groups.get(answer, {}).get(assessor, "") is None,
            )
            for answer in order
        ]
        named = {normal_form(text or name): name for name, text in known.items()} if forms else {}
        self.proposed = {
            answer: named[forms[answer]]
            for answer in order
            if forms.get(answer) in named and groups[answer] not in known and labels[answer] not in _WRONG
        }

    @property
    def twice(self) -> int:
        """How many known instances count twice unless the answers with their texts are joined to them."""
        return len({self.proposed[one.answer] for one in self.answers if one.number and one.answer in self.proposed})

    def into_known(self, answer: int) -> tuple[int, ...]:
        """Return the answers proposed for the same known instance as this one, with their groups."""
        name = self.proposed.get(answer)
        same = [each for each, one in self.proposed.items() if one == name and name is not None]
        return tuple(dict.fromkeys(member for each in same for member in self.members(each)))

    @property
    def left(self) -> int:
        """How many answers have no label yet."""
        return sum(one.label in ("", "deferred", "conflict") for one in self.answers)

    def members(self, answer: int) -> tuple[int, ...]:
        """Return the answers in one group with this one, itself among them."""
        name = next(one.group for one in self.answers if one.answer == answer)
        if not name:
            return (answer,)
        return tuple(one.answer for one in self.answers if one.group == name)

    def suggested(self, answer: int, alike: Iterable[Sequence[int]]) -> tuple[int, ...]:
        """Return the answers that are like this one and not in its group; answers judged wrong are not."""
        near = next((group for group in alike if answer in group), ())
        mine = set(self.members(answer))
        wrong = {one.answer for one in self.answers if one.label in _WRONG}
        return tuple(each for each in near if each not in mine and each not in wrong)


def alike_answers(texts: Sequence[str], answers: Sequence[int]) -> list[list[int]]:
    """Return the answers in groups of nearly equal texts, in the order in which they are best judged."""
    return [[answers[at] for at in group] for group in by_likeness(texts)]


def _instances(
    order: Sequence[int], labels: dict[int, str], groups: dict[int, str], known: dict[str, str]
) -> list[ListInstance]:
    sets: dict[str, list[int]] = {}
    for answer in order:
        if labels[answer] == "correct":
            sets.setdefault(groups[answer] or f"\n{answer}", []).append(answer)
    found = [
        ListInstance(0, tuple(answers), name if name in known else "", known.get(name, ""))
        for name, answers in sets.items()
    ]
    found += [ListInstance(0, (), name, text) for name, text in known.items() if name not in sets]
    return [ListInstance(n, one.answers, one.name, one.text) for n, one in enumerate(found, start=1)]
