"""Whatever bytes a file holds, a reader answers with findings or a refusal, and with nothing else."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.errors import Refused
from jurybox.formats.importing import prepare
from jurybox.formats.registry import FORMATS

SEEDS = {
    "trec-qa": b'<trecqa><target id="1" text="T"><qa><q id="1.1" type="LIST">Q</q></qa></target></trecqa>',
    "ave": b'<i><q id="1"><q_str>Q</q_str><a id="1" value="NO"><a_str>A</a_str><t_str doc="d"/></a></q></i>',
    "label-studio": b'[{"data": {"question": "q", "answer": "a"}, "annotations": [{"completed_by": 1}]}]',
    "pyevall": b'[{"test_case": "t", "id": "q/a", "value": "A"}]',
    "llm-judgments": b'{"model": "m", "query": "q", "passage": "p", "judgment": 1}\n',
    "ntcir-cqa": b"1,2,3\n4,5\n",
    "ntcireval": b"d1 L1\nd2 L0\n",
    "trec-run": b"1 Q0 d 1 2.5 r\n1 Q0 e 2 2.0 r\n",
    "trec-qrels": b"1 0 d 1\n1 0 e 0\n",
    "trec-qa-judgments": b"1.1 NYT1 1 Paris\n1.1 NIL -1\n",
    "liveqa": b"1 3 some words\n_\tq\t4\tanswer\turl\t_\t_\n",
    "trec-qa-runs": b"1.1 r NYT1 Paris\n1.2 r NIL\n",
    "documents": b"A document.\n",
}
NAMES = {"ntcireval": "x.rel", "ntcir-cqa": "NII-1.run.csv", "documents": "x.txt", "ave": "x.xml"}
WORDS = [
    b"\xff",
    b"\0",
    b"\r",
    b"\n",
    b"\t",
    b" ",
    b'"',
    b"<",
    b"&x;",
    b"]]>",
    b"{",
    b"[",
    b"-2",
    b"1e999",
    b"NIL",
]
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


def test_every_reader_is_tried() -> None:
    assert {name for name, known in FORMATS.items() if known.read} - {"tables"} <= {*SEEDS, *OTHERS}


OTHERS = {"nuggets", "nuggetizer", "rag-nuggets", "list-answers"}
"""Formats of nuggets and lists, which have tests of their own."""


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
    path = tmp_path / NAMES.get(name, "x.json" if SEEDS[name][:1] in b"[{" else "x")

    @given(data=broken(SEEDS[name]), skip=st.booleans())
    @settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
    def check(data: bytes, skip: bool) -> None:
        path.write_bytes(data)
        for known in FORMATS.values():
            known.sniff(path)
        try:
            with prepare([path], as_format=name, skip_bad_lines=skip) as prepared:
                "\n".join(prepared.report.lines()).encode("utf-8")
        except Refused as refusal:
            str(refusal).encode("utf-8")

    check()


@pytest.mark.parametrize("name", SEEDS)
def test_packed_files_and_broken_ones(name: str, tmp_path: Path) -> None:
    plain = NAMES.get(name, "x.json" if SEEDS[name][:1] in b"[{" else "x")
    good = tmp_path / f"{plain}.gz"
    good.write_bytes(gzip.compress(SEEDS[name]))
    with prepare([good], as_format=name) as prepared:
        unpacked = [f.sentence for f in prepared.report.findings if "gzip" in f.sentence]
    assert not unpacked
    good.write_bytes(gzip.compress(SEEDS[name])[:-9])
    with prepare([good], as_format=name) as prepared:
        assert any("not a whole gzip file" in f.sentence for f in prepared.report.findings)
        assert not prepared.report.ok


def test_json_that_lies_deep_or_is_too_large_a_number(tmp_path: Path) -> None:
    for text in (
        "[" * 200_000,
        '[{"a":' * 50_000,
        f"[{'9' * 10_000}]",
        '[{"a": 1}',
        '[{"a": 1} {"b": 2}]',
        "[1] 2",
    ):
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
        assert any("100 deep" in f.sentence for f in prepared.report.findings)
