"""TREC runs, `qid Q0 docno rank score run`: the score orders the answers, then the docno, never the rank."""

from collections.abc import Sequence
from pathlib import Path

from jurybox.collection.cell_types import real
from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.format import ReadOptions
from jurybox.formats.grades import whole
from jurybox.formats.reading import Reading, Source, lines_of, share_of
from jurybox.formats.run_rows import RunRow, RunRows

_WIDTH = 6


REASON = "its lines have the six columns of a TREC run"


def share(lines: Sequence[str]) -> float:
    """Return the share of lines that have six columns, the second of which is Q0."""
    return share_of(lines, _is_six_columns)


def _is_six_columns(line: str) -> bool:
    cells = line.split(None, _WIDTH)
    return len(cells) >= _WIDTH and cells[1].upper() == "Q0"


def read(sources: Sequence[Path], staging: Staging, options: ReadOptions) -> None:
    """Take runs in; questions and answers that the collection lacks are added without a text, as ranked."""
    reading = Reading(staging, options)
    rows = RunRows(reading)

    def one(source: Source) -> None:
        more = False
        for line, text in lines_of(source.path):
            parsed = _parse(text)
            if isinstance(parsed, str):
                reading.bad("responses", source, line, parsed)
            else:
                more = more or len(text.split()) > _WIDTH
                rows.add(source, line, parsed)
        if more:
            reading.note("What stands behind the sixth column is left out.", source)

    reading.each(sources, one, "responses")
    rows.store()


def _parse(text: str) -> RunRow | str:
    cells = text.split()
    if len(cells) < _WIDTH:
        return f"This line has {len(cells)} columns. Write six: question, Q0, answer, rank, score, run."
    question, _, answer, rank, score, run = cells[:_WIDTH]
    try:
        value = real(score)
    except ValueError:
        return f"The score is {shown(score)}. Write a plain number such as 2.25."
    return RunRow(run, question, answer, value, whole(rank), score)
