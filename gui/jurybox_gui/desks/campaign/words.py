"""The sentences of the Campaign page."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import TYPE_CHECKING

from jurybox.collection.facts import Facts
from jurybox.gold.freezing import newest_frozen
from jurybox.label_schemes import IMPORTANCE, SUPPORT, LabelScheme, shown_label
from jurybox.language import grouped, tr, trc, trn
from jurybox.lists import comma_list
from jurybox.results.writing import columns_of
from jurybox.wording import count_of
from jurybox_gui.core.hub_sync import HubSync
from jurybox_gui.widgets.wrapped_text import isolated

if TYPE_CHECKING:
    from jurybox.collection.catalog import Catalog

MODES = ((tr("Judging: runs and scores hidden"), "judging"), (tr("Open: everybody sees everything"), "open"))
_MOST_LETTERS, _MOST_EXPLAINED = 26, 12
_NUGGET_LABELS = (*IMPORTANCE.words, *SUPPORT.words)


def hub_rows(hub: HubSync) -> list[tuple[str, str]]:
    """Return a few lines on the state of the open collection at its hub; none without a hub."""
    state = hub.state
    if hub.link is None:
        return []
    if state is None:
        return [(tr("Connection"), tr("connecting"))]
    asks = tr("not connected yet")  # a person has to agree, or to enter the password
    away = tr("no network now") if state.asks is None else asks
    rows = [(tr("Connection"), tr("connected") if state.connected else away)]
    rows.append((tr("To send"), grouped(state.waiting) if state.waiting else tr("nothing")))
    if state.connected:  # else nobody here knows
        rows.append((tr("To receive"), grouped(state.arriving) if state.arriving else tr("nothing")))
    if state.connected and hub.link.organizer:
        people = comma_list(state.people) or tr("nobody")
        if len(state.people) > 1:
            people = tr("{count:,}: {names}", count=len(state.people), names=people)
        rows.append((tr("Connected now"), people))
    return [*rows, *([] if state.last_contact is None else [(tr("Last contact"), moment(state.last_contact))])]


def moment(milliseconds: int) -> str:
    """Return a point in time as a clock shows it, with the day unless it is today."""
    at = datetime.fromtimestamp(milliseconds / 1000).astimezone()
    today = at.date() == datetime.now().astimezone().date()
    return f"{at:%H:%M:%S}" if today else f"{at:%Y-%m-%d %H:%M}"


_MONTHS = tr("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()


def day_text(at: date, *, year: bool = False) -> str:
    """Return a calendar day in the language in force, with or without its year."""
    month = _MONTHS[at.month - 1]
    if year:
        return tr("{day} {month} {year}", day=at.day, month=month, year=at.year)
    return tr("{day} {month}", day=at.day, month=month)


def labels_of(catalog: Catalog, facts: Facts) -> tuple[str, ...]:
    """Return the labels that a collection offers, each once, in the order of their schemes.

    A long scale contributes only its ends and the labels that are explained.
    """
    kinds = [facts.kind(name) for name in dict.fromkeys(question.kind for question in catalog.questions)]
    labels = [label for kind in kinds for label in _explained(kind.label_scheme, facts)]
    labels += () if all(kind.is_labeled for kind in kinds) else _NUGGET_LABELS
    return tuple(dict.fromkeys([*labels, *(("cannot-tell",) if kinds else ())]))


def _explained(scheme: LabelScheme, facts: Facts) -> list[str]:
    if len(scheme.labels) <= _MOST_EXPLAINED:
        return list(scheme.words)
    ends = scheme.labels[0], scheme.labels[-1]
    return [one.word for one in scheme.labels if one in ends or one.explained or one.word in facts.guidelines]


def scheme_words(scheme: LabelScheme, most: int = _MOST_LETTERS) -> str:
    """Return a label scheme in about `most` letters: its labels, or its first and last.

    Labels have the names shown on buttons; one-letter labels have only the letter.
    """
    numbers = all(re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", word) for word in scheme.words)
    names = [one.word if len(one.word) == 1 else shown_label(one).name for one in scheme.labels]
    words = [isolated(word) for word in (scheme.words if numbers else names)]
    listed = comma_list(words)
    if not numbers and columns_of(listed) <= most:
        return listed
    if numbers:
        return tr("{first} to {last}", first=words[-1], last=words[0])
    return tr("{first} to {last} ({count})", first=words[0], last=words[-1], count=len(words))


def label_rows(catalog: Catalog, facts: Facts) -> list[tuple[str, str]]:
    """Return the labels of each labeled kind of question, as (kind, labels)."""
    return [(kind.title, scheme_words(facts.scheme_of(kind.name))) for kind in catalog.kinds if kind.is_labeled]


def setup_of(catalog: Catalog, facts: Facts) -> list[tuple[str, str]]:
    """Return the setup of the campaign, as (name, value)."""
    submitted = sum(run.origin == "submitted" for run in catalog.runs)
    baselines = len(catalog.runs) - submitted
    runs = trn("{n} submitted", "{n} submitted", submitted)
    if baselines:
        runs = comma_list((runs, count_of(baselines, "baseline")))
    return [
        (
            tr("Questions"),
            tr(
                "{count:,} with {answers}",
                count=len(catalog.questions),
                answers=count_of(catalog.answer_count, "answer"),
            ),
        ),
        (tr("Assignments"), tr("by question") if len(catalog.assigned[0]) else tr("none: everybody judges all")),
        (tr("Calibration set"), _calibration(facts)),
        (
            tr("Repeated answers"),
            tr("{share:.0%} of the answers", share=facts.repeats) if facts.repeats else trc("setup", "none"),
        ),
        (
            tr("Guidelines"),
            tr("for {labels}", labels=count_of(len(facts.guidelines), "label")) if facts.guidelines else tr("none yet"),
        ),
        (tr("Frozen gold"), _frozen(facts)),
        (tr("Panel"), _count(len(facts.panel), "assessor", tr("none: every person counts"))),
        (tr("Runs"), runs if catalog.runs else tr("none yet")),
    ]


def _calibration(facts: Facts) -> str:
    set_now = _count(len(facts.calibration), "question", trc("setup", "none"))
    return (
        tr("{questions}, pass mark {pass_mark:.0%}", questions=set_now, pass_mark=facts.pass_mark)
        if facts.pass_mark
        else set_now
    )


def _frozen(facts: Facts) -> str:
    """Return the newest frozen gold standard; the page shows beside it whether the one in force differs."""
    newest = newest_frozen(facts)
    return tr("not frozen") if newest is None else comma_list((newest.name, newest.day))


def _count(number: int, what: str, none: str) -> str:
    if not number:
        return none
    return count_of(number, what)


def days_in_words(facts: Facts) -> str:
    """Return the days of the campaign; "" where neither is set."""
    if facts.begins and facts.ends and facts.begins != facts.ends:
        return tr("{first} to {last}", first=facts.begins, last=facts.ends)
    if facts.begins:
        return facts.begins if facts.ends else tr("From {day}", day=facts.begins)
    return tr("Until {day}", day=facts.ends) if facts.ends else ""
