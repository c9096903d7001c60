"""Nugget files of TREC QA: vital or okay (2004 to 2005), and pyramids of weights (2006 to 2007).

Qid 1.6: 'other' question for target Crips          a heading, which only people read
1.6 5<TAB>vital<TAB>use greeting C'z Up             question, number, importance, nugget
152.7<TAB>1<TAB>0.444<TAB>musical child prodigy     question, number, weight, nugget
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.formats import trec_qrels
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.exports import CollectionExport, check_same, one_line, writer
from jurybox.formats.format import Format
from jurybox.formats.nugget_export import NuggetExport, numbered
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, lines_of
from jurybox.kinds import KINDS
from jurybox.language import tr, trf, trn_noop, trnf
from jurybox.lists import comma_list

_HEADING = re.compile(r"Qid (\S+): ?(.*)")
_VITAL = re.compile(r"(\S+)[ \t]+([0-9]+)\t(vital|okay)\t(.*)")
_WEIGHT = re.compile(r"(\S+)[ \t]+([0-9]+)\t([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+)\t(.*)")
_COLUMNS = "question nugget text importance weight source assessor"


class NuggetLine(NamedTuple):
    """One line: the question, its number, `vital` or `okay` or a weight as it is written, the wording."""

    question: str
    number: str
    worth: str
    text: str


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that are headings or nuggets; 0 where none is a nugget.

    A number that is there twice in a question is no nugget the second time: qrels whose documents are called
    0 or 1 have the group in its place, which is the same in all lines.
    """
    nuggets = [line for line in lines if not _HEADING.fullmatch(line)]
    fitting = len({found[:2] for line in nuggets if (found := parse(line)) is not None})
    return (fitting + len(lines) - len(nuggets)) / len(lines) if fitting else 0.0


def questions_in(lines: Sequence[str]) -> set[str]:
    """Return the questions that nuggets among some lines belong to."""
    return {found.question for line in lines if (found := parse(line)) is not None}


def is_evident(seen: Seen) -> bool:
    """Return whether lines of nuggets cannot be qrels, too, or are of questions that are held as Other."""
    held = [seen.kinds[name] for name in questions_in(seen.lines) if name in seen.kinds] if seen.kinds else []
    others = sum(not KINDS[kind].is_labeled for kind in held)
    return 2 * others >= len(held) if held else trec_qrels.share(seen.lines) < 1


def parse(line: str) -> NuggetLine | None:
    """Return the nugget of a line; None for an invalid one, such as one with a weight above 1."""
    found = _VITAL.fullmatch(line) or _WEIGHT.fullmatch(line)
    if not found or not found[4].strip() or (found[3][0] not in "vo" and float(found[3]) > 1):
        return None
    return NuggetLine(*found.groups())


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take the nuggets of Other questions in, each with a vote of the assessor named, or with a weight.

    The questions must be in the collection; those that have no nugget in the file are reported.
    """
    met: set[str] = set()

    def one(source: SourceFile) -> None:
        with reading.sheet("nuggets", source, _COLUMNS) as sheet:
            for line, text in lines_of(source.path):
                if not text.strip():
                    continue
                nugget, heading = parse(text), _HEADING.fullmatch(text)
                if nugget is not None:
                    met.add(nugget.question)
                    sheet.row(line, _cells(nugget, reading.options.assessor or ""))
                elif heading is None:
                    message = trf(
                        "nugget-line",
                        "{text} is not a nugget. Write question, number, a tab, vital or okay or "
                        "a weight from 0 to 1, a tab, and the nugget.",
                        text=shown(text),
                    )
                    reading.bad("nuggets", source, line, message)

    reading.each(sources, one, "nuggets")
    lacking = [name for name, kind in reading.kinds.items() if kind == "other" and name not in met]
    if met and lacking:
        listed = comma_list(lacking[:10]) + (", ..." if len(lacking) > 10 else "")
        reading.note(
            trnf(
                "nuggets-none",
                "{n} Other question has no nugget here ({listed}): left out of scores until it has.",
                "{n} Other questions have no nugget here ({listed}): left out of scores until they have.",
                len(lacking),
                listed=listed,
            )
        )


def _cells(nugget: NuggetLine, assessor: str) -> Cells:
    voted = nugget.worth in ("vital", "okay")
    importance, weight = (nugget.worth, "") if voted else ("", nugget.worth)
    return (nugget.question, nugget.number, nugget.text, importance, weight, "original", assessor)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write the nuggets of all Other questions, as a pyramid if all have weights, and read them back."""
    out.leave_out("nuggets", "weights")
    board = NuggetExport(out)
    groups = list(_groups(board))
    with part.open("w", encoding="utf-8", newline="\n") as page:
        page.write("\n\n".join("".join(f"{line}\n" for line in group) for group, _ in groups))
    meant = [nugget for _, nuggets in groups for nugget in nuggets]
    found = [parse(line) for _, line in lines_of(part) if not _HEADING.fullmatch(line)]
    check_same(part, meant, found)
    return {"nuggets": len(meant)}


def _groups(board: NuggetExport) -> Iterator[tuple[list[str], list[NuggetLine]]]:
    """Yield the lines of each question that has nuggets, and what they say."""
    with_nuggets = [at for at in board.questions("other") if board.lines(at)]
    weights = [board.catalog.nuggets[line.nugget].weight for at in with_nuggets for line in board.lines(at)]
    pyramid = bool(weights) and None not in weights
    if not pyramid and any(weight is not None for weight in weights):
        board.out.lose(
            trn_noop(
                "{n} weight is left out, as not all nuggets have one.",
                "{n} weights are left out, as not all nuggets have one.",
            ),
            sum(weight is not None for weight in weights),
        )
    for at in with_nuggets:
        question = board.catalog.questions[at]
        nuggets = list(_nuggets(board, at, pyramid=pyramid))
        target = board.catalog.series[question.series].target if question.series is not None else None
        heading = [f"Qid {question.name}: 'other' question for target {one_line(target or '')}".rstrip()]
        if nuggets:
            yield [*([] if pyramid else heading), *(_line(one, pyramid=pyramid) for one in nuggets)], nuggets


def _nuggets(board: NuggetExport, at: int, *, pyramid: bool) -> Iterator[NuggetLine]:
    lines, out = board.lines(at), board.out
    names = [board.catalog.nuggets[line.nugget].name for line in lines]
    for line, name, number in zip(lines, names, numbered(lines, names), strict=True):
        worth = board.importance(line)
        if pyramid:
            worth = repr(board.catalog.nuggets[line.nugget].weight)
        if worth not in ("vital", "okay") and not pyramid:
            out.lose(
                trn_noop(
                    "{n} nugget that nobody called vital or okay is left out.",
                    "{n} nuggets that nobody called vital or okay are left out.",
                )
            )
            continue
        text = line.text if "\n" not in line.text and "\r" not in line.text else one_line(line.text)
        if text != line.text:
            out.lose(
                trn_noop(
                    "{n} nugget has line ends, written as blanks.", "{n} nuggets have line ends, written as blanks."
                )
            )
        if str(number) != name:
            out.lose(
                trn_noop(
                    "{n} nugget has no number of its own: it got the next free one.",
                    "{n} nuggets have no number of their own: they got the next free ones.",
                )
            )
        yield NuggetLine(board.catalog.questions[at].name, str(number), worth or "", text)


def _line(nugget: NuggetLine, *, pyramid: bool) -> str:
    between = "\t" if pyramid else " "
    return f"{nugget.question}{between}{nugget.number}\t{nugget.worth}\t{nugget.text}"


FORMAT = Format(
    "nuggets",
    tr("Nuggets and pyramids (TREC QA)"),
    Signs(tr("its lines are nuggets with their importance"), lines=share, is_evident=is_evident),
    stage="nuggets",
    shape=tr("`question number`, `vital` or `okay` or a weight, and the wording, between tabs"),
    imports=tr("nuggets with votes of one assessor, or with weights"),
    exports=tr("a file"),
    example=("x", "1.4 1\tvital\tBorn in Oslo\n1.4 2\tokay\tSings\n"),
    read=read,
    write=write,
)
