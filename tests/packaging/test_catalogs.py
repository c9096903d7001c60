"""The catalogs of texts: renewed, read as Babel reads them, and with the names in braces of the texts."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from jurybox.language import LANGUAGES, read_catalog

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))
import catalogs  # noqa: E402

TRANSLATED = [language for language in LANGUAGES if language != "en"]
NAME = re.compile(r"(?<!\{)(?:\{\{)*\{(\w+(?:![rs])?(?::[^{}]*)?)\}")


def is_translated(text: Message, catalog: Catalog) -> bool:
    found = catalog.get(texts_of(text)[0], text.context)
    return found is not None and not found.fuzzy and all(catalogs.translations_of(found))


def texts_of(message: Message) -> tuple[str, ...]:
    return tuple(message.id) if message.pluralizable else (str(message.id),)


def waiting(language: str) -> list[str]:
    catalog = catalogs.read(language)
    found = catalogs.texts(catalogs.CONVERTED)
    return [str(text.id) for text in found if text.id and not is_translated(text, catalog)]


@pytest.mark.release
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_converted_rooms_is_translated(language: str) -> None:
    assert not waiting(language), "run python packaging/catalogs.py, then translate these"


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogs_are_written_in_one_way(language: str) -> None:
    stored = (catalogs.CATALOGS / f"{language}.po").read_bytes()
    assert stored == catalogs.po_of(catalogs.read(language)), "run python packaging/catalogs.py"


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_program_reads_catalogs_as_babel_does(language: str) -> None:
    expected = {
        (message.context or "", texts_of(message)[0]): catalogs.translations_of(message)
        for message in catalogs.read(language)
        if message.id and all(catalogs.translations_of(message))
    }
    assert read_catalog((catalogs.CATALOGS / f"{language}.po").read_text("utf-8")) == expected


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_names_of_the_text(language: str) -> None:
    for message in catalogs.read(language):
        wanted = {name for text in texts_of(message) for name in NAME.findall(text)}
        for text in catalogs.translations_of(message) if message.id else ():
            if text:
                found = set(NAME.findall(text))
                assert found <= wanted, message.id
                assert text.count("{}") == texts_of(message)[0].count("{}"), message.id
                assert wanted - found <= {"n"}, message.id  # "one answer" may do without its number


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_was_not_saved_begins_alike(language: str) -> None:
    catalog = read_catalog((catalogs.CATALOGS / f"{language}.po").read_text("utf-8"))
    beginning = "Not saved: "  # the window takes it off where its place says so already
    found = [forms[0] for (_, text), forms in catalog.items() if text.startswith(beginning)]
    assert len(found) > 3
    assert all(each.startswith(catalog["", beginning][0]) for each in found)


def test_a_text_that_is_no_literal_is_refused() -> None:
    with pytest.raises(SyntaxError, match=r"x\.py, line 2: tr needs a literal text"):
        list(catalogs.texts_of("name = 'Ana'\ntr(f'Hello {name}')", "x.py"))


def test_texts_plurals_contexts_and_help_are_found() -> None:
    source = '''
# translators: a button
tr("Open")
trn("{n} answer", "{n} answers", 3)
trc("state", "Open")
@program.command("go")
@click.option("--far", help="How far.")
def go():
    """Go there.\\f not shown"""
'''
    assert list(catalogs.texts_of(source, "x.py")) == [
        ("Go there.", None, ""),
        ("Open", None, "a button"),
        (("{n} answer", "{n} answers"), None, ""),
        ("Open", "state", ""),
        ("How far.", None, ""),
    ]


def test_the_pseudo_language_is_longer_and_keeps_what_is_replaced() -> None:
    assert catalogs.pseudo_of("Open {file!r}") == "[Ópéñ {file!r}~~~]"
    text = "Write the answers of all runs to one file."
    assert len(catalogs.pseudo_of(text)) == pytest.approx(1.4 * len(text), abs=1)


def test_what_fills_a_text_in_can_be_seen_apart() -> None:
    assert catalogs.pseudo_of("Open {file!r} of {n:,}", apart=True) == "[Ópéñ ]{file!r}[ óf ]{n:,}[~~~~~~~]"
    assert catalogs.pseudo_of("Press {{studies.stop}}", apart=True).startswith("[Préss {{studies.stop}}")


def test_the_command_line_speaks_the_language_in_force(tmp_path: Path) -> None:
    catalogs.write_pseudo(tmp_path, catalogs.texts(["model/jurybox/collection/file.py"]))
    environ = {**os.environ, "JURYBOX_CATALOGS": str(tmp_path), "JURYBOX_LANGUAGE": catalogs.PSEUDO}
    command = [sys.executable, "-m", "jurybox_gui", "score", str(tmp_path / "no.jury")]
    done = subprocess.run(command, env=environ, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert re.fullmatch(r"\[.*no\.jury dóés.*~\]\n", done.stderr)
