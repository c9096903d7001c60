"""A finding has a code of its own, which stays when its words change."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from finding_codes import codes, codes_in

from jurybox.formats.imports import prepare
from jurybox_gui.cli import program


def test_a_code_is_a_word_for_one_sentence_and_a_sentence_has_one_code() -> None:
    found = codes()
    assert len(found) > 200
    assert [code for code, _ in found if not re.fullmatch(r"[a-z]+[0-9]*(-[a-z0-9]+)*", code)] == []
    texts = [text for _, text in found if not text.startswith("(")]
    for column in ([code for code, _ in found], texts):
        assert [one for one, count in Counter(column).items() if count > 1] == []


def test_codes_are_found_in_a_source() -> None:
    source = (
        "a = trf('x-y', 'So {n}.', n=1)\nb = trnf('z', 'One.', 'Several.', 2)\nc = Sentence(text, 'w')\nd = tr('No.')"
    )
    assert sorted(codes_in(source)) == [("w", "(text)"), ("x-y", "So {n}."), ("z", "One.")]


def test_codes_are_those_of_the_sentences_found(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("run,seconds\nr1,0\nr1,2\n,3\n")
    with prepare([path]) as prepared:
        told = sorted((found.line, found.code) for found in prepared.report.findings)
    assert told == [(2, "cell-value"), (3, "name-twice"), (4, "cell-missing")]


def test_a_skipped_line_and_those_that_were_only_counted_keep_the_code(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("run,seconds\n" + "r,0\n" * 30)
    with prepare([path], skip_bad_lines=True) as prepared:
        told = [(found.line, found.code, found.severity) for found in prepared.report.findings]
    assert told[:2] == [(2, "cell-value", "warning"), (3, "cell-value", "warning")]
    assert (None, "cell-value", "warning") in told


def test_the_command_prints_codes_as_json(tmp_path: Path) -> None:
    run: Callable[..., Any] = CliRunner().invoke
    run(program, ["new", str(tmp_path / "c.jury")])
    (tmp_path / "x.run").write_text("q Q0 d 1 2 r\nq Q0 e 1\n")
    done = run(
        program, ["import", str(tmp_path / "c.jury"), str(tmp_path / "x.run"), "--as", "trec-run", "--format", "json"]
    )
    (found,) = (one for one in json.loads(done.stdout)["findings"] if one["severity"] == "error")
    assert (found["file"], found["line"], found["code"]) == ("x.run", 2, "run-columns")
