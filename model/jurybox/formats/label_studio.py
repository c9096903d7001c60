"""Label Studio JSON: one task for each answer, with the annotations of people and predictions of models."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox.collection.cell_types import moment, moment_text
from jurybox.collection.entries import STATES, digest
from jurybox.collection.findings import FoundWords, Severity, printable, shown
from jurybox.collection.pooling import pool_key, pool_ref, pooled_text
from jurybox.collection.staging import Staging
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, ExportedJudgment, ExportVoice, writer
from jurybox.formats.exports import label_or_state as label_exported
from jurybox.formats.format import Format
from jurybox.formats.grades import GRADED, LEAST_HIGHEST, LETTERS, GradeScale, grade_scale, whole
from jurybox.formats.json_records import Record, UnreadFields, records_of, text_under, write_records
from jurybox.formats.label_words import (
    LEFT_OUT,
    choices,
    is_fault,
    is_yes,
    label_or_state,
    question_of_words,
    suggested,
)
from jurybox.formats.read_options import Cells, ReadOptions
from jurybox.formats.source_files import FormatImport, SourceFile, questions_by_text, unfitting
from jurybox.kinds import KINDS
from jurybox.label_schemes import ANSWER_LABELS, LabelScheme
from jurybox.language import Sentence, grouped, tr, trf, trn_noop, trnf
from jurybox.lists import comma_list, or_list

QUESTION, ANSWER = "question", "answer"
"""What an export of ours has ids under, and tasks of other projects texts."""
QUESTION_ID, ANSWER_ID = ("question_id", "qid"), ("answer_id", "docid")
TEXT = ("text", "answer_text")
QUESTION_TEXT = ("question_text", "query")
_DATA = {QUESTION, ANSWER, *QUESTION_ID, *ANSWER_ID, *TEXT, *QUESTION_TEXT, "kind", "document", "support"}
_COLUMNS = "assessor question answer label state note seconds_active judged_at"
_LABELING = {"choices": "choices", "rating": "rating", "number": "number", "taxonomy": "taxonomy"}
"""The types of results that can be labels of an answer, and where their values have them."""
_NOTE = "textarea"
_IN_TEXTS = re.compile(r"\s|[?\uff1f\u3002]$")
"""What texts have and ids do not."""
_LEAST_OF_RATINGS = 2
"""A number from here up is a step of a scale, and no code for right or wrong."""


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take tasks in as answers, annotations as judgments, predictions as those of assessors of kind model.

    Several files may have the same tasks, as where each person judged in a project of their own. Labels are
    those of one control, which is to be said where several have some; of several annotations of a task by one
    person the latest counts. Numbers become labels as grades do, words as `--words` says.
    """
    _TaskImport(reading.staging, reading.options).read(sources)


class _TaskImport(FormatImport):
    def __init__(self, staging: Staging, options: ReadOptions) -> None:
        super().__init__(staging, options)
        self._tasks: list[_LabelStudioTask] = []
        self._names_by_text = questions_by_text(self)
        self._words = dict(options.words)
        self._unknown = Counter[str]()
        self._offered: dict[str, str] = {}
        self._is_fault = False

    def read(self, sources: Sequence[Path]) -> None:
        """Read every file, then store their tasks: what is an id, a label or the kind shows in all of them."""
        self.each(sources, self._read_file, "judgments")
        self._tell_ids_from_texts()
        self._tasks = [task for task in self._tasks if not self._refused(task)]
        self._note_unread()
        control = self._control()
        self._is_fault = is_fault(control or "")
        said = self._latest([one for task in self._tasks for one in _said_in(task, control)])
        kind = self._kind(said)
        for task in self._tasks:
            task.kind = self.kinds.get(task.question) or task.under("kind") or kind
        scale = self._scale(said)
        for source in dict.fromkeys(task.source for task in self._tasks):
            self._store_tasks(source, [task for task in self._tasks if task.source is source])
            if control is not None:
                self._store_judgments(source, [one for one in said if one.task.source is source], scale)
        if self._unknown:
            self._ask_for_words()

    def _read_file(self, source: SourceFile) -> None:
        self._tasks += [_LabelStudioTask(source, line, value) for line, value in records_of(source.path)]

    def _refused(self, task: "_LabelStudioTask") -> bool:
        if task.problem:
            self.bad("answers", task.source, task.line, task.problem)
        return task.problem is not None

    def _tell_ids_from_texts(self) -> None:
        """Say of every task what its ids and texts are: `question` and `answer` may be either."""
        are_texts = False
        for name, ids, texts in ((QUESTION, QUESTION_ID, QUESTION_TEXT), (ANSWER, ANSWER_ID, TEXT)):
            are_texts = self._are_texts(name, ids, texts, of_texts=are_texts)
            for task in self._tasks:
                task.tell(name, ids, texts, are_texts=are_texts)
        for task in self._tasks:
            if not task.question and task.question_text:
                of = pooled_text(task.question_text)
                usual = f"query-{digest('query', task.question_text).hex()[:12]}"
                task.question = self._names_by_text.setdefault(of, usual)

    def _are_texts(self, name: str, ids: Sequence[str], texts: Sequence[str], *, of_texts: bool) -> bool:
        """Return whether a field has texts, by the fields beside it, then by what stands in it.

        `of_texts`: the questions of these answers are texts.
        """
        data = [task.data for task in self._tasks]
        has_texts = any(other in one for one in data for other in texts)
        if any(other in one for one in data for other in ids):
            return not has_texts
        if any("kind" in one for one in data):
            return False  # an export of ours
        values = [value for one in data if (value := text_under(one, name))]
        are_prose = any(map(_IN_TEXTS.search, values))
        if has_texts or are_prose:
            return are_prose and (of_texts or not has_texts)
        if of_texts or all(value in self.kinds for value in values):
            return of_texts
        has_answers = any(other in one for one in data for other in TEXT)
        return not (has_answers or all(any(map(str.isdigit, value)) for value in values))

    def _note_unread(self) -> None:
        """Say which fields and which results are read past, and how often."""
        unread, results = UnreadFields(), Counter[str]()
        for task in self._tasks:
            unread.add(task.data, _DATA - task.left_out, "data.")
            results.update(
                f"{name} ({type_})" if name else type_
                for _, item in task.items
                for name, type_, _ in _results(item)
                if type_ not in _LABELING and type_ != _NOTE
            )
        if unread.sentence:
            self.note(unread.sentence)
        if results:
            listed = comma_list(f"{printable(name)} ({grouped(count)})" for name, count in results.items())
            self.warn(
                trf("labelstudio-results-left-out", "Results that are no labels are left out: {listed}.", listed=listed)
            )

    def _control(self) -> str | None:
        """Return the control whose labels are read; None where somebody has to say which."""
        asked = self.options.control
        counts = Counter(
            name
            for task in self._tasks
            for _, item in task.items
            for name, type_, labels in _results(item)
            if type_ in _LABELING and labels
        )
        listed = comma_list(f"{shown(name)} ({grouped(count)})" for name, count in counts.items())
        if asked is not None and asked not in counts:
            self.staging.findings.add(
                trf(
                    "labelstudio-no-control",
                    "There is no control {asked} with labels. Controls with labels: {listed}.",
                    asked=shown(asked),
                    listed=listed or tr("none"),
                )
            )
            return None
        if asked is None and len(counts) > 1:
            self.staging.controls = tuple(counts)
            self.staging.findings.add(
                trf(
                    "labelstudio-which-control",
                    "Several controls have labels: {listed}. Say which is read: {options}.",
                    listed=listed,
                    options=or_list(f"--control {shlex.quote(name)}" for name in counts),
                )
            )
            return None
        control = asked if asked is not None else next(iter(counts), "")
        left = comma_list(f"{shown(name)} ({grouped(count)})" for name, count in counts.items() if name != control)
        if left:
            self.warn(trf("labelstudio-controls-left-out", "Controls whose labels are left out: {left}.", left=left))
        return control

    def _latest(self, said: Sequence["_Annotated"]) -> list["_Annotated"]:
        """Return the last word of each person on each answer, and count the others.

        A label goes before one that was skipped where the times do not tell which is later, and before an
        annotation that says nothing.
        """
        by_item: dict[Cells, list[_Annotated]] = {}
        for one in said:
            by_item.setdefault((one.part, one.assessor or "", one.task.question, one.task.ref), []).append(one)
        kept, earlier = list[_Annotated](), Counter[SourceFile]()
        for (_, assessor, *_), found in by_item.items():
            if not assessor:
                kept += found
                continue
            is_timed = all(one.at is not None for one in found)
            last = max(
                range(len(found)),
                key=lambda at: (found[at].says, (found[at].at or 0) if is_timed else 0, not found[at].is_skipped, at),
            )
            kept.append(found[last])
            earlier.update(one.task.source for at, one in enumerate(found) if at != last)
        for source, count in earlier.items():
            self.warn(
                trnf(
                    "labelstudio-earlier",
                    "{n} annotation is left out: the same person annotated the same task again, and the latest counts.",
                    "{n} annotations are left out: the same person annotated the same task again, and the latest "
                    "counts.",
                    count,
                ),
                source,
            )
        return kept

    # What labels are

    def _kind(self, said: Sequence["_Annotated"]) -> str:
        """Return the kind of new questions for which none is given: the first whose labels hold all there are."""
        given = {label for one in said for label in one.labels if self._words.get(label.casefold()) != LEFT_OUT}
        words = {self._words.get(label.casefold(), label).casefold() for label in given}
        if any((whole(word) or 0) >= _LEAST_OF_RATINGS for word in words):
            return GRADED
        words = {"correct" if is_yes(word) else "incorrect" if is_yes(word) is False else word for word in words}
        words -= {*STATES}
        if not words:
            return "ranked"
        for kind in ("validation", "factoid", "ranked", *KINDS):
            if words <= {word.casefold() for word in self._scheme_of(kind).words}:
                return kind
        return "validation"

    def _scheme_of(self, kind: str) -> LabelScheme:
        own = self.staging.schemes.get(kind)
        return own or KINDS[kind if kind in KINDS else "ranked"].label_scheme

    def _scale(self, said: Sequence["_Annotated"]) -> GradeScale:
        asked = self.options.labels
        grades, names = Counter[int](), dict[str, None]()
        for one in said:
            kind = KINDS.get(one.task.kind)
            for label in one.labels if kind is not None and kind.is_graded else ():
                if label.casefold() not in self._words and (grade := whole(label)) is not None:
                    grades[grade] += 1
                    names[one.task.source.name] = None
        if grades:
            return grade_scale(self, grades, list(names))
        if asked not in (None, LETTERS):
            return grade_scale(self, {}, [task.source.name for task in self._tasks][:1])
        return GradeScale({}, LEAST_HIGHEST)

    def _label(self, given: str, kind: str, scale: GradeScale) -> tuple[str, str, str] | Sentence | None:
        """Return label, state and note of a choice; what is wrong with a grade; None for an unknown word."""
        words = self._scheme_of(kind).words
        by_hand = self._words.get(given.casefold())
        if by_hand is not None:
            return label_or_state(by_hand, words)
        if found := label_or_state(given, words):
            return found
        own = (word for scheme in self.staging.schemes.values() for word in scheme.words)
        if given in (*ANSWER_LABELS, *own):
            return given, "", ""  # of another kind of question, as the pre-flight says
        grade = whole(given)
        if grade is not None and kind in KINDS and KINDS[kind].is_graded:
            said = scale.said(grade, kind)
            return said if isinstance(said, str) else (said.label, said.state, said.note)
        yes = None if self._is_fault else is_yes(given)
        usual = "" if yes is None else "correct" if yes else "incorrect"
        return (usual, "", "") if usual in words else None

    def _ask_for_words(self) -> None:
        """Say how to name the labels of words that no label is called."""
        schemes = [self._scheme_of(kind) for kind in dict.fromkeys(task.kind for task in self._tasks)]
        guesses: dict[str, str] = {}
        for scheme in schemes:
            self._offered |= {value: name for name, value in choices(scheme)}
            asked = () if self._is_fault else self._unknown
            found = {word: suggested(word, scheme, self._unknown) for word in asked}
            guesses |= {word: guess for word, guess in found.items() if guess is not None}
        listed = tuple((name, value) for value, name in self._offered.items())
        words = FoundWords((), dict(self._unknown.most_common()), {}, guesses, listed)
        staging = self.staging
        staging.words = words
        severity: Severity = "note" if staging.skip_bad_lines else "error"
        staging.findings.add(question_of_words(words), self._tasks[0].source.name, 1, severity=severity)

    # Storing

    def _store_tasks(self, source: SourceFile, tasks: Sequence["_LabelStudioTask"]) -> None:
        seen: set[str] = set()
        with self.sheet("questions", source, "question kind text") as sheet:
            for task in tasks:
                if task.question not in seen:
                    seen.add(task.question)
                    asked = (task.question, task.kind, task.question_text)
                    if task.question not in self.kinds and self.is_new("questions", *asked):
                        sheet.row(task.line, asked)
        with self.sheet("answers", source, "question answer text document support") as sheet:
            for task in tasks:
                row = (task.question, task.answer, task.text, task.under("document"), task.under("support"))
                if self.is_new("answers", *row):
                    sheet.row(task.line, row)

    def _store_judgments(self, source: SourceFile, said: Sequence["_Annotated"], scale: GradeScale) -> None:
        """Store what annotations and predictions say, and of what kind those are who said it."""
        lines = ((one.task.line, one) for one in said)
        rows = self.good("judgments", source, lines, lambda one: self._row(one, scale))
        self.put("judgments", source, _COLUMNS, rows)
        with self.sheet("assessors", source, "assessor kind") as sheet:
            for one in said:
                kind = "person" if one.part == "annotations" else "model"
                if one.assessor and self.is_new("assessors", one.assessor, kind):
                    sheet.row(one.task.line, (one.assessor, kind))

    def _row(self, one: "_Annotated", scale: GradeScale) -> Cells | Sentence:
        """Return a row of a judgment, or what is wrong with it."""
        if not one.assessor:
            return trf(
                "labelstudio-no-annotator",
                "An annotation does not say who completed it. Write completed_by (or model_version).",
            )
        label: tuple[str, str, str] | Sentence | None = ("", "skipped" if one.is_skipped else "", "")
        if len(one.labels) > 1:
            return trf(
                "labelstudio-several-choices",
                "The annotation of {assessor} has several choices: {labels}. An answer has one label: leave one.",
                assessor=shown(one.assessor),
                labels=comma_list(map(shown, one.labels)),
            )
        if one.labels:
            (given,) = one.labels
            label = self._label(given, one.task.kind, scale)
            if label is None:
                self._unknown[given.casefold()] += 1
                return trf(
                    "labelstudio-choice",
                    "The choice is {choice}. Write a label such as {labels}, or a state.",
                    choice=shown(given),
                    labels=comma_list(self._scheme_of(one.task.kind).words),
                )
        if isinstance(label, str):
            return label
        assert label is not None  # noqa: S101 - of no choice, or told above
        note = "\n".join(filter(None, (label[2], one.note)))
        problem = unfitting(one.assessor) or unfitting(note)
        return problem or (
            one.assessor,
            one.task.question,
            one.task.ref,
            label[0],
            label[1],
            note,
            one.seconds,
            one.judged_at,
        )


class _LabelStudioTask:
    """One task: what it is about, and what is wrong with it."""

    def __init__(self, source: SourceFile, line: int, value: Any) -> None:  # noqa: ANN401 - whatever stands in the file
        self.source = source
        self.line = line
        self.record: Record = value if isinstance(value, dict) else {}
        data = self.record.get("data")
        self.data: Record = data if isinstance(data, dict) else {}
        self.question = self.question_text = self.answer = self.text = self.kind = ""
        self.left_out = set[str]()

    def under(self, *names: str) -> str:
        return text_under(self.data, *names) or ""

    def tell(self, name: str, ids: Sequence[str], texts: Sequence[str], *, are_texts: bool) -> None:
        """Learn id and text of the question or the answer."""
        id_, text = (self.under(*ids), self.under(name)) if are_texts else (self.under(name, *ids), self.under(*texts))
        if name == QUESTION:
            self.question, self.question_text = id_, text
        else:
            self.answer, self.text = id_, text
        if are_texts:
            self.left_out.update(texts)

    @property
    def ref(self) -> str:
        """The answer as judgments name it: its id, or that of what is pooled with it."""
        key = pool_key(self.question, self.text, self.under("document") or None, self.under("support") or None)
        return self.answer or pool_ref(key)

    @property
    def items(self) -> Iterator[tuple[str, Record]]:
        """Annotations and predictions, each behind the name of its list."""
        for name in ("annotations", "predictions"):
            found = self.record.get(name)
            yield from ((name, item) for item in found if isinstance(item, dict)) if isinstance(found, list) else ()

    @property
    def problem(self) -> Sentence | None:
        if not self.data:
            return trf("labelstudio-no-task", "This record is not a task with data. Repair it, or remove it.")
        if not self.question or not (self.answer or self.text.strip()):
            return trf(
                "labelstudio-no-ids",
                "The data name no question or no answer. Write their ids or their texts under {question!r} and "
                "{answer!r}.",
                question=QUESTION,
                answer=ANSWER,
            )
        texts = (self.question, self.answer, *(value for value in self.data.values() if isinstance(value, str)))
        return next((found for text in texts if (found := unfitting(text))), None)


@dataclass(frozen=True, slots=True)
class _Annotated:
    """What an annotation or a prediction says of a task, with the labels of one control."""

    task: _LabelStudioTask
    part: str
    assessor: str | None
    labels: Cells
    is_skipped: bool
    note: str
    seconds: str
    judged_at: str
    at: int | None
    """When it was last changed; None where that is not said."""

    @property
    def says(self) -> bool:
        return bool(self.labels) or self.is_skipped


def _said_in(task: _LabelStudioTask, control: str | None) -> Iterator[_Annotated]:
    """Yield what annotations and predictions of a task say under a control."""
    for part, item in task.items:
        is_skipped = item.get("was_cancelled") is True
        found = [
            label
            for name, type_, labels in _results(item)
            if type_ in _LABELING and name == control
            for label in labels
        ]
        notes = [label for _, type_, labels in _results(item) if type_ == _NOTE for label in labels]
        seconds = item.get("lead_time")
        lead = repr(float(seconds)) if isinstance(seconds, (int, float)) and 0 <= seconds < 1e9 else ""
        created, updated = _moment(item.get("created_at")), _moment(item.get("updated_at"))
        latest = updated or created
        yield _Annotated(
            task,
            part,
            _assessor(item, part),
            () if is_skipped else tuple(dict.fromkeys(found)),
            is_skipped,
            "\n".join(notes),
            lead,
            latest,
            moment(latest) if latest else None,
        )


def _moment(value: object) -> str:
    """Return when something was said; "" for what is not a moment."""
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


def _results(item: Record) -> Iterator[tuple[str, str, list[str]]]:
    """Yield control, type, and labels or notes of each result."""
    found = item.get("result")
    for result in found if isinstance(found, list) else ():
        value = result.get("value") if isinstance(result, dict) else None
        if isinstance(value, dict):
            type_ = str(result.get("type", ""))
            given = value.get("text" if type_ == _NOTE else _LABELING.get(type_, ""))
            listed = given if isinstance(given, list) else [] if given is None else [given]
            yield str(result.get("from_name") or ""), type_, [text for one in listed if (text := _text(one).strip())]


def _text(value: object) -> str:
    """Return a label as a text: a step below others behind them, a whole number without a point."""
    if isinstance(value, list):
        return " / ".join(map(_text, value))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write one task for each answer; what models said goes into predictions, all else into annotations."""
    out.leave_out("judgments", "notes", "times", "strictness")
    return {"tasks": write_records(part, _tasks(out), listed=True)}


def _tasks(out: CollectionExport) -> Iterator[Record]:
    for number, row in enumerate(out.by_answer(), 1):
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
            choice = label_exported(said, gold=voice.row is None)
            if choice or said.note:
                part = "predictions" if voice.kind == "model" else "annotations"
                if voice.kind == "model" and said.seconds is not None:
                    out.lose(
                        trn_noop(
                            "The date and the seconds of {n} prediction are left out.",
                            "The date and the seconds of {n} predictions are left out.",
                        )
                    )
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
    Signs(tr("its records have data and annotations"), record={"data", "annotations"}.issubset),
    stage="questions",
    shape=tr("tasks as JSON"),
    imports=tr("people, models, skipped tasks"),
    exports=tr("everything entered"),
    example=("x.json", '[{"data": {"question": "q", "answer": "a"}, "annotations": [{"completed_by": 1}]}]'),
    read=read,
    write=write,
)
