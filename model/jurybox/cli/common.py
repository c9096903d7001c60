"""What the commands share: errors as one sentence, tables and JSON, arguments of the same meaning."""

import json
import math
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from jurybox.errors import Refused

FOUND = 1
REFUSED = 2

_Command = TypeVar("_Command", bound=Callable[..., object])

collection = click.argument("file", type=click.Path(path_type=Path))


def formats(*names: str) -> Callable[[_Command], _Command]:
    """Return the option that says how a list is printed."""
    return click.option("--format", "form", type=click.Choice(names), default=names[0], show_default=True)


class Jurybox(click.Group):
    """The program: a first word that is no command is a file to open in the window."""

    default_command = "open"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in front where none is named."""
        ours = {"--help", "--version", "-h"}
        first = next((word for word in args if not word.startswith("-")), None)
        named = first in self.commands and args and args[0] == first
        if self.default_command in self.commands and not named and not (args and args[0] in ours):
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Run the program; what is refused is one sentence on standard error and exit status 2."""
        try:
            return super().main(*args, **kwargs)
        except Refused as error:
            click.echo(str(error), err=True)
            sys.exit(REFUSED)


def print_json(value: object) -> None:
    """Print one JSON object; numbers are not rounded, what is not a number is null."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def _plain(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]], *, right: Sequence[int] = ()) -> None:
    """Print rows in columns as wide as they need; columns in `right` are set to the right."""
    cells = [[_cell(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    for row in (list(head), *cells):
        parts = [
            text.rjust(width) if at in right else text.ljust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(parts).rstrip())


def score_text(value: float | None) -> str:
    """Return a score as it is printed in tables: `.648`, `1.000`, and a dash where it is undefined."""
    if value is None or math.isnan(value):
        return "-"
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 0.9995 else f"{value:.3f}"


def _cell(value: object) -> str:
    if value is None:
        return ""
    return score_text(value) if isinstance(value, float) else str(value)
