"""The line over the ranking beside the answer: no question goes away without being named."""

from collections.abc import Callable
from pathlib import Path

import pytest
from judge_bench import Asked, Given, write_collection
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


def test_where_nothing_is_scored_it_says_what_is_missing_and_what_is_left_out(come: Come, tmp_path: Path) -> None:
    asked = [Asked(name, "Who?", [Given("a", "a")], "factoid") for name in "pq"]
    path = write_collection(tmp_path / "c.jury", asked, assessors=["Ana"], assigned=[(0, 0), (0, 1)], runs=["one"])
    person = come(path, assessor="Ana")
    person.settle()
    live = person.desk.panels.strip.live
    assert (live.sentence, live.aside) == ("No scores yet.", "Labels are missing for 2 questions.")
    for aside in (
        "Labels are missing for 1 question. 1 question excluded; Scores says why.",
        "2 questions excluded; Scores says why.",
    ):
        person.press("K")
        person.settle()
        assert person.desk.panels.strip.live.aside == aside


def test_a_label_that_leaves_a_question_out_says_so(come: Come, home: Path) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    desk = person.desk
    person.settle()
    before = desk.panels.strip.live.progress
    total = before.split(" of ")[1].split()[0]
    person.press("4", "4", "4", "4")  # against all others: nobody settled it
    assert "excluded" in desk.panels.strip.live.progress
    assert desk.panels.strip.live.progress.split(" of ")[1].split()[0] == total
