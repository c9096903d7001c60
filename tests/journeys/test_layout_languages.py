"""Layouts hold in every language, and where all texts are 40 % longer: nothing is cut, over or outside."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from demo_file import demo_file
from patience import PATIENCE
from sweeps import swept

ROOT = Path(__file__).parents[2]
WALK = ROOT / "tests" / "support" / "layout_walk.py"
SIZES = ("960x540", "1024x768", "1280x800")
DESKS = {
    "community": "start,judge,scores,disagreements,disagreements+disagreements.agreement,"
    "disagreements+disagreements.side,spaces,studies,campaign",
    "validation": "judge,scores,scores+scores.view_pairs,disagreements,spaces",
    "series": "lists,nuggets,judge,scores,campaign,studies",
}
SHEETS = {
    "validation": "judge+help.keys,judge+edit.settings,judge+edit.find,judge+edit.keys,judge+help.read,"
    "judge+help.about,judge+file.join,judge+file.export-as,scores+help.keys,spaces+help.keys,"
    "disagreements+help.keys",
    "series": "lists+help.keys,nuggets+help.keys,campaign+campaign.plan,campaign+campaign.out,"
    "campaign+campaign.baseline,campaign+campaign.hub,campaign+people.add,campaign+people.kind,"
    "campaign+people.panel,campaign+people.quality,campaign+people.guidelines,campaign+people.labels,"
    "campaign+people.work,campaign+people.details,campaign+people.freeze,campaign+people.calibration,"
    "campaign+people.conflicts",
}


@pytest.fixture(scope="module")
def longer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the language in which every text is 40 % longer."""
    folder = tmp_path_factory.mktemp("longer")
    made = [sys.executable, str(ROOT / "packaging" / "catalogs.py"), "--pseudo", str(folder)]
    subprocess.run(made, check=True, cwd=ROOT, timeout=PATIENCE)
    return folder


def faults(
    folder: Path, demo: str, places: str, language: str, sizes: str, more: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Walk through places of a demo in a language, in a process of its own; yield what is wrong there."""
    file = demo_file(folder / f"{demo}.jury", demo)
    walked = subprocess.run(
        [sys.executable, str(WALK), places, sizes, str(file)],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, "JURYBOX_LANGUAGE": language, **(more or {})},
    )
    for place, size, fault in json.loads(walked.stdout):
        yield f"{place} {size} {fault}"


FEW = [("community", "judge", "960x540")]
ALL = [(demo, places) for of in (DESKS, SHEETS) for demo, places in of.items()]


@pytest.mark.parametrize(("demo", "places"), swept(ALL))
def test_longer_texts_fit(tmp_path: Path, longer: Path, demo: str, places: str) -> None:
    more = {"JURYBOX_CATALOGS": str(longer)}
    assert list(faults(tmp_path, demo, places, "xa", ",".join(SIZES), more)) == []


@pytest.mark.parametrize("language", ["es", *swept(["ja"])])
@pytest.mark.parametrize(("demo", "places", "sizes"), [*FEW, *swept((*place, SIZES[0]) for place in ALL)])
def test_translated_texts_fit(tmp_path: Path, language: str, demo: str, places: str, sizes: str) -> None:
    assert list(faults(tmp_path, demo, places, language, sizes)) == []
