"""The line over the ranking beside the answer: no question goes away without being named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person

from jurybox.demos import demo_copy
from jurybox_gui.live_strip.live import progress_text

Come = Callable[..., Person]


@pytest.mark.parametrize(
    ("counts", "unit", "text"),
    [
        ((29, 25, 0), "question", "29 of 54 questions complete"),
        ((29, 24, 1), "question", "29 of 54 complete, 1 excluded"),
        ((54, 0, 0), "question", "54 questions complete"),
        ((962, 28, 1), "answer", "962 of 991 judged, 1 excluded"),
    ],
)
def test_every_unit_is_in_one_of_the_counts(counts: tuple[int, int, int], unit: str, text: str) -> None:
    assert progress_text(*counts, unit) == text


def test_a_label_that_leaves_a_question_out_says_so(come: Come, home: Path) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    desk = person.desk
    person.settle()
    before = desk.panels.strip.live.progress
    total = before.split(" of ")[1].split()[0]
    person.press("4", "4", "4", "4")  # against all others: nobody settled it
    assert "excluded" in desk.panels.strip.live.progress
    assert desk.panels.strip.live.progress.split(" of ")[1].split()[0] == total
