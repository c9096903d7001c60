"""What a rescue saved and lost: the result compared with the source, kind by kind."""

from dataclasses import dataclass, field
from typing import get_args

from jurybox.collection.entries import EntryKind
from jurybox.language import grouped, tr, tr_noop
from jurybox.lists import comma_list

HEAD = ("kind", "in the source", "readable", "saved", "re-entered", "lost")
"""The heads of the table that `Rescued.table` returns."""
EARLIER = "earlier"
UNREADABLE = "unreadable"
"""Beside the kinds of entries: those that others replaced, and those of which nothing can be read."""

_NOUNS = {
    "series": tr_noop("series"),
    "document": tr_noop("documents"),
    "question": tr_noop("questions"),
    "option": tr_noop("options"),
    "answer": tr_noop("answers"),
    "run": tr_noop("runs"),
    "response": tr_noop("responses"),
    "run_time": tr_noop("times of runs"),
    "assessor": tr_noop("assessors"),
    "assignment": tr_noop("assignments"),
    "nugget": tr_noop("nuggets"),
    "instance": tr_noop("instances"),
    "judgment": tr_noop("judgments"),
    "adjudication": tr_noop("decisions"),
    "repeat": tr_noop("repeated judgments"),
    "importance": tr_noop("votes on nuggets"),
    "match": tr_noop("matches with nuggets"),
    "distinct": tr_noop("groups of answers"),
    "nugget:entry": tr_noop("wordings of nuggets"),
    "instance:entry": tr_noop("entered instances"),
    "fact": tr_noop("settings"),
    UNREADABLE: tr_noop("unreadable log entries"),
    EARLIER: tr_noop("replaced log entries"),
}
TABLES = tuple(_NOUNS)[:12]
"""The tables that are compared, in the order of their references."""
_ENTRIES = tuple(f"{kind}:entry" if kind in TABLES else kind for kind in get_args(EntryKind))
_MOST_NAMED = 20


def kind_of_entries(kind: str) -> str:
    """Return under which name entries of a kind are counted: tables have two of these names, too."""
    return f"{kind}:entry" if kind in TABLES else kind


@dataclass
class Compared:
    """How many of one kind were in the source, could be read, were saved unchanged, and were entered again.

    With `at_least`, the end of their table could not be read: there were as many, and perhaps more.
    """

    source: int = 0
    readable: int = 0
    saved: int = 0
    entered: int = 0
    at_least: bool = False

    @property
    def lost(self) -> int:
        """How many are not in the result; where `at_least` is set, perhaps more."""
        return self.source - self.saved - self.entered


@dataclass
class Rescued:
    """What was saved and lost, by kind (`TABLES`, kinds of entries in force, `UNREADABLE`, `EARLIER`).

    `damaged`: sentences about rows that were saved though they are not what they were; `changed`: about entries that
    were entered again as they are read, though their hash says that they were changed. `places`: how many unreadable
    rows of a table were given a placeholder, because labels or responses refer to them. `outdated`: entries whose
    replacement is unreadable; what they were about is open again. `unchecked`: entries that were entered again without
    proof that they are what they were. `remarks`: other sentences about the source.
    """

    kinds: dict[str, Compared] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)
    log_whole: bool = True
    outdated: int = 0
    unchecked: int = 0
    remarks: list[str] = field(default_factory=list)

    def of(self, kind: str) -> Compared:
        """Return the numbers of a kind."""
        return self.kinds.setdefault(kind, Compared())

    @property
    def entries(self) -> Compared:
        """The entries in force of all kinds together, with those of which nothing can be read."""
        every = [self.of(kind) for kind in (*_ENTRIES, UNREADABLE)]
        return Compared(
            source=sum(one.source for one in every),
            readable=sum(one.readable for one in every),
            saved=sum(one.saved for one in every),
            entered=sum(one.entered for one in every),
            at_least=any(one.at_least for one in every),
        )

    @property
    def is_whole(self) -> bool:
        """Whether nothing was lost, and nothing is known to be another than it was but entries that were changed."""
        lost = any(one.lost or one.at_least for one in self.kinds.values())
        return not (lost or self.outdated or self.damaged or self.places)

    def table(self) -> list[tuple[str, ...]]:
        """Return a row of `HEAD` for each kind that there was; "≥" marks a number that may be larger."""
        rows = []
        for kind, noun in _NOUNS.items():
            one = self.kinds.get(kind)
            if one is not None and (one.source or one.at_least):
                source = f"≥ {grouped(one.source)}" if one.at_least else grouped(one.source)
                rest = (one.readable, one.saved, one.entered, one.lost)
                rows.append((tr(noun), source, *map(grouped, rest)))
        return rows

    def objects(self) -> list[dict[str, object]]:
        """Return an object for each kind that there was, in English, for JSON."""
        return [
            {
                "kind": noun,
                "in_the_source": one.source,
                "at_least": one.at_least,
                "readable": one.readable,
                "saved": one.saved,
                "re-entered": one.entered,
                "lost": one.lost,
            }
            for kind, noun in _NOUNS.items()
            if (one := self.kinds.get(kind)) is not None and (one.source or one.at_least)
        ]

    def notes(self) -> list[str]:
        """Return what the numbers do not say, as sentences; what was lost comes first."""
        lines = list(filter(None, map(self._lost_of, _NOUNS)))
        if self.is_whole:
            lines.append(tr("Nothing was lost."))
        lines += self._log_lines()
        lines += filter(None, [self._places_line()])
        for named in (self.damaged, self.changed):
            lines += named[:_MOST_NAMED]
            if len(named) > _MOST_NAMED:
                lines.append(tr("And {damaged:,} more such places.", damaged=len(named) - _MOST_NAMED))
        return lines + self.remarks

    def saved(self) -> str:
        """Return in a sentence what is in the result."""
        counts = {kind: one.saved for kind, one in self.kinds.items() if kind in TABLES}
        entries = self.entries.saved + self.entries.entered + self.of(EARLIER).saved + self.of(EARLIER).entered
        nouns = [(tr(_NOUNS[kind]), count) for kind, count in counts.items()] + [(tr("log entries"), entries)]
        return tr(
            "Saved: {kept}.",
            kept=comma_list(tr("{count:,} {noun}", count=count, noun=noun) for noun, count in nouns if count),
        )

    def _log_lines(self) -> list[str]:
        lines = []
        if not self.log_whole:
            lines.append(tr("The log was damaged: the current entries were written to a new log."))
            if earlier := self.of(EARLIER).lost:
                lines.append(tr("{earlier:,} earlier entries, replaced by later ones, are not in it.", earlier=earlier))
        if self.entries.lost or self.entries.at_least:
            lines.append(
                tr(
                    "Judgments, matches, groups and decisions may be among the lost entries: what they were about is "
                    "open again. A backup or the assessors' own files may still have them."
                )
            )
        if self.outdated:
            lines.append(
                tr(
                    "For {outdated:,} changed entries only the earlier state can be read: these are open again, too.",
                    outdated=self.outdated,
                )
            )
        if self.unchecked:
            lines.append(
                tr(
                    "{unchecked:,} entries follow unreadable ones or are about unreadable rows: whether they are as "
                    "they were cannot be checked.",
                    unchecked=self.unchecked,
                )
            )
        return lines

    def _places_line(self) -> str:
        if not self.places:
            return ""
        counted = comma_list(
            tr("{count:,} {noun}", count=count, noun=tr(_NOUNS[table])) for table, count in self.places.items()
        )
        return tr(
            "Unreadable, with a placeholder (unreadable-…) that keeps labels and responses in their place: {counted}.",
            counted=counted,
        )

    def _lost_of(self, kind: str) -> str:
        one = self.kinds.get(kind)
        if one is None or kind == EARLIER:
            return ""
        noun = tr("log entries") if kind == UNREADABLE else tr(_NOUNS[kind])
        if one.lost and one.at_least:
            return tr("Lost: at least {count:,} {noun}.", count=one.lost, noun=noun)
        if one.lost:
            whole = self.entries.source if kind == UNREADABLE else one.source
            return tr("Lost: {count:,} of {whole:,} {noun}.", count=one.lost, whole=whole, noun=noun)
        return tr("Lost: an unknown number of {noun}.", noun=noun) if one.at_least else ""

    def __str__(self) -> str:
        return "\n".join(self.notes())
