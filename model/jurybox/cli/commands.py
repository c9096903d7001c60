"""The list of commands that need no window."""

from jurybox.cli.files import backup_command, check_command, log, new
from jurybox.cli.scoring import score
from jurybox.cli.tables import baseline, export, import_command

COMMANDS = (new, import_command, score, log, check_command, backup_command, export, baseline)
