"""What `tests/model/test_added_kind.py` runs under `-p mirrored_kinds`.

A collection of mirrored kinds must come out as the same collection of the kinds that they mirror: where
anything decides by the name of a kind, the two differ.
"""

import dataclasses
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mirrored_kinds import PREFIX
from mixed_tables import Mixed, write_rows
from same_pictures import DESKS, digest
from services import serve

from jurybox import results
from jurybox.analysis.disagreements.disputes import find_disputes
from jurybox.analysis.disagreements.effects import survey
from jurybox.analysis.frozen import Frozen
from jurybox.analysis.label_matrix import SCHEMES, label_matrix, usual_scheme
from jurybox.analysis.left_out import left_out
from jurybox.campaign.baselines import all_yes, half_yes, random_order
from jurybox.campaign.progress import judged_answers
from jurybox.collection.collection import Collection
from jurybox.collection.facts import Facts
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.demos import build_demo
from jurybox.formats.imports import import_into
from jurybox.gold import Gold, gold_text
from jurybox.gold.reference import reference_of
from jurybox.judging.likeness import read_alike
from jurybox.judging.queue import Queue
from jurybox.kinds import KINDS
from jurybox.measures import MEASURES, Parts, default_measures, measures_of
from jurybox.scoring import Scoreboard, unjudged_in_force
from jurybox.scoring.coverage import coverage
from jurybox.scoring.not_scored import not_scored
from jurybox.scoring.tie_range import measures_at_one, range_over_ties
from jurybox.scoring.ties import as_trec_eval, hangs_on_order
from jurybox.session import Session
from jurybox.watch import Watch
from jurybox_gui.core.measures import measure_choices, usual_measures
from jurybox_gui.desks.campaign.words import labels_of
from jurybox_gui.desks.gold_choices import gold_choices
from jurybox_gui.desks.judging.board_columns import heading_of
from jurybox_gui.desks.label_schemes import choices_of
from jurybox_gui.shot import take_shot

NIL, GROUPS = 9, 4
"""Seeds of collections in which people differ about NIL, and about which answers are equal."""


def _files(folder: Path, seed: int) -> tuple[Path, Path]:
    """Make the same collection twice: of the kinds that there are, and of those that mirror them."""
    kinds = [name for name in KINDS if not name.startswith(PREFIX)]
    tables = Mixed(seed, most_answers=3, kinds=kinds).tables
    for row in tables["questions"]:
        for column in ("series", "position"):
            row.pop(column, None)
    tables.pop("series", None)
    found = []
    for name, prefix in (("known", ""), ("mirrored", PREFIX)):
        rows = [row | {"kind": f"{prefix}{row['kind']}"} for row in tables["questions"]]
        path = folder / f"{name}.jury"
        create(path)
        import_into(path, [write_rows(folder / name, tables | {"questions": rows})])
        found.append(path)
    known, mirrored = found
    return known, mirrored


def _plain(value: Any) -> Any:
    """Return a value as text that two equal ones share, by the names of the kinds that are mirrored."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: _plain(getattr(value, field.name)) for field in fields if field.repr}
    if isinstance(value, dict):
        return {repr(key).replace(PREFIX, ""): _plain(each) for key, each in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(map(_plain, value))
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return repr(value).replace(PREFIX, "")


def _of_collection(state: State) -> dict[str, Any]:
    """Return what follows from a collection without any gold standard."""
    catalog, ledger, facts = state.collection
    people = range(len(catalog.assessors))
    # The order of a queue is drawn by the code of its assessor, which is another one in each file.
    coded = [dataclasses.replace(one, code=bytes([at]) * 16) for at, one in enumerate(catalog.assessors)]
    queues = [Queue(dataclasses.replace(catalog, assessors=tuple(coded)), ledger, who) for who in people]
    alike = list(read_alike(state.reader, catalog, range(len(catalog.questions)), Watch()))
    found = {
        "kinds": [dataclasses.replace(kind, tallies=(), series_measure="") for kind in catalog.kinds],
        "lengths": catalog.responses.length,
        "queues": [(queue.answers, queue.codes, queue.progress) for queue in queues],
        "judged": [judged_answers(catalog, ledger, who) for who in people],
        "alike": alike,
        "disputes": find_disputes(Collection(catalog, ledger, facts), None),
        "usual scheme": usual_scheme(catalog, facts),
        "labels": {
            name: (matrix.subjects, matrix.labels)
            for name in SCHEMES
            for matrix in [label_matrix(Collection(catalog, ledger, facts), name, "everybody")]
        },
        "baselines": [all_yes(catalog), half_yes(catalog, 3), random_order(catalog, 3)],
        "ties": as_trec_eval(catalog, [f"{at}" for at in range(catalog.answer_count)]).responses,
        "unjudged": unjudged_in_force(Collection(catalog, ledger, facts)),
        "left out": left_out(Collection(catalog, ledger, facts)),
        "measures": [str(one) for one in usual_measures(catalog, facts)],
        "choices": measure_choices(catalog, MEASURES[0]),
        "labels of the campaign": labels_of(catalog, facts),
        "label keys": [choices_of(facts, question.kind).labels for question in catalog.questions],
    }
    return {name: _plain(each) for name, each in found.items()}


def _of_gold(state: State, gold: Gold) -> dict[str, Any]:
    """Return what follows from a collection under a gold standard."""
    catalog, ledger, facts = state.collection
    board = Scoreboard(Collection(catalog, ledger, facts), gold)
    people = Scoreboard(Collection(catalog, ledger, facts), gold, humans=True)
    found: dict[str, Any] = {
        "gold": gold_text(gold, catalog, facts),
        "golds": gold_choices(catalog, str(gold)),
        "levels": reference_of(Collection(catalog, ledger, facts), gold),
        "truth": (board.truth, board.levels, board.has_graded, board.has_decisions),
        "answers": results.answers(state, board).to_csv(),
        "order": hangs_on_order(catalog, board.kinds),
        "first": [str(one) for one in default_measures(board.kinds, in_tables=True)],
    }
    for one in MEASURES:
        kind = board.kind_of(one)
        if kind is None or one.accepts == (Parts,):
            continue
        served = serve(board, one)
        rows = [not_scored(board, one, run) for run in board.runs]
        rests = [coverage(board, one, run) for run in board.runs]
        made = [people.score(one, run) for run in people.runs]
        found[str(one)] = (served, rows, rests, made, one.unit_of(kind), board.is_of_decisions(one))
    found["ties"] = [
        range_over_ties(people, one, run) for one in measures_at_one() for run in people.runs if people.is_made(run)
    ]
    for one in default_measures(board.kinds, most=1):
        found[f"survey {one}"] = survey(Frozen.of(board), one)
    return {name: _plain(each) for name, each in found.items()}


def _differing(known: dict[str, Any], mirrored: dict[str, Any]) -> list[str]:
    assert known.keys() == mirrored.keys()
    return [name for name, value in known.items() if value != mirrored[name]]


def test_an_added_kind_is_there_everywhere_that_lists_kinds() -> None:
    for name, record in KINDS.items():
        assert set(record.schemes) == {scheme for scheme in SCHEMES if name in SCHEMES[scheme].kinds}
        assert choices_of(Facts(), record.name).labels
        assert set(record.measures) <= {str(one) for one in measures_of(record.name)}


@pytest.mark.parametrize(("seed", "what"), [(NIL, "nil"), (GROUPS, "distinct")])
def test_a_collection_of_added_kinds_is_judged_as_that_of_the_kinds_they_mirror(
    tmp_path: Path, seed: int, what: str
) -> None:
    states = [State(path) for path in _files(tmp_path, seed)]
    asked = find_disputes(states[0].collection, None).values()
    assert what in {dispute.what for one in asked for dispute in one.disputes}
    known, mirrored = map(_of_collection, states)
    assert _differing(known, mirrored) == []


@pytest.mark.parametrize(
    ("gold", "seed"),
    [("adjudicated+lenient", GROUPS), ("majority+strict", NIL), ("GAW", GROUPS), ("BA", NIL), ("LOO:Ben", GROUPS)],
)
def test_a_collection_of_added_kinds_scores_as_that_of_the_kinds_they_mirror(
    tmp_path: Path, gold: str, seed: int
) -> None:
    states = [State(path) for path in _files(tmp_path, seed)]
    known, mirrored = (_of_gold(state, Gold.parse(gold)) for state in states)
    assert _differing(known, mirrored) == []


@pytest.mark.parametrize(("demo", "desks"), [("community", DESKS), ("validation", DESKS), ("series", ("judge",))])
def test_desks_show_added_kinds_as_those_they_mirror(tmp_path: Path, demo: str, desks: tuple[str, ...]) -> None:
    """Scores of the demo of series are left out: mirrored questions have no part in the score of a series."""
    known = build_demo(demo, tmp_path / "known.jury")
    mirrored = tmp_path / "mirrored" / known.name
    mirrored.parent.mkdir()
    shutil.copy(known, mirrored)
    with closing(sqlite3.connect(mirrored)) as db, db:
        db.execute("UPDATE question SET kind = ? || kind", (PREFIX,))
    with closing(Session(known, lambda do: do())) as ours, closing(Session(mirrored, lambda do: do())) as theirs:
        asked = range(len(ours.catalog.questions))
        assert [heading_of(ours, at) for at in asked] == [heading_of(theirs, at) for at in asked]
    for desk in desks:
        pictures = [path.with_name(f"{desk}.png") for path in (known, mirrored)]
        for path, picture in zip((known, mirrored), pictures, strict=True):
            take_shot(path, desk, picture)
        assert len(set(map(digest, pictures))) == 1, pictures
