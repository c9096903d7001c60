"""The audience of one stage: its keys, its panel, and how votes become labels of the assessor *audience*.

No socket is opened unless somebody presses *Invite phones* and chooses a network, and nothing is written before the
first vote is entered: only then the audience gets the open answers and a place on the panel. A vote that ends
without one leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, QTimer
from shiboken6 import isValid

from jurybox.audience.hands import example_of_hands, parse_hands
from jurybox.audience.interfaces import Interface
from jurybox.audience.live_agreement import jury_agreement, pair_agreement
from jurybox.audience.seat import check_seat, free_seat, taking_seat
from jurybox.audience.two_hands import SIDES, TwoHands
from jurybox.audience.verdict import TWO, VoteCount
from jurybox.audience.votes import Ballot
from jurybox.campaign.seats import blind
from jurybox.collection.assigned import give_back
from jurybox.errors import Refused
from jurybox.label_schemes import LabelScheme, shown_label
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.session import CHECKING
from jurybox.watch import Watch
from jurybox_gui.audience.panel import AudiencePanel, Offer, PanelState
from jurybox_gui.audience.vote import PhoneVote
from jurybox_gui.core.tasks import LatestTask
from jurybox_gui.stage.text import Passage
from jurybox_gui.stage.window import StageWindow

if TYPE_CHECKING:
    from jurybox.audience.server import AudienceServer

Mode = Literal["off", "choosing", "phones", "hands", "two"]
COUNT_MS = 250
"""The interval at which counts are read: votes arrive at any time, frames do not."""
_ONE_SIDE = tr("Two people at one keyboard")
_SIDES = {"left": tr("Left hand"), "right": tr("Right hand")}
_REASONS = {
    "closed": tr("too late"),
    "unknown phone": tr("from an old page"),
    "unknown label": tr("not a label"),
    "too many phones": tr("too many phones"),
    "too fast": tr("too fast"),
    "malformed": tr("unreadable"),
    "too large": tr("too large"),
}
"""Reasons for refused votes and phones, each after its count."""
_MOST_NETWORKS = 6
_ROOM = Passage(tr("The room judges"), "accent", 600, 0.75, 1)
"""Shown as long as labels are the room's, not the demonstrator's."""


class AudienceControl(QObject):
    """Connects an audience with a stage. `vote`: the phones, which stay when the stage starts over."""

    def __init__(self, window: StageWindow, vote: PhoneVote) -> None:
        super().__init__(window)
        self.window = window
        self.director = window.director
        self.session = window.director.session
        self.vote = vote
        self.panel = AudiencePanel()
        self.panel.set_px(window.px)
        self.panel.typed.connect(self._count_hands)
        self.panel.left.connect(self._leave_field)
        self.mode: Mode = "off"
        self._networks: tuple[Interface, ...] = ()
        self._tally: VoteCount | None = None  # a show of hands, or of two, for the answer on stage
        self._by_hands = False
        self._two: TwoHands | None = None
        self._giver: int | None = None  # in whose place the room judges, from the beginning of a vote to its end
        self._seat: int | None = None  # who its labels are of, from the first of them
        self._is_large = False
        self._shown_answer: int | None = None
        self._opening = LatestTask(self, refused=self._refused)
        self._look = QTimer(self, interval=COUNT_MS)
        self._look.timeout.connect(self.refresh)
        window.resized.connect(self.panel.set_px)
        window.add_key("Q", self.invite, tr("Invite phones"))
        window.add_key("F", self.ask_hands, tr("Count hands"))
        window.add_key("J", self.two_people, tr("Two at one keyboard"))
        window.add_key("M", self.enter_votes)
        window.add_key("E", self.end)
        window.key_filter = self._takes_key
        self.director.deputy = self._label_by_hand
        self.director.changed.connect(self._follow)
        window.installEventFilter(self)
        if vote.server is not None:
            vote.book.start_over()
            self._begin("phones")

    # --- the seat ------------------------------------------------------------------------------

    @property
    def is_seated(self) -> bool:
        """Whether the room judges, in place of the assessor at this computer."""
        return self._giver is not None

    def _check_allowed(self) -> None:
        """Raise Refused if no audience can vote here."""
        if blind(self.session):
            raise Refused(tr("An audience can vote in an open collection only. Its mode is on Campaign."))
        if self.session.assessor is None:
            raise Refused(tr("No assessor is chosen. Choose who judges in the main window."))
        if self.session.saving.read_only not in (None, CHECKING):  # the check of a newly opened file is soon over
            raise Refused(self.session.saving.read_only)

    def _begin(self, mode: Mode) -> None:
        """Let the room judge from now on; nothing is written before its first vote."""
        if not self.is_seated:
            try:
                self._check_allowed()
                self.vote.name = free_seat(self.session)
            except Refused as error:
                self._refused(error)
                return
            self._giver = self.session.assessor
        self._go(mode)
        self._follow()

    def _take_seat(self, then: Callable[[], object]) -> None:
        """Give the room its seat, with the open work, if it has none yet; then continue."""
        if self._seat is not None:
            then()
            return

        def done(result: int | Exception) -> None:
            self.director.is_waiting = False
            goes_on = isValid(self) and self.is_seated
            if isinstance(result, Exception):
                if goes_on:
                    self._refused(result)
                return
            if not goes_on:  # the vote ended in the meantime
                with suppress(Refused):
                    self.session.store_later(give_back, lambda _: None, "audience")
                return
            self._seat = result
            self.session.sit(self.vote.name)
            then()
            self._follow()

        try:
            self._check_allowed()
            self._giver = self.session.assessor
            self.session.store_later(taking_seat(self.session, self.vote.name), done, "audience")
        except Refused as error:
            self._refused(error)
            return
        self.director.is_waiting = True

    def _give_seat_back(self) -> None:
        """End the judging of the room, and give the remaining work back to the previous assessor."""
        try:
            if self._seat is not None:
                self.session.store(give_back, "audience")
        finally:
            self._leave_seat()
            self._giver = None

    def _leave_seat(self) -> None:
        """Make the previous assessor the one at this computer again, unless somebody else is by now."""
        seat, self._seat = self._seat, None
        if seat is not None and self._giver is not None and self.session.assessor == seat:
            self.session.sit(self.session.catalog.assessors[self._giver].name)

    def _rest(self) -> None:
        """Show what is going on besides: phones that vote, or a room with a label; else the vote is over."""
        if self.vote.server is not None:
            self._go("phones")
        elif self._seat is not None:
            self._go("hands")
            self.window.setFocus()
        else:
            self.end()

    def _refused(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            raise error
        self.window.say(str(error))
        if self.mode == "choosing":
            self._rest()

    # --- phones --------------------------------------------------------------------------------

    def invite(self) -> None:
        """Ask on which network to invite phones; if phones are connected, enlarge or shrink the code."""
        if self.vote.server is not None:
            self._is_large = not self._is_large or self.mode != "phones"
            self._go("phones")
            return
        from jurybox.audience.interfaces import interfaces

        try:
            self._check_allowed()
            if not self.is_seated:
                self.vote.name = free_seat(self.session)
            self._networks = interfaces()[:_MOST_NETWORKS]
        except Refused as error:
            self._refused(error)
            return
        self._go("choosing")

    def open_at(self, address: str) -> None:
        """Start to serve the page at an address of this computer, and let the phones vote."""
        book = self.vote.book

        def work(_: Watch) -> AudienceServer:
            from jurybox.audience.server import AudienceServer

            return AudienceServer(book, address)

        def opened(server: AudienceServer) -> None:
            self.vote.server = server
            self._is_large = True
            self._begin("phones")

        self._opening.start(work, opened, lambda server: server.stop())

    def end(self) -> None:
        """End the vote: phones are notified, the socket is closed, and the seat is given back."""
        if self.mode == "off" and not self.is_seated:
            return
        self.vote.stop()
        self._two = self._tally = None
        self._go("off")
        try:
            self._give_seat_back()
        except Refused as error:  # the file cannot be written: the work comes back when it is next opened
            self.window.say(str(error))

    # --- hands ---------------------------------------------------------------------------------

    def ask_hands(self) -> None:
        """Ask for the counts of a show of hands."""
        if self.director.answer is None:
            self.window.say(tr("There is no answer to vote on. Go to the next one."))
            return
        self._begin("hands")

    def _count_hands(self, line: str) -> None:
        scheme = self._scheme
        if scheme is None:
            return
        try:
            self._tally = parse_hands(line, scheme)
        except Refused as error:
            self.window.say(str(error))
            return
        self._by_hands = True
        self.panel.field.clear()
        self.window.setFocus()
        self._enter(self._tally)

    def _leave_field(self) -> None:
        self.panel.field.clear()
        self._rest()

    # --- two at one keyboard -------------------------------------------------------------------

    def two_people(self) -> None:
        """Let two people judge the answers at one keyboard, or end that."""
        if self.mode == "two":
            self._two = None
            if self.vote.server is not None:
                self._go("phones")
            else:
                self.end()
            return
        scheme = self._scheme
        if scheme is None:
            self.window.say(tr("There is no answer to judge. Go to the next one."))
            return
        try:
            for name in SIDES:
                check_seat(self.session, name)
            self._two = TwoHands(scheme)
        except Refused as error:
            self.window.say(str(error))
            return
        self._begin("two")

    def _press(self, key: str) -> bool:
        two = self._two
        if two is None or self.director.answer is None or two.press(key) is None:
            return False
        if two.is_complete:
            for side, word in two.given.items():
                self.window.enter(word, assessor=side, note=TWO)
            counts: dict[str, int] = {}
            for word in two.given.values():
                counts[word] = counts.get(word, 0) + 1
            self._tally, self._by_hands = VoteCount.of(two.scheme, counts), False
            self._enter(self._tally)
        self.refresh()
        return True

    # --- labels --------------------------------------------------------------------------------

    @property
    def _scheme(self) -> LabelScheme | None:
        choices = self.director.choices
        return None if choices is None else choices.scheme

    @property
    def tally(self) -> VoteCount | None:
        """The votes for the answer on stage: counted hands, else phones."""
        if self._tally is not None:
            return self._tally
        return self.vote.book.count().tally if self.vote.server is not None else None

    def enter_votes(self) -> None:
        """Enter the result of the votes; if there is none, show why."""
        tally = self.tally
        if not self.is_seated or tally is None or self.director.answer is None:
            self.window.say(tr("There are no votes to enter. Invite phones or count hands."))
            return
        self._enter(tally)

    def _enter(self, tally: VoteCount) -> None:
        """Give the answer on stage the label that won the vote, with the counts in the note."""
        label = tally.label
        if label is None:
            self.window.say(tr("{summary}. Press the key of a label to decide.", summary=tally.summary), "mid")
        else:
            self._give(label, tally, lambda: self.window.say(tally.summary, "text"))
        self._follow()

    def _label_by_hand(self, label: str) -> bool:
        """Enter the label that the demonstrator chose for the room; False if no room judges.

        Without a vote for the answer, nobody has judged it: a label of the room's would be nobody's.
        """
        if not self.is_seated:
            return False
        tally = self.tally
        if tally is None or not tally.votes:
            self.window.say(
                tr("The room judges, and nobody has voted on this answer. Press {key} to end the vote.", key="E")
            )
        else:
            self._give(label, tally, self.refresh)
        return True

    def _give(self, label: str, tally: VoteCount, then: Callable[[], object]) -> None:
        """Enter a label of the room's, with the counts in the note, once the room has its seat."""
        answer, note = self.director.answer, tally.note(label, by_hands=self._by_hands)

        def enter() -> None:
            if self.window.enter(label, note=note, answer=answer):
                then()

        self._take_seat(enter)

    # --- following the stage -------------------------------------------------------------------

    def _follow(self) -> None:
        """Show phones what is on stage, and close the vote once the answer has its label."""
        if self._seat is not None and not self.session.has_lent and not self.director.is_waiting:
            # Another program opened the file and returned the answers: the next vote takes them over again.
            self._leave_seat()
        answer = self.director.answer
        if answer != self._shown_answer:
            self._shown_answer = answer
            self._tally, self._by_hands = None, False
            scheme = self._scheme
            if self._two is not None:
                self._two = TwoHands(scheme) if scheme is not None and len(scheme.labels) <= 4 else None
            if answer is not None and self._is_large and self.vote.book.count().phones:
                self._is_large = False
        self._show_ballot(answer)
        self.refresh()

    def _show_ballot(self, answer: int | None) -> None:
        if self.vote.server is None or not self.is_seated:
            return
        book, scheme = self.vote.book, self._scheme
        if answer is None or scheme is None:
            book.pause()
            return
        shown, room = self.director.shown, self.session.catalog.assessor_named.get(self.vote.name)
        ballot = Ballot(answer, shown.question, shown.answer, scheme, shown.support)
        if room is None or not self.session.content_of(answer, room).label:
            book.show(ballot)
        else:
            book.close()

    def refresh(self) -> None:
        """Show the present counts."""
        if self.mode != "off":
            self.panel.show_state(self._state())
            is_wide = self.mode == "choosing" or (self.mode == "phones" and self._is_large)
            self.window.picture.setVisible(not is_wide)

    def _go(self, mode: Mode) -> None:
        before, self.mode = self.mode, mode
        if mode == "off":
            self._look.stop()
            self.window.set_side_panel(None)
            self.window.picture.show()
            return
        self.refresh()
        if before == "off":
            self.window.set_side_panel(self.panel)
        if mode == "phones":
            self._look.start()
        if mode == "hands":
            self.panel.field.setFocus()
        else:
            self.window.setFocus()

    def _state(self) -> PanelState:
        return {
            "choosing": self._choosing,
            "phones": self._of_phones,
            "hands": self._of_hands,
            "two": self._of_two,
            "off": PanelState,
        }[self.mode]()

    def _choosing(self) -> PanelState:
        offers = [
            Offer(one.title, str(at), partial(self.open_at, one.address))
            for at, one in enumerate(self._networks, start=1)
        ]
        return PanelState(
            (
                Passage(tr("Invite phones"), "text", 650, 1.0, 1),
                Passage(tr("Choose the network that the phones are on."), "text2", 400, 0.75, 3),
                Passage(self._in_place_of(), "text2", 400, 0.75, 4),
            ),
            offers=(*offers, Offer(tr("Cancel"), "Esc", self._rest)),
            is_wide=True,
        )

    def _in_place_of(self) -> str:
        who = self._giver if self._giver is not None else self.session.assessor
        name = "" if who is None else self.session.catalog.assessors[who].name
        return tr("Votes count as {vote}, in place of {name}.", vote=self.vote.name, name=name) if name else ""

    def _of_phones(self) -> PanelState:
        server, count = self.vote.server, self.vote.book.count()
        url = "" if server is None else server.url
        phones = max(count.phones, count.votes)  # votes of people who left still count
        votes = tr("No phones yet")
        if phones:
            votes = trn("{votes} of {n} phone voted", "{votes} of {n} phones voted", phones, votes=count.votes)
        small = [_ROOM]
        if self._is_large:
            small.append(Passage(tr("Scan the code, or type the address."), "text2", 400, 0.75, 1))
        elif self.is_seated:
            small.append(Passage(self._with_jury(), "text2", 400, 0.75, 3))
        refused = {reason: many for reason, many in count.refused.items() if reason != "late"}
        if refused:
            listed = comma_list(f"{many} {_REASONS[reason]}" for reason, many in sorted(refused.items()))
            small.append(Passage(tr("Refused: {counts}", counts=listed), "bad", 400, 0.75, 3))
        return PanelState(
            (Passage(url.removeprefix("http://"), "accent", 600, 0.75, 3), Passage(votes, "text", 650, 1.0, 2), *small),
            code=url,
            offers=(
                Offer(tr("Enter majority"), "M", self.enter_votes),
                Offer(tr("Code"), "Q", self.invite, is_short=True),
                Offer(tr("End vote"), "E", self.end, is_short=True),
            ),
            is_wide=self._is_large,
        )

    def _of_hands(self) -> PanelState:
        last = self._tally.summary if self._tally is not None else ""
        return PanelState(
            (
                Passage(tr("Count hands"), "text", 650, 1.0, 1),
                _ROOM,
                Passage(self._in_place_of(), "text2", 400, 0.75, 4),
                Passage(last, "text", 600, 0.75, 3),
                Passage(self._with_jury(), "text2", 400, 0.75, 3),
            ),
            asks=_example_of(self._scheme),
            offers=(Offer(tr("End"), "E", self.end),),
        )

    def _of_two(self) -> PanelState:
        two = self._two
        if two is None:
            return PanelState(
                (Passage(_ONE_SIDE, "text", 650, 1.0, 2), _ROOM), offers=(Offer(tr("End"), "Esc", self.two_people),)
            )
        names = {label.word: shown_label(label).name for label in two.scheme.labels}
        rows = []
        for side in SIDES:
            keys = comma_list(f"{key} {names[word]}" for key, word in two.keys(side))
            said = two.given.get(side)
            shown = names[said] if said and two.is_complete else tr("has decided") if said else keys
            rows.append(
                Passage(
                    tr("{name}: {label}", name=_SIDES[side], label=shown), "accent" if said else "text", 600, 0.75, 4
                )
            )
        return PanelState(
            (Passage(_ONE_SIDE, "text", 650, 1.0, 2), _ROOM, *rows, Passage(self._of_pair(), "text2", 400, 0.75, 3)),
            offers=(Offer(tr("End"), "Esc", self.two_people),),
        )

    def _kind(self) -> str | None:
        answer, catalog = self.director.answer, self.session.catalog
        return None if answer is None else catalog.questions[int(catalog.answer_question[answer])].kind

    def _with_jury(self) -> str:
        """Return how far the audience agrees with the majority of the jury, once there is any overlap."""
        kind = self._kind()
        if kind is None or self._seat is None:
            return ""
        live = jury_agreement(self.session, self._seat, kind)
        return live.sentence(tr("You"), tr("the jury")) if live.items else ""

    def _of_pair(self) -> str:
        known = self.session.catalog.assessor_named
        kind = self._kind()
        if kind is None or not all(side in known for side in SIDES):
            return ""
        live = pair_agreement(self.session, known[SIDES[0]], known[SIDES[1]], kind)
        return live.sentence(*(_SIDES[side] for side in SIDES)) if live.items else ""

    # --- keys and the end ----------------------------------------------------------------------

    def _takes_key(self, name: str) -> bool:
        """Handle the digits of networks, the letters of two people, and Esc, while they apply.

        While the room gets its seat, no key may change the answer that its label is for.
        """
        if self.director.is_waiting:
            return True
        if self.mode == "choosing":
            if name == "Esc":
                self._rest()
                return True
            if name.isdecimal() and 0 < int(name) <= len(self._networks):
                self.open_at(self._networks[int(name) - 1].address)
                return True
        if self.mode == "two":
            if name == "Esc":
                self.two_people()
                return True
            return self._press(name)
        if self.mode == "hands" and name == "Esc" and (self._seat is None or self.vote.server is not None):
            self._leave_field()
            return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window and event.type() == QEvent.Type.Close:
            self._opening.cancel()
            self._look.stop()
            self.vote.book.pause()
            try:
                self._give_seat_back()
            except Refused as error:  # the file cannot be written: the work comes back when it is next opened
                self.window.say(str(error))
        return super().eventFilter(watched, event)


def _example_of(scheme: LabelScheme | None) -> str:
    if scheme is None:
        return ""
    return tr("17 yes, 8 no") if len(scheme.words) == 2 else example_of_hands(scheme)
