"""What the commands share: errors as one sentence, exit statuses, arguments of the same meaning."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from jurybox.cli.commands import COMMANDS
from jurybox.errors import Refused
from jurybox.results.cells import one_line

FOUND = 1
REFUSED = 2
STOPPED = 130
"""Exit statuses: something was found, refused with one sentence, stopped with Ctrl-C (as by a shell)."""

_Command = TypeVar("_Command", bound=Callable[..., object])


def collection(command: Callable[..., object]) -> Callable[..., object]:
    """Add the argument FILE: refused if it is no collection, and blamed if its damage stops the command."""

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


class Jurybox(click.Group):
    """The program: a first word that is no command is a file to open in the window.

    Commands of `COMMANDS` are loaded when they are called: neither the window nor the help waits for them.
    """

    default_command = "open"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted([*super().list_commands(ctx), *COMMANDS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, loaded now if it was not yet."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, name = COMMANDS[cmd_name].place.split(":")
            self.add_command(getattr(import_module(module), name), cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print what each command does, without loading those that were not called."""
        del ctx
        help_texts = {name: command.get_short_help_str(limit=80) for name, command in self.commands.items()}
        help_texts |= {name: command.does for name, command in COMMANDS.items()}
        with formatter.section("Commands"):
            formatter.write_dl(sorted(help_texts.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in front where none is named."""
        ours = {"--help", "--version", "-h"}
        known = self.list_commands(ctx)
        if not args or args[0] not in ours.union(known):
            _refuse_misspelled(args, known)
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ANN401 - click's own signature
        """Run the program and exit: refusals are one sentence on standard error, Ctrl-C says nothing."""
        _print_anything()
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
            _flush()
        except _NobodyReads:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 0
        except (Refused, click.ClickException) as error:
            click.echo(one_line(_sentence(error)), err=True)
            status = REFUSED
        except (click.Abort, KeyboardInterrupt):
            status = STOPPED
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run a command, and notice when nobody reads what it prints any more (`| head`)."""
        try:
            result = super().invoke(ctx)
            _flush()
        except BrokenPipeError as error:
            raise _NobodyReads from error
        return result


class _NobodyReads(Exception):  # noqa: N818 - no error: whoever reads has seen enough
    """Standard output was closed by the program that reads it."""


def _refuse_misspelled(args: list[str], known: list[str]) -> None:
    """Refuse what looks like a command that does not exist, such as `scoer FILE`."""
    word = args[0] if args else "-"
    if word.startswith("-") or any(mark in word for mark in "./\\") or _exists(word):
        return
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    guess = f"Did you mean {near[0]}?" if near else "See jurybox --help."
    raise Refused(f"There is no command and no file {word!r}. {guess}")


def _sentence(error: Refused | click.ClickException) -> str:
    """Return a refusal as one sentence; one of click's also says where the right usage stands."""
    if isinstance(error, Refused):
        return str(error)
    message = " ".join(error.format_message().split()).removesuffix(".")
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{message}. See {context.command_path} --help." if context else f"{message}."


def _print_anything() -> None:
    """Let text that the terminal's encoding cannot hold be printed as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # neither in a desktop without a terminal
            stream.reconfigure(errors="backslashreplace")


def _flush() -> None:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()


def _exists(word: str) -> bool:
    try:
        return Path(word).exists()
    except OSError:
        return False
