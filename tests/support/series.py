"""A small collection of question series, with list and Other questions, for tests of nuggets and groups."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.gold import gold_in_force
from jurybox.scoring import Scoreboard
from jurybox.session import Session

LIST, OTHER = 1, 2
"""Positions of the list question and the Other question of the first series."""
LISTED, ITEMS = (2, 3, 4, 5), (6, 7, 8)
"""Positions of their answers."""

TABLES = {
    "questions": """question,kind,text,series,target,position
1.1,factoid,When?,s1,Crips,1
1.2,list,Which?,s1,Crips,2
1.3,other,Other,s1,Crips,3
2.1,factoid,Who?,s2,Fred,1
2.2,other,Other,s2,Fred,2
""",
    "answers": """question,answer,text
1.1,f1,1969
1.1,f2,1970
1.2,l1,Los Angeles
1.2,l2,L.A.
1.2,l3,Denver
1.2,l4,Paris
1.3,o1,slang for Bloods
1.3,o2,use greeting C'z Up
1.3,o3,nothing at all
2.1,f3,Fred
2.2,o4,children's show
""",
    "runs": "run,team\none,T1\ntwo,T2\n",
    "responses": """run,question,rank,answer,text
one,1.1,1,f1,
one,1.2,1,l1,
one,1.2,2,l2,
one,1.2,3,l3,
one,1.3,1,o1,
one,1.3,2,o2,
one,2.1,1,f3,
one,2.2,1,o4,
two,1.1,1,f2,
two,1.2,1,l3,
two,1.2,2,l4,
two,1.3,1,o3,
two,2.1,1,NIL,
""",
    "assessors": "assessor,kind\nAna,person\nBen,person\nCam,person\n",
    "nuggets": """question,nugget,text,importance,assessor,source
1.3,1,Crips slang for Bloods,okay,Ana,original
1.3,2,use greeting C'z Up,vital,Ana,original
1.3,3,founded in 1969,vital,Ana,original
""",
    "instances": "question,group,text\n1.2,chi,Chicago\n",
}


def series_collection(path: Path, **tables: str) -> Path:
    """Create the collection; tables given by name take the place of those above ("": none)."""
    with path.open("xb") as file:
        file.write(_made(**tables))
    return path


@lru_cache(maxsize=32)
def _made(**tables: str) -> bytes:
    with TemporaryDirectory() as folder:
        made, sheets = Path(folder) / "series.jury", Path(folder) / "tables"
        create(made, name="Series")
        sheets.mkdir()
        for name, text in (TABLES | tables).items():
            if text:
                (sheets / f"{name}.csv").write_text(text, encoding="utf-8")
        import_into(made, [sheets])
        return made.read_bytes()


def scoreboard(session: Session) -> Scoreboard:
    """Return a new scoreboard of what a session holds, under the gold standard in force."""
    gold = gold_in_force(session.catalog, session.facts)
    return Scoreboard(session.collection, gold)
