"""Figures at the head of a page: shares beside the bar are as many as have room, the lowest first."""

from pytestqt.qtbot import QtBot

from jurybox_gui.widgets.probe import painted_words
from jurybox_gui.widgets.summary import HeadlineFigure, ShareBar, Shares, Summary

SHARES = Shares("All pairs", "Lowest pairs", tuple(ShareBar(f"Ana, B{n}", f".{n}00", n / 10) for n in range(1, 7)))


def test_shares_are_as_many_as_have_room_and_the_title_says_so(qtbot: QtBot) -> None:
    summary = Summary()
    qtbot.addWidget(summary)
    summary.show_figures([HeadlineFigure("7", "open")], "9 answers", [("alike", 5), ("not", 4)], SHARES)
    seen = []
    for width in (500, 800, 1100, 1600):
        summary.resize(width, summary.sizeHint().height())
        words = painted_words(summary)
        shown = [one.name for one in SHARES.rows if one.name in words]
        assert shown == [one.name for one in SHARES.rows[: len(shown)]]
        assert ("All pairs" in words) is (len(shown) == len(SHARES.rows))
        assert ("Lowest pairs" in words) is (0 < len(shown) < len(SHARES.rows))
        seen.append(len(shown))
    assert seen[0] == 0
    assert 0 < seen[1] < 6
    assert seen[-1] == 6
    said = summary.accessibleDescription()
    assert "All pairs; Ana, B1: .100; Ana, B2: .200" in said
