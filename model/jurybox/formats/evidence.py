"""The signs of a format, what is seen of a file whose format is to be found, and what its columns say."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from jurybox.collection.findings import shown
from jurybox.formats.delimited import blocks_of
from jurybox.language import tr

_LOOKED = 5_000
"""Lines whose cells are looked at one by one."""
_FEWEST = 5
"""Lines that are enough to tell questions from answers by how often each is there."""
_LIKE_A_QUESTION = re.compile(r"(q|qid|query|question|topic)[-_.]?[0-9]+", re.IGNORECASE)
_SHORT_NUMBER, _NO_SHORT_NUMBER = re.compile(r"[0-9]{1,4}"), re.compile(r"[^0-9.]|^[0-9]{6}")
_LIKE_A_DOCUMENT = re.compile(
    r"([a-z]+://|<urn:)\S+|(d|doc|docid|docno|document|p|passage|para|article|msmarco|clueweb[0-9]*|fbis|ft|fr|la|apw?|nyt|"
    r"xie|xin|afp|cna|ltw|wsj|zf|doe|pt|sjmn|cr|gx|wtx?|med|trec|enwiki)[-_.:]?[0-9]\S*",
    re.IGNORECASE,
)
"""Ids as collections of documents have them: those of the news at TREC above all."""
_NO_GROUP = {"0", "Q0", "q0"}
_DIGIT, _DIGITS = re.compile(r"[0-9]"), re.compile(r"[0-9]+")
_MOST_ODD = 3
"""Lines of another shape than all others that may be titles."""
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


def are_numbered(names: Collection[str]) -> bool:
    """Return whether all names are short numbers, or look like ids of questions otherwise."""
    return all(_SHORT_NUMBER.fullmatch(name) or _LIKE_A_QUESTION.fullmatch(name) for name in names)


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

    def are_of(self, asked: AbstractSet[str], kinds: Collection[str]) -> bool:
        """Return whether most of some questions are held as questions of some kinds."""
        return 2 * sum(self.kinds.get(question) in kinds for question in asked) > len(asked)

    def number_of(self, fits: Callable[[str], bool]) -> int:
        """Return the number that the first line that fits has in the file."""
        lines = (pair for held in blocks_of(self.path) for pair in zip(*held, strict=True))
        return next(number for number, text in lines if fits(text))

    def odd_line(self, columns: Sequence[Sequence[str]]) -> str:
        """Return in words which line is of another shape than nearly all others, as titles and heads are; or "".

        It has words where the others have digits, or all the same word, in two columns. One is enough in the second,
        where others have 0, Q0 or a round, unless a question with digits is before it: groups may be people. Those of
        ids alone are not: a first question may be called otherwise.
        """
        signs, beside_ids, count = Counter[int](), set[int](), len(columns[0])
        for at, column in enumerate(columns):
            words = ["" if _DIGIT.search(cell) else cell for cell in column]
            usual = "" if 2 * words.count("") >= count else Counter(words).most_common(1)[0][0] if at % 2 else None
            odd = [row for row, word in enumerate(words) if word and word != usual]
            if usual is not None and len(odd) <= min(_MOST_ODD, count // 2):
                signs.update(odd)
                signs.update(row for row in odd if at == 1 and not usual and not _DIGIT.search(columns[0][row]))
                beside_ids.update(odd if at not in (0, 2) else ())
        found = min((row for row in beside_ids if signs[row] > 1), default=None)
        if found is None:
            return ""
        cells = [column[found] for column in columns]
        return tr(
            "line {line:,} is of another shape than the others: {text}. If it is a title or names the columns, remove "
            "it, or begin it with #",
            line=self.number_of(lambda text: cells_in(text, len(cells)) == cells),
            text=shown(" ".join(cells)),
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
            if held == {"0"} and "0" not in self.asked and not {*groups} <= _NO_GROUP and are_apart:
                return self.exchanged(columns, 0, 1)
        is_known = 2 * len(given & self.asked) > len(given) and not held & self.asked
        in_blocks = len([*groupby(answers)]) == len(given) <= len(answers) / 2 and len(given) > 1
        is_of_one = len([*groupby(questions)]) == len(questions) >= _FEWEST and in_blocks and len(given) < len(held)
        return self.exchanged(columns, 0, at) if is_known or is_of_one or self._look_exchanged(held, given) else ""

    def _look_exchanged(self, held: AbstractSet[str], given: AbstractSet[str]) -> bool:
        """Return whether ids of the first column look like answers, and those in their place like questions."""
        if held & self.asked or any(map(_LIKE_A_QUESTION.fullmatch, held)):
            return False
        if all(map(_LIKE_A_QUESTION.fullmatch, given)):
            return True
        forms = {_form(one) for one in islice(self.asked, _MOST_IDS)}
        is_of_form = {*map(_form, given)} <= forms and forms.isdisjoint(map(_form, held)) and len(given) <= len(held)
        are_more, are_short = len(given) < len(held), all(map(_SHORT_NUMBER.fullmatch, given))
        are_documents = all(map(_LIKE_A_DOCUMENT.fullmatch, held)) and not any(map(_LIKE_A_DOCUMENT.fullmatch, given))
        are_ids = are_short and all(map(_NO_SHORT_NUMBER.search, held))
        return is_of_form or (are_more and (are_documents or are_ids)) or (are_short and are_documents)

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


Share = Callable[[Sequence[str]], float]
"""Returns the share of some lines that have the shape of a format, from 0 to 1; 0 for no lines."""


def _always(_: Seen) -> bool:
    return True


def _nothing(_: Seen) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Signs:
    """What files of a format look like: what is read, asked about or refused, and with which words, follows from this.

    `words` say in the report why a file is of the format. What they say is so where `lines`, `record` or `place`
    finds it: the share of independent lines with the shape, of which a few may be bad; whether the first record of
    JSON is one of the format; or whether a file or folder is one, in own words if they differ from file to file.

    `near` is the share of lines that have the shape nearly, for formats whose reader says what is wrong with such
    lines. `is_evident` tells whether more than the shape speaks for a format where that is not enough, and `doubt`
    what speaks against it and what to do about it. `called` is a pattern of what files are called. `is_loose`: the
    shape is so general that a file of another format may have it, too. `of_folder`: a whole folder is recognized by
    the names of its files.
    """

    words: str = ""
    lines: Share | None = None
    record: Callable[[dict[str, Any]], bool] | None = None
    place: Callable[[Path], str | bool | None] | None = None
    near: Share | None = None
    is_evident: Callable[[Seen], bool] = _always
    doubt: Callable[[Seen], str] = _nothing
    called: str = ""
    is_loose: bool = False
    of_folder: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a file is read as of a format, in words, and how many of its lines have the shape, if lines say so."""

    words: str
    fit: int | None = None
    lines: int | None = None
