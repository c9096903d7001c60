"""What an undo or redo was about, in a sentence."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jurybox.collection.entries import Kind
    from jurybox.session.session import Session

_NAMES: dict[Kind, tuple[str, str]] = {
    "judgment": ("label", "labels"),
    "repeat": ("repeated label", "repeated labels"),
    "adjudication": ("decision", "decisions"),
    "importance": ("vote", "votes"),
    "match": ("match", "matches"),
    "distinct": ("group entry", "group entries"),
    "nugget": ("change of a nugget", "changes of nuggets"),
    "instance": ("change of the answer set", "changes of the answer set"),
    "fact": ("setting", "settings"),
}
_DONE = {"undo": "Undid", "redo": "Redid"}


def last_step(session: Session) -> str:
    """Return what the last undo or redo changed, such as *Undid 16 matches in question s02.7*.

    Empty where the last step of the one who sits here was neither.
    """
    newest = session.history(1)
    if not newest or newest[0].entry.act not in _DONE:
        return ""
    entries = [one.entry for one in session.history(newest[0].entry.part + 1)]
    counts = Counter(entry.kind for entry in reversed(entries))
    parts = [f"{count:,} {_NAMES[kind][count > 1]}" for kind, count in counts.items()]
    questions = {entry.thing.question for entry in entries if entry.thing.question is not None}
    where = f" in {len(questions):,} questions" if len(questions) > 1 else ""
    if len(questions) == 1:
        where = f" in question {session.catalog.questions[questions.pop()].name}"
    return f"{_DONE[entries[0].act]} {' and '.join(parts)}{where}"
