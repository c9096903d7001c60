"""Commands in every language: what people read differs, what programs read does not."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from jurybox.demos import build_demo

RUN = """
import json, sys
from click.testing import CliRunner
from jurybox_gui.cli import program

found = []
for words in json.loads(sys.argv[1]):
    done = CliRunner().invoke(program, words, standalone_mode=False)
    found.append([type(done.exception).__name__, done.output])
sys.stdout.buffer.write(json.dumps(found).encode())
"""
COMMANDS = [
    [command, "FILE", "--format", form]
    for command in ("score", "agreement", "disagreements", "setup", "assessors", "compare")
    for form in ("table", "json", "csv")
]


def run(language: str, file: Path, commands: list[list[str]]) -> list[list[str]]:
    words = [[str(file) if word == "FILE" else word for word in command] for command in commands]
    environ = os.environ | {"JURYBOX_LANGUAGE": language}
    call = [sys.executable, "-c", RUN, json.dumps(words)]
    done = subprocess.run(call, env=environ, capture_output=True, check=True)
    found: list[list[str]] = json.loads(done.stdout)
    return found


def keys_of(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


@pytest.mark.sweep
@pytest.mark.parametrize("demo", ["validation", "community"])
def test_tables_for_programs_are_the_same_in_every_language(demo: str, tmp_path: Path) -> None:
    file = build_demo(demo, tmp_path / "demo.jury")
    english = run("en", file, COMMANDS)
    for language in ("es", "ja"):
        for command, (error, before), (same, now) in zip(COMMANDS, english, run(language, file, COMMANDS), strict=True):
            assert same == error == "NoneType", (language, command, now)
            if "json" in command:
                assert keys_of(json.loads(now)) == keys_of(json.loads(before))
            elif "csv" in command:
                assert now.splitlines()[0] == before.splitlines()[0]
            else:
                assert now != before


@pytest.mark.parametrize(
    ("language", "usage", "help_option"),
    [
        ("en", "Usage: ", "Show this message and exit."),
        ("es", "Uso: ", "Muestra este mensaje y termina."),
        ("ja", "使い方: ", "このメッセージを表示して終了します。"),
    ],
)
@pytest.mark.sweep
def test_click_itself_speaks_the_language(language: str, usage: str, help_option: str, tmp_path: Path) -> None:
    ((_, said),) = run(language, tmp_path, [["score", "--help"]])
    assert said.startswith(usage)
    assert help_option in said
    assert ("Options:" in said) == (language == "en")


def taken_apart(language: str, file: Path) -> tuple[list[str], str]:
    """Return the formulas of one question as JSON has them, and what people see."""
    explain = ["score", "FILE", "--explain", "birch-1", "c21"]
    (_, found), (_, seen) = run(language, file, [[*explain, "--format", "json"], explain])
    return [one["formula"] for one in json.loads(found)["measure"].values()], seen


@pytest.mark.sweep
def test_formulas_are_in_english_for_programs_and_in_the_language_for_people(tmp_path: Path) -> None:
    file = build_demo("community", tmp_path / "demo.jury")
    english, _ = taken_apart("en", file)
    assert "gain at rank 1 ÷ largest gain of the question, averaged over questions" in english
    spanish, seen = taken_apart("es", file)
    assert spanish == english
    assert "ganancia en el rango 1 ÷ ganancia máxima de la pregunta, media de las preguntas" in seen


FORMULAS = """
import re, sys
from jurybox.measures import MEASURES
from jurybox.scoring.explain import formula_in_words

english = re.compile(r"\\b(of|over|averaged|without|and|answers?|relevant|sum|ranks?|the|correct)\\b")
for one in MEASURES:
    shown = formula_in_words(one.formula)
    if english.search(shown):
        sys.stdout.buffer.write(f"{one.name}: {shown}\\n".encode())
"""


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["es", "ja"])
def test_no_formula_keeps_a_word_in_english(language: str) -> None:
    environ = os.environ | {"JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", FORMULAS], env=environ, capture_output=True, check=True)
    assert not done.stdout.decode()
