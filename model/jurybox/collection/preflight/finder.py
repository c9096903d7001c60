"""Runs one check over the staged rows and turns what it finds into findings, a few of each kind."""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from jurybox.collection.column_rows import ColumnRows
from jurybox.collection.findings import KEPT_OF_A_KIND, Findings, Severity, shown
from jurybox.collection.import_tables import TABLES
from jurybox.collection.pooling import is_pool_ref
from jurybox.collection.staging import Staging
from jurybox.language import Sentence

Tell = Callable[..., Sentence]


class Finder:
    """Checks by SQL: a query yields file number, line, and the parts of the sentence.

    Findings made while reading stay in the staging; this has those and the new ones.
    """

    def __init__(self, staging: Staging, existing: sqlite3.Connection | None = None) -> None:
        self.staging = staging
        self._existing = existing
        self.db = staging.db
        self.findings: Findings = staging.findings.copy()
        self.left_out = staging.left_out.copy()
        """Rows that skipping bad lines leaves out, or would, by table and by who said it."""
        self.contradictions = 0

    def check(
        self,
        query: str,
        tell: Tell,
        *,
        severity: Severity = "error",
        values: Sequence[object] = (),
        columns: ColumnRows | None = None,
    ) -> int:
        """Add a finding for each row of a query and return how many: `tell` gets its columns after file and line.

        `columns` are rows that are staged as columns instead, of which each is one to find.
        """
        kind = query
        if columns:
            rows: list[tuple[Any, ...]] = [*columns.places(KEPT_OF_A_KIND)]
            count = len(columns)
        else:
            rows = self.db.execute(f"{query} LIMIT {KEPT_OF_A_KIND + 1}", values).fetchall()
            count = len(rows)
        for file, line, *parts in rows[:KEPT_OF_A_KIND]:
            self.note(file, line, tell(*parts), severity, kind)
        if count > KEPT_OF_A_KIND:
            if not columns:
                (count,) = self.db.execute(f"SELECT count(*) FROM ({query})", values).fetchone()
            self.findings.count_more(count - KEPT_OF_A_KIND, severity, kind)
        return count

    def check_contradictions(self, query: str, tell: Tell, outcome: str) -> None:
        """Check rows `s` that contradict others: an error, or a warning with the outcome if it is known which counts.

        Of what is no label, such as a setting, none but the first can be said to count.
        """
        rule = self.staging.on_contradiction

        def told(*parts: object) -> Sentence:
            why = tell(*parts)
            return Sentence(f"{outcome}: {why}", why.code)

        if not rule:
            self.contradictions += self.check(query, tell)
        elif rule == "first":
            self.check(query, told, severity="warning")
        else:
            self.check(f"{query} AND s.kind = 'fact'", tell)
            self.check(f"{query} AND s.kind <> 'fact'", told, severity="warning")

    def given(self, table: str, *columns: str) -> bool:
        """Return whether a cell of one of these columns was filled: otherwise there is nothing to check."""
        return any((table, column) in self.staging.given for column in columns)

    def stored(self, what: str) -> bool:
        """Return whether the collection has any of the items in `known_x`."""
        return bool(self.number(f"SELECT 1 FROM known_{what} WHERE source = 'stored' LIMIT 1"))

    def note(self, file: int, line: int | None, sentence: Sentence, severity: Severity, kind: str) -> None:
        """Add one finding at a numbered file and a line."""
        self.findings.add(sentence, self.file_name(file), line, severity=severity, kind=kind)

    def leave_out(self, table: str, rows: Sequence[tuple[int, int, int, Sentence]], kind: str) -> None:
        """Drop staged rows (row, file, line, why) with a warning each, which a second check keeps."""
        for _, file, line, why in rows:
            for findings in (self.findings, self.staging.findings):
                name = self.file_name(file)
                said = Sentence(f"Left out: {why}", why.code)
                findings.add(said, name, line, severity="warning", kind=kind)
        voice = "assessor" if "assessor" in TABLES[table].refers else "NULL"
        for row, *_ in rows:
            who = self.text(f"SELECT {voice} FROM in_{table} WHERE row = ?", (row,))
            for left_out in (self.left_out, self.staging.left_out):
                left_out[table, who or ""] += 1
        for staged in (f"in_{table}", f"ids_{table}"):
            self.db.executemany(f"DELETE FROM {staged} WHERE row = ?", ((row,) for row, *_ in rows))
        self.staging.found[table] -= len(rows)
        if rows and table == "responses":
            self.staging.note_runs()

    def file_name(self, number: int) -> str:
        """Return the name of a file by its number."""
        (name,) = self.db.execute("SELECT name FROM file WHERE id = ?", (number,)).fetchone()
        return str(name)

    def place(self, file: int | None, line: int | None) -> str:
        """Return a place in a file in words; a place in the collection has no file."""
        return "the collection" if file is None else f"{self.file_name(file)} line {line}"

    def answer_words(self, answer: int, name: str) -> str:
        """Return what a sentence calls an answer (its row in `known_answer`): its id, or its text if it has none."""
        if not is_pool_ref(name):
            return shown(name)
        text = self.text(
            "SELECT coalesce(a.text, r.text) FROM known_answer k LEFT JOIN in_answers a ON k.source = 'answers' "
            "AND a.row = k.row LEFT JOIN in_responses r ON k.source = 'responses' AND r.row = k.row WHERE k.id = ?",
            (answer,),
        )
        if text is None and self._existing:
            (text,) = self._existing.execute("SELECT text FROM answer WHERE id = ?", (answer,)).fetchone() or ("",)
        return shown(text or "")

    def text(self, query: str, values: Sequence[object] = ()) -> str | None:
        """Return the first text that a query finds; None if it finds none."""
        row = self.db.execute(query, values).fetchone()
        return str(row[0]) if row and row[0] is not None else None

    def number(self, query: str, values: Sequence[object] = ()) -> int:
        """Return the first number that a query finds; 0 if it finds none."""
        row = self.db.execute(query, values).fetchone()
        return int(row[0]) if row else 0
