"""A disk that becomes full while a hub's labels arrive: the file that was asked for is named, and nothing is lost."""

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hub_people import Campaign, hashes, judge, until
from hub_server import drop_database, no_database

from jurybox.errors import Refused
from jurybox.hub.campaign import pull_file
from jurybox.hub.export import export_hub
from jurybox.hub.joining import join
from jurybox.hub.sync import Sync

FULL = r"m\.jury cannot be (created|written): "


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """A campaign large enough that a disk can become full in the middle of it."""
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    made = Campaign(tmp_path, no_database(), questions=40, labels=[(0, at, "correct") for at in range(90)])
    yield made
    drop_database(made.address.database)


def fill(patch: pytest.MonkeyPatch, names: str, pages: Callable[[], int]) -> None:
    """Let the disk have room for this many pages of each file whose path holds these words."""
    connect = sqlite3.connect

    def connect_on_a_full_disk(database: object, *others: Any, **more: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(str(database), *others, **more)
        if names in str(database):
            db.execute(f"PRAGMA max_page_count = {pages()}")
        return db

    patch.setattr(sqlite3, "connect", connect_on_a_full_disk)


@pytest.mark.parametrize(("names", "pages"), [(".jurybox.", 1), (".arriving", 1), (".arriving", 36)])
def test_who_joins_is_told_of_their_file_and_can_join_later(campaign: Campaign, names: str, pages: int) -> None:
    invitation, target = campaign.invite("Ana"), campaign.folder / "m.jury"
    with pytest.MonkeyPatch.context() as patch:
        fill(patch, names, lambda: pages)
        with pytest.raises(Refused, match=FULL):
            join(invitation, target)
    assert not target.exists()
    assert join(invitation, target).entries == 90


@pytest.mark.parametrize("pages", [1, 36])
def test_who_writes_a_hub_to_a_file_is_told_of_that_file(campaign: Campaign, pages: int) -> None:
    target = campaign.folder / "m.jury"
    before = sorted(campaign.folder.iterdir())
    with pytest.MonkeyPatch.context() as patch:
        fill(patch, ".jurybox.", lambda: pages)
        with pytest.raises(Refused, match=FULL):
            export_hub(campaign.home, target)
    assert sorted(campaign.folder.iterdir()) == before
    assert export_hub(campaign.home, target).entries == 91


def test_no_network_is_blamed_for_a_full_disk(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Path.open

    def open_on_a_full_disk(self: Path, mode: str = "r", *others: Any, **more: Any) -> Any:
        if mode == "wb":
            raise OSError(28, "No space left on device")
        return opened(self, mode, *others, **more)

    monkeypatch.setattr(Path, "open", open_on_a_full_disk)
    with pytest.raises(Refused, match=r"m\.jury cannot be written: No space left on device\.$"):
        export_hub(campaign.home, campaign.folder / "m.jury")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryDirectory", refuse)
    with pytest.raises(Refused, match=r"^A temporary file cannot be written on this computer: No space left on device"):
        campaign.invite("Ana")


def test_labels_that_find_no_room_are_named_and_arrive_later(campaign: Campaign) -> None:
    file, home = campaign.join("Ana"), campaign.home
    judge(file, [(at, "incorrect") for at in range(90)])
    with pytest.MonkeyPatch.context() as patch:
        fill(patch, "home.jury", lambda: home.stat().st_size // 4096)
        sender, taker = Sync(file), Sync(home)
        sender.start()
        taker.start()
        try:
            until(lambda: "the disk is full" in (taker.state.problem or ""))
        finally:
            sender.stop(20)
            taker.stop(20)
        assert taker.state.problem == "home.jury cannot be written: the disk is full. Free some space and try again."
        with pytest.raises(Refused, match=r"^home\.jury cannot be written: the disk is full\."):
            pull_file(home)
    pull_file(home)
    assert hashes(home, "Ana") == hashes(file, "Ana")
