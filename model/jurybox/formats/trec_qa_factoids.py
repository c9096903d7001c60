"""Judgments of factoid questions of TREC QA, codes -1 wrong, 1 right, 2 unsupported, 3 inexact."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL, pool_key, pool_ref
from jurybox.formats.exports import CollectionExport, ExportVoice, one_line, write_lines, writer
from jurybox.formats.source_files import FormatImport, SourceFile, share_of
from jurybox.formats.trec_qa_lines import (
    CODE_OF,
    CODES,
    SAME_ANSWER,
    Shape,
    document_cell,
    document_in,
    is_document,
    joined,
    too_few_columns,
    unknown_code,
)
from jurybox.language import Sentence, tr, trf, trn_noop, trnf
from jurybox.lists import comma_list
from jurybox.wording import count_of


@dataclass(frozen=True, slots=True)
class FactoidColumns:
    """Factoid judgments: the columns of document and code; the answer is the rest of the line."""

    document: int
    code: int
    rest: int

    def share(self, lines: Sequence[str]) -> float:
        """Return the share of lines with a code and something like a document where they should be."""
        return share_of(lines, self._fits)

    def _fits(self, line: str) -> bool:
        cells = line.split(None, self.rest)
        is_whole = len(cells) > self.rest or (len(cells) == self.rest and cells[self.document] == NIL)
        return is_whole and cells[self.code] in CODES and is_document(cells[self.document])

    def parse(self, text: str) -> tuple[str, str, str, str] | Sentence:
        """Return question, document, label and answer of a line, or what is wrong with it."""
        cells = text.split(None, self.rest)
        if len(cells) < self.rest:
            return too_few_columns(cells)
        label = CODES.get(cells[self.code])
        if label is None:
            return unknown_code(cells[self.code])
        answer = cells[self.rest].strip() if len(cells) > self.rest else ""
        document = cells[self.document]
        if not answer and document != NIL:
            return trf("trecqa-no-answer", "The answer at the end of the line is missing. Write one.")
        return cells[0], document, label, answer

    def read(self, reading: FormatImport, source: SourceFile) -> None:
        """Take the judgments of a file in; those of NIL belong to the question."""
        assessor = reading.assessor(source)
        said: list[tuple[int, tuple[str, str, str, str]]] = []
        nils: dict[str, set[str]] = {"correct": set(), "incorrect": set()}
        with reading.sheet("answers", source, "question answer text document") as answers:
            for line, (question, named, label, answer) in reading.good_lines("judgments", source, self.parse):
                if named == NIL:
                    nils["correct" if label == "correct" else "incorrect"].add(question)
                    continue
                document = document_in(named)
                ref = pool_ref(pool_key(question, answer, document or None, None))
                if reading.is_new(source.name, ref):
                    answers.row(line, (question, "", answer, document))
                said.append((line, (assessor, question, ref, label)))
        reading.put("judgments", source, "assessor question answer label", said)
        _say_nils(reading, source, nils)


def _say_nils(reading: FormatImport, source: SourceFile, nils: dict[str, set[str]]) -> None:
    """Set NIL for questions staged with these judgments; report all others.

    It belongs to the question, so a stored or different one stays unchanged.
    """
    db = reading.staging.db
    both = nils["correct"] & nils["incorrect"]
    for word, questions in nils.items():
        value = "yes" if word == "correct" else "no"
        right = int(word == "correct")
        given, left = 0, []
        for question in sorted(questions):
            if question not in both:
                db.execute(
                    "UPDATE in_questions SET nil_correct = ? WHERE question = ? AND nil_correct IS NULL",
                    (right, question),
                )
            (same,) = db.execute(
                "SELECT EXISTS (SELECT 1 FROM in_questions WHERE question = ? AND nil_correct = ?)", (question, right)
            ).fetchone()
            given += same
            if not same:
                left.append(question)
        if given:
            reading.note(
                trf(  # not shown
                    "trecqa-nil-stored",
                    "NIL is judged {word} for {questions}: stored with the questions, as nil_correct {value}.",
                    word=word,
                    questions=count_of(given, "question"),
                    value=value,
                ),
                source,
            )
        if left:
            reading.warn(
                trnf(  # not shown
                    "trecqa-nil-left",
                    "NIL is judged {word} for {n} question ({listed}), which is a property of the "
                    "question: give it nil_correct {value} in questions.csv. The lines are left out.",
                    "NIL is judged {word} for {n} questions ({listed}), which is a property of the "
                    "question: give them nil_correct {value} in questions.csv. The lines are left out.",
                    len(left),
                    word=word,
                    listed=comma_list(left, 10),
                    value=value,
                ),
                source,
            )


_DOCUMENT_FIRST = FactoidColumns(document=1, code=2, rest=3)


_CODE_FIRST = FactoidColumns(document=2, code=1, rest=3)


FACTOID_SHAPES = (
    Shape("question, document, judgment, answer", _DOCUMENT_FIRST.share, _DOCUMENT_FIRST.read),
    Shape("question, judgment, document, answer", _CODE_FIRST.share, _CODE_FIRST.read),
)


@writer(folder=False)
def write_factoids(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write one voice's labels of factoid answers: question, document, judgment, answer."""
    voice = out.one_voice()
    if out.db.execute("SELECT 1 FROM question WHERE kind IN ('list', 'other')").fetchone() is None:
        out.leave_out("judgments", "strictness", kinds=("factoid",))  # else it is counted for all kinds
    rows = _code_rows(out, voice)
    return {"judgments": write_lines(part, rows, joined, _code_line)}


def _code_rows(out: CollectionExport, voice: ExportVoice) -> Iterator[tuple[str, ...]]:
    seen: set[tuple[str, str, str]] = set()
    for said in out.said(voice, "factoid"):
        key = (said.question, said.document or "", one_line(said.text))
        label = said.label if voice.row is not None else {0: "incorrect"}.get(said.level, "correct")
        if said.level < 0 or label is None:
            out.lose(
                trn_noop("{n} answer without a judgment is left out.", "{n} answers without a judgment are left out.")
            )
        elif key in seen:
            out.lose(SAME_ANSWER)
        else:
            seen.add(key)
            yield key[0], document_cell(said.document, out), CODE_OF[label], key[2]


def _code_line(line: str) -> tuple[str, ...] | str:
    cells = tuple(line.split(None, 3))
    return cells if len(cells) == 4 else tr("{line} has too few columns.", line=shown(line))
