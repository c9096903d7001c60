"""Judgments of language models, as umbrela writes them: JSON lines with query, passage, judgment 0 to 3."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.collection.entries import digest
from jurybox.collection.findings import shown
from jurybox.collection.pooling import pool_key, pool_ref, pooled_text
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, ExportVoice, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import JUNK, UNJUDGED, GradeScale, grade_noted, grade_scale, whole
from jurybox.formats.json_records import Record, UnreadFields, records_of, text_under, write_records
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, questions_by_text, unfitting
from jurybox.kinds import KINDS
from jurybox.language import Sentence, tr, trf, trn_noop, trnf

LOWEST, HIGHEST = 0, 3
_QUESTION, _ANSWER = ("qid", "query_id", "question_id"), ("docid", "doc_id", "answer_id")
_FIELDS = {"model", "query", "passage", "prediction", "judgment", "result_status", *_QUESTION, *_ANSWER}


class ModelJudgment(NamedTuple):
    """One record; `grade` is None if the model's words could not be read as one, or `is_open`: there are none."""

    model: str
    question: str
    query: str
    answer: str
    passage: str
    grade: int | None
    prediction: str
    is_open: bool = False

    @property
    def ref(self) -> str:
        """The answer as judgments name it: its id, or that of what is pooled with it."""
        return self.answer or pool_ref(pool_key(self.question, self.passage, None, None))


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take judgments in, of assessors of kind model called as the model.

    A record without `qid` is about the question with that text, one without `docid` about the answer
    with that text; what is not there yet is added.
    """
    labels = grade_scale(reading, {}, [source.name for source in files_of(sources)], fixed=(LOWEST, HIGHEST))
    by_text = questions_by_text(reading)
    unread = UnreadFields()

    def one(source: SourceFile) -> None:
        rows = []
        for line, value in records_of(source.path):
            row = _parse(value, reading.options.assessor, by_text)
            unread.add(value, _FIELDS)
            if isinstance(row, str):
                reading.bad("judgments", source, line, row)
            else:
                rows.append((line, row))
        _store(reading, source, rows, labels)

    reading.each(sources, one, "judgments")
    if unread.sentence:
        reading.note(unread.sentence)


def _store(
    reading: FormatImport, source: SourceFile, rows: list[tuple[int, ModelJudgment]], labels: GradeScale
) -> None:
    _note_unlabeled(reading, source, rows)
    models = ((line, (row.model, "model")) for line, row in rows if reading.is_new("assessors", row.model))
    reading.put("assessors", source, "assessor kind", models)
    reading.put_questions(source, "ranked", ((line, row.question, row.query) for line, row in rows))
    answers = ((line, row) for line, row in rows if reading.is_new("answers", row.question, row.ref))
    texts = ((line, (row.question, row.answer, row.passage)) for line, row in answers)
    reading.put("answers", source, "question answer text", texts)
    judged = [one for one in rows if not one[1].is_open]
    good = reading.good("judgments", source, judged, lambda row: _judgment(row, reading.kinds, labels))
    reading.put("judgments", source, "assessor question answer label state note", good)


def _note_unlabeled(reading: FormatImport, source: SourceFile, rows: list[tuple[int, ModelJudgment]]) -> None:
    if without := sum(row.is_open for _, row in rows):
        reading.warn(
            trnf(
                "llm-no-judgment",
                "{n} answer has no judgment (null): it stays without a label.",
                "{n} answers have no judgment (null): they stay without a label.",
                without,
            ),
            source,
        )
    failed = sum(row.grade is None and not row.is_open for _, row in rows)
    if failed:
        reading.note(
            trf(
                "llm-unread",
                "{failed:,} judgments could not be read from the model's words: cannot tell.",
                failed=failed,
            ),
            source,
        )


def _judgment(row: ModelJudgment, kinds: Mapping[str, str], labels: GradeScale) -> Cells | Sentence:
    if row.grade is None:
        return row.model, row.question, row.ref, "", "cannot-tell", row.prediction
    said = labels.said(row.grade, kinds.get(row.question, "ranked"), row.prediction)
    return said if isinstance(said, str) else (row.model, row.question, row.ref, *said)


def _parse(record: Any, assessor: str | None, by_text: dict[str, str]) -> ModelJudgment | Sentence:  # noqa: ANN401
    if not isinstance(record, dict):
        return trf("llm-no-record", "This record is not an object with query, passage and judgment.")
    query, passage = text_under(record, "query"), text_under(record, "passage")
    model = assessor or text_under(record, "model")
    if query is None or passage is None or not model:
        return _missing(query, passage)
    given = record.get("judgment")
    failed = record.get("result_status") == 0
    is_open = not failed and (given is None or given != given or given == "")
    grade = _grade(given)
    if not failed and not is_open and (grade is None or not 0 <= grade <= HIGHEST):
        return trf("llm-grade", "The judgment is {grade}. Write 0, 1, 2 or 3.", grade=shown(given))
    prediction = text_under(record, "prediction") or ""
    question = text_under(record, *_QUESTION) or ""
    answer = text_under(record, *_ANSWER) or ""
    problem = next(
        (p for text in (query, passage, model, prediction, question, answer) if (p := unfitting(text))), None
    )
    if problem or not (answer or passage.strip()):
        return problem or trf("llm-no-passage", "The passage is empty, and no docid is given. Write one of them.")
    question = question or by_text.get(pooled_text(query)) or f"query-{digest('query', query).hex()[:12]}"
    return ModelJudgment(
        model, question, query, answer, passage, None if failed or is_open else grade, prediction, is_open
    )


def _missing(query: str | None, passage: str | None) -> Sentence:
    """Return which of the fields of a record is missing; it is the model if none of these is."""
    for name, value in (("query", query), ("passage", passage)):
        if value is None:
            return trf("llm-missing", "The field {name} is missing. Write it, as a text.", name=name)
    return trf(
        "llm-no-model", "The field model is missing. Write it, or name the model under Assessor (--assessor NAME)."
    )


def _grade(value: object) -> int | None:
    """Return a grade, which may stand in a text; None for what is no whole number."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str):
        return whole(value.strip())
    return value if isinstance(value, int) and not isinstance(value, bool) else None


_MODEL_GRADE = {2: 3, 1: 1, 0: 0}
_NO_MODELS = trn_noop(
    "{n} assessor who is not a model is left out: name one with --assessor, or a gold standard.",
    "{n} assessors who are not models are left out: name one with --assessor, or a gold standard.",
)
_PUT_OFF = trn_noop(
    "{n} answer that was skipped or deferred is left out.", "{n} answers that were skipped or deferred are left out."
)
_WITHOUT = trn_noop("{n} answer without a judgment is left out.", "{n} answers without a judgment are left out.")
_RIGHT = trn_noop(
    "{n} label of a question that is not ranked is written as 1 for correct, 0 for any other.",
    "{n} labels of questions that are not ranked are written as 1 for correct, 0 for any other.",
)
_LETTERS = trn_noop(
    "{n} letter is written as 3, 1 or 0 for A, B or C: read again with --labels letters.",
    "{n} letters are written as 3, 1 and 0 for A, B and C: read again with --labels letters.",
)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write what assessors of kind model said, or the assessor asked for: one JSON object on each line."""
    is_chosen = out.assessor is not None or out.gold is not None
    voices = [voice for voice in out.voices if is_chosen or voice.kind == "model"]
    out.leave_out("judgments", "notes", voices=voices)
    if len(voices) < len(out.voices):
        out.lose(_NO_MODELS, len(out.voices) - len(voices))
    records = (record for voice in voices for record in _model_records(out, voice))
    return {"judgments": write_records(part, records, listed=False)}


def _model_records(out: CollectionExport, voice: ExportVoice) -> Iterator[Record]:
    for said in out.said(voice):
        if said.level == UNJUDGED and said.state != "cannot-tell":
            out.lose(_PUT_OFF if said.state else _WITHOUT)
            continue
        if said.level == JUNK or said.level > HIGHEST:
            out.lose(
                trn_noop(
                    "{n} answer marked as junk, or graded above 3, is left out.",
                    "{n} answers marked as junk, or graded above 3, are left out.",
                )
            )
            continue
        if not said.has_level:
            out.lose(
                trn_noop(
                    "{n} grade below 0 or between whole numbers is left out.",
                    "{n} grades below 0 or between whole numbers are left out.",
                )
            )
            continue
        noted = grade_noted(said.note)
        record: Record = {
            "model": voice.name,
            "qid": said.question,
            "query": said.query,
            "docid": said.answer,
            "passage": said.text,
            "prediction": noted.text if noted else said.note or "",
        }
        failed = said.state == "cannot-tell"
        plain = said.own is None and noted is None and said.level >= 0
        out.lose(_LETTERS if KINDS[said.kind].is_graded else _RIGHT, plain)
        kept = said.own is not None or (noted is not None and noted.level == said.level)
        grade = said.level if kept else _MODEL_GRADE.get(said.level, said.level)
        yield {**record, "judgment": None if failed else grade, "result_status": int(not failed)}


FORMAT = Format(
    "llm-judgments",
    tr("Judgments of language models (JSON lines)"),
    Signs(tr("its records have query, passage and judgment"), record={"query", "passage", "judgment"}.issubset),
    stage="nuggets",  # before runs, which name its answers without their texts
    shape=tr("JSON lines with `query`, `passage`, `judgment`"),
    imports=tr("assessors of kind model"),
    exports=tr("labels of models"),
    example=("x.json", '{"model": "m", "query": "q", "passage": "p", "judgment": 1}\n'),
    read=read,
    write=write,
)
