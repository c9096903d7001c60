"""Long names of runs are cut by what they share, so that they can be told apart where there is little room."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from small import small_collection

from jurybox_gui.theme.fonts import font
from jurybox_gui.widgets.cut_tips import cut_lines
from jurybox_gui.widgets.probe import painted_words
from jurybox_gui.widgets.run_names import cut_to, fitted, know_run_names, short_name, telling_parts

Come = Callable[..., Person]
LONG = "University-of-Somewhere_retrieval-augmented_{}_temperature-0.3_official-submission"


@pytest.fixture
def known() -> Iterator[None]:
    """The names of three long runs and a short one."""
    know_run_names([LONG.format(at) for at in ("v12", "v13", "v14-x")] + ["bm25"])
    yield
    know_run_names(())


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ((LONG.format("v12"), LONG.format("v13")), ("…v12…", "…v13…")),
        (("University-of-A_one", "University-of-B_two"), ("…A_one", "…B_two")),
        (("University-of-A", "University-of-A-2"), ("…A", "…A-2")),
        (("the same words one", "the same words two", "something else"), ("…one", "…two", "")),
        (("quill-1", "quill-2"), ("", "")),
        (("abcdefghijklmnop1", "abcdefghijklmnop2"), ("", "")),
        (("a very long name 1", "a very long name 2", "b very long name 1"), ("…1", "…2", "")),
        (("team alpha is 1", "team alpha is 2", "team gamma is 1", "team gamma is 2"), ("", "", "", "")),
        (("one and the same",), ("",)),
        ((), ()),
    ],
)
def test_what_names_share_is_left_out(names: tuple[str, ...], short: tuple[str, ...]) -> None:
    found = {name: cut_to(name, part) for name, part in telling_parts(names).items()}
    assert tuple(found.get(name, "") for name in names) == short


@pytest.mark.usefixtures("known", "qapp")
def test_a_name_is_cut_only_where_it_does_not_fit() -> None:
    metrics, name, right = QFontMetricsF(font(12)), LONG.format("v13"), Qt.TextElideMode.ElideRight
    wide = metrics.horizontalAdvance(name)
    assert fitted(name, metrics, wide, right) == name
    least = metrics.horizontalAdvance("…v13…")
    assert fitted(name, metrics, least, right) == "…v13…"
    assert fitted(name, metrics, least - 1, right) != "…v13…"
    for room in (least + 60, wide / 2, wide - 1):
        shown = fitted(name, metrics, room, right)
        assert "_v13_" in shown
        assert shown.strip("…") in name
        assert room - 40 < metrics.horizontalAdvance(shown) <= room, "the room is used"
    assert fitted("bm25" * 9, metrics, 30, right).startswith("b"), "other texts are cut as before"
    assert short_name("bm25") == ""


def test_runs_can_be_told_apart_on_every_desk_and_are_whole_in_the_tip(come: Come, tmp_path: Path) -> None:
    names = [LONG.format(f"v{at}") for at in (12, 13)]
    path = small_collection(tmp_path / "c.jury", runs=names, labels=[(0, 0, "correct"), (0, 1, "incorrect")])
    person = come(path, assessor="Ana", desk="judge")
    person.window.resize(1280, 800)
    for key in ("Ctrl+1", "Ctrl+2", "Ctrl+4"):
        person.press(key)
        person.settle()
        words, cut = painted_words(person.window), {line.text for line in cut_lines(person.window)}
        assert set(names) <= cut | set(words), key
        if key != "Ctrl+1":  # its rows are painted once, as pixels
            assert all(f"v{at}" in " ".join(words) for at in (12, 13)), key
    person.press("Ctrl+2", "Down")
    person.wait(lambda: person.program.bridge.selected_run is not None)
    person.window.resize(1900, 900)
    person.settle()
    chosen = names[person.program.bridge.selected_run]
    assert chosen in painted_words(person.window), "the chosen run has its whole name"
