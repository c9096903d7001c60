"""TREC qrels, `qid group docno grade`: judgments of one assessor, or of several in groups."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.format import ReadOptions
from jurybox.formats.grades import JUNK, UNJUDGED, is_plain, label_of, noted, scale_of, tell_mapping, whole
from jurybox.formats.mentions import Mentions
from jurybox.formats.reading import Reading, Source, files_of, lines_of, share_of

_WIDTH = 4
_LARGEST = 127
_NO_GROUP = {"0", "Q0", "q0"}
_ROUND = re.compile(r"[0-9]+(\.[0-9]+)?")


REASON = "its lines have the four columns of TREC qrels"


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have four columns, the last a grade."""
    return share_of(lines, lambda line: not isinstance(_parse(line), str))


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take judgments in; questions and answers that the collection lacks are added without a text.

    All files are on one scale. The second column names assessors, unless `options` name one, or its values
    are numbers and no answer is judged under two of them: then it is a round, and one assessor judged all.
    """
    reading = Reading(staging, options)
    scanned: dict[Path, _Scan] = {}

    def scan(source: Source) -> None:
        scanned[source.path] = _scan(reading, source)

    reading.each(sources, scan, "judgments")
    grades = set[int]().union(*(each.grades for each in scanned.values()))
    highest = scale_of(grades)
    tell_mapping(reading, grades, highest)
    mentions = Mentions(reading)
    columns = ("assessor", "question", "answer", "label", "state", "note")
    for source in files_of(sources):
        if source.path not in scanned:
            continue
        alone = _only_assessor(reading, source, scanned[source.path])
        with reading.sheet("judgments", source, *columns) as sheet:
            for line, (question, group, answer, grade) in _rows(source):
                mentions.add(source, line, question, answer)
                said = _said(grade, highest, mentions.kind_of(question))
                sheet.row(line, (alone or group, question, answer, *said))
    mentions.store()


class _Scan(NamedTuple):
    """What a file holds: its grades, the values of its second column, whether these repeat an answer."""

    grades: set[int]
    groups: set[str]
    repeats: bool


def _only_assessor(reading: Reading, source: Source, scanned: _Scan) -> str | None:
    """Return who judged all of a file; None where the second column names assessors. Either is noted."""
    groups = scanned.groups
    if groups <= _NO_GROUP:
        return reading.assessor(source)
    listed = ", ".join(sorted(groups)[:8]) + (", ..." if len(groups) > 8 else "")
    if reading.options.assessor:
        reading.note(f"The second column ({listed}) is not used: an assessor is named.", source)
        return reading.options.assessor
    if len(groups) > 1 and not scanned.repeats and all(map(_ROUND.fullmatch, groups)):
        reading.note(
            f"The second column has {len(groups):,} numbers ({listed}), and no answer is judged under two of "
            "them: they are taken for rounds of one assessor.",
            source,
        )
        return reading.assessor(source)
    reading.note(f"The second column names {_count(len(groups), 'assessor')}: {listed}.", source)
    return None


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _said(grade: int, highest: int, kind: str) -> tuple[str, str, str]:
    """Return label, state and note for a grade."""
    if grade == UNJUDGED:
        return "", "", ""
    if grade == JUNK:
        return "", "junk", ""
    note = "" if is_plain(highest) else noted(grade, highest)
    return label_of(grade, highest, kind), "", note


def _scan(reading: Reading, source: Source) -> _Scan:
    """Return what a file holds, after every bad line was noted."""
    grades: set[int] = set()
    groups: set[str] = set()
    judged: dict[tuple[str, str], str] = {}
    repeats = False
    for line, text in lines_of(source.path):
        parsed = _parse(text)
        if isinstance(parsed, str):
            reading.bad("judgments", source, line, parsed)
            continue
        question, group, answer, grade = parsed
        grades.add(grade)
        groups.add(group)
        if not repeats and group not in _NO_GROUP and _ROUND.fullmatch(group):
            repeats = judged.setdefault((question, answer), group) != group
    return _Scan(grades, groups, repeats)


def _rows(source: Source) -> Iterator[tuple[int, tuple[str, str, str, int]]]:
    for line, text in lines_of(source.path):
        parsed = _parse(text)
        if not isinstance(parsed, str):
            yield line, parsed


def _parse(text: str) -> tuple[str, str, str, int] | str:
    cells = text.split()
    if len(cells) != _WIDTH:
        return f"This line has {len(cells)} columns. Write four: question, group, answer, grade."
    question, group, answer, grade = cells
    value = whole(grade)
    if value is None or not JUNK <= value <= _LARGEST:
        return f"The grade is {shown(grade)}. Write 0 to {_LARGEST}, -1 for not judged, or -2 for junk."
    return question, group, answer, value
