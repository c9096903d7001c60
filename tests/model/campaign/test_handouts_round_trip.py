"""Files cut out, judged on, cut out again, brought back and merged in any order: one state, whole chains."""

import shutil
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from dumps import in_force
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small import small_collection

from jurybox.campaign.handouts import hand_out
from jurybox.collection import log
from jurybox.collection.check import check
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.merge import merge_log
from jurybox.commands import Judge, adjudicate
from jurybox.session import open_session

LABELS = ("correct", "incorrect", None)
PEOPLE = ("Ana", "Ben")
# One after another: somebody judges in a file, or their part is cut out of one.
EVENT = st.one_of(
    st.tuples(
        st.just("judge"),
        st.integers(0, 5),
        st.sampled_from(PEOPLE),
        st.lists(st.tuples(st.integers(0, 5), st.sampled_from(LABELS)), min_size=1, max_size=3),
    ),
    st.tuples(st.just("cut"), st.integers(0, 5), st.sampled_from(PEOPLE), st.just([])),
    st.tuples(st.just("settle"), st.integers(0, 5), st.just("Ana"), st.just([])),
)


def merge(path: Path, other: Path) -> int:
    """Merge one file into another; return how many entries were new."""
    with closing(open_writing(path)) as db, closing(open_reading(other)) as source:
        db.execute("BEGIN IMMEDIATE")
        added = merge_log(db, source).added
        db.execute("COMMIT")
    return added


@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(EVENT, max_size=7), st.randoms(use_true_random=False))
def test_one_state_whatever_the_order(
    monkeypatch: pytest.MonkeyPatch, events: list[tuple[str, int, str, list[tuple[int, str | None]]]], lot: Random
) -> None:
    monkeypatch.setattr(log, "now", lambda: lot.randrange(1, 2_000_000_000_000))
    with TemporaryDirectory() as folder:
        home = small_collection(Path(folder) / "home.jury", questions=2)
        files = [home]
        for what, number, who, labels in events:
            file = files[number % len(files)]
            if what == "cut":
                out_of = file if file == home or file.stem.startswith(who) else home
                files.append(hand_out(out_of, who, Path(folder) / f"{who}{len(files)}.jury").path)
                continue
            if file != home and not file.stem.startswith(who):
                file = home
            with closing(open_session(file, assessor=who)) as session:
                if what == "settle" and file == home:
                    session.execute(adjudicate((number,), "correct"))
                for answer, label in labels:
                    session.execute(Judge((answer,), label))
                session.flush()
        states = []
        for turn in range(2):
            copy = Path(folder) / f"copy{turn}.jury"
            shutil.copyfile(home, copy)
            order = files[1:] if turn else files[:0:-1] * 2
            for one in order:
                merge(copy, one)
            assert sum(merge(copy, one) for one in order) == 0
            with closing(open_reading(copy)) as db:
                assert check(db) == []
                assert db.execute("SELECT count(*) FROM assessor").fetchone() == (2,)
            states.append(in_force(copy))
        assert states[0] == states[1]
        for one in files[1:]:
            with closing(open_reading(one)) as db:
                assert check(db) == []
                assert db.execute("SELECT count(*) FROM run").fetchone() == (0,)
