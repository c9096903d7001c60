"""List answers of TREC QA: for each list question its known correct answers, a line for each.

    # 1.3
    Q:Which cities have Crip gangs?
    Atlanta
    Austin

They are known instances: a group of answers with the same name is that instance.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import NamedTuple

from jurybox.collection.findings import shown
from jurybox.collection.pooling import pooled_text
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, check_same, one_line, writer
from jurybox.formats.format import Format
from jurybox.formats.nugget_export import NuggetExport
from jurybox.formats.source_files import FormatImport, SourceFile, first_lines, lines_of
from jurybox.language import tr, trf, trn_noop, trnf

_HEAD = re.compile(r"# *(\S+)\s*")


class KnownAnswers(NamedTuple):
    """The answers to one question, with the line of each; `asked` is the text of the question."""

    question: str
    wording: str
    answers: tuple[tuple[int, str], ...]


def _is_list(path: Path) -> bool:
    """Return whether a file begins with a number sign and an id, then Q and a colon."""
    lines = first_lines(path, 2)
    return len(lines) == 2 and lines[0].startswith("#") and lines[1].startswith("Q:")


def parse(lines: Sequence[tuple[int, str]]) -> tuple[list[KnownAnswers], list[tuple[int, str]]]:
    """Return the questions of a file, and the lines that belong to none: those from a wrong head to the next head."""
    found: list[tuple[str, str, list[tuple[int, str]]]] = []
    stray: list[tuple[int, str]] = []
    is_known = False
    for number, line in lines:
        head = _HEAD.fullmatch(line)
        if head:
            found.append((head[1], "", []))
            is_known = True
        elif not line.strip():
            continue
        elif not is_known or line.startswith("# ") or (line.startswith("Q:") and found[-1][2]):
            is_known = False  # nobody knows of which question what follows is
            stray.append((number, line))
        elif line.startswith("Q:") and not found[-1][1]:
            question, _, answers = found[-1]
            found[-1] = (question, line.removeprefix("Q:").strip(), answers)
        else:
            found[-1][2].append((number, line.strip()))
    return [KnownAnswers(question, wording, tuple(answers)) for question, wording, answers in found], stray


def read(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take the answers in as known instances; questions that are not there yet are added."""
    into = reading.options.into
    texts: dict[str, str] = dict(into.execute("SELECT name, text FROM question").fetchall()) if into else {}
    texts |= dict(reading.staging.db.execute("SELECT question, coalesce(text, '') FROM in_questions").fetchall())

    def one(source: SourceFile) -> None:
        found, stray = parse(list(lines_of(source.path)))
        other = sum(each.question in texts and each.wording != one_line(texts[each.question]) for each in found)
        if other:
            message = trnf(
                "list-question-wording",
                "{n} question is worded differently than in the collection, whose wording is kept.",
                "{n} questions are worded differently than in the collection, whose wording is kept.",
                other,
            )
            reading.note(message, source)
        for line, text in stray:
            reading.bad(
                "instances",
                source,
                line,
                trf(
                    "list-answer-first",
                    "{text} is not the id of a question, or comes before it. Begin each question with a number sign "
                    "and its id alone, such as # 66.7.",
                    text=shown(text),
                ),
            )
        asked = ((each.answers[0][0], each.question, each.wording) for each in found if each.answers)
        reading.put_questions(source, "list", asked)
        with reading.sheet("instances", source, "question group text") as sheet:
            for each in found:
                seen: set[str] = set()
                for line, text in each.answers:
                    if text in seen:
                        reading.warn(
                            trf("list-answer-twice", "An answer is listed twice; it is imported once."), source, line
                        )
                        continue
                    seen.add(text)
                    sheet.row(line, (each.question, text, text))
        apart = _judged_apart(into, found) if into else 0
        if apart:
            reading.warn(
                trnf(
                    "list-known-answer-judged",
                    "{n} answer judged correct has the text of a known answer and counts beside it. "
                    "Group them on Judge (Add to chosen), or import the known answers first.",
                    "{n} answers judged correct have the text of a known answer and count beside it. "
                    "Group them on Judge (Add to chosen), or import the known answers first.",
                    apart,
                ),
                source,
            )

    reading.each(sources, one, "instances")


def _judged_apart(into: Connection, found: Sequence[KnownAnswers]) -> int:
    """Return how many answers labeled correct have the text of an instance that is new, and no group."""
    stored = set(into.execute("SELECT q.name, i.name FROM instance i JOIN question q ON q.id = i.question").fetchall())
    new = {
        (each.question, pooled_text(text).casefold())
        for each in found
        for _, text in each.answers
        if (each.question, text) not in stored
    }
    judged = into.execute(
        "SELECT DISTINCT e.answer, q.name, a.text FROM entry e JOIN answer a ON a.id = e.answer "
        "JOIN question q ON q.id = e.question WHERE e.kind = 'judgment' AND e.label = 'correct' "
        "AND q.kind = 'list' AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id) "
        "AND NOT EXISTS (SELECT 1 FROM entry d WHERE d.answer = e.answer AND d.kind = 'distinct' "
        "AND d.label IS NOT NULL AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = d.id))"
    )
    return sum((name, pooled_text(text or "").casefold()) in new for _, name, text in judged)


@writer(folder=False)
def write(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write the known instances of list questions. Answers of runs, and their groups, are none of them."""
    (groups,) = out.db.execute(
        "SELECT count(DISTINCT question || ' ' || label) FROM standing WHERE label IS NOT NULL AND "
        "(kind = 'distinct' OR (kind = 'adjudication' AND fact = 'group'))"
    ).fetchone()
    out.lose(
        trn_noop(
            "{n} group of answers that runs returned is left out: it is no known instance.",
            "{n} groups of answers that runs returned are left out: they are no known instances.",
        ),
        groups,
    )
    board = NuggetExport(out)
    written = list(_known(board))
    with part.open("w", encoding="utf-8", newline="\n") as page:
        for each in written:
            lines = "".join(f"{text}\n" for _, text in each.answers)
            page.write(f"# {each.question}\nQ:{each.wording}\n{lines}\n")
    read_back, _ = parse(list(lines_of(part)))
    plain = [(each.question, each.wording, [text for _, text in each.answers]) for each in read_back]
    meant = [(each.question, each.wording, [text for _, text in each.answers]) for each in written]
    check_same(part, meant, plain)
    return {"answers": sum(len(each.answers) for each in written)}


def _known(board: NuggetExport) -> Iterator[KnownAnswers]:
    said, catalog = board.ledger.board.instances, board.catalog
    for at in board.questions("list"):
        mine = said.get(at, {})
        texts = [i.text or i.name for i in catalog.instances if i.question == at]
        doubled = [i.text or i.name for i in catalog.instances if i.question == at and mine.get(i.name, "") is None]
        texts = [text for text in texts if text not in doubled]
        texts += [text for text in mine.values() if text is not None]
        plain = []
        for text in dict.fromkeys(map(one_line, texts)):
            if not text or text.startswith(("#", "Q:")):
                board.out.lose(
                    trn_noop(
                        "{n} instance begins like a heading, or is empty: left out.",
                        "{n} instances begin like a heading, or are empty: left out.",
                    )
                )
            else:
                plain.append(text)
        if plain:
            wording = one_line(board.text_of(at))
            yield KnownAnswers(catalog.questions[at].name, wording, tuple((0, text) for text in plain))


FORMAT = Format(
    "list-answers",
    tr("Known answers of list questions"),
    Signs(tr("it begins with the id and the text of a question"), place=_is_list),
    stage="questions",
    shape=tr("`# 66.7` (the id of a question), `Q:` and its text, then an answer on each line"),
    imports=tr("known instances of list questions"),
    exports=tr("a file"),
    example=("x", "# 1.3\nQ:Which cities?\nOslo\nRome\n"),
    read=read,
    write=write,
)
