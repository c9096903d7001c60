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
from jurybox.language import tr_search
from jurybox.papers import in_words, page
from jurybox.results.heads import head_in_words
report = Report((Counted("questions", 1, 1), Counted("runs", 0, 2), Counted("judgments", 3, 1, 2)))
said = (
    *report.what_was_found(),
    counted_rows(1, "times"),
    counted_rows(2, "lines"),
    format_word("tables"),
    format_word("trec-qrels"),
    label_word("incorrect"),
    label_word("B"),
    head_in_words("undefined"),
    head_in_words("accuracy ties"),
    *tr_search("size"),
    page("voorhees").title,
    in_words(page("voorhees").title),
    *map(in_words, {cell.reason for cell in page("voorhees").tables[3].cells if "pairs" in cell.reason}),
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
    "sin definir",
    "accuracy empates",
    "size",
    "tamaño",
    "Question series",  # for programs
    "Series de preguntas",
    "63 ejecuciones dan 1953 pares; 64 darían 2016",
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
    "未定義",
    "accuracy 同点",
    "size",
    "大きさ、サイズ",
    "Question series",
    "質問シリーズ",
    "ラン 63 件で 1953 ペア。64 件なら 2016 ペア",
]


@pytest.mark.parametrize(("language", "expected"), [("es", SPANISH), ("ja", JAPANESE)])
def test_other_languages_have_words_for_them(language: str, expected: list[str]) -> None:
    environ = {**os.environ, "JURYBOX_LANGUAGE": language}
    done = subprocess.run([sys.executable, "-c", SAY], env=environ, capture_output=True, check=True)
    assert done.stdout.decode().split("|") == expected
