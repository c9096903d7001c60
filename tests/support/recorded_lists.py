"""What the program has: actions, settings, views, pictures, sheets, commands, formats, measures, and so on."""

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from finding_codes import codes

from jurybox.formats.registry import FORMATS
from jurybox.kinds import KINDS
from jurybox.measures import MEASURES
from jurybox.pictures import PAPER_PICTURES, PICTURES
from jurybox.settings import SETTINGS
from jurybox_gui.cli import program
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.desks.scores.views import VIEWS
from jurybox_gui.shell.campaign_actions import CAMPAIGN_ACTIONS
from jurybox_gui.shell.replay import REPLAY_ACTIONS
from jurybox_gui.shell.window_actions import MENUS, SHELL_ACTIONS

GUI = Path(__file__).resolve().parents[2] / "gui" / "jurybox_gui"
SHEETS = {"Overlay", "CampaignSheet", "QDialog"}
"""The bases of sheets and dialogs."""


def keys() -> list[str]:
    """Return the names of the lists."""
    return list(_LISTS)


def made(key: str) -> Any:
    """Return one list."""
    return _LISTS[key]()


def by_first(rows: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
    """Return rows by their first cell, so that one more moves no other."""
    return {str(first): others for first, *others in rows}


def actions() -> Iterator[list[Any]]:
    """Yield id, text, desk, keys, menu, group and row of every action."""
    packages = [import_module(desk.partition(":")[0]) for desk in DESKS.values()]
    groups = [SHELL_ACTIONS, CAMPAIGN_ACTIONS, REPLAY_ACTIONS, *(package.ACTIONS for package in packages)]
    specs = {one.id: one for group in groups for one in group}
    for one in specs.values():
        yield [one.id, one.text, one.desk, list(one.keys), one.menu, one.group, one.row]


def commands() -> dict[str, list[list[Any]]]:
    """Return every command with its arguments and options: names, choices, default and help."""
    context = click.Context(program, info_name="jurybox")
    found: dict[str, list[list[Any]]] = {}

    def walk(command: click.Command, name: str) -> None:
        found[name] = [_option(one) for one in command.params]
        if isinstance(command, click.Group):
            for inner in command.list_commands(context):
                if (one := command.get_command(context, inner)) is not None:
                    walk(one, f"{name} {inner}")

    walk(program, "jurybox")
    return found


def _option(one: click.Parameter) -> list[Any]:
    choices = list(one.type.choices) if isinstance(one.type, click.Choice) else one.type.name
    default = one.default if isinstance(one.default, (bool, int, float, str)) else None
    return [*one.opts, *one.secondary_opts, choices, default, getattr(one, "help", None)]


def sheets() -> list[str]:
    """Return the names of the classes of sheets and dialogs."""
    found = []
    for file in sorted(GUI.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            bases = {getattr(base, "id", "") for base in node.bases} if isinstance(node, ast.ClassDef) else set()
            found += [node.name] if isinstance(node, ast.ClassDef) and bases & SHEETS else []
    return sorted(found)


_LISTS: dict[str, Callable[[], Any]] = {
    "actions": lambda: by_first(actions()),
    "menus": lambda: list(MENUS),
    "settings": lambda: by_first(
        [one.key, one.default, one.label, one.help, one.group, list(one.choices), one.low, one.high, one.unit]
        for one in SETTINGS
    ),
    "views": lambda: by_first([one.name, one.title, one.key, one.action] for one in VIEWS),
    "pictures": lambda: by_first([one.name, one.title] for one in (*PICTURES, *PAPER_PICTURES)),
    "desks": lambda: list(DESKS),
    "sheets": sheets,
    "commands": commands,
    "formats": lambda: by_first([one.name, one.title, bool(one.read), bool(one.write)] for one in FORMATS.values()),
    "measures": lambda: by_first([str(one), one.direction, list(one.kinds)] for one in MEASURES),
    "kinds": lambda: by_first([one.name, list(one.labels)] for one in KINDS.values()),
    "finding codes": lambda: dict(codes()),
}
