"""What the actions of every desk do in one window: dialogs, overlays, desks, steps back and forth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox import __version__
from jurybox.campaign.seats import blind
from jurybox.collection.facts import ORGANISER
from jurybox.demos import demo_of
from jurybox.errors import Refused
from jurybox_gui.files import ANY, COLLECTIONS, ask_folder, ask_open, ask_open_many, ask_save

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from jurybox_gui.actions.spec import Handler, Question
    from jurybox_gui.dialogs.keys_sheet import KeysSheet
    from jurybox_gui.dialogs.palette import CommandPalette
    from jurybox_gui.window import Window


class Shell:
    """The handlers of `SHELL_ACTIONS` for one window."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.app = window.app
        self._keys: KeysSheet | None = None
        self._palette: CommandPalette | None = None

    def handlers(self) -> Mapping[str, Handler]:
        """Return what each action does."""
        app = self.app
        return {
            "file.new": self._new,
            "file.open": lambda: ask_open(self.window, "Open a collection", COLLECTIONS, app.open_file),
            "file.demo": app.open_demo,
            "file.demo-again": app.open_demo_again,
            "file.start": lambda: self.window.show_desk("start"),
            "file.join": self.join,
            "file.import": lambda: ask_folder(self.window, "Import a folder", self._import),
            "file.import-files": lambda: ask_open_many(
                self.window, "Import files", ANY, app.files.import_paths
            ),
            "file.export-as": self._export_as,
            "file.export": lambda: ask_folder(
                self.window, "Export tables into a folder", app.files.export_tables
            ),
            "file.report": lambda: ask_folder(
                self.window, "Write a report into a folder", app.files.write_report
            ),
            "file.copy": lambda: ask_save(self.window, "Save a copy", COLLECTIONS, app.files.save_copy),
            "file.backup": app.files.back_up,
            "file.rescue": app.files.ask_rescue,
            "file.retry": app.retry,
            "file.quit": app.quit,
            "edit.undo": lambda: app.step("undo"),
            "edit.redo": lambda: app.step("redo"),
            "edit.find": self.find,
            "view.judge": lambda: self.window.show_desk("judge"),
            "view.scores": lambda: self.window.show_desk("scores"),
            "view.disagreements": lambda: self.window.show_desk("disagreements"),
            "view.spaces": lambda: self.window.show_desk("spaces"),
            "view.studies": lambda: self.window.show_desk("studies"),
            "view.second": lambda: app.second_window(self.window.desk),
            "view.close": self.window.close,
            "view.theme": app.toggle_theme,
            "view.motion": app.toggle_motion,
            "view.full": self._toggle_full,
            "view.menus": self._open_menus,
            "edit.settings": self.show_settings,
            "edit.keys": self.change_keys,
            "help.read": self.read_help,
            "help.keys": self.show_keys,
            "help.about": self._about,
        }

    def possible(self) -> Mapping[str, Question]:
        """Return when each action can be done."""
        app = self.app

        def is_open() -> bool:
            return app.bridge is not None

        def on(desk: str) -> Callable[[], bool]:
            return lambda: is_open() and desk in self.window.available()

        def in_demo() -> bool:
            return app.bridge is not None and demo_of(app.bridge.session.path) is not None

        def sees_runs() -> bool:
            return app.bridge is not None and not blind(app.bridge.session)

        opened = ("file.copy", "file.backup", "file.join")
        of_runs = ("file.import", "file.import-files", "file.export", "file.export-as", "file.report")
        return {
            **dict.fromkeys(opened, is_open),
            **dict.fromkeys(of_runs, sees_runs),
            "file.demo-again": lambda: (
                app.bridge is not None and demo_of(app.bridge.session.path) is not None
            ),
            "view.second": lambda: self.window.desk in self.window.available() and is_open(),
            "view.judge": on("judge"),
            "view.scores": on("scores"),
            "view.disagreements": on("disagreements"),
            "view.spaces": on("spaces"),
            "view.studies": on("studies"),
            "file.retry": lambda: app.bridge is not None and bool(app.bridge.session.saving.problem),
            "edit.undo": lambda: app.bridge is not None and app.bridge.session.can_undo,
            "edit.redo": lambda: app.bridge is not None and app.bridge.session.can_redo,
        }

    def checked(self) -> Mapping[str, Question]:
        """Return what is on."""
        return {"view.motion": lambda: self.app.theme.reduced_motion}

    def show_keys(self) -> None:
        """Show the keys of the desk in front; the same key closes them."""
        from jurybox_gui.dialogs.keys_sheet import KeysSheet

        if self._keys is None:
            self._keys = KeysSheet(self.window)
            self._keys.change_requested.connect(self.change_keys)
        desk = self.window.desk
        name = self.window.desk_name()
        here = self.app.bridge is not None and desk in self.window.available()
        aside, labels = self.window.desk_widget(desk).told_of_keys() if here else ("", ())
        self._keys.show_keys(f"Keys: {name}", aside, self.window.registry.sheet(desk), labels)

    def show_settings(self) -> None:
        """Show the settings of this computer."""
        from jurybox_gui.dialogs.settings import SettingsSheet

        sheet = SettingsSheet(self.window, self.app.settings)
        sheet.keys_wanted.connect(self.change_keys)
        sheet.closed.connect(sheet.deleteLater)
        sheet.open_over()

    def change_keys(self) -> None:
        """Show all actions of the desks that may be seen, to give them other keys."""
        from jurybox_gui.dialogs.shortcuts import KeysEditor

        self.window.load_actions()
        editor = KeysEditor(self.window, self.window.registry, self.app.settings)
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
        """Find an action, a question or a run by typing a part of its name."""
        from jurybox_gui.dialogs.palette import CommandPalette
        from jurybox_gui.finding import providers

        if self._palette is None:
            self._palette = CommandPalette(self.window, providers(self.window))
        judging = self.app.bridge is not None and self.app.bridge.scoreboard is None
        self._palette.open_palette("Runs are hidden while judging" if judging else "")

    def join(self) -> None:
        """Ask who sits here."""
        from jurybox_gui.dialogs.ask import Ask

        names = [] if self.app.bridge is None else self.app.seats()
        Ask.open_for(self.window, "Who judges here?", "Name of the assessor", names, self._sit)

    def _sit(self, name: str) -> None:
        """Seat whoever was named; the organizer of a blind collection is asked first, as from the menu."""
        bridge = self.app.bridge
        if name == ORGANISER and bridge is not None and blind(bridge.session):
            self.window.campaign.organise()
        else:
            self.app.sit(name)

    def _export_as(self) -> None:
        from jurybox_gui.exporting import export_as

        export_as(self.window)

    def _new(self) -> None:
        def make(path: Path) -> None:
            from jurybox.collection.file import SUFFIX

            self.app.new_collection(path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX))

        ask_save(self.window, "New collection", COLLECTIONS, make)

    def _import(self, folder: Path) -> None:
        self.app.files.import_paths([folder])

    def _toggle_full(self) -> None:
        if self.window.isFullScreen():
            self.window.showNormal()
        else:
            self.window.showFullScreen()

    def _open_menus(self) -> None:
        bar = self.window.menus
        bar.setActiveAction(next(action for action in bar.actions() if action.isVisible()))

    def _about(self) -> None:
        self.window.tell(
            f"Jurybox {__version__}",
            "Judge the answers of question-answering systems and watch the scores move. MIT license. "
            "Everything stays on this computer.",
            kind="note",
        )


def guarded(window: Window, call: Callable[[], object]) -> None:
    """Run what may be refused, and show the sentence if it is."""
    try:
        call()
    except Refused as error:
        window.tell(str(error))
