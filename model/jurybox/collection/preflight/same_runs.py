"""Warnings of runs that are one under two names: the same answers, ranks and scores, and everything else."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from jurybox.collection.catalog import response_columns
from jurybox.collection.findings import shown
from jurybox.collection.preflight.finder import Finder
from jurybox.language import trf

FEWEST = 10
"""Shorter runs may be equal by chance."""
_AT_ONCE = 100_000
_COLUMNS = ("question", "answer", "rank", "nil", "answered", "decision", "selected", "confidence", "score")
_STAGED = (
    "SELECT i.run, i.question, coalesce(i.answer, 0), coalesce(s.rank, -1), s.nil, coalesce(s.answered, 1), "
    "coalesce(s.decision, -1), coalesce(s.selected, 0), coalesce(s.confidence, -9e999), coalesce(s.score, -9e999) "
    "FROM in_responses s JOIN ids_responses i USING (row) JOIN known_run k ON k.id = i.run WHERE k.source <> 'stored'"
)
_PLAIN = {"nil": 0, "answered": 1, "decision": -1, "selected": 0, "confidence": -np.inf}
_Columns = Mapping[str, NDArray[np.generic]]


def warn_of_same_runs(find: Finder, existing: sqlite3.Connection | None) -> None:
    """Warn of each new run that returns what another one returns, of the files or of the collection."""
    if not find.staging.found["responses"] or find.findings.count("error"):
        return
    new, stored = _Prints(), _Prints()
    for columns in _staged(find):
        new.add(columns)
    if existing and find.stored("run") and new.of:
        stored.add(response_columns(existing))
    names = dict(find.db.execute("SELECT id, name FROM known_run"))
    met = {key: run for run, key in stored.long_enough() if run in names}
    for run, key in new.long_enough():
        other = met.setdefault(key, run)
        if other != run:
            find.findings.add(
                trf(
                    "runs-identical",
                    "Run {run} has the same answers, ranks and scores as run {other}: one of the two may have been "
                    "submitted twice.",
                    run=shown(names[run]),
                    other=shown(names[other]),
                ),
                severity="warning",
                kind="runs identical",
            )


def _staged(find: Finder) -> Iterator[_Columns]:
    """Yield the responses of new runs, some at a time."""
    if find.staging.ranked:
        new = dict(find.db.execute("SELECT name, id FROM known_run"))
        for given in find.staging.ranked.numbers(new, _AT_ONCE):
            yield given | {name: np.full(len(given["run"]), value) for name, value in _PLAIN.items()}
        return
    rows = find.db.execute(_STAGED)
    while some := list(islice(rows, _AT_ONCE)):
        yield dict(zip(("run", *_COLUMNS), map(np.array, zip(*some, strict=True)), strict=True))


class _Prints:
    """A number for each run that is the same for the same responses, in whatever order."""

    def __init__(self) -> None:
        self.of: dict[int, tuple[int, int]] = {}

    def add(self, columns: _Columns) -> None:
        """Take responses in."""
        run = np.asarray(columns["run"], dtype=np.int64)
        mixed = np.zeros(len(run), dtype=np.uint64)
        for name in _COLUMNS:
            mixed = _mixed(mixed ^ _bits(columns[name]))
        runs, at, counts = np.unique(run, return_inverse=True, return_counts=True)
        sums = np.zeros(len(runs), dtype=np.uint64)
        np.add.at(sums, at, mixed)
        for one, count, total in zip(runs.tolist(), counts.tolist(), sums.tolist(), strict=True):
            known, before = self.of.get(one, (0, 0))
            self.of[one] = known + count, (before + total) % 2**64

    def long_enough(self) -> Iterable[tuple[int, tuple[int, int]]]:
        """Return the numbers of runs that are long enough, in the order of the runs."""
        return sorted((run, key) for run, key in self.of.items() if key[0] >= FEWEST)


def _bits(values: NDArray[np.generic]) -> NDArray[np.uint64]:
    if values.dtype.kind != "f":
        return values.astype(np.int64).view(np.uint64)
    real = values.astype(np.float64)
    return np.where(np.isnan(real), -np.inf, real + 0.0).view(np.uint64)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return numbers scattered evenly (the finalizer of splitmix64)."""
    numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))
