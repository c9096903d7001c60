"""Working with a hub: join a campaign, create a hub, invite and withdraw assessors."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.language import tr, trn
from jurybox.watch import Progress, Watch
from jurybox.wording import count_of
from jurybox_gui.dialogs.files import COLLECTIONS, ask_open, ask_save
from jurybox_gui.shell.window import Window

if TYPE_CHECKING:
    from jurybox.hub.address import Address
    from jurybox.hub.invitations import Invitation
    from jurybox.hub.joining import JoinedCampaign, JoinProgress
    from jurybox.hub.known import UnknownServer, WrongPassword
    from jurybox_gui.shell.application import Application

INVITATIONS = tr("Jurybox invitations (*.invite)")
_NO_NAME = re.compile(r'[\\/:*?"<>|\x00-\x1f]')  # characters that some system forbids in file names
_WHAT = {"packs": tr("Receiving questions"), "labels": tr("Receiving labels")}


class HubFiles(QObject):
    """The hub in one program; all network traffic is on another thread, with progress."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self.app = app
        self._joining = threading.Lock()
        """Held while a part arrives: one that was stopped ends its step before the next goes on with it."""

    # Joining

    def join(self, window: Window) -> None:
        """Ask for an invitation and the place of the file, and join."""
        ask_open(window, tr("Open an invitation"), INVITATIONS, partial(self.take_invitation, window))

    def take_invitation(self, window: Window, invitation: Path) -> None:
        """Ask where to put the file of an invitation; an interrupted one continues at its place."""

        def work(_: Watch) -> tuple[Invitation, str, Path | None]:
            from jurybox.hub.invitations import read_invitation

            invited = read_invitation(invitation)
            name = _NO_NAME.sub("_", f"{invited.campaign}-{invited.name}.jury")
            return invited, name, begun_for(invitation.with_name(name))

        def ask(found: tuple[Invitation, str, Path | None]) -> None:
            invited, name, begun = found
            if begun is not None:
                self.join_as(invitation, begun)
                return
            title = tr(
                "Join {campaign} as {assessor}: where to keep the file",
                campaign=invited.campaign,
                assessor=invited.name,
            )
            ask_save(window, title, COLLECTIONS, partial(self.join_as, invitation), name)

        self.app.run(work, ask, tr("Reading the invitation"))

    def join_as(self, invitation: Path, target: Path) -> None:
        """Join a campaign with an invitation: fetch the part, open it and seat the assessor."""
        window, again = self.app.window, partial(self.join_as, invitation, target)
        window.clear_message()  # such as the reason of an earlier failure

        def work(watch: Watch) -> JoinedCampaign | Refused:
            from jurybox.hub.errors import Unreachable
            from jurybox.hub.joining import join

            def tell(at: JoinProgress) -> None:
                watch.tell(Progress(_WHAT[at.what], at.done, at.total))

            with self._joining:
                try:
                    return join(invitation, target, progress=tell, stopped=watch.cancelled)
                except Unreachable as error:
                    return error

        def done(joined: JoinedCampaign | Refused) -> None:
            if isinstance(joined, Refused):
                aside = tr("What was received is kept; nothing is lost.")
                window.tell(str(joined), aside, [(tr("Try again"), "", again)], kind="warning")
                return
            said = partial(
                window.tell,
                tr("You joined {campaign} as {assessor}.", campaign=joined.campaign, assessor=joined.assessor),
                tr(
                    "{questions}, {answers}. {kept_in} You can judge without a network from now on.",
                    questions=count_of(joined.questions, "question"),
                    answers=count_of(joined.answers, "answer"),
                    kept_in=joined.kept_in,
                ),
                kind="good",
            )
            self.app.open_file(joined.path, assessor=joined.assessor, then=said)

        def stopped() -> None:
            aside = tr("What was received is kept. Continue now, or open the invitation again later.")
            window.tell(tr("Joining was stopped."), aside, [(tr("Go on"), "", again)], kind="note")

        self.app.run(work, done, tr("Joining the campaign"), stopped=stopped)

    # The organizer

    def create(self, window: Window) -> None:
        """Ask for the address of a database, and make a hub of the open collection."""
        from jurybox_gui.dialogs.ask import Ask

        Ask.open_for(
            window, tr("Which PostgreSQL database is the hub?"), "postgresql://USER@HOST/DATABASE", [], self.create_at
        )

    def create_at(self, url: str, password: str = "") -> None:
        """Make a hub of the open collection; ask for the password if none is stored."""
        bridge = self.app.bridge
        if bridge is None:
            return
        path = bridge.session.path

        def work(_: Watch) -> WrongPassword | None:
            from jurybox.hub.campaign import create_hub
            from jurybox.hub.known import WrongPassword

            try:
                create_hub(url, path, password)
            except WrongPassword as error:
                if not error.may_ask:
                    raise
                return error
            return None

        def done(refused: WrongPassword | None) -> None:
            if refused is not None:
                self._ask_password(refused.address, partial(self.create_at, url))
                return
            self.app.hub.again()
            self.app.window.tell(
                tr("The hub is ready."), tr("Invite assessors with Campaign, Hub of the campaign."), kind="good"
            )

        self.app.run(work, done, tr("Creating the hub"))

    # What a connection needs from a person

    def connect_hub(self) -> None:
        """Ask for what the connection of the open collection needs: the consent to a server, or a password."""
        from jurybox.hub.known import UnknownServer

        asks = self.app.hub.asks
        if isinstance(asks, UnknownServer):
            self._ask_consent(asks)
        elif asks is not None:
            self._ask_password(asks.address, partial(self._connect, asks.address))

    def _ask_consent(self, unknown: UnknownServer) -> None:
        from jurybox_gui.dialogs.message import Message

        address = unknown.address
        asked = Message(self.app.window)
        asked.closed.connect(asked.deleteLater)
        where = {"database": address.database, "host": address.host, "port": address.port}
        asked.say(
            tr("Connect to the hub {database!r} at {host}, port {port}?", **where),
            tr(
                "{why} Connect only if the organizer of your campaign names this server too: it receives what you "
                "enter. Passwords of other hubs are never sent to it.",
                why=unknown,
            ),
            [(tr("Cancel"), lambda: None), (tr("Connect"), partial(self._connect, address))],
        )

    def _connect(self, address: Address, password: str = "") -> None:
        """Let this computer know a server, or keep a password once the server accepts it; then connect."""

        def work(_: Watch) -> WrongPassword | None:
            from jurybox.hub.campaign import enter_password
            from jurybox.hub.known import WrongPassword, make_known

            try:
                if password:
                    enter_password(address, password)
                else:
                    make_known(address)
            except WrongPassword as error:
                return error
            return None

        def done(wrong: WrongPassword | None) -> None:
            if wrong is None:
                self.app.window.clear_message()
                self.app.hub.again()
            else:
                self.app.hub.refused.emit(str(wrong))

        self.app.run(work, done, tr("Connecting to the hub"))

    def _ask_password(self, address: Address, then: Callable[[str], object]) -> None:
        """Ask for the password of an account, hidden."""
        from jurybox_gui.dialogs.ask import Ask

        asked = (
            tr("Password of {user} at {host}", user=address.user, host=address.host)
            if address.user
            else tr("Password of the database at {host}", host=address.host)
        )
        Ask.open_for(self.app.window, asked, tr("Password"), [], then, hidden=True)

    def invite(self, window: Window, name: str = "") -> None:
        """Ask for the assessor and the place of the invitation, and write it."""
        from jurybox_gui.dialogs.ask import Ask

        if name:
            self._ask_where(window, name)
            return
        names = [one for one in self.app.seats() if one != ORGANIZER]
        hint, then = tr("Name of the assessor"), partial(self.invite, window)
        Ask.open_for(window, tr("Who is invited?"), hint, names, then, answers="known")

    def _ask_where(self, window: Window, name: str) -> None:
        proposed = _NO_NAME.sub("_", f"{name}.invite")
        ask_save(
            window, tr("Invitation for {name}", name=name), INVITATIONS, partial(self.write_invitation, name), proposed
        )

    def write_invitation(self, name: str, target: Path) -> None:
        """Write an invitation to the hub; the assessor's part is uploaded before it is used."""
        bridge = self.app.bridge
        if bridge is None:
            return
        path = bridge.session.path

        def work(_: Watch) -> Invitation:
            from jurybox.hub.campaign import invite

            return invite(path, name, target)

        def done(made: Invitation) -> None:
            self.app.window.tell(
                tr("{target} invites {name} until {last_day}.", target=target.name, name=name, last_day=made.last_day),
                tr("Send it to them alone: whoever opens it first joins as this assessor. It works once."),
                kind="good",
            )

        self.app.run(work, done, tr("Inviting {name}", name=name))

    def ask_withdraw(self, window: Window, name: str) -> None:
        """Ask whether to end somebody's access, and end it."""
        from jurybox_gui.dialogs.message import Message

        asked = Message(window)
        asked.closed.connect(asked.deleteLater)
        asked.say(
            tr("Withdraw {name} from the hub?", name=name),
            tr("Their connection ends at once. What they entered stays, and they can be invited again."),
            [(tr("Cancel"), lambda: None), (tr("Withdraw {name}", name=name), lambda: self.withdraw(name))],
        )

    def withdraw(self, name: str) -> None:
        """End somebody's access to the hub; their entries stay."""
        bridge = self.app.bridge
        if bridge is None:
            return
        path = bridge.session.path

        def work(_: Watch) -> int:
            from jurybox.hub.campaign import withdraw

            return withdraw(path, name)

        def done(ended: int) -> None:
            kept = tr("What they entered stays.")
            if ended:
                kept = trn(
                    "{n} connection ended. What they entered stays.",
                    "{n} connections ended. What they entered stays.",
                    ended,
                )
            self.app.window.tell(tr("{name} is withdrawn from the hub.", name=name), kept, kind="good")

        self.app.run(work, done, tr("Withdrawing {name}", name=name))

    def show(self, window: Window) -> None:
        """Show the participants of the hub; without a hub, how to create one."""
        bridge, link = self.app.bridge, self.app.hub.link
        if bridge is None:
            return
        if link is None or not link.organizer:
            self.create(window)
            return
        if self.app.hub.asks is not None:
            self.connect_hub()
            return
        from jurybox_gui.desks.campaign.hub_sheet import HubSheet

        HubSheet.open_for(
            window, bridge.session.path, self.app.hub, partial(self.invite, window), partial(self.ask_withdraw, window)
        )


def begun_for(target: Path) -> Path | None:
    """Return the file begun for an invitation if joining was interrupted; else None."""
    from jurybox.hub.joining import ARRIVING

    return target if target.with_name(f".{target.name}{ARRIVING}").is_file() else None
