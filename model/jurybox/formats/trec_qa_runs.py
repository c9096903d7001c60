"""Runs of TREC QA, `qid run docid answer`: the answer is the rest of the line; NIL stands for no answer."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.pooling import NIL
from jurybox.collection.staging import Staging
from jurybox.formats.format import ReadOptions
from jurybox.formats.reading import Reading, Source, lines_of

NO_DOCUMENT = "-"
"""What stands for the document of an answer that has none."""

_COLUMNS = ("run", "question", "rank", "answer", "text", "document")


class QaLine(NamedTuple):
    """One line of a run; `document` is NIL where there is no answer."""

    question: str
    run: str
    document: str
    text: str


REASON = "its lines have a question, one and the same run, a document or NIL, and an answer"


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have a question, the run of most lines, a document or NIL, an answer."""
    held = [line for line in map(parse_line, lines) if not isinstance(line, str) and _has_document(line)]
    most = Counter(line.run for line in held).most_common(1)
    return most[0][1] / len(lines) if most else 0.0


def _has_document(line: QaLine) -> bool:
    return line.document in (NIL, NO_DOCUMENT) or any(map(str.isdigit, line.document))


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take responses in; the questions must be in the collection already."""
    reading = Reading(staging, options)
    ranks: dict[tuple[str, str], int] = {}

    def one(source: Source) -> None:
        nil_texts = 0
        with reading.sheet("responses", source, *_COLUMNS) as sheet:
            for line, text in lines_of(source.path):
                row = parse_line(text)
                if isinstance(row, str):
                    reading.bad("responses", source, line, row)
                    continue
                place = (row.run, row.question)
                ranks[place] = rank = ranks.get(place, 0) + 1
                if row.document == NIL:
                    nil_texts += bool(row.text)
                    sheet.row(line, (row.run, row.question, str(rank), NIL, "", ""))
                else:
                    sheet.row(line, (row.run, row.question, str(rank), "", row.text, document_in(row)))
        if nil_texts:
            reading.note(f"{nil_texts:,} NIL responses have a text, which is left out.", source)

    reading.each(sources, one, "responses")


def document_in(row: QaLine) -> str:
    """Return the document of a line; "" where it has none."""
    return "" if row.document == NO_DOCUMENT else row.document


def parse_line(text: str) -> QaLine | str:
    """Return the parts of a line, or what is wrong with it."""
    cells = text.split(None, 3)
    if len(cells) < 3:
        return f"This line has {len(cells)} columns. Write four: question, run, document or NIL, answer."
    line = QaLine(cells[0], cells[1], cells[2], cells[3].strip() if cells[3:] else "")
    if line.document != NIL and not line.text:
        return "There is no answer behind the document. Write one, or NIL in the place of the document."
    return line
