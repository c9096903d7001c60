"""The translated help pages: of the shape of the English pages they follow; at a release, all there and current."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jurybox import help as help_of
from jurybox.help import digest_in, page, page_file, pages
from jurybox.language import catalog_file, read_catalog

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))
import help_translations  # noqa: E402

NOT_YET = "*This page is not translated yet; it is shown in English.*"
PAIRS = [(name, language) for language in help_translations.TRANSLATED for name in help_translations.names()]


@pytest.mark.release
@pytest.mark.parametrize("language", help_translations.TRANSLATED)
def test_every_page_is_translated(language: str) -> None:
    todo = f"translate these into assets/help/{language}/NAME.md, then give the files to help_translations.py"
    assert help_translations.missing(language) == [], todo


@pytest.mark.release
@pytest.mark.parametrize("language", help_translations.TRANSLATED)
def test_translations_are_of_the_english_pages_as_they_are(language: str) -> None:
    todo = (
        "The English text of these has changed (packaging/help_translations.py --changes). "
        f"Bring assets/help/{language}/NAME.md up to date, "
        f"then run: python packaging/help_translations.py assets/help/{language}/NAME.md"
    )
    assert help_translations.stale(language) == [], todo


@pytest.mark.parametrize(("name", "language"), PAIRS)
def test_a_translation_has_the_shape_of_the_english_page_it_was_made_from(name: str, language: str) -> None:
    waits = name in help_translations.missing(language) + help_translations.stale(language)
    assert waits or list(help_translations.differences(name, language)) == []


@pytest.mark.parametrize("language", help_translations.TRANSLATED)
def test_translations_lead_to_files_that_there_are(language: str) -> None:
    for file in page_file("x", language).parent.glob("*.md"):
        assert file.name in {path.name for path in page_file("x", "en").parent.glob("*.md")}, file
        for link in re.findall(r"\]\(([^)]+)\)", file.read_text("utf-8")):
            assert (file.parent / link).is_file() or (file.parents[1] / link).is_file(), (file.name, link)


@pytest.mark.release
@pytest.mark.parametrize("language", help_translations.TRANSLATED)
def test_pages_name_entries_of_menus_as_the_menus_do(language: str) -> None:
    catalog = read_catalog(catalog_file(language).read_text("utf-8"))
    known = {forms[0] for (_, text), forms in catalog.items() if text.endswith("…")}
    for name in help_translations.names():
        for path in re.findall(r"\*\*([^*\n]+…)\*\*", page_file(name, language).read_text("utf-8")):
            assert re.split("[,、，] ?", path)[-1] in known, (name, path)


@pytest.mark.parametrize("language", help_translations.TRANSLATED)
def test_pages_are_found_in_their_language(language: str) -> None:
    assert [one.name for one in pages(language)] == [one.name for one in pages("en")]
    for one in pages(language):
        assert "translated from" not in one.text
        assert "](../" not in one.text
        is_there = page_file(one.name, language).is_file()
        assert (NOT_YET in one.text) != is_there, one.name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of help: a page in English and Spanish, and one in English alone."""
    (tmp_path / "help" / "es").mkdir(parents=True)
    (tmp_path / "help" / "page-a.md").write_text("# One\n\nPress `x`.\n\n![A picture](a.png)\n", "utf-8")
    (tmp_path / "help" / "page-b.md").write_text("# Two\n\nPress `y`.\n", "utf-8")
    (tmp_path / "help" / "es" / "page-a.md").write_text("# Uno\n\nPulse `x`.\n\n![Imagen](a.png)\n", "utf-8")
    monkeypatch.setattr(help_of, "asset", lambda path: tmp_path / path)
    return tmp_path / "help"


def test_a_page_that_changed_in_english_is_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert help_translations.stale("es") == ["page-a"]
    assert help_translations.main([str(folder / "es" / "page-a.md")]) == 0
    assert help_translations.stale("es") == []
    sealed = (folder / "es" / "page-a.md").read_text("utf-8")
    assert len(digest_in(sealed)) == 12
    assert "](../a.png)" in sealed
    assert help_translations.main([str(folder / "es" / "page-a.md")]) == 0
    assert (folder / "es" / "page-a.md").read_text("utf-8") == sealed
    (folder / "es" / "a.png").write_bytes(b"")  # a picture of the window in that language
    assert help_translations.main([str(folder / "es" / "page-a.md")]) == 0
    assert (folder / "es" / "page-a.md").read_text("utf-8") == sealed.replace("](../a.png)", "](a.png)")
    english = (folder / "page-a.md").read_text("utf-8")
    (folder / "page-a.md").write_text(english.replace("Press", "Push"), "utf-8")
    assert help_translations.main([]) == 1
    assert "es, changed in English: page-a\n" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not here")
def test_what_changed_in_english_since_a_page_was_translated_is_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    english = folder / "page-a.md"
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    help_translations.seal(folder / "es" / "page-a.md")
    for text in (english.read_text("utf-8"), "# One\n\nPress it.\n"):
        english.write_text(text, "utf-8")
        subprocess.run(["git", "add", "."], cwd=folder, check=True)
        subprocess.run(["git", *who, "commit", "-qm", "Write"], cwd=folder, check=True)
    assert help_translations.main(["--changes"]) == 1
    told = capsys.readouterr().out
    assert "\npage-a, since it was translated (es):\n" in told
    assert "\n-Press `x`.\n" in told
    assert "\n+Press it.\n" in told


@pytest.mark.parametrize(
    ("was", "then", "part"),
    [
        ("# Uno", "## Uno", "headings"),
        ("`x`", "`y`", "code and keys"),
        ("a.png", "b.png", "pictures"),
        ("Pulse", "* Pulse", "items of lists"),
        ("Pulse", "[Pulse](b.md)", "links"),
        ("Pulse", "Pulse |", "cells of tables"),
        ("Pulse", "    jurybox doctor\n\nPulse", "blocks of code"),
        ("Pulse", "<!-- keys: judge -->Pulse", "desks of keys"),
    ],
)
def test_what_a_translation_changed_is_named(folder: Path, was: str, then: str, part: str) -> None:
    file = folder / "es" / "page-a.md"
    assert list(help_translations.differences("page-a", "es")) == []
    file.write_text(file.read_text("utf-8").replace(was, then, 1), "utf-8")
    assert part in [line.partition(":")[0] for line in help_translations.differences("page-a", "es")]


def test_a_page_is_the_translated_one_or_says_that_it_is_english(folder: Path) -> None:
    help_translations.seal(folder / "es" / "page-a.md")
    found = page("page-a", "es")
    assert found is not None
    assert (found.title, found.text) == ("Uno", "# Uno\n\nPulse `x`.\n\n![Imagen](a.png)\n")
    english = page("page-b", "es")
    assert english is not None
    assert english.text == f"# Two\n\n{NOT_YET}\n\nPress `y`.\n"


@pytest.mark.sweep
@pytest.mark.parametrize("language", help_translations.TRANSLATED)
def test_the_stored_page_of_measures_is_what_is_made(language: str) -> None:
    code = "from jurybox.help import measures_page; import sys; sys.stdout.reconfigure(encoding='utf-8');"
    command = [sys.executable, "-c", f"{code} print(measures_page(), end='')"]
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run(command, env=environ, capture_output=True, encoding="utf-8", check=True, cwd=ROOT)
    todo = f"write it anew: JURYBOX_LANGUAGE={language} python -m jurybox.help"
    assert page_file("measures", language).read_text("utf-8") == done.stdout, todo
