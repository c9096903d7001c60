"""TREC runs, `qid Q0 docno rank score run`: the score orders the answers, then the docno, never the rank."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from jurybox.collection.cell_types import real
from jurybox.collection.findings import shown
from jurybox.collection.staging import Staging
from jurybox.formats.exports import (
    CollectionExport,
    ExportedResponse,
    columns_of,
    one_word,
    write_lines,
    writer,
)
from jurybox.formats.format import Format, Order, ReadOptions
from jurybox.formats.grades import whole
from jurybox.formats.mentions import Mentions
from jurybox.formats.names import file_names
from jurybox.formats.source_files import FormatImport, SourceFile, by_lines, lines_of, share_of

_BATCH = 5_000
_BY: dict[Order, str] = {
    "score": "score DESC, answer DESC",
    "rank": "rank IS NULL, rank, seq",
    "file": "seq",
}
_SAID: dict[Order, str] = {
    "score": "their score, ties by the answer's id, both downwards; the rank column is not used",
    "rank": "their rank",
    "file": "their lines",
}


class TrecRunLine(NamedTuple):
    """One response: by which run, to which question, which answer; `written` is the score as it stands."""

    run: str
    question: str
    answer: str
    score: float
    rank: int | None
    written: str


class RunRows:
    """Collects responses in the staging database and stores them in order, run by run."""

    def __init__(self, reading: FormatImport) -> None:
        self._reading = reading
        self._mentions = Mentions(reading)
        self._sources: list[SourceFile] = []
        self._rows: list[tuple[object, ...]] = []
        self._db = reading.staging.db
        self._db.execute(
            "CREATE TABLE run_row (seq INTEGER PRIMARY KEY, source INTEGER, line INTEGER, run TEXT, "
            "question TEXT, answer TEXT, score REAL, rank INTEGER, written TEXT)"
        )

    def add(self, source: SourceFile, line: int, row: TrecRunLine) -> None:
        """Take one response in."""
        if not self._sources or self._sources[-1] is not source:
            self._sources.append(source)
        self._mentions.add(source, line, row.question, row.answer)
        self._rows.append((len(self._sources) - 1, line, *row))
        if len(self._rows) >= _BATCH:
            self._flush()

    def store(self) -> None:
        """Put everything into the sheets: first what is only named here, then the responses in order."""
        self._flush()
        self._mentions.store()
        order = self._reading.options.order
        if self._rows_there():
            self._reading.note(f"The answers of a run are ordered by {_SAID[order]}.")
        for source, rows in self._stretches(order):
            columns = ("run", "question", "rank", "answer", "score")
            with self._reading.sheet("responses", source, *columns) as sheet:
                for line, run, question, rank, answer, written in rows:
                    sheet.row(line, (run, question, str(rank), answer, written))
        self._db.execute("DROP TABLE run_row")

    def _rows_there(self) -> bool:
        return bool(self._db.execute("SELECT 1 FROM run_row LIMIT 1").fetchone())

    def _stretches(
        self, order: Order
    ) -> Iterator[tuple[SourceFile, list[tuple[int, str, str, int, str, str]]]]:
        """Yield the rows of one file after the other, as long as they stand together."""
        found = self._db.execute(
            "SELECT source, line, run, question, row_number() OVER (PARTITION BY run, question, source "  # noqa: S608 - one of three orders
            f"ORDER BY {_BY[order]}) AS number, answer, written FROM run_row ORDER BY "
            "min(seq) OVER (PARTITION BY run), min(seq) OVER (PARTITION BY run, question), source, number"
        )
        held: list[tuple[int, str, str, int, str, str]] = []
        last = -1
        while batch := found.fetchmany(_BATCH):
            for at, *row in batch:
                if at != last and held:
                    yield self._sources[last], held
                    held = []
                last = at
                held.append(tuple(row))
            if held:
                yield self._sources[last], held
                held = []

    def _flush(self) -> None:
        self._db.execute("BEGIN")
        self._db.executemany(
            "INSERT INTO run_row (source, line, run, question, answer, score, rank, written) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            self._rows,
        )
        self._db.execute("COMMIT")
        self._rows = []


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
    reading = FormatImport(staging, options)
    rows = RunRows(reading)

    def one(source: SourceFile) -> None:
        more = False
        for line, text in lines_of(source.path):
            parsed = _parse(text)
            if isinstance(parsed, str):
                reading.bad("responses", source, line, parsed)
            else:
                more = more or len(text.split()) > _WIDTH
                rows.add(source, line, parsed)
        if more:
            reading.note("What follows the sixth column is left out.", source)

    reading.each(sources, one, "responses")
    rows.store()


def _parse(text: str) -> TrecRunLine | str:
    cells = text.split()
    if len(cells) < _WIDTH:
        return f"This line has {len(cells)} columns. Write six: question, Q0, answer, rank, score, run."
    question, _, answer, rank, score, run = cells[:_WIDTH]
    try:
        value = real(score)
    except ValueError:
        return f"The score is {shown(score)}. Write a plain number such as 2.25."
    return TrecRunLine(run, question, answer, value, whole(rank), score)


@writer(folder=True)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a new folder with one file for each run, whose scores give the order of its answers."""
    out.leave_out("runs", "scores")
    return {
        run: write_lines(part / f"{name}.run", _run_rows(out, run), " ".join, _six_columns)
        for run, name in file_names(out.runs()).items()
    }


def _run_rows(out: CollectionExport, run: str) -> Iterator[tuple[str, ...]]:
    listed: dict[str, dict[str, ExportedResponse]] = {}  # by question, then answer
    for given in out.responses(run):
        before = listed.setdefault(given.question, {})
        if given.nil or given.answer is None or not given.answered:
            out.lost["{count} NIL or unanswered responses are left out."] += 1
        elif given.answer in before:
            out.lost["{count} repeated answers of one run are left out."] += 1
        else:
            before[given.answer] = given
    name = one_word(run)
    if name != run:
        out.lost["{count} runs have blanks in their names, written as underscores."] += 1
    for question, by_answer in listed.items():
        given_list = list(by_answer.values())
        scores = _scores(out, given_list)
        for rank, (given, score) in enumerate(zip(given_list, scores, strict=True), 1):
            yield question, "Q0", given.answer or "", str(rank), score, name


def _scores(out: CollectionExport, given: list[ExportedResponse]) -> list[str]:
    """Return the run's own scores where they give its order, else whole numbers that do."""
    scores = [one.score for one in given]
    if None not in scores:
        keys = [(one.score or 0.0, (one.answer or "").encode()) for one in given]
        if all(before > after for before, after in pairwise(keys)):
            return [repr(float(score or 0.0)) for score in scores]
        if all(before[0] >= after[0] for before, after in pairwise(keys)):
            out.lost[_TIED] += 1
            return _by_place(given)
    if any(score is not None for score in scores):
        out.lost["{count} answer lists are not in the order of their scores: new scores are written."] += 1
    return _by_place(given)


_TIED = (
    "{count} answer lists have equal scores, which a reader would order by the names of the answers: new "
    "scores are written."
)


def _by_place(given: list[ExportedResponse]) -> list[str]:
    """Return whole numbers that give the order."""
    return [str(len(given) - at) for at in range(len(given))]


def _six_columns(line: str) -> tuple[str, ...] | str:
    return columns_of(line, 6)


FORMAT = Format(
    "trec-run",
    "TREC runs",
    by_lines(share, REASON),
    stage="runs",
    shape="`question Q0 answer rank score run`",
    imports="ordered by score, then answer, both downwards; `--order rank` or `--order file` asks for "
    "another order",
    exports="a folder, a file for each run",
    example=("x", "1 Q0 d 1 2.5 r\n1 Q0 e 2 2.0 r\n"),
    read=read,
    write=write,
    share=share,
)
