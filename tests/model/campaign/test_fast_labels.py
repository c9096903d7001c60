"""Labels that came faster than anybody reads: what is implausible, what is not, and what never counts."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from small import small_collection

from jurybox import results
from jurybox.campaign.fast_labels import (
    ENOUGH,
    FAST_SECONDS,
    IN_A_ROW,
    LONG_TEXT,
    FastLabels,
    fast_labels,
    read_fast_labels,
)
from jurybox.campaign.progress import progress, read_paces
from jurybox.campaign.quality import campaign_quality
from jurybox.collection.file import open_reading, open_writing
from jurybox.collection.state import State
from jurybox.commands import Judge
from jurybox.session import open_session

NOON = 1_700_000_000_000
QUICK, SLOW = 0.4, 3.0
LONG = b"\1" * 100


def of_one(took: Sequence[float | None], long_texts: bytes = LONG) -> FastLabels:
    """Return what is found where one assessor labels one answer after the other in these seconds."""
    given = [(0, at, seconds, False) for at, seconds in enumerate(took)]
    return fast_labels(given, long_texts).get(0, FastLabels())


@pytest.mark.parametrize(
    ("took", "in_a_row", "is_implausible"),
    [
        ([QUICK] * IN_A_ROW, IN_A_ROW, True),
        ([QUICK] * (IN_A_ROW - 1), IN_A_ROW - 1, False),
        ([QUICK] * (IN_A_ROW - 1) + [SLOW] + [QUICK] * 3, IN_A_ROW - 1, False),
        ([SLOW] * 50 + [QUICK] * IN_A_ROW + [SLOW], IN_A_ROW, True),
        ([FAST_SECONDS] * 50, 0, False),
        ([QUICK, QUICK, SLOW] * 6, 2, False),  # 18 labels are too few for a median
        ([QUICK, QUICK, SLOW] * 7, 2, True),
        ([SLOW, SLOW, QUICK] * 20, 1, False),
    ],
)
def test_a_row_or_a_median_is_implausible(took: list[float], in_a_row: int, is_implausible: bool) -> None:
    found = of_one(took)
    assert found.in_a_row == in_a_row
    assert (found.timed, found.fast) == (len(took), took.count(QUICK))
    assert found.is_implausible == is_implausible


def test_labels_without_a_time_say_nothing() -> None:
    assert of_one([None] * 50) == FastLabels()
    assert of_one([0.0] * 50) == FastLabels()


def test_short_texts_can_be_read_at_once_and_break_no_row() -> None:
    assert of_one([QUICK] * 50, b"\0" * 50) == FastLabels()
    between = of_one([QUICK] * 2 * IN_A_ROW, b"\1\0" * IN_A_ROW)
    assert (between.timed, between.in_a_row) == (IN_A_ROW, IN_A_ROW)


def test_labels_for_several_answers_at_once_are_no_reading() -> None:
    given = [(0, at, QUICK, at % 5 > 0) for at in range(50)]
    assert fast_labels(given, LONG)[0] == FastLabels()
    alone = [*given, (0, 60, QUICK, False), (0, 61, QUICK, False)]
    assert fast_labels(alone, LONG)[0].timed == 2


def test_a_correction_of_what_was_read_may_be_quick() -> None:
    first = [(0, at, SLOW, False) for at in range(30)]
    again = [(0, at, QUICK, False) for at in range(30)]
    found = fast_labels([*first, *again], LONG)[0]
    assert (found.timed, found.fast, found.in_a_row) == (30, 0, 0)


def test_everybody_has_a_row_of_their_own() -> None:
    given = [(at % 2, at, QUICK if at % 2 else SLOW, False) for at in range(2 * IN_A_ROW)]
    found = fast_labels(given, LONG)
    assert not found[0].is_implausible
    assert found[1].in_a_row == IN_A_ROW


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Ana and Ben, ten questions with three answers each, of which the texts of two take long to read."""
    path = small_collection(tmp_path / "s.jury", questions=10, labels=[(1, at, "correct") for at in range(30)])
    long_text = "word " * 20
    with closing(open_writing(path)) as db:
        db.execute("UPDATE answer SET text = text || ? WHERE id % 3 > 0", (f" {long_text}",))
    return path


def judge(path: Path, took: float | None, *, together: bool = False) -> None:
    with closing(open_session(path, assessor="Ana")) as session:
        if together:
            session.execute(Judge(tuple(range(30)), "correct", seconds=took))
        else:
            for at in range(30):
                session.execute(Judge((at,), "correct", seconds=took))
        session.flush()


def fast_of(path: Path) -> dict[int, FastLabels]:
    with closing(open_reading(path)) as db:
        return read_fast_labels(db)


def table(path: Path) -> tuple[Any, str]:
    """Return the table of quality, and its notes."""
    with closing(State(path)) as state:
        paces = read_paces(state.reader, fast=True)
        listed = progress(state.collection, paces, NOON)
        frame = results.quality(listed, campaign_quality(state.collection))
    return frame, "\n".join(frame.attrs["notes"])


def test_the_table_names_who_is_too_fast_and_on_what_that_rests(file: Path) -> None:
    judge(file, QUICK)
    assert fast_of(file)[0] == FastLabels(20, 20, 20, QUICK)
    frame, notes = table(file)
    assert frame.loc["Ana", ["too fast", "long texts"]].tolist() == [20, 20]
    assert frame.loc["Ben", ["too fast", "long texts"]].tolist() == [0, 0], "Ben's labels were imported"
    assert (
        "Ana: implausibly fast, 20 labels in a row in less than 1 s each and median 0.40 s, of 20 labels of long texts."
    ) in notes
    assert "Ben:" not in notes
    assert f"those above {LONG_TEXT} characters" in notes
    assert f"at least {ENOUGH}" in notes


@pytest.mark.parametrize(("took", "together"), [(SLOW, False), (None, False), (QUICK, True)])
def test_nobody_is_named_without_reason(took: float | None, together: bool, file: Path) -> None:
    judge(file, took, together=together)
    frame, notes = table(file)
    assert frame["too fast"].tolist() == [0, 0]
    assert "Ana:" not in notes


def test_imported_labels_raise_no_alarm(file: Path) -> None:
    assert fast_of(file) == {}
    assert "implausibly" not in table(file)[1]
