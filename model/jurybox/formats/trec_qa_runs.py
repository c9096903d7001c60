"""Runs of TREC QA, `qid run docid answer`: the answer is the rest of the line; NIL stands for no answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.pooling import NIL
from jurybox.collection.staging import Staging
from jurybox.formats.format import ReadOptions
from jurybox.formats.reading import Reading, Source, first_lines, lines_of

NO_DOCUMENT = "-"
"""What stands for the document of an answer that has none."""

_COLUMNS = ("run", "question", "rank", "answer", "text", "document")


class QaLine(NamedTuple):
    """One line of a run; `document` is NIL where there is no answer."""

    question: str
    run: str
    document: str
    text: str


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: a name, a run of few names, a document or NIL, and an answer."""
    lines = [parse_line(line) for line in first_lines(path)]
    held = [line for line in lines if not isinstance(line, str)]
    if not held or len(held) < len(lines):
        return None
    runs = {line.run for line in held}
    documents = [line.document for line in held]
    if len(runs) == 1 and all(
        name in (NIL, NO_DOCUMENT) or any(map(str.isdigit, name)) for name in documents
    ):
        return "its lines have a question, one and the same run, a document or NIL, and an answer"
    return None


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
