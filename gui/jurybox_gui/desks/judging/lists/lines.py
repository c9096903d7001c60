"""What the list desk shows, from the work on a question: its lines, and the runs' scores."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from jurybox.measures import measure
from jurybox_gui.desks.judging.lists.rows import AnswerLine
from jurybox_gui.desks.judging.lists.run_column import RunLine

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from jurybox.judging.list_work import ListAnswer, ListWork
    from jurybox.scoring import Scoreboard

_SCORES = tuple(measure(name) for name in ("IP", "IR", "F-list"))


def pooled_lines(
    work: ListWork,
    shown: Sequence[int],
    texts: Mapping[int, str],
    current: int | None,
    marked: Collection[int],
    alike: Sequence[Sequence[int]],
    in_words: Callable[[str], str],
) -> list[AnswerLine]:
    """Return a line for each answer shown; at the current one what looks alike is suggested.

    `in_words` puts the keys of actions into a hint.
    """
    chosen = set(shown)
    return [
        AnswerLine(
            one.answer,
            texts[one.answer],
            one.label,
            f"{one.number}" if one.number else "=" if one.group else "",
            one.answer in marked,
            quiet=one.number == 0,
            hint=in_words(
                _hint(work, one, alike if one.answer == current else (), current=one.answer == current)
            ),
        )
        for one in work.answers
        if one.answer in chosen
    ]


def _hint(work: ListWork, one: ListAnswer, alike: Sequence[Sequence[int]], *, current: bool) -> str:
    """Return the hint beside an answer: a contradiction, a known instance of its text, what looks alike."""
    if one.label == "conflict":
        return "two labels: judge again"
    if one.is_split:
        return "two groups: {lists.join} or {lists.split} settles"
    if one.answer in work.proposed:
        return "known instance: {lists.accept} joins" if current else "text of a known instance"
    near = work.suggested(one.answer, alike)
    return f"{len(near)} alike: {{lists.accept}} joins" if near else ""


def set_lines(work: ListWork, texts: Mapping[int, str]) -> list[AnswerLine]:
    """Return a line for each member of the answer set."""
    proposed = set(work.proposed.values())
    return [
        AnswerLine(
            one.number,
            one.text or texts[one.answers[0]],
            "correct" if one.answers else "",
            f"{len(one.answers)}×" if one.answers else "",
            quiet=not one.answers,
            hint="" if one.answers else "an answer has its text" if one.name in proposed else "no answer yet",
        )
        for one in work.instances
    ]


def run_lines(board: Scoreboard, question: int) -> tuple[list[RunLine], str]:
    """Return what each run scores on a question, best first, and a sentence on what still waits."""
    rows = {run: [math.nan] * len(_SCORES) for run in board.runs}
    waits = True
    for at, each in enumerate(_SCORES):
        found = board.unit_values(each)
        places = (found.units == question).nonzero()[0].tolist()
        if places:
            waits = False
            for run, value in zip(found.runs, found.values[places[0]].tolist(), strict=True):
                rows[run][at] = value
    lines = [RunLine(board.name_of(run), run, (ip, ir, f)) for run, (ip, ir, f) in rows.items()]
    lines.sort(key=lambda line: (math.isnan(line.values[2]), -line.values[2]))
    return lines, "Waits for labels." if waits and lines else ""
