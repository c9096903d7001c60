"""Warnings of answers that look like one and are two: equal texts with and without an id, ids that look the same."""

import sqlite3
import unicodedata
from collections.abc import Iterator

from jurybox.collection.findings import shown
from jurybox.collection.pooling import pooled_text
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.table_reads import stretches
from jurybox.language import trf

_UNSEEN = str.maketrans({"\u00a0": " ", "\u200b": None, "\u200d": None, "\u00ad": None, "\ufeff": None})
"""Signs of ids that nobody sees."""


def check_look_alikes(find: Finder, existing: sqlite3.Connection | None) -> None:
    """Warn of what of the files and the collection looks like one answer."""
    _check_texts(find, existing)
    _check_equal_texts(find)
    _check_ids(find)


def _check_texts(find: Finder, existing: sqlite3.Connection | None) -> None:
    """Warn of responses without an id whose text is that of an answer with one: labels of one miss the other."""
    if not find.given("responses", "pooled"):
        return
    pooled = {
        (question, pooled_text(text)): (file, line, document)
        for file, line, question, text, document in find.db.execute(
            "SELECT file, line, question, text, document FROM in_responses WHERE row IN "
            "(SELECT min(row) FROM in_responses WHERE pooled GROUP BY question, answer)"
        )
    }
    for question, name, text, document in _named_texts(find, existing):
        file, line, other = pooled.get((question, pooled_text(text)), (0, 0, None))
        if file and (document is None or other is None or document == other):
            message = trf(
                "text-of-an-answer",
                "This response has the text of answer {name} of question {question} and no id, so it is another "
                "answer, without the labels of that one. Write the id in its row.",
                name=shown(name),
                question=shown(question),
            )
            find.note(file, line, message, "warning", "text of an answer")


def _check_equal_texts(find: Finder) -> None:
    """Warn of answers of a question with different ids and one text: each is judged on its own."""
    if find.given("answers", "text"):
        find.check(
            "SELECT s.file, s.line, s.question, s.answer, o.answer FROM (SELECT i.question, substr(s.text, -40) AS "
            "tail, length(s.text) AS size, min(row) AS first, max(row) AS last FROM in_answers s JOIN ids_answers i "
            "USING (row) WHERE s.answer IS NOT NULL AND s.text IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1) t "
            "JOIN in_answers o ON o.row = t.first JOIN in_answers s ON s.row = t.last AND s.text = o.text "
            "AND s.answer <> o.answer AND s.document IS o.document AND s.support IS o.support WHERE t.question > 0",
            lambda question, name, other: trf(
                "texts-equal",
                "Answers {other} and {name} of question {question} have the same text, and are judged apart. Leave "
                "the ids empty to judge equal texts once.",
                question=shown(question),
                name=shown(name),
                other=shown(other),
            ),
            severity="warning",
        )


def _named_texts(find: Finder, existing: sqlite3.Connection | None) -> Iterator[tuple[str, str, str, str | None]]:
    """Yield question, id, text and document of the answers with an id, of the files and of the collection."""
    yield from find.db.execute(
        "SELECT question, answer, text, document FROM in_answers WHERE answer IS NOT NULL AND text IS NOT NULL"
    ).fetchall()
    if existing:
        questions = dict(find.db.execute("SELECT id, name FROM known_question"))
        for rows in stretches(existing, "answer", "question, name, text, document"):
            yield from ((questions[of], name, text, document) for of, name, text, document in rows if name and text)


def _check_ids(find: Finder) -> None:
    """Warn of two answers of a question whose ids look the same, as letters composed and decomposed do."""
    met: dict[tuple[object, str], str] = {}
    for question, name in _odd_ids(find):
        plain = unicodedata.normalize("NFC", name).translate(_UNSEEN).strip()
        other = met.setdefault((question, plain), plain if _is_known(find, question, plain) else name)
        if other != name:
            find.findings.add(
                trf(
                    "ids-look-alike",
                    "Two answers of question {question} look the same and differ in the form of their letters: {other} "
                    "and {name}. Write one of the two ids like the other.",
                    question=shown(str(question)),
                    other=ascii(other),
                    name=ascii(name),
                ),
                severity="warning",
                kind="ids look alike",
            )


def _is_known(find: Finder, question: str, name: str) -> bool:
    """Return whether a question has an answer of ASCII signs alone, which is none of the odd ones."""
    if not name.isascii():
        return False
    of = "SELECT 1 FROM known_answer a JOIN known_question q ON q.id = a.question WHERE q.name = ? AND a.name = ?"
    return find.staging.met.number_of(question, name) is not None or bool(find.number(of, (question, name)))


def _odd_ids(find: Finder) -> Iterator[tuple[str, str]]:
    """Yield question and id of answers whose ids have other signs than those of ASCII."""
    met = find.staging.met
    if any(find.staging.as_columns.values()):
        odd = [number for number, name in enumerate(met.names) if not name.isascii()]
        yield from zip(met.question_names(odd), met.answer_names(odd), strict=True) if odd else ()
    yield from find.db.execute(
        "SELECT q.name, a.name FROM known_answer a JOIN known_question q ON q.id = a.question "
        "WHERE a.name GLOB '*[^ -~]*'"
    ).fetchall()
