"""The list of commands that need no window, and where each is found when it is called."""

COMMANDS = {
    "assign": "jurybox.cli.assign:assign",
    "backup": "jurybox.cli.files:backup_command",
    "baseline": "jurybox.cli.baseline:baseline",
    "check": "jurybox.cli.files:check_command",
    "export": "jurybox.cli.tables:export",
    "import": "jurybox.cli.tables:import_command",
    "log": "jurybox.cli.files:log",
    "merge": "jurybox.cli.merge:merge",
    "new": "jurybox.cli.files:new",
    "papers": "jurybox.cli.papers:papers",
    "score": "jurybox.cli.scoring:score",
}
