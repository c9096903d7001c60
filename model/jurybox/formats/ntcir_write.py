"""Writing LiveQA judgments, NTCIREVAL folders, and runs of the NTCIR community QA task."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from jurybox.errors import Refused
from jurybox.formats import liveqa, ntcir_cqa, ntcireval
from jurybox.formats.exporting import Exporting, one_line, write_lines
from jurybox.formats.grades import JUNK, UNJUDGED, grade_noted
from jurybox.formats.names import file_names
from jurybox.formats.writer import writer

_LIVEQA = {2: 4, 1: 2, 0: 1}
_TEAM_RUN = re.compile(r"[A-Za-z]+[0-9]*-[1-5]")


@writer(folder=False)
def write_liveqa(out: Exporting, part: Path) -> dict[str, int]:
    """Write what one voice says of ranked answers, in the shape of 2017: question, grade, answer."""
    count = write_lines(part, _liveqa_rows(out), " ".join, _liveqa_line)
    return {"judgments": count}


def _liveqa_rows(out: Exporting) -> Iterator[tuple[str, ...]]:
    voice = out.one_voice()
    if out.gold and max(out.gold.levels, default=0) > max(_LIVEQA):
        raise Refused("LiveQA has no grades for more than three levels. Name an assessor, or another gold.")
    rows = list(out.said(voice, "ranked"))
    if any(said.level > liveqa.HIGHEST - liveqa.LOWEST for said in rows):
        raise Refused("A grade is of a scale of more steps than LiveQA has. Nothing was written.")
    noted = any(grade_noted(said.note) for said in rows)
    for said in rows:
        if said.state and said.state != "junk":
            out.lost["{count} answers that were skipped, deferred or not decidable are written as -."] += 1
        text = one_line(said.text)
        if text != said.text:
            out.lost["{count} answers have line ends or double blanks, written as one blank."] += 1
        if not text:
            out.lost["{count} answers without a text are left out."] += 1
            continue
        out.lost["{count} answers lose their ids."] += not said.answer.startswith("pool:")
        yield said.question, _grade(said.level, noted=noted), text


def _grade(level: int, *, noted: bool) -> str:
    """Return a level as a grade of LiveQA; levels of notes are steps of a scale as long as that."""
    if level == UNJUDGED:
        return liveqa.NOT_JUDGED
    if level == JUNK:
        return str(liveqa.UNINTELLIGIBLE)
    return str(level + liveqa.LOWEST if noted else _LIVEQA[level])


def _liveqa_line(line: str) -> tuple[str, ...] | str:
    row = liveqa.parse_line(line)
    return row if isinstance(row, str) else (row.question, row.grade or "", row.text)


@writer(folder=True)
def write_ntcireval(out: Exporting, part: Path) -> dict[str, int]:
    """Write a new folder: QUESTION.rel for each question, RUN/QUESTION.res and .lab for each run."""
    levels: dict[str, dict[str, str]] = {}
    for said in out.said(out.one_voice()):
        levels.setdefault(said.question, {})[said.answer] = f"L{said.level}" if said.level >= 0 else ""
        if said.level == JUNK or (said.state and said.level < 0):
            out.lost["{count} answers with a state (junk, skipped) are written as not judged."] += 1
    rows = {"judgments": 0}
    for question, name in file_names(levels).items():
        judged = [(answer, level) for answer, level in levels[question].items() if level]
        rows["judgments"] += _write(part / f"{name}.rel", judged)
    for run, name in file_names(out.runs()).items():
        rows[run] = _write_run(out, part / name, run, levels)
    return rows


def _write_run(out: Exporting, folder: Path, run: str, levels: dict[str, dict[str, str]]) -> int:
    lists: dict[str, list[str]] = {}
    for given in out.responses(run):
        listed = lists.setdefault(given.question, [])
        if given.nil or given.answer is None or not given.answered or given.answer in listed:
            out.lost["{count} NIL, unanswered or repeated responses are left out."] += 1
        else:
            listed.append(given.answer)
    folder.mkdir()
    for question, name in file_names(lists).items():
        listed = lists[question]
        _write(folder / f"{name}.res", [(answer, "") for answer in listed])
        labeled = [(answer, levels.get(question, {}).get(answer, "")) for answer in listed]
        _write(folder / f"{name}.lab", labeled)
    return sum(map(len, lists.values()))


def _write(path: Path, rows: list[tuple[str, str]]) -> int:
    return write_lines(path, rows, lambda row: " ".join(row).rstrip(" "), _level_line)


def _level_line(line: str) -> tuple[str, ...] | str:
    row = ntcireval.parse_line(line)
    return row if isinstance(row, str) else (row.answer, "" if row.level is None else f"L{row.level}")


@writer(folder=True)
def write_ntcir_cqa(out: Exporting, part: Path) -> dict[str, int]:
    """Write a new folder with RUN.run.csv for each run: a question and its answers on each line."""
    rows = {}
    for run, name in file_names(out.runs()).items():
        if not _TEAM_RUN.fullmatch(run):
            out.lost["{count} runs are not called as NTCIR asks (TEAM-1 to TEAM-5)."] += 1
        path = part / f"{name}{ntcir_cqa.ENDING}"
        rows[run] = write_lines(path, _lists(out, run), ",".join, _comma_line)
    return rows


def _lists(out: Exporting, run: str) -> list[tuple[str, ...]]:
    lists: dict[str, list[str]] = {}
    for given in out.responses(run):
        if given.kind == "ranked" and given.answer is not None:
            lists.setdefault(given.question, []).append(given.answer)
        else:
            out.lost["{count} responses that are no ranked answers are left out."] += 1
    return [(question, *answers) for question, answers in lists.items()]


def _comma_line(line: str) -> Sequence[str] | str:
    row = ntcir_cqa.parse_line(line)
    return row if isinstance(row, str) else tuple(row)
