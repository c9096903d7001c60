"""The hub in the window: joining, judging while the network is cut, who takes part, withdrawing."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hub_people import Campaign, forget_accounts, hashes, judge
from hub_proxy import FaultProxy
from hub_server import hub as hub
from hub_server import hub_to_fill as hub_to_fill
from hub_server import owner
from person import Person, scores_in, scores_of
from person import come as come
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from strange_server import StrangeServer

from jurybox.collection.file import open_writing
from jurybox.collection.organizer import ORGANIZER
from jurybox.hub.address import Address, read_address
from jurybox.hub.campaign import push_file
from jurybox.hub.certificates import make_certificate
from jurybox.hub.link import link_in, store_link
from jurybox_gui.desks.campaign.hub_sheet import HubSheet
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.message import Message

Come = Callable[..., Person]


@pytest.fixture
def proxy(hub_to_fill: Address) -> Iterator[FaultProxy]:
    """The network between everybody and the hub."""
    made = FaultProxy(hub_to_fill.host, hub_to_fill.port)
    yield made
    made.close()


@pytest.fixture
def campaign(tmp_path: Path, hub_to_fill: Address, proxy: FaultProxy) -> Campaign:
    """A campaign of two assessors at a hub, reached through the proxy; Japanese and Arabic names."""
    names = ["田中 さくら", "ليلى"]
    made = Campaign(tmp_path, replace(hub_to_fill, port=proxy.port), assessors=names)
    forget_accounts()
    return made


def forge(file: Path, port: int) -> None:
    """Let a file name another server."""
    with closing(open_writing(file)) as db:
        link = link_in(db)
        assert link is not None
        db.execute("BEGIN IMMEDIATE")
        store_link(db, replace(link, url=replace(read_address(link.url), port=port).url))
        db.execute("COMMIT")


def choose(person: Person, path: Path) -> None:
    """Choose a file in the dialog that is open."""
    dialog = person.window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(path))
    dialog.close()
    person.settle()


def joined(person: Person, invitation: Path, target: Path) -> None:
    """Join from the menu with an invitation."""
    person.window.registry.trigger("file.join-campaign")
    choose(person, invitation)
    choose(person, target)
    person.wait(lambda: "You joined" in person.program.message)
    person.settle()


def test_an_assessor_joins_judges_through_an_outage_and_everything_arrives(
    come: Come, campaign: Campaign, proxy: FaultProxy, tmp_path: Path
) -> None:
    person, target = come(), tmp_path / "mine.jury"
    joined(person, campaign.invite("田中 さくら"), target)
    assert person.program.message == "You joined Small as 田中 さくら."
    assert person.window.status.waiting == ""
    hub = person.program.hub
    person.wait(lambda: hub.state is not None and hub.state.connected)
    proxy.cut()
    person.wait(lambda: hub.state is not None and not hub.state.connected)
    person.press("1", "2")
    person.wait(lambda: person.window.status.waiting == "2 labels wait for the network")
    assert person.program.message == ""  # remarks go with the next label
    proxy.mend()
    hub.wake()
    person.wait(lambda: person.window.status.waiting == "")
    mine = hashes(target, "田中 さくら")
    assert len(mine) == 2
    person.close()
    organizer = come(campaign.home, assessor=ORGANIZER, desk="campaign")
    organizer.wait(lambda: hashes(campaign.home, "田中 さくら") == mine)


def test_joining_is_broken_off_and_goes_on(come: Come, campaign: Campaign, proxy: FaultProxy, tmp_path: Path) -> None:
    person, invitation = come(), campaign.invite("ليلى")
    target = invitation.with_name("home-ليلى.jury")
    proxy.cut()
    person.program.hub_files.join_as(invitation, target)
    person.wait(lambda: bool(person.program.message))
    proxy.mend()
    proxy.delay(0.05)
    person.click("Try again", settles=False)
    person.press("Esc")
    assert person.program.message == "Joining was stopped."
    proxy.mend()
    person.program.hub_files.join_as(invitation, target)
    person.wait(lambda: "You joined Small as ليلى." in person.program.message)
    person.settle()
    assert person.session.path == target


def test_invitations_that_are_wrong_or_used_are_refused_in_a_sentence(
    come: Come, campaign: Campaign, tmp_path: Path
) -> None:
    person, other = come(), tmp_path / "other.invite"
    other.write_text("nothing")
    person.program.take_paths([other])
    person.settle()
    assert person.program.message.startswith("other.invite is not an invitation.")
    invitation = campaign.invite("ليلى")
    joined(person, invitation, tmp_path / "first.jury")
    forget_accounts()
    person.program.hub_files.join_as(invitation, tmp_path / "second.jury")
    person.wait(lambda: "was used already" in person.program.message)
    assert not (tmp_path / "second.jury").exists()


def test_the_organizer_sees_who_takes_part_and_withdraws_somebody(
    come: Come, campaign: Campaign, tmp_path: Path
) -> None:
    theirs = campaign.join("ليلى")
    judge(theirs, [(0, "correct")])
    person = come(campaign.home, assessor=ORGANIZER, desk="campaign")
    person.wait(lambda: person.program.hub.link is not None)
    hub = person.program.hub
    person.wait(lambda: hub.state is not None and hub.state.connected)
    said = dict(part.split(": ", 1) for part in person.desk.facts.hub.accessibleName().split("; "))
    assert (said["Connection"], said["To send"]) == ("connected", "nothing")
    with campaign.account(theirs):
        person.wait(lambda: "Connected now: ليلى" in person.desk.facts.hub.accessibleName())
    person.wait(lambda: "Connected now: nobody" in person.desk.facts.hub.accessibleName())
    person.press("I")
    sheet = person.window.findChild(HubSheet)
    person.wait(lambda: bool(sheet.people))
    assert [(one.name, one.state) for one in sheet.people] == [
        ("ليلى", "joined"), ("田中 さくら", "not invited"),
    ]  # fmt: skip
    assert "0 of 2 assessors connected" in sheet.summary.text()
    sheet.table.selectRow(1)
    person.press("Del")
    asked = person.window.findChild(Message)
    assert [button.text() for button in asked.buttons] == ["Cancel", "Withdraw ليلى"]
    asked.buttons[1].click()
    person.wait(lambda: "is withdrawn from the hub" in person.program.message)
    person.close()
    assessor = come(theirs, assessor="ليلى")
    assessor.wait(lambda: bool(assessor.program.message))
    assert "You can continue; nothing is lost." in assessor.words()
    assessor.press("2")
    assert assessor.session.saving.is_settled


def asked_now(person: Person) -> str:
    """Return the last question that the window asks."""
    asked = person.window.findChildren(Ask)
    return asked[-1].accessibleName() if asked else ""


def test_without_a_network_nothing_is_said_of_what_is_not_known(
    come: Come, campaign: Campaign, proxy: FaultProxy
) -> None:
    person = come(campaign.home, assessor=ORGANIZER, desk="campaign")
    hub = person.program.hub
    person.wait(lambda: hub.state is not None and hub.state.connected)
    person.wait(lambda: "To receive: nothing" in person.desk.facts.hub.accessibleName())
    proxy.cut()
    person.wait(lambda: "Connection: no network now" in person.desk.facts.hub.accessibleName())
    said = dict(part.split(": ", 1) for part in person.desk.facts.hub.accessibleName().split("; "))
    assert list(said) == ["Connection", "To send", "Last contact"]


def test_scores_follow_the_hub_without_a_key(come: Come, campaign: Campaign) -> None:
    theirs = campaign.join("ليلى")
    person = come(campaign.home, assessor=ORGANIZER, desk="scores")
    hub = person.program.hub
    person.wait(lambda: hub.state is not None and hub.state.connected)
    bridge = person.program.bridge
    before = scores_of(bridge.scoreboard)
    judge(theirs, [(answer, ("correct", "incorrect")[answer % 2]) for answer in range(12)], assessor=0)
    push_file(theirs)
    person.wait(lambda: scores_of(bridge.scoreboard) != before)
    person.wait(lambda: hashes(campaign.home, "ليلى") == hashes(theirs, "ليلى"))
    person.wait(lambda: scores_of(bridge.scoreboard) == scores_in(campaign.home, bridge.gold))


def test_refusals_of_a_hub_are_told_in_the_window(
    come: Come, campaign: Campaign, hub_to_fill: Address, tmp_path: Path
) -> None:
    person = come(campaign.home, assessor=ORGANIZER)
    late = campaign.invite("ليلى")
    with owner(hub_to_fill.database) as db:
        db.execute("UPDATE jurybox.invitation SET expires = now() - interval '1 day'")
    program = person.program
    program.hub_files.join_as(late, tmp_path / "late.jury")
    person.wait(lambda: "This invitation expired on" in program.message)
    program.hub_files.create_at("postgresql://anna@db.example.org/x?sslmode=disable")
    person.wait(lambda: "would not be safe (sslmode=disable)" in program.message)
    make_certificate("127.0.0.1", tmp_path / "own.pem", tmp_path / "own.key")
    in_the_clear = replace(hub_to_fill, strict=True, root_certificate=str(tmp_path / "own.pem"))
    program.hub_files.create_at(in_the_clear.whole_url)
    person.wait(lambda: "is not safe" in program.message and "Nothing was sent" in program.message)
    assert not (tmp_path / "late.jury").exists()


def test_a_hub_is_created_and_work_handed_out_by_it(
    come: Come, hub: Address, tmp_path: Path, qapp: QApplication
) -> None:
    from small import small_collection

    home = small_collection(tmp_path / "home.jury", assessors=["Ana", "Ben"])
    person = come(home, assessor=ORGANIZER, desk="campaign")
    assert not person.desk.facts.hub_section.isVisible()
    person.press("I")
    asked = person.window.findChild(Ask)
    asked.field.setText("http://nowhere")
    person.press("Return")
    person.wait(lambda: bool(person.program.message))
    assert "postgresql://" in person.program.message
    person.press("I")
    person.window.findChildren(Ask)[-1].field.setText(hub.url)
    person.press("Return")
    person.wait(lambda: "Password of organizer" in asked_now(person))
    password = person.window.findChildren(Ask)[-1].field
    assert password.echoMode() == QLineEdit.EchoMode.Password
    password.setText("not this one")
    person.press("Return")
    person.wait(lambda: "does not accept the password of organizer" in person.program.message)
    person.press("I")
    person.window.findChildren(Ask)[-1].field.setText(hub.url)
    person.press("Return")
    person.wait(lambda: "Password of organizer" in asked_now(person))
    person.window.findChildren(Ask)[-1].field.setText(hub.password)
    person.press("Return")
    person.wait(lambda: person.program.message == "The hub is ready.")
    person.wait(lambda: person.program.hub.link is not None)
    person.program.campaign_files.hand_out(person.window, "Ana")
    message: Any = person.window.findChild(Message)
    assert [button.text() for button in message.buttons] == ["Invite to the hub…", "Write a file…"]
    message.buttons[0].click()
    choose(person, tmp_path / "ana.invite")
    person.wait(lambda: person.program.message.startswith("ana.invite invites Ana until "))
    assert (tmp_path / "ana.invite").is_file()


def asked_message(person: Person) -> Message:
    """Return the question over the window that has buttons."""
    asked = person.window.findChild(Message)
    assert asked is not None
    return asked


@pytest.mark.parametrize("name", ["home", "ليلى"])
def test_a_file_that_came_by_mail_starts_no_connection(come: Come, campaign: Campaign, name: str) -> None:
    """It names a strange server, and an account whose password is kept here for another."""
    if name != "home":
        campaign.join(name)
    file = campaign.folder / f"{name}.jury"
    with StrangeServer("clear") as strange:
        forge(file, strange.port)
        person = come(file, assessor=ORGANIZER if name == "home" else name)
        person.wait(lambda: person.program.message.startswith("This computer does not know the hub"))
        assert f"port {strange.port}. Nothing was sent." in person.program.message
        sentence = "This computer does not know the hub: File, Connect to the hub…"
        assert person.window.status.waiting == sentence
        assert sentence in person.window.status.accessibleName()
        person.press("1")
        assert strange.met == 0
        person.window.registry.trigger("file.connect-hub")
        asked = asked_message(person)
        assert f"at 127.0.0.1, port {strange.port}?" in asked.accessibleName()
        assert "Nothing was sent. Connect only if the organizer" in asked.accessibleDescription()
        assert [button.text() for button in asked.buttons] == ["Cancel", "Connect"]
        asked.buttons[0].click()
        person.settle()
        assert strange.met == 0
        person.window.registry.trigger("file.connect-hub")
        person.window.findChildren(Message)[-1].buttons[1].click()
        person.wait(lambda: "in clear text or as MD5" in person.program.message)
        assert strange.met
        assert strange.answers == []


def test_the_organizer_of_another_computer_agrees_and_enters_the_password(
    come: Come, campaign: Campaign, hub_to_fill: Address, proxy: FaultProxy
) -> None:
    Path(os.environ["JURYBOX_HUB_PASSWORDS"]).unlink()
    person = come(campaign.home, assessor=ORGANIZER, desk="campaign")
    person.wait(lambda: "does not know the hub" in person.program.message)
    assert "Connection: not connected yet" in person.desk.facts.hub.accessibleName()
    before = proxy.bytes_through
    person.press("I")
    asked_message(person).buttons[1].click()
    person.wait(lambda: "asks for the password of organizer" in person.program.message)
    assert proxy.bytes_through > before
    assert person.window.status.waiting == "The hub asks for the password: File, Connect to the hub…"
    for password in ("wrong", hub_to_fill.password):
        person.click("Connect…")
        person.wait(lambda: "Password of organizer" in asked_now(person))
        field = person.window.findChildren(Ask)[-1].field
        assert field.echoMode() == QLineEdit.EchoMode.Password
        field.setText(password)
        person.press("Return")
        if password == "wrong":
            person.wait(lambda: "does not accept the password of organizer" in person.program.message)
    hub = person.program.hub
    person.wait(lambda: hub.state is not None and hub.state.connected)
    assert person.window.status.waiting == ""
    assert not person.window.registry.possible("file.connect-hub")
    assert person.program.message == ""
