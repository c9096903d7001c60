"""The commands `hub ...`: a campaign whose files travel by themselves."""

import functools
import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jurybox.cli.common import FOUND
from jurybox.cli.printing import print_json, say
from jurybox.errors import Refused
from jurybox.language import tr, trc
from jurybox.lists import comma_list
from jurybox.wording import count_of

if TYPE_CHECKING:
    from jurybox.hub.known import UnknownServer, WrongPassword

_STATES = {
    "not invited": trc("hub", "not invited"),
    "invited": trc("hub", "invited"),
    "expired": trc("hub", "expired"),
    "joined": trc("hub", "joined"),
    "withdrawn": trc("hub", "withdrawn"),
}


def _place(text: str) -> "Path | str":
    """Return the target of a command: the URL of a hub, or a file that knows its hub."""
    return text if text.startswith(("postgresql://", "postgres://")) else Path(text)


def _asks(command: Callable[..., None]) -> Callable[..., None]:
    """Ask at a terminal for what a command lacks, the consent to a server or a password, and then do it again.

    Without a terminal the command is refused, with the option that it needs.
    """

    @functools.wraps(command)
    def wrapped(*words: object, trust_server: bool = False, **options: object) -> None:
        from jurybox.hub.campaign import enter_password
        from jurybox.hub.known import UnknownServer, WrongPassword, make_known

        while True:
            try:
                command(*words, **options)
            except UnknownServer as error:
                if not trust_server:
                    _ask_consent(error)
                make_known(error.address)
            except WrongPassword as error:
                enter_password(error.address, _ask_password(error))
            else:
                return

    return wrapped


def _asks_consent(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command connect to a server that this computer does not know only if a person agrees."""
    option = click.option(
        "--trust-server", is_flag=True, help="Connect also if this computer does not know the server yet."
    )
    return option(_asks(command))


def _ask_consent(error: "UnknownServer") -> None:
    if not _is_at_terminal():
        raise Refused(tr("{error} If you trust this server, repeat the command with --trust-server.", error=error))
    if not click.confirm(tr("{error} Connect to it?", error=error), err=True):
        raise Refused(tr("Nothing was sent.")) from None


def _ask_password(error: "WrongPassword") -> str:
    if not error.may_ask:
        raise error
    if not _is_at_terminal():
        raise Refused(
            tr("{error} Enter it at a terminal, or put it into the variable PGPASSWORD.", error=error)
        ) from error
    click.echo(str(error), err=True)
    return _typed_password()


def _typed_password() -> str:
    return str(click.prompt(tr("Password"), hide_input=True, err=True))


def _is_at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


_ask_first = click.option(
    "-W", "--password", "ask", is_flag=True, help="Ask for the password first; PGPASSWORD gives it to scripts."
)


def _password(*, ask: bool) -> str:
    """Return a password that need not be in the address, where every user of the computer can read it."""
    if ask and not _is_at_terminal():
        raise Refused(
            tr("Nobody can be asked for the password. Enter it at a terminal, or put it into the variable PGPASSWORD.")
        )
    return _typed_password() if ask else os.environ.get("PGPASSWORD", "")


@click.group()
def hub() -> None:
    """Synchronize a campaign's labels automatically, through a PostgreSQL database.

    Everybody continues to work offline in a file of their own. URL is postgresql://user@host:5432/database;
    where a command takes URL|FILE, the organizer's collection is enough: it remembers its hub. Creating, joining
    and moving make a server known to this computer; anything else asks before it connects to another.
    """


@hub.command()
@click.argument("url")
@click.argument("file", type=click.Path(path_type=Path))
@_ask_first
@_asks
def create(url: str, file: Path, *, ask: bool) -> None:
    """Create a hub at URL and put the collection FILE into it.

    The account of the URL becomes the organizer's; it owns the database and may create roles.
    """
    from contextlib import closing

    from jurybox.collection.state import State
    from jurybox.hub.campaign import create_hub

    link = create_hub(url, file, _password(ask=ask))
    say(
        tr(
            "{file} is at the hub {url}. Invite assessors next: jurybox hub invite {file2} NAME",
            file=file.name,
            url=link.url,
            file2=file,
        )
    )
    with closing(State(file)) as state:
        if state.facts.mode == "open":
            say(
                tr(
                    "The collection is open: the account of every assessor may read what everybody "
                    "entered. To hide it: jurybox setup {file} --mode judging",
                    file=file,
                )
            )


@hub.command()
@click.argument("place", metavar="URL|FILE")
@click.argument("name")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="The invitation to write.")
@click.option("--days", type=int, default=7, show_default=True, help="Days until it expires.")
@_asks_consent
def invite(place: str, name: str, target: Path | None, days: int) -> None:
    """Write an invitation by which the assessor NAME joins once.

    With FILE their part is brought up to date first. For a second computer of an assessor, invite again.
    """
    from jurybox.hub.campaign import invite as write_invitation
    from jurybox.hub.invitations import SUFFIX

    path = target or Path(f"{name}{SUFFIX}")
    made = write_invitation(_place(place), name, path, days=days)
    say(
        tr(
            "{path} invites {name} until {last_day}. Whoever has the file first can join as {name}: "
            "send it so that only they can read it.",
            path=path,
            name=name,
            last_day=made.last_day,
        )
    )


@hub.command()
@click.argument("invitation", type=click.Path(path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
def join(invitation: Path, file: Path) -> None:
    """Join a campaign: turn INVITATION into an account and FILE into your part.

    If it is interrupted, run it again: it continues where it stopped. If FILE is already your part, it gets
    a new account, and what you entered stays.
    """
    from jurybox.hub.joining import join as join_campaign

    say(str(join_campaign(invitation, file)))


@hub.command()
@click.argument("place", metavar="URL|FILE")
@click.option("--format", "form", type=click.Choice(("table", "json")), default="table", show_default=True)
@_asks_consent
def status(place: str, form: str) -> None:
    """List who takes part, who is connected, and what has not arrived yet."""
    from jurybox.hub.status import read_status

    found = read_status(_place(place))
    if form == "json":
        print_json(
            {
                "campaign": found.campaign,
                "bytes": found.size_bytes,
                "entries": found.entries,
                "people": [
                    {field: getattr(one, field) for field in type(one).__dataclass_fields__} for one in found.people
                ],
            }
        )
        return
    say(
        tr(
            "{campaign}: {entries}, {size:,.1f} MB.",
            campaign=found.campaign,
            entries=count_of(found.entries, "entry", "entries"),
            size=found.size_bytes / 1e6,
        )
    )
    for one in found.people:
        parts = [
            trc("hub", "connected") if one.connected else _STATES[one.state],
            count_of(one.entries, "entry", "entries"),
            tr("{waiting:,} not sent", waiting=one.waiting) if one.waiting else "",
            "" if one.seen is None else tr("last seen {moment}", moment=_moment(one.seen)),
            tr("{attempts} to use an invitation again", attempts=count_of(one.misused, "attempt"))
            if one.misused
            else "",
        ]
        say(f"{one.name}: {comma_list(filter(None, parts))}")


@hub.command()
@click.argument("url")
@click.argument("file", type=click.Path(path_type=Path))
@_asks_consent
def pull(url: str, file: Path) -> None:
    """Fetch what FILE lacks of the hub at URL."""
    from jurybox.hub.campaign import pull_file

    say(tr("{entries} came from the hub.", entries=count_of(pull_file(file, url), "entry", "entries")))


@hub.command()
@click.argument("file", type=click.Path(path_type=Path))
@_asks_consent
def push(file: Path) -> None:
    """Send what the hub of FILE lacks."""
    from jurybox.hub.campaign import push_file

    say(tr("{entries} sent to the hub.", entries=count_of(push_file(file), "entry", "entries")))


@hub.command()
@click.argument("url")
@click.argument("file", type=click.Path(path_type=Path))
@_ask_first
@_asks
def move(url: str, file: Path, *, ask: bool) -> None:
    """Update FILE after its hub has moved to URL.

    This works for the organizer's collection and for an assessor's file, when the same hub is on another
    server now. An assessor's URL needs no account: postgresql://host:5432/database.
    """
    from jurybox.hub.campaign import move_file

    say(
        tr(
            "{file} reaches its hub at {url} from now on.",
            file=file.name,
            url=move_file(url, file, _password(ask=ask)).url,
        )
    )


@hub.command()
@click.argument("place", metavar="URL|FILE")
@click.argument("name")
@_asks_consent
def withdraw(place: str, name: str) -> None:
    """End the account of the assessor NAME at once; what they entered stays."""
    from jurybox.hub.campaign import withdraw as end_account

    ended = end_account(_place(place), name)
    say(
        tr(
            "{name} no longer has access; {connections} ended. What they entered is kept.",
            name=name,
            connections=count_of(ended, "connection"),
        )
    )


@hub.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--address", "host", default="127.0.0.1", show_default=True, help="The address at which others reach it.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0: any free port, which is then kept.")
def serve(folder: Path, host: str, port: int) -> None:
    """Run a hub for one room from FOLDER, until Ctrl+C."""
    from jurybox.hub.known import keep_password
    from jurybox.hub.server import HubServer

    with HubServer(folder, host, port) as server:
        kept = keep_password(server.address)
        say(tr("The hub runs at {url}. {kept}", url=server.address.url, kept=kept))
        say(tr("Put a collection into it: jurybox hub create URL FILE. End it with Ctrl+C."))
        while server.process is not None:
            time.sleep(1)
    raise Refused(
        tr("The server in {folder} stopped unexpectedly; see {folder2}.", folder=folder, folder2=folder / "log")
    )


@hub.command()
@click.argument("place", metavar="URL|FILE")
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), required=True)
@_asks_consent
def export(place: str, target: Path) -> None:
    """Write everything that the hub holds as one ordinary collection file.

    What cannot be in a file is left out and named, and the status is then 1.
    """
    from jurybox.hub.export import export_hub

    exported = export_hub(_place(place), target)
    say(str(exported))
    click.get_current_context().exit(FOUND if exported.aside else 0)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
