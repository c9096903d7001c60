"""Nuggets as JSON lines: of castorini's nuggetizer, and of TREC RAG 2025 and 2026.

    nuggetizer   {"query", "qid", "nuggets": [{"text", "importance"}]}, and for a response of a run
                 {"query", "qid", "run_id", "answer_text", "response_length",
                  "nuggets": [{"text", "importance", "assignment"}]}
    rag-nuggets  {"qid", "nuggets": [{"text", "mapped_sub_narrative", "importance", "source"}]}

Nuggets have no id: one is known again by its question and its text, and of several with one text in a record by
its place among these. "failed", which a model may leave, is
read as *cannot tell*, and written for it; so is any word that is none of the format, with a warning. Records
of scores are passed over, since scores are computed.

The nuggetizer writes a file for each run. All files of an import have one assessor, unless a response is
matched in two of them: then each file is an assessor, called as it.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.collection.entries import digest
from jurybox.collection.findings import shown
from jurybox.collection.nuggets import source_of
from jurybox.collection.pooling import pool_key, pool_ref
from jurybox.formats.evidence import Signs
from jurybox.formats.exports import CollectionExport, check_same, writer
from jurybox.formats.format import Format
from jurybox.formats.json_records import Record, UnreadFields, plain_word, records_of, text_under
from jurybox.formats.nugget_export import NuggetExport
from jurybox.formats.source_files import RENAMED, FormatImport, SourceFile, unfitting
from jurybox.language import Sentence, tr, trf, trn_noop, trnf
from jurybox.lists import comma_list
from jurybox.wording import count_of

IMPORTANCE = {"vital": "vital", "okay": "okay", "failed": "cannot-tell"}
ASSIGNMENT = {"support": "yes", "partial_support": "partial", "not_support": "no", "failed": "cannot-tell"}
_SCORES = ("strict_vital_score", "strict_all_score", "vital_score", "all_score")
_FIELDS = frozenset(("query", "qid", "query_id", "topic_id", "nuggets", "run_id", "answer_text", "response_length"))
_NUGGET_FIELDS = frozenset(("text", "importance", "assignment", "source", "mapped_sub_narrative"))
_MOST_RUNS = 8
_EXAMPLE = '{"text": "...", "importance": "vital"}'
NARRATIVE = "sub-narrative: "
"""What a note begins with that keeps the part of the narrative a nugget of TREC RAG belongs to."""


class RecordNugget(NamedTuple):
    """One nugget of a record, in the words of the log; `support` is None if the record is not a response.

    `copy`: how many nuggets of the record before it have its text.
    """

    text: str
    importance: str | None
    support: str | None
    source: str
    narrative: str
    copy: int = 0


class NuggetRecord(NamedTuple):
    """One record: the nuggets of a question, and the response of a run if there is one.

    `length` is what the record says the response has of words; `odd` says what was not understood.
    """

    question: str
    query: str
    run: str | None
    answer: str | None
    nuggets: tuple[RecordNugget, ...]
    length: int | None = None
    odd: tuple[Sentence, ...] = ()


_Rows = list[tuple[int, NuggetRecord]]
_File = tuple[SourceFile, _Rows]
_Key = tuple[str, str, int]
"""What a nugget is known by: its question, its text, and how many of that text are before it."""


def _is_of_query(record: Record) -> bool:
    """Return whether a record has nuggets and a query, or an assignment."""
    return isinstance(record.get("nuggets"), list) and ("query" in record or "run_id" in record)


def _is_of_qid(record: Record) -> bool:
    """Return whether a record has a qid and nuggets, and no query."""
    return isinstance(record.get("nuggets"), list) and bool(text_under(record, "qid")) and not _is_of_query(record)


def read_nuggetizer(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take nuggets, importance, responses and assignments in, as said by the assessor named, a model.

    Questions that are not there yet are added with their query. A response whose record names no run is of
    the run that is named, else of one called as the file.
    """
    found = _records(reading, sources)
    _store(reading, [_with_run(reading, *each) for each in found], "nuggetizer")


def read_rag(reading: FormatImport, sources: Sequence[Path]) -> None:
    """Take nuggets and importance in, as said by the assessor named, else by one called as the file."""
    _store(reading, _records(reading, sources), None)


def _records(reading: FormatImport, sources: Sequence[Path]) -> list[_File]:
    """Return the records of each file that has any; what is wrong with others is noted."""
    found: list[_File] = []
    unread = UnreadFields()

    def one(source: SourceFile) -> None:
        rows, passed = _Rows(), 0
        for line, value in records_of(source.path):
            if isinstance(value, dict) and "nuggets" not in value and any(name in value for name in _SCORES):
                passed += 1
                continue
            board = parse(value)
            unread.add(value, _FIELDS)
            for nugget in () if isinstance(board, str) else value["nuggets"]:
                unread.add(nugget, _NUGGET_FIELDS, "nuggets.")
            if isinstance(board, str):
                reading.bad("nuggets", source, line, board)
            else:
                rows.append((line, board))
                for sentence in board.odd:
                    reading.warn(sentence, source, line)
        if passed:
            reading.note(
                trf(
                    "nuggets-scores-skipped",
                    "{records} of scores skipped: scores are computed again.",
                    records=count_of(passed, "record"),
                ),
                source,
            )
        if rows:
            found.append((source, rows))

    reading.each(sources, one, "nuggets")
    if unread.sentence:
        reading.note(unread.sentence)
    return found


def _store(reading: FormatImport, found: Sequence[_File], name: str | None) -> None:
    """Put the records of all files into the sheets; `name`: the assessor if none is named."""
    staged = _StagedNuggets(reading)
    asked = reading.options.assessor
    if asked is None and name is not None and not _is_matched_twice(found):
        asked = name
        if found:
            reading.note(
                trf(
                    "assessor-of-program",
                    "The files name no assessor, so {name!r} is used. {renamed}",
                    name=name,
                    renamed=RENAMED,
                )
            )
    for source, rows in found:
        who = asked or reading.assessor(source)
        staged.take(source, rows, who if name is None else reading.assessor_of_model(who))
    differing = sum(
        board.length is not None and board.answer is not None and board.length != len(board.answer.split())
        for _, rows in found
        for _, board in rows
    )
    if differing:
        reading.note(
            trf(
                "nuggets-lengths",
                "Response lengths that differ from the number of words in the response: "
                "{differing:,}. They are not stored: an export writes the number of words.",
                differing=differing,
            )
        )


def _is_matched_twice(found: Sequence[_File]) -> bool:
    """Return whether a response is matched with nuggets in two files, as two assessors would."""
    seen = set[tuple[str, str, str]]()
    for _, rows in found:
        here = {
            (board.question, board.run or "", board.answer)
            for _, board in rows
            if board.answer and any(nugget.support for nugget in board.nuggets)
        }
        if seen & here:
            return True
        seen |= here
    return False


def _with_run(reading: FormatImport, source: SourceFile, rows: _Rows) -> _File:
    """Return the records of a file with the run of each response, and note which runs these are."""
    named = sorted({board.run for _, board in rows if board.answer and board.run})
    if named:
        listed = comma_list(map(shown, named[:_MOST_RUNS])) + (", ..." if len(named) > _MOST_RUNS else "")
        reading.note(
            trf(
                "nuggets-runs",
                "Responses of {runs}, as its records say: {listed}.",
                runs=count_of(len(named), "run"),
                listed=listed,
            ),
            source,
        )
    if not any(board.answer and not board.run for _, board in rows):
        return source, rows
    run = reading.options.run or source.stem
    if not reading.options.run:
        message = trf(
            "nuggets-run-of-file",
            "Records name no run, so the name of the file, {run!r}, is used. --run sets another one.",
            run=run,
        )
        reading.note(message, source)
    return source, [
        (line, board._replace(run=run) if board.answer and not board.run else board) for line, board in rows
    ]


def parse(value: Any) -> NuggetRecord | Sentence:  # noqa: ANN401 - whatever JSON holds
    """Return a record in our words, or what is wrong with it."""
    if not isinstance(value, dict):
        return trf("record-no-object", "This record is not an object with names.")
    question, nuggets = text_under(value, "qid", "query_id", "topic_id"), value.get("nuggets")
    if not question:
        return trf("nuggets-no-qid", "This record has no qid. Write the id of its question.")
    if not isinstance(nuggets, list):
        return trf("nuggets-no-list", "This record has no list of nuggets.")
    odd: list[Sentence] = []
    found = [_nugget(one, odd) for one in nuggets]
    wrong = next((one for one in found if isinstance(one, str)), None)
    if wrong is not None:
        return wrong
    copies = Counter[str]()
    kept = list[RecordNugget]()
    for one in found:
        if isinstance(one, RecordNugget):
            kept.append(one._replace(copy=copies[one.text]))
            copies[one.text] += 1
    odd += [
        trf(
            "nuggets-same-text",
            "{n} nuggets of this record have the text {text}: each is a nugget of its own, by its place in the list.",
            n=count,
            text=shown(text),
        )
        for text, count in copies.items()
        if count > 1
    ]
    run, answer = text_under(value, "run_id"), text_under(value, "answer_text")
    length = value.get("response_length")
    board = NuggetRecord(
        question,
        text_under(value, "query") or "",
        run,
        answer,
        tuple(kept),
        length if isinstance(length, int) and not isinstance(length, bool) else None,
        tuple(odd),
    )
    texts = [board.question, board.query, run or "", answer or ""]
    texts += [text for one in board.nuggets for text in (one.text, one.source, one.narrative)]
    return next((message for text in texts if (message := unfitting(text))), None) or board


def _nugget(value: Any, odd: list[Sentence]) -> RecordNugget | Sentence:  # noqa: ANN401 - whatever JSON holds
    """Return a nugget, or what is wrong with it; what is not understood of it is added to `odd`."""
    if not isinstance(value, dict):
        return trf(
            "nugget-no-object",
            "A nugget of this record is {value}, not an object. Write {written}.",
            value=shown(value),
            written=_EXAMPLE,
        )
    text = text_under(value, "text")
    if not text or not text.strip():
        return trf("nugget-no-text", "A nugget of this record has no text.")
    return RecordNugget(
        text,
        _word(value, "importance", IMPORTANCE, odd),
        _word(value, "assignment", ASSIGNMENT, odd),
        text_under(value, "source") or "original",
        text_under(value, "mapped_sub_narrative") or "",
    )


def _word(value: dict[str, Any], name: str, known: Mapping[str, str], odd: list[Sentence]) -> str | None:
    """Return the value under a name, in the words of the log; *cannot tell* for one outside the format."""
    said = value.get(name)
    if said is None:
        return None
    plain = plain_word(said) if isinstance(said, str) else ""
    if plain not in known:
        listed = comma_list(known)
        odd.append(
            trf(
                "nugget-odd-word",
                "The {name} of a nugget is {said}, none of {listed}: read as failed (cannot tell).",
                name=name,
                said=shown(said),
                listed=listed,
            )
        )
    return known.get(plain, "cannot-tell")


class _StagedNuggets:
    """What was taken in already: questions, nuggets by text, answers and runs."""

    def __init__(self, reading: FormatImport) -> None:
        self._reading = reading
        stored = _stored_names(reading)
        self._names: dict[_Key, str] = {(question, text, 0): name for question, text, name in stored}
        self._known = {(question, name) for question, _, name in stored}
        self._voted: dict[tuple[str, _Key], tuple[str, str]] = {}
        self._given: dict[tuple[str, str, str], tuple[str, str]] = {}

    def take(self, source: SourceFile, rows: _Rows, who: str) -> None:
        """Put the records of one file, which one assessor made, into the sheets.

        Of a second response of a run to a question in this file only the nuggets are taken.
        """
        rows = [(line, self._only_response(source, line, board)) for line, board in rows]
        self._reading.put_questions(source, "other", ((line, board.question, board.query) for line, board in rows))
        with self._reading.sheet("nuggets", source, "question nugget text importance source assessor note") as sheet:
            for line, board in rows:
                for nugget in board.nuggets:
                    self._nugget(sheet.row, source, line, board, nugget, who)
        self._responses(source, rows)
        with self._reading.sheet("matches", source, "assessor question answer nugget support") as sheet:
            for line, board in rows:
                for nugget in board.nuggets if board.answer else ():
                    if nugget.support is not None:
                        name = self._names[board.question, nugget.text, nugget.copy]
                        sheet.row(line, (who, board.question, _ref(board), name, nugget.support))

    def _only_response(self, source: SourceFile, line: int, board: NuggetRecord) -> NuggetRecord:
        """Return a record, without its response if the run has given another to the same question."""
        if not board.answer or not board.run:
            return board
        answer, place = self._given.setdefault(
            (board.run, board.question, source.name), (board.answer, f"{source.name}:{line}")
        )
        if answer == board.answer:
            return board
        message = trf(
            "nuggets-other-response",
            "Run {run} has another response to question {question} in {place}, which is kept. "
            "This one is left out, with its matches.",
            run=shown(board.run),
            question=shown(board.question),
            place=place,
        )
        self._reading.warn(message, source, line, kind="second response")
        return board._replace(run=None, answer=None)

    def _nugget(
        self,
        row: Callable[[int, Sequence[str]], None],
        source: SourceFile,
        line: int,
        board: NuggetRecord,
        nugget: RecordNugget,
        who: str,
    ) -> None:
        key = (board.question, nugget.text, nugget.copy)
        place_in_list = (str(nugget.copy + 1),) if nugget.copy else ()
        name = self._names.setdefault(key, f"n-{digest(*key[:2], *place_in_list).hex()[:12]}")
        new = (board.question, name) not in self._known
        self._known.add((board.question, name))
        importance, place = self._voted.get((who, key), (nugget.importance, ""))
        if nugget.importance not in (None, importance):
            message = trf(
                "nugget-importance-differs",
                "Nugget {nugget} is {importance} here, but {importance2} in {place}: "
                "{importance2} is kept. If the files are of several assessors, import them one "
                "by one, each with --assessor.",
                nugget=shown(nugget.text),
                importance=nugget.importance,
                importance2=importance,
                place=place,
            )
            self._reading.warn(message, source, line, kind="importance of a nugget")
        voted = nugget.importance is not None and (who, key) not in self._voted
        if nugget.importance is not None:
            self._voted.setdefault((who, key), (nugget.importance, f"{source.name}:{line}"))
        if new or voted:
            text, origin = (nugget.text, nugget.source) if new else ("", "")
            note = f"{NARRATIVE}{nugget.narrative}" if nugget.narrative and new else ""
            row(line, (board.question, name, text, nugget.importance or "", origin, who, note))

    def _responses(self, source: SourceFile, rows: _Rows) -> None:
        reading = self._reading
        with reading.sheet("answers", source, "question answer text") as sheet:
            for line, board in rows:
                if board.answer and reading.is_new("answers", _ref(board)):
                    sheet.row(line, (board.question, "", board.answer))
        with reading.sheet("responses", source, "run question rank answer text") as sheet:
            for line, board in rows:
                if board.answer and board.run and reading.is_new("responses", board.run, board.question, _ref(board)):
                    sheet.row(line, (board.run, board.question, "1", _ref(board), board.answer))
        missing = sum(board.answer is None and board.run is not None for _, board in rows)
        if missing:
            message = trnf(
                "nuggets-no-answer-text",
                "{n} record has assignments but no answer_text, without which there is nothing to match: left out.",
                "{n} records have assignments but no answer_text, without which there is nothing to match: left out.",
                missing,
            )
            self._reading.warn(message, source)


def _ref(board: NuggetRecord) -> str:
    return pool_ref(pool_key(board.question, board.answer or "", None, None))


def _stored_names(reading: FormatImport) -> list[tuple[str, str, str]]:
    """Return question, wording and name of the collection's nuggets, the latest first."""
    if reading.options.into is None:
        return []
    rows = reading.options.into.execute(
        "SELECT q.name, e.label, n.name FROM entry e JOIN nugget n ON n.id = e.nugget "
        "JOIN question q ON q.id = n.question WHERE e.kind = 'nugget' AND e.answer IS NULL "
        "AND e.fact IS NULL AND e.label IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM superseded u WHERE u.entry = e.id) ORDER BY e.id DESC"
    )
    return rows.fetchall()


_BACK = {word: their_word for their_word, word in ASSIGNMENT.items()}
_WORTH = {word: their_word for their_word, word in IMPORTANCE.items()}
_LENGTHS = trn_noop(
    "{n} response length is that of the stored text, in words; a length that an imported "
    "file gave is not stored and may differ.",
    "{n} response lengths are the words of the stored texts; lengths that an "
    "imported file gave are not stored and may differ.",
)
Records = Callable[[NuggetExport, CollectionExport], Iterator[Record]]


@writer(folder=False)
def write_nuggetizer(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a record for each question with nuggets, and one for each response that was matched."""
    out.leave_out("nuggets", "matches")
    return _write(out, part, _nuggetizer_records)


@writer(folder=False)
def write_rag(out: CollectionExport, part: Path) -> dict[str, int]:
    """Write a record for each question with nuggets: text, importance and source."""
    out.leave_out("nuggets", "sources", without_notes=NARRATIVE)
    return _write(out, part, _rag_records)


def _write(out: CollectionExport, part: Path, records: Records) -> dict[str, int]:
    exported: list[Record] = list(records(NuggetExport(out), out))
    with part.open("w", encoding="utf-8", newline="\n") as page:
        page.writelines(f"{json.dumps(record, ensure_ascii=False)}\n" for record in exported)
    check_same(part, exported, [value for _, value in records_of(part)])
    return {"records": len(exported)}


def _nuggetizer_records(board: NuggetExport, out: CollectionExport) -> Iterator[Record]:
    with_nuggets = [at for at in board.questions("other") if board.lines(at)]
    for at in with_nuggets:
        head = {"query": board.text_of(at), "qid": board.catalog.questions[at].name}
        yield head | {"nuggets": list(_listed(board, at))}
    for run in range(len(board.catalog.runs)):
        for at in with_nuggets:
            answers, text = _response(out, run, at)
            supports = [board.support(at, answers, line) for line in board.lines(at)]
            if not answers or not any(supports):
                continue
            if None in supports:
                out.lose(
                    trn_noop(
                        "{n} response is not matched with every nugget: left out.",
                        "{n} responses are not matched with every nugget: those are left out.",
                    )
                )
            pairs = zip(_listed(board, at), supports, strict=True)
            nuggets = [one | {"assignment": _BACK.get(word, "failed")} for one, word in pairs if word]
            record: Record = {"query": board.text_of(at), "qid": board.catalog.questions[at].name}
            out.lose(_LENGTHS)
            record |= {"answer_text": text, "response_length": len(text.split())}
            yield record | {"run_id": board.catalog.runs[run].name, "nuggets": nuggets}


def _listed(board: NuggetExport, at: int) -> Iterator[Record]:
    for line in board.lines(at):
        word = board.importance(line)
        if word is None:
            board.out.lose(
                trn_noop(
                    "{n} nugget without a vote is written without importance.",
                    "{n} nuggets without a vote are written without importance.",
                )
            )
        yield {"text": line.text} | ({"importance": _WORTH.get(word, "failed")} if word else {})


def _rag_records(board: NuggetExport, out: CollectionExport) -> Iterator[Record]:
    narratives = _narratives(out)
    for at in board.questions("other"):
        lines = board.lines(at)
        if not lines:
            continue
        nuggets = [
            one | narratives.get(line.nugget, {}) | {"source": _source(board, at, line.nugget, line.text)}
            for one, line in zip(_listed(board, at), lines, strict=True)
        ]
        yield {"qid": board.catalog.questions[at].name, "nuggets": nuggets}


def _source(board: NuggetExport, at: int, nugget: int, text: str) -> str:
    (key,) = board.out.db.execute("SELECT digest FROM question WHERE id = ?", (at + 1,)).fetchone()
    return source_of(board.catalog.nuggets[nugget], key, text)


def _response(out: CollectionExport, run: int, question: int) -> tuple[list[int], str]:
    """Return the answers of a run's response, and its texts as one."""
    rows = out.db.execute(
        "SELECT p.answer - 1, coalesce(p.text, a.text) FROM response p JOIN answer a ON a.id = p.answer "
        "WHERE p.run = ? AND p.question = ? AND p.answered ORDER BY p.id",
        (run + 1, question + 1),
    ).fetchall()
    if len(rows) > 1:
        out.lose(
            trn_noop(
                "{n} response of several answers is written as one text, a line for each.",
                "{n} responses of several answers are written as one text, a line for each.",
            )
        )
    return [answer for answer, _ in rows], "\n".join(text for _, text in rows)


def _narratives(out: CollectionExport) -> dict[int, Record]:
    """Return the parts of the narrative that notes keep, by nugget; in one query: each reads the log."""
    rows = out.db.execute(
        "SELECT nugget - 1, note FROM standing WHERE kind IN ('importance', 'nugget') AND note LIKE ?",
        (f"{NARRATIVE}%",),
    )
    found: dict[int, Record] = {}
    for nugget, note in rows:
        found.setdefault(nugget, {"mapped_sub_narrative": note.removeprefix(NARRATIVE)})
    return found


NUGGETIZER = Format(
    "nuggetizer",
    tr("Nuggets and assignments of the nuggetizer (JSON lines)"),
    Signs(tr("its records have a query and nuggets"), record=_is_of_query),
    stage="nuggets",
    shape=tr("JSON lines with `query`, `qid`, `nuggets`"),
    imports=tr("nuggets, responses and matches; files of several runs together"),
    exports=tr("a file"),
    example=("x.jsonl", '{"query": "Q", "qid": "1", "nuggets": [{"text": "t", "importance": "vital"}]}\n'),
    read=read_nuggetizer,
    write=write_nuggetizer,
)


RAG_NUGGETS = Format(
    "rag-nuggets",
    tr("TREC RAG nuggets (JSON lines)"),
    Signs(tr("its records have a qid and nuggets"), record=_is_of_qid),
    stage="nuggets",
    shape=tr("JSON lines with `qid`, `nuggets`"),
    imports=tr("nuggets"),
    exports=tr("a file"),
    example=("x.jsonl", '{"qid": "1", "nuggets": [{"text": "t", "importance": "okay", "source": "original"}]}\n'),
    read=read_rag,
    write=write_rag,
)
