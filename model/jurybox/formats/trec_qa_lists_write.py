"""Writing judgments of TREC QA: of factoids as one file, of several kinds of question as a folder."""

from collections.abc import Iterator
from pathlib import Path

from jurybox.formats.board_read import BoardRead, numbered
from jurybox.formats.exporting import (
    Exporting,
    Given,
    Voice,
    exporting,
    making,
    one_line,
    one_word,
    write_lines,
    written,
)
from jurybox.formats.format import Reference, Written
from jurybox.formats.trec_qa_judgments import CODES
from jurybox.formats.trec_qa_lists import parse_list, parse_other
from jurybox.formats.trec_qa_runs import NO_DOCUMENT
from jurybox.formats.trec_write import write_qa_judgments

_CODE_OF = {label: code for code, label in CODES.items()}
_KINDS = ("factoid", "list", "other")
_UNRETURNED = "{count} known instances that no run returned are left out."


def write_judgments(
    file: Path,
    target: Path,
    *,
    assessor: str | None = None,
    anonymous: bool = False,
    gold: Reference | None = None,
) -> Written:
    """Write what one voice says of factoids, lists and Other questions.

    A collection without list and Other questions gives one file; else the target is a folder with
    `factoid.txt`, `list.txt` and `other.txt`, as far as there is something to write.
    """
    with exporting(file, assessor=assessor, anonymous=anonymous, gold=gold) as out:
        kinds = {kind for (kind,) in out.db.execute("SELECT DISTINCT kind FROM question")}
        if kinds.isdisjoint(_KINDS[1:]):
            return write_qa_judgments(file, target, assessor=assessor, anonymous=anonymous, gold=gold)
        with making(target, folder=True) as part:
            board = BoardRead(out)
            made = {
                "list": write_lines(part / "list.txt", _list_rows(board), " ".join, _list_row),
                "other": write_lines(part / "other.txt", _other_rows(board), " ".join, _other_row),
            }
            lost: tuple[str, ...] = ()
            if any(said.level >= 0 for voice in out.voices for said in out.said(voice, "factoid")):
                of_factoids = write_qa_judgments(
                    file, part / "factoid.txt", assessor=assessor, anonymous=anonymous, gold=gold
                )
                made, lost = {"factoid": sum(of_factoids.rows.values())} | made, of_factoids.lost
            for kind, count in made.items():
                if not count:
                    (part / f"{kind}.txt").unlink()
            done = written(target, {kind: count for kind, count in made.items() if count}, out)
        return Written(target, done.rows, (*done.lost, *lost))


def _labels(out: Exporting, voice: Voice) -> dict[str, str | None]:
    """Return the label of every answer to a list question, by its name in tables."""
    found: dict[str, str | None] = {}
    for said in out.said(voice, "list"):
        graded = "correct" if said.level > 0 else "incorrect" if said.level == 0 else None
        found[said.answer] = said.label if voice.row is not None else graded
    return found


def _list_rows(board: BoardRead) -> Iterator[tuple[str, ...]]:
    out = board.out
    voices = out.voices
    if not voices:
        return
    labels, groups = _labels(out, out.one_voice()), _groups(board)
    known = board.catalog.instances or any(board.ledger.board.instances.values())
    if known:
        out.lost[_UNRETURNED] += len(board.catalog.instances)
    for run in out.runs():
        seen: set[tuple[str, str]] = set()
        for given in out.responses(run):
            if given.kind == "list" and given.answer is not None and given.answered:
                label = labels.get(given.answer)
                group = (given.question, groups.get(given.answer, f"answer {given.answer}"))
                row = _list_line(out, run, given, label, new=group not in seen)
                if label == "correct":
                    seen.add(group)
                if row is not None:
                    yield row


def _list_line(
    out: Exporting, run: str, given: Given, label: str | None, *, new: bool
) -> tuple[str, ...] | None:
    text = one_line(given.text)
    if label not in _CODE_OF or not text:
        out.lost["{count} responses without a judgment, or without a text, are left out."] += 1
        return None
    distinct = "1" if label == "correct" and new else "0"
    document = one_word(given.document) if given.document else NO_DOCUMENT
    return given.question, one_word(run), document, _CODE_OF[label], distinct, text


def _groups(board: BoardRead) -> dict[str, str]:
    """Return the group of every grouped answer, by its name in tables."""
    held = board.ledger.board
    refs = board.out.db.execute("SELECT id - 1, name FROM ref").fetchall()
    found = {}
    for answer, ref in refs:
        said = held.groups.get(answer, {})
        names = {name for name in said.values() if name}
        name = said.get(board.who) if board.who is not None else held.settled_groups.get(answer)
        if board.who is None and name is None and names:
            name = min(names)
            if len(names) > 1:
                board.out.lost["{count} answers that people group differently are in the first group."] += 1
        if name:
            found[str(ref)] = f"group {name}"
    return found


def _other_rows(board: BoardRead) -> Iterator[tuple[str, ...]]:
    out, catalog = board.out, board.catalog
    positions = {name: at for at, name in out.db.execute("SELECT id - 1, name FROM ref")}
    matches: list[tuple[str, ...]] = []
    for run in out.runs():
        counts: dict[str, int] = {}
        for given in out.responses(run):
            text = one_line(given.text)
            if given.kind != "other" or given.answer is None or not given.answered or not text:
                continue
            at = catalog.question_named[given.question]
            item = str(counts.setdefault(given.question, 0) + 1)
            counts[given.question] += 1
            head = (given.question, one_word(run), item)
            yield (*head, one_word(given.document) if given.document else NO_DOCUMENT, text)
            matches += [(*head, number) for number in _held(board, at, positions[given.answer])]
    yield from matches


def _held(board: BoardRead, question: int, answer: int) -> Iterator[str]:
    lines = board.lines(question)
    names = [board.catalog.nuggets[line.nugget].name for line in lines]
    for line, number in zip(lines, numbered(lines, names), strict=True):
        word = board.support(question, [answer], line)
        if word == "yes":
            yield str(number)
        elif word != "no":
            told = "partial matches" if word == "partial" else "matches that are not decided"
            board.out.lost[f"{{count}} {told} are left out, as if they were none."] += 1


def _list_row(line: str) -> tuple[str, ...] | str:
    row = parse_list(line)
    return row if isinstance(row, str) else tuple(row)


def _other_row(line: str) -> tuple[str, ...] | str:
    row = parse_other(line)
    return row if isinstance(row, str) else tuple(row)
