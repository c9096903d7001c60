"""Who is to match the answers of an Other question, case by case; no completion leaves the bounds."""

import math
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from series import series_collection

from jurybox.collection.entries import Subject
from jurybox.collection.state import State
from jurybox.commands import Match, MatchRest, Together
from jurybox.gold import Gold
from jurybox.gold.matchers import Matchers
from jurybox.measures import measure
from jurybox.scoring import Bounds, Scoreboard
from jurybox.session import Session, open_session

OTHER, ANSWERS = 2, (6, 7, 8)
ANA, BEN, CAM, ROBOT = range(4)
PEOPLE = "assessor,kind,panel\nAna,person,{}\nBen,person,{}\nCam,person,no\nrobot,model,no\n"
WORDS = ("yes", "partial", "no")
MEASURES = ("F(3, allowance=10)", "nugget-recall", "nugget-precision(allowance=5)", "vital", "all-strict")


def opened(path: Path, *, panel: bool, assignments: str = "") -> Session:
    """Return the collection, with a panel of Ana and Ben or none."""
    said = "yes" if panel else "no"
    head = f"assessor,question,answer\n{assignments}" if assignments else ""
    made = series_collection(path, assessors=PEOPLE.format(said, said), assignments=head)
    return open_session(made, assessor="Ana")


def members(session: Session, gold: str = "majority") -> dict[int, list[int]]:
    """Return who is to match each answer; empty while somebody is still to come."""
    matchers = Matchers(session.collection, Gold.parse(gold))
    people, is_theirs = matchers.of(OTHER)
    if not people:
        return {}
    return {answer: np.array(people)[is_theirs[:, at]].tolist() for at, answer in enumerate(ANSWERS)}


def board(session: Session) -> Scoreboard:
    """Return a new scoreboard."""
    return Scoreboard(session.collection, Gold.parse("majority"))


def waiting(session: Session) -> tuple[int, int]:
    """Return how many Other questions are scored and how many wait."""
    score = board(session).score(measure("nugget-recall"), 0)
    return score.units, score.waiting


def test_a_stored_panel_matches_everything_and_others_never_count(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "a.jury", panel=True)) as session:
        for answer in ANSWERS:
            session.execute(MatchRest(answer, "yes", assessor=CAM))
        assert members(session) == {answer: [ANA, BEN] for answer in ANSWERS}
        assert waiting(session) == (0, 1)
        for answer in ANSWERS:
            session.execute(MatchRest(answer, "yes", assessor=ANA))
            assert waiting(session) == (0, 1)
        for answer in ANSWERS:
            session.execute(MatchRest(answer, assessor=BEN))
        assert waiting(session) == (1, 0)
        assert board(session).score(measure("nugget-recall"), 0).value == 0.0


def test_without_a_panel_who_is_at_work_matches_everything(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "b.jury", panel=False)) as session:
        assert members(session) == {}
        session.execute(Match(ANSWERS[0], 0, state="skipped", assessor=BEN))
        assert members(session) == {}
        for answer in ANSWERS:
            session.execute(MatchRest(answer, "yes", assessor=ROBOT))
        assert members(session) == {}, "a model judges only where it was put on the panel"
        assert members(session, "assessor:robot") == {answer: [ROBOT] for answer in ANSWERS}
        assert waiting(session) == (0, 1)
        session.execute(Match(ANSWERS[0], 0, "no", assessor=CAM))
        assert members(session) == {answer: [CAM] for answer in ANSWERS}
        assert waiting(session) == (0, 1)


def test_a_model_matches_where_the_collection_has_no_people(tmp_path: Path) -> None:
    head = "question,answer,nugget,support,assessor\n"
    cells = "".join(f"1.3,o{a},{n},yes,robot\n" for a, n in product((1, 2, 3), (1, 2, 3)))
    robot, nuggets = "assessor,kind\nrobot,model\n", NUGGETS_OF_NIST.replace("NIST", "robot")
    path = series_collection(tmp_path / "r.jury", assessors=robot, nuggets=nuggets, matches=head + cells)
    with closing(State(path)) as state:
        live = Scoreboard(state.collection, Gold.parse("adjudicated"))
        assert live.score(measure("nugget-recall"), 0).value == 1.0


def test_one_assessor_of_a_file_without_a_panel_is_scored_at_once(tmp_path: Path) -> None:
    head = "question,answer,nugget,support,assessor\n"
    cells = "".join(f"1.3,o{a},{n},yes,NIST\n" for a, n in product((1, 2, 3), (1, 2, 3)))
    path = series_collection(tmp_path / "c.jury", assessors="", nuggets=NUGGETS_OF_NIST, matches=head + cells)
    with closing(State(path)) as state:
        live = Scoreboard(state.collection, Gold.parse("adjudicated"))
        assert live.score(measure("nugget-recall"), 0).value == 1.0


NUGGETS_OF_NIST = (
    "question,nugget,text,importance,assessor\n1.3,1,slang,okay,NIST\n1.3,2,greet,vital,NIST\n"
    "1.3,3,founded,vital,NIST\n"
)


def test_assignments_say_which_answers_and_unasked_matches_join_in(tmp_path: Path) -> None:
    assigned = "Ana,1.3,o1\nAna,1.3,o2\nBen,1.3,o2\nCam,1.3,o3\n"
    with closing(opened(tmp_path / "d.jury", panel=True, assignments=assigned)) as session:
        assert members(session) == {6: [ANA], 7: [ANA, BEN], 8: []}
        session.execute(Match(ANSWERS[0], 1, "no", assessor=BEN))
        assert members(session) == {6: [ANA, BEN], 7: [ANA, BEN], 8: []}
    with closing(opened(tmp_path / "e.jury", panel=False, assignments=assigned)) as session:
        assert members(session) == {6: [ANA], 7: [ANA, BEN], 8: [CAM]}
        assert members(session, "assessor:Cam") == {6: [], 7: [], 8: [CAM]}


def test_an_answer_that_nobody_is_to_match_leaves_its_question_out(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "f.jury", panel=True, assignments="Ana,1.3,o1\nAna,1.3,o2\n")) as session:
        recall = measure("nugget-recall")
        score = board(session).score(recall, 0)
        assert (score.units, score.waiting) == (0, 0)
        told = board(session).explain(recall, 0, OTHER).score
        assert told.reason == "nobody is to match an answer to the question"
        for nugget in range(3):
            session.execute(Match(ANSWERS[2], nugget, "no", kind="adjudication"))
        assert waiting(session) == (0, 1)
        for answer in ANSWERS[:2]:
            session.execute(MatchRest(answer, "yes"))
        assert waiting(session) == (1, 0)


def test_who_cannot_tell_is_counted_and_says_neither(tmp_path: Path) -> None:
    with closing(opened(tmp_path / "g.jury", panel=True)) as session:
        for who, answer in product((ANA, BEN), ANSWERS):
            session.execute(MatchRest(answer, "yes", assessor=who))
        assert board(session).score(measure("nugget-recall"), 0).value == 1.0
        for nugget in range(3):
            session.execute(Match(ANSWERS[0], nugget, state="cannot-tell", assessor=BEN))
            session.execute(Match(ANSWERS[1], nugget, state="junk", assessor=BEN))
        assert waiting(session) == (1, 0)
        assert board(session).score(measure("nugget-recall"), 0).value == 0.0


CASES = {
    "stored": (True, "", [(a, w) for a in ANSWERS for w in (ANA, BEN)]),
    "stored and assigned": (True, "Ana,1.3,o1\nBen,1.3,o1\nAna,1.3,o2\nBen,1.3,o3\n", [(6, 0), (6, 1), (7, 0), (8, 1)]),
    "assigned": (False, "Ana,1.3,\nCam,1.3,o2\n", [(6, 0), (7, 0), (7, 2), (8, 0)]),
    "at work": (False, "", [(a, w) for a in ANSWERS for w in (ANA, CAM)]),
}
"""Panel stored or not, assignments, and who is then to match which answer (Ana and Cam being at work)."""


@pytest.mark.parametrize("case", CASES)
@pytest.mark.sweep
def test_every_completion_is_inside_the_bounds_and_the_ends_are_reached(case: str, tmp_path: Path) -> None:
    panel, assignments, asked = CASES[case]
    with closing(opened(tmp_path / "x.jury", panel=panel, assignments=assignments)) as session:
        cells = [(answer, nugget, who) for answer, who in asked for nugget in range(3)]
        open_, draw = cells[1::5][:4], np.random.default_rng(len(case))
        words = draw.choice(WORDS, len(cells)).tolist()
        said = [
            Match(answer, nugget, word, assessor=who)
            for (answer, nugget, who), word in zip(cells, words, strict=True)
            if (answer, nugget, who) not in open_
        ]
        session.execute(Together((*said, Match(ANSWERS[0], 0, "yes", assessor=ROBOT))))
        before = {(m, run): board(session).bounds(measure(m), run) for m in MEASURES for run in (0, 1)}
        gaps = {m: board(session).difference(measure(m), 0, 1) for m in MEASURES}
        reached: dict[object, list[float]] = {key: [] for key in (*before, *gaps)}
        for full in completions(session, open_, asked):
            for m in MEASURES:
                values = [full.score(measure(m), run).value for run in (0, 1)]
                reached[m].append(values[0] - values[1])
                for run in (0, 1):
                    reached[m, run].append(values[run])
        for key, bounds in (*before.items(), *gaps.items()):
            holds(bounds, reached[key], (case, key))


def completions(
    session: Session, open_: list[tuple[int, int, int]], asked: list[tuple[int, int]]
) -> Iterator[Scoreboard]:
    """Yield scoreboards for every way to give the matches that are open, with all ties decided as no, or as yes."""
    for words in product(WORDS, repeat=len(open_)):
        given = [Match(a, n, w, assessor=who) for (a, n, who), w in zip(open_, words, strict=True)]
        session.execute(Together(tuple(given)))
        tied = [cell for cell in product(ANSWERS, range(3)) if is_tied(session, *cell, asked)]
        for word in ("no", "yes", None):
            if tied:
                session.execute(Together(tuple(Match(*cell, word, kind="adjudication") for cell in tied)))
            full = board(session)
            assert full.score(measure("nugget-recall"), 0).waiting == 0
            yield full


def is_tied(session: Session, answer: int, nugget: int, asked: list[tuple[int, int]]) -> bool:
    """Whether no more than half of those who are to match an answer say the same of it and a nugget."""
    subject = Subject(OTHER, answer, nugget)
    said = [session.content_in_force("match", who, subject).label for at, who in asked if at == answer]
    return all(2 * said.count(word) <= len(said) for word in WORDS)


def holds(bounds: Bounds, values: list[float], told: object) -> None:
    """Check that values lie within bounds, and reach them where they are exact."""
    assert not any(map(math.isnan, values)), told
    assert bounds.low - 1e-12 <= min(values), told
    assert max(values) <= bounds.high + 1e-12, told
    if bounds.exact:
        assert (bounds.low, bounds.high) == pytest.approx((min(values), max(values))), told
