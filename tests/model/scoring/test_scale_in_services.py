"""What a label scheme says is relevant, and its highest gain, hold in every service, not in scores alone."""

import random
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from services import Served, serve

from jurybox import results
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.commands.facts import SetFact
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.tie_range import range_over_ties
from jurybox.session import open_session

SCHEME = {
    "name": "usefulness",
    "measurement": "ordinal",
    "labels": [
        {"label": "key", "grade": 3, "relevant": "strict"},
        {"label": "useful", "grade": 2, "relevant": "strict"},
        {"label": "related", "grade": 1, "relevant": "no"},
        {"label": "off", "grade": 0, "relevant": "no"},
    ],
}
WORDS = [str(label["label"]) for label in SCHEME["labels"]]  # type: ignore[index]
WHO = ("Ana", "Ben", "Cleo")


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[State]:
    """Labels of which "related" gains something and is not relevant; one in six is still missing."""
    folder, draw = tmp_path_factory.mktemp("services"), random.Random(11)
    rows: dict[str, list[str]] = {
        "questions": ["question,kind,text"],
        "answers": ["question,answer,text"],
        "assessors": ["assessor,kind,panel", *(f"{who},person,yes" for who in WHO)],
        "judgments": ["assessor,question,answer,label"],
        "responses": ["run,question,rank,answer"],
    }
    for question in range(12):
        rows["questions"].append(f"q{question},ranked,Which?")
        answers = [f"a{question}.{at}" for at in range(4)]
        for answer in answers:
            rows["answers"].append(f"q{question},{answer},text of {answer}")
            usual = draw.randrange(4)
            for who in WHO:
                said = WORDS[min(3, max(0, usual + draw.choice([-1, 0, 0, 1])))]
                if question < 10 or draw.random() < 0.5:
                    rows["judgments"].append(f"{who},q{question},{answer},{said}")
        for run in ("one", "two", "three"):
            order = draw.sample(answers, 4)
            rows["responses"] += [f"{run},q{question},{rank},{a}" for rank, a in enumerate(order, 1)]
    paths = {name: folder / f"{name}.csv" for name in rows}
    for name, path in paths.items():
        path.write_text("\n".join(rows[name]) + "\n")
    path = folder / "services.jury"
    create(path)
    labels = paths.pop("judgments")
    import_into(path, list(paths.values()))
    with closing(open_session(path)) as session:
        session.execute(SetFact("scheme:ranked", SCHEME))
        session.flush()
    import_into(path, [labels])
    with closing(State(path)) as state:
        yield state


def served(state: State, name: str) -> Served:
    """What all services say of a measure under the majority."""
    return serve(results.scoreboard(state, "majority"), measure(name))


def plain(value: Any) -> Any:
    """Numbers as texts, so that undefined ones are equal to each other."""
    return repr(value)


@pytest.mark.parametrize(
    ("name", "same_as", "other"),
    [
        ("AP", "AP(rel=2)", "AP(rel=1)"),
        ("Q", "Q(rel=2)", "Q(rel=1)"),
        ("MRR", "MRR(rel=2)", "MRR(rel=1)"),
        ("Hit@1", "Hit@1(rel=2)", "Hit@1(rel=1)"),
        ("ERR", "ERR(top=3)", "ERR(top=4)"),
    ],
)
def test_every_service_scores_by_the_scheme(state: State, name: str, same_as: str, other: str) -> None:
    ours, theirs, others = (served(state, each) for each in (name, same_as, other))
    for service in ("scores", "bounds", "differences", "intervals", "marks", "next_best", "effects"):
        assert plain(getattr(ours, service)) == plain(getattr(theirs, service)), service
    assert plain(ours.scores) != plain(others.scores)
    assert plain(ours.effects) != plain(others.effects)
    assert plain(ours.next_best) != plain(others.next_best)
    assert ours.effects
    assert ours.next_best


def test_the_range_over_ties_asks_the_scheme_too(state: State) -> None:
    board = Scoreboard(state.collection, Gold.parse("median"), humans=True)
    judges = [run for run in board.runs if board.is_made(run)]
    assert judges
    found = [
        [range_over_ties(board, measure(name), run) for run in judges]
        for name in ("Hit@1", "Hit@1(rel=2)", "Hit@1(rel=1)")
    ]
    assert found[0] == found[1]
    for (low, high), run in zip(found[0], judges, strict=True):
        assert low <= board.score(measure("Hit@1"), run).value <= high
