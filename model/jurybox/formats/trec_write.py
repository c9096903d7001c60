"""Writing TREC runs, qrels, and the runs and factoid judgments of TREC QA."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from jurybox.collection.findings import shown
from jurybox.collection.pooling import NIL
from jurybox.errors import Refused
from jurybox.formats.exporting import (
    Exporting,
    Given,
    Voice,
    one_line,
    one_word,
    write_lines,
)
from jurybox.formats.grades import grade_noted, label_of, scale_of
from jurybox.formats.names import file_names
from jurybox.formats.trec_qa_judgments import CODES
from jurybox.formats.trec_qa_runs import NO_DOCUMENT, parse_line
from jurybox.formats.writer import writer

_CODE_OF = {label: code for code, label in CODES.items()}
_SAME = "{count} answers have question, text and document of another: left out."
_FINER = (
    "{count} grades of finer scales are written as 2, 1, 0 for A, B, C: in one file with the others they "
    "would be read as other labels."
)
_QA = ("factoid", "list", "other")


@writer(folder=True)
def write_trec_runs(out: Exporting, part: Path) -> dict[str, int]:
    """Write a new folder with one file for each run, whose scores give the order of its answers."""
    return {
        run: write_lines(part / f"{name}.run", _run_rows(out, run), " ".join, _six_columns)
        for run, name in file_names(out.runs()).items()
    }


@writer(folder=False)
def write_qrels(out: Exporting, part: Path) -> dict[str, int]:
    """Write qrels; the second column names the assessor where there are several, and is 0 for one."""
    groups = {voice: one_word(voice.name) for voice in out.voices}
    if len(set(groups.values())) < len(groups):
        raise Refused("Two assessors have the same name but for blanks. Export them one by one.")
    alone, plain = len(groups) == 1, not _comes_back(out)
    rows = (
        row
        for voice, name in groups.items()
        for row in _grade_rows(out, voice, "0" if alone else name, plain=plain)
    )
    return {"judgments": write_lines(part, rows, " ".join, _four_columns)}


def _comes_back(out: Exporting) -> bool:
    """Return whether grades as the notes keep them are read as the same labels, all on one scale."""
    before = out.lost.copy()
    grades = {
        (said.level, said.label, said.kind)
        for voice in out.voices
        for said in out.said(voice)
        if said.label is not None and said.level >= 0
    }
    out.lost = before  # what is lost is counted when it is written
    highest = scale_of(level for level, _, _ in grades)
    return all(label_of(level, highest, kind) == label for level, label, kind in grades if kind == "ranked")


@writer(folder=True)
def write_qa_runs(out: Exporting, part: Path) -> dict[str, int]:
    """Write a new folder with one file for each run: question, run, document or NIL, answer."""
    return {
        run: write_lines(part / f"{name}.txt", _answer_rows(out, run), _joined, _qa_line)
        for run, name in file_names(out.runs()).items()
    }


@writer(folder=False)
def write_qa_judgments(out: Exporting, part: Path) -> dict[str, int]:
    """Write what one voice says of factoid answers: question, document, judgment, answer."""
    rows = _code_rows(out, out.one_voice())
    return {"judgments": write_lines(part, rows, _joined, _code_line)}


def _run_rows(out: Exporting, run: str) -> Iterator[tuple[str, ...]]:
    listed: dict[str, list[Given]] = {}
    for given in out.responses(run):
        before = listed.setdefault(given.question, [])
        if given.nil or given.answer is None or not given.answered:
            out.lost["{count} NIL or unanswered responses are left out."] += 1
        elif any(given.answer == other.answer for other in before):
            out.lost["{count} repeated answers of one run are left out."] += 1
        else:
            before.append(given)
            for there, sentence in zip(_beside(given), _BESIDE, strict=True):
                out.lost[sentence] += there
    name = one_word(run)
    if name != run:
        out.lost["{count} runs have blanks in their names, written as underscores."] += 1
    for question, given_list in listed.items():
        scores = _scores(out, given_list)
        for rank, (given, score) in enumerate(zip(given_list, scores, strict=True), 1):
            yield question, "Q0", given.answer or "", str(rank), score, name


_BESIDE = (
    "{count} decisions (yes or no) are left out: the format only orders answers.",
    "{count} marks of a selected answer are left out.",
    "{count} confidences are left out.",
)


def _beside(given: Given) -> tuple[bool, ...]:
    """Return what a response has that a run file has no column for, in the order of `_BESIDE`."""
    return given.decision is not None, bool(given.selected), given.confidence is not None


def _scores(out: Exporting, given: list[Given]) -> list[str]:
    """Return the run's own scores where they give its order, else whole numbers that do."""
    scores = [one.score for one in given]
    if None not in scores:
        keys = [(one.score or 0.0, (one.answer or "").encode()) for one in given]
        if all(before > after for before, after in pairwise(keys)):
            return [repr(float(score or 0.0)) for score in scores]
    if any(score is not None for score in scores):
        out.lost["{count} answer lists are not in the order of their scores: new scores are written."] += 1
    return [str(len(given) - at) for at in range(len(given))]


def _six_columns(line: str) -> tuple[str, ...] | str:
    return _columns(line, 6)


def _four_columns(line: str) -> tuple[str, ...] | str:
    return _columns(line, 4)


def _columns(line: str, width: int) -> tuple[str, ...] | str:
    cells = tuple(line.split())
    if len(cells) != width or line.startswith("#"):
        return f"This line has {len(cells)} columns, or begins with a number sign."
    return cells


def _grade_rows(out: Exporting, voice: Voice, group: str, *, plain: bool) -> Iterator[tuple[str, ...]]:
    for said in out.said(voice, plain=plain):
        if said.note and not grade_noted(said.note):
            out.lost["{count} notes are left out."] += 1
        if plain and said.kind == "ranked" and grade_noted(said.note):
            out.lost[_FINER] += 1
        if said.state and said.state != "junk":
            out.lost["{count} answers that were skipped, deferred or not decidable are written as -1."] += 1
        if said.label in ("inexact", "unsupported"):
            out.lost["{count} inexact or unsupported answers are written as 0."] += 1
        yield said.question, group, said.answer, str(said.level)


def _answer_rows(out: Exporting, run: str) -> Iterator[tuple[str, ...]]:
    name = one_word(run)
    seen: set[tuple[str, str, str]] = set()
    for given in out.responses(run):
        thing = (given.question, given.document or "", one_line(given.text))
        if given.kind not in _QA:
            out.lost["{count} responses to questions of other kinds are left out."] += 1
        elif not given.answered:
            out.lost["{count} unanswered responses are left out."] += 1
        elif given.nil:
            yield given.question, name, NIL, ""
        elif given.kind == "factoid" and thing in seen:
            out.lost[_SAME] += 1
        else:
            seen.add(thing)
            text = thing[2]
            if text != given.text:
                out.lost["{count} answers have line ends or double blanks, written as one blank."] += 1
            if given.confidence is not None:
                out.lost["{count} confidences are left out."] += 1
            yield given.question, name, given.document or NO_DOCUMENT, text


def _joined(row: Sequence[str]) -> str:
    return " ".join(row).rstrip()


def _qa_line(line: str) -> tuple[str, ...] | str:
    row = parse_line(line)
    return row if isinstance(row, str) else tuple(row)


def _code_rows(out: Exporting, voice: Voice) -> Iterator[tuple[str, ...]]:
    seen: set[tuple[str, str, str]] = set()
    for said in out.said(voice, "factoid"):
        thing = (said.question, said.document or NO_DOCUMENT, one_line(said.text))
        label = said.label if voice.row is not None else {0: "incorrect"}.get(said.level, "correct")
        if said.level < 0 or label is None:
            out.lost["{count} answers without a judgment are left out."] += 1
        elif thing in seen:
            out.lost[_SAME] += 1
        else:
            seen.add(thing)
            yield thing[0], thing[1], _CODE_OF[label], thing[2]


def _code_line(line: str) -> tuple[str, ...] | str:
    cells = tuple(line.split(None, 3))
    return cells if len(cells) == 4 else f"{shown(line)} has too few columns."
