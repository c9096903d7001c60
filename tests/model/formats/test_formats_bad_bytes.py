"""Whatever bytes a file holds, a reader answers with findings or a refusal, and with nothing else."""

import gzip
import json
import re
from pathlib import Path

import pytest
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.errors import Refused
from jurybox.formats.evidence import Seen
from jurybox.formats.imports import prepare
from jurybox.formats.recognition import claims_of
from jurybox.formats.registry import FORMATS
from jurybox.formats.source_files import first_lines
from jurybox.help import page

SEEDS = {name: known.example[1].encode() for name, known in FORMATS.items() if known.read}
"""A good file of each format, of which broken ones are made."""
SEEDS["liveqa"] += b"_\tq\t4\tanswer\turl\t_\t_\n"  # the shape of 2015, too
WORDS = [b"\xff", b"\0", b"\r", b"\n", b"\t", b" ", b'"', b"<", b"&x;", b"]]>", b"{", b"[", b"-2", b"1e999", b"NIL"]
WORDS += [
    b"\xed\xa0\x80",
    b"9" * 5000,
    b"\\ud800",
    b"\xe2\x80\xa8",
    b"<!ENTITY a 'b'>",
    b"null",
    b"NaN",
    b"\xef\xbb\xbf",
]


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.sweep
def test_the_example_of_a_format_is_recognized_as_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / FORMATS[name].example[0]
    path.write_text(FORMATS[name].example[1], encoding="utf-8")
    source = tmp_path if name == "documents" else path
    with prepare([source]) as prepared:
        assert prepared.format == name
    with prepare([source], as_format=name) as prepared:
        assert sum(counted.found for counted in prepared.report.counted) > 0


def test_the_help_lists_every_format() -> None:
    found = page("files")
    assert found is not None
    listed = re.findall(r"^\| `([a-z-]+)` \|", found.text, re.MULTILINE)
    assert sorted(listed) == sorted(FORMATS)


@st.composite
def broken(draw: st.DrawFn, seed: bytes) -> bytes:
    """Draw a file like a good one, with some bytes replaced, left out, doubled or put in between."""
    data = bytearray(seed * draw(st.integers(1, 2)))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        kind = draw(st.sampled_from(["put", "cut", "swap"]))
        if kind == "put":
            data[at:at] = draw(st.sampled_from(WORDS))
        elif kind == "cut":
            del data[at : at + draw(st.integers(1, 12))]
        else:
            data[at : at + 1] = bytes([draw(st.integers(0, 255))])
    return bytes(data)


@pytest.mark.parametrize("name", SEEDS)
def test_broken_files_give_findings_or_a_refusal(name: str, tmp_path: Path) -> None:
    path = tmp_path / FORMATS[name].example[0]

    @given(data=broken(SEEDS[name]), skip=st.booleans())
    @settings(max_examples=examples(25), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    def check(data: bytes, skip: bool) -> None:
        path.write_bytes(data)
        claims_of(Seen(path, first_lines(path), {}))
        try:
            with prepare([path], as_format=name, skip_bad_lines=skip) as prepared:
                "\n".join(prepared.report.lines()).encode("utf-8")
        except Refused as refusal:
            str(refusal).encode("utf-8")

    check()


@pytest.mark.parametrize("name", SEEDS)
@pytest.mark.sweep
def test_packed_files_and_broken_ones(name: str, tmp_path: Path) -> None:
    plain = FORMATS[name].example[0]
    good = tmp_path / f"{plain}.gz"
    good.write_bytes(gzip.compress(SEEDS[name]))
    with prepare([good], as_format=name) as prepared:
        unpacked = [f.sentence for f in prepared.report.findings if "gzip" in f.sentence]
    assert not unpacked
    good.write_bytes(gzip.compress(SEEDS[name])[:-9])
    with prepare([good], as_format=name) as prepared:
        assert any("not a whole compressed file" in f.sentence for f in prepared.report.findings)
        assert not prepared.report.ok


def test_json_that_lies_deep_or_is_too_large_a_number(tmp_path: Path) -> None:
    for text in ("[" * 200_000, '[{"a":' * 50_000, f"[{'9' * 10_000}]", '[{"a": 1}', '[{"a": 1} {"b": 2}]', "[1] 2"):
        path = tmp_path / "x.json"
        path.write_text(text)
        with prepare([path], as_format="pyevall") as prepared:
            assert not prepared.report.ok


def test_half_a_character_in_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    record = {"model": "m", "query": "q\ud800", "passage": "p", "judgment": 1}
    path.write_text(json.dumps(record))
    with prepare([path], as_format="llm-judgments") as prepared:
        assert any("lone surrogate" in f.sentence for f in prepared.report.findings)


def test_xml_too_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text("<a>" * 1000)
    with prepare([path], as_format="trec-qa") as prepared:
        assert not prepared.report.ok
