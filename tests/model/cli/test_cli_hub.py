"""The commands `hub ...` from the creation of a hub to its export."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hub_people import judge
from hub_server import hub  # noqa: F401 - a fixture
from small import small_collection

from jurybox.hub.address import Address

Run = Callable[..., Any]


def test_a_campaign_by_commands(run: Run, hub: Address, tmp_path: Path) -> None:  # noqa: F811
    home = small_collection(tmp_path / "home.jury", labels=[(0, 0, "correct")])
    invitation, ana, whole = (tmp_path / name for name in ("ana.invite", "ana.jury", "whole.jury"))
    told = run("hub", "create", hub.whole_url, home)
    assert "Invite assessors next" in told.out
    assert "The collection is open" in told.out
    assert hub.password not in told.out
    assert "judging" in run("setup", home, "--mode", "judging").out
    assert "invites Ana until" in run("hub", "invite", home, "Ana", "-o", invitation).out
    assert "Ana's part of Small: 4 questions" in run("hub", "join", invitation, ana).out
    judge(ana, [(1, "incorrect"), (2, "correct")])
    assert run("hub", "push", ana).out == "2 entries sent to the hub.\n"
    assert run("hub", "pull", hub.url, home).out == "2 entries came from the hub.\n"
    status = json.loads(run("hub", "status", home, "--format", "json").out)
    by_name = {one["name"]: one for one in status["people"]}
    assert (by_name["Ana"]["state"], by_name["Ana"]["entries"]) == ("joined", 3)
    assert by_name["Ben"]["state"] == "not invited"
    assert "Ana: joined, 3 entries" in run("hub", "status", hub.url).out
    assert "Ana no longer has access" in run("hub", "withdraw", home, "Ana").out
    assert "was withdrawn" in run("hub", "push", ana).refusal
    assert "contains all" in run("hub", "export", home, "-o", whole).out
    assert run("check", whole).status == 0
    assert run("hub", "export", home, "-o", whole).refusal.startswith(f"{whole} exists already")


def test_refusals_are_one_sentence(run: Run, tmp_path: Path) -> None:
    home = small_collection(tmp_path / "home.jury")
    assert "sslmode=require" in run("hub", "create", "postgresql://a@db.x/y?sslmode=require", home).refusal
    assert "belongs to no hub" in run("hub", "push", home).refusal
    assert "is not an invitation" in run("hub", "join", home, tmp_path / "x.jury").refusal
    assert "does not exist" in run("hub", "status", tmp_path / "none.jury").refusal


@pytest.mark.sweep
def test_serving_a_room_until_it_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(tmp_path / "passwords.json"))
    home = small_collection(tmp_path / "home.jury")
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-room-"))
    command = [sys.executable, "-m", "jurybox_gui", "hub"]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, "serve", str(place / "room")], stdout=subprocess.PIPE, text=True, env=where
    ) as room:
        assert room.stdout is not None
        url = room.stdout.readline().split()[4].rstrip(".")
        assert url.startswith("postgresql://organizer@127.0.0.1:")
        # The password is kept on this computer: the address without it is enough.
        made = subprocess.run(
            [*command, "create", url, str(home)], env=where, capture_output=True, text=True, check=False
        )
        assert (made.returncode, made.stderr) == (0, "")
        room.send_signal(signal.SIGINT)
        assert room.wait(60) == 130
    assert not (place / "room" / "data" / "postmaster.pid").exists()
    shutil.rmtree(place)
