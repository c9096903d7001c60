"""The chart of the Campaign page: who had given how many labels by each day, where there is room for it."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date
from pathlib import Path

from demo_file import demo_file
from person import Person
from small import small_collection

from jurybox.campaign.progress import read_days
from jurybox.collection.file import open_reading
from jurybox_gui.desks.campaign.panel_sheet import panel_words
from jurybox_gui.desks.campaign.work_chart import WorkChart
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def test_days_are_those_that_the_tables_name(tmp_path: Path) -> None:
    path = demo_file(tmp_path / "demo.jury", "community")
    with closing(open_reading(path)) as db:
        days = read_days(db, UTC)
        (labels,) = db.execute("SELECT count(*) FROM entry WHERE kind = 'judgment' AND answer IS NOT NULL").fetchone()
    assert sum(sum(each.values()) for each in days.values()) == labels
    assert {day for each in days.values() for day in each} == {date(2026, 5, 4), date(2026, 5, 5)}


def test_the_chart_takes_the_room_that_few_assessors_leave(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "community"), assessor="visitor", desk="campaign")
    (chart,) = person.window.findChildren(WorkChart)
    for size, is_shown in (((1920, 1080), True), ((1280, 640), False), ((1920, 1080), True)):
        person.window.resize(*size)
        person.settle()
        assert chart.isVisible() is is_shown, size
    words = painted_words(chart)
    assert {"Mirela Dobre", "visitor", "4 May", "5 May"} <= set(words)
    view = person.desk.view
    assert view.height() >= view.content_height, "the list keeps all its rows"
    view.setCurrentIndex(view.model().index(0, 0))
    person.press("V")
    assert chart.isVisible()


def test_an_empty_campaign_has_no_chart(come: Come, tmp_path: Path) -> None:

    person = come(small_collection(tmp_path / "new.jury"), assessor="organiser", desk="campaign")
    person.window.resize(1920, 1080)
    person.settle()
    (chart,) = person.window.findChildren(WorkChart)
    assert not chart.isVisible()


def test_a_large_panel_is_named_in_short() -> None:
    words = panel_words([f"Assessor {at}" for at in range(180)])
    assert words.endswith("Assessor 5 and 174 more count in gold standards and agreement.")
    assert "Assessor 6" not in words
