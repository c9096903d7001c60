"""Whole campaigns, imported, assigned, judged apart, merged and adjudicated: every number is the oracle's.

The numbers of commands, reports and screens are read as people read them and compared with what an oracle
makes of the exported tables; the exported tables are compared with what everybody was asked to say.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from campaigns.by_keys import with_keys
from campaigns.checking import check_commands, check_report, check_screens, nothing_is_lost
from campaigns.figures import Compared
from campaigns.generated import Campaign
from campaigns.organizer import Judging, Organizer, played, say_all
from person import Person, come

__all__ = ["come"]

Come = Callable[..., Person]
MANY, BLOCKS = 200, 10
FLIPPING = 36
"""A campaign in which a decision would swap two runs: Disagreements shows the scores now."""
SCREENED = (*range(2, MANY, 9), 87)
"""The campaigns of the long run whose report is read and that are looked at in the window."""


def play(seed: int, folder: Path, compared: Compared, how: Judging = say_all, kind: str = "") -> None:
    """Play a campaign and compare what commands print."""
    folder.mkdir()
    organizer = played(Campaign(seed, kind), folder, how)
    tables = check_commands(organizer, compared)
    if how is say_all:
        compared.wrong += nothing_is_lost(organizer, tables)


@pytest.mark.parametrize("seed", [2, 7, 8, 9, 13])
def test_commands_say_of_a_campaign_what_its_tables_say(seed: int, tmp_path: Path) -> None:
    compared = Compared()
    play(seed, tmp_path / "c", compared)
    assert not compared.wrong, compared.wrong[:20]
    assert sum(compared.count.values()) > 100


def look(seed: int, come: Come, tmp_path: Path) -> tuple[Compared, Organizer]:
    """Play a campaign and compare what its report and the window show."""
    compared = Compared()
    organizer = played(Campaign(seed), tmp_path)
    tables = organizer.tables()
    check_report(organizer, tables, compared)
    person = come(organizer.path, assessor="organiser")
    check_screens(person, organizer, tables, compared)
    assert not compared.wrong, compared.wrong[:20]
    return compared, organizer


@pytest.mark.parametrize("seed", [15, 3, FLIPPING])
def test_every_screen_says_of_a_campaign_what_its_tables_say(seed: int, come: Come, tmp_path: Path) -> None:
    compared, organizer = look(seed, come, tmp_path)
    assert min(compared.count[where] for where in ("Scores", "report", "Campaign")) > 1
    if seed == FLIPPING:
        assert compared.count["now"] >= 2 * len(organizer.campaign.runs)


@pytest.mark.parametrize("kind", ["validation", "ranked"])
def test_a_campaign_judged_with_keys_is_counted_so(kind: str, come: Come, tmp_path: Path) -> None:
    compared = Compared()
    play(4 if kind == "validation" else 19, tmp_path / "c", compared, with_keys(come), kind)
    assert not compared.wrong, compared.wrong[:20]


@pytest.mark.soak
@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_number_of_many_campaigns_is_that_of_the_oracle(
    block: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two hundred campaigns, in blocks so that several processes can share them."""
    compared = Compared()
    for seed in range(block, MANY, BLOCKS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        organizer = played(Campaign(seed), folder)
        before = len(compared.wrong)
        tables = check_commands(organizer, compared)
        compared.wrong += nothing_is_lost(organizer, tables)
        compared.wrong[before:] = [f"{seed}: {told}" for told in compared.wrong[before:]]
        shutil.rmtree(folder)
    with capsys.disabled():
        print(f"\n{sum(compared.count.values()):,} numbers compared, {len(compared.wrong)} differ")
        print(compared.by_screen())
    assert not compared.wrong, compared.wrong[:50]


@pytest.mark.soak
@pytest.mark.parametrize("seed", SCREENED)
def test_the_screens_of_many_campaigns_say_what_their_tables_say(
    seed: int, come: Come, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compared, _ = look(seed, come, tmp_path)
    with capsys.disabled():
        print(f"\n{sum(compared.count.values()):,} numbers compared on screens: {compared.by_screen()}")
