"""What README, help and the pages for contributors say of commands, options, files and keys is so."""

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import click
import pytest

from jurybox.kinds import KINDS
from jurybox_gui.cli import program
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.shell.campaign_actions import CAMPAIGN_ACTIONS
from jurybox_gui.shell.replay import REPLAY_ACTIONS
from jurybox_gui.shell.window_actions import SHELL_ACTIONS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *ROOT.glob("assets/help/*.md"), *ROOT.glob("packaging/*.md")])
CODE = re.compile(r"`([^`\n]+)`|^(?: {4}|)((?:jurybox|python3 run\.py) .*)$", re.MULTILINE)
CALL = re.compile(r"^(?:jurybox|python3 run\.py) (?P<command>[a-z][a-z-]*)(?P<rest>(?: .*)?)$")
CHORD = re.compile(r"^(?:(?:Ctrl|Shift|Alt)\+)+[\w,?]+$|^F\d+$")
PATH = re.compile(r"^(?:[\w.-]+/)+[\w.-]*$")
BUILT = (".venv/", "demo-out/", "figures/", "jurybox/assets", "participants/", "tables/", "wheelhouse")
ROOTS = ("", "model/jurybox", "gui/jurybox_gui", "gui", "model", "tests", "packaging", "assets")


def spans(page: Path) -> list[str]:
    """Return what a page sets as code, and its lines that are commands."""
    return [one or line for one, line in CODE.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_that_are_named_exist(page: Path) -> None:
    context = click.Context(program)
    for span in spans(page):
        call = CALL.match(span)
        if call is None or call["command"] in {"test", "follows"}:
            continue
        command = program.get_command(context, call["command"])
        assert command is not None, span
        if isinstance(command, click.Group):  # of `jurybox hub invite` the options are those of `invite`
            command = command.get_command(context, call["rest"].split()[0])
            assert command is not None, span
        known = {name for parameter in command.params for name in parameter.opts}
        named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", re.split(r" {2,}|, `", call["rest"])[0]))
        named -= {"--help", "-h", "-m", "-k", "-x"} if "run.py" in span else {"--help", "-h"}
        assert named <= known, span


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    for span in spans(page):
        if PATH.match(span) and not span.startswith(BUILT):
            assert any((ROOT / root / span).exists() for root in ROOTS), span


def test_the_kinds_of_question_that_are_listed_by_hand_are_all_of_them() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    judging = (ROOT / "assets/help/judging.md").read_text("utf-8")
    rows = {
        place: " ".join(re.findall(r"^\| (.*?) \|", text.partition("| kind of question |")[2], re.MULTILINE))
        for place, text in (("README.md", readme), ("the labels in judging.md", judging))
    }
    letters = re.findall(r"^\* Beside .* has a letter: .*$", judging, re.MULTILINE)
    rows["the letters in judging.md"] = " ".join(letters)
    for place, text in rows.items():
        for kind in KINDS.values():
            if kind.is_labeled or place == "README.md":
                assert re.search(rf"\b{kind.name}\b", text, re.IGNORECASE), f"name {kind.name} in {place}"


def keys(desks: Iterable[str] = DESKS) -> set[str]:
    """Return every key of the actions of these desks, and of those that work everywhere."""
    specs = [*SHELL_ACTIONS, *CAMPAIGN_ACTIONS, *REPLAY_ACTIONS]
    for desk in desks:
        specs += import_module(DESKS[desk].partition(":")[0]).ACTIONS
    return {key for spec in specs for key in spec.keys}


def test_chords_that_are_named_do_something() -> None:
    named = {span for page in PAGES if page.parent.name == "help" for span in spans(page) if CHORD.match(span)}
    assert len(named) > 20
    assert named - keys() == set()


def test_pages_name_most_commands() -> None:
    calls = [CALL.match(span) for page in PAGES for span in spans(page)]
    named = {call["command"] for call in calls if call}
    assert set(program.list_commands(click.Context(program))) - named <= {"open"}


@pytest.mark.parametrize(
    ("page", "desk"),
    [
        ("judging", "judge"),
        ("scores", "scores"),
        ("disagreements", "disagreements"),
        ("pictures", "spaces"),
        ("campaign", "campaign"),
    ],
)
def test_letters_that_are_named_are_keys_of_the_desk(page: str, desk: str) -> None:
    named = {span for span in spans(ROOT / "assets" / "help" / f"{page}.md") if re.match(r"^[A-Z]$", span)}
    assert named
    assert named - keys([desk]) == set()


CONFLICT = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: |$)", re.MULTILINE)
"""A line by which a merge marks what it could not join."""
TEXTS = [*ROOT.glob("*.md"), *ROOT.glob("packaging/*.md"), *ROOT.glob("assets/**/*.*")]


def test_no_page_and_no_catalog_holds_the_marker_of_a_conflict() -> None:
    written = [file for file in TEXTS if file.suffix in {".md", ".po", ".toml", ".csv", ".html", ".js", ".css"}]
    assert {"es.po", "ja.po", "scores.md", "README.md"} <= {file.name for file in written}
    assert not [file for file in written if CONFLICT.search(file.read_text("utf-8"))]


@pytest.mark.parametrize("marker", ["<<<<<<< HEAD", "=======", ">>>>>>> 51228f2 Call what", "||||||| base"])
def test_the_marker_of_a_conflict_is_found(marker: str) -> None:
    assert CONFLICT.search(f"one\n{marker}\ntwo")
    assert not CONFLICT.search(f"a table\n========\n {marker}")
