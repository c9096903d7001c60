"""What the runs and judgments of TREC QA share: documents, codes, answers, messages.

The codes are -1 wrong, 1 right, 2 unsupported, 3 inexact.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL, pool_key, pool_ref
from jurybox.formats.evidence import Share
from jurybox.formats.exports import CollectionExport, one_word
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile
from jurybox.language import Sentence, trf, trn_noop
from jurybox.lists import comma_list

CODES = {"1": "correct", "3": "inexact", "2": "unsupported", "-1": "incorrect"}
CODE_OF = {label: code for code, label in CODES.items()}
NO_DOCUMENT = "-"
"""What is written as the document of an answer that has none."""
KINDS_OF_QA = ("factoid", "list", "other")
_NEWS = re.compile(r"NIL|-|[A-Z]{2,}[A-Z_]*[0-9][0-9A-Z_.-]*")
_MOST = 0.8
SAME_ANSWER = trn_noop(
    "{n} answer has question, text and document of another: left out.",
    "{n} answers have question, text and document of another: left out.",
)


@dataclass(frozen=True, slots=True)
class Shape:
    """One order of columns: their names, which share of some lines has it, and how a file is read."""

    columns: str
    share: Share
    read: Callable[[FormatImport, SourceFile], None]


def is_document(text: str) -> bool:
    """Return whether a word looks like the name of a document, NIL, or the sign for none."""
    return text in (NIL, NO_DOCUMENT) or (
        text not in CODES and any(map(str.isdigit, text)) and any(map(str.isalpha, text))
    )


def are_of_news(documents: Collection[str]) -> bool:
    """Return whether nearly all documents are named as those of news agencies, or are NIL or none."""
    named = sum(_NEWS.fullmatch(each) is not None for each in documents)
    return named >= _MOST * len(documents) and {*documents} != {NO_DOCUMENT}


def document_in(cell: str) -> str:
    """Return the document that a cell names; "" for the sign for none."""
    return "" if cell == NO_DOCUMENT else cell


def document_cell(document: str | None, out: CollectionExport) -> str:
    """Return the document of an answer as one word; what a reader would not find again is counted as lost."""
    if not document:
        return NO_DOCUMENT
    cell = one_word(document)
    if cell in (NIL, NO_DOCUMENT):
        out.lose(
            trn_noop(
                "{n} document called NIL or - is left out: NIL means no answer here, - no document.",
                "{n} documents called NIL or - are left out: NIL means no answer here, - no document.",
            )
        )
        return NO_DOCUMENT
    if cell != document:
        out.lose(
            trn_noop(
                "{n} document id has blanks, written as underscores.",
                "{n} document ids have blanks, written as underscores.",
            )
        )
    return cell


def joined(row: Sequence[str]) -> str:
    """Return the cells of a line with blanks between; the last may be empty."""
    return " ".join(row).rstrip()


def too_few_columns(cells: Sequence[str]) -> Sentence:
    """Return what is wrong with a line that has only these cells."""
    return trf("trecqa-columns-few", "This line has {cells} columns, which is too few.", cells=len(cells))


def unknown_code(code: str) -> Sentence:
    """Return what is wrong with a line whose judgment is not a known code."""
    return trf(
        "trecqa-judgment", "The judgment is {code}. Write one of {codes}.", code=shown(code), codes=comma_list(CODES)
    )


def _stored_responses(reading: FormatImport) -> frozenset[tuple[str, str]]:
    """Return run and question of every response that the collection or an earlier reader has."""
    held = set(reading.staging.db.execute("SELECT DISTINCT run, question FROM in_responses"))
    if reading.options.into is not None:
        held |= set(
            reading.options.into.execute(
                "SELECT DISTINCT u.name, q.name FROM response p JOIN run u ON u.id = p.run "
                "JOIN question q ON q.id = p.question WHERE q.kind IN ('list', 'other')"
            )
        )
    return frozenset(held)


class StagedAnswers:
    """Answers and responses of one file.

    Responses of a run to a question are left out if the run has responses to it already.
    """

    def __init__(self, reading: FormatImport, source: SourceFile) -> None:
        self._reading, self._source = reading, source
        self._stored = _stored_responses(reading)
        self._refs: dict[str, tuple[int, Cells]] = {}
        self._given: list[tuple[int, Cells]] = []
        self._ranks: dict[tuple[str, str], int] = {}

    def add(self, line: int, run: str, question: str, document: str, text: str) -> str:
        """Add a response and return the name of its answer."""
        document = document_in(document)
        ref = pool_ref(pool_key(question, text, document or None, None))
        self._refs.setdefault(ref, (line, (question, "", text, document)))
        if (run, question) not in self._stored:
            rank = self._ranks[run, question] = self._ranks.get((run, question), 0) + 1
            self._given.append((line, (run, question, str(rank), ref, text)))
        return ref

    def store(self) -> None:
        """Write them to the sheets."""
        self._reading.put("answers", self._source, "question answer text document", self._refs.values())
        if self._given:
            self._reading.put("responses", self._source, "run question rank answer text", self._given)
