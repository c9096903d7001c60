"""To whom a handed-out file must be returned, and until when."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.language import tr

if TYPE_CHECKING:
    from jurybox.collection.facts import Facts
    from jurybox.session import Session


def way_back(facts: Facts, path: Path) -> str:
    """Return the sentence that says so, as far as the organizer said it."""
    name, contact, day = path.name, facts.contact, facts.ends
    if contact and day:
        return tr(
            "Send {path} back to {contact} when you are done, on {day} at the latest.",
            path=name,
            contact=contact,
            day=day,
        )
    if contact:
        return tr("Send {path} back to {contact} when you are done.", path=name, contact=contact)
    if day:
        return tr("Send {path} back to the organizer when you are done, on {day} at the latest.", path=name, day=day)
    return tr("Send {path} back to the organizer when you are done.", path=name)


def way_back_of(session: Session) -> str:
    """Return it for the file that is open; "" where that is not to be sent back."""
    return way_back(session.facts, session.path) if session.goes_back else ""
