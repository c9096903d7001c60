"""The program on the command line: the list of its commands, loaded when called; errors as one sentence."""

import os
import re
import sys
from importlib import import_module
from inspect import cleandoc
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TextIO

import click

from jurybox.cli.click_words import translate_click
from jurybox.cli.common import FOUND, REFUSED, STOPPED
from jurybox.errors import Refused, UnknownFormat
from jurybox.language import LANGUAGE, LANGUAGES, OPTION, asked_language, tr, tr_noop
from jurybox.lists import comma_list
from jurybox.results.cells import one_line

translate_click()


class Listed(NamedTuple):
    """A command that is not loaded yet: its `module:name`, and the line that `jurybox --help` prints."""

    place: str
    does: str


COMMANDS = {
    "agreement": Listed("jurybox.cli.agreement:agreement", tr_noop("Show how much assessors agree.")),
    "assessors": Listed("jurybox.cli.assessors:assessors", tr_noop("List assessors; set their kind and the panel.")),
    "assign": Listed("jurybox.cli.assign:assign", tr_noop("Assign questions to assessors, or list who judges what.")),
    "backup": Listed("jurybox.cli.files:backup_command", tr_noop("Copy a collection and check the copy.")),
    "baseline": Listed("jurybox.cli.baseline:baseline", tr_noop("Add a baseline run of the organizers'.")),
    "check": Listed(
        "jurybox.cli.files:check_command", tr_noop("Check the database, the chains of the log, and the rest.")
    ),
    "compare": Listed("jurybox.cli.compare:compare", tr_noop("Compare two runs of a collection, or all pairs.")),
    "disagreements": Listed(
        "jurybox.cli.disagreements:disagreements_command", tr_noop("List what assessors differ about, worst first.")
    ),
    "drop": Listed("jurybox.cli.left_out:drop_command", tr_noop("Take a question out of all scores.")),
    "export": Listed("jurybox.cli.tables:export", tr_noop("Write the collection in another format, and read it back.")),
    "freeze": Listed(
        "jurybox.cli.freeze:freeze_command", tr_noop("Freeze the gold standard, or compare it with that.")
    ),
    "help": Listed("jurybox.cli.help_pages:help_command", tr_noop("Show a page of the help, or list the pages.")),
    "hub": Listed("jurybox.cli.hub:hub", tr_noop("Synchronize a campaign's labels automatically.")),
    "import": Listed(
        "jurybox.cli.tables:import_command", tr_noop("Read files, and store everything if there are no errors.")
    ),
    "labels": Listed("jurybox.cli.labels:labels", tr_noop("List the labels of answers, or set other ones.")),
    "left-out": Listed("jurybox.cli.left_out:left_out_command", tr_noop("List what keeps questions out of scores.")),
    "levels": Listed("jurybox.cli.levels:levels", tr_noop("Count ranked answers by pattern and level.")),
    "log": Listed("jurybox.cli.files:log", tr_noop("List who entered what about which answer, and what it replaces.")),
    "merge": Listed("jurybox.cli.merge:merge", tr_noop("Add what other files contain: all of it or nothing.")),
    "new": Listed("jurybox.cli.files:new", tr_noop("Create an empty collection.")),
    "papers": Listed("jurybox.cli.papers:papers", tr_noop("Show the figures of the five papers, recomputed.")),
    "patterns": Listed(
        "jurybox.cli.patterns:patterns_command", tr_noop("List labels that answer patterns propose; accept them.")
    ),
    "power": Listed("jurybox.cli.power:power", tr_noop("Show how many questions a significant difference needs.")),
    "rescue": Listed("jurybox.cli.files:rescue_command", tr_noop("Copy what can be read of a damaged collection.")),
    "resolve": Listed("jurybox.cli.left_out:resolve_command", tr_noop("Decide what keeps questions out of scores.")),
    "restore": Listed("jurybox.cli.files:restore_command", tr_noop("Put a backup in the place of a collection.")),
    "score": Listed("jurybox.cli.scoring:score", tr_noop("Score the runs of a collection.")),
    "setup": Listed("jurybox.cli.setup:setup", tr_noop("Set title, days, gold standard and mode, or list them.")),
    "study": Listed("jurybox.cli.study:study", tr_noop("Find out how far a measure can be trusted.")),
    "withdraw": Listed("jurybox.cli.withdraw:withdraw_command", tr_noop("Leave runs out of all scores.")),
}


class Jurybox(click.Group):
    """The program: a first word that is not a command is a file to open in the window.

    Commands of `COMMANDS` are loaded when they are called: neither the window nor the help waits for them.
    """

    default_command = "open"

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print what the program is for."""
        self.help = _in_language(self.help)
        super().format_help_text(ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted([*super().list_commands(ctx), *COMMANDS])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, loaded now if it was not yet."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, name = COMMANDS[cmd_name].place.split(":")
            self.add_command(getattr(import_module(module), name), cmd_name)
        return super().get_command(ctx, cmd_name)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, its help in the language in force."""
        super().add_command(_translated(cmd), name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print what each command does, without loading those that were not called."""
        del ctx
        help_texts = {name: _short_help(command) for name, command in self.commands.items()}
        help_texts |= {name: tr(command.does) for name, command in COMMANDS.items()}
        with formatter.section(tr("Commands")):
            formatter.write_dl(sorted(help_texts.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the default command in front where none is named; the language was chosen before that."""
        tag, words = asked_language(args)
        if words and tag.lower() not in (*LANGUAGES, LANGUAGE):
            raise Refused(_bad_language(tag))
        args = args[words:]
        own_options = {"--help", "--version", "-h"}
        known = self.list_commands(ctx)
        if not args or args[0] not in own_options.union(known):
            _refuse_misspelled(args, known)
            args = [self.default_command, *args]
        return super().parse_args(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ANN401 - click's own signature
        """Run the program and exit: refusals are one sentence on standard error, Ctrl-C says nothing.

        So is that what was printed could not be written, as on a full disk.
        """
        _print_anything()
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
            _flush()
        except _NobodyReads:
            _give_up(sys.stdout)
            status = 0
        except (Refused, click.ClickException) as error:
            _complain(_sentence(error))
            status = FOUND if isinstance(error, UnknownFormat) and error.asks else REFUSED
        except OSError as error:
            if not _cannot_print(error):
                raise
            status = REFUSED
        except (click.Abort, KeyboardInterrupt):
            status = STOPPED
        _say_remarks()
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - click's own signature
        """Run a command, and notice when nobody reads what it prints any more (`| head`)."""
        try:
            result = super().invoke(ctx)
            _flush()
        except BrokenPipeError as error:
            raise _NobodyReads from error
        return result


def _say_remarks() -> None:
    """Print what was found beside the files that were opened; nothing is loaded for it where none were."""
    opening = sys.modules.get("jurybox.collection.file")
    for sentence in opening.take_remarks() if opening else ():
        click.echo(one_line(sentence), err=True)


def _in_language(text: str | None) -> str | None:
    """Return the help of a command, from its docstring, in the language in force."""
    return tr(cleandoc(text).partition("\f")[0].rstrip()) if text else None


def _translated(command: click.Command) -> click.Command:
    """Return a command whose help, and that of its options, is in the language in force."""
    command.help = _in_language(command.help)
    for each in command.params:
        if isinstance(each, click.Option) and each.help:
            each.help = tr(each.help)
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        _translated(inner)
    return command


def _short_help(command: click.Command) -> str:
    """Return the first sentence of what a command does."""
    first = " ".join((command.help or "").partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s(?=[^a-z])|(?<=。)", first, maxsplit=1)[0]


def _bad_language(tag: str) -> str:
    known = comma_list(f"{each} ({name})" for each, name in LANGUAGES.items())
    if not tag:
        return tr("{option} needs a language: {known}.", option=OPTION, known=known)
    return tr("Jurybox does not speak {tag!r}. Languages: {known}.", tag=tag, known=known)


class _NobodyReads(Exception):  # noqa: N818 - no error: whoever reads has seen enough
    """Standard output was closed by the program that reads it."""


def _refuse_misspelled(args: list[str], known: list[str]) -> None:
    """Refuse what looks like a command that does not exist, such as `scoer FILE`."""
    word = args[0] if args else "-"
    if word.startswith("-") or any(mark in word for mark in "./\\") or _exists(word):
        return
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    guess = tr("Did you mean {near}?", near=near[0]) if near else tr("See jurybox --help.")
    raise Refused(tr("There is no command and no file {word!r}. {guess}", word=word, guess=guess))


def _sentence(error: Refused | click.ClickException) -> str:
    """Return a refusal as one sentence; one of click's also names where the usage is explained."""
    if isinstance(error, Refused):
        return str(error)
    message = " ".join(error.format_message().split())
    if not message.endswith((".", "?", "?)", "。")):
        message = tr("{sentence}.", sentence=message)
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    return tr("{message} See {command_path} --help.", message=message, command_path=context.command_path)


def _print_anything() -> None:
    """Let text that the terminal's encoding cannot hold be printed as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # neither in a desktop without a terminal
            stream.reconfigure(errors="backslashreplace")


def _cannot_print(error: OSError) -> bool:
    """Return whether an error is that of printing; then say so, and print no more."""
    if _fails(sys.stdout):
        reason = error.strerror or tr("the disk refused")
        _complain(
            tr(
                "The output could not be written: {reason}. No collection is harmed; make room, or send the output "
                "elsewhere.",
                reason=reason,
            )
        )
        return True
    return _fails(sys.stderr)


def _fails(stream: TextIO) -> bool:
    """Return whether not even the end of a line can be printed there; all that is printed goes nowhere then."""
    if not isinstance(stream, TextIOWrapper):
        return False
    try:
        stream.write("\n")
        stream.flush()
    except OSError:
        _give_up(stream)
        return True
    return False


def _give_up(stream: TextIO) -> None:
    """Send all that is still to be printed nowhere: Python itself would fail to print it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(sentence: str) -> None:
    """Print a sentence on standard error, as long as that can be written."""
    try:
        click.echo(one_line(sentence), err=True)
    except OSError:
        _give_up(sys.stderr)


def _flush() -> None:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()


def _exists(word: str) -> bool:
    try:
        return Path(word).exists()
    except OSError:
        return False
