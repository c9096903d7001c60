"""Judgments of TREC QA, codes -1 wrong, 1 right, 2 unsupported, 3 inexact.

The order of the columns differs between years and kinds of question, so it is detected from the lines and
reported. `SHAPES` has the known orders, each with its reader.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Unpack

from jurybox.formats import trec_runs
from jurybox.formats.bad_files import BadFile
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.exports import export_of, making, write_lines, written
from jurybox.formats.format import Format, How, Written
from jurybox.formats.nugget_export import NuggetExport
from jurybox.formats.source_files import FormatImport, SourceFile, lines_of
from jurybox.formats.trec_qa_factoids import FACTOID_SHAPES, write_factoids
from jurybox.formats.trec_qa_lines import KINDS_OF_QA, Shape, are_of_news, is_document
from jurybox.formats.trec_qa_lists import LIST_SHAPE, list_rows, parse_list
from jurybox.formats.trec_qa_others import OTHER_SHAPE, other_rows, parse_other
from jurybox.language import tr, trf

_SNIFFED = 200
_MOST = 0.5


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have the order of columns that most of them have."""
    return max(shape.share(lines) for shape in SHAPES)


def is_evident(seen: Seen) -> bool:
    """Return whether lines of this shape are nothing else, such as runs: a code that is no rank, or documents say so.

    Documents are named as news agencies name theirs; or most questions are held as questions with short answers.
    """
    cells = [line.split() for line in seen.lines]
    if LIST_SHAPE.share(seen.lines) < _MOST and trec_runs.near(seen.lines) > _MOST:
        return False
    if any("-1" in one[1:6] for one in cells) or are_of_news(list(filter(is_document, (one[1] for one in cells)))):
        return True
    return seen.are_of({one[0] for one in cells}, KINDS_OF_QA)


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take judgments in, each of the answer with that text and document; questions must be there already."""

    def one(source: SourceFile) -> None:
        shape = shape_of([line for _, line in islice(lines_of(source.path), _SNIFFED)])
        if shape is None:
            known = "; or ".join(shape.columns for shape in SHAPES)
            raise BadFile(
                trf("trecqa-columns-order", "The order of the columns is none of those known: {known}.", known=known), 1
            )
        reading.note(trf("trecqa-columns-read", "The columns are read as {columns}.", columns=shape.columns), source)
        shape.read(reading, source)

    reading.each(sources, one, "judgments")


def shape_of(lines: Sequence[str]) -> Shape | None:
    """Return the shape that most lines have, the first of equals; None if most lines have none."""
    held = [line for line in lines if line.strip()]
    best = max(SHAPES, key=lambda shape: shape.share(held))
    return best if best.share(held) > _MOST else None


SHAPES = (LIST_SHAPE, OTHER_SHAPE, *FACTOID_SHAPES)
"""Every order of columns that is known; those of lists come first, since factoids are less particular."""


def write(file: Path, target: Path, **how: Unpack[How]) -> Written:
    """Write one voice's labels of factoids, lists and Other questions.

    A collection without list and Other questions gives one file; else the target is a folder with
    `factoid.txt`, `list.txt` and `other.txt`, as far as there is something to write.
    """
    with export_of(file, how) as out:
        kinds = {kind for (kind,) in out.db.execute("SELECT DISTINCT kind FROM question")}
        if kinds.isdisjoint(KINDS_OF_QA[1:]):
            return write_factoids(file, target, **how)
        with making(target, folder=True) as part:
            out.leave_out("judgments", "strictness", kinds=KINDS_OF_QA)
            out.leave_out("nuggets", "weights", "sources", "matches")  # files of nuggets have the first two
            board = NuggetExport(out)
            written_counts = {
                "list": write_lines(part / "list.txt", list_rows(board), " ".join, parse_list),
                "other": write_lines(part / "other.txt", other_rows(board), " ".join, parse_other),
            }
            lost, quiet = tuple[str, ...](), How(**how)
            announce = quiet.pop("announce", None)
            if any(said.level >= 0 for voice in out.voices for said in out.said(voice, "factoid")):
                of_factoids = write_factoids(file, part / "factoid.txt", **quiet)
                written_counts, lost = ({"factoid": sum(of_factoids.rows.values())} | written_counts, of_factoids.lost)
            for kind, count in written_counts.items():
                if not count:
                    (part / f"{kind}.txt").unlink()
            done = written(target, {kind: count for kind, count in written_counts.items() if count}, out)
            done = replace(done, lost=(*done.lost, *lost))
            if announce and done.lost:
                announce(done.lost)
        return done


FORMAT = Format(
    "trec-qa-judgments",
    tr("TREC QA judgments"),
    Signs(
        tr("its lines have one of the known orders of columns of judgments"),
        lines=share,
        is_evident=is_evident,
        is_loose=True,
    ),
    stage="judgments",
    shape=tr("`question document judgment answer`; the order of the columns is recognized and reported"),
    imports=tr("labels"),
    exports=tr("labels of one assessor or a gold standard"),
    example=("x", "1.1 NYT1 1 Paris\n1.1 NIL -1\n"),
    read=read,
    write=write,
)
