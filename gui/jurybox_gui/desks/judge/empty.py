"""What the Judge desk says while there is nothing to judge."""

from jurybox.campaign.seats import organises
from jurybox.judging.queue import Queue
from jurybox.session import Session

_IMPORT = (
    "Drop files on the window, or import a folder with {file.import}, files with {file.import-files}. "
    "Which tables there are, with their columns, is in the help: {help.read}, Files and formats."
)


def what_to_do(session: Session, queue: Queue | None) -> tuple[str, str] | None:
    """Return a sentence and what to do, or None where there is something to judge.

    Actions in braces are shown as their keys.
    """
    if not session.catalog.questions:
        return "This collection is empty.", _IMPORT
    if not session.catalog.answer_count:
        return (
            "No answer is here yet.",
            "Import runs with {file.import-files} to judge their answers here.",
        )
    if queue is None:
        return "Nobody sits here yet.", (
            "Say who judges with {file.join}, and the queue appears. If you organize it: {campaign.organise}."
        )
    if not len(queue) and organises(session):
        return (
            "You organise this collection.",
            "{campaign.page} goes to the Campaign page, {file.join} lets an assessor judge.",
        )
    if not len(queue):
        name = session.catalog.assessors[queue.assessor].name
        return (
            f"Nothing is assigned to {name}.",
            "The organiser hands out the work; what is handed out later appears here by itself.",
        )
    return None
