"""A campaign whose labels are all given but one, and in which most questions still wait for decisions."""

from pathlib import Path

from click.testing import CliRunner

from jurybox_gui.cli import program

TABLES = {
    "questions.csv": (
        "question,kind,text\nn1,factoid,Who led the fleet?\nn2,factoid,Who owned it?\nc1,factoid,Which river?\n"
        "s1,factoid,Which lake?\nu1,factoid,Which sea?\nd1,factoid,Which bay?\nk1,factoid,Which port?\n"
    ),
    "answers.csv": (
        "question,answer,text\nn1,n1a,Nobody Special\nn2,n2a,Somebody\nc1,c1a,Arno\ns1,s1a,Cold Lake\n"
        "u1,u1a,North Sea\nd1,d1a,Bay\nk1,k1a,Genoa\n"
    ),
    "runs.csv": "run\none\ntwo\n",
    "responses.csv": (
        "run,question,rank,answer\none,n1,1,NIL\ntwo,n1,1,n1a\none,n2,1,NIL\ntwo,n2,1,n2a\none,c1,1,c1a\ntwo,c1,1,c1a\n"
        "one,s1,1,s1a\ntwo,s1,1,s1a\none,u1,1,u1a\ntwo,u1,1,u1a\none,d1,1,d1a\ntwo,d1,1,d1a\none,k1,1,k1a\ntwo,k1,1,k1a\n"
    ),
    "assignments.csv": (
        "assessor,question\nBen,s1\nAna,s1\nAna,n1\nBen,n1\nAna,n2\nBen,n2\nAna,c1\nBen,c1\nAna,u1\nBen,u1\n"
        "Ana,k1\nBen,k1\n"
    ),
    "judgments.csv": (
        "assessor,question,answer,label,state\nAna,n1,n1a,incorrect,\nBen,n1,n1a,incorrect,\nAna,n2,n2a,incorrect,\n"
        "Ben,n2,n2a,incorrect,\nAna,c1,c1a,correct,\nBen,c1,c1a,,cannot-tell\nAna,s1,s1a,correct,\nBen,s1,s1a,incorrect,\n"
        "Ana,u1,u1a,correct,\nAna,k1,k1a,correct,\nBen,k1,k1a,correct,\n"
    ),
}
"""Two NIL that nobody decided, a *cannot tell* beside a label, a split vote, a missing label, nobody's question."""


def undecided_collection(folder: Path) -> Path:
    """Make it in a folder; return its path."""
    tables, file = folder / "tables", folder / "c.jury"
    tables.mkdir()
    for name, text in TABLES.items():
        (tables / name).write_text(text, encoding="utf-8")
    for words in (["new", str(file)], ["import", str(file), str(tables)]):
        told = CliRunner().invoke(program, words)
        assert told.exit_code == 0, told.output
    return file
