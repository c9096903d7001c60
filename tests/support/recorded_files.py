"""Files of earlier versions and hand-outs of earlier programs: they open, are scored and come back as recorded.

The files are in `recordings/versions` and `recordings/handouts` and are never made again: `write_handouts` is for
those of another day, beside these.
"""

import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner

from jurybox.commands import Judge, MatchRest, SetGroup
from jurybox.kinds import KINDS
from jurybox.session import Session, open_session
from jurybox_gui.cli import program

FOLDER = Path(__file__).parent / "recordings"
VERSIONS, HANDOUTS = FOLDER / "versions", FOLDER / "handouts"
HOME = "home"
"""The name of the organizer's file among hand-outs."""


def keys() -> Iterator[str]:
    """Yield the files of each version, and the days of hand-outs."""
    yield from (f"version {one.name}" for one in sorted(VERSIONS.glob("*.jury.gz")))
    yield from (f"handouts {one.name}" for one in sorted(HANDOUTS.iterdir()) if one.is_dir())


def made(key: str) -> Any:
    """Return what is read of a file: its check and its scores; or what comes home of hand-outs."""
    kind, name = key.split(" ", 1)
    with TemporaryDirectory() as folder:
        if kind == "version":
            return opened(unpacked(VERSIONS / name, Path(folder)))
        return returned(HANDOUTS / name, Path(folder))


def unpacked(packed: Path, folder: Path) -> Path:
    """Unpack a file into a folder."""
    path = folder / packed.name.removesuffix(".gz")
    path.write_bytes(gzip.decompress(packed.read_bytes()))
    return path


def jurybox(*words: object) -> str:
    """Run a command; return what it prints, with the names of folders left out."""
    done = CliRunner().invoke(program, [str(word) for word in words], prog_name="jurybox")
    assert done.exit_code in (0, 1), (words, done.output, done.exception)
    folder = str(Path(str(words[1])).parent)
    return done.stdout.replace(folder, "FOLDER")


def opened(path: Path) -> Any:
    """Return check, scores and progress of a file, and its scores once somebody has opened it to judge."""
    found = {
        "check": jurybox("check", path).split("\n")[:-1],
        "scores": json.loads(jurybox("score", path, "--format", "json")),
        "progress": json.loads(jurybox("assessors", path, "--progress", "--format", "json")),
    }
    with closing(open_session(path)) as session:
        session.flush()
    assert json.loads(jurybox("score", path, "--format", "json")) == found["scores"]
    return found


def first_scores(demo: str) -> Iterator[tuple[str, str, str]]:
    """Yield run, measure and score as the first release printed them of a demo."""
    lines = (VERSIONS / f"{demo}-version1-scores.txt").read_text(encoding="utf-8").splitlines()
    heads = lines[0].split()[1:]
    for line in lines[1:]:
        cells = line.split()
        if len(cells) == len(heads) + 1:
            yield from ((cells[0], head, cell) for head, cell in zip(heads, cells[1:], strict=True))


def returned(folder: Path, room: Path) -> Any:
    """Return what each assessor is shown, and the collection once everybody has judged and sent the file back."""
    home = unpacked(folder / f"{HOME}.jury.gz", room)
    found: dict[str, Any] = {}
    for packed in sorted(folder.glob("*.jury.gz")):
        who = packed.name.removesuffix(".jury.gz")
        if who != HOME:
            own = unpacked(packed, room)
            with closing(open_session(own, assessor=who)) as session:
                given = judged(session)
                session.flush()
            found[who] = [given, jurybox("merge", home, own).split("\n")[:-1]]
    return {**found, HOME: opened(home)}


def judged(session: Session) -> int:
    """Let somebody say something of every answer of theirs, the same every time; return of how many."""
    catalog, count = session.catalog, 0
    for answer, question in enumerate(catalog.answer_question.tolist()):
        kind = KINDS[catalog.questions[question].kind]
        if kind.is_labeled:
            words = session.facts.scheme_of(kind.name).words
            session.execute(Judge((answer,), words[answer % len(words)]))
            count += 1
        if kind.name == "list" and answer % 2:
            session.execute(SetGroup((answer,), "g1"))
        if kind.name == "other":
            session.execute(MatchRest(answer, "yes" if answer % 3 else "no"))
            count += 1
    return count


def write_handouts(day: str) -> None:
    """Make hand-outs with the present program, of a collection by lot, into a folder of their own."""
    from campaigns.generated import Campaign
    from steady_codes import steady_codes

    to = HANDOUTS / day
    to.mkdir(parents=True)
    with TemporaryDirectory() as room, steady_codes(day):
        campaign = Campaign(7, "mixed", "overlap")
        home = Path(room) / f"{HOME}.jury"
        jurybox("new", home, "--name", "Hand-outs")
        jurybox("import", home, campaign.write_tables(Path(room) / "tables"))
        people = [word for name in campaign.people for word in ("--to", name)]
        jurybox("assign", home, *people, "--overlap", 2, "--repeats", 0.2)
        for name in campaign.people:
            jurybox("assign", home, "--hand-out", name, "-o", Path(room) / f"{name}.jury")
        for file in sorted(Path(room).glob("*.jury")):
            (to / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
