"""Entries that are added many at a time are hashed as each of them would be, and stand as they were said."""

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from small import small_collection

from jurybox.collection.check import check
from jurybox.collection.file import open_writing
from jurybox.collection.log import SPOKEN, LogWriter

COLUMNS = "assessor, kind, question, answer, nugget, fact, label, state, note, seconds, at, part"
ANSWERS = 3
said = st.builds(
    dict,
    assessor=st.integers(1, 2),
    kind=st.sampled_from(["judgment", "repeat"]),
    question=st.just(1),
    answer=st.one_of(st.none(), st.integers(1, ANSWERS)),
    nugget=st.none(),
    fact=st.none(),
    label=st.sampled_from(["correct", "incorrect", None]),
    state=st.none(),
    note=st.sampled_from([None, "", 'said "so"', "\u65e5\u672c {}", "a\\b"]),
    seconds=st.sampled_from([None, 0.0, 1.0, 2.5]),
    at=st.sampled_from([1, 1_700_000_000_000]),
    part=st.integers(0, 1),
    replaces=st.just({}),
)


def columns_of(spoken: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    return {name: [one[name] for one in spoken] for name in SPOKEN}


@settings(max_examples=examples(15), deadline=None)
@given(spoken=st.lists(said, min_size=1, max_size=12), cut=st.integers(0, 12))
def test_entries_added_at_once_are_chained_like_single_ones(spoken: list[dict[str, Any]], cut: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = small_collection(Path(folder) / "a.jury", questions=1, answers=ANSWERS, labels=[(0, 0, "correct")])
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            log = LogWriter(db)
            for part in (spoken[:cut], spoken[cut:]):
                log.write_all(columns_of(part))
            db.execute("COMMIT")
            assert check(db) == []
            found = db.execute(f"SELECT {COLUMNS} FROM entry WHERE id > 1 ORDER BY id").fetchall()
    assert found == [tuple(one.values())[:-1] for one in spoken]


def test_an_entry_added_with_others_takes_the_place_of_what_it_names(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "a.jury", questions=1, answers=2, labels=[(0, 0, "correct")])
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        row, hash_ = db.execute("SELECT id, hash FROM entry").fetchone()
        first: dict[str, Any] = dict.fromkeys(SPOKEN)
        first |= {"assessor": 1, "kind": "judgment", "question": 1, "answer": 1, "label": "incorrect"}
        first |= {"part": 0, "replaces": {hash_: row}}
        LogWriter(db).write_all(columns_of([first, first | {"answer": 2, "replaces": {}}]))
        db.execute("COMMIT")
        assert check(db) == []
        assert db.execute("SELECT entry FROM superseded").fetchall() == [(row,)]
        stands = "SELECT answer, label FROM entry WHERE id NOT IN (SELECT entry FROM superseded) ORDER BY id"
        assert db.execute(stands).fetchall() == [(1, "incorrect"), (2, "incorrect")]
