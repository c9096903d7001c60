"""CLEF AVE: questions with answers and supporting texts as XML, and responses, a value for each answer."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.cell_types import real
from jurybox.collection.findings import shown
from jurybox.errors import Refused
from jurybox.formats.bad_files import BadFile
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import NOBODY, CollectionExport, ExportedJudgment, check_same, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.names import file_names
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, first_lines
from jurybox.formats.xml_nodes import XML_HEAD, Node, escaped, quoted, read_xml, root_of, rows_read
from jurybox.language import Sentence, tr, trf, trn_noop
from jurybox.lists import comma_list

DECISIONS = {"SELECTED": ("yes", "yes"), "VALIDATED": ("yes", ""), "ACCEPTED": ("yes", ""), "REJECTED": ("no", "")}
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


def _contents(path: Path) -> str | None:
    """Return in words that a path has AVE's elements, or lines with one of its values; None for others."""
    if path.is_dir():
        inside = sorted(path.iterdir())
        found = [_contents(entry) for entry in inside if entry.is_file()]
        return found[0] if found and all(found) else None
    if root_of(path) is not None:
        head = "\n".join(first_lines(path))
        return tr("it has AVE's elements q_str and a_str") if "<q_str" in head and "<a_str" in head else None
    cells = [line.split() for line in first_lines(path)]
    if cells and all(len(found) in (3, 4) and found[2].upper() in DECISIONS for found in cells):
        return "its lines have a question, an answer, and one of AVE's values"
    return None


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take questions and answers in, or responses of a run called as the file."""

    def one(source: SourceFile) -> None:
        if root_of(source.path) is None and not source.plain_name.lower().endswith(".xml"):
            _read_responses(reading, source)
        else:
            _read_questions(reading, source)

    reading.each(sources, one, "answers")


def _read_responses(reading: FormatImport, source: SourceFile) -> None:
    run = reading.options.run or source.stem
    rows = reading.good_lines("responses", source, parse_response)
    cells = ((line, (run, row.question, row.answer, *DECISIONS[row.value], row.confidence, "")) for line, row in rows)
    reading.put("responses", source, "run question answer decision selected confidence rank", cells)


def parse_response(text: str) -> Response | Sentence:
    """Return the content of a line, or what is wrong with it."""
    cells = text.split()
    if len(cells) not in (3, 4):
        return trf(
            "ave-columns",
            "This line has {cells} columns. Write four: question, answer, value, confidence.",
            cells=len(cells),
        )
    value, confidence = cells[2].upper(), cells[3] if cells[3:] else ""
    if value not in DECISIONS:
        return trf(
            "ave-decision",
            "The value is {cells}. Write one of {decisions}.",
            cells=shown(cells[2]),
            decisions=comma_list(DECISIONS),
        )
    try:
        fits = not confidence or 0 <= real(confidence) <= 1
    except ValueError:
        fits = False
    if not fits:
        return trf(
            "ave-confidence",
            "The confidence is {confidence}. Write a number from 0 to 1.",
            confidence=shown(confidence),
        )
    return Response(cells[0], cells[1], value, confidence)


def _read_questions(reading: FormatImport, source: SourceFile) -> None:
    root = read_xml(source.path)
    questions = list(root.all("q")) if root.tag.lower() != "q" else [root]
    if not questions:
        raise BadFile(
            trf("ave-no-question", "The element {tag} contains no question (q).", tag=shown(root.tag)), root.line
        )
    _store_questions(reading, source, questions)
    gold = [(question, answer) for question in questions for answer in question.all("a") if answer.get("value")]
    if gold:
        _store_gold(reading, source, gold)


def _store_questions(reading: FormatImport, source: SourceFile, questions: list[Node]) -> None:
    with reading.sheet("questions", source, "question kind text lang") as sheet:
        for question in questions:
            if not question.get("id"):
                reading.bad(
                    "questions", source, question.line, trf("question-without-id", "A question has no id. Write one.")
                )
            else:
                row = (question.get("id"), "validation", _text(question, "q_str"), question.get("lang").lower())
                sheet.row(question.line, row)
    with reading.sheet("answers", source, "question answer text document support") as sheet:
        for question in questions:
            for answer in question.all("a"):
                support = answer.first("t_str")
                name = support.get("doc") if support else ""
                row = (question.get("id"), answer.get("id"), _text(answer, "a_str"), name)
                if all(row[:2]):
                    sheet.row(answer.line, (*row, _text(answer, "t_str")))
                elif row[0]:
                    reading.bad(
                        "answers", source, answer.line, trf("answer-without-id", "An answer has no id. Write one.")
                    )


def _store_gold(reading: FormatImport, source: SourceFile, gold: list[tuple[Node, Node]]) -> None:
    assessor = reading.assessor(source)
    with reading.sheet("judgments", source, "assessor question answer label state") as sheet:
        for question, answer in gold:
            value = answer.get("value").upper()
            if value not in GOLD:
                message = trf(
                    "ave-gold",
                    "The value is {place}. Write one of {gold}.",
                    place=shown(answer.get("value")),
                    gold=comma_list(GOLD),
                )
                reading.bad("judgments", source, answer.line, message)
            else:
                sheet.row(answer.line, (assessor, question.get("id"), answer.get("id"), *GOLD[value]))


def _text(node: Node, tag: str) -> str:
    child = node.first(tag)
    return child.text.strip() if child else ""


@writer(folder=True)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a new folder: questions.xml, with one voice's labels as values, and RUN.txt for each run."""
    out.leave_out("judgments", kinds=("validation",))
    out.leave_out("runs", "decisions", "selected", "confidences", kinds=("validation",))
    said = list(out.said(out.one_voice() if out.voices else NOBODY, "validation"))
    questions = part / "questions.xml"
    questions.write_text("\n".join(_ave_lines(out, said)) + "\n", encoding="utf-8", newline="\n")
    check_same(questions, [_ave_row(one) for one in said], rows_read(questions, _ave_rows))
    rows = {"answers": len(said)}
    for run, name in file_names(out.runs()).items():
        path = part / f"{name}.txt"
        rows[run] = write_lines(path, _responses(out, run), lambda row: " ".join(row).rstrip(), parse_response)
    return rows


def _ave_lines(out: CollectionExport, said: list[ExportedJudgment]) -> Iterator[str]:
    langs = dict(out.db.execute("SELECT name, lang FROM question"))
    yield f"{XML_HEAD}\n<input>"
    last = None
    for one in said:
        if one.question != last:
            yield "</q>" if last is not None else ""
            lang = quoted((langs[one.question] or "").upper())
            yield f"<q id={quoted(one.question)} lang={lang}>\n    <q_str>{escaped(one.query)}</q_str>"
            last = one.question
        if one.state and one.state != "cannot-tell":
            out.lose(
                trn_noop(
                    "{n} answer that was skipped, deferred or marked as junk is written as not judged.",
                    "{n} answers that were skipped, deferred or marked as junk are written as not judged.",
                )
            )
        value, document = quoted(_value(one)), quoted(one.document or "")
        yield (
            f"    <a id={quoted(one.answer)} value={value}>\n\t<a_str>{escaped(one.text)}</a_str>\n"
            f"\t<t_str doc={document}>{escaped(one.support or '')}</t_str>\n    </a>"
        )
    yield ("</q>\n" if last is not None else "") + "</input>"


def _value(one: ExportedJudgment) -> str:
    if one.state == "cannot-tell":
        return "UNKNOWN"
    return {1: "YES", 0: "NO"}.get(one.level, "")


def _ave_row(one: ExportedJudgment) -> Cells:
    texts = map(_plain_ends, (one.query, one.text, one.support or ""))
    return (one.question, one.answer, _value(one), one.document or "", *texts)


def _ave_rows(root: Node) -> list[Cells]:
    return [
        (
            q.get("id"),
            a.get("id"),
            a.get("value"),
            _child(a, "t_str").get("doc"),
            _child(q, "q_str").text.strip(),
            _child(a, "a_str").text.strip(),
            _child(a, "t_str").text.strip(),
        )
        for q in root.all("q")
        for a in q.all("a")
    ]


def _child(node: Node, tag: str) -> Node:
    child = node.first(tag)
    if child is None:
        raise Refused(tr("The element {tag} could not be read back. The export was removed.", tag=tag))
    return child


def _plain_ends(text: str) -> str:
    """Return a text as it is read back: line feeds as line ends, and none around it."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _responses(out: CollectionExport, run: str) -> Iterator[Cells]:
    for given in out.responses(run):
        if given.kind != "validation" or given.answer is None or given.decision is None:
            out.lose(
                trn_noop(
                    "{n} response without a decision, or to another question, is left out.",
                    "{n} responses without a decision, or to other questions, are left out.",
                )
            )
        else:
            value = "SELECTED" if given.selected else "VALIDATED" if given.decision else "REJECTED"
            confidence = "" if given.confidence is None else repr(given.confidence)
            yield given.question, given.answer, value, confidence


FORMAT = Format(
    "ave",
    tr("CLEF answer validation (XML, responses)"),
    Signs(place=_contents),
    stage="questions",
    shape=tr("answer validation as XML, and responses"),
    imports=tr("questions, answers, texts, values"),
    exports=tr("a folder"),
    example=("x.xml", '<i><q id="1"><q_str>Q</q_str><a id="1" value="NO"><a_str>A</a_str><t_str doc="d"/></a></q></i>'),
    read=read,
    write=write,
)
