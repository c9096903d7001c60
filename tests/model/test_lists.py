"""Lists in sentences, in the language in force, with the patterns of the CLDR."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from babel import Locale
from babel.lists import format_list

from jurybox.language import LANGUAGES, catalog_file, read_catalog
from jurybox.lists import and_list, bracketed, clauses, comma_list, labeled, or_list, sentences

NAMES = ["Ana", "Bo", "Cy", "Di", "Ed"]
SAY = """
import sys
from jurybox.lists import and_list, bracketed, clauses, comma_list, labeled, or_list, sentences
names = sys.argv[1:]
found = and_list(names), or_list(names), comma_list(names, 2), clauses(names), sentences(names)
found += labeled(names[0], names[-1]), bracketed(names[0], names[-1])
sys.stdout.buffer.write("|".join(found).encode())
"""


def said_in(language: str, *names: str) -> list[str]:
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", SAY, *names], env=environ, capture_output=True, check=True)
    return done.stdout.decode().split("|")


def test_lists_in_english() -> None:
    assert [and_list(NAMES[:n]) for n in range(4)] == ["", "Ana", "Ana and Bo", "Ana, Bo and Cy"]
    assert [or_list(NAMES[:n]) for n in range(4)] == ["", "Ana", "Ana or Bo", "Ana, Bo or Cy"]
    assert and_list(NAMES, 3) == comma_list(NAMES, 3) == "Ana, Bo, Cy and 2 more"
    assert comma_list(NAMES[:3], 3) == "Ana, Bo, Cy"
    assert clauses(["", "one", "two"]) == "one; two"
    assert sentences(["One.", "", "Two."]) == "One. Two."
    assert (labeled("Size", 3), bracketed("Export", "{E}")) == ("Size: 3", "Export ({E})")


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_patterns_are_those_of_the_cldr(language: str) -> None:
    catalog = read_catalog(catalog_file(language).read_text("utf-8"))
    known = Locale(language).list_patterns
    for text, cldr, place in [
        ("{first}, {last}", "standard", "middle"),
        ("{first} and {last}", "standard", "end"),
        ("{first} or {last}", "or", "end"),
    ]:
        expected = known[cldr][place].format("{first}", "{last}")
        assert catalog["list", text] == (expected,)
    for context in ("list", "list, same sound", "clauses", "sentences"):
        own = [form for (one, _), forms in catalog.items() if one == context for form in forms]
        assert own
        assert all(form.startswith("{first}") and form.endswith("{last}") for form in own)


@pytest.mark.sweep
def test_a_list_is_the_one_that_babel_makes() -> None:
    for language in ("es", "ja"):
        for count in (1, 3, 5):
            both = said_in(language, *NAMES[:count])
            assert both[0] == format_list(NAMES[:count], "standard", language)
            assert both[1] == format_list(NAMES[:count], "or", language)


def test_spanish_and_japanese_lists() -> None:
    assert said_in("es", "Ana", "Bo", "Inés") == [
        "Ana, Bo e Inés",
        "Ana, Bo o Inés",
        "Ana, Bo y 1 más",
        "Ana; Bo; Inés",
        "Ana Bo Inés",
        "Ana: Inés",
        "Ana (Inés)",
    ]
    assert said_in("es", "hierro", "hielo", "otoño")[:2] == ["hierro, hielo y otoño", "hierro, hielo u otoño"]
    assert said_in("es", "Hugo", "hiena")[0] == "Hugo y hiena"
    assert said_in("ja", "Ana", "Bo", "Cy", "Di") == [
        "Ana、Bo、Cy、Di",
        "Ana、Bo、Cy、またはDi",
        "Ana、Bo、ほか 2 件",
        "Ana；Bo；Cy；Di",
        "AnaBoCyDi",
        "Ana：Di",
        "Ana（Di）",
    ]


def test_no_module_of_the_program_needs_babel() -> None:
    root = Path(__file__).resolve().parents[2]
    files = [*root.glob("model/**/*.py"), *root.glob("gui/**/*.py")]
    assert len(files) > 500
    assert not [file for file in files if "import babel" in (text := file.read_text("utf-8")) or "from babel" in text]
