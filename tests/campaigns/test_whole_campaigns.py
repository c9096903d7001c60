"""Whole campaigns from raw files to a frozen, verified report, with the keys of everybody who takes part."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from campaigns.at_the_boards import Hands, Right
from campaigns.at_the_desk import Organizing
from campaigns.checking import check_report, check_scores
from campaigns.figures import Compared
from campaigns.generated import Campaign
from campaigns.organizer import Organizer, as_json, jurybox
from campaigns.rag import Generation, Retrieval
from campaigns.should import Should
from campaigns.trec2004 import Trec2004
from person import Person, come

__all__ = ["come"]

pytestmark = [pytest.mark.soak, pytest.mark.usefixtures("quick_pictures")]

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "trec-qa-2004"
PEOPLE = {"Ana": 0.03, "Ben": 0.08, "Chie": 0.15}
"""How often each of them errs."""
FEWEST_FIGURES = 500


class Raw(Right, Protocol):
    """The files of a campaign as they came in, and what is right."""

    late: str
    gone: str
    golds: tuple[str, ...]
    """Gold standards to look at; the first is the official one."""
    unanswerable: tuple[str, str]
    """A question that nobody can score, and why the organizer drops it."""

    def steps(self, folder: Path) -> Iterator[tuple[object, ...]]:
        """What the organizer imports, import by import."""

    def runs(self, folder: Path, *, late: bool = False) -> list[Path]:
        """Write runs, or the one that comes late."""


def official(path: Path) -> dict[str, Any]:
    """The scores of each run by the frozen gold standard."""
    return {row["run"]: row["measure"] for row in as_json("score", path, "--gold", "official")["runs"]}


def kept_out(path: Path) -> list[tuple[str, str]]:
    """The questions without a score, each with the reason."""
    return [(row["question"], row["reason"]) for row in as_json("left-out", path, status=(0, 1))["left_out"]]


class WholeCampaign:
    """One campaign in a folder, with everybody's keys, step by step."""

    def __init__(self, raw: Raw, folder: Path, come: Callable[..., Person], say: Callable[[str], None]) -> None:
        self.raw, self.folder, self.come, self.say = raw, folder, come, say
        self.path = folder / "home.jury"

    def begin(self) -> None:
        """Import the raw files and give the work out, two people to a question."""
        jurybox("new", self.path, "--name", "A campaign")
        for step in self.raw.steps(self.folder / "raw"):
            jurybox("import", self.path, *step)
        jurybox("setup", self.path, "--gold", self.raw.golds[0])
        to = [word for name in PEOPLE for word in ("--to", name)]
        jurybox("assign", self.path, *to, "--overlap", 2, "--together")

    def judge(self) -> None:
        """Let everybody judge all of a file of their own; merge what comes back."""
        for name, errs in PEOPLE.items():
            own, began = self.folder / f"{name}.jury", time.monotonic()
            jurybox("assign", self.path, "--hand-out", name, "-o", own)
            person = self.come(own, assessor=name)
            hands = Hands(person, self.raw, name, errs)
            hands.judge_all()
            person.close()
            jurybox("merge", self.path, own)
            self._tell(name, hands, began)

    def decide(self) -> None:
        """Decide what people differ about, settle or drop what is left, and freeze."""
        began = time.monotonic()
        person = self.come(self.path, assessor="organiser")
        organizing = Organizing(person, self.raw, "organiser", 0)
        decided = organizing.decide_all()
        left = organizing.settle_what_is_left(*self.raw.unanswerable)
        organizing.freeze("official")
        person.close()
        self._tell(f"organizer, {decided} decisions", organizing, began)
        assert set(left) <= {"dropped", "undefined"}
        reasons = kept_out(self.path)
        self.say(f"kept out: {reasons}")
        assert len(reasons) == sum(left.values())
        assert self.raw.unanswerable[0] in dict(reasons)

    def publish(self) -> Compared:
        """Write the report, verify it, and compare what commands and report say with what they should."""
        self._report("report")
        compared = Compared()
        organizer = Organizer(Campaign(1, "series", "answers"), self.folder / "read")
        organizer.folder.mkdir()
        organizer.path = self.path
        tables = organizer.tables()
        for gold in self.raw.golds:
            check_scores(organizer, Should(tables, gold), compared)
        check_report(organizer, tables, compared)
        self.say(f"{sum(compared.count.values()):,} figures: {compared.by_screen()}")
        return compared

    def come_late(self) -> None:
        """Let a run come late and another be withdrawn: what is official stays."""
        before = official(self.path)
        jurybox("import", self.path, *self.raw.runs(self.folder / "late", late=True))
        jurybox("withdraw", self.path, self.raw.gone)
        after, late, gone = official(self.path), self.raw.late, self.raw.gone
        assert set(after) == {*before, late} - {gone}
        assert {run: row for run, row in after.items() if run != late} == {
            run: row for run, row in before.items() if run != gone
        }
        self._report("report with the late run")

    def _report(self, name: str) -> None:
        words = ("report", self.path, "-o", self.folder / name)
        jurybox(*words, "--gold", "official", "--draws", 100)
        jurybox(*words, "--verify")

    def _tell(self, who: str, hands: Hands, began: float) -> None:
        keys = ", ".join(f"{count:,} on {desk}" for desk, count in hands.keys.items())
        self.say(f"{who}: {hands.keys.total():,} keys ({keys}), {time.monotonic() - began:.0f} s")


needs_data = pytest.mark.skipif(not DATA.exists(), reason="the test set of TREC 2004 is not here")


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(lambda: Trec2004(DATA), id="series of TREC 2004", marks=needs_data),
        pytest.param(Retrieval, id="retrieval"),
        pytest.param(Generation, id="generation"),
    ],
)
def test_a_campaign_comes_to_an_official_end(
    raw: Callable[[], Raw], come: Callable[..., Person], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def say(words: str) -> None:
        with capsys.disabled():
            print(f"\n{words}", flush=True)

    campaign = WholeCampaign(raw(), tmp_path, come, say)
    campaign.begin()
    campaign.judge()
    campaign.decide()
    compared = campaign.publish()
    assert not compared.wrong, compared.wrong[:20]
    assert sum(compared.count.values()) > FEWEST_FIGURES
    campaign.come_late()
