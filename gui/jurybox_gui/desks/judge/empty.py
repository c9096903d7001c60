"""What the Judge desk says while there is nothing to judge."""

from jurybox.campaign.seats import organises
from jurybox.judging.queue import Queue
from jurybox.session import Session

_IMPORT = (
    "Drop files on the window, or import a folder with Ctrl+I, files with Ctrl+Shift+I. "
    "Which tables there are, with their columns, stands in the help: F1, Files and formats."
)


def what_to_do(session: Session, queue: Queue | None) -> tuple[str, str] | None:
    """Return a sentence and what to do, or None where there is something to judge."""
    if not session.catalog.questions:
        return "This collection is empty.", _IMPORT
    if not session.catalog.answer_count:
        return "No answer is here yet.", "Import runs with Ctrl+Shift+I: what they answered is judged here."
    if queue is None:
        return "Nobody sits here yet.", "Say who judges with Ctrl+J, and the queue appears."
    if not len(queue) and organises(session):
        return (
            "You organise this collection.",
            "Ctrl+6 goes to the Campaign page, Ctrl+J lets an assessor judge.",
        )
    if not len(queue):
        name = session.catalog.assessors[queue.assessor].name
        return (
            f"Nothing is assigned to {name}.",
            "The organiser hands out the work; what is handed out later appears here by itself.",
        )
    return None
