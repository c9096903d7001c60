"""The ranking beside an answer without spaces, in a very wide window."""

from collections.abc import Callable

from person import Person

from jurybox.demos import demo_copy
from jurybox_gui.live_strip.ranking import RankingView


def test_a_ranking_without_spaces_shows_all_runs_in_a_very_wide_window(come: Callable[..., Person]) -> None:
    person = come(demo_copy("community"), assessor="visitor")
    person.window.resize(2800, 1440)
    ranking = person.window.findChild(RankingView)
    person.wait(lambda: ranking.width() > 400)
    person.settle()
    assert len(ranking.places) > 5
    assert ranking.visible_places() == ranking.places
