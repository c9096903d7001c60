"""Display names of an import's tables; files and options use their internal names."""

from collections.abc import Callable

from jurybox.language import grouped, trc, trn
from jurybox.wording import count_of

_WORDS = {
    "questions": trc("table", "questions"),
    "options": trc("table", "options"),
    "answers": trc("table", "answers"),
    "documents": trc("table", "documents"),
    "runs": trc("table", "runs"),
    "responses": trc("table", "responses"),
    "times": trc("table", "times"),
    "assessors": trc("table", "assessors"),
    "assignments": trc("table", "assignments"),
    "judgments": trc("table", "judgments"),
    "nuggets": trc("table", "nuggets"),
    "matches": trc("table", "matches"),
    "distinct": trc("table", "distinct"),
    "instances": trc("table", "instances"),
    "collection": trc("table", "collection"),
    "completed": trc("table", "values for what is empty in the collection"),
}


def table_word(name: str) -> str:
    """Return the display name of a table; other names are unchanged."""
    return _WORDS.get(name, name)


def counted_rows(count: int, name: str) -> str:
    """Return the number of rows of a table in words; for lines of a run, which keeps its name, of lines."""
    counted = _COUNTED.get(name)
    return counted(count) if counted else f"{grouped(count)} {name}"


_COUNTED: dict[str, Callable[[int], str]] = {
    "questions": lambda n: count_of(n, "question"),
    "options": lambda n: count_of(n, "option"),
    "answers": lambda n: count_of(n, "answer"),
    "documents": lambda n: count_of(n, "document"),
    "runs": lambda n: count_of(n, "run"),
    "responses": lambda n: count_of(n, "response"),
    "times": lambda n: trn("{n} time of a run", "{n} times of runs", n),
    "assessors": lambda n: count_of(n, "assessor"),
    "assignments": lambda n: count_of(n, "assignment"),
    "judgments": lambda n: count_of(n, "judgment"),
    "nuggets": lambda n: count_of(n, "nugget"),
    "matches": lambda n: count_of(n, "match", "matches"),
    "distinct": lambda n: trn("{n} distinct", "{n} distinct", n),
    "instances": lambda n: count_of(n, "instance"),
    "collection": lambda n: trn("{n} setting of the collection", "{n} settings of the collection", n),
}
