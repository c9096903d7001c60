"""Every score of the program is that of an oracle that reads the exported tables and knows nothing else."""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from added_measures import added
from demo_file import demo_file
from mixed_tables import GOLDS, Mixed
from oracle.naive import Oracle, Score, Tables

from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.tables import export_tables
from jurybox.gold import Gold
from jurybox.measures import MEASURES, measure
from jurybox.scoring import Scoreboard

DEMOS = ("community", "series", "validation")
EXACT = tuple(gold for gold in GOLDS if "rescale" not in gold)


def exported(path: Path) -> Tables:
    """Export a collection and read the tables."""
    folder = path.with_suffix(".tables")
    export_tables(path, folder)
    return Tables(folder)


def agree(ours: float, theirs: Score) -> bool:
    """Whether the program and the oracle say the same."""
    if theirs is None or math.isnan(ours):
        return theirs is None and math.isnan(ours)
    return math.isclose(ours, float(theirs), rel_tol=1e-12, abs_tol=1e-12)


def compare(path: Path, golds: tuple[str, ...]) -> tuple[Counter[str], list[str]]:
    """Return how many scores were compared by measure, and those that differ."""
    tables, compared, wrong = exported(path), Counter[str](), list[str]()
    with closing(State(path)) as state:
        for gold in golds:
            try:
                board = Scoreboard(state.collection, Gold.parse(gold))
            except Refused:
                continue
            for name, run, ours, theirs in pairs_of(board, Oracle(tables, gold), state):
                compared[name] += not math.isnan(ours)
                if not agree(ours, theirs):
                    wrong.append(f"{path.stem} {gold} {name} {run}: {ours}, not {theirs}")
    return compared, wrong


def pairs_of(board: Scoreboard, oracle: Oracle, state: State) -> Iterator[tuple[str, str, float, Score]]:
    """Yield measure, run, and the score of both, of every kind of question alone and of series."""
    kinds = [one.kind for one in state.catalog.questions]
    for kind in dict.fromkeys(kinds):
        board.select(frozenset(at for at, one in enumerate(kinds) if one == kind))
        for name, score in oracle.scores(kind).items():
            for run in board.runs:
                told = f"{name} of {kind}", board.name_of(run)
                yield *told, board.score(measure(name), run).value, score(told[1])
    board.select(None)
    for name, score in oracle.of_series().items() if {"factoid", "list", "other"} & set(kinds) else ():
        for run in board.runs:
            who = board.name_of(run)
            yield name, who, board.score(measure(name), run).value, score(who)


@pytest.mark.soak
@pytest.mark.parametrize("name", DEMOS)
def test_every_score_of_a_demo_is_that_of_the_oracle(name: str, tmp_path: Path) -> None:
    compared, wrong = compare(demo_file(tmp_path / f"{name}.jury", name), ("adjudicated+strict", "GAW"))
    assert not wrong, wrong[:10]
    assert sum(compared.values()) > 100


def compare_random(seeds: range, folder: Path) -> Counter[str]:
    """Compare random collections; return how many scores were compared by measure."""
    compared = Counter[str]()
    for seed in seeds:
        found, wrong = compare(Mixed(seed, one_grouper=bool(seed % 2)).file(folder / f"mixed{seed}.jury"), EXACT)
        compared += found
        assert not wrong, wrong[:10]
    return compared


def without_oracle(compared: Counter[str]) -> set[str]:
    """Return the measures, with the kind of question, of which no defined score was compared with an oracle.

    A measure of several kinds at once, such as that of series, is compared under its name alone.
    """
    pairs = {f"{one} of {kind}": str(one) for one in MEASURES for kind in one.kinds}
    return {pair for pair, name in pairs.items() if not (compared[pair] or compared[name])}


def test_every_score_of_random_collections_is_that_of_the_oracle(tmp_path: Path) -> None:
    compared = compare_random(range(50, 53), tmp_path)
    assert sum(compared.values()) > 2000
    assert not without_oracle(compared), "write each in the oracle of its kind, such as ranked.py"
    with added() as measures:
        assert without_oracle(compared) == {f"{one} of {kind}" for one in measures for kind in one.kinds}


@pytest.mark.soak
def test_every_score_of_two_hundred_collections_is_that_of_the_oracle(tmp_path: Path) -> None:
    compared = compare_random(range(200), tmp_path)
    print(sorted(compared.items()))
    assert min(compared.values()) >= 1000
