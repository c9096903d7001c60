"""Judgments of Other questions, as NIST writes them: items of the responses, then their nuggets.

    52.6 run1 12 NYT19990317.0395 a string     question, run, item, document, answer: the responses
    52.6 run1 12 6                             question, run, item, nugget: the matches

Every item is judged, and a nugget that is not listed for it is not in it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL
from jurybox.formats.exports import one_line, one_word
from jurybox.formats.nugget_export import NuggetExport, numbered
from jurybox.formats.source_files import FormatImport, SourceFile, lines_of
from jurybox.formats.trec_qa_lines import Shape, StagedAnswers, document_cell, is_document
from jurybox.language import Sentence, trf, trn_noop

_ITEM_WIDTH, _MATCH_WIDTH = 5, 4


class OtherItem(NamedTuple):
    """One item of a response to an Other question."""

    question: str
    run: str
    item: str
    document: str
    text: str


class MatchLine(NamedTuple):
    """One nugget that an item contains."""

    question: str
    run: str
    item: str
    nugget: str


def parse_other(text: str) -> OtherItem | MatchLine | Sentence:
    """Return an item or a match, or what is wrong with the line."""
    cells = text.split(None, _ITEM_WIDTH - 1)
    if len(cells) == _MATCH_WIDTH and cells[2].isdecimal() and not is_document(cells[3]):
        return MatchLine._make(cells)
    if len(cells) == _ITEM_WIDTH and cells[2].isdecimal() and is_document(cells[3]):
        return OtherItem._make([*cells[:-1], cells[-1].strip()])
    return trf(
        "trecqa-no-item",
        "This is neither an item (question, run, item, document, answer) nor a match of one with a nugget.",
    )


def _share_of_others(lines: Sequence[str]) -> float:
    parsed = [parse_other(line) for line in lines]
    # Without an item before it, what looks like a match may be something else.
    if not any(isinstance(line, OtherItem) for line in parsed):
        return 0.0
    return sum(not isinstance(line, str) for line in parsed) / len(lines)


def read_others(reading: FormatImport, source: SourceFile) -> None:
    """Read items and matches. The nuggets that are not listed for an item are not in it.

    Which nuggets these are is known only after all files are read, so the pre-flight adds the no.
    """
    who, answers = reading.assessor(source), StagedAnswers(reading, source)
    items: dict[tuple[str, str, str], str] = {}
    judged: dict[tuple[str, str], int] = {}
    matches: dict[tuple[str, str, str], int] = {}
    unread: list[list[str]] = []
    for number, text in lines_of(source.path):
        line = parse_other(text)
        if isinstance(line, str):
            reading.bad("matches", source, number, line)
            unread.append(text.split(None, _MATCH_WIDTH))
        elif isinstance(line, OtherItem):
            if line.document == NIL:
                reading.warn(trf("trecqa-other-nil", "NIL has no nuggets: the line is left out."), source, number)
                continue
            ref = answers.add(number, line.run, line.question, line.document, line.text)
            items[line[:3]] = ref
            judged.setdefault((line.question, ref), number)
        elif (found := items.get(line[:3])) is None:
            message = trf(
                "trecqa-item-unknown",
                "Item {item} of run {run} is not named above this line.",
                item=shown(line.item),
                run=shown(line.run),
            )
            reading.bad("matches", source, number, message)
        else:
            matches.setdefault((line.question, found, line.nugget), number)
    answers.store()
    with reading.sheet("matches", source, "assessor question answer nugget support") as sheet:
        for match, number in matches.items():
            sheet.row(number, (who, *match, "yes"))
        for question, run, item, *nugget in (cells for cells in unread if len(cells) >= _MATCH_WIDTH):
            if found := items.get((question, run, item)):
                sheet.skipped((who, question, found, nugget[0]))
    # An unknown question is an error of the answers.
    known = ((number, *item) for item, number in judged.items() if item[0] in reading.kinds)
    reading.staging.complete_items(source.name, who, known)


OTHER_SHAPE = Shape(
    "question, run, item, document, answer, then question, run, item, nugget", _share_of_others, read_others
)


def other_rows(board: NuggetExport) -> Iterator[tuple[str, ...]]:
    """Yield the responses of all runs to Other questions, then their matches, as the cells of lines."""
    out, catalog = board.out, board.catalog
    positions = {name: at for at, name in out.db.execute("SELECT id - 1, name FROM ref")}
    matches: list[tuple[str, ...]] = []
    for run in out.runs():
        counts: dict[str, int] = {}
        for given in out.responses(run):
            text = one_line(given.text)
            if given.kind != "other" or given.answer is None or not given.answered or not text:
                continue
            at = catalog.question_named[given.question]
            item = str(counts.setdefault(given.question, 0) + 1)
            counts[given.question] += 1
            head = (given.question, one_word(run), item)
            yield (*head, document_cell(given.document, out), text)
            matches += [(*head, number) for number in _held(board, at, positions[given.answer])]
    yield from matches


_PARTIAL = trn_noop(
    "{n} partial match is left out, as if it were none.", "{n} partial matches are left out, as if they were none."
)
_UNDECIDED = trn_noop(
    "{n} match that is not decided is left out, as if it were none.",
    "{n} matches that are not decided are left out, as if they were none.",
)


def _held(board: NuggetExport, question: int, answer: int) -> Iterator[str]:
    lines = board.lines(question)
    names = [board.catalog.nuggets[line.nugget].name for line in lines]
    for line, number in zip(lines, numbered(lines, names), strict=True):
        word = board.support(question, [answer], line)
        if word == "yes":
            yield str(number)
        elif word != "no":
            board.out.lose(_PARTIAL if word == "partial" else _UNDECIDED)
