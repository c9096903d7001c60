"""What is kept of a study: its name, what it was asked with, and whether it is out of date."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from oracle_organizer.judged_tables import Judged

from jurybox.analysis.studies.records import Record, as_json, name_of, out_of_date, request_of
from jurybox.analysis.studies.requests import STUDIES, Request, Study
from jurybox.analysis.studies.study import finish, prepare, run_study
from jurybox.commands import Judge, Match, SetGroup
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.session import Session, open_session


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Fourteen questions whose answers are judged in full by four people."""
    path = Judged(2, "validation", 14, people=4).file(tmp_path / "j.jury")
    with closing(open_session(path, assessor="Ana")) as opened:
        yield opened


def material(session: Session, gold: str = "majority+strict", questions: set[int] | None = None) -> Scoreboard:
    board = Scoreboard(session.collection, Gold.parse(gold))
    board.select(None if questions is None else frozenset(questions))
    return board


def record(session: Session, study: Study = "stability", name: str = "c@1", **asked: Any) -> Record:
    sizes = (5, 9) if study in ("error-rate", "collection-size") else None
    return run_study(material(session), Request(study, measure(name), trials=5, sizes=sizes, **asked))


@pytest.mark.parametrize("study", STUDIES)
def test_a_record_says_what_it_was_asked_with_and_comes_to_the_same_again(session: Session, study: Study) -> None:
    found = as_json(record(session, study, seed=3))
    again = as_json(run_study(material(session), request_of(found)))
    assert found == again
    assert name_of(found) == name_of(again)
    assert out_of_date(material(session), [found]) == [False]


@pytest.mark.parametrize("study", STUDIES)
@pytest.mark.sweep
def test_a_study_under_way_knows_neither_the_file_nor_what_is_judged_meanwhile(
    tmp_path: Path, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Judged(2, "validation", 14, people=4).file(tmp_path / "j.jury")
    sizes = (5, 9) if study in ("error-rate", "collection-size") else None
    request = Request(study, measure("F1"), trials=5, sizes=sizes)
    session = open_session(path, assessor="Ana")
    with closing(session):
        before = as_json(run_study(material(session), request))
        prepared = prepare(material(session), request)
        for answer in range(session.catalog.answer_count):
            for who in range(4):
                session.execute(Judge((answer,), "correct", assessor=who))
    path.unlink()
    opened: list[object] = []
    monkeypatch.setattr(sqlite3, "connect", lambda *asked, **_: opened.append(asked))
    found: list[Record] = []
    thread = Thread(target=lambda: found.append(finish(prepared)))
    thread.start()
    thread.join()
    assert [as_json(one) for one in found] == [before]
    assert not opened


def test_whatever_is_asked_otherwise_has_another_name(session: Session) -> None:
    asked: list[dict[str, Any]] = [
        {}, {"seed": 1}, {"size": 7}, {"variant": "disjoint", "size": 7}, {"margin": "larger-magnitude"},
        {"study": "swap"}, {"name": "UF"}, {"study": "error-rate"}, {"study": "assessors"},
    ]  # fmt: skip
    names = {name_of(record(session, **how)) for how in asked}
    other = run_study(material(session, "majority+lenient"), Request("stability", measure("c@1"), trials=5))
    some = run_study(material(session, questions={0, 1, 2}), Request("stability", measure("c@1"), trials=5))
    names |= {name_of(other), name_of(some), name_of({**other, "unjudged": "condensed"})}
    assert len(names) == len(asked) + 3


def two_who_differ(session: Session) -> tuple[int, int, int]:
    """Find an answer, one who is alone with a label of it, and the last of the other three."""
    for answer in range(session.catalog.answer_count):
        column = [session.content_of(answer, who).label for who in range(4)]
        if column.count(column[3]) == 3:
            return answer, next(who for who in range(4) if column[who] != column[3]), 3
    raise AssertionError("everybody agrees, or two against two")


def test_who_said_what_counts_for_exchanged_assessors_alone(session: Session) -> None:
    kept = [record(session, study) for study in STUDIES]
    answer, one, two = two_who_differ(session)
    said = [session.content_of(answer, who).label for who in (one, two)]
    for who, label in zip((one, two), reversed(said), strict=True):
        session.execute(Judge((answer,), str(label), assessor=who))
    stale = dict(zip(STUDIES, out_of_date(material(session), kept), strict=True))
    assert stale == {study: study == "assessors" for study in STUDIES}
    for who, label in zip((one, two), said, strict=True):
        session.execute(Judge((answer,), str(label), assessor=who))
    assert not any(out_of_date(material(session), kept))


def test_boards_count_for_exchanged_assessors_too(tmp_path: Path) -> None:
    path = Judged(2, "series", 16, people=4).file(tmp_path / "s.jury")
    with closing(open_session(path, assessor="Ana")) as session:
        kept = [run_study(material(session), Request("assessors", measure("series"), trials=3))]
        assert out_of_date(material(session), kept) == [False]
        answers = session.catalog.answers_of(2).tolist()
        session.execute(SetGroup(tuple(answers[:2]), "x", assessor=0))
        assert out_of_date(material(session), kept) == [True]
        session.undo()
        assert out_of_date(material(session), kept) == [False]
        response = int(session.catalog.answers_of(3)[0])
        nugget = session.catalog.nuggets.of(3)[0]
        session.execute(Match(response, nugget, "partial", assessor=2))
        assert out_of_date(material(session), kept) == [True]


def test_a_study_is_looked_at_as_it_was_asked_for_whatever_is_shown(session: Session) -> None:
    whole = record(session)
    some = run_study(material(session, questions={1, 2, 3, 4}), Request("swap", measure("F1"), trials=5))
    assert some["questions"] == ["q1", "q2", "q3", "q4"]
    for shown in (material(session, "assessor:Ben+strict"), material(session, questions={7})):
        assert out_of_date(shown, [whole, some]) == [False, False]
    answer = int(session.catalog.answers_of(7)[0])
    for who in range(4):
        session.execute(Judge((answer,), "correct", assessor=who))
        session.execute(Judge((answer,), "incorrect", assessor=who))
    correct = out_of_date(material(session), [whole, some])
    for who in range(4):
        session.execute(Judge((answer,), "correct", assessor=who))
    incorrect = out_of_date(material(session), [whole, some])
    assert {correct[0], incorrect[0]} == {True, False} or all((correct[0], incorrect[0]))
    assert not correct[1]
    assert not incorrect[1]


def test_a_record_of_what_is_not_there_any_more_is_out_of_date(session: Session) -> None:
    found = record(session)
    for change in ({"measure": "nDCG"}, {"measure": "?"}, {"gold": "assessor:Zoe"}, {"questions": ["q99"]}):
        assert out_of_date(material(session), [{**found, **change}]) == [True]


@pytest.mark.parametrize("study", ["stability", "swap", "assessors"])
def test_sets_of_nothing_are_refused(session: Session, study: Study) -> None:
    with pytest.raises(Refused, match="0"):
        run_study(material(session), replace(Request(study, measure("c@1")), size=0))
