"""Qrels: judgments of one assessor, or of several.

301 0 CR93E-10279 0          TREC: question, group, document, grade
0001 clueweb12-0000-11 L2    NTCIR: question, document, level
"""

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

_WIDTH, _NTCIR_WIDTH = 4, 3
_LARGEST = 127
_MOST_NAMED = 8
_NO_GROUP = {"0", "Q0", "q0"}
_ROUND = re.compile(r"[0-9]+(\.[0-9]+)?")
_LEVEL = re.compile(r"L([0-9]{1,3})")


REASON = "its lines have the columns of qrels"


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have four columns, the last a grade, or three, the last a level."""
    return share_of(lines, lambda line: not isinstance(_parse(line), str))


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take judgments in; questions and answers that the collection lacks are added without a text.

    All files are on one scale, and the second column is one thing in all of them: see `_are_rounds`.
    """
    reading = FormatImport(staging, options)
    scanned: dict[Path, _Scan] = {}
    judged: dict[tuple[str, str], str] = {}

    def scan(source: SourceFile) -> None:
        scanned[source.path] = _scan(reading, source, judged)

    reading.each(sources, scan, "judgments")
    grades = set[int]().union(*(each.grades for each in scanned.values()))
    highest = scale_of(grades)
    note_mapping(reading, grades, highest)
    named = [each for each in scanned.values() if not each.groups <= _NO_GROUP]
    rounds = bool(named) and _are_rounds(reading, named)
    mentions = Mentions(reading)
    columns = ("assessor", "question", "answer", "label", "state", "note")
    for source in files_of(sources):
        if source.path not in scanned:
            continue
        alone = _only_assessor(reading, source, scanned[source.path].groups, rounds=rounds)
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


def _are_rounds(reading: FormatImport, scanned: Sequence[_Scan]) -> bool:
    """Return whether the second column has rounds of one assessor in it, and not the names of assessors.

    It has names where an answer is judged under two values; else it may be either, which the report asks
    about: numbers are taken for rounds, anything else for names, unless the options say otherwise.
    """
    asked = reading.options.second_column
    groups = set[str]().union(*(each.groups for each in scanned))
    repeats = any(each.repeats for each in scanned)
    if reading.options.assessor or asked == "rounds":
        if repeats:
            option = "an assessor" if reading.options.assessor else "rounds"
            reading.staging.refuse_file(
                "judgments",
                f"Answers are judged under two values of the second column ({_listed(groups)}), so that it "
                f"names assessors. Do not ask for {option}.",
                None,
            )
        rounds = True
    else:
        rounds = asked is None and not repeats and all(map(_ROUND.fullmatch, groups))
    if not repeats and not reading.options.assessor:
        reading.staging.second_column = "rounds" if rounds else "assessors"
    return rounds


def _only_assessor(
    reading: FormatImport, source: SourceFile, groups: set[str], *, rounds: bool
) -> str | None:
    """Return who judged all of a file; None where the second column names assessors. Either is noted."""
    if groups <= _NO_GROUP:
        return reading.assessor(source)
    if not rounds:
        named = f"{count_of(len(groups), 'assessor')}: {_listed(groups)}"
        reading.note(f"The second column names {named}.", source)
        return None
    if reading.options.assessor:
        reading.note(f"The second column ({_listed(groups)}) is not used: an assessor is named.", source)
    else:
        values = f"{count_of(len(groups), 'value')} ({_listed(groups)})"
        reading.note(
            f"The second column has {values}, and no answer is judged under two: taken for rounds of one "
            "assessor. --second-column assessors takes them for names.",
            source,
        )
    return reading.assessor(source)


def _listed(groups: set[str]) -> str:
    names = sorted(groups)
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def _said(grade: int, highest: int, kind: str) -> tuple[str, str, str]:
    """Return label, state and note for a grade."""
    if grade == UNJUDGED:
        return "", "", ""
    if grade == JUNK:
        return "", "junk", ""
    note = "" if is_plain(highest) else noted(grade, highest)
    return label_of(grade, highest, kind), "", note


def _scan(reading: FormatImport, source: SourceFile, judged: dict[tuple[str, str], str]) -> _Scan:
    """Return what a file holds, after every bad line was noted.

    `judged`: the value of the second column that each answer was met under, in this and earlier files.
    """
    grades: set[int] = set()
    groups: set[str] = set()
    repeats = False
    for line, text in lines_of(source.path):
        parsed = _parse(text)
        if isinstance(parsed, str):
            reading.bad("judgments", source, line, parsed)
            continue
        question, group, answer, grade = parsed
        grades.add(grade)
        groups.add(group)
        if not repeats and group not in _NO_GROUP:
            repeats = judged.setdefault((question, answer), group) != group
    return _Scan(grades, groups, repeats)


def _rows(source: SourceFile) -> Iterator[tuple[int, tuple[str, str, str, int]]]:
    for line, text in lines_of(source.path):
        parsed = _parse(text)
        if not isinstance(parsed, str):
            yield line, parsed


def _parse(text: str) -> tuple[str, str, str, int] | str:
    cells = text.split()
    if len(cells) == _NTCIR_WIDTH and (level := _LEVEL.fullmatch(cells[2])):
        cells = [cells[0], "0", cells[1], level[1]]
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
        out.unlabeled += said.level == UNJUDGED
        yield said.question, group, said.answer, str(said.level)


FORMAT = Format(
    "trec-qrels",
    "TREC and NTCIR qrels",
    by_lines(share, REASON),
    stage="judgments",
    shape="`question group answer grade`, or `question answer L2`",
    imports="one assessor, or one for each group; numbers under which no answer is judged twice are rounds "
    "of one assessor, unless `--second-column assessors` says otherwise",
    exports="grades, -1 for not judged, -2 for junk",
    example=("x", "1 0 d 1\n1 0 e 0\n"),
    read=read,
    write=write,
    share=share,
)
