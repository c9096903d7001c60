"""What is seen of a file whose format is to be found, and signs in its columns that formats share."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.formats.delimited import blocks_of
from jurybox.language import tr

_LOOKED = 5_000
"""Lines whose cells are looked at one by one."""
_FEWEST = 5
"""Lines that are enough to tell questions from answers by how often each is there."""
_LIKE_A_QUESTION = re.compile(r"(q|qid|query|question|topic)[-_.]?[0-9]+", re.IGNORECASE)
_SHORT_NUMBER, _LONG_NUMBER = re.compile(r"[0-9]{1,4}"), re.compile(r"[0-9]{6,}")
_LIKE_A_DOCUMENT = re.compile(
    r"([a-z]+://|<urn:)\S+|(d|doc|docid|docno|document|p|passage|para|article|msmarco|clueweb[0-9]*|fbis|ft|fr|la|apw?|nyt|"
    r"xie|xin|afp|cna|ltw|wsj|zf|doe|pt|sjmn|cr|gx|wtx?|med|trec|enwiki)[-_.:]?[0-9]\S*",
    re.IGNORECASE,
)
"""Ids as collections of documents have them: those of the news at TREC above all."""
_NO_GROUP = {"0", "Q0", "q0"}
_DIGIT, _DIGITS = re.compile(r"[0-9]"), re.compile(r"[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+([.,][0-9]*)?|[.,][0-9]+)([eE][+-]?[0-9]+)?|L[0-9]+|[+-]?(inf|nan)", re.IGNORECASE)
_MOST_ODD, _FAR = 3, 100
"""Lines of another shape than all others that may be titles, and a number far above usual grades."""
_MOST_IDS = 5_000
"""Ids that are enough to know their forms."""


def cells_in(text: str, width: int) -> list[str]:
    """Return the cells of a line: apart by blanks, or by tabs where these give the right number of cells alone."""
    cells = text.split()
    if len(cells) > width and text.count("\t") == width - 1:
        between = [cell.strip() for cell in text.split("\t")]
        return between if all(between) else cells
    return cells


def _form(name: str) -> str:
    """Return an id without what tells it from others: 301 and 2 have one form, q1 and FT-2 two others."""
    return _DIGITS.sub("0", name)


@dataclass(frozen=True)
class Seen:
    """A file: its path, its lines that are not blank, and what is there besides.

    `kinds` has the kinds of the questions that the collection holds, `asked` these and the questions of the
    other files of the import.
    """

    path: Path
    lines: Sequence[str]
    kinds: Mapping[str, str]
    asked: AbstractSet[str] = frozenset()

    def is_named(self, pattern: str) -> bool:
        """Return whether the file is called as a pattern says."""
        return bool(pattern) and re.search(pattern, self.path.name, re.IGNORECASE) is not None

    @cached_property
    def rows(self) -> list[list[str]]:
        """The cells of the lines, apart by blanks, without comments."""
        return [line.split() for line in self.lines[:_LOOKED] if not line.startswith("#")]

    def columns(self, width: int) -> list[tuple[str, ...]]:
        """Return the columns of those lines that have so many; none if most have not."""
        rows = [cells_in(line, width) for line in self.lines[:_LOOKED] if not line.startswith("#")]
        fitting = [row for row in rows if len(row) == width]
        return list(zip(*fitting, strict=True)) if 2 * len(fitting) >= len(rows) else []

    def number_of(self, fits: Callable[[str], bool]) -> int:
        """Return the number that the first line that fits has in the file."""
        lines = (pair for held in blocks_of(self.path) for pair in zip(*held, strict=True))
        return next(number for number, text in lines if fits(text))

    def odd_line(self, columns: Sequence[Sequence[str]], numbers: Sequence[int]) -> str:
        """Return in words which line is of another shape than nearly all others, as titles and heads are; or "".

        It has a word where the others have 0, Q0 or a round, or two other signs: words in columns of `numbers`,
        a grade far above theirs, another name of the group or run than all of them, ids without the digits of
        theirs. Ids alone say nothing: a first question may be called otherwise.
        """
        signs, of_ids, count = Counter[int](), Counter[int](), len(columns[0])

        def note(found: Counter[int], at: int, weight: int, fits: Callable[[str], object]) -> None:
            odd = [row for row, cell in enumerate(columns[at]) if not fits(cell)]
            if len(odd) <= _MOST_ODD and 2 * len(odd) <= count:
                found.update(dict.fromkeys(odd, weight))

        note(signs, 1, 2, _DIGIT.search)
        for at in numbers:
            note(signs, at, 1, _NUMBER.fullmatch)
        for at in {1, len(columns) - 1} - {*numbers}:
            ((usual, _),) = Counter(columns[at]).most_common(1)
            note(signs, at, 1, lambda cell, usual=usual: cell == usual or _DIGIT.search(cell))  # type: ignore[misc]
        if numbers == (len(columns) - 1,):
            highest = sorted(float(cell) for cell in columns[-1] if _DIGITS.fullmatch(cell))
            usual_most = highest[max(0, len(highest) - 1 - min(_MOST_ODD, count // 2))] if highest else 0
            note(signs, numbers[0], 1, lambda cell: not _DIGITS.fullmatch(cell) or float(cell) <= _FAR + usual_most)
        for at in (0, 2):
            note(of_ids, at, 1, _DIGIT.search)
        found = [row for row, weight in sorted(signs.items()) if weight + of_ids[row] > 1]
        if not found:
            return ""
        line = self.number_of(lambda text: cells_in(text, len(columns)) == [column[found[0]] for column in columns])
        return tr(
            "line {line:,} is of another shape than the others: {text}. If it is a title or names the columns, remove "
            "it, or begin it with #",
            line=line,
            text=shown(" ".join(column[found[0]] for column in columns)),
        )

    def doubt_of_ids(self, columns: Sequence[Sequence[str]], at: int = 2) -> str:
        """Return what speaks against ids of questions in the first column and of answers in that one; or "".

        Ids that the collection or other files know as questions, or that have the form of those, and ids as
        documents have them, tell one column from the other; else how often each id comes.
        """
        questions, groups, answers = columns[0], columns[1], columns[at]
        if all(len(cell) > 1 and cell[0] == cell[-1] == '"' for cell in questions):
            return tr("its cells are in quotation marks. Remove them")
        held, given = {*questions}, {*answers}
        if held <= {"Q0", "q0"}:
            return self.exchanged(columns, 0, 1)
        if at > 1:
            if given <= _NO_GROUP and len({*groups}) > 1:
                return self.exchanged(columns, 1, at)
            are_apart = any(map(_DIGIT.search, groups)) or 1 < len({*groups}) <= len(
                {*zip(groups, answers, strict=True)}
            ) == len(given)
            is_group = held == {"0"} and "0" not in self.asked and not {*groups} <= _NO_GROUP and are_apart
            if is_group or (self._are_known(groups, held) and len(held) < len({*groups}) <= len(given)):
                return self.exchanged(columns, 0, 1)
        if self._are_known(answers, held) or self._look_exchanged(held, given):
            return self.exchanged(columns, 0, at)
        in_blocks = len([*groupby(answers)]) == len(given) <= len(answers) / 2 and len(given) > 1
        is_of_one = len(held) == len(questions) >= _FEWEST and in_blocks
        return self.exchanged(columns, 0, at) if is_of_one else ""

    def _are_known(self, ids: Sequence[str], held: AbstractSet[str]) -> bool:
        """Return whether most of some ids are known as questions, and none of those in the first column."""
        return 2 * len({*ids} & self.asked) > len({*ids}) and not held & self.asked

    def _look_exchanged(self, held: AbstractSet[str], given: AbstractSet[str]) -> bool:
        """Return whether ids of the first column look like answers, and those in their place like questions."""
        if not any(map(_LIKE_A_QUESTION.fullmatch, held)):
            if all(map(_LIKE_A_QUESTION.fullmatch, given)):
                return True
            if all(map(_SHORT_NUMBER.fullmatch, given)):
                are_answers = all(map(_LIKE_A_DOCUMENT.fullmatch, held))
                are_ids = all(_LONG_NUMBER.fullmatch(one) or re.search("[^0-9.]", one) for one in held)
                if not held & self.asked and (are_answers or (are_ids and len(given) < len(held))):
                    return True
        forms = {_form(one) for one in islice(self.asked, _MOST_IDS)}
        are_of_form = {*map(_form, given)} <= forms and forms.isdisjoint(map(_form, held))
        return are_of_form and len(given) <= len(held)

    def exchanged(self, columns: Sequence[Sequence[str]], one: int, other: int) -> str:
        """Return in words that two columns seem to be in each other's place, with the first line."""
        first = [column[0] for column in columns]
        return tr(
            "columns {one} and {other} seem to be in each other's place: line {line:,} has {first} and {second}. "
            "Exchange them",
            one=one + 1,
            other=other + 1,
            line=self.number_of(lambda text: cells_in(text, len(first)) == first),
            first=shown(first[one]),
            second=shown(first[other]),
        )
