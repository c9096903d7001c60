"""Judged answers of TREC LiveQA: `qid grade answer` (2017), and seven fields between tabs (2015, 2016)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import is_pool_ref, pool_key, pool_ref
from jurybox.errors import Refused
from jurybox.formats.evidence import Seen, Signs
from jurybox.formats.exports import CollectionExport, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import JUNK, UNJUDGED, GradeScale, Said, grade_noted, grade_scale, whole
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, files_of, lines_of, share_of
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
    rows = [row for row in map(_row, seen.lines) if row]
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
    return seen.are_of(grades.keys(), ("ranked",)) or (len(rows) >= _MANY and len(used) > 1 and len(grades) < len(rows))


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take questions, answers and grades in; equal answers to one question are one answer, and said so."""
    labels = grade_scale(reading, {}, [source.name for source in files_of(sources)], fixed=(LOWEST, HIGHEST))

    def one(source: SourceFile) -> None:
        _LiveQaFile(reading, source, labels).read()

    reading.each(sources, one, "judgments")


class _LiveQaFile:
    def __init__(self, reading: FormatImport, source: SourceFile, labels: GradeScale) -> None:
        self._reading = reading
        self._labels = labels
        self._source = source
        self._grades = Counter[str]()

    def read(self) -> None:
        reading, source = self._reading, self._source
        assessor, lines = reading.assessor(source), list(lines_of(source.path))
        asked = self._store_questions([(line, row) for line, text in lines if (row := _row(text))])
        first: dict[str, tuple[int, str]] = {}
        said, repeated = list[tuple[int, Cells]](), 0
        with reading.sheet("answers", source, "question answer text") as sheet:
            for line, row in reading.good("judgments", source, lines, parse_line):
                if row.grade is None:
                    continue
                self._grades[row.grade] += 1
                ref = pool_ref(pool_key(row.question, row.text, None, None))
                before, grade = first.setdefault(ref, (line, row.grade))
                if before == line:
                    sheet.row(line, (row.question, "", row.text))
                    said.append((line, (assessor, row.question, ref, *self._said(line, row.grade))))
                    continue
                repeated += 1
                if grade != row.grade:
                    self._note_repeat(line, before, (grade, row.grade))
        reading.put("judgments", source, "assessor question answer label state note", said)
        self._tell(asked, repeated)

    def _note_repeat(self, line: int, first: int, grades: tuple[str, str]) -> None:
        """Warn of another grade for an answer that is there already; the first one stays."""
        self._reading.warn(
            trf(
                "liveqa-answer-twice",
                "This answer is in line {first} too, with grade {before}, not {grade}: that is kept.",
                first=first,
                before=grades[0],
                grade=grades[1],
            ),
            self._source,
            line,
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

    def _store_questions(self, rows: Sequence[tuple[int, LiveQaLine]]) -> int:
        """Store the questions that are new or have a text, and return how many are named."""
        named: dict[str, tuple[int, LiveQaLine]] = {}
        for line, row in rows:
            if row.question not in named or row.grade is None:
                named[row.question] = (line, row)
        with self._reading.sheet("questions", self._source, "question kind text category") as sheet:
            for line, row in named.values():
                is_new = self._reading.is_new("questions", row.question) and row.question not in self._reading.kinds
                if row.grade is None:
                    sheet.row(line, (row.question, "ranked", row.text, row.category))
                elif is_new:
                    sheet.row(line, (row.question, "ranked", "", ""))
        return len(named)

    def _tell(self, asked: int, repeated: int) -> None:
        note, source = self._reading.note, self._source
        answers, questions = count_of(self._grades.total(), "judged answer"), count_of(asked, "question")
        note(trf("liveqa-counts", "{answers} of {questions}.", answers=answers, questions=questions), source)
        for grade in sorted(self._grades):
            note(self._read_as(whole(grade), self._grades[grade], grade), source)
        if repeated:
            message = trnf(
                "liveqa-repeats",
                "{n} line repeats an answer that its question has already: judged once.",
                "{n} lines repeat an answer that its question has already: judged once.",
                repeated,
            )
            note(message, source)

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


def _row(text: str) -> LiveQaLine | None:
    row = parse_line(text)
    return None if isinstance(row, str) else row


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


def _liveqa_rows(out: CollectionExport) -> Iterator[Cells]:
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
        text = out.one_line(said.text)
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


def _liveqa_line(line: str) -> Cells | str:
    row = parse_line(line)
    return row if isinstance(row, str) else (row.question, row.grade or "", row.text)


FORMAT = Format(
    "liveqa",
    tr("LiveQA judgments"),
    Signs(
        "its lines have a question, a grade of LiveQA, and an answer",
        lines=share,
        is_evident=is_evident,
        called=_NAMES,
        is_loose=True,
    ),
    stage="questions",
    shape=tr("judged answers of 2015 to 2017"),
    imports=tr("grades 1 to 4, -2 as junk; equal answers are judged once"),
    exports=tr("the shape of 2017"),
    example=("x", "1 3 some words\n1 -2 other words\n"),
    read=read,
    write=write,
)
