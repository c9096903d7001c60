"""Exporting in a format of the field: which one, whose words, and where to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurybox.errors import Refused
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.files import ANY, ask_save

if TYPE_CHECKING:
    from pathlib import Path

    from jurybox.formats.format import Format, Written
    from jurybox_gui.tasks import Task
    from jurybox_gui.window import Window

EVERYBODY = "everybody"
_GOLD = "gold standard "


def export_as(window: Window) -> None:
    """Ask for a format, then for a voice, then for a name, and write."""
    from jurybox.formats.registry import FORMATS

    known = {name: made for name, made in FORMATS.items() if made.write}

    def chosen(name: str) -> None:
        if name in known:
            _ask_voice(window, known[name])
        else:
            window.tell(f"{name} is no format that can be written; known are {', '.join(known)}.")

    Ask.open_for(window, "Export in which format?", "Name of the format", list(known), chosen)


def _ask_voice(window: Window, made: Format) -> None:
    bridge = window.app.bridge
    if bridge is None:
        return
    people = [one.name for one in bridge.session.catalog.assessors]
    names = [EVERYBODY, f"{_GOLD}{bridge.gold}", *people]

    def chosen(voice: str) -> None:
        ask_save(window, f"Export as {made.name}", ANY, lambda path: _write(window, made, voice, path))

    Ask.open_for(window, "What is said by whom?", "Everybody, an assessor, or a gold standard", names, chosen)


def _write(window: Window, made: Format, voice: str, target: Path) -> None:
    bridge = window.app.bridge
    if bridge is None:
        return
    source = bridge.session.path

    def work(_: Task) -> Written:
        from jurybox.gold.reference import reference_in

        if made.write is None:
            raise Refused(f"{made.name} cannot be written.")
        gold = reference_in(source, voice.removeprefix(_GOLD)) if voice.startswith(_GOLD) else None
        assessor = None if gold or voice == EVERYBODY else voice
        return made.write(source, target, assessor=assessor, gold=gold)

    def told(done: Written) -> None:
        window.tell("Exported, read back and found equal.", " ".join((str(done), *done.lost)), kind="good")

    window.app.run(work, told, f"Exporting {made.name}")
