"""Files damaged at random: either a finding says what is wrong, or what is stored is whole."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from by_names import add, by_names, new_collection, rows
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.collection.check import check
from jurybox.formats.imports import prepare
from jurybox.formats.tables import write_tables

TABLES = {
    "questions": rows(
        "question,kind,text,series,target,position,nil_correct\n1.1,factoid,Who?,1,Crips,1,no\n1.2,list,Which?,1,,2,\n"
        "c,ranked,How?,,,,\nv,validation,Is it?,,,,\no,other,More?,,,,"
    ),
    "answers": rows(
        "question,answer,text,document,support,best\n1.1,a1,Orban,D1,She "
        "did.,yes\n1.1,,=Hallam,,,\n1.2,b1,Halcyon,,,\n"
        "c,c1,Oil,,,\nv,v1,Yes,,,\no,e1,Red,,,"
    ),
    "documents": rows("document,text\nD1,She did."),
    "runs": rows("run,team,seconds\nr1,Tarn,2.5\nr2,,"),
    "responses": rows(
        "run,question,rank,answer,text,answered,decision,selected,confidence,score\nr1,1.1,1,a1,,,,,0.5,-1.5\n"
        "r1,1.1,2,NIL,,,,,,\nr1,v,,v1,,,yes,yes,,\nr2,1.2,1,,Halcyon ,no,,,,\nr2,c,1,c1,Oil it,,,,,"
    ),
    "times": rows("run,question,seconds\nr1,1.1,4"),
    "assessors": rows("assessor,kind,panel\nAna,person,yes\nGPT,model,"),
    "assignments": rows("assessor,question,answer\nAna,1.1,\nGPT,1.1,a1"),
    "judgments": rows(
        "assessor,question,answer,label,state,note,seconds_active,judged_at,kind\n"
        "Ana,1.1,a1,correct,,sure,2.5,2024-05-31T14:03:59Z,\nGPT,1.1,a1,,junk,,,,\nAna,c,c1,A,,,,,adjudication"
    ),
    "nuggets": rows("question,nugget,text,importance,assessor,weight\no,1,red,vital,Ana,0.5\no,1,,okay,GPT,"),
    "matches": rows("assessor,question,answer,nugget,support\nAna,o,e1,1,yes"),
    "distinct": rows("question,answer,group,assessor\n1.2,b1,g1,Ana"),
    "instances": rows("question,group,text\n1.2,g2,Aurora"),
    "collection": rows("key,value\nmode,open\nname,Ferries"),
}


def _whole() -> dict[str, bytes]:
    with new_collection() as db, tempfile.TemporaryDirectory() as folder:
        assert add(db, TABLES).ok
        write_tables(db, Path(folder) / "out")
        return {path.name: path.read_bytes() for path in sorted((Path(folder) / "out").iterdir())}


WHOLE = _whole()
_PIECES = st.sampled_from(
    [
        b'"',
        b",",
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b"'",
        b"=",
        b"-1",
        b"NIL",
        b"yes",
        b"A",
        b"1.1",
        b"\xef\xbb\xbf",
        b"pool:",
    ]
)


@st.composite
def damaged(draw: Callable[..., Any]) -> tuple[str, bytes]:
    """Draw a file and what is left of it after some cuts, insertions, repetitions and exchanges."""
    name = draw(st.sampled_from(sorted(WHOLE)))
    data = WHOLE[name]
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        what = draw(st.sampled_from(["cut", "insert", "repeat", "exchange", "line"]))
        if what == "line":
            lines = data.splitlines(keepends=True) or [b""]
            data += lines[start % len(lines)]
        else:
            new = {"cut": b"", "repeat": data[start:end] * 2}.get(what)
            data = data[:start] + (draw(_PIECES) if new is None else new) + data[start if what == "insert" else end :]
    return name, data


@given(damaged())
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_damage_is_told_or_harmless(damage: tuple[str, bytes]) -> None:
    name, data = damage
    with tempfile.TemporaryDirectory() as folder, new_collection() as db:
        for file, content in WHOLE.items():
            (Path(folder) / file).write_bytes(data if file == name else content)
        with prepare([Path(folder)], as_format="tables") as prepared:
            report = prepared.report
            for found in report.findings:
                assert found.sentence.endswith(".")
                assert found.line is None or found.line >= 1
            if report.ok:
                db.execute("BEGIN")
                prepared.store(db)
                db.execute("COMMIT")
                assert check(db) == []
            else:
                assert [found for found in report.findings if found.severity == "error" and found.file]
                assert not any(by_names(db).values())
