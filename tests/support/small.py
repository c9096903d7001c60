"""A small collection made row by row, for tests that want to know exactly what is in it."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from jurybox.collection.entries import Content, Subject, answer_digest, question_digest
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter, new_assessor


def small_collection(
    path: Path,
    *,
    questions: int = 4,
    answers: int = 3,
    assessors: Sequence[str] = ("Ana", "Ben"),
    runs: Sequence[str] = ("one", "two"),
    labels: Sequence[tuple[int, int, str]] = (),
) -> Path:
    """Create a validation collection; `labels` are (assessor, answer, label) by position."""
    create(path, name="Small")
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        for q in range(questions):
            asked = question_digest(f"q{q + 1}", "validation", f"What is {q + 1}?")
            db.execute(
                "INSERT INTO question (name, kind, text, digest) VALUES (?, 'validation', ?, ?)",
                (f"q{q + 1}", f"What is {q + 1}?", asked),
            )
            for a in range(answers):
                text, support = f"Answer {a + 1}", f"It is known that Answer {a + 1} holds for {q + 1}."
                name = f"a{q + 1}.{a + 1}"
                db.execute(
                    "INSERT INTO answer (question, name, text, support, best, digest) VALUES (?, ?, ?, ?, 0, ?)",
                    (q + 1, name, text, support, answer_digest(asked, name, text, None, support)),
                )
        for r, run in enumerate(runs):
            db.execute("INSERT INTO run (name, origin) VALUES (?, 'submitted')", (run,))
            for at in range(questions * answers):
                decision = (at + r) % 2
                db.execute(
                    "INSERT INTO response (run, question, answer, nil, answered, decision, selected, "
                    "confidence) VALUES (?, ?, ?, 0, 1, ?, 0, ?)",
                    (r + 1, at // answers + 1, at + 1, decision, (at * 7 % 10) / 10),
                )
        for name in assessors:
            new_assessor(db, name)
        log = LogWriter(db)
        for who, answer, label in labels:
            log.write(who, "judgment", Subject(answer // answers, answer), Content(label))
        db.execute("COMMIT")
    return path
