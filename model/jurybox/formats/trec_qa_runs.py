"""Runs of TREC QA, `qid run docid answer`: the answer is the rest of the line; NIL means no answer."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.pooling import NIL
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.exports import CollectionExport, one_line, one_word, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.names import file_names
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, stem_of
from jurybox.formats.trec_qa_lines import (
    KINDS_OF_QA,
    NO_DOCUMENT,
    SAME_ANSWER,
    are_of_news,
    document_cell,
    document_in,
    joined,
)
from jurybox.language import Sentence, tr, trf, trn_noop

_COUNTED = re.compile(r"-?[0-9.]+|[Qq]0")
_GRADED_OR_RANKED = re.compile(r"-?[0-9]{1,3}|[0-9]+\s+-?[0-9][0-9.eE+-]*\s+\S+")


class QaLine(NamedTuple):
    """One line of a run; `document` is NIL where there is no answer."""

    question: str
    run: str
    document: str
    text: str


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have a question, the run of most lines, a document or NIL, an answer.

    If most have a number or Q0 instead of the run, and a grade, or rank, score and tag instead of the answer,
    they are qrels or runs of TREC, not of this shape. A run may be named by a number.
    """
    held = [line for line in map(parse_line, lines) if not isinstance(line, str) and _has_document(line)]
    others = [_COUNTED.fullmatch(one.run) and _GRADED_OR_RANKED.fullmatch(one.text) for one in held]
    if 2 * sum(map(bool, others)) >= len(held):
        held = [line for line, other in zip(held, others, strict=True) if not other]
    most = Counter(line.run for line in held).most_common(1)
    return most[0][1] / len(lines) if most else 0.0


def is_evident(seen: Seen) -> bool:
    """Return whether lines of this shape are nothing else.

    Their documents are named as news agencies name theirs, or are missing; or the file is called as its run, or
    most questions are held as questions with short answers.
    """
    held = [line for line in map(parse_line, seen.lines) if not isinstance(line, str)]
    run = Counter(line.run for line in held).most_common(1)[0][0] if held else ""
    named = run == stem_of(seen.path.name)
    known = seen.are_of({line.question for line in held}, KINDS_OF_QA)
    return are_of_news([line.document for line in held]) or named or (known and not _COUNTED.fullmatch(run))


def _has_document(line: QaLine) -> bool:
    return line.document in (NIL, NO_DOCUMENT) or any(map(str.isdigit, line.document))


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take responses in; the questions must be in the collection already."""

    def one(source: SourceFile) -> None:
        ranks: dict[tuple[str, str], int] = {}
        nil_texts = 0
        with reading.sheet("responses", source, "run question rank answer text document") as sheet:
            for line, row in reading.good_lines("responses", source, parse_line):
                place = (row.run, row.question)
                ranks[place] = rank = ranks.get(place, 0) + 1
                if row.document == NIL:
                    nil_texts += bool(row.text)
                    sheet.row(line, (row.run, row.question, str(rank), NIL, "", ""))
                else:
                    sheet.row(line, (row.run, row.question, str(rank), "", row.text, document_in(row.document)))
        if nil_texts:
            reading.note(
                trf(
                    "trecqa-nil-texts",
                    "{nil_texts:,} NIL responses have a text, which is left out.",
                    nil_texts=nil_texts,
                ),
                source,
            )

    reading.each(sources, one, "responses")


def parse_line(text: str) -> QaLine | Sentence:
    """Return the parts of a line, or what is wrong with it."""
    cells = text.split(None, 3)
    if len(cells) < 3:
        return trf(
            "trecqa-run-columns",
            "This line has {cells} columns. Write four: question, run, document or NIL, answer.",
            cells=len(cells),
        )
    line = QaLine(cells[0], cells[1], cells[2], cells[3].strip() if cells[3:] else "")
    if line.document != NIL and not line.text:
        return trf(
            "trecqa-run-no-answer",
            "The answer after the document is missing. Write one, or write NIL instead of the document.",
        )
    return line


@writer(folder=True)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a new folder with one file for each run: question, run, document or NIL, answer."""
    out.leave_out("runs", kinds=KINDS_OF_QA)
    return {
        run: write_lines(part / f"{name}.txt", _answer_rows(out, run), joined, parse_line)
        for run, name in file_names(out.runs()).items()
    }


def _answer_rows(out: CollectionExport, run: str) -> Iterator[Cells]:
    name = one_word(run)
    seen: set[tuple[str, str, str]] = set()
    for given in out.responses(run):
        key = (given.question, given.document or "", one_line(given.text))
        if given.kind not in KINDS_OF_QA:
            out.lose(
                trn_noop(
                    "{n} response to a question of another kind is left out.",
                    "{n} responses to questions of other kinds are left out.",
                )
            )
        elif not given.answered:
            out.lose(trn_noop("{n} unanswered response is left out.", "{n} unanswered responses are left out."))
        elif given.nil:
            yield given.question, name, NIL, ""
        elif given.kind == "factoid" and key in seen:
            out.lose(SAME_ANSWER)
        else:
            seen.add(key)
            yield given.question, name, document_cell(given.document, out), out.one_line(given.text)


FORMAT = Format(
    "trec-qa-runs",
    tr("TREC QA runs"),
    Signs(
        "its lines have a question, one and the same run, a document or NIL, and an answer",
        lines=share,
        is_evident=is_evident,
        is_loose=True,
    ),
    stage="runs",
    shape=tr("`question run document answer`, NIL for no answer"),
    imports=tr("responses; the questions must be there"),
    exports=tr("a folder, a file for each run"),
    example=("x", "1.1 r NYT1 Paris\n1.2 r NIL\n"),
    read=read,
    write=write,
)
