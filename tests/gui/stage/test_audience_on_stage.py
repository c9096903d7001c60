"""The audience on stage: invitations, votes that become labels, hands, two people; when nothing listens."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from phones import NO_REPLY, Probe, address_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from jurybox.audience.verdict import AUDIENCE
from jurybox.collection.check import problems_of
from jurybox.collection.entries import Content
from jurybox.session import open_session
from jurybox_gui.audience.host import AudienceHost
from jurybox_gui.audience.qr_code import QUIET, QrCode, modules_of

Stage = Callable[..., Any]


class Show:
    """A demonstrator whose stage has an audience."""

    def __init__(self, one: Any, host: AudienceHost) -> None:
        self.one, self.host = one, host

    def __getattr__(self, name: str) -> Any:
        return getattr(self.one, name)

    @property
    def control(self) -> Any:
        assert self.host.control is not None
        return self.host.control

    @property
    def session(self) -> Any:
        return self.one.window.director.session

    @property
    def words(self) -> str:
        self.control.refresh()
        return str(self.control.panel.words.words)

    def type(self, line: str) -> None:
        QTest.keyClicks(self.control.panel.field, line)
        QTest.keyClick(self.control.panel.field, "\r")
        self.one.settle()

    def invite(self) -> Probe:
        """Invite phones on this computer's own network only."""
        self.one.press("Q")
        at = next(
            number
            for number, button in enumerate(self.control.panel.buttons, start=1)
            if "this computer only" in button.text()
        )
        self.one.press(str(at))
        self.one.qtbot.waitUntil(lambda: self.control.is_seated and self.control.mode == "phones")
        self.one.settle()
        return Probe(self.host.vote.server)

    def label(self, answer: int, who: str = AUDIENCE) -> tuple[str | None, str | None]:
        known = self.session.catalog.assessor_named  # an audience is there from its first vote
        content = self.session.content_of(answer, known[who]) if who in known else Content()
        return content.label, content.note


@pytest.fixture
def show(stage: Stage, qapp: Any) -> Iterator[Callable[..., Show]]:
    hosts: list[AudienceHost] = []

    def show(demo: str = "validation", **how: Any) -> Show:
        one = stage(demo, assessor="visitor", **how)
        host = AudienceHost(one.program)
        hosts.append(host)
        one.program.opened.connect(host.attach)
        host.attach(one.window)
        return Show(one, host)

    yield show
    for host in hosts:
        host.close()


def run(work: Awaitable[Any]) -> Any:
    async def whole() -> Any:
        return await work

    return asyncio.run(whole())


async def votes(probe: Probe, people: int, words: list[str]) -> list[str]:
    names = []
    for at in range(people):
        phone = Probe.__new__(Probe)
        phone.__dict__ |= probe.__dict__ | {"source": address_of(at)}
        name = await phone.join()
        number = (await phone.now(name)).json["round"]
        assert (await phone.vote(name, number, words[at % len(words)])).status == 200
        names.append(name)
    return names


def test_votes_of_phones_become_a_label_of_the_audience(show: Callable[..., Show]) -> None:
    here = show()
    probe = here.invite()
    answer = here.window.director.answer
    assert "Votes count as" not in here.words
    run(votes(probe, 5, ["correct", "incorrect", "correct"]))
    assert "5 of 5 phones voted" in here.words
    assert "correct" not in here.words.replace("incorrect", "")  # the room is not swayed by a count
    before = here.label(answer, "visitor")
    here.press("M")
    assert here.label(answer) == ("correct", "Votes: correct 3, incorrect 2")
    assert here.label(answer, "visitor") == before
    assert here.window.director.answer == answer
    assert run(probe.now(run(probe.join()))).json["phase"] == "closed"
    here.press("N")
    assert here.window.director.answer != answer
    now = run(probe.now(run(probe.join()))).json
    assert (now["phase"], now["answer"]) == ("open", here.window.director.shown.answer)
    assert "You and the jury agree on" in here.words


@pytest.mark.sweep
def test_a_tie_waits_for_the_demonstrator_whose_key_keeps_the_counts(show: Callable[..., Show]) -> None:
    here = show()
    probe = here.invite()
    answer = here.window.director.answer
    here.press("M")
    assert here.label(answer)[0] is None
    run(votes(probe, 4, ["correct", "incorrect"]))
    here.press("M")
    assert here.label(answer)[0] is None
    assert "Tie: 2 each for Correct and Incorrect, of 4 votes" in here.window.foot.words
    here.press("2")
    assert here.label(answer) == ("incorrect", "Votes: correct 2, incorrect 2; tie, the demonstrator chose incorrect")
    here.press("Ctrl+Z")
    assert here.label(answer)[0] is None
    assert here.host.vote.book.count().votes == 4  # still there, and open again
    assert run(probe.now(run(probe.join()))).json["phase"] == "open"


@pytest.mark.sweep
def test_the_end_of_the_vote_gives_the_seat_back_and_nothing_listens(show: Callable[..., Show]) -> None:
    here = show()
    probe = here.invite()
    assert run(probe.get()).status == 200
    server = here.host.vote.server
    here.press("E")
    here.qtbot.waitUntil(lambda: not server.is_running)
    assert run(probe.get()) == NO_REPLY
    assert here.session.catalog.assessors[here.session.assessor].name == "visitor"
    assert here.window.director.answer is not None
    here.press("1")
    assert here.label(here.window.director.answer, "visitor") == ("correct", None)


@pytest.mark.sweep
def test_phones_stay_when_the_story_starts_over_and_leave_with_the_stage(
    show: Callable[..., Show], tmp_path: Any
) -> None:
    from demo_file import demo_file

    again = iter(range(9))
    here = show(again=lambda: demo_file(tmp_path / f"again-{next(again)}.jury"))
    probe = here.invite()
    phone = run(votes(probe, 1, ["correct"]))[0]
    server = here.host.vote.server
    here.press("S")
    here.qtbot.waitUntil(lambda: here.control.is_seated)
    here.settle()
    assert here.host.vote.server is server
    now = run(probe.now(phone)).json
    assert (now["phase"], now["mine"]) == ("open", None)
    here.window.close()
    here.qtbot.waitUntil(lambda: not server.is_running)
    assert here.host.vote.server is None


@pytest.mark.sweep
def test_a_show_of_hands_in_one_line(show: Callable[..., Show]) -> None:
    here = show()
    answer = here.window.director.answer
    here.press("F")
    here.qtbot.waitUntil(lambda: here.control.mode == "hands")
    here.type("17 maybe")
    assert "'maybe' is not a label" in here.window.foot.words
    here.control.panel.field.clear()
    here.type("17 yes, 8 no")
    assert here.label(answer) == ("correct", "Show of hands: correct 17, incorrect 8")
    here.press("N", "F")
    second = here.window.director.answer
    assert second != answer
    here.type("8 8")
    assert here.label(second)[0] is None
    here.press("1")
    assert here.label(second)[1] == "Show of hands: correct 8, incorrect 8; tie, the demonstrator chose correct"
    here.press("E")
    assert here.session.catalog.assessors[here.session.assessor].name == "visitor"


@pytest.mark.sweep
def test_two_people_at_one_keyboard_and_their_agreement(show: Callable[..., Show]) -> None:
    here = show()
    here.press("J")
    here.qtbot.waitUntil(lambda: here.control.mode == "two")
    first = here.window.director.answer
    here.press("A")
    assert "has decided" in here.words
    assert "correct" not in here.words.lower().replace("incorrect", "").split("left hand")[1].split("right hand")[0]
    here.press("J")
    assert here.label(first, "left") == ("correct", "Two at one keyboard")
    assert here.label(first, "right") == ("correct", "Two at one keyboard")
    assert here.label(first) == ("correct", "Votes: correct 2, incorrect 0")
    here.press("N", "S", "J")
    second = here.window.director.answer
    assert here.label(second)[0] is None
    assert "Left hand and Right hand agree on 1 of 2 (kappa .00)" in here.words
    here.press("Esc")
    assert here.control.mode == "off"


@pytest.mark.sweep
def test_a_person_called_audience_is_not_sat_upon(show: Callable[..., Show]) -> None:
    here = show()
    session, answer = here.session, here.window.director.answer
    session.sit(AUDIENCE)
    here.press("1")
    session.sit("visitor")
    here.press("Q")
    assert "Votes count as audience 2, in place of visitor." in here.words
    assert here.label(answer)[0] == "correct"
    here.press("Esc")
    assert here.control.mode == "off"


def facts_of(here: Show) -> tuple[Any, ...]:
    session = here.session
    return len(session.ledger), session.facts.panel, session.catalog.assigned[0].tolist()


def stored(here: Show) -> list[str]:
    here.session.flush()
    return problems_of(here.session.path)


def test_a_vote_without_a_vote_leaves_no_trace(show: Callable[..., Show]) -> None:
    here = show()
    answer, before = here.window.director.answer, facts_of(here)
    here.invite()
    assert "The room judges" in here.words
    here.press("M", "1")  # nobody has voted
    assert "nobody has voted on this answer. Press E to end the vote" in here.window.foot.words
    assert here.label(answer) == here.label(answer, "visitor") == (None, None)
    here.press("E")
    assert (here.control.mode, here.control.is_seated) == ("off", False)
    here.press("F")
    assert here.control.panel.field.hasFocus() or not here.window.isActiveWindow()
    assert "The room judges" in here.words
    QTest.keyClick(here.control.panel.field, Qt.Key.Key_Escape)
    here.one.settle()
    assert (here.control.mode, here.control.is_seated) == ("off", False)
    assert facts_of(here) == before
    here.press("1")
    assert here.label(answer, "visitor") == ("correct", None)
    here.press("V")
    assert here.window.reveal.isVisible()  # of the demonstrator, not of an audience without labels
    here.press("V")
    assert AUDIENCE not in here.session.catalog.assessor_named
    assert stored(here) == []


def test_with_its_first_label_the_room_gets_its_seat_and_is_shown_until_the_end(show: Callable[..., Show]) -> None:
    here = show()
    answer, before = here.window.director.answer, facts_of(here)
    panel = before[1]
    here.press("F")
    here.type("3 yes 1 no")
    assert here.label(answer) == ("correct", "Show of hands: correct 3, incorrect 1")
    assert here.window.director.line.startswith("Answer 1: correct")
    audience = here.session.catalog.assessor_named[AUDIENCE]
    assert here.session.facts.panel == (*panel, audience)
    assert stored(here) == []
    for key in ("N", "Q", "Esc", "F"):
        here.press(key)
        assert here.control.is_seated
        if here.control.mode != "choosing":
            assert "The room judges" in here.words
    QTest.keyClick(here.control.panel.field, Qt.Key.Key_Escape)
    here.one.settle()
    assert here.control.is_seated
    assert "The room judges" in here.words
    here.press("1")
    second = here.window.director.answer
    assert here.label(second) == here.label(second, "visitor") == (None, None)
    here.press("E")
    assert here.session.catalog.assessors[here.session.assessor].name == "visitor"
    assert sorted(here.session.catalog.assigned[0].tolist()).count(audience) == 1
    assert stored(here) == []
    here.press("1")
    assert here.label(second, "visitor") == ("correct", None)


def test_another_program_that_opens_the_file_returns_the_answers_until_the_next_vote(show: Callable[..., Show]) -> None:
    here = show()
    here.press("F")
    here.type("3 1")
    first = here.window.director.answer
    here.session.flush()
    with closing(open_session(here.session.path, assessor="visitor")):
        pass
    here.session.saver.writer.look_again()
    here.one.qtbot.waitUntil(lambda: not here.session.has_lent)
    here.one.settle()
    assert "The room judges" in here.words
    here.press("N", "F")
    second = here.window.director.answer
    assert second != first
    here.type("1 3")
    assert here.label(second) == ("incorrect", "Show of hands: correct 1, incorrect 3")
    audience = here.session.catalog.assessor_named[AUDIENCE]
    assert here.session.assessor == audience
    assert here.session.facts.panel.count(audience) == 1
    here.press("E")
    assert stored(here) == []


OPENED: list[str] = []
"""Sockets of the internet that were made or bound while somebody listened; audit hooks cannot be removed."""
WATCHES = [False]


def on_event(event: str, details: tuple[Any, ...]) -> None:
    if not (WATCHES and WATCHES[0]):  # the module is emptied before the interpreter ends
        return
    is_of_internet = event == "socket.__new__" and int(details[1]) in {2, 10}
    if is_of_internet or event in {"socket.bind", "socket.connect", "socket.getaddrinfo"}:
        OPENED.append(event)


def test_nothing_listens_and_no_package_is_loaded_until_phones_are_invited(show: Callable[..., Show]) -> None:
    sys.addaudithook(on_event)
    WATCHES[0] = True
    before = {name for name in ("uvicorn", "starlette", "segno") if name in sys.modules}
    try:
        here = show()
        here.press("1", "N", "2", "P", "Ctrl+Z", "F")
        here.qtbot.waitUntil(lambda: here.control.mode == "hands")
        here.type("3 2")
        here.press("E", "J")
        here.qtbot.waitUntil(lambda: here.control.mode == "two")
        here.press("Esc", "Q")
        assert here.control.mode == "choosing"
        here.press("Esc")
        assert OPENED == []
        assert {name for name in ("uvicorn", "starlette", "segno") if name in sys.modules} == before
        here.invite()
        assert "socket.bind" in OPENED  # the watch can see
    finally:
        WATCHES[0] = False


@pytest.mark.sweep
def test_the_code_is_drawn_whole_with_its_quiet_zone(qtbot: Any) -> None:
    text = "http://192.168.100.117:8080/vote/k7m4qz3t"
    code = QrCode()
    qtbot.addWidget(code)
    code.resize(300, 260)
    code.show_text(text)
    code.show()
    image = code.grab().toImage()
    modules = modules_of(text)
    count = len(modules) + 2 * QUIET
    side = int(min(image.width(), image.height()) / count)
    left = (image.width() - side * count) // 2
    for y in range(count):
        for x in range(count):
            inside = QUIET <= x < count - QUIET and QUIET <= y < count - QUIET
            dark = inside and modules[y - QUIET][x - QUIET]
            seen = image.pixelColor(left + x * side + side // 2, y * side + side // 2).lightness() < 128
            assert seen == dark, (x, y)
