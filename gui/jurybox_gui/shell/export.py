"""Exporting in a format of the field: which one, whose words, and where to."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from jurybox.errors import Refused
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.files import ANY, ask_save

if TYPE_CHECKING:
    from pathlib import Path

    from jurybox.formats.format import Format, Reference, Written
    from jurybox.watch import Watch
    from jurybox_gui.shell.window import Window

EVERYBODY = "everybody"
_GOLD = "gold standard "


class _WrittenLabels(TypedDict):
    """Whose labels an export writes, as `Write` takes it."""

    assessor: str | None
    gold: Reference | None


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
    people = [one.name for one in bridge.session.catalog.assessors if not one.removed]
    names = [EVERYBODY, f"{_GOLD}{bridge.gold}", *people]

    Ask.open_for(
        window,
        "Whose labels?",
        "Everybody, an assessor, or a gold standard",
        names,
        lambda voice: _preview(window, made, voice),
    )


def _preview(window: Window, made: Format, voice: str) -> None:
    """List what the format cannot hold, and ask where to write; at once where it holds everything."""
    bridge = window.app.bridge
    if bridge is None:
        return
    source = bridge.session.path

    def work(_: Watch) -> Written:
        from jurybox.formats.exports import preview

        if made.write is None:
            raise Refused(f"{made.name} cannot be written.")
        return preview(made.write, source, **_voice(source, voice))

    def ask() -> None:
        window.untell()
        ask_save(window, f"Export as {made.name}", ANY, lambda path: _write(window, made, voice, path))

    def show(planned: Written) -> None:
        if not planned.lost:
            ask()
            return
        window.tell(
            f"{made.title} cannot hold everything.",
            " ".join(planned.lost),
            [("Export without it…", "", ask)],
            kind="warning",
        )

    window.app.run(work, show, f"Preparing {made.name}")


def _voice(source: Path, voice: str) -> _WrittenLabels:
    from jurybox.gold.reference import reference_in

    gold = reference_in(source, voice.removeprefix(_GOLD)) if voice.startswith(_GOLD) else None
    return {"assessor": None if gold or voice == EVERYBODY else voice, "gold": gold}


def _write(window: Window, made: Format, voice: str, target: Path) -> None:
    bridge = window.app.bridge
    if bridge is None:
        return
    source = bridge.session.path

    def work(_: Watch) -> Written:
        if made.write is None:
            raise Refused(f"{made.name} cannot be written.")
        return made.write(source, target, **_voice(source, voice))

    def report(done: Written) -> None:
        lost = ("Left out:", *done.lost) if done.lost else ()
        window.tell("Exported; the file was read back.", " ".join((f"{done}.", *lost)), kind="good")

    window.app.run(work, report, f"Exporting {made.name}")
