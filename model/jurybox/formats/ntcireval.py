"""NTCIREVAL: `.rel` (judgments of a question), `.res` (one run's answers to it) and `.lab` (both)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.formats.bad_files import BadFile
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import JUNK, GradeScale, Said, grade_scale
from jurybox.formats.mentions import Mentions
from jurybox.formats.names import file_names, id_and_ending, id_of
from jurybox.formats.read_options import Cells, ReadOptions
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, first_lines, lines_of
from jurybox.language import Sentence, tr, trf, trn_noop

ENDINGS = (".rel", ".res", ".lab")
_LEVEL = re.compile(r"L([0-9]{1,3})")
_WIDTH = 3
_MOST_SNIFFED = 20


class Labeled(NamedTuple):
    """One line: an answer, and its level (None: none is given)."""

    answer: str
    level: int | None


def _ending_of(path: Path) -> str:
    """Return in words what files end in: .rel, .res or .lab, with short lines, or not text; "" for others."""
    files = list(files_of([path]))
    endings = [ending for source in files if (ending := id_and_ending(source.path)[1]) in ENDINGS]
    others = (source for source in files if id_and_ending(source.path)[1] not in ENDINGS)
    lines = [line for source in files[:_MOST_SNIFFED] for line in first_lines(source.path)]
    wide = sum(len(line.split()) > _WIDTH for line in lines)  # as runs and qrels of other programs
    if endings and 2 * wide <= len(lines) and not any(first_lines(source.path) for source in others):
        return tr("of the ending {endings}", endings=endings[0])
    return ""


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Read judgments and runs: the file has the name of the question, its folder that of the run.

    A .lab file beside the .res file of the same question adds nothing, and is ignored.
    """
    files = list(files_of(sources))
    levels = Counter(level for source in files for level in _levels(source))
    labels = grade_scale(reading, levels, [source.name for source in files])
    mentions = Mentions(reading)
    inside = [source for source in sources if source.is_dir()]

    def one(source: SourceFile) -> None:
        question, ending = id_and_ending(source.path)
        if ending not in ENDINGS and source.path not in sources:
            reading.warn(trf("file-unknown", "Not read, because the format is different or unknown."), source)
            return
        if ending == ".lab" and source.path.with_suffix(".res").exists():
            return
        rows = list(reading.good_lines("judgments", source, parse_line))
        for line, row in rows:
            mentions.add(source, line, question, row.answer)
        if ending == ".rel":
            _store_judgments(reading, source, rows, labels, mentions.kind_of(question))
        else:
            _store_run(reading, source, rows, _run_of(source, inside, reading.options))

    reading.each(sources, one, "judgments")
    mentions.store()


def _levels(source: SourceFile) -> Iterator[int]:
    if id_and_ending(source.path)[1] == ".rel":
        for row in _parsed(source):
            if not isinstance(row[1], str) and row[1].level is not None:
                yield row[1].level


def _parsed(source: SourceFile) -> list[tuple[int, Labeled | str]]:
    try:
        return [(line, parse_line(text)) for line, text in lines_of(source.path)]
    except BadFile:
        return []


def _store_judgments(
    reading: FormatImport, source: SourceFile, rows: list[tuple[int, Labeled]], labels: GradeScale, kind: str
) -> None:
    assessor = reading.assessor(source, "ntcireval")
    question = id_and_ending(source.path)[0]

    def judged(row: Labeled) -> Cells | Sentence:
        said = Said("") if row.level is None else labels.said(row.level, kind)
        return said if isinstance(said, str) else (assessor, question, row.answer, said.label, said.note)

    good = reading.good("judgments", source, rows, judged)
    reading.put("judgments", source, "assessor question answer label note", good)


def _store_run(reading: FormatImport, source: SourceFile, rows: list[tuple[int, Labeled]], run: str) -> None:
    question, ending = id_and_ending(source.path)
    if ending == ".lab" and any(row.level is not None for _, row in rows):
        reading.note(
            trf("ntcireval-lab-order", "Only the order is read from a .lab file; its labels come from the .rel file."),
            source,
        )
    ranked = ((line, (run, question, str(rank), row.answer)) for rank, (line, row) in enumerate(rows, 1))
    reading.put("responses", source, "run question rank answer", ranked)


def _run_of(source: SourceFile, inside: Sequence[Path], options: ReadOptions) -> str:
    """Return the run: as asked, else the folder of the file inside what was named, else the file's name."""
    if options.run:
        return options.run
    folder = source.path.parent
    return id_and_ending(source.path)[0] if folder in inside or not inside else id_of(folder.name)


def parse_line(text: str) -> Labeled | Sentence:
    """Return an answer and its level, or what is wrong with a line."""
    cells = text.split()
    if len(cells) not in (1, 2):
        return trf(
            "ntcireval-columns",
            "This line has {cells} columns. Write an answer, and a level such as L2.",
            cells=len(cells),
        )
    if len(cells) == 1:
        return Labeled(cells[0], None)
    found = _LEVEL.fullmatch(cells[1])
    if not found:
        return trf("ntcireval-level", "The level is {cells}. Write L0, L1, L2 and so on.", cells=shown(cells[1]))
    return Labeled(cells[0], int(found[1]))


@writer(folder=True)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a new folder: QUESTION.rel for each question, RUN/QUESTION.res and .lab for each run."""
    out.leave_out("judgments")
    out.leave_out("runs")
    levels: dict[str, dict[str, str]] = {}
    for said in out.said(out.one_voice()):
        held = said.level >= 0 and said.has_level
        levels.setdefault(said.question, {})[said.answer] = f"L{said.level}" if held else ""
        if not said.has_level:
            out.lose(
                trn_noop(
                    "{n} grade below 0 or between whole numbers is left out: levels have none.",
                    "{n} grades below 0 or between whole numbers are left out: levels have none.",
                )
            )
        if said.level == JUNK or (said.state and said.level < 0):
            out.lose(
                trn_noop(
                    "{n} answer with a state (junk, skipped) is written as not judged.",
                    "{n} answers with a state (junk, skipped) are written as not judged.",
                )
            )
    rows = {"judgments": 0}
    for question, name in file_names(levels).items():
        judged = [(answer, level) for answer, level in levels[question].items() if level]
        rows["judgments"] += _write(part / f"{name}.rel", judged)
    for run, name in file_names(out.runs()).items():
        rows[run] = _write_run(out, part / name, run, levels)
    return rows


def _write_run(out: CollectionExport, folder: Path, run: str, levels: dict[str, dict[str, str]]) -> int:
    lists: dict[str, list[str]] = {}
    for given in out.responses(run):
        listed = lists.setdefault(given.question, [])
        if given.nil or given.answer is None or not given.answered or given.answer in listed:
            out.lose(
                trn_noop(
                    "{n} NIL, unanswered or repeated response is left out.",
                    "{n} NIL, unanswered or repeated responses are left out.",
                )
            )
        else:
            listed.append(given.answer)
    folder.mkdir()
    for question, name in file_names(lists).items():
        listed = lists[question]
        _write(folder / f"{name}.res", [(answer, "") for answer in listed])
        labeled = [(answer, levels.get(question, {}).get(answer, "")) for answer in listed]
        _write(folder / f"{name}.lab", labeled)
    return sum(map(len, lists.values()))


def _write(path: Path, rows: list[tuple[str, str]]) -> int:
    return write_lines(path, rows, lambda row: " ".join(row).rstrip(" "), _level_line)


def _level_line(line: str) -> Cells | str:
    row = parse_line(line)
    return row if isinstance(row, str) else (row.answer, "" if row.level is None else f"L{row.level}")


FORMAT = Format(
    "ntcireval",
    tr("NTCIREVAL files (.rel, .res, .lab)"),
    Signs(place=_ending_of, of_folder=True),
    stage="runs",
    shape="`.rel`, `.res`, `.lab`",
    imports=tr("levels and runs"),
    exports=tr("a folder"),
    example=("x.rel", "d1 L1\nd2 L0\n"),
    read=read,
    write=write,
)
