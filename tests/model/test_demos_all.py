"""Every bundled demo opens, every measure that applies has a value, and a visitor's first keys move runs."""

import math
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from sweeps import swept

from jurybox.collection.check import check
from jurybox.collection.codes import LABEL_OF_CODE
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.commands.labels import Judge
from jurybox.demos import build_demo, demo, demos
from jurybox.errors import Refused
from jurybox.formats.imports import prepare
from jurybox.gold import gold_in_force
from jurybox.judging.order import queue_order
from jurybox.judging.queue import Queue
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session

ROOT = Path(__file__).parents[2]
NAMES = ("community", "series", "validation")


def test_three_demos_are_there() -> None:
    assert tuple(one.name for one in demos()) == NAMES
    for one in demos():
        assert one.title
        assert one.description


@pytest.fixture(scope="module", params=NAMES)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("demo") / f"{request.param}.jury", request.param)


@pytest.mark.sweep
def test_nothing_is_found_wrong(built: Path) -> None:
    with prepare([demo(built.stem).tables]) as prepared:
        assert (prepared.report.errors, prepared.report.warnings) == (0, 0)
    with closing(open_reading(built)) as db:
        assert check(db) == []


def test_every_measure_that_applies_has_a_value(built: Path) -> None:
    with closing(State(built)) as state:
        board = Scoreboard(state.collection, gold_in_force(state.catalog, state.facts))
        assert board.measures
        for measure in board.measures:
            values = [board.score(measure, run).value for run in board.runs]
            known = [value for value in values if not math.isnan(value)]
            missing = [board.score(measure, run).reason for run in board.runs if not board.score(measure, run).defined]
            assert known, (measure.name, missing)
            # Every run of the community ranks all answers to a question, ten at most.
            is_whole = built.stem == "community" and measure.name.endswith(("@10", "Judged"))
            assert len(set(known)) > 1 or is_whole, measure.name
            if built.stem != "validation":
                assert not missing, (measure.name, missing)


def waiting(session: Session, who: int) -> list[int]:
    order = queue_order(session.catalog, who)
    labels = session.ledger.labels[who]
    kinds = session.catalog.questions
    return [
        int(answer)
        for answer in order.answers
        if labels[answer] == 0 and kinds[session.catalog.answer_question[answer]].kind != "other"
    ]


def fair_label(session: Session, answer: int) -> str:
    """Return what most others say of an answer."""
    codes = session.ledger.labels[:, answer].tolist()
    labels = Counter(LABEL_OF_CODE[code] for code in codes if code > 0)
    return labels.most_common(1)[0][0]


@pytest.mark.parametrize("name", ["community", "series"])
@pytest.mark.parametrize("trial", [0, *swept([1])])
def test_the_ranking_moves_with_a_visitors_first_keys(name: str, trial: int, tmp_path: Path) -> None:
    """The order in which a visitor meets questions is drawn anew for each copy."""
    with closing(open_session(build_demo(name, tmp_path / "demo.jury"))) as session:
        who = session.sit("visitor")
        gold = gold_in_force(session.catalog, session.facts)
        board = Scoreboard(session.collection, gold)
        measure = board.measures[0]
        seen = [[(row.name, row.rank) for row in board.standing(measure)]]
        units = []
        for answer in waiting(session, who)[:3]:
            before = board.score(measure, 0).units
            label = fair_label(session, answer)
            board.update(session.execute(Judge((answer,), label)))
            units.append(board.score(measure, 0).units - before)
            seen.append([(row.name, row.rank) for row in board.standing(measure)])
        assert units == [1, 1, 1]
        assert any(row != seen[0] for row in seen[1:])


@pytest.mark.parametrize("name", ["community", "series"])
def test_the_texts_make_the_same_bytes(name: str, tmp_path: Path) -> None:
    script = ROOT / "packaging" / f"make_demo_{name}.py"
    subprocess.run([sys.executable, str(script), "--to", str(tmp_path)], check=True, capture_output=True)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in demo(name).tables.glob("*.csv")}
    assert made == kept


@pytest.mark.parametrize("name", ["community", *swept(name for name in NAMES if name != "community")])
@pytest.mark.sweep
def test_every_copy_of_a_demo_is_gone_through_in_one_order(name: str, tmp_path: Path) -> None:
    orders, writers = set(), list[bytes]()
    for copy in range(3):
        with closing(State(build_demo(name, tmp_path / f"{copy}.jury"))) as state:
            seats = range(len(demo_people(name)))
            queues = [Queue(state.catalog, state.ledger, who) for who in seats]
            orders.add(tuple(tuple(queue.answers.tolist()) for queue in queues))
            writers += [bytes(row[0]) for row in state.reader.execute("SELECT code FROM writer")]
    assert len(orders) == 1
    assert len(set(writers)) == len(writers) >= 3


def demo_people(name: str) -> list[str]:
    return (demo(name).tables / "assessors.csv").read_text("utf-8").splitlines()[1:]


@pytest.mark.sweep
def test_a_demo_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    """A program that ends while it makes a demo, with all that it holds, leaves nothing under that name."""
    path = tmp_path / "demo.jury"
    script = """
import os, sys
from pathlib import Path
from jurybox.demos import build_demo
from jurybox.formats import imports

def import_and_end(part, sources, import_into=imports.import_into):
    import_into(part, sources)
    assert part.stat().st_size > 100_000
    os._exit(9)  # as kill -9 does

imports.import_into = import_and_end
build_demo("community", Path(sys.argv[1]))
"""
    words = [sys.executable, "-c", script, str(path)]
    ended = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (9, "")
    assert not path.exists()
    build_demo("community", path)
    assert path.exists()
    with pytest.raises(Refused, match="exists already"):
        build_demo("community", path)


def test_a_demo_that_cannot_be_made_is_named_as_it_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_how: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("jurybox.collection.file.tempfile.mkstemp", refuse)
    with pytest.raises(Refused) as told:
        build_demo("community", tmp_path / "mine.jury")
    assert str(told.value) == f"{tmp_path / 'mine.jury'} cannot be created: Permission denied."
    assert list(tmp_path.iterdir()) == []
