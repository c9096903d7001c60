"""Windows: how large they are, what they are called, how they close, and what a sudden end leaves."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtGui import QGuiApplication
from small import small_collection
from sweeps import swept

import jurybox_gui.shell.session_restore as remembering
from jurybox.demos import demo_copy
from jurybox_gui.live_strip.ranking import RankingView

Come = Callable[..., Person]


@pytest.mark.sweep
def test_no_desk_and_no_sentence_makes_the_window_grow(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    window = person.window
    window.show_desk("start")
    for desk in window.available():
        window.show_desk(desk)
        person.settle()
    person.window.tell("Something happened. " * 30, "And more of it. " * 30, kind="good")
    person.settle()
    least = window.minimumSizeHint()
    assert least.width() <= 760
    assert least.height() <= 620


@pytest.mark.qt_log_ignore("grabbing the keyboard", "propagateSizeHints", "raise")  # by the menu that opens
def test_full_screen_has_no_menus_until_they_are_asked_for(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    window = person.window
    person.press("F11")
    assert window.isFullScreen()
    assert window.top.isHidden()
    assert "F11" in window.message
    assert "F10" in window.message
    window.registry.trigger("view.menus")
    assert window.top.isVisible()
    window.menus.setActiveAction(None)
    window.registry.trigger("view.full")
    person.settle()
    assert not window.isFullScreen()
    assert window.top.isVisible()


def test_a_second_window_says_its_desk_and_closes_by_its_key(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    person.program.second_window("scores")
    second = person.program.windows[1]
    assert second.windowTitle() == "small.jury - Scores - Jurybox"
    assert person.window.windowTitle() == "small.jury - Jurybox"
    second.registry.trigger("view.close")
    person.wait(lambda: len(person.program.windows) == 1)
    assert person.program.bridge is not None
    assert person.window.registry.keys("view.close") == ("Ctrl+W",)


def test_after_a_sudden_end_one_goes_on_where_one_was(come: Come, home: Path, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "small.jury")
    person = come(path)
    person.program.sit("Ben")
    kept = json.loads((home / "settings.json").read_text())["session"]
    assert kept["file"] == [str(path)]
    assert kept["assessor"] == ["Ben"]  # nothing was closed yet: this is what a crash leaves
    person.close()
    (home / "settings.json").write_text(json.dumps({"session": kept}))
    again = come()
    person.wait(lambda: again.program.bridge is not None)
    assert again.session.path == path


def test_a_collection_that_ends_the_program_is_not_opened_again(
    come: Come, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = come()
    person.program.settings["session"] = {"file": [str(small_collection(tmp_path / "small.jury"))], "size": ["full"]}
    last = remembering.last_session(person.program.settings)
    assert last is not None
    monkeypatch.setattr(person.program, "open_file", lambda *_args, **_how: None)  # it never comes back
    person.program.reopen(last)
    assert json.loads((home / "settings.json").read_text())["session"] == {"size": ["full"]}


@pytest.mark.parametrize(("tall", "filled"), [(4000, True), (300, False)])
def test_a_window_larger_than_the_screen_fills_it(
    come: Come, monkeypatch: pytest.MonkeyPatch, tall: int, filled: bool
) -> None:
    person = come()
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    person.window.resize(700, tall)
    person.settle()
    wanted: list[bool] = []
    monkeypatch.setattr(person.window, "showMaximized", lambda: wanted.append(True))
    remembering.fit_to_screen(person.window)
    assert bool(wanted) == filled


@pytest.mark.parametrize(("desk", "kind"), [("lists", "list"), *swept([("nuggets", "other")])])
def test_a_collection_opened_at_a_desk_of_lists_or_nuggets_shows_a_question(
    come: Come, home: Path, desk: str, kind: str
) -> None:
    person = come(demo_copy("series"), assessor="visitor", desk=desk)
    assert person.window.desk == desk
    assert person.session.catalog.questions[person.desk.question].kind == kind


def test_the_ranking_beside_the_answer_shows_all_its_rows(come: Come, home: Path) -> None:
    person = come(demo_copy("community"), assessor="visitor")
    person.window.resize(1920, 1080)
    person.wait(lambda: bool(person.window.findChildren(RankingView)))
    (ranking,) = person.window.findChildren(RankingView)
    person.wait(lambda: len(ranking.visible_places()) == 11)
    person.wait(lambda: ranking.window().findChildren(RankingView)[0].height() < 420)  # and takes no more
