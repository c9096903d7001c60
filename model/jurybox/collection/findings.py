"""Findings of a pre-flight, before anything is stored: with file and line, and counts for each table."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Literal, NamedTuple

from jurybox.collection.table_words import counted_rows, table_word
from jurybox.language import Sentence, tr, trc, trn
from jurybox.lists import comma_list, labeled, sentences
from jurybox.wording import count_of

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_SEVERITY_NAMES: dict[Severity, str] = {
    "error": trc("finding", "error"),
    "warning": trc("finding", "warning"),
    "note": trc("finding", "note"),
}

KEPT_OF_A_KIND = 20
"""The most findings of one kind that are kept; the others are counted."""
_SHOWN_TEXT = 60
_VALUES = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[0-9][0-9,.\u00a0]*")


@dataclass(frozen=True, slots=True)
class ImportFinding:
    """One note or problem, with its place and severity.

    `file` is None for the whole import; `line` counts from 1 and is None for a whole file. `code` names
    what was found, whatever the words and the language of the sentence. `alike` is how many findings of its
    kind there are, at the first of them; 0 at the others.
    """

    file: str | None
    line: int | None
    sentence: str
    severity: Severity
    code: str
    alike: int = 1

    @property
    def place(self) -> str:
        """File and line as compilers write them; empty for the whole import."""
        return ":".join(str(part) for part in (self.file, self.line) if part is not None)

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}" if self.place else self.sentence


@dataclass(frozen=True, slots=True)
class Counted:
    """Rows of one table: found in the files, and of these new, in the collection already, and so on.

    `new` includes items that only other rows name; `waiting` are judgments without a label; `repeated` are
    rows that repeat another row of the files.
    """

    table: str
    found: int = 0
    new: int = 0
    there: int = 0
    waiting: int = 0
    repeated: int = 0


@dataclass(frozen=True, slots=True)
class FoundGrades:
    """The grades of an import that can be read as labels in several ways.

    `counts`: how often each occurs, empty if the format defines them: `ends`, the lowest and the highest.
    `read_as`: "labels" (of their own), "letters", or the requested scale or file.
    """

    counts: Mapping[int, int]
    ends: tuple[int, int] | None
    read_as: str


@dataclass(frozen=True, slots=True)
class FoundWords:
    """The words for labels in tables whose columns were matched, and what each was read as.

    `heads`: the columns of the tables; `counts`: how often each word occurs; `read_as`: the label or state of
    those that are known, "" for one that was left out; `suggested`: the same for words that are not known,
    where they suggest one. `choices`: what a word can be, pairs of its name and the label or state.
    """

    heads: tuple[frozenset[str], ...]
    counts: Mapping[str, int]
    read_as: Mapping[str, str]
    suggested: Mapping[str, str]
    choices: tuple[tuple[str, str], ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The words that are not yet assigned to a label."""
        return tuple(word for word in self.counts if word not in self.read_as)


@dataclass(frozen=True, slots=True)
class FoundRun:
    """What a run of the files returns: questions with rows of it, and rows of answers, NIL and nothing."""

    run: str
    questions: int
    answered: int
    nil: int
    empty: int

    def __str__(self) -> str:
        answers, questions = count_of(self.answered, "answer"), count_of(self.questions, "question")
        return tr(
            "run {run}: {answers} to {questions}, {nil:,} NIL, {empty:,} empty",
            run=shown(self.run),
            answers=answers,
            questions=questions,
            nil=self.nil,
            empty=self.empty,
        )


class Loss(NamedTuple):
    """What skipping bad lines leaves out: of a table, by whom ("": not known), how many of how many rows."""

    table: str
    name: str
    lost: int
    said: int

    def __str__(self) -> str:
        if not self.name:
            return counted_rows(self.lost, self.table)
        rows = counted_rows(self.said, self.table)
        return tr("{count:,} of {rows} by {name}", count=self.lost, rows=rows, name=shown(self.name))


@dataclass(frozen=True, slots=True)
class Report:
    """The whole pre-flight report. Nothing may be stored while `errors` is above 0.

    `losses`: what skipping bad lines leaves out, or would; `contradictions`: rows that say something else of the
    same item than others, or than the collection; `missing_matches`: pairs of answer and nugget of which a
    list of matches says nothing; `second_column`: how that of qrels was read, as assessors or rounds, if it
    could be either ("": it could not); `grades`: how grades were read, `words`: how words of tables were
    read, None if there is no choice; `controls`: those of Label Studio of which one is to be chosen; `runs`:
    what each run of the files returns.
    """

    counted: tuple[Counted, ...] = ()
    findings: tuple[ImportFinding, ...] = ()
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    format: str = ""
    decided: str = ""
    losses: tuple[Loss, ...] = ()
    contradictions: int = 0
    missing_matches: int = 0
    second_column: str = ""
    grades: FoundGrades | None = None
    words: FoundWords | None = None
    controls: tuple[str, ...] = ()
    runs: tuple[FoundRun, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything can be stored."""
        return self.errors == 0

    @property
    def skippable(self) -> int:
        """How many rows skipping bad lines leaves out."""
        return sum(loss.lost for loss in self.losses)

    def of(self, table: str) -> Counted:
        """Return the counts of one table; all 0 if none of its rows was found."""
        return next((counted for counted in self.counted if counted.table == table), Counted(table))

    def lines(self) -> list[str]:
        """Return the report as plain text, a line each: what was found, findings worst first, the end."""
        found = [self.found(severity) for severity in SEVERITIES]
        return [*self.what_was_found(), *chain.from_iterable(found), self._last_line()]

    def errors_first(self) -> list[str]:
        """Return the same starting with what needs a look: errors, warnings, what was found, notes.

        An empty line sets one part apart from the next.
        """
        errors, warnings, notes = [self.found(severity) for severity in SEVERITIES]
        parts = errors, warnings, self.what_was_found(), [*notes, self._last_line()]
        return list(chain.from_iterable(["", *part] for part in parts if part))[1:]

    def what_was_found(self) -> list[str]:
        """Return the formats in which the files are read, and how many rows they have."""
        decided = [self.decided] if self.decided else []
        return [*decided, *(_count_line(counted) for counted in self.counted)]

    def found(self, severity: Severity) -> list[str]:
        """Return the findings of a severity, a line each; except for errors, one of each kind, counted."""
        return [
            tr("{severity}: {finding}", severity=_SEVERITY_NAMES[severity], finding=found)
            for found in self._shown(severity)
        ]

    def _shown(self, severity: Severity) -> list[str]:
        """Return errors in the order of their places, and of each kind of anything else one example."""
        found = [one for one in self.findings if one.severity == severity]
        if severity == "error":
            return [str(one) for one in sorted(found, key=_place)]
        return [
            tr("{one} And {alike:,} more like this.", one=one, alike=one.alike - 1) if one.alike > 1 else str(one)
            for one in found
            if one.alike
        ]

    def as_dict(self) -> dict[str, object]:
        """Return the report as values for JSON."""
        return {
            "format": self.format,
            "decided": self.decided,
            "ok": self.ok,
            "errors": self.errors,
            "warnings": self.warnings,
            "notes": self.notes,
            "second_column": self.second_column or None,
            "grades_read_as": None if self.grades is None else self.grades.read_as,
            "tables": [
                {
                    "table": c.table,
                    "found": c.found,
                    "new": c.new,
                    "there": c.there,
                    "waiting": c.waiting,
                    "repeated": c.repeated,
                }
                for c in self.counted
            ],
            "lost": self._lost(),
            "runs": [
                {
                    "run": one.run,
                    "questions": one.questions,
                    "answered": one.answered,
                    "nil": one.nil,
                    "empty": one.empty,
                }
                for one in self.runs
            ],
            "findings": [
                {"file": f.file, "line": f.line, "code": f.code, "sentence": f.sentence, "severity": f.severity}
                for f in self.findings
            ],
        }

    def _lost(self) -> dict[str, dict[str, Any]]:
        """Return what skipping bad lines leaves out, by table: all of it, and what of each person, of how much."""
        tables: dict[str, dict[str, Any]] = {}
        for table, name, lost, said in self.losses:
            of = tables.setdefault(table, {"lost": 0, "people": {}})
            of["lost"] += lost
            of["people"] |= {name: {"lost": lost, "of": said}} if name else {}
        return tables

    def _last_line(self) -> str:
        message = tr(
            "{errors}, {warnings}.", errors=count_of(self.errors, "error"), warnings=count_of(self.warnings, "warning")
        )
        is_known = self.ok and not any(counted.new for counted in self.counted)
        return sentences((message, tr("Nothing here is new to the collection.") if is_known else ""))


@dataclass
class Findings:
    """Collects findings and keeps the first few of each kind."""

    _kept: dict[tuple[str, Severity], list[ImportFinding]] = field(default_factory=dict)
    _counts: Counter[tuple[str, Severity]] = field(default_factory=Counter)

    def add(
        self,
        sentence: Sentence,
        file: str | None = None,
        line: int | None = None,
        *,
        severity: Severity = "error",
        kind: str | None = None,
    ) -> None:
        """Take a finding in; those of one `kind` (by default the sentence itself) are kept up to a limit."""
        key = (kind or sentence, severity)
        self._counts[key] += 1
        kept = self._kept.setdefault(key, [])
        if len(kept) < KEPT_OF_A_KIND:
            place = printable(file) if file else None
            kept.append(ImportFinding(place, line, sentence, severity, sentence.code))

    def count_more(self, more: int, severity: Severity, kind: str) -> None:
        """Count findings of a kind that were not examined one by one."""
        self._counts[kind, severity] += more

    def count(self, severity: Severity) -> int:
        """Return how many findings of a severity there are, kept or not."""
        return sum(count for (_, of), count in self._counts.items() if of == severity)

    def listed(self) -> Iterator[ImportFinding]:
        """Yield the kept findings, and after each kind the number of the others."""
        for key, kept in self._kept.items():
            yield from (replace(one, alike=0 if at else self._counts[key]) for at, one in enumerate(kept))
            more = self._counts[key] - len(kept)
            if more:
                message = tr("{findings} of this kind.", findings=count_of(more, "more finding"))
                yield replace(kept[-1], line=None, sentence=message, alike=0)

    def copy(self) -> "Findings":
        """Return findings that can grow without changing these."""
        return Findings({key: list(kept) for key, kept in self._kept.items()}, Counter(self._counts))


def _place(found: ImportFinding) -> tuple[bool, str, bool, int]:
    """Return what orders findings: by file and line, those of a whole file after its lines."""
    return found.file is None, found.file or "", found.line is None, found.line or 0


def plain_kind(sentence: str) -> str:
    """Return a sentence without its quotations and numbers, by which findings are grouped."""
    return _VALUES.sub("", sentence)


def printable(name: str) -> str:
    """Return the name of a file in a form that can be printed and stored, whatever its bytes."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in name)


def shown(text: object) -> str:
    """Return a text from a file as shown in a sentence: in quotes, on one line, not too long."""
    message = repr(text)
    return message if len(message) <= _SHOWN_TEXT else f"{message[: _SHOWN_TEXT - 4]}...{message[-1]}"


def _count_line(counted: Counted) -> str:
    others = counted.new - counted.found
    parts = [trn("{n} new", "{n} new", counted.new)]
    if others > 0:
        parts.append(trn("{n} of them named in other rows", "{n} of them named in other rows", others))
    table = table_word(counted.table)
    if not counted.found:
        return trn(
            "{table}: {n} new, named in other rows", "{table}: {n} new, named in other rows", counted.new, table=table
        )
    if counted.there:
        parts.append(trn("{n} already in the collection", "{n} already in the collection", counted.there))
    if counted.repeated:
        parts.append(trn("{n} repeated", "{n} repeated", counted.repeated))
    if counted.waiting:
        parts.append(trn("{n} without a label", "{n} without a label", counted.waiting))
    if len(parts) == 1 and others == 0:
        return trn("{table}: {n} new", "{table}: {n} new", counted.new, table=table)
    if others > 0:  # more are new than rows were found: a number of rows would puzzle
        return labeled(table, comma_list(parts))
    return tr("{table}: {found:,} found ({parts})", table=table, found=counted.found, parts=comma_list(parts))
