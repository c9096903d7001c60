"""The entries that the import makes for assessors, from five tables and the facts, with their checks.

The table `said` has one row for each entry of the log to be. `there` marks rows that need no entry because an
equal one exists; 0 or '' means no question, answer, nugget or fact.
"""

import json
from collections.abc import Sequence

from jurybox.collection.entries import LISTED
from jurybox.collection.findings import shown
from jurybox.collection.own_schemes import SCHEME
from jurybox.collection.preflight.finder import Finder
from jurybox.kinds import KINDS
from jurybox.label_schemes import QUESTION_QUALITY
from jurybox.language import Sentence, tr, trf
from jurybox.lists import comma_list

SHARED = "('adjudication', 'fact')"
"""Kinds with one entry for everybody; the ledger stores them that way."""
LEFT_OUT = 3
"""The value of `there` for rows that contradict others which count."""
KEY = "kind, voice, question, answer, nugget, fact"
_CREATE = (
    "CREATE TABLE said (id INTEGER PRIMARY KEY, kind TEXT, assessor INTEGER, question INTEGER, answer "
    "INTEGER, nugget INTEGER, fact TEXT, label TEXT, state TEXT, note TEXT, seconds REAL, at INTEGER, "
    "file INTEGER, line INTEGER, source TEXT, there INTEGER DEFAULT 0, voice INTEGER AS (CASE WHEN kind "
    f"IN {SHARED} THEN 0 ELSE assessor END) STORED)"
)
_INSERT = (
    "INSERT INTO said (kind, assessor, question, answer, nugget, fact, label, state, note, seconds, at, "
    "file, line, source) SELECT "
)
_REMARKS = "s.note, s.seconds_active, s.judged_at, s.file, s.line"
_STATES = "('skipped', 'cannot-tell', 'deferred', 'junk')"


def collect_judgments(find: Finder) -> None:
    """Fill the table `said` from everything but the facts, and check it."""
    find.staging.watch.report("checking judgments", find.staging.found["judgments"])
    find.db.execute("DROP TABLE IF EXISTS said")
    find.db.execute(_CREATE)
    _from_nuggets(find)
    _from_judgments(find)
    _from_matches(find)
    _from_groups(find)
    _check_labels(find)


def are_plain_judgments(find: Finder) -> bool:
    """Return whether judgments in columns need no check one by one: each is new, once, and a right label."""
    db, judged = find.db, find.staging.judged
    known = (
        "SELECT name FROM known_assessor k WHERE NOT EXISTS "
        "(SELECT 1 FROM standing t WHERE t.kind = 'judgment' AND t.assessor = k.id)"
    )
    silent = {name for (name,) in db.execute(known)}
    if find.staging.found["nuggets"] or not silent.issuperset(name for _, name in judged.judges):
        return False
    if judged.is_doubled():
        return False
    kinds = {name: given for name, *given in db.execute("SELECT name, kind, nil_correct FROM known_question")}
    words = {kind: set(_words(find, kind)) for kind in KINDS}
    return all(
        (label is None or (state is None and label in words[kind])) and not (nil_correct == 1 and label == "correct")
        for (kind, nil_correct), label, state in (
            (kinds[question], label, state) for question, label, state in judged.of_questions()
        )
    )


def _words(find: Finder, kind: str) -> Sequence[str]:
    """Return the labels of answers to questions of a kind."""
    return (find.staging.schemes.get(kind) or KINDS[kind].label_scheme).words


def _from_nuggets(find: Finder) -> None:
    joined = (
        "FROM in_nuggets s JOIN ids_nuggets i USING (row) JOIN known_nugget k ON k.question = i.question "
        "AND k.name = s.nugget LEFT JOIN in_nuggets o ON o.row = k.row AND k.source = 'nuggets' "
        "WHERE i.assessor IS NOT NULL "
    )
    find.db.execute(
        f"{_INSERT} 'nugget', i.assessor, i.question, 0, k.id, '', s.text, NULL, "
        "CASE WHEN s.importance IS NULL THEN s.note END, NULL, s.judged_at, s.file, s.line, 'nuggets' "
        f"{joined} AND s.text IS NOT NULL AND (o.row IS NULL OR o.row = s.row OR o.text IS NOT s.text) "
        "ORDER BY s.row"
    )
    find.check(
        f"SELECT s.file, s.line, s.nugget, o.file, o.line {joined} AND s.text IS NOT o.text "
        "AND s.text IS NOT NULL AND o.row IS NOT NULL",
        lambda nugget, file, line: trf(
            "nugget-other-wording",
            "Nugget {nugget} has another wording here than in {place}; both are kept.",
            nugget=shown(nugget),
            place=find.place(file, line),
        ),
        severity="warning",
    )
    find.db.execute(
        f"{_INSERT} 'nugget', i.assessor, i.question, 0, k.id, 'into', s.merged_into, NULL, NULL, NULL, "
        f"s.judged_at, s.file, s.line, 'nuggets' {joined} AND s.merged_into IS NOT NULL ORDER BY s.row"
    )
    label, state = _label_or_state("s.importance")
    find.db.execute(
        f"{_INSERT} coalesce(s.kind, 'importance'), i.assessor, i.question, 0, k.id, '', {label}, {state}, "
        f"{_REMARKS}, 'nuggets' {joined} AND s.importance IS NOT NULL ORDER BY s.row"
    )


def _from_judgments(find: Finder) -> None:
    find.db.execute(
        f"{_INSERT} coalesce(s.kind, 'judgment'), i.assessor, i.question, coalesce(i.answer, 0), 0, '', "
        f"s.label, s.state, {_REMARKS}, 'judgments' FROM in_judgments s JOIN ids_judgments i USING (row) "
        "WHERE i.assessor IS NOT NULL AND i.question IS NOT NULL AND (s.answer IS NULL "
        "OR i.answer IS NOT NULL) AND coalesce(s.label, s.state, s.note) IS NOT NULL ORDER BY s.row"
    )


def _from_matches(find: Finder) -> None:
    matched = (
        "FROM in_matches s JOIN ids_matches i USING (row) WHERE i.assessor IS NOT NULL "
        "AND i.question IS NOT NULL AND i.answer IS NOT NULL AND i.nugget IS NOT NULL"
    )
    label, state = _label_or_state("s.support")
    find.db.execute(
        f"{_INSERT} coalesce(s.kind, 'match'), i.assessor, i.question, i.answer, i.nugget, '', {label}, "
        f"{state}, {_REMARKS}, 'matches' {matched} ORDER BY s.row"
    )
    find.db.execute(
        f"{_INSERT} 'nugget', i.assessor, i.question, i.answer, i.nugget, 'check', 'check', NULL, NULL, "
        f"NULL, s.judged_at, s.file, s.line, 'matches' {matched} AND s.\"check\" = 1 "
        "AND coalesce(s.kind, 'match') = 'match' ORDER BY s.row"
    )


def _from_groups(find: Finder) -> None:
    find.db.execute(
        f"{_INSERT} coalesce(s.kind, 'distinct'), i.assessor, i.question, i.answer, 0, CASE WHEN s.kind = "
        f"'adjudication' THEN 'group' ELSE '' END, s.\"group\", NULL, {_REMARKS}, 'distinct' "
        "FROM in_distinct s JOIN ids_distinct i USING (row) WHERE i.assessor IS NOT NULL "
        "AND i.question IS NOT NULL AND i.answer IS NOT NULL ORDER BY s.row"
    )


def _label_or_state(column: str) -> tuple[str, str]:
    return (
        f"CASE WHEN {column} NOT IN {_STATES} THEN {column} END",
        f"CASE WHEN {column} IN {_STATES} THEN {column} END",
    )


def _check_labels(find: Finder) -> None:
    find.check(
        "SELECT file, line, label, state FROM said WHERE label IS NOT NULL AND state IS NOT NULL",
        lambda label, state: trf(
            "label-and-state",
            "This judgment has the label {label} and the state {state}. A state is for judgments "
            "without a label: leave one of them empty.",
            label=shown(label),
            state=shown(state),
        ),
    )
    there = {kind for (kind,) in find.db.execute("SELECT DISTINCT kind FROM known_question")}
    for each in (kind for name, kind in KINDS.items() if name in there):
        words = _words(find, each.name)
        marks = ", ".join("?" * len(words))
        find.check(
            "SELECT s.file, s.line, s.label, q.name FROM said s JOIN known_question q ON q.id = s.question "
            f"WHERE s.source = 'judgments' AND s.answer > 0 AND q.kind = '{each.name}' AND s.label NOT IN "
            f"({marks})",
            lambda label, question, each=each, words=words: trf(
                "label-of-another-kind",
                "{label} is not a label for an answer of {name} question {question}. Write one of {words}.",
                label=shown(label),
                name=each.name,
                question=shown(question),
                words=comma_list(words),
            ),
            values=words,
        )
        find.check(
            "SELECT c.file, c.line, s.label, q.name FROM standing s "
            "JOIN known_question q ON q.id = s.question "
            f"JOIN in_collection c ON c.key = '{SCHEME}{each.name}' WHERE s.kind IN ('judgment', 'repeat', "
            f"'adjudication') AND s.answer > 0 AND q.kind = '{each.name}' AND s.label NOT IN ({marks})",
            lambda label, question, each=each: trf(
                "label-not-in-scheme",
                "An answer to {name} question {question} is labeled {label}, which is not a label of "
                "the scheme here. Add it to the scheme, or leave the scheme out.",
                name=each.name,
                question=shown(question),
                label=shown(label),
            ),
            values=words,
        )
    listed = ", ".join(f"'{label}'" for label in QUESTION_QUALITY.words)
    find.check(
        f"SELECT file, line, label FROM said WHERE source = 'judgments' AND answer = 0 AND label NOT IN ({listed})",
        lambda label: trf(
            "label-of-question",
            "A judgment without an answer is about the quality of its question, and {label} is "
            "not a label for that. Name the answer, or write one of {words}.",
            label=shown(label),
            words=comma_list(QUESTION_QUALITY.words),
        ),
    )
    find.check(
        "SELECT s.file, s.line, q.name FROM said s JOIN known_question q ON q.id = s.question "
        "WHERE q.nil_correct = 1 AND s.answer > 0 AND s.label = 'correct' AND s.source = 'judgments'",
        lambda question: trf(
            "nil-yet-correct",
            "Question {question} is marked as having no known answer, yet this answer is judged correct.",
            question=shown(question),
        ),
        severity="warning",
    )


def in_words(label: str | None, fact: str = "") -> str:
    """Return an entry's value in words; a fact's value is JSON."""
    if label is None:
        return "nothing"
    return shown(json.loads(label) if fact else label)


def _doubled(here: str | None, there: str | None, place: str, fact: str) -> Sentence:
    if here == there:
        return trf(
            "note-otherwise", "This has another note than the same judgment in {place}. Leave one out.", place=place
        )
    if fact:
        said = tr(
            "{label} here and {label2} in {place}",
            label=in_words(here, fact),
            label2=in_words(there, fact),
            place=place,
        )
        return trf("fact-otherwise", "The {fact} is {said}. Leave one out.", fact=fact, said=said)
    return trf(
        "judged-otherwise",
        "This row has {label}, but {place} has {label2} for the same item. Leave one out.",
        label=in_words(here),
        place=place,
        label2=in_words(there),
    )


def check_doubled(find: Finder) -> None:
    """Mark duplicate entries (`there` is 2), and contradictory ones: an error if nobody said which counts.

    An answer listed as not judged contradicts nothing: whatever else is said of it is in force.
    """
    find.db.execute(f"CREATE INDEX IF NOT EXISTS said_of ON said ({KEY})")
    is_listed = "note = ?1 AND label IS NULL AND state IS NULL"
    same = " AND ".join(f"o.{column} = said.{column}" for column in KEY.split(", "))
    find.db.execute(
        f"DELETE FROM said WHERE {is_listed} AND EXISTS (SELECT 1 FROM said o WHERE {same} "
        "AND coalesce(o.label, o.state, o.note) <> ?1)",
        (LISTED,),
    )
    find.db.execute(
        f"UPDATE said SET there = 1 WHERE {is_listed} AND EXISTS (SELECT 1 FROM standing o WHERE {same} "
        "AND coalesce(o.label, o.state, o.note) IS NOT NULL)",
        (LISTED,),
    )
    find.db.execute("DROP TABLE IF EXISTS said_twice")
    rule = find.staging.on_contradiction
    counts = "max" if rule == "later" else "min"
    find.db.execute(
        f"CREATE TABLE said_twice AS SELECT {KEY}, {counts}(id) AS kept FROM said GROUP BY {KEY} HAVING count(*) > 1"
    )
    pairs = f"FROM said_twice d JOIN said s USING ({KEY}) JOIN said o ON o.id = d.kept WHERE s.id <> d.kept "
    same = "s.label IS o.label AND s.state IS o.state AND (s.note IS NULL OR s.note IS o.note)"
    find.check_contradictions(
        "SELECT s.file, s.line, coalesce(s.label, s.state), coalesce(o.label, o.state), o.file, o.line, "
        f"s.fact {pairs} AND NOT ({same})",
        lambda here, there, file, line, fact: _doubled(here, there, find.place(file, line), fact),
        "Both left out" if rule == "neither" else "Left out",
    )
    find.check(
        f"SELECT s.file, s.line, o.file, o.line {pairs} AND {same}",
        lambda file, line: trf(
            "judgment-twice",
            "This judgment appears twice: also in {place}. It is stored once.",
            place=find.place(file, line),
        ),
        severity="warning",
    )
    left_out = f"id IN (SELECT s.id {pairs} AND NOT ({same}))"
    if rule == "neither":
        left_out += f" OR id IN (SELECT d.kept {pairs} AND NOT ({same}))"
    find.db.execute(f"UPDATE said SET there = {LEFT_OUT} WHERE {left_out}")
    find.db.execute(f"UPDATE said SET there = 2 WHERE id IN (SELECT s.id {pairs} AND {same})")
