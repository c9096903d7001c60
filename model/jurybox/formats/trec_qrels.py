"""TREC qrels, `qid group docno grade`: judgments of one assessor, or of several in groups."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.errors import Refused
from jurybox.formats.exports import (
    CollectionExport,
    ExportVoice,
    columns_of,
    one_word,
    write_lines,
    writer,
)
from jurybox.formats.format import Format, ReadOptions
from jurybox.formats.grades import (
    JUNK,
    UNJUDGED,
    grade_noted,
    is_plain,
    label_of,
    note_mapping,
    noted,
    scale_of,
    whole,
)
from jurybox.formats.mentions import Mentions
from jurybox.formats.source_files import FormatImport, SourceFile, by_lines, files_of, lines_of, share_of
from jurybox.kinds import KINDS
from jurybox.wording import count_of

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
    reading = FormatImport(staging, options)
    scanned: dict[Path, _Scan] = {}

    def scan(source: SourceFile) -> None:
        scanned[source.path] = _scan(reading, source)

    reading.each(sources, scan, "judgments")
    grades = set[int]().union(*(each.grades for each in scanned.values()))
    highest = scale_of(grades)
    note_mapping(reading, grades, highest)
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


def _only_assessor(reading: FormatImport, source: SourceFile, scanned: _Scan) -> str | None:
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
    reading.note(f"The second column names {count_of(len(groups), 'assessor')}: {listed}.", source)
    return None


def _said(grade: int, highest: int, kind: str) -> tuple[str, str, str]:
    """Return label, state and note for a grade."""
    if grade == UNJUDGED:
        return "", "", ""
    if grade == JUNK:
        return "", "junk", ""
    note = "" if is_plain(highest) else noted(grade, highest)
    return label_of(grade, highest, kind), "", note


def _scan(reading: FormatImport, source: SourceFile) -> _Scan:
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


def _rows(source: SourceFile) -> Iterator[tuple[int, tuple[str, str, str, int]]]:
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


_FINER = (
    "{count} grades of finer scales are written as 2, 1, 0 for A, B, C: in one file with the others they "
    "would be read as other labels."
)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write qrels; the second column names the assessor where there are several, and is 0 for one."""
    groups = {voice: one_word(voice.name) for voice in out.voices}
    if len(set(groups.values())) < len(groups):
        raise Refused("Two assessors have the same name but for blanks. Export them one by one.")
    alone, plain = len(groups) == 1, not _comes_back(out)
    rows = (
        row
        for voice, name in groups.items()
        for row in _grade_rows(out, voice, "0" if alone else name, plain=plain)
    )
    return {"judgments": write_lines(part, rows, " ".join, _four_columns)}


def _comes_back(out: CollectionExport) -> bool:
    """Return whether grades as the notes keep them are read as the same labels, all on one scale."""
    before = out.lost.copy()
    grades = {
        (said.level, said.label, said.kind)
        for voice in out.voices
        for said in out.said(voice)
        if said.label is not None and said.level >= 0
    }
    out.lost = before  # what is lost is counted when it is written
    highest = scale_of(level for level, _, _ in grades)
    graded = [one for one in grades if KINDS[one[2]].is_graded]
    return all(label_of(level, highest, kind) == label for level, label, kind in graded)


def _four_columns(line: str) -> tuple[str, ...] | str:
    return columns_of(line, 4)


def _grade_rows(
    out: CollectionExport, voice: ExportVoice, group: str, *, plain: bool
) -> Iterator[tuple[str, ...]]:
    for said in out.said(voice, plain=plain):
        if said.note and not grade_noted(said.note):
            out.lost["{count} notes are left out."] += 1
        if plain and KINDS[said.kind].is_graded and grade_noted(said.note):
            out.lost[_FINER] += 1
        if said.state and said.state != "junk":
            out.lost["{count} answers that were skipped, deferred or not decidable are written as -1."] += 1
        if said.label in ("inexact", "unsupported"):
            out.lost["{count} inexact or unsupported answers are written as 0."] += 1
        yield said.question, group, said.answer, str(said.level)


FORMAT = Format(
    "trec-qrels",
    "TREC qrels",
    by_lines(share, REASON),
    stage="judgments",
    shape="`question group answer grade`",
    imports="one assessor, or one for each group; numbers under which no answer is judged twice are rounds "
    "of one assessor",
    exports="grades, -1 for not judged, -2 for junk",
    example=("x", "1 0 d 1\n1 0 e 0\n"),
    read=read,
    write=write,
    share=share,
)
