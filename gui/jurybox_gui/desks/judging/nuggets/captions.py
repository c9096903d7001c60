"""Texts of the board: headings, the origin of a nugget, lengths and scores, quoted words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from jurybox.campaign.seats import blind
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.entries import Subject
from jurybox.judging.nugget_work import NuggetWork
from jurybox.judging.spans import find_spans
from jurybox.label_schemes import IMPORTANCE
from jurybox.language import grouped, tr
from jurybox.lists import comma_list
from jurybox.measures import Measure, measure
from jurybox.results.cells import score_text
from jurybox.session import Session
from jurybox.wording import count_of
from jurybox_gui.desks.judging.nuggets.margin import Quote
from jurybox_gui.desks.judging.nuggets.result_panel import ResponseResult
from jurybox_gui.widgets.text_spans import Span, SpanKind

_ALLOWANCE = 100
_RECALL, _PRECISION = measure("nugget-recall"), measure("nugget-precision")
_RAG = tuple(measure(name) for name in ("vital", "vital-strict", "all", "all-strict"))
_SOURCES = {"original": tr("Original wording"), "edited": tr("Edited wording"), "added": tr("Added while judging")}
_NAMES = {label.word: tr(label.name).lower() for label in IMPORTANCE.labels}
_MOST_SHOWN = 20


def origin_of(session: Session, work: NuggetWork, place: int) -> str:
    """Return the origin of the current nugget and its merges; names only if all may be seen."""
    if not work.rows:
        return ""
    catalog, line = session.catalog, work.rows[min(place, len(work.rows) - 1)].line
    nugget = catalog.nuggets[line.nugget]
    words = _SOURCES.get(session.nugget_source(line.nugget), nugget.source or "")
    if nugget.author is not None and not blind(session):
        words = tr("{origin} by {name}", origin=words, name=catalog.assessors[nugget.author].name)
    if not blind(session) and work.rows[min(place, len(work.rows) - 1)].own:
        words = _with_votes(words, session, line.nugget)  # others' votes show only after one's own
    merged = len(line.parts) - 1
    if not merged:
        return words
    return tr("{origin}; {nuggets} merged into it", origin=words, nuggets=count_of(merged, "nugget"))


def history_of(session: Session, nugget: int, most: int) -> str:
    """Return the `most` last entries of the history of a nugget, newest first.

    Only one's own entries if others' are hidden.
    """
    lines = []
    for one in reversed(session.nugget_history(nugget)):
        entry = one.entry
        if blind(session) and entry.assessor != session.assessor:
            continue
        said = entry.content.label or entry.content.state
        what = _DEEDS.get((entry.kind, entry.subject.fact or "", said is not None))
        if what is None or entry.subject.answer is not None:
            continue
        who = session.catalog.assessors[entry.assessor].name
        when = datetime.fromtimestamp(entry.at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
        deed = what.format(said=_NAMES.get(said or "", said))
        lines.append(f"{when} {who}: {deed}")
    rest = len(lines) - most
    return "\n".join([*lines[:most], *([tr("and {count:,} earlier", count=rest)] if rest > 0 else [])])


_DEEDS = {
    ("nugget", "", True): tr("wording “{said}”"),
    ("nugget", "", False): tr("deleted"),
    ("nugget", "into", True): tr("merged into another nugget"),
    ("nugget", "into", False): tr("separated again"),
    ("importance", "", True): tr("voted {said}"),
    ("importance", "", False): tr("vote withdrawn"),
    ("adjudication", "", True): tr("adjudicated {said}"),
}
"""What an entry about a nugget did, by its kind, its fact, and whether it has a value."""


def _with_votes(origin: str, session: Session, nugget: int) -> str:
    """Append to a nugget's origin how many call it vital and okay, if there is more than one vote."""
    votes = list(session.ledger.board.votes.get(nugget, {}).values())
    if len(votes) < 2:
        return origin
    vital, okay = (votes.count(LABEL_CODES[word]) for word in IMPORTANCE.words)
    return tr("{origin}; votes: {vital} vital, {okay} okay", origin=origin, vital=vital, okay=okay)


def result_of(work: NuggetWork, response: int, length: int, shown: Measure) -> ResponseResult:
    """Return length and scores of a response.

    While the assessor has matched nothing in it, it has neither scores nor an allowance.
    """
    counts = work.counts(response, length)
    unmatched = work.unmatched(response)
    waits = 0 < unmatched == len(work.rows)
    score = shown.evaluate(counts)
    matched = counts.vital_matched + counts.okay_matched
    recall, precision = _RECALL.evaluate(counts), _PRECISION.evaluate(counts)
    share = f"{grouped(min(length, _ALLOWANCE * matched))} / {grouped(length)}"
    rag = comma_list(f"{one.name} {score_text(one.evaluate(counts).value)}" for one in _RAG)
    return ResponseResult(
        length=length,
        allowance=None if waits else _ALLOWANCE * matched,
        matched=tr("{vital} vital + {okay} okay", vital=counts.vital_matched, okay=counts.okay_matched)
        if matched
        else "",
        name=shown.name,
        value=score.value,
        reason=tr("no vital nugget") if score.reason else tr("not judged yet") if waits else "",
        parts=(
            (tr("recall"), f"{counts.vital_matched} / {counts.vital}", "" if waits else score_text(recall.value)),
            (tr("precision"), share, "" if waits else score_text(precision.value)),
        ),
        unmatched=unmatched,
        rag=rag if counts.vital + counts.okay and not waits else "",
    )


def quotes_of(session: Session, work: NuggetWork, answer: int, place: int, number: Callable[[int], str]) -> list[Quote]:
    """Return the words that the assessor's matches quote from a response, those of the current nugget apart.

    A nugget into which others were merged also has their quotes. `number` names a nugget by its position.
    """
    who, text = session.assessor, session.texts.answer(answer).text
    if who is None:
        return []
    response = work.answers.index(answer)
    held = [at for at in range(len(work.rows)) if work.matched(response, at) in {"yes", "partial"}]
    quotes: list[Quote] = []
    for at in held[:_MOST_SHOWN]:
        row = work.rows[at]
        for nugget in row.line.parts:
            content = session.content_in_force("match", who, Subject(work.question, answer, nugget))
            if content.note is None or content.label not in {"yes", "partial"}:
                continue
            kind: SpanKind = "current" if at == place else "mark" if content.label == "yes" else "partial"
            for start, end in find_spans(text, content.note, 1).spans[:1]:
                span = Span(start, end, kind)
                quotes.append(Quote(span, at, number(at), row.line.text, row.importance == "vital"))
    return quotes
