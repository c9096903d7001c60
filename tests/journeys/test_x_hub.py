"""An assessor with real keys of an X server joins a campaign and judges through outages of the network."""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hub_people import Campaign, forget_accounts, hashes, problems
from hub_proxy import FaultProxy
from hub_server import hub_to_fill
from person import labels_in
from x_person import Come, XPerson

from jurybox.hub.address import Address
from jurybox.hub.campaign import pull_file

__all__ = ["hub_to_fill"]

pytestmark = pytest.mark.xkeys

KEYS = {"1": "correct", "2": "incorrect"}


def join_with(person: XPerson, invitation: Path, own: Path) -> None:
    """Open an invitation from the palette, say where the file is to be, and wait for the hub."""
    person.press("Ctrl+K")
    person.see(lambda s: s["overlay"] == "CommandPalette")
    person.type("join a campaign")
    person.press("Return")
    person.pick("Open an invitation", invitation)
    person.pick("Join Small as Ana: where to keep the file", own)
    person.opened()
    person.see(lambda s: s["who"] == "Ana" and s["message"] == "You joined Small as Ana.")
    person.see(lambda s: s["synced"], "a connection to the hub")


def judge_on(person: XPerson, keys: str) -> float:
    """Judge what is shown, one answer after another; return the median seconds until the next is painted."""
    times = []
    for key in keys:
        here = person.see(lambda s: s["painted"] and s["answer"] is not None)["answer"]
        began = time.monotonic()
        person.press(key)
        person.see(lambda s, here=here: s["painted"] and s["answer"] != here, f"another than {here}")
        times.append(time.monotonic() - began)
    return statistics.median(times)


def test_an_assessor_joins_and_judges_through_an_outage(
    x_come: Come, tmp_path: Path, hub_to_fill: Address, tell: Callable[..., None]
) -> None:
    proxy = FaultProxy(hub_to_fill.host, hub_to_fill.port)
    campaign = Campaign(tmp_path, replace(hub_to_fill, port=proxy.port))
    invitation, own = campaign.invite("Ana"), tmp_path / "own.jury"
    forget_accounts()
    ana = x_come()
    ana.see(lambda s: s.get("desk") == "start", "the start page")
    rest, start = ana.rested(), ana.screen.pressed
    join_with(ana, invitation, own)
    tell("an invitation opened and a campaign joined", ana, rest, start)

    rest, start = ana.rested(), ana.screen.pressed
    proxy.cut()
    ana.see(lambda s: not s["synced"], "no network")
    for number, key in enumerate("12112", start=1):
        ana.press(key)
        ana.see(lambda s, number=number: s["saved"] and len(labels_in(own, "Ana")) == number)
    ana.see(lambda s: s["waiting"] == "5 labels wait for the network")
    proxy.mend()
    ana.see(lambda s: s["synced"] and not s["waiting"], "everything sent")
    tell("five answers judged without a network", ana, rest, start, 5)
    ana.leave()

    pull_file(campaign.home)
    assert hashes(campaign.home, "Ana") == hashes(own, "Ana")
    assert sorted(labels_in(campaign.home, "Ana").values()) == sorted(KEYS[key] for key in "12112")
    proxy.close()


def test_an_hour_of_judging_while_the_network_comes_and_goes(
    x_come: Come, tmp_path: Path, hub_to_fill: Address, tell: Callable[..., None]
) -> None:
    """As many keys as an hour has, through outages, a slow and a torn network; nothing is waited for."""
    proxy = FaultProxy(hub_to_fill.host, hub_to_fill.port)
    campaign = Campaign(tmp_path, replace(hub_to_fill, port=proxy.port), questions=24, answers=12)
    invitation, own = campaign.invite("Ana"), tmp_path / "own.jury"
    forget_accounts()
    ana = x_come()
    ana.see(lambda s: s.get("desk") == "start", "the start page")
    join_with(ana, invitation, own)
    networks = {
        "connected": proxy.mend,
        "cut": proxy.cut,
        "slow": lambda: proxy.delay(0.2),
        "torn": lambda: proxy.truncate(2_000),
        "connected again": proxy.mend,
    }
    judged = ""
    for name, begin in networks.items():
        proxy.mend()
        begin()
        rest, start = ana.rested(), ana.screen.pressed
        said = "1121" * 13
        median = judge_on(ana, said)
        judged += said
        tell(f"{name}: {median * 1e3:.0f} ms to the next answer", ana, rest, start, len(said))
    ana.see(lambda s: s["synced"] and not s["waiting"], "everything sent")
    ana.leave()

    assert list(labels_in(own, "Ana").values()) == [KEYS[key] for key in judged]
    pull_file(campaign.home)
    assert hashes(campaign.home, "Ana") == hashes(own, "Ana")
    assert problems(campaign.home) == problems(own) == []
    proxy.close()
