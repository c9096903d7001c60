"""The list of commands that need no window, and where each is found when it is called."""

COMMANDS = {
    "agreement": "jurybox.cli.agreement:agreement",
    "assign": "jurybox.cli.assign:assign",
    "backup": "jurybox.cli.files:backup_command",
    "baseline": "jurybox.cli.baseline:baseline",
    "check": "jurybox.cli.files:check_command",
    "compare": "jurybox.cli.compare:compare",
    "disagreements": "jurybox.cli.disagreements:disagreements_command",
    "export": "jurybox.cli.tables:export",
    "import": "jurybox.cli.tables:import_command",
    "levels": "jurybox.cli.levels:levels",
    "log": "jurybox.cli.files:log",
    "merge": "jurybox.cli.merge:merge",
    "new": "jurybox.cli.files:new",
    "papers": "jurybox.cli.papers:papers",
    "report": "jurybox.cli.report:report",
    "score": "jurybox.cli.scoring:score",
    "study": "jurybox.cli.study:study",
}
