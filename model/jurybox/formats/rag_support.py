"""Support of citations, as TREC RAG judges it: whether a cited document supports the sentence that cites it.

One line of JSON, or of a table (CSV, tabs), for each sentence and cited document:

    {"run": "r1", "qid": "58", "sentence": 1, "text": "...", "docid": "msmarco_1", "support": "partial"}

`run` (run_id), `qid` (query_id, topic_id, narrative_id, question), `text` (statement) and `support` (label,
support_label) are needed; support is empty where nobody has judged. A line without `docid` (document,
segment_id, citation) is a sentence that cites nothing. `sentence` (sentence_id, index) is its number in the
response; without it the lines of a run and question with the same text are one sentence, in the order of the
file. `passage` (segment) is the text that was judged, `query` (topic, title) that of the question, `assessor`
(judge) who says so. Support is full, partial or no; also FS, PS, NS, full_support and so on, and 2, 1, 0.

They become validation questions: a sentence with a document is an answer with supporting text, a run says
yes to what it cites, and the label of the answer is one of full, partial and no, which the import sets. A
question of that id that is of another kind, such as one with nuggets, stays as it is: that with citations is
called `58 citations`. TREC has published no layout, so these names of fields are our own; others are listed
and left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import pool_key, pool_ref, pooled_text
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import DelimitedReader, head_of
from jurybox.formats.evidence import Signs
from jurybox.formats.format import Format
from jurybox.formats.json_records import UnreadFields, first_fields, first_record, plain_word, records_of, text_under
from jurybox.formats.read_options import ReadOptions
from jurybox.formats.source_files import FormatImport, SourceFile, unfitting
from jurybox.label_schemes import Label, LabelScheme
from jurybox.language import Sentence, tr, trf
from jurybox.lists import comma_list
from jurybox.wording import count_of

KIND = "validation"
SCHEME = LabelScheme(
    "support",
    (
        Label(
            "full",
            "Full support",
            "all is in the text",
            tr("The cited text says everything that the sentence says."),
            short="Full",
            grade=2,
            relevance="strict",
        ),
        Label(
            "partial",
            "Partial support",
            "part is in the text",
            tr("The cited text says a part of what the sentence says, and does not contradict the rest."),
            short="Partial",
            grade=1,
            relevance="lenient",
        ),
        Label(
            "no",
            "No support",
            "not in the text",
            tr("The cited text does not say what the sentence says, or contradicts it."),
            letter="U",  # as unsupported; F, P and N are keys of actions
            short="No",
        ),
    ),
    "ordinal",
)
"""The labels of support, the best first."""

_RUN, _QUESTION = ("run", "run_id"), ("qid", "query_id", "topic_id", "narrative_id", "question")
_NUMBER, _TEXT = ("sentence", "sentence_id", "index"), ("text", "statement")
_DOCUMENT, _SUPPORT = ("docid", "document", "segment_id", "citation"), ("support", "label", "support_label")
_OTHERS = (("passage", "segment"), ("query", "topic", "title"), ("assessor", "judge"))
_ALL = (_RUN, _QUESTION, _NUMBER, _TEXT, _DOCUMENT, _SUPPORT, *_OTHERS)
_KNOWN = frozenset(name for names in _ALL for name in names)
_WORDS = {
    **dict.fromkeys(("full", "full_support", "fully_supported", "fs", "2"), "full"),
    **dict.fromkeys(("partial", "partial_support", "partially_supported", "ps", "1"), "partial"),
    **dict.fromkeys(("no", "none", "no_support", "not_supported", "not_support", "ns", "0"), "no"),
}
_DIGITS = 10
_LISTED = "full, partial, no (or FS, PS, NS; 2, 1, 0)"
_SCORED = trf(
    "support-labels-set",
    "The labels full, partial and no are set for validation questions. citation-precision "
    "and citation-recall score them.",
)


class SupportLine(NamedTuple):
    """One line: a sentence of a run, and a document that it cites ("": none); `support` "": not judged."""

    run: str
    question: str
    number: str
    text: str
    document: str
    support: str
    passage: str
    query: str
    assessor: str


_Rows = list[tuple[int, SupportLine]]


def _is_of_support(path: Path) -> bool:
    """Return whether the first records of a file together, or its head, have a run, a sentence and support.

    A sentence that cites nothing has no support.
    """
    names = first_fields(path) or set(_head(path))
    return "nuggets" not in names and not any(map(names.isdisjoint, (_RUN, _QUESTION, _TEXT, _SUPPORT)))


def _head(path: Path) -> list[str]:
    """Return the heads of a table, in small letters; none for what is not one."""
    if not path.is_file():
        return []
    try:
        first = head_of(path).split(b"\n")[0].decode("utf-8-sig")
    except (BadFile, UnicodeDecodeError):
        return []
    return [name.strip().lower() for name in first.split("\t" if "\t" in first else ",")]


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take sentences, citations and support in, as said by the assessor that lines name, or who is named.

    Assessors named in lines whom neither the collection nor a table knows are models.

    Refused where answers to validation questions are judged by other labels already.
    """
    unread, found = UnreadFields(), list[tuple[SourceFile, _Rows]]()

    def one(source: SourceFile) -> None:
        def parse(value: Any) -> SupportLine | Sentence:  # noqa: ANN401 - whatever JSON holds
            unread.add(value, _KNOWN)
            return _parse(value, reading.options)

        found.append((source, list(reading.good("judgments", source, _records(source), parse))))

    reading.each(sources, one, "judgments")
    if unread.sentence:
        reading.note(unread.sentence)
    if not any(rows for _, rows in found):
        return
    if reason := _why_not(reading):
        reading.bad("judgments", found[0][0], None, reason)
        return
    staging = reading.staging
    if staging.schemes.get(KIND, SCHEME).words != SCHEME.words or KIND not in staging.schemes:
        staging.set_scheme(KIND, SCHEME, found[0][0].name)
        reading.note(_SCORED)
    staged = _Staged(reading)
    for source, rows in found:
        staged.take(source, rows)
    staged.say()


def _why_not(reading: FormatImport) -> Sentence | None:
    """Return why support cannot be stored here; None if it can."""
    own = reading.staging.schemes.get(KIND)
    other = ("" if own.words == SCHEME.words else comma_list(own.words)) if own is not None else _labels_in_use(reading)
    return (
        trf(
            "support-other-labels",
            "Validation questions are judged by other labels here ({other}), and support has the "
            "labels full, partial and no. Import it into a collection of its own.",
            other=other,
        )
        if other
        else None
    )


def _labels_in_use(reading: FormatImport) -> str:
    """Return a label that an answer to a validation question has already; "" if none has one."""
    db = reading.options.into
    found = None
    if db is not None:
        found = db.execute(
            "SELECT e.label FROM entry e JOIN question q ON q.id = e.question WHERE q.kind = ? "
            "AND e.answer IS NOT NULL AND e.label IS NOT NULL AND e.nugget IS NULL AND e.fact IS NULL "
            "LIMIT 1",
            (KIND,),
        ).fetchone()
    return found[0] if found else ""


def _records(source: SourceFile) -> Iterator[tuple[int, Any]]:
    """Yield line and record of JSON, or of a table with a head."""
    if first_record(source.path):
        yield from records_of(source.path)
        return
    is_tabbed = b"\t" in head_of(source.path).split(b"\n")[0]
    names = list[str]()
    for line, cells in DelimitedReader(source.path, "\t" if is_tabbed else ","):
        if not names:
            names = [name.strip().lower() for name in cells]
        elif len(cells) > len(names):
            yield (
                line,
                trf(
                    "support-row-width", "There are {row} cells, and {names} columns.", row=len(cells), names=len(names)
                ),
            )
        elif any(cell.strip() for cell in cells):
            yield line, {name: cell for name, cell in zip(names, cells, strict=False) if cell.strip()}


def _parse(value: Any, options: ReadOptions) -> SupportLine | Sentence:  # noqa: ANN401 - whatever JSON holds
    """Return a line in our words, or what is wrong with it."""
    if isinstance(value, Sentence):
        return value
    if not isinstance(value, dict):
        return trf("record-no-object", "This record is not an object with names.")
    record: Mapping[str, Any] = value
    said = next((record[name] for name in _SUPPORT if record.get(name) is not None), "")
    word = plain_word(str(said))
    if word and word not in _WORDS:
        return trf("support-label", "The support is {said}. Write one of {listed}.", said=shown(said), listed=_LISTED)
    run = text_under(value, *_RUN) or options.run or ""
    parts = [(text_under(value, *names) or "").strip() for names in (_QUESTION, _NUMBER, _TEXT, _DOCUMENT)]
    passage, query, assessor = ((text_under(value, *names) or "").strip() for names in _OTHERS)
    question, number, text, document = parts
    for name, what in (("run", run.strip()), ("qid", question), ("text", text)):
        if not what:
            return trf("support-missing", "This record has no {name}.", name=name)
    if number and not (number.isascii() and number.isdigit() and len(number) < _DIGITS):
        return trf(
            "support-sentence-number",
            "The number of the sentence is {number}. Write a whole number, or leave it out.",
            number=shown(number),
        )
    found = SupportLine(
        run.strip(), question, number, text, document, _WORDS.get(word, ""), passage, query,
        options.assessor or assessor,
    )  # fmt: skip
    return next((message for part in found if (message := unfitting(part))), None) or found


class _Staged:
    """What was taken in already: questions, answers, sentences of runs, labels."""

    def __init__(self, reading: FormatImport) -> None:
        self._reading = reading
        self._names: dict[str, str] = {}
        self._asked = set[str]()
        self._numbers: dict[tuple[str, str], dict[str, int]] = {}
        self._labels: dict[tuple[str, str], str] = {}
        self._renamed, self._twice, self._uncited = set[str](), 0, 0

    def take(self, source: SourceFile, rows: _Rows) -> None:
        """Put the lines of one file into the sheets."""
        reading = self._reading
        who = reading.assessor(source) if any(not row.assessor for _, row in rows if row.support) else ""
        with reading.sheet("questions", source, "question kind text") as sheet:
            for line, row in rows:
                name = self._question(row.question)
                if name not in self._asked and reading.kinds.get(name) != KIND:
                    sheet.row(line, (name, KIND, row.query))
                self._asked.add(name)
        with reading.sheet("answers", source, "question answer text document support") as sheet:
            for line, row in rows:
                if reading.is_new("answers", self._ref(row)):
                    sheet.row(line, (self._question(row.question), "", row.text, row.document, row.passage))
        with reading.sheet("responses", source, "run question rank answer decision") as sheet:
            for line, row in rows:
                self._response(sheet.row, line, row)
        with reading.sheet("judgments", source, "assessor question answer label") as sheet:
            for line, row in rows:
                named = row.assessor and reading.assessor_of_model(row.assessor)
                self._judgment(sheet.row, source, line, row, named or who)

    def say(self) -> None:
        """Note what a reader must know."""
        note = self._reading.note
        if self._renamed:
            note(
                trf(
                    "support-renamed",
                    "Questions with citations that have the ids of questions of another kind: "
                    "{renamed:,}. They are renamed, such as {question}.",
                    renamed=len(self._renamed),
                    question=shown(self._question(min(self._renamed))),
                )
            )
        if self._twice:
            note(
                trf(
                    "support-repeats",
                    "A run repeats a sentence with the same document in one response: the first "
                    "counts, {lines} left out.",
                    lines=count_of(self._twice, "line"),
                )
            )
        if self._uncited:
            note(
                trf(
                    "support-uncited",
                    "Sentences without a document: {uncited:,}. They are stored as sentences that "
                    "cite nothing; what the file says of their support is left out.",
                    uncited=self._uncited,
                )
            )

    def _question(self, name: str) -> str:
        if name not in self._names:
            taken = self._reading.kinds.get(name, KIND) != KIND
            self._names[name] = f"{name} citations" if taken else name
            self._renamed |= {name} if taken else set()
        return self._names[name]

    def _ref(self, row: SupportLine) -> str:
        return pool_ref(pool_key(self._question(row.question), row.text, row.document or None, row.passage or None))

    def _response(self, put: Any, line: int, row: SupportLine) -> None:  # noqa: ANN401 - takes a line and cells
        """Put what a run cites into the sheet, once for each sentence and document."""
        numbers = self._numbers.setdefault((row.run, row.question), {})
        number = row.number or str(numbers.setdefault(pooled_text(row.text), len(numbers) + 1))
        key = (row.run, row.question, self._ref(row))
        if not self._reading.is_new("responses", *key):
            self._twice += bool(row.document)
            return
        self._uncited += not row.document
        put(line, (row.run, self._question(row.question), number, key[2], "yes" if row.document else ""))

    def _judgment(self, put: Any, source: SourceFile, line: int, row: SupportLine, who: str) -> None:  # noqa: ANN401 - takes a line and cells
        if not row.support or not row.document:
            return
        ref = self._ref(row)
        before = self._labels.setdefault((who, ref), row.support)
        if before != row.support:
            self._reading.bad(
                "judgments",
                source,
                line,
                trf(
                    "support-judged-twice",
                    "{who} gives {support} to a sentence and document that have {before} in an earlier "
                    "line. The same sentence is judged once for all runs: write one of the two.",
                    who=who,
                    support=row.support,
                    before=before,
                ),
            )
        elif self._reading.is_new("judgments", who, ref):
            put(line, (who, self._question(row.question), ref, row.support))


FORMAT = Format(
    "rag-support",
    tr("Support of citations (TREC RAG; JSON lines or CSV)"),
    Signs(tr("its records have a run, a sentence and support"), place=_is_of_support),
    stage="judgments",
    shape=tr("JSON lines or CSV with `run`, `qid`, `sentence`, `text`, `docid`, `support`"),
    imports=tr("sentences, what they cite, and whether it supports them: full, partial, no"),
    exports="-",
    example=("x.jsonl", '{"run": "r", "qid": "1", "sentence": 1, "text": "t", "docid": "d", "support": "partial"}\n'),
    read=read,
)
