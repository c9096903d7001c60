"""The audience of one stage: its keys, its panel, and how votes become labels of the assessor *audience*.

No socket is opened unless somebody presses *Invite phones* and chooses a network.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, QTimer
from shiboken6 import isValid

from jurybox.audience.hands import example_of_hands, parse_hands
from jurybox.audience.interfaces import Interface
from jurybox.audience.live_agreement import jury_agreement, pair_agreement
from jurybox.audience.seat import check_seat, free_seat, handing_over, taking_seat
from jurybox.audience.two_hands import SIDES, TwoHands
from jurybox.audience.verdict import TWO, VoteCount
from jurybox.audience.votes import Ballot
from jurybox.campaign.seats import blind
from jurybox.errors import Refused
from jurybox.label_schemes import LabelScheme, shown_label
from jurybox.language import tr, trn
from jurybox.lists import comma_list
from jurybox.session import CHECKING
from jurybox.watch import Watch
from jurybox_gui.audience.panel import AudiencePanel, Offer, PanelState
from jurybox_gui.audience.vote import PhoneVote
from jurybox_gui.core.pending import Delay
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
        self._giver: int | None = None
        self._seat: int | None = None
        self._is_seating = False
        self._is_large = False
        self._shown_answer: int | None = None
        self._opening = LatestTask(self, refused=self._refused)
        self._then: Callable[[], object] = self.refresh
        self._again = Delay(self, COUNT_MS, lambda: self._take_seat(self._then))
        self._look = QTimer(self, interval=COUNT_MS)
        self._look.timeout.connect(self.refresh)
        window.resized.connect(self.panel.set_px)
        window.add_key("Q", self.invite, tr("Invite phones"))
        window.add_key("F", self.ask_hands, tr("Count hands"))
        window.add_key("J", self.two_people, tr("Two at one keyboard"))
        window.add_key("M", self.enter_votes)
        window.add_key("E", self.end)
        window.key_filter = self._takes_key
        self.director.annotate = self.note_for
        self.director.changed.connect(self._follow)
        window.installEventFilter(self)
        if vote.server is not None:
            vote.book.start_over()
            self._take_seat(self._show_phones)

    # --- the seat ------------------------------------------------------------------------------

    @property
    def is_seated(self) -> bool:
        """Whether the audience is the assessor on stage."""
        return self._seat is not None and self.session.assessor == self._seat

    def _take_seat(self, then: Callable[[], object]) -> None:
        """Make the audience the assessor, with the open work, then continue."""
        if self.is_seated:
            then()
            return
        if self._is_seating:
            return
        if self.session.saving.read_only == CHECKING:  # the check of a newly opened file is soon over
            self._then = then
            self._again.start()
            return
        try:
            if blind(self.session):
                raise Refused(tr("An audience can vote in an open collection only. Its mode is on Campaign."))
            if self.session.assessor is None:
                raise Refused(tr("No assessor is chosen. Choose who judges in the main window."))
            self.vote.name = free_seat(self.session)
            work = taking_seat(self.session, self.vote.name)
        except Refused as error:
            self._refused(error)
            return
        self._giver = self.session.assessor

        def done(result: int | Exception) -> None:
            self._is_seating = False
            if not isValid(self):
                return
            if isinstance(result, Exception):
                self._refused(result)
                return
            self._seat = result
            self.session.sit(self.vote.name)
            then()
            self._follow()

        self._is_seating = True
        self.session.store_later(work, done, "audience")

    def _give_seat_back(self) -> None:
        """Give the remaining work back to the previous assessor."""
        seat, giver = self._seat, self._giver
        self._seat = self._giver = None
        if seat is None or giver is None or self.session.assessor != seat:
            return
        name = self.session.catalog.assessors[giver].name
        self.session.store(handing_over(self.session, seat, name), "audience")
        self.session.sit(name)

    def _refused(self, error: Exception) -> None:
        if not isinstance(error, Refused):
            raise error
        self.window.say(str(error))
        if self.vote.server is None and self.mode in {"choosing", "phones"}:
            self._go("off")

    # --- phones --------------------------------------------------------------------------------

    def invite(self) -> None:
        """Ask on which network to invite phones; if phones are connected, enlarge or shrink the code."""
        if self.vote.server is not None:
            self._is_large = not self._is_large or self.mode != "phones"
            self._go("phones")
            return
        from jurybox.audience.interfaces import interfaces

        try:
            if blind(self.session):
                raise Refused(tr("An audience can vote in an open collection only. Its mode is on Campaign."))
            self.vote.name = free_seat(self.session)
            self._networks = interfaces()[:_MOST_NETWORKS]
        except Refused as error:
            self._refused(error)
            return
        self._go("choosing")

    def open_at(self, address: str) -> None:
        """Start to serve the page at an address of this computer, and make the audience the assessor."""
        book = self.vote.book

        def work(_: Watch) -> AudienceServer:
            from jurybox.audience.server import AudienceServer

            return AudienceServer(book, address)

        def opened(server: AudienceServer) -> None:
            self.vote.server = server
            self._is_large = True
            self._take_seat(self._show_phones)

        self._opening.start(work, opened, lambda server: server.stop())

    def _show_phones(self) -> None:
        if self.vote.server is not None:
            self._go("phones")

    def end(self) -> None:
        """End the vote: phones are notified, the socket is closed, and the seat is given back."""
        if self.mode == "off" and not self.is_seated:
            return
        self.vote.stop()
        self._two = None
        self._go("off")
        self._give_seat_back()

    # --- hands ---------------------------------------------------------------------------------

    def ask_hands(self) -> None:
        """Ask for the counts of a show of hands."""
        if self.director.answer is None:
            self.window.say(tr("There is no answer to vote on. Go to the next one."))
            return
        self._take_seat(lambda: self._go("hands"))

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
        self.window.setFocus()
        self._go("phones" if self.vote.server is not None else "off")

    # --- two at one keyboard -------------------------------------------------------------------

    def two_people(self) -> None:
        """Let two people judge the answers at one keyboard, or end that."""
        if self.mode == "two":
            self._two = None
            self._go("off")
            self._give_seat_back()
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
        self._take_seat(lambda: self._go("two"))

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
        elif self.window.enter(label, note=tally.note(label, by_hands=self._by_hands)):
            self.window.say(tally.summary, "text")
        self._follow()

    def note_for(self, label: str) -> str:
        """Return the note for a label that the demonstrator gives by hand during a vote."""
        tally = self.tally
        if not self.is_seated or tally is None:
            return ""
        return tally.note(label, by_hands=self._by_hands)

    # --- following the stage -------------------------------------------------------------------

    def _follow(self) -> None:
        """Show phones what is on stage, and close the vote once the answer has its label."""
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
        shown = self.director.shown
        ballot = Ballot(answer, shown.question, shown.answer, scheme, shown.support)
        if not shown.given:
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
            offers=(*offers, Offer(tr("Cancel"), "Esc", partial(self._go, "off"))),
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
        small: list[Passage] = []
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
                (Passage(_ONE_SIDE, "text", 650, 1.0, 2),), offers=(Offer(tr("End"), "Esc", self.two_people),)
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
            (Passage(_ONE_SIDE, "text", 650, 1.0, 2), *rows, Passage(self._of_pair(), "text2", 400, 0.75, 3)),
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
        """Handle the digits of networks, the letters of two people, and Esc, while they apply."""
        if self._is_seating and name == "Esc":
            return True
        if self.mode == "choosing":
            if name == "Esc":
                self._go("off")
                return True
            if name.isdecimal() and 0 < int(name) <= len(self._networks):
                self.open_at(self._networks[int(name) - 1].address)
                return True
        if self.mode == "two":
            if name == "Esc":
                self.two_people()
                return True
            return self._press(name)
        if self.mode == "hands" and name == "Esc":
            self._leave_field()
            return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.window and event.type() == QEvent.Type.Close:
            self._opening.cancel()
            self._look.stop()
            self._again.stop()
            self.vote.book.pause()
            try:
                self._give_seat_back()
            except Refused as error:  # the file cannot be written: nothing is lost, the work stays with the audience
                self.window.say(str(error))
        return super().eventFilter(watched, event)


def _example_of(scheme: LabelScheme | None) -> str:
    if scheme is None:
        return ""
    return tr("17 yes, 8 no") if len(scheme.words) == 2 else example_of_hands(scheme)
