"""What runs kept back is judged like what they said, and nobody who judges can tell."""

import csv
from contextlib import closing
from pathlib import Path

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.judging.queue import Queue
from jurybox.session import open_session

TABLES = {
    "questions": "question,kind,text,nil_correct\nq1,factoid,Who?,",
    "responses": (
        "run,question,rank,answer,text,document,answered\n"
        "r1,q1,1,,Ada Lovelace,d1,yes\n"
        "r2,q1,1,,Charles Babbage,d1,no\n"
        "r3,q1,1,,Ada  Lovelace,d1,no\n"
        "r4,q1,1,NIL,,,yes"
    ),
    "documents": "document,text\nd1,Ada Lovelace wrote to Charles Babbage.",
    "assessors": "assessor,kind,panel\nana,person,yes",
}


def test_candidates_of_unanswered_questions_are_pooled_and_queued(tmp_path: Path) -> None:
    for name, text in TABLES.items():
        with (tmp_path / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(csv.reader(text.splitlines()))
    path = create_from(tmp_path)
    with closing(open_session(path, assessor="ana")) as session:
        assert session.assessor is not None
        queue = Queue(session.catalog, session.ledger, session.assessor)
        texts = [session.texts.answer(int(answer)) for answer in queue.answers]
        assert sorted(text.text for text in texts) == ["Ada Lovelace", "Charles Babbage"]
        assert {text.document_text for text in texts} == {"Ada Lovelace wrote to Charles Babbage."}
        assert queue.progress.open == 2


def create_from(tables: Path) -> Path:
    path = tables / "pooled.jury"
    create(path)
    import_into(path, [tables / f"{name}.csv" for name in TABLES])
    return path
