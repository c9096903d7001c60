"""TREC qrels, `qid group docno grade`: judgments of one assessor, or of several in groups."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.format import ReadOptions
from jurybox.formats.grades import JUNK, UNJUDGED, is_plain, label_of, noted, tell_mapping, whole
from jurybox.formats.mentions import Mentions
from jurybox.formats.reading import Reading, Source, first_lines, lines_of

_WIDTH = 4
_LARGEST = 127
_NO_GROUP = {"0", "Q0", "q0"}


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: every line has four columns, the last a grade."""
    lines = [line.split() for line in first_lines(path)]
    grades = [whole(line[-1]) for line in lines if len(line) == _WIDTH]
    if lines and len(grades) == len(lines) and all(g is not None and g <= _LARGEST for g in grades):
        return "its lines have the four columns of TREC qrels"
    return None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take judgments in; questions and answers that the collection lacks are added without a text."""
    reading = Reading(staging, options)
    mentions = Mentions(reading)

    def one(source: Source) -> None:
        grades, groups = _scan(reading, source)
        _tell_groups(reading, source, groups)
        named = len(groups) == 1 and options.assessor is not None
        alone = reading.assessor(source) if named or groups <= _NO_GROUP else None
        highest = max(grades, default=0)
        tell_mapping(reading, source, grades, highest)
        columns = ("assessor", "question", "answer", "label", "state", "note")
        with reading.sheet("judgments", source, *columns) as sheet:
            for line, (question, group, answer, grade) in _rows(source):
                mentions.add(source, line, question, answer)
                said = _said(grade, highest, mentions.kind_of(question))
                sheet.row(line, (alone or group, question, answer, *said))

    reading.each(sources, one, "judgments")
    mentions.store()


def _said(grade: int, highest: int, kind: str) -> tuple[str, str, str]:
    """Return label, state and note for a grade."""
    if grade == UNJUDGED:
        return "", "", ""
    if grade == JUNK:
        return "", "junk", ""
    note = "" if is_plain(highest) else noted(grade, highest)
    return label_of(grade, highest, kind), "", note


def _scan(reading: Reading, source: Source) -> tuple[set[int], set[str]]:
    """Return the grades and groups of a file, after every bad line was noted."""
    grades: set[int] = set()
    groups: set[str] = set()
    for line, text in lines_of(source.path):
        parsed = _parse(text)
        if isinstance(parsed, str):
            reading.bad("judgments", source, line, parsed)
        else:
            grades.add(parsed[3])
            groups.add(parsed[1])
    return grades, groups


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


def _tell_groups(reading: Reading, source: Source, groups: set[str]) -> None:
    if groups <= _NO_GROUP:
        return
    listed = ", ".join(sorted(groups)[:8])
    reading.note(f"The second column names {len(groups):,} assessors: {listed}.", source)
