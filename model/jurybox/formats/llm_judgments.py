"""Judgments of language models, as umbrela writes them: JSON lines with query, passage, judgment 0 to 3."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.collection.entries import digest
from jurybox.collection.findings import shown
from jurybox.collection.pooling import pool_key, pool_ref, pooled_text
from jurybox.collection.staging import Staging
from jurybox.collection.table_reads import stretches
from jurybox.formats.exports import CollectionExport, ExportVoice, writer
from jurybox.formats.format import Format, ReadOptions
from jurybox.formats.grades import JUNK, UNJUDGED, grade_noted, label_of, noted
from jurybox.formats.json_records import Record, first_record, records_of, text_under, write_records
from jurybox.formats.source_files import FormatImport, SourceFile, unfitting

HIGHEST = 3
_COLUMNS = ("assessor", "question", "answer", "label", "state", "note")


class ModelJudgment(NamedTuple):
    """One record; `grade` is None where the model's words could not be read as one."""

    model: str
    question: str
    query: str
    answer: str
    passage: str
    grade: int | None
    prediction: str


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: JSON whose first record has query, passage and judgment."""
    fits = {"query", "passage", "judgment"} <= set(first_record(path))
    return "its records have query, passage and judgment" if fits else None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take judgments in, of assessors of kind model called as the model.

    A record without `qid` is about the question with that text, one without `docid` about the answer
    with that text; what is not there yet is added.
    """
    reading = FormatImport(staging, options)
    by_text = _questions_by_text(reading)
    questions: dict[str, str] = {}
    answers: set[tuple[str, str]] = set()
    models: set[str] = set()

    def one(source: SourceFile) -> None:
        rows = []
        for line, value in records_of(source.path):
            row = _parse(value, options.assessor, by_text)
            if isinstance(row, str):
                reading.bad("judgments", source, line, row)
            else:
                rows.append((line, row))
        _store(reading, source, rows, questions, answers, models)

    reading.each(sources, one, "judgments")


def _store(
    reading: FormatImport,
    source: SourceFile,
    rows: list[tuple[int, ModelJudgment]],
    questions: dict[str, str],
    answers: set[tuple[str, str]],
    models: set[str],
) -> None:
    failed = sum(row.grade is None for _, row in rows)
    if failed:
        reading.note(f"{failed:,} judgments could not be read from the model's words: cannot tell.", source)
    reading.note(
        "Grades of ranked questions are read 0 as C, 1 as B, 2 and 3 as A; kept in the note.", source
    )
    with reading.sheet("assessors", source, "assessor", "kind") as sheet:
        for line, row in rows:
            if row.model not in models:
                models.add(row.model)
                sheet.row(line, (row.model, "model"))
    with reading.sheet("questions", source, "question", "kind", "text") as sheet:
        for line, row in rows:
            if row.question not in reading.kinds and row.question not in questions:
                questions[row.question] = row.query
                sheet.row(line, (row.question, "ranked", row.query))
    with reading.sheet("answers", source, "question", "answer", "text") as sheet:
        for line, row in rows:
            name = row.answer or pool_ref(pool_key(row.question, row.passage, None, None))
            if (row.question, name) not in answers:
                answers.add((row.question, name))
                sheet.row(line, (row.question, row.answer, row.passage))
    with reading.sheet("judgments", source, *_COLUMNS) as sheet:
        for line, row in rows:
            sheet.row(line, _judgment(row, reading.kinds.get(row.question, "ranked")))


def _judgment(row: ModelJudgment, kind: str) -> tuple[str, ...]:
    name = row.answer or pool_ref(pool_key(row.question, row.passage, None, None))
    if row.grade is None:
        return row.model, row.question, name, "", "cannot-tell", row.prediction
    label = label_of(row.grade, HIGHEST, kind)
    return row.model, row.question, name, label, "", noted(row.grade, HIGHEST, text=row.prediction)


def _parse(record: Any, assessor: str | None, by_text: dict[str, str]) -> ModelJudgment | str:  # noqa: ANN401
    if not isinstance(record, dict):
        return "This record is not an object with query, passage and judgment."
    query, passage = text_under(record, "query"), text_under(record, "passage")
    model = assessor or text_under(record, "model")
    if query is None or passage is None or not model:
        return "The model, the query or the passage is missing. Write them, or name the model: --assessor."
    grade = record.get("judgment")
    failed = record.get("result_status") == 0
    if not failed and (not isinstance(grade, int) or isinstance(grade, bool) or not 0 <= grade <= HIGHEST):
        return f"The judgment is {shown(grade)}. Write 0, 1, 2 or 3."
    prediction = text_under(record, "prediction") or ""
    question = text_under(record, "qid", "query_id", "question_id") or ""
    answer = text_under(record, "docid", "doc_id", "answer_id") or ""
    problem = next(
        (p for text in (query, passage, model, prediction, question, answer) if (p := unfitting(text))), None
    )
    if problem or not (answer or passage.strip()):
        return problem or "The passage is empty, and no docid is given. Write one of them."
    question = question or by_text.get(pooled_text(query)) or f"query-{digest('query', query).hex()[:12]}"
    return ModelJudgment(model, question, query, answer, passage, None if failed else grade, prediction)


def _questions_by_text(reading: FormatImport) -> dict[str, str]:
    into = reading.options.into
    if into is None:
        return {}
    rows = (row for found in stretches(into, "question", "text, name") for row in found)
    return {pooled_text(text): name for text, name in rows}


_MODEL_GRADE = {2: 3, 1: 1, 0: 0}


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write what assessors of kind model said, or the assessor asked for: one JSON object on each line."""
    is_chosen = out.assessor is not None or out.gold is not None
    voices = [voice for voice in out.voices if is_chosen or voice.kind == "model"]
    records = (record for voice in voices for record in _model_records(out, voice))
    return {"judgments": write_records(part, records, listed=False)}


def _model_records(out: CollectionExport, voice: ExportVoice) -> Iterator[Record]:
    for said in out.said(voice):
        if said.level == UNJUDGED and said.state != "cannot-tell":
            out.lost["{count} answers without a judgment are left out."] += 1
            continue
        if said.level == JUNK or said.level > HIGHEST:
            out.lost["{count} answers called junk, or graded above 3, are left out."] += 1
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
        kept = noted is not None and noted.level == said.level
        grade = said.level if kept else _MODEL_GRADE.get(said.level, said.level)
        yield {**record, "judgment": None if failed else grade, "result_status": int(not failed)}


FORMAT = Format(
    "llm-judgments",
    "Judgments of language models (JSON lines)",
    sniff,
    stage="judgments",
    shape="JSON lines with `query`, `passage`, `judgment`",
    imports="assessors of kind model",
    exports="what models said",
    example=("x.json", '{"model": "m", "query": "q", "passage": "p", "judgment": 1}\n'),
    read=read,
    write=write,
)
