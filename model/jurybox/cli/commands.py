"""The list of commands that need no window, and where each is found when it is called."""

COMMANDS = {
    "backup": "jurybox.cli.files:backup_command",
    "baseline": "jurybox.cli.tables:baseline",
    "check": "jurybox.cli.files:check_command",
    "export": "jurybox.cli.tables:export",
    "import": "jurybox.cli.tables:import_command",
    "log": "jurybox.cli.files:log",
    "new": "jurybox.cli.files:new",
    "score": "jurybox.cli.scoring:score",
}
