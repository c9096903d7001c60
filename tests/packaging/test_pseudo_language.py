"""In the pseudo-language no English is shown: neither on the command line, nor in the window.

Texts of the catalog are in brackets there, and what fills them in is outside. So what is outside is data,
whose words are in no language here (`foreign`), a name that is the same in every language, or English that
bypasses the catalog.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from foreign import english_in, foreign_tables
from patience import PATIENCE
from sweeps import swept

from jurybox.collection.import_tables import TABLES
from jurybox.formats.registry import FORMATS
from jurybox.kinds import ASSESSOR_KINDS, KINDS
from jurybox.label_schemes import ANSWER_LABELS
from jurybox.measures import MEASURES
from jurybox_gui.cli import program
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.plots.paper import PRESETS

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))
import catalogs  # noqa: E402

RUN_ALL = """
import contextlib, io, json, sys
from jurybox_gui.cli import main
said = []
for words in json.load(sys.stdin):
    out = io.StringIO()
    sys.argv = ["jurybox", *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.suppress(SystemExit):
        main()
    said.append(out.getvalue())
json.dump(said, sys.stdout)
"""
NAMES = {word.casefold() for one in MEASURES for word in re.findall(r"[A-Za-z]{3,}", str(one))}
NAMES |= {"benjamini", "cohen", "dawid", "hochberg", "holm", "krippendorff", "roc", "skene", "tukey"}
NAMES |= {"csv", "jury", "jurybox", "json", "html", "beta", "svg", "pdf", "pgf", "png", "ufa", "ufba"}
"""Names of measures, people, programs and formats."""
KEYS = {
    "alt",
    "backspace",
    "ctrl",
    "del",
    "end",
    "enter",
    "esc",
    "home",
    "ins",
    "pgdown",
    "pgdn",
    "pgup",
    "return",
    "shift",
    "space",
    "tab",
}
IDS = {*TABLES, *KINDS, *ANSWER_LABELS, "kor", "vrop", *FORMATS, "wrong", "nix", "rep", "report", "score"}
IDS |= {name for table in TABLES.values() for name in table.column_names}
IDS |= {"adjudicated", "for", "gaw", "lenient", "majority", "median", "nonrelevant", "strict", "randomization"}
IDS |= {"correctness", "nominal", "ordinal", "person", "quality", "gold", "mode", "open", "panel", "title", "unjudged"}
"""What is typed or stored as it is: labels, kinds, gold standards, settings, files."""

COMMANDS = (
    "import kor.jury tables --dry-run",
    "score kor.jury",
    "agreement kor.jury",
    "compare kor.jury drel-a drel-b",
    "check kor.jury",
    "score kor.jury --explain drel-a zq1",
    "import kor.jury bad --dry-run",
    "score kor.jury --measure vrop",
)
MORE = (
    "report kor.jury -o rep",
    "compare kor.jury",
    "score kor.jury --by unit",
    "score kor.jury --bounds",
    "score kor.jury --explain drel-b zq3",
    "disagreements kor.jury",
    "assessors kor.jury",
    "assign kor.jury",
    "withdraw kor.jury",
    "levels kor.jury",
    "power kor.jury",
    "freeze kor.jury",
    "setup kor.jury",
    "study stability kor.jury --trials 20",
    "score kor.jury --wrong",
    "import kor.jury nix.csv",
)


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables of a process that speaks the pseudo-language, beside a collection `kor.jury`."""
    folder = tmp_path_factory.mktemp("xa")
    catalogs.write_pseudo(folder, catalogs.read("es"), apart=True)
    foreign_tables(folder / "tables")
    (folder / "bad").mkdir()
    (folder / "bad" / "questions.csv").write_text("question,kind,text\nzq1,factoid,Vlim\nzq1,vrop,Gorp\n")
    chosen = {"JURYBOX_CATALOGS": str(folder), "JURYBOX_LANGUAGE": catalogs.PSEUDO, "COLUMNS": "500"}
    found = {**os.environ, **chosen, "QT_QPA_PLATFORM": "offscreen"}
    _outputs(found, [["new", "kor.jury"], ["import", "kor.jury", "tables"]])
    return found


def _outputs(environ: dict[str, str], commands: Sequence[Sequence[str]]) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL],
        input=json.dumps(commands),
        env=environ,
        cwd=environ["JURYBOX_CATALOGS"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=PATIENCE,
    )
    return list(json.loads(done.stdout))


def _english(text: str, *known: set[str]) -> list[str]:
    found = [(line, words) for line in text.splitlines() if (words := english_in(line, set().union(*known)))]
    return [f"{', '.join(words)}: {line}" for line, words in found]


@pytest.mark.parametrize("commands", [COMMANDS, *swept([(MORE,)])], ids=["usual", "more"])
def test_commands_show_no_english(environ: dict[str, str], commands: tuple[str, ...]) -> None:
    said = _outputs(environ, [command.split() for command in commands])
    assert all("[" in text for text in said)
    found = [f"{one}: {each}" for one, text in zip(commands, said, strict=True) for each in _english(text, NAMES, IDS)]
    assert not found, "\n".join(found)


def _helps() -> list[list[str]]:
    """Return every command with --help, those within groups, too."""
    context, found = click.Context(program), [["--help"]]
    for name in program.list_commands(context):
        command = program.get_command(context, name)
        inner = sorted(command.commands) if isinstance(command, click.Group) else []
        found += [[name, "--help"], *([name, each, "--help"] for each in inner)]
    return found


def _typed() -> set[str]:
    """Return the words of command lines: commands, options, their choices and what stands for values."""
    words: set[str] = {*FORMATS, *ASSESSOR_KINDS, *PRESETS, "COMMAND", "help", "match importance groups nil"}
    for *names, _ in _helps():
        context, command = click.Context(program), program
        for name in names:
            command = command.get_command(context, name)  # type: ignore[attr-defined, assignment]
        words |= {*names, *(getattr(command, "commands", ()))}
        for each in command.params:
            words |= {str(each.name), each.make_metavar(context), *each.opts, str(each.default)}
    return {part.casefold() for word in words for part in re.findall(r"[A-Za-z]{3,}", word)}


@pytest.mark.sweep
def test_the_help_of_no_command_shows_english(environ: dict[str, str]) -> None:
    calls, typed, found = _helps(), _typed(), []
    for call, text in zip(calls, _outputs(environ, calls), strict=True):
        found += [f"{' '.join(call)}: {each}" for each in _english(re.sub(r"\s*\n\s*", " ", text), NAMES, IDS, typed)]
    assert len(calls) > 30
    assert not found, "\n".join(found)


@pytest.mark.sweep
def test_desks_show_no_english(environ: dict[str, str]) -> None:
    desks = [desk for desk in DESKS if desk not in {"lists", "nuggets"}]  # there are no such questions
    folder = Path(environ["JURYBOX_CATALOGS"])
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "support" / "shown_texts.py", "kor.jury", "Ugo", *desks],
        env=environ,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=PATIENCE,
    )
    texts = json.loads(done.stdout)
    assert list(texts) == desks
    assert all(len(found) > 100 for found in texts.values())
    found = [f"{desk}: {each}" for desk in desks for text in texts[desk] for each in _english(text, NAMES, IDS, KEYS)]
    assert not found, "\n".join(found)


def test_english_beside_the_catalog_is_found() -> None:
    assert english_in("[Réád ás ]tables[, ]because[ thé fóldér~~]", {"tables"}) == ["because"]
    assert english_in("drel-a  .500  [ópéñ]", set()) == []
