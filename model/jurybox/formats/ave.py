"""CLEF AVE: questions with answers and supporting texts as XML, and responses, a value for each answer."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.cell_types import real
from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.delimited import BadFile
from jurybox.formats.format import ReadOptions
from jurybox.formats.reading import Reading, Source, first_lines, lines_of
from jurybox.formats.xml_nodes import Node, read_xml, root_of

DECISIONS = {
    "SELECTED": ("yes", "yes"),
    "VALIDATED": ("yes", ""),
    "ACCEPTED": ("yes", ""),
    "REJECTED": ("no", ""),
}
GOLD = {
    "YES": ("correct", ""),
    "VALIDATED": ("correct", ""),
    "NO": ("incorrect", ""),
    "REJECTED": ("incorrect", ""),
    "UNKNOWN": ("", "cannot-tell"),
}


class Response(NamedTuple):
    """One line of responses."""

    question: str
    answer: str
    value: str
    confidence: str


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: AVE's elements, or lines with one of its values."""
    if path.is_dir():
        inside = sorted(path.iterdir())
        found = [sniff(entry) for entry in inside if entry.is_file()]
        return found[0] if found and all(found) else None
    if root_of(path) is not None:
        head = "\n".join(first_lines(path))
        return "it has AVE's elements q_str and a_str" if "<q_str" in head and "<a_str" in head else None
    cells = [line.split() for line in first_lines(path)]
    if cells and all(len(found) in (3, 4) and found[2].upper() in DECISIONS for found in cells):
        return "its lines have a question, an answer, and one of AVE's values"
    return None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take questions and answers in, or responses of a run called as the file."""
    reading = Reading(staging, options)

    def one(source: Source) -> None:
        if root_of(source.path) is None and not source.plain_name.lower().endswith(".xml"):
            _read_responses(reading, source)
        else:
            _read_questions(reading, source)

    reading.each(sources, one, "answers")


def _read_responses(reading: Reading, source: Source) -> None:
    run = reading.options.run or source.stem
    columns = ("run", "question", "answer", "decision", "selected", "confidence", "rank")
    with reading.sheet("responses", source, *columns) as sheet:
        for line, text in lines_of(source.path):
            row = parse_response(text)
            if isinstance(row, str):
                reading.bad("responses", source, line, row)
            else:
                decision, selected = DECISIONS[row.value]
                cells = (run, row.question, row.answer, decision, selected, row.confidence, "")
                sheet.row(line, cells)


def parse_response(text: str) -> Response | str:
    """Return what a line says, or what is wrong with it."""
    cells = text.split()
    if len(cells) not in (3, 4):
        return f"This line has {len(cells)} columns. Write four: question, answer, value, confidence."
    value, confidence = cells[2].upper(), cells[3] if cells[3:] else ""
    if value not in DECISIONS:
        return f"The value is {shown(cells[2])}. Write one of {', '.join(DECISIONS)}."
    try:
        fits = not confidence or 0 <= real(confidence) <= 1
    except ValueError:
        fits = False
    if not fits:
        return f"The confidence is {shown(confidence)}. Write a number from 0 to 1."
    return Response(cells[0], cells[1], value, confidence)


def _read_questions(reading: Reading, source: Source) -> None:
    root = read_xml(source.path)
    questions = list(root.all("q")) if root.tag.lower() != "q" else [root]
    if not questions:
        raise BadFile(f"The element {shown(root.tag)} holds no question (q).", root.line)
    _store_questions(reading, source, questions)
    gold = [
        (question, answer) for question in questions for answer in question.all("a") if answer.get("value")
    ]
    if gold:
        _store_gold(reading, source, gold)


def _store_questions(reading: Reading, source: Source, questions: list[Node]) -> None:
    with reading.sheet("questions", source, "question", "kind", "text", "lang") as sheet:
        for question in questions:
            if not question.get("id"):
                reading.bad("questions", source, question.line, "A question has no id. Write one.")
            else:
                row = (
                    question.get("id"),
                    "validation",
                    _text(question, "q_str"),
                    question.get("lang").lower(),
                )
                sheet.row(question.line, row)
    columns = ("question", "answer", "text", "document", "support")
    with reading.sheet("answers", source, *columns) as sheet:
        for question in questions:
            for answer in question.all("a"):
                support = answer.first("t_str")
                name = support.get("doc") if support else ""
                row = (question.get("id"), answer.get("id"), _text(answer, "a_str"), name)
                if all(row[:2]):
                    sheet.row(answer.line, (*row, _text(answer, "t_str")))
                elif row[0]:
                    reading.bad("answers", source, answer.line, "An answer has no id. Write one.")


def _store_gold(reading: Reading, source: Source, gold: list[tuple[Node, Node]]) -> None:
    assessor = reading.assessor(source)
    columns = ("assessor", "question", "answer", "label", "state")
    with reading.sheet("judgments", source, *columns) as sheet:
        for question, answer in gold:
            value = answer.get("value").upper()
            if value not in GOLD:
                told = f"The value is {shown(answer.get('value'))}. Write one of {', '.join(GOLD)}."
                reading.bad("judgments", source, answer.line, told)
            else:
                sheet.row(answer.line, (assessor, question.get("id"), answer.get("id"), *GOLD[value]))


def _text(node: Node, tag: str) -> str:
    child = node.first(tag)
    return child.text.strip() if child else ""
