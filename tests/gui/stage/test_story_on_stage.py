"""A story on stage: N from the first step to the end card, also when the room says something else."""

from collections.abc import Callable
from typing import Any

import pytest

from jurybox.demos import demos
from jurybox.stage.stories import story_of

Stage = Callable[..., Any]


@pytest.mark.parametrize("name", [pytest.param(one.name, marks=pytest.mark.sweep) for one in demos()])
def test_n_leads_from_the_first_step_to_the_end_card(name: str, stage: Stage) -> None:
    story = story_of(name)
    here = stage(name, story=story)
    director = here.window.director
    assert here.window.foot.words == story.opening
    for number, step in enumerate(story.steps):
        here.press("N")
        assert director.step == number
        if step.answer:
            assert step.ask in here.window.foot.words
            here.press("N")
        assert step.caption in here.window.foot.words
        shown = [place.name for place in here.window.ranking.places if place.rank == 1]
        assert sorted(shown) == sorted(step.leader) or step.sweep
    here.press("N")
    assert director.at_end
    assert here.window.head.words == f"{story.title} {story.ending}"
    assert "start over" not in here.window.foot.words  # this copy was opened by hand
    assert "H: page to take home." in here.window.foot.words
    found = director.reveal()
    assert found is not None
    assert found.measure.name == [story.measure, *(step.measure for step in story.steps if step.measure)][-1]


@pytest.mark.sweep
def test_a_label_other_than_the_storys_silences_its_captions(stage: Stage) -> None:
    story = story_of("validation")
    here = stage(story=story)
    here.press("N", "1")
    assert story.steps[0].caption not in here.window.foot.words
    assert "disagree" in here.window.foot.words
    here.press("N", "N")
    assert story.steps[1].caption not in here.window.foot.words


@pytest.mark.sweep
def test_a_label_by_its_key_tells_the_caption_as_n_does(stage: Stage) -> None:
    story = story_of("validation")
    here = stage(story=story)
    here.press("N", "2")
    assert story.steps[0].caption in here.window.foot.words
    here.press("N", "1")
    assert here.window.foot.words.startswith("Answer 2: correct; quill-1 passes moss-1.")


@pytest.mark.sweep
def test_the_share_of_correct_answers_sweeps_and_another_leads(stage: Stage) -> None:
    story = story_of("validation")
    here = stage(story=story)
    director = here.window.director
    while not (director.here and director.here.sweep):
        director.next()
        here.settle()
    here.press("G")
    leaders: set[str] = set()

    def swept() -> bool:
        leaders.update(place.name for place in here.window.ranking.places if place.rank == 1)
        return not here.window.is_sweeping

    here.qtbot.waitUntil(swept, timeout=30_000)
    assert leaders >= {"heron-2", "tarn-1", "heron-1", "quill-2"}
    assert director.share == pytest.approx(0.99)


@pytest.mark.sweep
def test_one_key_starts_over_with_a_fresh_copy(stage: Stage, tmp_path: Any) -> None:
    from demo_file import demo_file

    made = iter(range(9))
    story = story_of("validation")
    here = stage(story=story, again=lambda: demo_file(tmp_path / f"again{next(made)}.jury"))
    here.press("N", "N", "N")
    first = here.window
    first.hooks["start_over"]()
    here.settle()
    assert here.window is not first
    assert here.window.director.step == -1
    here.press("N", "N")
    assert here.window.foot.words.startswith("Answer 1: incorrect; scores move, no rank changes.")
