"""How commands name what has no name of its own."""

import sqlite3


def answer_names(db: sqlite3.Connection) -> list[str]:
    """Return the names of all answers, by position; one without a name is called by its number."""
    return [name or f"#{row}" for row, name in db.execute("SELECT id, name FROM answer ORDER BY id")]
