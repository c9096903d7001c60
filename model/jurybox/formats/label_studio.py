"""Label Studio JSON: one task for each answer, with the annotations of people and predictions of models."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from jurybox.collection.cell_types import moment, moment_text
from jurybox.collection.entries import STATES
from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.exports import CollectionExport, ExportedJudgment, ExportVoice, label_or_state, writer
from jurybox.formats.format import Format, ReadOptions
from jurybox.formats.grades import LETTERS, grade_scale
from jurybox.formats.json_records import Record, UnreadFields, first_record, records_of, text_under, write_records
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, unfitting
from jurybox.label_schemes import ANSWER_LABELS
from jurybox.language import Sentence, tr, trf, trn_noop
from jurybox.lists import comma_list

QUESTION = ("question", "question_id", "qid")
ANSWER = ("answer", "answer_id", "docid")
TEXT = ("text", "answer_text")
QUESTION_TEXT = ("question_text", "query")
_DATA = {*QUESTION, *ANSWER, *TEXT, *QUESTION_TEXT, "kind", "document", "support"}
_KIND_OF = {"A": "ranked", "B": "ranked", "C": "ranked"}
_COLUMNS = ("assessor", "question", "answer", "label", "state", "note", "seconds_active", "judged_at")


def sniff(path: Path) -> str | None:
    """Return why a path is of this format: JSON whose first record has data and annotations."""
    record = first_record(path)
    return tr("its records have data and annotations") if {"data", "annotations"} <= set(record) else None


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take tasks in as answers, annotations as judgments, predictions as those of assessors of kind model.

    Several files may have the same tasks, as where each person judged in a project of their own. Labels are
    those of the program, and of the label schemes that the collection has or that were asked for.
    """
    reading = FormatImport(staging, options)
    if options.labels not in (None, LETTERS):
        grade_scale(reading, {}, [source.name for source in files_of(sources)])
    labels = {*ANSWER_LABELS, *(word for scheme in staging.schemes.values() for word in scheme.words)}
    met, unread = _Met(), UnreadFields()

    def one(source: SourceFile) -> None:
        tasks = [_LabelStudioTask(line, value) for line, value in records_of(source.path)]
        for task in tasks:
            unread.add(task.data, _DATA, "data.")
        good = [task for task in tasks if not _refused(reading, source, task)]
        _store_tasks(reading, source, good, met)
        models = _store_judgments(reading, source, good, labels)
        with reading.sheet("assessors", source, "assessor", "kind") as sheet:
            for name, (line, kind) in models.items():
                if met.is_new("assessors", (name, kind)):
                    sheet.row(line, (name, kind))

    reading.each(sources, one, "judgments")
    if unread.sentence:
        reading.note(unread.sentence)


class _Met:
    """The rows that earlier tasks and files of an import brought: the same row is not brought again."""

    def __init__(self) -> None:
        self._rows = set[tuple[str, ...]]()

    def is_new(self, table: str, row: tuple[str, ...]) -> bool:
        """Note a row of a table, and return whether it was not there yet."""
        before = len(self._rows)
        self._rows.add((table, *row))
        return len(self._rows) > before


class _LabelStudioTask:
    """One task: what it is about, and what is wrong with it."""

    def __init__(self, line: int, value: Any) -> None:  # noqa: ANN401 - whatever stands in the file
        self.line = line
        self.record: Record = value if isinstance(value, dict) else {}
        data = self.record.get("data")
        self.data: Record = data if isinstance(data, dict) else {}
        self.question = text_under(self.data, *QUESTION)
        self.answer = text_under(self.data, *ANSWER)

    def under(self, *names: str) -> str:
        return text_under(self.data, *names) or ""

    def listed(self, name: str) -> Iterator[Record]:
        found = self.record.get(name)
        return (item for item in found if isinstance(item, dict)) if isinstance(found, list) else iter(())

    @property
    def problem(self) -> Sentence | None:
        if not self.data:
            return trf("labelstudio-no-task", "This record is not a task with data. Repair it, or remove it.")
        if not self.question or not self.answer:
            return trf(
                "labelstudio-no-ids",
                "The data name no question or no answer. Write their ids under {question!r} and {answer!r}.",
                question=QUESTION[0],
                answer=ANSWER[0],
            )
        texts = (self.question, self.answer, *(value for value in self.data.values() if isinstance(value, str)))
        return next((found for text in texts if (found := unfitting(text))), None)

    @property
    def kind(self) -> str:
        """The kind of a new question: as given, else as its labels suggest."""
        said = text_under(self.data, "kind")
        if said:
            return said
        labels = [_choice(item) for name in ("annotations", "predictions") for item in self.listed(name)]
        return next((_KIND_OF.get(label, "validation") for label in labels if label), "ranked")


def _refused(reading: FormatImport, source: SourceFile, task: _LabelStudioTask) -> bool:
    if task.problem:
        reading.bad("answers", source, task.line, task.problem)
    return task.problem is not None


def _store_tasks(reading: FormatImport, source: SourceFile, tasks: list[_LabelStudioTask], met: _Met) -> None:
    seen: set[str] = set()
    with reading.sheet("questions", source, "question", "kind", "text") as sheet:
        for task in tasks:
            question = task.question or ""
            if question not in seen:
                seen.add(question)
                asked = (question, task.kind, task.under(*QUESTION_TEXT))
                if question not in reading.kinds and met.is_new("questions", asked):
                    sheet.row(task.line, asked)
    columns = ("question", "answer", "text", "document", "support")
    with reading.sheet("answers", source, *columns) as sheet:
        for task in tasks:
            document, support = task.under("document"), task.under("support")
            row = (task.question or "", task.answer or "", task.under(*TEXT), document, support)
            if met.is_new("answers", row):
                sheet.row(task.line, row)


def _store_judgments(
    reading: FormatImport, source: SourceFile, tasks: list[_LabelStudioTask], labels: Collection[str]
) -> dict[str, tuple[int, str]]:
    """Store what annotations and predictions say; return who said it, where first, and their kinds."""
    said_by: dict[str, tuple[int, str]] = {}
    with reading.sheet("judgments", source, *_COLUMNS) as sheet:
        for task in tasks:
            for part, kind in (("annotations", "person"), ("predictions", "model")):
                for item in task.listed(part):
                    said = _said(item, part, labels)
                    if isinstance(said, str):
                        reading.bad("judgments", source, task.line, said)
                        continue
                    said_by.setdefault(said[0], (task.line, kind))
                    sheet.row(task.line, (said[0], task.question or "", task.answer or "", *said[1:]))
    return said_by


def _said(item: Record, part: str, labels: Collection[str]) -> tuple[str, ...] | Sentence:
    """Return assessor, label, state, note, seconds and moment of an annotation, or what is wrong with it."""
    assessor = _assessor(item, part)
    choice = _choice(item, labels)
    if not assessor:
        return trf(
            "labelstudio-no-annotator",
            "An annotation does not say who completed it. Write completed_by (or model_version).",
        )
    if item.get("was_cancelled") is True:
        label, state = "", "skipped"
    elif choice in STATES:
        label, state = "", choice
    elif choice is None or choice in labels:
        label, state = choice or "", ""
    else:
        return trf(
            "labelstudio-choice",
            "The choice is {choice}. Write a label such as {labels}, or a state.",
            choice=shown(choice),
            labels=comma_list(sorted(labels)),
        )
    problem = unfitting(assessor) or unfitting(_note(item))
    seconds = item.get("lead_time")
    lead = repr(float(seconds)) if isinstance(seconds, (int, float)) and 0 <= seconds < 1e9 else ""
    return problem or (assessor, label, state, _note(item), lead, _moment(item.get("created_at")))


def _moment(value: object) -> str:
    """Return when something was said; "" for what is not a moment, which is only shown and never decides."""
    try:
        moment(value if isinstance(value, str) else "")
    except ValueError:
        return ""
    return str(value)


def _assessor(item: Record, part: str) -> str | None:
    if part == "predictions":
        return text_under(item, "model_version")
    by = item.get("completed_by")
    return text_under(by, "email", "id") if isinstance(by, dict) else text_under(item, "completed_by")


def _results(item: Record, kind: str) -> Iterator[Record]:
    found = item.get("result")
    for result in found if isinstance(found, list) else ():
        if isinstance(result, dict) and result.get("type") == kind and isinstance(result.get("value"), dict):
            yield result["value"]


def _choice(item: Record, labels: Collection[str] = ()) -> str | None:
    for value in _results(item, "choices"):
        choices = value.get("choices")
        if isinstance(choices, list) and choices:
            choice = str(choices[0])
            return choice if choice in labels else _SAME.get(choice, choice)
    return None


def _note(item: Record) -> str:
    for value in _results(item, "textarea"):
        text = value.get("text")
        return "\n".join(map(str, text)) if isinstance(text, list) else str(text)
    return ""


_SAME = {"Yes": "correct", "No": "incorrect", "yes": "correct", "no": "incorrect"}


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write one task for each answer; what models said goes into predictions, all else into annotations."""
    out.leave_out("judgments", "notes", "times", "strictness")
    return {"tasks": write_records(part, _tasks(out), listed=True)}


def _tasks(out: CollectionExport) -> Iterator[Record]:
    voices = [list(out.said(voice)) for voice in out.voices] or [list(out.said(ExportVoice("", "person", 0)))]
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
            choice = label_or_state(said, gold=voice.row is None)
            if choice or said.note:
                part = "predictions" if voice.kind == "model" else "annotations"
                if voice.kind == "model" and said.seconds is not None:
                    out.lost[
                        trn_noop(
                            "The date and the seconds of {n} prediction are left out.",
                            "The date and the seconds of {n} predictions are left out.",
                        )
                    ] += 1
                parts[part].append(_annotation(len(parts[part]) + 1, voice, said, choice))
        yield {"id": number, "data": {key: text for key, text in data.items() if text is not None}, **parts}


def _annotation(number: int, voice: ExportVoice, said: ExportedJudgment, choice: str | None) -> Record:
    result = []
    if choice:
        result.append(_result("label", "choices", {"choices": [choice]}))
    if said.note:
        result.append(_result("note", "textarea", {"text": [said.note]}))
    if voice.kind == "model":
        return {"id": number, "model_version": voice.name, "result": result}
    record: Record = {
        "id": number,
        "completed_by": voice.name,
        "result": result,
        "was_cancelled": said.state == "skipped",
        "ground_truth": voice.row is None,
    }
    if said.seconds is not None:
        record["lead_time"] = said.seconds
    if said.at is not None:
        record["created_at"] = moment_text(said.at)
    return record


def _result(name: str, kind: str, value: Record) -> Record:
    return {"from_name": name, "to_name": "text", "type": kind, "value": value}


FORMAT = Format(
    "label-studio",
    tr("Label Studio tasks (JSON)"),
    sniff,
    stage="questions",
    shape=tr("tasks as JSON"),
    imports=tr("people, models, skipped tasks"),
    exports=tr("everything entered"),
    example=("x.json", '[{"data": {"question": "q", "answer": "a"}, "annotations": [{"completed_by": 1}]}]'),
    read=read,
    write=write,
)
