"""The text of the mail sent with an assessor's own file."""

from contextlib import closing
from pathlib import Path

from jurybox.campaign.handouts import HandedOut
from jurybox.campaign.way_back import way_back
from jurybox.collection.state import State
from jurybox.disk import write_whole
from jurybox.errors import Refused
from jurybox.language import tr
from jurybox.wording import count_of


def message_for(made: HandedOut) -> str:
    """Return the mail to the assessor: a subject, the contents of the file, what to do, and until when."""
    with closing(State(made.path)) as state:
        facts = state.facts
    title = facts.name or made.path.stem
    return "\n".join(
        [
            tr("Subject: Answers to judge: {title}", title=title),
            "",
            tr("Hello {name},", name=made.assessor),
            "",
            tr(
                "The attached file, {path}, has your work: {questions} with {answers}.",
                path=made.path.name,
                questions=count_of(made.questions, "question"),
                answers=count_of(made.answers, "answer"),
            ),
            "",
            tr("1. Save the file on your computer and open it with Jurybox."),
            tr(
                "2. Judge. Every label is saved at once, so you can stop at any time. Press ? for the keys "
                "and F1 for help."
            ),
            f"3. {way_back(facts, made.path)}",
            "",
            tr("Thank you!"),
        ]
    )


def message_path(made: HandedOut) -> Path:
    """Return where the text of the mail is, beside the handed-out file."""
    return made.path.with_suffix(".txt")


def write_message(made: HandedOut) -> None:
    """Write the text beside the handed-out file, over an earlier one."""
    path = message_path(made)
    try:
        write_whole(path, f"{message_for(made)}\n".encode())
    except OSError as error:
        raise Refused(tr("{path} cannot be written: {reason}.", path=path, reason=error.strerror)) from error
