"""Facts about the collection as a whole: the keys of `collection.csv`, the panel, withdrawn runs."""

import json
import sqlite3

from jurybox.collection.entries import STATES
from jurybox.collection.facts import DROPPED, FROZEN, NIL, SHARE_FACTS, SINGLE_FACTS, check_fact
from jurybox.collection.findings import shown
from jurybox.collection.import_tables import noun_of
from jurybox.collection.label_keys import refuse_owned_letters
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.own_schemes import SCHEME, scheme_from, too_many_labels
from jurybox.collection.preflight.finder import Finder
from jurybox.errors import Refused
from jurybox.label_schemes import ANSWER_LABELS, IMPORTANCE, SUPPORT
from jurybox.language import Sentence, trf
from jurybox.lists import comma_list
from jurybox.wording import capitalized

GUIDELINE, WITHDRAWN, CALIBRATION = "guideline:", "withdrawn:", "calibration:"
_KNOWN = (
    *SINGLE_FACTS,
    f"{FROZEN}NAME",
    f"{SCHEME}KIND",
    f"{GUIDELINE}LABEL",
    f"{WITHDRAWN}RUN",
    f"{CALIBRATION}QUESTION",
    f"{NIL}QUESTION",
    f"{DROPPED}QUESTION",
)
_NAMING = ((WITHDRAWN, "run", "withdrawn"), (CALIBRATION, "question", "for calibration"))
"""Keys that name a run or a question, and the meaning of yes."""
_LABELS = {*ANSWER_LABELS, *STATES, *IMPORTANCE.words, *SUPPORT.words}


def learn_local_name(find: Finder, stored: sqlite3.Connection | None) -> None:
    """Note the name that a collection was given when it was made, which need not be repeated."""
    find.db.execute("DROP TABLE IF EXISTS local_name")
    find.db.execute("CREATE TABLE local_name (value TEXT)")
    if stored:
        rows = stored.execute("SELECT value FROM local WHERE name = 'name'").fetchall()
        find.db.executemany("INSERT INTO local_name VALUES (?)", rows)


def collect_facts(find: Finder) -> None:
    """Add the facts to `said`, as the organizer's, and put the panel into the table `panel`."""
    speaker = find.number("SELECT id FROM known_assessor WHERE name = ?", (ORGANIZER,))
    withdrawn: list[str] = []
    calibration: list[str] = []
    rows = find.db.execute(
        "SELECT key, value, file, line FROM in_collection c WHERE NOT EXISTS (SELECT 1 FROM local_name l "
        "WHERE c.key = 'name' AND c.value = l.value AND NOT EXISTS "
        "(SELECT 1 FROM standing WHERE kind = 'fact' AND fact = 'name' AND label IS NOT NULL)) ORDER BY row"
    ).fetchall()
    for key, value, file, line in rows:
        problem = _problem(find, key, value)
        if problem:
            find.note(file, line, problem, "error", "facts")
        elif key.startswith(WITHDRAWN):
            withdrawn += [key.removeprefix(WITHDRAWN)] if value == "yes" else []
        elif key.startswith(CALIBRATION):
            calibration += [key.removeprefix(CALIBRATION)] if value == "yes" else []
        elif value is not None:
            _say(find, speaker, key, check_fact(key, _value(key, value)), (file, line))
    wrong = too_many_labels(find.staging.schemes.values())
    for key, _, file, line in rows if wrong else ():
        if key.startswith(SCHEME):
            find.note(file, line, Sentence(wrong, "schemes-too-many-labels"), "error", "schemes")
    _add_listed(find, speaker, "withdrawn", withdrawn)
    _add_listed(find, speaker, "calibration", calibration)
    _collect_panel(find)


def _problem(find: Finder, key: str, value: str | None) -> Sentence | None:
    known = key in SINGLE_FACTS or key.startswith((GUIDELINE, WITHDRAWN, CALIBRATION, SCHEME, FROZEN, NIL, DROPPED))
    if not known:
        return trf(
            "setting-unknown",
            "{key} is not a key of a collection. Choose from {known}.",
            key=shown(key),
            known=comma_list(_KNOWN),
        )
    labels = _LABELS.union(*(scheme.words for scheme in find.staging.schemes.values()))
    if key.startswith(GUIDELINE) and key.removeprefix(GUIDELINE) not in labels:
        return trf(
            "setting-label-unknown",
            "{kind} is not a label. Choose from {labels}.",
            kind=shown(key.removeprefix(GUIDELINE)),
            labels=comma_list(sorted(labels)),
        )
    for prefix, named, what in _NAMING:
        if key.startswith(prefix):
            return _problem_of_name(find, named, key.removeprefix(prefix)) or _problem_of_yes(
                key.removeprefix(prefix), named, what, value
            )
    for prefix in (NIL, DROPPED):
        if key.startswith(prefix) and (problem := _problem_of_name(find, "question", key.removeprefix(prefix))):
            return problem
    if value is not None:
        try:
            label = check_fact(key, _value(key, value))
            if key.startswith(SCHEME) and not _stands(find, key, label):
                kind = key.removeprefix(SCHEME)
                refuse_owned_letters(scheme_from(json.loads(label), kind), kind)
        except Refused as error:
            return Sentence(str(error), "setting-value")
    return None


def _stands(find: Finder, fact: str, label: str) -> bool:
    """Return whether the collection already has this value of a fact: it may be older than what is refused today."""
    return bool(
        find.db.execute(
            "SELECT 1 FROM standing WHERE kind = 'fact' AND fact = ? AND label = ?", (fact, label)
        ).fetchone()
    )


def _problem_of_name(find: Finder, named: str, name: str) -> Sentence | None:
    """Return the problem of a row about a run or a question that is not there; None if it is."""
    known = find.number(f"SELECT 1 FROM known_{named} WHERE name = ?", (name,))
    if not known and f"{named}s" not in find.staging.broken:
        return trf(
            "setting-name-unknown",
            "{thing} {name} is neither in these files nor in the collection. Correct its name.",
            thing=capitalized(noun_of(named)),
            name=shown(name),
        )
    return None


def _problem_of_yes(name: str, named: str, what: str, value: str | None) -> Sentence | None:
    """Return the problem of the value of a yes-or-no row about a run or a question; None if there is none."""
    if value not in ("yes", "no", None):
        return trf(
            "setting-yes-or-no",
            "Whether {named} {name} is {what} is {value}. Write yes or no.",
            named=noun_of(named),
            name=shown(name),
            what=what,
            value=shown(value),
        )
    return None


def _value(key: str, text: str) -> object:
    """Return a value as the fact has it: a scheme or frozen gold is JSON, a share a number, others texts."""
    if key.startswith((SCHEME, FROZEN)):
        try:
            return json.loads(text)
        except ValueError:
            return text
    if key not in SHARE_FACTS:
        return text
    try:
        return float(text)
    except ValueError:
        return text


def _say(find: Finder, speaker: int, fact: str, label: str, place: tuple[int | None, int | None]) -> None:
    find.db.execute(
        "INSERT INTO said (kind, assessor, question, answer, nugget, fact, label, file, line, source) "
        "VALUES ('fact', ?, 0, 0, 0, ?, ?, ?, ?, 'collection')",
        (speaker, fact, label, *place),
    )


def _stored_list(find: Finder, fact: str) -> list[str]:
    """Return the list in force in the collection under a fact."""
    rows = find.db.execute("SELECT label FROM standing WHERE kind = 'fact' AND fact = ? ORDER BY row", (fact,))
    return [str(item) for (label,) in rows if label for item in json.loads(label)]


def _add_listed(find: Finder, speaker: int, fact: str, names: list[str]) -> None:
    """Add new elements to a fact that is a list."""
    stored = _stored_list(find, fact)
    if set(names) - set(stored):
        _say(find, speaker, fact, json.dumps(list(dict.fromkeys(stored + names)), ensure_ascii=False), (None, None))


def _collect_panel(find: Finder) -> None:
    """Put the assessors of the future panel, stored ones first, into `panel`; empty if it is unchanged."""
    find.db.execute("DROP TABLE IF EXISTS panel")
    find.db.execute("CREATE TABLE panel (id INTEGER PRIMARY KEY, assessor INTEGER UNIQUE)")
    stored = _stored_list(find, "panel")
    members = dict(find.db.execute("SELECT code, assessor FROM stored_code"))
    kept = [members[code] for code in stored if code in members]
    rows = find.db.execute(
        "SELECT k.id, s.panel, s.assessor, s.file, s.line FROM in_assessors s JOIN known_assessor k "
        "ON k.name = s.assessor WHERE s.panel IS NOT NULL ORDER BY s.row"
    ).fetchall()
    for assessor, member, name, file, line in rows:
        if not member and assessor in kept:
            message = trf(
                "stored-panel-differs",
                "{name} is not on the panel here, but is in the collection. Make them equal.",
                name=name,
            )
            find.note(file, line, message, "error", "panel")
    joining = [assessor for assessor, member, *_ in rows if member and assessor not in kept]
    if joining:
        find.db.executemany("INSERT OR IGNORE INTO panel (assessor) VALUES (?)", [(a,) for a in (*kept, *joining)])
