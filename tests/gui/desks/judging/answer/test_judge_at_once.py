"""What a key says is painted first of all, and on its way to the disk before any other view learns of it."""

import pytest
from judge_bench import Asked, Given, Open
from pytestqt.qtbot import QtBot

from jurybox.collection.writer import Job
from jurybox.errors import Refused

ASKED = Asked("q", "Is it?", [Given("a", "It is a."), Given("b", "It is b.")])


def test_the_label_is_painted_then_written_then_signaled(
    bench: Open, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    made = bench([ASKED])
    made.settings["advance"] = False
    happened: list[str] = []
    bar, writer = made.desk.center.bar, made.session.saver.writer
    paint, submit = bar.paint_given, writer.submit

    def painted(word: str) -> None:
        paint(word)
        happened.append(f"painted {bar.buttons[word].given}")

    def submitted(job: Job) -> None:
        happened.append("written")
        submit(job)

    monkeypatch.setattr(bar, "paint_given", painted)
    monkeypatch.setattr(writer, "submit", submitted)
    made.bridge.changed.connect(lambda changes, _who: happened.append(f"signaled {'labels' in changes.what}"))
    made.press("1")
    assert happened[:3] == ["painted True", "written", "signaled True"]
    qtbot.waitUntil(lambda: happened[3:] == ["signaled False"])  # it is saved


def test_a_label_that_is_refused_is_not_left_on_its_button(bench: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    made = bench([ASKED])
    made.settings["advance"] = False
    made.press("1")

    def refuse(*_: object) -> None:
        raise Refused("The disk was taken away.")

    monkeypatch.setattr(made.session, "execute", refuse)
    made.press("2")
    buttons = made.desk.center.bar.buttons
    assert {word for word, button in buttons.items() if button.given} == {"correct"}
    assert made.desk.center.banner.sentence.text() == "The disk was taken away."
