"""Writing nuggets as JSON lines: for castorini's nuggetizer, and as TREC RAG nuggets."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from jurybox.collection.nuggets import source_of
from jurybox.formats.board_read import BoardRead
from jurybox.formats.exporting import Exporting, check_same
from jurybox.formats.json_records import Record, records_of
from jurybox.formats.nugget_json import ASSIGNMENT, IMPORTANCE, NARRATIVE
from jurybox.formats.writer import writer

_BACK = {word: theirs for theirs, word in ASSIGNMENT.items()}
_WORTH = {word: theirs for theirs, word in IMPORTANCE.items()}
_LENGTHS = (
    "{count} response lengths are the words of the stored texts; lengths that an imported file gave are not "
    "stored and may differ."
)
Records = Callable[[BoardRead, Exporting], Iterator[Record]]


@writer(folder=False)
def write_nuggetizer(out: Exporting, part: Path) -> dict[str, int]:
    """Write a record for each question with nuggets, and one for each response that was matched."""
    return _write(out, part, _nuggetizer_records)


@writer(folder=False)
def write_rag(out: Exporting, part: Path) -> dict[str, int]:
    """Write a record for each question with nuggets: text, importance and source."""
    return _write(out, part, _rag_records)


def _write(out: Exporting, part: Path, records: Records) -> dict[str, int]:
    made: list[Record] = list(records(BoardRead(out), out))
    with part.open("w", encoding="utf-8", newline="\n") as page:
        page.writelines(f"{json.dumps(record, ensure_ascii=False)}\n" for record in made)
    check_same(part, made, [value for _, value in records_of(part)])
    return {"records": len(made)}


def _nuggetizer_records(board: BoardRead, out: Exporting) -> Iterator[Record]:
    asked = [at for at in board.questions("other") if board.lines(at)]
    for at in asked:
        head = {"query": board.text_of(at), "qid": board.catalog.questions[at].name}
        yield head | {"nuggets": list(_listed(board, at))}
    for run in range(len(board.catalog.runs)):
        for at in asked:
            answers, text = _response(out, run, at)
            supports = [board.support(at, answers, line) for line in board.lines(at)]
            if not answers or not any(supports):
                continue
            if None in supports:
                out.lost["{count} responses are not matched with every nugget: those are left out."] += 1
            pairs = zip(_listed(board, at), supports, strict=True)
            nuggets = [one | {"assignment": _BACK.get(word, "failed")} for one, word in pairs if word]
            record: Record = {"query": board.text_of(at), "qid": board.catalog.questions[at].name}
            out.lost[_LENGTHS] += 1
            record |= {"answer_text": text, "response_length": len(text.split())}
            yield record | {"run_id": board.catalog.runs[run].name, "nuggets": nuggets}


def _listed(board: BoardRead, at: int) -> Iterator[Record]:
    for line in board.lines(at):
        word = board.importance(line)
        if word is None:
            board.out.lost["{count} nuggets without a vote are written without importance."] += 1
        yield {"text": line.text} | ({"importance": _WORTH.get(word, "failed")} if word else {})


def _rag_records(board: BoardRead, out: Exporting) -> Iterator[Record]:
    matched = False
    for at in board.questions("other"):
        lines = board.lines(at)
        if not lines:
            continue
        matched |= bool(board.ledger.board.matches_of(at).assessors())
        nuggets = [
            one | _narrative(out, line.nugget) | {"source": _source(board, at, line.nugget, line.text)}
            for one, line in zip(_listed(board, at), lines, strict=True)
        ]
        yield {"qid": board.catalog.questions[at].name, "nuggets": nuggets}
    if matched:
        out.lost["Matches are left out: this format has none ({count})."] += 1


def _source(board: BoardRead, at: int, nugget: int, text: str) -> str:
    (key,) = board.out.db.execute("SELECT digest FROM question WHERE id = ?", (at + 1,)).fetchone()
    return source_of(board.catalog.nuggets[nugget], key, text)


def _response(out: Exporting, run: int, question: int) -> tuple[list[int], str]:
    """Return the answers of a run's response, and its texts as one."""
    rows = out.db.execute(
        "SELECT p.answer - 1, coalesce(p.text, a.text) FROM response p JOIN answer a ON a.id = p.answer "
        "WHERE p.run = ? AND p.question = ? AND p.answered ORDER BY p.id",
        (run + 1, question + 1),
    ).fetchall()
    if len(rows) > 1:
        out.lost["{count} responses of several answers are written as one text, a line for each."] += 1
    return [answer for answer, _ in rows], "\n".join(text for _, text in rows)


def _narrative(out: Exporting, nugget: int) -> Record:
    """Return the part of the narrative that a note keeps."""
    row = out.db.execute(
        "SELECT note FROM standing WHERE nugget = ? AND kind IN ('importance', 'nugget') AND note LIKE ?",
        (nugget + 1, f"{NARRATIVE}%"),
    ).fetchone()
    return {"mapped_sub_narrative": row[0].removeprefix(NARRATIVE)} if row else {}
