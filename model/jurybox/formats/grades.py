"""Grades of other people's scales: how they become labels, and how labels become grades again.

Grades stay what they are: files with more than the grades 0, 1 and 2 bring a label scheme whose labels are
their grades (`jurybox.collection.own_schemes`), unless letters are asked for, or the collection is judged by
the letters already. All files and assessors of one import share one scale.

As letters, a grade above half of the highest of its scale is A, any other above 0 is B, 0 is C. A scale has
at least the grades 0 to 2, so that 2 1 0 are A B C in every file, whichever of them it has. Of a scale of
more steps the grade itself is kept in the note with its scale (`grade 3 (0-4)`), and an export writes it
again where it is read back as the same label.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from jurybox.collection.findings import FoundGrades
from jurybox.collection.own_schemes import checked, scale, scheme_of_text
from jurybox.formats.source_files import FormatImport
from jurybox.kinds import KINDS
from jurybox.label_schemes import CORRECTNESS, QUALITY, LabelScheme
from jurybox.language import Sentence, tr, trf
from jurybox.lists import clauses, comma_list

_NOTED = re.compile(r"grade ([0-9]{1,9}) \(([01])-([0-9]{1,9})\)(?:\n(.*))?", re.DOTALL)
LEAST_HIGHEST = 2
"""The highest grade of the smallest scale."""
UNJUDGED, JUNK = -1, -2
"""Grades that are none, as trec_eval has them."""
LETTERS = "letters"
"""Asked for: A, B and C for the grades of any scale."""
AS_THEY_ARE = "labels"
"""What grades were read as that brought a scheme of their own."""
GRADED: str = next(kind.name for kind in KINDS.values() if kind.is_graded)
"""The kind of question whose answers have grades; new questions are of it."""
_MOST_IN_A_ROW = 11
"""Up to this many grades, all from the lowest to the highest become labels, whether or not they occur."""
_STRAY = 1_000
"""The highest grade counts as a typing error if it occurs less often than once in this many."""

_GRADES = {label.word: int(label.grade) for scheme in (QUALITY, CORRECTNESS) for label in scheme.labels}


def whole(text: str) -> int | None:
    """Return a whole number in plain digits; None for anything else."""
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= 9 else None


def label_of(grade: int, highest: int, kind: str) -> str:
    """Return the letter for a grade from 0 up, for an answer of a question of some kind."""
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
    """Return whether A B C preserve the whole scale."""
    return highest <= LEAST_HIGHEST


def scale_of(grades: Iterable[int]) -> int:
    """Return the highest grade of the scale that all grades of an import are on, at least 2."""
    return max(LEAST_HIGHEST, max(grades, default=0))


class Said(NamedTuple):
    """What a grade becomes: a label or a state, and the note that keeps what they do not say."""

    label: str
    state: str = ""
    note: str = ""


@dataclass(frozen=True)
class GradeScale:
    """How the grades of an import become labels.

    `own`: label by grade, by kind of question, for the kinds with label schemes of their own; the letters
    of the others are those of a scale from `lowest` to `highest`. `stray`: grades that are taken for slips.
    """

    own: Mapping[str, Mapping[float, str]]
    highest: int
    lowest: int = 0
    stray: Mapping[int, Sentence] | None = None

    def said(self, grade: int, kind: str, text: str = "") -> Said | Sentence:
        """Return what a grade becomes for a question of a kind; what is wrong with one that is no label.

        `text`: what the judge wrote, for the note.
        """
        own = self.own.get(kind)
        if own is not None and grade in own:
            return Said(own[grade], "", text)
        if self.lowest == 0 and grade in (UNJUDGED, JUNK):
            return Said("", "junk" if grade == JUNK else "", text)
        if self.stray and grade in self.stray:
            return self.stray[grade]
        if own is not None:
            known = comma_list(own.values())
            return trf(
                "grade-no-label",
                "The grade is {grade}. Write one of {known}, the labels of {kind} questions.",
                grade=grade,
                known=known,
                kind=kind,
            )
        if grade < self.lowest:
            return trf(
                "grade-below-scale",
                "The grade is {grade}. Write {lowest} or more, -1 for not judged, or -2 for "
                "junk; or name the scale under Labels for grades (--labels -3..3).",
                grade=grade,
                lowest=self.lowest,
            )
        label = label_of(grade - self.lowest, self.highest - self.lowest, kind)
        plain = is_plain(self.highest) and not self.lowest
        return Said(label, "", text if plain else noted(grade, self.highest, lowest=self.lowest, text=text))


def grade_scale(
    reading: FormatImport, grades: Mapping[int, int], files: Sequence[str], *, fixed: tuple[int, int] | None = None
) -> GradeScale:
    """Choose how the grades of an import become labels, all by one scale, and add it to the report.

    `grades`: how often each occurs; `files`: the names of the files, of which the first brings the scheme;
    `fixed`: the lowest and the highest grade if the format defines them.
    """
    staging, asked, kind = reading.staging, reading.options.labels, GRADED
    if asked == LETTERS and kind in staging.schemes and staging.schemes[kind].words != QUALITY.words:
        staging.refuse_file(
            "judgments",
            trf(
                "grades-not-letters",
                "Answers to {kind} questions are labeled by {name!r} in the collection, so grades "
                "cannot become A, B and C. Do not ask for letters.",
                kind=kind,
                name=staging.schemes[kind].name,
            ),
            files[0] if files else None,
        )
    if reading.judged_by_letters and asked is None:
        asked = LETTERS
    scheme, found = None, GradeScale({}, (fixed or (0, scale_of(grades)))[1], fixed[0] if fixed else 0)
    if kind not in staging.schemes or asked not in {None, LETTERS}:
        scheme, found = chosen_scale(FoundGrades(grades, fixed, ""), asked if files else LETTERS)
        has_choice = bool(grades or fixed) and not reading.judged_by_letters
        if files and has_choice and kind not in staging.schemes:
            read_as = asked or (LETTERS if scheme is None else AS_THEY_ARE)
            staging.grades = FoundGrades(dict(grades), fixed, read_as)
    if scheme is not None:
        staging.set_scheme(kind, scheme, files[0])
    own = {kind: {label.grade: label.word for label in scheme.labels} for kind, scheme in staging.schemes.items()}
    found = replace(found, own=own)
    _note(reading, found, grades)
    return found


def chosen_scale(grades: FoundGrades, asked: str | None) -> tuple[LabelScheme | None, GradeScale]:
    """Return the scheme that grades bring (None: the letters), and their mapping to its labels.

    `asked`: None for what fits, "letters", a scale such as 0..3, or a file with a label scheme. Raises
    Refused if that is none of these.
    """
    counts = grades.counts
    lowest, highest = grades.ends or (0, scale_of(counts))
    scheme, stray = None, dict[int, Sentence]()
    if asked not in {None, LETTERS}:
        scheme = scheme_of_text(str(asked), GRADED)
    else:
        stray = {} if grades.ends else _stray(counts)
        known = [grade for grade in counts if grade not in stray and (grades.ends or grade >= 0)]
        if not grades.ends:
            highest = scale_of(known)
        if asked is None and not (is_plain(highest) and lowest == 0):
            scheme = checked(_scheme_of(known, lowest, highest), GRADED)
    own = {} if scheme is None else {GRADED: {label.grade: label.word for label in scheme.labels}}
    return scheme, GradeScale(own, highest, lowest, stray)


def _scheme_of(grades: Sequence[int], lowest: int, highest: int) -> LabelScheme:
    """Return the scheme of the grades from lowest to highest; of a wide scale, of those that occur."""
    every = range(lowest, highest + 1) if highest - lowest < _MOST_IN_A_ROW else {lowest, *grades}
    return scale(every)


def _stray(grades: Mapping[int, int]) -> dict[int, Sentence]:
    """Return the highest grade with what is wrong with it, if it looks like a slip: rare, and far above."""
    real = sorted(grade for grade in grades if grade >= 0)
    total = sum(grades[grade] for grade in real)
    if len(real) < 3 or total < _STRAY:
        return {}
    top, below = real[-1], real[-2]
    if top <= below + 1 or grades[top] * _STRAY > total:
        return {}
    return {
        top: trf(
            "grade-stray",
            "The grade is {top}, and no other of {total:,} is above {below}. Correct it; or, if it "
            "is meant, name the scale under Labels for grades (--labels {real}..{top}).",
            top=top,
            total=total,
            below=below,
            real=real[0],
        )
    }


def _note(reading: FormatImport, found: GradeScale, grades: Mapping[int, int]) -> None:
    kind = GRADED
    if kind in found.own:
        words = comma_list(word for _, word in sorted(found.own[kind].items()))
        reading.note(
            trf(
                "grades-as-labels",
                "Answers to {kind} questions are judged by the labels {words}, as the grades are.",
                kind=kind,
                words=words,
            )
        )
    else:
        mapped = [
            tr(
                "{grade} as {label}",
                grade=grade,
                label=label_of(grade - found.lowest, found.highest - found.lowest, kind),
            )
            for grade in sorted(grades)
            if grade >= found.lowest and grade not in (found.stray or {})
        ]
        kept = "" if is_plain(found.highest) else tr("the grade is kept in the note")
        if mapped:
            reading.note(
                trf(
                    "grades-on-scale",
                    "Grades of ranked questions are read on the scale {lowest} to {highest}: {mapped}.",
                    lowest=found.lowest,
                    highest=found.highest,
                    mapped=clauses((comma_list(mapped), kept)),
                )
            )
    if UNJUDGED in grades and UNJUDGED not in found.own.get(kind, {}):
        reading.note(trf("grade-minus-one", "Grade -1 is read as in the pool, not judged."))
