"""The list of commands that need no window: where each is found when it is called, and what it does."""

from typing import NamedTuple


class Listed(NamedTuple):
    """A command that is not loaded yet: its `module:name`, and the line that `jurybox --help` prints."""

    place: str
    does: str


COMMANDS = {
    "agreement": Listed("jurybox.cli.agreement:agreement", "Say how far assessors agree."),
    "assign": Listed("jurybox.cli.assign:assign", "Assign questions to assessors, or list who judges what."),
    "backup": Listed("jurybox.cli.files:backup_command", "Copy a collection and check the copy."),
    "baseline": Listed("jurybox.cli.baseline:baseline", "Add a baseline run of the organisers'."),
    "check": Listed(
        "jurybox.cli.files:check_command", "Check the database, the chains of the log, and the rest."
    ),
    "compare": Listed("jurybox.cli.compare:compare", "Compare two runs of a collection."),
    "disagreements": Listed(
        "jurybox.cli.disagreements:disagreements_command", "List what assessors differ about, worst first."
    ),
    "export": Listed(
        "jurybox.cli.tables:export", "Write the collection in another format, and read it back."
    ),
    "import": Listed("jurybox.cli.tables:import_command", "Read files, and store all if nothing is wrong."),
    "levels": Listed("jurybox.cli.levels:levels", "Count ranked answers by pattern and level."),
    "log": Listed("jurybox.cli.files:log", "List who said what of what, and what it replaces."),
    "merge": Listed("jurybox.cli.merge:merge", "Add what other files hold: all of it or nothing."),
    "new": Listed("jurybox.cli.files:new", "Create an empty collection."),
    "papers": Listed("jurybox.cli.papers:papers", "Show the figures of the five papers, recomputed."),
    "report": Listed("jurybox.cli.report:report", "Write a report: one page, and each table in three forms."),
    "rescue": Listed("jurybox.cli.files:rescue_command", "Copy what can be read of a damaged collection."),
    "score": Listed("jurybox.cli.scoring:score", "Score the runs of a collection."),
    "study": Listed("jurybox.cli.study:study", "Find out how far a measure can be trusted."),
    "withdraw": Listed("jurybox.cli.withdraw:withdraw_command", "Leave runs out of all scores."),
}
