"""Judged answers of TREC LiveQA: `qid grade answer` (2017), and seven fields between tabs (2015, 2016)."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import is_pool_ref, pool_key, pool_ref
from jurybox.errors import Refused
from jurybox.formats.evidence import Seen
from jurybox.formats.exports import CollectionExport, one_line, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import JUNK, UNJUDGED, GradeScale, Said, grade_noted, grade_scale, whole
from jurybox.formats.source_files import FormatImport, SourceFile, by_lines, files_of, lines_of, share_of
from jurybox.language import Sentence, tr, trf, trn_noop, trnf
from jurybox.wording import count_of

HIGHEST, LOWEST = 4, 1
UNINTELLIGIBLE = -2
NOT_JUDGED = "-"
_WORDS = {4: "excellent", 3: "good", 2: "okay", 1: "bad"}
_FIELDS = 7
_MANY = 20
"""Judged answers that are enough to tell grades from other numbers from 1 to 4."""
_NAMES = "liveqa"
_GRADES = {"-2", "-", "1", "2", "3", "4"}


class LiveQaLine(NamedTuple):
    """One line: a judged answer, or (`grade` None) a question with its text and category."""

    question: str
    grade: str | None
    text: str
    category: str = ""


REASON = "its lines have a question, a grade of LiveQA, and an answer"


def share(lines: Sequence[str]) -> float:
    """Return the share of lines with a question, a grade of this scale and a text, or with seven fields."""
    seven = share_of(lines, lambda line: line.count("\t") >= _FIELDS - 1 and not isinstance(parse_line(line), str))
    if seven == 1:
        return seven
    cells = [line.split(None, 2) for line in lines]
    fitting = sum(len(found) == 3 and found[1] in _GRADES for found in cells)
    return max(seven, fitting / len(lines) if lines else 0.0)


def is_evident(seen: Seen) -> bool:
    """Return whether lines of this shape are nothing else: the name, a grade that is no number, or many say so.

    Seven fields are those of LiveQA where questions without a grade stand beside their answers. Numbers that
    count the lines of each question are ranks. Answers are sentences: three columns of single words are
    something else, unless the name says so.
    """
    rows = [row for row in map(parse_line, seen.lines) if not isinstance(row, str)]
    grades: dict[str, list[str]] = {}
    for row in rows:
        if row.grade is not None:
            grades.setdefault(row.question, []).append(row.grade)
    if any(line.count("\t") >= _FIELDS - 1 for line in seen.lines):
        asked = {row.question for row in rows if row.grade is None}
        return len(rows) == len(seen.lines) and not asked.isdisjoint(grades)
    if seen.is_named(_NAMES):
        return True
    used = set[str]().union(*grades.values())
    is_coded = all(any(map(str.isdigit, question)) for question in grades)  # names of months and of files are not
    if not is_coded or not any(" " in row.text for row in rows):
        return False
    if used & {"-2", NOT_JUDGED} and used - {"-2", NOT_JUDGED}:
        return True
    if all(given == [str(at) for at in range(1, len(given) + 1)] for given in grades.values()):
        return False
    held = sum(seen.kinds.get(question) == "ranked" for question in grades)
    return 2 * held > len(grades) or (len(rows) >= _MANY and len(used) > 1 and len(grades) < len(rows))


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take questions, answers and grades in; equal answers to one question are one answer, and said so."""
    labels = grade_scale(reading, {}, [source.name for source in files_of(sources)], fixed=(LOWEST, HIGHEST))
    questions: set[str] = set()

    def one(source: SourceFile) -> None:
        _LiveQaFile(reading, source, questions, labels).read()

    reading.each(sources, one, "judgments")


class _LiveQaFile:
    def __init__(self, reading: FormatImport, source: SourceFile, questions: set[str], labels: GradeScale) -> None:
        self._reading = reading
        self._labels = labels
        self._source = source
        self._questions = questions
        self._grades: dict[str, int] = {}
        self._first: dict[str, tuple[int, str]] = {}
        self._repeated = self._asked = 0

    def read(self) -> None:
        assessor = self._reading.assessor(self._source)
        self._store_questions()
        said: list[tuple[int, tuple[str, ...]]] = []
        with self._reading.sheet("answers", self._source, "question answer text") as sheet:
            for line, row in self._rows(noting=True):
                if row.grade is None:
                    continue
                self._grades[row.grade] = self._grades.get(row.grade, 0) + 1
                ref = pool_ref(pool_key(row.question, row.text, None, None))
                if ref not in self._first:
                    sheet.row(line, (row.question, "", row.text))
                    self._first[ref] = (line, row.grade)
                    said.append((line, (assessor, row.question, ref, *self._said(line, row.grade))))
                else:
                    self._repeat(line, ref, row.grade)
        self._reading.put("judgments", self._source, "assessor question answer label state note", said)
        self._tell()

    def _repeat(self, line: int, ref: str, grade: str) -> None:
        """Count an answer that is there already; another grade for it is a warning, the first one stays."""
        first, before = self._first[ref]
        self._repeated += 1
        if grade != before:
            self._reading.staging.findings.add(
                trf(
                    "liveqa-answer-twice",
                    "This answer is in line {first} too, with grade {before}, not {grade}: that is kept.",
                    first=first,
                    before=before,
                    grade=grade,
                ),
                self._source.name,
                line,
                severity="warning",
                kind="repeated answer with another grade",
            )

    def _said(self, line: int, grade: str) -> Said:
        """Return label, state and note of a grade as written in the file."""
        value = whole(grade)
        if value is None or value == UNINTELLIGIBLE:
            return Said("", "" if value is None else "junk")
        said = self._labels.said(value, "ranked")
        if isinstance(said, str):
            self._reading.bad("judgments", self._source, line, said)
            return Said("")
        return said

    def _store_questions(self) -> None:
        named: dict[str, tuple[int, LiveQaLine]] = {}
        for line, row in self._rows(noting=False):
            if row.question not in named or row.grade is None:
                named[row.question] = (line, row)
        with self._reading.sheet("questions", self._source, "question kind text category") as sheet:
            for line, row in named.values():
                has_text = row.grade is None
                unknown = row.question not in self._reading.kinds and row.question not in self._questions
                if unknown or has_text:
                    text, category = (row.text, row.category) if has_text else ("", "")
                    sheet.row(line, (row.question, "ranked", text, category))
        self._questions.update(named)
        self._asked = len(named)

    def _rows(self, *, noting: bool) -> Iterator[tuple[int, LiveQaLine]]:
        for line, text in lines_of(self._source.path):
            row = parse_line(text)
            if not isinstance(row, str):
                yield line, row
            elif noting:
                self._reading.bad("judgments", self._source, line, row)

    def _tell(self) -> None:
        total = sum(self._grades.values())
        self._reading.note(
            trf(
                "liveqa-counts",
                "{answers} of {questions}.",
                answers=count_of(total, "judged answer"),
                questions=count_of(self._asked, "question"),
            ),
            self._source,
        )
        for grade in sorted(self._grades):
            count, value = self._grades[grade], whole(grade)
            message = self._read_as(value, count, grade)
            self._reading.note(message, self._source)
        if self._repeated:
            message = trnf(
                "liveqa-repeats",
                "{n} line repeats an answer that its question has already: judged once.",
                "{n} lines repeat an answer that its question has already: judged once.",
                self._repeated,
            )
            self._reading.note(message, self._source)

    def _read_as(self, value: int | None, count: int, grade: str) -> Sentence:
        """Return in a sentence what a grade was read as."""
        if value in _WORDS:
            said = self._labels.said(value, "ranked")
            label, words = said if isinstance(said, str) else said.label, _WORDS[value]
            if isinstance(said, Said) and said.note:
                return trnf(
                    "liveqa-grade-kept",
                    "{n} answer has grade {grade} ({words}): read as {label}, kept in the note.",
                    "{n} answers have grade {grade} ({words}): read as {label}, kept in the note.",
                    count,
                    grade=grade,
                    words=words,
                    label=label,
                )
            return trnf(
                "liveqa-grade-read",
                "{n} answer has grade {grade} ({words}): read as {label}.",
                "{n} answers have grade {grade} ({words}): read as {label}.",
                count,
                grade=grade,
                words=words,
                label=label,
            )
        if value == UNINTELLIGIBLE:
            return trnf(
                "liveqa-junk",
                "{n} answer has grade {grade} (unintelligible): read as junk.",
                "{n} answers have grade {grade} (unintelligible): read as junk.",
                count,
                grade=grade,
            )
        return trnf(
            "liveqa-unjudged",
            "{n} answer has grade {grade}: read as not judged yet.",
            "{n} answers have grade {grade}: read as not judged yet.",
            count,
            grade=grade,
        )


def parse_line(text: str) -> LiveQaLine | Sentence:
    """Return the content of a line of either shape, or what is wrong with it."""
    if text.count("\t") >= _FIELDS - 1:
        return _seven_fields(text.split("\t"))
    cells = text.split(None, 2)
    if len(cells) < 3:
        return trf(
            "liveqa-columns", "This line has {cells} columns. Write three: question, grade, answer.", cells=len(cells)
        )
    return _judged(cells[0], cells[1], cells[2])


def _seven_fields(cells: list[str]) -> LiveQaLine | Sentence:
    question = cells[1].strip()
    if not question:
        return trf("liveqa-no-question", "The second field, the id of the question, is empty. Write it.")
    if not cells[2].strip():
        title, body = " ".join(cells[3].split()), " ".join(cells[4].split())
        category = cells[6].strip() or cells[5].strip()
        return LiveQaLine(question, None, f"{title}\n\n{body}" if title and body else title or body, category)
    return _judged(question, cells[2].strip(), cells[3])


def _judged(question: str, grade: str, text: str) -> LiveQaLine | Sentence:
    value = whole(grade)
    if grade != NOT_JUDGED and value not in (-1, 0, UNINTELLIGIBLE) and value not in _WORDS:
        return trf(
            "liveqa-grade",
            "The grade is {grade}. Write {lowest} to {highest}, -2 for unintelligible, or -.",
            grade=shown(grade),
            lowest=LOWEST,
            highest=HIGHEST,
        )
    if not text.strip():
        return trf("liveqa-no-answer", "The answer after the grade is missing. Write one.")
    return LiveQaLine(question, NOT_JUDGED if value in (-1, 0) else grade, text.strip())


_LIVEQA = {2: 4, 1: 2, 0: 1}
_LETTERS = trn_noop(
    "{n} letter is written as 4, 2 or 1 for A, B or C: read again with --labels letters.",
    "{n} letters are written as 4, 2 and 1 for A, B and C: read again with --labels letters.",
)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write one voice's labels of ranked answers, in the shape of 2017: question, grade, answer."""
    out.leave_out("judgments", kinds=("ranked",))
    count = write_lines(part, _liveqa_rows(out), " ".join, _liveqa_line)
    return {"judgments": count}


def _liveqa_rows(out: CollectionExport) -> Iterator[tuple[str, ...]]:
    voice = out.one_voice()
    rows = list(out.said(voice, "ranked"))
    highest = max((said.level for said in rows if said.own is None), default=0)
    if out.gold and highest > max(_LIVEQA):
        raise Refused(tr("LiveQA has no grades for more than three levels. Name an assessor, or another gold."))
    if highest > HIGHEST - LOWEST:
        raise Refused(tr("A grade is of a scale of more steps than LiveQA has. Nothing was written."))
    noted = any(grade_noted(said.note) for said in rows)
    for said in rows:
        if said.state and said.state != "junk":
            out.lose(
                trn_noop(
                    "{n} answer that was skipped, deferred or not decidable is written as -.",
                    "{n} answers that were skipped, deferred or not decidable are written as -.",
                )
            )
        text = one_line(said.text)
        if text != said.text:
            out.lose(
                trn_noop(
                    "{n} answer has line ends or double blanks, written as one blank.",
                    "{n} answers have line ends or double blanks, written as one blank.",
                )
            )
        if not text:
            out.lose(trn_noop("{n} answer without a text is left out.", "{n} answers without a text are left out."))
            continue
        out.lose(trn_noop("{n} answer loses its id.", "{n} answers lose their ids."), not is_pool_ref(said.answer))
        if said.own is None:
            grade = _grade(said.level, noted=noted)
            out.lose(_LETTERS, said.level >= 0)
        elif said.grade_text in map(str, _WORDS):
            grade = said.grade_text
        else:
            out.lose(
                trn_noop(
                    "{n} grade that LiveQA does not have (1 to 4) is written as -, not judged.",
                    "{n} grades that LiveQA does not have (1 to 4) are written as -, not judged.",
                )
            )
            grade = NOT_JUDGED
        yield said.question, grade, text


def _grade(level: int, *, noted: bool) -> str:
    """Return a level as a grade of LiveQA; levels of notes are steps of a scale as long as that."""
    if level == UNJUDGED:
        return NOT_JUDGED
    if level == JUNK:
        return str(UNINTELLIGIBLE)
    return str(level + LOWEST if noted else _LIVEQA[level])


def _liveqa_line(line: str) -> tuple[str, ...] | str:
    row = parse_line(line)
    return row if isinstance(row, str) else (row.question, row.grade or "", row.text)


FORMAT = Format(
    "liveqa",
    tr("LiveQA judgments"),
    by_lines(share, REASON),
    stage="questions",
    shape=tr("judged answers of 2015 to 2017"),
    imports=tr("grades 1 to 4, -2 as junk; equal answers are judged once"),
    exports=tr("the shape of 2017"),
    example=("x", "1 3 some words\n1 -2 other words\n"),
    read=read,
    write=write,
    share=share,
    reason=REASON,
    loose=True,
    is_evident=is_evident,
    names=_NAMES,
)
