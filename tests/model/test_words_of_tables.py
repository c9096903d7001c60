"""What tables, formats and labels are called in sentences, in other languages than English, too."""

import os
import subprocess
import sys

import pytest

from jurybox.collection.findings import Counted, Report
from jurybox.collection.import_tables import TABLES
from jurybox.collection.table_words import counted_rows, table_word
from jurybox.formats.format import format_word
from jurybox.label_schemes import label_word

SAY = """
import sys
from jurybox.collection.findings import Counted, Report
from jurybox.collection.table_words import counted_rows, table_word
from jurybox.formats.format import format_word
from jurybox.label_schemes import label_word
report = Report((Counted("questions", 1, 1), Counted("runs", 0, 2), Counted("judgments", 3, 1, 2)))
said = (
    *report.what_was_found(),
    counted_rows(1, "times"),
    counted_rows(2, "lines"),
    format_word("tables"),
    format_word("trec-qrels"),
    label_word("incorrect"),
    label_word("B"),
)
sys.stdout.buffer.write("|".join(said).encode())
"""


def test_in_english_tables_have_their_names() -> None:
    assert [table_word(name) for name in TABLES] == list(TABLES)
    assert counted_rows(1, "matches") == "1 match"
    assert [counted_rows(2, name) for name in ("questions", "times")] == ["2 questions", "2 times of runs"]
    assert all(counted_rows(2, name).startswith("2 ") for name in TABLES)
    assert (format_word("tables"), label_word("correct")) == ("tables", "correct")
    assert Report((Counted("runs", 0, 1),)).what_was_found() == ["runs: 1 new, named in other rows"]


SPANISH = [
    "preguntas: se añade 1",
    "ejecuciones: se añaden 2, por el nombre en otras filas",
    "juicios: 3 en los archivos (se añade 1, 2 ya en la colección)",
    "1 tiempo de ejecución",
    "2 lines",
    "tablas",
    "trec-qrels",
    "incorrecta",
    "B",
]
JAPANESE = [
    "質問：新規 1 件",
    "ラン：新規 2 件（ほかの行で参照）",
    "判定：3 件（新規 1 件、コレクションに既存 2 件）",
    "ランの所要時間 1 件",
    "2 lines",
    "表",
    "trec-qrels",
    "誤り",
    "B",
]


@pytest.mark.parametrize(("language", "expected"), [("es", SPANISH), ("ja", JAPANESE)])
def test_other_languages_have_words_for_them(language: str, expected: list[str]) -> None:
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", SAY], env=environ, capture_output=True, check=True)
    assert done.stdout.decode().split("|") == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [("es", "margen de empate|accuracy empates|F empates"), ("ja", "fuzziness|accuracy 同点|F 同点")],
)
def test_a_head_with_a_measure_keeps_the_name_of_the_measure(language: str, expected: str) -> None:
    say = (
        "import sys\nfrom jurybox.results.heads import head_in_words as said\n"
        "heads = ('fuzziness', 'accuracy ties', 'F ties')\n"
        "sys.stdout.buffer.write('|'.join(map(said, heads)).encode())"
    )
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", say], env=environ, capture_output=True, check=True)
    assert done.stdout.decode() == expected


@pytest.mark.parametrize(("language", "expected"), [("en", "size"), ("es", "size|tamaño")])
def test_words_to_search_for_are_english_and_those_of_the_language(language: str, expected: str) -> None:
    say = (
        "import sys\nfrom jurybox.language import tr_search\n"
        "sys.stdout.buffer.write('|'.join(tr_search(*sys.argv[1:])).encode())"
    )
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", say, "size"], env=environ, capture_output=True, check=True)
    assert done.stdout.decode() == expected
