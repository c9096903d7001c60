"""The table of a desk as people take it along: by its key, from the clipboard, with unrounded numbers."""

import csv
import io

from person import Person
from PySide6.QtGui import QGuiApplication
from read_frame import Read

from jurybox.results.frame import COUNTED, JUDGED


def copied(person: Person) -> Read | None:
    """Return what is copied of the table in front, with what is said on the desk; None if there is no table.

    Without the columns that say of each measure how much is judged: no desk shows them.
    """
    said, clipboard = " ".join(person.seen.said), QGuiApplication.clipboard()
    clipboard.clear()
    person.press("Ctrl+Shift+C")
    head, *rows = csv.reader(io.StringIO(clipboard.text()), delimiter="\t") if clipboard.text() else ((),)
    shown = [at for at, name in enumerate(head) if not name.endswith(_COVERAGE)]
    rows_shown = tuple(tuple(_value(row[at]) for at in shown) for row in rows)
    return Read(tuple(head[at] for at in shown), rows_shown, said) if head else None


_COVERAGE = tuple(f" {what}" for what in (*COUNTED, JUDGED))


def _value(cell: str) -> str | float | None:
    try:
        return float(cell) if cell else None
    except ValueError:
        return cell
