"""How much of the ranking rests on who judged: the study beside loops that score every group by hand."""

import copy
import math
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import naive_studies as naive
import pytest
from oracle.tables import Tables
from oracle_organizer.by_chance import chance
from oracle_organizer.judged_tables import PEOPLE, Judged
from oracle_organizer.plain_units import PlainUnits, tables_of
from sweeps import swept

import jurybox.analysis.studies.assessors as assessors_module
from jurybox.analysis.studies.records import Record
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard

CASES = [
    ("validation", "c@1", "adjudicated+strict"), ("validation", "UF", "majority+strict"),
    ("validation", "AUC", "majority+strict"), ("validation", "F1", "assessor:Ben+strict"),
    ("factoid", "c@1", "majority+lenient"), ("factoid", "MRR", "adjudicated+strict"),
    ("ranked", "nDCG", "GAW"), ("ranked", "Hit@1", "UFA"), ("ranked", "Q", "LOO:Ana"),
    ("list", "F-list", "majority+strict"), ("other", "F(3)", "majority+strict"),
    ("series", "series", "majority+strict"),
]  # fmt: skip
SEED = 5


@cache
def _file(kind: str) -> Path:
    folder = Path(mkdtemp(prefix="jurybox-groups-"))
    made = Judged(11, kind, 24 if kind == "series" else 12, people=5, missing=0.03, silent=0.3, runs=5)
    return made.file(folder / f"{kind}.jury")


def file_of(kind: str) -> Path:
    return _file("series" if kind in ("list", "other") else kind)


def record_of(kind: str, name: str, gold: str, **asked: Any) -> Record:
    """The record of the study that the program makes."""
    with closing(State(file_of(kind))) as state:
        board = Scoreboard(state.collection, Gold.parse(gold))
        if kind != "series":
            board.select(frozenset(at for at, one in enumerate(state.catalog.questions) if one.kind == kind))
        material = board
        return run_study(material, Request("assessors", measure(name), seed=SEED, **asked))


def group_gold(gold: str) -> str:
    """What a group's gold standard is: never one person's, and never what was settled over their heads."""
    whose, _, how = gold.partition("+")
    if whose in ("UFA", "GAW"):
        return gold
    return "GAW" if whose.startswith("LOO") else f"majority+{how}"


def scores_by_group(kind: str, name: str, gold: str) -> Callable[[Sequence[int]], list[Any]]:
    """Return what scores all runs as if only a group had been on the panel."""
    tables = tables_of(file_of(kind))

    @cache
    def scored(group: tuple[int, ...]) -> list[Any]:
        plain = PlainUnits(with_panel(tables, [PEOPLE[at] for at in group]), group_gold(gold), kind, name)
        return [plain.score(run, range(len(plain.units))) for run in range(len(plain.runs))]

    return lambda group: scored(tuple(group))


def with_panel(tables: Tables, people: Sequence[str]) -> Tables:
    """Return the tables with another panel."""
    other = copy.copy(tables)
    rows = [{**row, "panel": "yes" if row["assessor"] in people else "no"} for row in tables.of("assessors")]
    other.rows = tables.rows | {"assessors": rows}
    return other


@pytest.mark.parametrize("size", [3, *swept([2])])
@pytest.mark.parametrize(("kind", "name", "gold"), CASES)
def test_exchanging_assessors_on_the_same_draws(
    kind: str, name: str, gold: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, real = [], assessors_module._groups

    def listening(*asked: Any, **how: Any) -> Any:
        drawn.append(real(*asked, **how))
        return drawn[-1]

    monkeypatch.setattr(assessors_module, "_groups", listening)
    record = record_of(kind, name, gold, size=size, trials=6)
    expected = naive.assessors(scores_by_group(kind, name, gold), drawn)
    assert len(drawn) == 6
    assert record["disjoint"] is (size == 2)
    for one, two in drawn:
        assert len({*one}) == len({*two}) == size
        assert not (size == 2 and {*one} & {*two})
    assert record["group_gold"] == group_gold(gold)
    assert record["taus"] == pytest.approx(expected["taus"], abs=1e-12, nan_ok=True)
    assert record["mean_tau"] == pytest.approx(expected["mean"], abs=1e-12, nan_ok=True)
    assert record["undefined"] == expected["undefined"]
    for end in ("lowest", "highest"):
        plain = [math.nan if value is None else float(value) for value in expected[end]]
        assert [row[end] for row in record["by_run"]] == pytest.approx(plain, rel=1e-12, nan_ok=True)


def own_draws_agree(kind: str, name: str, gold: str, trials: int) -> None:
    """Compare the taus of the program with those of groups drawn by another generator."""
    for size in (1, 2, 3, 4):
        record = record_of(kind, name, gold, size=size, trials=trials)
        groups = naive.own_groups(61, len(PEOPLE), size, trials)
        expected = naive.assessors(scores_by_group(kind, name, gold), groups)
        theirs = [tau for tau in expected["taus"] if not math.isnan(tau)]
        defined = trials - record["undefined"]
        missing = [float(math.isnan(tau)) for tau in expected["taus"]]
        chance(missing, record["undefined"] / trials, trials, 1.0)
        if len(theirs) > trials // 2:
            chance(theirs, record["mean_tau"], defined, 0.1)


@pytest.mark.parametrize(("kind", "name", "gold"), CASES[:7:2])
def test_exchanging_assessors_on_other_draws_agrees_within_chance(kind: str, name: str, gold: str) -> None:
    own_draws_agree(kind, name, gold, 60)


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "name", "gold"), CASES)
def test_exchanging_assessors_on_many_other_draws_agrees_within_chance(kind: str, name: str, gold: str) -> None:
    own_draws_agree(kind, name, gold, 2000)


def test_who_is_alone_cannot_be_exchanged_and_the_askers_choice_hangs_on_nobody() -> None:
    with pytest.raises(Refused, match="groups of 5 cannot differ among 5 assessors"):
        record_of("validation", "c@1", "majority+strict", size=5)
    with pytest.raises(Refused, match="does not depend on who judged"):
        record_of("ranked", "nDCG", "BA")
