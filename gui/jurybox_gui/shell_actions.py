"""The actions that work on every desk, as data; `Window` says what they do."""

from jurybox_gui.actions.spec import ActionSpec

SHELL_ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("file.new", "New collection…", keys=("Ctrl+N",), menu="File", group="open"),
    ActionSpec("file.open", "Open collection…", keys=("Ctrl+O",), menu="File", group="open"),
    ActionSpec("file.demo", "Open the demo", menu="File", group="open"),
    ActionSpec("file.demo-again", "Start the demo over", menu="File", group="open"),
    ActionSpec("file.start", "Start page", menu="File", group="open"),
    ActionSpec("file.join", "Join as an assessor…", keys=("Ctrl+J",), menu="File", group="seat"),
    ActionSpec("file.import", "Import a folder…", keys=("Ctrl+I",), menu="File", group="tables"),
    ActionSpec("file.import-files", "Import files…", keys=("Ctrl+Shift+I",), menu="File", group="tables"),
    ActionSpec("file.export", "Export tables…", keys=("Ctrl+E",), menu="File", group="tables"),
    ActionSpec(
        "file.export-as", "Export in another format…", keys=("Ctrl+Shift+E",), menu="File", group="tables"
    ),
    ActionSpec(
        "file.report", "Report…", menu="File", group="tables", words=("write report", "publish", "results")
    ),
    ActionSpec("file.copy", "Save a copy…", keys=("Ctrl+Shift+S",), menu="File", group="copies"),
    ActionSpec("file.backup", "Back up now", menu="File", group="copies"),
    ActionSpec(
        "file.rescue",
        "Rescue into a new file…",
        menu="File",
        group="copies",
        words=("damaged", "broken", "repair", "recover", "restore"),
    ),
    ActionSpec("file.retry", "Try to save again", menu="File", group="copies"),
    ActionSpec("file.quit", "Quit", keys=("Ctrl+Q",), menu="File", group="quit", over=True),
    ActionSpec("edit.undo", "Undo", keys=("Ctrl+Z",), menu="Edit", group="undo"),
    ActionSpec("edit.redo", "Redo", keys=("Ctrl+Y", "Ctrl+Shift+Z"), menu="Edit", group="undo"),
    ActionSpec("edit.find", "Find anything", keys=("Ctrl+K",), menu="Edit", group="find", palette=False),
    ActionSpec("edit.settings", "Settings…", keys=("Ctrl+,",), menu="Edit", group="settings"),
    ActionSpec("edit.keys", "Change keys…", menu="Edit", group="settings"),
    ActionSpec("view.judge", "Judge", keys=("Ctrl+1",), menu="View", group="desks"),
    ActionSpec("view.scores", "Scores", keys=("Ctrl+2",), menu="View", group="desks"),
    ActionSpec("view.disagreements", "Disagreements", keys=("Ctrl+3",), menu="View", group="desks"),
    ActionSpec("view.spaces", "Spaces", keys=("Ctrl+4",), menu="View", group="desks"),
    ActionSpec("view.studies", "Studies", keys=("Ctrl+5",), menu="View", group="desks"),
    ActionSpec(
        "view.second", "This desk in a second window", keys=("Ctrl+Shift+N",), menu="View", group="window"
    ),
    ActionSpec("view.close", "Close this window", keys=("Ctrl+W",), menu="View", group="window", over=True),
    ActionSpec("view.theme", "Light or dark", keys=("Ctrl+D",), menu="View", group="look", over=True),
    ActionSpec("view.motion", "Less motion", menu="View", group="look", checkable=True, over=True),
    ActionSpec("view.full", "Whole screen", keys=("F11",), menu="View", group="look", over=True),
    ActionSpec("view.menus", "Menu bar", keys=("F10",), group="window", palette=False),
    ActionSpec("help.read", "Help", keys=("F1",), menu="Help", group="help"),
    ActionSpec("help.keys", "Keys of this desk", keys=("?",), menu="Help", group="help"),
    ActionSpec("help.about", "About Jurybox", menu="Help", group="about"),
)

MENUS = ("File", "Edit", "Judge", "View", "Campaign", "Help")
