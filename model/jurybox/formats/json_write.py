"""Writing JSON: tasks for Label Studio, PyEvALL items, and the judgments of language models."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from jurybox.collection.cell_types import moment_text
from jurybox.errors import Refused
from jurybox.formats.delimited import BadFile
from jurybox.formats.exporting import Exporting, SaidOf, Voice, check_same
from jurybox.formats.grades import JUNK, UNJUDGED, grade_noted
from jurybox.formats.json_records import records_of
from jurybox.formats.llm_judgments import HIGHEST
from jurybox.formats.pyevall import item_id
from jurybox.formats.row_sum import RowSum
from jurybox.formats.writer import writer

Record = dict[str, Any]
_MODEL_GRADE = {2: 3, 1: 1, 0: 0}


@writer(folder=False)
def write_label_studio(out: Exporting, part: Path) -> dict[str, int]:
    """Write one task for each answer; what models said goes into predictions, all else into annotations."""
    return {"tasks": _write(part, _tasks(out), listed=True)}


def _tasks(out: Exporting) -> Iterator[Record]:
    voices = [list(out.said(voice)) for voice in out.voices] or [list(out.said(Voice("", "person", 0)))]
    for number, row in enumerate(zip(*voices, strict=True), 1):
        first = row[0]
        data = {
            "question": first.question,
            "kind": first.kind,
            "question_text": first.query,
            "answer": first.answer,
            "text": first.text,
            "document": first.document,
            "support": first.support,
        }
        parts: dict[str, list[Record]] = {"annotations": [], "predictions": []}
        for voice, said in zip(out.voices, row, strict=False):
            choice = _choice(said, gold=voice.row is None)
            if choice or said.note:
                part = "predictions" if voice.kind == "model" else "annotations"
                parts[part].append(_annotation(len(parts[part]) + 1, voice, said, choice))
        yield {"id": number, "data": {key: text for key, text in data.items() if text is not None}, **parts}


def _annotation(number: int, voice: Voice, said: SaidOf, choice: str | None) -> Record:
    result = []
    if choice:
        result.append(_result("label", "choices", {"choices": [choice]}))
    if said.note:
        result.append(_result("note", "textarea", {"text": [said.note]}))
    if voice.kind == "model":
        return {"id": number, "model_version": voice.name, "result": result}
    made: Record = {
        "id": number,
        "completed_by": voice.name,
        "result": result,
        "was_cancelled": said.state == "skipped",
        "ground_truth": voice.row is None,
    }
    if said.seconds is not None:
        made["lead_time"] = said.seconds
    if said.at is not None:
        made["created_at"] = moment_text(said.at)
    return made


def _result(name: str, kind: str, value: Record) -> Record:
    return {"from_name": name, "to_name": "text", "type": kind, "value": value}


def _choice(said: SaidOf, *, gold: bool) -> str | None:
    """Return what is said as one word; a gold standard's level becomes the label that it stands for."""
    if not gold:
        return said.label or said.state
    if said.level < 0:
        return "junk" if said.level == JUNK else None
    if said.kind != "ranked":
        return "correct" if said.level else "incorrect"
    if said.level > 2:
        raise Refused("A level above A B C has no label. Name another gold standard. Nothing was written.")
    return "CBA"[said.level]


@writer(folder=False)
def write_pyevall(out: Exporting, part: Path) -> dict[str, int]:
    """Write one item for each answer: a label for one voice, the share of each label for several."""
    name = out.db.execute("SELECT value FROM local WHERE name = 'name'").fetchone()
    items = _items(out, name[0] if name else out.stem)
    return {"items": _write(part, items, listed=True)}


def _items(out: Exporting, case: str) -> Iterator[Record]:
    voices = [list(out.said(voice)) for voice in out.voices] or [list(out.said(Voice("", "person", 0)))]
    alone = len(voices) == 1
    for row in zip(*voices, strict=True):
        choices = [_choice(said, gold=out.gold is not None) for said in row]
        value = choices[0] if alone else _shares(out, row)
        yield {"test_case": case, "id": item_id(row[0].question, row[0].answer), "value": value}
    if not alone:
        out.lost["The values are shares of {count} assessors, who are not named."] = len(voices)


def _shares(out: Exporting, row: Iterable[SaidOf]) -> dict[str, float] | None:
    labels = Counter(said.label for said in row if said.label)
    out.lost["{count} states (skipped, junk and so on) are left out of the shares."] += sum(
        said.state is not None for said in row
    )
    total = labels.total()
    return {label: count / total for label, count in sorted(labels.items())} if total else None


@writer(folder=False)
def write_llm_judgments(out: Exporting, part: Path) -> dict[str, int]:
    """Write what assessors of kind model said, or the assessor asked for: one JSON object on each line."""
    asked = out.assessor is not None or out.gold is not None
    voices = [voice for voice in out.voices if asked or voice.kind == "model"]
    records = (record for voice in voices for record in _model_records(out, voice))
    return {"judgments": _write(part, records, listed=False)}


def _model_records(out: Exporting, voice: Voice) -> Iterator[Record]:
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


def _write(path: Path, records: Iterable[Record], *, listed: bool) -> int:
    """Write records as a list or line by line, and read them back."""
    wrote, read = RowSum(), RowSum()
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            _put(file, records, wrote, listed=listed)
        read.add([_line(value)] for _, value in records_of(path))
    except (BadFile, UnicodeEncodeError):
        read = RowSum()
    check_same(path, (wrote.count, wrote.digest()), (read.count, read.digest()))
    return wrote.count


def _put(file: TextIO, records: Iterable[Record], wrote: RowSum, *, listed: bool) -> None:
    file.write("[\n" if listed else "")
    for record in records:
        line = _line(record)
        file.write((",\n" if listed and wrote.count else "") + line + ("" if listed else "\n"))
        wrote.add([[line]])
    file.write("\n]\n" if listed else "")


def _line(record: Any) -> str:  # noqa: ANN401 - whatever is read back
    return json.dumps(record, ensure_ascii=False)
