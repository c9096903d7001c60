"""Judgments of TREC QA, codes -1 wrong, 1 right, 2 unsupported, 3 inexact.

The order of the columns differs between years and kinds of question, so it is found out from the lines
and said. `SHAPES` holds the orders that are known; each brings its own reader.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL, pool_key, pool_ref
from jurybox.collection.staging import Staging
from jurybox.formats.delimited import BadFile
from jurybox.formats.format import ReadOptions, Share
from jurybox.formats.reading import Reading, Source, lines_of, share_of
from jurybox.formats.trec_qa_runs import NO_DOCUMENT

CODES = {"1": "correct", "3": "inexact", "2": "unsupported", "-1": "incorrect"}
_SNIFFED = 200
_MOST = 0.5


@dataclass(frozen=True, slots=True)
class Shape:
    """One order of columns: how it is named, which share of some lines has it, and how a file is read."""

    told: str
    share: Share
    read: Callable[[Reading, Source], None]


REASON = "its lines have one of the known orders of columns of judgments"


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have the order of columns that most of them have."""
    return max(shape.share(lines) for shape in SHAPES)


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take judgments in, each of the answer with that text and document; questions must be there already."""
    reading = Reading(staging, options)

    def one(source: Source) -> None:
        shape = shape_of([line for _, line in islice(lines_of(source.path), _SNIFFED)])
        if shape is None:
            known = "; or ".join(shape.told for shape in SHAPES)
            raise BadFile(f"The order of the columns is none of those known: {known}.", 1)
        reading.note(f"The columns are taken as {shape.told}.", source)
        shape.read(reading, source)

    reading.each(sources, one, "judgments")


def shape_of(lines: Sequence[str]) -> Shape | None:
    """Return the shape that most lines have, the first of equals; None if most lines have none."""
    held = [line for line in lines if line.strip()]
    best = max(SHAPES, key=lambda shape: shape.share(held))
    return best if best.share(held) > _MOST else None


@dataclass(frozen=True, slots=True)
class Columns:
    """Factoid judgments: where the document and the code stand; the answer is the rest of the line."""

    document: int
    code: int
    rest: int

    def share(self, lines: Sequence[str]) -> float:
        """Return the share of lines with a code and something like a document where they should be."""
        return share_of(lines, self._fits)

    def _fits(self, line: str) -> bool:
        cells = line.split(None, self.rest)
        return len(cells) >= self.rest and cells[self.code] in CODES and is_document(cells[self.document])

    def parse(self, text: str) -> tuple[str, str, str, str] | str:
        """Return question, document, label and answer of a line, or what is wrong with it."""
        cells = text.split(None, self.rest)
        if len(cells) < self.rest:
            return f"This line has {len(cells)} columns, which is too few."
        label = CODES.get(cells[self.code])
        if label is None:
            return f"The judgment is {shown(cells[self.code])}. Write one of {', '.join(CODES)}."
        answer = cells[self.rest].strip() if len(cells) > self.rest else ""
        document = cells[self.document]
        if not answer and document != NIL:
            return "There is no answer behind the judgment. Write one."
        return cells[0], document, label, answer

    def read(self, reading: Reading, source: Source) -> None:
        """Take the judgments of a file in; those of NIL are told, since the question says whether it is."""
        assessor = reading.assessor(source)
        columns = ("question", "answer", "text", "document")
        said: list[tuple[int, tuple[str, str, str, str]]] = []
        nils: dict[str, set[str]] = {"correct": set(), "incorrect": set()}
        with reading.sheet("answers", source, *columns) as answers:
            seen: set[str] = set()
            for line, text in lines_of(source.path):
                row = self.parse(text)
                if isinstance(row, str):
                    reading.bad("judgments", source, line, row)
                    continue
                question, document, label, answer = row
                if document == NIL:
                    nils["correct" if label == "correct" else "incorrect"].add(question)
                    continue
                document = "" if document == NO_DOCUMENT else document
                ref = pool_ref(pool_key(question, answer, document or None, None))
                if ref not in seen:
                    seen.add(ref)
                    answers.row(line, (question, "", answer, document))
                said.append((line, (assessor, question, ref, label)))
        with reading.sheet("judgments", source, "assessor", "question", "answer", "label") as sheet:
            for line, cells in said:
                sheet.row(line, cells)
        _tell_nils(reading, source, nils)


def _tell_nils(reading: Reading, source: Source, nils: dict[str, set[str]]) -> None:
    for word, questions in nils.items():
        if questions:
            listed = ", ".join(sorted(questions)[:10]) + (", ..." if len(questions) > 10 else "")
            value = "yes" if word == "correct" else "no"
            reading.warn(
                f"NIL is judged {word} for {len(questions):,} questions ({listed}), which is said of the "
                f"question: give them nil_correct {value} in questions.csv. The lines are left out.",
                source,
            )


def is_document(text: str) -> bool:
    """Return whether a word looks like the name of a document, NIL, or the sign for none."""
    return text in (NIL, NO_DOCUMENT) or (
        text not in CODES and any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    )


_DOCUMENT_FIRST = Columns(document=1, code=2, rest=3)
_CODE_FIRST = Columns(document=2, code=1, rest=3)
SHAPES: list[Shape] = [
    Shape("question, document, judgment, answer", _DOCUMENT_FIRST.share, _DOCUMENT_FIRST.read),
    Shape("question, judgment, document, answer", _CODE_FIRST.share, _CODE_FIRST.read),
]
"""Every order of columns that is known, tried in this order; other kinds of question add theirs here."""
