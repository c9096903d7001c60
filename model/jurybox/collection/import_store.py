"""Storing what passed the pre-flight: rows and log entries, in one transaction of the caller's."""

import json
import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, islice, repeat
from typing import Any

from jurybox.collection.column_writes import equal_spans, insert_columns
from jurybox.collection.digests import STRETCH, digest_columns, renew_digests
from jurybox.collection.entries import (
    Content,
    Subject,
    answer_digests,
    answers_digested,
    digest,
    digested,
    kept_note,
    question_digest,
)
from jurybox.collection.log import SPOKEN, LogWriter, bring_back
from jurybox.collection.nugget_state import CHECK
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.pooling import may_hold_pool_ref, pool_of
from jurybox.collection.preflight.existing_labels import MEETS
from jurybox.collection.preflight.references import NOWHERE
from jurybox.collection.staging import Staging
from jurybox.collection.table_reads import last_row
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.wording import count_of

_COUNTED_EVERY = 5_000
_AT_ONCE = 100
"""Rows that may hold whole documents, held and written at once."""
_CACHE_KIB = 32_768
"""Memory for pages that an import fills: with little of it, SQLite writes and reads some of them twice."""


_ADDED: dict[str, Callable[[int], str]] = {
    "answer": lambda n: count_of(n, "answer"),
    "assessor": lambda n: count_of(n, "assessor"),
    "assignment": lambda n: count_of(n, "assignment"),
    "completed": lambda n: trn("{n} value that was empty", "{n} values that were empty", n),
    "document": lambda n: count_of(n, "document"),
    "entry": lambda n: count_of(n, "log entry", "log entries"),
    "instance": lambda n: count_of(n, "known instance"),
    "nugget": lambda n: count_of(n, "nugget"),
    "option": lambda n: count_of(n, "option"),
    "question": lambda n: count_of(n, "question"),
    "response": lambda n: count_of(n, "response"),
    "run": lambda n: count_of(n, "run"),
    "run_time": lambda n: count_of(n, "time"),
    "series": lambda n: count_of(n, "series"),
}
"""What is added, in words, by the table of the collection."""


@dataclass(frozen=True, slots=True)
class Stored:
    """How many rows were added, by the table of the collection; "entry" counts log entries.

    The organizer, who is not named in files, is not counted among the assessors.
    """

    counts: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        listed = [_ADDED[table](count) for table, count in self.counts.items()]
        return tr("Added: {listed}.", listed=comma_list(listed)) if listed else tr("There was nothing to add.")


def store_import(staging: Staging, db: sqlite3.Connection) -> Stored:
    """Store what `preflight` prepared for exactly this state of the collection.

    The caller holds the transaction, and rolls it back if this raises (Stopped, a full disk). Nothing is
    read from the collection but digests and codes; memory stays constant.
    """
    into = _ImportStore(staging, db)
    (cache,) = db.execute("PRAGMA cache_size").fetchone()
    db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
    try:
        with staging.stoppable():
            into.store_catalog()
            into.store_runs()
            into.store_people()
            into.complete()
            into.counts["entry"] = store_entries(staging, db)
    finally:
        db.execute(f"PRAGMA cache_size = {cache}")
    return Stored({table: count for table, count in into.counts.items() if count})


class _ImportStore:
    """Copies staged rows, table by table, each with the id assigned by the pre-flight."""

    def __init__(self, staging: Staging, db: sqlite3.Connection) -> None:
        self.staging = staging
        self.staged = staging.db
        self.watch = staging.watch
        self.db = db
        self.counts: dict[str, int] = {}
        self.given = staging.given
        self.question_digest = lru_cache(maxsize=1000)(self._question_digest)
        self.answers_digested = lru_cache(maxsize=1000)(
            lambda question: answers_digested(self.question_digest(question))
        )

    def store_catalog(self) -> None:
        """Store series, documents, questions, options and answers."""
        self._copy(
            "series",
            "id, name, target, target_type",
            self._rows(
                "SELECT k.id, k.name, s.target, s.target_type FROM known_series k "
                "JOIN in_questions s ON s.row = k.row WHERE k.source = 'questions' ORDER BY k.id"
            ),
        )
        self._copy(
            "document",
            "id, name, text, title, url",
            self._rows(_named("document", "coalesce(s.text, ''), s.title, s.url")),
        )
        self._copy(
            "question",
            "id, name, kind, text, series, position, category, nil_correct, lang, guideline, status, digest",
            self._questions(),
        )
        self._copy("option", "id, question, name, text", self._rows(_of_question("option", "coalesce(s.text, '')")))
        self._store_answers()

    def store_runs(self) -> None:
        """Store runs, responses and times."""
        self._copy(
            "run",
            "id, name, team, description, lang, seconds, origin",
            self._rows(
                "SELECT k.id, k.name, s.team, s.description, s.lang, s.seconds, coalesce(s.origin, "
                "'submitted') FROM known_run k LEFT JOIN in_runs s ON s.row = k.row AND k.source = 'runs' "
                "WHERE k.source <> 'stored' ORDER BY k.id"
            ),
        )
        self._store_responses()
        self._copy(
            "run_time",
            "run, question, seconds",
            self._rows(
                "SELECT i.run, i.question, s.seconds FROM ids_times i JOIN in_times s USING (row) "
                "WHERE NOT EXISTS (SELECT 1 FROM stored_run_time t WHERE t.a = i.run "
                "AND t.question = i.question) ORDER BY i.row"
            ),
        )

    def store_people(self) -> None:
        """Store assessors, each with a random code, assignments, nuggets and known instances."""
        assessors = self._rows(
            "SELECT k.id, k.name, s.kind FROM known_assessor k "
            "LEFT JOIN in_assessors s ON s.row = k.row AND k.source = 'assessors' WHERE k.source <> 'stored' "
            "ORDER BY k.id"
        )
        models = self.staging.models
        self._copy(
            "assessor",
            "id, code, name, kind",
            (
                (row, os.urandom(16), name, kind or ("model" if name in models else "person"))
                for row, name, kind in assessors
            ),
        )
        ((unnamed,),) = self._rows(f"SELECT count(*) FROM known_assessor WHERE source = '{NOWHERE}'")
        if unnamed:
            self.counts["assessor"] -= unnamed
        bring_back(self.db, [name for (name,) in self._rows("SELECT DISTINCT assessor FROM in_assessors")])
        self._copy(
            "assignment",
            "assessor, question, answer",
            self._rows(
                "SELECT i.assessor, i.question, i.answer FROM ids_assignments i WHERE NOT EXISTS "
                "(SELECT 1 FROM stored_assignment t WHERE t.a = i.assessor AND t.question = i.question "
                "AND t.b = coalesce(i.answer, 0)) GROUP BY i.assessor, i.question, i.answer "
                "ORDER BY min(i.row)"
            ),
        )
        self._copy("nugget", "id, question, name, author, source, weight, digest", self._nuggets())
        self._copy("instance", "id, question, name, text", self._rows(_of_question("instance", "coalesce(s.text, '')")))

    def complete(self) -> None:
        """Fill what is empty in stored rows."""
        cells = self.staged.execute("SELECT what, name, value, id FROM completed").fetchall()
        for what, name, *cell in cells:
            self.db.execute(f"UPDATE {what} SET {name} = ? WHERE id = ?", cell)
        renew_digests(self.db, *{what for what, *_ in cells})
        self.counts["completed"] = len(cells)

    def _copy(self, table: str, columns: str, rows: Iterator[tuple[Any, ...]]) -> None:
        names = columns.split(", ")
        while part := list(islice(rows, _AT_ONCE)):
            self._insert(table, dict(zip(names, zip(*part, strict=True), strict=True)))

    def _insert(self, table: str, columns: Mapping[str, Sequence[Any]]) -> None:
        """Add rows that are given as columns."""
        count = self.counts.get(table, 0)
        self.watch.report(f"storing {table}", count)
        insert_columns(self.db, table, columns)
        self.counts[table] = count + len(next(iter(columns.values())))

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        return iter(self.staged.execute(query))

    def _questions(self) -> Iterator[tuple[Any, ...]]:
        for row in self._rows(
            "SELECT k.id, k.name, s.kind, coalesce(s.text, ''), r.id, s.position, s.category, "
            "s.nil_correct, s.lang, "
            "s.guideline, s.status FROM known_question k JOIN in_questions s ON s.row = k.row "
            "LEFT JOIN known_series r ON r.name = s.series WHERE k.source = 'questions' ORDER BY k.id"
        ):
            yield (*row, question_digest(row[1], row[2], row[3]))

    def _store_answers(self) -> None:
        """Store answers, those with texts of their own and those that runs gave."""
        for source, columns in _ANSWER_COLUMNS.items():
            given = {name: column for name, column in columns.items() if (source, name) in self.given}
            staged = f"JOIN in_{source} s ON s.row = k.row " if given else ""
            rows = self.staged.execute(
                f"SELECT {', '.join(['k.id', 'k.question', 'k.name', *given.values()])} "
                f"FROM known_answer k {staged}WHERE k.source = '{source}' ORDER BY k.id"
            )
            while part := rows.fetchmany(STRETCH):
                ids, questions, refs, *held = zip(*part, strict=True)
                self._insert_answers(ids, questions, refs, dict(zip(given, held, strict=True)))
        for answers in self.staging.named.with_ids(STRETCH):
            self._insert_answers(*answers, {})

    def _insert_answers(
        self, ids: Sequence[int], questions: Sequence[int], refs: Sequence[str], given: Mapping[str, Sequence[Any]]
    ) -> None:
        """Add answers, with those columns that the files gave."""
        cells: dict[str, Sequence[Any]] = {"text": [""] * len(ids), "best": [0] * len(ids), **given}
        cells |= {"id": ids, **self._answers(questions, refs, cells)}
        self._insert("answer", cells)
        digest_columns(self.db, "answer", ids[0], cells)

    def _answers(
        self, questions: Sequence[int], refs: Sequence[str], cells: Mapping[str, Sequence[Any]]
    ) -> dict[str, Sequence[Any]]:
        """Return the columns of answers, their digests among them, from those that the files gave."""
        pools: Sequence[bytes | None] = [None] * len(refs)
        names: Sequence[str | None] = refs
        if may_hold_pool_ref(refs):
            pools = list(map(pool_of, refs))
            names = [ref if pool is None else None for ref, pool in zip(refs, pools, strict=True)]
        texts = [cells.get(name, repeat(None)) for name in ("text", "document", "support")]
        said = map(lru_cache(maxsize=1)(digested), *texts)  # most have none
        digests = answer_digests(map(self.answers_digested, questions), names, said)
        return {"question": questions, "name": names, "pool": pools, "digest": digests}

    def _nuggets(self) -> Iterator[tuple[Any, ...]]:
        for row, question, name, author, source, weight, text in self._rows(
            "SELECT k.id, k.question, k.name, i.assessor, s.source, s.weight, coalesce(s.text, '') "
            "FROM known_nugget k JOIN in_nuggets s ON s.row = k.row JOIN ids_nuggets i ON i.row = k.row "
            "WHERE k.source = 'nuggets' ORDER BY k.id"
        ):
            hash_ = digest("nugget", self.question_digest(question), name, text)
            yield (row, question, name, author, source, weight, hash_)

    def _store_responses(self) -> None:
        """Store responses; a run's own text is kept only if it differs from that of the pooled answer."""
        ranked = self.staging.ranked
        first = last_row(self.db, "response") + 1
        for cells in ranked.with_ids(_ids(self.staging, "run"), STRETCH) if ranked else self._responses():
            count = len(cells["run"])
            columns = {name: [usual] * count for name, usual in _RESPONSE_COLUMNS.items()} | cells
            self._insert("response", columns)
            digest_columns(self.db, "response", first, columns)
            first += count

    def _responses(self) -> Iterator[dict[str, Sequence[Any]]]:
        """Yield responses that were staged as rows: only the columns of which there is anything."""
        given = [name for name in _RESPONSE_COLUMNS if ("responses", name) in self.given]
        read = ["i.run", "i.question", "i.answer", *(f"s.{name}" for name in given)]
        known = self.staged.execute("SELECT EXISTS (SELECT 1 FROM there_responses)").fetchone()[0]
        unless = "WHERE NOT EXISTS (SELECT 1 FROM there_responses t WHERE t.row = s.row) " if known else ""
        rows = self.staged.execute(
            f"SELECT {', '.join(read)} FROM in_responses s JOIN ids_responses i USING (row) {unless}ORDER BY s.row"
        )
        while part := rows.fetchmany(STRETCH):
            runs, questions, answers, *held = zip(*part, strict=True)
            columns: dict[str, Sequence[Any]] = {"run": runs, "question": questions, "answer": answers}
            for name, cells in zip(given, held, strict=True):
                usual = _RESPONSE_COLUMNS[name]
                columns[name] = cells if usual is None else [usual if one is None else one for one in cells]
            if "text" in given:
                columns["text"] = list(map(self._own_text, columns["text"], answers))
            yield columns

    def _own_text(self, text: str | None, answer: int | None) -> str | None:
        if text is None or answer is None:
            return text
        (pooled,) = self.db.execute("SELECT text FROM answer WHERE id = ?", (answer,)).fetchone()
        return None if text == pooled else text

    def _question_digest(self, question: int) -> bytes:
        (found,) = self.db.execute("SELECT digest FROM question WHERE id = ?", (question,)).fetchone()
        return bytes(found)


_RESPONSE_COLUMNS: Mapping[str, int | None] = {
    "nil": 0,
    "rank": None,
    "text": None,
    "answered": 1,
    "decision": None,
    "selected": 0,
    "confidence": None,
    "score": None,
}
"""Columns of responses, and their values if the files give none."""
_TEXTS = {"text": "coalesce(s.text, '')", "document": "s.document", "support": "s.support"}
_ABOUT = {"author": "s.author", "posted_at": "s.posted_at", "best": "coalesce(s.best, 0)"}
_ANSWER_COLUMNS = {"answers": _TEXTS | _ABOUT, "responses": _TEXTS}
"""Columns of answers by the staged table, and their names there."""


def _named(what: str, columns: str) -> str:
    return (
        f"SELECT k.id, k.name, {columns} FROM known_{what} k JOIN in_{what}s s ON s.row = k.row "
        f"WHERE k.source = '{what}s' ORDER BY k.id"
    )


def _of_question(what: str, columns: str) -> str:
    return _named(what, columns).replace("k.id, k.name", "k.id, k.question, k.name")


_READ = SPOKEN[: SPOKEN.index("part")]


def store_entries(staging: Staging, db: sqlite3.Connection) -> int:
    """Enter the panel and everything in `said` that is not in the log already; return how many entries.

    Entries without a time of judging get that of the import, and therefore a writer separate from those with
    one: see `Ledger.without_times`.
    """
    writers: dict[bool, LogWriter] = defaultdict(partial(LogWriter, db))
    count, said = _store_panel(staging, db, writers), 0
    for spoken in chain(_judged(staging), _said(staging, db)):
        has_time = [at is not None for at in spoken["at"]]
        for start, end in equal_spans(has_time):
            writers[has_time[start]].write_all({name: some[start:end] for name, some in spoken.items()})
        said += len(has_time)
        staging.watch.report("storing judgments", said)
    return count + said


def _judged(staging: Staging) -> Iterator[dict[str, Sequence[Any]]]:
    """Yield the judgments that are staged as columns, which replace nothing."""
    judged = staging.judged
    for spoken in judged.entries(_ids(staging, "assessor"), _COUNTED_EVERY) if judged else ():
        if count := len(spoken["assessor"]):
            nothing = dict.fromkeys(_READ, [None] * count)
            yield {**nothing, **spoken, "kind": ["judgment"] * count}


def _said(staging: Staging, db: sqlite3.Connection) -> Iterator[dict[str, Sequence[Any]]]:
    """Yield what is said otherwise, with what it replaces."""
    replacing = staging.db.execute("SELECT 1 FROM standing LIMIT 1").fetchone() is not None
    rows = staging.db.execute(f"SELECT id, {', '.join(_READ)} FROM said WHERE NOT there ORDER BY id")
    while part := rows.fetchmany(_COUNTED_EVERY):
        ids, *cells = zip(*part, strict=True)
        spoken: dict[str, Sequence[Any]] = dict(zip(_READ, cells, strict=True))
        for name in ("question", "answer", "nugget", "fact"):
            spoken[name] = [one or None for one in spoken[name]]
        if replacing:
            replaced = [_replaced(staging, *one) for one in zip(ids, spoken["note"], strict=True)]
            spoken["replaces"], spoken["note"] = zip(*replaced, strict=True)
        if "check" in spoken["fact"]:
            spoken["fact"] = [
                f"{CHECK}{_code_of(db, who)}" if (kind, fact) == ("nugget", "check") else fact
                for who, kind, fact in zip(*map(spoken.get, ("assessor", "kind", "fact")), strict=True)
            ]
        yield spoken


def _ids(staging: Staging, what: str) -> dict[str, int]:
    """Return the ids of runs or assessors, by name."""
    return dict(staging.db.execute(f"SELECT name, id FROM known_{what}").fetchall())


def _code_of(db: sqlite3.Connection, assessor: int) -> str:
    (code,) = db.execute("SELECT code FROM assessor WHERE id = ?", (assessor,)).fetchone()
    return bytes(code).hex()


def _replaced(staging: Staging, said: int, note: str | None) -> tuple[dict[bytes, int], str | None]:
    """Return the entries that a new one replaces, and the note, kept if the new one has none."""
    rows: list[tuple[Any, ...]] = staging.db.execute(
        f"SELECT t.hash, t.row, t.note FROM said s JOIN standing t ON {MEETS} WHERE s.id = ?", (said,)
    ).fetchall()
    kept = next((old for _, _, old in rows if kept_note(old)), None)
    return {hash_: row for hash_, row, _ in rows}, note or kept


def _store_panel(staging: Staging, db: sqlite3.Connection, writers: Mapping[bool, LogWriter]) -> int:
    members = [row for (row,) in staging.db.execute("SELECT assessor FROM panel ORDER BY id")]
    if not members:
        return 0
    codes = [db.execute("SELECT hex(code) FROM assessor WHERE id = ?", (row,)).fetchone()[0].lower() for row in members]
    (speaker,) = staging.db.execute("SELECT id FROM known_assessor WHERE name = ?", (ORGANIZER,)).fetchone()
    in_force = staging.db.execute("SELECT hash, row FROM standing WHERE kind = 'fact' AND fact = 'panel'")
    writers[False].write(
        speaker - 1, "fact", Subject(fact="panel"), Content(json.dumps(codes)), replaces=dict(in_force.fetchall())
    )
    return 1
