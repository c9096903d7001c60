"""Grades of other people's scales: how they become labels, and how labels become grades again.

Labels of ranked questions are A, B and C. A grade above half of the highest of its scale is A, any other
above 0 is B, 0 is C. A scale has at least the grades 0 to 2, so that 2 1 0 are A B C in every file, whichever
of them it has. All files and assessors of one import share one scale: that of the highest grade in any. Of a
scale of more steps the grade itself is kept in the note with its scale (`grade 3 (0-4)`), and an export
writes it again where it is read back as the same label.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from jurybox.formats.source_files import FormatImport
from jurybox.kinds import KINDS
from jurybox.label_schemes import CORRECTNESS, QUALITY

_NOTED = re.compile(r"grade ([0-9]{1,9}) \(([01])-([0-9]{1,9})\)(?:\n(.*))?", re.DOTALL)
LEAST_HIGHEST = 2
"""The highest grade of the smallest scale."""
UNJUDGED, JUNK = -1, -2
"""Grades that are none, as trec_eval has them."""

_GRADES = {label.word: label.grade for scheme in (QUALITY, CORRECTNESS) for label in scheme.labels}


def whole(text: str) -> int | None:
    """Return a whole number in plain digits; None for anything else."""
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def label_of(grade: int, highest: int, kind: str) -> str:
    """Return the label for a grade from 0 up, for an answer of a question of some kind."""
    if not KINDS[kind].is_graded:
        return "correct" if grade > 0 else "incorrect"
    return "A" if 2 * grade > highest else "B" if grade > 0 else "C"


def level_of(label: str) -> int:
    """Return the grade that a label is written as: 2 1 0 for A B C, 1 and 0 for correct and anything else."""
    return _GRADES[label]


class Noted(NamedTuple):
    """What a note keeps: a grade as steps above the lowest of its scale, how many steps that has, a text."""

    level: int
    top: int
    text: str


def noted(grade: int, highest: int, *, lowest: int = 0, text: str = "") -> str:
    """Return the note that keeps a grade with its scale, and a text of the judge's."""
    kept = f"grade {grade} ({lowest}-{highest})"
    return f"{kept}\n{text}" if text else kept


def grade_noted(note: str | None) -> Noted | None:
    """Return what such a note keeps; None if it is another note."""
    found = _NOTED.fullmatch(note or "")
    if not found:
        return None
    grade, lowest, highest = int(found[1]), int(found[2]), int(found[3])
    return Noted(grade - lowest, highest - lowest, found[4] or "") if lowest <= grade <= highest else None


def is_plain(highest: int) -> bool:
    """Return whether A B C keep all that a scale says."""
    return highest <= LEAST_HIGHEST


def scale_of(grades: Iterable[int]) -> int:
    """Return the highest grade of the scale that all grades of an import are on, at least 2."""
    return max(LEAST_HIGHEST, max(grades, default=0))


def note_mapping(reading: FormatImport, grades: set[int], highest: int) -> None:
    """Say how the grades of an import are read, all by one scale."""
    mapped = [f"{grade} as {label_of(grade, highest, 'ranked')}" for grade in sorted(grades) if grade >= 0]
    if mapped:
        kept = "" if is_plain(highest) else "; the grade is kept in the note"
        reading.note(
            f"Grades of ranked questions are read on the scale 0 to {highest}: {', '.join(mapped)}{kept}."
        )
    if UNJUDGED in grades:
        reading.note("Grade -1 is read as not judged yet.")
