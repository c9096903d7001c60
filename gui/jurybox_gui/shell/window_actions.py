"""The functions of every desk's actions in one window: dialogs, overlays, desks, undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox import __version__
from jurybox.campaign.seats import blind
from jurybox.collection.organizer import ORGANIZER
from jurybox.demos import demo_of
from jurybox.language import tr, tr_noop, tr_search
from jurybox_gui.actions.spec import EVERYWHERE, Action, ActionsOf
from jurybox_gui.dialogs.files import ANY, COLLECTIONS, ask_folder, ask_open, ask_open_many, ask_save

if TYPE_CHECKING:
    from jurybox.session import Session
    from jurybox_gui.dialogs.keys_sheet import KeysSheet
    from jurybox_gui.dialogs.palette import CommandPalette
    from jurybox_gui.dialogs.palette_search import Provider
    from jurybox_gui.shell.application import Application
    from jurybox_gui.shell.window import Window


class WindowActions:
    """The functions of `SHELL_ACTIONS` in one window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.app: Application = window.app
        self._keys: KeysSheet | None = None
        self._palette: CommandPalette | None = None

    # When an action can be done

    @property
    def is_open(self) -> bool:
        """Whether a collection is open."""
        return self.app.bridge is not None

    @property
    def is_demo(self) -> bool:
        """Whether a demo is open."""
        return self.app.bridge is not None and demo_of(self.app.bridge.session.path) is not None

    @property
    def sees_runs(self) -> bool:
        """Whether a collection is open and runs are not hidden from the present assessor."""
        return self.app.bridge is not None and not blind(self.app.bridge.session)

    def may_show(self, desk: str) -> bool:
        """Return whether a desk of an open collection may be seen."""
        return self.is_open and desk in self.window.available()

    # Functions

    def show_keys(self) -> None:
        """Show the keys of the desk in front; the same key closes them."""
        from jurybox_gui.dialogs.keys_sheet import KeysSheet

        if self._keys is None:
            self._keys = KeysSheet(self.window)
            self._keys.change_requested.connect(self.change_keys)
        desk = self.window.desk
        name = self.window.desk_name()
        here = self.app.bridge is not None and desk in self.window.available()
        aside, labels = self.window.desk_widget(desk).key_sheet_caption() if here else ("", ())
        self._keys.show_keys(tr("Keys: {name}", name=name), aside, self.window.registry.sheet(desk), labels)

    def show_settings(self) -> None:
        """Show the settings of this computer."""
        from jurybox_gui.dialogs.settings import SettingsSheet
        from jurybox_gui.dialogs.shortcuts import PresetChoice

        presets = PresetChoice(self.window.registry, self.app.settings, self.window.all_specs)
        sheet = SettingsSheet(self.window, self.app.settings, presets)
        sheet.keys_wanted.connect(self.change_keys)
        sheet.closed.connect(sheet.deleteLater)
        sheet.open_over()

    def change_keys(self) -> None:
        """Show all actions of the visible desks, to change their keys."""
        from jurybox_gui.desks.label_schemes import names_of_label_keys
        from jurybox_gui.dialogs.shortcuts import KeysEditor

        self.window.load_actions()
        names: dict[str, str] = {}
        if self.app.bridge is not None:
            session = self.app.bridge.session
            names = names_of_label_keys(session.facts, session.catalog.kinds)
        editor = KeysEditor(self.window, self.window.registry, self.app.settings, names)
        editor.closed.connect(editor.deleteLater)
        editor.open_over()

    def read_help(self, page: str = "") -> None:
        """Open the help, at a page if one is named."""
        from jurybox_gui.dialogs.help import HelpReader, with_keys

        own = self.window.registry.own_keys
        specs = self.window.all_specs() if own else ()
        reader = HelpReader(self.window, page or self.window.desk, lambda text: with_keys(text, specs, own))
        reader.closed.connect(reader.deleteLater)
        reader.open_over()

    def find(self) -> None:
        """Find an action, a question or a run by typing part of its name."""
        from jurybox_gui.dialogs.palette import CommandPalette

        if self._palette is None:
            self._palette = CommandPalette(self.window, self._providers())
        judging = self.app.bridge is not None and self.app.bridge.scoreboard is None
        self._palette.open_palette(tr("Runs are hidden while judging") if judging else "")

    def _providers(self) -> list[Provider]:
        from jurybox_gui.desks.scores.desk import ScoresDesk
        from jurybox_gui.shell.palette import providers

        window = self.window

        def rank_by(name: str) -> None:
            window.show_desk("scores")
            desk = window.desk_widget("scores")
            if isinstance(desk, ScoresDesk):
                desk.choice.name_measure(name)

        app = self.app
        return providers(window.registry, lambda: app.bridge, window.show_desk, window.first_answer, rank_by)

    def join(self) -> None:
        """Ask who is judging."""
        from jurybox_gui.dialogs.ask import Ask

        names = [] if self.app.bridge is None else self.app.seats()
        hint, unlisted = tr("Name of the assessor"), [ORGANIZER]  # known, though not shown in judging mode
        Ask.open_for(self.window, tr("Your name"), hint, names, self.sit, answers="new", unlisted=unlisted)

    def sit(self, name: str) -> None:
        """Make the named person the assessor.

        The organizer of a blind collection is asked first, as from the menu; in judging mode, so is whoever
        takes a name that has labels.
        """
        bridge = self.app.bridge
        if name == ORGANIZER and bridge is not None and blind(bridge.session):
            self.window.campaign.organize()
            return
        from jurybox.campaign.people import alike
        from jurybox_gui.dialogs.message import Message

        other = None if bridge is None else alike(bridge.session, name)
        if other is None:
            self._take_seat(name)
            return
        asked = Message(self.window)
        asked.closed.connect(asked.deleteLater)
        asked.say(
            tr("{other} exists already. Is {name} someone else?", other=other, name=name),
            tr("Names that differ only in case or spaces are two assessors, each with their own queue and labels."),
            [
                (tr("No, I am {other}", other=other), lambda: self._take_seat(other)),
                (tr("Add {name}", name=name), lambda: self.app.sit(name)),
            ],
        )

    def _take_seat(self, name: str) -> None:
        """Make the named person the assessor; in judging mode, ask first if that shows the labels of others."""
        from jurybox_gui.dialogs.message import Message

        bridge = self.app.bridge
        if bridge is None or not _shows_labels(bridge.session, name):
            self.app.sit(name)
            return
        asked = Message(self.window)
        asked.closed.connect(asked.deleteLater)
        asked.say(
            tr("You will see and change the labels of {name}.", name=name),
            tr("In judging mode nobody sees the labels of others. Go on only if you are {name}.", name=name),
            [(tr("Back"), lambda: None), (tr("I am {name}", name=name), lambda: self.app.sit(name))],
        )

    def sit_as_visitor(self) -> None:
        """Switch to the assessor to whom a demo assigns its open answers."""
        if self.app.bridge is not None and self.app.bridge.session.facts.seat:
            self.app.sit(self.app.bridge.session.facts.seat)

    def export_as(self) -> None:
        """Ask for a format of the field and export in it."""
        self.app.files.ask_format(self.window)

    def new(self) -> None:
        """Ask where to put a new collection, and create it."""
        self.app.files.ask_new()

    @property
    def can_import(self) -> bool:
        """Whether files can be imported: into a new collection if none is open."""
        return self.app.bridge is None or self.sees_runs

    def why_not(self) -> str:
        """Return why something cannot be shown, imported, exported or copied."""
        if self.app.bridge is None:
            return tr("Open a collection first.")
        if not self.sees_runs:
            return tr("Runs and scores are hidden while answers are judged.")
        return ""

    def toggle_full(self) -> None:
        """Enter or leave full screen, without title and menus."""
        if self.window.isFullScreen():
            self.window.showNormal()
            return
        self.window.showFullScreen()
        said = tr("Press {view.full} to leave full screen, {view.menus} for the menus.")
        self.window.tell(said, kind="note")

    def open_menus(self) -> None:
        """Focus the menu bar."""
        bar = self.window.menus
        self.window.top.show()
        bar.setActiveAction(next(action for action in bar.actions() if action.isVisible()))

    def about(self) -> None:
        """Show what this program is, and its version."""
        self.window.tell(
            f"Jurybox {__version__}",
            tr(
                "Judge the answers of question-answering systems and watch the scores move. MIT "
                "license. Everything stays on this computer."
            ),
            kind="note",
        )


def _shows_labels(session: Session, name: str) -> bool:
    """Return whether the seat of a name shows labels that only its owner may see now."""
    who = session.catalog.assessor_named.get(name)
    if who is None or who == session.assessor or session.facts.mode != "judging":
        return False
    return len(session.ledger.of_assessor(who)) > 0


everywhere = ActionsOf[WindowActions](EVERYWHERE)

SHELL_ACTIONS: tuple[Action[WindowActions], ...] = (
    everywhere("file.new", tr("New collection…"), "Ctrl+N", do=WindowActions.new, menu=tr_noop("File"), group="open"),
    everywhere(
        "file.open",
        tr("Open collection…"),
        "Ctrl+O",
        do=lambda shell: ask_open(shell.window, tr("Open a collection"), COLLECTIONS, shell.app.open_file),
        menu=tr_noop("File"),
        group="open",
    ),
    everywhere(
        "file.join-campaign",
        tr("Join a campaign…"),
        do=lambda shell: shell.app.hub_files.join(shell.window),
        menu=tr_noop("File"),
        group="open",
        words=tr_search("invitation", "hub", "network"),
    ),
    everywhere(
        "file.connect-hub",
        tr("Connect to the hub…"),
        do=lambda shell: shell.app.hub_files.connect_hub(),
        when=lambda shell: shell.app.hub.asks is not None,
        why_not=tr("No hub waits for your consent or your password."),
        menu=tr_noop("File"),
        group="open",
        words=tr_search("hub", "network", "password"),
    ),
    everywhere(
        "file.demo", tr("Open the demo"), do=lambda shell: shell.app.open_demo(), menu=tr_noop("File"), group="open"
    ),
    everywhere(
        "file.demo-again",
        tr("Start the demo over"),
        do=lambda shell: shell.app.open_demo_again(),
        when=lambda shell: shell.is_demo,
        why_not=tr("The collection is not a demo."),
        menu=tr_noop("File"),
        group="open",
    ),
    everywhere(
        "file.demo-seat",
        tr("Judge as the demo's own assessor"),
        do=WindowActions.sit_as_visitor,
        when=lambda shell: shell.is_demo,
    ),
    everywhere(
        "file.start",
        tr("Start page"),
        do=lambda shell: shell.window.show_desk("start"),
        menu=tr_noop("File"),
        group="open",
    ),
    everywhere(
        "file.join",
        tr("Join as an assessor…"),
        "Ctrl+J",
        do=WindowActions.join,
        when=lambda shell: shell.is_open,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group="open",
    ),
    everywhere(
        "file.import",
        tr("Import a folder…"),
        "Ctrl+I",
        do=lambda shell: ask_folder(shell.window, tr("Import a folder"), lambda folder: shell.app.take_paths([folder])),
        when=lambda shell: shell.can_import,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group="tables",
    ),
    everywhere(
        "file.import-files",
        tr("Import files…"),
        "Ctrl+Shift+I",
        do=lambda shell: ask_open_many(shell.window, tr("Import files"), ANY, shell.app.take_paths),
        when=lambda shell: shell.can_import,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group="tables",
    ),
    everywhere(
        "file.export",
        tr("Export tables…"),
        "Ctrl+E",
        do=lambda shell: shell.app.files.ask_export(),
        when=lambda shell: shell.sees_runs,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group="tables",
    ),
    everywhere(
        "file.export-as",
        tr("Export in another format…"),
        "Ctrl+Shift+E",
        do=WindowActions.export_as,
        when=lambda shell: shell.sees_runs,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group="tables",
    ),
    everywhere(
        "file.report",
        tr("Report…"),
        do=lambda shell: shell.app.files.ask_report(),
        when=lambda shell: shell.sees_runs,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group="tables",
        words=tr_search("write report", "publish", "results"),
    ),
    everywhere(
        "file.copy",
        tr("Save a copy…"),
        "Ctrl+Shift+S",
        do=lambda shell: ask_save(shell.window, tr("Save a copy"), COLLECTIONS, shell.app.files.save_copy),
        when=lambda shell: shell.is_open,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group=tr_noop("Copies"),
    ),
    everywhere(
        "file.backup",
        tr("Back up now"),
        do=lambda shell: shell.app.files.back_up(),
        when=lambda shell: shell.is_open,
        why_not=WindowActions.why_not,
        menu=tr_noop("File"),
        group=tr_noop("Copies"),
    ),
    everywhere(
        "file.rescue",
        tr("Rescue into a new file…"),
        do=lambda shell: shell.app.files.ask_rescue(),
        menu=tr_noop("File"),
        group=tr_noop("Copies"),
        words=tr_search("damaged", "broken", "repair", "recover"),
    ),
    everywhere(
        "file.restore",
        tr("Restore a backup…"),
        do=lambda shell: shell.app.files.ask_restore(),
        menu=tr_noop("File"),
        group=tr_noop("Copies"),
        words=tr_search("damaged", "broken", "recover", "earlier", "undo", "back"),
    ),
    everywhere(
        "file.retry",
        tr("Retry saving"),
        do=lambda shell: shell.app.retry(),
        when=lambda shell: shell.app.bridge is not None and bool(shell.app.bridge.session.saving.problem),
        why_not=tr("Everything is saved."),
        menu=tr_noop("File"),
        group=tr_noop("Copies"),
    ),
    everywhere(
        "file.quit",
        tr("Quit"),
        "Ctrl+Q",
        do=lambda shell: shell.app.quit(),
        menu=tr_noop("File"),
        group="quit",
        over=True,
    ),
    everywhere(
        "edit.undo",
        tr("Undo"),
        "Ctrl+Z",
        do=lambda shell: shell.app.step("undo"),
        when=lambda shell: shell.app.bridge is not None and shell.app.bridge.session.can_undo,
        why_not=tr("There is nothing to undo."),
        menu=tr_noop("Edit"),
        group="undo",
        row=tr_noop("Undo"),
    ),
    everywhere(
        "edit.redo",
        tr("Redo"),
        "Ctrl+Y",
        "Ctrl+Shift+Z",
        do=lambda shell: shell.app.step("redo"),
        when=lambda shell: shell.app.bridge is not None and shell.app.bridge.session.can_redo,
        why_not=tr("There is nothing to redo."),
        menu=tr_noop("Edit"),
        group="undo",
        row=tr_noop("Redo"),
    ),
    everywhere(
        "edit.paste",
        tr("Paste a table"),
        "Ctrl+V",
        do=lambda shell: shell.app.files.paste(),
        when=lambda shell: shell.app.bridge is None or shell.sees_runs,
        why_not=WindowActions.why_not,  # without one, the message is to open one
        menu=tr_noop("Edit"),
        group="paste",
        words=tr_search("import", "clipboard", "spreadsheet"),
    ),
    everywhere(
        "edit.find",
        tr("Find anything"),
        "Ctrl+K",
        do=WindowActions.find,
        menu=tr_noop("Edit"),
        group="find",
        row=tr_noop("Find anything"),
        palette=False,
    ),
    everywhere(
        "edit.settings",
        tr("Settings…"),
        "Ctrl+,",
        do=WindowActions.show_settings,
        menu=tr_noop("Edit"),
        group="settings",
        row=tr_noop("Settings"),
    ),
    everywhere("edit.keys", tr("Change keys…"), do=WindowActions.change_keys, menu=tr_noop("Edit"), group="settings"),
    everywhere(
        "view.judge",
        tr("Judge"),
        "Ctrl+1",
        do=lambda shell: shell.window.show_desk("judge"),
        when=lambda shell: shell.may_show("judge"),
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="desks",
        row=tr_noop("The desks"),
    ),
    everywhere(
        "view.scores",
        tr("Scores"),
        "Ctrl+2",
        do=lambda shell: shell.window.show_desk("scores"),
        when=lambda shell: shell.may_show("scores"),
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="desks",
        row=tr_noop("The desks"),
        words=(*tr_search("ranking", "measure", "accuracy", "significance"), "nDCG", "F1", "AP", "MRR"),
    ),
    everywhere(
        "view.disagreements",
        tr("Disagreements"),
        "Ctrl+3",
        do=lambda shell: shell.window.show_desk("disagreements"),
        when=lambda shell: shell.may_show("disagreements"),
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="desks",
        row=tr_noop("The desks"),
        words=(*tr_search("adjudicate", "agreement", "resolve"), "kappa", "alpha", "Krippendorff"),
    ),
    everywhere(
        "view.spaces",
        tr("Spaces"),
        "Ctrl+4",
        do=lambda shell: shell.window.show_desk("spaces"),
        when=lambda shell: shell.may_show("spaces"),
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="desks",
        row=tr_noop("The desks"),
    ),
    everywhere(
        "view.studies",
        tr("Studies"),
        "Ctrl+5",
        do=lambda shell: shell.window.show_desk("studies"),
        when=lambda shell: shell.may_show("studies"),
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="desks",
        row=tr_noop("The desks"),
    ),
    everywhere(
        "view.second",
        tr("This desk in a second window"),
        "Ctrl+Shift+N",
        do=lambda shell: shell.app.second_window(shell.window.desk),
        when=lambda shell: shell.may_show(shell.window.desk),
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="window",
    ),
    everywhere(
        "view.stage",
        tr("Show on stage"),
        "F5",
        do=lambda shell: shell.app.open_stage(),
        when=lambda shell: shell.is_open,
        why_not=WindowActions.why_not,
        menu=tr_noop("View"),
        group="window",
        row=tr_noop("Show on stage"),
        words=tr_search("present", "projector", "audience", "large", "story"),
    ),
    everywhere(
        "view.close",
        tr("Close this window"),
        "Ctrl+W",
        do=lambda shell: shell.window.close(),
        menu=tr_noop("View"),
        group="window",
        over=True,
    ),
    everywhere(
        "view.theme",
        tr("Switch theme"),
        "Ctrl+D",
        do=lambda shell: shell.app.toggle_theme(),
        menu=tr_noop("View"),
        group="look",
        row=tr_noop("Switch theme"),
        over=True,
    ),
    everywhere(
        "view.motion",
        tr("Reduce motion"),
        do=lambda shell: shell.app.toggle_motion(),
        checked=lambda shell: shell.app.theme.reduced_motion,
        menu=tr_noop("View"),
        group="look",
        over=True,
    ),
    everywhere(
        "view.full",
        tr("Full screen"),
        "F11",
        do=WindowActions.toggle_full,
        menu=tr_noop("View"),
        group="look",
        row=tr_noop("Full screen"),
        over=True,
    ),
    everywhere(
        "view.zoom-in",
        tr("Zoom in"),
        "Ctrl++",
        "Ctrl+=",
        do=lambda shell: shell.app.change_zoom(1),
        menu=tr_noop("View"),
        group=tr_noop("Zoom"),
        row=tr_noop("Zoom in, out"),
        over=True,
        words=tr_search("larger", "scale", "size"),
    ),
    everywhere(
        "view.zoom-out",
        tr("Zoom out"),
        "Ctrl+-",
        do=lambda shell: shell.app.change_zoom(-1),
        menu=tr_noop("View"),
        group=tr_noop("Zoom"),
        row=tr_noop("Zoom in, out"),
        over=True,
        words=tr_search("smaller", "scale", "size"),
    ),
    everywhere(
        "view.zoom-reset",
        tr("Reset zoom"),
        "Ctrl+0",
        do=lambda shell: shell.app.change_zoom(0),
        menu=tr_noop("View"),
        group=tr_noop("Zoom"),
        over=True,
        words=(*tr_search("scale", "size"), "100 %"),
    ),
    everywhere("view.menus", tr("Menu bar"), "F10", do=WindowActions.open_menus, group="window", palette=False),
    everywhere(
        "help.read",
        tr("Help"),
        "F1",
        do=WindowActions.read_help,
        menu=tr_noop("Help"),
        group="help",
        row=tr_noop("Help"),
    ),
    everywhere(
        "help.keys",
        tr("Keys of this desk"),
        "?",
        do=WindowActions.show_keys,
        menu=tr_noop("Help"),
        group="help",
        row=tr_noop("These keys"),
    ),
    everywhere("help.about", tr("About Jurybox"), do=WindowActions.about, menu=tr_noop("Help"), group="about"),
)
"""The actions that work on every desk."""

MENUS = (tr_noop("File"), tr_noop("Edit"), tr_noop("Judge"), tr_noop("View"), tr_noop("Campaign"), tr_noop("Help"))
