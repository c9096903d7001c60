"""What a collection has that a format cannot hold: counted alike for all formats, reported before writing.

A writer says which family its files are of, and which of the things below it keeps. What depends on a single
row, such as a grade that a scale lacks, the writer counts itself.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from jurybox.formats.grades import grade_noted
from jurybox.language import Numbered, trn_noop

Family = Literal["judgments", "runs", "nuggets"]
"""What files of a format say: labels of answers, responses, or nuggets and matches."""


class _Thing(NamedTuple):
    """One kind of data that a format may lack: its sentence, and the rows that have it."""

    name: str
    family: Family
    sentence: Numbered
    rows: str


_OF_ANSWER = "standing s JOIN question q ON q.id = s.question WHERE s.answer IS NOT NULL AND s.nugget IS NULL"
_GIVEN = f"{_OF_ANSWER} AND s.kind = 'judgment' AND s.label IS NOT NULL"
_RESPONSES = "response p JOIN question q ON q.id = p.question WHERE p.answer IS NOT NULL AND p.answered"
_THINGS = (
    _Thing(
        "times",
        "judgments",
        trn_noop(
            "The date and the seconds of {n} judgment are left out.",
            "The date and the seconds of {n} judgments are left out.",
        ),
        f"{_GIVEN} AND s.seconds IS NOT NULL",
    ),
    _Thing(
        "strictness",
        "judgments",
        trn_noop(
            "{n} inexact or unsupported answer is written as 0.", "{n} inexact or unsupported answers are written as 0."
        ),
        f"{_GIVEN} AND s.label IN ('inexact', 'unsupported')",
    ),
    _Thing(
        "repeats",
        "judgments",
        trn_noop(
            "{n} repeated judgment is left out: the first one is written.",
            "{n} repeated judgments are left out: the first ones are written.",
        ),
        f"{_OF_ANSWER} AND s.kind = 'repeat'",
    ),
    _Thing(
        "adjudications",
        "judgments",
        trn_noop(
            "{n} adjudicated label is left out: --gold adjudicated writes it.",
            "{n} adjudicated labels are left out: --gold adjudicated writes them.",
        ),
        f"{_OF_ANSWER} AND s.kind = 'adjudication' AND s.fact IS NULL AND s.label IS NOT NULL",
    ),
    _Thing(
        "questions",
        "judgments",
        trn_noop(
            "{n} judgment of a question, not of an answer, is left out.",
            "{n} judgments of questions, not of answers, are left out.",
        ),
        "standing s JOIN question q ON q.id = s.question WHERE s.answer IS NULL AND s.kind = 'judgment'",
    ),
    _Thing(
        "decisions",
        "runs",
        trn_noop("{n} decision (yes or no) is left out.", "{n} decisions (yes or no) are left out."),
        f"{_RESPONSES} AND p.decision IS NOT NULL",
    ),
    _Thing(
        "selected",
        "runs",
        trn_noop("{n} mark of a selected answer is left out.", "{n} marks of a selected answer are left out."),
        f"{_RESPONSES} AND p.selected",
    ),
    _Thing(
        "confidences",
        "runs",
        trn_noop("{n} confidence is left out.", "{n} confidences are left out."),
        f"{_RESPONSES} AND p.confidence IS NOT NULL",
    ),
    _Thing(
        "scores",
        "runs",
        trn_noop("{n} score is left out.", "{n} scores are left out."),
        f"{_RESPONSES} AND p.score IS NOT NULL",
    ),
    _Thing(
        "facts of runs",
        "runs",
        trn_noop(
            "Team, description, language or seconds of {n} run are left out.",
            "Team, description, language or seconds of {n} runs are left out.",
        ),
        "run WHERE coalesce(team, description, lang, seconds) IS NOT NULL",
    ),
    _Thing(
        "times of runs",
        "runs",
        trn_noop(
            "The seconds that runs took for {n} question are left out.",
            "The seconds that runs took for {n} questions are left out.",
        ),
        "run_time",
    ),
    _Thing(
        "weights",
        "nuggets",
        trn_noop("{n} weight of a nugget is left out.", "{n} weights of nuggets are left out."),
        "nugget WHERE weight IS NOT NULL",
    ),
    _Thing(
        "sources",
        "nuggets",
        trn_noop(
            "The source of {n} nugget, other than original, is left out.",
            "The source of {n} nuggets, other than original, is left out.",
        ),
        "nugget WHERE source IS NOT NULL AND source <> 'original'",
    ),
    _Thing(
        "matches",
        "nuggets",
        trn_noop("{n} match is left out.", "{n} matches are left out."),
        "standing s WHERE s.kind = 'match'",
    ),
)
_NOTES = {
    "judgments": f"{_OF_ANSWER} AND s.kind = 'judgment'",
    "nuggets": ("standing s JOIN question q ON q.id = s.question WHERE s.kind IN ('importance', 'nugget', 'match')"),
}


def _is_grade_alone(note: str) -> bool:
    """Return whether a note keeps a grade and no text of the judge's."""
    noted = grade_noted(note)
    return noted is not None and not noted.text


def losses(
    db: sqlite3.Connection,
    family: Family,
    *,
    keeps: Collection[str],
    kinds: Sequence[str],
    assessors: Sequence[int] | None,
    without_notes: str = "",
) -> Iterator[tuple[Numbered, int]]:
    """Yield sentences with how many rows a format does not hold, for those of which there are any.

    `keeps`: the kinds of data that it keeps; `kinds`: its kinds of questions, all if empty; `assessors`:
    whose labels are written, by id (None: everybody's; none: a gold standard's); `without_notes`: the
    beginning of notes that are kept in another way.
    """
    by = "1" if assessors is None else f"s.assessor IN ({', '.join(map(str, assessors)) or 'NULL'})"
    of_kinds = f"q.kind IN ({', '.join(map(repr, kinds))})" if kinds else "1"

    def of(rows: str, kinds_asked: str = of_kinds) -> str:
        conditions = [by] if "standing s" in rows else []
        conditions += [kinds_asked] if "question q" in rows else []
        return " AND ".join((rows if "WHERE" in rows else f"{rows} WHERE 1", *conditions))

    if family in _NOTES and "notes" not in keeps:
        notes = db.execute(f"SELECT s.note, count(*) FROM {of(_NOTES[family])} AND s.note <> '' GROUP BY 1")  # noqa: S608 - our own words
        kept = (without_notes,) if without_notes else ()
        left = sum(count for note, count in notes if not (_is_grade_alone(note) or note.startswith(kept)))
        if left:
            yield (trn_noop("{n} note is left out.", "{n} notes are left out."), left)
    for thing in _THINGS:
        if thing.family == family and thing.name not in keeps:
            (count,) = db.execute(f"SELECT count(*) FROM {of(thing.rows)}").fetchone()  # noqa: S608 - our own words
            if count:
                yield thing.sentence, count
    if family == "judgments" and kinds:
        (count,) = db.execute(f"SELECT count(*) FROM {of(_GIVEN, f'NOT {of_kinds}')}").fetchone()  # noqa: S608 - our own words
        if count:
            yield (
                trn_noop(
                    "{n} judgment of an answer to a question of another kind is left out.",
                    "{n} judgments of answers to questions of other kinds are left out.",
                ),
                count,
            )
