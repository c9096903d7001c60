"""Who judges what, and what they said: assignments, labels, states, notes, adjudications, and when."""

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random

from demo_validation.pool import Answer, shuffled
from demo_validation.source import stream

ANA, KARIM, CHIE = "Ana Beltrán", "Karim Haddad", "Chie Nakahara"
PANEL = (ANA, KARIM, CHIE)
VISITOR = "visitor"
ORGANIZER = "Ingrid Solheim"
READERS = {"en": PANEL, "ja": (ANA, CHIE), "ar": (ANA, KARIM)}

SLIPS = {
    "right": 0.05,
    "partial": 0.17,
    "unsupported": 0.08,
    "negated": 0.05,
    "unsaid": 0.08,
    "garbled": 0.1,
    "stray": 0.02,
    "wrong": 0.02,
    "other": 0.015,
}
"""How often an assessor sees an answer of this kind the other way; 0.007 for the kinds not named."""
ADJUDICATED = 0.7
STATES = ("cannot-tell", "deferred", "skipped")
NOTED = 0.04
"""Share of labels with a note; four times as many where the panel is divided."""

FIRST_MORNING = {
    ANA: datetime(2026, 4, 13, 7, 5, tzinfo=UTC),
    KARIM: datetime(2026, 4, 13, 6, 20, tzinfo=UTC),
    CHIE: datetime(2026, 4, 14, 0, 30, tzinfo=UTC),
    ORGANIZER: datetime(2026, 4, 27, 12, 0, tzinfo=UTC),
}
SITTING = timedelta(minutes=100)
BREAK = timedelta(hours=3)
PACE = {ANA: 15.0, KARIM: 13.0, CHIE: 17.0, ORGANIZER: 9.0}
"""Characters of new text read in a second."""


@dataclass(frozen=True)
class Judgment:
    """One row of judgments.csv."""

    assessor: str
    question: str
    answer: str
    label: str
    state: str = ""
    note: str = ""
    seconds: float = 0.0
    at: str = ""
    kind: str = ""


def assigned(answer: Answer) -> tuple[str, ...]:
    """Name the panel of one answer: all who read its language, the visitor in one's place for his own."""
    readers = READERS[answer.lang]
    if not answer.visitor:
        return readers
    absent = readers[int(answer.question[1:]) % len(readers)]
    return (*(name for name in readers if name != absent), VISITOR)


def assignment_rows(answers: list[Answer]) -> list[tuple[str, str, str]]:
    """(assessor, question, answer): one row for a whole question, else one for each answer."""
    given: dict[tuple[str, str], list[str]] = defaultdict(list)
    size: dict[str, int] = defaultdict(int)
    for answer in answers:
        size[answer.question] += 1
        for name in assigned(answer):
            given[name, answer.question].append(answer.name)
    rows = []
    for (name, question), names in sorted(given.items(), key=lambda item: (item[0][1], item[0][0])):
        whole = len(names) == size[question]
        rows += [(name, question, "")] if whole else [(name, question, answer) for answer in names]
    return rows


def judge(answers: list[Answer], settings: dict[str, dict[str, list[str]]]) -> list[Judgment]:
    """All judgments in the order of time: the panel's, and the organizer's adjudications after them."""
    labels = _labels(answers)
    states = _states(answers, labels, settings["state_notes"])
    rows: list[Judgment] = []
    for name in PANEL:
        rng = stream(f"sittings of {name}")
        mine = [answer for answer in _in_order(answers, rng) if (name, answer.name) in labels]
        made = [_judgment(name, answer, labels, states, settings, rng) for answer in mine]
        rows += _timed(made, {answer.name: answer for answer in mine}, rng)
    rows += _timed(_adjudications(answers, labels, settings), {a.name: a for a in answers}, stream("adjudication"))
    return sorted(rows, key=lambda row: (row.at, row.assessor))


def _labels(answers: list[Answer]) -> dict[tuple[str, str], str]:
    """Label every answer for its panel but the visitor; never are all of them wrong about one answer."""
    rng = stream("labels")
    labels = {}
    for answer in answers:
        slip = 0.0 if answer.visitor else SLIPS.get(answer.kind, 0.007)
        judges = [name for name in assigned(answer) if name != VISITOR]
        slipped = [name for name in judges if rng.random() < slip]
        for name in judges:
            agrees = name not in slipped or (len(slipped) == len(judges) and name == judges[0])
            labels[name, answer.name] = "correct" if answer.correct == agrees else "incorrect"
    return labels


def _states(
    answers: list[Answer], labels: dict[tuple[str, str], str], notes: dict[str, list[str]]
) -> dict[tuple[str, str], tuple[str, str]]:
    """Give state and note to answers that somebody could not or did not yet label, the long ones first."""
    rng = stream("states")
    right = {answer.name: answer.correct for answer in answers}
    divided = {name for (_, name), label in labels.items() if (label == "correct") != right[name]}
    free = [a for a in shuffled(answers, rng) if not a.visitor and a.name not in divided]
    free.sort(key=lambda answer: len(answer.support) < 8000)
    wanted = [(state, note) for state in STATES for note in notes[state]]
    states = {}
    for state_and_note, answer in zip(wanted, free, strict=False):
        judges = [name for name in PANEL if (name, answer.name) in labels]
        states[judges[int(rng.random() * len(judges))], answer.name] = state_and_note
    return states


def _in_order(answers: list[Answer], rng: Random) -> list[Answer]:
    """Question by question in an order of one's own, the answers of a question together."""
    groups: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        groups[answer.question].append(answer)
    return [answer for question in shuffled(list(groups), rng) for answer in groups[question]]


def _judgment(
    name: str,
    answer: Answer,
    labels: dict[tuple[str, str], str],
    states: dict[tuple[str, str], tuple[str, str]],
    settings: dict[str, dict[str, list[str]]],
    rng: Random,
) -> Judgment:
    state = states.get((name, answer.name))
    if state:
        return Judgment(name, answer.question, answer.name, "", *state)
    label = labels[name, answer.name]
    agreed = len({labels.get((other, answer.name), label) for other in PANEL}) == 1
    own = (label == "correct") == answer.correct
    noted = rng.random() < (NOTED if agreed else 4 * NOTED) and own
    note = _pick(settings["notes"][answer.kind], rng) if noted else ""
    return Judgment(name, answer.question, answer.name, label, "", note)


def _adjudications(
    answers: list[Answer], labels: dict[tuple[str, str], str], settings: dict[str, dict[str, list[str]]]
) -> list[Judgment]:
    """Settle most of the answers about which the panel is divided, and all that its majority has wrong."""
    rng = stream("which are adjudicated")
    rows = []
    for answer in answers:
        label = "correct" if answer.correct else "incorrect"
        given = [labels[name, answer.name] for name in PANEL if (name, answer.name) in labels]
        drawn = rng.random() < ADJUDICATED or 2 * given.count(label) <= len(given)
        if len(set(given)) > 1 and drawn:
            notes = settings["adjudication_notes"].get(answer.kind, [""])
            note = _pick(notes, rng) if rng.random() < 0.5 else ""
            rows.append(Judgment(ORGANIZER, answer.question, answer.name, label, note=note, kind="adjudication"))
    return rows


def _timed(rows: list[Judgment], answers: dict[str, Answer], rng: Random) -> list[Judgment]:
    """Give the rows active seconds and times: sittings with breaks, and no work at the week's end."""
    if not rows:
        return []
    start = now = FIRST_MORNING[rows[0].assessor]
    read: set[str] = set()
    timed = []
    for row in rows:
        answer = answers[row.answer]
        new = len(answer.support) if answer.support not in read else len(answer.support) * 0.2
        read.add(answer.support)
        seconds = round(3.5 + 5 * rng.random() + min(new, 4000) / PACE[row.assessor] * (0.5 + rng.random()), 1)
        idle = 200 * rng.random() if rng.random() < 0.02 else 0.6 + rng.random()
        now += timedelta(seconds=seconds + idle)
        timed.append(replace(row, seconds=seconds, at=now.strftime("%Y-%m-%dT%H:%M:%SZ")))
        if now - start > SITTING:
            start = now = _next_sitting(now, FIRST_MORNING[row.assessor], rng)
    return timed


def _next_sitting(now: datetime, morning: datetime, rng: Random) -> datetime:
    """After a break on the same day, or on the next working day at about the same hour."""
    late = timedelta(minutes=25 * rng.random())
    if now.hour < morning.hour + 4:
        return now + BREAK + late
    day = now + timedelta(days=3 if now.weekday() == 4 else 1)
    return day.replace(hour=morning.hour, minute=morning.minute, second=0) + late


def _pick(items: list[str], rng: Random) -> str:
    return items[int(rng.random() * len(items))]
