"""What the commands share: exit statuses, and arguments of the same meaning."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

import click

FOUND = 1
REFUSED = 2
STOPPED = 130
"""Exit statuses: something was found, refused with one sentence, stopped with Ctrl-C (as by a shell)."""

_Command = TypeVar("_Command", bound=Callable[..., object])


def collection(command: Callable[..., object]) -> Callable[..., object]:
    """Add the argument FILE: refused if it is not a collection, and blamed if its damage stops a command."""

    @wraps(command)
    def guarded(*args: object, file: Path, **options: object) -> object:
        from jurybox.collection.check import damage_refused
        from jurybox.collection.file import check_is_ours

        with damage_refused(file):
            check_is_ours(file)
            try:
                return command(*args, file=file, **options)
            except (click.exceptions.Exit, click.ClickException, click.Abort) as error:
                leaving = error
        raise leaving

    return click.argument("file", type=click.Path(path_type=Path))(guarded)


def formats(*names: str) -> Callable[[_Command], _Command]:
    """Return the option that says how a list is printed."""
    return click.option("--format", "form", type=click.Choice(names), default=names[0], show_default=True)
