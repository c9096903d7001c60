"""Finding what every staged row refers to, and saying what it refers to in vain.

For each staged table, `ids_x` gives its rows the ids of the question, answer, run, assessor and nugget
that they name; NULL where the cell is empty or nothing of that name is known.
"""

from jurybox.collection.facts import ORGANISER
from jurybox.collection.findings import shown
from jurybox.collection.pooling import is_pool_ref
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.missing_matches import complete_matches
from jurybox.collection.preflight.names import learn_of_questions, learn_pooled

_NAMES = ("run", "question", "assessor", "answer", "nugget")
_REFERRING: dict[str, tuple[str, ...]] = {
    "options": ("question",),
    "answers": ("question",),
    "responses": ("run", "question", "answer"),
    "times": ("run", "question"),
    "assignments": ("assessor", "question", "answer"),
    "judgments": ("assessor", "question", "answer"),
    "nuggets": ("assessor", "question"),
    "matches": ("assessor", "question", "answer", "nugget"),
    "distinct": ("assessor", "question", "answer"),
    "instances": ("question",),
}
_TABLE_OF = {
    "run": "runs",
    "question": "questions",
    "assessor": "assessors",
    "answer": "answers",
    "nugget": "nuggets",
}


def resolve(find: Finder) -> int:
    """Fill the tables of ids, and of the names that belong to questions, in the order that needs them.

    Returns how many pairs of answer and nugget the staged matches leave open (see `complete_matches`).
    """
    for table in ("answers", "options", "instances", "nuggets"):
        _resolve(find, table)
        learn_of_questions(find.db, table.removesuffix("s"))
    learn_pooled(find.db)
    missing = complete_matches(find)
    for table in _REFERRING:
        if table not in ("answers", "options", "instances", "nuggets"):
            _resolve(find, table)
    return missing


def _resolve(find: Finder, table: str) -> None:
    referred = _REFERRING[table]
    find.staging.watch.tell(f"checking {table}", find.staging.found[table])
    find.db.execute(f"DROP TABLE IF EXISTS ids_{table}")
    listed = ", ".join(f"{name} INTEGER" for name in _NAMES)
    find.db.execute(f"CREATE TABLE ids_{table} (row INTEGER PRIMARY KEY, {listed})")
    joins = "".join(_join(name, table) for name in _NAMES if name in referred)
    ids = ", ".join(f"k_{name}.id" if name in referred else "NULL" for name in _NAMES)
    find.db.execute(f"INSERT INTO ids_{table} SELECT s.row, {ids} FROM in_{table} s{joins} ORDER BY s.row")
    for name in referred:
        _tell_unknown(find, table, name)


def _join(name: str, table: str) -> str:
    said = f"s.{name}"
    if name == "assessor" and table in ("nuggets", "distinct"):
        said = f"coalesce(s.assessor, '{ORGANISER}')"
    of_question = f" AND k_{name}.question = k_question.id" if name in ("answer", "nugget") else ""
    return f" LEFT JOIN known_{name} k_{name} ON k_{name}.name = {said}{of_question}"


def _tell_unknown(find: Finder, table: str, name: str) -> None:
    broken = find.staging.broken
    if _TABLE_OF[name] in broken or (name in ("answer", "nugget") and "questions" in broken):
        return
    more = " AND i.question IS NOT NULL" if name in ("answer", "nugget") else ""
    question = "s.question" if name in ("answer", "nugget") else "NULL"
    find.check(
        f"SELECT s.file, s.line, s.{name}, {question} FROM ids_{table} i JOIN in_{table} s USING (row) "
        f"WHERE i.{name} IS NULL AND s.{name} IS NOT NULL{more}",
        lambda said, question: _unknown(find, name, said, question),
    )


def _unknown(find: Finder, name: str, said: str, question: str | None) -> str:
    if name == "answer" and is_pool_ref(said):
        return (
            f"No answer of question {shown(question)} with this text, document and support is here. Its id "
            "is made from them: import the answers that were exported with this file too."
        )
    owner = question and find.text(
        "SELECT q.name FROM known_question q WHERE q.id = (SELECT question FROM "
        f"known_{name} WHERE name = ?)",
        (said,),
    )
    if owner:
        return (
            f"{name.capitalize()} {shown(said)} belongs to question {shown(owner)}, not to "
            f"{shown(question)}. Correct one of the two ids."
        )
    of = f" of question {shown(question)}" if question else ""
    return (
        f"{name.capitalize()} {shown(said)}{of} is neither in these files nor in the collection. Correct the "
        f"id, or add the {name} to the {_TABLE_OF[name]}."
    )
