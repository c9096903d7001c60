"""Qrels: judgments of one assessor, or of several.

301 0 CR93E-10279 0          TREC: question, group, document, grade
0001 clueweb12-0000-11 L2    NTCIR: question, document, level
PLAIN-2 MED-2427 2           BEIR: question, document, grade, under the head `query-id corpus-id score`
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import compress, groupby
from math import inf
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from jurybox.collection.column_rows import Numbered
from jurybox.collection.entries import LISTED
from jurybox.collection.findings import shown
from jurybox.collection.staging import StagedSheet
from jurybox.errors import Refused
from jurybox.formats import trec_runs
from jurybox.formats.delimited import blocks_of
from jurybox.formats.evidence import Seen, Signs, cells_in
from jurybox.formats.exports import CollectionExport, ExportVoice, columns_of, one_word, write_lines, writer
from jurybox.formats.format import Format
from jurybox.formats.grades import (
    GRADED,
    JUNK,
    UNJUDGED,
    GradeScale,
    Said,
    grade_noted,
    grade_scale,
    label_of,
    scale_of,
    whole,
)
from jurybox.formats.label_words import LEFT_OUT, words_text
from jurybox.formats.mentions import Mentions
from jurybox.formats.read_options import Cells
from jurybox.formats.source_files import FormatImport, SourceFile, plain_columns, rows_among, share_of, without_comments
from jurybox.kinds import KINDS
from jurybox.label_schemes import CORRECTNESS
from jurybox.language import Sentence, tr, trf, trn_noop, trnf
from jurybox.lists import comma_list

WIDTH, _SHORT_WIDTH = 4, 3
"""Columns of qrels, and of those of NTCIR and BEIR."""
_BEIR_HEAD = ["query-id", "corpus-id", "score"]
_MOST_NAMED = 8
_NO_GROUP = {"0", "Q0", "q0"}
_ROUND = re.compile(r"[0-9]+(\.[0-9]+)?")
_LEVEL = re.compile(r"L([0-9]{1,3})")
_BETWEEN_WHOLE = re.compile(r"([0-9]{0,6})[.,]([0-9]{1,6})")
_DECIMAL = re.compile(r"(-?[0-9]{1,9})\.0+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}([.,][0-9]+)?|L[0-9]{1,3}")
_NO_DOCUMENT = {"NIL", "-"}  # of runs of TREC QA, one of which may be called 0
_SCORE = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_WORDS = re.compile(
    r"(not|non|un|ir|partially|somewhat|marginally|fairly|highly|very|perfectly|definitely|possibly|key|in)?[-_]?"
    r"(relevant|rel|nonrel|yes|no|y|n|true|false|t|f|pos|neg|positive|negative|perfect|excellent|good|fair|bad|poor|high|"
    r"medium|low|none|correct|junk|spam|maybe|partial|partially|useful|useless|related|unrelated|vital|okay|ok|nan|null|"
    r"na|n/a|unjudged|judged|exact|support|supported|full|irrelevant|[abcdx?-])",
    re.IGNORECASE,
)


_NAMES, _RUNS = r"qrel|judg|\.rel", r"\.runs?\b"
"""What files of qrels and of runs are called."""
_ENOUGH = 5
"""The sum of signs that makes lines of four columns qrels: the name, or a second column of 0 or Q0, and some more."""
_FEW, _HIGHEST, _LONG, _FEWEST_RANKS = 5, 1000, 5, 3
"""Grades of most scales, a number that is none, digits of a number that may be an id, and lines that ranks count."""
_ROUND_NAME = re.compile(r"[0-9](\.[0-9])?|(iter|iteration|round|pass)[-_]?[0-9]+", re.IGNORECASE)
_TIME = re.compile(r"[0-9]:[0-9]|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]/[0-9]")
_USUAL = {f"{grade}{rest}" for grade in range(-2, 6) for rest in ("", ".0")}
_HIGHEST_USUAL, _WIDE = 10, {2.0**power for power in range(7)} | {*map(float, range(0, 101, 5))}
"""The highest grade of most scales, and the grades of wider ones: doubled, or percents."""
_CODE = re.compile(r"[0-9]")
Row = tuple[str, str, str, int]
"""Question, group, answer and grade."""


_Block = tuple[Sequence[int], Sequence[str], Sequence[str], Sequence[str], Sequence[int]]
"""Lines, questions, groups, answers and grades: columns of one length."""


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have four columns, the last a grade, or three, the last a level.

    Under the head of BEIR three columns are enough, the last a grade.
    """
    lines = rows_among(lines, _is_row)
    if lines and _plain_block(range(len(lines)), lines):
        return 1.0
    of_beir = bool(lines) and lines[0].split() == _BEIR_HEAD
    found = [_row(line, of_beir=of_beir) for line in lines[of_beir:]]
    return sum(not isinstance(each, str) for each in found) / len(found) if found else 0.0


def near(lines: Sequence[str]) -> float:
    """Return the share of lines that are qrels or nearly: with another grade, or a column more or less.

    Where most lines are qrels, one with the right number of columns is nearly one whatever it says.
    """
    lines = rows_among(lines, _is_row)
    mostly = 2 * share(lines) >= 1
    return share_of(lines, lambda line: _is_nearly(cells_in(line, WIDTH), mostly=mostly))


def _is_nearly(cells: Sequence[str], *, mostly: bool) -> bool:
    if len(cells) < _SHORT_WIDTH:
        return False
    has_group = cells[1] in _NO_GROUP
    if len(cells) == _SHORT_WIDTH:
        is_value = "." in cells[2] and not _DECIMAL.fullmatch(cells[2])  # such as the value of a measure
        return (_is_grade(cells[2]) and not is_value) or (has_group and cells[2] not in _NO_DOCUMENT)
    if len(cells) == WIDTH:
        is_row = mostly and _ROUND.fullmatch(cells[1]) is not None
        return _is_grade(cells[3]) or is_row or (has_group and cells[2] not in _NO_DOCUMENT)
    if len(cells) > WIDTH + 1 and _NUMBER.fullmatch(cells[3]) and _SCORE.fullmatch(cells[4]):
        return False  # a rank and a score: the line of a run
    graded = _is_grade(cells[3]) and (has_group or (len(cells) == WIDTH + 1 and _is_grade(cells[4])))
    return graded or (has_group and _is_grade(cells[-1]))


def is_evident(seen: Seen) -> bool:
    """Return whether lines with the columns of qrels are no sentences, logs or numbers: enough signs say so.

    Signs are the name; questions that are known, or have several lines; a second column of 0, Q0 or rounds, or
    whose values come again; ids, above all with digits; usual grades. Times, runs, short numbers in place of
    ids, and numbers as no scale has them speak against them.
    """
    columns = seen.columns(WIDTH)
    if not columns:
        return True  # the levels of NTCIR, or the head of BEIR
    questions, groups, answers, grades = columns
    held, asked, is_named = {*groups}, {*questions}, seen.is_named(_NAMES)
    values = {float(grade) for grade in grades if grade.isdecimal()} or {0.0}
    is_wide = values <= _WIDE and not values.isdisjoint((0, 1, 2, 100))
    are_known = 2 * len(asked & seen.asked) > len(asked)
    are_coded = all(_CODE.search(cell) and not _TIME.search(cell) for cell in asked)
    are_ids = not all(_SCORE.fullmatch(answer) and (len(answer) < _LONG or "." in answer) for answer in answers)
    in_blocks = len([*groupby(questions)]) == len(asked) < len(questions)
    is_run = not is_named and (seen.is_named(_RUNS) or (held <= {"Q0", "q0"} and trec_runs.is_evident(seen)))
    signs = (
        4 * is_named,
        3 * are_known,
        3 * (held <= _NO_GROUP) or 2 * (are_coded and all(map(_ROUND_NAME.fullmatch, held - _NO_GROUP))),
        2 * len(held) <= len(groups),
        len(asked) < len(questions),
        are_ids,
        are_ids and are_coded and all(map(_CODE.search, answers)),
        {*grades} <= _USUAL,
        -3 * (not is_named and not are_ids and not (held <= _NO_GROUP and in_blocks)),
        -9
        * (
            is_run
            or any(map(_TIME.search, held))
            or not (is_named or are_known or is_wide or max(values) <= _HIGHEST_USUAL)
        ),
    )
    return sum(signs) >= _ENOUGH


def doubt(seen: Seen) -> str:
    """Return what speaks against the columns of qrels: those of others in their place, or scores of a run; or ""."""
    of_beir = seen.rows[:1] == [_BEIR_HEAD]
    columns = [column[of_beir:] for column in seen.columns(_SHORT_WIDTH if of_beir else WIDTH)]
    if not columns or not columns[0]:
        return _doubt_of_three(seen)
    if not of_beir and (odd := seen.odd_line(columns)):
        return odd
    *_, groups, answers, grades = columns
    last, are_small = len(columns) - 1, {*answers} <= _USUAL | _NO_GROUP
    values = [float(grade) if _SCORE.fullmatch(grade) else inf for grade in grades]
    if are_small and min(values) > _HIGHEST and not all(map(_WORDS.fullmatch, grades)):
        return seen.exchanged(columns, last - 1, last)
    are_ids = all(_CODE.search(group) and not _ROUND.fullmatch(group) for group in groups) and not of_beir
    if are_small and are_ids and len({*groups}) > len({*answers}):
        return seen.exchanged(columns, 1, 2)
    lowest, are_many = min(values), len({*values}) > _FEW
    if {*columns[0]} <= _USUAL and inf > lowest > max(_WIDE) and not {*columns[0]} & seen.asked:
        return seen.exchanged(columns, 0, last)
    with_points = any("." in grade for grade in grades) and (are_many or max(values) > 2 * _FEW)
    if inf not in values and (with_points or (lowest > 2 * _FEW and (are_many or lowest > _HIGHEST))):
        return tr(
            "{value} is no grade, and seems to be one of the scores of a run. Write runs with six columns",
            value=shown(grades[values.index(max(values))]),
        )
    return seen.doubt_of_ids(columns, last - 1)


def _doubt_of_three(seen: Seen) -> str:
    """Return what speaks against three columns, as qrels nearly are: ranks in the third; or ""."""
    columns = seen.columns(_SHORT_WIDTH)
    if not columns or not columns[0] or seen.is_named(_NAMES):
        return ""
    questions, _, ranks = columns
    most = max(Counter(questions).values())
    pairs = [*zip(questions, ranks, strict=True)]
    if most < _FEWEST_RANKS or len({*pairs}) < len(pairs) or not trec_runs.count_up(pairs):
        return ""
    return tr(
        "its third column counts the lines of each question, as the ranks of a run do. Write runs with six columns: "
        "question, Q0, answer, rank, score, run"
    )


def _is_grade(cell: str) -> bool:
    return (_NUMBER.fullmatch(cell) or _WORDS.fullmatch(cell)) is not None


def _is_row(line: str) -> bool:
    return not isinstance(_row(line, of_beir=False), str)


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take judgments in; questions and answers that the collection lacks are added without a text.

    All files are on one scale, and the second column is one thing in all of them: see `_are_rounds`.
    """
    scanned: dict[SourceFile, _Scan] = {}
    words = _grades_of_words(reading)

    def scan(source: SourceFile) -> None:
        scanned[source] = _scan(reading, source, words)

    reading.each(sources, scan, "judgments")
    rounds = _are_rounds(reading, scanned)
    if rounds is None:
        return
    grades = sum((each.grades for each in scanned.values()), Counter[int]())
    labels = grade_scale(reading, grades, [source.name for source in scanned])
    mentions = Mentions(reading)
    for source, found in scanned.items():
        alone = _only_assessor(reading, source, found.groups, rounds=rounds)
        with reading.sheet("judgments", source, "assessor question answer label state note") as sheet:
            for block in _blocks(source, words):
                _take(reading, source, block, labels, mentions, sheet, alone)
    mentions.store()


def _take(
    reading: FormatImport,
    source: SourceFile,
    block: _Block,
    labels: GradeScale,
    mentions: Mentions,
    sheet: StagedSheet,
    alone: str | None,
) -> None:
    """Stage rows of a file by `alone`, or by their groups; note those whose grades are no labels."""
    lines, questions, groups, answers, grades = block
    numbers: Sequence[int] = mentions.add_columns(source, lines, questions, answers)
    kinds = {question: mentions.kind_of(question) for question in set(questions)}
    pairs = list(zip(grades, map(kinds.__getitem__, questions), strict=True))
    become = {pair: _with_listed(labels.said(*pair)) for pair in set(pairs)}
    who = [alone] * len(lines) if alone else groups
    if any(isinstance(each, str) for each in become.values()):
        kept = [not isinstance(become[pair], str) for pair in pairs]
        for line, pair in zip(lines, pairs, strict=True):
            if isinstance(problem := become[pair], str):
                reading.bad("judgments", source, line, problem)
        lines, pairs = list(compress(lines, kept)), list(compress(pairs, kept))
        who, questions, answers = (list(compress(column, kept)) for column in (who, questions, answers))
        numbers = list(compress(numbers, kept))
    if pairs:
        said = zip(*map(become.__getitem__, pairs), strict=True)
        sheet.columns(lines, (who, questions, answers, *said), numbered=Numbered(mentions.met, numbers))


def _with_listed(said: Said | Sentence) -> Said | Sentence:
    """Return what a grade becomes; one that says nothing says that the answer is in the pool."""
    return Said("", "", LISTED) if said == Said("") else said


class _Scan(NamedTuple):
    """The content of a file in brief: its grades, the values of its second column, and the grades of words."""

    grades: Counter[int]
    groups: set[str]
    words: Mapping[str, int]


def _grades_of_words(reading: FormatImport) -> dict[str, int]:
    """Return the grades of words for labels that somebody named, as far as their labels have grades."""
    graded = reading.staging.schemes.get(GRADED) or KINDS[GRADED].label_scheme
    labels = (*CORRECTNESS.labels, *graded.labels)
    known = {label.word.casefold(): int(label.grade) for label in labels} | {LEFT_OUT: UNJUDGED, "junk": JUNK}
    named = ((word, known.get(label.casefold(), whole(label))) for word, label in reading.options.words)
    return {word: grade for word, grade in named if grade is not None}


def _are_rounds(reading: FormatImport, scanned: Mapping[SourceFile, _Scan]) -> bool | None:
    """Return whether the second column has rounds of one assessor in it, and not the names of assessors.

    It has names where an answer is judged under two values, by an assessor named or in one file; else it may
    be either, which the report asks about: numbers are taken for rounds, anything else for names, unless the
    options say otherwise. None, after an error, if they say what cannot be.
    """
    asked = reading.options.second_column
    groups = set[str]().union(*(each.groups for each in scanned.values()))
    if groups <= _NO_GROUP:
        return False
    together = [list(scanned)] if reading.options.assessor else [[source] for source in scanned]
    repeats = any(_repeat(files, scanned) for files in together)
    if reading.options.assessor or asked == "rounds":
        if repeats:
            reading.staging.refuse_file(
                "judgments",
                trf(
                    "qrels-column-names",
                    "Answers are judged under two values of the second column ({listed}), so it names "
                    "assessors. Do not name an assessor.",
                    listed=_listed(groups),
                )
                if reading.options.assessor
                else trf(
                    "qrels-column-not-rounds",
                    "Answers are judged under two values of the second column ({listed}), so it names "
                    "assessors. Do not choose rounds.",
                    listed=_listed(groups),
                ),
                None,
            )
            return None
        rounds = True
    else:
        rounds = asked is None and not repeats and all(map(_ROUND.fullmatch, groups - _NO_GROUP))
    if not repeats and not reading.options.assessor:
        reading.staging.second_column = "rounds" if rounds else "assessors"
    return rounds


def _repeat(files: Sequence[SourceFile], scanned: Mapping[SourceFile, _Scan]) -> bool:
    """Return whether files judge an answer under two values of the second column; 0 and Q0 are one."""
    groups = set[str]().union(*(scanned[source].groups for source in files))
    if len(groups - _NO_GROUP) + bool(groups & _NO_GROUP) < 2:
        return False
    judged: dict[tuple[str, str], str] = {}
    for source in files:
        for _, questions, named, answers, _ in _blocks(source, scanned[source].words):
            for question, group, answer in zip(questions, named, answers, strict=True):
                value = "0" if group in _NO_GROUP else group
                if judged.setdefault((question, answer), value) != value:
                    return True
    return False


def _only_assessor(reading: FormatImport, source: SourceFile, groups: set[str], *, rounds: bool) -> str | None:
    """Return who judged all of a file; None where the second column names assessors. Either is noted."""
    if groups <= _NO_GROUP:
        return reading.assessor(source)
    if not rounds:
        message = trnf(
            "qrels-assessors",
            "The second column names {n} assessor: {names}.",
            "The second column names {n} assessors: {names}.",
            len(groups),
            names=_listed(groups),
        )
        reading.note(message, source)
        return None
    if reading.options.assessor:
        reading.note(
            trf(
                "qrels-column-unused",
                "The second column ({listed}) is not used: an assessor is named.",
                listed=_listed(groups),
            ),
            source,
        )
    else:
        reading.note(
            trnf(
                "qrels-rounds",
                "The second column has {n} value ({listed}), and no answer is judged under two: read "
                "as rounds of one assessor. If they are names, choose Second column names assessors "
                "(--second-column assessors).",
                "The second column has {n} values ({listed}), and no answer is judged under two: read "
                "as rounds of one assessor. If they are names, choose Second column names assessors "
                "(--second-column assessors).",
                len(groups),
                listed=_listed(groups),
            ),
            source,
        )
    return reading.assessor(source)


def _listed(groups: set[str]) -> str:
    return comma_list(sorted(groups), _MOST_NAMED)


def _scan(reading: FormatImport, source: SourceFile, words: Mapping[str, int]) -> _Scan:
    """Return what a file holds, after every bad line was noted."""
    grades = Counter[int]()
    groups: set[str] = set()

    def note(line: int, problem: Sentence) -> None:
        reading.bad("judgments", source, line, problem)

    comments: list[int] = []
    for _, _, named, _, given in _blocks(source, words, note, comments):
        grades.update(given)
        groups.update(named)
    reading.note_comments(source, comments)
    return _Scan(grades, groups, words)


def _blocks(
    source: SourceFile,
    words: Mapping[str, int],
    note: Callable[[int, Sentence], None] | None = None,
    comments: list[int] | None = None,
) -> Iterator[_Block]:
    """Yield the rows of a file, many at a time; `note` is called with each invalid line, and why.

    `words` are the grades of words in place of them.

    The numbers of lines with comments are added to `comments`.
    """
    of_beir = None
    for of, read in blocks_of(source.path):
        held = [_with_grade(text, words) for text in read] if words else read
        if of_beir is False and (block := _plain_block(of, held)):
            yield block
            continue
        lines, texts, dropped = without_comments(of, held, _is_row)
        if comments is not None:
            comments += dropped
        if of_beir is None and texts:
            of_beir = texts[0].split() == _BEIR_HEAD
            lines, texts = lines[of_beir:], texts[of_beir:]  # without the head
        block = (None if of_beir else _plain_block(lines, texts)) or _block_singly(lines, texts, note, bool(of_beir))
        if block:
            yield block


def _block_singly(
    lines: Sequence[int],
    texts: Sequence[str],
    note: Callable[[int, Sentence], None] | None,
    of_beir: bool,  # noqa: FBT001 - said at one place, just above
) -> _Block | None:
    """Return the lines that are rows, read one by one; `note` is called with each other, and why."""
    rows = [(line, _row(text, of_beir=of_beir)) for line, text in zip(lines, texts, strict=True)]
    for line, row in rows if note else ():
        if isinstance(row, str) and note:
            note(line, row)
    good = [(line, *row) for line, row in rows if not isinstance(row, str)]
    return tuple(zip(*good, strict=True)) if good else None  # type: ignore[return-value]


def _plain_block(lines: Sequence[int], texts: Sequence[str]) -> _Block | None:
    """Return the rows of lines that all have four columns, the last a grade; None where one has not."""
    columns = plain_columns(texts, WIDTH)
    if columns is None:
        return None
    questions, groups, answers, written = columns
    grades = {grade: _grade(grade) for grade in set(written)}
    if None in grades.values():
        return None
    return lines, questions, groups, answers, [grades[grade] or 0 for grade in written]


def _with_grade(text: str, words: Mapping[str, int]) -> str:
    """Return a line with a grade in place of a word at its end that is one."""
    start = max(text.rstrip().rfind(sign) for sign in ("\t" if "\t" in text else " ", "\t")) + 1
    grade = words.get(text[start:].strip().casefold())
    return text if grade is None else f"{text[:start]}{grade}"


def _grade(text: str) -> int | None:
    """Return a whole grade, which may be written as a decimal such as 1.0; None for anything else."""
    found = whole(text)
    if found is None and (decimal := _DECIMAL.fullmatch(text)):
        return int(decimal[1])
    return found


def _row(text: str, *, of_beir: bool) -> Row | Sentence:
    width = _SHORT_WIDTH if of_beir else WIDTH
    cells = cells_in(text, width)
    level = _LEVEL.fullmatch(cells[2]) if len(cells) == _SHORT_WIDTH else None
    if len(cells) != width and not level:
        return (
            trf(
                "qrels-columns-beir",
                "This line has {cells} columns. Write three: question, document, grade.",
                cells=len(cells),
            )
            if of_beir
            else trf(
                "qrels-three-columns",
                "This line has 3 columns. Write four: question, group, answer, grade; or the head "
                "query-id corpus-id score above three.",
            )
            if len(cells) == _SHORT_WIDTH
            else trf(
                "qrels-columns",
                "This line has {cells} columns. Write four: question, group, answer, grade.",
                cells=len(cells),
            )
        )
    if level:
        cells = [*cells[:2], level[1]]
    if len(cells) == _SHORT_WIDTH:
        cells = [cells[0], "0", *cells[1:]]
    question, group, answer, grade = cells
    value = _grade(grade)
    if value is None and (parts := _BETWEEN_WHOLE.fullmatch(grade)):
        return trf(
            "qrels-grade-between",
            "The grade is {grade}. Write whole grades, such as {factor} times all of them ({times} for this one); or "
            "say what each is, as in --words {pair}.",
            grade=shown(grade),
            factor=10 ** len(parts[2]),
            times=int(parts[1] + parts[2]),
            pair=quote(words_text([(grade, "1")])),
        )
    if value is None:
        return trf(
            "qrels-grade",
            "The grade is {grade}. Write 0 or more, in at most nine digits, -1 for not judged, or -2 for junk; or say "
            "what a word is, as in --words relevant=1.",
            grade=shown(grade),
        )
    return question, group, answer, value


_FINER = trn_noop(
    "{n} grade of a finer scale is written as 2, 1 or 0 for A, B or C: in one file "
    "with the others it would be read as another label.",
    "{n} grades of finer scales are written as 2, 1, 0 for A, B, C: in one file with "
    "the others they would be read as other labels.",
)


_BETWEEN = trn_noop(
    "{n} grade between whole numbers is left out: qrels have none.",
    "{n} grades between whole numbers are left out: qrels have none.",
)
_TAKEN = trn_noop(
    "{n} answer that is not judged, or junk, is left out: -1 and -2 are grades here.",
    "{n} answers that are not judged, or junk, are left out: -1 and -2 are grades here.",
)
_BELOW = trn_noop(
    "{n} grade below 0 is written as it is: other programs read it as not judged or junk, and here it "
    "is read again with --labels.",
    "{n} grades below 0 are written as they are: other programs read them as not judged or junk, and "
    "here they are read again with --labels.",
)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write qrels; the second column names the assessor where there are several, and is 0 for one."""
    return _written(out, part)


@writer(folder=False)
def write_judged(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write the same without lines of -1: of what is not judged."""
    return _written(out, part, judged_only=True)


_UNLISTED = trn_noop(
    "{n} answer that is not judged is left out, so that what reads the file does not know that it was in the pool.",
    "{n} answers that are not judged are left out, so that what reads the file does not know that they were in the "
    "pool.",
)


def _written(out: CollectionExport, part: Path, *, judged_only: bool = False) -> dict[str, int]:
    out.leave_out("judgments")
    groups = {voice: one_word(voice.name) for voice in out.voices}
    if len(set(groups.values())) < len(groups):
        raise Refused(tr("Two assessors have the same name but for blanks. Export them one by one."))
    alone, plain = len(groups) == 1, not _comes_back(out)
    rows = (
        row
        for voice, name in groups.items()
        for row in _grade_rows(out, voice, "0" if alone else name, plain=plain, judged_only=judged_only)
    )
    return {"judgments": write_lines(part, rows, " ".join, partial(columns_of, width=WIDTH))}


def _comes_back(out: CollectionExport) -> bool:
    """Return whether grades as the notes keep them are read as the same labels, all on one scale."""
    before = out.lost.copy()
    grades = {
        (said.level, said.label, said.kind)
        for voice in out.voices
        for said in out.said(voice)
        if said.label is not None and said.level >= 0 and said.own is None
    }
    out.lost = before  # what is lost is counted when it is written
    highest = scale_of(level for level, _, _ in grades)
    graded = [one for one in grades if KINDS[one[2]].is_graded]
    return all(label_of(level, highest, kind) == label for level, label, kind in graded)


def _grade_rows(
    out: CollectionExport, voice: ExportVoice, group: str, *, plain: bool, judged_only: bool
) -> Iterator[Cells]:
    grades = {kind: set(scheme.grades) for kind, scheme in out.schemes.items()}
    for said in out.said(voice, plain=plain):
        if said.grade is None and said.level in grades.get(said.kind, ()):
            out.lose(_TAKEN)
            continue
        if said.grade is not None and not said.grade.is_integer():
            out.lose(_BETWEEN)
            continue
        if plain and KINDS[said.kind].is_graded and grade_noted(said.note):
            out.lose(_FINER)
        if not said.is_pooled and said.label is None and said.state is None:
            continue  # as in the files that were imported, which do not list it
        if judged_only and said.grade is None and said.level == UNJUDGED:
            out.lose(_UNLISTED)
            continue
        if said.state and said.state != "junk":
            out.lose(
                trn_noop(
                    "{n} answer that was skipped, deferred or not decidable is written as -1.",
                    "{n} answers that were skipped, deferred or not decidable are written as -1.",
                )
            )
        out.unlabeled += said.level == UNJUDGED
        if said.grade is not None and said.grade < 0:
            out.lose(_BELOW)
        yield said.question, group, said.answer, said.grade_text


FORMAT = Format(
    "trec-qrels",
    tr("TREC, NTCIR and BEIR qrels"),
    Signs(
        tr("its lines have the columns of qrels"),
        lines=share,
        near=near,
        is_evident=is_evident,
        doubt=doubt,
        called=_NAMES,
    ),
    stage="judgments",
    shape=tr(
        "`question group answer grade`, `question answer L2`, or, of BEIR, `question document grade` under "
        "`query-id corpus-id score`"
    ),
    imports=tr(
        "one assessor, or one for each group; numbers under which no answer is judged twice are rounds "
        "of one assessor, unless `--second-column assessors` says otherwise"
    ),
    exports=tr("grades, -1 for not judged, -2 for junk"),
    example=("x", "1 0 d 1\n1 0 e 0\n"),
    read=read,
    write=write,
    write_judged=write_judged,
)
