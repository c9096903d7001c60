"""An assessor with real keys of an X server joins a campaign and judges through an outage of the network."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hub_people import Campaign, forget_accounts, hashes
from hub_proxy import FaultProxy
from hub_server import hub
from person import labels_in
from x_person import Come

from jurybox.hub.address import Address
from jurybox.hub.campaign import pull_file

__all__ = ["hub"]

pytestmark = pytest.mark.xkeys

KEYS = {"1": "correct", "2": "incorrect"}


def test_an_assessor_joins_and_judges_through_an_outage(
    x_come: Come, tmp_path: Path, hub: Address, tell: Callable[..., None]
) -> None:
    proxy = FaultProxy(hub.host, hub.port)
    campaign = Campaign(tmp_path, replace(hub, port=proxy.port))
    invitation, own = campaign.invite("Ana"), tmp_path / "own.jury"
    forget_accounts()
    ana = x_come()
    ana.see(lambda s: s.get("desk") == "start", "the start page")
    rest, start = ana.rested(), ana.screen.pressed
    ana.press("Ctrl+K")
    ana.see(lambda s: s["overlay"] == "CommandPalette")
    ana.type("join a campaign")
    ana.press("Return")
    ana.pick("Open an invitation", invitation)
    ana.pick("Join Small as Ana: where to keep the file", own)
    ana.opened()
    ana.see(lambda s: s["who"] == "Ana" and s["message"] == "You joined Small as Ana.")
    ana.see(lambda s: s["synced"], "a connection to the hub")
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
