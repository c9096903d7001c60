"""Which language the program speaks, and its texts in it."""

import json
import os
import subprocess
import sys

import pytest

from jurybox.language import asked_language, chosen_language, read_catalog, tr, trc, trn
from jurybox.paths import settings_file


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "es_ES"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ja"}, "ja"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "ja"}, "en"),
        ({"LANG": "es_ES.UTF-8", "JURYBOX_LANGUAGE": "ja"}, "ja"),
        ({"LANG": "es_ES.UTF-8", "JURYBOX_LANGUAGE": "xx"}, "es"),
    ],
)
@pytest.mark.skipif("sys.platform == 'win32'", reason="Windows has no such variables")
def test_the_language_is_that_of_the_system_unless_one_is_asked_for(environ: dict[str, str], language: str) -> None:
    assert chosen_language(environ) == language


@pytest.mark.parametrize(("written", "language"), [("ja", "ja"), ("system", "es"), (7, "es")])
def test_the_setting_comes_before_the_system(written: object, language: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(json.dumps({"language": written}))
    assert chosen_language({"LANG": "es_ES.UTF-8"}) == language


def test_the_command_line_comes_first() -> None:
    environ = {"JURYBOX_LANGUAGE": "ja"}
    assert chosen_language(environ, ["--language", "es", "score"]) == "es"
    assert chosen_language(environ, ["--language=es"]) == "es"
    assert chosen_language(environ, ["score", "--language", "es"]) == "ja"
    assert asked_language(["--language", "es", "score"]) == ("es", 2)
    assert asked_language(["--language"]) == ("", 1)
    assert asked_language(["score"]) == ("", 0)


def test_english_is_the_text_itself() -> None:
    assert tr("Open {file}", file="a {b}.jury") == "Open a {b}.jury"
    assert tr("100 {percent}") == "100 {percent}"
    assert trn("{n} answer", "{n} answers", 1) == "1 answer"
    assert trn("{n} answer by {who}", "{n} answers by {who}", 1200, who="Ana") == "1,200 answers by Ana"
    assert trc("button", "Open") == "Open"


def test_a_catalog_has_contexts_plurals_and_long_texts() -> None:
    source = r"""
msgid ""
msgstr ""
"Language: es\n"

# For whoever translates.
msgctxt "state"
msgid "Open"
msgstr "Abierto"

msgid "{n} run"
msgid_plural "{n} runs"
msgstr[0] "{n} sistema"
msgstr[1] "{n} sistemas"

msgid ""
"First\n"
"second \"quoted\""
msgstr ""
"Primero\n"
"segundo «citado»"

msgid "Not translated"
msgstr ""
"""
    assert read_catalog(source) == {
        ("state", "Open"): ("Abierto",),
        ("", "{n} run"): ("{n} sistema", "{n} sistemas"),
        ("", 'First\nsecond "quoted"'): ("Primero\nsegundo «citado»",),
    }


NUMBERS = """
import sys
from jurybox.language import grouped, tr, trn
from jurybox.numbers import count_text, short_text
said = (
    *(grouped(n) for n in (999, 1022, 10022, 1234567, -10022)),
    grouped(12345.678, ".1f"),
    tr("{count:,} {name!r} {share:.2f}", count=10022, name="a,b", share=0.5),
    trn("{n}", "{n}", 1022),
    count_text(1022),
    short_text(20000),
    short_text(0.25),
)
sys.stdout.buffer.write("|".join(said).encode())
"""


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "999|1,022|10,022|1,234,567|-10,022|12,345.7|10,022 'a,b' 0.50|1,022|1,022|20,000|.25"),
        # Real Academia Española, Ortografía de la lengua española: no space in four figures, never a point
        ("es", "999|1022|10_022|1_234_567|-10_022|12_345.7|10_022 'a,b' 0.50|1022|1022|20_000|.25"),
        ("ja", "999|1,022|10,022|1,234,567|-10,022|12,345.7|10,022 'a,b' 0.50|1,022|1,022|20,000|.25"),
    ],
)
def test_thousands_are_apart_as_the_language_writes_them(language: str, expected: str) -> None:
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", NUMBERS], env=environ, capture_output=True, check=True)
    assert done.stdout.decode() == expected.replace("_", "\u00a0")


@pytest.mark.parametrize("language", ["es", "ja"])
def test_choices_of_formats_and_baselines_are_in_the_language(language: str) -> None:
    titles = (
        "import json; from jurybox.formats.registry import FORMATS; "
        "from jurybox.campaign.baselines import BASELINES; "
        "print(json.dumps([*(one.title for one in FORMATS.values()), *BASELINES.values()]))"
    )
    said = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", titles],
                env={**os.environ, "JURYBOX_LANGUAGE": one},
                capture_output=True,
                check=True,
            ).stdout
        )
        for one in ("en", language)
    ]
    assert len(said[0]) > 20
    assert [english for english, other in zip(*said, strict=True) if english == other] == []
