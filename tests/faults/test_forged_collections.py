"""Forged collections on every path: one sentence or the right result, never a traceback, never a wait."""

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from forging import ENTRIES, HARMLESS, TABLES, board, forged, within

from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.errors import Refused
from jurybox.session import open_session
from jurybox_gui.cli import program

ALL = {f"entry: {name}": one for name, one in ENTRIES.items()} | {f"table: {name}": one for name, one in TABLES.items()}


def answer_of(*words: object) -> str:
    """Run a command and return its refusal, "" where it did its work; a traceback is raised."""
    with within():
        result = CliRunner().invoke(program, [str(word) for word in words], prog_name="jurybox")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in {0, 1, 2}
    if result.exit_code == 2:
        assert result.stderr.count("\n") == 1, result.stderr
    found = words[0] == "check" and result.exit_code == 1
    return result.stdout if found else result.stderr if result.exit_code == 2 else ""


def open_and_look(path: Path) -> str:
    """Open a collection as the window does, look at everything, and return why it was refused, if so."""
    from jurybox.collection.check import damage_refused

    with within():
        try:
            with damage_refused(path), closing(open_session(path)) as session:
                session.history(100, 0)
                for at in range(len(session.ledger)):
                    session.entry(at)
                return session.saving.read_only or ""
        except Refused as error:
            return str(error)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return board(tmp_path_factory.mktemp("forged") / "base.jury")


def on_every_path(base: Path, folder: Path, name: str) -> list[str]:
    """Return why each path refused a forged collection, "" where it did not."""
    path = forged(base, folder / "forged.jury", ALL[name])
    whole = folder / "whole.jury"
    whole.write_bytes(base.read_bytes())
    told = [answer_of("check", path)]
    told.append(open_and_look(path))
    told.append(answer_of("score", path))
    told.append(answer_of("export", path, "-o", folder / "tables"))
    told.append(answer_of("log", path))
    told.append(answer_of("merge", whole, path))
    follow = folder / "shared"
    follow.mkdir()
    (follow / "whole.jury").write_bytes(base.read_bytes())
    path.rename(follow / "forged.jury")
    told.append(answer_of("follow", follow, "--collection", follow / "whole.jury", "--no-window"))
    told.append(answer_of("rescue", follow / "forged.jury", "-o", folder / "saved.jury"))
    if not told[-1]:
        with closing(open_reading(folder / "saved.jury")) as db:
            assert check(db) == []
    return told


def is_refused(base: Path, folder: Path, name: str) -> bool:
    """Return whether a forged collection is refused, and by opening as well as by checking."""
    checked, opened, *_ = on_every_path(base, folder, name)
    return bool(opened) or bool(checked)


@pytest.mark.parametrize("name", list(ALL)[::8])
def test_forged(base: Path, tmp_path: Path, name: str) -> None:
    assert is_refused(base, tmp_path, name) or name in HARMLESS


@pytest.mark.sweep
@pytest.mark.parametrize("name", ALL)
def test_every_forgery(base: Path, tmp_path: Path, name: str) -> None:
    assert is_refused(base, tmp_path, name) or name in HARMLESS


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("an unknown act", "has entries with the unknown act 'dream'"),
        ("an unknown kind", "is of the kind 'gossip', which only a newer Jurybox knows"),
    ],
)
def test_a_word_that_is_none_is_named_once_in_a_sentence(base: Path, tmp_path: Path, name: str, told: str) -> None:
    path = forged(base, tmp_path / "forged.jury", ENTRIES[name])
    assert told in open_and_look(path)
    with closing(open_reading(path)) as db:
        found = check(db)
    assert len(set(found)) == len(found)
    assert all("Log entry" in sentence for sentence in found)


def test_a_forgery_is_the_same_each_time(base: Path, tmp_path: Path) -> None:
    for name, forgery in ENTRIES.items():
        first, second = (tmp_path / f"{n}.jury" for n in (1, 2))
        for path in (first, second):
            forged(base, path, forgery)
        with closing(open_reading(first)) as one, closing(open_reading(second)) as other:
            entries = "SELECT kind, act, label, state, fact FROM entry ORDER BY id"
            assert one.execute(entries).fetchall() == other.execute(entries).fetchall(), name
