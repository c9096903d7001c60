"""What the commands share: exit statuses, and arguments of the same meaning."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from jurybox.language import tr

if TYPE_CHECKING:
    from jurybox.collection.facts import Unjudged
    from jurybox.session import Session

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
            say_who_is_waited_for(file)
            check_is_ours(file)
            try:
                return command(*args, file=file, **options)
            except (click.exceptions.Exit, click.ClickException, click.Abort) as error:
                leaving = error
        raise leaving

    return click.argument("file", type=click.Path(path_type=Path))(guarded)


def say_who_is_waited_for(file: Path, *, to_write: bool = False) -> None:
    """Say that another program holds a file, if it is waited for."""
    from jurybox.collection.file import is_held

    if is_held(file, to_write=to_write):
        click.echo(tr("Another program is using {file}. Waiting for it to finish.", file=file.name), err=True)


@contextmanager
def writing(file: Path) -> "Iterator[Session]":
    """Open a collection to write to it, as its organizer, whoever's file it is.

    Without an error all of it is on the disk afterwards; raises NotSaved if it cannot be brought there.
    """
    from jurybox.collection.writer import TRIED_AGAIN
    from jurybox.errors import NotSaved
    from jurybox.session import open_session

    is_done = False
    say_who_is_waited_for(file, to_write=True)
    session = open_session(file)
    try:
        with closing(session):
            session.assessor = None  # the organizer speaks where nobody is named
            chosen, before = session.facts.unjudged, _rule_of(session)
            yield session
            is_done = True
            session.flush()
            if chosen == session.facts.unjudged and before != _rule_of(session):
                _say_of_rule(session, before)
    except NotSaved as error:
        # Entries are tried once more when the session is closed; after that nobody is there to try again.
        if not is_done or session.saving.pending:
            reason = str(error).removesuffix(TRIED_AGAIN).rstrip()
            raise NotSaved(tr("{reason} Nothing was changed; run the command again.", reason=reason)) from error


def _rule_of(session: "Session") -> "Unjudged | None":
    """Return what unjudged answers of ranked lists count as; None without ranked lists, where it changes nothing."""
    if not session.catalog.has_graded:
        return None
    from jurybox.gold.unjudged import unjudged_in_force

    return unjudged_in_force(session.collection)


def _say_of_rule(session: "Session", before: "Unjudged | None") -> None:
    from jurybox.gold.unjudged import said_of_rule

    now = _rule_of(session)
    if before and now:
        click.echo(said_of_rule(before, now), err=True)
        click.echo(tr("To keep the rule from before: jurybox setup FILE --unjudged {before}", before=before), err=True)


def formats(*names: str) -> Callable[[_Command], _Command]:
    """Return the option that says how a list is printed."""
    return click.option("--format", "form", type=click.Choice(names), default=names[0], show_default=True)
