"""Support of citations in the window: judged with keys on Judge, and scored on Scores while it is."""

import json
from collections.abc import Callable
from pathlib import Path

from person import Person, come
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.measures import measure

__all__ = ["come"]

FIRST = {"qid": "1", "query": "Is it?", "sentence": 1, "text": "It is.", "docid": "a", "passage": "Yes, it is."}
LINES = [
    {"run": "one", **FIRST},
    {"run": "one", "qid": "1", "sentence": 2, "text": "It was.", "docid": "b", "passage": "It may have been."},
    {"run": "two", **FIRST},
]


def test_support_is_judged_with_keys_and_scored(come: Callable[..., Person], tmp_path: Path) -> None:
    path, source = tmp_path / "r.jury", tmp_path / "x.jsonl"
    create(path)
    source.write_text("".join(f"{json.dumps(one | {'support': ''})}\n" for one in LINES), "utf-8")
    import_into(path, [source], as_format="rag-support")
    person = come(path, assessor="Ana", desk="judge")
    session = person.session
    texts = []
    for label in ("full", "partial"):
        at = session.facts.scheme_of("validation").words.index(label) + 1
        texts.append(label)
        person.press(str(at))
        person.settle()
    given = [session.ledger.codes.word(code) for code in session.ledger.labels.max(axis=0).tolist()]
    assert sorted(given) == sorted(texts)
    person.press("Ctrl+2")
    person.settle()
    desk = person.desk
    person.press("Shift+M")
    QTest.keyClicks(QApplication.focusWidget(), "citation-recall")
    person.press("Return")
    person.settle()
    assert desk.choice.measures[desk.choice.main] == measure("citation-recall")
    worth = {"full": 1.0, "partial": 0.5}
    scores = {row.name: row.scores[desk.choice.main].value for row in desk.live.rows}
    assert scores == {"one": 0.75, "two": worth[given[0]]}
