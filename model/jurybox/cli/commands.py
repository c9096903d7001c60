"""The program on the command line: the list of its commands, loaded when called; errors as one sentence."""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import click

from jurybox.cli.common import REFUSED, STOPPED
from jurybox.errors import Refused
from jurybox.results.cells import one_line


class Listed(NamedTuple):
    """A command that is not loaded yet: its `module:name`, and the line that `jurybox --help` prints."""

    place: str
    does: str


COMMANDS = {
    "agreement": Listed("jurybox.cli.agreement:agreement", "Say how far assessors agree."),
    "assessors": Listed("jurybox.cli.assessors:assessors", "List assessors; set their kind and the panel."),
    "assign": Listed("jurybox.cli.assign:assign", "Assign questions to assessors, or list who judges what."),
    "backup": Listed("jurybox.cli.files:backup_command", "Copy a collection and check the copy."),
    "baseline": Listed("jurybox.cli.baseline:baseline", "Add a baseline run of the organizers'."),
    "check": Listed(
        "jurybox.cli.files:check_command", "Check the database, the chains of the log, and the rest."
    ),
    "compare": Listed("jurybox.cli.compare:compare", "Compare two runs of a collection, or all pairs."),
    "disagreements": Listed(
        "jurybox.cli.disagreements:disagreements_command", "List what assessors differ about, worst first."
    ),
    "export": Listed(
        "jurybox.cli.tables:export", "Write the collection in another format, and read it back."
    ),
    "freeze": Listed(
        "jurybox.cli.freeze:freeze_command", "Freeze the gold standard, or compare it with that."
    ),
    "hub": Listed("jurybox.cli.hub:hub", "Let a campaign's labels travel by themselves."),
    "import": Listed("jurybox.cli.tables:import_command", "Read files, and store all if nothing is wrong."),
    "labels": Listed("jurybox.cli.labels:labels", "List the labels of answers, or set other ones."),
    "levels": Listed("jurybox.cli.levels:levels", "Count ranked answers by pattern and level."),
    "log": Listed("jurybox.cli.files:log", "List who said what of what, and what it replaces."),
    "merge": Listed("jurybox.cli.merge:merge", "Add what other files hold: all of it or nothing."),
    "new": Listed("jurybox.cli.files:new", "Create an empty collection."),
    "papers": Listed("jurybox.cli.papers:papers", "Show the figures of the five papers, recomputed."),
    "patterns": Listed(
        "jurybox.cli.patterns:patterns_command",
        "List labels that answer patterns propose; accept them.",
    ),
    "power": Listed("jurybox.cli.power:power", "Say how many questions show a difference of two runs."),
    "rescue": Listed("jurybox.cli.files:rescue_command", "Copy what can be read of a damaged collection."),
    "score": Listed("jurybox.cli.scoring:score", "Score the runs of a collection."),
    "setup": Listed("jurybox.cli.setup:setup", "Set title, days, gold standard and mode, or list them."),
    "study": Listed("jurybox.cli.study:study", "Find out how far a measure can be trusted."),
    "withdraw": Listed("jurybox.cli.withdraw:withdraw_command", "Leave runs out of all scores."),
}


class Jurybox(click.Group):
    """The program: a first word that is not a command is a file to open in the window.

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
        own_options = {"--help", "--version", "-h"}
        known = self.list_commands(ctx)
        if not args or args[0] not in own_options.union(known):
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
