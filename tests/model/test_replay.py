"""A recording is played back: the copy begins empty and ends as the recorded collection stands."""

from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from small import small_collection
from sweeps import swept

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import gold_in_force
from jurybox.replay import LONGEST_GAP, MOST_AT_ONCE, Replay, demo_replay, empty_copy, recording_of
from jurybox.scoring import Scoreboard
from jurybox.session import open_session


def scores(path: Path) -> dict[str, list[str]]:
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, gold_in_force(state.catalog, state.facts))
        return {
            measure.name: [repr(board.score(measure, run).value) for run in board.runs] for measure in board.measures
        }


@pytest.mark.parametrize("name", ["series", *swept(["community"])])
@pytest.mark.sweep
def test_a_demo_played_to_the_end_scores_as_the_demo(name: str, tmp_path: Path) -> None:
    copy, recording = demo_replay(name, tmp_path / "copy.jury")
    with closing(State(copy)) as state:
        assert not (state.ledger.labels != 0).any()
    with closing(open_session(copy)) as session:
        replay = Replay(session, recording)
        assert replay.play_all() == replay.total == len(recording.steps)
        assert replay.finished
        session.flush()
    whole = demo_file(tmp_path / "whole.jury", name)
    assert scores(copy) == scores(whole)
    with closing(open_reading(copy)) as db:
        assert check(db) == []


@pytest.mark.sweep
def test_the_ranking_moves_while_it_is_played(tmp_path: Path) -> None:
    copy, recording = demo_replay("community", tmp_path / "copy.jury")
    with closing(open_session(copy)) as session:
        gold = gold_in_force(session.catalog, session.facts)
        board = Scoreboard(session.collection, gold)
        replay = Replay(session, recording, speed=200)
        orders, units = set(), set()
        session.subscribe(lambda changes, _: board.update(changes, session.collection))
        while not replay.finished:
            replay.play(0.1)
            orders.add(tuple(row.name for row in board.standing(board.measures[0])))
            units.add(board.score(board.measures[0], 0).units)
    assert len(units) > 20
    assert len(orders) > 10


def test_time_decides_what_is_due(tmp_path: Path) -> None:
    source = small_collection(tmp_path / "one.jury", labels=[(0, at, "correct") for at in range(6)])
    recording = recording_of(source)
    times = [step.at for step in recording.steps]
    assert times[0] == 0.0
    assert times == sorted(times)
    steps = tuple(
        type(step)(at, step.assessor, step.kind, step.subject, step.content)
        for step, at in zip(recording.steps, (0.0, 1.0, 2.0, 2.0, 5.0, 9.0), strict=True)
    )
    copy = empty_copy(source, tmp_path / "two.jury")
    with closing(open_session(copy)) as session:
        replay = Replay(session, type(recording)(steps, recording.names), speed=2.0)
        assert replay.play(0.0) == 1
        assert replay.play(0.4) == 0
        assert replay.play(0.1) == 1
        assert replay.play(0.5) == 2
        replay.speed = 10_000
        assert replay.speed == 1000
        assert replay.play(1.0) == 2
        assert (replay.played, replay.total, replay.finished) == (6, 6, True)
        assert replay.play(1.0) == 0


def test_long_pauses_are_cut_and_crowds_are_spread(tmp_path: Path) -> None:
    recording = recording_of(demo_file(tmp_path / "a.jury", "series"))
    gaps = [b.at - a.at for a, b in zip(recording.steps, recording.steps[1:], strict=False)]
    assert max(gaps) == LONGEST_GAP
    copy = empty_copy(tmp_path / "a.jury", tmp_path / "b.jury")
    with closing(open_session(copy)) as session:
        replay = Replay(session, recording, speed=1000)
        assert replay.play(60.0) == MOST_AT_ONCE
        assert 0 < replay.play(1.0) <= MOST_AT_ONCE


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="nothing to play back"):
        recording_of(small_collection(tmp_path / "empty.jury"))
    source = small_collection(tmp_path / "one.jury", labels=[(0, 0, "correct")])
    other = small_collection(tmp_path / "two.jury", assessors=("Zoe",))
    with closing(open_session(other)) as session, pytest.raises(Refused, match="it is not a copy"):
        Replay(session, recording_of(source))
