"""Runs of the NTCIR-8 community QA task: `TEAM-1.run.csv`, a question and all its answers on each line."""

import re
from collections.abc import Sequence
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.csv_files import guard, unguard
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.exports import CollectionExport, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.mentions import Mentions
from jurybox.formats.names import file_names, id_of, unpacked
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile
from jurybox.language import Sentence, tr, trf, trn_noop

ENDING = ".run.csv"
_SCORE = re.compile(r"-?[0-9]+\.[0-9]+")


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take runs in; the first cell is the question, the others are its answers, the best first."""
    mentions = Mentions(reading)

    def one(source: SourceFile) -> None:
        run = reading.options.run or run_of(source)
        reading.put("runs", source, "run team", [(1, (run, run.rpartition("-")[0]))])
        with reading.sheet("responses", source, "run question rank answer") as sheet:
            for line, row in reading.good_lines("responses", source, parse_line):
                for rank, answer in enumerate(row[1:], 1):
                    mentions.add(source, line, row[0], answer)
                    sheet.row(line, (run, row[0], str(rank), answer))

    reading.each(sources, one, "responses")
    mentions.store()


def doubt(seen: Seen) -> str:
    """Return what speaks against lines of a question and its answers: a head, a question twice, or scores; or ""."""
    met: set[str] = set()
    have_digits = any(map(str.isdigit, "".join(seen.lines)))
    for line in seen.lines:
        question, *answers = line.split(",")
        scores = sum(_SCORE.fullmatch(answer) is not None for answer in answers)
        if question in met or 0 < scores < len(answers) or (have_digits and not any(map(str.isdigit, line))):
            return tr(
                "line {line:,} has {text}. Write each question in one line, with the ids of all its answers, without "
                "a head and without scores",
                line=seen.number_of(line.__eq__),
                text=shown(line),
            )
        met.add(question)
    return ""


def run_of(source: SourceFile) -> str:
    """Return the run that a file is called after."""
    return id_of(source.plain_name.removesuffix(ENDING))


def parse_line(text: str) -> list[str] | Sentence:
    """Return the question and its answers, or what is wrong with a line."""
    cells = [unguard(cell.strip()) for cell in text.split(",")]
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) < 2:
        return trf("ntcir-no-answers", "The answers after the question are missing. Write them, separated by commas.")
    return (
        trf("ntcir-empty-answer", "There is no answer between two commas. Write it, or remove a comma.")
        if "" in cells
        else cells
    )


_TEAM_RUN = re.compile(r"[A-Za-z]+[0-9]*-[1-5]")


@writer(folder=True)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a new folder with RUN.run.csv for each run: a question and its answers on each line."""
    out.leave_out("runs", kinds=("ranked",))
    rows = {}
    for run, name in file_names(out.runs()).items():
        if not _TEAM_RUN.fullmatch(run):
            out.lose(
                trn_noop(
                    "{n} run is not named as NTCIR requires (TEAM-1 to TEAM-5).",
                    "{n} runs are not named as NTCIR requires (TEAM-1 to TEAM-5).",
                )
            )
        path = part / f"{name}{ENDING}"
        rows[run] = write_lines(path, _lists(out, run), _line_of, parse_line)
    return rows


def _lists(out: CollectionExport, run: str) -> list[Cells]:
    lists: dict[str, list[str]] = {}
    for given in out.responses(run):
        if given.kind == "ranked" and given.answer is not None and given.answered:
            lists.setdefault(given.question, []).append(given.answer)
        else:
            out.lose(
                trn_noop(
                    "{n} response that is not a ranked answer, or unanswered, is left out.",
                    "{n} responses that are not ranked answers, or unanswered, are left out.",
                )
            )
    return [(question, *answers) for question, answers in lists.items()]


def _line_of(cells: Sequence[str]) -> str:
    return ",".join(map(guard, cells))


FORMAT = Format(
    "ntcir-cqa",
    tr("NTCIR community QA runs (CSV)"),
    Signs(
        tr("of the ending {ending}", ending=ENDING),
        place=lambda path: unpacked(path.name).endswith(ENDING),
        doubt=doubt,
    ),
    stage="runs",
    shape="`TEAM-1.run.csv`",
    imports=tr("runs"),
    exports=tr("a folder"),
    example=("NII-1.run.csv", "1,2,3\n4,5\n"),
    read=read,
    write=write,
)
