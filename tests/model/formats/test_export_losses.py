"""What an export leaves out is said: whatever does not change a file that is written is named as lost."""

from pathlib import Path
from typing import NamedTuple

import pytest

from jurybox.collection.file import create
from jurybox.formats.format import Written
from jurybox.formats.imports import import_into
from jurybox.formats.registry import FORMATS

JUDGMENTS = ("label-studio", "pyevall", "llm-judgments", "ntcireval", "trec-qrels", "liveqa")
QA = ("trec-qrels", "trec-qa-judgments")
RUNS = ("trec-run", "trec-qa-runs", "ntcir-cqa", "ntcireval", "ave")
RANKED = ("trec-run", "ntcir-cqa", "ntcireval")
FACTOID = ("trec-run", "trec-qa-runs", "ntcireval")
NUGGETS = ("nuggets", "nuggetizer", "rag-nuggets")


class Thing(NamedTuple):
    """A text in one of the tables, what is there without it, and the formats that it concerns."""

    table: str
    text: str
    without: str
    formats: tuple[str, ...]


THINGS = {
    "note of a label": Thing("judgments", "A,,a note,", "A,,,", (*JUDGMENTS,)),
    "note of a correct answer": Thing("judgments", "correct,,surely,", "correct,,,", (*JUDGMENTS[:-1], "ave")),
    "seconds": Thing("judgments", ",5,2024-01-01T00:00:00Z,", ",,2024-01-01T00:00:00Z,", (*JUDGMENTS,)),
    "repeat": Thing("judgments", "Ana,r1,a0,B,,,,,repeat\n", "", JUDGMENTS),
    "adjudication": Thing("judgments", "Ana,r1,a1,B,,,,,adjudication\n", "", JUDGMENTS),
    "judgment of a question": Thing("judgments", "Ana,r1,,B,,,,,\n", "", JUDGMENTS),
    "skipped": Thing("judgments", ",skipped,", ",,", JUDGMENTS),
    "cannot tell": Thing("judgments", ",cannot-tell,", ",,", JUDGMENTS),
    "junk": Thing("judgments", ",junk,", ",,", JUDGMENTS),
    "label of a factoid question": Thing("judgments", "inexact", "", (*JUDGMENTS, "ave")),
    "strictness": Thing("judgments", "inexact", "incorrect", JUDGMENTS[:-1]),
    "label of a ranked question": Thing("judgments", "Ana,r1,a1,B,,,,,\n", "", (*JUDGMENTS, "ave")),
    "label of a validation question": Thing("judgments", "Ana,v1,v1,incorrect,,,,,\n", "", (*JUDGMENTS, "ave")),
    "note of a factoid label": Thing("judgments", "a hint", "", QA),
    "seconds of a factoid label": Thing("judgments", ",7,", ",,", QA),
    "factoid repeat": Thing("judgments", "Ana,f1,f0,correct,,,,,repeat\n", "", QA),
    "factoid adjudication": Thing("judgments", "Ana,f1,f0,correct,,,,,adjudication\n", "", QA),
    "deferred": Thing("judgments", ",deferred,", ",,", ("label-studio", "pyevall", "llm-judgments", *QA[:-1])),
    "judgment of a factoid question": Thing("judgments", "Ana,f1,,B,,,,,\n", "", QA),
    "decision": Thing("responses", "v0,yes,", "v0,,", ("trec-run", "ntcireval", "ave")),
    "selected": Thing("responses", "yes,yes,", "yes,,", ("trec-run", "ntcireval", "ave")),
    "confidence of a ranked answer": Thing("responses", "a0,,,0.5,2.5", "a0,,,,2.5", RANKED),
    "confidence of a factoid answer": Thing("responses", "f0,,,0.5,3", "f0,,,,3", FACTOID),
    "score of a factoid answer": Thing("responses", "f0,,,0.5,3", "f0,,,0.5,", FACTOID),
    "score of a ranked answer": Thing("responses", "a1,,,,2.0", "a1,,,,", RANKED),
    "response kept back": Thing("responses", "one,r2,1,b0,,,,,no\n", "", RUNS),
    "NIL": Thing("responses", "one,f2,1,NIL,,,,,\n", "", RUNS),
    "team": Thing("runs", "NII", "", RUNS),
    "time of a run": Thing("times", "one,r1,3\n", "", RUNS),
    "note of a nugget": Thing("nuggets", "a remark", "", (*NUGGETS, "trec-qa-judgments")),
    "note of a match": Thing("matches", "seen there", "", NUGGETS),
    "weight": Thing("nuggets", ",0.5,", ",,", NUGGETS),
    "source": Thing("nuggets", ",added,", ",original,", NUGGETS),
    "match": Thing("matches", "Ana,o1,o0,1,yes,\n", "", NUGGETS),
    "group": Thing("distinct", "l1,l0,Oslo,Ana\nl1,l1,Oslo,Ana\n", "", ("list-answers", "trec-qa-judgments")),
    "category": Thing("questions", ",sports,", ",,", ("trec-qa",)),
    "type of target": Thing("questions", ",person", ",", ("trec-qa",)),
}
TABLES = {
    "questions": [
        "question,kind,text,series,target,category,target_type",
        *("r1,ranked,R?,,,,", "r2,ranked,R2?,,,,", "f1,factoid,F?,s1,T,sports,person"),
        *("f2,factoid,F2?,s1,T,,", "l1,list,L?,s1,T,,", "o1,other,O?,s1,T,,", "v1,validation,V?,,,,"),
    ],
    "answers": [
        "question,answer,text,document",
        *("r1,a0,zero,", "r1,a1,one,", "r1,a2,two,", "r1,a3,three,", "r1,a4,four,", "r2,b0,bee,"),
        *("f1,f0,Paris,NYT1", "f1,f9,Lyon,NYT1", "l1,l0,Oslo,NYT1", "l1,l1,oslo,NYT2", "o1,o0,long,NYT1"),
        *("v1,v0,yes,", "v1,v1,no,"),
    ],
    "assessors": ["assessor,kind,panel", "Ana,model,"],
    "runs": ["run,team", "one,NII"],
    "times": ["run,question,seconds", "one,r1,3"],
    "responses": [
        "run,question,rank,answer,decision,selected,confidence,score,answered",
        *("one,r1,1,a0,,,0.5,2.5,", "one,r1,2,a1,,,,2.0,", "one,f1,1,f0,,,0.5,3,", "one,f2,1,NIL,,,,,"),
        *("one,l1,1,l0,,,,,", "one,l1,2,l1,,,,,", "one,o1,1,o0,,,,,", "one,v1,,v0,yes,yes,0.9,,"),
        *("one,v1,,v1,no,,,,", "one,r2,1,b0,,,,,no"),
    ],
    "judgments": [
        "assessor,question,answer,label,state,note,seconds_active,judged_at,kind",
        *("Ana,r1,a0,A,,a note,5,2024-01-01T00:00:00Z,", "Ana,r1,a0,B,,,,,repeat", "Ana,r1,a1,B,,,,,"),
        *("Ana,r1,a1,B,,,,,adjudication", "Ana,r1,a2,,skipped,,,,", "Ana,r1,a3,,cannot-tell,,,,"),
        *("Ana,r1,a4,,junk,,,,", "Ana,f1,f0,inexact,,a hint,7,,", "Ana,f1,f9,,deferred,,,,"),
        *("Ana,f1,f0,correct,,,,,repeat", "Ana,f1,f0,correct,,,,,adjudication", "Ana,l1,l0,correct,,,,,"),
        *("Ana,l1,l1,correct,,,,,", "Ana,v1,v0,correct,,surely,,,", "Ana,v1,v1,incorrect,,,,,"),
        *("Ana,r1,,B,,,,,", "Ana,f1,,B,,,,,"),
    ],
    "nuggets": [
        "question,nugget,text,importance,assessor,weight,source,note",
        *("o1,1,fact,vital,Ana,0.5,added,a remark", "o1,2,other fact,okay,Ana,,original,"),
    ],
    "matches": ["assessor,question,answer,nugget,support,note", *("Ana,o1,o0,1,yes,", "Ana,o1,o0,2,no,seen there")],
    "distinct": ["question,answer,group,assessor", "l1,l0,Oslo,Ana", "l1,l1,Oslo,Ana"],
    "instances": ["question,group,text", "l1,Bergen,Bergen"],
}


def collection(folder: Path, without: Thing | None = None) -> Path:
    """Make a collection that has one of everything, or all but one."""
    folder.mkdir()
    tables = {name: "".join(f"{line}\n" for line in lines) for name, lines in TABLES.items()}
    if without is not None:
        assert without.text in tables[without.table]
        tables[without.table] = tables[without.table].replace(without.text, without.without, 1)
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    path = folder / "c.jury"
    create(path, name="c")
    import_into(path, [folder / f"{name}.csv" for name in tables])
    return path


def exported(name: str, path: Path) -> tuple[dict[str, bytes], Written]:
    """Export a collection, and return the files with what was said."""
    target = path.parent / name
    write = FORMATS[name].write
    assert write
    done = write(path, target)
    inside = sorted(target.rglob("*")) if target.is_dir() else [target]
    return {str(one.relative_to(target)): one.read_bytes() for one in inside if one.is_file()}, done


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[dict[str, bytes], Written]]:
    path = collection(tmp_path_factory.mktemp("whole") / "of")
    return {name: exported(name, path) for name in {name for thing in THINGS.values() for name in thing.formats}}


@pytest.mark.parametrize("named", THINGS)
def test_what_does_not_change_a_file_is_said_to_be_lost(
    named: str, whole: dict[str, tuple[dict[str, bytes], Written]], tmp_path: Path
) -> None:
    thing = THINGS[named]
    path = collection(tmp_path / "of", thing)
    for name in thing.formats:
        files, done = exported(name, path)
        if files == whole[name][0]:
            assert done.lost != whole[name][1].lost or done.unlabeled != whole[name][1].unlabeled, name


def test_an_answer_that_was_kept_back_is_no_response_of_a_community_run(
    whole: dict[str, tuple[dict[str, bytes], Written]],
) -> None:
    assert whole["ntcir-cqa"][0] == {"one.run.csv": b"r1,a0,a1\n"}


@pytest.mark.parametrize("name", sorted({*JUDGMENTS, *RUNS, *NUGGETS}))
@pytest.mark.sweep
def test_what_is_lost_is_said_before_anything_is_written(name: str, tmp_path: Path) -> None:
    path, target = collection(tmp_path / "of"), tmp_path / "out"
    heard: list[tuple[tuple[str, ...], bool]] = []
    write = FORMATS[name].write
    assert write
    done = write(path, target, announce=lambda lost: heard.append((tuple(lost), target.exists())))
    assert heard == [(done.lost, False)]
    assert target.exists()
