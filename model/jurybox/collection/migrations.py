"""Migration of any older file to the present schema: each step in one transaction, recorded by sqlite-utils.

Imported only when a file is created or migrated: sqlite-utils takes long to load.
"""

import sqlite3
from collections.abc import Callable

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from jurybox.collection import schema
from jurybox.collection.digests import add_digests
from jurybox.errors import Refused
from jurybox.language import tr


def migrate(db: sqlite3.Connection) -> list[str]:
    """Apply the steps that a file lacks and return their names; make a backup before calling this."""
    steps = Migrations("jurybox")
    for number, (name, statements) in enumerate(schema.STEPS, start=1):
        steps(name=name)(_step(number, statements))
    database = Database(db, execute_plugins=False)
    unknown = {step.name for step in steps.applied(database)} - {name for name, _ in schema.STEPS}
    if unknown:
        raise Refused(
            tr("The file was written by a newer Jurybox (step {unknown}). Nothing was changed.", unknown=min(unknown))
        )
    waiting = [step.name for step in steps.pending(database)]
    steps.apply(database)
    return waiting


def _step(number: int, statements: str) -> Callable[[Database], None]:
    def apply(database: Database) -> None:
        for statement in filter(str.strip, statements.split(";")):
            database.conn.execute(statement)
        database.conn.execute(f"PRAGMA user_version = {number}")
        add_digests(database.conn)  # of everything that an older version has written

    return apply
