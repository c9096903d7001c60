"""The list of flips of random collections is that of brute force: nothing missing, nothing too much."""

import random
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from mixed_tables import GOLDS, Mixed
from oracle_organizer.judged_tables import Judged
from oracle_organizer.plain_flips import Disputed
from oracle_organizer.plain_units import tables_of

from jurybox.analysis.disagreements.label_effects import Disagreements, disagreements
from jurybox.collection.state import State
from jurybox.collection.table_reads import answer_names
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

KINDS = ("validation", "factoid", "ranked", "list")
EXACT = tuple(gold for gold in GOLDS if "rescale" not in gold)
TIMED = ("MRRT(r=1)",)


class Compared(Counter[str]):
    """How much was compared: alternatives, flips, ties made and broken, by kind."""


def compare(path: Path, golds: tuple[str, ...], lot: random.Random, most: int) -> Compared:
    """Compare the flips of a file under some gold standards, by at most so many measures of each kind."""
    tables, found = tables_of(path), Compared()
    with closing(State(path)) as state:
        for gold in golds:
            try:
                board = Scoreboard(state.collection, Gold.parse(gold))
            except Refused:
                continue
            for kind in KINDS:
                compare_kind(state, board, Disputed(tables, gold, kind), lot, most, found)
    return found


def compare_kind(
    state: State, board: Scoreboard, plain: Disputed, lot: random.Random, most: int, found: Compared
) -> None:
    asked = [at for at, one in enumerate(state.catalog.questions) if one.kind == plain.kind]
    if not asked:
        return
    board.select(frozenset(asked))
    names = [name for name in plain.oracle.scores(plain.kind) if name not in TIMED]
    for name in lot.sample(names, min(most, len(names))):
        if board.kind_of(measure(name)) != plain.kind:
            continue
        try:
            listed = disagreements(
                board,
                plain.kind,
                measure(name),  # type: ignore[arg-type]
            )
        except Refused as error:
            found[f"refused: {error}"] += 1
            continue
        same(state, board, listed, plain, name, found)
    board.select(None)


def same(state: State, board: Scoreboard, listed: Disagreements, plain: Disputed, name: str, found: Compared) -> None:
    """Check that what is listed is what brute force finds, by the names of answers, assessors and runs."""
    told, where = answer_names(state.reader), (plain.gold, plain.kind, name)
    best = 1 if measure(name).direction == "higher" else -1
    expected = plain.changes(name, best)
    turns = {}
    for row in listed.answers:
        subject = (state.catalog.questions[row.question].name, told[row.answer])
        assert row.size == pytest.approx(plain.size(subject)), (where, subject)
        counts = Counter(plain.given(subject).values())
        assert row.counts(listed.scheme) == tuple(counts[label] for label in listed.scheme), (where, subject)
        for turn in row.turns:
            what = turn.label or f"-{state.catalog.assessors[turn.left_out].name}"
            turns[subject, what] = turn
        assert row.flips == max((len(turn.pairs) for turn in row.turns), default=0)
        assert row.effect == max((turn.effect for turn in row.turns), default=0.0)
        assert row.size or row.effect or any(turn.label for turn in row.turns), (where, subject)
    moving = {key for key, change in expected.items() if change.effect or not key[1].startswith("-")}
    assert moving <= set(turns) <= set(expected), where
    for key, turn in turns.items():
        change = expected[key]
        pairs = {(board.name_of(a), board.name_of(b)) for a, b in turn.pairs}
        assert pairs == change.flips, (where, key)
        assert (turn.made, turn.broken) == (change.made, change.broken), (where, key)
        assert turn.effect == pytest.approx(change.effect, abs=1e-9), (where, key)
        found[f"{plain.kind} alternatives"] += 1
        found[f"{plain.kind} flips"] += len(pairs)
        found[f"{plain.kind} ties"] += change.made + change.broken


def compare_random(seeds: range, folder: Path, golds: int, most: int) -> Compared:
    """Compare random collections, each under some gold standards."""
    found = Compared()
    for seed in seeds:
        lot = random.Random(seed)
        path = Mixed(seed, one_grouper=True).file(folder / f"mixed{seed}.jury")
        found.update(compare(path, tuple(lot.sample(EXACT, golds)), lot, most))
    return found


def close_runs(seed: int, kind: str, folder: Path) -> Path:
    """Make a collection whose runs are close to each other, judged in full by four who differ."""
    questions = 28 if kind == "list" else 9
    made = Judged(seed, "series" if kind == "list" else kind, questions, people=4, runs=6)
    return made.file(folder / f"{kind}{seed}.jury")


GOLDS_OF = {
    "validation": ("majority+strict", "assessor:Ben+strict", "adjudicated+strict"),
    "factoid": ("majority+lenient", "assessor:Ana+strict", "adjudicated+strict"),
    "list": ("majority+strict", "assessor:Ana+strict", "adjudicated+lenient"),
    "ranked": ("GA", "GAW", "LOO:Dov", "UFA", "UFBA", "majority+strict"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_flips_of_runs_that_are_close_are_those_of_brute_force(kind: str, tmp_path: Path) -> None:
    found = compare(close_runs(1, kind, tmp_path), GOLDS_OF[kind], random.Random(kind), 4)
    assert found[f"{kind} flips"] > 5, found
    assert found[f"{kind} ties"] > 20, found


@pytest.mark.sweep
def test_flips_of_random_collections_are_those_of_brute_force(tmp_path: Path) -> None:
    found = compare_random(range(300, 303), tmp_path, 4, 3)
    assert all(found[f"{kind} alternatives"] > 10 for kind in KINDS), found


@pytest.mark.soak
def test_flips_of_many_collections_are_those_of_brute_force(tmp_path: Path) -> None:
    found = compare_random(range(200), tmp_path, 6, 6)
    for seed in range(10):
        for kind in KINDS:
            found.update(compare(close_runs(seed, kind, tmp_path), GOLDS_OF[kind], random.Random(seed), 99))
    print(sorted(found.items()))
    assert all(found[f"{kind} flips"] > 100 and found[f"{kind} ties"] > 100 for kind in KINDS)
